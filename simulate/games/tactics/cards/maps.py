"""Maps put together: what the realm looks like from above, and what a map may not be.

A position is (column, row) from 1, north-west first, as on the drawing of the map.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from simulate.games.tactics.cards import vocabulary
from simulate.games.tactics.cards.pieces import Box, Map, Placement, Scroll, letters

At = tuple[int, int]
STEPS: dict[str, At] = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
AREA_SPACES = 6
START_SPACES = 4
MORE_ROOM = (
    "; records have room for no more (`CAPACITY` of simulate.games.tactics.cards.vocabulary)"
)


@dataclass(frozen=True)
class Space:
    """A space as seen from above.  box: the box it is on, None on the scroll."""

    terrain: str
    level: int
    mark: str
    box: str | None


@dataclass(frozen=True)
class Portal:
    """A portal: the space in front of it, and the box that it leads into."""

    front: At
    box: str


@dataclass
class Realm:
    """A map as it is played.  on: box -> the box it lies on, None for the scroll."""

    name: str
    spaces: dict[At, Space] = field(default_factory=dict)
    portals: list[Portal] = field(default_factory=list)
    on: dict[str, str | None] = field(default_factory=dict)

    def order(self) -> list[At]:
        """All spaces, row by row from the north-west: the order of the tables."""
        return sorted(self.spaces, key=lambda at: (at[1], at[0]))

    def marked(self, mark: str) -> list[At]:
        return [at for at in self.order() if self.spaces[at].mark == mark]

    def area(self, letter: str) -> list[At]:
        """The spaces of a control area, its Trigger Space among them."""
        return [at for at in self.order() if self.spaces[at].mark.lower() == letter]

    def trigger(self, letter: str) -> list[At]:
        return self.marked(letter.upper())

    def artifact(self) -> At | None:
        spaces = self.marked(vocabulary.ARTIFACT)
        return spaces[0] if len(spaces) == 1 else None

    def closed_by(self, box: str) -> list[At]:
        """Spaces that are gone while a box is flipped over: on it, and on boxes from its top."""
        gone = {box}
        while True:
            more = {upper for upper, lower in self.on.items() if lower in gone} - gone
            if not more:
                return [at for at in self.order() if self.spaces[at].box in gone]
            gone |= more


# Putting together


def turned(grid: list[list[str]], turns: int) -> list[list[str]]:
    """A grid after so many quarter turns clockwise."""
    for _ in range(turns):
        grid = [list(column) for column in zip(*grid[::-1], strict=True)]
    return grid


def cells(box: Box, placement: Placement) -> dict[At, tuple[str, str]]:
    """Position -> (terrain, mark) of a box where it lies.  Rule T-MAP-3."""
    terrain = turned(box.terrain(), placement.turned)
    marks = turned(letters(box.marks), placement.turned)
    x, y = placement.at
    return {
        (x + i, y + j): (terrain[j][i], marks[j][i])
        for j in range(len(terrain))
        for i in range(len(terrain[0]))
    }


def openings(box: Box, placement: Placement) -> Iterator[tuple[At, At]]:
    """(the space on top of the box, the space in front) of each portal.  Rule T-BUILD-5."""
    columns, rows = box.size
    for side, place in box.openings():
        i, j = {
            "north": (place, 0),
            "south": (place, rows - 1),
            "west": (0, place),
            "east": (columns - 1, place),
        }[side]
        width, height, facing = columns, rows, vocabulary.SIDES.index(side)
        for _ in range(placement.turned):
            i, j = height - 1 - j, i
            width, height, facing = height, width, (facing + 1) % len(vocabulary.SIDES)
        x, y = placement.at[0] + i, placement.at[1] + j
        dx, dy = STEPS[vocabulary.SIDES[facing]]
        yield (x, y), (x + dx, y + dy)


def assemble(plan: Map, scrolls: Mapping[str, Scroll], boxes: Mapping[str, Box]) -> Realm:
    """The realm of a plan.  Rules T-MAP-1 (order of boxes), T-MAP-2 (heights)."""
    realm = Realm(plan.name)
    scroll = scrolls[plan.scroll]
    marks = letters(scroll.marks)
    for j, row in enumerate(scroll.terrain()):
        for i, terrain in enumerate(row):
            realm.spaces[plan.at[0] + i, plan.at[1] + j] = Space(terrain, 0, marks[j][i], None)
    tops: dict[str | None, int] = {None: 0}
    for placement in plan.boxes:
        tops[placement.box] = tops[placement.on] + boxes[placement.box].height
        realm.on[placement.box] = placement.on
        for at, (terrain, mark) in cells(boxes[placement.box], placement).items():
            realm.spaces[at] = Space(terrain, tops[placement.box], mark, placement.box)
    for placement in plan.boxes:
        for _, front in openings(boxes[placement.box], placement):
            # A portal whose front another box or the map's edge closes is out of the game.
            ahead = realm.spaces.get(front)
            if ahead is not None and ahead.level == tops[placement.on]:
                realm.portals.append(Portal(front, placement.box))
    return realm


# What a map may not be


def troubles(
    plan: Map, scrolls: Mapping[str, Scroll], boxes: Mapping[str, Box], battle: bool | None = None
) -> list[str]:
    """What is wrong with a map, in sentences.

    battle: for battle mode, or for the modes with control areas; None: for either of them.
    """
    wrong = [*_placement_troubles(plan, scrolls, boxes)]
    if wrong:
        return wrong
    realm = assemble(plan, scrolls, boxes)
    wrong = [*_shape_troubles(realm)]
    if wrong:
        return wrong
    for_areas, for_battle = [*_area_troubles(realm)], [*_battle_troubles(realm)]
    if battle is None:
        return for_areas if for_areas and for_battle else []
    return for_battle if battle else for_areas


def _placement_troubles(
    plan: Map, scrolls: Mapping[str, Scroll], boxes: Mapping[str, Box]
) -> Iterator[str]:
    """Rules T-BUILD-3 (what no box may cover), T-BUILD-6 (what a box lies on)."""
    if plan.scroll not in scrolls:
        yield f"no scroll is called `{plan.scroll}`; known: {', '.join(scrolls)}"
        return
    columns, rows = scrolls[plan.scroll].size
    x, y = plan.at
    scroll = {(x + i, y + j) for i in range(columns) for j in range(rows)}
    kept = set(trigger_spaces(scrolls[plan.scroll], plan.at))
    under: dict[At, str | None] = {}
    laid: dict[str | None, set[At]] = {None: scroll}
    for placement in plan.boxes:
        covered = set(cells(boxes[placement.box], placement))
        laid[placement.box] = covered
        base = laid[placement.on]
        other = {under[at] for at in covered if at in under} - {placement.on}
        if other:
            names = ", ".join(str(name) for name in sorted(map(str, other)))
            yield f"`{placement.box}` lies on {names} besides; a box lies on one thing"
        if 2 * len(covered & base) < len(covered):
            what = placement.on or "the scroll"
            yield f"less than half of `{placement.box}` lies on {what}"
        if placement.on is None and covered & kept:
            yield f"`{placement.box}` covers the Artifact space or a Trigger Space of the scroll"
        under |= dict.fromkeys(covered, placement.box)


def trigger_spaces(scroll: Scroll, corner: list[int]) -> list[At]:
    """What no box on the scroll may cover: Trigger Spaces and the Artifact space."""
    return [
        (corner[0] + i, corner[1] + j)
        for j, row in enumerate(letters(scroll.marks))
        for i, mark in enumerate(row)
        if mark.isupper()
    ]


def _shape_troubles(realm: Realm) -> Iterator[str]:
    """Rules T-BUILD-7 (one continuous map), T-PORTAL-1 (somewhere to come out)."""
    for at in realm.order():
        if realm.spaces[at].terrain == vocabulary.COVERED:
            yield f"nothing says what lies at {list(at)}: no box covers it"
            return
    columns = [x for x, _ in realm.spaces]
    rows = [y for _, y in realm.spaces]
    if min(columns) < 1 or min(rows) < 1:
        yield "columns and rows count from 1"
    elif max(columns) > vocabulary.CAPACITY["columns"] or max(rows) > vocabulary.CAPACITY["rows"]:
        most = f"{vocabulary.CAPACITY['columns']} columns and {vocabulary.CAPACITY['rows']} rows"
        yield f"a map has at most {most} (found {max(columns)} and {max(rows)}){MORE_ROOM}"
    elif len(realm.spaces) > vocabulary.CAPACITY["spaces"]:
        allowed = vocabulary.CAPACITY["spaces"]
        yield f"a map has at most {allowed} spaces (found {len(realm.spaces)}){MORE_ROOM}"
    elif len(_reached(realm)) < len(realm.spaces):
        yield "the map is not continuous: some spaces cannot be reached"
    elif not _unbroken(realm):
        yield (
            "a row or column of the map is broken; spaces are counted straight along rows and "
            "columns, so each must be one unbroken run"
        )
    elif len(realm.portals) < 2:
        yield "a map needs two open portals at least"


def _reached(realm: Realm) -> set[At]:
    start = realm.order()[0]
    reached, edge = {start}, [start]
    while edge:
        x, y = edge.pop()
        for dx, dy in STEPS.values():
            if (x + dx, y + dy) in realm.spaces and (x + dx, y + dy) not in reached:
                reached.add((x + dx, y + dy))
                edge.append((x + dx, y + dy))
    return reached


def _unbroken(realm: Realm) -> bool:
    """Whether every row and column is one run: then counting is |columns| + |rows|."""
    for axis in (0, 1):
        lines: dict[int, list[int]] = {}
        for at in realm.spaces:
            lines.setdefault(at[axis], []).append(at[1 - axis])
        if any(max(line) - min(line) + 1 != len(line) for line in lines.values()):
            return False
    return True


def _area_troubles(realm: Realm) -> Iterator[str]:
    """Rules T-CONTROL-1, T-CONTROL-2 (areas of six with a trigger), T-SETUP-6 (starts)."""
    for letter, name in vocabulary.AREAS.items():
        spaces, triggers = realm.area(letter), realm.trigger(letter)
        if len(spaces) != AREA_SPACES or len(triggers) != 1:
            yield (
                f"the control area {name} must have {AREA_SPACES} spaces, one of them its Trigger "
                f"Space (found {len(spaces)} and {len(triggers)})"
            )
    for digit, name in vocabulary.STARTS.items():
        count = len(realm.marked(digit))
        if count != START_SPACES:
            yield f"the start {name} must have {START_SPACES} stars (found {count})"


def _battle_troubles(realm: Realm) -> Iterator[str]:
    """Rules T-BATTLE-2 (the Artifact space), T-BATTLE-3 (four corners)."""
    if realm.artifact() is None:
        yield "battle mode needs one Artifact space that no box covers"
    elif any(not corner for corner in corners(realm)):
        yield "battle mode needs four corners of four spaces around the Artifact"


def corners(realm: Realm) -> list[list[At]]:
    """The four starting corners of battle mode, in the order of `STARTS`; empty for none.

    Rule T-BATTLE-3: in each quarter, seen from the Artifact, the square of four spaces that is
    furthest away by count; of several the one furthest along the column, so nearest to the
    north or south edge.
    """
    centre = realm.artifact()
    squares: list[list[At]] = []
    for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        best: tuple[int, int, list[At]] = (-1, -1, [])
        for x, y in realm.spaces:
            square = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]
            if centre is None or any(at not in realm.spaces for at in square):
                continue
            away = [((i - centre[0]) * sx, (j - centre[1]) * sy) for i, j in square]
            if any(dx <= 0 or dy <= 0 for dx, dy in away):
                continue
            rank = (min(dx + dy for dx, dy in away), min(dy for _, dy in away), square)
            best = max(best, rank)
        squares.append(best[2])
    return squares


def starts(realm: Realm, battle: bool) -> list[list[At]]:
    """The four starting locations clockwise from the north-west."""
    return corners(realm) if battle else [realm.marked(digit) for digit in vocabulary.STARTS]
