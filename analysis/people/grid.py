"""Simulated games beside people's: each of their settings, played at several places of skill."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class GridNode:
    """Games of one setting with all seats at one skill, or with the seats of a table apart.

    skill: 0..1, the mean of the table.  skills: float64[games, seats], of who sat in each.  won:
    float64[games], 1 where a co-operative game was won, else 0; of a contest empty.  has:
    bool[games, seats, options], which options (heroes, factions, units) a seat had.  share:
    float64[games, seats], of the win.  score: float64[games, seats], NaN where seats score nothing.
    rounds: float64[games].
    """

    skill: float
    skills: np.ndarray
    won: np.ndarray
    has: np.ndarray
    share: np.ndarray
    score: np.ndarray
    rounds: np.ndarray


@dataclass(frozen=True)
class GridSetting:
    """One setting at every skill, the lowest first; together: won or lost as a whole.

    mixed: tables at which some play less well than others, where newcomers are told of.  fitted:
    whether its level was set by play, so that it tells nothing of skill.
    """

    levels: Mapping[str, Any]
    together: bool
    nodes: tuple[GridNode, ...]
    mixed: tuple[GridNode, ...] = ()
    fitted: bool = False


@dataclass(frozen=True)
class Grid:
    """All settings of a file of people's games.

    kind: what options are called, in the plural ("heroes"), empty where the game has none.
    options: their ids, as in `GridNode.has`; names: their printed names.  levels: named places of
    skill ("family": 0.6).
    """

    kind: str
    options: tuple[str, ...]
    names: Mapping[str, str]
    settings: tuple[GridSetting, ...]
    levels: Mapping[str, float]
