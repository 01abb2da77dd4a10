"""Where `quick` gives chances away: python -m training.regret GAME [--seats N] [--games N].

At every so many decisions of its games the moves with the highest scores are played on (as
`expert` does), twice with luck of their own.  Each half names the best move and the other half
says what that move gains over the one that the weights like best, so that chance gains nothing on
average.  Prints the gain in points of the chance of winning, by part of the game and question, and
by the pair of moves: where most is lost, a rule of the strategy is worth changing.  Seeds are never
reported.
"""

import argparse
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from simulate.compiler.kernels import closure_kernel
from simulate.core.records import record_of
from simulate.pack import catalogue
from strategies.trials import rank
from training.rules import Rules

SEED = 931_000_000
ROUNDS = 2  # for which moves are played on
HALVES = 2
SHOWN = 30
DECISIONS = 1_000  # of a game, at most
# A move that was played on; its place is among those of its decision, by score.
JUDGED = record_of("part", "phase", "code", "place", ("gain", "f8", HALVES))


class Judged(NamedTuple):
    """What a game gives to be judged.

    weigh_moves(s, cards, w, v, moves, n, workspace, scores); own_weights(s, cards, weights, seat);
    part(s, cards, weights, workspace): of the game; code(s, m): what a move is, for the table;
    turns(s, cards): of a round;
    try_moves: of its look-ahead player; every: decisions from one that is judged to the next;
    most: moves that are played on; trials: of each, in each half.
    """

    weigh_moves: Callable[..., Any]
    own_weights: Callable[..., Any]
    part: Callable[..., Any]
    code: Callable[..., Any]
    turns: Callable[..., Any]
    try_moves: Callable[..., Any]
    every: int
    most: int
    trials: int


class Told(NamedTuple):
    """In which words it is told: parts by number, phases by code, moves by code."""

    part: Callable[[int], str]
    phases: Sequence[str]
    moves: Mapping[int, str]


def judge_of(module: str, rules: Rules, game: Judged) -> tuple[Any, Any]:
    """The kernels that judge; `module` keeps them as judge_moves, judge_games."""
    deal, advance, list_moves, step, choose, _, _, phase, _ = rules
    weigh_moves, own_weights, part, code, turns, try_moves, every, most, trials = game
    over = phase.OVER

    def judge_moves(s, cards, weights, workspace, n, salt, rows):
        """Play the likeliest of the `n` moves on, in two halves; a row for each, how many."""
        order, sums, squares = workspace.spare[2], workspace.spare[3], workspace.spare[4]
        moves, scores = workspace.moves, workspace.spare[0]
        w = own_weights(s, cards, weights, s.decider)
        weigh_moves(s, cards, w, workspace.outlook[0], moves, n, workspace, scores)
        count = rank(scores, n, order, most)
        for k in range(count):
            rows[k].part = part(s, cards, weights, workspace)
            rows[k].phase = s.phase
            rows[k].code = code(s, workspace.moves[int(order[k])])
            rows[k].place = k
        last = s.turns + ROUNDS * turns(s, cards)
        for half in range(HALVES):
            for k in range(count):
                sums[k] = 0.0
                squares[k] = 0.0
            for trial in range(trials):
                luck = (salt * HALVES + half) * trials + trial
                try_moves(s, cards, weights, s.decider, last, luck, count, workspace)
            for k in range(count):
                rows[k].gain[half] = sums[k] / trials
        list_moves(s, cards, workspace.moves)
        return count

    judge_moves = closure_kernel(judge_moves, module)

    def judge_games(cards, weights, workspace, seed, games, rows):
        """Play games and judge every so many decisions; returns how many rows were filled."""
        at, passed = 0, 0
        for replicate in range(games):
            workspace.states[1] = workspace.states[0]
            s = workspace.states[1]
            deal(s, cards, seed, replicate)
            advance(s, cards, workspace.moves, workspace.silent)
            while s.phase != over:
                n, i = list_moves(s, cards, workspace.moves), 0
                if n > 1:
                    i = choose(s, cards, weights, workspace, n)
                    passed += 1
                    if passed % every == 0 and at + most <= rows.shape[0]:
                        at += judge_moves(s, cards, weights, workspace, n, passed, rows[at:])
                workspace.chosen[0] = workspace.moves[i]
                step(s, cards, workspace.chosen[0], workspace.moves, workspace.silent)
        return at

    return judge_moves, closure_kernel(judge_games, module)


def judged(game: Any, workspace: Any, seats: int, games: int) -> np.ndarray:
    """Moves that were judged, for `quick` in every seat."""
    table = game.table_of_quick(seats)
    rows = np.zeros(games * game.REGRET.most * DECISIONS // game.REGRET.every, JUDGED)
    count = game.judge_games(
        table.tables[0], table.weights, workspace, np.uint64(SEED), games, rows
    )
    return rows[:count]


def losses(rows: np.ndarray, told: Told) -> tuple[dict[Any, list[float]], dict[Any, list[float]]]:
    """Points that each decision gives away, by part and question, and by part and moves."""
    by_question, by_moves = defaultdict(list), defaultdict(list)
    for own in np.split(rows, np.flatnonzero(rows["place"] == 0)[1:]):
        part, gains = told.part(int(own["part"][0])), 100 * own["gain"]
        for half in range(HALVES):
            best = int(gains[:, half].argmax())
            loss = float(gains[best, 1 - half])
            by_question[part, told.phases[own["phase"][0]]].append(loss)
            by_moves[part, told.moves[own["code"][0]], told.moves[own["code"][best]]].append(loss)
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
    parser.add_argument("game", choices=("dungeons", "kingdoms"))
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--games", type=int, default=300)
    asked = parser.parse_args()
    game, workspace = (
        import_module(f"training.games.{asked.game}"),
        catalogue.table(asked.game).new_workspace(),
    )
    by_question, by_moves = losses(judged(game, workspace, asked.seats, asked.games), game.TOLD)
    show("part and question", by_question)
    show("part, move taken, better move", by_moves)


if __name__ == "__main__":
    # Compiled code is kept by the name of its types, so there must be but one of each.
    from training import regret

    regret.main()
