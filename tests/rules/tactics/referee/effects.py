"""Abilities and tactic cards at their moments, and what effects do."""

from tests.rules.tactics.referee import table
from tests.rules.tactics.referee.land import WAYS
from tests.rules.tactics.referee.vain import around, changes, fits, its_turn, would_do


def happen(
    t: table.Table,
    moment: str,
    unit: table.Unit,
    other: table.Unit | None = None,
    kind: str = "other",
):
    """A moment of a unit: first what its card says, then the tactic cards of its owner."""
    if moment != "captured":
        for ability in t.abilities(unit):
            if unit.in_play and fits(t, ability, moment, unit, other, kind):
                yield from apply(t, ability["effects"], unit, other)
    yield from play_tactics(t, moment, unit, other, kind)


def play_tactics(
    t: table.Table, moment: str, unit: table.Unit, other: table.Unit | None, kind: str
):
    """The owner is asked card by card, in the order of the pack."""
    seat = unit.seat
    for name in [name for name in t.pack["tactics"] if name in t.hands[seat]]:
        if name not in t.hands[seat]:
            continue
        for card in t.pack["tactics"][name]["abilities"].values():
            there = unit.in_play or moment == "captured"
            if not (there and its_turn(t, card, seat) and fits(t, card, moment, unit, other, kind)):
                continue
            if not would_do(t, card["effects"], unit, other):
                continue
            if (yield from table.ask(seat, {f"play {name}": True, f"keep {name}": False})):
                t.hands[seat].remove(name)
                t.discards.append(name)
                yield from apply(t, card["effects"], unit, other)


def draw_tactics(t: table.Table, seat: int, count: int) -> None:
    for _ in range(count):
        if not t.deck and t.discards:
            renew(t)
        if t.deck:
            t.hands[seat].append(t.deck.pop(0))
            if not t.deck and t.discards:
                renew(t)


def renew(t: table.Table) -> None:
    t.deck = t.luck.shuffle("tactics", t.discards)
    t.discards = []


def draw_enemy_card(t: table.Table) -> str | None:
    """The top Solo Enemy card; an empty deck is made anew from the discards.

    None if every card lies under a unit.
    """
    if not t.enemy_deck:
        t.enemy_deck, t.enemy_discards = t.luck.shuffle("enemy_cards", t.enemy_discards), []
    return t.enemy_deck.pop(0) if t.enemy_deck else None


# ---------------------------------------------------------------- what effects do


def apply(
    t: table.Table,
    effects: list[table.Effect],
    unit: table.Unit,
    other: table.Unit | None = None,
    power: int = 0,
    spell: bool = False,
):
    """Effects in their order.  power: icons rolled for a spell."""
    for effect in effects:
        amount = effect.get("amount", 0) + power * effect.get("power", 0)
        if "who" not in effect:
            without_unit(t, effect, unit, amount)
            continue
        for one in (yield from whom(t, effect, unit, other, amount, spell)):
            if one.in_play or one is unit:
                yield from DO[effect["do"]](t, effect, unit, one, amount, spell)


def without_unit(t: table.Table, effect: table.Effect, unit: table.Unit, amount: int) -> None:
    if effect["do"] == "extra_action":
        if unit.seat == t.active:
            t.actions_left += amount
    elif effect["do"] == "draw":
        draw_tactics(t, unit.seat, amount)
    else:
        assert effect["do"] == "gain_time"
        t.time = min(t.rules[f"time.{t.mode}"], t.time + amount)


def whom(
    t: table.Table,
    effect: table.Effect,
    unit: table.Unit,
    other: table.Unit | None,
    amount: int = 0,
    spell: bool = False,
):
    """The units that an effect is for; its owner chooses where there is a choice."""
    who = effect["who"]
    if who == "self":
        return [unit] if unit.in_play else []
    if who == "other":
        return [other] if other is not None and other.in_play else []
    found = around(t, effect, unit, other)
    if who.startswith("each_"):
        return found
    found = [one for one in found if changes(t, effect, unit, one, amount, spell)]
    options = {f"at {where(one)}": [one] for one in found}
    return (yield from table.ask(unit.seat, options | {"nobody": []})) if options else []


def where(unit: table.Unit) -> str:
    return table.in_words(unit.at) if unit.at is not None else unit.inside[0]


def _damage(t, effect, unit, one, amount, spell):
    from tests.rules.tactics.referee import harm

    if spell:
        amount = max(0, amount + harm.cover(t, one))
    by = unit if one is not unit else None
    took = yield from harm.lose_health(t, one, amount, by, "spell" if spell else "other")
    if took and spell and by is not None and one.in_play:
        yield from happen(t, "damaged", one, unit, "spell")


def _heal(t, effect, unit, one, amount, spell):
    one.health = min(one.stats["health"], one.health + amount)
    return
    yield


def _weaken(t, effect, unit, one, amount, spell):
    one.weakened = one.weakened_now = True
    return
    yield


def _cure(t, effect, unit, one, amount, spell):
    one.weakened = False
    return
    yield


def _push(t, effect, unit, one, amount, spell):
    from tests.rules.tactics.referee import harm

    if not harm.may_be_moved(t, one):
        return
    if effect["way"] == "any":
        way = yield from table.ask(unit.seat, dict(WAYS))
    else:
        start = unit.at or unit.last_at
        if start is None:
            return
        way = harm.straight(start, one.at)
        if effect["way"] == "toward":
            way = (-way[0], -way[1])
    yield from harm.send(t, one, way, amount, unit)


def _step(t, effect, unit, one, amount, spell):
    from tests.rules.tactics.referee import moving

    yield from moving.walk(t, one, amount, action=False)


def tracks(one: table.Unit, resource: str) -> list[str]:
    """The tracks of a unit that a word speaks of."""
    has = [track for track in ("ammo", "mana") if track in one.card]
    return [track for track in has if resource in (track, "any")]


def _refill(t, effect, unit, one, amount, spell):
    if not one.solo:
        for track in tracks(one, effect["resource"]):
            setattr(one, track, min(one.card[track], getattr(one, track) + amount))
    return
    yield


def _drain(t, effect, unit, one, amount, spell):
    if not one.solo:
        for track in tracks(one, effect["resource"]):
            setattr(one, track, max(0, getattr(one, track) - amount))
    return
    yield


def _steal(t, effect, unit, one, amount, spell):
    for track in tracks(one, effect["resource"]):
        taken = amount if one.solo else min(amount, getattr(one, track))
        if not one.solo:
            setattr(one, track, getattr(one, track) - taken)
        for own in tracks(unit, "any"):
            if not unit.solo:
                setattr(unit, own, min(unit.card[own], getattr(unit, own) + taken))
    return
    yield


def _swap(t, effect, unit, one, amount, spell):
    firm = t.is_foe(unit, one) and t.standing(one, "stands_firm")
    if unit.at is not None and one.at is not None and not firm:
        unit.at, one.at = one.at, unit.at
    return
    yield


DO = {
    "damage": _damage,
    "heal": _heal,
    "weaken": _weaken,
    "cure": _cure,
    "push": _push,
    "step": _step,
    "refill": _refill,
    "drain": _drain,
    "steal": _steal,
    "swap": _swap,
}
