"""Robustness to the players: does the strongest measured player find the same?

What a run finds is held against all who played the same: those of the run, the second player whom
it asks, and stronger ones that were measured once (`analysis.conclusions.players.player_panel`).
A finding stands where what it says holds for the strongest of them with 80% or more, and does not
where the contrary is as likely; nor does an effect of which he surely finds less than half.  Of
what nobody else measured nothing is said.

A second player is slow: as many games are played as tell half of a finding's surplus, how far it
lies beyond what would be fine, with 80% power where the truth is the whole surplus, or none.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, fsum, hypot, inf
from statistics import fmean
from typing import Any

from analysis.conclusions.facts import FROM, About, Fact, facts
from analysis.conclusions.players.player_panel import (
    REACH,
    PlayerPanel,
    PlayerView,
    best_play,
    measured,
)
from analysis.conclusions.robustness import CANNOT, NO, YES, Claim, Key, Players, claim, key_of
from analysis.data.design import VARIANT, Cell, Design
from analysis.stats import verdicts
from analysis.stats.intervals import Estimate
from analysis.study import Study
from simulate.core.game.facts import OVER_FAIR_SHARE, WIN_RATE
from simulate.experiment.context import PRINTED

STANDS, FALLS = 0.8, 0.2  # chances with the strongest player, at least and at most
SURELY = 0.95  # so likely is what it alone finds to be told
PART = 0.5  # of the surplus, which a finding must keep
BESIDE = 1.0  # of the run's processor time: half of both together
FEWEST = 200  # games of a finding's settings together; fewer tell nothing
WORTH = 4  # times the games that may be played, at most, that a finding needs to be asked about
BY_NAME = 200  # games of a cell, at least, of a player that is asked by name
# Of an own game nobody knows what its players are worth, so that more is played than is cheap:
OF_OWN = 0.15  # of its games, and at most
MOST_OF_OWN = 300  # games of a cell, as far as they take no more than
PAID_OF_OWN = 40_000_000  # calls of its code: some minutes of one core
A_THOUSAND = 1_000  # games: of so many costs are told


@dataclass(frozen=True)
class Surplus:
    """What a finding says of a number, and the surplus that a second player tests.

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
    """What the strongest player that measured the number of a finding says of it.

    surplus: what a second player was asked, None where that is nothing.  said: stands, does not
    stand, cannot be told; empty where nobody else measured it, which is neither agreement nor
    doubt.  weak: whether it cannot be told since that player wins too seldom, so that more games
    would not tell either.  by, games: who it is, and what he played of each setting.  pooled: what
    he would find, by the figures of all; chance: how likely what the finding says holds for him;
    least: the smallest difference that his own games would have shown; heard: whether anybody else
    played enough to show what was found; shown: whether he is shown to play well enough for his
    word, which is asked of an own game alone.
    """

    surplus: Surplus | None
    said: str = ""
    weak: bool = False
    by: str = ""
    games: int = 0
    pooled: Estimate | None = None
    chance: float | None = None
    least: float | None = None
    heard: bool = False
    shown: bool = True


@dataclass(frozen=True)
class Differing:
    """A number that is fine for those who played, and surely not for a stronger player.

    verdict: what it is for him; opinion: what he would find, with its interval.
    """

    fact: Fact
    verdict: str
    opinion: Opinion


def panel(study: Study, players: Players | None, told: Sequence[Fact] | None = None) -> PlayerPanel:
    """All who measured what a run is about; players: whom it asked; told: its facts, once made."""
    others = [p for p in measured(study.design.manifest) if not _same(p, players)]
    others += [players] if players is not None else []
    return PlayerPanel(facts(study) if told is None else told, study.design.confidence, others)


def _same(one: Players, players: Players | None) -> bool:
    return players is not None and one.strategy == players.strategy


def opinion(
    study: Study,
    about: About,
    verdict: str,
    players: Players | None,
    told: Sequence[Fact] | None = None,
    known: PlayerPanel | None = None,
) -> Opinion:
    """What the strongest player says of a finding of a run.

    told, known: the facts of the run and all who measured it, where somebody made them already.
    """
    told = facts(study) if told is None else told
    view = (known or panel(study, players, told)).view(key_of(*about))
    asked_of, shown = surplus(study, about, verdict, told), is_shown(study, players)
    if asked_of is None or view is None:
        return replace(_seen(view, None, asked_of), shown=shown)
    seen = replace(_seen(view, asked_of.held, asked_of), shown=shown)
    said = replace(seen, said=said_of(view, asked_of), heard=_could_show(view, asked_of))
    is_own, is_sure = bool(study.design.manifest.get("own")), said.said == YES
    weak = is_own and not is_sure and is_weaker(study, players)
    return replace(said, said=CANNOT if weak else said.said, weak=weak)


def _seen(view: PlayerView | None, held: Claim | None, asked_of: Surplus | None = None) -> Opinion:
    """What the strongest player finds of a number, and says of what is claimed of it."""
    if view is None:
        return Opinion(asked_of)
    chance, pooled = view.chance(held) if held is not None else None, view.value.estimate()
    who, games = view.strategy, view.games
    return Opinion(asked_of, "", False, who, games, pooled, chance, view.least)


def _could_show(view: PlayerView, asked_of: Surplus) -> bool:
    """Whether the games of anybody else were enough to show what was found."""
    return view.keenest <= abs(asked_of.value - asked_of.edge)


def said_of(view: PlayerView, asked_of: Surplus) -> str:
    """Whether a finding stands with the strongest player.

    What nobody else's games could have shown is not told.  That an effect has the same sign is not
    enough: it falls, too, where he surely finds less than half of it.
    """
    if not _could_show(view, asked_of):
        return CANNOT
    chance, half = view.chance(asked_of.held), view.value.below(asked_of.half)
    less = half if asked_of.value > asked_of.edge else 1 - half
    is_level = asked_of.key[0] in (WIN_RATE, OVER_FAIR_SHARE)  # which a target judges
    if chance <= FALLS or (less >= SURELY and not is_level):
        return NO
    return YES if chance >= STANDS else CANNOT


def differing(
    study: Study, players: Players | None, told: Sequence[Fact] | None = None
) -> list[Differing]:
    """What is on target or without effect in a run, and surely is not for a stronger player."""
    told = facts(study) if told is None else told
    known = panel(study, players, told)
    fine = [fact for fact in told if fact.verdict in (verdicts.ON_TARGET, verdicts.NONE)]
    found = (_differing(study, fact, known, told) for fact in fine)
    return [one for one in found if one is not None]


def _differing(
    study: Study, fact: Fact, known: PlayerPanel, told: Sequence[Fact]
) -> Differing | None:
    held = claim(study, fact.metric, fact.where, fact.verdict, told)
    if held is None or (view := known.view(held.key)) is None:
        return None
    above, below = 1 - view.value.below(held.high), view.value.below(held.low)
    if max(above, below) < SURELY:
        return None
    return Differing(fact, _verdict(fact, above > below), _seen(view, held))


def _verdict(fact: Fact, above: bool) -> str:
    """What a number is called that lies above its band, or below it."""
    if fact.verdict == verdicts.NONE:
        return verdicts.BIG
    if fact.metric == WIN_RATE:
        return verdicts.ABOVE if above else verdicts.BELOW
    return verdicts.STRONG if above else verdicts.WEAK


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


def is_shown(study: Study, players: Players | None) -> bool:
    """Whether somebody was heard who is known to play well.

    Of an own game nobody is, but best play where it is known, and who surely wins more than those
    of the run: two weak players may agree on what no better one finds.
    """
    if not study.design.manifest.get("own") or best_play(study.design.manifest) is not None:
        return True
    both = together(study, players)
    if both is not None:
        return both.is_stronger
    return players is not None and players.duel is not None and players.duel.is_won


def with_known(manifest: Mapping[str, Any], played: Players | None) -> Players | None:
    """The second player of a run with all that was measured of him; else whom somebody measured."""
    known = measured(manifest)
    if played is None:
        return known[0] if known else None
    return pooled(next((one for one in known if _same(one, played)), None), played)


def pooled(known: Players | None, played: Players | None) -> Players | None:
    """All that a second player found, weighed by how sure each is."""
    if known is None or played is None or known.strategy != played.strategy:
        return played or known
    both = {**known.facts, **played.facts}
    both |= {k: _mean(known.facts[k], played.facts[k]) for k in known.facts if k in played.facts}
    games = known.games + played.games
    return Players(known.strategy, games, both, known.on, played.did, played.duel)


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
    """The least surplus that a second player's number with this error detects, 4 times in 5."""
    return REACH * error / PART


def surplus(
    study: Study, about: About, verdict: str, told: Sequence[Fact] | None = None
) -> Surplus | None:
    """The surplus of a finding; None if it is not about one number."""
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

    As many games as tell the findings that are not told yet, in their order, as far as they cost no
    more than what the run's own did; none for what they are far too few for.  A player that is
    asked by name plays some in any case, and so does one of an own game that all win or lose.

    surpluses: of the findings, in the order in which they are told.
    """
    manifest = study.design.manifest
    known = panel(study, None)
    open_ = [one for one in surpluses if _is_open(known.view(one.key), one)]
    cells, needed = _afforded(manifest, open_)
    if not cells and manifest.get("own"):  # how hard it is nobody knows by one player alone
        cells, needed = frozenset(level.cell.number for level in study.cells), BY_NAME
    if is_named(manifest):
        cells, needed = frozenset(c.number for c in study.design.cells), max(needed, BY_NAME)
    games = min(needed, int(most(manifest, cells)))
    games = max(BY_NAME, games) if is_named(manifest) else games
    if not cells or games * len(cells) < FEWEST:
        return None
    return OpinionPlan(str(manifest["second"]), tuple(sorted(cells)), games, needed)


def _afforded(manifest: Mapping[str, Any], open_: Sequence[Surplus]) -> tuple[frozenset[int], int]:
    """The settings that are paid for, a finding at a time, and the games that tell all of those.

    The first may be told in part.
    """
    cells, needed = frozenset[int](), 0
    for one in open_:
        wider, games = cells | one.cells, max(needed, one.needed)
        worth = 1 if cells else WORTH
        if games <= worth * most(manifest, wider):
            cells, needed = wider, games
    return cells, needed


def _is_open(view: PlayerView | None, one: Surplus) -> bool:
    """Whether what was measured before does not tell a finding."""
    return view is None or said_of(view, one) == CANNOT


def is_named(manifest: Mapping[str, Any]) -> bool:
    """Whether a second player was named."""
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
