"""The realm as the referee sees it: read from maps.toml as plain data, put together anew."""

from dataclasses import dataclass, field
from typing import Any

At = tuple[int, int]
WAYS: dict[str, At] = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
TERRAIN = {
    "P": "plains",
    "B": "bridge",
    "F": "forest",
    "W": "water",
    "K": "peak",
    "V": "village",
    "T": "ballista",
    "C": "castle",
    "R": "rocks",
}
INSIDE = {
    "E": "entrance",
    "X": "crystal",
    "P": "floor",
    "W": "water",
    "M": "monster",
    "C": "cave-in",
    "T": "trap",
    "L": "locked door",
    "B": "magic barrier",
}
AREAS = "srh"


@dataclass
class Land:
    """Spaces by (column, row)."""

    terrain: dict[At, str] = field(default_factory=dict)
    level: dict[At, int] = field(default_factory=dict)
    box: dict[At, str | None] = field(default_factory=dict)
    mark: dict[At, str] = field(default_factory=dict)
    portals: list[tuple[At, str]] = field(default_factory=list)  # (space in front, box)
    on: dict[str, str | None] = field(default_factory=dict)
    insides: dict[str, dict[At, str]] = field(default_factory=dict)

    def area(self, letter: str) -> set[At]:
        return {at for at, mark in self.mark.items() if mark in (letter, letter.upper())}

    def areas_of(self, at: At | None) -> set[str]:
        return {letter for letter in AREAS if at in self.area(letter)}

    def trigger(self, letter: str) -> At:
        return next(at for at, mark in self.mark.items() if mark == letter.upper())

    def stars(self, digit: str) -> list[At]:
        return sorted(at for at, mark in self.mark.items() if mark == digit)

    def artifact(self) -> At:
        return next(at for at, mark in self.mark.items() if mark == "A")

    def corner(self, digit: str) -> list[At]:
        """Four spaces in a square, furthest from the Artifact in one quarter of the map."""
        cx, cy = self.artifact()
        east, south = digit in "23", digit in "34"

        def in_quarter(at: At) -> bool:
            x, y = at
            return (x > cx if east else x < cx) and (y > cy if south else y < cy)

        squares = [
            [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]
            for x, y in self.terrain
            if all(at in self.terrain and in_quarter(at) for at in _square(x, y))
        ]

        def merit(square: list[At]) -> tuple[int, int]:
            return (
                min(abs(x - cx) + abs(y - cy) for x, y in square),
                min(abs(y - cy) for _, y in square),
            )

        return sorted(max(squares, key=merit))

    def above(self, box: str) -> set[str]:
        """A box and all that stand on it."""
        found = {box}
        for upper, lower in self.on.items():  # boxes are laid from below upwards
            if lower in found:
                found.add(upper)
        return found


def _square(x: int, y: int) -> list[At]:
    return [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]


def read_land(pack: dict[str, Any], name: str | dict[str, Any]) -> Land:
    """The land of a map, by name or as a table like those of maps.toml."""
    plan = pack["maps"][name] if isinstance(name, str) else name
    scroll = pack["scrolls"][plan["scroll"]]
    land = Land(insides=_insides(pack))
    _lay(land, _grid(scroll), plan["at"], 0, None)
    foot: dict[str, int] = {}
    top: dict[str | None, int] = {None: 0}
    for laid in plan["boxes"]:
        box, on = laid["box"], laid.get("on")
        foot[box] = top[on]
        top[box] = foot[box] + pack["boxes"][box]["height"]
        land.on[box] = on
        grid = _turn(_grid(pack["boxes"][box]), laid.get("turned", 0))
        _lay(land, grid, laid["at"], top[box], box)
    for laid in plan["boxes"]:
        for front in _fronts(pack["boxes"][laid["box"]], laid):
            if land.level.get(front) == foot[laid["box"]]:
                land.portals.append((front, laid["box"]))
    return land


def _grid(piece: dict[str, Any]) -> list[list[tuple[str, str]]]:
    """(terrain, mark) by row."""
    known = list(piece.get("hidden", []))
    rows = []
    for letters, marks in zip(piece["spaces"], piece["marks"], strict=True):
        row = []
        for letter, mark in zip(letters.split(), marks.split(), strict=True):
            if letter == "?" and known:
                letter = known.pop(0)
            row.append((letter, mark))
        rows.append(row)
    return rows


def _turn(grid, turns):
    """Clockwise: what was the west column is the north row."""
    for _ in range(turns):
        width = len(grid[0])
        grid = [[row[i] for row in reversed(grid)] for i in range(width)]
    return grid


def _lay(land: Land, grid, corner, level: int, box: str | None) -> None:
    for j, row in enumerate(grid):
        for i, (letter, mark) in enumerate(row):
            at = (corner[0] + i, corner[1] + j)
            land.terrain[at] = TERRAIN.get(letter, "unknown")
            land.mark[at] = mark
            land.level[at] = level
            land.box[at] = box


def _fronts(box: dict[str, Any], laid: dict[str, Any]):
    """The space in front of each portal of a box where it lies."""
    rows, columns = len(box["spaces"]), len(box["spaces"][0].split())
    for text in box["portals"]:
        side, number = text.split()
        place = int(number) - 1
        # Half units from the middle of the box, so that a turn is (x, y) -> (-y, x).
        x, y = {
            "north": (2 * place + 1 - columns, -rows - 1),
            "south": (2 * place + 1 - columns, rows + 1),
            "west": (-columns - 1, 2 * place + 1 - rows),
            "east": (columns + 1, 2 * place + 1 - rows),
        }[side]
        wide, tall = columns, rows
        for _ in range(laid.get("turned", 0)):
            x, y = -y, x
            wide, tall = tall, wide
        yield (
            laid["at"][0] + (x + wide - 1) // 2,
            laid["at"][1] + (y + tall - 1) // 2,
        )


def _insides(pack: dict[str, Any]) -> dict[str, dict[At, str]]:
    return {
        box: {
            (i + 1, j + 1): INSIDE[letter]
            for j, row in enumerate(dungeon["spaces"])
            for i, letter in enumerate(row.split())
            if letter != "#"
        }
        for box, dungeon in pack["dungeons"].items()
    }
