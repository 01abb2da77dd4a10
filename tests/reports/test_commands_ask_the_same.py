"""A printed command plays the setting of which the sentence beside it speaks, and no other."""

import shlex
from functools import cache
from itertools import pairwise
from types import SimpleNamespace

import pytest

from reports.run import what_if
from reports.text.command import search
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import build, seated
from simulate.experiment.stored_plan import PlanFromManifest
from simulate.portable.offered import GAMES, offered
from tests.cli.pages import typed
from tests.marks import long_but

OWN = "tests/own/games/harbour.py"
ASKED = {
    "defenders": (),
    "dungeons": (),
    "kingdoms/players": (),
    "ultra_kingdoms/players": (),
    "tactics": ("players=2,3,4",),
    OWN: ("players=2,3",),
    "kingdoms": ("players=3,4", "strategy=quick"),
}
VERBS = ("sensitivity", "advise", "tune", "compare", "replay")


@cache
def planned(target, sets=(), pack=None):
    return build(load(RunRequest(target, pack, games="1000", sets=sets), []))


def settings(text):
    """What a printed command plays."""
    program, _, target, *options = shlex.split(text)
    assert program == "simulate"
    values = dict.fromkeys(v for o, v in pairwise(options) if o == "--set")
    return [cell.setting for cell in planned(target, tuple(values)).cells]


@pytest.mark.parametrize("target", long_but({"dungeons", OWN}, ASKED))
@pytest.mark.parametrize("verb", long_but({"compare"}, VERBS))
def test_a_command_about_one_setting_plays_that_one(target, verb):
    plan = planned(target, ASKED[target])
    assert len(plan.cells) > 1
    for cell in plan.cells:
        assert settings(search(plan.manifest(), verb, cell.levels)) == [cell.setting]


STUDY = SimpleNamespace(counts=SimpleNamespace(games=lambda number: 500))


@pytest.mark.parametrize("target", long_but({"dungeons"}, [t for t in ASKED if t != OWN]))
def test_what_is_tried_in_the_page_is_confirmed_and_told_in_that_setting(target):
    """The command that confirms played every setting of the run, 640,000 games of Defenders."""
    plan = planned(target, ASKED[target])
    stored = PlanFromManifest(plan.manifest(), "manifest.json")
    cells = [*offered(plan)] or [seated(cell, plan.pack, "quick") for cell in plan.cells]
    for cell in cells:
        own = next(each for each in plan.cells if each.number == cell.number)
        commands = what_if._commands(STUDY, stored, cell, plan.pack)
        assert settings(commands["confirm"]) == [own.setting]
        assert f"--games {GAMES} " in commands["confirm"]
        assert settings(commands["replay"]) == [cell.setting]


def test_the_tutorial_confirms_by_the_command_of_the_page_that_its_run_makes():
    """But for the seed, and for the number that a reader turns, which the page adds."""
    of = {each.words[1]: [*each.words] for each in typed("docs/tutorials/turn-a-number.md")}
    run, confirm = of["run"], of["compare"]
    at = run.index("--games")
    sets = tuple(value for option, value in pairwise(run) if option == "--set")
    games = int(run[at + 1])
    plan = build(load(RunRequest(run[2], games=str(games), sets=sets), []))
    stored = PlanFromManifest(plan.manifest(), "manifest.json")
    played = SimpleNamespace(counts=SimpleNamespace(games=lambda number: games))
    (cell,) = offered(plan)
    said = shlex.split(what_if._commands(played, stored, cell, plan.pack)["confirm"])
    seed = said.index("--seed") + 1
    assert confirm[: len(said)] == [*said[:seed], confirm[seed], *said[seed + 1 :]]
    option, turned = confirm[len(said) :]
    assert option == "--set" and turned.startswith("cards.heroes.ranger.health=")


def test_a_line_up_of_a_file_is_confirmed_seat_by_seat(tmp_path):
    file = tmp_path / "who.toml"
    lineups = "".join(
        f'[[lineup]]\nname = "{name}"\nstrategies = {seats}\n'
        for name, seats in {"mixed": ["quick", "random", "quick"], "same": ["quick"] * 3}.items()
    )
    file.write_text(f'game = "kingdoms"\n[fixed]\nplayers = 3\n{lineups}'.replace("'", '"'))
    plan = planned(str(file))
    stored = PlanFromManifest(plan.manifest(), "manifest.json")
    for cell in plan.cells:
        assert settings(what_if._commands(STUDY, stored, cell, plan.pack)["confirm"]) == [
            cell.setting
        ]


@pytest.mark.parametrize(
    ("sets", "where"),
    [
        ((), {"players": 3, "horde": "medium"}),  # as README's story has it
        (("players=1,2", "horde=medium"), {"players": 2}),  # the usual one is not there: the middle
    ],
)
def test_the_page_turns_the_setting_that_the_game_usually_has(sets, where):
    plan = planned("defenders", sets)
    stored = PlanFromManifest(plan.manifest(), "manifest.json")
    assert what_if._spoken_of(stored, [*offered(plan)], []).levels == where


def test_where_the_usual_setting_is_not_played_the_first_finding_says_which():
    plan = planned("defenders", ("players=1,2,4", "horde=medium"))
    stored = PlanFromManifest(plan.manifest(), "manifest.json")
    told = [SimpleNamespace(about=None), SimpleNamespace(about=("win_rate", {"players": 4}))]
    assert what_if._spoken_of(stored, [*offered(plan)], told).levels == {"players": 4}
