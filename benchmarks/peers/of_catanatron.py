"""Catan with four random players: how often does each seat win?"""

import json  # measure
import sys
import time  # measure

from catanatron import Color, Game, RandomPlayer

games, seats = int(sys.argv[1]), list(Color)
won, decisions = [0] * len(seats), 0
began = time.process_time()  # measure
for seed in range(games):
    game = Game([RandomPlayer(color) for color in seats], seed=seed)
    winner = game.play()
    if winner is not None:
        won[game.state.colors.index(winner)] += 1
    decisions += len(game.state.actions)  # measure
seconds = time.process_time() - began  # measure
for seat, wins in enumerate(won):
    share = wins / games
    middle = (share + 1.92 / games) / (1 + 3.84 / games)
    half = 1.96 * (share * (1 - share) / games + 0.96 / games**2) ** 0.5 / (1 + 3.84 / games)
    print(f"seat {seat + 1}: {share:.1%} ({middle - half:.1%} to {middle + half:.1%})")
print(json.dumps({"games": games, "decisions": decisions, "seconds": seconds}))  # measure
