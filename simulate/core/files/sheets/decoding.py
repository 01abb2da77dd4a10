"""The process that reads untrusted XML archives: `decoding ENDING NAME [dates]`.

The file comes from stdin; its tables go to stdout as JSON, or what is wrong with it.
"""

import json
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import partial
from typing import Any

from defusedxml import DefusedXmlException

from simulate.core.errors import InputError
from simulate.core.files import budget
from simulate.core.files.sheets.package import DAMAGED, ENTITY
from simulate.core.files.sheets.sheet import Sheet

XLSX = ".xlsx"
NOT_NEEDED = ("numpy", "PIL")  # which openpyxl imports where they are there, for half a second
UNFIT = ("notes", "units")  # of what is written, not of what is read


def _data(sheet: Sheet) -> dict[str, Any]:
    data = {key: value for key, value in asdict(sheet).items() if key not in UNFIT}
    return {**data, "wrong": [(*spot, what) for spot, what in sheet.wrong.items()]}


def main() -> None:
    ending, shown, *dates = sys.argv[1:]
    budget.take_no_more()
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a library prints is no answer
    try:
        answer = _answer(_reader(ending, bool(dates)), sys.stdin.buffer.read(), shown)
        out.write(json.dumps(answer))
        out.flush()
    except MemoryError:
        sys.exit(budget.NO_MEMORY)


def _reader(ending: str, dates: bool) -> Callable[[bytes, str], list[Sheet]]:
    if ending == XLSX:
        for name in NOT_NEEDED:
            sys.modules[name] = None  # type: ignore[assignment]
        from simulate.core.files.sheets.xlsx import read
    else:
        from simulate.core.files.sheets.ods import read
    return partial(read, dates=dates)


def _answer(
    reader: Callable[[bytes, str], list[Sheet]], raw: bytes, shown: str
) -> Mapping[str, Any]:
    """No library says what it raises of a file that somebody has made wrong on purpose."""
    try:
        return {"sheets": [*map(_data, reader(raw, shown))]}
    except InputError as error:
        return {"problems": [(each.where, each.what) for each in error.problems]}
    except MemoryError:
        raise
    except DefusedXmlException:
        return {"problems": [(shown, ENTITY)]}
    except (Exception, SystemExit):  # odfpy ends the process of who hands it broken XML
        return {"problems": [(shown, DAMAGED)]}


if __name__ == "__main__":
    main()
