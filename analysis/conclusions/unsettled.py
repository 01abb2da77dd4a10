"""Which verdicts of a run are open, and in which cells would more games settle them?"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from analysis.conclusions.expected import expected
from analysis.conclusions.one_answer import compare
from analysis.data.design import Design, Move
from analysis.data.joined import Joined
from analysis.estimators.pairs import Paired
from analysis.rates.crossed import LevelContrast
from analysis.rates.variants import Worth
from analysis.stats import verdicts
from analysis.stats.intervals import Estimate, Rate
from analysis.study import Study

# The shares that a run with a stop rule waits for; not pairs and plans.
ASKED = ("option", "seat", "strategy")
GREAT = 0.05  # an effect of what is dealt, from which on its verdict is waited for
Number = Rate | Estimate | None
LEVEL, SHARE, STEP, DEALT, CHANGE = "level", "share", "step", "dealt", "change"
EXPECTED = "expected"


@dataclass(frozen=True)
class OpenVerdict:
    """A verdict that is not settled: of what kind, and the cells that it is made of.

    games: of each of these cells that are likely to be enough, a guess.
    """

    kind: str
    cells: frozenset[int]
    games: int


def open_cells(study: Study) -> dict[int, int]:
    """The cells that have something left to settle, each with the games that may do."""
    wanted: dict[int, int] = {}
    for one in unsettled(study):
        for cell in one.cells:
            wanted[cell] = max(wanted.get(cell, 0), one.games)
    return wanted


def unsettled(study: Study) -> list[OpenVerdict]:
    """Every verdict that stands at "not enough games" and that a run waits for.

    That is what somebody asked, and of differences what is large if the number that was found
    holds.  A number that is known to the run's resolution and still has no verdict stands on the
    edge of its band.  Pairs and plans are hundreds of numbers that nobody asked about: one of them
    is always open.
    """
    waiting = _Waiting(study)
    waiting.levels()
    waiting.shares()
    waiting.differences()
    waiting.changes()
    waiting.expected()
    return waiting.open


def on_edges(study: Study) -> int:
    """How many numbers that a run waits for stand on the edge of their band, to its resolution."""
    waiting, judged = _Waiting(study), _judged(study)
    return sum(v == verdicts.MORE and not waiting.is_open(v, number) for v, number in judged)


def widest(study: Study) -> float:
    """Half of the widest interval of what a run judges (0.02 is two points); 0 of nothing."""
    numbers = (number for verdict, number in _judged(study) if verdict and number is not None)
    return max(((number.high - number.low) / 2 for number in numbers), default=0.0)


def _judged(study: Study) -> list[tuple[str, Number]]:
    """The numbers that a run waits for, each with its verdict."""
    kinds = [kind for kind in study.contest.kinds if kind.role in ASKED]
    return [
        *((level.verdict, level.rate) for level in study.cells),
        *((share.verdict, share.over) for kind in kinds for share in kind.shares),
        *((over.verdict, over.effect) for kind in kinds for over in kind.overs),
        *((one.verdict, one.number) for one in expected(study)),
    ]


def open_differences(joined: Joined) -> dict[int, int]:
    """The cells of the second of two runs in which more games of both may tell what differs, each
    with the games that may do.
    """
    found = compare(joined)
    asked = [(found.verdict, found.whole.effect, 0.0)] if found.whole is not None else []
    asked += [(one.verdict, one.effect, 0.0) for one in (*found.options, *found.seats)]
    resolution = found.design.resolution
    everywhere = any(_is_open(*one, resolution) for one in asked)
    places = {
        one.cell.number
        for one in found.settings
        if _is_open(one.verdict, one.paired.effect, verdicts.MARGIN, resolution)
    }
    return {
        after["number"]: 2 * after["games"]
        for place, (_, after) in enumerate(joined.twins)
        if everywhere or place in places
    }


def _is_open(verdict: str, number: Number, least: float, resolution: float) -> bool:
    """Whether more games may tell, to a run's resolution; least: the size that matters."""
    if verdict != verdicts.MORE:
        return False
    if number is None:
        return True
    return number.high - number.low > 2 * resolution and abs(number.value) >= least


class _Waiting:
    """Gathers what a run waits for."""

    def __init__(self, study: Study) -> None:
        self.study, self.open = study, list[OpenVerdict]()

    def is_open(self, verdict: str, number: Number, least: float = 0.0) -> bool:
        return _is_open(verdict, number, least, self.study.design.resolution)

    def add(self, kind: str, cells: Iterable[int], more: int | None = None) -> None:
        """Something is open; more: games to add, where that is known."""
        made_of = frozenset(cells)
        games = max((self.study.counts.games(cell) for cell in made_of), default=0)
        self.open.append(OpenVerdict(kind, made_of, games + (more or games)))

    def levels(self) -> None:
        """The win rates of settings."""
        for level in self.study.cells:
            if self.is_open(level.verdict, level.rate):
                self.add(LEVEL, [level.cell.number], level.more)

    def shares(self) -> None:
        """Shares of the wins in each setting, and over all of them."""
        for kind in self.study.contest.kinds:
            if kind.role in ASKED:
                for share in kind.shares:
                    if self.is_open(share.verdict, share.over):
                        self.add(SHARE, [share.cell.number], share.more)
                if any(self.is_open(over.verdict, over.effect) for over in kind.overs):
                    self.add(SHARE, self.study.contest.design.unswept)

    def differences(self) -> None:
        """Between neighbouring levels, and by what is dealt: what is large."""
        for step in self.study.steps:
            if self.is_open(step.verdict, step.average.effect, verdicts.MARGIN):
                self.add(
                    STEP, (c.cells[x] for c, _ in step.contexts for x in (step.base, step.level))
                )
        for contrast in self.study.dealing.contrasts:
            if self.is_open(contrast.verdict, contrast.effect, GREAT):
                self.add(DEALT, self.study.rated.unswept)

    def changes(self) -> None:
        """Changes and compared levels: on average, and in the settings where they do much."""
        moves = _moves(self.study.rated)
        for worth in self.study.variants:
            self._move(worth, worth.paired, moves[worth.name, None])
        for answer in self.study.answers:
            self._move(answer, answer.average, moves[answer.factor.name, answer.level])
        for role, shifts in self.study.contest.moves.items():
            for shift in shifts if role in ASKED else ():
                at = any(self.is_open(a.verdict, a.effect, verdicts.MARGIN) for a in shift.at)
                if at or self.is_open(shift.verdict, shift.effect):
                    self.add(CHANGE, _of(shift.move))

    def _move(self, whole: Worth | LevelContrast, average: Paired, move: Move) -> None:
        if (
            self.is_open(whole.verdict, average.effect)
            or any(self.is_open(a.verdict, a.paired.effect, verdicts.MARGIN) for a in whole.at)
            or any(self.is_open(at.now, at.after) for at in whole.at)
        ):
            self.add(CHANGE, _of(move))

    def expected(self) -> None:
        """What somebody expects of single numbers."""
        design = self.study.design
        cells = {cell.number: cell for cell in design.cells}
        places = (n for e in design.manifest.get("expect", ()) for n in e["cells"] if n in cells)
        for number, one in zip(places, expected(self.study), strict=True):
            if self.is_open(one.verdict, one.number):
                self.add(EXPECTED, [number], one.more)


def _moves(design: Design) -> dict[tuple[str, Any], Move]:
    return {
        (move.name, None) if move.factor is None else (move.factor.name, move.level): move
        for move in design.moves
    }


def _of(move: Move) -> frozenset[int]:
    return frozenset(cell for pair in move.pairs for cell in pair)
