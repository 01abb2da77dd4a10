"""Replay one game of a run, or of an experiment that was never run."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from math import ceil
from pathlib import Path
from typing import Any

from simulate import store
from simulate.core.errors import InputError, Problem, RunError
from simulate.core.text.nested import printed
from simulate.experiment.plan import PlannedCell, Playable
from simulate.experiment.stored_plan import PlanFromManifest, made_by_others
from simulate.pack import Pack, catalogue, differences, load
from simulate.pack.cards import each_card

Line = dict[str, Any]


def from_game(
    plan: Playable,
    cell: PlannedCell,
    game: int,
    *,
    legal: bool = False,
    states: bool = False,
) -> Iterator[Line]:
    """The event log of game `game` (its replicate) of a cell, without a run."""
    table = catalogue.table(plan.game)
    pack = plan.pack_for(cell)
    ready = table.prepare(pack, cell.setting)
    lines = table.play_logged(ready, plan.seed, game, cell.number, legal, states)
    yield from [with_cards(lines[0], pack), *lines[1:]]


def from_run(
    folder: Path,
    cell: int,
    game: int,
    *,
    legal: bool = False,
    states: bool = False,
    anyway: bool = False,
    allow_code: bool = False,
    most: int | None = None,
) -> Iterator[Line]:
    """The event log of a stored game, proven to end in the stored row where there is one.

    A run made by other sources may hold another game: it is refused, or with `anyway`
    played, and the difference told.  The Python of its strategies runs only with `allow_code`.
    most: moves and tries of moves after which it is given up, whatever its row says.
    Raises InputError and RunError.
    """
    run = store.open_run(folder)
    manifest = run.manifest
    plan = PlanFromManifest(manifest, str(folder / store.MANIFEST), allow_code)
    if not anyway:
        check_sources(folder, plan)
    entry = next(entry for entry in plan.cells if entry.number == cell)
    pack = plan.pack_for(entry)
    table = catalogue.table(plan.game)
    ready = table.prepare(pack, entry.setting)
    patience = None if most is None else (most, ceil(_tried(plan, entry)))
    lines = table.play_logged(ready, manifest["seed"], game, cell, legal, states, patience)
    stored = _stored_row(run, cell, game)
    differs = _differences(lines[-1]["games"], stored) if stored is not None else ""
    if differs and not anyway:
        raise RunError(f"cell {cell}, game {game} ends differently from the stored row: {differs}")
    if differs:
        lines.append({"event": "differs", "from_stored": differs})
    yield from [with_cards(lines[0], pack), *lines[1:]]


def effort(plan: Playable, number: int, decisions: float) -> float:
    """Rounds of play, about, in which moves are tried in a game with so many decisions.

    number: the cell that the game belongs to.
    """
    cell = next(entry for entry in plan.cells if entry.number == number)
    return decisions * _tried(plan, cell)


def _tried(plan: Playable, cell: PlannedCell) -> float:
    """The same of one decision, of the player who tries most."""
    pack, seated = plan.pack_for(cell), cell.setting["strategy"]
    return max(pack.tried(name, len(seated)) for name in {*seated})


def with_cards(setup: Line, pack: Pack) -> Line:
    """The set-up line with every value on the cards that were played, and what is not as shipped.

    `pack`: `shipped`, a mark of the values of the shipped game; `differs`, by path what is
    played in place of them (null: taken away).  `cards`: sections of cards by id, as in the
    files of the pack, without sources.
    """
    shipped = load(pack.game)
    differs = {
        entry.path: entry.value
        for entry in differences(pack, shipped)
        if entry.path.startswith(("rules.", "cards."))
    }
    details = {"pack": {"shipped": _mark(shipped), "differs": differs}, "cards": _cards(pack)}
    state = {"state": setup["state"]} if "state" in setup else {}
    return {key: value for key, value in setup.items() if key != "state"} | details | state


def _cards(pack: Pack) -> Line:
    cards: Line = {}
    for section, name, card in each_card(pack.sections):
        cards.setdefault(section, {})[name] = printed(card)
    return cards


def _mark(pack: Pack) -> str:
    """A short text that is the same for the same rules and cards alone."""
    values = json.dumps([pack.rule_values(), _cards(pack)], sort_keys=True)
    return hashlib.blake2b(values.encode(), digest_size=8).hexdigest()


def check_sources(folder: Path, plan: PlanFromManifest) -> None:
    """Raise InputError where a run was made by other sources, which may play another game."""
    if what := made_by_others(plan):
        raise InputError([Problem(str(folder), f"{what}; --anyway plays it and compares the row")])


def _stored_row(run: store.StoredRun, cell: int, game: int) -> Line | None:
    """The row of a game; None where it was played and only counted."""
    import polars as pl

    shards = [s for s in run.shards if s.kind == "games" and s.cell == cell]
    if not any(s.first <= game <= s.last for s in shards):
        return None
    is_game = (pl.col("cell") == cell) & (pl.col("replicate") == game)
    return run.games(game, game).filter(is_game).collect().row(0, named=True)


def _differences(played: Mapping[str, Any], stored: Mapping[str, Any]) -> str:
    """Columns in which a replayed game differs from its stored row, in words."""
    return ", ".join(
        f"{name} is {played.get(name)!r}, stored {value!r}"
        for name, value in stored.items()
        if played.get(name) != value
    )


def story(game: str, lines: Iterator[Line]) -> Iterator[str]:
    """An event log as a story for people."""
    yield from catalogue.table(game).story(list(lines))


def pick(folder: Path, cell: int | None, kind: str) -> tuple[int, int]:
    """(cell, game) of the closest, longest, shortest or typical game of a run.

    cell: look there only, or None for all.  The same choice as in the report.
    """
    from analysis.description.samples import choose

    return choose(store.open_run(folder), kind, cell)
