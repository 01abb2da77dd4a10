"""Both editions of Tiny Epic Kingdoms for the contract tests."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from hypothesis import strategies as st

from simulate.pack import catalogue, load
from tests.every_game.adapters import Audit, Hidden

Levels = dict[str, Any]
BY_PLACE = ("strategy", "skill", "faction")
SHORTEST, LONGEST = 5, 40  # rounds, in games under drawn rules


def values(rule: Any) -> Any:
    """Everything that a parameter may be."""
    if rule.kind == "bool":
        return st.booleans()
    if rule.kind == "choice":
        return st.sampled_from(rule.choices)
    return st.integers(rule.min, rule.max)


class Edition:
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
        self.game, self.variants, self.hiding, self.more = game, variants, hiding, more

    @cached_property
    def pack(self) -> Any:
        return load(self.game)

    @cached_property
    def players(self) -> tuple[int, ...]:
        return catalogue.facts(self.game).factor("players").levels

    def setting(self, levels: Levels) -> Levels:
        """A complete setting; what is listed by place goes round the table."""
        factors = catalogue.facts(self.game).factors
        found = {factor.name: factor.default for factor in factors} | levels
        for name in BY_PLACE:
            listed = found[name] if isinstance(found[name], list) else [found[name]]
            found[name] = (listed * found["players"])[: found["players"]]
        return found

    def prepared(
        self, levels: Levels, rules: Levels | None = None, cards: Levels | None = None
    ) -> Any:
        """A cell of the shipped pack, with parameters and card values changed."""
        changes = {f"rules.{name}": value for name, value in (rules or {}).items()}
        changes |= {f"cards.{path}": value for path, value in (cards or {}).items()}
        table = catalogue.table(self.game)
        return table.prepare(self.pack.resolve(changes), self.setting(levels))

    def prepared_for_plain_python(self, levels: Levels) -> Any:
        """Few rounds in which `balanced` plays two selections on: more take a minute a game."""
        few = {"strategies.balanced.weights.selections": 2, "rules.round_limit": SHORTEST}
        return catalogue.table(self.game).prepare(self.pack.resolve(few), self.setting(levels))

    def some_settings(self) -> Any:
        """Settings of the table, and up to six parameters off their printed values."""

        @st.composite
        def draw_settings(draw: Any) -> tuple[Levels, Levels]:
            levels = draw(st.sampled_from(self.by_the_printed_rules()))
            rules = {"round_limit": draw(st.integers(SHORTEST, LONGEST))}
            for name in draw(st.lists(st.sampled_from(sorted(self.pack.rules)), max_size=6)):
                more = rules | {name: draw(values(self.pack.rules[name]))}
                changes = {f"rules.{key}": value for key, value in more.items()}
                if name != "round_limit" and self.pack.try_resolve(changes)[0] is not None:
                    rules = more
            return levels, rules

        return draw_settings()

    def by_the_printed_rules(self) -> list[Levels]:
        """Every number of players, with each variant."""
        facts = catalogue.facts(self.game)
        crossed = [{"players": n, **more} for n in self.players for more in ({}, *self.variants)]
        return [levels for levels in crossed if not facts.illegal(self.setting(levels))]

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

    def stand_ins(self) -> Levels:
        """Stored games have the cards as they are shipped: without magic there is no game."""
        return {}

    def audit(self, table: Any, seed: int, first: int, count: int) -> Audit:
        """Games at random, looked at after every move."""
        from simulate.games.kingdoms.state.record import END, PHASE
        from tests.every_game import kingdoms_kernels, watch

        names = [point.name for point in catalogue.facts(self.game).decision_points]
        points = {name: PHASE.words.index(name) for name in names}
        games = (seed, range(first, first + count))
        return watch.audit(table, games, kingdoms_kernels, points, END.words)

    def choices_with_hidden_dealt_anew(
        self, table: Any, seed: int, first: int, count: int
    ) -> Hidden:
        """Ask every seat at every decision a second time, with the hidden part dealt anew."""
        from tests.every_game import kingdoms_kernels, watch

        games = (seed, range(first, first + count))
        return watch.choices_with_hidden_dealt_anew(table, games, kingdoms_kernels)

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
        from simulate.games.kingdoms.setup import deal
        from simulate.games.kingdoms.state.record import STATE

        s = np.zeros(1, STATE)[0]
        deal(s, table.tables[0], np.uint64(seed), replicate)
        luck = {f"faction {seat}": int(s.faction[seat]) for seat in range(table.n_row_seats)}
        if table.tables[0]["lost_kingdom"]:
            luck["lost kingdom"] = int(s.territory[2])
        if not table.tables[0]["ultra"]:
            return luck | {f"home {seat}": int(s.card[seat]) for seat in range(table.n_row_seats)}
        # A faction in play takes its territory out of play: homes depend on how many there are.
        where = f"of {table.people}"
        return luck | {f"home {i} {where}": int(s.territory[i]) for i in range(table.n_row_seats)}
