"""Where `quick` gives chances away: python -m benchmarks.kingdoms_regret [--players P] [--games N].

At every so many decisions of its games the moves with the highest scores are played on (as
`expert` does), twice with luck of their own.  Each half names the best move and the other half
says what that move gains over the one taken, so that chance gains nothing on average.  Prints
the gain in points of the share of the win, by question, and by the pair of moves: where most is
lost, a rule of the strategy is worth changing.  Seeds are never reported.
"""

import argparse
from collections import defaultdict
from typing import Any

import numpy as np

from benchmarks.expert import cells
from benchmarks.results import by_seat
from simulate import pack
from simulate.compiler.kernels import kernel
from simulate.games.kingdoms.cards.codes import ACTION
from simulate.games.kingdoms.moves.lists import list_moves
from simulate.games.kingdoms.moves.move import KIND
from simulate.games.kingdoms.setup import deal
from simulate.games.kingdoms.state.record import PHASE
from simulate.games.kingdoms.turn import advance, step
from simulate.pack import catalogue
from strategies.kingdoms.choose import choose_quickly
from strategies.kingdoms.expert import try_moves
from strategies.kingdoms.features import weigh_moves
from strategies.kingdoms.outlook import foresee_end
from strategies.trials import rank

SEED = 932_000_000
EVERY = 43  # decisions from one that is judged to the next
MOST, TRIALS, ROUNDS = 6, 24, 2
LEFT, QUESTION, CODE, PLACE, GAINS = 0, 1, 2, 3, 4  # of a row, with a gain for each half
HALVES = 2
SHOWN = 40
SELECTED = 1_000  # codes of selections stand behind those of kinds


@kernel
def code_of(s, m):
    """What a move is, for the table: its kind, or the action that it selects."""
    return SELECTED + m.number if s.phase == PHASE.SELECT_ACTION else m.kind


@kernel
def judge(s, cards, weights, workspace, n, salt, rows):
    """Play the likeliest of the `n` moves on, in two halves; writes a row each, how many.

    The move that the weights like best comes first, with a place of 0.
    """
    moves, scores = workspace.moves, workspace.spare
    order, sums, squares = scores[2], scores[3], scores[4]
    w, v = weights[moves[0].actor], workspace.outlook[0]
    weigh_moves(s, cards, w, v, moves, n, workspace, scores[0])
    count = rank(scores[0], n, order, MOST)
    foresee_end(s, cards, w, v)
    for k in range(count):
        rows[k, LEFT], rows[k, QUESTION] = v.rounds, s.phase
        rows[k, CODE], rows[k, PLACE] = code_of(s, moves[int(order[k])]), k
    last = s.turns + ROUNDS * cards.shields
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
        advance(s, cards, moves, workspace.silent)
        while s.phase != PHASE.OVER:
            n, i = list_moves(s, cards, moves), 0
            if n > 1:
                w = weights[moves[0].actor]
                i = choose_quickly(
                    s, cards, w, workspace.outlook[0], moves, n, workspace, workspace.spare[0]
                )
                passed += 1
                if passed % EVERY == 0 and at + MOST <= rows.shape[0]:
                    at += judge(s, cards, weights, workspace, n, passed, rows[at:])
            workspace.chosen[0] = moves[i]
            step(s, cards, workspace.chosen[0], moves, workspace.silent)
    return at


def judged(players: int, games: int) -> np.ndarray:
    """Rows of `collect` for `quick` in every seat."""
    table: Any = catalogue.table("kingdoms")
    setting = next(s for s in cells("kingdoms") if s["players"] == players)
    seated = by_seat(catalogue.facts("kingdoms"), setting | {"strategy": "quick", "skill": 1.0})
    ready = table.prepare(pack.load("kingdoms"), seated)
    rows = np.zeros((games * MOST * 400 // EVERY, GAINS + HALVES))
    workspace, seed = table.new_workspace(), np.uint64(SEED)
    return rows[: collect(ready.tables[0], ready.weights, workspace, seed, 0, games, rows)]


def losses(rows: np.ndarray) -> tuple[dict[Any, list[float]], dict[Any, list[float]]]:
    """Points that each decision gives away, by question and time left, and by moves."""
    kinds = {code: word for word, code in KIND.items()}
    kinds |= {SELECTED + code: word for word, code in ACTION.items()}
    by_question, by_moves = defaultdict(list), defaultdict(list)
    starts = np.flatnonzero(rows[:, PLACE] == 0)
    for own in np.split(rows, starts[1:]):
        question = PHASE.words[int(own[0, QUESTION])]
        gains = 100 * own[:, GAINS:]
        for half in range(HALVES):
            best = int(gains[:, half].argmax())
            loss = float(gains[best, 1 - half])
            by_question[question, f"{int(own[0, LEFT])} rounds left"].append(loss)
            taken, better = kinds[int(own[0, CODE])], kinds[int(own[best, CODE])]
            by_moves[question, taken, better].append(loss)
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
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=300)
    asked = parser.parse_args()
    by_question, by_moves = losses(judged(asked.players, asked.games))
    show("question", by_question)
    show("move taken, better move", by_moves)


if __name__ == "__main__":
    main()
