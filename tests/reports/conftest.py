"""Made-up runs and their reports, made once for all workers."""

import fcntl
import json
import os
import pickle
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from reports.page.render import write_report
from tests.analysis import made_up, made_up_contest
from tests.analysis.made_up import Recipe
from tests.analysis.made_up_contest import Contest
from tests.analysis.test_matchups import CIRCLE

RUNS = {
    "nothing works": Recipe(games=10_000, seed=5, level=-0.25, per_wave=0.0, per_player=0.0),
    "one strong keeper": Recipe(
        games=15_000, players=(3,), tides=("calm",), level=0.75, keepers={"cleo": 0.8}
    ),
    "too few games": Recipe(games=60),
    "all lost": Recipe(games=1_000, level=-30.0),
    "many cut off": Recipe(games=2_000, seed=7, cut=0.05),
}
CHANGES = Recipe(
    games=15_000,
    players=(3,),
    tides=("rough",),
    level=1.65,
    variants={"rope": -0.4, "horn": -0.06, "net": 0.0, "lamp": 0.02, "oil+1": 0.25},
)
STEPS = Recipe(
    games=6_000,
    players=(2, 3),
    tides=("rough",),
    level=2.4,
    variants={"rope": -0.9, "horn": -2.5, "net": 0.0, "lamp": 1.0, "oil+1": -0.3},
)
MORE = {
    "changes": CHANGES,
    "changes without a target": replace(CHANGES, target=None),
    "partial": Recipe(games=2_000, status="partial", planned=2_000, per_cell={3: 700, 4: 200}),
    "no order": Recipe(games=3_000, players=(3,), level=1.0, ordered=False),
    "fitted level": Recipe(games=15_000, players=(3,), level=1.0, fitted=True),
    "more oil": Recipe(
        games=6_000,
        players=(3,),
        tides=("rough",),
        level=1.2,
        swept="rules.lamp_oil",
        values=(4, 5, 6),
        each=0.35,
    ),
    "weaker keeper": Recipe(
        games=6_000,
        players=(2, 3),
        tides=("rough",),
        level=1.2,
        keepers={"bo": 0.6},
        swept="cards.keepers.bo.breath",
        values=(4, 2),
        each=0.3,
        whose="bo",
    ),
    "oil does nothing": Recipe(
        games=6_000, players=(2, 3), tides=("calm",), swept="rules.lamp_oil", values=(4, 5)
    ),
    "steps to the target": STEPS,
    "one step to the target": replace(
        STEPS, players=(3,), variants={**STEPS.variants, "net": -0.02}
    ),
    "expectations": Recipe(
        games=2_000,
        players=(2, 3),
        tides=("calm",),
        level=1.2,
        variants={"rope": -0.6},
        expect=(
            {"metric": "win_rate", "name": "friendly", "low": 0.45, "cells": [0, 2]},
            {"metric": "win_rate", "low": 0.2, "high": 0.4, "cells": [0]},
            {"metric": "effect", "high": -0.1, "cells": [1, 3]},
            {"metric": "length", "low": 2.0, "high": 12.0, "cells": [0]},
            {"metric": "end", "of": {"reason": "wreck_sunk"}, "low": 0.9, "cells": [2]},
            {"metric": "win_rate", "name": "tight", "low": 0.58, "high": 0.62, "cells": [0]},
        ),
    ),
    "one setting": Recipe(games=10, players=(3,), tides=("rough",), level=1.6),
}
CONTESTS = {
    "all crews alike": Contest(games=24_000, players=(4,)),
    "one strong crew": Contest(games=8_000, players=(2, 4), crews={"egret": 0.6}),
    "few contests": Contest(games=60),
    "strong seat": Contest(games=8_000, players=(3,), seats=(0.5,)),
    "in circles": Contest(games=12_000, players=(2,), beats=CIRCLE),
    "ties": Contest(games=6_000, ties=True),
    "plans": Contest(
        games=9_000, captains=("bold", "calm", "steady"), suits={("coot", "calm"): 1.0}
    ),
    "contest changes": Contest(
        games=6_000,
        players=(3,),
        crews={"egret": 0.4},
        variants={"no oars": ("egret", -0.4), "no flag": ("coot", 0.0), "wind": ("auk", 0.3)},
    ),
    "late starts": Contest(
        games=6_000, players=(2, 3), seats=(0.5,), handicap=0, late=(0, 1, 2), each=0.3
    ),
    "late starts do nothing": Contest(games=6_000, players=(3,), handicap=0, late=(0, 1)),
    "weak last seat": Contest(games=6_000, players=(2, 3), seats=(0.0, 0.0, -1.0)),
    "strong harbour": Contest(games=6_000, harbours={"south": 0.5}),
    "fitted crews": Contest(
        games=8_000,
        players=(4,),
        crews={"egret": 0.6, "auk": 0.6, "coot": 0.35, "dunlin": 0.35},
        fitted=("egret", "coot", "dunlin"),
    ),
    "expected shares": Contest(
        games=2_000,
        players=(3, 4),
        crews={"egret": 0.5},
        variants={"no oars": ("egret", -0.9)},
        expect=(
            {"metric": "share", "of": {"crew": "egret"}, "high": 0.3, "cells": [0, 2]},
            {
                "metric": "over_fair_share",
                "of": {"seat": 1},
                "low": -0.1,
                "high": 0.1,
                "cells": [0],
            },
            {"metric": "effect", "of": {"crew": "egret"}, "high": 0.0, "cells": [1, 3]},
        ),
    ),
    "alone and against": Contest(games=3_000, players=(1, 2, 3), solo=1.0, target=None),
}
ALL = RUNS | MORE | CONTESTS


@dataclass(frozen=True)
class Made:
    """A run folder with its report."""

    folder: Path
    report: dict[str, Any]
    page: str

    def table(self, name: str) -> dict[str, Any]:
        """A table of report.json by its id."""
        tables = (t for s in self.report["sections"] for t in s["tables"])
        return next(t for t in tables if t["id"] == name)

    def has(self, section: str) -> bool:
        """Whether the report has a section."""
        return any(s["id"] == section for s in self.report["sections"])


def placed(report: dict[str, Any], place: str) -> list[str]:
    """Sections of a report that stand in a place."""
    return [s["id"] for s in report["sections"] if s["place"] == place]


def make(folder: Path, recipe: Recipe | Contest) -> Made:
    """Build a run and its report."""
    if isinstance(recipe, Contest):
        folder.mkdir(parents=True)
        page = write_report(made_up_contest.build(folder, recipe))
    else:
        page = write_report(made_up.build(folder, recipe))
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    return Made(folder, report, page.read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def made(shared):
    """name -> run with its report, built when first asked for."""

    def get(name: str) -> Made:
        return shared(f"run {name}", lambda folder: make(folder / "run", ALL[name]))

    return get


@pytest.fixture(scope="session")
def shared(tmp_path_factory):
    """(name, make) -> what `make(folder)` returns, made once for all workers of a test run."""
    # Each worker has a folder of its own in that of the whole test run.
    own = tmp_path_factory.getbasetemp()
    home = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    return partial(once, {}, home / "shared")


def once(done: dict[str, Any], home: Path, name: str, make: Callable[[Path], Any]) -> Any:
    """What was made under a name; who comes while another process makes it waits."""
    if name not in done:
        folder = home / name.replace(" ", "-")
        folder.mkdir(parents=True, exist_ok=True)
        with open(folder / "lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (folder / "made").exists():
                (folder / "made").write_bytes(pickle.dumps(make(folder)))
        done[name] = pickle.loads((folder / "made").read_bytes())
    return done[name]
