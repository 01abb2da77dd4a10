"""A TOML file with its text, so that problems name line, column and text."""

import re
import tomllib
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from simulate.core.errors import MORE, MOST_PROBLEMS, InputError, Problem, nearest
from simulate.core.files import disk, toml
from simulate.core.files.budget import TOML
from simulate.core.text.locate import Loc, Mark, TextSpan, locate
from simulate.pack.text.syntax import in_words

PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


@dataclass
class Document:
    """A parsed file.  shown: its path as typed; told: its problems."""

    path: Path
    shown: str
    text: str
    data: dict[str, Any]
    told: list[Problem] = field(default_factory=list)

    @cached_property
    def marks(self) -> dict[Loc, Mark]:
        return locate(self.text)

    def problem(self, loc: Loc, what: str, on: str = "value") -> Problem:
        """A problem at the key or the value of `loc`, or at the nearest table around it.

        Raises InputError with those before where there are more than anybody reads: to look for
        what each of 100,000 wrong keys was perhaps meant to be takes minutes.
        """
        if len(self.told) >= MOST_PROBLEMS:
            raise InputError([*self.told, Problem(self.shown, MORE)])
        self.told.append(found := self._problem(loc, what, on))
        return found

    def _problem(self, loc: Loc, what: str, on: str) -> Problem:
        for length in range(len(loc), 0, -1):
            mark = self.marks.get(loc[:length])
            if mark is not None:
                # A table around the place is named by its header, not by all that is in it.
                exact = length == len(loc) and on == "value"
                return self._at(mark.value if exact else mark.key, what)
        return Problem(f"{self.shown}:1:1", what)

    @cached_property
    def _lines(self) -> list[int]:
        """Where each line begins."""
        return [0, *(end.end() for end in re.finditer("\n", self.text))]

    def _at(self, span: TextSpan, what: str) -> Problem:
        line = bisect_right(self._lines, span.start)
        return _in_line(self.shown, self.text, line, self._lines[line - 1], span, what)


@dataclass
class Origins:
    """Where each part of an experiment came from: its file, or options as typed.

    bands: the words of targets, typed or set for the folder; moved: where the file has what it says
    in an older spelling; laid: what another file says, the question of a pack.
    """

    document: Document | None = None
    options: dict[Loc, str] = field(default_factory=dict)
    bands: dict[Loc, str] = field(default_factory=dict)
    moved: dict[Loc, Loc] = field(default_factory=dict)
    laid: dict[Loc, Document] = field(default_factory=dict)

    def problem(self, loc: Loc, what: str, on: str = "value") -> Problem:
        for length in range(len(loc), 0, -1):
            typed = self.options.get(loc[:length])
            if typed is not None:
                return Problem(typed, what)
            if (laid := self.laid.get(loc[:length])) is not None:
                return laid.problem(loc, what, on)
        if self.document is None:
            return Problem(".".join(str(part) for part in loc), what)
        return self.document.problem(self._in_file(loc), what, on)

    def _in_file(self, loc: Loc) -> Loc:
        for length in range(len(loc), 0, -1):
            if loc[:length] in self.moved:
                return (*self.moved[loc[:length]], *loc[length:])
        return loc


def read(path: Path, shown: str = "", most: int = TOML) -> Document:
    """Read and parse a file, up to a size limit.

    Raises InputError for whatever keeps it from being read.
    """
    shown = shown or str(path)
    return parsed(text_of(path, shown, most), path, shown)


def parsed(text: str, path: Path, shown: str) -> Document:
    """A text as the file that it is, or is to be.  Raises InputError where it is no TOML."""
    try:
        data = toml.loads(text, shown)
    except tomllib.TOMLDecodeError as error:
        raise InputError([_syntax_problem(shown, text, str(error))]) from error
    except ValueError as error:
        raise InputError([Problem(shown, f"cannot be read as TOML: {error}")]) from error
    return Document(path, shown, text, data)


def text_of(path: Path, shown: str, most: int = disk.LARGEST) -> str:
    """The text of a file.  Raises InputError for whatever keeps it from being read."""
    try:
        raw = disk.read(path, most)
    except FileNotFoundError:
        raise InputError([Problem(shown, f"there is no such file{nearest_file(path)}")]) from None
    except NotADirectoryError:
        raise InputError([Problem(shown, "a part of this path is a file, not a folder")]) from None
    except IsADirectoryError:
        raise InputError(
            [Problem(shown, "this is a folder; a TOML file was expected")],
            hint=f"a folder of rules and cards is named with --pack {shown}",
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(
            [Problem(shown, f"cannot be read: {reason[:1].lower()}{reason[1:]}")]
        ) from error
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        column = error.start - (raw.rfind(b"\n", 0, error.start) + 1) + 1
        what = f"not UTF-8 text (byte 0x{raw[error.start]:02x}); save the file as UTF-8"
        raise InputError([Problem(f"{shown}:{line}:{column}", what)]) from error


def nearest_file(path: Path) -> str:
    """The name closest to a missing file's in its folder, or how far the path exists."""
    if not path.parent.is_dir():
        return f"; there is no folder `{path.parent}` either"
    try:
        names = sorted(entry.name for entry in path.parent.iterdir())
    except OSError:
        return ""
    return nearest(path.name, names)


def _syntax_problem(shown: str, text: str, message: str) -> Problem:
    """`tomllib` gives the place only as words at the end of its message."""
    place = PLACE.search(message)
    if place and place.group(1):
        lines = text.split("\n")
        line = int(place.group(1))
        start = sum(len(earlier) + 1 for earlier in lines[: line - 1]) + int(place.group(2)) - 1
    else:
        start = len(text.rstrip())
    what = in_words(message[: place.start()] if place else message, text, start)
    line, begin = text.count("\n", 0, start) + 1, text.rfind("\n", 0, start) + 1
    return _in_line(shown, text, line, begin, TextSpan(start, start + 1), f"broken TOML: {what}")


def _in_line(shown: str, text: str, line: int, begin: int, span: TextSpan, what: str) -> Problem:
    """A problem in line `line`, which begins at `begin` of the text."""
    end = text.find("\n", begin)
    source = text[begin:] if end < 0 else text[begin:end]
    column = span.start - begin + 1
    length = max(1, min(span.end, begin + len(source)) - span.start)
    return Problem(
        where=f"{shown}:{line}:{column}", what=what, source=source, caret=column, length=length
    )


def around(folder: Path) -> Path:
    """The folder in which a folder lies, as one would type it."""
    return folder / ".." if folder.name in ("", "..") else folder.parent
