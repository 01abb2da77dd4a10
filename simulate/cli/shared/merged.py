"""`--dry-run --json`: every part of the merged experiment, with its origin."""

import os
from collections.abc import Iterator
from typing import Any

from simulate.core.options import JOBS_VARIABLE, KEYS
from simulate.core.text.locate import Loc
from simulate.experiment import Experiment, RunRequest
from simulate.experiment.context import LINEUP, VARIANT
from simulate.experiment.read import TARGET

DEFAULT, IN_FILE, SET_ONCE = "default", "experiment file", "simulate.toml"
ASKED = "game.toml"
ENVIRONMENT, TYPED = "environment", "option"
OTHERS = {TARGET: ("expect",), VARIANT: ("steps", "blanks")}  # what a file may say instead
Said = dict[str, Any]


def merged(experiment: Experiment, request: RunRequest, jobs: int, typed_jobs: str | None) -> Said:
    """The experiment as it would be played: each entry has `value` and its origin, `from`."""
    data = experiment.as_data()
    parts: Said = {name: _said(experiment, (name,), data[name]) for name in ("game", "question")}
    parts["pack"] = {"value": request.pack, "from": TYPED if request.pack else DEFAULT}
    for option in KEYS:
        usual = option.key.default if option.key is not None else None
        parts[option.name] = _said(experiment, (option.name,), data.get(option.name, usual))
    parts["factors"] = dict(_axes(experiment, is_crossed=True))
    parts["fixed"] = dict(_at_usual(experiment)) | dict(_axes(experiment, is_crossed=False))
    for name in (LINEUP, VARIANT):
        typed = next((axis.loc for axis in experiment.axes if axis.name == name), ())
        parts[name] = _said(experiment, typed or (name,), data[name])
    bands = [band.as_data() for band in experiment.bands]
    loc = next((band.loc for band in experiment.bands), (TARGET,))
    parts[TARGET] = _said(experiment, loc, [*bands, *data.get("expect", [])])
    return parts | {"jobs": {"value": jobs, "from": _whence_jobs(request, typed_jobs)}}


def _axes(experiment: Experiment, is_crossed: bool) -> Iterator[tuple[str, Said]]:
    """Factors and numbers that are named, compared or at one level."""
    for axis in experiment.axes:
        if axis.kind in ("factor", "parameter") and axis.crossed == is_crossed:
            value = list(axis.levels) if is_crossed else axis.levels[0]
            yield axis.name, _said(experiment, axis.loc, value, axis.name)


def _at_usual(experiment: Experiment) -> Iterator[tuple[str, Said]]:
    """Factors that nobody names."""
    named = {axis.name for axis in experiment.axes}
    for factor in experiment.pack.facts.factors:
        if factor.name not in named:
            yield factor.name, {"value": factor.default, "from": DEFAULT}


def _said(experiment: Experiment, loc: Loc, value: Any, name: str = "") -> Said:
    return {"value": value, "from": _whence(experiment, loc, name or str(loc[0]))}


def _whence(experiment: Experiment, loc: Loc, name: str) -> str:
    origins = experiment.origins
    if name in experiment.taken:
        return SET_ONCE
    if any(loc[:length] in origins.options for length in range(1, len(loc) + 1)):
        return TYPED
    if any(loc[:length] in origins.laid for length in range(1, len(loc) + 1)):
        return ASKED
    held = origins.document.data if origins.document is not None else {}
    said = (str(loc[0]), *OTHERS.get(str(loc[0]), ()))
    if any((key,) in origins.options for key in said):
        return TYPED
    return IN_FILE if any(key in held for key in said) else DEFAULT


def _whence_jobs(request: RunRequest, typed: str | None) -> str:
    if request.usual.jobs:
        return SET_ONCE
    if typed is not None:
        return TYPED
    return ENVIRONMENT if os.environ.get(JOBS_VARIABLE) else DEFAULT
