"""Directions by the decision compass: angles, clockwise from the arrow."""

import math
from collections.abc import Iterable

from tests.rules.tactics.referee.land import WAYS, At
from tests.rules.tactics.referee.table import distance


def turn_of(way: At, arrow: str) -> float:
    """Degrees from the arrow clockwise to a direction, 0 to 360."""
    dx, dy = way
    first = {"north": 0, "east": 90, "south": 180, "west": 270}[arrow]
    return round(math.degrees(math.atan2(dx, -dy)) - first, 9) % 360


def toward(start: At, goal: At, arrow: str) -> float:
    return turn_of((goal[0] - start[0], goal[1] - start[1]), arrow)


def order(start: At, goals: Iterable[At], arrow: str, rule: str = "angle") -> list[At]:
    """Goals in the order of the compass: clockwise, of one direction the nearest first."""

    def merit(goal: At):
        angle = toward(start, goal, arrow)
        if rule == "quarter":
            return angle // 90, distance(start, goal), angle
        return angle, distance(start, goal)

    return sorted((goal for goal in goals if goal != start), key=merit)


def by_distance(start: At, goals: Iterable[At], arrow: str, rule: str = "angle") -> list[At]:
    """Nearest first, ties by the compass."""
    return sorted(order(start, goals, arrow, rule), key=lambda goal: distance(start, goal))


def nearest(start: At, goals: Iterable[At], arrow: str) -> At:
    return by_distance(start, goals, arrow)[0]


def vertical_first(arrow: str) -> bool:
    return WAYS[arrow][0] == 0
