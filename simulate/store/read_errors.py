"""Refuse a run that cannot be read, and say what to do."""

from collections.abc import Mapping
from pathlib import Path

from simulate.core.errors import InputError, Problem
from simulate.store.names import LOG

AGAIN = f"the command that plays the run again is in its {LOG}"
HINT = "play it again: the same command gives the same games"
CHANGED = f"not as the run wrote it (by its checksum), so damaged or changed; {AGAIN}"


def refuse(path: Path, what: str) -> InputError:
    return InputError([Problem(str(path), what)])


def damaged(file: Path, what: str) -> InputError:
    return refuse(file, f"damaged: {what}; {AGAIN}")


def broken(folder: Path, damages: Mapping[str, str]) -> InputError:
    """Files of a run that differ from their checksum; all if the folder is missing."""
    if not folder.is_dir():
        return refuse(folder, "this folder was removed while it was read")
    return InputError([Problem(str(folder / n), what) for n, what in damages.items()], hint=HINT)
