"""From an experiment to cells: every legal combination of levels (a full factorial design).

A plan is all that a run needs to be played, here or on another machine.  `simulate.run` plays it,
`--dry-run` tells of it, searches make many.  The numbers of cells are keys of stored rows: their
order must not change.
"""

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any, Protocol

from simulate.core.errors import InputError, Problem, command
from simulate.core.game.facts import Factor, Facts
from simulate.core.options import ALL, DEFAULT_RESOLUTION, FEWEST_LOOKED_AT, SETTLED
from simulate.core.text.validate import literal
from simulate.experiment import Axis, Experiment, Variant, price, second_opinion
from simulate.experiment.context import PRINTED, VARIANT
from simulate.experiment.expected.targets import check_targets, is_of, understand
from simulate.experiment.levels import DEALT, party, refuse_level
from simulate.experiment.second_opinion import SEED
from simulate.pack import Pack, catalogue, configs, differences, load
from simulate.pack.pack import must_be_allowed

MOST_CELLS = 5_000
# Games in a cell of the first look, which takes about FIRST blocks of `price`, half a second on
# two cores; each further look is after twice as many.  Of an own game, whose players may search,
# it takes as long as they are measured for: a verdict of some dozen games is a rough number.
MOST_AT_FIRST, FIRST, FIRST_OF_OWN = 1_000, 0.15, 1.0
NOTHING = Variant("", {}, ())


@dataclass(frozen=True)
class PlannedCell:
    """One combination of levels.

    levels: of the factors that vary; setting: every factor of the game, by seat where it
    belongs to a seat; changes, blanks: what differs from the pack; rotations: in how many games
    each deal is played (`Facts.rotations`).
    """

    number: int
    levels: Mapping[str, Any]
    setting: Mapping[str, Any]
    changes: Mapping[str, Any]
    blanks: tuple[str, ...]
    rotations: int = 1


class Playable(Protocol):
    """What is to be played, of an experiment (`Plan`) or as a run has it (`PlanFromManifest`)."""

    @property
    def verb(self) -> str:
        """The command that began it."""
        ...

    @property
    def facts(self) -> Facts: ...

    @property
    def game(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def seed(self) -> int: ...

    @property
    def games(self) -> int:
        """Games in every cell; at most, where something stops the run before."""
        ...

    @property
    def until(self) -> str | None: ...

    @property
    def precision(self) -> float | None: ...

    @property
    def looks(self) -> list[int]: ...

    @property
    def resolution(self) -> float:
        """The half-width at which a number is not waited for, though it has no verdict."""
        ...

    @property
    def keep(self) -> str: ...

    @property
    def pack(self) -> Pack: ...

    @property
    def cells(self) -> tuple[PlannedCell, ...]: ...

    @property
    def notes(self) -> tuple[str, ...]: ...

    def pack_for(self, cell: PlannedCell) -> Pack:
        """The pack that a cell is played with."""
        ...

    def seated(self, cell: PlannedCell, strategy: str) -> "Playable":
        """One cell with another player in every seat that a strategy plays."""
        ...

    def manifest(self) -> dict[str, Any]:
        """What the manifest of a run says of it."""
        ...


@dataclass(frozen=True)
class Plan:
    """What is to be played: the cells of an experiment and all that belongs to them.

    notes: what a person should be told before the run, such as combinations left out.
    """

    experiment: Experiment
    cells: tuple[PlannedCell, ...]
    notes: tuple[str, ...] = field(default=())

    @property
    def verb(self) -> str:
        """The command that plays it."""
        return self.experiment.verb

    @property
    def pack(self) -> Pack:
        return self.experiment.pack

    @property
    def facts(self) -> Facts:
        return self.pack.facts

    @property
    def game(self) -> str:
        return self.experiment.game

    @property
    def name(self) -> str:
        return self.experiment.name

    @property
    def seed(self) -> int:
        return self.experiment.seed

    @property
    def games(self) -> int:
        """Games in every cell; at most, where something stops the run before."""
        return self.experiment.games

    @property
    def until(self) -> str | None:
        """`settled`, where that stops the run before it has played all its games."""
        is_looked_at = self.experiment.keys.get("until") == SETTLED and len(self.looks) > 1
        return SETTLED if is_looked_at else None

    @property
    def precision(self) -> float | None:
        """How far intervals reach to either side when the run stops; None where they do not say."""
        until = self.experiment.keys.get("until")
        return None if until == SETTLED else until

    @property
    def resolution(self) -> float:
        """The half-width at which a number is not waited for, though it has no verdict."""
        return float(self.experiment.keys.get("resolution", DEFAULT_RESOLUTION))

    @property
    def guesses(self) -> int | None:
        """In how many packs open numbers have other values, beside the run."""
        return self.experiment.keys.get("guesses")

    @property
    def confirm_with(self) -> str | None:
        """Who plays it once more, beside the run."""
        return self.experiment.keys.get("confirm_with")

    @property
    def second(self) -> str:
        """The second player that tests findings; empty if there is none."""
        named = self.confirm_with
        if named is not None or not self.experiment.asks_second or self.verb != "run":
            return named or ""
        played = [(self.pack_for(cell), cell.setting) for cell in self.cells]
        return second_opinion.usual(self.pack, played)

    @property
    def shipped(self) -> bool:
        """Whether the shipped game is played beside it: another one is played in all settings."""
        if self.verb != "run" or not self.experiment.asks_shipped:
            return False
        plain = [c for c in self.cells if c.levels.get(VARIANT, PRINTED) == PRINTED]
        set_ = {path for cell in plain for path in cell.changes if path not in cell.levels}
        edited = (entry.path for entry in differences(self.pack, load(self.game)))
        return bool(plain) and any(map(is_of_game, (*set_, *edited)))

    @property
    def looks(self) -> list[int]:
        """Games of a cell after which a run with a stop rule has an interim analysis."""
        return looks_of(self.games, self._first_look)

    @cached_property
    def _first_look(self) -> int:
        is_own = catalogue.own(self.game) is not None
        return first_look(price.blocks_a_game(self), FIRST_OF_OWN if is_own else FIRST)

    @property
    def keep(self) -> str:
        """What is kept of the games: `all`, or `counts` alone."""
        return str(self.experiment.keys.get("keep", ALL))

    @property
    def command(self) -> str:
        """The command line that makes this run again."""
        code = any(self.code_of(cell) for cell in self.cells)
        return command(
            self.experiment.verb, *self.experiment.typed, *(["--allow-code"] if code else [])
        )

    def code_of(self, cell: PlannedCell) -> list[str]:
        """Files with the designer's Python that sits in a cell."""
        return self.pack_for(cell).files_of_code(cell.setting["strategy"])

    def pack_for(self, cell: PlannedCell) -> Pack:
        """The pack with the cell's changes; the same object for the same changes."""
        return self.pack.resolve(cell.changes, cell.blanks)

    def seated(self, cell: PlannedCell, strategy: str) -> "Plan":
        """One cell with another player in every seat that a strategy plays."""
        return replace(self, cells=(seated(cell, self.pack, strategy),))

    def manifest(self) -> dict[str, Any]:
        """What the manifest of a run says of its plan, as plain data."""
        facts, experiment = self.facts, self.experiment
        return {
            "game": facts.name,
            **catalogue.said_of_own(facts.name),
            "title": facts.title,
            "cooperative": facts.cooperative,
            "options": facts.options,
            "question": experiment.question,
            "seed": self.seed,
            "precision": self.precision,
            **({"keep": self.keep} if self.keep != ALL else {}),
            **(self._stops() if self.until else {}),
            "experiment": experiment.as_data(),
            "experiment_name": self.name,
            "command": self.command,
            **({} if experiment.unsaid is None else {"unsaid": [*experiment.unsaid]}),
            **_bands(experiment),
            **({"expect": self._expected()} if experiment.expects else {}),
            "factors": self._factors(),
            "setting": self._setting(),
            "cells": [{**asdict(cell), "blanks": list(cell.blanks)} for cell in self.cells],
            "pack": {**self.pack.as_manifest(), "differences": self._differences()},
            "provenance": self.pack.provenance(),
            "columns": {
                "games": [column.as_manifest() for column in facts.games_columns],
                "seats": [column.as_manifest() for column in facts.seats_columns],
            },
            "decision_points": [asdict(point) for point in facts.decision_points],
            "end_reasons": dict(facts.end_reasons),
            "gaps": self._here(configs.gaps(self.game)),
            "better_seats": self._here(configs.seats(self.game)),
            **self._of_second,
            **({"shipped": True} if self.shipped else {}),
            **({"handicap": facts.handicap} if facts.handicap else {}),
            **({"evens": [[f, list(of), to] for f, of, to in facts.evens]} if facts.evens else {}),
        } | self._pictures()

    def _stops(self) -> dict[str, Any]:
        """When it is looked at, and what it waits for."""
        looks = self.looks
        at = {"looks": len(looks), "first_look": looks[0]}
        return {"until": self.until, **at, "resolution": self.resolution}

    def _expected(self) -> list[dict[str, Any]]:
        """What is expected, each with the cells that it is of."""
        return [
            {
                "name": expect.name,
                "metric": expect.metric,
                "of": dict(expect.of),
                "low": expect.low,
                "high": expect.high,
                "cells": [c.number for c in self.cells if is_of(expect, c, self.facts)],
                **({} if expect.check else {"check": False}),
            }
            for expect in self.experiment.expects
        ]

    def _here(self, known: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """What is known of better players, in the settings of these cells.

        earlier: measured when the shipped game had other cards.
        """
        return [
            entry | ({"earlier": True} if entry.get("cards", now) != now else {})
            for now in (load(self.game).played_hash if known else "",)
            for entry in known
            if any(entry["setting"].items() <= cell.setting.items() for cell in self.cells)
        ]

    @cached_property
    def _of_second(self) -> dict[str, Any]:
        """Who is asked about what is found, what its games cost, and what is known beforehand."""
        settings = [cell.setting for cell in self.cells]
        changed = any(cell.changes for cell in self.cells)
        found = [] if changed else second_opinion.opinions(self.pack, settings)
        if catalogue.own(self.game) is not None:
            played = [(self.pack_for(cell), cell.setting) for cell in self.cells]
            found = second_opinion.exact(played, [cell.levels for cell in self.cells])
        known: dict[str, Any] = {"opinions": found} if found else {}
        if catalogue.own(self.game) is not None and self.verb == "run":
            pack, settings = self.pack_for(self.cells[0]), [cell.setting for cell in self.cells]
            known["strength"] = second_opinion.strength(pack, settings)
        if not self.second:
            return known
        costs = second_opinion.costs(self.pack, settings, self.second)
        return {"second": self.second, "costs": costs, "opinions": found, **known}

    def _pictures(self) -> dict[str, Any]:
        """What the report is to draw of the pack, if anything."""
        drawn = [asdict(picture) for picture in self.facts.pictures]
        pictures: dict[str, Any] = {"pictures": drawn} if drawn else {}
        return pictures | ({"boards": self._boards()} if self.facts.boards else {})

    def _boards(self) -> dict[str, Any]:
        """The maps of all cells by name, as the first cell has them; variants are not drawn."""
        boards: dict[str, Any] = {}
        for cell in self.cells:
            if self.facts.boards and cell.levels.get(VARIANT, PRINTED) == PRINTED:
                pack = self.pack_for(cell)
                drawn = self.facts.boards(pack.rule_values(), pack.cards, cell.setting)
                boards = {**drawn, **boards}
        return boards

    def _differences(self) -> list[dict[str, Any]]:
        """What a designer's pack has other than the shipped one."""
        return [asdict(entry) for entry in differences(self.pack, load(self.game))]

    def _factors(self) -> list[dict[str, Any]]:
        named = [
            factor_entry(axis.name, axis.meaning, axis.levels, axis.level_meanings, axis.unit)
            | self._place(axis)
            for axis in self.experiment.axes
        ]
        stems = {axis.name for axis in self.experiment.axes}
        return named + [
            factor_entry(factor.name, factor.meaning, self._met(factor), factor.level_meanings)
            | {"crossed": False}
            for factor in self.facts.factors
            if factor.name not in stems
        ]

    def _place(self, axis: Axis) -> dict[str, Any]:
        """Whether a factor says who plays, and whether its levels are what the run asks about.

        What a game crosses as a rule is a setting, unless its levels were typed to be compared
        and nothing else is.
        """
        usual = axis.name in self.facts.crossed
        others = any(a.name not in self.facts.crossed for a in self.experiment.axes if _varies(a))
        setting = usual and (others or axis.loc[:1] != ("set",))
        who_plays = self._who_plays(axis)
        return {"who_plays": who_plays, "asked": _varies(axis) and not setting and not who_plays}

    def _who_plays(self, axis: Axis) -> bool:
        factor = self.facts.factor(axis.name) if axis.kind == "factor" else None
        return factor is not None and factor.who_plays

    def _met(self, factor: Factor) -> tuple[Any, ...]:
        """Levels of a factor that nobody named: its usual one, or one that follows from others."""
        if factor.per_seat:
            return (factor.default,)
        return tuple(dict.fromkeys(cell.setting[factor.name] for cell in self.cells))

    def _setting(self) -> dict[str, Any]:
        """Every factor that stands at one level in the whole run."""
        return {
            entry["name"]: entry["levels"][0]
            for entry in self._factors()
            if len(entry["levels"]) == 1
        }


def is_of_game(path: str) -> bool:
    """Whether a value of a pack is one of its rules or cards, not of who plays."""
    return path.startswith(("rules.", "cards."))


def seated(cell: PlannedCell, pack: Pack, strategy: str) -> PlannedCell:
    """The cell with another player in every seat that a strategy plays."""
    names = cell.setting["strategy"]
    seats = [strategy if name in pack.strategies else name for name in names]
    usual = {"skill": [1.0] * len(seats)} if "skill" in cell.setting else {}
    setting = {**cell.setting, **usual, "strategy": seats}
    return replace(cell, setting=setting, rotations=pack.facts.rotations(setting))


def first_look(blocks: float | None, paid: float = FIRST) -> int:
    """Games of a cell at the first look.

    blocks: what a game in every cell takes, None unknown; paid: what the look may take.
    """
    if blocks is None:
        return FEWEST_LOOKED_AT
    afforded = int(paid / blocks) if blocks else MOST_AT_FIRST
    return max(
        FEWEST_LOOKED_AT, min(afforded // FEWEST_LOOKED_AT * FEWEST_LOOKED_AT, MOST_AT_FIRST)
    )


def looks_of(games: int, first: int = MOST_AT_FIRST) -> list[int]:
    """The games of a cell after which a run of at most so many has an interim analysis.

    The last two are one where little lies between them.
    """
    looks = [min(first, games)]
    while looks[-1] < games:
        more = 2 * looks[-1]
        looks.append(games if 1.5 * more > games else more)
    return looks


def _varies(axis: Axis) -> bool:
    """Whether levels of a factor or a parameter are played beside each other."""
    return axis.crossed and axis.kind in ("factor", "parameter")


def factor_entry(
    name: str, meaning: str, levels: Sequence[Any], meanings: Mapping[str, str], unit: str = ""
) -> dict[str, Any]:
    """What a manifest says of a factor."""
    return {
        "name": name,
        "meaning": meaning,
        "levels": list(levels),
        "crossed": len(levels) > 1,
        "level_meanings": dict(meanings),
        "unit": unit,
    }


def build(experiment: Experiment) -> Plan:
    """The plan of an experiment.  Raises InputError when no legal combination is left.

    It may not run a designer's Python before it is `allowed` to.
    """
    varying = [axis for axis in experiment.axes if axis.crossed]
    count = math.prod(len(axis.levels) for axis in varying)
    if count > MOST_CELLS:
        names = ", ".join(f"{axis.name} {len(axis.levels)}" for axis in varying)
        what = f"{count:,} combinations of levels ({names}); at most {MOST_CELLS:,} can be played"
        raise InputError([Problem(_where(experiment), what)])
    left_out: Counter[str] = Counter()
    cells: list[PlannedCell] = []
    for chosen in _combinations(experiment.axes):
        setting, reason = seat(experiment, chosen)
        reason = reason or _step_refused(experiment, chosen, setting)
        if reason:
            left_out[reason] += 1
            continue
        levels = {axis.name: chosen[axis.name] for axis in varying}
        cells.append(_cell(experiment, len(cells), chosen, levels, setting))
    if not cells:
        raise InputError([Problem(_where(experiment), reason) for reason in left_out])
    _check_packs(experiment, cells)
    experiment = understand(experiment, cells)
    check_targets(experiment, cells)
    notes = [_left_out(left_out)] if left_out else []
    return Plan(experiment, tuple(cells), (*experiment.notes, *notes))


def _step_refused(
    experiment: Experiment, chosen: Mapping[str, Any], setting: Mapping[str, Any]
) -> str:
    """Why a step that nobody wrote by hand cannot be taken in this setting, or an empty string."""
    variant = experiment.variants.get(str(chosen.get(VARIANT)), NOTHING)
    if not variant.listed:
        return ""
    cell = _cell(experiment, 0, chosen, {}, setting)
    pack, troubles = experiment.pack.try_resolve(cell.changes, cell.blanks)
    if pack is not None:
        troubles = pack.unplayable(setting)
    return "; ".join(f"{variant.name}: {what}" for _, what in troubles)


def _left_out(reasons: Counter[str]) -> str:
    number = reasons.total()
    what = "1 combination is" if number == 1 else f"{number} combinations are"
    return f"note: {what} left out: {'; '.join(reasons)}"


def _where(experiment: Experiment) -> str:
    """The options that made the combination, else the experiment."""
    typed = experiment.origins.options
    sets = [text for loc, text in typed.items() if loc[0] == "set"]
    return " ".join(sets) or experiment.typed[0]


def _combinations(axes: Sequence[Axis]) -> Iterator[dict[str, Any]]:
    """Every combination, the last factor varying fastest."""
    names = [axis.name for axis in axes]
    for levels in itertools.product(*(axis.levels for axis in axes)):
        yield dict(zip(names, levels, strict=True))


def seat(experiment: Experiment, chosen: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """The complete setting of a combination, and why it is no game, or an empty string."""
    facts = experiment.pack.facts
    usual = facts.usual(chosen)
    setting = {
        factor.name: chosen.get(factor.name, usual.get(factor.name, factor.default))
        for factor in facts.factors
        if not factor.per_seat
    }
    if facts.seeded:
        setting[SEED] = experiment.seed
    seats = facts.seats(setting)
    for factor in facts.factors:
        if factor.per_seat:
            by_seat = [chosen.get(factor.name, factor.default)] * seats
            if factor.name == "strategy" and "lineup" in chosen:
                by_seat = list(experiment.lineups[chosen["lineup"]])
                if len(by_seat) != seats:
                    what = f"the line-up `{chosen['lineup']}` has {len(by_seat)} seats"
                    return {}, f"{what}, the table {seats}"
            reason = _take_seats(factor.name, chosen, by_seat)
            if reason:
                return {}, reason
            setting[factor.name] = by_seat
    return setting, _refusal(experiment.pack, setting, seats)


def _take_seats(name: str, chosen: Mapping[str, Any], by_seat: list[Any]) -> str:
    """Put the levels that belong to one seat in their place."""
    for key, level in chosen.items():
        stem, dot, number = key.partition(".")
        if dot and stem == name:
            if int(number) > len(by_seat):
                return f"`{key}`: a table of {len(by_seat)} has no seat {number}"
            by_seat[int(number) - 1] = level
    return ""


def refuse_setting(pack: Pack, setting: Mapping[str, Any]) -> str:
    """Why no game of the pack can be set so, or an empty string: for the setting of a stored cell.

    A setting that `seat` made is one.
    """
    facts = pack.facts
    for factor in facts.factors:
        if factor.name not in setting:
            return f"`{factor.name}` is missing"
        if not factor.per_seat:
            if refusal := refuse_level(factor.name, factor, setting[factor.name], pack):
                return refusal
    seats = facts.seats(setting)
    for factor in facts.factors:
        by_seat = setting[factor.name]
        if factor.per_seat and not (isinstance(by_seat, list) and len(by_seat) == seats):
            return f"`{factor.name}` must be a list of {seats}"
        for number, level in enumerate(by_seat if factor.per_seat else (), 1):
            if refusal := refuse_level(f"{factor.name}.{number}", factor, level, pack):
                return refusal
    if facts.seeded and type(setting.get(SEED)) is not int:
        return "`seed` must be a whole number"
    unplayable = "; ".join(what for _, what in pack.unplayable(setting))
    return _refusal(pack, setting, seats) or unplayable


def _refusal(pack: Pack, setting: Mapping[str, Any], seats: int) -> str:
    facts, strategies = pack.facts, pack.strategies
    for factor in facts.factors:
        level = setting[factor.name]
        if factor.kind == "card" and not factor.per_seat:  # its default may be a card that is gone
            if refusal := refuse_level(factor.name, factor, level, pack):
                return refusal
        if factor.per_seat or factor.kind != "party" or level == DEALT:
            continue
        if len(party(level)) != seats:
            return (
                f"`{factor.name}` names {len(party(level))} {factor.names}, the table has {seats}"
            )
    for strategy, skill in zip(setting.get("strategy", ()), setting.get("skill", ()), strict=False):
        if skill != 1 and strategies[strategy].choice == "look_ahead":
            return f"`skill` does not go with the strategy `{strategy}`, which looks ahead"
    return facts.unfit(setting, pack.cards) or facts.illegal(setting)


def _cell(
    experiment: Experiment,
    number: int,
    chosen: Mapping[str, Any],
    levels: Mapping[str, Any],
    setting: Mapping[str, Any],
) -> PlannedCell:
    variant = experiment.variants.get(str(chosen.get("variant")), NOTHING)
    changes = {axis.name: chosen[axis.name] for axis in experiment.axes if axis.kind == "parameter"}
    return PlannedCell(
        number=number,
        levels=levels,
        setting=setting,
        changes={**changes, **variant.changes},
        blanks=variant.blanks,
        rotations=experiment.pack.facts.rotations(setting),
    )


def _bands(experiment: Experiment) -> dict[str, Any]:
    """What settings are judged by: one band of all of them, or several, each with its own."""
    data = experiment.as_data()
    return {"target": data.get("target"), **({"bands": data["bands"]} if "bands" in data else {})}


def _check_packs(experiment: Experiment, cells: Sequence[PlannedCell]) -> None:
    """Changes that are fine one by one may not go together."""
    places = {axis.name: axis.loc for axis in experiment.axes}
    problems: dict[Problem, None] = {}
    for cell in cells:
        pack, troubles = experiment.pack.try_resolve(cell.changes, cell.blanks)
        if pack is not None:
            troubles = pack.unplayable(cell.setting)
        for path, what in troubles:
            variant = experiment.variants.get(str(cell.levels.get("variant")), NOTHING)
            loc = variant.loc if path in variant.changes else places.get(path, variant.loc)
            together = ", ".join(f"{key} = {literal(value)}" for key, value in cell.changes.items())
            where = f"{what} (with {together})" if together else what
            problems[experiment.origins.problem(loc, where)] = None
    if problems:
        raise InputError(problems)


def allowed(plan: Plan, allow_code: bool) -> Plan:
    """The plan, with the designer's Python that its cells seat allowed to run.

    Raises InputError where it seats some that was not allowed, before anything is begun.
    """
    if allow_code:
        pack = plan.pack.allowing_code()
        return replace(plan, experiment=replace(plan.experiment, pack=pack))
    files = sorted({file for cell in plan.cells for file in plan.code_of(cell)})
    if files:
        raise InputError([Problem(plan.pack.shown or plan.game, must_be_allowed(files))])
    return plan
