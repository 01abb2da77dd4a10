"""Which games there are, and what each has to say about itself.

Everything here is imported by name when it is asked for: a list of games needs no Numba,
and a game that is not played costs nothing.
"""

from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from simulate.core.errors import InputError, Problem, nearest
from simulate.core.facts import Facts

if TYPE_CHECKING:
    from pydantic import BaseModel

    from simulate.mechanics.effects import Vocabulary

# Entry of the catalogue -> module and name of its facts.
GAMES = {
    "defenders": ("simulate.games.defenders.facts", "FACTS"),
    "kingdoms": ("simulate.games.kingdoms.facts", "FACTS"),
    "ultra_kingdoms": ("simulate.games.kingdoms.facts", "ULTRA"),
    "dungeons": ("simulate.games.dungeons.facts", "FACTS"),
    "tactics": ("simulate.games.tactics.facts", "FACTS"),
}


def names() -> tuple[str, ...]:
    """Every game that can be played."""
    return tuple(GAMES)


def unknown_game(game: str) -> str:
    """Sentence for a name that is no game."""
    return f"there is no game `{game}`{nearest(game, names())} (games: {', '.join(names())})"


def facts(game: str) -> Facts:
    """What the game declares.  Raises InputError with the nearest name for no game."""
    if game not in GAMES:
        raise InputError([Problem(game, unknown_game(game))])
    module, name = GAMES[game]
    found: Facts = getattr(import_module(module), name)
    return found


def table(game: str) -> ModuleType:
    """The module that plays the game.  Brings Numba: call it late."""
    return import_module(f"simulate.engine.{facts(game).package}")


def cards_model(game: str) -> "type[BaseModel]":
    """The game's model of cards.toml."""
    model: type[BaseModel] = import_module(f"simulate.games.{facts(game).package}.cards").CardsModel
    return model


def effects(game: str) -> "Vocabulary":
    """The effect vocabulary of the game's cards."""
    found: Vocabulary = import_module(f"simulate.games.{facts(game).package}.cards").EFFECTS
    return found


def features(game: str) -> Mapping[str, str]:
    """What a strategy of the game may weigh: name -> meaning."""
    found: Mapping[str, str] = import_module(f"strategies.{facts(game).package}.names").FEATURES
    return found


def foresight(game: str) -> tuple[tuple[str, ...], ...]:
    """Weights that multiply each other in how far a strategy plays moves on; mostly none."""
    return getattr(import_module(f"strategies.{facts(game).package}.names"), "FORESIGHT", ())


def stages(game: str) -> tuple[str, ...]:
    """Stages of a game for which a strategy may have weights of their own; mostly none."""
    return getattr(import_module(f"strategies.{facts(game).package}.names"), "STAGES", ())
