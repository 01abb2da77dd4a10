"""Commands that look leave each folder that they are given as it was, whatever lies in it.

One list says of each command of the real table how it looks; each is typed over each kind of
folder, filled with names that a command could take for its own.
"""

import os
import shutil
import stat
from io import StringIO

import pytest
import typer

from simulate.cli import main
from simulate.cli.commands import app
from simulate.cli.look.listing import GAMES, KINDS, SCHEMA
from simulate.core.files import disk
from tests.marks import long_but

pytestmark = pytest.mark.long

PLAYED = ("--set", "players=2", "--set", "horde=easy", "--set", "strategy=random")
LEFT = ".0123456789abcdef"
EVIL = {
    "rules.toml": 'game = "kingdoms"\n',
    "cards.toml": "evil = true\n",
    "cards.xlsx": "evil",
    "mine.py": "raise SystemExit('a stranger')\n",
    "mine.strategies.toml": "evil = true\n",
    "report.html": "evil",
    "report.json": "{}",
    "manifest.json": "{}",
    "journal.jsonl": "{}\n",
    ".envrc": "evil",
}
# A second name of a file, one with a line break, and what a module, an editor or git could lay.
HIDDEN = (
    ".heard",
    ".lock",
    ".pth",
    ".envrc",
    ".rules.toml.swp",
    ".hidden.py",
    "a\nb",
    "Report.HTML",
)
# What each command is typed with, where it looks; in braces what is given to it.  Behind a `!` is
# what is refused, as wrong input.
LOOKS = {
    "check": [
        "{pack}", "{pack} --json", "{pack}/experiments/default.toml", "{pack}/game.toml",
        "! defenders/nothing --pack {pack}", "{own}/mine.py", "{own}/mine.py --json", "! {run}",
    ],
    "list": [
        *(f"{kind} --pack {{pack}}" for kind in (*KINDS, GAMES)), "parameters --pack {pack} --json",
        "cards {own}/mine.py", f"{SCHEMA} experiment", f"{SCHEMA} {{own}}/mine.py/rules",
    ],
    "run": [
        "{pack} --dry-run", "--pack {pack} --dry-run --json", "default --pack {pack} --dry-run",
        "{own}/mine.py --dry-run", "{run} --again 2 --dry-run", "! --resume {begun} --dry-run",
        "--pack {pack} --games 4 --jobs 1 -q --no-second --set players=2 --set strategy=random "
        "--out {out}",
    ],
    "ladder": ["--pack {pack} --dry-run", "{own}/mine.py --dry-run --json"],
    "compare": [
        "--pack {pack} --set rules.capital_limit=5 --dry-run", "{run} {run} --out {out} --json",
        "{own}/mine.py --set players=2 --set rules.row=4 --dry-run",
    ],
    "replay": [
        "{run} --pick closest", "{run} --game 1 --json --states", "--pack {pack} --set players=2",
        "{own}/mine.py --seed 2",
    ],
    "new": ["defenders {out}", "{own}/mine.py {out}", "! {pack} {out}", "! defenders {pack}"],
    "edit": ["{pack} --no-play", "! {own}/mine.py"],
    "cards": [
        "export {pack} {out}.csv", "export {pack} {out}.xlsx", "export {own}/mine.py {out}.csv",
        "import {pack} {pack}/cards.xlsx --dry-run", "! import {run} {pack}/cards.xlsx --dry-run",
    ],
    "sensitivity": ["--pack {pack} rules.capital_limit --dry-run", "! --resume {search} --dry-run"],
    "worth": ["--pack {pack} paladin --dry-run", "! {own}/mine.py nobody --dry-run"],
    "exploit": ["--pack {pack} --budget 9000 --dry-run", "! {own}/mine.py --of nobody --dry-run"],
    "why": ["--pack {pack} --of paladin --dry-run", "! {own}/mine.py --of nobody --dry-run"],
    "playtests": ["defenders {out}.csv --template", "! {pack} {pack}/cards.xlsx --dry-run"],
    "advise": [
        "--pack {pack} rules.capital_limit --target 0.4-0.6 --dry-run",
        "{own}/mine.py rules --target -0.02,0.02 --dry-run",
    ],
    "tune": ["--pack {pack} rules.capital_limit=4..8 --target 0.4-0.6 --dry-run --json"],
    "runs": [
        "{runs}", "{runs} --json", "{run}", "{run} --verify", "{search}", "! {begun}", "! {pack}/x",
        "{pack}", "{own}",
    ],
    "export": ["{run} --out {out}", "{run} {out}.xlsx", "{run} {out}.ods", "! {search} {out}.xlsx"],
    "doctor": ["defenders", "{own}/mine.py"],
}  # fmt: skip
# What lies in the folder that it is given is written anew by what it is for.
WRITES = {
    "report": "the report of a run, into it",
    "learn": "weights beside an own game",
    "studio": "what is kept in its page",
}
# One of each kind, for the quick test.
QUICK = [
    "check {pack}", "list parameters --pack {pack}", "run {pack} --dry-run", "runs {runs}",
    "replay {run} --pick closest", "runs {search}", "runs ! {begun}",
    "cards export {own}/mine.py {out}.csv", "cards import {pack} {pack}/cards.xlsx --dry-run",
    "edit {pack} --no-play", "export {run} {out}.xlsx", "ladder --pack {pack} --dry-run",
]  # fmt: skip
EACH = [f"{command} {words}" for command, every in LOOKS.items() for words in every]


def done(*words, code=0):
    assert main([*map(str, words)]) == code, words


@pytest.fixture(scope="module")
def laid(tmp_path_factory):
    """A folder of each kind, as commands make them."""
    home = tmp_path_factory.mktemp("looks")
    run, search = home / "runs" / "default-1", home / "runs" / "sensitivity-1"
    few = (*PLAYED, "--games", 20, "--jobs", 1, "-q")
    done("new", "defenders", home / "pack")
    for path in (home / "pack" / "experiments").iterdir():
        path.unlink()
    experiment = 'game = "defenders"\n[fixed]\nplayers = 2\nhorde = "easy"\nstrategy = "random"\n'
    (home / "pack" / "experiments" / "default.toml").write_text(experiment)
    (home / "pack" / "game.toml").write_text(experiment)
    done("cards", "export", home / "pack", home / "pack" / "cards.xlsx")
    (home / "own").mkdir()
    done("new", home / "own" / "mine.py")
    done("run", "defenders", *few, "--no-second", "--out", run)
    done("sensitivity", "defenders", "rules.capital_limit", *few, "--out", search)
    shutil.copytree(run, home / "begun")
    (home / "begun" / "manifest.json").unlink()
    return home


def spoil(folder):
    """Lay there what a command could take for its own, for a sign, or for what is to be run."""
    for name in (f"{LEFT}.whole", f"{LEFT}.new", "tmp", ".git", ".simulate", "__pycache__"):
        (folder / name).mkdir(exist_ok=True)
        for file, text in EVIL.items():
            (folder / name / file).write_text(text)
    for name in HIDDEN:
        (folder / name).write_text("evil")
    os.utime(folder / ".heard", (4e9, 4e9))
    (folder / ".fedcba9876543210.new").write_text("evil")
    (folder / ".fedcba9876543210.whole").symlink_to(f"{LEFT}.whole")
    (folder / "journal.lock").symlink_to(".envrc")
    (folder / ".second").hardlink_to(folder / ".envrc")
    (folder / ".envrc").chmod(0o400)


@pytest.fixture(scope="module")
def spoilt(laid):
    """The same, filled with such names, below and beside it."""
    for folder in ("", "pack", "pack/experiments", "own", "runs", "runs/default-1", "begun",
                   "runs/sensitivity-1", "runs/sensitivity-1/outcomes"):  # fmt: skip
        spoil(laid / folder)
    (laid / "begun" / "journal.jsonl").write_text(EVIL["journal.jsonl"])
    for path in laid.rglob("*"):
        if not path.is_symlink() and path.name != ".heard":
            os.utime(path, (1e9, 1e9))
    return laid


def tree(folder):
    """Each path with its kind, mode, time, number, names and content."""
    found = {}
    for path in (folder, *folder.rglob("*")):
        status = path.lstat()
        held = os.readlink(path) if path.is_symlink() else None
        if stat.S_ISREG(status.st_mode):
            held = path.read_bytes()
        found[path] = (status.st_mode, status.st_mtime_ns, status.st_ino, status.st_nlink, held)
    return found


def differences(before, after):
    return sorted(str(p) for p in before.keys() | after.keys() if before.get(p) != after.get(p))


def looked(words, spoilt, here, monkeypatch):
    """Type a command over the folders, and compare them with what they were."""
    command, _, rest = words.partition(" ")
    is_refused = rest.startswith("! ")
    place = {"pack": "pack", "own": "own", "runs": "runs", "run": "runs/default-1",
             "search": "runs/sensitivity-1", "begun": "begun"}  # fmt: skip
    named = {kind: str(spoilt / path) for kind, path in place.items()}
    typed = rest.removeprefix("! ").format(**named, out=here / "out").split()
    monkeypatch.setattr("sys.stdin", StringIO())
    before = tree(spoilt)
    code = main([command, *typed])
    assert differences(before, tree(spoilt)) == [], words
    assert code == (2 if is_refused else 0), words
    for path in here.iterdir():
        disk.remove(path)


def test_each_command_of_the_table_is_said_to_look_or_to_write():
    commands = typer.main.get_command(app).commands
    assert commands.keys() == LOOKS.keys() | WRITES.keys()
    for name, command in commands.items():
        options = {option for each in command.params for option in each.opts}
        if "--dry-run" in options:
            assert any("--dry-run" in words for words in LOOKS[name]), name


def test_the_quick_looks_are_among_all():
    assert {*QUICK} <= {*EACH}


@pytest.mark.skipif(os.name == "nt", reason="needs links for everybody, and modes")
@pytest.mark.parametrize("words", long_but(QUICK, EACH))
def test_who_looks_writes_nothing(words, spoilt, here, monkeypatch):
    looked(words, spoilt, here, monkeypatch)


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="needs links for everybody, and modes")
@pytest.mark.parametrize("place", ["pack", "own", "runs"])
def test_who_looks_from_within_writes_nothing(place, spoilt, here, monkeypatch):
    """In the folder of a pack a command needs no more words."""
    typed = {
        "pack": ("run --dry-run", "list cards", "check .", "ladder --dry-run", "runs ."),
        "own": ("run mine.py --dry-run", "check mine.py", "list cards mine.py", "runs ."),
        "runs": ("runs .", "runs default-1 --verify", "replay default-1 --pick longest"),
    }
    monkeypatch.chdir(spoilt / place)
    for words in typed[place]:
        looked(words, spoilt, here, monkeypatch)
