"""A beam search for sets of few small edits, by a fitted surface.

Proposes what `tune` plays next.  It plays nothing itself and trusts nothing: what it proposes
races against all else in `trial`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from simulate.search.space.search_space import Bound
from simulate.search.space.surface import Surface

Edit = tuple[str, int]  # a number, and how many steps it goes
KEPT = 80  # sets of each size that are built on
ALIKE = 3  # of them with the same numbers
PRICE = 0.002  # of an edit over the whole width of a number: as if everything lay so far off

# (sets, goals) of what is added to the logits -> how far off the sets are
Off = Callable[[np.ndarray], np.ndarray]


@dataclass(frozen=True)
class Guess:
    """A set of edits, what it should add to each goal, and how far off it should be then.

    score: the same, dearer for large edits.
    """

    edits: tuple[Edit, ...]
    adds: np.ndarray
    off: float
    score: float


def guesses(
    surface: Surface, numbers: Sequence[Bound], off: Off, most: int
) -> Iterator[list[Guess]]:
    """The best sets of one edit, of two, ... up to `most`, best first."""
    moves = [(number.path, size) for number in numbers for size in number.sizes]
    if not moves:
        return
    widths = {number.path: number.width for number in numbers}
    prices = np.array([PRICE * abs(size) / widths[path] for path, size in moves])
    alone = np.array([surface.alone(*move) for move in moves])
    columns = np.array([surface.column[path, 1 if size > 0 else -1] for path, size in moves])
    sizes = np.array([abs(size) for _, size in moves])
    beam = [Guess((), np.zeros(alone.shape[1]), 0.0, 0.0)]
    for _ in range(most):
        sets: dict[frozenset[Edit], Guess] = {}
        for guess in beam:
            adds = guess.adds + alone
            for path, size in guess.edits:
                column = surface.column[path, 1 if size > 0 else -1]
                adds = adds + surface.pair[column, columns] * (abs(size) * sizes)[:, None]
            offs = off(adds)
            spent = sum(PRICE * abs(size) / widths[path] for path, size in guess.edits)
            scores = offs + prices + spent
            taken = {path for path, _ in guess.edits}
            for place in np.argsort(scores, kind="stable")[: 4 * KEPT]:
                if moves[place][0] not in taken:
                    edits = tuple(sorted((*guess.edits, moves[place])))
                    new = Guess(edits, adds[place], float(offs[place]), float(scores[place]))
                    sets.setdefault(frozenset(edits), new)
        ranked = sorted(sets.values(), key=lambda guess: (round(guess.score, 9), guess.edits))
        beam = list(_varied(ranked, ALIKE))[:KEPT]
        yield beam


def _varied(ranked: Iterable[Guess], most: int) -> Iterator[Guess]:
    """Of sets of the same numbers the first few."""
    seen: Counter[frozenset[str]] = Counter()
    for guess in ranked:
        paths = frozenset(path for path, _ in guess.edits)
        seen[paths] += 1
        if seen[paths] <= most:
            yield guess
