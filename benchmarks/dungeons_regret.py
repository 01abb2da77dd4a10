"""Where `quick` gives chances away: python -m benchmarks.dungeons_regret [--heroes H] [--games N].

At every so many decisions of its games the moves with the highest scores are played on (as
`expert` does), twice with luck of their own.  Each half names the best move and the other half
says what that move gains over the one taken, so that chance gains nothing on average.  Prints
the gain in points of the chance to win, by stage of the game and question, and by the pair of
moves: where most is lost, a rule of the strategy is worth changing.  Seeds are never reported.
"""

import argparse
from collections import defaultdict
from typing import Any

import numpy as np

from benchmarks.expert import cells
from simulate import pack
from simulate.compiler.kernels import kernel
from simulate.games.dungeons.moves import move
from simulate.games.dungeons.moves.lists import list_moves
from simulate.games.dungeons.setup import deal
from simulate.games.dungeons.state.record import PHASE
from simulate.games.dungeons.turn import advance, step
from simulate.pack import catalogue
from strategies.dungeons.choose import choose_quickly, score
from strategies.dungeons.expert import try_moves
from strategies.dungeons.names import STAGES
from strategies.dungeons.outlook import own_weights, stage_of
from strategies.trials import rank

SEED = 931_000_000
EVERY = 41  # decisions from one that is judged to the next
MOST, TRIALS, ROUNDS = 8, 16, 2
STAGE, QUESTION, KIND, PLACE, GAINS = 0, 1, 2, 3, 4  # of a row, with a gain for each half
HALVES = 2
SHOWN = 30


@kernel
def judge(s, cards, weights, workspace, n, salt, rows):
    """Play the likeliest of the `n` moves on, in two halves; writes a row each, how many.

    The move taken comes first, with a place of 0.
    """
    moves, numbers, scores = workspace.moves, workspace.numbers, workspace.spare
    order, sums, squares = scores[2], scores[3], scores[4]
    w = own_weights(s, cards, weights, moves[0].actor)
    score(w, numbers, n, scores[0])
    count = rank(scores[0], n, order, MOST)
    for k in range(count):
        rows[k, STAGE], rows[k, QUESTION] = stage_of(s, cards, w), s.phase
        rows[k, KIND], rows[k, PLACE] = moves[int(order[k])].kind, k
    last = s.turns + ROUNDS * s.players
    for half in range(HALVES):
        for k in range(count):
            sums[k] = 0.0
            squares[k] = 0.0
        for trial in range(TRIALS):
            luck = (salt * HALVES + half) * TRIALS + trial
            try_moves(s, cards, weights, s.asked, last, luck, count, workspace)
        for k in range(count):
            rows[k, GAINS + half] = sums[k] / TRIALS
    list_moves(s, cards, moves)
    return count


@kernel
def collect(cards, weights, workspace, seed, first, games, rows):
    """Play games and judge every so many decisions; returns how many rows were written."""
    states, moves = workspace.states, workspace.moves
    at, passed = 0, 0
    for replicate in range(first, first + games):
        states[1] = states[0]
        s = states[1]
        deal(s, cards, seed, replicate)
        advance(s, cards, moves, None)
        while s.phase != PHASE.OVER:
            n, i = list_moves(s, cards, moves), 0
            if n > 1:
                w = own_weights(s, cards, weights, moves[0].actor)
                i = choose_quickly(
                    s, cards, w, workspace.outlook[0], moves, n, workspace, workspace.spare[0]
                )
                passed += 1
                if passed % EVERY == 0 and at + MOST <= rows.shape[0]:
                    at += judge(s, cards, weights, workspace, n, passed, rows[at:])
            workspace.chosen[0] = moves[i]
            step(s, cards, workspace.chosen[0], moves, None)
    return at


def judged(heroes: int, games: int) -> np.ndarray:
    """Rows of `collect` for `quick` in every seat."""
    table: Any = catalogue.table("dungeons")
    setting = next(s for s in cells("dungeons") if s["heroes"] == heroes)
    seated = {"strategy": ["quick"] * heroes, "skill": [1.0] * heroes}
    ready = table.prepare(pack.load("dungeons"), setting | seated)
    rows = np.zeros((games * MOST * 1_000 // EVERY, GAINS + HALVES))
    workspace, seed = table.new_workspace(), np.uint64(SEED)
    return rows[: collect(ready.tables[0], ready.weights, workspace, seed, 0, games, rows)]


def losses(rows: np.ndarray) -> tuple[dict[Any, list[float]], dict[Any, list[float]]]:
    """Points that each decision gives away, by stage and question, and by stage and moves."""
    kinds = {code: name for name, code in vars(move).items() if name.isupper()}
    by_question, by_moves = defaultdict(list), defaultdict(list)
    starts = np.flatnonzero(rows[:, PLACE] == 0)
    for own in np.split(rows, starts[1:]):
        stage = STAGES[int(own[0, STAGE])]
        gains = 100 * own[:, GAINS:]
        for half in range(HALVES):
            best = int(gains[:, half].argmax())
            loss = float(gains[best, 1 - half])
            by_question[stage, PHASE.words[int(own[0, QUESTION])]].append(loss)
            by_moves[stage, kinds[int(own[0, KIND])], kinds[int(own[best, KIND])]].append(loss)
    return by_question, by_moves


def show(title: str, found: dict[Any, list[float]]) -> None:
    whole = sum(map(sum, found.values()))
    print(f"\n| {title} | judged | points given away each | share of all |\n|---|---|---|---|")
    for key, lost in sorted(found.items(), key=lambda item: -sum(item[1]))[:SHOWN]:
        share = 100 * sum(lost) / whole
        print(
            f"| {', '.join(key)} | {len(lost) / HALVES:.0f} | {np.mean(lost):.2f} | {share:.1f}% |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--heroes", type=int, default=3)
    parser.add_argument("--games", type=int, default=1_000)
    asked = parser.parse_args()
    by_question, by_moves = losses(judged(asked.heroes, asked.games))
    show("stage and question", by_question)
    show("stage, move taken, better move", by_moves)


if __name__ == "__main__":
    main()
