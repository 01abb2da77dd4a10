"""Factors and parameters with their levels: [factors], [fixed] and `--set` as one list."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simulate.core.game.facts import Factor
from simulate.core.text.letters import Known
from simulate.core.text.locate import Loc
from simulate.core.text.validate import literal
from simulate.experiment import levels as level_rules
from simulate.experiment.context import LINEUP, VARIANT, Axis, Context, flatten
from simulate.experiment.model import ExperimentFile
from simulate.experiment.request import Change
from simulate.pack.game_room import Trouble

MOST_LEVELS = 5_000  # of one factor: no run has more cells

Levels = list[tuple[Loc, Any]]
Changes = Mapping[str, Any]


@dataclass(frozen=True)
class Entry:
    """A name with what was written for it; `several`: written as a list of levels."""

    name: str
    value: Any
    several: bool
    loc: Loc


def read_axes(context: Context, file: ExperimentFile) -> dict[str, Axis]:
    """Every factor and parameter that is named, in the order of crossing."""
    axes = {}
    merged = _merged(context, file)
    together = {
        entry.name: entry.value
        for entry in merged.values()
        if not entry.several and context.pack.is_path(entry.name)
    }
    for entry in merged.values():
        axis = _axis(context, entry, together)
        if axis is not None:
            axes[entry.name] = axis
    return axes


def _merged(context: Context, file: ExperimentFile) -> dict[str, Entry]:
    """Entries of the file; a `--set` takes the place of its own, or comes behind them."""
    merged: dict[str, Entry] = {}
    for section, several in (("factors", True), ("fixed", False)):
        for name, value, loc in flatten(getattr(file, section), (section,)):
            if name in merged:
                before = merged[name].loc[0]
                other = "stands there already" if before == section else "stands in [factors] too"
                context.problem(loc, f"`{name}` {other}", "key")
            else:
                merged[name] = Entry(name, value, several, loc)
    for number, change in enumerate(context.changes):
        if change.key in (LINEUP, VARIANT):
            continue
        factor = context.facts.factor(change.key)
        if factor is not None and factor.per_seat and "." not in change.key:
            for name in [name for name in merged if name.startswith(f"{change.key}.")]:
                del merged[name]  # everywhere means in these seats too
        several = _is_list_of_levels(context, change)
        merged[change.key] = Entry(change.key, change.value, several, ("set", number))
    return merged


def _is_list_of_levels(context: Context, change: Change) -> bool:
    """A list makes a factor, unless the value itself is a list in the pack."""
    if not isinstance(change.value, list):
        return False
    own = context.pack.value(change.key) if context.pack.is_path(change.key) else None
    return _depth(change.value) > _depth(own)


def _depth(value: Any) -> int:
    """How many lists stand in each other: 1 for a plain list, 0 for what is none."""
    return 1 + max(map(_depth, value), default=0) if isinstance(value, list) else 0


def _axis(context: Context, entry: Entry, together: Changes) -> Axis | None:
    levels = read_levels(context, entry)
    if levels is None:
        return None
    if context.pack.is_path(entry.name):
        return _parameter(context, entry, levels, together)
    factor = context.facts.factor(entry.name)
    if factor is None:
        what = level_rules.unknown_name(entry.name, context.facts, context.pack)
        context.problem(entry.loc, what, "key")
        return None
    refusal = level_rules.refuse_seat(entry.name, factor)
    if refusal:
        context.problem(entry.loc, refusal, "key")
        return None
    return _factor(context, entry, factor, levels)


def read_levels(context: Context, entry: Entry) -> Levels | None:
    """Levels with their places, or None after telling why they cannot be used."""
    if not entry.several:
        if isinstance(entry.value, list) and not context.pack.is_path(entry.name):
            what = f"`{entry.name}` has several levels here; a list belongs in [factors]"
            context.problem(entry.loc, what)
            return None
        return [(entry.loc, entry.value)]
    if not isinstance(entry.value, list):
        what = f"`{entry.name}` must be a list of levels; a single value belongs in [fixed]"
        context.problem(entry.loc, what)
        return None
    if not entry.value:
        context.problem(entry.loc, f"`{entry.name}` needs at least one level")
        return None
    if len(entry.value) > MOST_LEVELS:
        what = f"has {len(entry.value):,} levels; at most {MOST_LEVELS:,} can be played"
        context.problem(entry.loc, f"`{entry.name}` {what}")
        return None
    return [((*entry.loc, number), level) for number, level in enumerate(entry.value)]


def check_levels(
    context: Context, name: str, levels: Levels, whys: Callable[[Any], list[str]]
) -> bool:
    """Tell what is wrong with each level, or that it comes twice; whether all are fine.

    Levels that are wrong are not compared: 6.0 is no whole number rather than the second 6.
    """
    fine: list[Any] = []
    known = Known()
    for loc, level in levels:
        wrong = whys(level)
        if not wrong and level in fine:
            wrong = [f"`{name}` has the level {literal(level)} twice"]
        elif not wrong and isinstance(level, str) and (what := known.refusal(level)):
            wrong = [f"`{name}`: the level {literal(level)} {what}"]
        for what in wrong:
            context.problem(loc, what)
        fine += [] if wrong else [level]
    return len(fine) == len(levels)


def _factor(context: Context, entry: Entry, factor: Factor, levels: Levels) -> Axis | None:
    def whys(level: Any) -> list[str]:
        refusal = context.refusal(entry.name, factor, level)
        return [refusal] if refusal else []

    if not check_levels(context, entry.name, levels, whys):
        return None
    plain = tuple(
        float(level) if factor.kind == "number" and level not in factor.levels else level
        for _, level in levels
    )
    return Axis(
        name=entry.name,
        levels=plain,
        kind="factor",
        meaning=factor.meaning,
        loc=entry.loc,
        level_meanings=factor.level_meanings,
    )


def _parameter(context: Context, entry: Entry, levels: Levels, together: Changes) -> Axis | None:
    def whys(level: Any) -> list[str]:
        return [what for _, what in troubles_of(context, {entry.name: level}, (), together)]

    if not check_levels(context, entry.name, levels, whys):
        return None
    rule = context.pack.rules.get(entry.name.removeprefix("rules."))
    note, unit = (rule.note, rule.unit) if rule else ("", "")
    plain = tuple(level for _, level in levels)
    return Axis(
        name=entry.name, levels=plain, kind="parameter", meaning=note, loc=entry.loc, unit=unit
    )


def troubles_of(
    context: Context, changes: Changes, blanks: Sequence[str], together: Changes
) -> list[Trouble]:
    """What is wrong with changes that are wrong alone and with what else is changed for good.

    Two regions that swap their places are each wrong alone.
    """
    if context.stands_in:
        rules = {path: value for path, value in changes.items() if path.startswith("rules.")}
        alone = [(path, context.pack.rule_refusal(path, value)) for path, value in rules.items()]
        return [(path, what) for path, what in alone if what]
    _, troubles = context.pack.try_resolve(changes, blanks)
    if troubles and context.pack.try_resolve({**together, **changes}, blanks)[0] is not None:
        return []
    return troubles
