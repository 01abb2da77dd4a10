"""Learned numbers by name: what a table must say, and that only names count."""

import numpy as np
import pytest

from simulate.core.errors import InputError
from simulate.core.records import record_of
from strategies.defenders.lessons import TAUGHT
from strategies.learned import Learned, columns_of, load
from training.tables import write

HERO = record_of(("health", "f8"), ("goods", "f8", 2))
FACTS = record_of(("always", "f8"), ("own", HERO), ("others", HERO))
COLUMNS = columns_of(FACTS, goods=("mana", "ore"))
CASES = {"players": ("1", "2"), "act": ("move", "end turn")}


def kept(tmp_path, *lines, columns=COLUMNS):
    """A table of these lines, read."""
    file = tmp_path / "table.csv"
    file.write_text("\n".join(("# made by hand", *lines)) + "\n")
    return load(Learned(file, CASES, columns))


def refused(tmp_path, *lines):
    """What is said against a table of these lines."""
    with pytest.raises(InputError) as error:
        kept(tmp_path, *lines)
    return str(error.value)


HEAD = ",".join((*CASES, *COLUMNS))
MISSPELT = HEAD.replace("own.health", "own.helth")


def test_the_numbers_of_a_record_have_the_names_of_its_fields():
    hero = ["health", "goods.mana", "goods.ore"]
    assert list(COLUMNS) == [
        "always", *(f"own.{name}" for name in hero), *(f"others.{name}" for name in hero)
    ]  # fmt: skip
    assert columns_of(HERO) == ("health", "goods.1", "goods.2")


def test_an_empty_cell_and_a_case_without_a_row_are_0(tmp_path):
    found = kept(tmp_path, HEAD, "2,end turn,1.5,,,,-2,,")
    assert found.shape == (2, 2, 7) and np.count_nonzero(found) == 2
    assert list(found[1, 1]) == [1.5, 0, 0, 0, -2, 0, 0]


def shuffled(by):
    """The rows of the shipped lessons of Defenders, their columns in another order."""
    head, *rows = (line.split(",") for line in TAUGHT.file.read_text().splitlines()[1:])
    order = np.random.default_rng(by).permutation(len(head))
    return [",".join(row[k] for k in order) for row in (head, *rows)]


def test_columns_and_rows_in_another_order_are_the_same_numbers(tmp_path):
    head, *rows = shuffled(5)
    file = tmp_path / "lessons.csv"
    file.write_text("\n".join((head, *reversed(rows))))
    assert (load(TAUGHT._replace(file=file)) == load(TAUGHT)).all()


def test_a_fact_put_in_between_changes_no_other(tmp_path):
    text, columns = TAUGHT.file.read_text().splitlines(), list(TAUGHT.columns)
    columns.insert(7, "table.new")
    file = tmp_path / "lessons.csv"
    file.write_text("\n".join((text[1] + ",table.new", *(line + ",0.25" for line in text[2:]))))
    found = load(TAUGHT._replace(file=file, columns=columns))
    assert (np.delete(found, 7, -1) == load(TAUGHT)).all()
    assert set(found[..., 7].flat) == {0, 0.25}


@pytest.mark.parametrize(
    ("said", "lines"),
    (
        ("unknown column `own.helth`; did you mean `own.health`?", [MISSPELT]),
        ("column `others.goods.ore` is missing", [HEAD.removesuffix(",others.goods.ore")]),
        ("column `always` appears twice", [HEAD + ",always"]),
        ("column `act` is missing", [HEAD.replace("act,", "")]),
        ("column `act` cannot be `mov`; did you mean `move`?", [HEAD, "1,mov,,,,,,,"]),
        ("column `players` cannot be `3` (allowed: 1, 2)", [HEAD, "3,move,,,,,,,"]),
        ("column `own.health` holds no number: `much`", [HEAD, "1,move,,much,,,,,"]),
        ("column `own.health` holds no number: `nan`", [HEAD, "1,move,,nan,,,,,"]),
        ("this case has a row already", [HEAD, "1,move,1,,,,,,", "1,move,2,,,,,,"]),
        ("8 cells for 9 columns", [HEAD, "1,move,,,,,,"]),
    ),
)  # fmt: skip
def test_what_is_wrong_with_a_table_is_told_with_its_place(tmp_path, said, lines):
    told = refused(tmp_path, *lines)
    assert told.endswith(f"table.csv:{1 + len(lines)}: {said}")


def test_what_is_written_is_read(tmp_path):
    learned = Learned(tmp_path / "table.csv", CASES, COLUMNS)
    numbers = np.round(np.random.default_rng(1).normal(size=(2, 2, 7)), 3)
    numbers[0, 1] = 0.0
    write(learned, numbers, "python -m nothing", 3)
    assert (load(learned) == numbers).all()
    lines = learned.file.read_text().splitlines()
    assert lines[0] == "# Made by `python -m nothing`." and len(lines) == 5
