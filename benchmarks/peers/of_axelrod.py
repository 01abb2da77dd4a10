"""The iterated prisoner's dilemma, matches of 200 turns: what does each strategy score?"""

import json  # measure
import statistics
import sys
import time  # measure

import axelrod

repetitions = int(sys.argv[1])
players = [strategy() for strategy in axelrod.demo_strategies]
began = time.process_time()  # measure
table = axelrod.Tournament(players, turns=200, repetitions=repetitions, seed=1)
results = table.play(progress_bar=False)
seconds = time.process_time() - began  # measure
for name, scores in zip(results.players, results.normalised_scores, strict=True):
    half = 1.96 * statistics.stdev(scores) / len(scores) ** 0.5
    print(f"{name}: {statistics.mean(scores):.3f} +- {half:.3f} points a turn")
matches = repetitions * len(players) * (len(players) + 1) // 2  # measure
told = {"games": matches, "decisions": matches * 400, "seconds": seconds}  # measure
print(json.dumps(told))  # measure
