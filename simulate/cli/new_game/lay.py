"""Lays the skeleton of a game into a checkout, and names the game where games are named."""

import re
import string
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from simulate.cli.new_game.names import check_name, title_of
from simulate.core import disk
from simulate.core.errors import InputError, Problem

SKELETON = Path(__file__).with_name("skeleton")
CHECKOUT = Path(__file__).resolve().parents[3]
# What makes a folder a checkout of this project: files of it that are written into, or beside.
SIGNS = ("pyproject.toml", "simulate/pack/catalogue.py", "tests/every_game/adapters.py", "configs")
RULE_ID = re.compile(r'^id = "([A-Z])-', re.MULTILINE)


@dataclass(frozen=True)
class GameList:
    """A list in a file that names every game: the new line goes below its last of this kind."""

    file: str
    line: str
    last: re.Pattern[str]


PLACES = (
    GameList(
        "pyproject.toml",
        '    "simulate.games.$name",\n',
        re.compile(r'^    "simulate\.games\.\w+",\n(?=\])', re.MULTILINE),
    ),
    GameList(
        "simulate/pack/catalogue.py",
        '    "$name": ("simulate.games.$name.facts", "FACTS"),\n',
        re.compile(r'^    "\w+": \("simulate\.games\.\w+\.facts", "\w+"\),\n(?=\})', re.MULTILINE),
    ),
)


@dataclass(frozen=True)
class Laid:
    """A game that was laid: its name, its title, and what was done, by path."""

    name: str
    title: str
    files: dict[str, str]


def lay(name: str, checkout: Path) -> Laid:
    """Write the game's files; InputError, and nothing written, where that cannot be.

    Every file is new but for the lists that name every game.
    """
    check_checkout(checkout)
    check_name(name, checkout)
    words = {"name": name, "title": title_of(name), "letter": free_letter(name, checkout)}
    texts = dict(filled(words))
    check_free(texts, checkout)
    named = dict(named_in(words, checkout))
    for path, text in {**texts, **named}.items():
        (checkout / path).parent.mkdir(parents=True, exist_ok=True)
        disk.write(checkout / path, text)
    tidy([checkout / path for path in texts if path.endswith(".py")], checkout)
    verbs = dict.fromkeys(texts, "wrote") | dict.fromkeys(named, "named it in")
    return Laid(name, words["title"], verbs)


def check_checkout(folder: Path) -> None:
    """Refuse a folder that holds no sources to write into, as that of an installation."""
    missing = [sign for sign in SIGNS if not (folder / sign).exists()]
    if missing:
        what = (
            f"this is no checkout of the project: it has no {' and no '.join(missing)}; a game is "
            "laid into a clone of the sources (cd there, or say --into FOLDER)"
        )
        raise InputError([Problem(str(folder), what)])


def free_letter(name: str, checkout: Path) -> str:
    """The first letter of the name, or of the alphabet, that begins no ledger's ids."""
    ledgers = checkout.glob("simulate/games/*/ledger.toml")
    taken = {letter for path in ledgers for letter in RULE_ID.findall(disk.text(path))}
    wanted = [letter for letter in name.upper() if letter in string.ascii_uppercase]
    free: list[str] = [each for each in (*wanted, *string.ascii_uppercase) if each not in taken]
    if not free:
        raise InputError([Problem(name, "every letter begins the rule ids of a game already")])
    return free[0]


def filled(words: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Path below the checkout and text of each file of the skeleton, with the name filled in."""
    for path in sorted(SKELETON.rglob("*.txt")):
        goal = path.relative_to(SKELETON).as_posix().removesuffix(".txt")
        text = string.Template(disk.text(path)).substitute(words)
        yield goal.replace("NAME", words["name"]), text


def check_free(paths: Iterable[str], checkout: Path) -> None:
    """Refuse to write where something stands already."""
    taken = [path for path in paths if (checkout / path).exists()]
    if taken:
        raise InputError(
            Problem(path, "this is there already; nothing was written") for path in taken
        )


def named_in(words: dict[str, str], checkout: Path) -> Iterator[tuple[str, str]]:
    """Path and new text of the files that name every game."""
    for place in PLACES:
        line = string.Template(place.line).substitute(words)
        text = disk.text(checkout / place.file)
        matches = list(place.last.finditer(text))
        if line in text:
            continue
        if len(matches) != 1:
            what = f"the list of games was not found: add `{line.strip()}` to it, and try again"
            raise InputError([Problem(str(checkout / place.file), what)])
        yield place.file, text[: matches[0].end()] + line + text[matches[0].end() :]


def tidy(files: list[Path], checkout: Path) -> None:
    """Sort imports and break lines as the house does: both hang on how long the name is."""
    if find_spec("ruff") is None:
        return
    for words in (["check", "--fix", "--select", "I"], ["format"]):
        ruff = [sys.executable, "-P", "-m", "ruff", *words, "--quiet", "--no-cache"]
        subprocess.run([*ruff, *map(str, files)], cwd=checkout, check=False)
