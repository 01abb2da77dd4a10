"""Tiny Epic Defenders for the contract tests."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from tests.every_game.adapters import Adapter, Levels
from tests.rules.defenders import board
from tests.rules.defenders.board import HEROES

# Decision points of `facts`, by the phase in which they come up.
POINTS = {
    "CHOOSE_SIDES": "choose side",
    "BEFORE_DRAW": "free artifact",
    "ENEMY_DRAWN": "answer enemy",
    "DEFENDING": "defend",
    "PUSHED": "be pushed",
    "SPLIT_POINTS": "split points",
    "TAKE_TURN": "turn",
    "PEEK": "peek",
    "ARRANGE": "arrange",
    "PLACE_HEROES": "horn",
}
# Parameters that a test may draw; the others keep the printed value.
SMALL = {
    "region_limit": (2, 6),
    "region_start": (0, 1),
    "capital_limit": (3, 12),
    "enemies_per_deck": (0, 4),
    "horde_cards_per_round": (0, 3),
    "enemy_threat": (0, 3),
    "dire_enemy_threat": (0, 3),
    "defend_health": (0, 3),
    "defend_health_dire": (0, 4),
    "artifacts_for_dire": (0, 3),
    "ally_points": (0, 6),
    "group_points": (0, 6),
    "group_points_destroyed": (0, 3),
    "move_points": (0, 2),
    "succor_points": (0, 2),
    "succor_threat": (0, 3),
    "fight_points": (0, 2),
    "fight_damage": (0, 4),
    "extra_point_after": (0, 4),
    "extra_point_health": (0, 3),
    "extra_points": (0, 3),
    "extra_point_keeps": (0, 3),
    "gates_apart": (1, 3),
    "round_limit": (5, 12),
    "turn_limit": (10, 20),
    "dire_enemies.medium": (0, 6),
}
SWITCHES = (
    "rest_on_group_turns",
    "rest_once_per_group_card",
    "ruins_from_capital",
    "circle_after_declining",
    "circle_holds_several",
    "extra_point_repeats",
    "sandglass_after_draw",
    "horn_one_region",
    "hammer_restores",
    "hammer_in_capital",
    "foe_answers_spear",
)


class Defenders(Adapter):
    """At nearly every decision decks are face down."""

    hidden = 0.5

    def setting(self, levels: Levels) -> Levels:
        return board.setting(**levels)

    def draw_settings(self, draw: Any) -> tuple[Levels, Levels]:
        """Settings of the table, and up to eight parameters off their printed values."""
        players = draw(st.integers(1, 4))
        party = draw(st.one_of(st.just("dealt"), st.permutations(HEROES).map("+".join)))
        if party != "dealt":
            party = "+".join(party.split("+")[:players])
        levels = {
            "players": players,
            "horde": draw(st.sampled_from(("easy", "medium", "hard", "epic"))),
            "sides": draw(st.sampled_from(("chosen", "random", "a", "b"))),
            "layout": "random",
            "party": party,
        }
        if levels["horde"] in ("easy", "medium"):
            levels["layout"] = draw(st.sampled_from(("random", "fixed")))
        names = draw(st.lists(st.sampled_from(sorted(SMALL)), max_size=8, unique=True))
        rules: dict[str, Any] = {name: draw(st.integers(*SMALL[name])) for name in names}
        for name in draw(st.lists(st.sampled_from(SWITCHES), max_size=4, unique=True)):
            rules[name] = draw(st.booleans())
        return levels, rules

    def eventful(self) -> list[tuple[Levels, Levels]]:
        """The printed rules, and cells in which the foe comes early and can be beaten."""
        players = [{"players": count} for count in (1, 2, 3, 4)]
        hordes = [{"horde": horde} for horde in ("easy", "medium", "hard", "epic")]
        printed = [(levels, {}) for levels in (*players, *hordes)]
        late = [({**levels, "sides": "random"}, dict(board.LATE)) for levels in players]
        return printed + late

    def all_decisions(self) -> list[tuple[Levels, Levels, Levels]]:
        """Every level of the crossed factors, by the printed rules."""
        players = [({"players": count}, {}, {}) for count in (1, 2, 3, 4)]
        hordes = [({"horde": horde}, {}, {}) for horde in ("easy", "medium", "hard", "epic")]
        return players + hordes

    def endless(self) -> tuple[Levels, Levels]:
        """A cell whose games end by the round limit alone: nobody does any harm."""
        return {"strategy": "idle"}, {
            "enemy_threat": 0,
            "dire_enemy_threat": 0,
            "capital_limit": 30,
            "fight_damage": 0,
            "round_limit": 9,
            "dire_enemies.medium": 0,
        }

    def stand_ins(self) -> Levels:
        """Values of cards that stored games hold fast, because stand-ins may be set anew."""
        return board.STAND_INS

    def points(self) -> dict[str, int]:
        return {point: getattr(self.kernels.PHASE, phase) for phase, point in POINTS.items()}

    def cells_that_share_luck(self) -> Sequence[Sequence[Levels]]:
        return (
            [{"horde": horde} for horde in ("easy", "medium", "hard", "epic")],
            [{"strategy": strategy} for strategy in ("random", "balanced", "idle")],
            [{"sides": sides} for sides in ("chosen", "a", "b", "random")],
            [{"players": 3}, {"players": 3, "party": "cleric+bard+ranger"}],
        )

    def dealt(self, table: Any, seed: int, replicate: int) -> Levels:
        words = board.dealt(seed, replicate, table=table).words
        luck = {
            "ring": words["ring"],
            "foe": words["foe"],
            "artifacts": words["artifact_deck"],
            "first round": words["turn_deck"],
        }
        if table.setting["party"] == "dealt":
            luck["heroes"] = words["hero"]
        return luck


ADAPTER = Defenders("defenders")
