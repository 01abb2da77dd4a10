"""The catalogue of games and their metadata.

Everything here is imported by name when it is asked for: a list of games needs no Numba,
and a game that is not played costs nothing.  A designer's own game is known from when its file was
read (`simulate.own.file.reading`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from simulate.core.errors import InputError, Problem, nearest
from simulate.core.game.facts import Facts
from simulate.pack import configs
from simulate.pack.game_room import GameRoom, OwnRoom, TableModule, Trouble

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
_own: dict[str, OwnRoom] = {}  # a designer's own games that this process knows


@dataclass(frozen=True)
class ShippedRoom:
    """A game of the toolkit, whose modules are loaded on demand."""

    facts: Facts

    @property
    def table(self) -> str:
        return f"simulate.engine.{self.facts.package}"

    @property
    def _cards(self) -> Any:
        return import_module(f"simulate.games.{self.facts.package}.cards")

    @property
    def _names(self) -> Any:
        return import_module(f"strategies.{self.facts.package}.names")

    @property
    def cards_model(self) -> "type[BaseModel]":
        model: type[BaseModel] = self._cards.CardsModel
        return model

    @property
    def effects(self) -> "Vocabulary":
        found: Vocabulary = self._cards.EFFECTS
        return found

    @property
    def features(self) -> Mapping[str, str]:
        found: Mapping[str, str] = self._names.FEATURES
        return found

    @property
    def of_moves(self) -> Mapping[str, str]:
        found: Mapping[str, str] = self._names.MOVE_FEATURES
        return found

    @property
    def foresight(self) -> Sequence[Sequence[str]]:
        return getattr(self._names, "FORESIGHT", ())

    @property
    def stages(self) -> tuple[str, ...]:
        return getattr(self._names, "STAGES", ())

    def source_hash(self) -> str:
        from simulate.compiler.sources import source_hash

        return source_hash(self.facts.package)

    def check_rules(self, values: Mapping[str, Any]) -> Iterable[Trouble]:
        return self._said("check_rules", values)

    def check_counts(self, values: Mapping[str, Any], cards: Any) -> Iterable[Trouble]:
        return self._said("check_counts", values, cards)

    def check_setting(
        self, values: Mapping[str, Any], cards: Any, setting: Mapping[str, Any]
    ) -> Iterable[Trouble]:
        return self._said("check_setting", values, cards, setting)

    def _said(self, check: str, *about: Any) -> Iterable[Trouble]:
        """What a check of the game says, where it has one."""
        return getattr(self._cards, check, lambda *about: ())(*about)


def names() -> tuple[str, ...]:
    """Every game that can be played: those of own files that were named are among them."""
    return (*GAMES, *_own)


def typed(game: str) -> str:
    """How a command names a game: by its name, a designer's own by its file."""
    return _own[game].source.file if game in _own else game


def unknown_game(game: str, example: str = "my_game.py") -> str:
    """Sentence for a name that is no game; example: what to type if it is a designer's own."""
    known = [typed(each) for each in names()]
    own = f"; for a game of your own give its file, such as `{example}`"
    return f"there is no game `{game}`{nearest(game, known)} (games: {', '.join(known)}){own}"


def seek(game: str, folder: Path) -> None:
    """Know the game of a pack that is a designer's own, where its file may be run unasked."""
    if game not in GAMES and game not in _own:
        import_module("simulate.own.file.beside").know_beside(game, folder)


def add(room: OwnRoom, folder: Path) -> None:
    """Know a designer's own game by its name from now on; folder: its pack."""
    name = room.facts.name
    _own[name] = room
    configs.OWN[name] = folder


def own(game: str) -> OwnRoom | None:
    """The designer's own game of that name, if this process knows one."""
    return _own.get(game)


def own_of_cards(model: Any) -> OwnRoom | None:
    """The designer's own game whose cards have this model, if they are such a game's."""
    return next((room for room in _own.values() if room.cards_model is model), None)


def said_of_own(game: str) -> dict[str, Any]:
    """What a manifest says of an own game: its file, the text of it, and what that read."""
    found = _own.get(game)
    return {} if found is None else {"own": found.source.as_data()}


def room(game: str) -> GameRoom:
    """All that a game gives.  Raises InputError with the nearest name for no game."""
    if game in _own:
        return _own[game]
    if game not in GAMES:
        raise InputError([Problem(game, unknown_game(game))])
    return _shipped(game)


def source_hash(facts: Facts) -> str:
    """Hash of all that a game is played by, which the catalogue need not have."""
    return (_own.get(facts.name) or ShippedRoom(facts)).source_hash()


@cache
def _shipped(game: str) -> ShippedRoom:
    module, name = GAMES[game]
    return ShippedRoom(getattr(import_module(module), name))


def facts(game: str) -> Facts:
    """What the game declares.  Raises InputError with the nearest name for no game."""
    return room(game).facts


def table(game: str) -> TableModule:
    """The module that plays the game.  May bring Numba: call it late."""
    return cast(TableModule, import_module(room(game).table))


def cards_model(game: str) -> "type[BaseModel]":
    """The game's model of cards.toml."""
    return room(game).cards_model


def effects(game: str) -> "Vocabulary":
    """The effect vocabulary of the game's cards."""
    found: Vocabulary = room(game).effects
    return found


def features(game: str) -> Mapping[str, str]:
    """What a strategy of the game may weigh: name -> meaning."""
    return room(game).features


def foresight(game: str) -> Sequence[Sequence[str]]:
    """Weights that multiply each other in how far a strategy plays moves on; mostly none."""
    return room(game).foresight


def stages(game: str) -> tuple[str, ...]:
    """Stages of a game for which a strategy may have weights of their own; mostly none."""
    return room(game).stages
