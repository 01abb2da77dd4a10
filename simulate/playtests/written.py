"""What people write in a cell: yes or no, a share, a number, a date, one of several names."""

import datetime
import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from simulate.core.errors import nearest
from simulate.core.files.sheets import Value
from simulate.core.text.letters import look
from simulate.pack.sheets.cells import UnreadableError

MOST_LETTERS = 100  # of a name or a number; nobody reads more
YES = {"yes", "y", "true", "x", "1"}
NO = {"no", "n", "false", "0"}
NUMBER = re.compile(r"[+-]?\d{1,12}(?:[.,]\d{1,12})?")
RATIO = re.compile(r"(\d{1,3})\s*/\s*([1-9]\d{0,2})")
DAY_FIRST = re.compile(r"(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})")
SLASHES = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")
CLOCK = re.compile(r"(.*?)[T ]+\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?")
NEXT = re.compile(r"\s*[;\n]\s*")
ALIKE = 0.75  # how alike a text must be to a name that it is taken for


def text(cell: Value) -> str:
    """A cell as text: 5.0 is 5.  Raises UnreadableError for one that is no name of anything."""
    if isinstance(cell, bool):
        return str(cell).lower()
    if isinstance(cell, float):
        return f"{cell:.12g}"
    said = "" if cell is None else str(cell).strip()
    if len(said) > MOST_LETTERS:
        raise UnreadableError(f"has {len(said):,} letters (at most {MOST_LETTERS})")
    return said


def yes_no(cell: Value) -> bool:
    """Whether a cell says yes.  Raises UnreadableError."""
    said = text(cell).lower()
    if said in YES | NO:
        return said in YES
    raise UnreadableError(f"`{said}` is neither yes nor no{nearest(said, ('yes', 'no'))}")


def share(cell: Value) -> float:
    """The share of a win, 0..1: yes or no, a number, or 1/3.  Raises UnreadableError."""
    said = text(cell).lower()
    if said in YES | NO:
        return float(said in YES)
    if ratio := RATIO.fullmatch(said):
        found = int(ratio[1]) / int(ratio[2])
    else:
        found = _number(said, "yes, no or a share from 0 to 1, such as 0.5")
    if not 0 <= found <= 1:
        raise UnreadableError(f"`{said}` is no share: from 0 to 1")
    return found


def number(cell: Value, least: float = float("-inf")) -> float:
    """A number of at least so much.  Raises UnreadableError."""
    said = text(cell)
    found = _number(said, "a number")
    if found < least:
        raise UnreadableError(f"`{said}` is less than {least:g}")
    return found


def whole(cell: Value, least: int) -> int:
    """A whole number of at least so much.  Raises UnreadableError."""
    found = number(cell, least)
    if not found.is_integer():
        raise UnreadableError(f"`{text(cell)}` is not a whole number")
    return int(found)


def _number(said: str, what: str) -> float:
    if not NUMBER.fullmatch(said):
        raise UnreadableError(f"`{said}` is not {what}")
    return float(said.replace(",", "."))


def date(cell: Value) -> str:
    """A date as 2026-05-03, its time of day left out.  Raises UnreadableError."""
    said = text(cell)
    day = clock[1] if (clock := CLOCK.fullmatch(said)) else said
    try:
        if match := DAY_FIRST.fullmatch(day):
            return datetime.date(int(match[3]), int(match[2]), int(match[1])).isoformat()
        if match := SLASHES.fullmatch(day):
            return _of_slashes(said, int(match[1]), int(match[2]), int(match[3]))
        return datetime.date.fromisoformat(day).isoformat()
    except ValueError:
        raise UnreadableError(f"`{said}` is not a date; write 2026-05-03") from None


def _of_slashes(said: str, first: int, second: int, year: int) -> str:
    """Some write the day first, some the month: where both could be, nobody can tell."""
    if first <= 12 and second <= 12 and first != second:
        raise UnreadableError(f"`{said}` could be two dates; write 2026-05-03")
    month, day = (second, first) if first > 12 else (first, second)
    return datetime.date(year, month, day).isoformat()


def several(cell: Value) -> list[str]:
    """What stands in a cell with `;` between, or a line each."""
    return [part for part in NEXT.split(text(cell)) if part]


class KnownNames:
    """Things that people name: by their ids, or by what is printed."""

    def __init__(self, kind: str, names: Mapping[Any, Iterable[str]]) -> None:
        """kind: what one of them is called; names: of each, the one to be told first."""
        self.kind = kind
        self.told: dict[Any, str] = {}
        self._by_look: dict[str, list[Any]] = {}
        for each, spellings in names.items():
            for name in filter(None, dict.fromkeys(spellings)):
                self.told.setdefault(each, name)
                meant = self._by_look.setdefault(look(name), [])
                meant += [] if each in meant else [each]

    def find(self, said: str) -> Any:
        """The one that is named.  Raises UnreadableError, with the nearest."""
        meant = self._by_look.get(look(said), [])
        if len(meant) == 1:
            return meant[0]
        told = ", ".join(self.told.values())
        if meant:
            both = " or ".join(str(each) for each in meant)
            raise UnreadableError(f"`{said}` could mean {both}: write which")
        guess = nearest(said.lower(), [*self._by_look])
        raise UnreadableError(f"there is no {self.kind} `{said}`{guess} ({told})")

    def close(self, said: str) -> Any:
        """The one that is named exactly or nearly, or None."""
        near = get_close_matches(look(said), [*self._by_look], n=1, cutoff=ALIKE)
        meant = self._by_look[near[0]] if near else []
        return meant[0] if len(meant) == 1 else None


def spelled(name: str) -> Sequence[str]:
    """The ways to write an id."""
    return (name, name.replace("_", " "))
