"""A game that counts next to nothing still gets its whole report: every table, section and page.

A designer's own game begins so: no counters, one end, one seat, one setting.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from analysis.study import Study, study
from reports.page.render import html
from reports.run.document import document
from tests.analysis import made_up, made_up_contest
from tests.analysis.made_up import InMemory, Recipe
from tests.analysis.made_up_contest import Contest
from tests.marks import long_but

pytestmark = pytest.mark.long

TURNS = 8
# What no game can do without: which game a row is of, and what came of it.
KEYS = {"cell", "replicate", "seat", "team"}
TOGETHER = {"won"}
AGAINST = {"score", "rank", "win_share"}
RECIPES = {
    "together": (Recipe(games=120, players=(2,), tides=("calm",)), TOGETHER),
    "alone": (Recipe(games=120, players=(1,), tides=("calm",)), TOGETHER),
    "together in settings": (Recipe(games=120, players=(2, 3), tides=("calm", "wild")), TOGETHER),
    "together with a change": (
        Recipe(games=120, players=(2,), tides=("calm",), variants={"rope": -0.4}),
        TOGETHER,
    ),
    "against": (Contest(games=120, players=(2,)), AGAINST),
    "against in settings": (Contest(games=120, players=(2, 3)), AGAINST),
    "against with a change": (
        Contest(games=120, players=(3,), variants={"no auk": ("auk", -0.4)}),
        AGAINST,
    ),
    "alone and against": (Contest(games=120, players=(1, 2)), AGAINST | TOGETHER),
}
RESULTS = {"won", "end_reason", "score", "rank", "win_share"}


def run_of(name: str) -> tuple[InMemory, set[str]]:
    recipe, needed = RECIPES[name]
    module = made_up if isinstance(recipe, Recipe) else made_up_contest
    return module.in_memory(recipe), needed


def without(run: InMemory, names: set[str]) -> InMemory:
    """The same games, had they never had these columns."""
    declared = {
        table: [c for c in columns if c["name"] not in names]
        for table, columns in run.manifest["columns"].items()
    }
    tables = tuple(frame.drop(names & {*frame.columns}) for frame in run.tables)
    return replace(run, manifest=run.manifest | {"columns": declared}, tables=tables)


def watched(run: InMemory, *counted: str) -> InMemory:
    """Every game seen turn by turn, with columns that count the turns, or with none."""
    seats = run.tables[1].select("cell", "replicate", "seat")
    rows = seats.join(pl.DataFrame({"turn": np.arange(TURNS)}), how="cross")
    rows = rows.sort("cell", "replicate", "turn", "seat")
    return replace(run, seen=rows.with_columns(pl.col("turn").alias(name) for name in counted))


def one_end(run: InMemory) -> InMemory:
    games = run.tables[0].with_columns(end_reason=pl.lit("over"))
    reasons = {"over": "the last card was drawn"}
    return replace(
        run, manifest=run.manifest | {"end_reasons": reasons}, tables=(games, run.tables[1])
    )


def bare(run: InMemory, needed: set[str]) -> InMemory:
    """Keys and results alone, and nothing in the manifest that a game may leave out."""
    every = {c["name"] for columns in run.manifest["columns"].values() for c in columns}
    return without(run, every - KEYS - needed)


def poorer(name: str) -> Iterator[tuple[str, InMemory]]:
    """The game with ever less of what a game may count."""
    run, needed = run_of(name)
    for role in {c["role"] for columns in run.manifest["columns"].values() for c in columns} - {
        "key"
    }:
        mine = {
            c["name"] for cs in run.manifest["columns"].values() for c in cs if c["role"] == role
        }
        if not mine & needed:
            yield f"no {role}", without(run, mine)
    yield "one end", one_end(run)
    yield "nothing", bare(run, needed)
    for counted in ((), ("rows",), ("game_storms",), ("rows", "game_storms")):
        yield f"turns with {counted}", watched(run, *counted)
        yield f"nothing, turns with {counted}", watched(bare(run, needed), *counted)
    empty = {"cards": {}, "rules": {}, "strategies": {}, "code": {}}
    yield "no pack", replace(run, manifest=run.manifest | {"pack": empty, "provenance": {}})


@pytest.mark.parametrize("name", long_but({"together in settings", "against in settings"}, RECIPES))
def test_every_table_and_the_whole_report_are_built(name):
    for what, run in poorer(name):
        try:
            found: Study = study(run)
            page = html(document(found))
        except Exception as error:
            raise AssertionError(f"{name}, {what}") from error
        assert run.manifest["title"] in page and " nan" not in page.lower(), what
