"""Every command that a report, a message or a page prints can be typed as it stands.

Nothing is played: a command goes through the command line and the planner, as with --dry-run.
"""

import re
import shlex
import shutil
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest
import typer

from analysis.data.design import Design
from analysis.shares.share_verdicts import Kind, Over
from analysis.stats import verdicts
from reports.text import advice
from reports.text.command import experiment
from simulate.cli.commands import app
from simulate.cli.play.playing import run_command
from simulate.cli.searches import searching
from simulate.cli.searches.searching import search_command
from simulate.core.errors import InputError
from simulate.experiment import load, read
from simulate.experiment.plan import allowed, build
from simulate.experiment.request import RunRequest
from simulate.pack import catalogue, configs
from simulate.pack.cards import each_card
from simulate.pack.edit import steps
from tests.marks import long_but

ROOT = Path(__file__).resolve().parents[2]
GAMES = tuple(catalogue.names())
PACK = "my games/an 'odd' name"  # spaces and quotes
OF_EVERY_GAME = ("default", "own pack and rule")  # kinds of runs
SOME, MOST = 4, 12  # cards of a section about which advice is asked
CODE = re.compile(r"`(simulate [^`]*)`")


@pytest.fixture(autouse=True)
def packs_are_read_once(monkeypatch):
    """Of hundreds of commands in a folder in which nothing is edited."""
    monkeypatch.setattr(read, "find_pack", cache(read.find_pack))


def arguments(command):
    """What a command line means: the function that would do it, and its arguments."""
    words = shlex.split(command)
    assert words[0] == "simulate"
    action = typer.main.get_command(app).main(words[1:], standalone_mode=False)
    return action.func, action.args


def planned(command):
    """The plan of a `simulate run` as it was typed."""
    func, (asked, options) = arguments(command)
    assert func is run_command
    return allowed(build(load(asked)), options.allow_code)


def works(command):
    """Types the command; a run and a search are only planned."""
    func, args = arguments(command)
    if func is run_command:
        planned(command)
    elif func is search_command:
        search, asked, options = args[:3]
        # Of all numbers of a pack those of its rules will do: each step is tried on the pack.
        searching.prepared(search, replace(asked, steps=asked.steps or ("rules",)), options)
    else:
        func(*args)


def study_of(plan):
    """A run of the plan, as far as advice looks at it."""
    manifest = plan.manifest()
    manifest["cells"] = [{**cell, "games": 10} for cell in manifest["cells"]]
    if manifest["cooperative"] and not Design(manifest).bands:
        manifest["target"] = {"metric": "win_rate", "low": 0.4, "high": 0.6}
    design = Design(manifest)
    return SimpleNamespace(design=design, rated=design, variants=design.variants, cells=[])


def sure_steps(study, most=3):
    """(path, text) of what is advised, both ways, for cards from all over the pack."""
    cards = list(each_card(study.design.manifest["pack"]["cards"]))
    for section, card, values in cards[:: max(1, len(cards) // most)]:
        path, name = f"cards.{section}.{card}", str(values.get("name", card))
        for weaken in (True, False):
            yield path, advice._stepped(study, name, path, weaken)


def commands_of(study, most=2):
    """Commands of every form that the findings of such a run could print."""
    found = [text for _, text in sure_steps(study, most)]
    manifest = study.design.manifest
    for cell in study.design.base[:1] if study.design.bands else ():
        found.append(advice._steps(study, SimpleNamespace(cell=cell)))
    seats = Kind("seats", "seat", (), (1, 2))
    competed = (("0", verdicts.STRONG), ("1", verdicts.WEAK))
    for value, verdict in () if manifest["cooperative"] else competed:
        seat = Over("seat", value, 9, None, None, 0.0, verdict)
        found.append(advice.for_share(study, seats, seat, verdict))
    found.append(f"`{experiment(manifest, 'cards')}`")
    return list(dict.fromkeys(c for text in found for c in CODE.findall(text)))


@cache
def first_number(game):
    """(card, path, value) of the first number of a card that can go down a step."""
    pack = build(load(RunRequest(game))).pack
    for section, card, _ in each_card(pack.sections):
        name = f"cards.{section}.{card}"
        for step in steps.steps(pack, [name]):
            if step.size == -1:
                return name, step.path, step.before
    raise AssertionError("no card has a number to step")


def own_pack(here, game):
    """A designer's pack in a folder with an awkward name, with one number of its rules changed."""
    folder = here / PACK
    shutil.copytree(configs.game_folder(game), folder)
    path, value = next(_steps(game))
    key = path.removeprefix("rules.")
    rules = folder / "rules.toml"
    text = rules.read_text("utf-8")
    changed = re.sub(rf"(\[{key}\]\nvalue = ).*", rf"\g<1>{value}", text)
    assert changed != text
    rules.write_text(f'game = "{game}"\n\n{changed}', "utf-8")
    first = next(step for step in _steps(game) if step[0] != path)
    (folder / "experiments" / "mine.toml").write_text(
        f'game = "{game}"\ngames = 30\nfixed = {{ skill = 0.5 }}\n'
        f'[[variant]]\nname = "one, of mine"\nset = {{ "{first[0]}" = {first[1]} }}\n',
        "utf-8",
    )
    return shlex.quote(PACK)


def _steps(game):
    """(path, value) of what the game's own list of steps changes, whole numbers of rules alone."""
    plan = build(load(RunRequest(f"{game}/steps")))
    for variant in plan.experiment.variants.values():
        for path, value in variant.changes.items():
            if path.startswith("rules.") and type(value) is int:
                yield path, value


def kinds(game, here):
    """Commands of several kinds of runs."""
    _, key, value = first_number(game)
    value -= 1
    levels = f"{key}={value},{value + 1}"
    pack = own_pack(here, game)
    listed = build(load(RunRequest(f"{game}/steps")))
    picked = shlex.quote(f'variant="{list(listed.experiment.variants)[1]}"')
    plain = f"simulate run {game} --games 50"
    rule, step = next(_steps(game))
    return {
        "default": plain,
        "rule": f"{plain} --set {rule}={step} --set strategy=random",
        "advised already": f"{plain} --set {key}={value}",
        "compared": f"{plain} --set {levels}",
        "precision": f"simulate run {game} --until 0.1 --games 5000 --seed 9",
        "until": f"simulate run {game} --until settled --games 5000",
        "variants": f"simulate run {game}/cards",
        "one variant": f"simulate run {game}/steps --set {picked}",
        "own pack": f"{plain} --pack {pack}",
        "own pack and rule": f"simulate run --pack {pack} --set {key}={value}",
        "own experiment": f"simulate run {game}/mine --pack {pack}",
        "own file": f"simulate run {shlex.quote(f'{PACK}/experiments/mine.toml')} --pack {pack}",
    }


def some_kinds(game, here):
    """The kinds of runs in which more is a game's own."""
    found = kinds(game, here)
    return {kind: found[kind] for kind in OF_EVERY_GAME}


@pytest.mark.parametrize("game", long_but({GAMES[0]}, GAMES))
def test_every_command_that_a_report_advises_can_be_typed(game, here, capsys):
    all_can_be_typed(some_kinds(game, here), SOME)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_command_of_every_kind_of_runs_can_be_typed(game, here, capsys):
    all_can_be_typed(kinds(game, here), MOST)


def all_can_be_typed(found, most):
    for kind, command in found.items():
        study = study_of(planned(command))
        commands = commands_of(study, most if kind == "default" else 2)
        assert commands, kind
        for advised in commands:
            try:
                works(advised)
            except InputError as error:
                raise AssertionError(f"{kind}: {advised}") from error


@pytest.mark.parametrize("game", long_but({"defenders", "kingdoms"}, GAMES))
def test_a_search_starts_from_what_was_played(game, here):
    each_starts_from_what_was_played(game, some_kinds(game, here))


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES[1:])
def test_a_search_starts_from_every_kind_of_runs(game, here):
    each_starts_from_what_was_played(game, kinds(game, here))


def each_starts_from_what_was_played(game, found):
    card, key, _ = first_number(game)
    for kind, start in found.items():
        before = planned(start)
        told = advice._stepped(study_of(before), "It", card, True)
        advised = CODE.findall(told)
        assert bool(advised) == (kind != "compared"), kind
        for command in advised:
            func, args = arguments(command)
            assert func is search_command and args[0] == "sensitivity"
            after = searching.prepared(*args[:3])[0].plan
            alone = kind == "one variant"  # which is what is compared, not what it is compared with
            was = before.pack if alone else before.pack_for(before.cells[0])
            assert after.pack_for(after.cells[0]).is_like(was), kind
            assert any(key in cell.changes for cell in after.cells)


def test_a_number_that_the_run_compares_is_not_advised_but_pointed_to(here):
    card, path, _ = first_number("defenders")
    plan = planned(f"simulate run defenders --set {path}=3,4")
    told = advice._stepped(study_of(plan), "It", card, True)
    assert f"`{path.removeprefix(f'{card}.')} = 3, 4`" in told and "simulate" not in told


def test_settings_that_are_off_both_ways_are_tuned_together(here):
    """With as many of them as the run plays, at one level of what players choose."""
    study = study_of(planned("simulate run defenders --games 50 --set strategy=guardian"))
    by_players = {1: verdicts.BELOW, 2: verdicts.ON_TARGET, 3: verdicts.ON_TARGET}
    study.cells = [
        SimpleNamespace(cell=c, verdict=by_players.get(c.levels["players"], verdicts.ABOVE))
        for c in study.design.base
        if c.levels["horde"] != "easy"
    ]
    (command,) = CODE.findall(advice.for_all(study))
    assert command.startswith("simulate tune defenders --target 0.55-0.75 ")
    for word in ("players=1,2,3,4", "horde=medium", "strategy=guardian"):
        assert f" --set {word}" in command
    works(command)
    study.cells = [d for d in study.cells if d.verdict != verdicts.BELOW]
    assert advice.for_all(study) == ""


def test_what_runs_own_python_says_so_in_every_command(here):
    folder = here / "mine"
    shutil.copytree(configs.game_folder("defenders"), folder)
    rules = folder / "rules.toml"
    rules.write_text(f'game = "defenders"\n\n{rules.read_text("utf-8")}', "utf-8")
    with (folder / "strategies.toml").open("a", encoding="utf-8") as file:
        file.write('\n[own]\nplan = "Mine."\nchoice = "python"\nfile = "own.py"\n')
    (folder / "own.py").write_text("def choose(*args):\n    return 0\n", "utf-8")
    plan = planned("simulate run --pack mine --set strategy=own --allow-code")
    assert plan.command.endswith(" --allow-code")
    for command in commands_of(study_of(plan)):
        assert "--allow-code" in command or command.startswith("simulate list")
        works(command)


def test_the_commands_in_messages_can_be_typed(here, capsys):
    pack = own_pack(here, "defenders")
    wrong = [
        "simulate run defenders --set capital_limt=3",
        f"simulate run --pack {pack} --set capital_limt=3",
    ]
    for command in wrong:
        with pytest.raises(InputError) as told:
            works(command)
        named = CODE.findall(str(told.value))
        assert named
        for hint in named:
            works(hint)
    assert f"--pack {pack}" in str(told.value)
    works(f"simulate run {pack}")


ON_PAGES = re.compile(r"simulate (?:run|check|list|new) [^`|>\n#]*[^`|>\n#\s\\]")
PLACES = re.compile(r"[A-Z]{3}|--resume|--again|\.\.\.|[\[\\]|strategy=(?:mine|hoarder)|2>")
OF_OTHERS = re.compile(r"simulate \w+ (?:installed|openspiel|pettingzoo):")  # own/test_others.py


@pytest.mark.long
def test_the_commands_on_the_pages_can_be_typed(here, capsys):
    """But for names that stand for something else; own strategies and runs have their own tests."""
    expected = '[[target]]\ncheck = true\nmetric = "win_rate"\nlow = 0.1\n'
    (here / "guard.toml").write_text(f'game = "defenders"\n{expected}', "utf-8")
    works("simulate new defenders my_defenders")
    works("simulate new my_game.py")
    for folder in ("my_pack", "runs/advise-1/packs/1"):
        works(f"simulate new my_game.py {folder}")
    works("simulate new my_coop.py --together")
    for example in (ROOT / "docs" / "examples").glob("*.py"):
        shutil.copy(example, here)
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    # What leads from command to command is typed in turn, in test_pages.py.
    pages = [page for page in pages if page.parent.name != "tutorials"]
    pages += sorted((ROOT / "configs").rglob("*.toml"))
    pages.append(ROOT / "simulate" / "cli" / "helptext.py")
    found = {c for page in pages for c in ON_PAGES.findall(page.read_text("utf-8"))}
    typed = sorted(
        c.partition("  ")[0] for c in found if not (PLACES.search(c) or OF_OTHERS.match(c))
    )
    assert len(typed) > 20
    for command in typed:
        if command.startswith("simulate new"):
            continue
        game = "my_game" if "--pack my_game.py" in command else "defenders"
        (here / "my_experiment.toml").write_text(f'game = "{game}"\n', "utf-8")
        try:
            works(command)
        except (InputError, ValueError) as error:
            raise AssertionError(command) from error
