"""Does a run that stops when all is settled tell the truth?  python -m benchmarks.settled

Without an argument: how often it says something false.  A run folder is a pool, as in
`benchmarks.coverage`; games are drawn from it and dealt anew, so that nothing is to be found in
them, and played up to look after look until nothing is open.  A run is false where it calls any
effect or share, or any level on target or off it that is not so in the pool.

With --same: which findings of the default experiments it tells otherwise than so many games of
each setting do, on some seeds.
"""

import argparse
import contextlib
import io
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from analysis.conclusions.unsettled import open_cells
from analysis.stats import verdicts
from analysis.study import Study, study
from benchmarks.coverage import Run, dealt_anew, draw, pool
from simulate.cli import main as simulate
from simulate.experiment.plan import looks_of

SEED = 940_000_000
POOLS = ("defenders", "kingdoms", "tactics")
FIRST, MOST = 125, 20_000
RESOLUTION = {"defenders": 0.005, "kingdoms": 0.035, "tactics": 0.04}
GAMES = ("defenders", "kingdoms", "ultra_kingdoms", "tactics", "dungeons")


def settled(whole: Run, name: str, rng: np.random.Generator) -> Study:
    """What a run of games in which nothing is to be found ends with."""
    looks = looks_of(MOST, FIRST)
    null = dealt_anew(draw(whole, MOST, rng), rng)
    stops = {"until": "settled", "looks": len(looks), "resolution": RESOLUTION[name]}
    cells = [cell["number"] for cell in whole.manifest["cells"]]
    games = dict.fromkeys(cells, 0)
    open_: Mapping[int, int] = games
    for look in looks:
        games |= dict.fromkeys(open_, look)
        told = study(_first(null, games, stops))
        if not (open_ := open_cells(told)):
            break
    return told


def _first(run: Run, games: Mapping[int, int], stops: Mapping[str, Any]) -> Run:
    """So many games of each setting."""
    most = pl.col("cell").cast(pl.Int64).replace_strict(dict(games))
    tables = tuple(table.filter(pl.col("replicate") < most) for table in run.tables[:2])
    cells = [{**cell, "games": games[cell["number"]]} for cell in run.manifest["cells"]]
    return replace(run, tables=tables, manifest={**run.manifest, **stops, "cells": cells})


def false(told: Study, truth: Mapping[int, float]) -> list[str]:
    """What it says that is not so; truth: how often each setting is won."""
    found = [f"{c.family} {c.value}" for c in told.dealing.contrasts if c.verdict in verdicts.SHOWN]
    found += [f"{one.first} {one.second}" for one in told.dealing.company
              if one.verdict in verdicts.SHOWN]  # fmt: skip
    for kind in told.contest.kinds:
        found += [f"{s.label} {s.verdict}" for s in kind.shares if s.verdict in verdicts.OFF]
        found += [f"{o.label} {o.verdict}" for o in kind.overs if o.verdict in verdicts.OFF]
    for level in told.cells:
        band = told.design.bands.get(level.cell.number)
        if band is not None and level.verdict in (*verdicts.OFF, verdicts.ON_TARGET):
            rate = truth[level.cell.number]
            right = (verdicts.ABOVE if rate > band.high else
                     verdicts.BELOW if rate < band.low else verdicts.ON_TARGET)  # fmt: skip
            found += [f"{level.cell.levels} {level.verdict}"] * (level.verdict != right)
    return found


def _null(runs: Path, repeats: int) -> Iterator[str]:
    for name in POOLS:
        whole = pool(runs, name, MOST)
        rates = study(whole)
        truth = {level.cell.number: level.rate.value for level in rates.cells}
        wrong, games = [], []
        for repeat in range(repeats):
            told = settled(whole, name, np.random.default_rng([SEED, repeat]))
            games.append(told.games)
            wrong += [said] if (said := false(told, truth)) else []
        yield f"{name}: {len(wrong)} of {repeats} runs false, {np.mean(games):,.0f} games each"
        yield from (f"    {'; '.join(said)}" for said in wrong)


def _same(runs: Path, games: int, seeds: int, names: list[str]) -> Iterator[str]:
    for name in names:
        for seed in range(1, seeds + 1):
            short, long = (
                _findings(runs / f"{name}-{seed}-{how}", name, seed, *more)
                for how, more in (("settled", []), ("whole", ["--games", str(games)]))
            )
            yield f"{name}, seed {seed}: {len(short)} findings, {len(long)} of {games:,} games"
            for key in [*dict.fromkeys([*short, *long])]:
                if short.get(key, ("", ""))[0] != long.get(key, ("", ""))[0]:
                    yield f"    settled: {_said(short.get(key))} | whole: {_said(long.get(key))}"


def _said(finding: tuple[str, str] | None) -> str:
    return "nothing" if finding is None else f"{finding[1]} [{finding[0]}]"


def _findings(folder: Path, game: str, seed: int, *more: str) -> dict[str, tuple[str, str]]:
    """The verdict and the line of each finding, by what it is of."""
    if not (folder / "report.json").exists():
        words = ["run", game, "--seed", str(seed), *more, "--out", str(folder)]
        with contextlib.redirect_stdout(io.StringIO()):
            code = simulate([*words, "--no-second", "--quiet"])
        if code != 0:
            raise SystemExit(code)
    report = json.loads((folder / "report.json").read_text("utf-8"))
    return {
        f"{one['kind']} {one['rows'][:1]}": (one["verdict"], one["line"])
        for one in report["findings"]
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", default=list(GAMES))
    parser.add_argument("--runs", type=Path, default=Path("runs/settled"))
    parser.add_argument("--repeats", type=int, default=200)
    parser.add_argument("--same", action="store_true")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seeds", type=int, default=3)
    given = parser.parse_args()
    lines = (
        _same(given.runs, given.games, given.seeds, given.names)
        if given.same
        else _null(given.runs, given.repeats)
    )
    for line in lines:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
