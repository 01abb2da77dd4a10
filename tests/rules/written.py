"""A pack as a designer writes it: the shipped one with cards in TOML besides, read and checked."""

from functools import cache
from typing import Any

from simulate.pack import configs
from simulate.pack.reading import load_folder

CARDS = "cards.toml"


@cache
def pack_with(game: str, cards: str) -> Any:
    """The shipped pack of a game with these cards; one of a shipped id stands in its place."""
    folder = configs.game_folder(game)
    written = _blocks(cards)
    shipped = _blocks((folder / CARDS).read_text("utf-8"))
    return load_folder(folder, texts={CARDS: "".join((shipped | written).values())})


def _blocks(text: str) -> dict[str, str]:
    """What a file says of each card, by section and id; what stands before the first under ""."""
    blocks, card = {"": ""}, ""
    for line in text.splitlines(keepends=True):
        if line.startswith("["):
            card = ".".join(line.strip("[]\n").split(".")[:2])
        blocks[card] = blocks.get(card, "") + line
    return blocks
