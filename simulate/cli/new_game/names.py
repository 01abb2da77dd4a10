"""What a new game may be called."""

import keyword
import re
from importlib.util import find_spec
from pathlib import Path

from simulate.core.errors import InputError, Problem

WORD = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
SOURCES = (
    "simulate",
    "strategies",
    "tests",
    "configs",
    "analysis",
    "reports",
    "benchmarks",
    "training",
)
LONGEST = 24  # letters: what is laid must fit its lines
ALLOWED = (
    f"allowed: {LONGEST} small letters, digits and single _ between them at most, from a letter on"
)


def title_of(name: str) -> str:
    """`iron_road` is Iron Road."""
    return name.replace("_", " ").title()


def check_name(name: str, checkout: Path) -> None:
    """Refuse a name that cannot be that of a game's folders and modules."""
    what = trouble(name, checkout)
    if what:
        raise InputError([Problem(f"NAME {name!r}", what)])


def trouble(name: str, checkout: Path) -> str:
    """Why a name is none for a game, or an empty string.

    The compiled code of a game is known by its name among the words of a module's name
    (`simulate.compiler.sources`), so a word that our modules bear would be taken for the game.
    """
    if not WORD.fullmatch(name) or len(name) > LONGEST:
        return f"a game's name is also that of a Python module ({ALLOWED})"
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        return "this is a word of Python itself; take another"
    if (checkout / "simulate" / "games" / name).exists() or (checkout / "configs" / name).exists():
        return "there is such a game already; take another name"
    if name in words_of(checkout):
        return "a folder or module of the project bears this word already; take another"
    if find_spec(name) is not None:
        return "an installed package is called so; take another name"
    return ""


def words_of(checkout: Path) -> set[str]:
    """Every word in the names of our folders and modules."""
    paths = [path for folder in SOURCES for path in (checkout / folder).rglob("*.py")]
    names = {part for path in paths for part in path.relative_to(checkout).with_suffix("").parts}
    return names | {word for name in names for word in name.split("_")} | set(SOURCES)
