"""Games of Tiny Epic Tactics for tests of strategies."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from benchmarks.results import won_by
from simulate.pack import Pack, catalogue, load
from tests.every_game.tactics import setting

TABLE: Any = catalogue.table("tactics")
CHARACTERS = ("controller", "hunter", "turtle", "raider")


@cache
def shipped() -> Pack:
    """The shipped game."""
    return load("tactics")


def table(
    mode: str,
    *line: str,
    skill: float = 1.0,
    others: Mapping[str, float] | None = None,
    **weights: float,
) -> Any:
    """A table at which these strategies sit; weights: changed for all; others: for all but the
    first, who are called `NAME of others` then.
    """
    named, seated = dict(shipped().strategies), list(line)
    for place, name in enumerate(line):
        changed = weights | (others or {} if place else {})
        if others and place:
            seated[place] = f"{name} of others"
        own = shipped().weights(name, len(line)) | changed
        strategy = shipped().strategies[name]
        named[seated[place]] = strategy.model_copy(update={"weights": own, "by_players": {}})
    pack = replace(shipped(), strategies=named, _resolved={})
    levels = {"mode": mode, "players": len(line), "strategy": seated, "skill": skill}
    return TABLE.prepare(pack, setting(levels))


def played(
    mode: str, *line: str, games: int = 200, seed: int = 1, **more: Any
) -> tuple[Any, Any, Any]:
    """Columns of `games` and `seats`, and how often the first of `line` won; more: see `table`."""
    found = TABLE.play_block(table(mode, *line, **more), seed, 0, games)
    return *found, won_by(line[0], *found)


def characters() -> list[tuple[list[Any], int]]:
    """Tables of `balanced`, who plays, and of each character; so many games."""
    return [
        ([table(mode, *[name] * players) for name in ("balanced", *names)], games)
        for mode, players, names, games in (
            ("competitive", 2, CHARACTERS, 10),
            ("solo", 1, ("delver", "hunter"), 10),
        )
    ]


def who_plays_on() -> tuple[Any, Any]:
    """A table of `balanced`, and one of players that play no moves on."""
    return tuple(table("competitive", *["balanced"] * 2, **more) for more in ({}, SHORT))


SHORT = {"selections": 0.0, "answers": 0.0}
