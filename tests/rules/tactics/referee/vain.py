"""What would be done in vain: it changes nothing but its own price, and nobody is asked for it.

Dice, reactions and cards of the own hand may still bring something, and then it is not in vain.
"""

from typing import Any

from tests.rules.tactics.referee.land import WAYS, At
from tests.rules.tactics.referee.table import Effect, Table, Unit, distance, speaks_of


def around(t: Table, effect: Effect, unit: Unit, other: Unit | None) -> list[Unit]:
    """Units that an effect for one or each of several could be for."""
    kind = effect["who"].partition("_")[2]
    found = t.foes(unit.seat) if kind == "enemy" else t.allies(unit)
    if "within" in effect:
        centre = other if effect.get("of") == "other" else unit
        spot = centre.at or centre.last_at if centre is not None else None
        found = [
            one
            for one in found
            if spot is not None
            and one.at is not None
            and one is not centre
            and distance(one.at, spot) <= effect["within"]
        ]
    if kind == "friend" and unit.in_play:
        found = [unit, *found]
    return found


def meant(t: Table, effect: Effect, unit: Unit, other: Unit | None) -> list[Unit]:
    """All whom an effect could be for, before anybody chooses."""
    if effect["who"] in ("self", "other"):
        one = unit if effect["who"] == "self" else other
        return [one] if one is not None and one.in_play else []
    return around(t, effect, unit, other)


def would_do(
    t: Table, effects: list[Effect], unit: Unit, other: Unit | None, power=0, spell=False
) -> bool:
    """Whether any of some effects would change anything now."""
    return any(row_would_do(t, effect, unit, other, power, spell) for effect in effects)


def row_would_do(
    t: Table, effect: Effect, unit: Unit, other: Unit | None, power: int, spell: bool
) -> bool:
    amount = effect.get("amount", 0) + power * effect.get("power", 0)
    if "who" in effect:
        found = meant(t, effect, unit, other)
        return any(changes(t, effect, unit, one, amount, spell) for one in found)
    if effect["do"] == "extra_action":
        return unit.seat == t.active
    if effect["do"] == "draw":
        return bool(t.deck or t.discards)
    assert effect["do"] == "gain_time", effect
    return t.time < t.rules[f"time.{t.mode}"]


def changes(t: Table, effect: Effect, unit: Unit, one: Unit, amount: int, spell: bool) -> bool:
    """Whether an effect would change anything for one unit."""
    from tests.rules.tactics.referee import harm, moving

    do = effect["do"]
    if do == "damage":
        return amount + (harm.cover(t, one) if spell and one.at else 0) > 0
    if do == "heal":
        return one.health < one.stats["health"]
    if do == "cure":
        return one.weakened
    if do == "weaken":
        return not one.weakened or (one.seat == t.active and not one.weakened_now)
    if do == "step":
        return moving.leads_somewhere(t, one, amount)
    if do == "swap":
        firm = t.is_foe(unit, one) and t.standing(one, "stands_firm")
        return one is not unit and unit.at is not None and one.at is not None and not firm
    if do == "push":
        return push_does(t, effect, unit, one)
    assert do in ("refill", "drain", "steal"), do
    return supplies_change(t, effect, unit, one)


def push_does(t: Table, effect: Effect, unit: Unit, one: Unit) -> bool:
    from tests.rules.tactics.referee import harm

    if not harm.may_be_moved(t, one):
        return False
    ways = list(WAYS.values())
    if effect["way"] != "any":
        start = unit.at or unit.last_at
        if start is None:
            return False
        dx, dy = harm.straight(start, one.at)
        ways = [(dx, dy) if effect["way"] == "away" else (-dx, -dy)]
    return any(can_be_sent(t, one, way) for way in ways)


def can_be_sent(t: Table, one: Unit, way: At) -> bool:
    ahead = (one.at[0] + way[0], one.at[1] + way[1])
    return bool(t.rules["knock_back_damage"]) or (t.free(ahead) and t.higher(ahead, one.at) <= 0)


def supplies_change(t: Table, effect: Effect, unit: Unit, one: Unit) -> bool:
    from tests.rules.tactics.referee.effects import tracks

    named = tracks(one, effect["resource"])
    if effect["do"] == "steal" and one.solo:
        lacks = any(getattr(unit, own) < unit.card[own] for own in tracks(unit, "any"))
        return bool(named) and lacks and not unit.solo and unit.in_play
    if one.solo:
        return False
    if effect["do"] == "refill":
        return any(getattr(one, track) < one.card[track] for track in named)
    return any(getattr(one, track) > 0 for track in named)


# ---------------------------------------------------------------- moments and cards


def fits(
    t: Table, card: dict[str, Any], moment: str, unit: Unit, other: Unit | None, kind: str
) -> bool:
    """Whether an ability or a tactic card works at a moment."""
    return (
        card["when"] == moment
        and speaks_of(card.get("with"), kind)
        and t.holds(card.get("if"), unit, other)
    )


def its_turn(t: Table, card: dict[str, Any], seat: int) -> bool:
    return card["turn"] in ("own" if seat == t.active else "others", "any")


def hand(t: Table, seat: int, moment: str) -> list[dict[str, Any]]:
    """What the cards in a hand say of a moment."""
    uses = [use for name in t.hands[seat] for use in t.pack["tactics"][name]["abilities"].values()]
    return [use for use in uses if use["when"] == moment]


def sets_off(t: Table, unit: Unit, moment: str) -> bool:
    """Whether a moment that has no other unit would set anything off now."""
    for use in t.abilities(unit):
        if fits(t, use, moment, unit, None, "other") and would_do(t, use["effects"], unit, None):
            return True
    return any(
        its_turn(t, use, unit.seat)
        and fits(t, use, moment, unit, None, "other")
        and would_do(t, use["effects"], unit, None)
        for use in hand(t, unit.seat, moment)
    )


def may_set_off(t: Table, unit: Unit, moment: str) -> bool:
    """Whether a moment may set anything off once it has come."""
    own = [use for use in unit.stats.get("abilities", {}).values() if use["when"] == moment]
    held = [use for use in hand(t, unit.seat, moment) if its_turn(t, use, unit.seat)]
    return bool(own or held)


def lacks(unit: Unit) -> bool:
    """Whether a village would give it anything."""
    tracks = () if unit.solo else ("ammo", "mana")
    short = any(getattr(unit, track) < unit.card.get(track, 0) for track in tracks)
    return short or unit.health < unit.stats["health"]


# ---------------------------------------------------------------- attacks


def can_roll(t: Table, icon: str) -> bool:
    return any(icon in face for face in t.faces)


def melee_does(t: Table, unit: Unit, target: Unit) -> bool:
    from tests.rules.tactics.referee import harm

    if harm.attack_damage(t, unit, target, "melee", unit.stats["melee"]["damage"]):
        return True
    rolls = t.knock_back_dice(unit) and can_roll(t, "knock_back")
    needs = t.rules["knock_back_needs_damage"]
    return bool(rolls) and not needs and harm.may_be_moved(t, target)


def missile_does(t: Table, unit: Unit, target: Unit) -> bool:
    from tests.rules.tactics.referee import harm

    missile = unit.stats["missile"]
    if harm.attack_damage(t, unit, target, "missile", missile["damage"]):
        return True
    dice = max(0, missile["dice"] - t.total(unit, "fewer_misses", "missile"))
    due = dice * t.rules["miss_price"] if can_roll(t, "miss") else 0
    if due <= unit.ammo - t.rules["missile_price"]:
        return False
    missed = [use for use in target.stats.get("abilities", {}).values() if use["when"] == "missed"]
    return bool(missed) or may_set_off(t, unit, "misses")


def ballista_does(t: Table, target: Unit) -> bool:
    from tests.rules.tactics.referee import harm

    damage = t.rules["ballista_damage"]
    damage += harm.cover(t, target) if t.rules["ballista_cover"] else 0
    return damage > 0 or bool(t.rules["ballista_push"] and harm.may_be_moved(t, target))


def spell_does(t: Table, unit: Unit, target: Unit | None, power: int) -> bool:
    """Whether a spell does anything, and its dice anything more."""
    from tests.rules.tactics.referee import harm

    spell = unit.stats["spell"]
    attacks = spell["aim"] == "enemy"
    icons = power if can_roll(t, "power") else 0
    does, more = False, False
    for effect in spell["effects"]:
        if attacks and effect["do"] == "damage" and effect["who"] == "other":
            printed = effect["amount"] + icons * effect.get("power", 0)
            does |= harm.attack_damage(t, unit, target, "spell", printed) > 0
        else:
            does |= row_would_do(t, effect, unit, target, icons, True)
        if icons and effect.get("power"):
            more |= attacks or power_adds(t, effect, unit, target)
    if power == 0:
        return does or may_set_off(t, unit, "casts")
    return does and more


def power_adds(t: Table, effect: Effect, unit: Unit, target: Unit | None) -> bool:
    return any(adds_to(t, effect, unit, one) for one in meant(t, effect, unit, target))


def adds_to(t: Table, effect: Effect, unit: Unit, one: Unit) -> bool:
    """Whether more than the printed amount would do more to one unit."""
    from tests.rules.tactics.referee import harm
    from tests.rules.tactics.referee.effects import tracks

    printed, do = effect.get("amount", 0), effect["do"]
    if do == "damage":
        return one.health > max(0, printed + (harm.cover(t, one) if one.at else 0))
    if do == "heal":
        return one.stats["health"] - one.health > printed
    if do == "push":
        return push_does(t, effect, unit, one)
    named = [] if one.solo else tracks(one, effect["resource"])
    if do == "refill":
        return any(one.card[track] - getattr(one, track) > printed for track in named)
    return any(getattr(one, track) > printed for track in named)


def counter_does(t: Table, unit: Unit) -> bool:
    """Whether a counter changes something whatever it does to the attacker."""
    return unit.weakened or may_set_off(t, unit, "counters")
