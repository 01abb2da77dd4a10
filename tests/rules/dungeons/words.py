"""The kernel's table and moves in the referee's words."""

from types import SimpleNamespace
from typing import Any

from simulate.games.dungeons.cards.tables import Catalogue
from simulate.games.dungeons.cards.vocabulary import ATTACKS, NONE, SIDES, SKILLS
from simulate.games.dungeons.moves import move as kinds
from simulate.games.dungeons.moves.questions import defense_of, speed_of
from simulate.games.dungeons.state import record
from simulate.games.dungeons.state.record import END
from tests.rules.plain import in_python, plain

SPEED, DEFENSE = in_python(speed_of), in_python(defense_of)
HAND_NAMES = ("left_hand", "right_hand")
ENDS = {
    "boss_defeated": "boss defeated",
    "fifth_goblin_act_1": "fifth goblin",
    "fifth_goblin_act_2": "fifth goblin",
    "torch_out_act_1": "torch",
    "torch_out_act_2": "torch",
    "no_corridor": "no corridor",
    "cut_off": "cut off",
    "stalled": "stalled",
}


def place_word(place: int) -> str:
    return (
        "lair"
        if place == record.LAIR
        else f"{place % record.GRID - record.TO_EDGE},{place // record.GRID - record.TO_EDGE}"
    )


def item_word(names: Catalogue, item: int) -> str:
    return (
        names.spells[item - record.FIRST_SPELL] if item >= record.FIRST_SPELL else names.loot[item]
    )


def enemy_word(names: Catalogue, s: Any, enemy: int) -> str:
    if enemy < record.FIRST_MINION:
        return f"goblin {enemy + 1}"
    if enemy < record.BOSS:
        return f"minion {names.minions[s.enemy_card[enemy]]}"
    return f"boss {names.bosses[s.boss]}"


def letters(sides: int) -> str:
    return "".join(side[0].upper() for k, side in enumerate(SIDES) if sides >> k & 1)


def _aimed(names: Catalogue, s: Any, m: Any) -> str:
    at = f" at {enemy_word(names, s, m.enemy)}" if m.enemy != NONE else ""
    return at + (f" on {names.heroes[s.hero[m.hero]]}" if m.hero != NONE else "")


PLAIN = {
    kinds.KIND.END_TURN: "end",
    kinds.KIND.ENTER_MAT: "enter mat",
    kinds.KIND.LEAVE_MAT: "leave mat",
    kinds.KIND.REST: "rest",
    kinds.KIND.SEARCH: "search",
    kinds.KIND.DISARM: "disarm",
    kinds.KIND.PORTAL: "portal",
    kinds.KIND.LOOK_AROUND: "look around",
    kinds.KIND.TRY_ROOM: "try room",
    kinds.KIND.TAUNT: "taunt",
    kinds.KIND.OPEN_LAIR: "open lair",
    kinds.KIND.ROLL: "roll",
    kinds.KIND.PAY: "pay",
    kinds.KIND.DECLINE: "decline",
    kinds.KIND.LEAVE: "leave",
    kinds.KIND.DISCARD: "discard",
    kinds.KIND.NO_REWARD: "nothing",
    kinds.KIND.TAKE_REVEAL: "reveal",
    kinds.KIND.STOP: "stop",
}
AIMED = {
    kinds.KIND.CAST: "cast",
    kinds.KIND.MELEE: "melee",
    kinds.KIND.MISSILE: "missile",
    kinds.KIND.USE: "use",
}
PLACED = {
    kinds.KIND.REVEAL: "reveal",
    kinds.KIND.TELEPORT: "to",
    kinds.KIND.PREY: "toward",
    kinds.KIND.ENEMY_STEP: "step",
    kinds.KIND.PUSH: "push",
}
NUMBERED = {
    kinds.KIND.SPACE: "space {}",
    kinds.KIND.TURN_UP: "turn {} up",
    kinds.KIND.TURN_DOWN: "turn {} down",
    kinds.KIND.REROLL: "reroll {}",
    kinds.KIND.STRIKE: "strike {}",
    kinds.KIND.MEND: "mend {}",
}
ITEM_WORDS = {kinds.KIND.DROP: "drop", kinds.KIND.TAKE_FROM_ROW: "row", kinds.KIND.LOSE: "lose"}
SIDED = {kinds.KIND.MOVE: "move", kinds.KIND.EXPLORE: "explore"}


def move_word(names: Catalogue, s: Any, m: Any) -> str:
    """A move as the referee names it."""
    kind = int(m.kind)
    if kind in PLAIN:
        return PLAIN[kind]
    if kind in AIMED:
        return f"{AIMED[kind]} {names.abilities[m.ability]}{_aimed(names, s, m)}"
    if kind in PLACED:
        return f"{PLACED[kind]} {place_word(m.place)}"
    if kind in NUMBERED:
        return NUMBERED[kind].format(m.number)
    if kind in ITEM_WORDS:
        return f"{ITEM_WORDS[kind]} {item_word(names, m.card)}"
    if kind in SIDED:
        return f"{SIDED[kind]} {SIDES[m.number]}"
    return _rare_word(names, s, m, kind)


def _rare_word(names: Catalogue, s: Any, m: Any, kind: int) -> str:
    if kind == kinds.KIND.LAY:
        return f"lay {letters(m.number)}"
    if kind == kinds.KIND.SKILL:
        return str(SKILLS[m.number])
    if kind == kinds.KIND.PAY_IN_CHECK:
        return f"pay {names.abilities[m.ability]}"
    if kind == kinds.KIND.TAKE:
        return f"take {m.number}" + "".join(f" plus {n}" for n in (m.plus, m.plus_2) if n > 0)
    if kind == kinds.KIND.DRAW:
        return f"draw {('loot', 'spell')[m.number]}"
    if kind == kinds.KIND.REWARD:
        return f"reward {m.number + 1}"
    if kind == kinds.KIND.ANSWER:
        return f"answer {enemy_word(names, s, m.enemy)}"
    if kind == kinds.KIND.AIM:
        return f"use{_aimed(names, s, m)}"
    assert kind == kinds.KIND.EQUIP
    if m.number != NONE:
        return f"equip {HAND_NAMES[m.number]}"
    return f"equip over {item_word(names, m.card)}" if m.card != NONE else "equip"


def _hero(names: Catalogue, cards: Any, s: Any, seat: int) -> dict[str, Any]:
    def worn(first: int, last: int) -> list[str]:
        return sorted(item_word(names, i) for i in s.kit[seat, first:last] if i != NONE)

    hands = [item_word(names, i) if i != NONE else None for i in s.kit[seat, : record.GARB]]
    return {
        "card": names.heroes[s.hero[seat]],
        "place": place_word(s.place[seat]),
        "space": s.space[seat],
        "health": s.health[seat],
        "focus": s.focus[seat],
        "hands": dict(zip(HAND_NAMES, hands, strict=True)),
        "garb": worn(record.GARB, record.TRINKETS),
        "trinkets": worn(record.TRINKETS, record.SPELLS_HELD),
        "spells": worn(record.SPELLS_HELD, record.KIT),
        "speed": SPEED(s, cards, seat),
        "defense": [DEFENSE(s, cards, seat, kind) for kind in range(len(ATTACKS))],
    }


def _room(names: Catalogue, s: Any, place: int) -> tuple[Any, ...]:
    sides = sorted(side for k, side in enumerate(SIDES) if s.open[place] >> k & 1)
    return names.rooms[s.room[place]], sides, bool(s.disarmed[place]), bool(s.altar[place])


def laid_in_kernels(names: Catalogue, cards: Any, table: Any) -> dict[str, Any]:
    """Everything that lies on the table, as the referee's `laid` tells it."""
    s = plain(table)
    printed = SimpleNamespace(hero_speed=cards.hero_speed, hero_defense=cards.hero_defense)
    placed = [p for p in range(record.PLACES) if s.room[p] != NONE]
    hidden = [p for p in range(record.PLACES) if s.hidden[p] != NONE]
    there = [e for e in range(record.BOSS) if s.enemy_place[e] != NONE]
    place = {e: place_word(s.enemy_place[e]) for e in there}
    row = [item_word(names, i) for i in range(len(s.in_row)) if s.in_row[i]]
    return {
        "act": s.act,
        "torch": s.torch,
        "rooms": {place_word(p): _room(names, s, p) for p in placed},
        "hidden": {place_word(p): names.rooms[s.hidden[p]] for p in hidden},
        "deck": [names.rooms[c] for c in s.deck[s.deck_drawn : s.deck_cards]],
        "goblins": {
            e + 1: (names.goblins[s.enemy_card[e]], place[e])
            for e in there
            if e < record.FIRST_MINION
        },
        "minions": [
            (names.minions[s.enemy_card[e]], place[e], s.enemy_health[e])
            for e in there
            if e >= record.FIRST_MINION
        ],
        "minions_killed": s.minions_killed,
        "boss": place_word(s.enemy_place[record.BOSS])
        if s.enemy_place[record.BOSS] != NONE
        else None,
        "markers": list(s.marker),
        "dispelled": s.dispelled,
        "loot_row": sorted(card for card in row if card in names.loot),
        "spell_row": sorted(card for card in row if card in names.spells),
        "heroes": [_hero(names, printed, s, seat) for seat in range(s.players)],
        "active": s.active,
        "end": None if s.outcome == END.NOT_OVER else ENDS[END.words[int(s.outcome)]],
    }
