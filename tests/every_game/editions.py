"""Both editions of Tiny Epic Kingdoms for the contract tests."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from hypothesis import strategies as st

from tests.every_game.adapters import Adapter, Levels

SHORTEST, LONGEST = 5, 40  # rounds, in games under drawn rules


class Edition(Adapter):
    """One edition; its methods are what an adapter has to give.

    variants: levels besides `players` that rules differ by; hiding: levels under which there is
    something to hide, and at which share of the decisions; more: (levels, rules, cards) that
    some decisions belong to.
    """

    def __init__(
        self,
        game: str,
        variants: Sequence[Levels],
        hiding: tuple[Levels, float],
        more: Sequence[tuple[Levels, Levels, Levels]],
    ) -> None:
        super().__init__(game)
        self.variants, self.hiding, self.more = variants, hiding, more

    @cached_property
    def players(self) -> tuple[int, ...]:
        return self.facts.factor("players").levels

    def prepared_for_plain_python(self, levels: Levels) -> Any:
        """Few rounds in which `balanced` plays two selections on: more take a minute a game."""
        few = {"strategies.balanced.weights.selections": 2, "rules.round_limit": SHORTEST}
        return self.seated(self.pack.resolve(few), levels)

    def draw_settings(self, draw: Any) -> tuple[Levels, Levels]:
        """Settings of the table, and up to six parameters off their printed values."""
        levels = draw(st.sampled_from(self.by_the_printed_rules()))
        limit = {"round_limit": draw(st.integers(SHORTEST, LONGEST))}
        return levels, self.drawn_rules(draw, limit, 6)

    def by_the_printed_rules(self) -> list[Levels]:
        """Every number of players, with each variant."""
        crossed = [{"players": n, **more} for n in self.players for more in ({}, *self.variants)]
        return [levels for levels in crossed if not self.facts.illegal(self.setting(levels))]

    def all_decisions(self) -> list[tuple[Levels, Levels, Levels]]:
        return [*((levels, {}, {}) for levels in self.by_the_printed_rules()), *self.more]

    def eventful(self) -> list[tuple[Levels, Levels]]:
        return [(levels, {}) for levels in self.by_the_printed_rules()]

    def endless(self) -> tuple[Levels, Levels]:
        """Nobody can pay for a tenth of what an end condition takes."""
        return {"players": self.players[0], "strategy": "idle"}, {
            "round_limit": SHORTEST,
            "resource_limit": 1,
            "start_resources": 0,
        }

    def hides(self, levels: Levels) -> tuple[Levels, float]:
        """Every other player plays at random, as some fight no wars by themselves.

        A game for one has no secrets.
        """
        more, share = self.hiding
        company = {"strategy": [levels["strategy"], "random"]}
        return levels | more | company, share if levels.get("players") != 1 else 0.0

    def cells_that_share_luck(self) -> Sequence[Sequence[Levels]]:
        """Cells that differ in one thing each: all the luck that both have must be the same."""
        first, last = self.players[0], self.players[-1]
        return (
            [{"strategy": strategy} for strategy in ("random", "balanced", "idle")],
            [{"players": 4, "skill": skill} for skill in (0.5, 1.0)],
            [{"players": first, **more} for more in ({}, *self.variants)],
            [{"players": last}, {"players": last - 1}],
        )

    def dealt(self, table: Any, seed: int, replicate: int) -> Levels:
        """What the deal decided, apart from what the setting itself decides."""
        s = self.deal(table, seed, replicate)
        luck = {f"faction {seat}": int(s.faction[seat]) for seat in range(table.n_row_seats)}
        if table.tables[0]["lost_kingdom"]:
            luck["lost kingdom"] = int(s.territory[2])
        if not table.tables[0]["ultra"]:
            return luck | {f"home {seat}": int(s.card[seat]) for seat in range(table.n_row_seats)}
        # A faction in play takes its territory out of play: homes depend on how many there are.
        where = f"of {table.people}"
        return luck | {f"home {i} {where}": int(s.territory[i]) for i in range(table.n_row_seats)}
