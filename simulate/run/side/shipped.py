"""Play the shipped game in the settings of a run of a changed one.

Played on the same luck, in the folder `shipped` of the run: as many games as the run has in a
setting, on average, where that is cheap, else as many as two minutes pay for, and no fewer than a
third.  Players stay as they are in the changed pack, so that cards and rules are all that differs.
Beside a run that stops when all is settled it is played in step (`partner`).
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, replace
from functools import partial
from math import ceil
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from simulate import store
from simulate.core.errors import InputError
from simulate.experiment import second_opinion
from simulate.experiment.context import PRINTED, VARIANT
from simulate.experiment.plan import PlannedCell, is_of_game
from simulate.experiment.price import blocks_a_game
from simulate.experiment.stored_plan import PlanFromManifest
from simulate.pack import load
from simulate.run.side.partner import Partner, Play
from simulate.run.side.second_opinion import OF_THE_RUN

if TYPE_CHECKING:
    from simulate.experiment.plan import Playable

CHEAP = 12  # blocks of `simulate.experiment.price`
PART = 3  # a part of the games of a setting, however dear they are: a third
FEWEST = 200  # games of all settings together; fewer tell nothing
LEFT_OUT = {*OF_THE_RUN, "again", "shipped", "boards", "pictures"} - {"keep"}
OF_LOOKS = ("until", "looks", "first_look", "resolution")


def beside(run: store.StoredRun, allow_code: bool) -> PlanFromManifest | None:
    """What is played of the shipped game beside a run that was played; None where nothing is."""
    manifest = run.manifest
    each = ceil(fmean(cell["games"] for cell in manifest["cells"]))
    return plan_of(manifest, each, str(run.path / store.MANIFEST), allow_code)


def plan_of(
    manifest: Mapping[str, Any],
    games: int,
    file: str = store.MANIFEST,
    allow_code: bool = False,
) -> PlanFromManifest | None:
    """The same of a run that has, or will have, so many games in a setting, on average."""
    if not manifest.get("shipped"):
        return None
    plan = _of_shipped(manifest, LEFT_OUT, file, allow_code)
    each = _afforded(plan, games)
    return _with_games(plan, each) if each * len(plan.cells) >= FEWEST else None


def partner(plan: "Playable", folder: Path, play: Play) -> Partner | None:
    """The shipped game beside a run that stops when all is settled; None where there is none."""
    manifest = plan.manifest()
    if not (manifest.get("shipped") and plan.until) or plan.keep != store.ALL:
        return None
    file = str(folder / store.MANIFEST)
    of_shipped = _of_shipped(manifest, LEFT_OUT - {*OF_LOOKS}, file, plan.pack.may_run_code)
    return Partner(of_shipped, folder, play, partial(_afforded, of_shipped))


def _of_shipped(
    manifest: Mapping[str, Any], left_out: Collection[str], file: str, allow_code: bool
) -> PlanFromManifest:
    """The same settings of the shipped game, and no more of what its manifest says."""
    pack = load(manifest["game"])
    own = {key: manifest["pack"][key] for key in ("strategies", "code")}
    data = {key: each for key, each in manifest.items() if key not in left_out}
    data |= {"pack": {**pack.as_manifest(), **own}, "provenance": pack.provenance()}
    plan = PlanFromManifest({**data, "precision": None}, file, allow_code)
    cells = [replace(cell, number=n) for n, cell in enumerate(_unchanged(plan))]
    parts = _unchanged_parts(plan, cells)
    if any(each["strategy"] == second_opinion.BEST for each in manifest.get("opinions", ())):
        played = [(plan.pack_for(cell), cell.setting) for cell in cells]
        parts["opinions"] = second_opinion.exact(played, [cell.levels for cell in cells])
    return replace(plan, data={**plan.data, **parts})


def _with_games(plan: PlanFromManifest, games: int) -> PlanFromManifest:
    """The same with so many games of each setting."""
    experiment = {**plan.data["experiment"], "games": games}
    return replace(plan, data={**plan.data, "experiment": experiment})


def _afforded(plan: PlanFromManifest, games: int) -> int:
    """How many games of each setting are played, of so many that the run has."""
    price = blocks_a_game(plan)
    if price is None:
        return games // PART
    return games if games * price <= CHEAP else max(games // PART, int(CHEAP / price))


def _unchanged_parts(plan: PlanFromManifest, cells: list[PlannedCell]) -> dict[str, Any]:
    """What its manifest says without what was changed."""
    levels = {name for cell in cells for name in cell.levels}
    stays = {f["name"] for f in plan.data["factors"] if f["name"] in levels or not f["crossed"]}
    stays = {name for name in stays if name in levels or not is_of_game(name)}
    return {
        "cells": [asdict(cell) | {"blanks": []} for cell in cells],
        "factors": [factor for factor in plan.data["factors"] if factor["name"] in stays],
        "setting": {k: level for k, level in plan.data["setting"].items() if k in stays},
    }


def _unchanged(plan: PlanFromManifest) -> Iterator[PlannedCell]:
    """The settings without what is changed in all of them, of those that the shipped game has."""
    for cell in plan.cells:
        if cell.levels.get(VARIANT, PRINTED) == PRINTED:
            levels = {name: level for name, level in cell.levels.items() if name != VARIANT}
            own = {p: v for p, v in cell.changes.items() if p in levels or not is_of_game(p)}
            changed = replace(cell, levels=levels, changes=own, blanks=())
            try:
                plan.pack_for(changed)
            except InputError:
                continue  # a hero, say, that only the changed pack has
            yield changed
