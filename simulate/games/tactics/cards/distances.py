"""How far it is: movement points over a map as if nobody stood on it, and through a dungeon.

Nothing here binds play.  It is worked out once for a cell, so that whoever looks ahead can see
at a glance who could be where, and who could attack whom, a turn from now.
"""

from typing import Any

import numpy as np

from simulate.games.tactics.cards.codes import AREA, DUNGEONS, FORCE, INSIDE_KIND, TERRAIN
from simulate.games.tactics.cards.vocabulary import CLASSES, NONE, SIDES

FAR = 255  # more points than any unit has
REACHES = 6  # ranges 1 to 6; whoever shoots further is taken to reach 6
CROSSING = {"monster": 1, "trap": 2, "cave-in": 2}  # points that a peril of a dungeon is worth
ONLY = {"locked door": "rogue", "magic barrier": "wizard"}


def enter_distances(t: Any, m: int) -> None:
    """Distances of one map.  Rules T-MOVE-4, T-MOVE-7, T-PORTAL-2, T-MELEE-1, T-MISSILE-2."""
    count = int(t["spaces"][m])
    walk = _walks(t, m, count)
    for name in ("walk", "melee_walk", "shot_walk", "area_walk", "portal_walk"):
        t[name][m] = FAR
    t["walk"][m, :count, :count] = walk.T
    level, terrain = t["level"][m, :count], t["terrain"][m, :count]
    away = _apart(t["column"][m, :count]) + _apart(t["row"][m, :count])
    above = level[:, None] - level[None, :]  # from, target
    t["melee_walk"][m, :count, :count] = _to_any(walk, (away == 1) & (above == 0))
    more = np.where(above > 0, t["higher_range"], np.where(above < 0, -t["lower_range"], 0))
    for r in range(REACHES):
        shoots = (away <= r + 1 + more) | (terrain == TERRAIN["peak"])[:, None]
        np.fill_diagonal(shoots, False)
        t["shot_walk"][m, r, :count, :count] = _to_any(walk, shoots)
    t["melee_from"][m] = t["melee_walk"][m].T
    t["shot_from"][m] = t["shot_walk"][m].transpose(0, 2, 1)
    for area in AREA.values():
        if (t["area"][m, :count] == area).any():
            t["area_walk"][m, area, :count] = walk[:, t["area"][m, :count] == area].min(axis=1)
    for p in range(int(t["portals"][m])):
        box, front = t["portal_box"][m, p], t["portal_front"][m, p]
        points = t["portal_walk"][m, box, :count]
        points[:] = np.minimum(points, walk[:, front])


def _apart(line: np.ndarray) -> np.ndarray:
    return np.abs(line[:, None] - line[None, :])


def _walks(t: Any, m: int, count: int) -> np.ndarray:
    """Points from each space (row) to each (column), by Floyd and Warshall."""
    enter = t["enter_cost"][t["terrain"][m, :count]]
    walk = np.full((count, count), FAR, np.int16)  # two of them together fit
    np.fill_diagonal(walk, 0)
    for side in range(len(SIDES)):
        starts = np.flatnonzero(t["neighbour"][m, :count, side] != NONE)
        goals = t["neighbour"][m, starts, side]
        climbs = t["level"][m, goals] > t["level"][m, starts]
        walk[starts, goals] = enter[goals] + climbs * t["climb_cost"]
    fronts = t["portal_front"][m, : int(t["portals"][m])]
    for front in fronts:
        for other in fronts[fronts != front]:
            cost = t["portal_step"] + enter[other] - t["space_cost"]
            walk[front, other] = min(walk[front, other], cost)
    for k in range(count):
        np.minimum(walk, walk[:, k, None] + walk[None, k, :], out=walk)
    return np.minimum(walk, FAR)


def _to_any(walk: np.ndarray, serves: np.ndarray) -> np.ndarray:
    """Points from each space (column) to the nearest that serves for each target (row)."""
    points = np.full(walk.shape, FAR, np.uint8)
    walks_to = np.ascontiguousarray(walk.T, np.uint8)
    for target, from_here in enumerate(np.ascontiguousarray(serves.T)):
        walks_to[from_here].min(axis=0, out=points[target], initial=FAR)
    return points


def enter_inside_ways(t: Any) -> None:
    """Points to the crystal from each space of each dungeon, by class; FAR: there is no way.

    A peril counts as the points in CROSSING.  Rules T-DUNGEON-10, T-DUNGEON-14, T-DUNGEON-15.
    """
    t["inside_way"] = FAR
    words = {code: name for name, code in INSIDE_KIND.items()}
    for box in range(DUNGEONS):
        kinds = [words.get(kind, "") for kind in t["inside"][box].tolist()]
        neighbours = t["inside_neighbour"][box].tolist()
        for of_class in range(FORCE):
            costs = [_entering(t, kind, CLASSES[of_class]) for kind in kinds]
            t["inside_way"][box, of_class] = _ways_to_crystal(kinds, costs, neighbours)


def _ways_to_crystal(kinds: list[str], costs: list[int], neighbours: list[list[int]]) -> list[int]:
    """Points from each space of a dungeon; costs: to enter a space."""
    way = [0 if kind == "crystal" else FAR for kind in kinds]
    shorter = True
    while shorter:
        shorter = False
        for at, cost in enumerate(costs):
            for before in neighbours[at]:
                if before != NONE and way[at] + cost < way[before]:
                    way[before] = way[at] + cost
                    shorter = True
    return way


def _entering(t: Any, kind: str, of_class: str) -> int:
    if ONLY.get(kind, of_class) != of_class or not kind:
        return FAR
    step = t["enter_cost"][TERRAIN["water"]] if kind == "water" else t["space_cost"]
    return int(step) + CROSSING.get(kind, 0)
