"""How often one option ends ahead of another, in each setting in which a target asks it."""

from collections.abc import Mapping

import numpy as np

from analysis.data.entrants import Entrants
from analysis.data.frames import Slice
from analysis.estimators.clustered_ratios import Ratios
from analysis.estimators.fair import Fair
from analysis.estimators.meetings import ahead_in_games
from analysis.stats.intervals import Estimate
from simulate.core.game.facts import MATCHUP
from simulate.experiment.expected.expect import PAIR

Pair = tuple[str, ...]


class WantedPairs:
    """Sums of one pass: the pairs of options that targets name, each game one number."""

    def __init__(self, entrants: Entrants, pairs: list[Pair]) -> None:
        self.pairs = pairs
        self.columns, self.rank = entrants.columns("option"), entrants.column("rank")
        self.ratios = Ratios(entrants.base, len(pairs), entrants.design.confidence)

    @classmethod
    def of(cls, entrants: Entrants) -> "WantedPairs | None":
        """Where any target is of a matchup."""
        entries = entrants.design.manifest.get("expect", ())
        named = (entry["of"] for entry in entries if entry["metric"] == MATCHUP)
        pairs = [*dict.fromkeys(tuple(str(of[key]) for key in PAIR) for of in named)]
        return cls(entrants, pairs) if pairs and entrants.column("rank") else None

    def add(self, games: Slice) -> None:
        """Some deals of every cell."""
        parts = []
        for frame in games.printed:
            cell = np.full(len(frame.deals), self.ratios.index[frame.cell])
            for at, (a, b) in enumerate(self.pairs):
                ahead = ahead_in_games(frame, self.columns, self.rank, (a, b))
                parts.append((frame.deals, cell, np.where(np.isnan(ahead), -1, at), ahead))
        if parts:
            self.ratios.add(*(np.concatenate(column) for column in zip(*parts, strict=True)))

    def result(self, fair: Fair) -> Mapping[Pair, Mapping[int, Estimate]]:
        """By pair and number of the cell; nothing where the two never met."""
        ratios, alone = self.ratios, np.eye(len(self.ratios.cells))
        return {
            pair: {
                cell: ratios.score(at, alone[i])
                for i, cell in enumerate(ratios.cells)
                if ratios.bottom[i, at] > 0
            }
            for at, pair in enumerate(self.pairs)
        }
