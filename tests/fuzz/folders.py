"""Designers' folders and experiments with something wrong in them: refused in words, or played."""

import tempfile
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path

from hypothesis import strategies as st

from simulate.cli.change.packs import new_command
from simulate.core.errors import InputError
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import Plan, build
from simulate.pack import catalogue, files, load_folder
from simulate.pack.configs import game_folder
from tests.fuzz import tally as told
from tests.fuzz.player import shipped
from tests.fuzz.tally import Tally
from tests.fuzz.texts import spoilt

MANY = 40  # cells: more of them are only more of the same


@cache
def a_folder() -> Path:
    """For as long as this process lives."""
    made = tempfile.TemporaryDirectory(prefix="fuzz-")
    KEPT.append(made)
    return Path(made.name)


KEPT: list[tempfile.TemporaryDirectory[str]] = []


@cache
def copied(game: str) -> tuple[Path, dict[str, str]]:
    """A folder with the files of a game's pack, and their texts."""
    folder = a_folder() / game
    with redirect_stdout(StringIO()):
        new_command(game, str(folder))
    return folder, {name: (folder / name).read_text("utf-8") for name in files(game)}


def load_spoilt(game: str, data: st.DataObject, counted: Tally) -> None:
    """A pack of which one file was spoilt."""
    folder, texts = copied(game)
    name = data.draw(st.sampled_from(sorted(texts)))
    text = data.draw(spoilt(texts[name]))
    counted.add(told.CASES)
    (folder / name).write_bytes(text.encode())
    try:
        load_folder(folder)
        counted.add(told.ACCEPTED)
    except InputError as error:
        counted.add(told.REFUSED)
        assert_told(error)
    finally:
        (folder / name).write_text(texts[name], "utf-8")


def assert_told(error: InputError) -> None:
    """Every problem says where and what, in print."""
    assert error.problems
    for problem in error.problems:
        assert problem.where and problem.what


@cache
def experiments(game: str) -> list[str]:
    """Texts of the shipped experiments without those of hundreds of variants, and a fuller one."""
    folder = game_folder(game) / "experiments"
    texts = [path.read_text("utf-8") for path in sorted(folder.glob("*.toml"))]
    return [*(text for text in texts if "steps" not in text and "blanks" not in text), full(game)]


def full(game: str) -> str:
    """An experiment with one of everything."""
    pack, facts = shipped(game), catalogue.facts(game)
    numbers = [p for p, rule in pack.rules.items() if rule.kind not in ("bool", "choice")][:3]
    sets = "\n".join(
        f'[[variant]]\nname = "{n}"\nset = {{ "rules.{n}" = {pack.rules[n].value} }}\n'
        for n in numbers
    )
    crossed = facts.factor(facts.crossed[0])
    return (
        f'game = "{game}"\nquestion = "?"\nseed = 3\ngames = 20\n'
        f"[factors]\n{crossed.name} = {list(crossed.levels)!r}\nskill = [0.5, 1.0]\n"
        f'[fixed]\nstrategy = "random"\n{sets}'
        '[[target]]\nmetric = "length"\nlow = 1\n[[target]]\nmetric = "win_rate"\n'
        "low = 0.4\nhigh = 0.6\n"
    ).replace("'", '"')


@cache
def own_lines(game: str) -> list[str]:
    """Lines that are right in some place of an experiment."""
    found = []
    for factor in catalogue.facts(game).factors:
        levels = list(factor.levels) or [factor.default]
        found.append(f"{factor.name} = {levels!r}".replace("'", '"').replace("True", "true"))
        found.append(f"{factor.name} = {levels[0]!r}".replace("'", '"').replace("True", "true"))
    found += [f'"{path}" = [0, 1, 2]' for path in shipped(game).paths()[:20]]
    return [line.replace("False", "false") for line in found]


def plan_spoilt(game: str, data: st.DataObject, counted: Tally) -> None:
    """An experiment that was spoilt: a plan of cells, or every problem in words."""
    text = data.draw(spoilt(data.draw(st.sampled_from(experiments(game))), own_lines(game)))
    counted.add(told.CASES)
    file = a_folder() / f"{game}.toml"
    file.write_bytes(text.encode())
    try:
        plan = build(load(RunRequest(str(file))))
        assert plan.cells
        counted.add(told.ACCEPTED)
        assert_as_written(plan)
    except InputError as error:
        counted.add(told.REFUSED)
        assert_told(error)
    shipped(game)._resolved.clear()


def assert_as_written(plan: Plan) -> None:
    """What a run would write of it is plain data; every cell's pack is one."""
    assert plan.command.startswith("simulate run")
    manifest = plan.manifest()
    assert len(manifest["cells"]) == len(plan.cells)
    for cell in plan.cells[:MANY]:
        assert plan.pack_for(cell).game == plan.game
