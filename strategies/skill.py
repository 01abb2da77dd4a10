"""Places on the scale of skill, and the temperatures at which a seat that has them chooses.

A temperature is in the unit of a player's scores: a move that scores so much less than the best is
chosen 1/e times as often.  Those of each game are learned (`python -m training.skill`), so that
equal steps of skill are about equal steps of games won.
"""

from collections.abc import Sequence
from functools import cache
from math import inf
from pathlib import Path

from simulate.core.game.facts import SKILL_LEVELS
from strategies.learned import Learned, load

TENTHS = tuple(f"0.{k}" for k in range(1, 10))
# Of a game that nobody has fitted: each two thirds of the one before.
UNFITTED = (12.0, 8.0, 5.3, 3.6, 2.4, 1.6, 1.05, 0.7, 0.47)


def temperature_of(game: str, skill: float | str) -> float:
    """The temperature of a seat of this skill: endless at 0, where any move is as likely; 0 at 1.

    Parameters
    ----------
    game : str
        A title, such as ``ultra_kingdoms``.
    skill : float or str
        A place from 0 to 1, or the name of one.

    Returns
    -------
    float
        In the unit of the scores of the game's players.

    Examples
    --------
    >>> temperature_of("defenders", 0), temperature_of("defenders", 1)
    (inf, 0.0)
    """
    place = float(SKILL_LEVELS[skill] if isinstance(skill, str) else skill)
    return between(temperatures(game), place)


def between(table: Sequence[float], place: float) -> float:
    """The temperature at a place, of those at 0.1 to 0.9: straight lines, endless towards 0.

    Parameters
    ----------
    table : sequence of float
        Nine, each lower than the one before.
    place : float
        From 0 to 1.

    Returns
    -------
    float
        The lower, the higher the place.

    Examples
    --------
    >>> between([9, 8, 7, 6, 5, 4, 3, 2, 1], 0.25)
    7.5
    """
    if place < 0.1:
        return table[0] * 0.1 / place if place > 0.0 else inf
    step = min(int(place * 10), len(table))
    low, high = table[step - 1], [*table, 0.0][step]
    return low + (high - low) * (place * 10 - step)


@cache
def temperatures(game: str) -> tuple[float, ...]:
    """Those of a game at 0.1 to 0.9.

    Parameters
    ----------
    game : str
        A title; two may share their players.

    Returns
    -------
    tuple of float
        Nine, each lower than the one before.

    Examples
    --------
    >>> len(temperatures("defenders"))
    9
    """
    for file in Path(__file__).parent.glob(f"*/learned/skill_{game}.csv"):
        table = load(Learned(file, {"skill": TENTHS}, ("temperature",)))[:, 0]
        return tuple(map(float, table))
    return UNFITTED
