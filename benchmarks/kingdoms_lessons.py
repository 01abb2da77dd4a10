"""Fit what `quick` of Kingdoms knows by heart: python -m benchmarks.kingdoms_lessons [--fresh].

Seats one `quick` among `balanced`, and among its like, in both editions.  At every other of its
acts and selections the best move of each kind is played on for two rounds, by everybody's
weights, and the chance of winning that is reached is kept.  What the moves differ in, given how
the weights score them, is fitted on facts of the position (ridge regression inside decisions)
and added to strategies/kingdoms/lessons.toml: a run corrects what the former one left.  `--fresh`
forgets the former ones.  Prints what the fit gains on decisions that it has not seen, in points.
Seeds are never reported.
"""

import argparse
from typing import Any, NamedTuple

import numpy as np

from benchmarks.expert import cells
from benchmarks.results import by_seat
from simulate import pack
from simulate.compiler.kernels import kernel
from simulate.engine.kingdoms import pick
from simulate.games.kingdoms.moves.lists import list_moves
from simulate.games.kingdoms.setup import deal
from simulate.games.kingdoms.state.record import PHASE
from simulate.games.kingdoms.turn import advance, step
from simulate.pack import catalogue
from strategies.kingdoms.expert import try_moves
from strategies.kingdoms.features import code_of, is_taught, weigh_moves
from strategies.kingdoms.lessons import ACTIONS, CODES, FILE, LESSONS, note_facts
from strategies.kingdoms.outlook import FACTS, look_out

SEED = 933_000_000
EDITIONS = ("kingdoms", "ultra_kingdoms")
RIVALS = ("balanced", "quick")
EVERY, TRIALS, ROUNDS = 2, 2, 2
DECISIONS = 120  # of a seat in a game, at most
CODE, FIRST, TOTAL, GAIN, HEAD = 0, 1, 2, 3, 4  # of a row; the facts follow
RIDGE = 300.0
WEIGHT = 0.4  # of `lesson`, as `quick` has it
KEPT = 0.8  # share of the decisions that the check is fitted on


@kernel
def best_of_codes(s, moves, n, scores, order):
    """Write the best-scored move of each code into `order`, the best of all first; how many."""
    count = 0
    for i in range(n):
        code, place = code_of(s, moves[i]), -1
        for k in range(count):
            if code_of(s, moves[int(order[k])]) == code:
                place = k
        if place < 0:
            place = count
            count += 1
            order[place] = i
        elif scores[i] > scores[int(order[place])]:
            order[place] = i
    for k in range(1, count):
        if scores[int(order[k])] > scores[int(order[0])]:
            order[0], order[k] = order[k], order[0]
    return count


@kernel
def judge(s, cards, weights, workspace, n, salt, rows):
    """Play the best move of each code on; writes a row each, how many."""
    moves, scores = workspace.moves, workspace.spare
    order, sums, squares = scores[2], scores[3], scores[4]
    seat = moves[0].actor
    w, v = weights[seat], workspace.outlook[0]
    weigh_moves(s, cards, w, v, moves, n, workspace, scores[0])
    count = best_of_codes(s, moves, n, scores[0], order)
    look_out(s, cards, w, v, seat)
    for k in range(count):
        best = int(order[k])
        rows[k, CODE], rows[k, FIRST] = code_of(s, moves[best]), 1.0 if k == 0 else 0.0
        rows[k, TOTAL] = scores[0, best]
        note_facts(s, cards, v, seat, rows[k, HEAD:])
        sums[k] = 0.0
        squares[k] = 0.0
    last = s.turns + ROUNDS * cards.shields
    for trial in range(TRIALS):
        try_moves(s, cards, weights, seat, last, salt * TRIALS + trial, count, workspace)
    for k in range(count):
        rows[k, GAIN] = 100.0 * sums[k] / TRIALS
    list_moves(s, cards, moves)
    return count


@kernel
def collect(cards, weights, workspace, choosers, seed, games, seat, rows):
    """Play games and judge every other decision of a seat; returns how many rows were written."""
    states, moves = workspace.states, workspace.moves
    at, passed = 0, 0
    for replicate in range(games):
        states[1] = states[0]
        s = states[1]
        deal(s, cards, seed, replicate)
        advance(s, cards, moves, workspace.silent)
        while s.phase != PHASE.OVER:
            n, i = list_moves(s, cards, moves), 0
            if n > 1:
                asked = moves[0].actor
                i = pick(s, cards, weights, workspace, choosers, n)
                if asked == seat and is_taught(s):
                    passed += 1
                    if passed % EVERY == 0 and at + CODES <= rows.shape[0]:
                        at += judge(s, cards, weights, workspace, n, passed, rows[at:])
            workspace.chosen[0] = moves[i]
            step(s, cards, workspace.chosen[0], moves, workspace.silent)
    return at


def judged(players: int, games: int, seed: int, weight: float) -> np.ndarray:
    """Rows of `collect`, so many games for each edition, rival and seat."""
    heeded = {f"strategies.quick.by_players.{players}.lesson": weight}
    table: Any = catalogue.table("kingdoms")
    parts = []
    for edition in EDITIONS:
        setting = next(s for s in cells(edition) if s["players"] == players)
        for rival in RIVALS:
            for seat in range(players):
                line = [rival] * players
                line[seat] = "quick"
                asked = setting | {"strategy": line, "skill": 1.0}
                known = pack.load(edition).resolve(heeded, [])
                ready = table.prepare(known, by_seat(catalogue.facts(edition), asked))
                rows = np.zeros((games * DECISIONS * 3, HEAD + FACTS))
                who = (ready.tables[0], ready.weights, table.new_workspace(), ready.choosers)
                found = collect(*who, np.uint64(seed + len(parts)), games, seat, rows)
                parts.append(rows[:found].copy())
    return np.concatenate(parts)


class Decisions(NamedTuple):
    """By decision and code: whether it was offered, its score and what it gained; the facts."""

    facts: np.ndarray
    offered: np.ndarray
    total: np.ndarray
    gain: np.ndarray

    def part(self, kept: np.ndarray) -> "Decisions":
        return Decisions(*(each[kept] for each in self))


def decisions(rows: np.ndarray, codes: np.ndarray) -> Decisions:
    """The decisions between these codes, a line each."""
    rows = rows[np.isin(rows[:, CODE], codes)]
    first = np.flatnonzero(rows[:, FIRST] == 1)
    line = np.repeat(np.arange(len(first)), np.diff(np.append(first, len(rows))))
    column = np.searchsorted(codes, rows[:, CODE])
    offered, total, gain = np.zeros((3, len(first), len(codes)))
    offered[line, column] = 1
    total[line, column], gain[line, column] = rows[:, TOTAL], rows[:, GAIN]
    return Decisions(rows[first, HEAD:], offered, total, gain)


def inside(x: np.ndarray, offered: np.ndarray) -> np.ndarray:
    """Each column less the mean of what was offered at the decision."""
    return (x - ((x * offered).sum(1) / offered.sum(1))[:, None]) * offered


def fit(known: Decisions) -> tuple[np.ndarray, float]:
    """Coefficients, float64[codes, FACTS], and what a point of the weights' score gains."""
    facts, offered = known.facts, known.offered
    codes, many = offered.shape[1], offered.sum(1)
    score, gain = inside(known.total, offered), inside(known.gain, offered)
    last = codes * FACTS
    square, right = np.zeros((last + 1, last + 1)), np.zeros(last + 1)
    for k in range(codes):
        mine = slice(k * FACTS, (k + 1) * FACTS)
        right[mine] = facts.T @ gain[:, k]
        square[mine, last] = square[last, mine] = facts.T @ score[:, k]
        for other in range(codes):
            both = (k == other) * offered[:, k] - offered[:, k] * offered[:, other] / many
            square[mine, other * FACTS : (other + 1) * FACTS] = facts.T @ (facts * both[:, None])
    square[last, last], right[last] = (score**2).sum(), (score * gain).sum()
    ridge = RIDGE * (np.diag(square) / len(facts) + 1e-6)
    found = np.linalg.solve(square + np.diag(ridge), right)
    return found[:last].reshape(codes, FACTS), float(found[last])


def gain_of(known: Decisions, scores: np.ndarray) -> tuple[float, float]:
    """What the best by other scores gains over the weights' choice, and its 95% half-width."""
    best = np.where(known.offered > 0, scores, -np.inf).argmax(1)
    gained = known.gain[np.arange(len(best)), best]
    return float(gained.mean()), float(1.96 * gained.std() / len(gained) ** 0.5)


def lessons_of(rows: np.ndarray, what: str, codes: np.ndarray) -> np.ndarray:
    """What is to be added to the lessons of these codes; prints what it gains."""
    known = decisions(rows, codes)
    seen = np.random.default_rng(1).random(len(known.facts)) < KEPT
    found, slope = fit(known.part(seen))
    other = known.part(~seen)
    gained = gain_of(other, other.total + WEIGHT * (other.facts @ found.T))
    print(
        f"  {what}: {len(seen)} decisions, a point of score is worth {slope:.3f}; "
        f"gains {gained[0]:.2f} points a decision (+- {gained[1]:.2f})",
        flush=True,
    )
    return fit(known)[0]


def write(lessons: np.ndarray) -> None:
    text = ["# Made by `python -m benchmarks.practice kingdoms`: numbers of lessons.py."]
    for players, code in np.argwhere(lessons.any(2)):
        numbers = ", ".join(f"{value:.2f}" for value in lessons[players, code])
        text += ["", "[[lesson]]", f"players = {players + 1}", f"code = {code}"]
        text += [f"numbers = [{numbers}]"]
    FILE.write_text("\n".join(text) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", default="2")
    parser.add_argument("--games", type=int, default=250, help="for each edition, rival and seat")
    parser.add_argument("--fresh", action="store_true", help="forget the former lessons")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    lessons = LESSONS.copy()
    for players in map(int, asked.players.split(",")):
        print(f"{players} players", flush=True)
        if asked.fresh:
            lessons[players - 1] = 0.0
        weight = 0.0 if asked.fresh else WEIGHT
        rows = judged(players, asked.games, SEED + 1_000 * asked.seed, weight)
        for what, codes in (("select", range(ACTIONS)), ("act", range(ACTIONS, CODES))):
            codes = np.array(codes)
            lessons[players - 1, codes] += lessons_of(rows, what, codes)
    write(lessons)


if __name__ == "__main__":
    main()
