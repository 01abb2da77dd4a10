"""Format numbers of packs, and the upgrade of older ones.

`format` stands below `game` in the rules.toml of a designer's pack; a pack without it is of format
1.  Whoever renames a key of a pack adds one to FORMAT and a line to RENAMED.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from simulate.core.errors import InputError
from simulate.core.files import toml
from simulate.core.text.locate import TextSpan
from simulate.core.text.validate import literal
from simulate.pack.sources import DESIGNER, OLDER
from simulate.pack.text.document import Document

FORMAT = 3
DECIDED = 3  # from here on commands write what a person decided as his
Edit = tuple[TextSpan, str]
GAME, KEY = "game", "format"
# Game -> section of its cards -> id of a card in an older format -> its id today.
RENAMED: dict[str, dict[str, dict[str, str]]] = {
    "dungeons": {
        "loot": {
            "lion_sword": "lion_longsword",
            "lion_mail": "lion_armor",
            "lion_pendant": "lion_cape",
            "bear_maul": "bear_axe",
            "bear_hide": "bear_plates",
            "bear_claw": "bear_boots",
            "bear_heart": "bear_horn",
            "panther_bow": "panther_longbow",
            "panther_blade": "panther_claw",
            "panther_boots": "panther_leather",
            "panther_eye": "panther_gloves",
            "phoenix_wand": "phoenix_staff",
            "phoenix_robe": "phoenix_mantle",
            "phoenix_feather": "phoenix_grimoire",
            "phoenix_ember": "phoenix_ring",
            "spear": "spiked_shield",
            "whip": "bladed_chain",
            "chain_mail": "elven_mail",
            "cloak_of_shadows": "mantle",
            "thieves_tools": "jade_statue",
            "ring_of_haste": "ruby_statue",
            "lucky_coin": "amethyst_statue",
            "lantern": "sun_hammer",
            "smoke_bombs": "throwing_axe",
        },
    },
}


def format_of(document: Document) -> int:
    """The number that a pack's rules.toml says.  Raises InputError for one that nobody can read."""
    number: Any = document.data.get(KEY, 1)
    if type(number) is not int or number < 1:
        what = f"`{KEY}` must be a whole number of at least 1 (found {literal(number)})"
        raise InputError([document.problem((KEY,), what)])
    if number > FORMAT:
        what = (
            f"this pack is of format {number}, and this version of the toolkit reads formats up to "
            f"{FORMAT}: a newer version is needed"
        )
        raise InputError([document.problem((KEY,), what)])
    return number


def numbered(text: str, document: Document) -> str:
    """The text of a rules.toml with today's number below its game."""
    if KEY in document.data:
        return edited(text, [(document.marks[KEY,].value, str(FORMAT))])
    line = text.find("\n", document.marks[GAME,].value.end) + 1 or len(text)
    before = "" if text[:line].endswith("\n") else "\n"
    return edited(text, [(TextSpan(line, line), f"{before}{KEY} = {FORMAT}\n")])


def headed(text: str, game: str) -> str:
    """The text of a rules.toml, shipped or a pack's, as a pack has it: with its game in front."""
    if GAME in toml.loads(text):
        return text
    return f'{GAME} = "{game}"\n{KEY} = {FORMAT}\n\n{text}'


def renamed(text: str, game: str) -> str:
    """A text of a pack in which cards have the ids of today."""
    for section, ids in RENAMED.get(game, {}).items():
        names = "|".join(sorted(map(re.escape, ids), key=len, reverse=True))
        place = re.compile(rf"(?<![\w-])({re.escape(section)})\.({names})(?![\w-])")
        text = place.sub(partial(_id_of_today, ids), text)
    return text


def _id_of_today(ids: Mapping[str, str], match: re.Match[str]) -> str:
    return f"{match[1]}.{ids[match[2]]}"


def resourced(text: str) -> str:
    """A text of a pack in which a person's own values are no stand-ins any more."""
    return re.sub(rf"(?<=[\"']){OLDER.pattern}", f"{DESIGNER}: ", text)


def clashes(document: Document, game: str) -> Iterator[tuple[str, str, str]]:
    """Cards whose new id is another card's already: section, old id, new id."""
    for section, old, new in _older(document.data, game):
        if new in document.data[section] and new not in RENAMED[game][section]:
            yield section, old, new


def left(text: str, game: str) -> Iterator[tuple[str, str, str]]:
    """Cards that have their older id still, as their headings are written in another way."""
    try:
        data = toml.loads(text)
    except ValueError:
        return
    yield from _older(data, game)


def _older(data: Mapping[str, Any], game: str) -> Iterator[tuple[str, str, str]]:
    for section, ids in RENAMED.get(game, {}).items():
        cards = data.get(section)
        if isinstance(cards, Mapping):
            yield from ((section, old, new) for old, new in ids.items() if old in cards)


def edited(text: str, edits: Iterable[Edit]) -> str:
    """A text with new words in the places of some."""
    for span, new in sorted(edits, key=lambda edit: -edit[0].start):
        text = text[: span.start] + new + text[span.end :]
    return text
