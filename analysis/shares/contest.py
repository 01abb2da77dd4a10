"""Where seats compete: who wins, why, and by how much.  One pass over the run, or two."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from analysis.data.counts import Counts
from analysis.data.design import Design
from analysis.data.entrants import Entrants, entrants
from analysis.data.frames import Slice, in_slices
from analysis.data.reading import Blocks
from analysis.data.run import Seats
from analysis.data.seat_worth import weighed_by_seat
from analysis.description.checks import Check
from analysis.estimators.fair import Fair, fairness
from analysis.shares.closeness import Lead, Leads
from analysis.shares.effects import Shift, Shifts, strongest
from analysis.shares.held.partners import Partners, Together
from analysis.shares.held.picks import AllPicks, Picks
from analysis.shares.held.plans import Best, Plans, PlayedOption, bests
from analysis.shares.held.points import Points, Scores
from analysis.shares.held.tracks import Track, Tracks
from analysis.shares.matchups import Matchups, Meetings
from analysis.shares.share_verdicts import Kind, Shares
from analysis.shares.soundness import Soundness
from analysis.shares.wanted_pairs import Pair, WantedPairs
from analysis.stats.intervals import Estimate


@dataclass(frozen=True)
class Contest:
    """Tables of the cells in which seats compete; empty where there are none.

    kinds: shares of wins of options, dealt things, seats and who plays.  matchups: of options;
    meetings: of strategies; wanted_pairs: matchups that targets name, by cell.  moves: what each
    change does to every option and every seat, by role.
    """

    design: Design
    kinds: tuple[Kind, ...] = ()
    matchups: Matchups | None = None
    meetings: Matchups | None = None
    wanted_pairs: Mapping[Pair, Mapping[int, Estimate]] = field(default_factory=dict)
    partners: tuple[Partners, ...] = ()
    plans: tuple[PlayedOption, ...] = ()
    points: Points = field(default_factory=Points)
    tracks: tuple[Track, ...] = ()
    leads: tuple[Lead, ...] = ()
    picks: tuple[Picks, ...] = ()
    moves: Mapping[str, tuple[Shift, ...]] = field(default_factory=dict)
    checks: tuple[Check, ...] = ()

    def kind(self, role: str) -> Kind | None:
        """The first kind with a role."""
        return next((k for k in self.kinds if k.role == role), None)

    @property
    def bests(self) -> tuple[Best, ...]:
        """The best plan of every option."""
        return tuple(bests(self.plans))

    @property
    def answers(self) -> tuple[Shift, ...]:
        """What each level that the run asks about does to every option, then to every seat."""
        shifts = [*self.moves.get("option", ()), *self.moves.get("seat", ())]
        return tuple(s for s in shifts if s.move.factor is not None)

    @property
    def shifts(self) -> tuple[Shift, ...]:
        """For each change the option that it names or moves most."""
        return tuple(strongest(self.moves.get("option", ())))


class Collector(Protocol):
    """Sums that a pass over the games adds up, and the table that they make."""

    def add(self, games: Slice) -> None:
        """Count some game numbers of every cell."""

    def result(self, fair: Fair) -> Any:
        """The table, once all games are counted; fair: the fair share of each printed cell."""


# For each table of a contest what collects it; None where the run has nothing to say.
COLLECTORS: Mapping[str, Callable[[Entrants], Collector | None]] = {
    "kinds": Shares,
    "matchups": Meetings.of,
    "meetings": Meetings.of_strategies,
    "wanted_pairs": WantedPairs.of,
    "partners": Together.of,
    "plans": Plans.of,
    "points": Scores.of,
    "tracks": Tracks,
    "leads": Leads.of,
    "picks": AllPicks,
    "moves": Shifts,
    "checks": Soundness,
}


def contest(
    design: Design, run: Seats, blocks: Blocks, counts: Counts, tables: Collection[str] = COLLECTORS
) -> Contest:
    """Everything about the cells of `design`, in which seats compete; tables: those wanted."""
    if not design.cells:
        return Contest(design)
    known = entrants(design, run, counts)
    frames = (frame for games in _slices(blocks, known) for frame in games.all)
    known = replace(known, things=weighed_by_seat(known.things, frames))
    of_fair = fairness(known)
    collectors = {
        name: collector
        for name, begin in COLLECTORS.items()
        if name in tables and (collector := begin(known))
    }
    for games in _slices(blocks, known):
        of_fair.add(games)
        for collector in collectors.values():
            collector.add(games)
    for collector in collectors.values():
        if isinstance(collector, Together):
            _again(collector, blocks, known)
    fair = of_fair.result()
    return Contest(design, **{name: each.result(fair) for name, each in collectors.items()})


def _again(together: Together, blocks: Blocks, known: Entrants) -> None:
    """The second pass, which only pairs of things in one seat ask for."""
    together.weigh()
    for games in _slices(blocks, known):
        together.move(games)


def _slices(blocks: Blocks, known: Entrants) -> Iterator[Slice]:
    """Some game numbers of every cell at a time."""
    win_share = known.column("win_share")
    for block in blocks:
        yield from in_slices(block, known.cells, known.base, win_share)
