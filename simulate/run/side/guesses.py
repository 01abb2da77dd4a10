"""Monte Carlo packs: the same experiment with other plausible values for its guesses.

Every guess of the pack is drawn for which anything else is known (`simulate.pack.edit.guessed`).
In half of the packs it stays as it is, in the others it takes each other value about as often as
any other, however few packs there are; the draw follows from the seed alone.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from simulate.core.errors import InputError, Problem
from simulate.experiment.context import GUESS, Axis
from simulate.experiment.plan import MOST_CELLS, Plan, PlannedCell, Playable
from simulate.pack import Pack, catalogue
from simulate.pack.edit import guessed
from simulate.pack.edit.guessed import OpenGuess

FEWEST = 100  # games of a cell in each pack
TRIES = 200  # to draw a pack that is a game
STREAM = 0x67756573  # of the luck by which packs are drawn, apart from that of games

Draw = dict[str, Any]  # of a pack: the guesses that are not as they are, by path


def plan_of(plan: Plan, packs: int) -> Plan:
    """The plan that plays every cell with each of a number of packs.

    All packs of a cell together have about as many games as the cell itself has in the run.
    Raises InputError where nothing is open, or it is too much.
    """
    typed = f"--guesses {packs}"
    if packs * len(plan.cells) > MOST_CELLS:
        what = f"{packs} packs of {len(plan.cells):,} cells are more than {MOST_CELLS:,} "
        what += "combinations; take fewer packs, or fewer settings and variants"
        raise InputError([Problem(typed, what)])
    open_ = open_guesses(plan)
    if not open_:
        what = f"no value of {plan.pack.shown or catalogue.typed(plan.game)} is open: a guess that "
        what += "may be drawn could be something else, and is not set by the run itself"
        if catalogue.own(plan.game) is not None:
            what = "in a game of your own no number is a guess; `simulate sensitivity "
            what += f"{catalogue.typed(plan.game)}` steps each of them both ways"
        raise InputError([Problem(typed, what)])
    cells: list[PlannedCell] = []
    for number, draw in enumerate(draws(plan, open_, packs), 1):
        for cell in plan.cells:
            levels = {**cell.levels, GUESS: number}
            changes = {**draw, **cell.changes}
            cells.append(replace(cell, number=len(cells), levels=levels, changes=changes))
    axis = Axis(
        name=GUESS,
        levels=tuple(range(1, packs + 1)),
        kind=GUESS,
        meaning="guesses drawn from what they could be",
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


def open_guesses(plan: Plan) -> list[OpenGuess]:
    """The guesses that may be drawn; what every cell sets itself, or a part of it, is not open."""
    set_ = set.intersection(*(set(cell.changes) for cell in plan.cells))
    return unset(guessed.of_pack(plan.pack), set_)


def unset(guesses: Iterable[OpenGuess], set_: Collection[str]) -> list[OpenGuess]:
    """Of some guesses those that may be drawn and that nobody sets, nor a part of them."""
    parts = {path.rsplit(".", n)[0] for path in set_ for n in range(path.count(".") + 1)}
    below = tuple(f"{path}." for path in set_)
    return [g for g in guesses if g.others and g.path not in parts and not g.path.startswith(below)]


def draws(
    plan: Playable,
    guesses: Sequence[OpenGuess],
    packs: int,
    cells: Sequence[PlannedCell] | None = None,
) -> Iterator[Draw]:
    """So many packs; what does not go together in the plan's cells, or others, stays as it is."""
    luck = np.random.default_rng([STREAM, plan.seed])
    columns = {guess.path: _column(guess, packs, luck) for guess in guesses}
    known = {guess.path: guess.others for guess in guesses}
    different = _different(plan.cells if cells is None else cells)
    for pack in range(packs):
        places = {path: int(column[pack]) for path, column in columns.items()}
        draw = {path: known[path][place] for path, place in places.items() if place >= 0}
        yield _sound(plan.pack, different, draw, luck)


def _column(guess: OpenGuess, packs: int, luck: np.random.Generator) -> np.ndarray:
    """For each pack the place of another value, shuffled; -1 in half of them: as it is."""
    others = np.arange(packs // 2) % len(guess.others)
    moved = luck.permutation(len(guess.others))[others]
    return luck.permutation(np.concatenate([np.full(packs - packs // 2, -1), moved]))


def _sound(pack: Pack, cells: Sequence[PlannedCell], draw: Draw, luck: np.random.Generator) -> Draw:
    """The draw without what makes it no game: what is named for it, else half of it by chance."""
    for _ in range(TRIES):
        if not (wrong := _wrong(pack, cells, draw)):
            return draw
        drop = wrong & draw.keys() or {path for path in draw if luck.random() < 1 / 2}
        draw = {path: value for path, value in draw.items() if path not in drop}
    return {}


def _wrong(pack: Pack, cells: Sequence[PlannedCell], draw: Draw) -> set[str]:
    """What is named where a cell cannot be played with the values; empty where all can."""
    for cell in cells:
        changed, troubles = pack.try_resolve({**draw, **cell.changes}, cell.blanks)
        troubles = troubles if changed is None else changed.unplayable(cell.setting)
        if troubles:
            return {path for path, _ in troubles}
    return set()


def _different(cells: Iterable[PlannedCell]) -> list[PlannedCell]:
    """The cells of which each is another game."""
    return [*{repr((c.changes, c.blanks, c.setting)): c for c in cells}.values()]
