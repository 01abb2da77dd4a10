"""Targets and expectations: every [[target]], checked before anything is played.

A band of settings is what they are judged by; all else is expected, and told by itself.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from simulate.core.errors import nearest
from simulate.core.game.facts import (
    EFFECT,
    END,
    LENGTH,
    MATCHUP,
    OVER_FAIR_SHARE,
    SHARE,
    TEAM,
    WIN_RATE,
    Facts,
)
from simulate.core.text.letters import Known
from simulate.core.text.locate import Loc
from simulate.core.text.validate import literal, not_one_of
from simulate.experiment import levels as level_rules
from simulate.experiment.context import LINEUP, PRINTED, STRATEGY, VARIANT, Axis, Context, flatten
from simulate.experiment.expected.bands import SettingBand, any_of, stands
from simulate.experiment.expected.shares import scale_of
from simulate.experiment.model import BANDS, ExperimentFile, TargetTable
from simulate.experiment.request import ANY_FACTOR
from simulate.pack.text.nouns import slug

TARGET = "target"
SEAT, REASON, COLUMN = "seat", "reason", "column"
SHARES = (SHARE, OVER_FAIR_SHARE)
PAIR = A, B = "a", "b"  # of a matchup: how often `a` ends ahead of `b`
BRINGS, ANY = "brings", "any"  # what a thing adds to the win rate, and any of its kind
CHANGED = (WIN_RATE, EFFECT)  # metrics that are told of a changed game, too
TARGETS = {  # a target of games won together, and one of players who compete
    True: "--target 0.40-0.55",
    False: "--target -0.02,0.02",
}
# Why a metric is of none of the settings that are played, by whether it is one of games won.
NOBODY_HERE = {
    True: "is for cooperative games; in the settings that are played players compete",
    False: "is a share of wins; in the settings that are played nobody competes",
}
NOBODY = {  # with what a target may be instead
    True: f"{NOBODY_HERE[True]}: name the allowed distance from the fair share of the wins, such "
    f"as {TARGETS[False]}",
    False: f"{NOBODY_HERE[False]}: name how many of the games should be won, such as "
    f"{TARGETS[True]}",
}
AS_SHARE = f'; for a distance from the fair share write `metric = "{OVER_FAIR_SHARE}"`'
NOWHERE = "no setting that is played here matches: no cell has all of these levels"
# The least and the most that a metric can be.
REACH: Mapping[str, tuple[float, float | None]] = {
    WIN_RATE: (0.0, 1.0),
    SHARE: (0.0, 1.0),
    OVER_FAIR_SHARE: (-1.0, 1.0),
    MATCHUP: (0.0, 1.0),
    LENGTH: (0.0, None),
    END: (0.0, 1.0),
    EFFECT: (-1.0, 1.0),
    BRINGS: (-1.0, 1.0),
}


def has_won(facts: Facts) -> bool:
    """Whether there are games that players win or lose together: all of them, or a mode."""
    return facts.cooperative or any(column.role == "won" for column in facts.games_columns)


@dataclass(frozen=True)
class Expect:
    """One expectation, its words checked.

    where: as written.  levels: what must stand where in a setting that it fits.  of: the thing
    whose share it is, the reason of an end, the column of a length; one entry or none, two of a
    matchup.
    low, high: None where there is no such end.  loc: where it was written.  check: whether an exit
    code says so.  wish: why whoever shipped it wished for it.  whole: it says of no setting that
    it is of that alone; typed: it was an option, said: as it was typed; unsaid: nobody said its
    metric, which is what games are won by, or shares of the wins.
    """

    name: str
    metric: str
    where: Mapping[str, Any]
    levels: Mapping[str, Any]
    of: Mapping[str, Any]
    low: float | None
    high: float | None
    loc: Loc
    check: bool = True
    wish: str = ""
    whole: bool = False
    typed: bool = False
    said: str = ""
    unsaid: bool = False

    @property
    def band(self) -> SettingBand | None:
        """What settings are judged by, if it is a band of settings and of nothing in them."""
        of_settings = self.whole or (self.levels and VARIANT not in self.levels)
        if self.metric not in BANDS or self.of or not of_settings:
            return None
        if self.low is None or self.high is None:
            return None
        return SettingBand(
            metric=self.metric,
            low=self.low,
            high=self.high,
            levels=self.levels,
            why=self.name,
            wish=self.wish,
            typed=self.typed,
            loc=self.loc,
            said=self.said,
            unsaid=self.unsaid,
        )

    @property
    def is_expected(self) -> bool:
        """Whether it is judged by itself: met, missed, or open."""
        return self.check or self.band is None

    @property
    def judged(self) -> str | None:
        """What games must be judged by (`Facts.metric`) to tell it; None: any will do."""
        if self.metric in (*SHARES, MATCHUP) or (self.metric == EFFECT and self.of):
            return OVER_FAIR_SHARE
        return WIN_RATE if self.metric in (WIN_RATE, EFFECT, BRINGS) else None

    def as_target(self) -> dict[str, Any]:
        """As a file says it."""
        whole: dict[str, Any] = {"metric": self.metric, "low": self.low, "high": self.high}
        whole |= {"where": dict(self.where) or None, "why": self.name or None}
        return {key: value for key, value in whole.items() if value is not None}

    def as_data(self) -> dict[str, Any]:
        """As a manifest says it."""
        whole = {
            "metric": self.metric,
            "where": dict(self.where),
            "low": self.low,
            "high": self.high,
            "name": self.name or None,
            "check": None if self.check else False,
        }
        return {key: value for key, value in whole.items() if value is not None}


def read_targets(
    context: Context,
    file: ExperimentFile,
    axes: Mapping[str, Axis],
    wanted: Callable[[TargetTable], bool] = lambda table: True,
) -> tuple[Expect, ...]:
    """Every target of the file but those of settings that `--set` takes out of play.

    wanted: whether a table is read at all.
    """
    named = (_of_thing(context, table) for table in file.target)
    tables = [(n, table) for n, table in enumerate(named) if wanted(table)]
    read = [_ExpectationReader(context, axes, table, (TARGET, n)).read() for n, table in tables]
    kept = [expect for expect in read if expect is not None]
    known = Known()
    for expect in kept:
        if expect.name and (what := known.refusal(expect.name)):
            what = f"the target `{expect.name}` {what}; each needs a `why` of its own"
            context.problem((*expect.loc, "why"), what)
    lost = sum(e is None and not t.wish for e, (_, t) in zip(read, tables, strict=True))
    if lost:
        what = "1 target is" if lost == 1 else f"{lost} targets are"
        context.notes.append(f"note: {what} left out, of settings that --set takes out of play")
    return tuple(kept)


def _of_thing(context: Context, table: TargetTable) -> TargetTable:
    """A target of a side, or of what may be on one: a share of the wins, if nothing else is said.

    Typed as `wolves=40-45%` it names no kind of thing.
    """
    where, known = table.where or {}, _of_sides(context)
    value = where.get(ANY_FACTOR)
    kind = next((kind for kind, names in known.items() if value in names), None)
    if kind is not None:
        where = {kind: value}
    if not known or table.metric != WIN_RATE or not where.keys() & known.keys():
        return table.model_copy(update={"where": where}) if kind is not None else table
    return table.model_copy(update={"metric": SHARE, "where": where})


def _of_sides(context: Context) -> dict[str, Sequence[Any]]:
    """Where sides compete: kinds of what a target may name, sides first, each with its names."""
    columns = context.facts.seats_columns
    sides = next((column for column in columns if column.of == TEAM), None)
    if sides is None:
        return {}
    held = {slug(c.family): [*context.pack.sections[c.cards]] for c in columns if c.role == "dealt"}
    return {slug(context.facts.options): sides.labels, **held}


def bands_among(context: Context, targets: Iterable[Expect]) -> tuple[SettingBand, ...]:
    """What settings are judged by; of what was typed for the same settings a file says nothing."""
    bands = [band for target in targets if (band := target.band) is not None]
    typed = [band for band in bands if band.typed]
    kept = [b for b in bands if b.typed or not any(_covers(t, b) for t in typed)]
    said: list[tuple[str, bool]] = []
    for band in kept:
        if not band.levels and (band.metric, band.typed) in said:
            what = "there is already a [[target]] for every setting: add `where` to this one"
            context.problem(band.loc, what, "key")
        said += [] if band.levels else [(band.metric, band.typed)]
    return tuple(kept)


def _covers(typed: SettingBand, band: SettingBand) -> bool:
    """Whether all settings of a band are those of another, which names no more."""
    named = typed.levels.items()
    return typed.metric == band.metric and all(band.levels.get(k) == level for k, level in named)


@dataclass
class _ExpectationReader:
    """Reads one table; what is wrong with it goes to the context."""

    context: Context
    axes: Mapping[str, Axis]
    table: TargetTable
    loc: Loc
    levels: dict[str, Any] = field(default_factory=dict)
    of: dict[str, Any] = field(default_factory=dict)
    out_of_play: bool = False
    low: float | None = None
    high: float | None = None

    @property
    def metric(self) -> str:
        return self.table.metric

    @property
    def facts(self) -> Facts:
        return self.context.facts

    def read(self) -> Expect | None:
        """The expectation; None if `--set` leaves no setting to which it applies."""
        self._check_metric()
        self._check_band()
        for name, value, place in flatten(self.table.where or {}, (*self.loc, "where")):
            self._place(name, value, place)
        self._check_complete()
        if self.out_of_play:
            if self.loc in self.context.origins.options:
                self.context.problem(self.loc, "--set leaves no setting that this is of", "key")
            return None
        return Expect(
            name=self.table.why or "",
            metric=self.metric,
            where=self.table.where or {},
            levels=self.levels,
            of=self.of,
            low=self.low,
            high=self.high,
            loc=self.loc,
            check=self.table.check,
            wish=self.table.wish or "",
            whole=self.table.where is None,
            typed=self.loc in self.context.origins.options,
            said=self._as_typed(),
            unsaid=self.is_unsaid,
        )

    def _as_typed(self) -> str:
        """The words of a band that was typed, or set for the folder."""
        return self.context.origins.bands.get(self.loc, "")

    @property
    def is_unsaid(self) -> bool:
        """Whether settings are judged by it, and nobody said by which of two metrics."""
        return "metric" not in self.table.model_fields_set and self.table.may_be_band

    def _check_metric(self) -> None:
        what = ""
        if self.metric in (*SHARES, MATCHUP) and self.facts.cooperative:
            what = "is for competitive games; here players win together: use `win_rate`"
        elif self.metric == WIN_RATE and not has_won(self.facts) and not self.is_unsaid:
            what = f"is for cooperative games; here players compete: use {self._other()}"
        elif self.metric == MATCHUP and not self._options():
            what = "is of two things that seats hold; in this game they hold none: use `share`"
        elif self.metric == MATCHUP and not self._has_places():
            what = "is of who ends ahead of whom; this game tells no places: use `share`"
        elif self.metric == BRINGS and not has_won(self.facts):
            what = f"is for cooperative games; here players compete: use `{OVER_FAIR_SHARE}`"
        elif self.metric == EFFECT and VARIANT not in self.axes:
            what = "is the effect of a variant; this experiment has no [[variant]]"
        elif self.metric == EFFECT and PRINTED not in self.axes[VARIANT].levels:
            self.out_of_play = True  # one change was picked, with nothing to hold it against
        if what:
            self.context.problem((*self.loc, "metric"), f'`metric` = "{self.metric}" {what}')

    def _has_places(self) -> bool:
        return any(column.role == "rank" for column in self.facts.seats_columns)

    def _other(self) -> str:
        """What a target of games won may be instead, where players compete."""
        if not self.table.is_of_all:
            return "`share`"
        what = "the allowed distance of a share of wins from the fair share"
        return f"`{OVER_FAIR_SHARE}`, {what} (`{TARGETS[False]}`)"

    def _check_band(self) -> None:
        low, high = self.low, self.high = self._ends()
        if low is None and high is None:
            self.context.problem(self.loc, "a target needs `low`, `high` or both", "key")
        least, most = REACH[self.metric]
        for key, end in (("low", low), ("high", high)):
            if end is not None and not least <= end <= (end if most is None else most):
                ends = f"{least:g} to {most:g}" if most is not None else f"{least:g} or more"
                what = f"`{key}` of {self.metric} is {ends} (found {literal(end)})"
                what += AS_SHARE if self.metric == WIN_RATE and end < 0 else ""
                self.context.problem((*self.loc, key), what)
        if low is not None and high is not None and low >= high:
            what = f"`low` must be below `high` (found {literal(low)} and {literal(high)})"
            self.context.problem((*self.loc, "low"), what)

    def _ends(self) -> tuple[float | None, float | None]:
        """Both ends; shares in percent or points as parts of one."""
        low, high = self.table.low, self.table.high
        ends = [end for end in (low, high) if end is not None]
        is_typed = self.loc in self.context.origins.options  # and read as such text already
        if self.metric == LENGTH or is_typed or not ends:
            return low, high
        try:
            scale = scale_of(ends)
        except ValueError as unclear:
            scale = 1.0
            # Files may say of any share that it lies anywhere.
            if ends != [-1, 1]:
                what = f"{' and '.join(map(literal, ends))}: it {unclear}"
                self.context.problem(self.loc, what, "key")
        return (None if low is None else low / scale), (None if high is None else high / scale)

    def _place(self, name: str, value: Any, place: Loc) -> None:
        """One entry of `where`: of what it is, or a level of the settings."""
        if name == ANY_FACTOR:
            self._find_level(value, place)
        elif name in self._things():
            self._take_thing(name, value, place)
        elif self.metric == BRINGS and self.facts.factor(name):
            what = f"`{name}` does not go with {BRINGS}, which is measured over all settings"
            self.context.problem(place, what, "key")
        elif name in (VARIANT, LINEUP):
            self._take_picked(name, value, place)
        elif self.context.pack.is_path(name):
            self._take_level(name, value, place, [self.context.pack.value(name)])
        else:
            self._take_factor(name, value, place)

    def _things(self) -> dict[str, Sequence[Any]]:
        """Keys of what this metric is of, each with the values that it may have, if known."""
        if self.metric == END:
            return {REASON: list(self.facts.end_reasons)}
        if self.metric == LENGTH:
            return {COLUMN: [c.name for c in self.facts.games_columns if c.role == "length"]}
        if self.metric in SHARES:
            return {**self._held(), SEAT: (), STRATEGY: list(self.context.pack.strategies)}
        if self.metric == MATCHUP:
            return dict.fromkeys(PAIR, next(iter(self._options().values()), ()))
        if self.metric == BRINGS:
            return {**self._dealt(), **self._held()}
        if self.metric == EFFECT and not self.facts.cooperative:
            return {**self._options(), SEAT: ()}
        return {}

    def _options(self) -> dict[str, Sequence[Any]]:
        """What seats hold: `faction`, with the factions of the pack."""
        if not any(column.role == "option" for column in self.facts.seats_columns):
            return {}
        if sides := _of_sides(self.context):
            return sides
        return {slug(self.facts.options): list(self.context.pack.sections[self.facts.options])}

    def _dealt(self) -> dict[str, Sequence[Any]]:
        """Kinds of what the deal lays for all, with their things where columns name these."""
        dealt: dict[str, list[str]] = {}
        for column in self.facts.games_columns:
            if column.role == "dealt":
                things = dealt.setdefault(slug(column.family or column.name), [])
                things += [column.option] if column.dtype == "bool" and column.option else []
        return {**dealt}

    def _held(self) -> dict[str, Sequence[Any]]:
        dealt = [column for column in self.facts.seats_columns if column.role == "dealt"]
        return {**{slug(c.family or c.name): () for c in dealt}, **self._options()}

    def _take_thing(self, name: str, value: Any, place: Loc) -> None:
        known = self._things()[name]
        if name == SEAT:
            whole = isinstance(value, int) and not isinstance(value, bool)
            if not whole or value < 1:
                what = f"`{name}` must be a whole number from 1 (found {literal(value)})"
                self.context.problem(place, what)
        elif known and not (self.context.stands_in and name != REASON):
            value = self._by_name(name, value)
            if value not in known and (self.metric, value) != (BRINGS, ANY):
                self.context.problem(place, not_one_of(name, value, known))
        self.of[name] = value

    def _by_name(self, name: str, value: Any) -> Any:
        """The id of what is given by its printed name."""
        if name not in self._options() and self.metric != MATCHUP:
            return value
        cards = self.context.pack.sections.get(self.facts.options, {})
        return next((i for i, card in cards.items() if card.get("name") == value), value)

    def _take_picked(self, name: str, value: Any, place: Loc) -> None:
        """A variant or a line-up."""
        axis = self.axes.get(name)
        if name == VARIANT and self.metric not in CHANGED:
            what = f"`{VARIANT}` goes with {' and '.join(CHANGED)}; {self.metric} is told of the "
            self.context.problem(place, f"{what}game as it is", "key")
        elif axis is None:
            if self.context.is_said_anew(STRATEGY) and name == LINEUP:
                self.out_of_play = True
            else:
                self.context.problem(place, f"this experiment has no [[{name}]]", "key")
        elif self.metric == EFFECT and value == PRINTED:
            what = f'"{PRINTED}" is the unchanged game, to which an effect is compared'
            self.context.problem(place, what)
        else:
            self._take_level(name, value, place, axis.levels)

    def _take_factor(self, name: str, value: Any, place: Loc) -> None:
        factor = self.facts.factor(name)
        if factor is None:
            self.context.problem(place, self._unknown(name), "key")
            return
        refusal = level_rules.refuse_seat(name, factor)
        if refusal:
            self.context.problem(place, refusal, "key")
            return
        several = any_of(value)
        refusals = [self.context.refusal(name, factor, one) for one in several]
        for refusal in filter(None, refusals):
            self.context.problem(place, refusal)
        if not any(refusals):
            self._take_level(name, value, place, several)

    def _take_level(self, name: str, value: Any, place: Loc, usual: Sequence[Any]) -> None:
        """A level of the settings; usual: those of what the experiment does not name."""
        axis = self.axes.get(name)
        played = axis.levels if axis is not None else usual
        several = [value] if value in played else any_of(value)
        left = tuple(one for one in several if one in played)
        if left:
            self.levels[name] = left[0] if len(several) == 1 else left
        if self.context.is_said_anew(name):
            self.out_of_play = self.out_of_play or not left
        elif not self.context.stands_in:
            for one in several:
                if one not in played:
                    self.context.problem(place, _never(name, one, played))

    def _find_level(self, value: Any, place: Loc) -> None:
        """A level without its factor, as it may be typed: that of the one factor that has it."""
        axes = [axis for axis in self.axes.values() if axis.kind in ("factor", "parameter")]
        having = [axis.name for axis in axes if value in axis.levels]
        away = [f.name for f in self.facts.factors if value in f.levels]
        named = having or [name for name in away if self.context.is_said_anew(name)]
        if len(named) == 1:
            self._take_level(named[0], value, place, ())
            return
        known = [str(level) for axis in axes if axis.crossed for level in axis.levels]
        known += [name for names in _of_sides(self.context).values() for name in names]
        what = f"no setting that is played has {literal(value)}{nearest(str(value), known)}"
        what += f" (levels: {', '.join(known)})" if known else ""
        if named:
            low, high = self.table.low, self.table.high
            each = " or ".join(f"{name}={value}:{low:g}-{high:g}" for name in named)
            what = f"{literal(value)} is a level of {' and of '.join(named)}: write {each}"
        self.context.problem(place, what)

    def _unknown(self, name: str) -> str:
        factors = [factor.name for factor in self.facts.factors]
        known = [*self._things(), VARIANT, *factors]
        guess = nearest(name, [*known, *self.context.pack.paths()])
        of = [metric for metric in REACH if name in self._with(metric)]
        if of:
            return f"`{name}` goes with {', '.join(of)}, not with {self.metric}"
        return f"there is no `{name}`{guess} ({self.metric} knows: {', '.join(known)})"

    def _with(self, metric: str) -> dict[str, Sequence[Any]]:
        table = self.table.model_copy(update={"metric": metric})
        return _ExpectationReader(self.context, self.axes, table, self.loc)._things()

    def _check_complete(self) -> None:
        """A share is one of something; an end is one for a reason; a matchup is of two."""
        things = list(self._things())
        if self.metric == MATCHUP:
            self._check_pair()
            return
        may_name_none = self.metric in (LENGTH, BRINGS) or self._is_of_settings()
        if not things or self.out_of_play or (may_name_none and len(self.of) < 2):
            return
        if len(self.of) != 1:
            names = ", ".join(f"`{name}`" for name in things)
            one = f"one of {names}" if len(things) > 1 else names
            what = f"{self.metric} needs {one} in `where`"
            self.context.problem((*self.loc, "where"), what, "key")

    def _check_pair(self) -> None:
        """A matchup is of two that are not the same."""
        named = [self.of.get(key) for key in PAIR]
        if None in named and self._options():
            what = f"{MATCHUP} needs both `{A}` and `{B}` in `where`: how often `{A}` ends ahead"
            self.context.problem((*self.loc, "where"), what, "key")
        elif named[0] == named[1] and self._options():
            what = f"`{A}` and `{B}` are both {literal(named[0])}: {MATCHUP} is of two"
            self.context.problem((*self.loc, "where", B), what)

    def _is_of_settings(self) -> bool:
        """Whether it says how far any share of a setting may lie from its fair one."""
        table = self.table
        both = None not in (table.low, table.high)
        return both and table.metric == OVER_FAIR_SHARE and not self.of and table.where != {}


def _never(name: str, level: Any, played: Sequence[Any]) -> str:
    words = [str(one) for one in played]
    known = f"{nearest(str(level), words)} (played: {', '.join(words)})"
    return f"`{name}` is never {literal(level)} in this experiment{known}"


def fits(expect: Expect, levels: Mapping[str, Any], setting: Mapping[str, Any]) -> bool:
    """Whether an expectation applies to a cell.

    levels: of all that is crossed; setting: of every factor of the game, by seat where it belongs
    to a seat.  Without a variant it is of the game as it is; an effect is of each change.
    """
    variant = levels.get(VARIANT, PRINTED)
    if VARIANT not in expect.levels and (expect.metric == EFFECT) == (variant == PRINTED):
        return False
    return stands(expect.levels, levels, setting)
