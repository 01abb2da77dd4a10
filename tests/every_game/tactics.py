"""Tiny Epic Tactics for the contract tests."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from hypothesis import strategies as st

from simulate.pack import catalogue, load
from tests.every_game.adapters import Audit, Hidden

Levels = dict[str, Any]
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
THINK_LONG = {"balanced": 8, "delver": 8}
GAMES_A_CELL = 160  # of 13 eventful cells
SLOW_FLAGS = {"control_rounds": 5, "end_flags.players_2": 3, "round_limit": 300, "areas_rounds": 0}
# Nobody comes so far in an adventure by playing at random: it ends by the clock.  Contests are
# cut off only where they are not scored after so many rounds, as with slow flags.
OUT_OF_REACH = frozenset({"won", "lost_units"})


@cache
def pack() -> Any:
    return load("tactics")


def setting(levels: Levels) -> Levels:
    """A complete setting; what is listed by place goes round the table."""
    facts = catalogue.facts("tactics")
    found = {factor.name: factor.default for factor in facts.factors}
    found |= dict(facts.usual(levels)) | levels | {"seed": 1}
    for name in (factor.name for factor in facts.factors if factor.per_seat):
        listed = found[name] if isinstance(found[name], list) else [found[name]]
        found[name] = (listed * found["players"])[: found["players"]]
    return found


def prepared(levels: Levels, rules: Levels | None = None, cards: Levels | None = None) -> Any:
    """A cell of the shipped pack, with parameters and card values changed."""
    changes = {f"rules.{name}": value for name, value in (rules or {}).items()}
    changes |= {f"cards.{path}": value for path, value in (cards or {}).items()}
    table = catalogue.table("tactics")
    return table.prepare(pack().resolve(changes), setting(levels))


def prepared_for_plain_python(levels: Levels) -> Any:
    """A cell in which `balanced` plays two moves on for its turn: more take minutes a game."""
    named = pack().strategies
    own = named["balanced"]
    few = own.model_copy(
        update={
            "weights": own.weights | {"selections": 2.0, "firsts": 1.0, "ahead": 1.0},
            "by_players": {},
        }
    )
    changed = replace(pack(), strategies={**named, "balanced": few}, _resolved={})
    return catalogue.table("tactics").prepare(changed, setting(levels))


def some_settings() -> Any:
    """Settings of the table, and up to five parameters off their printed values."""

    @st.composite
    def draw_settings(draw: Any) -> tuple[Levels, Levels]:
        mode, players = draw(st.sampled_from(ROWS))
        rules: Levels = dict(LAST_ROUNDS)
        for name in draw(st.lists(st.sampled_from(sorted(pack().rules)), max_size=5)):
            more = rules | {name: draw(_values(name))}
            changes = {f"rules.{key}": value for key, value in more.items()}
            if name not in LAST_ROUNDS and pack().try_resolve(changes)[0] is not None:
                rules = more
        return {"mode": mode, "players": players}, rules

    return draw_settings()


def _values(name: str) -> Any:
    """Everything that a parameter may be."""
    rule = pack().rules[name]
    if rule.kind == "bool":
        return st.booleans()
    if rule.kind == "choice":
        return st.sampled_from(rule.choices)
    return st.integers(rule.min, rule.max)


def rows() -> list[Levels]:
    return [{"mode": mode, "players": players} for mode, players in ROWS]


def eventful() -> list[tuple[Levels, Levels]]:
    """Every row by the printed rules, and games that end in other ways than those usually do."""
    return [
        *((levels, FEW_MAPS) for levels in rows()),
        ({"mode": "battle"}, SCORED),
        ({"mode": "battle"}, DEADLY | FEW_MAPS | {"end_captures": 1}),
        ({"mode": "competitive"}, DEADLY | SLOW_FLAGS),
    ]


def all_decisions() -> list[tuple[Levels, Levels, Levels]]:
    """All that a player is ever asked is asked in these."""
    asked = (("competitive", 2), ("battle", 3), ("solo", 1), ("coop", 2))
    return [({"mode": mode, "players": players}, FEW_MAPS, {}) for mode, players in asked]


def endless() -> tuple[Levels, Levels]:
    """Nobody moves, so nothing is secured and nobody is hurt."""
    return {"strategy": "idle", "mode": "battle"}, {
        "battle_rounds": 0,
        "round_limit": 5,
        "actions": 1,
        "end_captures": 9,
        "built_maps": 1,
    }


def stand_ins() -> Levels:
    """Stored games have the cards as they are shipped: nearly all of them are stand-ins."""
    return {}


def audit(table: Any, seed: int, first: int, count: int) -> Audit:
    """Games at random, looked at after every move."""
    from simulate.games.tactics.state.record import END, PHASE
    from tests.every_game import tactics_kernels, watch

    points = {point: phase for phase, point in enumerate(PHASE.words[: PHASE.OVER])}
    games = (seed, range(first, first + count))
    return watch.audit(table, games, tactics_kernels, points, END.words)


def choices_with_hidden_dealt_anew(table: Any, seed: int, first: int, count: int) -> Hidden:
    """Ask every seat at every decision a second time, with the hidden part dealt anew."""
    from tests.every_game import tactics_kernels, watch

    games = (seed, range(first, first + count))
    return watch.choices_with_hidden_dealt_anew(table, games, tactics_kernels)


def hides(levels: Levels) -> tuple[Levels, float]:
    """The order of the deck is always hidden."""
    return levels, 0.9


def cells_that_share_luck() -> Sequence[Sequence[Levels]]:
    """Cells that differ in one thing each: all the luck that both have must be the same."""
    return (
        [{"strategy": strategy} for strategy in ("random", "balanced", "idle")],
        [{"players": 4, "skill": skill} for skill in (0.5, 1.0)],
        [{"mode": mode, "players": 4} for mode in ("competitive", "team", "battle")],
        [{"players": players} for players in (4, 3, 2)],
    )


def dealt(table: Any, seed: int, replicate: int) -> Levels:
    """What the deal decided."""
    from simulate.games.tactics.setup import deal
    from simulate.games.tactics.state.record import STATE

    s, cards = np.zeros(1, STATE)[0], table.tables[0]
    deal(s, cards, np.uint64(seed), replicate)
    luck = {f"unit {slot}": int(s.unit[slot]) for slot in range(4 * int(cards["seats"]))}
    luck["deck"] = [int(card) for card in s.deck[: s.deck_count]]
    if cards["maps"] > 1:
        luck["map"] = int(s.realm)
    return luck
