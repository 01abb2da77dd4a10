"""Own files for the contract tests: the games of `docs/examples` and of `tests/own/games`."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

from hypothesis import strategies as st

from simulate.own import table as own_table
from simulate.own.contents import contents
from simulate.own.file.reading import know
from simulate.own.game import Game
from simulate.own.luck import GameLuck
from simulate.pack import catalogue, load
from tests.every_game.adapters import OWN_FILES, Adapter, Audit, Hidden, Levels

Law = Callable[[Game], bool]


def cards_of(game: Game, *piles: Sequence[Any]) -> Counter[str]:
    return Counter(card.id for pile in piles for card in pile)


def copies(cards: Mapping[str, Any]) -> Counter[str]:
    return Counter({card.id: card.copies for card in cards.values()})


@dataclass(frozen=True)
class Told:
    """What tests know of a game that its file does not say.

    laws: hold at every position; hidden: the share of decisions at which dealing anew changes
    something, at least; rules: under which what is rare is met.
    """

    laws: Mapping[str, Law]
    hidden: float = 0.9
    rules: Sequence[Levels] = ()


TOLD = {
    "reed_boats": Told(
        {
            "no card appears, and one lies nowhere twice": lambda g: (
                cards_of(g, g.deck, *g.hand) <= copies(g.cards.cards)
            ),
            "boats lie between landing and sea": lambda g: all(
                0 <= at <= g.rules.river for at in g.at
            ),
        },
        rules=[{"river": 40, "hand": 2}],
    ),
    "drowned_mine": Told(
        {
            "each room is in the deck or past": lambda g: (
                len({*g.deck, *g.past}) == len(g.deck) + len(g.past) == len(g.water) - 1
            ),
            "no crystal is lost but in water": lambda g: (
                g.ended != "" or g.out + sum(g.load) + len(g.crystals) == g.all
            ),
            "no miner is in a closed room": lambda g: (
                g.ended != "" or all(g.is_open(room) for room in g.at)
            ),
        },
        hidden=0.5,
        rules=[{"swept": "lost", "depth": 1}, {"depth": 5, "rounds": 30, "actions": 8}],
    ),
    "silk_and_salt": Told(
        {
            "every lot is sold, for sale, or to come": lambda g: (
                cards_of(g, g.deck, [g.lot] if g.lot else [], *g.bought) <= copies(g.cards.lots)
            ),
            "nobody bids what he has not": lambda g: all(
                0 <= bid <= g.coins[seat] for seat, bid in g.bids.items()
            ),
        },
        rules=[{"corner": 3, "lots": 19}],
    ),
    "harbour": Told(
        {
            "no crate appears, and one lies nowhere twice": lambda g: (
                cards_of(g, g.pile, *g.hand, *g.loaded) == copies(g.cards.crates)
            ),
            "no two want the same kind": lambda g: len({*g.wish}) == g.players,
        },
        rules=[{"rounds": 12}],
    ),
    "nim": Told(
        {
            "no row grows": lambda g: all(
                0 <= n <= n_0 for n, n_0 in zip(g.rows, (3, 4, 5), strict=True)
            )
        },
        hidden=0.0,
    ),
    "lamps": Told(
        {
            "each lamp has its place": lambda g: (
                [lamp.place for lamp in g.lamps] == [*range(len(g.lamps))]
            )
        },
        hidden=0.0,
        rules=[{"gusts": False}, {"lamps": 9, "rounds": 4}],
    ),
    "tic_tac_toe": Told(
        {"marks are laid in turn": lambda g: g.board.count(0) - g.board.count(1) in (0, 1)},
        hidden=0.0,
    ),
    "kuhn_poker": Told(
        {"nobody pays more than a bet": lambda g: max(g.paid) <= 2 and g.hand[0] != g.hand[1]},
        hidden=0.3,
    ),
    "dominoes": Told(
        {
            "six tiles, each once": lambda g: (
                sum(map(len, g.hand)) + len(g.pile) + len(g.chain) // 2 <= 6
            )
        },
        hidden=0.3,
    ),
}


class OwnAdapter(Adapter):
    """A game of an own file."""

    def __init__(self, game: str) -> None:
        found = catalogue.own(game) or know(str(OWN_FILES[game]))
        super().__init__(game)
        self.told, self.hidden = TOLD[game], TOLD[game].hidden
        self.kind: type[Game] = found.kind  # type: ignore[attr-defined]

    @property
    def pack(self) -> Any:
        return load(self.game)

    def every_setting(self) -> list[Levels]:
        """Each number of players with each level."""
        named = {"players": self.kind.PLAYERS, **self.kind.SETTINGS}
        return [dict(zip(named, levels, strict=True)) for levels in product(*named.values())]

    def draw_settings(self, draw: Any) -> tuple[Levels, Levels]:
        levels = draw(st.sampled_from(self.every_setting()))
        return levels, self.drawn_rules(draw, {}, 4) if self.pack.rules else {}

    def eventful(self) -> list[tuple[Levels, Levels]]:
        return [(levels, rules) for levels in self.every_setting() for rules in self.all_rules()]

    def all_rules(self) -> list[Levels]:
        return [{}, *self.told.rules]

    def cells_that_share_luck(self) -> Sequence[Sequence[Levels]]:
        """Who plays, and at what level, changes no deal."""
        found = [[{"strategy": name} for name in ("random", "balanced")]]
        found += [
            [{name: level} for level in levels] for name, levels in self.kind.SETTINGS.items()
        ]
        return found

    def dealt(self, table: Any, seed: int, replicate: int) -> Levels:
        """The order in which the luck of the game puts things, and the table as it is laid."""
        luck = GameLuck.of_game(seed, replicate)
        laid = contents(own_table.laid(table, luck))
        fresh = GameLuck.of_game(seed, replicate)
        return {
            "deck": fresh.shuffle("deck", list(range(20))),
            "holds": laid["holds"],
        }

    def audit(self, table: Any, seed: int, first: int, count: int) -> Audit:
        found = Audit(count, [], 0, 1_000, {"turn": 0}, {"turn": False})
        for replicate in range(first, first + count):
            game, answers = own_table.laid(table, GameLuck.of_game(seed, replicate)), set()
            luck = Random(replicate)
            while not game.over():
                self.look(game, replicate, found)
                moves = game.moves()
                found.most_moves = max(found.most_moves, len(moves))
                pick = luck.randrange(len(moves))
                if len(moves) > 1:
                    found.points["turn"] += 1
                    answers.add(game.say(moves[pick]))
                game.play(moves[pick])
            self.look(game, replicate, found)
            found.answers["turn"] |= len(answers) > 1
            found.reasons[game.over()] = found.reasons.get(game.over(), 0) + 1
        return found

    def look(self, game: Game, replicate: int, found: Audit) -> None:
        """All laws at a position."""
        for law, holds in self.told.laws.items():
            if not holds(game):
                found.broken.append(f"game {replicate}: {law}")

    def choices_with_hidden_dealt_anew(
        self, table: Any, seed: int, first: int, count: int
    ) -> Hidden:
        """Ask each seat again on a deep copy on which what it does not see is another."""
        found = Hidden(0, 0, 0, 0)

        def watch(game: Game, moves: Sequence[Any], pick: int, played: Any) -> None:
            if len(moves) < 2:
                return
            other = deepcopy(game)
            other.luck, other.listener = GameLuck.guessed(Random(played.decisions)), None
            other.hide(game.seat)
            found.decisions += 1
            found.changed_lists += list(map(repr, other.moves())) != list(map(repr, moves))
            found.really_hidden += contents(other) != contents(game)
            policy = table.policies[0][game.seat]
            if policy.choice == "weights" and not policy.steps:
                scores = [
                    own_table.weighed(each, list(moves), policy, Random(0))
                    for each in (game, other)
                ]
                found.changed_choices += scores[0] != scores[1]

        for replicate in range(first, first + count):
            own_table.play_game(table, seed, replicate, watch)
        return found


def own_adapter(game: str) -> OwnAdapter:
    return OwnAdapter(game)
