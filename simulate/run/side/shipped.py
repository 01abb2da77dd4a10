"""Play the shipped game in the settings of a run of a changed one.

Played on the same luck, in the folder `shipped` of the run: as many games as the run has in a
setting, on average, where that is cheap, else as many as two minutes pay for, and no fewer than a
third.  Players stay as they are in the changed pack, so that cards and rules are all that differs.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from math import ceil
from statistics import fmean
from typing import Any

from simulate import store
from simulate.core.errors import InputError
from simulate.experiment.context import PRINTED, VARIANT
from simulate.experiment.plan import PlannedCell, is_of_game
from simulate.experiment.price import blocks_a_game
from simulate.experiment.stored_plan import PlanFromManifest
from simulate.pack import load
from simulate.run.side.second_opinion import OF_THE_RUN

CHEAP = 12  # blocks of `simulate.experiment.price`
PART = 3  # a part of the games of a setting, however dear they are: a third
FEWEST = 200  # games of all settings together; fewer tell nothing
LEFT_OUT = {*OF_THE_RUN, "again", "shipped", "boards", "pictures"} - {"keep"}


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
    pack = load(manifest["game"])
    own = {key: manifest["pack"][key] for key in ("strategies", "code")}
    data = {key: each for key, each in manifest.items() if key not in LEFT_OUT}
    data |= {"pack": {**pack.as_manifest(), **own}, "provenance": pack.provenance()}
    plan = PlanFromManifest({**data, "precision": None}, file, allow_code)
    cells = [replace(cell, number=n) for n, cell in enumerate(_unchanged(plan))]
    each = _afforded(replace(plan, data={**plan.data, **_parts(plan, cells, games)}), games)
    if each * len(cells) < FEWEST:
        return None
    return replace(plan, data={**plan.data, **_parts(plan, cells, each)})


def _afforded(plan: PlanFromManifest, games: int) -> int:
    """How many games of each setting are played, of so many that the run has."""
    price = blocks_a_game(plan)
    if price is None:
        return games // PART
    return games if games * price <= CHEAP else max(games // PART, int(CHEAP / price))


def _parts(plan: PlanFromManifest, cells: list[PlannedCell], games: int) -> dict[str, Any]:
    """What its manifest says of another number of games, and without what was changed."""
    levels = {name for cell in cells for name in cell.levels}
    stays = {f["name"] for f in plan.data["factors"] if f["name"] in levels or not f["crossed"]}
    stays = {name for name in stays if name in levels or not is_of_game(name)}
    return {
        "cells": [asdict(cell) | {"blanks": []} for cell in cells],
        "experiment": {**plan.data["experiment"], "games": games},
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
