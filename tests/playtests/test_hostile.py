"""Files of games that somebody has made wrong on purpose get a message, and take no time."""

import json

import pytest

from simulate.core.files import budget, sheets
from simulate.core.files.sheets import NO_RESULT
from simulate.playtests.bgg import DOCTYPE
from simulate.playtests.reading import read
from tests.cli.bombs import JSON, SHEETS, xlsx
from tests.playtests.made import asked, changed, contest, night, read_of, written
from tests.playtests.test_foreign import of_stats, of_xml, stats, xml
from tests.refusals import problems_of

pytestmark = pytest.mark.long

ENTITIES = [
    '<!DOCTYPE plays [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>',
    '<!DOCTYPE plays [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
    '<!DOCTYPE plays [<!ENTITY % p SYSTEM "http://127.0.0.1/x.dtd"> %p;]>',
    '<!DOCTYPE plays SYSTEM "http://127.0.0.1/x.dtd">',
]


@pytest.mark.parametrize("begin", ENTITIES)
def test_a_document_type_is_never_read(begin, tmp_path):
    (problem,) = problems_of(of_xml, tmp_path, xml(begin=begin))
    assert problem.what == DOCTYPE


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<plays>" + "<x>" * 2_000_001, budget.TOO_MANY),
        ("<plays>" + "<x/>" * 2_000_001, budget.TOO_MANY),
        ("<plays>" + "<play>" * 2_000_001, "has more than 20,000 plays, or people in them"),
        ("<plays><play>" + "<player/>" * 30_000, "has more than 20,000 plays"),
        ("<plays>" + "<play/>" * 9_000 + "</plays>", "does not say who played"),
        ("<plays>\x01</plays>", "is not valid XML: not well-formed"),
    ],
    ids=["deep", "many", "plays", "people", "nobody", "control"],
)
def test_too_much_xml_is_one_message(text, said, tmp_path):
    problems = problems_of(of_xml, tmp_path, text)
    assert problems[0].what.startswith(said)
    assert len(problems) <= 201


@pytest.mark.parametrize("bomb", JSON, ids=str)
def test_too_much_json_is_one_message(bomb, tmp_path):
    (tmp_path / "export.json").write_bytes(bomb.content())
    (problem,) = problems_of(read, asked("kingdoms"), tmp_path / "export.json")
    assert problem.what.startswith("is not valid JSON: ")


@pytest.mark.parametrize(
    "bomb", [bomb for bomb in SHEETS if bomb.is_quick and "many" not in bomb.name], ids=str
)
def test_too_much_of_a_spreadsheet_is_one_message(bomb, tmp_path):
    (tmp_path / bomb.name).write_bytes(bomb.content())
    (problem,) = problems_of(read, asked("kingdoms"), tmp_path / bomb.name)
    assert problem.what.startswith(bomb.said)


def test_a_million_rows_are_one_message(tmp_path):
    path = tmp_path / "games.csv"
    path.write_text("game,won\n" + "1,1\n" * 1_000_000)
    (problem,) = problems_of(read, asked("kingdoms"), path)
    assert problem.what.startswith(budget.TOO_MANY)
    path.write_text("game,won\n" + "1,1\n" * 100_000)
    (problem,) = problems_of(read, asked("kingdoms"), path)
    assert problem.what == "has 100,000 rows; at most 20,000 are read"


def test_of_very_many_things_wrong_the_first_are_told(tmp_path):
    rows = [{"game": n, "seat": 1, "hero": f"x{n}", "won": "?"} for n in range(5_000)]
    problems = problems_of(read_of, tmp_path, rows)
    assert len(problems) == 201
    assert problems[-1].what.startswith("more than 200 things are wrong")


@pytest.mark.parametrize("heading", ["game", "hero", "group", "horde", "won", "date"])
def test_a_name_of_a_megabyte_is_not_told_again(heading, tmp_path):
    rows = changed(night(), 2, **{heading: "x" * 10**6})
    for row in (3, 4):
        rows = changed(rows, row, **{heading: None})
    written(tmp_path, rows, "games.ods")
    problems = problems_of(read, asked("defenders"), tmp_path / "games.ods")
    assert any(p.what == "has 1,000,000 letters (at most 100)" for p in problems)
    assert sum(len(problem.what) for problem in problems) < 1_000


def test_a_name_of_ten_megabytes_is_one_message(tmp_path):
    (problem,) = problems_of(read_of, tmp_path, changed(night(), 2, hero="x" * 10**7))
    assert problem.what.startswith("field larger than field limit")
    problems = problems_of(of_stats, tmp_path, stats(playDate="x" * 10**7))
    assert {problem.what for problem in problems} == {"has 10,000,000 letters (at most 100)"}
    assert len(of_stats(tmp_path, stats(uuid="x" * 10**7)).games) == 6
    assert len(repr(of_stats(tmp_path, stats(uuid="x" * 10**7)))) < 10**5


@pytest.mark.parametrize("heading", ["game", "hero", "who"])
def test_a_control_character_is_told_at_its_cell(heading, tmp_path):
    rows = changed(night(), 3, **{heading: "a\x1b]2;x\x07"})
    problems = problems_of(read_of, tmp_path, rows)
    assert any("holds a control character (U+001B)" in p.what for p in problems)
    assert all("\x1b" not in p.what for p in problems if "control" in p.what)


def test_names_with_letters_that_are_not_seen_are_refused(tmp_path):
    rows = [row | {"group": "\u200b"} for row in night()]
    problems = problems_of(read_of, tmp_path, rows)
    assert {problem.what for problem in problems} == {"has no visible letter"}


def test_a_formula_without_a_result_is_told_at_its_cell(tmp_path):
    line = "".join(f'<c t="str"><v>{each}</v></c>' for each in ("game", "seat", "hero", "won"))
    cells = (
        '<c><v>1</v></c><c><v>1</v></c><c><f>HYPERLINK("http://x","bard")</f></c><c><v>1</v></c>'
    )
    path = tmp_path / "games.xlsx"
    path.write_bytes(xlsx(f"<row>{line}</row><row>{cells}</row>"))
    problems = problems_of(read, asked("defenders"), path)
    assert (f"{path}, sheet heroes, row 2, column C", NO_RESULT) in [
        (problem.where, problem.what) for problem in problems
    ]


def test_a_text_like_a_formula_is_a_text(tmp_path):
    rows = [row | {"game": f"=1+{row['game']}"} for row in contest()]
    for ending in sheets.ENDINGS:
        found = read_of(tmp_path, rows, "kingdoms", f"games{ending}")
        assert found.games[0].name == "=1+K1"


def test_values_of_any_kind_in_an_export_are_no_fault_of_the_program(tmp_path):
    for odd in (None, [], {}, [[]], 1e300, -1, True, "", "x", {"id": {}}):
        for key in ("uuid", "gameRefId", "playDate", "durationMin", "rounds", "playerScores"):
            data = stats(7, **{key: odd})
            said = json.dumps(data)
            (tmp_path / "export.json").write_text(said, "utf-8")
            try:
                read(asked("kingdoms"), tmp_path / "export.json")
            except Exception as error:
                assert type(error).__name__ == "InputError", (key, odd)
