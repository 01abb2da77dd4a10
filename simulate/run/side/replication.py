"""Play an earlier run with fresh random numbers, to see which findings hold.

The plan is that of the earlier run with another seed, read from its manifest, so that a pack or
an experiment that was changed meanwhile makes no difference.
"""

from collections.abc import Collection, Mapping
from typing import Any

from simulate import store
from simulate.core.errors import InputError, Problem, command
from simulate.experiment.stored_plan import PlanFromManifest
from simulate.pack.pack import must_be_allowed

PLAYED = ("status", "stopped", "shards", "files", "again")  # of the earlier run alone
STOPS = ("until", "looks", "first_look", "resolution")
ALONE = "guesses"  # which other guesses decide does not hang on luck of the run


def seeds_of(manifest: Mapping[str, Any]) -> list[int]:
    """The seeds on which the findings of a run were made or tested, the last its own."""
    return [*manifest.get("again", {}).get("seeds", ()), manifest["seed"]]


def check(run: store.StoredRun, typed: str, seed: int) -> None:
    """Raise InputError where a run cannot be played again with a seed."""
    verb = PlanFromManifest(run.manifest, "").verb
    if verb != "run":
        what = f"`simulate {verb}` made this run, so it has no findings of its own to play again"
        raise InputError([Problem(str(run.path), what)])
    if run.manifest["status"] != "complete":
        what = f"this run was interrupted; first `{command('run', '--resume', run.path)}`"
        raise InputError([Problem(str(run.path), what)])
    if seed in (known := seeds_of(run.manifest)):
        what = "this seed made its findings, or tested them already; give another seed"
        shown = ", ".join(map(str, known))
        raise InputError([Problem(typed, f"{what} than {shown}")])


def plan_of(
    run: store.StoredRun,
    seed: int,
    games: int | None,
    made_by: str,
    asked: Mapping[str, Any],
    *,
    allow_code: bool = False,
    left_out: Collection[str] = (),
) -> PlanFromManifest:
    """The plan of a run with another seed.

    games: in each cell, None for as many as there were; made_by: the command that plays the games;
    asked: which findings are held against it; left_out: keys of the manifest, of what is not played
    beside it.
    """
    old = PlanFromManifest(run.manifest, str(run.path / store.MANIFEST), allow_code)
    data = {key: each for key, each in old.manifest().items() if key not in PLAYED}
    played = {key: each for key, each in data["experiment"].items() if key != ALONE}
    amount = {} if games is None else {"games": games}
    again = {"run": run.path.name, "seeds": seeds_of(run.manifest), **asked}
    data |= {
        "seed": seed,
        "command": made_by,
        "experiment": {**played, "seed": seed, **amount},
        "setting": _with_seed(data["setting"], seed),
        "cells": [_unplayed(cell, seed) for cell in data["cells"]],
        "again": again,
    }
    if games is not None:
        data = {k: v for k, v in data.items() if k not in STOPS} | {"precision": None}
        for key in STOPS:
            data["experiment"].pop(key, None)
    data = {key: each for key, each in data.items() if key not in left_out}
    plan = PlanFromManifest(data, old.file, allow_code)
    if not allow_code and (files := sorted({*plan.code()})):
        raise InputError([Problem(str(run.path), must_be_allowed(files))])
    return plan


def _unplayed(cell: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """A cell before a game of it is played."""
    rest = {key: value for key, value in cell.items() if key != "games"}
    return {**rest, "setting": _with_seed(cell["setting"], seed)}


def _with_seed(setting: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """A setting, of which the seed is a part in some games."""
    return {**setting, "seed": seed} if "seed" in setting else dict(setting)
