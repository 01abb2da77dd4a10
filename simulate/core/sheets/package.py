"""XLSX and ODS are archives of XML: what is looked at before anything of them is unpacked."""

import io
import re
import warnings
import zipfile
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar
from xml.parsers import expat

from simulate.core.errors import InputError, Problem

LARGEST = 50_000_000  # bytes, unpacked; the largest pack has a hundredth
MOST_PARTS = 2_000
MOST_ELEMENTS = (
    500_000  # of XML, and cells that one of them is of; the largest pack has some 30,000
)
TOO_LARGE = f"is too large (at most {LARGEST // 1_000_000} MB unpacked, some 200,000 cells)"
END = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
SPANS = ("mergeCell", "hyperlink")  # for each cell of which a library makes one of its own
SAY_WHEN = ("docProps/core.xml", "meta.xml")
TIME = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d")
NO_TIME, NO_DATE = b"1980-01-01T00:00:00", (1980, 1, 1, 0, 0, 0)  # the first that an archive knows
Read = TypeVar("Read")


def opened(raw: bytes, shown: str, reader: Callable[[io.BytesIO], Read]) -> Read:
    """What a library reads.  Raises InputError for what is no spreadsheet, or far too large.

    No library says what it raises of a file that somebody has made wrong on purpose.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            is_large = _is_large(archive)
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise InputError([Problem(shown, "is no spreadsheet, or a damaged one")]) from error
    if is_large:
        raise InputError([Problem(shown, TOO_LARGE)])
    try:
        with warnings.catch_warnings(action="ignore"):
            return reader(io.BytesIO(raw))
    except Exception as error:
        what = "is a damaged spreadsheet: open it in your program and save it anew"
        raise InputError([Problem(shown, what)]) from error


def _is_large(archive: zipfile.ZipFile) -> bool:
    """Whether it swells when it is unpacked, or when a library makes its cells."""
    parts = archive.infolist()
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > LARGEST:
        return True
    counter = _Counter()
    for part in parts:
        # What cannot be unpacked or is no XML the library refuses, in its own words.
        with suppress(Exception):
            counter.read(archive.read(part))
    return counter.count > MOST_ELEMENTS


class _Counter:
    """Elements of XML, and the cells of spans; it reads no further than to where they are many."""

    def __init__(self) -> None:
        self.count = 0

    def read(self, content: bytes) -> None:
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = self._begin
        parser.EntityDeclHandler = self._refuse
        parser.Parse(content, True)

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        is_span = name.rpartition(" ")[2] in SPANS
        self.count += _cells_of(attributes.get("ref", "")) if is_span else 1
        if self.count > MOST_ELEMENTS:
            self._refuse()

    def _refuse(self, *_: object) -> None:
        raise ValueError("is no part of a spreadsheet")


def _cells_of(ref: str) -> int:
    """How many cells a span has, such as A1:C9; of what is none at least as many as may be."""
    ends = [END.fullmatch(part) for part in ref.upper().replace("$", "").split(":")]
    if not all(ends) or len(ends) > 2:
        return MOST_ELEMENTS + 1
    places = [(_column(end[1]), int(end[2])) for end in ends if end]
    (left, top), (right, bottom) = places[0], places[-1]
    return (abs(right - left) + 1) * (abs(bottom - top) + 1)


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number


def steady(raw: bytes) -> bytes:
    """A file that does not say when a library wrote it: the same tables are the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(raw)) as old, zipfile.ZipFile(out, "w") as new:
        for part in old.infolist():
            content = old.read(part)
            if part.filename in SAY_WHEN:
                content = TIME.sub(NO_TIME, content)
            entry = zipfile.ZipInfo(part.filename, NO_DATE)
            entry.compress_type, entry.external_attr = part.compress_type, part.external_attr
            new.writestr(entry, content)
    return out.getvalue()
