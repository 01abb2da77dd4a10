"""Games played again without one card, on the same luck: what the card brings to one seat.

A card that a seat chooses in play: from its first choice of it on, that seat takes something else
wherever it can.  Until then both games are the same, so who was ahead when the card was played is
ahead in both.  A card that a seat holds: a blank lies in its place.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from math import nan
from random import Random
from typing import Any

from simulate.core.errors import RunError
from simulate.core.game.facts import Column
from simulate.own.game import Card, Game
from simulate.own.luck import mix
from simulate.own.players import Policy, Searches, choose
from simulate.own.rows import Columns, PlayedGame, won_by
from simulate.own.setting import OwnTable, blank_of
from simulate.own.table import compile as compile
from simulate.own.table import has_compiled as has_compiled
from simulate.own.table import play_game
from simulate.own.table import prepare as prepare

PICKED = 2  # of the cards that seats chose in a game, so many are taken away, one by one
WHICH, INSTEAD = 0xAB1A7E, 0x1257EAD  # lucks of their own

# fair: what a seat of the game won on average.
GAMES = (Column("replicate", "int32", "", ""), Column("fair", "float64", "", ""))
# A seat that had a card, `kind.id`; for how many such it stands; what it won, with its side, and
# would have won without the card: not a number where a rule fails then.
SEATS = (
    Column("replicate", "int32", "", ""),
    Column("seat", "int8", "", ""),
    Column("card", "str", "", ""),
    Column("weight", "float64", "", ""),
    Column("win_share", "float64", "", ""),
    Column("without", "float64", "", ""),
)

Use = tuple[int, str]  # a seat, and a card as `kind.id`


def play_block(table: OwnTable, seed: int, first: int, count: int) -> tuple[Columns, Columns]:
    """Games `first` .. `first + count - 1`, and what seats won without a card: GAMES and SEATS."""
    games, seats = [], []
    for replicate in range(first, first + count):
        played, uses = watched(table, seed, replicate)
        won = [_won(played, seat) for seat in range(table.people)]
        games.append((replicate, sum(won) / len(won)))
        luck = Random(mix(mix(seed ^ WHICH) ^ replicate))
        for group, most in ((uses, PICKED), (_held(table, played.game), 1)):
            for seat, card in luck.sample(group, min(most, len(group))):
                without = nan
                with suppress(RunError):
                    without = _won(_without(table, seed, replicate, (seat, card)), seat)
                weight = max(1.0, len(group) / most)
                seats.append((replicate, seat, card, weight, won[seat], without))
    columns = [{c.name: [row[k] for row in rows] for k, c in enumerate(of)}
               for of, rows in ((GAMES, games), (SEATS, seats))]  # fmt: skip
    cards = [*dict.fromkeys(columns[1]["card"])]
    return columns[0], columns[1] | {"card": ([*map(cards.index, columns[1]["card"])], cards)}


def watched(table: OwnTable, seed: int, replicate: int) -> tuple[PlayedGame, list[Use]]:
    """A game as it is, and who chose which card where there was something else to do."""
    known, uses = in_play(table), dict[Use, None]()

    def watch(game: Game, moves: Sequence[Any], pick: int, played: PlayedGame) -> None:
        for card in sorted(cards_of(moves[pick], known)):
            if (game.seat, card) not in uses and _others(moves, card, known):
                uses[game.seat, card] = None

    return play_game(table, seed, replicate, watch), [*uses]


def _without(table: OwnTable, seed: int, replicate: int, use: Use) -> PlayedGame:
    """The same game without a card of a seat."""
    seat, card = use
    known = in_play(table)
    if card not in known.values():
        return play_game(replace(table, blank=seat), seed, replicate)
    luck = Random(mix(mix(seed ^ INSTEAD) ^ replicate))

    def other(
        game: Game, moves: list[Any], policy: Policy, rng: Random, tree: Searches | None
    ) -> int:
        pick = choose(game, moves, policy, rng, tree)
        if game.seat != seat or card not in cards_of(moves[pick], known):
            return pick
        others = _others(moves, card, known)
        if policy.best is not None and others:
            return max(others, key=policy.best.of_moves(game).__getitem__)
        return others[choose(game, [moves[k] for k in others], policy, luck)] if others else pick

    return play_game(table, seed, replicate, chooser=other)


def in_play(table: OwnTable) -> dict[Any, str]:
    """Cards of the kinds that nobody is dealt, by themselves and by ids that name one alone."""
    kind, known, ids = table.own.kind, dict[Any, str](), list[str]()
    for section in kind.CARDS:
        for name, card in getattr(table.cards, section).items():
            ids.append(name)
            if section != kind.HOLDS:
                known[card] = known[name] = f"{section}.{name}"
    return {key: card for key, card in known.items() if key not in ids or ids.count(key) == 1}


def cards_of(move: Any, known: dict[Any, str]) -> set[str]:
    """The cards that a move is, names by their ids, or has among its parts."""
    if isinstance(move, tuple | list):
        return set().union(*(cards_of(part, known) for part in move))
    return {known[move]} if isinstance(move, Card | str) and move in known else set()


def _others(moves: Sequence[Any], card: str, known: dict[Any, str]) -> list[int]:
    """Places of the moves that do without a card."""
    return [k for k, move in enumerate(moves) if card not in cards_of(move, known)]


def _held(table: OwnTable, game: Game) -> list[Use]:
    """Who holds a card on which something stands; sides may hang on it, and are left alone."""
    held = enumerate(() if table.own.has_sides else game.holds)
    return [(seat, f"{game.HOLDS}.{c.id}") for seat, c in held if vars(c) != vars(blank_of(c))]


def _won(played: PlayedGame, seat: int) -> float:
    """What a seat won, with its side."""
    return won_by(played.game, played.reason)[seat]
