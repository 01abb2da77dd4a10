"""Which card of a pack is meant: by a path, an id or a printed name."""

from collections.abc import Sequence
from dataclasses import dataclass

from simulate.core.errors import InputError, Problem, nearest
from simulate.core.text.letters import look
from simulate.pack import cards as card_file
from simulate.pack.pack import Pack


@dataclass(frozen=True)
class NamedCard:
    """A card of a pack by its section, its id and its printed name."""

    section: str
    key: str
    name: str

    @property
    def path(self) -> str:
        """As `--set` takes it."""
        return f"cards.{self.section}.{self.key}"

    @property
    def kind(self) -> str:
        """Its section in words."""
        return self.section.replace("_", " ")


def every_card(pack: Pack) -> list[NamedCard]:
    """All cards of a pack."""
    every = card_file.each_card(pack.sections)
    return [NamedCard(kind, key, str(card.get("name", key))) for kind, key, card in every]


def _named(every: Sequence[NamedCard], text: str) -> list[NamedCard]:
    typed, seen = text.removeprefix("cards."), look(text)
    found = [card for card in every if typed == f"{card.section}.{card.key}"]
    return found or [card for card in every if text == card.key or seen == look(card.name)]


def find_card(pack: Pack, text: str) -> NamedCard:
    """The card that is meant by a path, an id or a printed name.  Raises InputError."""
    every = every_card(pack)
    found, typed = _named(every, text), text.removeprefix("cards.")
    if len(found) == 1:
        return found[0]
    if found:
        paths = ", ".join(f"`{card.path}`" for card in found)
        raise InputError([Problem(text, f"{len(found)} cards are called so; name one: {paths}")])
    if inside := [card for card in every if f"cards.{typed}".startswith(f"{card.path}.")]:
        what = f"is a part of a card; name the whole card: `{inside[0].path}`"
        raise InputError([Problem(text, f"{what} (`simulate sensitivity` asks of single values)")])
    names = [name for card in every for name in (card.path, card.key, card.name)]
    what = f"is no card of {pack.shown or pack.game}{nearest(text, names)}"
    where = "`simulate list cards` names all; allowed is a path, an id or a printed name"
    raise InputError([Problem(text, f"{what}; {where}")])


def dealt_card(pack: Pack, text: str, sections: Sequence[str]) -> NamedCard:
    """The card that is meant by what `--of` says, of the first of these kinds that has it.

    Raises InputError where none of them has it.
    """
    every, where = every_card(pack), f"--of {text}"
    found = _named(every, text)
    for section in sections:
        if dealt := [card for card in found if card.section == section]:
            return dealt[0]
    kinds = ", ".join(sections) or "no kind of card"
    if found:
        what = f"`{found[0].section}` are not dealt here, so that nothing tells what wins with them"
        raise InputError([Problem(where, f"{what}; allowed: a name or an id of {kinds}")])
    cards = [card for card in every if card.section in sections]
    close = nearest(text, [name for card in cards for name in (card.name, card.key)])
    what = f"there is no such card; allowed: a name or an id of {kinds}{close}"
    raise InputError([Problem(where, what)])
