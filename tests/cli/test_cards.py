"""Cards in a spreadsheet and back, as a designer types it."""

import io
import re
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest
from openpyxl import Workbook, load_workbook

from simulate.core.files import budget
from simulate.core.files import sheets as spreadsheets
from simulate.pack import SOURCE_KINDS, catalogue, load, load_folder
from simulate.pack.sheets import card_changes, card_sheets
from tests.cli.bombs import COUNTED
from tests.cli.conftest import everything
from tests.marks import crossed, long_but

pytestmark = pytest.mark.long

FILES = ("cards.xlsx", "cards.ods", "cards.csv")
FORMULA = "=cmd|' /C calc'!A0"


def saved(here, head, *rows, name="heroes"):
    """A workbook with one table."""
    book = Workbook()
    page = book.active
    page.title = name
    for row in (head, *rows):
        page.append(row)
    book.save(here / "cards.xlsx")
    return page


# Round trips


@pytest.mark.parametrize(("game", "file"), crossed(catalogue.names(), FILES))
def test_what_is_written_is_read_back_as_it_is(game, file, tmp_path):
    written = card_sheets.sheets(load(game))
    spreadsheets.write(tmp_path / file, written)
    assert nothing_differs(game, tmp_path / file)


def nothing_differs(game, path):
    found = card_changes.read(load(game), spreadsheets.read(path, path.name), path.name)
    return (found.changes, found.notes) == ([], [])


@pytest.mark.parametrize("game", catalogue.names())
def test_what_a_second_program_has_saved_is_as_it_was(game, tmp_path):
    path = tmp_path / "cards.xlsx"
    spreadsheets.write(path, card_sheets.sheets(load(game)))
    book = load_workbook(path)
    comments = [cell.comment for page in book for row in page.rows for cell in row if cell.comment]
    assert any(comment.text.startswith("stand-in: ") for comment in comments)
    book.save(path)
    assert nothing_differs(game, path)


def test_a_reader_that_is_not_ours_finds_numbers_and_notes_in_an_ods(tmp_path):
    spreadsheets.write(tmp_path / "cards.ods", card_sheets.sheets(load("defenders")))
    with zipfile.ZipFile(tmp_path / "cards.ods") as book:
        whole = ElementTree.fromstring(book.read("content.xml"))
    office = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
    of_table = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
    heroes = whole.find(f".//{of_table}table[@{of_table}name='heroes']")
    head, first, *_ = ([*row] for row in heroes.findall(f"{of_table}table-row"))
    texts = [[*cell.itertext()][-1] for cell in head]
    cell = first[texts.index("health")]
    health = load("defenders").value("cards.heroes.paladin.health")
    assert (cell.get(f"{office}value-type"), cell.get(f"{office}value")) == ("float", str(health))
    (note,) = cell.findall(f"{office}annotation")
    assert "".join(note.itertext()).partition(":")[0] in SOURCE_KINDS
    assert "at most 9" in "".join(head[texts.index("health")].itertext())


def test_a_reader_that_is_not_ours_finds_numbers_and_notes_in_an_xlsx(tmp_path):
    spreadsheets.write(tmp_path / "cards.xlsx", card_sheets.sheets(load("defenders")))
    head, first, *_ = load_workbook(tmp_path / "cards.xlsx")["heroes"].iter_rows()
    at = [cell.value for cell in head].index("health")
    assert first[at].data_type == "n"
    assert first[at].value == load("defenders").value("cards.heroes.paladin.health")
    assert first[at].comment.text.partition(":")[0] in SOURCE_KINDS
    assert "at most 9" in head[at].comment.text


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("game", long_but({"defenders"}, catalogue.names()))
def test_a_pack_that_was_out_and_in_is_the_same_byte_for_byte(simulate, here, game, file):
    simulate("new", game, "mine")
    before = everything(here / "mine")
    paths = simulate("cards", "export", "mine", file).out.splitlines()
    assert all((here / path).is_file() for path in paths)
    ended = simulate("cards", "import", "mine", file)
    assert ended.out == f"{file}: no value differs from mine; nothing was written\n"
    assert everything(here / "mine") == before


# Changes


def put(path, table, card, **values):
    """Put values into the row of a card, by the headings with _ for what is between words."""
    book = load_workbook(path)
    page = book[table]
    head = [cell.value for cell in page[1]]
    row = next(row for row in page.iter_rows(min_row=2) if row[0].value == card)
    for key, value in values.items():
        row[head.index(key.replace("__", " ", 1).replace("__", "."))].value = value
    book.save(path)


def lines(pack):
    return (pack / "cards.toml").read_text().split("\n")


def test_one_number_changes_one_line_and_gets_a_source(simulate, here, pack):
    before = lines(pack)
    simulate("cards", "export", "mine", "cards.xlsx")
    put(here / "cards.xlsx", "heroes", "ranger", health="3")
    told = simulate("cards", "import", "mine", "cards.xlsx", "--dry-run").out
    assert "cards.heroes.ranger.health:  4 -> 3" in told and lines(pack) == before
    assert "written: mine/cards.toml" in simulate("cards", "import", "mine", "cards.xlsx").out
    after = lines(pack)
    assert [line for line in before if line not in after] == []  # of other heroes, too
    assert [line for line in after if line not in before] == [
        "health = 3",
        'health = "designer: 4 before; from cards.xlsx"',
    ]
    assert len(after) == len(before) + 1
    assert "no value differs" in simulate("cards", "import", "mine", "cards.xlsx").out
    simulate("check", "mine")


def test_a_number_of_an_effect_keeps_the_others_and_their_sources(simulate, here, pack):
    simulate("cards", "export", "mine", "cards.xlsx")
    put(here / "cards.xlsx", "heroes", "paladin", abilities__1__effects="lower_threat 2 here")
    before = lines(pack)
    simulate("cards", "import", "mine", "cards.xlsx")
    assert [line for line in lines(pack) if line not in before] == [
        'effects = [{ do = "lower_threat", where = "here", amount = 2 }]',
        '"abilities.retribute.effects.0.amount" = "designer: 1 before; from cards.xlsx"',
    ]


def test_values_and_abilities_come_and_go(simulate, here, pack):
    simulate("cards", "export", "mine", "cards.xlsx")
    path, gone = here / "cards.xlsx", dict.fromkeys(("abilities__1__points",))
    put(path, "heroes", "cleric", **gone)
    put(path, "heroes", "warrior", abilities__1__uses_per_turn=1)
    keys = ("name", "when", "points", "effects")
    put(path, "heroes", "druid", abilities__2=None, **{f"abilities__2__{k}": None for k in keys})
    new = {"abilities__2__name": "SING", "abilities__2__when": "turn_start"}
    put(path, "heroes", "bard", abilities__2="sing", abilities__2__effects="peek 1", **new)
    simulate("cards", "import", "mine", "cards.xlsx")
    changed = load_folder(pack)
    assert "points" not in changed.value("cards.heroes.cleric.abilities.heal")
    assert changed.value("cards.heroes.warrior.abilities.sprint.uses_per_turn") == 1
    assert [*changed.value("cards.heroes.druid.abilities")] == ["martyr"]
    sing = {"name": "SING", "when": "turn_start", "effects": [{"do": "peek", "amount": 1}]}
    assert changed.value("cards.heroes.bard.abilities.sing") == sing
    assert changed.source_of("cards.heroes.bard.abilities.sing.when").startswith("designer: ")
    comments = [line for line in load_text("defenders") if line.startswith("#")]
    assert [line for line in lines(pack) if line.startswith("#")][1:] == comments
    assert "no value differs" in simulate("cards", "import", "mine", "cards.xlsx").out


def load_text(game):
    return (load(game).folder / "cards.toml").read_text().split("\n")


def test_a_part_of_the_cards_and_columns_is_enough(simulate, here, pack):
    (here / "heroes.csv").write_text("id;health\nranger;3\n\n;\n")
    told = simulate("cards", "import", "mine", "heroes.csv").out
    assert "1 value differs from mine" in told and "left as they are: paladin, cleric" in told
    assert load_folder(pack).value("cards.heroes.ranger.health") == 3


@pytest.mark.parametrize(
    "raw",
    [
        "id,name\nbard,Bardé\n".encode("latin-1"),
        "id;name\r\nbard;Bardé\r\n".encode("utf-8-sig"),
        "id\tname\nbard\tBardé\n".encode("utf-16"),
        b'"id";"name"\n"bard";"Bard\xe9"\n',
    ],
)
def test_letters_and_separators_of_other_programs_are_read(simulate, here, pack, raw):
    (here / "cards - heroes.csv").write_bytes(raw)
    told = simulate("cards", "import", "mine", "cards.csv").out
    assert load_folder(pack).value("cards.heroes.bard.name") == "Bardé"
    assert ("Windows-1252" in told) == (b"\xe9" in raw and b"\xfe" not in raw)


def test_the_result_of_a_formula_is_taken_and_told(simulate, here, pack, monkeypatch):
    saved(here, ["id", "health"], ["ranger", "=1+2"])
    with zipfile.ZipFile(here / "cards.xlsx") as book:
        parts = {name: book.read(name) for name in book.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    assert b"<v />" in parts[sheet] or b"<v/>" in parts[sheet] or b"<v></v>" in parts[sheet]
    for empty in (b"<v />", b"<v/>", b"<v></v>"):
        parts[sheet] = parts[sheet].replace(empty, b"<v>3</v>")
    with zipfile.ZipFile(here / "cards.xlsx", "w") as book:
        for name, content in parts.items():
            book.writestr(name, content)
    told = simulate("cards", "import", "mine", "cards.xlsx").out
    assert "row 2, column B: a formula; the last result was taken" in told
    assert load_folder(pack).value("cards.heroes.ranger.health") == 3


# What is wrong


def test_all_that_is_wrong_is_told_at_once_with_its_place(refused, here, pack):
    page = saved(
        here,
        ["id", "health", "abilities 1.effects"],
        ["ranger", "many"],
        ["warior", 3],
        ["ranger", 3],
        [None, 3],
        ["bard", "1,5"],
        ["druid", "=1+2"],
        ["cleric", 3],
        ["oracle", "#REF!"],
        ["sorcerer", 3, "lower_thread 3"],
    )
    page.merge_cells("B8:C8")
    page.parent.save(here / "cards.xlsx")
    told = refused("cards", "import", "mine", "cards.xlsx")
    found = [int(row) for row in re.findall(r"sheet heroes, row (\d+)", told)]
    assert found == [
        *range(3, 11),
        2,
    ]  # what does not fit its bounds stands behind what is no value
    where = "cards.xlsx, sheet heroes, row"
    for place, what in (
        ("3, column A", "there is no card `warior` in heroes; did you mean `warrior`?"),
        ("4, column A", "`ranger` stands in row 2 already"),
        ("5, column A", "this row has no `id`"),
        ("6, column B", "`1,5` is not a whole number"),
        ("7, column B", "is a formula without a result"),
        ("8, column B", "is merged with others"),
        ("9, column B", "error of the spreadsheet"),
        ("10, column C", "what it belongs to has no id"),
    ):
        assert f"{where} {place}: " in told and what in told, place


def test_what_check_refuses_is_told_beside_what_cannot_be_read(refused, here, pack):
    saved(here, ["id", "health"], ["rangr", 3], ["cleric", 900]).parent.save(here / "cards.xlsx")
    told = refused("cards", "import", "mine", "cards.xlsx")
    assert "row 2, column A: there is no card `rangr`" in told
    assert "row 3, column B: `heroes.cleric.health` must be at most 9" in told


def test_what_check_refuses_is_told_at_its_cell(refused, here, pack):
    head = ["id", "health", "abilities 1", "abilities 1.effects"]
    saved(here, head, ["ranger", "many", "farshot"], ["bard", 99, "befriend", "guard 1 here"])
    told = refused("cards", "import", "mine", "cards.xlsx")
    assert "row 2, column B: `heroes.ranger.health` must be a whole number" in told
    assert "row 3, column B: `heroes.bard.health` must be at most 9" in told
    assert "row 2, column D: `effects` is missing" in told
    assert "row 3, column D: " in told and "takes `against`" in told


@pytest.mark.parametrize(
    ("head", "what"),
    [
        (["name", "health"], "the column `id` is missing"),
        (["id", "helth"], "did you mean `health`?"),
        (["id", "health", "health"], "stands above two columns"),
        (["id", "source.*"], "is kept in the files of the pack"),
        (["id", None], "this column has no heading"),
    ],
)
def test_a_heading_that_is_none_is_told(refused, here, pack, head, what):
    saved(here, head, ["ranger", 3, 3])
    assert what in refused("cards", "import", "mine", "cards.xlsx")


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("heros", "did you mean `heroes`?"),
        ("Sheet1", "no kind of cards of this game has this name"),
    ],
)
def test_a_table_of_another_name_is_told(refused, here, pack, name, what):
    saved(here, ["id", "health"], ["ranger", 3], name=name)
    assert what in refused("cards", "import", "mine", "cards.xlsx")


def test_files_that_are_no_spreadsheet_are_refused(refused, here, pack):
    for name, content in (
        ("none.xlsx", b"hello"),
        ("none.ods", b"PK\x03\x04hello"),
        ("empty.csv", b""),
        ("binary.csv", b"id,name\n\x81\x8d,\x90\n"),
        ("half.xlsx", zipped({"[Content_Types].xml": b"<a>"})),
        ("half.ods", zipped({"content.xml": b"<a>", "mimetype": b"x"})),
    ):
        (here / name).write_bytes(content)
        assert name in refused("cards", "import", "mine", name)
    assert "must end with" in refused("cards", "import", "mine", "cards.toml")
    assert "there is no such file" in refused("cards", "import", "mine", "other.xlsx")
    assert "is shipped and cannot be changed" in refused("cards", "import", "kingdoms", "none.xlsx")
    assert "neither the folder of a pack" in refused("cards", "export", "mone", "none.csv")
    assert "there is no folder" in refused("cards", "export", "mine", "nowhere/a.xlsx")
    assert "cannot be" in refused("cards", "exprt", "mine", "a.xlsx")


def test_a_file_that_is_there_is_not_written_over(simulate, refused, here, pack):
    for file in FILES:
        simulate("cards", "export", "mine", file)
        assert "is there already" in refused("cards", "export", "mine", file)


# Strangers


def zipped(parts):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as book:
        for name, content in parts.items():
            book.writestr(name, content)
    return out.getvalue()


def with_part(path, name, change):
    """A spreadsheet one part of which is another."""
    with zipfile.ZipFile(path) as book:
        parts = {each: book.read(each) for each in book.namelist()}
    parts[name] = change(parts[name])
    path.write_bytes(zipped(parts))


ENTITIES = (
    b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
    b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>',
)


@pytest.mark.parametrize("doctype", ENTITIES)
@pytest.mark.parametrize(
    ("file", "part"), [("cards.xlsx", "xl/worksheets/sheet1.xml"), ("cards.ods", "content.xml")]
)
def test_entities_are_refused(simulate, refused, here, pack, file, part, doctype):
    simulate("cards", "export", "mine", file)

    def change(text):
        head, mark, rest = text.partition(b"?>") if text.startswith(b"<?xml") else (b"", b"", text)
        return head + mark + doctype + rest.replace(b"paladin", b"&a;")

    with_part(here / file, part, change)
    assert "declares an XML entity" in refused("cards", "import", "mine", file)


def test_a_file_that_swells_is_refused(refused, here, pack):
    for ending in ("xlsx", "ods"):
        (here / f"bomb.{ending}").write_bytes(zipped({"content.xml": b" " * 60_000_000}))
        assert budget.TOO_LARGE in refused("cards", "import", "mine", f"bomb.{ending}")
        many = zipped({f"../../{n}.xml": b"" for n in range(2_001)})
        (here / f"many.{ending}").write_bytes(many)
        assert budget.TOO_MANY_PARTS in refused("cards", "import", "mine", f"many.{ending}")
    (here / "bomb.xlsx").unlink()


@pytest.mark.parametrize(
    "part",
    [
        b'<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>',
        b'<mergeCells><mergeCell ref="&#65;1:$xfd$1048576"/></mergeCells>',
        b'<hyperlinks><hyperlink ref="A1:XFD1048576" location="x"/></hyperlinks>',
    ],
)
def test_spans_that_swell_into_cells_are_refused(refused, here, pack, part):
    saved(here, ["id", "health"], ["ranger", 3])
    sheet, end = "xl/worksheets/sheet1.xml", b"</sheetData>"
    with_part(here / "cards.xlsx", sheet, lambda text: text.replace(end, end + part))
    assert budget.TOO_MANY in refused("cards", "import", "mine", "cards.xlsx")


@pytest.mark.parametrize(
    ("file", "part", "cell", "row"),
    [
        ("cards.xlsx", "xl/worksheets/sheet1.xml", b"<c/>", b"</row>"),
        ("cards.ods", "content.xml", b"<table:table-cell/>", b"</table:table-row>"),
    ],
)
def test_more_cells_than_any_pack_has_are_refused(
    simulate, refused, here, pack, file, part, cell, row
):
    simulate("cards", "export", "mine", file)
    with_part(here / file, part, lambda text: text.replace(row, cell * 2_000_000 + row, 1))
    told = refused("cards", "import", "mine", file)
    assert any(reason in told for reason in COUNTED)


def test_a_link_to_another_workbook_is_a_result_and_is_not_followed(simulate, here, pack):
    saved(here, ["id", "health"], ["ranger", "=[1]Sheet1!A1"])
    sheet = "xl/worksheets/sheet1.xml"
    with_part(here / "cards.xlsx", sheet, lambda xml: re.sub(b"<v ?/>|<v></v>", b"<v>3</v>", xml))
    told = simulate("cards", "import", "mine", "cards.xlsx").out
    assert "row 2, column B: a formula; the last result was taken" in told
    assert load_folder(pack).value("cards.heroes.ranger.health") == 3


def test_a_table_that_reaches_to_the_end_of_the_world_is_refused(simulate, refused, here, pack):
    page = saved(here, ["id", "health"], ["ranger", 3])
    page["XFD1048576"] = "x"
    page.parent.save(here / "cards.xlsx")
    assert budget.TOO_MANY in refused("cards", "import", "mine", "cards.xlsx")
    simulate("cards", "export", "mine", "cards.ods")
    wide = b'table:number-columns-repeated="99999999" office:value-type="float"'
    with_part(
        here / "cards.ods",
        "content.xml",
        lambda text: text.replace(b'office:value-type="float"', wide, 1),
    )
    assert budget.TOO_MANY in refused("cards", "import", "mine", "cards.ods")


@pytest.mark.parametrize("file", FILES)
def test_a_name_that_looks_like_a_formula_is_text(simulate, here, pack, file):
    text = (pack / "cards.toml").read_text()
    name = 'name = "Ranger"'
    assert text.count(name) == 1
    (pack / "cards.toml").write_text(text.replace(name, f'name = "{FORMULA}"'))
    paths = simulate("cards", "export", "mine", file).out.splitlines()
    assert "no value differs" in simulate("cards", "import", "mine", file).out
    if file.endswith("xlsx"):
        cells = [cell for page in load_workbook(here / file) for row in page for cell in row]
        assert [cell.data_type for cell in cells if cell.value == FORMULA] == ["s"]
    if file.endswith("csv"):
        assert f"'{FORMULA}" in "".join(Path(path).read_text() for path in paths)
    if file.endswith("ods"):
        with zipfile.ZipFile(here / file) as book:
            assert b"table:formula" not in book.read("content.xml")
