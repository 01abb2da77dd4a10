"""A name that a comment, a docstring or a page gives to something is one that the code has.

So a renaming leaves no word behind that leads nowhere.
"""

import re
import tokenize
from functools import cache
from pathlib import Path

import pytest

from simulate.compiler.sources import KERNEL_SOURCES, ROOT, games

SOURCES = ("simulate", "strategies", "analysis", "reports", "benchmarks", "training", "docs")
FILES = sorted(path for folder in SOURCES for path in (ROOT / folder).rglob("*.py"))
PAGES = sorted([ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")])

# A word in capitals that is no part of another: TASK, GAME_ROW; SIDES_* is no name.
NAME = re.compile(r"(?<![\w./-])(?:[A-Z]{4,}|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:_\*)?(?![\w/-])")
RULE = re.compile(r"\b[A-Z]-[A-Z]+-\d+")
QUOTED = re.compile(r"`([A-Z][A-Z0-9_]{2,})`")
# Names of other software, of the environment and of files, and what a command is given.
OTHERS = {"JSON", "TOML", "LLVM", "IEEE", "LICENSE", "NUMBA_DISABLE_JIT", "NO_COLOR", "FORCE_COLOR"}
OTHERS |= {"AWS_ACCESS_KEY_ID", "AWS_REGION", "AWS_ENDPOINT_URL", "RUN", "FACTOR", "PATTERN"}
OTHERS |= {"CONTRIBUTING", "SIMULATE_JOBS"}


def test_comments_and_docstrings_name_what_there_is():
    """In a game's file what is its own or what games share; elsewhere what stands anywhere."""
    everywhere = frozenset().union(*map(names, FILES))
    gone = set()
    for path in FILES:
        game = next((game for game in games() if game in path.parts), "")
        known = (of_game(game) if game else everywhere) | OTHERS
        gone |= {(str(path), name) for name in told(path) if name not in known}
    assert gone == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_pages_name_what_there_is(page):
    """A page about one game names its code; any other what all games, or own files, have."""
    about = [game for game in games() if page.stem.startswith(game)] or games()
    quoted = {*QUOTED.findall(page.read_text("utf-8"))} - OTHERS
    quoted -= names(ROOT / "simulate" / "own" / "game.py")
    assert [name for name in quoted if any(name not in of_game(game) for game in about)] == []


# A file of ours, by its whole way; in capitals or as a stranger's example it is none.
OUR_FILE = re.compile(
    r"(?<![\w/.])(?:simulate|analysis|reports|strategies|training|benchmarks|tests)/[\w/.-]*"
    r"\.(?:py|toml|csv|md)\b"
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_pages_name_files_that_are_there(page):
    assert gone_of(page) == []


def test_comments_and_docstrings_name_files_that_are_there():
    assert [found for path in FILES for found in gone_of(path)] == []


def gone_of(path: Path) -> list[tuple[str, str]]:
    named = OUR_FILE.findall(path.read_text("utf-8"))
    gone = [name for name in named if not re.search("[A-Z]", name) and not (ROOT / name).exists()]
    return [(str(path), name) for name in gone]


@cache
def of_game(game: str) -> frozenset[str]:
    """Names in the code that a game is made of, and what stands in capitals on its cards."""
    others = games() - {game}
    files = [
        path
        for path in FILES
        if path.relative_to(ROOT).as_posix().startswith(KERNEL_SOURCES)
        and not others & {*path.parts}
    ]
    cards = (ROOT / "configs" / game / "cards.toml").read_text("utf-8")
    return frozenset(re.findall(r"[A-Z]{4,}", cards)).union(*map(names, files))


def names(path: Path) -> set[str]:
    """Names in the code of a file, and words that it keeps: `Words("over")` is read as `OVER`."""
    tokens = tokens_of(path)
    kept = (text for kind, text in tokens if kind == tokenize.STRING and not is_told(kind, text))
    return {text for kind, text in tokens if kind == tokenize.NAME} | {
        re.sub(r"\W", "_", text.strip("\"'")).upper() for text in kept
    }


def told(path: Path) -> list[str]:
    """Names in the comments and docstrings of a file."""
    texts = [text for kind, text in tokens_of(path) if is_told(kind, text)]
    return [name for text in texts for name in NAME.findall(RULE.sub("", text))]


def is_told(kind: int, text: str) -> bool:
    return kind == tokenize.COMMENT or (kind == tokenize.STRING and text.startswith('"""'))


@cache
def tokens_of(path: Path) -> list[tuple[int, str]]:
    with path.open("rb") as file:
        return [(each.type, each.string) for each in tokenize.tokenize(file.readline)]
