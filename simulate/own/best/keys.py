"""Numbers of positions: of all that lies on a table, or of what the seat on turn sees of it."""

import ast
from collections.abc import Sequence
from functools import cache
from hashlib import blake2b
from random import Random
from typing import Any

from simulate.own.contents import contents, plain
from simulate.own.declared import OwnGame
from simulate.own.game import Card, Game
from simulate.own.luck import GameLuck

COUNTED = ("counts", "round")  # what the machine keeps; most files never look at it


def _order(item: Any) -> str:
    return repr(item.id if type(item) is Card else plain(item))


class SortedLuck(GameLuck):
    """Luck with one outcome: tables that a seat cannot tell apart become one."""

    __slots__ = ()

    def stream(self, purpose: str) -> Random:
        """The same each time."""
        return Random(0)

    def pick(self, purpose: str, items: Sequence[Any]) -> Any:
        """The first in order."""
        return min(items, key=_order)

    def shuffle(self, purpose: str, items: Any) -> Any:
        """In order."""
        items[:] = sorted(items, key=_order)
        return items


SORTED = SortedLuck(0)


def told_apart(own: OwnGame) -> frozenset[str]:
    """What the machine counts and positions are told apart by: what the file looks at."""
    return _read(own.source.text)


@cache
def _read(text: str) -> frozenset[str]:
    tree = ast.walk(ast.parse(text))
    read = {node.attr for node in tree if isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Load)}  # fmt: skip
    return frozenset(read & {*COUNTED})


def key_of(game: Game, apart: frozenset[str]) -> int:
    """A number of a position: of all that lies on the table, and whose turn it is."""
    lies = {k: v for k, v in contents(game).items() if k not in COUNTED or k in apart}
    lies["seat"] = game.seat
    return int.from_bytes(blake2b(repr(sorted(lies.items())).encode(), digest_size=8).digest())


def key_of_seen(game: Game, apart: frozenset[str]) -> int:
    """The same of what the seat on turn sees, whatever else lies on the table."""
    game = game.copy(SORTED)
    game.hide(game.seat)
    return key_of(game, apart)
