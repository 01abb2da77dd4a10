"""How often are the games of one card won, before and after its change?

Points of all games are few for a card that is seldom dealt.  Beside them stands what the change
does where the card takes part: called for every change and level that is about one dealt card.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from analysis.data.changed import CardColumn, card_columns, on_card, touched
from analysis.data.design import Design, Move
from analysis.data.reading import RowBlock
from analysis.data.run import Rows
from analysis.rates.variants import changes_of
from simulate.pack.text.labels import label

FEWEST = 30  # own games on either side, of which a rate says something


@dataclass(frozen=True)
class OwnGames:
    """Part of a card's own games that is won, every setting weighed alike.

    card: its name; games: of the side that has fewer.
    """

    card: str
    before: float
    after: float
    games: int


def own_games(
    design: Design, run: Rows, blocks: Iterable[RowBlock], moves: Sequence[Move]
) -> list[OwnGames | None]:
    """What each change does to its card's own games; None where it is about no one card."""
    columns = list(card_columns(design, run)) if moves else []
    pack = design.manifest.get("pack", {})
    about = [_card(move, design, columns) for move in moves]
    counted = _count(design, blocks, [c for c in columns if c.card in about])
    return [
        None if card is None else _own(label(pack, card), move, counted[card])
        for card, move in zip(about, moves, strict=True)
    ]


def _card(move: Move, design: Design, columns: Sequence[CardColumn]) -> str | None:
    """The one dealt card that all of a change is about."""
    if move.factor is not None:
        paths = [str(move.factor.name)]
    else:
        base, cell = design.pair(move.pooled[0])
        paths = [f"cards.{name.removeprefix('cards.')}" for name in cell.blanks]
        paths += [change.path for change in changes_of(cell, base, design.manifest)]
    cards = {next((c.card for c in columns if on_card(path, c.card)), None) for path in paths}
    return cards.pop() if len(cards) == 1 else None


def _count(
    design: Design, blocks: Iterable[RowBlock], columns: Sequence[CardColumn]
) -> dict[str, np.ndarray]:
    """Of each card its games (row 0) and the won ones (row 1), by the cell's number."""
    size = 1 + max((cell.number for cell in design.cells), default=0)
    counted = {column.card: np.zeros((2, size)) for column in columns}
    for block in blocks if counted else ():
        cell = block.games["cell"].to_numpy()
        kept = cell < size
        for card, sums in counted.items():
            has = kept & touched(block, [column for column in columns if column.card == card])
            for row, counts in enumerate((has, has & (block.won == 1))):
                sums[row] += np.bincount(cell[counts], minlength=size)
    return counted


def _own(card: str, move: Move, sums: np.ndarray) -> OwnGames | None:
    games, won = sums[:, np.array(move.pooled).T]  # before a change, and after it
    met = (games > 0).all(axis=0)
    fewest = int(games[:, met].sum(axis=1).min())
    if fewest < FEWEST:
        return None
    before, after = (won[:, met] / games[:, met]).mean(axis=1)
    return OwnGames(card, float(before), float(after), fewest)
