"""Every command in a block of a page can be typed, and the tutorials are walked from start to end.

A block without a language holds commands, one a line, as far as they begin with `simulate`; one
with a `title` is a file that the reader writes.
"""

import io
import re
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
import typer

from simulate import configs
from simulate.cli import main
from simulate.cli.commands import app

ROOT = configs.folder().parent
PAGES = [
    ROOT / "README.md",
    *(path for path in sorted((ROOT / "docs").rglob("*.md")) if path.parent.name != "notebook"),
]
CLUSTER = "a-cluster"  # needs one: its commands are parsed, and tests/machine plays on one
TUTORIALS = [
    path for path in sorted((ROOT / "docs" / "tutorials").glob("*.md")) if path.stem != CLUSTER
]
BLOCK = re.compile(r"^```(\S*)(?: title=\"([^\"]+)\")?[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WITH_GAMES = ("run", "sensitivity", "advise", "tune", "ladder", "compare", "ask")
FEW = {"--games": "60", "--budget": "1000", "--precision": "0.2", "--jobs": "1"}
OUTCOMES = (0, 3, 4)  # finished; with --check: missed, open
PLACES = re.compile(r"(?<!/)\b[A-Z]{3,}|\.\.\.|\[|\\$")


@dataclass(frozen=True)
class Block:
    """A command, or a file with its text."""

    words: tuple[str, ...] = ()
    file: str = ""
    text: str = ""


def blocks(page):
    """What a reader of the page types and writes, in order."""
    for language, title, text in BLOCK.findall(page.read_text("utf-8")):
        if title:
            yield Block(file=title, text=text)
        elif not language or language == "sh":
            for line in text.splitlines():
                found = re.match(r"(?:\.venv/bin/)?simulate (?!COMMAND)(.*)", line)
                if found and not PLACES.search(line):
                    yield Block(words=tuple(shlex.split(found[1], comments=True)))


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_command_on_the_page_is_one(page, capsys):
    """Names and options of a command; what they name, walking finds out."""
    command = typer.main.get_command(app)
    for block in blocks(page):
        if block.words:
            action = command.main(list(block.words), standalone_mode=False)
            assert callable(action) or "--help" in block.words, block.words


def test_the_tutorials_hold_commands_and_files():
    found = {page.stem: list(blocks(page)) for page in TUTORIALS}
    assert len(found) >= 8
    assert all(any(block.words for block in some) for some in found.values())
    assert any(block.file for block in found["guard-in-ci"])


@pytest.mark.long
@pytest.mark.parametrize("page", TUTORIALS, ids=lambda path: path.stem)
def test_a_tutorial_can_be_walked(page, here, monkeypatch):
    """Each command in turn, in one folder, with few games; each file written in its place."""
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    for block in blocks(page):
        if block.file:
            write(here / block.file, block.text)
        else:
            words = with_few_games(block.words)
            assert main(words) in OUTCOMES, words


def with_few_games(words):
    """The same command, with few games and one process."""
    words = list(words)
    if words[0] not in WITH_GAMES or "--resume" in words or "--dry-run" in words:
        return words
    plain = words[0] == "compare" and "--pack" not in words and "--set" not in words
    for option, few in FEW.items():
        if option in words:
            words[words.index(option) + 1] = few
    if not plain and not {"--games", "--precision"} & {*words}:
        words += ["--games", FEW["--games"]]
    return words if plain or "--jobs" in words else [*words, "--jobs", "1"]


def write(path, text):
    """A file as its block says: anew, or in place of the table that it begins with, or added."""
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.read_text("utf-8") if path.exists() else ""
    head = text.split("\n", 1)[0]
    kept = before.partition(f"\n{head}\n")[0].rstrip("\n")
    path.write_text(f"{kept}\n\n{text}" if kept else text, "utf-8")


def test_a_file_of_a_page_takes_the_place_of_its_table_or_is_added(tmp_path):
    path = Path(tmp_path, "new", "a.toml")
    write(path, "[a]\nx = 1\n")
    write(path, "[b]\ny = 1\n")
    write(path, "[b]\ny = 2\n")
    assert path.read_text() == "[a]\nx = 1\n\n[b]\ny = 2\n"
