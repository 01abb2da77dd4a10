"""`cards_from`: the cards of an own file out of a spreadsheet beside it."""

import json

import pytest

import simulate as door
from simulate.core.errors import InputError
from simulate.core.files import sheets
from simulate.core.files.sheets import Sheet
from simulate.pack import catalogue
from simulate.pack.sheets.plain_tables import cards_in
from tests.cli.conftest import here, refused, simulate  # noqa: F401 (fixtures)

pytestmark = pytest.mark.long

TABLES = [
    Sheet("Heroes", [["id", "Name", "health", "swift", "reach"],
                     ["elf", "The Elf", 4, True, 1],
                     ["dwarf", None, 6, None, 0.5]]),
    Sheet("loot", [["Card", "worth"], ["Old Rope", 1], [None, None], ["Crown", 9]]),
    Sheet("empty", []),
]  # fmt: skip
READ = {
    "heroes": {
        "elf": {"name": "The Elf", "health": 4, "swift": True, "reach": 1.0},
        "dwarf": {"health": 6, "reach": 0.5},
    },
    "loot": {"old_rope": {"name": "Old Rope", "worth": 1}, "crown": {"name": "Crown", "worth": 9}},
}
GAME = """\
from simulate.own import Game, cards_from

class Till(Game):
    CARDS = cards_from("{name}")
    HOLDS = "heroes"
    ENDS = {{"over": "it is over"}}
    POINTS = {{"health": "of the hero"}}
    def setup(self):
        self.left = 3
    def moves(self):
        return [1, 2]
    def play(self, move):
        self.left -= move
        self.seat = 1 - self.seat
    def over(self):
        return "over" if self.left < 1 else ""
    def points(self, seat):
        return {{"health": self.holds[seat].health}}
"""


@pytest.mark.parametrize("name", ["cards.xlsx", "cards.ods", "cards.csv"])
def test_cards_are_read(name, tmp_path):
    """In a CSV file a number is a text; a part of one keeps its column's numbers parts."""
    sheets.write(tmp_path / name, [sheet for sheet in TABLES if sheet.rows])
    found = cards_in(tmp_path / name, name)
    assert json.dumps(found) == json.dumps(READ)


def test_a_folder_of_csv_files_is_read(tmp_path):
    (tmp_path / "heroes.csv").write_text("id;health\nelf;4\ndwarf;0,5\n", "utf-8")
    (tmp_path / "notes.txt").write_text("no cards", "utf-8")
    found = cards_in(tmp_path, "cards")
    assert found == {"heroes": {"elf": {"health": 4.0}, "dwarf": {"health": 0.5}}}


def problems(path, name="cards.xlsx"):
    with pytest.raises(InputError) as raised:
        cards_in(path, name)
    return [f"{problem.where}: {problem.what}" for problem in raised.value.problems]


def test_all_that_is_wrong_is_told_with_its_place(tmp_path):
    wrong = [
        Sheet("heroes", [["id", "health", "Health", None, "!"],
                         ["elf", 4, 1, 3, 1], [None, 2], ["elf", 3], ["9th", 2],
                         ["dwarf", "many", None, None, None], ["gnome", "[1"]]),
        Sheet("Heroes!", [["id"], ["x"]]),
    ]  # fmt: skip
    sheets.write(tmp_path / "cards.xlsx", wrong)
    place = "cards.xlsx, sheet heroes, row"
    key = "(a letter first, then letters, digits and spaces)"
    found = problems(tmp_path / "cards.xlsx")
    assert found[:7] == [
        f"{place} 1, column C: `Health` stands above two columns",
        f"{place} 1, column D: has no heading",
        f"{place} 1, column E: `!` is not a name of a key {key}",
        f"{place} 3, column A: this row has no name",
        f"{place} 4, column A: `elf` stands in row 2 already",
        f"{place} 5, column A: `9th` is not a name of a card {key}",
        f"{place} 6, column B: holds a word, where row 2 has a number",
    ]
    assert found[7].startswith(f"{place} 7, column B: starts like TOML but is not valid")
    assert found[8] == "cards.xlsx, sheet Heroes!: is a duplicate name"


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("cards.xlsx", b"no spreadsheet", "is not a spreadsheet, or a damaged one"),
        ("cards.xlsx", None, "there is no such file"),
        ("cards.doc", b"", "its name must end with .xlsx, .ods or .csv"),
        ("cards", None, "there is no such folder"),
        ("cards.csv", b"", "holds no cards"),
    ],
)
def test_what_is_no_spreadsheet_is_refused(name, content, why, tmp_path):
    if content is not None:
        (tmp_path / name).write_bytes(content)
    (only,) = problems(tmp_path / name, name)
    assert only.startswith(f"{name}: {why}")


def test_a_run_keeps_what_was_read(here, simulate, monkeypatch):  # noqa: F811
    """So a game is told again when the spreadsheet is gone, and a report needs none."""
    sheets.write(here / "cards.xlsx", TABLES[:2])
    (here / "till.py").write_text(GAME.format(name="cards.xlsx"), "utf-8")
    simulate("run", "till.py", "--games", "20", "--jobs", "2", "--no-second", "--out", "out")
    kept = json.loads((here / "out/manifest.json").read_text("utf-8"))["own"]["cards"]
    assert kept == {"cards.xlsx": READ}
    before = simulate("replay", "out", "--game", "3", "--cell", "0", "--allow-code").out
    (here / "cards.xlsx").unlink()
    (here / "till.py").unlink()
    monkeypatch.setattr(catalogue, "_own", {})  # as in another process
    assert simulate("replay", "out", "--game", "3", "--cell", "0", "--allow-code").out == before


def test_a_spreadsheet_with_a_fault_stops_the_command(here, refused):  # noqa: F811
    sheets.write(here / "cards.ods", [Sheet("heroes", [["id", "health"], ["elf", 1], ["elf", 2]])])
    (here / "till.py").write_text(GAME.format(name="cards.ods"), "utf-8")
    said = refused("run", "till.py")
    assert "cards.ods, sheet heroes, row 3, column A: `elf` stands in row 2 already" in said


def test_another_spreadsheet_is_another_game(here, monkeypatch):  # noqa: F811
    (here / "till.py").write_text(GAME.format(name="cards"), "utf-8")
    (here / "cards").mkdir()
    marks = []
    for health in (1, 2):
        text = f"id,health\nelf,{health}\ndwarf,3\n"
        (here / "cards/heroes.csv").write_text(text, "utf-8")
        run = door.play("till.py", games=20, jobs=1, no_second=True)
        marks.append(run.manifest["source_hash"])
    assert marks[0] != marks[1]
