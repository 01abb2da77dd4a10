"""What is wrong with a sheet of games is told all at once, each thing at its place."""

import pytest

from simulate.playtests.reading import read
from tests.playtests.made import asked, changed, contest, night, read_of, sheet_of, written
from tests.playtests.test_sheet import row_a_game
from tests.refusals import problems_of

# Of the games of Defenders: the row, what stands there instead, the column, what is said.
TOGETHER = [
    (2, {"hero": "Rangr"}, "G", "there is no hero `Rangr`; did you mean `ranger`?"),
    (2, {"horde": "esay"}, "E", "there is no level of `horde` `esay`; did you mean `easy`?"),
    (4, {"horde": "hard"}, "E", "`horde` is `hard` in this row and `easy` in row 2"),
    (2, {"date": "soon"}, "B", "`soon` is not a date; write 2026-05-03"),
    (2, {"date": "3/5/2026"}, "B", "`3/5/2026` could be two dates"),
    (2, {"date": "2026-02-30"}, "B", "`2026-02-30` is not a date"),
    (3, {"seat": 1}, "F", "seat 1 of game `1` stands in row 2 already"),
    (3, {"seat": None}, "F", "has no seat, though other rows of its game have"),
    (4, {"seat": 4}, "F", "game `1` has a seat 4, but no row of seat 3"),
    (4, {"seat": "first"}, "F", "`first` is not a number"),
    (4, {"players": 4}, "D", "`players` is `4` in this row and `3` in row 2"),
    (2, {"players": 7}, "D", "there is no level of `players` `7`"),
    (3, {"won": "no"}, "H", "says lost, and row 2 won: in game `1` all win or lose as one"),
    (3, {"won": "perhaps"}, "H", "`perhaps` is neither yes nor no"),
    (3, {"hero": "bard"}, "G", "`bard` is in row 2 of this game already: there is one of each"),
    (3, {"game": None}, "A", "this row does not say of which game it is"),
    (3, {"game": "x" * 101}, "A", "has 101 letters (at most 100)"),
    (3, {"group": "Monday"}, "C", "`group` is `Monday` in this row and `Tuesday` in row 2"),
    (3, {"rounds": 2.5}, "I", "`2.5` is not a whole number"),
    (3, {"minutes": -1}, "J", "`-1` is less than 0"),
    (3, {"newcomer": "nay"}, "K", "`nay` is neither yes nor no"),
    (3, {"leave_out": "maybe"}, "M", "`maybe` is neither yes nor no"),
]


@pytest.mark.parametrize(("row", "cells", "column", "said"), TOGETHER)
def test_each_thing_is_told_at_its_place(row, cells, column, said, tmp_path):
    rows = [row_ | {"leave_out": None} for row_ in night()]
    problems = problems_of(read_of, tmp_path, changed(rows, row, **cells))
    where = f"{tmp_path / 'games.csv'}, sheet games, row {row}, column {column}"
    assert any(p.where == where and p.what.startswith(said) for p in problems), problems
    assert len({problem.where for problem in problems}) <= 2


CONTEST = [
    ({"won": ""}, "nobody won game `K3`: write who did, or leave the game out"),
    ({"won": 0.3}, "the shares of the win of game `K3` add up to 0.3, not to 1"),
    ({"won": 1.5}, "`1.5` is no share: from 0 to 1"),
    ({"faction": "Dwarfs"}, "there is no faction `Dwarfs`; did you mean `dwarves`?"),
]


@pytest.mark.parametrize(("cells", "said"), CONTEST)
def test_a_contest_is_won_by_somebody(cells, said, tmp_path):
    problems = problems_of(read_of, tmp_path, changed(contest(), 8, **cells), "kingdoms")
    assert any(problem.what.startswith(said) for problem in problems), problems


def test_too_many_winners_are_told_how_to_share(tmp_path):
    rows = changed(contest(), 9, won="yes")
    (problem,) = problems_of(read_of, tmp_path, rows, "kingdoms")
    said = "2 seats won game `K3`; if they share the win, in a tie or as a team, write 0.5 for each"
    assert problem.what == said


def test_all_is_told_at_once(tmp_path):
    rows = changed(night(), 2, hero="Rangr")
    for row, cells in ((4, {"horde": "huge"}), (5, {"won": "eh"}), (9, {"date": "?"})):
        rows = changed(rows, row, **cells)
    rows = changed(rows, 12, seat=2)
    problems = problems_of(read_of, tmp_path, rows)
    rows = {problem.where.split(", ")[2] for problem in problems}
    assert rows == {"row 2", "row 4", "row 5", "row 9", "row 13"}


@pytest.mark.parametrize(
    ("heading", "said"),
    [("heros", "hero"), ("hordes", "horde"), ("Leave ot", "leave_out"), ("new comer", "newcomer")],
)
def test_a_misspelt_heading_is_told_the_nearest(heading, said, tmp_path):
    rows = [{h: c for h, c in row.items() if h != said} | {heading: "x"} for row in night()]
    (problem,) = problems_of(read_of, tmp_path, rows)
    assert problem.what == f"there is no column `{heading}`; did you mean `{said}`?"
    assert ", sheet games, row 1, column " in problem.where


def test_headings_that_are_needed(tmp_path):
    rows = [{"hero": "bard", "seat": 1} for _ in range(5)]
    whats = [problem.what for problem in problems_of(read_of, tmp_path, rows)]
    assert [what.split(",")[0] for what in whats] == ["has no column `game`", "has no column `won`"]


def test_headings_of_the_other_kind_of_row(tmp_path):
    rows = [row | {"winner": 1} for row in night()]
    (problem,) = problems_of(read_of, tmp_path, rows)
    assert problem.what.startswith("`winner` goes with a row a game")
    rows = [row | {"seat": 1} for row in row_a_game(night())]
    (problem,) = problems_of(read_of, tmp_path, rows)
    assert problem.what.startswith("`seat` goes with a row a seat")


def test_a_heading_stands_above_one_column(tmp_path):
    text = "game,game,seat,hero,won\n1,1,1,bard,yes\n"
    (tmp_path / "games.csv").write_text(text)
    problems = problems_of(read, asked("defenders"), tmp_path / "games.csv")
    assert "`game` stands above two columns" in [problem.what for problem in problems]


def test_a_setting_that_is_none_is_refused_with_why(tmp_path):
    rows = [row | {"layout": "fixed"} for row in night()]
    problems = problems_of(read_of, tmp_path, rows)
    said = "such a game cannot be played: layout = fixed does not go with horde = hard"
    assert [problem.what.startswith(said) for problem in problems] == [True] * 3
    assert problems[0].where.endswith("row 10")


def test_a_row_a_game_has_as_many_seats_as_players(tmp_path):
    rows = row_a_game(night())
    rows[0]["players"] = 2
    (problem,) = problems_of(read_of, tmp_path, rows)
    assert problem.what.startswith("`players` is 2, and 3 seats are told of")
    rows[0] = {"game": 1, "won": "yes"}
    (problem,) = problems_of(read_of, tmp_path, rows)
    assert problem.what.startswith("does not tell who played: fill `hero.1` and so on")


@pytest.mark.parametrize(
    ("winner", "said"),
    [
        (4, "there is no seat 4 (1 to 3)"),
        ("orcs", "`orcs` is at 0 seats"),
        (None, "nobody won"),
    ],
)
def test_a_winner_is_one_of_the_game(winner, said, tmp_path):
    rows = row_a_game(contest(), [winner, 1, 2, 3, 1, 2])
    (problem,) = problems_of(read_of, tmp_path, rows, "kingdoms")
    assert problem.what.startswith(said)


def test_one_name_is_one_game(tmp_path):
    rows = row_a_game(night())
    (problem,) = problems_of(read_of, tmp_path, [*rows, rows[1] | {"game": 1}])
    assert problem.what == "game `1` stands in row 2 already, with another result or line-up"
    assert problem.where.endswith("row 8, column A")


@pytest.mark.parametrize(("count", "said"), [(1, "holds 1 game"), (4, "holds 4 games")])
def test_fewer_than_five_games_say_nothing(count, said, tmp_path):
    (problem,) = problems_of(read_of, tmp_path, night(count))
    assert problem.what == f"{said}; at least 5 are needed to say anything"


def test_alone_against_the_dummy_player_one_wins_or_loses(tmp_path):
    rows = [
        {"game": n, "date": f"2026-05-0{n}", "faction": "orcs", "won": "no" if n < 3 else "yes"}
        for n in range(1, 7)
    ]
    games = read_of(tmp_path, rows, "ultra_kingdoms").games
    assert [game.seats[0].won for game in games] == [0, 0, 1, 1, 1, 1]
    rows = [row | {"dummy_faction": "orcs"} for row in rows]
    problems = problems_of(read_of, tmp_path, rows, "ultra_kingdoms")
    assert len(problems) == 6
    assert all(problem.what.startswith("such a game cannot be played") for problem in problems)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("games.xslx", "; did you mean `.xlsx`?"),
        ("games", "its name must end with .xlsx, .ods, .csv, .json, .bgsplay or .xml"),
        ("none.csv", "there is no such file"),
        ("none.json", "cannot be read: no such file or directory"),
        ("none.xml", "cannot be read: no such file or directory"),
    ],
)
def test_a_file_that_cannot_be_read(name, said, tmp_path):
    (problem,) = problems_of(read, asked("defenders"), tmp_path / name)
    assert said in problem.what


def test_an_unknown_game_is_told_before_the_file(tmp_path):
    path = written(tmp_path, [*sheet_of([]).rows])
    assert "defenders" in problems_of(read, "defendres", path)[0].what
