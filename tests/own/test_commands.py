"""Every command with the file of a designer's own game: what it does, and what it says to type."""

import json
import re
import shutil
from contextlib import chdir

import pytest

import simulate as toolkit
from analysis.conclusions.comparison import differences
from simulate import store
from simulate.cli import main
from simulate.cli.play.comparing import joined
from simulate.pack import catalogue, load
from tests.machine.kills import bytes_of, killed_after, search_killed
from tests.marks import long_but
from tests.own import coins

pytestmark = pytest.mark.long

FEW = ("--games", "40", "--jobs", "1", "--quiet")
ADVISE = ("advise", coins.FILE, "cards.guilds", "--target=-0.1,0.1", "--set", "players=2",
          "--games", "200", "--jobs", "1", "--quiet")  # fmt: skip
BARE = re.compile(r"simulate [a-z]+ coins(?!\.py)\b")


@pytest.fixture(autouse=True)
def file(here):
    """The file lies where commands are typed."""
    return coins.lay(here)


@pytest.fixture
def run(simulate):
    """The folder of a run of it."""
    simulate("run", coins.FILE, *FEW, "--out", "run")
    return "run"


PLAYS = {
    "run": ("run", coins.FILE),
    "counts": ("run", coins.FILE, "--keep", "counts"),
    "settled": ("run", coins.FILE, "--until", "settled"),
    "confirmed": ("run", coins.FILE, "--confirm-with", "quick"),
    "compare": ("compare", coins.FILE, "--set", "rules.goal=10"),
    "ladder": ("ladder", coins.FILE, "--set", "strategy=quick,random"),
    "sensitivity": ("sensitivity", coins.FILE, "rules"),
}


@pytest.mark.parametrize("name", long_but({"run", "counts"}, PLAYS))
def test_what_plays_it_writes_a_report(simulate, here, name):
    ended = simulate(*PLAYS[name], *FEW, "--out", "it")
    assert ended.last_line == "it/report.html"
    header = json.loads((here / "it/report.json").read_text("utf-8"))["header"]
    assert header["title"] == "Coins"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("experiments",), "coins.py/default"),
        (("strategies",), "look_ahead"),
        (("factors",), "guilds by seat"),
        (("parameters",), "designer: coins.py"),
        (("cards",), "cards.guilds.ants"),
        (("features",), "whether the move grabs"),
        (("games",), "competitive"),
        (("guesses",), "there are none"),
    ],
)
def test_it_is_listed_by_its_file(simulate, words, told):
    assert told in simulate("list", *words, coins.FILE).out
    assert told in simulate("list", *words, "--pack", coins.FILE).out


def test_its_cards_have_a_schema_and_go_into_a_spreadsheet(simulate, here):
    assert json.loads(simulate("list", "schema", f"{coins.FILE}/cards").out)["properties"]
    simulate("cards", "export", coins.FILE, "cards.csv")
    assert "bees" in (here / "cards.guilds.csv").read_text("utf-8")


OWN_PLACE = "its numbers stand in the file, or in a spreadsheet that it reads: change them there"
OF_DESIGNER = '[goal]\nvalue = 9\nsource = "designer: coins.py"\n'
OF_PACK = "laid: is a pack of your own game: change a value in its files, or in coins.py for good"
ONLY = "only coins.py can play them: `simulate run coins.py --pack laid`, or `simulate check coins"
REFUSED = [
    ("run coinz.py", "coinz.py: there is no such file; did you mean `coins.py`?"),
    ("run coinz.py --jobs x", "--jobs x: must be a whole number"),
    ("run coins", "coins: a game of your own is named by its file: `coins.py`"),
    ("run coins.py/cards", "there is no experiment `cards` of coins.py (experiments: default)"),
    ("run coins.py --guesses 8", "no number is a guess; `simulate sensitivity coins.py` steps"),
    ("run coins.py --pack defenders/unfitted", "belongs to the game `defenders`, not to `coins`"),
    ("run coins.py --set rules.goal=99", "found 99; `goal` in RULES of coins.py sets the limit"),
    ("run coins.py --set cards.guilds.ants.bonus=9",
     '(found 9); LIMITS["guilds.bonus"] = (LEAST, MOST) of coins.py sets the limit'),
    ("run coins.py --set strategy=greed", "did you mean `greedy`?"),
    ("advise coins.py", "a search needs a target; name one: --target"),
    ("compare coins.py --pack coins.py", "names no change: add a second run"),
    ("edit coins.py", OWN_PLACE),
    ("edit coins.py Dogs --card guilds", OWN_PLACE),
    ("cards import coins.py cards.csv", OWN_PLACE),
    ("list cards coinz.py", "there is no such file; did you mean `coins.py`?"),
    ("list schema coins.py", "did you mean `coins.py/rules`?"),
    ("doctor coinz.py", "there is no such file; did you mean `coins.py`?"),
    ("doctor coins", "there is no game `coins`"),
    ("run exp.toml", "give its file, such as `simulate run exp.toml --pack coins.py`"),
    ("run laid", ONLY),
    ("check laid", ONLY),
    ("edit laid", OF_PACK),
    ("edit laid Dogs --card guilds", OF_PACK),
    ("cards import laid cards.csv", OF_PACK),
    ("run --pack mine", "only coins.py can play them: `simulate run coins.py --pack mine`"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "told"), REFUSED)
def test_what_it_cannot_do_is_said_with_what_to_type(refused, here, monkeypatch, line, told):
    monkeypatch.setattr(catalogue, "_own", {})  # as in a process that has not seen it
    (here / "exp.toml").write_text('game = "coins"\n', "utf-8")
    (here / "mine").mkdir()
    (here / "mine/rules.toml").write_text('game = "coins"\n', "utf-8")
    (here / "laid").mkdir()
    (here / "laid/rules.toml").write_text(f'game = "coins"\n{OF_DESIGNER}', "utf-8")
    message = refused(*line.split())
    assert told in message
    assert len(message.splitlines()) <= 5


def test_an_experiment_file_is_played_with_it_as_the_pack(simulate, here):
    (here / "exp.toml").write_text('game = "coins"\n[factors]\nplayers = [2, 3]\n', "utf-8")
    simulate("run", "exp.toml", "--pack", coins.FILE, *FEW, "--out", "it")
    manifest = toolkit.open_run(here / "it").manifest
    assert manifest["command"].startswith("simulate run exp.toml --pack coins.py ")
    assert [cell["levels"] for cell in manifest["cells"]] == [{"players": 2}, {"players": 3}]


def test_what_is_set_for_the_folder_goes_before_what_the_file_comes_with(simulate, here):
    (here / "simulate.toml").write_text("games = 30\n", "utf-8")
    ended = simulate("run", coins.FILE, "--dry-run", "--jobs", "1")
    assert "note: from simulate.toml: games 30" in ended.err
    assert "2 cells of 30 games each" in ended.out


def test_a_game_of_it_is_told_without_a_run(simulate):
    ended = simulate("replay", coins.FILE, "--set", "players=2")
    assert "Turn 1, round 1: Seat 1" in ended.out
    lines = simulate("replay", coins.FILE, "--json", "--legal", "--states").out.splitlines()
    start, move = json.loads(lines[0]), json.loads(lines[1])
    assert {each["move"] for each in move["legal"]} == {"grab", "wait"}
    assert start["state"]["coins"] == [0, 0, 0]
    assert sum(move["state"]["coins"]) > 0  # as it stands after the move, as in the five


def test_a_game_of_a_run_is_told_where_its_python_may_run(simulate, refused, run, file):
    file.write_text(coins.TEXT.replace("2\n", "3\n"), "utf-8")  # the run plays what it was
    asked = ("replay", run, "--cell", "0", "--game", "3")
    ended = simulate(*asked, "--allow-code")
    assert "points, place 1" in ended.out
    catalogue._own.clear()
    said = refused(*asked)
    assert "this runs the Python code of coins.py; read it and add --allow-code" in said
    assert "`simulate replay coins.py --run run --cell 0 --game 3`" in said


def test_who_types_the_file_that_a_run_has_played_is_told_its_games(simulate, refused, run, file):
    asked = ("--cell", "0", "--game", "3")
    allowed = simulate("replay", run, *asked, "--allow-code").out
    catalogue._own.clear()
    assert simulate("replay", coins.FILE, "--run", run, *asked).out == allowed
    catalogue._own.clear()
    file.write_text(coins.TEXT + "\n", "utf-8")
    said = refused("replay", coins.FILE, "--run", run, *asked)
    assert (
        "coins.py: this is not the file that run has played; that was an earlier text of coins.py"
        in said
    )
    assert "`simulate replay run --cell 0 --game 3 --allow-code` plays the stored text" in said


@pytest.mark.parametrize(
    "words, says",
    [
        (("defenders", "--run", "run"), "--run run: goes with the file of a game of your own"),
        (("--run", "run"), "--run run: goes with the file of a game of your own"),
        ((coins.FILE, "--run", "runs/9"), "--run runs/9: there is no such run"),
        ((coins.FILE, "--run", "run", "--seed", "3"), "--seed 3: a run stores its seed"),
    ],
)
def test_a_run_is_named_beside_its_own_file_alone(refused, run, words, says):
    assert says in refused("replay", *words)


def test_the_run_of_a_stranger_is_listed_and_told_without_its_python(simulate, run, file):
    file.unlink()
    catalogue._own.clear()
    assert "complete  80 games  Coins: default, seed 1" in simulate("runs", ".").out
    assert "Coins: default, seed 1" in simulate("runs", run).out
    simulate("report", run)
    simulate("export", run, "it.xlsx")


@pytest.mark.long
def test_a_ladder_without_names_has_the_players_that_are_there(simulate, here):
    simulate("ladder", coins.FILE, "--games", "10", "--jobs", "1", "--quiet", "--out", "it")
    seated = {*toolkit.open_run(here / "it").speeds()["strategy"]}
    assert seated == {"balanced", "greedy", "quick", "random"}


@pytest.mark.long
def test_what_it_says_to_type_next_can_be_typed(simulate, here):
    simulate(*ADVISE, "--out", "it")
    texts = [(here / "it/report.json").read_text("utf-8")]
    texts += [path.read_text("utf-8") for path in here.glob("it/packs/*/EVIDENCE.md")]
    assert not BARE.search("".join(texts))
    assert all("simulate run coins.py" in text for text in texts)
    pack = "it/packs/1"
    simulate("run", coins.FILE, "--pack", pack, *FEW, "--out", "changed")
    assert toolkit.open_run(here / "changed").manifest["pack"]["differences"]
    simulate("compare", coins.FILE, "--pack", pack, *FEW, "--out", "both")
    simulate("run", "it/confirmed.toml", "--pack", coins.FILE, *FEW, "--out", "again")


def test_a_file_that_was_changed_is_another_game_in_the_same_process(here, file):
    few = {"players": 2, "games": 30, "jobs": 1, "seed": 1}
    first = toolkit.play(coins.FILE, out="first", **few)
    text = coins.TEXT.replace('"guilds.bonus": (0, 3)', '"guilds.bonus": (0, 9)')
    file.write_text(text.replace('"bonus": 1', '"bonus": 8'), "utf-8")
    second = toolkit.play(coins.FILE, out="second", **few)
    assert not first.seats().equals(second.seats())
    assert load("coins").value("cards.guilds.ants.bonus") == 8
    with pytest.raises(toolkit.Error, match=r"must be at most 9 \(found 10\)"):
        toolkit.play(coins.FILE, set={"cards.guilds.ants.bonus": 10}, **few)
    file.write_text(coins.TEXT, "utf-8")
    third = toolkit.play(coins.FILE, out="third", **few)
    assert bytes_of(here / "first/seats") == bytes_of(here / "third/seats")
    assert first.manifest["own"] == third.manifest["own"]


def test_what_was_written_anew_is_told_beside_the_numbers(here, file):
    few = {"players": 2, "games": 30, "jobs": 1, "seed": 1}
    first = toolkit.play(coins.FILE, out="first", **few)
    file.write_text(coins.TEXT.replace("else 2", "else 3"), "utf-8")
    second = toolkit.play(coins.FILE, out="second", **few)
    both = joined(("first", "second"), [store.open_run(run.path) for run in (first, second)])
    (differs,) = differences(both)
    assert differs.path == "the text of coins.py"
    assert differs.before != differs.after
    (same,) = (joined(("first", "first"), [store.open_run(first.path)] * 2),)
    assert differences(same) == []


def test_a_search_goes_on_with_the_text_that_it_began_with(simulate, refused, here, file):
    words = ("sensitivity", coins.FILE, "rules", "--games", "200", "--jobs", "1", "--quiet")
    simulate(*words, "--out", "it")
    expected = bytes_of(here / "it")
    shutil.rmtree(here / "it")
    with search_killed(2):
        main([*words, "--out", "it"])
    file.write_text(coins.LEAVES_A_MARK + coins.TEXT, "utf-8")
    catalogue._own.clear()
    assert "state     cut short" in simulate("runs", "it").out
    assert "read it and add --allow-code" in refused("sensitivity", "--resume", "it")
    (here / "elsewhere").mkdir()
    (here / "it").rename(here / "elsewhere/it")
    with chdir("elsewhere"):
        simulate("sensitivity", "--resume", "it", "--allow-code", "--jobs", "1", "--quiet")
    assert bytes_of(here / "elsewhere/it") == expected
    assert not [*here.rglob("ran")]


def test_a_run_goes_on_with_the_text_that_it_began_with(simulate, refused, here, file):
    words = ("run", coins.FILE, "--games", "300", "--jobs", "1", "--quiet", "--out")
    simulate(*words, "whole")
    with killed_after(1):
        main([*words, "it"])
    file.write_text(coins.LEAVES_A_MARK + coins.TEXT, "utf-8")
    catalogue._own.clear()
    assert "read it and add --allow-code" in refused("run", "--resume", "it")
    simulate("run", "--resume", "it", "--allow-code", "--jobs", "1", "--quiet")
    for part in ("games", "seats"):
        assert bytes_of(here / "it" / part) == bytes_of(here / "whole" / part)
    assert not [*here.rglob("ran")]


def test_a_search_that_names_another_file_runs_it_not(refused, here, file):
    with search_killed(2):
        main([*ADVISE, "--out", "it"])
    coins.lay(here, coins.LEAVES_A_MARK + coins.TEXT, "evil.py")
    (journal,) = here.glob("it/journal*")
    text = journal.read_text("utf-8")
    for what in ('"target": "evil.py"', '"target": "it/evil.py"'):
        journal.write_text(text.replace('"target": "coins.py"', what, 1), "utf-8")
        assert "evil.py" not in text
        refused("advise", "--resume", "it", "--allow-code")
        refused("advise", "--resume", "it")
    assert not [*here.rglob("ran")]


def test_versions_say_what_of_the_file_was_changed(simulate, file):
    texts = [
        coins.TEXT,
        coins.TEXT.replace("rule(8, ", "rule(9, "),
        coins.TEXT.replace("rule(8, ", "rule(9, ").replace("else 2", "else 1"),
    ]
    for number, text in enumerate(texts):
        file.write_text(text, "utf-8")
        simulate("run", coins.FILE, *FEW, "--no-second", "--out", f"runs/v{number}")
    told = [line.strip() for line in simulate("runs").out.splitlines() if "changed:" in line]
    assert told == ["changed: rules.goal 8 -> 9", "changed: the Python of the file"]


def test_a_yes_on_a_card_is_turned(simulate, file):
    file.write_text(coins.TEXT.replace('{"bonus": 0}', '{"bonus": 0, "hums": True}'), "utf-8")
    ended = simulate("sensitivity", coins.FILE, "cards.guilds.bees.hums", *FEW)
    assert "Never met here: 1 change" in ended.out and "Bees: hums" in ended.out
