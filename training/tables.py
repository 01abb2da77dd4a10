"""Write learned weights to the tables that `strategies.learned` reads."""

import csv
import io

import numpy as np

from strategies.learned import COMMENT, Learned


def write(learned: Learned, numbers: np.ndarray, command: str, digits: int) -> None:
    """Keep numbers, [case, ..., column]; a case that has only zeros gets no row."""
    words = tuple(learned.cases.values())
    shape = (*map(len, words), len(learned.columns))
    by_case = np.round(numbers.reshape(shape), digits)
    text = io.StringIO()
    text.write(f"{COMMENT} Made by `{command}`.\n")
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow([*learned.cases, *learned.columns])
    for case in np.argwhere(by_case.any(-1)):
        names = [said[code] for said, code in zip(words, case, strict=True)]
        rows.writerow([*names, *(_cell(number, digits) for number in by_case[tuple(case)])])
    learned.file.write_text(text.getvalue(), "utf-8")


def _cell(number: float, digits: int) -> str:
    """A number as it is kept, nothing for 0."""
    return f"{number:.{digits}f}" if number else ""
