"""Checks of XLSX and ODS archives before they are unpacked."""

import io
import re
import warnings
import zipfile
import zlib
from collections.abc import Callable
from typing import TypeVar
from xml.parsers import expat

from simulate.core.errors import InputError, Problem
from simulate.core.files.budget import ELEMENTS, PARTS, TOO_LARGE, TOO_MANY_PARTS, UNPACKED, Meter

XML = ".xml"
ENTITY = "declares an XML entity, which no spreadsheet program writes"
DAMAGED = "is a damaged spreadsheet: open it in your program and save it again"
END = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
SPANS = ("mergeCell", "hyperlink")  # for each cell of which a library makes one of its own
SAY_WHEN = ("docProps/core.xml", "meta.xml")
TIME = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d")
NO_TIME, NO_DATE = b"1980-01-01T00:00:00", (1980, 1, 1, 0, 0, 0)  # the first that an archive knows
Read = TypeVar("Read")


def opened(raw: bytes, shown: str, reader: Callable[[io.BytesIO], Read]) -> Read:
    """What a library reads.  Raises InputError for what is no spreadsheet, or far too large."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            _keep_small(archive, shown)
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise InputError([Problem(shown, "is not a spreadsheet, or a damaged one")]) from error
    with warnings.catch_warnings(action="ignore"):
        return reader(io.BytesIO(raw))


def _keep_small(archive: zipfile.ZipFile, shown: str) -> None:
    """Raise InputError where it swells when it is unpacked, or when a library makes its cells."""
    parts = archive.infolist()
    if sum(part.file_size for part in parts) > UNPACKED:
        raise InputError([Problem(shown, TOO_LARGE)])
    if len(parts) > PARTS:
        raise InputError([Problem(shown, TOO_MANY_PARTS)])
    counter = _Counter(shown)
    for part in parts:
        try:
            counter.read(archive.read(part))
        except (expat.ExpatError, zipfile.BadZipFile, zlib.error, RuntimeError, EOFError):
            if part.filename.endswith(XML):  # which a library may read as far as it goes
                raise InputError([Problem(shown, DAMAGED)]) from None


class _Counter:
    """Elements of XML, and the cells of spans; it reads no further than to where they are many."""

    def __init__(self, shown: str) -> None:
        self.shown, self.meter = shown, Meter()

    def read(self, content: bytes) -> None:
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = self._begin
        parser.EntityDeclHandler = self._refuse
        parser.Parse(content, True)

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        is_span = name.rpartition(" ")[2] in SPANS
        self.meter.add(_cells_of(attributes.get("ref", "")) if is_span else 1, self.shown)

    def _refuse(self, *_: object) -> None:
        raise InputError([Problem(self.shown, ENTITY)])


def _cells_of(ref: str) -> int:
    """How many cells a span has, such as A1:C9; of what is none at least as many as may be."""
    ends = [END.fullmatch(part) for part in ref.upper().replace("$", "").split(":")]
    if not all(ends) or len(ends) > 2:
        return ELEMENTS + 1
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
