"""Five made-up runs and their reports, made once."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from reports.render import write_report
from tests.analysis.made_up import Recipe, build

RUNS = {
    "nothing works": Recipe(games=20_000, seed=5, level=-0.25, per_wave=0.0, per_player=0.0),
    "one strong keeper": Recipe(
        games=15_000, players=(3,), tides=("calm",), level=0.75, keepers={"cleo": 0.8}
    ),
    "too few games": Recipe(games=60),
    "all lost": Recipe(games=1_000, level=-30.0),
    "many cut off": Recipe(games=2_000, seed=7, cut=0.05),
}
MORE = {
    "changes": Recipe(
        games=15_000,
        players=(3,),
        tides=("rough",),
        level=1.65,
        variants={"rope": -0.4, "horn": -0.06, "net": 0.0, "lamp": 0.02, "oil+1": 0.25},
    ),
    "partial": Recipe(games=2_000, status="partial", planned=2_000, per_cell={3: 700, 4: 200}),
    "no target": Recipe(games=1_000, target=None),
    "no order": Recipe(games=3_000, players=(3,), level=1.0, ordered=False),
    "one setting": Recipe(games=10, players=(3,), tides=("rough",), level=1.6),
}
ALL = RUNS | MORE


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


def make(folder: Path, recipe: Recipe) -> Made:
    """Build a run and its report."""
    page = write_report(build(folder, recipe))
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    return Made(folder, report, page.read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    """name -> run with its report, built when first asked for."""
    done: dict[str, Made] = {}

    def get(name: str) -> Made:
        if name not in done:
            done[name] = make(tmp_path_factory.mktemp("run") / "run", ALL[name])
        return done[name]

    return get
