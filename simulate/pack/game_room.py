"""The interface of a game to the rest of the project, for compiled and own games."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from simulate.core.game.facts import Facts

if TYPE_CHECKING:
    import numpy as np
    from pydantic import BaseModel

Trouble = tuple[str, str]  # (path, sentence)
Line = dict[str, Any]
Columns = dict[str, Any]


class GameRoom(Protocol):
    """What the catalogue asks of a game.

    table: dotted name of the module that plays it, a `TableModule`.  features: what a strategy may
    weigh -> meaning; of_moves: those of them that moves have.  foresight: weights that multiply
    each other in how far a strategy plays moves on.  stages: of a game, for which a strategy may
    have weights of their own.
    """

    @property
    def facts(self) -> Facts: ...
    @property
    def table(self) -> str: ...
    @property
    def cards_model(self) -> "type[BaseModel]": ...
    @property
    def effects(self) -> Any: ...
    @property
    def features(self) -> Mapping[str, str]: ...
    @property
    def of_moves(self) -> Mapping[str, str]: ...
    @property
    def foresight(self) -> Sequence[Sequence[str]]: ...
    @property
    def stages(self) -> tuple[str, ...]: ...

    def source_hash(self) -> str:
        """Hash of all sources that it is played by."""
        ...

    def check_rules(self, values: Mapping[str, Any]) -> Iterable[Trouble]:
        """What parameters have against each other."""
        ...

    def check_counts(self, values: Mapping[str, Any], cards: Any) -> Iterable[Trouble]:
        """What parameters have against the cards."""
        ...

    def check_setting(
        self, values: Mapping[str, Any], cards: Any, setting: Mapping[str, Any]
    ) -> Iterable[Trouble]:
        """What rules and cards have against a setting of the table."""
        ...


class OwnText(Protocol):
    """The text of a designer's own game; `simulate.own.file.source` keeps it."""

    @property
    def file(self) -> str:
        """The file, as it was typed."""
        ...

    def as_data(self) -> dict[str, Any]:
        """As a manifest keeps it."""
        ...


class OwnRoom(GameRoom, Protocol):
    """A designer's own game."""

    @property
    def source(self) -> OwnText: ...

    @property
    def hides(self) -> bool: ...


class Prepares(Protocol):
    """What gets a table ready."""

    def __call__(self, pack: Any, setting: Mapping[str, Any]) -> Any:
        """Everything that a cell needs, of a resolved pack and a whole setting."""


class TableEngine(Protocol):
    """What plays at a table that is ready.  Columns are those that the game's facts declare, in
    that order.
    """

    def play_block(self, table: Any, seed: int, first: int, count: int) -> tuple[Columns, Columns]:
        """Games `first` .. `first + count - 1`: columns of `games` and of `seats`."""
        ...

    def play_turns(
        self, table: Any, seed: int, first: int, count: int
    ) -> "tuple[np.ndarray, Columns, Columns, Mapping[str, np.ndarray]]":
        """The same games as they stand at the first decision of each turn."""
        ...

    def compile(self, table: Any) -> None:
        """Whatever takes long when it is done first."""

    def has_compiled(self) -> bool:
        """Whether that was done before."""
        ...

    def has_compiled_turns(self) -> bool:
        """The same of `play_turns`."""
        ...

    def play_logged(
        self,
        table: Any,
        seed: int,
        replicate: int,
        cell: int | None = None,
        legal: bool = False,
        states: bool = False,
        patience: tuple[int, int] | None = None,
    ) -> list[Line]:
        """One game, line by line: set-up, moves, and the stored rows at the end."""
        ...

    def story(self, lines: list[Line]) -> Iterator[str]:
        """Such lines for people."""
        ...

    def measure(self, table: Any, seed: int, count: int) -> Mapping[str, int]:
        """Decisions and listed moves in so many games."""
        ...


class TableModule(TableEngine, Protocol):
    """What plays a game, called from `simulate.run`: a module of `simulate.engine`, or the one of
    own games.
    """

    def prepare(self, pack: Any, setting: Mapping[str, Any]) -> Any:
        """Everything that a cell needs, of a resolved pack and a whole setting."""
