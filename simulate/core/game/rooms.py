"""Load the modules and functions of a game by the names that all games share."""

from collections.abc import Callable
from inspect import signature
from types import ModuleType
from typing import Any, TypeVar

T = TypeVar("T")


def found_in(shape: Callable[..., T], *rooms: ModuleType) -> T:
    """`shape`, made of what bears the names of its fields in the rooms.

    A field with a default may be in none.  Raises ValueError where two rooms mean different things
    by one name.
    """
    names = [name for name in signature(shape).parameters if any(name in vars(r) for r in rooms)]
    return shape(**{name: _meant_by(name, rooms) for name in names})


def _meant_by(name: str, rooms: tuple[ModuleType, ...]) -> Any:
    first, *others = [vars(room)[name] for room in rooms if name in vars(room)]
    if any(other is not first for other in others):
        raise ValueError(f"`{name}` is not the same in {' and '.join(r.__name__ for r in rooms)}")
    return first
