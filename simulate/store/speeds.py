"""Speeds of the strategies of a ladder, stored beside its run."""

from dataclasses import dataclass
from pathlib import Path

from simulate.core.errors import InputError, Problem
from simulate.core.files import disk
from simulate.store.names import SPEEDS

LARGEST = 1_000_000  # bytes
NOT_OURS = "is not in the format that `simulate ladder` writes"


@dataclass(frozen=True)
class Speed:
    """The time that a strategy took to play a number of games in all seats.

    decisions: with two or more choices, in all of them, 0 where nobody has a choice; seconds:
    processor time of one core.
    """

    strategy: str
    games: int
    decisions: int
    seconds: float


def _is_speed(one: Speed) -> bool:
    numbers = one.games, one.decisions, one.seconds
    are_numbers = all(type(number) in (int, float) and 0 <= number < 1e15 for number in numbers)
    return isinstance(one.strategy, str) and are_numbers and one.games > 0 and one.seconds > 0


def read(folder: Path) -> list[Speed]:
    """Those beside a run; empty where there are none.

    Raises InputError where the file is not in the format that `simulate ladder` writes.
    """
    path = folder / SPEEDS
    try:
        speeds = [Speed(**one) for one in disk.json_of(path, LARGEST)]
        if all(_is_speed(one) for one in speeds):
            return speeds
        what = NOT_OURS
    except FileNotFoundError:
        return []
    except OSError as error:
        what = f"cannot be read: {error.strerror}"
    except (ValueError, TypeError):
        what = NOT_OURS
    raise InputError([Problem(str(path), f"{what}; without it the report omits speeds")])
