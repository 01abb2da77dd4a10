"""`studio.json` beside a pack: its versions, and what is being changed.

Read as a stranger's file: its form is checked, and each value against the pack before it is used.
"""

import time
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr, ValidationError

from simulate.core.errors import InputError, Problem
from simulate.core.files import disk
from simulate.studio.subject import FILE

LARGEST = 4_000_000  # bytes
MOST = 2_000  # versions, and numbers of one

Value = StrictBool | StrictInt | Annotated[StrictStr, Field(max_length=200)]
Path_ = Annotated[str, Field(max_length=300)]
Text = Annotated[str, Field(max_length=2_000)]


class NotesPart(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Changed(NotesPart):
    """A number of a version: where it stands, what people call it, before and after."""

    path: Path_
    name: Text
    before: Value
    after: Value


class PackVersion(NotesPart):
    """What was written into the pack at a time; said: the first sentence of what confirmed it."""

    when: Text
    changes: Annotated[list[Changed], Field(max_length=MOST)]
    said: Text = ""


class Notes(NotesPart):
    """All that a studio remembers of a pack."""

    studio: Literal[1] = 1
    versions: Annotated[list[PackVersion], Field(max_length=MOST)] = []
    draft: Annotated[dict[Path_, Value], Field(max_length=MOST)] = {}
    setting: dict[Text, Value] = {}

    def add(self, changes: list[dict[str, Any]], said: str) -> None:
        """One more version, of now."""
        of_each = [Changed(**change) for change in changes]
        when = time.strftime("%Y-%m-%d %H:%M")
        self.versions.append(PackVersion(when=when, changes=of_each, said=said[:2_000]))


def read_notes(folder: Path, shown: str) -> Notes:
    """What lies in a pack; nothing where there is no such file.  Raises InputError."""
    try:
        return Notes.model_validate(disk.json_of(folder / FILE, LARGEST))
    except FileNotFoundError:
        return Notes()
    except (OSError, ValueError, ValidationError) as error:
        reason = getattr(error, "strerror", None) or "it is not as `simulate studio` writes it"
        what = f"cannot be read: {reason}; move it away to begin without versions"
        raise InputError([Problem(f"{shown.rstrip('/')}/{FILE}", what)]) from None


def write_notes(folder: Path, notes: Notes) -> None:
    """Put them beside the pack, whole or not at all.  Raises OSError."""
    disk.write_all(folder, [(FILE, notes.model_dump_json(indent=1) + "\n")])
