"""XLSX and ODS are archives of XML: what is looked at before anything of them is unpacked."""

import io
import warnings
import zipfile
from collections.abc import Callable
from typing import TypeVar

from simulate.core.errors import InputError, Problem

LARGEST = 50_000_000  # bytes, unpacked; the largest pack has a hundredth
MOST_PARTS = 2_000
Read = TypeVar("Read")


def opened(raw: bytes, shown: str, reader: Callable[[io.BytesIO], Read]) -> Read:
    """What a library reads.  Raises InputError for what is no spreadsheet, or far too large.

    No library says what it raises of a file that somebody has made wrong on purpose.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            parts = archive.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise InputError([Problem(shown, "is no spreadsheet, or a damaged one")]) from error
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > LARGEST:
        most = f"at most {LARGEST // 1_000_000} MB unpacked"
        raise InputError([Problem(shown, f"is too large ({most})")])
    try:
        with warnings.catch_warnings(action="ignore"):
            return reader(io.BytesIO(raw))
    except Exception as error:
        what = "is a damaged spreadsheet: open it in your program and save it anew"
        raise InputError([Problem(shown, what)]) from error
