"""Confirm the results of a search with an ordinary run on fresh random numbers.

The best of many looks better than it is (the winner's curse), so no search tells a number that it
chose by.  Called at the end of `advise` and `tune` with other seeds than the search has seen.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil, inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from analysis.conclusions.expected import ExpectationResult, expected
from analysis.conclusions.facts import EFFECT_CHANGE, SHARE_CHANGE
from analysis.conclusions.players.change_robustness import ChangeOpinion
from analysis.data.counts import Counts, count
from analysis.data.deal import option_family
from analysis.data.design import CUT_OFF, PRINTED, VARIANT, Design
from analysis.data.provenance import shipped_value
from analysis.data.reading import Blocks
from analysis.data.seat_worth import weighed_by_seat
from analysis.rates.variants import VariantChange, changes_of
from analysis.shares.own_games import OwnGames
from analysis.stats.intervals import Estimate, games_to_settle
from analysis.stats.results import judged_games
from analysis.stats.verdicts import (
    ABOVE,
    BELOW,
    FAR,
    MISSED,
    MORE,
    ON_TARGET,
    SHOWN,
    sure_size,
)
from analysis.study import study
from simulate.core.errors import command
from simulate.core.files import disk
from simulate.core.game.facts import LENGTH, SKILL
from simulate.core.text.validate import written
from simulate.experiment import Experiment, RunRequest, load
from simulate.experiment.context import STRATEGY
from simulate.experiment.plan import Plan, build
from simulate.experiment.question import in_short
from simulate.pack import catalogue
from simulate.pack.text.nouns import slug
from simulate.search.aim.goals import (
    EVERYTHING,
    Goal,
    GoalChange,
    correlations,
    entry_is_sought,
    places,
)
from simulate.search.aim.sums import PairedRows, PairedSums, ResultColumns, competing, rows_of
from simulate.search.aim.wanted import besides
from simulate.search.candidate import Candidate, Sought, together
from simulate.search.confirmation.fresh import fresh_seed
from simulate.store import CONFIRMED

if TYPE_CHECKING:
    import polars as pl

FILE = f"{CONFIRMED}.toml"
FEWEST, MOST = 2_000, 20_000
SPARE = 1.3
MUCH, LEAST = 1.5, 0.10  # far more than what was asked about: so many times; and by so much
Wanted = Callable[[Design, PairedSums, Candidate | None], Sequence[Goal]]


@dataclass(frozen=True)
class LengthChange:
    """How long games are, in a unit, without a change and with it."""

    column: str
    before: float
    after: float


@dataclass(frozen=True)
class EndReasonChange:
    """How often games end so, without a change and with it."""

    reason: str
    before: float
    after: float


@dataclass(frozen=True)
class Shifted:
    """An option (a hero, a faction) whose share a change moves for certain.

    effect: points of the win that it brings, where games are won together; else of its share.
    """

    label: str
    value: str
    brings: bool
    effect: Estimate


@dataclass(frozen=True)
class OtherTarget:
    """What is wanted besides the bands of settings, in the game as it is and in the changed one."""

    before: ExpectationResult
    after: ExpectationResult


@dataclass(frozen=True)
class SecondSaid:
    """What a second player says of a change.

    place: what was asked, as who played the search finds it; found: as the second player does.
    again: the command that asks with enough games, if there is one.
    """

    opinion: ChangeOpinion
    place: GoalChange
    found: GoalChange | None = None
    again: str = ""


@dataclass(frozen=True)
class Confirmed:
    """The result of a change on fresh random numbers.

    places: every setting; lengths, ends and shifted: what else it changes.  edit: its size, as
    `Candidate.edit`.  undone: numbers changed before, by the pack or by `--set`, that it brings
    back to what they are in the shipped game.  others: what else is wanted, before and with it.
    every: places of all goals, also where it is judged by some.  own: what it does in the games of
    the one card that it is about.  alike: how the rates of its places correlate, without it and
    with it.  elsewhere: what it does in settings that were not asked about, by few games.
    second: what a player of another kind says of it, where one was asked about it.
    """

    name: str
    changes: tuple[VariantChange, ...]
    places: tuple[GoalChange, ...]
    lengths: tuple[LengthChange, ...]
    ends: tuple[EndReasonChange, ...]
    shifted: tuple[Shifted, ...]
    edit: tuple[int, float]
    undone: tuple[VariantChange, ...] = ()
    others: tuple[OtherTarget, ...] = ()
    every: tuple[GoalChange, ...] = ()
    own: OwnGames | None = None
    alike: tuple[np.ndarray, ...] = field(default=(), compare=False)
    elsewhere: tuple[GoalChange, ...] = ()
    second: SecondSaid | None = None

    @property
    def judged(self) -> tuple[GoalChange, ...]:
        """All goals, of which those that it is about are a part: what one wins others lose."""
        return self.every or self.places

    @property
    def lands(self) -> bool:
        """Every goal in its band, for certain, and nothing else that is wanted missed."""
        return all(place.verdict == ON_TARGET for place in self.judged) and not self.breaks

    @property
    def left(self) -> float:
        """What it leaves outside the bands, added up over all goals."""
        return sum(place.beyond for place in self.judged)

    @property
    def was(self) -> float:
        """What lies outside without it, likewise."""
        return sum(place.without.beyond for place in self.judged)

    @property
    def ruined(self) -> list[GoalChange]:
        """Settings that were not asked about and that the change harms."""
        most = max((abs(place.effect.value) for place in self.places), default=0.0)
        return [place for place in self.elsewhere if ruins(place, most)]

    @property
    def breaks(self) -> list[OtherTarget]:
        """What else is wanted and is missed with the change, for certain."""
        return [other for other in self.others if other.after.verdict == MISSED]

    @property
    def reported(self) -> str:
        """What is told of the whole: FAR where some level has no verdict, for its players."""
        if any(place.reported == FAR for place in self.judged):
            return FAR
        return ON_TARGET if self.lands else MORE

    @property
    def open(self) -> bool:
        """No setting outside for certain, and not all inside."""
        verdicts = {place.verdict for place in self.judged}
        return not self.lands and not self.breaks and verdicts <= {ON_TARGET, MORE}

    @property
    def helps(self) -> bool:
        """Whether it is shown to move some setting, and in sum all lie nearer to their bands."""
        shown = any(e.low > 0 or e.high < 0 for e in (place.effect for place in self.judged))
        return shown and self.left < self.was


def ruins(place: GoalChange, most: float) -> bool:
    """Whether a change takes a setting out of its band, for certain: not where it was out before.

    Without a band, or a verdict, whether it moves it half as far again as any that was asked about,
    and farther for certain.
    most: how far it moves those.
    """
    given, band = place.reported, place.goal.band
    if given in (ABOVE, BELOW):
        was = place.before.value
        out = was > band.high if given == ABOVE else was < band.low
        return not out and sure_size(place.effect) > 0
    if given != FAR and band != EVERYTHING:
        return False
    return abs(place.effect.value) > MUCH * most and sure_size(place.effect) > max(most, LEAST)


def games_wanted(best: Sequence[Sought]) -> int:
    """Games a cell after which every rate that was found should be clear of its band's edges."""
    wanted = float(FEWEST)
    for sought in best:
        for place in sought.places:
            band = place.goal.band
            low, high = place.rate.value - band.low, band.high - place.rate.value
            near, far = sorted((abs(low), abs(high)))
            inside = low >= 0 and high >= 0
            more = games_to_settle(place.rate.value, near, far if inside else inf)
            share = place.rate.games / max(1, sought.tried.played)
            wanted = max(wanted, min(more / max(share, 0.01), MOST))
    return min(MOST, ceil(wanted * SPARE / 1000) * 1000)


def write_experiment(
    experiment: Experiment, named: Mapping[str, Candidate], games: int, file: Path
) -> None:
    """The file of the experiment that plays what was found beside the game as it is."""
    lines = [
        "# What the search found, played again on fresh random numbers.",
        f"game = {written(experiment.game)}",
        f"question = {written('Which of these changes brings the game where it should be?')}",
        f"seed = {fresh_seed(experiment)}",
        f"games = {games}",
    ]
    plain = [axis for axis in experiment.axes if axis.kind in ("factor", "parameter")]
    for heading, crossed in (("factors", True), ("fixed", False)):
        axes = [axis for axis in plain if axis.crossed == crossed]
        lines += ["", f"[{heading}]"] if axes else []
        lines += [
            f"{written(axis.name)} = {written(list(axis.levels) if crossed else axis.levels[0])}"
            for axis in axes
        ]
    for band in experiment.bands:
        said = {key: value for key, value in band.as_data().items() if key not in ("typed", "said")}
        lines += ["", "[[target]]", *(f"{key} = {written(v)}" for key, v in said.items())]
    for expect in besides(experiment):
        lines += ["", "[[target]]"]
        lines += [f"{key} = {written(v)}" for key, v in expect.as_target().items()]
    for name, candidate in named.items():
        lines += ["", "[[variant]]", f"name = {written(name)}", "[variant.set]"]
        changes = candidate.changes.items()
        lines += [f"{written(path)} = {written(value)}" for path, value in changes]
    disk.write(file, "\n".join(lines) + "\n")


def plan_of(file: Path, pack: str | None, games: int, *, no_second: bool) -> Plan:
    """The plan of the written experiment, of exactly so many games a setting."""
    return build(load(RunRequest(str(file), pack, games=str(games), no_second=no_second)))


def confirmed(
    run: Any,
    candidates: Mapping[str, Candidate],
    wanted: Wanted,
    facts: Sequence[Mapping[str, Any]],
) -> list[Confirmed]:
    """What the run says of each change: first those that land, the smallest edit first.

    Of those that do not, what leaves least outside over all goals, to whole points, goes first.
    wanted: the goals that a change is judged by, or all; facts: those of the run's report.
    """
    design = Design(run.manifest)
    counts = count(Blocks(run, design))
    rows = {c.number: _judged(cell_rows(design, run, c.number), counts) for c in design.cells}
    frames = [each.frame for each in rows.values() if each.frame is not None]
    things = {
        kind: weighed_by_seat([each], frames)[0]
        for kind, each in competing(design, frames, frozenset(rows)).items()
    }
    before, told, changed = list(_expected(run, PRINTED)), study(run), []
    for name in design.variants:
        twins = tuple(design.twins(name))
        sums = PairedSums(twins, things)
        sums.add([rows[cell] for cell in dict.fromkeys(c for twin in twins for c in twin)])
        base, cell = design.pair(twins[0])
        changes = changes_of(cell, base, design.manifest)
        judged = wanted(design, sums, candidates[name])
        changed.append(
            Confirmed(
                name=name,
                changes=changes,
                places=places(sums, judged),
                lengths=tuple(_lengths(design, counts, twins)),
                ends=tuple(_ends(counts, twins)),
                shifted=tuple(_shifted(design, facts, name)),
                edit=candidates[name].edit,
                undone=tuple(
                    c for c in changes if c.value == shipped_value(design.manifest, c.path)
                ),
                others=tuple(map(OtherTarget, before, _expected(run, name))) if before else (),
                every=places(sums, wanted(design, sums, None)),
                own=told.own_of(name),
                alike=tuple(correlations(sums, judged, side) for side in (0, 1)),
            )
        )
    return sorted(changed, key=_order)


def _order(change: Confirmed) -> tuple[Any, ...]:
    return not change.lands, not change.open, round(change.left, 2), change.edit, change.name


def _expected(run: Any, variant: str) -> list[ExpectationResult]:
    """What is wanted besides, of one of the games of a run as if it were played alone."""
    manifest = run.manifest
    manifest = manifest | {"expect": [entry for entry in manifest.get("expect", ())
                                      if not entry_is_sought(manifest, entry)]}  # fmt: skip
    if not manifest["expect"]:
        return []
    of = {level: [c for c in manifest["cells"] if c["levels"][VARIANT] == level]
          for level in (PRINTED, variant)}  # fmt: skip
    number = {_place(cell): cell["number"] for cell in of[variant]}
    twins = {cell["number"]: number[_place(cell)] for cell in of[PRINTED] if _place(cell) in number}
    wanted = [
        entry | {"cells": [twins[cell] for cell in entry["cells"] if cell in twins]}
        for entry in manifest["expect"]
    ]
    cells = [cell | {"levels": cell["levels"] | {VARIANT: PRINTED}} for cell in of[variant]]
    shards = [shard for shard in manifest["shards"] if shard["cell"] in number.values()]
    alone = manifest | {"cells": cells, "expect": wanted, "shards": shards}
    return expected(study(replace(run, manifest=alone)))


def _place(cell: Mapping[str, Any]) -> str:
    """The setting of a cell."""
    return repr({name: level for name, level in cell["levels"].items() if name != VARIANT})


def cell_rows(design: Design, run: Any, cell: int) -> PairedRows:
    """The games of a cell as they lie on disk."""
    import polars as pl

    of_cell = pl.col("cell") == cell
    games, seats = run.games().filter(of_cell).collect(), run.seats().filter(of_cell).collect()
    return rows_of(cell, games, seats, ResultColumns.of(design), design.rotations[cell])


def _judged(rows: PairedRows, counts: Counts) -> PairedRows:
    """The same, weighed by the deal as in the report of the run."""
    weighed = counts.weighed.get(rows.cell)
    if weighed is None:
        return rows
    return replace(rows, won=judged_games(weighed[rows.first : rows.first + len(rows.won)]))


def _lengths(
    design: Design, counts: Counts, twins: Sequence[tuple[int, int]]
) -> list[LengthChange]:
    lengths = []
    for column in design.columns("games", "length"):
        table = counts.values[column["name"]]
        before, after = (_mean(table, {twin[side] for twin in twins}) for side in (0, 1))
        lengths.append(LengthChange(str(column["name"]), before, after))
    return lengths


def _mean(table: "pl.DataFrame", cells: set[int]) -> float:
    import polars as pl

    rows = table.filter(pl.col("cell").is_in(list(cells)) & pl.col("value").is_not_null())
    games = int(rows["games"].sum())
    return float((rows["value"] * rows["games"]).sum()) / games if games else 0.0


def _ends(counts: Counts, twins: Sequence[tuple[int, int]]) -> list[EndReasonChange]:
    """Every way to end, in the order of how much more or less often it happens.

    Where games are won together the end that wins them is left out, and so is a loss that is the
    only one: how often these happen is the win rate told once more.
    """
    import polars as pl

    shares: dict[str, list[float]] = {}
    lost: set[str] = set()
    for side in (0, 1):
        of_side = counts.ends.filter(pl.col("cell").is_in([twin[side] for twin in twins]))
        total = max(1, int(of_side["games"].sum()))
        ends = of_side.group_by("end_reason").agg(pl.col("games").sum(), (pl.col("won") == 1).all())
        for reason, games, won in ends.iter_rows():
            shares.setdefault(str(reason), [0.0, 0.0])[side] = games / total
            lost |= set() if won else {str(reason)}
    lost -= {CUT_OFF}
    if len(lost) == 1 and counts.winnable.issuperset(cell for twin in twins for cell in twin):
        return []
    endings = [EndReasonChange(reason, *shares[reason]) for reason in sorted(lost)]
    return sorted(endings, key=lambda end: -abs(end.after - end.before))


def _shifted(design: Design, facts: Sequence[Mapping[str, Any]], name: str) -> Iterator[Shifted]:
    """Options that the change moves for certain, over all settings, the largest first."""
    columns = design.columns("seats", "option")
    families = {slug(option_family(design, c)): design.section(c) for c in columns}
    moved = [
        fact
        for fact in facts
        if fact["metric"] in (EFFECT_CHANGE, SHARE_CHANGE)
        and fact["verdict"] in SHOWN
        and fact["where"].get(VARIANT) == name
        and {*fact["where"]} - {VARIANT} <= {*families}
    ]
    for fact in sorted(moved, key=lambda fact: -abs(fact["value"])):
        key, value = next((key, str(v)) for key, v in fact["where"].items() if key != VARIANT)
        effect = Estimate(fact["value"], fact["low"], fact["high"], 0.0)
        name = design.name_in(families[key], value)
        yield Shifted(name, value, fact["metric"] == EFFECT_CHANGE, effect)


def ask_command(
    experiment: Experiment,
    verb: str,
    pack: str | None,
    numbers: Sequence[str] = (),
    *,
    seats: bool = False,
) -> str:
    """The search (`advise`, `tune`) of numbers in the settings of an experiment, from a pack."""
    options = [*((number,) for number in numbers), *_about(experiment, pack)]
    options += [("--seats",)] if seats else []
    values = together(experiment)
    for axis in experiment.axes:
        if axis.kind == "factor" or (axis.kind == "parameter" and axis.name not in values):
            options += [("--set", f"{axis.name}={','.join(map(_typed, axis.levels))}")]
    return in_short(verb, catalogue.typed(experiment.game), options, experiment.unsaid)


def _about(experiment: Experiment, pack: str | None) -> list[tuple[str, ...]]:
    """The pack, whether its Python may run, and the targets, as options."""
    options: list[tuple[str, ...]] = [("--pack", pack)] if pack else []
    options += [("--allow-code",)] if _runs_code(experiment) else []
    options += [("--target", band.typed_as()) for band in experiment.bands]
    for other in besides(experiment):
        if other.typed:
            options += [("--target", f"{LENGTH}={other.low:g}-{other.high:g}")]
    return options


def _runs_code(experiment: Experiment) -> bool:
    """Whether the pack has Python of its own that was allowed to run."""
    return experiment.pack.may_run_code and bool(experiment.pack.code)


def play_command(experiment: Experiment, changes: Mapping[str, Any], pack: str | None) -> str:
    """The `simulate run` that plays the game's settings with the changes in it."""
    options = _about(experiment, pack)
    sets = {
        axis.name: axis.levels
        for axis in experiment.axes
        if axis.kind in ("factor", "parameter") and axis.name not in changes
    }
    for name, levels in sets.items():
        options += [("--set", f"{name}={','.join(map(_typed, levels))}")]
    options += [("--set", f"{path}={_typed(value)}") for path, value in changes.items()]
    return in_short("run", catalogue.typed(experiment.game), options, experiment.unsaid)


def second_command(
    experiment: Experiment,
    pack: str | None,
    change: Confirmed,
    place: GoalChange,
    strategy: str,
    games: int,
) -> str:
    """The `simulate compare` in which another player plays the change where it was asked about.

    Empty where other values are changed for good: they would be compared as well.
    """
    if together(experiment):
        return ""
    words = [catalogue.typed(experiment.game), *(["--pack", pack] if pack else [])]
    words += ["--allow-code"] if _runs_code(experiment) else []
    factors = {axis.name: axis.levels[0] for axis in experiment.axes if axis.kind == "factor"}
    factors = {name: level for name, level in factors.items() if name != SKILL.name}
    factors |= {name: level for name, level in place.levels.items() if name}
    changes = {each.path: each.value for each in change.changes}
    for name, level in {**factors, STRATEGY: strategy, **changes}.items():
        words += ["--set", f"{name}={_typed(level)}"]
    return command("compare", *words, "--games", str(games))


def _typed(level: Any) -> str:
    return level if isinstance(level, str) else written(level)
