"""Power: which differences a number of games can detect, by the rules of the verdicts.

A verdict is likely when it is given 4 times in 5, as everywhere where games to add are told.
"""

from collections import Counter
from dataclasses import dataclass

from analysis.data.design import Design
from analysis.stats.interim import ONE_LOOK, Confidence
from analysis.stats.intervals import critical_value_among, critical_value_to_settle, round_up
from analysis.stats.verdicts import MARGIN, Band
from simulate.core.game.facts import END, WIN_RATE

LEVELS, SHARES, CHANGES, STEPS, EXPECTED = "levels", "shares", "changes", "steps", "expected"
COUNTED = (WIN_RATE, END)  # what is expected of how many of the games
EVEN = 0.25  # the variance of a game that is won as often as not: there is no larger one
# Distances that are worth telling, the largest first.
ROUND = (0.05, 0.02, 0.01, 0.005, 0.002, 0.001)
FELT = Band(-MARGIN, MARGIN)  # differences that nobody feels
MOST_GAMES = 10_000_000
SMALLEST = 1e-6


@dataclass(frozen=True)
class JudgedFamily:
    """Numbers of one kind that a report judges together.

    kind: LEVELS and SHARES are held against a band, EXPECTED each against an edge of its own,
    CHANGES and STEPS against none at all.
    count: how many verdicts are told; corrected: for how many of them at once.  spread: the most
    variance that a row can have; rows: how many a game of a cell brings; band: of a level or a
    share, or of a difference that nobody feels; confidence: how sure each must be.
    """

    kind: str
    count: int
    corrected: int
    spread: float
    rows: float
    band: Band
    confidence: Confidence = ONE_LOOK

    @property
    def paired(self) -> bool:
        """Whether two games of one luck are compared, which differ less than two of any luck."""
        return self.kind in (CHANGES, STEPS)

    def error(self, games: float) -> float:
        """The standard error after this many games in every cell, at most."""
        return float((self.spread / (games * self.rows)) ** 0.5)

    def outside(self, games: float) -> float:
        """The detectable distance beyond an edge of the band.

        Of a difference: how large one is that is then shown.
        """
        return self._reach * self.error(games)

    def inside(self, games: float) -> float | None:
        """How far from the middle a number may lie that is then found inside; None if none is."""
        half = (self.band.high - self.band.low) / 2
        low, high = 0.0, half
        if not half or self._clear(games, half, half) > half:
            return None
        while high - low > SMALLEST:
            middle = (low + high) / 2
            near, far = half - middle, half + middle
            clear = self._clear(games, near, far) <= near
            low, high = (middle, high) if clear else (low, middle)
        return low

    def _clear(self, games: float, near: float, far: float) -> float:
        """How far from the edges an interval must lie, to be clear of both."""
        return self.error(games) * critical_value_to_settle(near, far, z=self.confidence.reach)

    def games(self, distance: float) -> int:
        """Games in every cell after which `outside` is no more than this."""
        return round_up(self.spread / self.rows * (self._reach / distance) ** 2)

    @property
    def _reach(self) -> float:
        """Standard errors between a number and the edge; among many the first to be shown."""
        return critical_value_among(self.corrected, self.confidence)

    def next(self, games: float) -> float | None:
        """The next smaller detectable distance worth naming."""
        open_ = [d for d in ROUND if d < self.outside(games) and self.games(d) <= MOST_GAMES]
        return max(open_, default=None)


def questions(
    design: Design, contested: bool, fair: float, held: float, options: int
) -> list[JudgedFamily]:
    """What the report of a run will judge.

    contested: seats compete; fair: the fair share; held: how often a game has an option of
    `options`, each as often as any other.
    """
    judged = _shares(design, fair, held, max(options, 1)) if contested else _rates(design)
    return [family for family in (*judged, _expectations(design)) if family.count]


def _shares(design: Design, fair: float, held: float, options: int) -> list[JudgedFamily]:
    """The share of each option, and how far each change moves it."""
    spread, sure = fair * (1 - fair), design.confidence
    shares, changes = options * len(design.base), options * len(design.moves)
    return [
        _together(SHARES, shares, spread, held, design.fair, sure),
        _together(CHANGES, changes, 2 * spread, held, FELT, sure),
    ]


def _rates(design: Design) -> list[JudgedFamily]:
    """Levels, if there is a target for them; how far changes and steps move them."""
    sure, spread = design.confidence, 2 * EVEN
    steps = sum(len(f.levels) - 1 for f in design.factors if not f.in_question)
    held = Counter(design.bands[c.number] for c in design.base if c.number in design.bands)
    return [
        *(_levels(design, band, count) for band, count in held.items()),
        _together(CHANGES, len(design.moves), spread, 1.0, FELT, sure),
        _together(STEPS, steps, spread, 1.0, FELT, sure),
    ]


def _levels(design: Design, band: Band, count: int) -> JudgedFamily:
    """How often each of the settings is won that should lie in one band."""
    return JudgedFamily(LEVELS, count, 1, _widest(band), 1.0, band, confidence=design.confidence)


def _expectations(design: Design) -> JudgedFamily:
    """In how many settings something is expected of how many of the games."""
    entries, numbers = design.manifest.get("expect", ()), {cell.number for cell in design.cells}
    return JudgedFamily(
        kind=EXPECTED,
        count=sum(len(numbers & {*e["cells"]}) for e in entries if e["metric"] in COUNTED),
        corrected=1,
        spread=EVEN,
        rows=1.0,
        band=Band(0.0, 0.0),
        confidence=design.checked,
    )


def _together(
    kind: str, count: int, spread: float, rows: float, band: Band, sure: Confidence = ONE_LOOK
) -> JudgedFamily:
    """Numbers of which each is corrected for all others."""
    return JudgedFamily(kind, count, count, spread=spread, rows=rows, band=band, confidence=sure)


def differences(cells: int, shares: JudgedFamily | None) -> list[JudgedFamily]:
    """What a comparison of every cell with and without a change will judge.

    cells: those that are won or lost as a whole; shares: what is asked where seats compete.
    """
    planned = [_together(CHANGES, cells, 2 * EVEN, 1.0, FELT)] if cells else []
    if shares is not None:
        planned.append(_together(CHANGES, shares.count, 2 * shares.spread, shares.rows, FELT))
    return planned


def _widest(band: Band) -> float:
    """The largest variance of a rate on an edge of the band."""
    edges = (band.low, band.high)
    return max(SMALLEST, *(edge * (1 - edge) for edge in edges))
