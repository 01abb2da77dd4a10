"""A disk that fills while a command writes: what the command made goes, what was there stays."""

import os
import shutil
from contextlib import chdir
from functools import cache
from pathlib import Path

import pytest
import typer
from openpyxl import load_workbook

from reports import figures
from simulate.cli import main
from simulate.cli.commands import app
from simulate.cli.look import exporting
from simulate.core.files import disk, sheets
from tests.cli.conftest import everything
from tests.marks import long_but

pytestmark = pytest.mark.long

FULL = OSError(28, "No space left on device")
WRITING = {
    "new": ["new defenders made/mine", "new pack.py", "new own.py made"],
    "edit": ["edit pack Night_Watch --card heroes"],
    "cards": ["cards export pack cards.csv", "cards export pack c.xlsx", "cards import pack c.ods"],
    "check": ["check old --upgrade"],
    "export": ["export run --out made/charts", "export run tables.xlsx", "export run"],
    "report": ["report run"],
    "runs": ["runs all --open"],
    "playtests": ["playtests defenders empty.xlsx --template", "playtests own.py e.csv --template"],
}  # fmt: skip
# These keep what was played and say how it goes on (`tests/machine/test_full_disk.py`).
PLAY = {"run", "ladder", "compare", "sensitivity", "worth", "why", "exploit", "advise", "tune"}
NO_MORE = {"replay", "list", "doctor"}  # write no file
BY_HAND = {"studio"}  # what is kept in its page: tests/studio/test_desk.py
ONE_FILE = {"learn"}  # the weights, as `new FILE.py` writes its one file
EACH = [words for every in WRITING.values() for words in every]
QUICK = ["new defenders made/mine", "cards export pack cards.csv", "cards import pack c.ods",
         "check old --upgrade", "export run --out made/charts"]  # fmt: skip


@pytest.fixture(scope="module")
def made(finished, tmp_path_factory):
    """Packs, one of before, a workbook that changes one, an own game, a run, a folder of runs."""
    with chdir(tmp_path_factory.mktemp("disk")):
        assert main(["new", "defenders", "pack"]) == 0
        shutil.rmtree("pack/experiments")
        os.mkdir("pack/experiments")
        old = Path(shutil.copytree("pack", "old"))
        rules = (old / "rules.toml").read_text("utf-8").replace("\nformat = 2", "")
        (old / "rules.toml").write_text(rules, "utf-8")
        (old / "experiment.schema.json").write_text("{}")
        assert main(["new", "own.py"]) == 0
        for run in ("run", "all/run", "all/again"):
            shutil.copytree(finished.folder, run)
        os.remove("run/report.html")
        assert main(["cards", "export", "pack", "x.xlsx"]) == 0
        book = load_workbook("x.xlsx")
        book["heroes"].cell(2, 2).value = "Another Name"
        book.save("x.xlsx")
        sheets.write(Path("c.ods"), sheets.read(Path("x.xlsx"), "x.xlsx"))
        return Path.cwd()


@pytest.fixture
def place(made, here, monkeypatch):
    """A copy of it; no browser is opened and no chart drawn."""
    shutil.copytree(made, here, dirs_exist_ok=True)
    monkeypatch.setattr("webbrowser.open", lambda _: True)
    monkeypatch.setattr(exporting, "_report", cache(exporting._report))
    monkeypatch.setattr(figures, "names", lambda _: ["chart-a.svg", "chart-b.svg"])
    drawn = [("chart-a.svg", b"a"), ("chart-b.svg", b"b")]
    monkeypatch.setattr(figures, "drawn", lambda _: iter(drawn))
    return here


class FillingDisk:
    """Lets so many things be made in a folder, and no more; how many were asked for."""

    def __init__(self, folder, most):
        self.folder, self.most, self.asked = folder, most, 0
        self.opened, self.mkdir = disk.opened, os.mkdir

    def lay(self, path):
        if self.folder in (self.folder / os.fspath(path)).parents:
            self.asked += 1
            if self.asked > self.most:
                raise FULL

    def patch(self, during):
        def opened(path, flags=os.O_RDONLY):
            if flags & os.O_CREAT:
                held = self.opened(path, flags)
                try:
                    self.lay(path)
                except OSError:  # the name is there, and nothing that is written to it
                    os.close(held)
                    raise
                return held
            return self.opened(path, flags)

        def mkdir(path, mode=0o777, **more):
            self.lay(path)
            self.mkdir(path, mode, **more)

        during.setattr(disk, "opened", opened)
        during.setattr(os, "mkdir", mkdir)


def test_each_command_of_the_table_is_known_to_write_or_not():
    commands = typer.main.get_command(app).commands
    assert commands.keys() == WRITING.keys() | PLAY | NO_MORE | ONE_FILE | BY_HAND


def typed(words, simulate, monkeypatch, here, most, code):
    filling = FillingDisk(here, most)
    with monkeypatch.context() as during:
        filling.patch(during)
        return filling, simulate(*words.split(), code=code)


@pytest.mark.parametrize("words", long_but(QUICK, EACH))
def test_what_was_made_on_a_full_disk_goes(words, place, simulate, monkeypatch):
    before = everything(place)
    kept = shutil.copytree(place, place.parent / "kept", symlinks=True)
    filling, _ = typed(words, simulate, monkeypatch, place, 10**6, 0)
    assert everything(place) != before and filling.asked
    shutil.rmtree(place)
    shutil.copytree(kept, place)
    os.chdir(place)
    wanted = {0, 1, filling.asked // 2, filling.asked - 1}
    for most in sorted(wanted & {*range(filling.asked)}):
        code = 0 if words.startswith("runs") else 1  # which only leaves out its page
        _, ended = typed(words, simulate, monkeypatch, place, most, code)
        assert code == 0 or "No space left" in ended.err or "full" in ended.err
        assert everything(place) == before, (words, most)
