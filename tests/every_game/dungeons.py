"""Tiny Epic Dungeons for the contract tests."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from hypothesis import strategies as st

from simulate.pack import catalogue, load
from tests.every_game.adapters import Audit, Hidden
from tests.every_game.editions import values

Levels = dict[str, Any]
HEROES = (2, 3, 4)
THINK_LONG = {"balanced": 8, "steady": 8, "brisk": 12, "nimble": 12}
BY_SEAT = ("strategy", "skill")
SHORTEST, LONGEST = 20, 60  # turns, in games under drawn rules


@cache
def shipped() -> Any:
    return load("dungeons")


def setting(levels: Levels) -> Levels:
    """A complete setting; what is listed by seat goes round the table."""
    found = {factor.name: factor.default for factor in catalogue.facts("dungeons").factors} | levels
    for name in BY_SEAT:
        listed = found[name] if isinstance(found[name], list) else [found[name]]
        found[name] = (listed * found["heroes"])[: found["heroes"]]
    return found


def prepared(levels: Levels, rules: Levels | None = None, cards: Levels | None = None) -> Any:
    """A cell of the shipped pack; rules: parameters, and values of cards by their whole path."""
    changes = {
        name if name.startswith("cards.") else f"rules.{name}": value
        for name, value in (rules or {}).items()
    }
    changes |= {f"cards.{path}": value for path, value in (cards or {}).items()}
    return catalogue.table("dungeons").prepare(shipped().resolve(changes), setting(levels))


def prepared_for_plain_python(levels: Levels) -> Any:
    """Twenty turns in which `balanced` plays two moves on for a turn: more take minutes a game."""
    changes: Levels = {"trials": 2, "ahead": 0.5, "try_turns": 2}
    changes |= {f"try_{what}": 0 for what in ("steps", "actions", "dice", "answers", "kinds")}
    few = {f"strategies.balanced.weights.{name}": value for name, value in changes.items()}
    few |= {"rules.turn_limit": 20}
    return catalogue.table("dungeons").prepare(shipped().resolve(few), setting(levels))


@st.composite
def some_settings(draw: Any) -> tuple[Levels, Levels]:
    """Settings of the table, and up to six parameters off their printed values."""
    heroes, bosses = list(shipped().cards.heroes), list(shipped().cards.bosses)
    count = draw(st.sampled_from(HEROES))
    party = draw(st.one_of(st.just("dealt"), st.permutations(heroes).map(lambda p: p[:count])))
    levels = {
        "heroes": count,
        "party": party if party == "dealt" else "+".join(party),
        "boss": draw(st.sampled_from(("dealt", *bosses))),
    }
    rules: Levels = {"turn_limit": draw(st.integers(SHORTEST, LONGEST))}
    for name in draw(st.lists(st.sampled_from(sorted(shipped().rules)), max_size=6)):
        more = rules | {name: draw(values(shipped().rules[name]))}
        changes = {f"rules.{key}": value for key, value in more.items()}
        if name != "turn_limit" and shipped().try_resolve(changes)[0] is not None:
            rules = more
    return levels, rules


@cache
def gentle() -> Levels:
    """A small dungeon with weak enemies, long torches and a boss without wards.

    Games at random then come to Act 2, and end there in every way.
    """
    model = shipped().cards
    found: Levels = {"minion_ambush": 0, "goblin_ambush": 0, "minion_torch": 12, "boss_health": 4}
    found |= {"deck_b_rooms": 1, "deck_c_rooms": 0}
    found |= {f"deck_a_rooms.heroes_{count}": 1 for count in HEROES}
    for act in model.torch:
        found |= {f"cards.torch.{act}.starts.heroes_{count}": 60 for count in HEROES}
    for minion in model.minions:
        found |= {f"cards.minions.{minion}.{what}": 1 for what in ("health", "defense")}
    for boss in model.bosses:
        found |= {f"cards.bosses.{boss}.defense": 1, f"cards.bosses.{boss}.wards": []}
    return found


@cache
def dead_ends() -> Levels:
    """Every card but the Entrance has one corridor, so that no way is left."""
    rooms = (key for key, card in shipped().cards.dungeon.items() if card.kind != "entrance")
    return {f"cards.dungeon.{room}.corridors": ["north"] for room in rooms}


def eventful() -> list[tuple[Levels, Levels]]:
    """The printed rules, cells in which the boss is met and can be beaten, and dead ends."""
    printed = [({"heroes": count}, {}) for count in HEROES]
    easy = [({"heroes": count}, gentle()) for count in HEROES]
    return [*printed, *easy, ({"heroes": 2}, dead_ends())]


def all_decisions() -> list[tuple[Levels, Levels, Levels]]:
    """Goblins that take what heroes wear, and a hero whose rest heals, ask what few cards ask."""
    taken = [{"do": "discard_equipped", "amount": 1, "what": "either"}]
    cards: Levels = {
        f"goblins.{name}.abilities.action.effects": taken
        for name, goblin in shipped().cards.goblins.items()
        if goblin.abilities.action
    }
    cards |= {"heroes.lanon.abilities.right_hand.when": "after_rest"}
    cards |= {"heroes.lanon.abilities.right_hand.focus": 0}
    more = ({"heroes": 2, "party": "lanon+grok"}, gentle(), cards)
    return [*((levels, rules, {}) for levels, rules in eventful()[:-1]), more]


def endless() -> tuple[Levels, Levels]:
    """No goblin comes, the torch is long, and the limit is there before it is out."""
    starts = {
        f"cards.torch.{act}.starts.heroes_{count}": 60
        for act in ("act_1", "act_2")
        for count in HEROES
    }
    events = {"cards.torch.act_1.goblins": [], "cards.torch.act_1.enemy_actions": []}
    rooms = {
        f"cards.dungeon.{room}.goblin": False
        for room, card in shipped().cards.dungeon.items()
        if card.goblin
    }
    return {"strategy": "idle"}, {"turn_limit": SHORTEST, **starts, **events, **rooms}


def stand_ins() -> Levels:
    """Stored games have the cards as they are shipped."""
    return {}


def audit(table: Any, seed: int, first: int, count: int) -> Audit:
    """Games at random, looked at after every move."""
    from simulate.games.dungeons.state.record import END, PHASE
    from tests.every_game import dungeons_kernels, watch

    points = {point: phase for phase, point in enumerate(PHASE.words[: PHASE.OVER])}
    games = (seed, range(first, first + count))
    return watch.audit(table, games, dungeons_kernels, points, END.words)


def hides(levels: Levels) -> tuple[Levels, float]:
    """Decks are face down, but for late turns of Act 2 in which little is left of them.

    Players who often come so far meet something hidden at 79 of 100 decisions.
    """
    return levels, 0.75


def choices_with_hidden_dealt_anew(table: Any, seed: int, first: int, count: int) -> Hidden:
    """Ask every seat at every decision a second time, with the hidden part dealt anew."""
    from tests.every_game import dungeons_kernels, watch

    games = (seed, range(first, first + count))
    return watch.choices_with_hidden_dealt_anew(table, games, dungeons_kernels)


def cells_that_share_luck() -> Sequence[Sequence[Levels]]:
    """Cells that differ in one thing each: all the luck that both have must be the same."""
    return (
        [{"strategy": strategy} for strategy in ("random", "balanced", "idle")],
        [{"heroes": count} for count in HEROES],
        [{"boss": "dealt"}, {"boss": "lich"}],
        [{"heroes": 3}, {"heroes": 3, "party": "grok+lanon+uliessa"}],
    )


def dealt(table: Any, seed: int, replicate: int) -> Levels:
    """What the deal decided, apart from what the setting itself decides."""
    from simulate.games.dungeons.setup import deal
    from simulate.games.dungeons.state.record import STATE

    s = np.zeros(1, STATE)[0]
    deal(s, table.tables[0], np.uint64(seed), replicate)
    luck: Levels = {deck: s[f"{deck}_deck"].tolist() for deck in ("goblin", "minion", "loot")}
    luck[f"dungeon of {table.people}"] = s["deck"].tolist()
    if table.setting["party"] == "dealt":
        luck |= {f"hero {seat}": int(s["hero"][seat]) for seat in range(table.people)}
    if table.setting["boss"] == "dealt":
        luck["boss"] = int(s["boss"])
    return luck
