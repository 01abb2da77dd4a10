"""The game file of a game of others.

A game of OpenSpiel or PettingZoo has none: its file are some lines that load the adapter and name
the version that plays, so that runs store it, repeat it and refuse another like any file.  That of
an installed package is named by an entry point.  Nothing is imported before it runs.
"""

from importlib.machinery import PathFinder
from importlib.metadata import EntryPoint, PackageNotFoundError, entry_points, version
from importlib.util import find_spec
from pathlib import Path

from simulate.core.errors import InputError, Problem, nearest
from simulate.core.game.game_files import INSTALLED, OPENSPIEL, PETTINGZOO
from simulate.own.file.source import OwnSource
from simulate.pack.text.document import text_of

GROUP = "tiny_epic_balance.games"
NEEDS = "needs `pip install '.[{}]'`, typed in the folder of the toolkit"
PACKAGES = {OPENSPIEL: "open_spiel", PETTINGZOO: "pettingzoo"}
TEXT = """from simulate.own.others.{kind} import game_of


class Theirs(game_of({name!r})):  # of {package} {version}
    pass
"""


def source_of_others(typed: str) -> tuple[OwnSource, Path | None]:
    """The file of a game of others, and the folder of what it reads; none of it is imported.

    Raises InputError where it is not installed.
    """
    kind, _, name = typed.partition(":")
    if kind == INSTALLED:
        path = _file_of(name, typed)
        return OwnSource(typed, text_of(path, typed)), path.parent
    package = PACKAGES[kind]
    try:
        text = TEXT.format(kind=kind, name=name, package=package, version=version(package))
    except PackageNotFoundError:
        raise InputError([Problem(typed, NEEDS.format(kind))]) from None
    return OwnSource(typed, text), None


def installed() -> list[EntryPoint]:
    """Every game that a package names."""
    return sorted(entry_points(group=GROUP), key=lambda entry: entry.name)


def whose(entry: EntryPoint) -> str:
    """`boats 1.0, by Ann`, as the package says."""
    if entry.dist is None:
        return "nobody says whose"
    told = entry.dist.metadata
    author = next((told[key] for key in ("Author", "Author-email") if key in told), "")
    return f"{entry.dist.name} {entry.dist.version}" + (f", by {author}" if author else "")


def _file_of(name: str, typed: str) -> Path:
    """The file of an installed game.  Raises InputError where there is none, or several."""
    known = installed()
    found = [entry for entry in known if entry.name == name]
    if not found:
        names = [entry.name for entry in known]
        told = f"{nearest(name, names)} (installed: {', '.join(names) or 'none'})"
        raise InputError([Problem(typed, f"no package names such a game{told}")])
    if len(found) > 1:
        packages = "; ".join(map(whose, found))
        what = f"several packages have a game of this name ({packages}): give its file instead"
        raise InputError([Problem(typed, what)])
    module = found[0].value.partition(":")[0].strip()
    if (path := _file(module)) is None:
        what = f"there is no file of its module `{module}` ({whose(found[0])})"
        raise InputError([Problem(typed, what)])
    return path


def _file(module: str) -> Path | None:
    """The file of a module; the packages around it are found and not run."""
    first, *inner = module.split(".")
    spec = find_spec(first) if first else None
    for part in inner:
        if spec is None or spec.submodule_search_locations is None:
            return None
        spec = PathFinder.find_spec(part, [*spec.submodule_search_locations])
    return Path(spec.origin) if spec is not None and spec.origin else None
