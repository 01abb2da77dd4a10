"""The verdict on the difficulty of a setting: one rule for runs, comparisons and searches.

Its win rate against the target; but nothing where those who played it are known to stand far below
better players, and no finding where it was set by play so that it comes out.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from analysis.data.design import Cell, Design
from analysis.rates.difficulty import Difficulty
from analysis.rates.fitted import Fits
from analysis.rates.skill_gap import Gap, far, gaps
from analysis.stats import verdicts
from analysis.stats.intervals import Rate
from analysis.stats.verdicts import Band


class Levels:
    """Judges how hard the settings of a run are.

    bands: by cell, what each should lie in; None takes those of the run.  Without one nothing is
    judged.
    """

    def __init__(
        self, design: Design, fits: Fits | None = None, bands: Mapping[int, Band] | None = None
    ) -> None:
        self.design = design
        self.bands = design.bands if bands is None else bands
        self.gaps = gaps(design)
        self.fits = fits or Fits(design)
        self.far: list[Gap] = far(self.gaps, self.bands)
        self._blind = {gap.cell.number: gap for gap in self.far}

    def verdict(self, cell: Cell, won: Rate) -> str:
        """What its rate says of a setting; empty without a target."""
        band = self.bands.get(cell.number)
        return "" if band is None else self.given(cell, verdicts.of_rate(won, band))

    def behind(self, cell: Cell) -> Gap | None:
        """By how much a setting was played far below a better player.

        That was measured with the game as it is; a change of it is played by the same players.
        """
        unchanged = self.design.unchanged(cell)
        return None if unchanged is None else self._blind.get(unchanged)

    def given(self, cell: Cell, verdict: str) -> str:
        """What becomes of the verdict on a rate, as these players played it."""
        if self.behind(cell):
            return verdicts.FAR
        if verdict == verdicts.ON_TARGET and self.fits.level(cell):
            return verdicts.FIT
        return verdict

    def told(self, levels: Iterable[Difficulty]) -> list[Difficulty]:
        """The levels with what may be said of them; where nothing may, no games would tell more."""
        given = ((one, self.given(one.cell, one.verdict) if one.verdict else "") for one in levels)
        return [
            one if verdict == one.verdict else replace(one, verdict=verdict, more=0)
            for one, verdict in given
        ]
