"""What a designer expects of a result: each [[target]] that is told by itself, checked first."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from simulate.core.errors import nearest
from simulate.core.facts import EFFECT, END, LENGTH, OVER_FAIR_SHARE, SHARE, WIN_RATE, Facts
from simulate.core.letters import Known
from simulate.core.locate import Loc
from simulate.core.validate import literal, not_one_of
from simulate.experiment import levels as level_rules
from simulate.experiment.context import LINEUP, PRINTED, STRATEGY, VARIANT, Axis, Context, flatten
from simulate.experiment.model import ExperimentFile, TargetTable
from simulate.pack.nouns import slug

TARGET = "target"
SEAT, REASON, COLUMN = "seat", "reason", "column"
SHARES = (SHARE, OVER_FAIR_SHARE)
CHANGED = (WIN_RATE, EFFECT)  # metrics that are told of a changed game, too
TARGETS = {  # a target of games won together, and one of players who compete
    True: "--target 0.40-0.55",
    False: "--target -0.02,0.02",
}
# Why a metric is of none of the settings that are played, by whether it is one of games won.
NOBODY_HERE = {
    True: "is of games that are won together; in the settings that are played players compete",
    False: "is of shares of wins; in the settings that are played nobody competes",
}
NOBODY = {  # with what a target may be instead
    True: f"{NOBODY_HERE[True]}: name how far from the fair share a share of wins may lie, such "
    f"as {TARGETS[False]}",
    False: f"{NOBODY_HERE[False]}: name how many of the games should be won, such as "
    f"{TARGETS[True]}",
}
# The least and the most that a metric can be.
REACH: Mapping[str, tuple[float, float | None]] = {
    WIN_RATE: (0.0, 1.0),
    SHARE: (0.0, 1.0),
    OVER_FAIR_SHARE: (-1.0, 1.0),
    LENGTH: (0.0, None),
    END: (0.0, 1.0),
    EFFECT: (-1.0, 1.0),
}


def has_won(facts: Facts) -> bool:
    """Whether there are games that players win or lose together: all of them, or a mode."""
    return facts.cooperative or any(column.role == "won" for column in facts.games_columns)


@dataclass(frozen=True)
class Expect:
    """One expectation, its words checked.

    where: as written.  levels: what must stand where in a setting that it fits.  of: the thing
    whose share it is, the reason of an end, the column of a length; one entry or none.
    low, high: None where there is no such end.  loc: where it was written.  check: whether an exit
    code says so.
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

    @property
    def judged(self) -> str | None:
        """What games must be judged by (`Facts.metric`) to tell it; None: any will do."""
        if self.metric in SHARES or (self.metric == EFFECT and self.of):
            return OVER_FAIR_SHARE
        return WIN_RATE if self.metric in (WIN_RATE, EFFECT) else None

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


def read_expects(
    context: Context, file: ExperimentFile, axes: Mapping[str, Axis]
) -> tuple[Expect, ...]:
    """Every expectation of the file but those of settings that `--set` takes out of play."""
    read = [
        _ExpectationReader(context, axes, table, (TARGET, number)).read()
        for number, table in enumerate(file.target)
        if table.is_expected
    ]
    kept = [expect for expect in read if expect is not None]
    known = Known()
    for expect in kept:
        if expect.name and (what := known.refusal(expect.name)):
            what = f"the target `{expect.name}` {what}; each needs a `why` of its own"
            context.problem((*expect.loc, "why"), what)
    if len(kept) < len(read):
        left_out = len(read) - len(kept)
        what = "1 expectation is" if left_out == 1 else f"{left_out} expectations are"
        context.notes.append(f"note: {what} left out, of settings that --set takes out of play")
    return tuple(kept)


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

    @property
    def metric(self) -> str:
        return self.table.metric

    @property
    def facts(self) -> Facts:
        return self.context.facts

    def read(self) -> Expect | None:
        """The expectation; None where `--set` leaves no setting that it is of."""
        self._check_metric()
        self._check_band()
        for name, value, place in flatten(self.table.where or {}, (*self.loc, "where")):
            self._place(name, value, place)
        self._check_complete()
        if self.out_of_play:
            return None
        return Expect(
            name=self.table.why or "",
            metric=self.metric,
            where=self.table.where or {},
            levels=self.levels,
            of=self.of,
            low=self.table.low,
            high=self.table.high,
            loc=self.loc,
            check=self.table.check,
        )

    def _check_metric(self) -> None:
        what = ""
        if self.metric in SHARES and self.facts.cooperative:
            what = "goes where players compete; here they win together: take `win_rate`"
        elif self.metric == WIN_RATE and not has_won(self.facts):
            what = "goes where players win together; here they compete: take `share`"
        elif self.metric == EFFECT and VARIANT not in self.axes:
            what = "is what a variant does; this experiment has no [[variant]]"
        elif self.metric == EFFECT and PRINTED not in self.axes[VARIANT].levels:
            self.out_of_play = True  # one change was picked, with nothing to hold it against
        if what:
            self.context.problem((*self.loc, "metric"), f'`metric` = "{self.metric}" {what}')

    def _check_band(self) -> None:
        low, high = self.table.low, self.table.high
        if low is None and high is None:
            self.context.problem(self.loc, "a target needs `low`, `high` or both", "key")
        least, most = REACH[self.metric]
        for key, end in (("low", low), ("high", high)):
            if end is not None and not least <= end <= (end if most is None else most):
                ends = f"{least:g} to {most:g}" if most is not None else f"{least:g} or more"
                what = f"`{key}` of {self.metric} is {ends} (found {literal(end)})"
                self.context.problem((*self.loc, key), what)
        if low is not None and high is not None and low >= high:
            what = f"`low` must be below `high` (found {literal(low)} and {literal(high)})"
            self.context.problem((*self.loc, "low"), what)

    def _place(self, name: str, value: Any, place: Loc) -> None:
        """One entry of `where`: of what it is, or a level of the settings."""
        if name in self._things():
            self._take_thing(name, value, place)
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
        if self.metric == EFFECT and not self.facts.cooperative:
            return {**self._options(), SEAT: ()}
        return {}

    def _options(self) -> dict[str, Sequence[Any]]:
        """What seats hold: `faction`, with the factions of the pack."""
        if not any(column.role == "option" for column in self.facts.seats_columns):
            return {}
        return {slug(self.facts.options): list(self.context.pack.sections[self.facts.options])}

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
            if value not in known:
                self.context.problem(place, not_one_of(name, value, known))
        self.of[name] = value

    def _by_name(self, name: str, value: Any) -> Any:
        """The id of what is given by its printed name."""
        if name not in self._options():
            return value
        cards = self.context.pack.sections[self.facts.options]
        return next((i for i, card in cards.items() if card.get("name") == value), value)

    def _take_picked(self, name: str, value: Any, place: Loc) -> None:
        """A variant or a line-up."""
        axis = self.axes.get(name)
        if name == VARIANT and self.metric not in CHANGED:
            what = f"`{VARIANT}` goes with {' and '.join(CHANGED)}; {self.metric} is told of the "
            self.context.problem(place, f"{what}game as it is", "key")
        elif axis is None:
            if self.context.change_of(STRATEGY) and name == LINEUP:
                self.out_of_play = True
            else:
                self.context.problem(place, f"this experiment has no [[{name}]]", "key")
        elif self.metric == EFFECT and value == PRINTED:
            what = f'"{PRINTED}" is the game as it is, against which an effect is told'
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
        refusal = self.context.refusal(name, factor, value)
        if refusal:
            self.context.problem(place, refusal)
            return
        self._take_level(name, value, place, [value])

    def _take_level(self, name: str, value: Any, place: Loc, usual: Sequence[Any]) -> None:
        """A level of the settings; usual: those of what the experiment does not name."""
        axis = self.axes.get(name)
        played = axis.levels if axis is not None else usual
        if value in played:
            self.levels[name] = value
        elif self.context.change_of(name):
            self.out_of_play = True
        elif not self.context.stands_in:
            what = f"`{name}` never stands at {literal(value)} in this experiment"
            words = [str(level) for level in played]
            known = f"{nearest(str(value), words)} (played: {', '.join(words)})"
            self.context.problem(place, f"{what}{known}")

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
        """A share is one of something; an end is one for a reason."""
        things = list(self._things())
        if self.metric == LENGTH or not things or self.out_of_play:
            return
        if len(self.of) != 1:
            names = ", ".join(f"`{name}`" for name in things)
            one = f"one of {names}" if len(things) > 1 else names
            what = f"{self.metric} needs {one} in `where`"
            self.context.problem((*self.loc, "where"), what, "key")


def fits(expect: Expect, levels: Mapping[str, Any], setting: Mapping[str, Any]) -> bool:
    """Whether an expectation is of a cell.

    levels: of all that is crossed; setting: of every factor of the game, by seat where it belongs
    to a seat.  Without a variant it is of the game as it is; an effect is of each change.
    """
    variant = levels.get(VARIANT, PRINTED)
    if VARIANT not in expect.levels and (expect.metric == EFFECT) == (variant == PRINTED):
        return False
    return all(
        level in _stands(name, levels, setting, level) for name, level in expect.levels.items()
    )


def _stands(
    name: str, levels: Mapping[str, Any], setting: Mapping[str, Any], otherwise: Any
) -> Iterator[Any]:
    """The level of a factor or number in a cell; of all seats where they are alike."""
    stem, dot, seat = name.partition(".")
    own = setting.get(name, setting.get(stem) if dot else None)
    if name in levels:
        yield levels[name]
    elif isinstance(own, list) and dot:
        yield from own[int(seat) - 1 : int(seat)]
    elif isinstance(own, list):
        yield from own[:1] if all(level == own[0] for level in own) else ()
    else:
        # What no factor names and nothing crosses was held against its one value when read.
        yield otherwise if own is None else own
