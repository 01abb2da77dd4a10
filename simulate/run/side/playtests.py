"""Play the settings of people's games at several places of skill, for each as many games.

What was played lies in the user's cache, a file a setting, by all that it hangs on; so a second
sheet of the same settings plays nothing, and one that was interrupted goes on.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import blake2b
from io import BytesIO
from itertools import chain
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np

from analysis.data.design import Design
from analysis.people.grid import Grid, GridNode, GridSetting
from analysis.rates.fitted import Fits
from simulate.compiler.cache import NAME, cache_home
from simulate.core.files import disk
from simulate.core.game.facts import SKILL_LEVELS
from simulate.core.text.validate import literal
from simulate.experiment import RunRequest, load
from simulate.experiment.context import STRATEGY
from simulate.experiment.plan import Plan, PlannedCell, build
from simulate.experiment.price import blocks_a_game
from simulate.pack import catalogue
from simulate.playtests.records import TableGame
from simulate.run.in_memory import telling
from simulate.run.progress import GivenGames
from simulate.run.workers.blocks import Block
from simulate.store.outcome import as_a_whole, results

if TYPE_CHECKING:
    from simulate.pack import Pack
    from simulate.run.workers.blocks import Done

SKILL, RANDOM, QUICK = "skill", "random", "quick"
OF_SEATS = ("skill", "option", "score", "win_share")  # roles of columns
NODES = (0.2, 0.4, 0.6, 0.8, 1.0)  # places of skill
APART = (0.4, 0.8)  # two of a mixed table, in turn
MOST, FEWEST = 200, 100  # games of a setting at a place of skill
CHEAP = 10.0  # blocks of `simulate.experiment.price`, some 25 s on two cores
AT_ONCE = 50  # games of a block
LARGEST = 50_000_000  # bytes of a file
FOLDER = "playtests"
PARTS = ("skills", "won", "has", "share", "score", "rounds")
Nodes = list[dict[str, np.ndarray]]  # the games of a setting, by place
LATER = "plays no less well on purpose, so only its best and random moves are known"


@dataclass(frozen=True)
class GridPlan:
    """What is played beside people's games.

    settings: their levels; plan: a cell for each setting and place, those of a setting in turn;
    games: of each; places: of skill, and None for a table of two of them.  note: what is to be told
    of who plays, or empty.
    """

    settings: tuple[Mapping[str, Any], ...]
    plan: Plan
    games: int
    places: tuple[float | None, ...]
    note: str = ""

    def cells(self, setting: int) -> tuple[PlannedCell, ...]:
        """The cells of one setting, by place."""
        each = len(self.places)
        return self.plan.cells[setting * each : (setting + 1) * each]

    @property
    def missing(self) -> list[int]:
        """Settings, by number, of which nothing lies in the cache."""
        return [n for n, _ in enumerate(self.settings) if _known(self, n) is None]

    @property
    def left(self) -> int:
        """Games that are still to be played."""
        return len(self.missing) * len(self.places) * self.games


def plan_of(
    request: RunRequest, games: Sequence[TableGame], pack: "Pack | None" = None
) -> GridPlan:
    """What is played beside these games; pack: another than the one that is asked for.

    Raises InputError for what cannot be played.
    """
    settings = [*{repr(sorted(game.levels.items())): game.levels for game in games}.values()]
    asks = alone(request)
    player, at_places, note = _player(pack or load(asks).pack)
    places: tuple[float | None, ...] = NODES if at_places else (0.0, 1.0)
    players = [f"{STRATEGY}={player}", f"{SKILL}={','.join(map(str, NODES))}"]
    players = players if at_places else [f"{STRATEGY}={RANDOM},{player}"]
    plans = [_of_setting(asks, levels, players) for levels in settings]
    cells = [[*plan.cells] for plan in plans]
    if at_places and any(seat.newcomer is not None for game in games for seat in game.seats):
        cells = [[*each, _mixed(each[-1])] for each in cells]
        places = (*places, None)
    numbered = [replace(cell, number=n) for n, cell in enumerate(chain.from_iterable(cells))]
    experiment = plans[0].experiment if pack is None else replace(plans[0].experiment, pack=pack)
    plan = replace(plans[0], experiment=experiment, cells=tuple(numbered))
    return GridPlan(tuple(settings), plan, _afforded(plan), places, note)


def alone(request: RunRequest) -> RunRequest:
    """The same without all that is played beside a run, in its usual setting."""
    return replace(request, plain=True, no_second=True, no_shipped=True)


def played(asked: GridPlan, jobs: int, quiet: bool = False) -> Grid:
    """Every setting at every place, played now or known from before."""
    every = {n: _known(asked, n) for n, _ in enumerate(asked.settings)}
    known = {n: nodes for n, nodes in every.items() if nodes is not None}
    if missing := [n for n in every if n not in known]:
        known |= _play(asked, missing, jobs, quiet)
    return _grid(asked, known)


def _player(pack: "Pack") -> tuple[str, bool, str]:
    """Who plays, whether it plays at every place of skill, and what is to be told of it."""
    usual = next(str(f.default) for f in pack.facts.factors if f.name == STRATEGY)
    graded = [
        name
        for name, each in pack.strategies.items()
        if each.choice == "weights" and not each.search
    ]
    if usual in graded:
        return usual, True, ""
    if QUICK in graded:
        return QUICK, True, f"The simulation is played by `{QUICK}`: `{usual}` looks ahead."
    return usual, False, f"The simulation is played by `{usual}`, {LATER}."


def _of_setting(request: RunRequest, levels: Mapping[str, Any], players: Sequence[str]) -> Plan:
    given = {*levels, SKILL, STRATEGY}
    sets = [f"{name}={literal(level)}" for name, level in levels.items()]
    more = [each for each in request.sets if each.partition("=")[0].strip() not in given]
    return build(load(replace(request, sets=(*more, *sets, *players))))


def _mixed(cell: PlannedCell) -> PlannedCell:
    """The same table with two places of skill in turn."""
    skills = [APART[seat % 2] for seat, _ in enumerate(cell.setting[SKILL])]
    return replace(cell, setting={**cell.setting, SKILL: skills})


def _afforded(plan: Plan) -> int:
    """Games of each cell: as many as serve, fewer where they are dear."""
    blocks = blocks_a_game(plan)
    afforded = FEWEST if blocks is None else int(CHEAP / blocks) if blocks else MOST
    return min(max(afforded // AT_ONCE * AT_ONCE, FEWEST), MOST)


def _play(asked: GridPlan, missing: Sequence[int], jobs: int, quiet: bool) -> dict[int, Nodes]:
    """Play settings, and keep each as soon as all its games are played, where that can be."""
    columns = _columns(asked.plan)
    rounds = GivenGames(asked.games * len(asked.places) * len(missing))
    of_cell = {cell.number: n for n in missing for cell in asked.cells(n)}
    rows: dict[int, list[Done]] = {cell: [] for cell in of_cell}
    blocks = [
        Block(cell, first // AT_ONCE, first, AT_ONCE)
        for cell in of_cell
        for first in range(0, asked.games, AT_ONCE)
    ]
    found: dict[int, Nodes] = {}
    left = Counter(of_cell[block.cell] for block in blocks)
    with telling(asked.plan, jobs, columns, rounds, quiet=quiet) as play:
        for done in play(blocks):
            rows[done.cell].append(done)
            rounds.add(done.cell, done.games)
            setting = of_cell[done.cell]
            left[setting] -= 1
            if not left[setting]:
                cells = asked.cells(setting)
                found[setting] = [_node(asked, c, rows.pop(c.number)) for c in cells]
                with suppress(OSError):  # a full disk keeps nobody from the answer
                    _keep(asked, setting, found[setting])
    return found


def _columns(plan: Plan) -> dict[str, tuple[str, ...]]:
    """The columns needed of every game, by table."""
    games = [c.name for c in plan.facts.games_columns if c.role in ("won", "length")][:2]
    seats = [c.name for c in plan.facts.seats_columns if c.role in OF_SEATS]
    return {"games": ("cell", "replicate", *games), "seats": ("cell", "replicate", "seat", *seats)}


def _node(asked: GridPlan, cell: PlannedCell, blocks: Sequence["Done"]) -> dict[str, np.ndarray]:
    """The games of one cell as arrays, by game number and seat."""
    import polars as pl

    facts, pairs = asked.plan.facts, [done.rows for done in blocks if done.rows is not None]
    games = pl.concat([pair[0] for pair in pairs]).sort("replicate")
    of_people = pl.col(SKILL).is_not_null()  # a dummy player has none
    seats = pl.concat([pair[1] for pair in pairs]).filter(of_people).sort("replicate", "seat")
    people = seats.height // games.height
    won = next((c.name for c in facts.games_columns if c.role == "won"), None)
    of_all = results(games, won).astype(float)
    length = next(c.name for c in facts.games_columns if c.role == "length")
    names = _options(asked.plan)
    has = np.zeros((seats.height, len(names)), bool)
    for name in (c.name for c in facts.seats_columns if c.role == "option"):
        held = seats[name].cast(pl.String).to_numpy()
        for n, (option, printed) in enumerate(names.items()):
            has[:, n] |= (held == option) | (held == printed)

    def by_seat(name: str) -> np.ndarray:
        return seats[name].cast(pl.Float64).fill_null(nan).to_numpy().reshape(-1, people)

    skills = [SKILL_LEVELS.get(text) or float(text) for text in seats[SKILL].cast(pl.String)]
    at = asked.places[cell.number % len(asked.places)]
    together = as_a_whole(of_all)
    return {
        "skills": np.asarray(skills if at is None else [at] * len(skills)).reshape(-1, people),
        "won": of_all if together else np.zeros(0),
        "has": has.reshape(games.height, people, len(names)),
        "share": np.repeat(of_all[:, None], people, 1) if together else by_seat("win_share"),
        "score": by_seat("score"),
        "rounds": games[length].cast(pl.Float64).to_numpy(),
    }


def _options(plan: Plan) -> dict[str, str]:
    """Ids of what seats hold, with what is printed on each."""
    sections = [c.cards for c in plan.facts.seats_columns if c.role == "option"]
    known = plan.pack.sections
    return {
        option: str(card.get("name", option))
        for section in dict.fromkeys(sections)
        for option, card in known.get(section, {}).items()
    }


def _grid(asked: GridPlan, known: Mapping[int, Nodes]) -> Grid:
    names, manifest = _options(asked.plan), asked.plan.manifest()
    unplayed = [{**cell, "games": 0} for cell in manifest["cells"]]
    design = Design({**manifest, "cells": unplayed})
    fits, settings = Fits(design), []
    for n, levels in enumerate(asked.settings):
        nodes = [
            GridNode(float(np.mean(parts["skills"])) if at is None else at, **parts)
            for at, parts in zip(asked.places, known[n], strict=True)
        ]
        alike = [node for node, at in zip(nodes, asked.places, strict=True) if at is not None]
        mixed = [node for node, at in zip(nodes, asked.places, strict=True) if at is None]
        together = bool(len(nodes[0].won))
        is_fit = fits.level(design.cells[asked.cells(n)[len(alike) - 1].number])
        settings.append(GridSetting(levels, together, tuple(alike), tuple(mixed), is_fit))
    kind = asked.plan.facts.options if names else ""
    return Grid(kind, tuple(names), names, tuple(settings), SKILL_LEVELS)


def _file(asked: GridPlan, setting: int) -> Path:
    """Where the games of a setting lie: by pack, sources, players, seed and number of games."""
    plan = asked.plan
    cells = [(cell.setting, cell.changes) for cell in asked.cells(setting)]
    pack, sources = plan.pack_for(asked.cells(setting)[0]), catalogue.source_hash(plan.facts)
    marks = (sources, pack.as_manifest(), cells, plan.seed, asked.games)
    name = blake2b(repr(marks).encode(), digest_size=12).hexdigest()
    return cache_home() / NAME / FOLDER / f"{plan.game}-{name}.npz"


def _keep(asked: GridPlan, setting: int, nodes: Nodes) -> None:
    data = BytesIO()
    parts: dict[str, Any] = {
        f"{n}_{name}": node[name] for n, node in enumerate(nodes) for name in PARTS
    }
    np.savez_compressed(data, **parts)
    path = _file(asked, setting)
    path.parent.mkdir(parents=True, exist_ok=True)
    disk.write(path, data.getvalue())


def _known(asked: GridPlan, setting: int) -> Nodes | None:
    """The games of a setting, if what lies there is what was written."""
    with suppress(OSError, ValueError, KeyError, EOFError, BadZipFile, MemoryError):
        data = BytesIO(disk.read(_file(asked, setting), LARGEST))
        with np.load(data, allow_pickle=False) as file:
            nodes = [
                {name: file[f"{n}_{name}"] for name in PARTS} for n in range(len(asked.places))
            ]
        if all(_is_whole(node, asked.games, len(_options(asked.plan))) for node in nodes):
            return nodes
    return None


def _is_whole(node: Mapping[str, np.ndarray], games: int, options: int) -> bool:
    """Whether arrays fit each other and hold numbers that they may."""
    has, share, won = node["has"], node["share"], node["won"]
    people = share.shape[1:2]
    shapes = {name: node[name].shape for name in ("skills", "share", "score")}
    return (
        set(shapes.values()) == {(games, *people)}
        and has.dtype == bool
        and has.shape == (games, *people, options)
        and won.shape in ((games,), (0,))
        and node["rounds"].shape == (games,)
        and all(node[name].dtype == float for name in PARTS if name != "has")
        and bool(np.isin(won, (0, 1)).all() and ((share >= 0) & (share <= 1)).all())
        and bool(((node["skills"] >= 0) & (node["skills"] <= 1)).all())
    )
