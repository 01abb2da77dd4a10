"""Whatever is wrong gets one message that names the place, and leaves everything as it was."""

import subprocess
import time

import pytest

from simulate.cli import main
from tests.cli.conftest import SIMULATE
from tests.machine.process import PATIENCE
from tests.marks import long_but

EXPERIMENT = """game = "defenders"
gmaes = 200

[factors]
horde = ["medium", "medum"]
"""


def test_a_run_that_is_not_there_names_the_nearest(refused, here):
    (here / "before").mkdir()
    assert "befor: there is no such run; did you mean `before`?" in refused("report", "befor")


def test_all_problems_at_once_with_line_caret_and_nearest_name(refused, here):
    (here / "exp.toml").write_text(EXPERIMENT)
    assert refused("run", "exp.toml").splitlines() == [
        "error: 2 problems in exp.toml",
        (
            "  exp.toml:2:1: unknown key `gmaes`; did you mean `games`? (allowed: blanks, "
            "confirm_with, factors, fixed, game, games, guesses, keep, lineup, "
            "minutes_per_decision, playtests, question, resolution, seed, steps, target, until, "
            "variant)"
        ),
        "       2 | gmaes = 200",
        "         | ^^^^^",
        (
            '  exp.toml:5:20: `horde` cannot be "medum"; did you mean `medium`? '
            "(allowed: easy, medium, hard, epic)"
        ),
        '       5 | horde = ["medium", "medum"]',
        "         |                    ^^^^^^^",
    ]


def test_options_and_files_are_told_together(refused, here):
    (here / "exp.toml").write_text(EXPERIMENT)
    (here / "full").mkdir()
    (here / "full" / "thesis.txt").write_text("years of work")
    message = refused(
        "run", "exp.toml", "--games", "1e3", "--jobs", "0", "--out", "full",
        "--set", "players=5", "--set", "rules.capital_limt=3",
        "--set", "cards.heroes.bard.health=x",
    )  # fmt: skip
    places = [
        "--games 1e3: `games` must be a whole number (found 1000.0)",
        "--jobs 0: must be a whole number from 1 to",
        "--out full: this folder is not empty",
        "--set players=5: `players` cannot be 5 (allowed: 1, 2, 3, 4)",
        (
            "--set rules.capital_limt=3: there is no parameter `rules.capital_limt`; "
            "did you mean `rules.capital_limit`?"
        ),
        "--set cards.heroes.bard.health=x: `heroes.bard.health` must be a whole number",
        "exp.toml:2:1: unknown key `gmaes`",
        "exp.toml:5:20: `horde` cannot be",
    ]
    assert message.startswith(f"error: {len(places)} problems\n")
    assert all(f"\n  {place}" in message for place in places)


def test_a_broken_pack_hides_no_other_problem(refused, simulate, here):
    simulate("new", "defenders", "mine")
    cards = here / "mine" / "cards.toml"
    cards.write_text(cards.read_text().replace("health = ", "heatlh = ", 1))
    options = ("--set", "players=9", "--set", "rules.capital_limit=99", "--set", "strategy=own")
    for target in ([], ["defenders"], ["mine/experiments/default.toml"]):
        message = refused("run", *target, "--pack", "mine", *options)
        assert "--set players=9: `players` cannot be 9" in message
        assert "--set rules.capital_limit=99: `rules.capital_limit` must be a whole" in message
        assert "unknown key `heatlh`" in message
        assert "strategy=own" not in message  # the pack may have it
    message = refused("run", "defenders", "--pack", "nowhere", "--set", "players=7")
    assert message.startswith("error: 2 problems\n")
    assert "  nowhere: there is no such folder" in message
    assert "  --set players=7: `players` cannot be 7" in message


def test_all_that_is_wrong_with_a_list_is_told(refused):
    message = refused("list", "foo", "bar", "--pack", "nowhere")
    assert message.startswith("error: 3 problems\n")
    for place in ("foo: cannot be listed", "bar: there is no game", "nowhere: there is no such"):
        assert f"\n  {place}" in message


def test_files_that_cannot_be_read(refused, here):
    (here / "broken.toml").write_text('game = "defenders"\n[factors\n')
    (here / "latin.toml").write_bytes(b'game = "d\xe9fenders"\n')
    (here / "folder.toml").mkdir()
    (here / "steps.toml").write_text('game = "defenders"\n')
    message = refused("run", "broken.toml")
    assert message.startswith("error: broken.toml:2:9: broken TOML: ")
    assert "       2 | [factors\n         |         ^\n" in message
    assert "latin.toml:1:10: not UTF-8 text" in refused("check", "latin.toml")
    assert "folder.toml: this is a folder" in refused("run", "folder.toml")
    assert "stepz.toml: there is no such file; did you mean `steps.toml`?" in refused(
        "run", "stepz.toml"
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["rnu"], "simulate: there is no command `rnu`; did you mean `run`?"),
        (["run", "defenders", "--gmaes", "3"],
         "there is no option `--gmaes`; did you mean `--games`?"),
        (["run", "defenders", "--games"], "simulate run: option '--games' requires an argument"),
        (["run"], "nothing to run was named (games: defenders, kingdoms,"),
        (["run", "defender"], "did you mean `defenders`?"),
        (["run", "defenders/stpes"], "did you mean `steps`?"),
        (["run", "defenders", "more"], "simulate run: got unexpected extra argument"),
        (["run", "defenders", "--pack", "nowhere"], "nowhere: there is no such folder"),
        (["run", "defenders", "--set", "layout=fixed", "--set", "horde=hard"],
         "--set layout=fixed --set horde=hard: "),
        (["run", "defenders", "--set", "players=2", "--set", "strategy.3=random"],
         "`strategy.3`: a table of 2 has no seat 3"),
        (["run", "defenders", "--set", "party=sorceror", "--set", "players=1"],
         "there is no `sorceror` among the heroes; did you mean `sorcerer`?"),
        (["run", "defenders", "--set", "party=bard+druid", "--set", "players=3"],
         "`party` names 2 heroes, the table has 3"),
        (["run", "kingdoms", "--set", "faction.1=human"], "did you mean `humans`?"),
        (["run", "kingdoms", "--set", "faction.1=orcs", "--set", "faction.2=orcs"],
         "faction = orcs for two players: there is one of each"),
        (["run", "kingdoms", "--set", "players=2", "--set", "faction.3=orcs"],
         "`faction.3`: a table of 2 has no seat 3"),
        (["run", "kingdoms", "--set", "players=1"], "`players` cannot be 1 (allowed: 2, 3, 4, 5)"),
        (["run", "kingdoms", "--set", "exploration=maybe"], "(allowed: true, false)"),
        (["run", "ultra_kingdoms", "--set", "exploration=true"],
         "there is no factor or parameter `exploration`"),
        (["run", "ultra_kingdoms", "--set", "players=2", "--set", "dummy_resources=5"],
         "only the game for one has a dummy player"),
        (["run", "ultra_kingdoms", "--set", "players=2", "--set", "dummy_faction=orcs"],
         "dummy_faction = orcs does not go with players = 2"),
        (["run", "ultra_kingdoms", "--set", "players=1", "--set", "faction=orcs",
          "--set", "dummy_faction=orcs"], "is the person's faction too"),
        (["run", "dungeons", "--set", "heroes=5"], "`heroes` cannot be 5 (allowed: 2, 3, 4)"),
        (["run", "dungeons", "--set", "boss=dragn"], "did you mean `dragon`?"),
        (["run", "dungeons", "--set", "heroes=3", "--set", "party=lanon+lanon+grok"],
         "`party`: `lanon` is named twice"),
        (["run", "dungeons", "--set", "heroes=3", "--set", "party=lanon+grok"],
         "`party` names 2 heroes, the table has 3"),
        (["run", "dungeons", "--set", "rules.boss_health=3"],
         "--set rules.boss_health=3: `rules.boss_health` must be a whole number from 4"),
        (["run", "tactics", "--set", "mode=team", "--set", "players=3"],
         "--set mode=team --set players=3: mode = team is a game for 4 players"),
        (["run", "tactics", "--set", "mode=duel"], "(allowed: competitive, team,"),
        (["run", "tactics", "--set", "players=5"], "`players` cannot be 5 (allowed: 1, 2, 3, 4)"),
        (["run", "tactics", "--set", "mode=team", "--set", "map=built"],
         "map = built does not go with mode = team: only battles"),
        (["run", "tactics", "--set", "map=evergreen", "--set", "mode=team"],
         "did you mean `evergreen_forest`?"),
        (["run", "tactics", "--set", "mode=solo", "--set", "map=riverlands"],
         "map = riverlands is not for mode = solo: the control area square must have 6 spaces"),
        (["run", "tactics", "--set", "mode=solo", "--set", "units.1=gamelyn+arryn"],
         "one class each of beast, fighter, rogue, wizard (found fighter, wizard)"),
        (["run", "dungeons", "--set", "party=gok+x"],
         "there is no `gok` among the heroes; did you mean `grok`?, there is no `x` among"),
        (["run", "tactics", "--set", "mode=solo", "--set", "units.1=gamelin"],
         "there is no `gamelin` among the units; did you mean `gamelyn`?"),
        (["run", "tactics", "--set", "mode=team", "--set", "players=4",
          "--set", "units=gamelyn+xiong_mao+red_ghost+arryn"],
         "gamelyn is named for two players: there is one of each unit"),
        (["run", "tactics", "--set", "mode=coop", "--set", "strategy.3=random"],
         "`strategy.3`: a table of 2 has no seat 3"),
        (["run", "defenders", "--set", "strategy=balancd"], "did you mean `balanced`?"),
        (["run", "defenders", "--until", "0.9"], "--until 0.9: `until` must be at most 0.2"),
        (["run", "defenders", "--seed", "-1", "--dry-run"], "--seed -1: `seed` must be at least 0"),
        (["run", "defenders", "--out", ""], "needs the name of a new or empty folder"),
        (["list", "card"], "card: cannot be listed; did you mean `cards`?"),
        (["list", "cards", "kingdom"], "there is no game `kingdom`"),
        (["new", "defender", "x"], "did you mean `defenders`?"),
        (["check", "nothing"], "nothing: there is no such folder"),
        (["report", "nothing"], "nothing: there is no such run"),
        (["doctor", "defender"], "did you mean `defenders`?"),
        (["run", ""], '"": there is no game or experiment ``'),
        (["list", ""], '"": cannot be listed'),
    ],
)  # fmt: skip
def test_one_message_for_one_mistake(refused, words, message):
    assert message in refused(*words)


@pytest.mark.parametrize("mode, named", [("battle", "evergreen_forest"), ("team", "built")])
def test_a_map_that_is_not_for_the_mode_is_one_problem_for_any_players(refused, mode, named):
    message = refused("run", "tactics", "--set", f"mode={mode}", "--set", f"map={named}")
    assert len(message.splitlines()) == 1
    assert f"map = {named} " in message and "is a game for" not in message


def test_debug_shows_where_an_error_came_from(here):
    ended = subprocess.run(
        [SIMULATE, "run", "nothing.toml", "--debug"],
        capture_output=True,
        text=True,
        cwd=here,
        check=False,
    )
    assert ended.returncode == 2
    assert "Traceback" in ended.stderr
    assert "nothing.toml: there is no such file" in ended.stderr


def test_debug_is_an_option_only_where_it_is_one(simulate):
    for words in (["--set", "--debug"], ["--set=--debug"]):
        message = simulate("run", "defenders", *words, code=2).err
        assert message.startswith("error: --set --debug: must be written KEY=VALUE")


@pytest.mark.parametrize(
    "words",
    [
        "new defenders LONG", "check LONG", "check LONG.toml", "report LONG", "compare LONG x",
        "replay LONG", "run --pack LONG", "run defenders --out LONG", "run LONG.toml",
        "list cards --pack LONG", "run defenders --set LONG=1", "run defenders --set players=LONG",
        "run LONG", "LONG", "run --LONG", "bench LONG", "list LONG",
    ],
)  # fmt: skip
def test_a_name_that_is_too_long_is_refused_shortly(capsys, here, words):
    typed = [word.replace("LONG", "x" * 20_000) for word in words.split()]
    assert main(typed) == 2
    message = capsys.readouterr().err
    assert message.startswith("error: ") and len(message) < 1_500
    assert "program failed" not in message


MANY = {
    "keys": "".join(f"key{i} = 1\n" for i in range(2_000)),
    "factors": "[factors]\n" + "".join(f"f{i} = [1]\n" for i in range(2_000)),
    "levels": f"[factors]\nhorde = {[f'h{i}' for i in range(30_000)]}\n",
    "variants": "".join(
        f"[[variant]]\nname = 'v{i}'\nset = {{ rules.nothing{i} = 1 }}\n" for i in range(2_000)
    ),
}


@pytest.mark.parametrize("what", long_but({"factors"}, MANY))
def test_a_file_that_is_wrong_all_over_is_refused_shortly_and_soon(capsys, here, what):
    (here / "wrong.toml").write_text(f'game = "defenders"\n{MANY[what]}')
    start = time.process_time()
    assert main(["check", "wrong.toml"]) == 2
    assert time.process_time() - start < 60  # it took minutes once
    lines = capsys.readouterr().err.splitlines()
    if what == "levels":
        assert "`horde` has 30,000 levels; at most 5,000 can be played" in lines[0]
    else:
        assert lines[0].startswith("error: 201 problems")
        assert lines[-1] == "  ... and 181 more" and len(lines) <= 1 + 3 * 20 + 1


@pytest.mark.parametrize(
    "text", [f"{'a.' * 3_000}a = 1", f"[{'a.' * 3_000}a]", f"question = {'[' * 90}{']' * 90}"]
)
def test_tables_within_tables_without_end_are_refused(refused, here, text):
    (here / "deep.toml").write_text(f'game = "defenders"\n{text}\n')
    assert "nested too deeply" in refused("check", "deep.toml")


def test_what_is_no_file_of_text_is_not_read(refused, here):
    (here / "endless.toml").symlink_to("/dev/zero")
    assert "endless.toml: cannot be read: it is not a regular file" in refused(
        "check", "endless.toml"
    )


@pytest.mark.parametrize("words", [["new", "defenders", "mine\udcff"], ["check", "\udcff"]])
def test_words_that_are_no_text_are_refused(capsys, here, words):
    assert main(words) == 2
    assert capsys.readouterr().err.endswith(r"\udcff: is not UTF-8 text" + "\n")
    assert list(here.iterdir()) == []


def test_colour_only_where_it_is_wanted(simulate):
    assert "\033[" not in simulate("run", "nothing.toml", code=2).err
    assert "\033[1;31merror:" in simulate("run", "nothing.toml", code=2, FORCE_COLOR="1").err
    assert "\033[" not in simulate("run", "nothing.toml", code=2, FORCE_COLOR="0").err


def in_shell(here, command):
    return subprocess.run(
        f'"{SIMULATE}" {command}', shell=True, stderr=subprocess.PIPE, text=True, cwd=here
    )


@pytest.mark.parametrize("what", long_but({"games"}, ["games", "cards"]))
def test_output_that_cannot_be_written_is_a_failure(here, what):
    ended = in_shell(here, f"list {what} > /dev/full")
    assert ended.returncode == 1
    assert ended.stderr == "error: the output cannot be written: No space left on device\n"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        pytest.param("list games >&-", 0, marks=pytest.mark.long),
        pytest.param("list games >&- 2>&-", 0, marks=pytest.mark.long),
        ("list games <&- >&- 2>&-", 0),
        ("list nothing 2>&-", 2),
        pytest.param("list nothing 2>/dev/full", 2, marks=pytest.mark.long),
        pytest.param("run nothing.toml --debug 2>&-", 2, marks=pytest.mark.long),
    ],
)
def test_streams_that_are_closed_end_quietly(here, command, code):
    ended = in_shell(here, command)
    assert (ended.returncode, ended.stderr) == (code, "")


@pytest.mark.long
def test_a_reader_that_has_seen_enough_is_no_failure(here):
    process = subprocess.Popen(
        [SIMULATE, "list", "cards"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=here
    )
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(PATIENCE) == 0


def test_a_folder_that_holds_something_is_not_filled(refused, simulate, here):
    simulate("new", "defenders", "mine")
    assert "mine: this folder is not empty" in refused("new", "defenders", "mine")
    (here / "file").write_text("x")
    assert "file: this is a file" in refused("new", "defenders", "file")
    assert "is a file, so no folder can be made in it" in refused("new", "defenders", "file/mine")
