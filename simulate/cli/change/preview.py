"""Check a pack with changed files in a temporary copy, before the pack itself is changed."""

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from simulate.core.errors import InputError, Problem
from simulate.core.files import disk

T = TypeVar("T")


def checked(folder: Path, shown: str, texts: Mapping[str, str], check: Callable[[Path], T]) -> T:
    """What `check` says of a copy of a pack with these texts.

    texts: by the path of the file in the pack.  Raises InputError with what `check` refuses, told
    as of the pack itself.
    """
    with tempfile.TemporaryDirectory() as aside:
        copy = Path(aside) / "pack"
        _copy(folder, shown, copy, texts)
        try:
            return check(copy)
        except InputError as error:
            problems = [
                replace(problem, where=problem.where.replace(str(copy), shown.rstrip("/")))
                for problem in error.problems
            ]
            raise InputError(problems, error.hint) from None


def _copy(folder: Path, shown: str, copy: Path, texts: Mapping[str, str]) -> None:
    """All TOML and Python of a pack, with the texts in it.  Raises InputError."""
    (copy / "experiments").mkdir(parents=True)
    listed = [*folder.glob("*.toml"), *folder.glob("*.py"), *folder.glob("experiments/*.toml")]
    for path in listed:
        part = path.relative_to(folder)
        if path.is_dir():
            (copy / part).mkdir()  # which is refused as it is in the pack itself
            continue
        try:
            disk.write(copy / part, disk.read(path))
        except OSError as error:
            what = f"cannot be read: {str(error.strerror).lower()}"
            raise InputError([Problem(f"{shown.rstrip('/')}/{part}", what)]) from error
    for name, text in texts.items():
        disk.write(copy / name, text)
