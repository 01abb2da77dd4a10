"""Fit how likely a position is to be won: python -m training.value GAME [--games N].

Plays `balanced` in every cell of the default experiment (seeds that are never reported), notes
the table at some moments, and fits for each case of the table of learned numbers what says best
who won: one logistic regression where all win together, else one conditional logit of how the
seats share the win.  Writes the tables of strategies/GAME/learned that tell the chance of winning.
"""

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from simulate.compiler.kernels import closure_kernel
from simulate.pack import catalogue
from strategies.learned import Learned, load
from training import tables
from training.rules import Rules

SEED = 910_000_000
RIDGE = {"chance": 1e-5, "shares": 1e-3}  # of each position
ROUNDS = 30  # of Newton's method, at most
CLOSE = 1e-8  # a step that small is the last


class Moments(NamedTuple):
    """When a game notes its table, and what.

    moment(s) -> a number that changes where the table is noted, -1 where it never is; before: that
    of the beginning; note(s, cards, weights, v, terms): fills the terms of each side.
    """

    moment: Callable[..., Any]
    before: int
    note: Callable[..., Any]


class Cell(NamedTuple):
    """A table of `balanced`: for which case of which learned table, and what is noted there.

    seatings: (tables, weights); every: moments to one that is noted; rows: noted of a game, on
    average; sides: whose terms are noted.
    """

    learned: Learned
    case: tuple[int, ...]
    seatings: list[tuple[Any, Any]]
    every: int
    rows: int
    sides: int


Noted = tuple[np.ndarray, np.ndarray]  # terms, float64[rows, sides, terms], and shares of the win


def collector_of(module: str, rules: Rules, moments: Moments) -> Any:
    """The kernel that plays games and notes the table; `module` keeps it as collect."""
    deal, advance, list_moves, step, choose, share, _, phase, _ = rules
    over = phase.OVER
    moment, before, note = moments

    def collect(cards, weights, workspace, seed, games, every, terms, won):
        """Fill the terms of positions, and what each side won; how many positions."""
        rows, met = 0, 0
        for replicate in range(games):
            workspace.states[1] = workspace.states[0]
            s = workspace.states[1]
            deal(s, cards, seed, replicate)
            advance(s, cards, workspace.moves, workspace.silent)
            first, last = rows, before
            while s.phase != over:
                now = moment(s)
                if now >= 0 and now != last and rows < terms.shape[0]:
                    last = now
                    met += 1
                    if met % every == 0:
                        note(s, cards, weights, workspace.outlook[1], terms[rows])
                        rows += 1
                n, i = list_moves(s, cards, workspace.moves), 0
                if n > 1:
                    i = choose(s, cards, weights, workspace, n)
                workspace.chosen[0] = workspace.moves[i]
                step(s, cards, workspace.chosen[0], workspace.moves, workspace.silent)
            for row in range(first, rows):
                for side in range(won.shape[1]):
                    won[row, side] = share(s, cards, side)
        return rows

    return closure_kernel(collect, module)


def noted(collect: Any, workspace: Any, cell: Cell, games: int) -> Noted:
    """Positions of a cell and who won from them; every seating plays its part of the games."""
    found = []
    many = games // len(cell.seatings)
    for turn, (cards, weights) in enumerate(cell.seatings):
        terms = np.zeros((many * cell.rows, cell.sides, len(cell.learned.columns)))
        won = np.zeros(terms.shape[:2])
        seed = np.uint64(SEED + turn)
        rows = collect(cards, weights, workspace, seed, many, cell.every, terms, won)
        found.append((terms[:rows], won[:rows]))
    terms, won = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return terms, won


def chances(x: np.ndarray, b: np.ndarray) -> np.ndarray:
    """What each side can expect of the win, float64[rows, sides]: of one its chance."""
    number = x @ b
    if x.shape[1] == 1:
        return np.asarray(1 / (1 + np.exp(-number)))
    worth = np.exp(number - number.max(axis=1, keepdims=True))
    return np.asarray(worth / worth.sum(axis=1, keepdims=True))


def fit(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Coefficients of a ridge logistic or conditional logit, by Newton's method."""
    alone = x.shape[1] == 1
    ridge, b = RIDGE["chance" if alone else "shares"] * len(y), np.zeros(x.shape[2])
    for _ in range(ROUNDS):
        p = chances(x, b)
        mean = np.einsum("rs,rst->rt", p, x)
        gradient = np.einsum("rs,rst->t", y - p, x) - ridge * b
        weight = p * (1 - p) if alone else p
        square = np.einsum("rs,rst,rsu->tu", weight, x, x) - (0 if alone else mean.T @ mean)
        move = np.linalg.solve(square + ridge * np.eye(len(b)), gradient)
        b += move
        if np.abs(move).max() < CLOSE:
            break
    return b


def loss(x: np.ndarray, y: np.ndarray, b: np.ndarray) -> float:
    """Mean log loss of a fit."""
    p = np.clip(chances(x, b), 1e-12, 1 - 1e-12)
    missed = (1 - y) * np.log(1 - p) if x.shape[1] == 1 else 0.0
    return -float(np.mean((y * np.log(p) + missed).sum(axis=1)))


def together(
    game: Any, workspace: Any, games: int
) -> Iterator[tuple[Learned, tuple[int, ...], Noted]]:
    """Tables, their cases, and all positions that were noted for each."""
    parts: dict[Any, list[Noted]] = defaultdict(list)
    learned: dict[Any, Learned] = {}
    for cell in game.positions():
        key = cell.learned.file, cell.case
        learned[key] = cell.learned
        parts[key].append(noted(game.collect, workspace, cell, games))
    for (file, case), each in parts.items():
        x, y = (np.concatenate(some) for some in zip(*each, strict=True))
        yield learned[file, case], case, (x, y)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=("defenders", "dungeons", "kingdoms", "tactics"))
    parser.add_argument("--games", type=int, default=3000, help="games in every cell")
    asked = parser.parse_args()
    game, workspace = (
        import_module(f"training.games.{asked.game}"),
        import_module(catalogue.room(asked.game).table).new_workspace(),
    )
    fitted: dict[Any, tuple[Learned, np.ndarray]] = {}
    for learned, case, (x, y) in together(game, workspace, asked.games):
        _, numbers = fitted.setdefault(learned.file, (learned, load(learned)))
        numbers[case] = fit(x, y)
        words = (said[code] for said, code in zip(learned.cases.values(), case, strict=True))
        told = f"{len(y)} positions, log loss {loss(x, y, numbers[case]):.4f}"
        print(f"{' '.join(words)}: {told}", flush=True)
    for learned, numbers in fitted.values():
        tables.write(learned, numbers, f"python -m training.value {asked.game}", 4)


if __name__ == "__main__":
    # Compiled code is kept by the name of its types, so there must be but one of each.
    from training import value

    value.main()
