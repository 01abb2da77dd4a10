"""Do the numbers keep their word on real games?  python -m benchmarks.coverage [--runs DIR]

A run folder is a pool, and all of its games together are the truth.  Small runs are drawn from it
by game number, with replacement and the same numbers in every setting, so that settings keep
the luck that they share.  Each is analysed as any run is; how often an interval holds the truth
is counted.  For false alarms the same small runs are drawn, with nothing in them to be found:
results are dealt anew over the games (where all win together) or over the seats of each game.

Writes the tables in docs/statistics.md.  The pools are the default experiments (POOLS says the
commands); one that DIR does not have is played first.  Before a version: --experiments 500, for
standard errors of about a point; that takes hours.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from joblib import Parallel, delayed

from analysis.conclusions.one_answer import compare
from analysis.data import deal
from analysis.data.counts import count
from analysis.data.design import Design
from analysis.data.joined import join
from analysis.data.reading import Blocks
from analysis.description import lengths, win_probability
from analysis.estimators.pairs import told_apart
from analysis.rates import contrasts, difficulty, steps
from analysis.shares import contest
from analysis.stats import verdicts
from analysis.stats.corrections import FALSE_SHARE, q_values
from analysis.stats.intervals import Estimate, Rate, p_value
from analysis.stats.verdicts import FEWEST
from benchmarks import promises
from benchmarks.rows import Row, grid, row_of, shown
from simulate.cli import main as simulate
from simulate.store import MOST_REPLICATE, open_run

PAGE = Path(__file__).parents[1] / "docs" / "statistics.md"
START, END = "<!-- coverage: python -m benchmarks.coverage -->", "<!-- end of coverage -->"
SEED = 920_000_000
FEWEST_MADE_UP = 1_000  # experiments with made-up games, which cost little
CALLED = (verdicts.BIG, verdicts.OPEN, verdicts.SMALL, verdicts.STRONG, verdicts.WEAK)
DEALT, SHARE = "what the deal decides", "share of wins, one setting"
RESULTS = ("won", "end_reason", "length", "margin")  # roles of what a game came to
SHARED = ("win_share", "rank")  # roles of what a seat came to

POOLS = {
    "defenders": ["defenders", "--games", "5000", "--seed", "1"],
    "kingdoms": ["kingdoms", "--games", "20000", "--seed", "1", "--set", "strategy=quick"],
    "tactics": ["tactics", "--games", "20000", "--seed", "1", "--set", "strategy=quick"],
}

TABLES = (
    (
        "Coverage of 95% intervals in percent, by pool and games a setting, with its standard "
        "error; in brackets the experiments:",
        "Kind",
    ),
    ("What is said where there is nothing to be found, in percent:", "Statement"),
    ("What is promised for 80%, of made-up games, in percent:", "Promise"),
)


class Told(NamedTuple):
    """One number with its interval.

    of: the kind that has the truth of a number that was picked, if it is not the number's own.
    """

    kind: str
    key: tuple
    value: float
    low: float
    high: float
    of: str = ""


@dataclass(frozen=True)
class Run:
    """Some games of a run in memory; enough for the analysis."""

    manifest: Mapping[str, Any]
    tables: tuple[pl.DataFrame, ...]  # games, seats, and some games turn by turn

    def turns(self) -> pl.DataFrame | None:
        """Some of the games, turn by turn."""
        return self.tables[2] if len(self.tables) > 2 else None

    def games(self, first: int = 0, last: int = MOST_REPLICATE) -> pl.LazyFrame:
        """One row a game, of the games `first` to `last`."""
        return self.tables[0].lazy().filter(pl.col("replicate").is_between(first, last))

    def seats(self, first: int = 0, last: int = MOST_REPLICATE) -> pl.LazyFrame:
        """One row a seat, of the games `first` to `last`."""
        return self.tables[1].lazy().filter(pl.col("replicate").is_between(first, last))

    def names(self, table: str, roles: Sequence[str]) -> list[str]:
        """Columns of a table that have one of some roles."""
        return [c["name"] for c in self.manifest["columns"][table] if c["role"] in roles]


def pool(runs: Path, name: str, games: int, **levels: Sequence[Any]) -> Run:
    """The first games of the settings of a run that stand at these levels."""
    folder = runs / name
    if not (folder / "manifest.json").exists():
        if simulate(["run", *POOLS[name], "--out", str(folder)]) != 0:
            raise SystemExit(1)
    run = open_run(folder)
    cells = [
        cell
        for cell in run.manifest["cells"]
        if all(cell["levels"][factor] in wanted for factor, wanted in levels.items())
    ]
    inside = pl.col("cell").is_in([cell["number"] for cell in cells])
    tables = (run.games(0, games - 1), run.seats(0, games - 1))
    found = tuple(table.filter(inside).collect() for table in tables)
    turns = run.turns()
    if turns is not None:
        found += (turns.filter(inside & (pl.col("replicate") < games)),)
    return _with(Run(run.manifest, found), found, games, cells)


def _with(run: Run, tables: tuple, games: int, cells: Sequence[Mapping] | None = None) -> Run:
    cells = [dict(c) | {"games": games} for c in cells or run.manifest["cells"]]
    shards = [{"kind": "games", "cell": 0, "file": "", "rows": 1, "sha256": ""}]
    manifest = dict(run.manifest) | {"cells": cells, "shards": shards}
    return Run(manifest, tables)


def draw(whole: Run, games: int, rng: np.random.Generator) -> Run:
    """A small run, by game number with replacement."""
    most = int(whole.tables[0]["replicate"].max()) + 1
    chosen = pl.DataFrame({"old": rng.integers(most, size=games), "replicate": np.arange(games)})
    tables = tuple(
        table.rename({"replicate": "old"}).join(chosen, on="old").drop("old")
        for table in whole.tables
    )
    return _with(whole, tables, games)


def dealt_anew(run: Run, rng: np.random.Generator) -> Run:
    """The same run with nothing to be found in it."""
    games = run.tables[0].sort("cell", "replicate")
    seats = run.tables[1].sort("cell", "replicate", "seat")
    # The same order in all settings, so that they go on sharing their luck.
    luck = rng.random(int(games["replicate"].max()) + 1)[games["replicate"].to_numpy()]
    games = _mixed(games, luck, ["cell"], run.names("games", RESULTS))
    seats = _mixed(
        seats, rng.random(seats.height), ["cell", "replicate"], run.names("seats", SHARED)
    )
    return replace(run, tables=(games, seats, *run.tables[2:]))


def _mixed(frame: pl.DataFrame, luck: np.ndarray, within: list[str], names: list[str]) -> Any:
    """Rows in order of `within` with some columns in another order inside it."""
    mixed = frame.with_columns(luck=luck).sort(*within, "luck").select(names)
    return frame.with_columns(mixed)


# What a report prints


def _told(kind: str, key: tuple, found: Estimate | Rate | None, of: str = "") -> list[Told]:
    if found is None:
        return []
    return [Told(kind, key, found.value, found.low, found.high, of)]


def rated(run: Run) -> Iterator[Told]:
    """Where all win together."""
    design = Design(run.manifest)
    blocks = Blocks(run, design)
    counts = count(blocks)
    for one in difficulty.cells(design, counts):
        yield from _told("win rate, one setting", (one.cell.number,), one.rate)
    for end in lengths.ends(design, counts, blocks):
        yield from _told("one rate over all settings: ends", (end.name,), end.all)
        for cell, found in end.cells.items():
            yield from _told("end, one setting", (end.name, cell), found)
    for margin in lengths.margins(design, counts, blocks):
        key = margin.column, margin.close_at
        yield from _told("one rate over all settings: close losses", key, margin.close_lost)
    for step in steps.steps(design, counts):
        key = step.factor.name, step.level
        yield from _told("step, averaged over settings", key, step.average.effect)
        for context, paired in step.contexts:
            key = (*key[:2], *context.levels.items())
            yield from _told("step, one setting", key, paired.effect)
    for slope in steps.slopes(design, counts):
        yield from _told("one more of a factor", (slope.factor.name,), slope.each.effect)
    for curve in difficulty.curves(design, counts):
        if curve.at is not None:
            key = tuple(curve.context.levels.items())
            yield Told("curve: amount at the target", key, curve.at, curve.low, curve.high)
    yield from _dealt(contrasts.dealing(design, blocks, deal.questions(design, run)))


def _dealt(found: contrasts.Dealing) -> Iterator[Told]:
    for one in found.contrasts:
        key = one.family, one.label
        yield from _told(DEALT, key, one.effect)
        if one.verdict in CALLED:
            yield from _told(f"{DEALT}, where it is called an effect", key, one.effect, of=DEALT)
    for pair in found.company:
        yield from _told("in company", (pair.first, pair.second), pair.effect)


def contested(run: Run) -> Iterator[Told]:
    """Where seats compete."""
    found, several = _contest(run), len(run.manifest["cells"]) > 1
    for kind in found.kinds:
        for share in kind.shares:
            key = kind.role, share.label, share.cell.number
            yield from _told(f"{SHARE}: {kind.noun}", key, share.share)
            if share.verdict in CALLED:
                called = f"{SHARE}: {kind.noun}, where it is called strong or weak"
                yield from _told(called, key, share.share, of=f"{SHARE}: {kind.noun}")
        for over in kind.overs if several else ():
            yield from _told(f"share over all settings: {kind.noun}", (over.label,), over.effect)
    if found.matchups:
        for met in found.matchups.pairs:
            if met.games >= FEWEST:
                yield from _told("matchup: ahead", (met.first, met.second), met.ahead)
                yield from _told("matchup: beyond", (met.first, met.second), met.beyond)
        for rating in found.matchups.ratings:
            yield from _told("strength", (rating.label,), rating.ahead)
            yield Told("place", (rating.label,), rating.place, rating.best, rating.worst)
    for part in found.points.options:
        yield from _told("mean score", (part.label,), part.score)
    for pair in found.partners:
        yield from _told("partners: beyond the sum", (pair.first, pair.second), pair.beyond)
    for picks in found.picks:
        for pick in picks.picks:
            key = picks.noun, picks.cell, pick.label, pick.place
            yield from _told("pick: over the fair share", key, pick.over)
    for track in found.tracks:
        for level in track.levels:
            key = track.column, level.level
            yield from _told("one rate over all settings: levels of a track", key, level.seats)
            yield from _told("level of a track: over the fair share", key, level.over)


def arced(run: Run) -> Iterator[Told]:
    """The arc of the game; the truth is that of a fit to all games of the pool."""
    design = Design(run.manifest)
    for arc in win_probability.arcs(design, run, count(Blocks(run, design))).all:
        key = tuple(arc.levels.items())
        yield from _told("arc: open in the last turn", key, arc.open)
        yield from _told("arc: came back", key, arc.comebacks)
        yield from _told("arc: who stands best before the first turn wins", key, arc.before)
        half = next(point for point in arc.points if point.part == win_probability.HALF_TIME)
        yield from _told("arc: who is ahead at half-time wins", key, half.leader)


def _contest(run: Run) -> contest.Contest:
    design = Design(run.manifest)
    blocks = Blocks(run, design)
    counts = count(blocks)
    return contest.contest(design.only(counts.contested), run, blocks, counts)


def compared(run: Run) -> Iterator[Told]:
    """The easiest level of the last factor and the next one, as if they were two runs."""
    factor = Design(run.manifest).factors[-1]
    sides = []
    for level in factor.levels[:2]:
        cells = [dict(c) for c in run.manifest["cells"] if c["levels"][factor.name] == level]
        inside = pl.col("cell").is_in([c["number"] for c in cells])
        for cell in cells:
            cell["levels"] = {k: v for k, v in cell["levels"].items() if k != factor.name}
        side = _with(run, tuple(t.filter(inside) for t in run.tables), 1, cells)
        sides.append(side)
    found = compare(join(*sides))
    if found.whole:
        yield from _told("two runs: mean of the settings", (), found.whole.effect)
    for setting in found.settings:
        yield from _told("two runs: one setting", (setting.cell.number,), setting.paired.effect)
    for ending in found.endings:
        yield from _told("two runs: ends", (ending.reason,), ending.effect)
    for mean in found.means:
        yield from _told("two runs: lengths", (mean.column,), mean.effect)


# How often they keep their word


def coverage(
    where: str, whole: Run, tell: Callable[[Run], Iterator[Told]], games: int, repeats: int
) -> list[Row]:
    """How often intervals hold the truth, a row a kind; standard errors are over experiments."""
    truth = {(told.kind, told.key): told.value for told in tell(whole)}
    held: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for repeat in range(repeats):
        rng = np.random.default_rng([SEED, repeat])
        here: dict[str, list[bool]] = defaultdict(list)
        for told in tell(draw(whole, games, rng)):
            kind = told.of or told.kind
            known = truth.get((kind, told.key))
            if known is not None:
                here[told.kind].append(told.low - 1e-9 <= known <= told.high + 1e-9)
        for kind, found in here.items():
            held[kind].append((sum(found), len(found)))
    return [row_of(kind, f"{where}, {games:,}", found) for kind, found in held.items()]


def alarms(
    where: str, whole: Run, tell: Callable[[Run], Mapping[str, bool]], games: int, repeats: int
) -> list[Row]:
    """How often something is said where there is nothing, a row a statement."""
    said: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for repeat in range(repeats):
        rng = np.random.default_rng([SEED, 1, repeat])
        for what, found in tell(dealt_anew(draw(whole, games, rng), rng)).items():
            said[what].append((int(found), 1))
    return [row_of(what, f"{where}, {games:,}", found) for what, found in said.items()]


def of_deal(run: Run) -> dict[str, bool]:
    """Whether anything of the deal is called an effect."""
    design = Design(run.manifest)
    found = contrasts.dealing(design, Blocks(run, design), deal.questions(design, run))
    everything = [*found.contrasts, *found.company]
    qs = q_values([p_value(one.effect) for one in everything])
    sure = (q < FALSE_SHARE for one, q in zip(everything, qs, strict=True) if one.verdict in CALLED)
    return {
        "anything dealt is called an effect in its table": any(
            c.verdict in CALLED for c in found.contrasts
        ),
        "any two in company are called an effect": any(c.verdict in CALLED for c in found.company),
        "anything of the deal is one over all tables": any(sure),
    }


def of_contest(run: Run) -> dict[str, bool]:
    """Whether anybody is called strong or weak."""
    found = _contest(run)
    said = {}
    for role in ("option", "seat"):
        kind = found.kind(role)
        if kind:
            each = [*kind.shares, *kind.overs]
            said[f"any {role} is called strong or weak"] = any(s.verdict in CALLED for s in each)
    if found.matchups:
        pairs = any(p.verdict in CALLED for p in found.matchups.pairs)
        said["any matchup or circle is told"] = pairs or found.matchups.circles
    if found.partners:
        pairs = any(p.verdict in CALLED for p in found.partners)
        said["any two partners are called an effect"] = pairs
    return said


def of_most_and_least(whole: Run, settings: int, games: int, repeats: int) -> list[Row]:
    """The settings won most and least of some that are all the same one, with separate luck."""
    cell = whole.manifest["cells"][0]["number"]
    won = whole.tables[0].filter(pl.col("cell") == cell)["won"].to_numpy()
    rng = np.random.default_rng([SEED, 2, settings])
    said = [
        told_apart({i: rng.choice(won, games).astype(np.int8) for i in range(settings)},
                   range(settings)) < 0.05
        for _ in range(repeats)
    ]  # fmt: skip
    what = f"“win most with …, least with …”, {settings} equal settings"
    return [row_of(what, f"defenders, {games:,}", [(int(s), 1) for s in said])]


def tasks(runs: Path, repeats: int) -> tuple[list[Callable], ...]:
    """What is measured: coverage, false alarms, promises.  Each gives some rows of its table."""
    defenders = pool(runs, "defenders", 3_000, players=(2, 3), horde=("easy", "medium", "hard"))
    kingdoms = pool(runs, "kingdoms", 4_000, players=(2, 3))
    tactics = pool(runs, "tactics", 4_000, mode=("competitive",), players=(2,))
    half, made_up = repeats // 2, max(2 * repeats, FEWEST_MADE_UP)
    held = [
        partial(coverage, "defenders", defenders, rated, 400, repeats),
        partial(coverage, "defenders", defenders, compared, 400, half),
        partial(coverage, "defenders", defenders, compared, 5, half),
        partial(coverage, "kingdoms", kingdoms, contested, 400, half),
        partial(coverage, "kingdoms", kingdoms, contested, 30, half),
        partial(coverage, "tactics", tactics, contested, 400, half),
    ]
    said = [partial(alarms, "defenders", defenders, of_deal, 400, 2 * repeats)]
    said += [partial(alarms, "kingdoms", kingdoms, of_contest, n, half) for n in (3, 30, 400)]
    said += [partial(of_most_and_least, defenders, n, 400, 5 * repeats) for n in (4, 16)]
    held += [
        partial(coverage, "kingdoms", kingdoms, arced, 4_000, half),
        partial(coverage, "tactics", tactics, arced, 4_000, half),
        *promises.held(made_up),
    ]
    said += promises.said(made_up)
    return held, said, promises.tasks(made_up)


def page(runs: Path, repeats: int, jobs: int) -> list[str]:
    """The lines of all tables."""
    parts = tasks(runs, repeats)
    whole = []
    every = [delayed(task)() for part in parts for task in part]
    for rows in Parallel(n_jobs=jobs, return_as="generator")(every):
        print(
            *(f"{row.what}, {row.where}: {shown(row)}" for row in rows),
            sep="\n",
            file=sys.stderr,
            flush=True,
        )
        whole.append(rows)
    lines = []
    for (caption, what), part in zip(TABLES, parts, strict=True):
        rows = [row for rows in whole[: len(part)] for row in rows]
        lines += [*([""] if lines else []), caption, "", *grid(what, rows)]
        del whole[: len(part)]
    return lines


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=Path, default=Path("runs/coverage"), help="run folders")
    parser.add_argument("--experiments", type=int, default=200, help="of the quickest kind")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    asked = parser.parse_args()
    lines = page(asked.runs, asked.experiments, asked.jobs)
    print("\n".join(lines))
    head, _, rest = PAGE.read_text().partition(START)
    _, _, tail = rest.partition(END)
    PAGE.write_text("\n".join([head + START, "", *lines, "", END + tail]))


if __name__ == "__main__":
    main()
