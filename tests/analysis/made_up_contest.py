"""Runs of a contest that does not exist, with effects that are known because they were put in.

Crews race for a cup.  Each boat's time is its strength plus Gumbel noise, so finishing orders
follow Plackett and Luce's model exactly; cells share the deal and part of the noise.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from tests.analysis import made_up
from tests.analysis.made_up import InMemory, _column, _factor

FITTED = (
    "fitted: to over_fair_share of none, 4 players; player steady 1; on 2026-01-02; before 3; "
    "unread"
)
CREWS = ("auk", "bittern", "coot", "dunlin", "egret", "fulmar")
HARBOURS = ("east", "south", "west")
PARTS = ("race", "cargo", "fame")
LATE = "rules.late_start"


@dataclass(frozen=True)
class Contest:
    """What a made-up contest is like; strengths are on the scale of log odds."""

    games: int = 4_000
    seed: int = 3
    players: tuple[int, ...] = (3, 4)
    crews: Mapping[str, float] = field(default_factory=dict)
    seats: tuple[float, ...] = ()
    captains: tuple[str, ...] = ("steady",)
    skill: Mapping[str, float] = field(default_factory=dict)
    suits: Mapping[tuple[str, str], float] = field(default_factory=dict)
    beats: Mapping[tuple[str, str], float] = field(default_factory=dict)
    harbours: Mapping[str, float] = field(default_factory=dict)
    variants: Mapping[str, tuple[str, float]] = field(default_factory=dict)
    ties: bool = False
    teams: bool = False
    target: tuple[float, float] | None = (-0.02, 0.02)
    shared: bool = True
    solo: float = 0.0
    handicap: int | None = None
    late: tuple[int, ...] = ()  # values of the handicap that are compared; what each costs seat 1
    each: float = 0.0
    fitted: tuple[str, ...] = ()
    expect: tuple[Mapping[str, Any], ...] = ()


def in_memory(recipe: Contest) -> InMemory:
    """The run of a recipe without a folder."""
    return made_up.remembered(*_made(recipe))


def build(folder: Path, recipe: Contest) -> Path:
    """Write the run as docs/run-folder.md says; its folder."""
    return made_up.written(folder, *_made(recipe))


def _made(recipe: Contest) -> tuple[dict[str, Any], list[made_up.Frames]]:
    cells = _cells(recipe)
    return manifest(recipe, cells), [_play(cell, recipe) for cell in cells]


def _cells(recipe: Contest) -> list[dict[str, Any]]:
    names: list[str | None] = ["printed", *recipe.variants] if recipe.variants else [None]
    cells: list[dict[str, Any]] = []
    for players, late in product(recipe.players, recipe.late or (None,)):
        for name in names:
            levels: dict[str, Any] = {"players": players} if len(recipe.players) > 1 else {}
            swept = {} if late is None else {LATE: late}
            levels |= swept
            crew = recipe.variants.get(str(name), ("", 0.0))[0]
            cells.append(
                {
                    "number": len(cells),
                    "levels": levels | ({"variant": name} if name else {}),
                    "setting": {"players": players, "harbours": "dealt"},
                    "changes": swept,
                    "blanks": [f"crews.{crew}.abilities.sail"] if crew else [],
                    "games": recipe.games,
                }
            )
    return cells


def _play(cell: dict[str, Any], recipe: Contest) -> made_up.Frames:
    """One cell; what cells share comes from generators that know the seed alone."""
    n, k = cell["games"], cell["setting"]["players"]
    boats = max(k, 2)
    luck = np.random.default_rng(recipe.seed if recipe.shared else [recipe.seed, k])
    held = luck.permuted(np.tile(np.arange(len(CREWS)), (n, 1)), axis=1)[:, :boats]
    noise = luck.gumbel(size=(n, len(CREWS)))[:, :boats]
    own = np.random.default_rng([recipe.seed, cell["number"]])
    harbour = own.integers(len(HARBOURS), size=(n, boats))
    captain = (np.arange(n)[:, None] // len(CREWS) + np.arange(boats)) % len(recipe.captains)
    strength = _looked(recipe.crews, CREWS)[held] + _looked(recipe.harbours, HARBOURS)[harbour]
    strength += _looked(recipe.skill, recipe.captains)[captain]
    strength += np.array([*recipe.seats, *[0.0] * boats])[:boats]
    strength[:, 0] -= recipe.each * cell["levels"].get(LATE, 0)
    for (crew, name), bonus in recipe.suits.items():
        strength += bonus * ((held == CREWS.index(crew)) & (captain == recipe.captains.index(name)))
    for (one, other), bonus in recipe.beats.items():
        met = (held == CREWS.index(other)).any(axis=1, keepdims=True)
        strength += bonus * ((held == CREWS.index(one)) & met)
    crew, bonus = recipe.variants.get(str(cell["levels"].get("variant")), ("", 0.0))
    if crew:
        strength += bonus * (held == CREWS.index(crew))
    if k == 1:
        strength[:, 1] += recipe.solo
    score = np.round(20 + 4 * (strength + noise)) if recipe.ties else strength + noise
    rank = (score[:, None, :] > score[:, :, None]).sum(axis=2) + 1
    return _tables(cell, recipe, held, harbour, captain, score, rank, own)


def _looked(values: Mapping[str, float], names: tuple[str, ...]) -> np.ndarray:
    return np.array([values.get(name, 0.0) for name in names])


def _tables(cell, recipe, held, harbour, captain, score, rank, own):
    n, boats = held.shape
    number, solo = cell["number"], cell["setting"]["players"] == 1
    team = np.tile(np.arange(boats), (n, 1))
    if recipe.teams:
        team %= 2
        best = np.where(team == 0, rank, 99).min(axis=1) < np.where(team == 1, rank, 99).min(axis=1)
        rank = np.where((team == 0) == best[:, None], 1, 2)
    first = rank == 1
    share = first / first.sum(axis=1, keepdims=True)
    points = np.round(20 + 4 * score).astype(int) if not recipe.ties else score.astype(int)
    race = own.integers(3, 9, size=(n, boats))
    cargo = own.integers(0, 5, size=(n, boats))
    level = np.clip((points - 14) // 5, 0, 5)
    best = np.sort(points, axis=1)
    lead = best[:, -1] - best[:, -2]
    won = pl.Series("won", first[:, 0] if solo else [None] * n, dtype=pl.Boolean)
    games = pl.DataFrame(
        {
            **made_up.numbered(number, np.arange(n)),
            "won": won,
            "end_reason": ["cup_won"] * n,
            "trigger": np.array(["buoys", "dusk"])[own.integers(2, size=n)].tolist(),
            "rounds": pl.Series(6 + own.poisson(3, n), dtype=pl.Int16),
            "storms": pl.Series(own.poisson(1.5, n), dtype=pl.Int16),
            "lead_changes": pl.Series(own.poisson(2, n), dtype=pl.Int16),
            "margin": pl.Series(lead, dtype=pl.Int16),
        }
    )
    rows = n * boats
    seats = pl.DataFrame(
        {
            **made_up.numbered(number, np.repeat(np.arange(n), boats)),
            "seat": pl.Series(np.tile(np.arange(boats), n), dtype=pl.Int8),
            "team": pl.Series(team.ravel(), dtype=pl.Int8),
            "strategy": np.where(
                solo & (np.arange(boats) > 0), "dummy", np.array(recipe.captains)[captain]
            ).ravel(),
            "score": pl.Series(points.ravel().astype(float)),
            "rank": pl.Series(rank.ravel().astype(float)),
            "win_share": pl.Series(share.ravel()),
            "crew": [CREWS[c] for c in held.ravel()],
            "harbour": [HARBOURS[h] for h in harbour.ravel()],
            "points_race": pl.Series(race.ravel(), dtype=pl.Int16),
            "points_cargo": pl.Series(cargo.ravel(), dtype=pl.Int16),
            "points_fame": pl.Series((points - race - cargo).ravel(), dtype=pl.Int16),
            "sail": pl.Series(level.ravel(), dtype=pl.Int8),
            "tacked": pl.Series(own.poisson(5, rows), dtype=pl.Int16),
        }
    )
    return games, seats


def columns() -> dict[str, list[dict[str, Any]]]:
    """The columns as a manifest declares them."""
    rule = ["harbours", "dealt"]
    return {
        "games": [
            *made_up.key_columns(),
            _column("won", "bool", "won", "whether the lone boat came first"),
            _column("end_reason", "str", "end_reason", "why the game ended"),
            _column("trigger", "str", "trigger", "what began the last round"),
            _column("rounds", "int16", "length", "rounds begun", unit="rounds"),
            _column("storms", "int16", "tally", "storms met", unit="storms"),
            _column("lead_changes", "int16", "tally", "changes of the lead", unit="changes"),
            _column("margin", "int16", "margin", "points ahead of the second", unit="points"),
        ],
        "seats": [
            *made_up.seat_columns("points", "place", "share of the win"),
            _column("crew", "str", "option", "crew in the seat"),
            _column("harbour", "str", "dealt", "home", family="harbours", dealt_by=rule),
            *(
                _column(f"points_{p}", "int16", "score_part", f"points for {p}",
                        option=p.capitalize(), unit="points")
                for p in PARTS
            ),
            _column("sail", "int8", "level", "sail at the end"),
            _column("tacked", "int16", "tally", "times the boat tacked", unit="times"),
        ],
    }  # fmt: skip


def manifest(recipe: Contest, cells: list[dict[str, Any]]) -> dict[str, Any]:
    """Everything of a manifest but format and shards."""
    players = _factor("players", "boats", [1, 2, 3, 4], len(recipe.players) > 1, {})
    factors = [players | {"who_plays": True}]
    if recipe.late:
        factors.append(_factor(LATE, "", list(recipe.late), True, {}) | {"asked": True})
    if recipe.variants:
        factors.append(_factor("variant", "change", ["printed", *recipe.variants], True, {}))
    crews = {
        name: {"name": f"The {name.capitalize()}s", "oars": 4, "source": {"*": "rulebook: Crews"}}
        for name in CREWS
    }
    for name in recipe.fitted:
        crews[name]["source"] = {"*": "rulebook: Crews", "oars": FITTED}
    counted = {"rulebook": 12 - len(recipe.fitted), "fitted": len(recipe.fitted)}
    return {
        **made_up.of_any_run(recipe, "over_fair_share", columns()),
        "game": "regatta",
        "title": "The Regatta",
        "cooperative": False,
        "options": "crews",
        "question": "Does any crew win more than its share?",
        "experiment": {"game": "regatta", "games": recipe.games},
        "command": f"simulate run regatta/made_up --games {recipe.games}",
        "factors": factors,
        "setting": {"harbours": "dealt"},
        "cells": cells,
        "pack": {"rules": _rules(recipe), "cards": {"crews": crews, "bays": _bays()}, "code": {},
                 "strategies": {c: {"plan": f"Sails {c}."} for c in recipe.captains}},
        "provenance": {"rules": {}, "cards": {"crews": counted}},
        "decision_points": [],
        "end_reasons": {"cup_won": "the cup was won", "cut_off": "stopped by a limit"},
        "pictures": [
            {"title": "bays", "path": "cards.bays", "size": [88, 63], "lines": ["streams"],
             "shapes": [["grounds", "terrain"], ["reefs", "kind"]]}
        ],
        "versions": {"tiny-epic-balance": "0.1.0"},
    } | ({} if recipe.handicap is None else {"handicap": LATE})  # fmt: skip


def _rules(recipe: Contest) -> dict[str, Any]:
    """The one number of the rules, if there is any."""
    if recipe.handicap is None:
        return {}
    late = {"value": recipe.handicap, "shipped": recipe.handicap, "min": 0, "max": 2}
    return {LATE: late | {"source": "rulebook: Starts", "note": "", "kind": "int", "unit": "",
                          "choices": []}}  # fmt: skip


def _bays() -> dict[str, Any]:
    left = {"terrain": "sand", "polygon": [[0, 0], [40, 0], [30, 63], [0, 63]]}
    right = {"terrain": "cliff", "polygon": [[50, 0], [88, 0], [88, 63], [40, 63]]}
    reef = {"kind": "reef", "polygon": [[40, 0], [50, 0], [40, 63], [30, 63]]}
    return {
        "north_bay": {"name": "North Bay", "grounds": {"a": left, "b": right}, "reefs": [reef],
                  "streams": [[[0, 30], [20, 34]]]},
        "south_bay": {"name": "South Bay", "grounds": {"a": left}, "reefs": []},
    }  # fmt: skip
