"""A sheet of games is read the same in each of its forms."""

import datetime
import random

import pytest
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import P
from openpyxl import Workbook

from simulate.core.errors import InputError
from simulate.core.files import sheets
from simulate.core.files.sheets import Sheet
from simulate.experiment import load as load_experiment
from simulate.experiment.request import RunRequest
from simulate.pack import load
from simulate.playtests.reading import read
from simulate.playtests.records import TableSeat
from tests.playtests.made import (
    PEOPLE,
    changed,
    contest,
    night,
    plain,
    read_of,
    sheet_of,
    written,
)


def row_a_game(rows, winners=()):
    """The same games with a row for each; winners: seats that each game was won by."""
    games = {}
    for row in rows:
        whole = games.setdefault(row["game"], {})
        held = [heading for heading in ("hero", "faction") if heading in row]
        for heading, cell in row.items():
            own = heading in (*held, "newcomer", "who", "score")
            is_said = heading != "seat" and not (heading == "won" and winners)
            if is_said:
                whole[f"{heading}.{row['seat']}" if own else heading] = cell
    for game, winner in zip(games.values(), winners, strict=False):
        game["winner"] = winner
    return [*games.values()]


def test_what_a_row_a_seat_says(tmp_path):
    found = read_of(tmp_path, night())
    first = found.games[0]
    assert (first.name, first.place, first.date) == ("1", "rows 2 to 4", "2026-05-01")
    assert (first.group, first.rounds, first.minutes) == ("Tuesday", 4, 30.5)
    assert first.levels == {
        "players": 3, "horde": "easy", "layout": "random", "sides": "chosen",
    }  # fmt: skip
    assert first.seats[0] == TableSeat(0, 1.0, ("bard",), None, True, 1)
    assert [game.is_won for game in found.games] == [True, False] * 3
    assert found.has_groups


def test_a_row_a_seat_is_a_row_a_game(tmp_path):
    by_seat = read_of(tmp_path, night(), name="seats.csv")
    by_game = read_of(tmp_path, row_a_game(night()), name="rows.csv")
    assert plain(by_seat) == plain(by_game)
    assert by_seat.notes == by_game.notes


@pytest.mark.parametrize("said", ["seat", "faction"])
def test_a_winner_is_a_seat_or_what_it_held(said, tmp_path):
    rows = [*contest()]
    winners = [str(row[said]).title() for row in rows if row["won"]]
    by_seat = read_of(tmp_path, rows, "kingdoms", "seats.csv")
    by_game = read_of(tmp_path, row_a_game(rows, winners), "kingdoms", "rows.csv")
    assert plain(by_game) == plain(by_seat)


def test_a_tie_is_shared(tmp_path):
    rows = row_a_game(contest(), ["1; 3", 1, 2, 3, 1, 2])
    shared = read_of(tmp_path, rows, "kingdoms").games[0]
    assert [seat.won for seat in shared.seats] == [0.5, 0, 0.5]
    rows = changed(changed(contest(), 2, won="1/2"), 3, won=0.5)
    by_seat = read_of(tmp_path, rows, "kingdoms", "ties.csv").games[0]
    assert [seat.won for seat in by_seat.seats] == [0.5, 0.5, 0]


def test_newcomers_of_a_row_a_game_are_in_one_cell(tmp_path):
    rows = [{h: c for h, c in row.items() if "newcomer" not in h} for row in row_a_game(night())]
    rows[0]["newcomers"], rows[1]["newcomers"] = "2; bard", "none"
    games = read_of(tmp_path, rows).games
    assert [seat.newcomer for seat in games[0].seats] == [True, True, False]
    assert [seat.newcomer for seat in games[1].seats] == [False, False]
    assert [seat.newcomer for seat in games[2].seats] == [None] * 3


@pytest.mark.parametrize("rows", [night, contest])
def test_the_order_of_rows_does_not_matter(rows, tmp_path):
    game = "defenders" if rows is night else "kingdoms"
    mixed = [*rows()]
    random.Random(3).shuffle(mixed)
    ordered, shuffled = (
        read_of(tmp_path, each, game, name)
        for each, name in ((rows(), "ordered.csv"), (mixed, "mixed.csv"))
    )
    assert plain(ordered) == plain(shuffled)
    assert ordered.notes == shuffled.notes


def test_xlsx_ods_and_csv_say_the_same(tmp_path):
    found = [read_of(tmp_path, night(), name=f"games{e}") for e in sheets.ENDINGS]
    assert found[0].games == found[1].games == found[2].games
    assert found[0].notes == found[1].notes == found[2].notes


def test_names_are_ids_or_what_is_printed(tmp_path):
    rows = changed(night(), 2, hero="Bard ", horde="EASY")
    assert plain(read_of(tmp_path, rows)) == plain(read_of(tmp_path, night(), name="ids.csv"))
    rows = changed(contest(), 2, faction="Dark Elves")
    assert read_of(tmp_path, rows, "kingdoms").games[0].seats[0].options == ("dark_elves",)


@pytest.mark.parametrize(("said", "level"), [("yes", True), ("0", False), (1, True), ("x", True)])
def test_yes_and_no_are_levels(said, level, tmp_path):
    rows = [row | {"exploration": said} for row in contest()]
    assert read_of(tmp_path, rows, "kingdoms").games[0].levels["exploration"] is level


@pytest.mark.parametrize("players", ["3", 3.0, "3.0", " 3 "])
def test_a_number_of_players_may_be_text(players, tmp_path):
    rows = [row | {"players": players} for row in contest()]
    assert read_of(tmp_path, rows, "kingdoms", "games.xlsx").games[0].levels["players"] == 3


def test_levels_that_are_not_told_are_the_usual_ones(tmp_path):
    rows = [{h: c for h, c in row.items() if h not in ("horde", "players")} for row in night()]
    found = read_of(tmp_path, changed(rows, 2, layout="fixed"))
    assert [game.levels["horde"] for game in found.games] == ["medium"] * 6
    assert [game.levels["players"] for game in found.games] == [3, 2] * 3
    said = "Not told, and taken as usual: `horde` (taken as medium), `layout` in 5 games"
    assert any(said in note for note in found.notes)


def test_units_of_tactics_are_four_in_the_order_of_classes(tmp_path):
    by_class = {}
    for name, card in load("tactics").sections["units"].items():
        by_class.setdefault(card["class"], []).append(name)
    units = ["; ".join(names[k] for names in reversed(by_class.values())) for k in (0, 1)]
    rows = [
        {"game": n, "date": f"2026-01-0{n}", "seat": s, "units": units[s - 1], "won": s == 1}
        for n in range(1, 6)
        for s in (1, 2)
    ]
    found = read_of(tmp_path, rows, "tactics")
    assert {*found.games[0].seats[0].options} == {names[0] for names in by_class.values()}
    assert found.games[0].seats[1].options != found.games[0].seats[0].options
    assert found.games[0].levels["mode"] == "competitive"


def test_people_are_numbers(tmp_path):
    found = read_of(tmp_path, night())
    assert all(seat.who == seat.seat + 1 for game in found.games for seat in game.seats)
    assert not [name for name in PEOPLE if name.lower() in repr(found).lower()]


def test_columns_of_ones_own_are_left_out_and_named(tmp_path):
    rows = [row | {"Notes": "fun", "weather": "rain"} for row in night()]
    found = read_of(tmp_path, rows)
    assert "Columns left out: Notes, weather." in found.notes
    assert plain(found) == plain(read_of(tmp_path, night(), name="without.csv"))


def test_games_of_one_date_are_one_group_where_nobody_says_who_played(tmp_path):
    rows = [{h: c for h, c in row.items() if h != "group"} for row in night()]
    found = read_of(tmp_path, rows)
    assert not found.has_groups
    assert found.games[0].group == found.games[0].date
    assert "No column `group`: games of one date are taken for those of one group." in found.notes
    undated = [{h: c for h, c in row.items() if h != "date"} for row in rows]
    found = read_of(tmp_path, undated)
    assert len({game.group for game in found.games}) == len(found.games)


def test_a_game_that_is_left_out_is_counted_in_a_note(tmp_path):
    found = read_of(tmp_path, changed(night(7), 2, leave_out="yes", hero="nobody"))
    assert [game.name for game in found.games] == ["2", "3", "4", "5", "6", "7"]
    assert "Left out, as the file says: 1 game (row 2)." in found.notes


def test_options_that_nobody_played_or_wrote_down_are_noted(tmp_path):
    found = read_of(tmp_path, changed(night(), 2, hero=None))
    assert found.games[0].seats[0].options == ()
    assert "`hero` is not told of 1 of 15 seats." in found.notes
    assert any(note.startswith("Nobody played Paladin, Barbarian") for note in found.notes)


def test_rows_that_look_like_one_game_count_once_unless_the_game_differs(tmp_path):
    rows = row_a_game(night())
    twice = read_of(tmp_path, [*rows, rows[2]])
    assert plain(twice) == plain(read_of(tmp_path, rows, name="once.csv"))
    assert "Rows 4 and 8 look like one game: it counts once." in twice.notes
    many = read_of(tmp_path, [*rows, *[rows[2]] * 20])
    assert plain(many) == plain(twice)
    assert "In the same way 12 more games look like another." in many.notes
    assert len(many.notes) == len(twice.notes) + 8
    other = read_of(tmp_path, [*rows, rows[2] | {"game": "another"}])
    assert len(other.games) == 7
    assert "Rows 4 and 8 look like one game: both count, as `game` differs." in other.notes


@pytest.mark.parametrize("name", ["games.xlsx", "games.ods"])
def test_a_date_of_a_spreadsheet_is_a_date(name, tmp_path):
    path = dated(tmp_path / name)
    (sheet,) = sheets.read(path, name, dates=True)
    assert sheet.rows == [["date", "at"], ["2026-05-03", "2026-05-03 19:30:00"]]
    (refused,) = sheets.read(path, name)
    assert refused.wrong.keys() == {(1, 0), (1, 1)}


def dated(path):
    """A file whose cells hold dates, as a program saves them, and no texts."""
    day, hour = datetime.date(2026, 5, 3), datetime.datetime(2026, 5, 3, 19, 30)
    if path.suffix == ".xlsx":
        book = Workbook()
        book.active.append(["date", "at"])
        book.active.append([day, hour])
        book.save(path)
        return path
    book, table = OpenDocumentSpreadsheet(), Table(name="games")
    book.spreadsheet.addElement(table)
    head, line = TableRow(), TableRow()
    for name in ("date", "at"):
        head.addElement(TableCell(valuetype="string"))
        head.lastChild.addElement(P(text=name))
    for value in (day.isoformat(), hour.isoformat()):
        line.addElement(TableCell(valuetype="date", datevalue=value))
    table.addElement(head)
    table.addElement(line)
    book.save(str(path))
    return path


@pytest.mark.parametrize(
    "said", ["2026-05-03", "2026-05-03 19:30", "3.5.2026", "2026-05-03T19:30:00", "20260503"]
)
def test_a_date_may_be_written_in_several_ways(said, tmp_path):
    rows = [row | {"date": said} for row in night()]
    assert read_of(tmp_path, rows).games[0].date == "2026-05-03"


def test_the_sheet_of_games_is_found_among_others(tmp_path):
    tables = [Sheet("columns", [["column"], ["game"]]), sheet_of(night(), "Tuesdays")]
    sheets.write(tmp_path / "two.xlsx", tables)
    assert len(read("defenders", tmp_path / "two.xlsx").games) == 6
    sheets.write(tmp_path / "three.xlsx", [*tables, Sheet("sums", [["total"], [3]])])
    with pytest.raises(InputError, match="which sheet has the games"):
        read("defenders", tmp_path / "three.xlsx")


def test_what_is_fixed_in_the_experiment_is_usual(tmp_path):
    rows = [{h: c for h, c in row.items() if h != "horde"} for row in night()]
    asked = load_experiment(RunRequest("defenders", sets=["horde=epic"], plain=True))
    assert {g.levels["horde"] for g in read(asked, written(tmp_path, rows)).games} == {"epic"}
