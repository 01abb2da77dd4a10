"""Fitting lessons: what kinds of moves gain, when played on, beyond what they seem worth.

A row is a move of a decision: DECISION, CODE (what kind of move), TOTAL (its score), GAIN (points
of the chance to win that it led to), and the facts.  What the moves of a decision differ in, given
how they score, is fitted on the facts (ridge regression inside decisions).  A share of it, the
pace, is added to the lessons that were heeded: each fit corrects what the former ones left, on
positions to which those led.
"""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

DECISION, CODE, TOTAL, GAIN, HEAD = 0, 1, 2, 3, 4  # of a row; the facts follow
RIDGE = 300.0
KEPT = 0.85  # share of the decisions that the check is fitted on
PACES = (0.3, 0.8, 1.5)  # that the check tells of
CHUNK = 1_500  # decisions that are looked at together


class Sums(NamedTuple):
    """Normal equations of the moves' gains, inside decisions."""

    square: np.ndarray
    right: np.ndarray
    decisions: int


def chunks(rows: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Rows of some decisions at a time, and where each of these begins."""
    first = np.flatnonzero(np.diff(rows[:, DECISION], prepend=-1) != 0)
    for begin in range(0, len(first), CHUNK):
        own = np.append(first, len(rows))[begin : begin + CHUNK + 1]
        yield rows[own[0] : own[-1]], own[:-1] - own[0]


def inside(x: np.ndarray, first: np.ndarray) -> np.ndarray:
    """What differs from the mean of the decision."""
    many = np.diff(np.append(first, len(x)))
    means = np.add.reduceat(x, first, 0) / many.reshape(-1, *[1] * (x.ndim - 1))
    return x - np.repeat(means, many, 0)


def sums_of(rows: np.ndarray, codes: int) -> Sums:
    """A column for each fact of each code, and one for the score."""
    facts = rows.shape[1] - HEAD
    last = codes * facts
    square, right, count = np.zeros((last + 1, last + 1)), np.zeros(last + 1), 0
    for part, first in chunks(rows):
        x = np.zeros((len(part), last + 1), np.float32)
        columns = part[:, CODE, None].astype(int) * facts + np.arange(facts)
        np.put_along_axis(x, columns, part[:, HEAD:], 1)
        x[:, last] = part[:, TOTAL]
        x = inside(x, first)
        square += x.T @ x
        right += x.T @ inside(part[:, GAIN], first)
        count += len(first)
    return Sums(square, right, count)


def fit(sums: Sums, codes: int) -> tuple[np.ndarray, float]:
    """Coefficients, float64[codes, facts], and what a point of score gains."""
    ridge = RIDGE * (np.diag(sums.square) / sums.decisions + 1e-6)
    ridge[-1] = 0.0
    found = np.linalg.solve(sums.square + np.diag(ridge), sums.right)
    return found[:-1].reshape(codes, -1), float(found[-1])


def best_gains(rows: np.ndarray, scores: np.ndarray) -> np.ndarray:
    """What the best by these scores gains, by decision."""
    order = np.lexsort((scores, rows[:, DECISION]))
    last = np.flatnonzero(np.diff(rows[:, DECISION], append=np.inf) != 0)
    return rows[order[last], GAIN]


def check(rows: np.ndarray, codes: int) -> str:
    """What a fit on most decisions gains at the others, over the choice without it."""
    seen = np.random.default_rng(1).random(int(rows[-1, DECISION]) + 1) < KEPT
    own = seen[rows[:, DECISION].astype(int)]
    found, slope = fit(sums_of(rows[own], codes), codes)
    other = rows[~own]
    lesson = (found[other[:, CODE].astype(int)] * other[:, HEAD:]).sum(1)
    before, told = best_gains(other, other[:, TOTAL]), []
    for pace in PACES:
        gained = best_gains(other, other[:, TOTAL] + pace * lesson) - before
        error = 1.96 * gained.std() / len(gained) ** 0.5
        told.append(f"{gained.mean():.3f} (+- {error:.3f}) at {pace}")
    return f"a point of score is worth {slope:.2f}; gains {', '.join(told)}"


def fit_by_command(
    doc: str,
    judged: Callable[[argparse.Namespace], np.ndarray],
    taught: Mapping[str, np.ndarray],
    write: Callable[[Mapping[str, np.ndarray]], None],
    *,
    seats: str,
    usual: int,
    first: str,
) -> None:
    """Run a fit as the command line asks.

    judged: plays and returns rows; taught: float64[codes, facts], the lessons so far, by what is
    played for or another part of the game; write: keeps new ones.  seats: what the option is called
    that says how many play, usual: how many do; first: which lessons are fitted by default.
    """
    parser = argparse.ArgumentParser(description=doc.splitlines()[0])
    parser.add_argument("--of", choices=[*taught], default=first, help="which lessons are fitted")
    parser.add_argument(f"--{seats}", type=int, default=usual)
    parser.add_argument("--games", type=int, default=12_000)
    parser.add_argument("--fresh", action="store_true", help="forget the former lessons")
    parser.add_argument("--pace", type=float, default=0.25, help="share that is added")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    numbers = taught[asked.of]
    rows = judged(asked)
    print(f"{len(rows)} moves: {check(rows, len(numbers))}", flush=True)
    found = fit(sums_of(rows, len(numbers)), len(numbers))[0]
    write({**taught, asked.of: numbers * (not asked.fresh) + asked.pace * found})


def write_lessons(
    file: Path,
    command: str,
    taught: Mapping[str, np.ndarray],
    acts: Sequence[str],
    when: str,
    by: str = "game",
) -> None:
    """Keep lessons as TOML, by what is played for or another part of the game.

    acts: kinds of moves, those of the first half of the codes; when: what is true of the second.
    """
    text = [f"# Made by `{command}`: numbers of lessons.py."]
    for part, numbers in taught.items():
        for code in np.flatnonzero(numbers.any(1)):
            second, act = divmod(int(code), len(acts))
            text += ["", "[[lesson]]", f'{by} = "{part}"']
            text += [f'act = "{acts[act]}"', f"{when} = {str(second == 1).lower()}"]
            text += [f"numbers = [{', '.join(f'{each:.3f}' for each in numbers[code])}]"]
    file.write_text("\n".join(text) + "\n")
