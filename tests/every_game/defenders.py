"""Tiny Epic Defenders for the contract tests."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from tests.every_game.adapters import Adapter, Levels
from tests.rules.defenders import board
from tests.rules.defenders.board import HEROES


class Defenders(Adapter):
    """At nearly every decision decks are face down."""

    hidden = 0.5

    def setting(self, levels: Levels) -> Levels:
        return board.setting(**levels)

    def draw_settings(self, draw: Any) -> tuple[Levels, Levels]:
        """Settings of the table, and up to a dozen parameters off their printed values."""
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
        few = {"round_limit": draw(st.integers(5, 12)), "turn_limit": draw(st.integers(10, 20))}
        starts = {"capital_start": 0, "region_start": draw(st.integers(0, 1))}
        return levels, self.drawn_rules(draw, few | starts, 12)

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
        """A phase a point, in the same order."""
        assert len(self.kernels.PHASE.words) == len(self.facts.decision_points) + 1
        return {point.name: phase for phase, point in enumerate(self.facts.decision_points)}

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
