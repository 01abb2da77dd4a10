"""Line-ups and variants: the last two factors of an experiment.

A variant is the game with changes, or an ablation (a card that is blank); steps and blanks that
an experiment asks for by pattern are made into variants here.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from simulate.core.text.letters import Known
from simulate.core.text.locate import Loc
from simulate.core.text.validate import literal, not_one_of
from simulate.experiment import levels as level_rules
from simulate.experiment.axes import Entry, check_levels, read_levels, troubles_of
from simulate.experiment.context import (
    LINEUP,
    PRINTED,
    STRATEGY,
    VARIANT,
    Axis,
    Context,
    Variant,
    flatten,
)
from simulate.experiment.model import ExperimentFile, LineupTable, VariantTable
from simulate.pack.edit import steps

Axes = dict[str, Axis]
MOST_NAMED = 3
STEP = re.compile(r"[+-][1-9][0-9]{0,8}")
SKIP = "--skip-unchanged"


def read_lineups(context: Context, file: ExperimentFile, axes: Axes) -> dict[str, tuple[str, ...]]:
    """Strategies by seat, by name of the line-up; adds the factor to `axes`."""
    seated = context.change_of(STRATEGY)
    if not file.lineup or seated:
        reason = "--set strategy seats everybody" if file.lineup else "it has no [[lineup]]"
        _refuse_pick(context, LINEUP, reason)
        return {}
    for name, axis in axes.items():
        if name.partition(".")[0] == STRATEGY and axis.loc[0] != "set":
            what = f"`{name}` and [[lineup]] both assign strategies to seats; give one of them"
            context.problem(axis.loc, what, "key")
    lineups: dict[str, tuple[str, ...]] = {}
    known = Known()
    for number, table in enumerate(file.lineup):
        name = table.name or "+".join(table.strategies)
        if what := known.refusal(name):
            context.problem((LINEUP, number), f"the line-up `{name}` {what}", "key")
        _check_lineup(context, (LINEUP, number), table)
        lineups[name] = tuple(table.strategies)
    _add_axis(context, axes, LINEUP, tuple(lineups), "who sits where")
    return lineups


def _check_lineup(context: Context, loc: Loc, table: LineupTable) -> None:
    factor = context.facts.factor(STRATEGY)
    for seat, strategy in enumerate(table.strategies):
        if factor is not None:
            refusal = context.refusal("strategies", factor, strategy)
            if refusal:
                context.problem((*loc, "strategies", seat), refusal)


def read_variants(context: Context, file: ExperimentFile, axes: Axes) -> dict[str, Variant]:
    """Changed games by name, `printed` first; adds the factor to `axes`."""
    if not (file.variant or file.steps or file.blanks):
        _refuse_pick(context, VARIANT, "it has no [[variant]], no `steps` and no `blanks`")
        return {}
    variants = {PRINTED: Variant(PRINTED, {}, ())}
    known = Known(PRINTED)
    for number, table in enumerate(file.variant):
        loc: Loc = (VARIANT, number)
        if what := known.refusal(table.name):
            what = f"the variant `{table.name}` {what}; each needs its own name"
            context.problem((*loc, "name"), what)
        variants[table.name] = _variant(context, loc, table, axes)
    for variant in [*_steps(context, file, axes), *_blanks(context, file)]:
        variants.setdefault(variant.name, variant)
    _add_axis(context, axes, VARIANT, tuple(variants), "the game as printed, or changed")
    _refuse_unchanged(context, axes, variants)
    return variants


def _steps(context: Context, file: ExperimentFile, axes: Axes) -> Iterator[Variant]:
    """A variant for each step of each number that the patterns name and nothing else compares."""
    compared = {name for name, axis in axes.items() if axis.crossed}
    together = _together(axes)
    everything = tuple(file.steps) == steps.EVERYTHING  # of which a game may have a part alone
    if everything and not steps.steps(context.pack, file.steps, together):
        what = "has no number in its rules or cards that a step can change"
        context.problem(("game",), f"{context.facts.title} {what}")
    for loc, pattern in _patterns(context, "steps", file.steps):
        known = steps.steps(context.pack, [pattern, *_without(file.steps)], together)
        if not known and not everything:
            paths = context.pack.paths()
            context.problem(loc, steps.unmatched(context.pack, pattern, paths))
        for step in known:
            if step.path not in compared:
                yield Variant(
                    name=step.name(context.pack),
                    changes={step.path: step.after},
                    blanks=(),
                    loc=loc,
                    listed=True,
                )


def _blanks(context: Context, file: ExperimentFile) -> Iterator[Variant]:
    """A variant for each card and ability that the patterns name."""
    for loc, pattern in _patterns(context, "blanks", file.blanks):
        known = steps.blanks(context.pack, [pattern, *_without(file.blanks)])
        if not known:
            paths = [f"cards.{blank.path}" for blank in steps.blanks(context.pack, ["cards.*"])]
            context.problem(loc, steps.unmatched(context.pack, pattern, paths))
        for blank in known:
            yield Variant(
                name=blank.name(context.pack),
                changes={},
                blanks=(blank.path,),
                loc=loc,
                listed=True,
            )


def _patterns(context: Context, key: str, patterns: Sequence[str]) -> Iterator[tuple[Loc, str]]:
    """Patterns with their places; a pack that cannot be read has nothing to match."""
    for number, pattern in enumerate(patterns if not context.stands_in else ()):
        if not pattern.startswith(steps.NOT):
            yield (key, number) if len(patterns) > 1 else (key,), pattern


def _without(patterns: Sequence[str]) -> list[str]:
    """The patterns that take out again."""
    return [pattern for pattern in patterns if pattern.startswith(steps.NOT)]


def _refuse_unchanged(context: Context, axes: Axes, variants: Mapping[str, Variant]) -> None:
    """A variant that leaves the pack at hand as it is would be played and called no effect.

    With `skip_unchanged` such variants are taken out of the levels and told in a note.
    """
    axis, together = axes[VARIANT], _together(axes)
    same: dict[str, str] = {}
    for name in axis.levels:
        if name != PRINTED and name in variants:
            if why := _why_unchanged(context, variants[name], together):
                same[name] = why
    if context.skip_unchanged:
        axes[VARIANT] = replace(axis, levels=tuple(n for n in axis.levels if n not in same))
        if same:
            context.notes.append(_left_out(same))
            if not axes[VARIANT].levels:
                context.problem(axis.loc, f"no variant is left: {'; '.join(same.values())}")
        return
    for name, why in same.items():
        what = f"the variant `{name}` changes nothing here: {why}; {SKIP} skips such variants"
        context.problem(variants[name].loc, what, "key")


def _why_unchanged(context: Context, variant: Variant, together: Mapping[str, Any]) -> str:
    """What of the variant is so already, if all of it is; else an empty string."""
    if context.stands_in or not (variant.changes or variant.blanks):
        return ""
    before, _ = context.pack.try_resolve(together)
    after, _ = context.pack.try_resolve({**together, **variant.changes}, variant.blanks)
    if before is None or after is None or not before.is_like(after):
        return ""
    already = [f"`{path}` is {literal(value)} already" for path, value in variant.changes.items()]
    already += [f"`{card}` has no ability to remove" for card in variant.blanks]
    more = [f"{len(already) - MOST_NAMED} more"] if len(already) > MOST_NAMED else []
    return ", ".join([*already[:MOST_NAMED], *more])


def _left_out(same: Mapping[str, str]) -> str:
    variants = "1 variant is" if len(same) == 1 else f"{len(same)} variants are"
    named = [f"`{name}` ({why})" for name, why in list(same.items())[:MOST_NAMED]]
    more = [f"{len(same) - MOST_NAMED} more"] if len(same) > MOST_NAMED else []
    return f"note: {variants} left out, which change nothing here: {', '.join([*named, *more])}"


def _together(axes: Axes) -> dict[str, Any]:
    """Values of the pack that are set for the whole experiment."""
    return {
        name: axis.levels[0]
        for name, axis in axes.items()
        if axis.kind == "parameter" and not axis.crossed
    }


def _stepped(context: Context, path: str, value: Any, together: Mapping[str, Any]) -> Any:
    """The value of a change; "+1" and "-2" are steps from the number that stands there."""
    if not (isinstance(value, str) and STEP.fullmatch(value) and context.pack.is_path(path)):
        return value
    now = together.get(path, context.pack.value(path))
    return now + int(value) if isinstance(now, int) and not isinstance(now, bool) else value


def _variant(context: Context, loc: Loc, table: VariantTable, axes: Axes) -> Variant:
    together = _together(axes)
    listed = list(_spread(context, flatten(table.set, (*loc, "set"))))
    places = {name: place for name, _, place in listed}
    changes = {name: _stepped(context, name, value, together) for name, value, _ in listed}
    if not changes and not table.blank:
        context.problem(loc, f"the variant `{table.name}` changes nothing", "key")
    usable = _usable(context, changes, places, axes)
    blank = _blank_cards(context, table, loc)
    for path, what in troubles_of(context, usable, blank, together):
        elsewhere = _place_of_blank(loc, table, path) if table.blank else loc
        context.problem(places.get(path, elsewhere), what)
    return Variant(table.name, changes, tuple(blank), loc)


def _blank_cards(context: Context, table: VariantTable, loc: Loc) -> list[str]:
    """What does nothing; a pattern stands for all that it names: `factions.*.abilities.level_2`."""
    names = []
    for name in table.blank:
        if "*" not in name or context.stands_in:
            names.append(name)
            continue
        pattern = f"cards.{name.removeprefix('cards.')}"
        paths = [b.path for b in steps.blanks(context.pack, [pattern])]
        if not paths:
            known = [f"cards.{b.path}" for b in steps.blanks(context.pack, ["cards.*"])]
            what = steps.unmatched(context.pack, pattern, known)
            context.problem(_place_of_blank(loc, table, name), what)
        names += paths
    return names


def _spread(
    context: Context, listed: Iterator[tuple[str, Any, Loc]]
) -> Iterator[tuple[str, Any, Loc]]:
    """A pattern stands for every number that it names: `cards.minions.*.health` = "+1"."""
    for name, value, loc in listed:
        if "*" not in name or context.stands_in:
            yield name, value, loc
            continue
        paths = steps.numbers(context.pack, [name])
        if not paths:
            context.problem(loc, steps.unmatched(context.pack, name, context.pack.paths()), "key")
        for path in paths:
            yield path, value, loc


def _place_of_blank(loc: Loc, table: VariantTable, name: str) -> Loc:
    place = (*loc, "blank")
    return (
        (*place, table.blank.index(name)) if len(table.blank) > 1 and name in table.blank else place
    )


def _usable(
    context: Context, changes: Mapping[str, Any], places: Mapping[str, Loc], axes: Axes
) -> dict[str, Any]:
    """The changes that are changes of parameters; the others are told."""
    usable = {}
    for name, value in changes.items():
        if context.stands_in and "*" in name:
            continue  # what it names hangs on the pack, of which all is told elsewhere
        if context.pack.is_path(name):
            usable[name] = value
            what = f"`{name}` is a factor of this experiment already"
            wrong = name in axes and axes[name].crossed
        else:
            wrong = True
            what = f"`{name}` is a factor; a variant changes parameters only"
            if context.facts.factor(name) is None:
                what = level_rules.unknown_name(name, context.facts, context.pack)
        if wrong:
            context.problem(places[name], what, "key")
    return usable


def _refuse_pick(context: Context, name: str, reason: str) -> None:
    """Levels of a factor that this experiment does not have cannot be picked."""
    picked = context.change_of(name)
    if picked is not None:
        context.problem(picked[0], f"this experiment cannot take `{name}`: {reason}")


def _add_axis(context: Context, axes: Axes, name: str, known: Sequence[str], meaning: str) -> None:
    """The factor with all its levels, or with those that `--set` picks."""
    levels = tuple(known)
    loc: Loc = (name,)
    picked = context.change_of(name)
    if picked is not None:
        loc, change = picked
        value = change.value if isinstance(change.value, list) else [change.value]
        chosen = read_levels(context, Entry(name, value, True, loc)) or []

        def whys(level: Any) -> list[str]:
            return [] if level in known else [not_one_of(name, level, known)]

        check_levels(context, name, chosen, whys)
        levels = tuple(level for _, level in chosen)
    axes[name] = Axis(name=name, levels=levels, kind=name, meaning=meaning, loc=loc)
