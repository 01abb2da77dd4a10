"""The games, each with the module that tells the contract tests about it.

An adapter is a module `tests/every_game/<game>.py` with

    some_settings() -> hypothesis strategy of (levels, rules): settings and parameters
    eventful() -> list of (levels, rules) under which play at random meets everything
    endless() -> (levels, rules) of games that end at the round limit
    setting(levels) -> complete setting of a table
    prepared(levels, rules, cards) -> table
    stand_ins() -> values of cards by path, as stored games have them
    audit(table, seed, first, count) -> Audit: random play under the laws of the table
    all_decisions() -> list of (levels, rules, cards) in which play at random meets every decision:
        the printed rules, and the switches and abilities that some decisions belong to
    choices_with_hidden_dealt_anew(table, seed, first, count) -> Hidden
    hides(levels) -> (levels with the same strategy under which something is hidden, at which
        share of the decisions at least)
    cells_that_share_luck() -> lists of levels whose deals must be alike
    dealt(table, seed, replicate) -> what the luck of the deal decided

and, where plain Python would play for minutes,

    prepared_for_plain_python(levels) -> a table at which strategies think less, and a short game

and, where some strategies look far ahead, THINK_LONG: how many games of each are enough,

and, where it is not the round limit alone, OUT_OF_REACH: end reasons that nobody meets by playing
at random.
"""

import os
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType

from simulate.pack import catalogue

GAMES = catalogue.names()


@dataclass
class Audit:
    """What random play met.

    broken: a sentence for each law that did not hold; most_moves: longest list of legal moves,
    room: how many there is space for; points: decision point -> number of times met;
    answers: decision point -> whether two different answers were given; reasons: how the games
    ended.
    """

    games: int
    broken: list[str]
    most_moves: int
    room: int
    points: dict[str, int] = field(default_factory=dict)
    answers: dict[str, bool] = field(default_factory=dict)
    reasons: dict[str, int] = field(default_factory=dict)


@dataclass
class Hidden:
    """Decisions asked twice: as they were, and with everything hidden dealt anew."""

    decisions: int
    changed_lists: int  # another list of legal moves
    changed_choices: int
    really_hidden: int  # decisions at which the second deal was another one


def fewer(games: int) -> int:
    """So many games, or a tenth of them where plain Python plays them (NUMBA_DISABLE_JIT=1)."""
    return max(1, games // 10) if os.environ.get("NUMBA_DISABLE_JIT") == "1" else games


def adapter(game: str) -> ModuleType:
    return import_module(f"tests.every_game.{game}")
