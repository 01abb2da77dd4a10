"""`python -m docs._site.sources`: the page docs/sources.md, from configs/sources.toml."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from simulate.pack import catalogue, configs

PAGE = Path(__file__).resolve().parents[1] / "sources.md"
HEAD = """\
# Where cited values were found

A value that is `cited` names its source by a short name: `cited: TEDAI-csv`. Here is what each \
is, where it can be followed and how sure it is. *Exact* is printed or typed off the cards, \
*second hand* what somebody tells of them, *in part* a prototype, or text that is cut off or only \
partly legible. What a `rulebook` says stands under the heading that its source names. \
`simulate list sources defenders` counts the values that rest on each; where that is none, only a \
guess names it.

This page is made of `configs/sources.toml` by `python -m docs._site.sources`.
"""


def page() -> str:
    """The whole page, a table for each game."""
    return "\n".join([HEAD, *_tables()])


def _tables() -> Iterator[str]:
    for game in catalogue.names():
        known = configs.cited_sources(game)
        if known:
            yield f"## {catalogue.facts(game).title}\n"
            yield "| Short name | What it is | Address | How sure |\n|---|---|---|---|"
            yield from (_row(name, entry) for name, entry in known.items())
            yield ""


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
