"""`python -m docs._site.sources`: the page docs/sources.md, from configs/sources.toml."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from simulate.pack import catalogue, configs

PAGE = Path(__file__).resolve().parents[1] / "sources.md"
HEAD = """\
# Where cited values were found

A `cited` value names its source by a short name: `cited: TEDAI-csv`. *Exact* is printed or typed \
off the cards, *second hand* what somebody tells of them, *in part* a prototype, or text that is \
cut off or partly legible. `simulate list sources defenders` counts the values of each source.

This page is made from `configs/sources.toml` by `python -m docs._site.sources`.
"""


def page() -> str:
    """The whole page, a table for each game."""
    return "\n".join([HEAD, *_tables()])


def _tables() -> Iterator[str]:
    above: set[str] = set()
    for game in catalogue.names():
        rows = {name: _row(name, entry) for name, entry in configs.cited_sources(game).items()}
        again = [name for name, row in rows.items() if row in above]
        if rows:
            yield f"## {catalogue.facts(game).title}\n"
            yield "| Short name | What it is | Address | How sure |\n|---|---|---|---|"
            yield from (row for row in rows.values() if row not in above)
            yield f"\nAs above: {', '.join(again)}.\n" if again else ""
        above |= {*rows.values()}


def _row(name: str, entry: dict[str, Any]) -> str:
    address, _, inside = entry["address"].partition(" (")
    found = f"[{address}](https://{address})" if _is_address(address) else entry["address"]
    where = f"{found} (`{inside[:-1]}`)" if inside else found
    return f"| {name} | {entry['what']} | {where} | {entry['sure']} |"


def _is_address(text: str) -> bool:
    return " " not in text and "." in text


def main() -> None:
    """Write the page."""
    argparse.ArgumentParser(prog="python -m docs._site.sources", description=__doc__).parse_args()
    PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
