"""Runs of a game that does not exist, with effects that are known because they were put in.

Keepers of a lighthouse hold out against waves.  Cells share luck by game number, as real
runs do: the same deal, and part of the same noise.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from simulate.store import MOST_REPLICATE, open_run
from simulate.store.names import shard_name

KEEPERS = ("ada", "bo", "cleo", "dan", "eve", "finn", "gus", "hal")
WAVES = ("crest", "foam", "gale", "surge", "swell")
WRECKS = ("brig", "cutter", "dhow", "sloop")
ROCKS = ("north", "south", "west")
TIDES = ("calm", "rough", "wild", "storm")
LIMIT = 6
PRINTED = 4  # of lamp oil, and of each keeper's breath
TOOLS = ("rope", "horn", "net")  # that a keeper may find, each as often as FOUND says
FOUND = (0.5, 0.2, 0.1)
# What a keeper has, by the sum of 2 to the power of the places of its tools.
TOGETHER = np.array(
    [
        "+".join(tool for place, tool in enumerate(TOOLS) if number >> place & 1)
        for number in range(2 ** len(TOOLS))
    ],
    dtype=object,
)


Frames = tuple[pl.DataFrame, pl.DataFrame]


@dataclass(frozen=True)
class Recipe:
    """What a made-up run is like; all strengths are on the scale of the noise (sd 1)."""

    games: int = 2_000
    seed: int = 11
    players: tuple[int, ...] = (1, 2, 3, 4)
    tides: tuple[str, ...] = TIDES
    level: float = 1.0
    per_wave: float = 0.45
    per_player: float = 0.25
    keepers: Mapping[str, float] = field(default_factory=dict)
    wrecks: Mapping[str, float] = field(default_factory=dict)
    waves: Mapping[str, float] = field(default_factory=dict)
    company: Mapping[tuple[str, str], float] = field(default_factory=dict)
    variants: Mapping[str, float] = field(default_factory=dict)
    cut: float = 0.0
    shared: float = 0.7
    sides: str = "random"
    target: tuple[float, float] | None = (0.3, 0.5)
    bands: tuple[Mapping[str, Any], ...] = ()  # of some settings
    status: str = "complete"
    planned: int | None = None
    per_cell: Mapping[int, int] = field(default_factory=dict)
    drift: float = 0.0
    ordered: bool = True
    fitted: bool = False
    swept: str = ""  # a number of the pack, the values it is compared at, what one more brings
    values: tuple[int, ...] = ()
    each: float = 0.0
    whose: str = ""  # a keeper to whom alone it brings that
    expect: tuple[Mapping[str, Any], ...] = ()
    breath: Mapping[str, int] = field(default_factory=dict)  # of keepers whose card says not 4


@dataclass(frozen=True)
class InMemory:
    """A run that was never written: enough for the analysis."""

    manifest: dict[str, Any]
    tables: tuple[pl.DataFrame, pl.DataFrame]
    seen: pl.DataFrame | None = None

    def speeds(self) -> list[Any]:
        """Nobody's speed was measured."""
        return []

    def turns(self) -> pl.DataFrame | None:
        """Games seen turn by turn, if there are any."""
        return self.seen

    def games(self, first: int = 0, last: int = MOST_REPLICATE) -> pl.LazyFrame:
        """One row a game, of the games `first` to `last`."""
        return self.tables[0].lazy().filter(pl.col("replicate").is_between(first, last))

    def seats(self, first: int = 0, last: int = MOST_REPLICATE) -> pl.LazyFrame:
        """One row a seat, of the games `first` to `last`."""
        return self.tables[1].lazy().filter(pl.col("replicate").is_between(first, last))


def in_memory(recipe: Recipe) -> InMemory:
    """The run of a recipe without a folder."""
    return remembered(*_made(recipe))


def build(folder: Path, recipe: Recipe) -> Path:
    """Write the run as docs/run-folder.md says; its folder."""
    return written(folder, *_made(recipe))


def _made(recipe: Recipe) -> tuple[dict[str, Any], list[Frames]]:
    cells, luck = _cells(recipe), _luck(recipe)
    return manifest(recipe, cells), [_play(cell, luck, recipe) for cell in cells]


def remembered(whole: dict[str, Any], played: list[Frames]) -> InMemory:
    """A run of a manifest, and of (games, seats) by cell."""
    games, seats = (pl.concat(frames) for frames in zip(*played, strict=True))
    shards = [{"kind": "games", "cell": 0, "file": "", "rows": games.height, "sha256": ""}]
    return InMemory(whole | {"format": 1, "shards": shards}, (games, seats))


def written(folder: Path, whole: dict[str, Any], played: list[Frames]) -> Path:
    """The same in a folder."""
    shards = [
        _shard(folder, kind, cell, table)
        for cell, frames in enumerate(played)
        for kind, table in zip(("games", "seats"), frames, strict=True)
        if not table.is_empty()
    ]
    whole = {"format": 1, **whole, "shards": shards}
    (folder / "manifest.json").write_text(json.dumps(whole, indent=1), encoding="utf-8")
    return folder


def _shard(folder: Path, kind: str, cell: int, table: pl.DataFrame) -> dict[str, Any]:
    name = shard_name(kind, cell, 0)
    (folder / name).parent.mkdir(parents=True)
    table.write_parquet(folder / name)
    digest = hashlib.sha256((folder / name).read_bytes()).hexdigest()
    told = {"kind": kind, "cell": cell, "file": name, "rows": table.height, "sha256": digest}
    return told | {"first": 0, "last": int(table["replicate"].max())}


def opened(folder: Path, recipe: Recipe) -> Any:
    """The run, written and opened."""
    return open_run(build(folder, recipe))


def _cells(recipe: Recipe) -> list[dict[str, Any]]:
    names = ["printed", *recipe.variants] if recipe.variants else [None]
    cells = []
    settings = product(recipe.players, recipe.tides, recipe.values or (None,), names)
    for number, (players, tide, value, name) in enumerate(settings):
        crossed = {"players": players, "tide": tide}
        crossed = {k: v for k, v in crossed.items() if len(getattr(recipe, _PLURAL[k])) > 1}
        swept = {} if value is None else {recipe.swept: value}
        levels = crossed | swept | ({"variant": name} if name else {})
        changed = swept | ({"rules.lamp_oil": 5} if name == "oil+1" else {})
        blank = [f"tools.{name}"] if name and name not in ("printed", "oil+1") else []
        cells.append(
            {
                "number": number,
                "levels": levels,
                "setting": {"players": players, "tide": tide, "sides": recipe.sides}
                | {"party": "dealt", "strategy": ["steady"] * players},
                "changes": changed,
                "blanks": blank,
                "games": recipe.per_cell.get(number, recipe.games),
            }
        )
    return cells


_PLURAL = {"players": "players", "tide": "tides"}


def _luck(recipe: Recipe) -> dict[str, np.ndarray]:
    """What every cell shares, game by game."""
    rng = np.random.default_rng(recipe.seed)
    most = max([recipe.games, *recipe.per_cell.values()])

    def order(n: int) -> np.ndarray:
        return rng.permuted(np.tile(np.arange(n), (most, 1)), axis=1)

    return {
        "noise": rng.normal(size=most),
        "keepers": order(len(KEEPERS)),
        "waves": order(len(WAVES)),
        "wreck": rng.integers(len(WRECKS), size=most),
        "sides": rng.integers(2, size=(most, len(ROCKS))),
    }


def _play(cell: dict[str, Any], luck: dict[str, np.ndarray], recipe: Recipe) -> Frames:
    n, number = cell["games"], cell["number"]
    players, tide = cell["setting"]["players"], TIDES.index(cell["setting"]["tide"]) + 1
    rng = np.random.default_rng([recipe.seed, number])
    held = luck["keepers"][:n, :players]
    dealt = luck["waves"][:n, :tide]
    strength = np.full(n, recipe.level - recipe.per_wave * tide - recipe.per_player * players)
    strength += _sum(recipe.keepers, KEEPERS, held) + _sum(recipe.waves, WAVES, dealt)
    wreck = luck["wreck"][:n]
    strength += np.array([recipe.wrecks.get(w, 0.0) for w in WRECKS])[wreck]
    for (a, b), bonus in recipe.company.items():
        both = _has(held, KEEPERS.index(a)) & _has(held, KEEPERS.index(b))
        strength += bonus * both
    strength += recipe.variants.get(str(cell["levels"].get("variant")), 0.0)
    more = recipe.each * (cell["levels"].get(recipe.swept, PRINTED) - PRINTED)
    strength += more * (_has(held, KEEPERS.index(recipe.whose)) if recipe.whose else 1)
    strength += recipe.drift * np.arange(n) / n
    noise = recipe.shared * luck["noise"][:n]
    noise = noise + np.sqrt(1 - recipe.shared**2) * rng.normal(size=n)
    won = strength + noise > 0
    cut = rng.random(n) < recipe.cut
    won &= ~cut
    return (
        _games(number, strength + noise, won, cut, dealt, wreck, luck["sides"][:n], tide, rng),
        _seats(number, held, rng),
    )


def _sum(effects: Mapping[str, float], names: tuple[str, ...], held: np.ndarray) -> np.ndarray:
    return np.array([effects.get(name, 0.0) for name in names])[held].sum(axis=1)


def _has(held: np.ndarray, index: int) -> np.ndarray:
    return (held == index).any(axis=1)


def _games(number, score, won, cut, dealt, wreck, sides, tide, rng) -> pl.DataFrame:
    n = len(won)
    rounds = np.clip(3 + rng.poisson(2 + tide / 2, n) + (score > 0), 2, 14)
    water = np.clip(np.round(3 - 2 * score + rng.normal(size=n)), 0, LIMIT)
    water = np.where(won, np.minimum(water, LIMIT - 1), water).astype(np.int16)
    hull = np.where(won, 0, np.clip(np.round(-4 * score + rng.normal(size=n)), 1, 10))
    reason = np.where(won, "wreck_saved", np.where(water >= LIMIT, "flooded", "wreck_sunk"))
    columns: dict[str, Any] = {
        **numbered(number, np.arange(n)),
        "won": won,
        "end_reason": np.where(cut, "cut_off", reason).tolist(),
        "rounds": pl.Series(rounds, dtype=pl.Int16),
        "turns": pl.Series(rounds * 5 + rng.integers(0, 5, n), dtype=pl.Int16),
        "decisions": pl.Series(rounds * 20 + rng.integers(0, 20, n), dtype=pl.Int32),
        "water": water,
        "hull": hull.astype(np.int16),
        "wreck_came": (won | (rng.random(n) < 0.8)),
        "wreck": [WRECKS[w] for w in wreck],
    }
    for index, name in enumerate(WAVES):
        columns[f"wave_{name}"] = _has(dealt, index)
    for index, name in enumerate(ROCKS):
        columns[f"side_{name}"] = ["ab"[s] for s in sides[:, index]]
    return pl.DataFrame(columns)


def numbered(cell: int, replicates: np.ndarray) -> dict[str, pl.Series]:
    """What says of each row which game of which cell it is of."""
    return {
        "cell": pl.Series(np.full(len(replicates), cell), dtype=pl.Int32),
        "replicate": pl.Series(replicates, dtype=pl.Int64),
    }


def _seats(number: int, held: np.ndarray, rng: np.random.Generator) -> pl.DataFrame:
    n, players = held.shape
    rows = n * players
    return pl.DataFrame(
        {
            **numbered(number, np.repeat(np.arange(n), players)),
            "seat": pl.Series(np.tile(np.arange(players), n), dtype=pl.Int8),
            "team": pl.Series(np.zeros(rows), dtype=pl.Int8),
            "strategy": ["steady"] * rows,
            "score": pl.Series([None] * rows, dtype=pl.Float64),
            "rank": pl.Series([None] * rows, dtype=pl.Float64),
            "win_share": pl.Series([None] * rows, dtype=pl.Float64),
            "keeper": [KEEPERS[k] for k in held.ravel()],
            "rowed": pl.Series(rng.poisson(4, rows), dtype=pl.Int16),
            "rested": pl.Series(rng.poisson(1, rows), dtype=pl.Int16),
            "tools": TOGETHER[
                (rng.random((rows, len(TOOLS))) < FOUND) @ 2 ** np.arange(len(TOOLS))
            ].tolist(),
        }
    )


def _column(name: str, dtype: str, role: str, meaning: str, **more: Any) -> dict[str, Any]:
    empty = {"unit": "", "family": "", "option": "", "better": "", "dealt_by": None}
    return {"name": name, "dtype": dtype, "role": role, "meaning": meaning} | empty | more


def key_columns() -> list[dict[str, Any]]:
    return [_column(n, "int32", "key", n) for n in ("cell", "replicate")]


def seat_columns(score: str, rank: str, win_share: str) -> list[dict[str, Any]]:
    """What each seat of any game has."""
    return [
        *key_columns(),
        _column("seat", "int8", "key", "seat"),
        _column("team", "int8", "key", "team"),
        _column("strategy", "str", "strategy", "strategy in the seat"),
        _column("score", "float64", "score", score),
        _column("rank", "float64", "rank", rank),
        _column("win_share", "float64", "win_share", win_share),
    ]


def expectation(metric: str, **entries: Any) -> dict[str, Any]:
    """What is expected of some cells, as a manifest has it."""
    return {"name": "", "metric": metric, "of": {}, "low": None, "high": None} | entries


def columns() -> dict[str, list[dict[str, Any]]]:
    """The columns as a manifest declares them."""
    games = [
        *key_columns(),
        _column("won", "bool", "won", "whether the keepers won"),
        _column("end_reason", "str", "end_reason", "why the game ended"),
        _column("rounds", "int16", "length", "rounds begun", unit="rounds"),
        _column("turns", "int16", "length", "turn cards drawn", unit="turns"),
        _column("decisions", "int32", "length", "choices between moves", unit="decisions"),
        _column("water", "int16", "margin", "water in the tower at the end", better="low"),
        _column("hull", "int16", "margin", "planks the wreck still lacked", better="low"),
        _column("wreck_came", "bool", "margin", "whether the wreck was reached"),
        _column("wreck", "str", "dealt", "which wreck lay there", family="wreck"),
    ]
    for name in WAVES:
        games.append(
            _column(f"wave_{name}", "bool", "dealt", "", family="wave", option=name.capitalize())
        )
    for name in ROCKS:
        rule = ["sides", "random"]
        family = f"side of the {name} rock"
        games.append(_column(f"side_{name}", "str", "dealt", "", family=family, dealt_by=rule))
    rule = ["party", "dealt"]
    seats = [
        *seat_columns("none here", "none here", "none here"),
        _column("keeper", "str", "option", "keeper in the seat", dealt_by=rule),
        _column("rowed", "int16", "tally", "times the keeper rowed", unit="times"),
        _column("rested", "int16", "tally", "times the keeper rested", unit="times"),
        _column("tools", "str", "found", "tools that the keeper found", family="tools"),
    ]
    return {"games": games, "seats": seats}


def _bands(recipe: Any, metric: str) -> dict[str, Any]:
    """Targets of some settings, if there are any."""
    bands = [{"metric": metric, **band} for band in getattr(recipe, "bands", ())]
    return {"bands": bands} if bands else {}


def of_any_run(recipe: Any, metric: str, columns: dict[str, Any]) -> dict[str, Any]:
    """What the manifest of every made-up run says alike."""
    low, high = recipe.target or (None, None)
    return {
        "status": "complete",
        "stopped": "",
        "seed": recipe.seed,
        "precision": None,
        "experiment_name": "made_up",
        "target": {"metric": metric, "low": low, "high": high} if recipe.target else None,
        **_bands(recipe, metric),
        "expect": [expectation(**entry) for entry in recipe.expect],
        "columns": columns,
        "source_hash": "0123456789abcdef",
    }


def manifest(recipe: Recipe, cells: list[dict[str, Any]]) -> dict[str, Any]:
    """Everything of a manifest but format and shards."""
    return {
        **of_any_run(recipe, "won", columns()),
        "status": recipe.status,
        "stopped": "" if recipe.status == "complete" else "interrupted",
        "game": "lighthouse",
        "title": "The Lighthouse",
        "cooperative": True,
        "options": "keepers",
        "question": "How hard is each tide for one to four keepers?",
        "experiment": {"game": "lighthouse", "games": recipe.planned or recipe.games},
        "command": f"simulate run lighthouse/made_up --games {recipe.games} --seed {recipe.seed}",
        "factors": _factors(recipe),
        "setting": {"sides": recipe.sides, "party": "dealt", "strategy": "steady"},
        "cells": cells,
        "pack": _pack(recipe),
        "provenance": {
            "rules": {"rulebook": 1, "cited": int(not recipe.fitted), "fitted": int(recipe.fitted)},
            "cards": {"keepers": {"rulebook": 0, "cited": 8, "stand-in": 8}},
        },
        "decision_points": [{"name": "row", "meaning": "whether to row or to rest"}],
        "end_reasons": {
            "wreck_saved": "the wreck was brought home: won",
            "flooded": "the tower was flooded",
            "wreck_sunk": "the wreck went down",
            "cut_off": "stopped by a limit",
        },
        "versions": {"tiny-epic-balance": "0.1.0", "python": "3.11"},
    }


def _factors(recipe: Recipe) -> list[dict[str, Any]]:
    meanings = {tide: f"{i} wave{'s' * (i > 1)}" for i, tide in enumerate(TIDES, 1)}
    if not recipe.ordered:
        meanings = {}
    made = [
        _factor("players", "keepers at the table", [1, 2, 3, 4], len(recipe.players) > 1, {})
        | {"who_plays": True},
        _factor("tide", "how many waves come", list(TIDES), len(recipe.tides) > 1, meanings),
    ]
    if recipe.values:
        swept = _factor(recipe.swept, "", list(recipe.values), len(recipe.values) > 1, {})
        made.append(swept | {"asked": len(recipe.values) > 1})
    if recipe.variants:
        names = ["printed", *recipe.variants]
        made.append(_factor("variant", "what is changed", names, True, {}))
    return made


def _factor(name: str, meaning: str, levels: list, crossed: bool, meanings: dict) -> dict:
    return {
        "name": name,
        "meaning": meaning,
        "levels": levels,
        "crossed": crossed,
        "level_meanings": meanings,
    }


FITTED = "fitted: to win_rate of 0.4, 3 players; player steady 1; on 2026-01-02; before 3; unread"


def _pack(recipe: Recipe) -> dict[str, Any]:
    rules = {
        "rules.flood_limit": {"value": 6, "unit": "water", "source": "rulebook: The tower",
                              "note": "", "shipped": 6, "kind": "int", "choices": []},
        "rules.lamp_oil": {"value": 4, "unit": "oil", "source": "cited: a fan page", "note": "",
                           "shipped": 3, "kind": "int", "choices": []},
    }  # fmt: skip
    if recipe.fitted:
        could = {"low": 2, "high": 5, "why": "a night has so many hours"}
        rules["rules.lamp_oil"] |= {"source": FITTED, "shipped": 4, "range": could}
    keepers = {
        name: {
            "name": name.capitalize(),
            "breath": recipe.breath.get(name, 4),
            "source": {"*": "cited: a fan page", "breath": "stand-in: only the name is known"},
        }
        for name in KEEPERS
    }
    tools = {
        name: {"name": name.capitalize(), "uses": 1, "source": {"*": "rulebook: Tools"}}
        for name in ("rope", "horn", "net", "lamp")
    }
    return {
        "rules": rules,
        "cards": {"keepers": keepers, "tools": tools},
        "strategies": {"steady": {"plan": "Keeps the lamp lit and rows when it is safe."}},
        "code": {},
    }
