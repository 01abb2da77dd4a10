"""A setting of an own game, ready to be played, and its table set up for a game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from simulate.own.declared import OwnGame
from simulate.own.game import Card, Game, Printed
from simulate.own.luck import GameLuck
from simulate.own.players import Policy
from simulate.own.rows import OwnRows

DEAL = "deal of what seats hold"


@dataclass(frozen=True)
class OwnTable:
    """A cell, ready to play: game r is played by seating r modulo their number, and its deal is
    that of as many games as `rotations` says, one after another.

    policies, seated, skills: by seating and seat, how each chooses, what strategy that is, and how
    surely it takes its best moves.  blank: the seat whose held card is blank; -1 for nobody's.
    """

    own: OwnGame
    rules: Printed
    cards: Printed
    setting: Mapping[str, Any]
    policies: tuple[tuple[Policy, ...], ...]
    seated: tuple[tuple[str, ...], ...]
    skills: tuple[tuple[str, ...], ...]
    parameters: Mapping[str, Any]
    blank: int = -1

    @property
    def people(self) -> int:
        return int(self.setting["players"])

    @cached_property
    def rotations(self) -> int:
        """In how many games each deal is played (`Facts.rotations`)."""
        return self.own.facts.rotations(self.setting)

    def rows(self) -> OwnRows:
        """Rows for games of this cell."""
        kind = self.own.kind.HOLDS
        held = [*getattr(self.cards, kind)] if kind else []
        return OwnRows(self.own, held, self.seated, self.skills)


def laid(table: OwnTable, luck: GameLuck, listener: Callable[[str], None] | None = None) -> Game:
    """A table set up for a game; what seats hold is as named, else dealt."""
    kind, people = table.own.kind, table.people
    game = kind()
    game.players, game.rules, game.cards = people, table.rules, table.cards
    game.setting, game.holds = Printed(**table.setting), []
    game.luck, game.listener = luck, listener
    game.counts = {what: [0] * people for what in kind.COUNTS}
    if kind.HOLDS:
        cards, named = getattr(table.cards, kind.HOLDS), table.setting[kind.HOLDS]
        if named == "dealt":
            game.holds = luck.shuffle(DEAL, [*cards.values()])[:people]
        else:
            game.holds = [cards[name.strip()] for name in named.split("+")]
        if table.blank >= 0:
            game.holds[table.blank] = blank_of(game.holds[table.blank])
    game.setup()
    return game


def blank_of(card: Card) -> Card:
    """The card with nothing on it but its name."""
    nothing = {key: type(value)() for key, value in vars(card).items()}
    return Card(**nothing | {"id": card.id, "name": card.name})
