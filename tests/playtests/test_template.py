"""The sheet that people fill in: each game's, and read when it is filled."""

from pathlib import Path

import pytest

from simulate.core.files import sheets
from simulate.pack import catalogue
from simulate.playtests.reading import read
from simulate.playtests.template import write
from simulate.playtests.terms import GameTerms
from tests.playtests.made import asked
from tests.refusals import problems_of

pytestmark = pytest.mark.long

OWN = Path(__file__).parents[1] / "own" / "games"
GAMES = [*catalogue.GAMES, str(OWN / "lamps.py"), str(OWN / "tic_tac_toe.py")]
FACTORS = {
    "defenders": ["players", "horde", "layout", "sides"],
    "kingdoms": ["players", "exploration"],
    "ultra_kingdoms": ["players", "dummy_resources"],
    "dungeons": ["heroes"],
    "tactics": ["players", "mode", "map"],
    "lamps": ["players", "wind"],
    "tic_tac_toe": ["players"],
}
HELD = {"defenders": ["hero"], "dungeons": ["hero"], "tactics": ["units"]}
HELD |= {name: ["faction"] for name in ("kingdoms", "ultra_kingdoms")}


def filled(path, terms, count=5):
    """The empty sheet with so many games in it, each won by the first seat, or by all."""
    games, columns = sheets.read(path, path.name)
    headings = games.rows[0]
    held = []
    if terms.held:
        names = [*terms.option_names]
        held = names if terms.held == 1 else by_class(terms)
    players = next(factor.default for factor in terms.factors if factor.who_plays)
    for number in range(1, count + 1):
        for seat in range(1, players + 1):
            won = "yes" if seat == 1 or terms.facts.cooperative else "no"
            row = {"game": number, "date": f"2026-03-0{number}", "seat": seat, "won": won}
            row |= {"score": number} | ({terms.option: held[seat]} if held else {})
            games.rows.append([row.get(heading) for heading in headings])
    path.unlink()
    sheets.write(path, [games, columns])


def by_class(terms):
    """Four units for each of some seats."""
    classes = {}
    for name, card in terms.pack.sections["units"].items():
        classes.setdefault(card["class"], []).append(name)
    return ["; ".join(row) for row in zip(*classes.values(), strict=False)]


@pytest.mark.parametrize("game", GAMES)
def test_an_empty_sheet_holds_no_games_and_a_filled_one_does(game, tmp_path):
    experiment, path = asked(game), tmp_path / "results.xlsx"
    assert write(experiment, path) == [path]
    name = Path(game).stem
    headings = sheets.read(path, path.name)[0].rows[0]
    assert headings == [
        "game", "date", "group", *FACTORS[name], "seat", *HELD.get(name, []), "won", "score",
        "rounds", "minutes", "newcomer", "who", "leave_out",
    ]  # fmt: skip
    (problem,) = problems_of(read, experiment, path)
    assert problem.what == "holds no games yet; at least 5 are needed to say anything"
    terms = GameTerms(experiment)
    filled(path, terms)
    found = read(experiment, path)
    assert len(found.games) == 5
    assert found.games[0].levels.keys() >= {*FACTORS[name]}
    assert found.games[0].seats[0].won == 1
    assert all(len(seat.options) == terms.held for seat in found.games[0].seats)


@pytest.mark.parametrize("name", ["results.xlsx", "results.ods", "results.csv"])
def test_a_sheet_is_never_overwritten(name, tmp_path):
    paths = write(asked("kingdoms"), tmp_path / name)
    before = [path.read_bytes() for path in paths]
    problems = problems_of(write, asked("kingdoms"), tmp_path / name)
    assert [problem.where for problem in problems] == sorted(map(str, paths))
    assert [path.read_bytes() for path in paths] == before


def test_a_csv_has_a_file_for_each_sheet_and_is_read_by_its_name(tmp_path):
    paths = write(asked("kingdoms"), tmp_path / "results.csv")
    assert [path.name for path in paths] == ["results.games.csv", "results.columns.csv"]
    (problem,) = problems_of(read, asked("kingdoms"), tmp_path / "results.csv")
    assert problem.what.startswith("holds no games yet")


def test_the_second_sheet_names_all_that_a_column_may_hold(tmp_path):
    write(asked("defenders"), tmp_path / "results.xlsx")
    columns = sheets.read(tmp_path / "results.xlsx", "results.xlsx")[1]
    lines = [[cell or "" for cell in row] for row in columns.rows]
    assert [line[2:4] for line in lines if line[2:3] == ["epic"]] == [["epic", "4 dire enemies"]]
    assert [line[2:4] for line in lines if line[2:3] == ["bard"]] == [["bard", "Bard"]]
    told = [line[0] for line in lines if line and line[0]]
    assert told[1:] == sheets.read(tmp_path / "results.xlsx", "results.xlsx")[0].rows[0]


def test_another_ending_is_refused(tmp_path):
    (problem,) = problems_of(write, asked("kingdoms"), tmp_path / "results.xls")
    assert "its name must end with" in problem.what
