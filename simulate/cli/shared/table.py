"""Plain columns of text for a terminal or a pipe."""

from collections.abc import Sequence

GAP = "  "


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Lines with every column as wide as its widest entry; the last is left as it is."""
    if not rows:
        return []
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        GAP.join(entry.ljust(width) for entry, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
