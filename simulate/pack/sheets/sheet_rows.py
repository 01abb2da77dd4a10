"""Notes and totals that people keep in a sheet of cards."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from simulate.core.errors import nearest
from simulate.core.files.sheets import IS_MERGED, NO_RESULT, Value
from simulate.core.text.nested import ABOUT
from simulate.pack.sheets.headings import Heading

NOTES = {"note", "notes", "comment", "comments", "remark", "remarks", "todo"}
TOTALS = {"total", "totals", "subtotal", "sum", "sums", "average", "averages", "avg", "mean"}
TOTALS |= {"median", "count", "min", "max", "minimum", "maximum", "σ", "∑", "ø"}
NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?\s*%?")
WORD = re.compile(r"\w+|\S")


class SheetRow(NamedTuple):
    """A row of a sheet of cards.

    name: what stands under `id`; is_card: whether a card is called so; is_last: whether no row
    with an id stands below; cells: the others, but those of columns of somebody's own; wrong: why
    cells have no value.
    """

    name: str
    is_card: bool
    is_last: bool
    cells: Sequence[Value]
    wrong: Sequence[str]


def is_own_column(text: str, heading: Heading, known: Sequence[str]) -> bool:
    """Whether a column that no card has is somebody's own, and no slip of the finger."""
    if not text or len(heading) > 1 or heading[0] in ABOUT:
        return False
    return text.lower() in NOTES or not nearest(text, known)


def is_no_card(row: SheetRow) -> bool:
    """Whether a row holds totals or a note, and by no slip of the finger a card.

    Totals are numbers, or formulas, with a word of totals before them, or below the last card
    without an id; a note is a sentence that stands alone.
    """
    texts = [cell for cell in row.cells if isinstance(cell, str) and cell.strip()]
    texts = [text for text in texts if not NUMBER.fullmatch(text.strip())]  # as CSV has them
    if row.is_card or not all(map(_says_totals, texts)):
        return False
    if not row.name:
        return (row.is_last or bool(texts)) and all(
            what in (NO_RESULT, IS_MERGED) for what in row.wrong
        )
    is_alone = not row.wrong and all(cell in (None, "") for cell in row.cells)
    return _says_totals(row.name) or (is_alone and " " in row.name)


def _says_totals(text: str) -> bool:
    return not TOTALS.isdisjoint(WORD.findall(text.lower()))
