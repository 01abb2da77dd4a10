"""Fixed-limit hold'em with four random players, a hand at a time: what does each seat win?"""

import json  # measure
import random
import statistics
import sys
import time  # measure

from pokerkit import Automation, FixedLimitTexasHoldem

hands, chance = int(sys.argv[1]), random.Random(1)
won, decisions = [[], [], [], []], 0
began = time.process_time()  # measure
for _ in range(hands):
    s = FixedLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, 4, 200, 4)
    while s.status:
        moves = [s.fold] * s.can_fold() + [s.check_or_call] * s.can_check_or_call()
        moves += [s.complete_bet_or_raise_to] * s.can_complete_bet_or_raise_to()
        if not moves:
            (s.deal_hole if s.can_deal_hole() else s.deal_board)()
            continue
        chance.choice(moves)()
        decisions += 1  # measure
    for seat, chips in enumerate(s.payoffs):
        won[seat].append(chips)
seconds = time.process_time() - began  # measure
for seat, chips in enumerate(won):
    half = 1.96 * statistics.stdev(chips) / hands**0.5
    print(f"seat {seat + 1}: {statistics.mean(chips):+.2f} +- {half:.2f} chips a hand")
print(json.dumps({"games": hands, "decisions": decisions, "seconds": seconds}))  # measure
