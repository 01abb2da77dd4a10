"""Settings of a folder: `simulate.toml`, or `[tool.simulate]` of pyproject.toml.

Looked for in the current folder and in those above it, as other tools do.  A folder may have come
from somebody else, so what stands there can only say how much is played, by whom and how told:
no code is allowed by it, and nothing is read or written elsewhere.
"""

import os
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from simulate.core import options
from simulate.core.errors import InputError
from simulate.core.files.budget import SETTINGS
from simulate.core.text.validate import check, literal
from simulate.experiment.request import Usual
from simulate.pack.text.document import Document, read

FILE, SHARED = "simulate.toml", "pyproject.toml"
TABLE = ("tool", "simulate")
SEARCHES = ("sensitivity", "worth", "why", "exploit", "advise", "tune")
OF_COMMANDS = {
    "games": ("run", "compare"),
    "seed": ("run", "ladder", "compare", "replay", "edit", *SEARCHES),
    "strategy": ("run", "compare", "replay", "edit", *SEARCHES),
    "target": ("run", "worth", "advise", "tune"),
}  # how much and what is played, by the commands that it means the same to
# What folders of commands are called, but for that of a run.
NUMBERED = {name: name for name in ("ladder", "compare", *SEARCHES)}
NUMBERED["edit"] = "compare"
TYPED_ONLY = "is allowed only on the command line, because a folder may come from somebody else"

Text = Annotated[str, Field(min_length=1)]


class UserConfig(BaseModel):
    """What may be set once for a folder."""

    model_config = ConfigDict(extra="forbid", strict=True)

    jobs: Annotated[int, Field(ge=1, le=1024)] | None = None
    quiet: bool = False
    games: Annotated[int, Field(ge=1, le=options.MOST_GAMES)] | None = None
    seed: Annotated[int, Field(ge=0, le=options.MOST_SEED)] | None = None
    strategy: Text | None = None
    target: Text | None = None
    out: Text | None = None


def root() -> Path | None:
    """The folder in which runs are numbered here, if one is set.  Raises InputError."""
    document, base = _nearest()
    table = _checked(document, base) if document is not None else {}
    return Path(_root(document, base, table["out"])) if document and "out" in table else None


def filled(given: Mapping[str, Any], command: str) -> dict[str, Any]:
    """What was given, with what is set for this folder where it was not.  Raises InputError."""
    document, base = _nearest()
    if document is None:
        return dict(given)
    table = _checked(document, base)
    more: dict[str, Any] = {}
    if "quiet" in given:
        more["quiet"] = given["quiet"] or table.get("quiet", False)
    jobs = _jobs(table["jobs"]) if "jobs" in table and _are_free(given) else ""
    if jobs:
        more["jobs"] = jobs
    own_root = ""
    if "out" in table and "out" in given and not given["out"] and not given.get("resume"):
        own_root = _root(document, base, table["out"])
        more["out"] = _numbered(own_root, command)
    texts = {key: str(v) for key, v in table.items() if command in OF_COMMANDS.get(key, ())}
    return {**given, **more, "usual": Usual(document.shown, texts, jobs, own_root)}


def _numbered(root: str, command: str) -> str | None:
    """The next folder of a command; of a run it is called after what is played."""
    from simulate.store.folders import next_folder

    name = NUMBERED.get(command)
    return str(next_folder(name, Path(root))) if name else None


def _root(document: Document, base: tuple[str, ...], out: str) -> str:
    """The folder that a file names for runs, below its own.  Raises InputError."""
    own, named = document.path.parent.resolve(), Path(out)
    inside = bool(out.strip()) and not named.is_absolute()
    inside = inside and not any(part.startswith(".") for part in named.parts)
    try:
        is_below = inside and own in (own / named).resolve().parents
        (own / named).is_dir()
    except (OSError, ValueError, RuntimeError) as error:  # too long, no name, a link to itself
        why = getattr(error, "strerror", None) or str(error)
        what = f"`out` cannot be used: {why.lower()} (found {literal(out)})"
        raise InputError([document.problem((*base, "out"), what)]) from error
    if not is_below:
        what = f"`out` must be a folder below the one of this file (found {literal(out)})"
        raise InputError([document.problem((*base, "out"), what)])
    return os.path.relpath(document.path.parent / named)


def _jobs(wanted: int) -> str:
    """No more processes than there are cores: the number may be a stranger's."""
    from simulate.run import default_jobs

    return str(min(wanted, default_jobs()))


def _are_free(given: Mapping[str, Any]) -> bool:
    """Whether nobody has said how many processes play."""
    said = given.get("jobs") or given.get("cluster") or os.environ.get(options.JOBS_VARIABLE)
    return "jobs" in given and not said


def _checked(document: Document, base: tuple[str, ...]) -> dict[str, Any]:
    table: Any = document.data
    for name in base:
        table = table[name]
    if not isinstance(table, dict):
        what = f"`{'.'.join(base)}` must be one table: write [{'.'.join(base)}], with one bracket"
        raise InputError([document.problem(base, what, "key")])
    options_only = {option.name for option in options.PLAY} - {*UserConfig.model_fields, "band"}
    if wrong := [key for key in table if key in options_only]:
        told = (document.problem((*base, key), f"`{key}` {TYPED_ONLY}", "key") for key in wrong)
        raise InputError(told)
    model, problems = check(UserConfig, table, document.problem, base)
    if model is None:
        raise InputError(problems)
    return model.model_dump(exclude_unset=True)


def _nearest() -> tuple[Document | None, tuple[str, ...]]:
    """The nearest file that says anything, and the way to its table; None where there is none."""
    for folder in _folders():
        if _is_own_file(folder / FILE):
            return read(folder / FILE, os.path.relpath(folder / FILE), SETTINGS), ()
        if _is_own_file(folder / SHARED) and (document := _shared(folder / SHARED)):
            return document, TABLE
    return None, ()


def _shared(file: Path) -> Document | None:
    """A file of other tools as well, if it says anything to this one.

    Broken, or far larger than such files are, it is theirs.
    """
    try:
        document = read(file, os.path.relpath(file), SETTINGS)
    except InputError:
        return None
    tools = document.data.get(TABLE[0])
    return document if isinstance(tools, dict) and TABLE[1] in tools else None


def _folders() -> Iterator[Path]:
    """The current folder and those above it, as long as they are the user's, up to the home."""
    try:
        current, home = Path.cwd().resolve(), Path(os.path.expanduser("~")).resolve()
    except OSError:  # the folder is gone, which is told later
        return
    for folder in (current, *current.parents):
        above = folder != home and home.is_relative_to(folder)
        if above or not _is_own(folder.lstat()):
            return
        yield folder
        if folder == home:
            return


def _is_own_file(path: Path) -> bool:
    """Whether it is an ordinary file of the user's that not everybody may write to."""
    try:
        status = path.lstat()
    except OSError:
        return False
    return stat.S_ISREG(status.st_mode) and _is_own(status) and not status.st_mode & stat.S_IWOTH


def _is_own(status: os.stat_result) -> bool:
    return not hasattr(os, "geteuid") or status.st_uid == os.geteuid()
