"""A stranger's Python, in a pack or a run folder, runs with --allow-code and never without."""

import json
import shutil
import subprocess

import pytest

from simulate.cli.change.packs import new_command
from simulate.cli.searches import searching
from simulate.cli.searches.ready import SearchOptions
from simulate.experiment import RunRequest
from simulate.search.candidate import with_variants
from tests.cli.conftest import SIMULATE
from tests.machine.manifests import rewrite

pytestmark = pytest.mark.long

DECOY = '\n[decoy]\nplan = "Sits nowhere."\nchoice = "python"\nfile = "x.py"\n'
CHOICE, FILE = "strategies.balanced.choice", "strategies.balanced.file"
CODE = """\
from pathlib import Path

from simulate.compiler.kernels import kernel
from simulate.engine.defenders import STRATEGY

Path({mark!r}).write_text("was here")


@kernel(STRATEGY)
def choose(s, cards, moves, count, features):
    return 0
"""


@pytest.fixture
def mark(tmp_path):
    """A file that is there once the stranger's code has run."""
    path = tmp_path / "mark"
    yield path
    assert not path.exists()


@pytest.fixture
def pack(here, mark):
    """A stranger's pack with code: pack(text for strategies.toml, text of its experiment)."""

    def make(strategies=DECOY, experiment=""):
        new_command("defenders", "theirs")
        own = here / "theirs" / "strategies.toml"
        own.write_text(own.read_text("utf-8") + strategies, "utf-8")
        (here / "theirs" / "x.py").write_text(CODE.format(mark=str(mark)), "utf-8")
        text = f'game = "defenders"\ngames = 10\n[fixed]\nplayers = 1\nhorde = "easy"\n{experiment}'
        (here / "theirs" / "experiments" / "innocent.toml").write_text(text, "utf-8")

    return make


@pytest.fixture
def sent(finished, here, mark):
    """A stranger's run folder: sent(changes its manifest) -> nothing; code x.py is in it."""

    def make(change):
        shutil.rmtree(here / "sent", ignore_errors=True)
        shutil.copytree(finished.folder, here / "sent")

        def both(manifest):
            manifest["pack"]["code"] = {"x.py": CODE.format(mark=str(mark))}
            change(manifest)

        rewrite(here / "sent", both)

    return make


def seat_code(manifest, **entry):
    """Give `balanced` a program in the place of its weights."""
    mine = {"plan": "Innocent.", "choice": "python", "file": "x.py", **entry}
    given = {key: value for key, value in mine.items() if value is not None}
    manifest["pack"]["strategies"]["balanced"] = given


def change_cells(manifest, **changes):
    for cell in manifest["cells"]:
        cell["changes"] = {name.replace("__", "."): value for name, value in changes.items()}


SEARCHES = {
    "sensitivity": (),
    "advise": ("--target", "0.4-0.5"),
    "tune": ("--target", "0.4-0.5"),
}


@pytest.mark.parametrize("search", SEARCHES)
def test_a_search_seats_code_only_when_it_is_allowed(pack, refused, search):
    pack()
    words = (search, "--pack", "theirs", "rules.capital_limit", *SEARCHES[search])
    told = refused(*words, "--set", "strategy=decoy")
    assert "Python code of x.py; read it and add --allow-code" in told


@pytest.mark.parametrize("search", [searching.SEARCHES["advise"], searching.SEARCHES["tune"]])
def test_code_that_is_allowed_plays_in_every_round_of_a_search(pack, search):
    """And the commands that the search tells can be typed as they stand."""
    pack()
    steps = ("rules.capital_limit",)
    asked = RunRequest("defenders", "theirs", sets=("strategy=decoy",), steps=steps, band="0.4-0.5")
    ready, _ = search(asked, SearchOptions(None, None, True, True, True))
    assert with_variants(ready.experiment, {}).pack.may_run_code
    for command in (ready.command_of({}), ready.ask("tune")):
        assert {"theirs", "--allow-code"} <= {*command.split()}


@pytest.mark.parametrize("search", SEARCHES)
def test_a_damaged_pack_is_one_message_of_a_search(pack, refused, here, search):
    pack()
    with (here / "theirs" / "rules.toml").open("a", encoding="utf-8") as rules:
        rules.write("[capital_limit\n")
    told = refused(search, "--pack", "theirs", "--allow-code", *SEARCHES[search])
    assert "theirs/rules.toml" in told


REPLAY = ("replay", "sent", "--cell", "0", "--game", "0")


@pytest.mark.parametrize(
    "variant",
    [
        f'set = {{ "{CHOICE}" = "python", "{FILE}" = "x.py" }}',
        'set = { strategies.balanced = { choice = "python", file = "x.py" } }',
        f'set = {{ "{FILE}" = "x.py" }}',
        'set = { "strategies.decoy.file" = "other.py" }',
    ],
)
def test_no_variant_makes_a_strategy_a_program(pack, refused, variant):
    pack(experiment=f'[[variant]]\nname = "bolder"\n{variant}\n')
    for allowed in ([], ["--allow-code"]):
        message = refused("run", "innocent", "--pack", "theirs", *allowed)
        assert "is no value to change: write a strategy of its own into strategies.toml" in message


@pytest.mark.parametrize(
    "words",
    [
        ["--set", f"{CHOICE}=python", "--set", f"{FILE}=x.py"],
        ["--set", f"{CHOICE}=weights,python"],
        ["--set", "strategies.balanced={plan='p', choice='python', file='x.py'}"],
        ["--set", "strategies.decoy.file=../x.py"],
    ],
)
def test_no_option_makes_a_strategy_a_program(pack, refused, words):
    pack()
    refused("run", "innocent", "--pack", "theirs", *words)
    refused("replay", "theirs/experiments/innocent.toml", "--pack", "theirs", *words)


@pytest.mark.parametrize(
    "seats",
    [
        '[[lineup]]\nstrategies = ["decoy"]\n',
        '[factors]\nstrategy = ["balanced", "decoy"]\n',
        '[factors]\n"strategy.1" = ["balanced", "decoy"]\n',
        '[[variant]]\nname = "bolder"\nset = { "rules.capital_limit" = 9 }\n'
        '[factors]\nstrategy = ["decoy"]\n',
    ],
)
def test_code_that_an_experiment_seats_anywhere_must_be_allowed(pack, refused, seats):
    pack(experiment=seats)
    words = ("innocent", "--pack", "theirs")
    for command in (["run", *words], ["run", *words, "--dry-run"]):
        assert "this runs the Python code of x.py; read it and add --allow-code" in refused(
            *command
        )


def test_a_strategy_that_is_like_a_program_is_none(pack, simulate, here):
    pack(DECOY + '\n[timid]\nplan = "As it."\nlike = "decoy"\nweights = { hold = 1.0 }\n')
    words = ("replay", "defenders", "--pack", "theirs", "--set", "players=1")
    simulate(*words, "--set", "strategy=timid")


def test_a_check_says_that_a_pack_holds_code_and_runs_none(pack, simulate):
    pack(DECOY + '\n[other]\nplan = "Too."\nchoice = "python"\nfile = "x.py"\n')
    for path in (["theirs"], ["theirs/experiments/innocent.toml", "--pack", "theirs"]):
        told = simulate("check", *path).out
        assert "holds Python code: `decoy` (x.py), `other` (x.py)" in told
        assert "it runs only with --allow-code" in told
    assert "holds Python code" not in simulate("check", "theirs/experiments/innocent.toml").out
    simulate("list", "strategies", "--pack", "theirs")


def test_a_file_of_code_is_not_followed_out_of_the_pack(pack, refused, here, tmp_path):
    pack()
    (tmp_path / "secret.py").write_text("1\n")
    (here / "theirs" / "x.py").unlink()
    (here / "theirs" / "x.py").symlink_to(tmp_path / "secret.py")
    assert "this link leads out of its folder" in refused("check", "theirs")


@pytest.mark.parametrize("file", ["", "../x.py", "/x.py", "x", "x.py/..", "a\\nb.py"])
def test_a_name_that_is_none_of_a_file_of_code(pack, refused, file):
    pack(DECOY.replace("x.py", file))
    refused("check", "theirs")


def test_the_changes_of_a_run_folder_make_no_strategy_a_program(sent, refused):
    sent(lambda m: change_cells(m, **{CHOICE: "python", FILE: "x.py"}))
    for allowed in ([], ["--allow-code"]):
        assert "is no value to change" in refused(*REPLAY, *allowed)


@pytest.mark.parametrize(
    ("entry", "what"),
    [
        ({}, "read it and add --allow-code"),
        ({"file": None}, '`file` and choice = "python" go together'),
        ({"file": ""}, '`file` and choice = "python" go together'),
        ({"choice": "weights"}, '`file` and choice = "python" go together'),
        ({"file": "/x.py"}, "must lie in the folder"),
        ({"file": "../../x.py"}, "must lie in the folder"),
        ({"file": "y.py"}, "`pack.code.y.py`: this code is missing"),
        ({"file": "x.py\0"}, "is no name of a Python file"),
        ({"code": "1"}, "unknown key `code`"),
    ],
)
def test_code_of_a_run_folder_must_be_allowed_whatever_it_is_called(sent, refused, entry, what):
    def change(manifest):
        seat_code(manifest, **entry)
        code = manifest["pack"]["code"]["x.py"]
        if "y.py" not in entry.values():
            manifest["pack"]["code"] = dict.fromkeys(["", "x.py", *entry.values()], code)
            manifest["pack"]["code"].pop(None, None)

    sent(change)
    assert what in refused(*REPLAY)
    if "allow-code" not in what:
        assert what in refused(*REPLAY, "--allow-code")


def test_a_run_folder_with_code_is_reported_without_running_it(sent, simulate):
    sent(seat_code)
    simulate("report", "sent")
    simulate("compare", "sent", "sent", "--out", "beside")


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda m: m["pack"]["rules"]["rules.capital_limit"].update(value=10**6, max=10**9),
         "`pack.rules.rules.capital_limit.value`"),
        (lambda m: m["pack"]["rules"].pop("rules.capital_limit"), "this parameter is missing"),
        (lambda m: m["pack"]["rules"].update(
            {"rules.luck": m["pack"]["rules"]["rules.capital_limit"]}), "parameter `rules.luck`"),
        (lambda m: change_cells(m, rules__capital_limit=10**6), "`rules.capital_limit` must be"),
        (lambda m: change_cells(m, nothing__here=1), "there is no parameter `nothing.here`"),
        (lambda m: m["cells"][0]["setting"].update(players=400), "`players` cannot be 400"),
        (lambda m: m["cells"][0]["setting"].update(strategy=["balanced"] * 9), "a list of 2"),
        (lambda m: m["cells"][0]["setting"].update(strategy=["x.py", "random"]), "`strategy.1`"),
        (lambda m: m["cells"][0]["setting"].pop("skill"), "`skill` is missing"),
        (lambda m: m["cells"][0]["setting"].update(party="bard"), "`party` names 1 heroes"),
        (lambda m: m["pack"]["cards"]["heroes"]["bard"].update(health=10**6), "heroes.bard.health"),
    ],
)  # fmt: skip
def test_a_run_folder_is_checked_like_a_pack(sent, refused, change, what):
    """Kernels look at no bounds: a number that no pack may hold must not reach them."""
    sent(change)
    message = refused(*REPLAY)
    assert "sent/manifest.json: damaged: " in message
    assert what in message


@pytest.mark.long
def test_a_game_of_a_run_with_code_plays_it_when_it_is_allowed(pack, simulate, here, mark):
    pack()
    words = ("run", "innocent", "--pack", "theirs", "--set", "strategy=decoy", "--games", "5")
    simulate(*words, "--jobs", "1", "--out", "out", "--allow-code")
    assert mark.read_text() == "was here"
    mark.unlink()
    # A process of its own: this one has the code already, and would not load it again.
    words = [SIMULATE, "replay", "out", "--game", "0", "--json", "--allow-code"]
    log = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert json.loads(log.splitlines()[-1])["event"] == "end"
    mark.unlink()
