"""Short options, hints that name what was typed, folders of packs, and what stands around them."""

import os

import pytest
import typer

from simulate import run
from simulate.cli.commands import app
from simulate.experiment import RunRequest
from simulate.pack import load
from simulate.pack.edit import steps

pytestmark = pytest.mark.usefixtures("planned_quickly")

COMMANDS = typer.main.get_command(app).commands
SMALL = ("--set", "players=2", "--set", "horde=easy", "--set", "strategy=random")


@pytest.fixture
def mine(mine):
    return mine.name


def of(command):
    return {name: p for p in COMMANDS[command].params for name in p.opts}


def test_one_letter_means_the_same_in_every_command():
    for short, long in (("-j", "--jobs"), ("-q", "--quiet"), ("-n", "--dry-run"), ("-h", "--help")):
        for command in COMMANDS:
            known = of(command) | dict.fromkeys(("-h", "--help"))
            assert known.get(short) is known.get(long), (command, short)


def test_short_options_are_read_alone_joined_and_together(simulate):
    long = simulate("run", "defenders", *SMALL, "--dry-run", "--jobs", "2", "--quiet").out
    assert "jobs 2" in long
    for words in (("-n", "-j", "2", "-q"), ("-nqj2",)):
        assert simulate("run", "defenders", *SMALL, *words).out == long


def test_jobs_may_be_left_to_the_machine_or_said_by_the_environment(simulate, monkeypatch):
    monkeypatch.setattr(run, "default_jobs", lambda: 7)

    def told(*words, **environment):
        return simulate("run", "defenders", *SMALL, "-n", *words, **environment).out

    assert "jobs 7" in told("-j", "auto") == told() == told(SIMULATE_JOBS="auto")
    assert "jobs 3" in told(SIMULATE_JOBS="3")
    assert "jobs 2" in told("-j", "2", SIMULATE_JOBS="3")
    wrong = simulate("run", "defenders", "-n", code=2, SIMULATE_JOBS="many").err
    assert "SIMULATE_JOBS=many: must be a whole number from 1 to 1024, or auto" in wrong


@pytest.mark.parametrize("command", COMMANDS)
def test_a_hint_names_the_command_that_was_typed(refused, command):
    """Of wrong usage in every command; of nothing that was named where an experiment stands."""
    assert f"hint: `simulate {command} --help` has examples" in refused(command, "--wrong")
    if COMMANDS[command].params[0].metavar == "[EXPERIMENT]":
        assert f"hint: `simulate {command} --help` has examples" in refused(command)


@pytest.mark.parametrize("command", ["advise", "tune"])
def test_a_search_without_a_target_takes_those_of_the_default_experiment(simulate, command):
    said = "the search uses those of `kingdoms/default` (our wishes): -0.02,0.02"
    assert said in simulate(command, "kingdoms", "--dry-run").err


@pytest.mark.parametrize(
    ("game", "typed", "meant"),
    [
        ("defenders", "ranger", "cards.heroes.ranger"),
        ("defenders", "RANGER", "cards.heroes.ranger"),
        ("defenders", "rangr", "cards.heroes.ranger"),
        ("defenders", "cards.heros", "cards.heroes"),
        ("defenders", "capital_limt", "rules.capital_limit"),
        ("defenders", "health", "cards.heroes.*.health"),
        ("kingdoms", "Orcs", "cards.factions.orcs"),
        ("dungeons", "Eye Tyrant", "cards.bosses.eye_tyrant"),
        ("tactics", "movement", "cards.units.*.movement"),
    ],
)
def test_a_pattern_that_names_nothing_is_told_what_it_may_have_meant(refused, game, typed, meant):
    assert f"`{typed}` names nothing of {game}; did you mean `{meant}`?" in refused(
        "sensitivity", game, typed
    )
    assert any(steps.matches(path, [meant]) for path in load(game).paths())


def test_nothing_is_meant_by_a_pattern_that_is_like_nothing(refused):
    assert "names nothing of defenders\n" in refused("sensitivity", "defenders", "qqqqqqqqqq")


def test_a_folder_that_is_a_pack_stands_where_an_experiment_does(simulate, mine):
    as_option = simulate("run", "--pack", mine, *SMALL, "-n").out
    assert simulate("run", mine, *SMALL, "-n").out == as_option
    assert simulate("run", f"{mine}{os.sep}", *SMALL, "-n").out.startswith("Tiny Epic Defenders")
    assert "changes" in simulate("sensitivity", mine, "rules.region_limit", *SMALL, "-n").out
    assert "compare" in simulate("compare", mine, *SMALL, "-n").out
    assert "compare" in simulate("compare", "--pack", "defenders/unfitted", *SMALL, "-n").out


def test_a_pack_is_told_before_a_run_and_a_game_before_a_folder(here, mine):
    request = RunRequest.of({"sets": ("players=2",)}, mine, verb="replay")
    assert (request.target, request.pack, request.verb) == (None, mine, "replay")
    (here / "defenders").symlink_to(here / mine)
    assert RunRequest.of({}, "defenders").target == "defenders"


def test_a_pack_is_named_once(refused, mine, here):
    twice = refused("run", mine, "--pack", mine)
    assert f"this is a pack, and --pack {mine} names another" in twice
    (here / "other").mkdir()
    assert "this folder is no pack: it holds none of rules.toml, " in refused("run", "other")


def test_check_refuses_what_run_refuses(refused, simulate, mine, here):
    same = 'game = "defenders"\n[[variant]]\nname = "same"\nset = { rules.capital_limit = 6 }\n'
    (here / mine / "experiments" / "stale.toml").write_text(same, "utf-8")
    for words in (("check", mine), ("run", "defenders/stale", "--pack", mine)):
        assert "the variant `same` changes nothing here" in refused(*words)
    assert "left out" in simulate("check", mine, "--skip-unchanged").out
    alone = 'game = "defenders"\nconfirm_with = "nobody"\n'
    (here / mine / "experiments" / "stale.toml").write_text(alone, "utf-8")
    told = [refused(*w) for w in (("check", mine), ("run", "defenders/stale", "--pack", mine))]
    assert all("nobody" in each for each in told)
