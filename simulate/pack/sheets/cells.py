"""A value of a card as one cell of a spreadsheet, and back.

Numbers, yes or no and words stand as they are; lists of words or numbers with `; ` between, or a
line each where they have spaces; effects as `gain_points 1; heal 2 here`.  What would not be read
back as it was is written as TOML, which a cell may always hold: `[[29, 0], [47, 0]]`, `"7"`.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from pathlib import Path
from typing import Any

from simulate.core.errors import InputError, nearest
from simulate.core.text.validate import written
from simulate.mechanics.effects import Vocabulary, Word
from simulate.pack.text.document import parsed

Cell = str | int | float | bool | None
EFFECT = re.compile(r"(?:(?P<when>[\w-]+):\s+)?(?P<do>[\w-]+)(?P<rest>(?:\s+\S+)*)")
WHOLE = re.compile(r"([+-]?\d{1,18})(?:[.,]0{1,2})?")
PART = re.compile(r"[+-]?\d{1,18}[.,]\d+")
TOML = ("[", "{", '"', "'")
NEXT = re.compile(r"\s*[;\n]\s*")
EFFECTS, DO, WHEN, AMOUNT = "effects", "do", "when", "amount"
YES_NO = {"true": True, "false": False, "yes": True, "no": False}


class CellKind(Enum):
    """What the cells of a column hold, as far as the cards of the pack tell."""

    NUMBER = "number"
    YES_NO = "yes or no"
    WORD = "word"
    NUMBERS = "numbers"
    WORDS = "words"
    EFFECTS = "effects"
    LINES = "effects, a line each"
    ANY = "anything"


class UnreadableError(Exception):
    """Why a cell has no value, in words."""


def kind_of(key: str, values: Iterable[Any]) -> CellKind:
    """What a column holds: its key, and all that stands under it."""
    kinds = {kind for value in values if (kind := _kind(value)) is not None}
    if not kinds and key == EFFECTS:
        return CellKind.EFFECTS
    return kinds.pop() if len(kinds) == 1 else CellKind.ANY


def _kind(value: Any) -> CellKind | None:
    """What one value is; of an empty list nobody can tell."""
    for plain, kind in ((bool, CellKind.YES_NO), (int, CellKind.NUMBER), (str, CellKind.WORD)):
        if isinstance(value, plain):
            return kind
    if not isinstance(value, list) or not value:
        return None if isinstance(value, list) else CellKind.ANY
    if all(type(entry) is int for entry in value):
        return CellKind.NUMBERS
    if all(isinstance(entry, str) for entry in value):
        return CellKind.WORDS
    if all(isinstance(entry, dict) and DO in entry for entry in value):
        return CellKind.EFFECTS
    of_each = {_kind(entry) for entry in value} - {None}
    return CellKind.LINES if of_each == {CellKind.EFFECTS} else CellKind.ANY


def shown(value: Any, kind: CellKind, effects: Vocabulary) -> Cell:
    """The cell of a value, from which `read` makes it again."""
    cell = _plainly(value, kind, effects)
    try:
        if isinstance(cell, int) or alike(read(cell, kind, effects), value):
            return cell
    except UnreadableError:
        pass
    return written(value)


def alike(one: Any, other: Any) -> bool:
    """Whether two values are the same: 1 is neither true nor 1.0, keys have no order."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _plainly(value: Any, kind: CellKind, effects: Vocabulary) -> Cell:
    if isinstance(value, str | int):
        return value
    if kind is CellKind.EFFECTS and _kind(value) is kind:
        return "; ".join(_effect(entry, effects) for entry in value)
    if kind is CellKind.LINES:
        lines = (_plainly(entry, CellKind.EFFECTS, effects) for entry in value)
        return "\n".join(map(str, lines))
    if kind in (CellKind.NUMBERS, CellKind.WORDS) and _kind(value) is kind:
        texts = list(map(str, value))
        return ("\n" if any(" " in text for text in texts) else "; ").join(texts)
    return written(value)


def _effect(entry: Mapping[str, Any], effects: Vocabulary) -> str:
    """One effect in words: `patrol: march 1 same`."""
    words = [f"{entry[WHEN]}:"] if WHEN in entry else []
    words += [entry[DO]]
    amount = entry.get(AMOUNT)
    words += [str(amount)] if type(amount) is int else []
    for key, said in entry.items():
        if key not in (DO, WHEN, AMOUNT) or (key == AMOUNT and type(amount) is not int):
            is_clear = isinstance(said, str) and _meant(said, entry[DO], effects) == [key]
            words.append(said if is_clear else f"{key}={_said(said)}")
    return " ".join(map(str, words))


def _said(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _meant(word: str, do: str, effects: Vocabulary) -> list[str]:
    """The keys under which an effect takes a word."""
    if do not in effects:
        return []
    takes = effects[do].takes.items()
    return [key for key, may in takes if isinstance(effects.says[key], Word) and word in may]


def read(cell: Cell, kind: CellKind, effects: Vocabulary) -> Any:
    """The value of a cell that is not empty.  Raises UnreadableError."""
    if not isinstance(cell, str):
        return _of_number(cell, kind)
    text = cell.strip()
    if text.startswith(TOML) and not (kind is CellKind.LINES and "\n" in text):
        return _toml(text)
    if kind is CellKind.EFFECTS:
        return [_read_effect(part, effects) for part in _parts(text)]
    if kind is CellKind.LINES:
        lines = text.split("\n")
        return [read(line, CellKind.EFFECTS, effects) for line in lines]
    if kind is CellKind.NUMBERS:
        return [_number(part) for part in _parts(text)]
    if kind is CellKind.WORDS:
        return _parts(text)
    return text if kind is CellKind.WORD else _of_number(_number(text), kind)


def _parts(text: str) -> list[str]:
    return [part for part in NEXT.split(text) if part]


def _of_number(cell: Cell, kind: CellKind) -> Any:
    """What a number or a yes or no means in a column of something else."""
    if kind in (CellKind.NUMBERS, CellKind.WORDS):
        return [cell if kind is CellKind.NUMBERS else _said(cell)]
    if kind is CellKind.WORD:
        return _said(cell)
    return bool(cell) if kind is CellKind.YES_NO and cell in (0, 1) else cell


def _number(text: str) -> Any:
    """A number that was written as a text, with a decimal comma too; else yes or no, or a word."""
    if match := WHOLE.fullmatch(text):
        return int(match[1])
    if PART.fullmatch(text):
        what = f"`{text}` is not a whole number; write thousands without a separator"
        raise UnreadableError(what)
    return YES_NO.get(text.lower(), text)


def _toml(text: str) -> Any:
    try:
        data = parsed(f"x = {text}", Path("x"), "x").data
    except InputError as error:
        what = f"starts like TOML but is not valid ({error.problems[0].what})"
        raise UnreadableError(what) from None
    if [*data] != ["x"]:
        raise UnreadableError("holds more than one value")
    return data["x"]


def _read_effect(text: str, effects: Vocabulary) -> dict[str, Any]:
    """One effect; whether there is such a one, the pack says."""
    match = EFFECT.fullmatch(text)
    if match is None:
        what = f"`{text}` is not an effect: write a word, an amount, and what else it takes"
        raise UnreadableError(f"{what}, as in `heal 2 here`")
    found: dict[str, Any] = {WHEN: match["when"]} if match["when"] else {}
    do = match["do"]
    found[DO] = do
    for key, value in _words(do, match["rest"].split(), effects):
        if key in found:
            raise UnreadableError(f"`{do}` has `{key}` twice")
        found[key] = value
    return found


def _words(do: str, words: list[str], effects: Vocabulary) -> Iterator[tuple[str, Any]]:
    """What the words behind an effect say, by key."""
    for word in words:
        key, is_said, value = word.partition("=")
        if is_said and key and value:
            yield key, _number(value)
        elif match := WHOLE.fullmatch(word):
            yield AMOUNT, int(match[1])
        else:
            yield _key(word, do, effects), word


def _key(word: str, do: str, effects: Vocabulary) -> str:
    """The one key under which an effect takes a word."""
    keys = _meant(word, do, effects)
    if len(keys) == 1:
        return keys[0]
    if do not in effects:
        raise UnreadableError(f"there is no effect `{do}`{nearest(do, list(effects))}")
    if keys:
        both = " or ".join(f"{key}={word}" for key in keys)
        raise UnreadableError(f"`{word}` behind `{do}` could mean {both}")
    takes = effects[do].choices(effects.says)
    known = [each for words in takes.values() for each in words]
    says = ", ".join(f"{key} ({', '.join(may)})" for key, may in takes.items()) or "nothing"
    raise UnreadableError(f"`{do}` does not take `{word}`{nearest(word, known)}; it takes {says}")
