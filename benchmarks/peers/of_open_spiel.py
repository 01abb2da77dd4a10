"""Backgammon with two random players, in OpenSpiel: how often does who goes first win?"""

import json  # measure
import random
import sys
import time  # measure

import pyspiel

games = int(sys.argv[1])
won, decisions, chance = 0, 0, random.Random(1)
rules = pyspiel.load_game("backgammon")
began = time.process_time()  # measure
for _ in range(games):
    state, first = rules.new_initial_state(), None
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, weights)[0])
            continue
        first = state.current_player() if first is None else first
        state.apply_action(chance.choice(state.legal_actions()))
        decisions += 1  # measure
    won += state.returns()[first] > 0
seconds = time.process_time() - began  # measure
share = won / games
middle = (share + 1.92 / games) / (1 + 3.84 / games)
half = 1.96 * (share * (1 - share) / games + 0.96 / games**2) ** 0.5 / (1 + 3.84 / games)
print(f"first: {share:.1%} ({middle - half:.1%} to {middle + half:.1%})")
print(json.dumps({"games": games, "decisions": decisions, "seconds": seconds}))  # measure
