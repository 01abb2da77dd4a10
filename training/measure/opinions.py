"""Measure what another player finds when it plays all seats.

python -m training.measure.opinions RUN [RUN ...]

A run is a finished one of an experiment of a shipped game in which all play `second`, or `expert`,
made by `simulate run GAME --set strategy=expert --seed 46000001 --games N --no-second`.  Its
numbers go into configs/GAME/measured/opinions.toml: a run of just this, by whomever, is held
against them, since its own time pays for few games of so slow a player.
"""

import argparse
import datetime
from pathlib import Path
from typing import Any

from analysis.conclusions.facts import EFFECT, STEP, TOGETHER, Fact, facts
from analysis.conclusions.robustness import TOLD
from analysis.study import study
from benchmarks.results import write_opinions
from simulate import store
from simulate.core.errors import InputError, Problem
from simulate.core.game.facts import OVER_FAIR_SHARE, WIN_RATE
from simulate.experiment.second_opinion import MEASURED, what_is_played
from training.measure.expert import version

DIGITS = 6
TOLD_OF = (WIN_RATE, OVER_FAIR_SHARE, EFFECT, TOGETHER, STEP)  # what findings say something of


def entry(run: store.StoredRun) -> dict[str, Any]:
    """What is kept of a run.  Raises InputError where it is not of the shipped game."""
    manifest = run.manifest
    strategies = {name for cell in manifest["cells"] for name in cell["setting"]["strategy"]}
    if len(strategies) != 1 or not strategies <= {*MEASURED} or manifest["pack"]["differences"]:
        who = " or all `".join(f"{name}`" for name in MEASURED)
        what = f"is not a run of the shipped game in which all play `{who}"
        raise InputError([Problem(str(run.path), what)])
    return {
        "strategy": strategies.pop(),
        "cells": [what_is_played(cell["setting"]) for cell in manifest["cells"]],
        "games": min(cell["games"] for cell in manifest["cells"]),
        "seed": manifest["seed"],
        "on": datetime.date.today().isoformat(),
        "version": version(manifest["game"]),
        "source": "python -m training.measure.opinions",
        "facts": [
            kept(fact, fact.low, fact.high)
            for fact in facts(study(run, TOLD))
            if fact.metric in TOLD_OF and fact.low is not None and fact.high is not None
        ],
    }


def kept(fact: Fact, low: float, high: float) -> dict[str, Any]:
    """A number with the ends of its interval."""
    ends = {"value": fact.value, "low": low, "high": high}
    numbers = {name: round(number, DIGITS) for name, number in ends.items()}
    return {"metric": fact.metric, "where": dict(fact.where), **numbers}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN")
    for path in parser.parse_args().runs:
        run = store.open_run(path)
        found = entry(run)
        write_opinions(run.manifest["game"], [found])
        who, games, numbers = found["strategy"], found["games"], len(found["facts"])
        print(f"{run.manifest['game']}: {who}, {games} games a cell, {numbers} numbers")


if __name__ == "__main__":
    main()
