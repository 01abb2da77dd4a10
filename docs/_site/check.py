"""`python -m docs._site.check site`: nothing on the site is loaded from a network."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

# What a browser loads by itself; a link that a reader may follow is none of it.
LOADED = re.compile(
    r"""<(?:script|img|iframe|source)\b[^>]*\bsrc=["']?(https?:)?//"""
    r"""|<link\b(?=[^>]*\brel=["']?(?:stylesheet|preload|icon|preconnect))[^>]*\bhref=["']?(https?:)?//"""
    r"""|url\(["']?(https?:)?//"""
)


def loads(folder: Path) -> Iterator[str]:
    """Where a page or a style of the folder would load something from a network."""
    for path in sorted([*folder.rglob("*.html"), *folder.rglob("*.css")]):
        for found in LOADED.finditer(path.read_text("utf-8")):
            yield f"{path.relative_to(folder)}: {found[0][:120]}"


def main(folder: str) -> int:
    found = list(loads(Path(folder)))
    pages = len(list(Path(folder).rglob("*.html")))
    if not pages:
        found = [f"{folder}: no pages"]
    print("\n".join(found) or f"{folder}: {pages} pages, nothing is loaded from a network")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
