"""Read XML archives in a process of its own: `decoding.py`."""

import json
from collections.abc import Mapping
from typing import Any

from simulate.core.errors import InputError, Problem
from simulate.core.files import budget
from simulate.core.files.sheets.sheet import Sheet

DECODING = "simulate.core.files.sheets.decoding"
DATES = "dates"  # the word that asks for them


def read(raw: bytes, ending: str, shown: str, dates: bool = False) -> list[Sheet]:
    """The tables of an XLSX or ODS file, within the budget.  Raises InputError.

    dates: see `sheets.read`.
    """
    words = [DECODING, ending, shown, *[DATES] * dates]
    answer = json.loads(budget.elsewhere(words, raw, shown))
    if wrong := answer.get("problems"):
        raise InputError(Problem(*each) for each in wrong)
    return [_sheet(each) for each in answer["sheets"]]


def _sheet(data: Mapping[str, Any]) -> Sheet:
    wrong = {(row, column): what for row, column, what in data["wrong"]}
    spots = [(row, column) for row, column in data["formulas"]]
    return Sheet(**{**data, "wrong": wrong, "formulas": spots})
