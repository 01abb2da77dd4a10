"""Games of Tiny Epic Defenders for tests of strategies."""

from collections import Counter, defaultdict
from typing import Any

from simulate import pack
from simulate.pack import catalogue
from tests.every_game.adapters import adapter
from tests.strategies.watch import Asker, positions

PACK = pack.load("defenders")
TABLE = catalogue.table("defenders")


def setting(strategy: str, **levels: Any) -> dict[str, Any]:
    """A setting, everybody playing one strategy; all else as usual."""
    return adapter("defenders").setting({**levels, "strategy": strategy})


def played(strategy: str, games: int, seed: int = 1, **levels: Any) -> tuple[Any, Any]:
    """Columns of `games` and `seats`."""
    table = TABLE.prepare(PACK, setting(strategy, **levels))
    return TABLE.play_block(table, seed, 0, games)


CHARACTERS = ("guardian", "mender", "saver", "charger")


def characters() -> list[tuple[list[Any], int]]:
    """Tables of `balanced`, who plays, and of each character; so many games."""
    return [([TABLE.prepare(PACK, setting(name)) for name in ("balanced", *CHARACTERS)], 60)]


class Choices:
    """What strategies choose at some decisions of games that the first of them plays.

    taken: (kind of move, whether the foe is in play) -> name -> how often it was chosen.
    """

    def __init__(self, names: list[str], games: int, seed: int = 1) -> None:
        from simulate.games.defenders.moves.move import KIND
        from tests.rules.defenders.entry import list_moves

        tables = [TABLE.prepare(PACK, setting(name)) for name in names]
        asker, moves = Asker(tables[0]), TABLE.new_workspace().moves
        self.taken: dict[tuple[str, bool], Counter[str]] = defaultdict(Counter)
        for s in positions(tables[0], seed, games, every=10):
            list_moves(s, tables[0].tables[0], moves)
            for name, choice in zip(names, asker.ask(s, *tables), strict=True):
                kind = KIND.words[moves[choice]["kind"]]
                self.taken[kind, bool(s["foe_in_play"])][name] += 1
