"""`simulate playtests` from a sheet to its page, and people's games beside a run."""

import json
from pathlib import Path

import pytest

from analysis.conclusions import kept_people
from analysis.conclusions.people import refuting
from analysis.conclusions.people_change import changes
from analysis.conclusions.robustness import Claim, key_of
from analysis.stats.intervals import rate
from simulate.core.errors import InputError
from simulate.run.side import playtests as side
from tests.reports.made_up_people import AGREES, ANSWERS, FAR, HEROES, grid

pytestmark = pytest.mark.long

SHEET = "game,players,horde,hero.1,hero.2,won,rounds,notes\n" + "".join(
    f"{n},2,easy,{first},{second},{won},{6 + n % 3},late\n"
    for n, (first, second, won) in enumerate(
        [("ranger", "cleric", "yes"), ("ranger", "bard", "no"), ("druid", "cleric", "yes"),
         ("druid", "bard", "yes"), ("paladin", "ranger", "yes"), ("bard", "paladin", "no"),
         ("warrior", "oracle", "yes"), ("oracle", "ranger", "no")]
    )
)  # fmt: skip
GAMES = Path(__file__).parents[1] / "own" / "games"
FEW = ("--jobs", "1", "--quiet")


@pytest.fixture
def few_games(monkeypatch):
    """As few simulated games as a block has."""
    monkeypatch.setattr(side, "MOST", side.AT_ONCE)
    monkeypatch.setattr(side, "FEWEST", side.AT_ONCE)


@pytest.fixture
def sheet(here, few_games):
    path = here / "results.csv"
    path.write_text(SHEET, "utf-8")
    return path


def test_a_sheet_is_told_of_and_played_once(simulate, here, sheet):
    """Terminal, page, numbers and spreadsheet say the same; the second time nothing is played."""
    first = simulate("playtests", "defenders", sheet, "--out", "first", *FEW)
    told = json.loads((here / "first/playtests.json").read_text("utf-8"))
    assert first.last_line == str(here.joinpath("first/playtests.html").relative_to(here))
    for finding in told["findings"]:
        assert finding["text"] in first.out
    assert "would notice" in told["header"]["answer"]  # never without what was not to be seen
    assert len(first.out.splitlines()) <= 24
    asked = simulate("playtests", "defenders", sheet, "--dry-run")
    assert "which are simulated already" in asked.err
    again = json.loads(simulate("playtests", "defenders", sheet, "--json", "--seed", 1, *FEW).out)
    assert again["paths"]["data"] == "runs/playtests-1/playtests.json"
    assert [f["text"] for f in again["findings"]] == [f["text"] for f in told["findings"]]
    simulate("export", "first", "told.xlsx")
    assert "people" in simulate("runs", "runs").out


def test_what_lies_in_the_cache_is_looked_at_first(simulate, here, sheet):
    told = simulate("playtests", "defenders", sheet, "--out", "first", *FEW).out
    asked = side.plan_of(side.RunRequest("defenders"), read(sheet).games)
    (file,) = {side._file(asked, 0)}
    whole = file.read_bytes()
    for wrong in (b"", whole[:-9], b"PK\x03\x04" + bytes(40)):
        file.write_bytes(wrong)
        assert asked.missing == [0]
    file.write_bytes(whole)
    assert asked.missing == []
    nodes = side._known(asked, 0)
    nodes[0]["share"] = nodes[0]["share"] + 2.0
    side._keep(asked, 0, nodes)
    assert asked.missing == [0]
    again = simulate("playtests", "defenders", sheet, "--out", "again", *FEW).out
    assert again.replace("again/", "first/") == told


def read(sheet):
    from simulate.playtests.reading import read as read_sheet

    return read_sheet("defenders", sheet)


def test_all_that_is_wrong_is_said_at_once_and_nothing_written(refused, here, few_games):
    (here / "bad.csv").write_text(SHEET.replace("cleric", "clerik").replace("yes", "perhaps"))
    said = refused("playtests", "defenders", "bad.csv", "--jobs", "0")
    assert "--jobs 0" in said and "did you mean `cleric`" in said and "perhaps" in said
    assert "row 2, column E" in said and "row 2, column F" in said
    assert "there is no game" in refused("playtests", "defender", "bad.csv")


def test_an_evening_is_some_games_of_a_plan(refused, here, few_games):
    (here / "bad.csv").write_text(SHEET.replace("cleric", "clerik"))
    said = refused("playtests", "defenders", "bad.csv", "--evening", "25")
    assert "--evening 25: is of planned games: give --plan as well" in said
    assert "--evening 25: must be a whole number of games from 1 to 24 (found 25)" in said
    assert "did you mean `cleric`" in said
    said = refused("playtests", "defenders", "bad.csv", "--plan", "--evening", "six", "--dry-run")
    assert 'from 1 to 24 (found "six")' in said


def test_games_played_together_are_not_planned(simulate, here, sheet):
    told = simulate("playtests", "defenders", sheet, "--plan", "--out", "told", *FEW).out
    assert "Play next: nothing, as only games in which players compete are planned" in told
    made = json.loads((here / "told/playtests.json").read_text("utf-8"))
    assert "next" in [section["id"] for section in made["sections"]]


def test_an_empty_sheet_is_laid_and_never_over_another(simulate, refused, here):
    assert simulate("playtests", "kingdoms", "new.xlsx", "--template").last_line == "new.xlsx"
    assert "new.xlsx" in refused("playtests", "kingdoms", "new.xlsx", "--template")
    assert "holds no games yet" in refused("playtests", "kingdoms", "new.xlsx")


def test_tables_of_two_skills_are_played_where_newcomers_are_told(here, sheet):
    marked = SHEET.replace("notes", "newcomers").replace("late", "1")
    sheet.write_text(marked, "utf-8")
    asked = side.plan_of(side.RunRequest("defenders"), read(sheet).games)
    assert asked.places == (*side.NODES, None)
    assert asked.cells(0)[-1].setting["skill"] == [0.4, 0.8]


def test_an_own_game_is_told_of_by_lengths_alone_or_not_at_all(simulate, here, few_games):
    """Winners of even tables do not tell how well people play."""
    (here / "nim.py").write_text((GAMES / "nim.py").read_text("utf-8"), "utf-8")
    rows = "".join(f"{n},2,{1 + n % 2}\n" for n in range(8))
    (here / "nim.csv").write_text(f"game,players,winner\n{rows}", "utf-8")
    told = simulate("playtests", "nim.py", "nim.csv", "--out", "told", *FEW).out
    assert "winners alone do not tell how well" in told
    assert json.loads((here / "told/playtests.json").read_text("utf-8"))["header"]["game"] == "nim"


def test_people_of_a_pack_stand_beside_its_findings(simulate, refused, mine, sheet, here):
    (mine / "people.csv").write_text(SHEET, "utf-8")
    question = 'game = "defenders"\nplaytests = "people.csv"\n'
    (mine / "game.toml").write_text(question, "utf-8")
    words = (
        "run",
        "mine",
        "--set",
        "players=2",
        "--set",
        "horde=easy",
        "--games",
        50,
        "--no-second",
    )
    told = simulate(*words, "--out", "it", *FEW)
    report = json.loads((here / "it/report.json").read_text("utf-8"))
    (line,) = [one for one in report["lines"] if one["label"] == "Your table"]
    assert line["text"] in told.out
    assert "people" in [section["id"] for section in report["sections"]]
    found = kept_people.read(here / "it")
    assert (found.file, found.answer.games) == ("mine/people.csv", 8)

    (mine / "people.csv").write_text(SHEET.replace("bard", "brad"), "utf-8")
    assert "did you mean `bard`" in refused(*words, "--out", "other", *FEW)
    simulate(*words, "--out", "after", "--seed", 2, "--playtests", sheet, *FEW)
    both = simulate("compare", "it", "after", "--out", "both").out
    assert "Your tables: Nothing is shown by so few games of people" in both

    data = json.loads((here / "it/people.json").read_text("utf-8"))
    data["answer"]["agreement"]["p"] = 7
    (here / "it/people.json").write_text(json.dumps(data), "utf-8")
    assert "people.json" in refused("report", "it")


def kept(answer, tmp_path):
    kept_people.write(tmp_path, "results.csv", grid(), answer)
    return kept_people.read(tmp_path)


def test_a_finding_is_refuted_only_by_a_sure_difference(tmp_path):
    """Of 43 points 3 of a hundred are left: a rate in 40 to 60% is not, one above 1% is there."""
    people = kept(ANSWERS["differs"], tmp_path)
    about = ("win_rate_effect", {"hero": "ranger"})

    def said(low, high, of=about, by=people):
        return refuting(by, of, 0.0, Claim(key_of(*of), low, high))

    assert said(-0.1, 0.1) == FAR and said(0.0, 1.0) == FAR
    assert said(-1.0, 0.0) is None  # that it brings less is what people find, too
    assert said(-0.1, 0.1, ("win_rate_effect", {"hero": "cleric"})) is None
    assert said(-0.1, 0.1, ("win_rate_effect", {"dire_enemy": "ranger"})) is None
    assert said(-0.1, 0.1, by=kept(AGREES, tmp_path)) is None
    assert said(-0.1, 0.1, by=None) is None
    assert said(-0.1, 0.1, ("win_rate", {"players": 2, "horde": "easy"})) is None  # near enough


def test_a_stranger_s_file_beside_a_run_is_refused(tmp_path):
    kept(AGREES, tmp_path)
    path = tmp_path / "people.json"
    data = json.loads(path.read_text("utf-8"))
    for wrong in ([], {**data, "more": 1}, {**data, "file": 3}, {**data, "names": {"a": 1}}):
        path.write_text(json.dumps(wrong), "utf-8")
        with pytest.raises(InputError, match="is not in the format"):
            kept_people.read(tmp_path)


def test_a_change_at_peoples_tables_is_the_difference_of_their_rates(tmp_path):
    after = ANSWERS["differs"]
    found = {one.of.option: one for one in changes(AGREES, after)}
    ranger = found["ranger"]
    assert ranger.before == rate(4, 17) and ranger.after == rate(1, 30)
    assert ranger.effect.value == pytest.approx(1 / 30 - 4 / 17)
    assert ranger.effect.low < ranger.effect.value < ranger.effect.high
    assert set(found) == {"", "ranger"} and "ranger" in HEROES
