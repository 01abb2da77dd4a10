"""Explain the bound of a number of a pack, and how to change it (`bounds.toml`).

Said behind each refusal of a bound, of parameters and of cards alike.
"""

from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulate.pack import catalogue
from simulate.pack.text.document import read

if TYPE_CHECKING:
    from pydantic import BaseModel

FILE = Path(__file__).with_name("bounds.toml")
EVERY = "every"
OF_OWN_CARD = "_card"  # ends the name of the model of a kind of cards of an own game
NOTHING = "none is the lowest value"


def of_rule(game: str, path: str, value: Any, least: int | None, most: int | None) -> str:
    """The explanation after the refusal of a parameter; empty if it is within its bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or least is None or most is None:
        return ""
    if least <= value <= most:
        return ""
    is_low = value < least
    if (own := catalogue.own(game)) is not None:
        return _of_own(own.source.file, f"`{path.removeprefix('rules.')}` in RULES")
    grows = f"`{'min' if is_low else 'max'}` of it in configs/{game}/rules.toml"
    return _said(catalogue.facts(game).package, path, least == 0, is_low, grows)


def of_card(model: "type[BaseModel]", part: str, key: str, bound: int | float, is_low: bool) -> str:
    """What is said behind the refusal of a value of a card: of a part's key, at its bound.

    model: of the game's cards.
    """
    if (own := catalogue.own_of_cards(model)) is not None:
        kind = part.removesuffix(OF_OWN_CARD)
        return _of_own(own.source.file, f'LIMITS["{kind}.{key}"] = (LEAST, MOST)')
    package = model.__module__.split(".")[2]
    grows = f"the bound of `{key.partition('.')[0]}` in simulate/games/{package}/cards"
    return _said(package, f"{part}.{key}", bound == 0, is_low, grows)


def _of_own(file: str, place: str) -> str:
    """The way past a bound of a designer's own game, which is his to say."""
    return f"; {place} of {file} sets the limit"


def _said(package: str, name: str, from_none: bool, is_low: bool, grows: str) -> str:
    side = "low" if is_low else "high"
    why, entry = _why(package, name, side)
    if is_low and from_none and not entry:
        return f"; {NOTHING}"
    past = "" if entry.get("never") or (is_low and entry) else _past(package, entry, grows)
    return f"; {why}{past}"


def _past(package: str, entry: Mapping[str, Any], grows: str) -> str:
    """The way past a bound, for who has the toolkit's own files."""
    also = entry.get("also", "")
    if also:
        grows += f" and {also.replace(' in ', f' in simulate/games/{package}/')}"
    return f"; to go further change {grows} of a checkout; `make test` says whether it holds"


@cache
def _why(package: str, name: str, side: str) -> tuple[str, Mapping[str, Any]]:
    """The reason, and the entry of the game that gives it, if one does."""
    words = _words()
    for pattern, entry in words.get(package, {}).items():
        if side in entry and fnmatchcase(name, pattern):
            return entry[side], entry
    return words[EVERY]["*"][side], {}


@cache
def _words() -> dict[str, Any]:
    return read(FILE).data
