"""Line and column of keys and values in a TOML text.

`tomllib` gives values without places, so the text is scanned once more.  The text must
already have passed `tomllib`: nothing is checked here, and a text that is no TOML gives
an incomplete answer instead of an error.
"""

import re
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple

Loc = tuple[str | int, ...]

BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
SPACE = re.compile(r"[ \t]*")
BASIC = r'"(?:[^"\\\n]|\\.)*"'
LITERAL = r"'[^'\n]*'"
KEY = re.compile(rf"[A-Za-z0-9_-]+|{BASIC}|{LITERAL}")
# A run of quotes at the end may be up to five: two of the text and three that close it.
LONG_BASIC = r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*"{3,5}'
LONG_LITERAL = r"'''(?:[^']|'{1,2}(?!'))*'{3,5}"
STRING = re.compile(rf"{LONG_BASIC}|{LONG_LITERAL}|{BASIC}|{LITERAL}", re.DOTALL)
PLAIN = re.compile(r"[^,\]}#\n]+")


class TextSpan(NamedTuple):
    """Characters start..end-1 of the text, from 0."""

    start: int
    end: int


class Mark(NamedTuple):
    """Where a key and its value stand; an entry of a list is its own key."""

    key: TextSpan
    value: TextSpan


MISSING: Any = object()


def entry_of(data: Any, part: str | int) -> Any:
    """The entry of a table or a list, or MISSING."""
    if isinstance(data, Mapping):
        return data.get(part, MISSING)
    if isinstance(data, list) and isinstance(part, int) and 0 <= part < len(data):
        return data[part]
    return MISSING


@lru_cache(maxsize=8)
def locate(text: str) -> dict[Loc, Mark]:
    """The place of every key and list entry, by its way through the parsed data."""
    scanner = _Scanner(text)
    with suppress(_LostError, tomllib.TOMLDecodeError):
        scanner.document()
    return scanner.marks


class _LostError(Exception):
    """The text is no TOML at this point."""


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.marks: dict[Loc, Mark] = {}
        self.entries: dict[Loc, int] = {}  # length of each array of tables

    def document(self) -> None:
        table: Loc = ()
        self._skip(BLANK)
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                table = self._header()
            else:
                self._pair(table)
            self._skip(BLANK)

    def _skip(self, pattern: re.Pattern[str]) -> TextSpan:
        match = pattern.match(self.text, self.at)
        if match is None:
            raise _LostError
        self.at = match.end()
        return TextSpan(match.start(), match.end())

    def _take(self, mark: str) -> bool:
        is_next = self.text.startswith(mark, self.at)
        if is_next:
            self.at += len(mark)
        return is_next

    def _keys(self) -> list[tuple[str, TextSpan]]:
        """A dotted key: its parts with their places."""
        parts = []
        while True:
            self._skip(SPACE)
            span = self._skip(KEY)
            parts.append((_plain_key(self.text[span.start : span.end]), span))
            self._skip(SPACE)
            if not self._take("."):
                return parts

    def _header(self) -> Loc:
        array = self._take("[[")
        if not array:
            self._take("[")
        parts = self._keys()
        self._take("]]" if array else "]")
        whole = TextSpan(parts[0][1].start, parts[-1][1].end)
        loc: Loc = ()
        for number, (key, span) in enumerate(parts, 1):
            last = number == len(parts)
            loc = (*loc, key)
            if last and array:
                self.marks.setdefault(loc, Mark(span, whole))
                self.entries[loc] = self.entries.get(loc, 0) + 1
            elif last:
                self.marks[loc] = Mark(span, whole)
            else:
                self.marks.setdefault(loc, Mark(span, whole))
            if loc in self.entries:
                loc = (*loc, self.entries[loc] - 1)
                self.marks.setdefault(loc, Mark(span, whole))
        return loc

    def _pair(self, table: Loc) -> None:
        parts = self._keys()
        if not self._take("="):
            raise _LostError
        self._skip(SPACE)
        loc = table
        for key, span in parts:
            loc = (*loc, key)
            self.marks.setdefault(loc, Mark(span, span))
        value = self._value(loc)
        self.marks[loc] = Mark(parts[-1][1], value)

    def _value(self, loc: Loc) -> TextSpan:
        start = self.at
        if self._take("["):
            self._list(loc)
        elif self._take("{"):
            self._inline(loc)
        elif self.text[start : start + 1] in ('"', "'"):
            self._skip(STRING)
        else:
            self._skip(PLAIN)
            self.at = start + len(self.text[start : self.at].rstrip())
        return TextSpan(start, self.at)

    def _list(self, loc: Loc) -> None:
        number = 0
        self._skip(BLANK)
        while not self._take("]"):
            span = self._value((*loc, number))
            self.marks[(*loc, number)] = Mark(span, span)
            number += 1
            self._after_entry()

    def _inline(self, loc: Loc) -> None:
        self._skip(BLANK)
        while not self._take("}"):
            self._pair(loc)
            self._after_entry()

    def _after_entry(self) -> None:
        self._skip(BLANK)
        self._take(",")
        self._skip(BLANK)
        if self.at >= len(self.text):
            raise _LostError


def _plain_key(text: str) -> str:
    if text[0] == "'":
        return text[1:-1]
    if text[0] == '"':
        return next(iter(tomllib.loads(f"{text} = 0")))
    return text
