"""Games of Tiny Epic Kingdoms for tests of strategies."""

from dataclasses import replace
from typing import Any

import numpy as np

from benchmarks.results import won_by
from simulate import pack
from simulate.pack import catalogue
from tests.every_game.adapters import adapter

TABLE: Any = catalogue.table("kingdoms")
PACKS = {game: pack.load(game) for game in ("kingdoms", "ultra_kingdoms")}


def setting(*line: str, game: str = "kingdoms", skill: float = 1.0, **levels: Any) -> Any:
    """A setting with these strategies by place, as many players as there are."""
    more = {"players": len(line), "skill": skill, **levels, "strategy": list(line)}
    return adapter(game).setting(more)


def prepared(*line: str, game: str = "kingdoms", changes: Any = None, **levels: Any) -> Any:
    """A table at which these strategies sit; changes: of the rules."""
    pack_ = PACKS[game].resolve(changes or {})
    return TABLE.prepare(pack_, setting(*line, game=game, **levels))


def played(*line: str, games: int = 1000, seed: int = 1, **levels: Any) -> tuple[Any, Any]:
    """Columns of `games` and `seats`."""
    return TABLE.play_block(prepared(*line, **levels), seed, 0, games)


def share(strategy: str, rivals: str, players: int, games: int, **levels: Any) -> np.ndarray:
    """By game: the share of the win of one player of a strategy at a table of another."""
    line = [strategy] + [rivals] * (players - 1)
    return won_by(strategy, *played(*line, games=games, **levels))


SHORT = {"selections": 0.0, "answers": 0.0}  # plays no moves on


def with_balanced_as(**named: dict[str, float]) -> Any:
    """The pack with more strategies: `balanced`, but for some weights."""
    shipped = PACKS["kingdoms"].strategies
    balanced = shipped["balanced"]
    more = {
        name: balanced.model_copy(update={"weights": dict(balanced.weights) | weights})
        for name, weights in named.items()
    }
    return replace(PACKS["kingdoms"], strategies={**shipped, **more}, _resolved={})


def play_of(players: int, **weights: float) -> list[Any]:
    """Columns of some games in which all play `balanced`, but for some weights."""
    pack = with_balanced_as(other=weights)
    games, seats = TABLE.play_block(TABLE.prepare(pack, setting(*["other"] * players)), 4, 0, 60)
    told = [seats[name].tolist() for name in ("score", "collects", "war_spent")]
    return [games["turns"].tolist(), *told]


def knowing_the_mix() -> Any:
    """The pack with `short`, which plays no moves on, and `knowing`, which is like it but for its
    numbers: the best answer to the exact mix of the rival's."""
    return with_balanced_as(short=SHORT, knowing=SHORT | {"cunning": 1.0})


def short_sighted() -> Any:
    """The pack with a strategy `short`, which plays no moves on."""
    return with_balanced_as(short=SHORT)


CHARACTERS = ("builder", "scholar", "settler", "warlord", "diplomat", "trader")


def characters() -> list[tuple[list[Any], int]]:
    """Tables of four: `balanced`, who plays, and each character; so many games."""
    return [([prepared(*[name] * 4) for name in ("balanced", *CHARACTERS)], 60)]


def who_plays_on() -> tuple[Any, Any]:
    """A table of `balanced`, and one of players that play no moves on."""
    return tuple(
        TABLE.prepare(short_sighted(), setting(*[name] * 3)) for name in ("balanced", "short")
    )
