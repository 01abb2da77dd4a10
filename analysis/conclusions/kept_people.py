"""What people's games say, kept beside a run of the same game."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analysis.people import stored
from analysis.people.answer import PeopleAnswer, SideBySide
from analysis.people.grid import Grid
from simulate.core.errors import InputError, Problem
from simulate.core.files import disk
from simulate.store.names import PEOPLE

LARGEST = 4_000_000  # bytes
NOT_OURS = "is not in the format that `simulate run` writes; without it the report omits playtests"
TEXTS = {"file": str, "kind": str, "names": dict, "together": bool}


@dataclass(frozen=True)
class KeptPeople:
    """What people's games say; kind, names: as of `Grid`; file: their sheet.

    together: whether their games are won or lost as a whole.
    """

    file: str
    kind: str
    names: Mapping[str, str]
    together: bool
    answer: PeopleAnswer

    def name(self, one: SideBySide) -> str:
        """What is printed on an option, or the levels of a setting: "players 2, horde easy"."""
        if one.levels is not None:
            return ", ".join(f"{name} {level}" for name, level in one.levels.items())
        return self.names.get(one.option, one.option)


def write(folder: Path, file: str, grid: Grid, answer: PeopleAnswer) -> None:
    """Keep it beside a run."""
    together = all(setting.together for setting in grid.settings)
    said = {"file": file, "kind": grid.kind, "names": dict(grid.names), "together": together}
    text = json.dumps(said | {"answer": stored.plain(answer)}, indent=1, allow_nan=False)
    disk.write(folder / PEOPLE, text + "\n")


def read(folder: Path) -> KeptPeople | None:
    """What was kept; None where nothing was.  Raises InputError for what we did not write."""
    path = folder / PEOPLE
    try:
        return _read(disk.json_of(path, LARGEST))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError) as error:
        raise InputError([Problem(str(path), NOT_OURS)]) from error


def _read(data: Any) -> KeptPeople:
    if not isinstance(data, dict) or data.keys() != {*TEXTS, "answer"}:
        raise ValueError("other keys")
    parts = {name: data[name] for name in TEXTS}
    if any(type(parts[name]) is not kind for name, kind in TEXTS.items()):
        raise ValueError("other kinds of values")
    if not all(isinstance(name, str) for name in parts["names"].values()):
        raise ValueError("names are texts")
    return KeptPeople(**parts, answer=stored.read(data["answer"]))
