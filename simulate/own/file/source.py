"""The text of a game file and its data files: all that another process needs to play it."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from simulate.core.game.game_files import game_of

PLAYERS = ".strategies.toml"  # what `simulate learn` writes beside `my_game.py` ends so


@dataclass(frozen=True)
class OwnSource:
    """An own file as it was read.

    file: as it was typed; text: of the file; cards: what was read from spreadsheets beside it, by
    their names; players: the text of the strategies that were learnt, or empty.
    """

    file: str
    text: str
    cards: Mapping[str, Any] = field(default_factory=dict)
    players: str = ""

    @property
    def name(self) -> str:
        """The name of the game: that of the file, without its ending."""
        return game_of(self.file)

    @property
    def mark(self) -> str:
        """A short hash of all that is played."""
        played = json.dumps([self.text, self.cards], sort_keys=True)
        return hashlib.blake2b(played.encode(), digest_size=8).hexdigest()

    def as_data(self) -> dict[str, Any]:
        """As a manifest keeps it."""
        return asdict(self)
