"""The allowed distance from the fair share, by the band of the setting or side."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from analysis.data.design import Design, told_of
from analysis.data.entrants import EntrantKind
from analysis.stats.verdicts import Band
from simulate.core.game.facts import OVER_FAIR_SHARE, SHARE
from simulate.pack.text.nouns import slug

Thing = tuple[str, str]  # noun of its kind, and what data call it


class Wanted:
    """The bands of one kind of things, in points over the fair share.

    fair: as (cells, things).  folded: things that are no more than one of these sides; what is
    wished for such a thing is wished for the side.  Of two sides, what is wished for one says what
    is left for the other.
    """

    def __init__(
        self,
        design: Design,
        things: EntrantKind,
        fair: np.ndarray,
        folded: Mapping[Thing, str],
    ) -> None:
        self._design = design
        self._fair = {cell.number: row for cell, row in zip(design.base, fair, strict=True)}
        self._wishes: dict[tuple[int, int], Band] = {}
        if things.sides:
            self._wishes.update(_stated(design, things, self._fair, folded))
            if len(things.values) == 2:
                self._wishes = _others(self._wishes) | self._wishes

    def of(self, cell: int, place: int) -> Band:
        """The band of a thing in the setting of a cell."""
        return self._wishes.get((cell, place), self._design.near[cell])

    def of_all(self, place: int) -> Band:
        """The band of a thing over all settings: it holds that of each."""
        near = [self.of(cell.number, place) for cell in self._design.base]
        return Band(min(band.low for band in near), max(band.high for band in near))


def _stated(
    design: Design,
    things: EntrantKind,
    fair: Mapping[int, np.ndarray],
    folded: Mapping[Thing, str],
) -> Iterator[tuple[tuple[int, int], Band]]:
    """What targets say of sides, or of what is one: by cell and place."""
    known = {(slug(things.noun), value): value for value in things.values}
    known |= {(slug(noun), value): side for (noun, value), side in folded.items()}
    for entry in design.manifest.get("expect", ()):
        of = [(key, str(value)) for key, value in entry["of"].items()]
        if entry["metric"] in (SHARE, OVER_FAIR_SHARE) and len(of) == 1 and of[0] in known:
            place = things.values.index(known[of[0]])
            for cell in {*told_of(entry)} & fair.keys():
                yield (cell, place), _band(entry, float(fair[cell][place]))


def _band(entry: Mapping[str, Any], fair: float) -> Band:
    """A wish as points over the fair share; an end that is not said is out of reach."""
    ahead = fair if entry["metric"] == SHARE else 0.0
    low, high = entry["low"], entry["high"]
    return Band(-1.0 if low is None else low - ahead, 1.0 if high is None else high - ahead)


def _others(wishes: Mapping[tuple[int, int], Band]) -> dict[tuple[int, int], Band]:
    """What is left for the other one of two."""
    return {(cell, 1 - at): Band(-band.high, -band.low) for (cell, at), band in wishes.items()}
