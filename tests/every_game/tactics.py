"""Tiny Epic Tactics for the contract tests."""

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from hypothesis import strategies as st

from tests.every_game.adapters import Adapter, Levels

# Every legal pair of mode and players.
ROWS = (
    *(("competitive", players) for players in (2, 3, 4)),
    ("team", 4),
    *(("battle", players) for players in (2, 3, 4)),
    ("battle_team", 4),
    ("solo", 1),
    ("coop", 2),
)
LAST_ROUNDS = {"round_limit": 5, "battle_rounds": 4, "built_maps": 2}
# A battle that ends after its rounds, long before anybody has captured so many.
SCORED = {"battle_rounds": 3, "end_captures": 9, "built_maps": 2}
FEW_MAPS = {"built_maps": 2}
# Whoever shoots does much harm and nobody gets far, so that units are captured by chance too.
DEADLY = {
    "ballista_damage": 4,
    "ballista_range": 20,
    "knock_back_damage": 4,
    "water_damage": 3,
    "village_heal": 0,
    "forest_cover": 0,
    "missile_price": 0,
    "miss_price": 0,
    "space_cost": 3,
    "free_units": 4,
    "unit_actions": 3,
}
SLOW_FLAGS = {"control_rounds": 5, "end_flags.players_2": 3, "round_limit": 300, "areas_rounds": 0}


class Tactics(Adapter):
    """The order of the deck is always hidden.

    Nobody comes so far in an adventure by playing at random: it ends by the clock.  Contests are
    cut off only where they are not scored after so many rounds, as with slow flags.
    """

    think_long = MappingProxyType({"balanced": 8, "delver": 8})
    games_a_cell = 160  # of 13 eventful cells
    out_of_reach = frozenset({"won", "lost_units"})

    def setting(self, levels: Levels) -> Levels:
        return super().setting(levels) | {"seed": 1}

    def prepared_for_plain_python(self, levels: Levels) -> Any:
        """A cell in which `balanced` plays two moves on for its turn: more take minutes a game."""
        named = self.pack.strategies
        own = named["balanced"]
        few = own.model_copy(
            update={
                "weights": own.weights | {"selections": 2.0, "firsts": 1.0, "ahead": 1.0},
                "by_players": {},
            }
        )
        changed = replace(self.pack, strategies={**named, "balanced": few}, _resolved={})
        return self.seated(changed, levels)

    def draw_settings(self, draw: Any) -> tuple[Levels, Levels]:
        """Settings of the table, and up to five parameters off their printed values."""
        mode, players = draw(st.sampled_from(ROWS))
        return {"mode": mode, "players": players}, self.drawn_rules(draw, LAST_ROUNDS, 5)

    def rows(self) -> list[Levels]:
        return [{"mode": mode, "players": players} for mode, players in ROWS]

    def eventful(self) -> list[tuple[Levels, Levels]]:
        """Every row by the printed rules, and games that end in other ways than usual."""
        return [
            *((levels, FEW_MAPS) for levels in self.rows()),
            ({"mode": "battle"}, SCORED),
            ({"mode": "battle"}, DEADLY | FEW_MAPS | {"end_captures": 1}),
            ({"mode": "competitive"}, DEADLY | SLOW_FLAGS),
        ]

    def all_decisions(self) -> list[tuple[Levels, Levels, Levels]]:
        """All that a player is ever asked is asked in these."""
        asked = (("competitive", 2), ("battle", 3), ("solo", 1), ("coop", 2))
        return [({"mode": mode, "players": players}, FEW_MAPS, {}) for mode, players in asked]

    def endless(self) -> tuple[Levels, Levels]:
        """Nobody moves, so nothing is secured and nobody is hurt."""
        return {"strategy": "idle", "mode": "battle"}, {
            "battle_rounds": 0,
            "round_limit": 5,
            "actions": 1,
            "end_captures": 9,
            "built_maps": 1,
        }

    def cells_that_share_luck(self) -> Sequence[Sequence[Levels]]:
        """Cells that differ in one thing each: all the luck that both have must be the same."""
        return (
            [{"strategy": strategy} for strategy in ("random", "balanced", "idle")],
            [{"players": 4, "skill": skill} for skill in (0.5, 1.0)],
            [{"mode": mode, "players": 4} for mode in ("competitive", "team", "battle")],
            [{"players": players} for players in (4, 3, 2)],
        )

    def dealt(self, table: Any, seed: int, replicate: int) -> Levels:
        """What the deal decided."""
        s, cards = self.deal(table, seed, replicate), table.tables[0]
        luck = {f"unit {slot}": int(s.unit[slot]) for slot in range(4 * int(cards["seats"]))}
        luck["deck"] = [int(card) for card in s.deck[: s.deck_count]]
        if cards["maps"] > 1:
            luck["map"] = int(s.realm)
        return luck


ADAPTER = Tactics("tactics")
prepared, setting = ADAPTER.prepared, ADAPTER.setting
