"""The same experiment with other values in the place of guesses: many packs on common luck.

Open numbers are whole numbers that nobody has read on the game and that say what they could be
(`range`).  Packs are drawn so that every number takes all its values evenly, however few packs
there are (a Latin hypercube), and by the seed alone.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from simulate.core.errors import InputError, Problem
from simulate.experiment.context import Axis
from simulate.experiment.plan import MOST_CELLS, Plan, PlannedCell
from simulate.pack import Pack

GUESS = "guess"  # the factor whose levels are the packs
FEWEST = 100  # games of a cell in each pack
TRIES = 200  # to draw a pack that is a game
STREAM = 0x67756573  # of the luck by which packs are drawn, apart from that of games

Draw = Mapping[str, int]


def plan_of(plan: Plan, packs: int) -> Plan:
    """The plan that plays every cell with each of so many packs.

    All packs of a cell together have about as many games as the cell itself has in the run.
    Raises InputError where nothing is open, or it is too much.
    """
    paths = open_paths(plan)
    typed = f"--guesses {packs}"
    if not paths:
        what = f"no number of {plan.pack.shown or plan.game} is open: a guess that may be drawn "
        what += "says what it could be (`range`), and is not set by the run itself"
        raise InputError([Problem(typed, what)])
    if packs * len(plan.cells) > MOST_CELLS:
        what = f"{packs} packs of {len(plan.cells):,} cells are more than {MOST_CELLS:,} "
        what += "combinations; take fewer packs, or fewer settings and variants"
        raise InputError([Problem(typed, what)])
    cells: list[PlannedCell] = []
    for number, draw in enumerate(draws(plan, paths, packs), 1):
        for cell in plan.cells:
            levels = {**cell.levels, GUESS: number}
            changes = {**draw, **cell.changes}
            cells.append(replace(cell, number=len(cells), levels=levels, changes=changes))
    axis = Axis(
        name=GUESS,
        levels=tuple(range(1, packs + 1)),
        kind=GUESS,
        meaning="guesses drawn from their ranges",
        loc=(),
    )
    experiment = replace(
        plan.experiment,
        axes=(*plan.experiment.axes, axis),
        games=max(FEWEST, -(-plan.games // packs)),
        keys={},
        expects=(),
    )
    return replace(plan, experiment=experiment, cells=tuple(cells), notes=())


def open_paths(plan: Plan) -> dict[str, tuple[int, int]]:
    """Ends of what each open number could be, by path; what every cell sets itself is not open."""
    set_ = set.intersection(*(set(cell.changes) for cell in plan.cells))
    ranges = plan.pack.ranges().items()
    return {path: (span.low, span.high) for path, span in ranges if path not in set_}


def draws(plan: Plan, paths: Mapping[str, tuple[int, int]], packs: int) -> Iterator[Draw]:
    """So many packs.  One that is no game is drawn again, number by number at random."""
    luck = np.random.default_rng([STREAM, plan.seed])
    for draw in _hypercube(paths, packs, luck):
        for _ in range(TRIES):
            if _is_game(plan, draw):
                break
            draw = {p: int(luck.integers(low, high + 1)) for p, (low, high) in paths.items()}
        else:
            what = "its open numbers hardly ever go together; give them narrower ranges"
            raise InputError([Problem(plan.pack.shown or plan.game, what)])
        yield draw


def _hypercube(
    paths: Mapping[str, tuple[int, int]], packs: int, luck: np.random.Generator
) -> list[dict[str, int]]:
    """For each number a place in every one of `packs` equal parts of its range, shuffled."""
    columns = {}
    for path, (low, high) in paths.items():
        at = (luck.permutation(packs) + luck.random(packs)) / packs
        columns[path] = low + np.floor(at * (high - low + 1)).astype(int)
    return [{path: int(column[i]) for path, column in columns.items()} for i in range(packs)]


def _is_game(plan: Plan, draw: Draw) -> bool:
    """Whether every cell can be played with the values."""
    for changes, blanks, setting in {_key(c): _parts(c) for c in plan.cells}.values():
        pack, _ = plan.pack.try_resolve({**draw, **changes}, blanks)
        if pack is None or _unplayable(pack, setting):
            return False
    return True


def _parts(cell: PlannedCell) -> tuple[Mapping[str, Any], tuple[str, ...], Mapping[str, Any]]:
    return cell.changes, cell.blanks, cell.setting


def _key(cell: PlannedCell) -> str:
    return repr(_parts(cell))


def _unplayable(pack: Pack, setting: Mapping[str, Any]) -> bool:
    return bool(pack.unplayable(setting))
