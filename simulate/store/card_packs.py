"""Stored results of packs in which only the guesses on one card were drawn."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass

from simulate.core.errors import InputError, Problem
from simulate.core.files import disk
from simulate.store.names import CARD_PACKS

LARGEST = 64_000_000  # bytes
NOT_OURS = "is not in the format that `simulate run` writes"
STRICT = ConfigDict(extra="forbid", strict=True)

Share = Annotated[float, Field(ge=0, le=1)]
Points = Annotated[float, Field(ge=-1, le=1)]
Error = Annotated[float, Field(ge=0, le=2)]
Count = Annotated[int, Field(ge=1)]


@dataclass(frozen=True, config=STRICT)
class CardPack:
    """One pack: what of the card is another there, by path; what that adds to what is won.

    error: beside what all packs share; change and error are 0 where every game ended the same.
    """

    changes: dict[str, Any]
    change: Points
    error: Error


@dataclass(frozen=True, config=STRICT)
class TriedCard:
    """A finding, by its fact, with other guesses on its card, in the hands of a player.

    value, error: the fact as it is, by this player; won: of the card's own games as it is; games:
    of these in each pack; common: error that the fact has in all packs together, None in older
    runs, where it is `error`; is_own: whether it is the player of the run.
    """

    metric: str
    where: dict[str, Any]
    player: str
    games: Count
    won: Share
    value: Points
    error: Error
    packs: list[CardPack]
    common: Error | None = None
    is_own: bool = False


_ALL = TypeAdapter(list[TriedCard])


def read(folder: Path) -> list[TriedCard]:
    """Those of a run; empty where none was tried.

    Raises InputError where the file is not in the format that `simulate run` writes.
    """
    path = folder / CARD_PACKS
    try:
        return _ALL.validate_json(disk.text(path, LARGEST))
    except FileNotFoundError:
        return []
    except OSError as error:
        what = f"cannot be read: {error.strerror}"
    except (ValueError, ValidationError):
        what = NOT_OURS
    raise InputError(
        [Problem(str(path), f"{what}; without it the report omits the packs of cards")]
    )


def is_there(folder: Path) -> bool:
    """Whether any were kept beside a run."""
    return (folder / CARD_PACKS).is_file()


def write(folder: Path, tried: Sequence[TriedCard]) -> None:
    """Keep them beside a run; nothing where there are none."""
    if tried:
        text = json.dumps([asdict(each) for each in tried], indent=1, allow_nan=False)
        disk.write(folder / CARD_PACKS, text + "\n")
