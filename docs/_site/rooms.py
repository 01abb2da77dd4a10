"""`python -m docs._site.rooms`: the picture of the rooms in docs/architecture.md, from the imports.

A room is a package of `simulate` or `analysis`, or one of the packages beside them.  A line says
which rooms it takes from directly; what it reaches through one of these is left out.
"""

from collections.abc import Mapping
from pathlib import Path

import grimp

PAGE = Path(__file__).resolve().parents[1] / "architecture.md"
START, END = "<!-- rooms: python -m docs._site.rooms -->", "<!-- end of rooms -->"
PACKAGES = ("simulate", "strategies", "analysis", "reports")
DIVIDED = ("simulate", "analysis")  # each of whose parts is a room

Uses = Mapping[str, set[str]]


def room(module: str) -> str:
    """The room in which a module stands."""
    parts = module.split(".")
    return ".".join(parts[:2]) if parts[0] in DIVIDED else parts[0]


def uses() -> dict[str, set[str]]:
    """Which rooms each room imports from."""
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    found: dict[str, set[str]] = {}
    for module in graph.modules - set(DIVIDED):
        below = {room(each) for each in graph.find_modules_directly_imported_by(module)}
        found.setdefault(room(module), set()).update(below - set(DIVIDED))
    return {name: below - {name} for name, below in found.items()}


def floors(below: Uses) -> dict[str, int]:
    """How many rooms stand one upon the other below each room; 0 for one that imports none."""
    height = dict.fromkeys(below, 0)
    for _ in below:
        height = {name: 1 + max((height[b] for b in below[name]), default=-1) for name in below}
    return height


def reached(name: str, below: Uses) -> set[str]:
    """All rooms that a room comes to by imports."""
    return below[name].union(*(reached(each, below) for each in below[name]))


def picture(below: Uses) -> list[str]:
    """A line for each room, from the top floor down."""
    height = floors(below)
    width = max(map(len, below))
    lines = []
    for name in sorted(below, key=lambda each: (-height[each], each)):
        through = set().union(*(reached(each, below) for each in below[name]))
        direct = ", ".join(sorted(below[name] - through))
        lines.append(f"{height[name]:2}  {name:{width}}  {direct and '> ' + direct}".rstrip())
    return lines


def drawn(page: str) -> str:
    """The page with the picture as it is now."""
    head, _, rest = page.partition(START)
    tail = rest.partition(END)[2]
    return "\n".join([head + START, "", "```text", *picture(uses()), "```", "", END + tail])


if __name__ == "__main__":
    PAGE.write_text(drawn(PAGE.read_text("utf-8")), "utf-8")
