"""Rotations: each deal with every seating of its line-up.

Where a deal is played in all rotations and every seat fares alike in all of them, whoever sits
there, those who sat there cannot be told apart.
"""

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from analysis.data.design import Design
from analysis.data.entrants import EntrantKind
from analysis.data.frames import Frame

# What a seat held, did, got and came to; not who sat there.
FARED = (
    "option", "chosen", "picked", "tally", "level", "held", "used", "found", "deed", "score",
    "score_part", "rank", "win_share",
)  # fmt: skip


class Rotated:
    """Sums of one pass: whether each pair of strategies fared alike wherever the two met."""

    def __init__(self, design: Design, strategy: EntrantKind) -> None:
        self.strategy = strategy
        self.columns = [str(c["name"]) for c in design.columns("seats", *FARED)]
        self.alike: dict[tuple[int, int], bool] = {}

    def add(self, frame: Frame) -> None:
        """Some deals of a cell; one that was not played in all rotations tells nothing."""
        _, at, games = np.unique(frame.deals, return_inverse=True, return_counts=True)
        whole = games[at] == frame.part.rotations
        for codes in self.strategy.codes(frame) if whole.any() else ():
            pairs = list(combinations(np.unique(codes[codes >= 0]).tolist(), 2))
            if any(self.alike.get(pair, True) for pair in pairs):
                alike = self._fared_alike(frame, whole)
                self.alike |= {pair: self.alike.get(pair, True) and alike for pair in pairs}

    def _fared_alike(self, frame: Frame, whole: np.ndarray) -> bool:
        """Whether each deal went alike in all rotations."""
        rotations = frame.part.rotations
        if rotations == 1:
            return False
        rows = frame.rows.select(self.columns).hash_rows().to_numpy().reshape(frame.shape)
        deals = rows[whole].reshape(-1, rotations, frame.shape[1])
        return bool((deals == deals[:, :1]).all())

    def groups(self) -> tuple[tuple[str, ...], ...]:
        """Strategies that played the same as each other, two or more."""
        groups: list[tuple[int, ...]] = []
        for code in range(len(self.strategy.labels)):
            if not any(code in group for group in groups):
                groups.append((code, *self._like(code)))
        labels = self.strategy.labels
        return tuple(tuple(labels[code] for code in group) for group in groups if len(group) > 1)

    def _like(self, code: int) -> Iterator[int]:
        """Those after it that it met and played the same as."""
        return (other for (one, other), alike in self.alike.items() if alike and one == code)
