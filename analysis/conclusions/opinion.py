"""A second opinion: does a player of another kind find what the players of a run found?

A finding says how far a number lies beyond what would be fine: its surplus.  It stands where the
second player's own games give the verdict, too, or surely half of the surplus or more; it does not
where they surely give less.
So many games tell the two apart with 80% power where the truth is the whole surplus, or none.

A second player is slow.  So what it found once of the default experiment of a shipped game is kept
beside that, and counts wherever just this is played; more is played for what that does not tell.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, fsum, hypot, inf
from statistics import NormalDist, fmean
from typing import Any

from analysis.conclusions.facts import FROM, Fact, facts
from analysis.conclusions.robustness import CANNOT, NO, YES, Claim, Key, Players, claim, key_of
from analysis.data.design import VARIANT, Cell, Design
from analysis.stats import verdicts
from analysis.stats.interim import ONE_LOOK
from analysis.study import Study
from simulate.core.facts import OVER_FAIR_SHARE, WIN_RATE
from simulate.experiment.context import PRINTED

About = tuple[str, Mapping[str, Any]]  # the fact that a finding is told of: metric, where
POWER = 0.8
PART = 0.5  # of the surplus, which a finding must keep
BESIDE = 0.5  # of the run's processor time: a third of both together
FEWEST = 200  # games of a finding's settings together; fewer tell nothing
WORTH = 4  # times the games that may be played, at most, that a finding needs to be asked about
BY_NAME = 200  # games of a cell, at least, of a player that is asked by name
# Of an own game nobody knows what its players are worth, so that more is played than is cheap:
OF_OWN = 0.15  # of its games, and at most
MOST_OF_OWN = 300  # games of a cell, as far as they take no more than
PAID_OF_OWN = 40_000_000  # calls of its code: some minutes of one core
A_THOUSAND = 1_000  # games: of so many costs are told
REACH = ONE_LOOK.reach + NormalDist().inv_cdf(POWER)


@dataclass(frozen=True)
class Surplus:
    """What a finding says of a number, and what a second player is asked about it.

    held: the verdict; edge: what would be fine; value: what was found, with its standard error;
    cells: the settings that it is of, by number; games: of each of them, that it rests on.
    """

    held: Claim
    edge: float
    value: float
    error: float
    cells: frozenset[int]
    games: int

    @property
    def key(self) -> Key:
        """The fact that it is of."""
        return self.held.key

    @property
    def half(self) -> float:
        """What the second player must find."""
        return self.edge + PART * (self.value - self.edge)

    @property
    def needed(self) -> int:
        """Games of each cell that tell half of the surplus, by the error of those played."""
        surplus = abs(self.value - self.edge)
        wanted = self.games * (REACH * self.error / (PART * surplus)) ** 2 if surplus else 0.0
        return max(ceil(FEWEST / len(self.cells)), ceil(wanted))

    def verdict(self, players: Players | None) -> str:
        """Whether it stands, by the second player's interval."""
        fact = players.facts.get(self.key) if players is not None else None
        if fact is None or fact.low is None or fact.high is None:
            return CANNOT
        return self.of(fact.low, fact.high)

    def of(self, low: float, high: float) -> str:
        """Whether it stands, by an interval of the same number."""
        if self.held.verdict(low, high) == YES:
            return YES
        if self.value < self.edge:
            low, high, half = -high, -low, -self.half
        else:
            half = self.half
        return YES if low >= half else NO if high < half else CANNOT


@dataclass(frozen=True)
class OpinionPlan:
    """What the second player is to play.

    strategy: who; cells: which settings, by number; games: of each of them; needed: that would tell
    all findings.
    """

    strategy: str
    cells: tuple[int, ...]
    games: int
    needed: int


@dataclass(frozen=True)
class Opinion:
    """What a second player says of a finding.

    surplus: what it was asked, None where that is nothing.  said: stands, does not stand, cannot
    be told; empty where nobody is asked about this run at all.  weak: whether it cannot be told
    since the second player wins too seldom, so that more games would not tell either.
    """

    surplus: Surplus | None
    said: str = ""
    weak: bool = False


@dataclass(frozen=True)
class VerdictsHeard:
    """What a second player says of the verdicts of a run that are counted.

    given: the verdicts; one that he does not find, or of which he cannot tell, is still open.
    found, refused, unclear: how many of those off target he finds, surely does not find, or cannot
    tell of; contradicted: how many of those on target he surely finds off.
    """

    given: tuple[str, ...]
    found: int = 0
    refused: int = 0
    unclear: int = 0
    contradicted: int = 0

    @property
    def off(self) -> int:
        """How many are off target for those who played the run."""
        return self.found + self.refused + self.unclear


def opinion(
    study: Study,
    about: About,
    verdict: str,
    players: Players | None,
    told: Sequence[Fact] | None = None,
) -> Opinion:
    """What a second player says of a finding of a run; told: the facts of the run, once made."""
    asked_of, manifest = surplus(study, about, verdict, told), study.design.manifest
    if asked_of is None or not (players or manifest.get("second")):
        return Opinion(asked_of)
    said = asked_of.verdict(players)
    weak = said != YES and bool(manifest.get("own")) and is_weaker(study, players)
    return Opinion(asked_of, CANNOT if weak else said, weak)


def heard(
    study: Study, given: Sequence[tuple[About, str]], players: Players | None
) -> VerdictsHeard:
    """What a second player says of many verdicts, each with the fact that it is of."""
    told = facts(study) if given else []
    said = [_said_of(study, about, verdict, players, told) for about, verdict in given]
    off = [one for (_, verdict), one in zip(given, said, strict=True) if verdict in verdicts.OFF]
    left = (
        verdict if one in ("", YES) else verdicts.MORE
        for (_, verdict), one in zip(given, said, strict=True)
    )  # fmt: skip
    refused = said.count(NO)
    return VerdictsHeard(
        tuple(left), off.count(YES), off.count(NO), off.count(CANNOT), refused - off.count(NO)
    )


def _said_of(
    study: Study, about: About, verdict: str, players: Players | None, told: Sequence[Fact]
) -> str:
    """What he says of one; of what is on target only that he surely finds it off."""
    if verdict in verdicts.OFF:
        return opinion(study, about, verdict, players, told).said
    held = claim(study, *about, verdict, told) if verdict == verdicts.ON_TARGET else None
    his = players.facts.get(held.key) if held is not None and players is not None else None
    if held is None or his is None or his.low is None or his.high is None:
        return ""
    return NO if held.verdict(his.low, his.high) == NO else ""


@dataclass(frozen=True)
class WinRatesTogether:
    """How often a second player wins where all win or lose, and how often those of a run do.

    his, theirs: shares of the same games; reach: how far apart luck alone may put the two.
    """

    his: float
    theirs: float
    reach: float

    @property
    def is_weaker(self) -> bool:
        """Whether he surely wins fewer."""
        return self.theirs - self.his > self.reach

    @property
    def is_stronger(self) -> bool:
        """Whether he surely wins more."""
        return self.his - self.theirs > self.reach


def together(study: Study, players: Players | None) -> WinRatesTogether | None:
    """How a second player does in the settings that all win or lose; None where nobody knows."""
    if players is None or not study.cells:
        return None
    by_key = {key_of(WIN_RATE, level.cell.levels): level.rate for level in study.cells}
    both = [(players.facts[key], rate) for key, rate in by_key.items() if key in players.facts]
    if not both:
        return None
    his, theirs = fmean(fact.value for fact, _ in both), fmean(rate.value for _, rate in both)
    ends = [(one.low or 0.0, one.high or 0.0) for pair in both for one in pair]
    reach = hypot(*((high - low) / 2 for low, high in ends)) / len(both)
    return WinRatesTogether(his, theirs, reach)


def is_weaker(study: Study, players: Players | None) -> bool:
    """Whether a second player surely wins fewer of the games that all win or lose."""
    both = together(study, players)
    return both is not None and both.is_weaker


def measured(manifest: Mapping[str, Any]) -> Players | None:
    """What a second player found once of just this, if that was measured."""
    for known in manifest.get("opinions", ()):
        found = [
            Fact(f["metric"], f["where"], f["value"], f["low"], f["high"], "", known["games"])
            for f in known["facts"]
        ]
        by_key = {key_of(fact.metric, fact.where): fact for fact in found}
        return Players(known["strategy"], known["games"], by_key, known["on"])
    return None


def pooled(known: Players | None, played: Players | None) -> Players | None:
    """All that a second player found, weighed by how sure each is."""
    if known is None or played is None or known.strategy != played.strategy:
        return played or known
    both = {**known.facts, **played.facts}
    both |= {k: _mean(known.facts[k], played.facts[k]) for k in known.facts if k in played.facts}
    return Players(known.strategy, known.games + played.games, both, known.on, played.did)


def _mean(one: Fact, other: Fact) -> Fact:
    told = [f for f in (one, other) if f.low is not None and f.high is not None and f.high > f.low]
    if len(told) < len((one, other)):
        return told[0] if told else other
    halves = [(f.high - f.low) / 2 for f in told if f.low is not None and f.high is not None]
    weights = [1 / half**2 for half in halves]
    value = fmean([f.value for f in told], weights)
    half = sum(weights) ** -0.5
    return replace(other, value=value, low=value - half, high=value + half)


def told(error: float) -> float:
    """The least surplus of which a second player's number with this error tells, 4 times in 5."""
    return REACH * error / PART


def surplus(
    study: Study, about: About, verdict: str, told: Sequence[Fact] | None = None
) -> Surplus | None:
    """What a second player is asked about a finding; None where it says nothing of one number."""
    told = facts(study) if told is None else told
    held = claim(study, *about, verdict, told)
    if held is None or (held.low == -inf) == (held.high == inf):
        return None
    fact = next(fact for fact in told if key_of(fact.metric, fact.where) == held.key)
    cells = cells_of(study.design, fact)
    games = min((study.counts.games(number) for number in cells), default=0)
    if fact.low is None or fact.high is None or not games:
        return None
    error = (fact.high - fact.low) / 2 / study.design.confidence.reach
    return Surplus(held, _edge(fact, held), fact.value, error, cells, games)


def _edge(fact: Fact, held: Claim) -> float:
    """What would be fine: of a share the fair one, of a rate the end of its target."""
    if fact.metric == OVER_FAIR_SHARE:
        return 0.0
    return held.low if held.high == inf else held.high


def cells_of(design: Design, fact: Fact) -> frozenset[int]:
    """The settings that a number is of, with those that it is held against."""
    where = {name: str(level) for name, level in fact.where.items()}
    return frozenset(cell.number for cell in design.cells if _is_of(cell, where))


def _is_of(cell: Cell, where: Mapping[str, str]) -> bool:
    """Of a comparison both sides: `from` and the level, a change and the printed game."""
    for name, level in cell.levels.items():
        other = PRINTED if name == VARIANT else where.get(FROM)
        told = name in where or name == VARIANT
        if told and str(level) not in (where.get(name), other):
            return False
    return True


def asked(study: Study, surpluses: Sequence[Surplus]) -> OpinionPlan | None:
    """What the second player of a run plays, by what was found; None where nobody is to be asked.

    As many games as tell every finding that is not told yet, as far as they cost no more than half
    of what the run's own did; none for what they are far too few for.  A player that is asked by
    name plays some in any case, and so does one of an own game that all win or lose.
    """
    manifest = study.design.manifest
    known = measured(manifest)
    open_ = [
        one
        for one in surpluses
        if one.verdict(known) == CANNOT and one.needed <= WORTH * most(manifest, one.cells)
    ]
    cells = frozenset[int]().union(*(one.cells for one in open_))
    needed = max((one.needed for one in open_), default=0)
    if not cells and manifest.get("own"):  # how hard it is nobody knows by one player alone
        cells, needed = frozenset(level.cell.number for level in study.cells), BY_NAME
    if is_named(manifest):
        cells, needed = frozenset(c.number for c in study.design.cells), max(needed, BY_NAME)
    games = min(needed, int(most(manifest, cells)))
    games = max(BY_NAME, games) if is_named(manifest) else games
    if not cells or games * len(cells) < FEWEST:
        return None
    return OpinionPlan(str(manifest["second"]), tuple(sorted(cells)), games, needed)


def is_named(manifest: Mapping[str, Any]) -> bool:
    """Whether somebody has named the player that is to be asked."""
    return "confirm_with" in manifest.get("experiment", {})


def most(manifest: Mapping[str, Any], cells: Collection[int] = ()) -> float:
    """Games of each of some settings that the second player may play, or of the cheapest one."""
    each = _prices(manifest)
    price = sum(each[number] for number in cells) if cells else min(each.values())
    if not manifest.get("second") or not price:
        return 0.0
    return float(max(BESIDE * _paid(manifest) / price, _of_own(manifest, price)))


def times_as_long(manifest: Mapping[str, Any], games: int) -> float:
    """How many times as long as a run takes so many games of each setting of a second player.

    0 where that is not known.
    """
    own = _paid(manifest)
    return games * sum(_prices(manifest).values()) / own if own else 0.0


def _paid(manifest: Mapping[str, Any]) -> float:
    """What the games of a run take, in loops by a thousand."""
    costs, cells = manifest.get("costs", ()), manifest["cells"]
    return fsum(c["games"] * _cost(costs, c, {*c["setting"]["strategy"]}) for c in cells)


def _prices(manifest: Mapping[str, Any]) -> dict[int, float]:
    """What a game of a second player takes in each setting, in the same unit."""
    costs, second = manifest.get("costs", ()), {str(manifest.get("second") or "")}
    return {cell["number"]: _cost(costs, cell, second) for cell in manifest["cells"]}


def _of_own(manifest: Mapping[str, Any], price: float) -> float:
    """Games of each setting that are played of an own game, however little its own ones took."""
    if not manifest.get("own"):
        return 0.0
    fewest = min(cell["games"] for cell in manifest["cells"])
    return float(min(OF_OWN * fewest, MOST_OF_OWN, PAID_OF_OWN * A_THOUSAND / price))


def _cost(
    costs: Iterable[Mapping[str, Any]], cell: Mapping[str, Any], strategies: Collection[str]
) -> float:
    """Loops that a thousand games take with these players, by what was measured of them.

    Of a player that was not measured the mean of those that were; 0 where nothing is known.
    """
    setting = cell["setting"]
    loops = {c["strategy"]: c["loops"] for c in costs if c["setting"].items() <= setting.items()}
    known = [loops[name] for name in strategies if name in loops] or list(loops.values())
    return fmean(known) if known else 0.0
