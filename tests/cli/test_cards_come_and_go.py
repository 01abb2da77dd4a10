"""Cards that a spreadsheet adds, takes out or renames, and what of the pack hangs on them."""

import os
from pathlib import Path

import pytest
from openpyxl import load_workbook

from simulate.pack import load_folder
from tests.cli.conftest import everything
from tests.cli.test_cards import lines, load_text, saved

pytestmark = pytest.mark.long

IMPORT = ("cards", "import", "mine", "cards.xlsx")


@pytest.fixture
def book(simulate, here, pack):
    """Every card of the pack, as a workbook that is saved by leaving it."""
    simulate("cards", "export", "mine", "cards.xlsx")
    return here / "cards.xlsx"


def changed(path, table, change):
    """The workbook after something was done to a table."""
    book = load_workbook(path)
    change(book[table])
    book.save(path)


def copied(page, old, new, **values):
    """A row for a new card that has what another one has, but for some values."""
    head = [cell.value for cell in page[1]]
    row = next(row for row in page.iter_rows(min_row=2, values_only=True) if row[0] == old)
    page.append([values.get(key, value) for key, value in zip(head, (new, *row[1:]), strict=True)])


def without(page, name):
    page.delete_rows(next(cell.row for cell in page["A"] if cell.value == name))


def comments(text):
    return [line for line in text if line.startswith("#") and "schema" not in line]


def test_a_row_of_a_new_id_adds_a_card_behind_its_kind(simulate, here, pack, book):
    changed(book, "heroes", lambda page: copied(page, "ranger", "archer", name="Archer", health=3))
    before = lines(pack)
    told = simulate(*IMPORT).out
    assert "1 new card from mine" in told and "cards.heroes.archer:  a new card" in told
    old, new = (
        load_folder(pack).sections["heroes"]["ranger"],
        load_folder(pack).value("cards.heroes.archer"),
    )
    assert new["abilities"] == old["abilities"]
    assert (new["name"], new["health"]) == ("Archer", 3)
    assert new["source"] == {"*": "designer: nothing before; from cards.xlsx"}
    after = lines(pack)
    assert [line for line in before if line not in after] == []
    at = after.index("[heroes.archer]")
    assert after[: at - 1] + after[at + len(after) - len(before) - 1 :] == before
    assert after.index("# Enemies: each attacks two regions, in this order.") > at
    assert "no value differs" in simulate(*IMPORT).out
    simulate("cards", "export", "mine", "again.xlsx")
    assert "no value differs" in simulate("cards", "import", "mine", "again.xlsx").out


def test_a_card_without_a_row_goes_only_when_asked(simulate, here, pack, book):
    changed(book, "heroes", lambda page: without(page, "ranger"))
    before = lines(pack)
    told = simulate(*IMPORT).out
    assert "no row, left as they are: ranger (`--remove` deletes such cards)" in told
    assert lines(pack) == before
    told = simulate(*IMPORT, "--remove").out
    assert "1 card taken out from mine" in told and "cards.heroes.ranger:  taken out" in told
    after = lines(pack)
    assert not [line for line in after if "ranger" in line]
    assert comments(after) == comments(load_text("defenders"))
    assert "ranger" not in load_folder(pack).sections["heroes"]
    assert "no value differs" in simulate(*IMPORT, "--remove").out


def test_a_sheet_of_a_part_of_the_cards_takes_out_no_others(simulate, refused, pack, book):
    def keep(page, names):
        for name in [cell.value for cell in page["A"][1:] if cell.value not in names]:
            without(page, name)

    changed(book, "heroes", lambda page: keep(page, ["ranger", "druid"]))
    before = everything(pack)
    told = refused(*IMPORT, "--remove")
    assert "sheet heroes: 8 of 10 heroes have no row, and `--remove` would take them out" in told
    assert "bard" in told and "a sheet of a part of the cards" in told
    assert everything(pack) == before
    assert "no value differs" in simulate(*IMPORT).out
    changed(book, "heroes", lambda page: copied(page, "druid", "archer"))
    assert "8 of 10 heroes" in refused(*IMPORT, "--remove")


def test_a_card_that_was_added_and_taken_out_again_leaves_nothing(simulate, here, pack, book):
    before = everything(pack)
    simulate("edit", "mine", "Warm Blanket", "--card", "artifact")
    simulate("edit", "mine", "Cold Blanket", "--card", "artifact")
    told = simulate(*IMPORT, "--remove").out
    assert told.count("taken out") == 4  # of the sheet, in all, and each
    assert "sheet artifacts: 2 of " in told
    assert everything(pack) == before


def test_a_card_is_renamed_with_its_values(simulate, here, pack, book):
    def rename(page):
        next(cell for cell in page["A"] if cell.value == "ranger").value = "rangers"

    changed(book, "heroes", rename)
    told = simulate(*IMPORT, code=2).err
    assert "there is no card `rangers` in heroes; did you mean `ranger`?" in told
    assert "with `--remove` it replaces that" in told
    told = simulate(*IMPORT, "--remove").out
    assert "1 new card, 1 card taken out from mine" in told
    names = [*load_folder(pack).sections["heroes"]]
    assert "rangers" in names and "ranger" not in names and len(names) == 10


@pytest.mark.parametrize(
    ("table", "row", "what"),
    [
        ("heroes", ["Warm Blanket", "Warm Blanket"], "such as `warm_blanket`"),
        ("heroes", ["../x"], "not an id of a card"),
        ("heroes", ["archer"], "`name` is missing (a new card"),
        ("regions", ["swamp_a"], "regions must be exactly capital"),
        ("dire_enemies", ["troll"], "must have at most 6 entries"),
    ],
)
def test_a_row_that_is_no_card_is_told_with_its_place(refused, here, pack, book, table, row, what):
    def add(page):
        if table == "heroes":
            page.append(row)
        else:
            copied(page, page["A3"].value, row[0], name="Troll")

    changed(book, table, add)
    told = refused(*IMPORT)
    at = load_workbook(book)[table].max_row
    assert f"cards.xlsx, sheet {table}, row {at}" in told and what in told


def test_what_hangs_on_a_card_is_told_before_anything_is_written(refused, here, pack, book):
    (pack / "experiments").mkdir()
    for name, key in (("one", "foe"), ("two", "heroes")):
        level = "kraken" if key == "foe" else "ranger+bard"
        text = f'game = "defenders"\n\n[factors]\nplayers = 2\n{key} = "{level}"\n'
        (pack / "experiments" / f"{name}.toml").write_text(text)
    changed(book, "heroes", lambda page: without(page, "ranger"))
    changed(book, "foes", lambda page: without(page, "kraken"))
    told = refused(*IMPORT, "--remove")
    assert "mine/experiments/one.toml" in told and "kraken" in told
    assert "mine/experiments/two.toml" in told and "ranger" in told


def test_the_same_table_in_two_files_is_refused(refused, here, pack):
    for name in ("cards.heroes.csv", "cards-heroes.csv"):
        (here / name).write_text("id,health\nranger,3\n")
    told = refused("cards", "import", "mine", "cards.csv")
    assert "cards.heroes.csv, sheet heroes: heroes stand in cards-heroes.csv already" in told


# Two files at once


TWO = ("cards.toml", "territories.toml")


@pytest.fixture
def kingdoms(simulate, here):
    """A pack of two card files, and a workbook that changes both."""
    simulate("new", "kingdoms", "mine")
    for path in (here / "mine" / "experiments").iterdir():
        path.unlink()
    factions, territories = [["id", "name"], ["dwarves", "Dwarfs"]], [["id", "name"]]
    page = saved(here, *factions, name="factions")
    other = page.parent.create_sheet("territories")
    for row in [*territories, ["card_1_plain", "Inlet"]]:
        other.append(row)
    page.parent.save(here / "cards.xlsx")
    return here / "mine"


def is_placed(old, new):
    """Whether a file that was written aside is put in its place."""
    return Path(old).parent.suffix == ".new" and Path(new).parent == Path(old).parent.parent


def test_two_files_are_written_both_or_none(simulate, kingdoms, monkeypatch):
    before, replace, placed = everything(kingdoms), os.replace, []

    def fails(old, new):
        if is_placed(old, new):
            if new.name == TWO[1]:
                raise OSError(13, "Permission denied", os.fspath(new))
            placed.append(new.name)
        replace(old, new)

    with monkeypatch.context() as during:
        during.setattr(os, "replace", fails)
        told = simulate(*IMPORT, code=1).err
    assert "Permission denied; nothing was changed" in told
    assert placed == [TWO[0]]
    assert everything(kingdoms) == before
    told = simulate(*IMPORT).out
    assert all(f"written: mine/{name}" in told for name in TWO)


def test_a_command_that_is_killed_between_two_files_is_ended_by_the_next(
    simulate, kingdoms, monkeypatch
):
    class KilledError(BaseException):
        pass

    before, replace = everything(kingdoms), os.replace

    def dies(old, new):
        if os.fspath(new).endswith(TWO[1]) and is_placed(old, new):
            raise KilledError
        replace(old, new)

    with monkeypatch.context() as during:
        during.setattr(os, "replace", dies)
        with pytest.raises(KilledError):
            simulate(*IMPORT)
    half = everything(kingdoms)
    ends = "hint: `simulate check mine --upgrade` writes the rest"
    looks = (("check", "mine"), ("run", "--pack", "mine", "--dry-run"), (*IMPORT, "--dry-run"))
    for words in looks:
        told = simulate(*words, code=2).err
        assert "was interrupted before all its files were written" in told and ends in told
    assert everything(kingdoms) == half
    assert "no value differs" in simulate(*IMPORT).out
    after = everything(kingdoms)
    assert after.keys() == before.keys()
    assert [path.name for path in after if after[path] != before[path]] == [*TWO]
