"""Every command that a report, a message or a page prints can be typed as it stands.

Nothing is played: a command goes through the command line and the planner, as with --dry-run.
"""

import re
import shlex
import shutil
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest
import typer

from analysis import verdicts
from analysis.design import Design
from analysis.shares import Kind, Over
from reports import advice
from reports.command import experiment
from reports.played import played
from simulate import catalogue, configs
from simulate.cli.commands import app
from simulate.cli.play import run_command
from simulate.core.errors import InputError
from simulate.experiment import load, read
from simulate.experiment.asked import Asked
from simulate.pack.cards import each_card
from simulate.plan import allowed, build

ROOT = Path(__file__).resolve().parents[2]
GAMES = tuple(catalogue.names())
PACK = "my games/an 'odd' name"  # spaces and quotes
OF_EVERY_GAME = ("default", "variants", "own pack and rule")  # kinds of runs
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
    """Types the command; a run is only planned."""
    func, args = arguments(command)
    if func is run_command:
        planned(command)
    else:
        func(*args)


def study_of(plan):
    """A run of the plan, as far as advice looks at it."""
    manifest = plan.manifest()
    manifest["cells"] = [{**cell, "games": 10} for cell in manifest["cells"]]
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
    for cell in study.design.base[:1]:
        found.append(advice._steps(study, cell.levels))
    seats = Kind("seats", "seat", (), (1, 2))
    for value, verdict in (("0", verdicts.STRONG), ("1", verdicts.WEAK)):
        seat = Over("seat", value, 9, None, None, 0.0, verdict)
        found.append(advice.for_share(study, seats, seat, verdict))
    found.append(f"`{experiment(manifest, 'cards')}`")
    return list(dict.fromkeys(c for text in found for c in CODE.findall(text)))


def first_step(plan):
    """(path, command) of the first card that is advised a step."""
    for path, text in sure_steps(study_of(plan)):
        for command in CODE.findall(text):
            if command.startswith("simulate run"):
                return path, command
    raise AssertionError("no card has a number to step")


@cache
def _advised(game):
    return first_step(build(load(Asked(game))))


def stepped(command, card):
    """The `--set` of the card in a command: (path, value)."""
    sets = [word for word in shlex.split(command) if word.startswith(f"{card}.")]
    assert len(sets) == 1
    path, _, value = sets[0].partition("=")
    return path, int(value)


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
    plan = build(load(Asked(f"{game}/steps")))
    for variant in plan.experiment.variants.values():
        for path, value in variant.changes.items():
            if path.startswith("rules.") and type(value) is int:
                yield path, value


def kinds(game, here):
    """Commands of several kinds of runs."""
    path, command = _advised(game)
    key, value = stepped(command, path)
    levels = f"{key}={value},{value + 1}"
    pack = own_pack(here, game)
    steps = build(load(Asked(f"{game}/steps")))
    picked = shlex.quote(f'variant="{list(steps.experiment.variants)[1]}"')
    plain = f"simulate run {game} --games 50"
    rule, step = next(_steps(game))
    return {
        "default": plain,
        "rule": f"{plain} --set {rule}={step} --set strategy=random",
        "advised already": f"{plain} --set {key}={value}",
        "compared": f"{plain} --set {levels}",
        "precision": f"simulate run {game} --precision 0.1 --max-games 5000 --seed 9",
        "variants": f"simulate run {game}/cards",
        "one variant": f"simulate run {game}/steps --set {picked}",
        "own pack": f"{plain} --pack {pack}",
        "own pack and rule": f"simulate run --pack {pack} --set {key}={value}",
        "own experiment": f"simulate run {game}/mine --pack {pack}",
        "own file": f"simulate run {shlex.quote(f'{PACK}/experiments/mine.toml')} --pack {pack}",
    }


def some_kinds(game, here):
    """Every kind of runs of one game, and of the others those in which more is their own."""
    found = kinds(game, here)
    return found if game == GAMES[0] else {kind: found[kind] for kind in OF_EVERY_GAME}


@pytest.mark.parametrize("game", GAMES)
def test_every_command_that_a_report_advises_can_be_typed(game, here, capsys):
    all_can_be_typed(some_kinds(game, here))


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES[1:])
def test_every_command_of_every_kind_of_runs_can_be_typed(game, here, capsys):
    all_can_be_typed(kinds(game, here))


def all_can_be_typed(found):
    for kind, command in found.items():
        study = study_of(planned(command))
        commands = commands_of(study, 12 if kind == "default" else 2)
        assert commands, kind
        for advised in commands:
            try:
                works(advised)
            except InputError as error:
                raise AssertionError(f"{kind}: {advised}") from error


@pytest.mark.parametrize("game", GAMES)
def test_advice_is_one_step_from_what_was_played_however_often_it_is_followed(game, here):
    each_is_one_step(game, some_kinds(game, here))


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES[1:])
def test_advice_is_one_step_from_every_kind_of_runs(game, here):
    each_is_one_step(game, kinds(game, here))


def each_is_one_step(game, found):
    card, _ = _advised(game)
    for start in found.values():
        before = planned(start)
        for _ in range(3):
            told = advice._stepped(study_of(before), "It", card, True)
            advised = [c for c in CODE.findall(told) if c.startswith("simulate run")]
            if not advised:
                break  # it has come to the end of its range, or the run compares it
            path, value = stepped(advised[0], card)
            after = planned(advised[0])
            one_step_apart(before, after, path, value)
            before = after


def one_step_apart(before, after, path, value):
    """The same seed, games and settings; every cell differs in one number, by one."""
    assert (after.seed, after.games, after.precision) == (
        before.seed, before.games, before.precision,
    )  # fmt: skip
    printed = [c for c in before.cells if c.levels.get("variant", "printed") == "printed"]
    assert [c.setting for c in printed] == [c.setting for c in after.cells]
    for old, new in zip(printed, after.cells, strict=True):
        pack = before.pack_for(old)
        assert abs(pack.value(path) - value) == 1
        assert after.pack_for(new).is_like(pack.resolve({path: value}))


def test_a_number_that_the_run_compares_is_not_advised_but_pointed_to(here):
    card, command = _advised("defenders")
    path, _ = stepped(command, card)
    plan = planned(f"simulate run defenders --set {path}=3,4")
    told = advice._stepped(study_of(plan), "It", card, True)
    assert f"`{path.removeprefix(f'{card}.')} = 3, 4`" in told and "simulate" not in told


def test_a_step_that_the_game_refuses_is_not_advised(here):
    """The least that a number may be is not made less: the next number of the card is."""
    card, _ = _advised("defenders")
    study = study_of(planned("simulate run defenders"))
    path, value = next(iter(played(study.design).numbers(card)))
    least = next(v for v in range(value, -1, -1) if not _may_be(path, v - 1))
    study = study_of(planned(f"simulate run defenders --set {path}={least}"))
    told = advice._stepped(study, "It", card, True)
    assert f"--set {path}={least - 1}" not in told


def _may_be(path, value):
    pack, _ = build(load(Asked("defenders"))).pack.try_resolve({path: value})
    return pack is not None


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
    with pytest.raises(InputError, match=re.escape(f"write --pack {pack}")):
        works(f"simulate run {pack}")


ON_PAGES = re.compile(r"simulate (?:run|check|list|new) [^`|\n#]*[^`|\n#\s\\]")
PLACES = re.compile(r"[A-Z]{3}|\.\.\.|[\[\\]|strategy=(?:mine|hoarder)|2>")


def test_the_commands_on_the_pages_can_be_typed(here, capsys):
    """But for names that stand for something else; own strategies have their own test."""
    (here / "my_experiment.toml").write_text('game = "defenders"\n', "utf-8")
    works("simulate new defenders my_defenders")
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    pages += sorted((ROOT / "configs").rglob("*.toml"))
    pages.append(ROOT / "simulate" / "cli" / "helptext.py")
    found = {c for page in pages for c in ON_PAGES.findall(page.read_text("utf-8"))}
    typed = sorted(c.partition("  ")[0] for c in found if not PLACES.search(c))
    assert len(typed) > 20
    for command in typed:
        if command.startswith("simulate new"):
            continue
        try:
            works(command)
        except (InputError, ValueError) as error:
            raise AssertionError(command) from error
