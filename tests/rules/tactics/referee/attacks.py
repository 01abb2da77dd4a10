"""Attacks, the ballista, and counters."""

from tests.rules.tactics.referee import harm, vain
from tests.rules.tactics.referee.effects import apply, happen
from tests.rules.tactics.referee.land import WAYS, At
from tests.rules.tactics.referee.table import Table, Unit, ask, beside, distance

DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


# ---------------------------------------------------------------- who can be reached


def melee_reaches(t: Table, unit: Unit, target: Unit, at: At | None = None) -> bool:
    """Whether a unit, standing at a space, can attack a target in melee."""
    here = at or unit.at
    if here is None or target.at is None:
        return False
    reach = {effect["reach"] for effect in t.standing(unit, "reaches")}
    levels = t.higher(target.at, here)
    if target.at in beside(here):
        return levels == 0 or ("lower" if levels < 0 else "higher") in reach
    away = (target.at[0] - here[0], target.at[1] - here[1])
    return away in DIAGONAL and levels == 0 and "diagonal" in reach


def shot_reaches(
    t: Table, unit: Unit, target: Unit, kind: str, reach: int, at: At | None = None
) -> bool:
    """Whether a missile or spell of a range reaches a target; kind `other`: the ballista."""
    here = at or unit.at
    if here is None or target.at is None:
        return False
    away = distance(here, target.at)
    if kind != "other":
        for effect in t.standing(target, "hidden"):
            if t.is_foe(unit, target) and away > effect["amount"]:
                return False
        if t.land.terrain[here] == "peak":
            return True
        reach += t.total(unit, "more_range", kind)
    levels = t.higher(target.at, here)
    if levels:
        reach += t.rules["higher_range"] if levels < 0 else -t.rules["lower_range"]
    return away <= reach


def can_shoot(t: Table, unit: Unit, target: Unit, at: At | None = None) -> bool:
    missile = unit.stats.get("missile")
    if missile is None or not (unit.solo or unit.ammo >= t.rules["missile_price"]):
        return False
    return shot_reaches(t, unit, target, "missile", missile["range"], at)


def can_cast(t: Table, unit: Unit) -> bool:
    if unit.stats.get("spell") is None:
        return False
    return unit.solo or unit.mana >= t.rules["spell_price"]


def can_cast_at(t: Table, unit: Unit, target: Unit, at: At | None = None) -> bool:
    """An enemy in range of an attack spell."""
    if not can_cast(t, unit):
        return False
    spell = unit.stats["spell"]
    if not unit.solo and spell["aim"] != "enemy":
        return False
    return shot_reaches(t, unit, target, "spell", spell["range"], at)


def is_attack(unit: Unit) -> bool:
    spell = unit.stats["spell"]
    return spell["aim"] == "enemy" or any(e["do"] == "damage" for e in spell["effects"])


def powers(t: Table, unit: Unit) -> range:
    """How much mana may be paid besides."""
    return range(min(t.rules["power_dice"], unit.mana - t.rules["spell_price"]) + 1)


# ---------------------------------------------------------------- the attacks


def struck(t: Table, unit: Unit, target: Unit, kind: str, damage: int, way: At | None = None):
    """The damage of an attack on its target and what reacts at once; whether it took any.

    way: of a melee attack.
    """
    took = yield from harm.lose_health(t, target, damage, unit, kind)
    if way and t.rules["knock_back_when"] == "first":
        if took or not t.rules["knock_back_needs_damage"]:
            yield from try_knock_back(t, unit, target, way)
    if not took:
        return took
    first, then = ("damaged", target, unit), ("hits", unit, target)
    if t.rules["reacts_first"] == "attacker":
        first, then = then, first
    for moment, one, other in (first, then):
        if one.in_play and (other.in_play or moment == "damaged"):
            yield from happen(t, moment, one, other, kind)
    return took


def melee(t: Table, unit: Unit, target: Unit, counter: bool = False):
    dx, dy = target.at[0] - unit.at[0], target.at[1] - unit.at[1]
    way = (dx, 0) if dx else (0, dy)
    damage = harm.attack_damage(t, unit, target, "melee", unit.stats["melee"]["damage"])
    took = yield from struck(t, unit, target, "melee", damage, way)
    may_roll = took or not t.rules["knock_back_needs_damage"]
    if may_roll and t.rules["knock_back_when"] != "first":
        yield from try_knock_back(t, unit, target, way)
    yield from after(t, unit, target, "melee", took, counter)


def try_knock_back(t: Table, unit: Unit, target: Unit, way: At):
    if not (unit.in_play and target.in_play and harm.may_be_moved(t, target)):
        return
    if t.rules["knock_back_when"] == "beside" and not melee_reaches(t, unit, target):
        return
    yield from knock_back(t, unit, target, way)


def knock_back(t: Table, unit: Unit, target: Unit, way: At):
    dice = t.knock_back_dice(unit)
    if not dice:
        return
    if not unit.solo:
        if not vain.can_roll(t, "knock_back") or not vain.can_be_sent(t, target, way):
            return
        if not (yield from ask(unit.seat, {"roll": True, "do not roll": False})):
            return
    spaces = t.roll(dice, "knock_back")
    if not spaces:
        return
    moved = yield from harm.send(t, target, way, spaces, unit)
    if not moved:
        return
    if t.bearer is target:
        t.bearer = unit
    if unit.in_play:
        yield from happen(t, "knocks_back", unit, target)
    if target.in_play:
        yield from happen(t, "knocked_back", target, unit)


def shoot(t: Table, unit: Unit, target: Unit, counter: bool = False):
    missile = unit.stats["missile"]
    took = False
    if unit.solo or pay_missile(t, unit):
        damage = harm.attack_damage(t, unit, target, "missile", missile["damage"])
        took = yield from struck(t, unit, target, "missile", damage)
    else:
        yield from happen(t, "misses", unit, target)
        yield from happen(t, "missed", target, unit)
    yield from after(t, unit, target, "missile", took, counter)


def pay_missile(t: Table, unit: Unit) -> bool:
    """Pay for a missile and its Misses; whether it hits."""
    unit.ammo -= t.rules["missile_price"]
    dice = max(0, unit.stats["missile"]["dice"] - t.total(unit, "fewer_misses", "missile"))
    due = t.roll(dice, "miss") * t.rules["miss_price"]
    if due > unit.ammo:
        unit.ammo = 0
        return False
    unit.ammo -= due
    return True


def cast(t: Table, unit: Unit, target: Unit | None, power: int, counter: bool = False):
    """A spell with so many dice."""
    unit.mana -= t.rules["spell_price"] + power
    icons = t.roll(power, "power")
    spell = unit.stats["spell"]
    took = False
    for effect in spell["effects"]:
        if not unit.in_play:
            break
        if spell["aim"] == "enemy" and effect["do"] == "damage" and effect["who"] == "other":
            if not target.in_play:
                continue
            printed = effect["amount"] + icons * effect.get("power", 0)
            damage = harm.attack_damage(t, unit, target, "spell", printed)
            took |= yield from struck(t, unit, target, "spell", damage)
        else:
            yield from apply(t, [effect], unit, target, icons, spell=True)
    if unit.in_play:
        yield from happen(t, "casts", unit, target, "spell")
    if target is not None and spell["aim"] == "enemy":
        yield from after(t, unit, target, "spell", took, counter)


def solo_cast(t: Table, unit: Unit, target: Unit, counter: bool = False):
    spell = unit.stats["spell"]
    icons = t.roll(t.rules["enemy_spell_dice"], "power")
    printed = spell["damage"] + icons * spell["power"]
    damage = harm.attack_damage(t, unit, target, "spell", printed)
    took = yield from struck(t, unit, target, "spell", damage)
    yield from after(t, unit, target, "spell", took, counter)


def fire_ballista(t: Table, unit: Unit, target: Unit):
    damage = t.rules["ballista_damage"]
    if t.rules["ballista_cover"]:
        damage = max(0, damage + harm.cover(t, target))
    took = yield from struck(t, unit, target, "other", damage)
    if (
        unit.in_play
        and target.in_play
        and harm.may_be_moved(t, target)
        and t.rules["ballista_push"]
    ):
        way = yield from ask(unit.seat, dict(WAYS))
        yield from harm.send(t, target, way, t.rules["ballista_push"], unit)
    yield from after(t, unit, target, "other", took, False)


def ballista_targets(t: Table, unit: Unit) -> list[Unit]:
    return [
        foe
        for foe in t.foes(unit.seat)
        if shot_reaches(t, unit, foe, "other", t.rules["ballista_range"])
        and vain.ballista_does(t, foe)
    ]


# ---------------------------------------------------------------- counters


def after(t: Table, unit: Unit, target: Unit, kind: str, took: bool, counter: bool):
    """What follows a whole attack: the counter, or that it was one."""
    if not (unit.in_play and target.in_play):
        return
    if counter:
        yield from happen(t, "counters", unit, target, kind)
    elif took and not t.standing(unit, "no_counter", kind, target):
        yield from let_counter(t, target, unit)


def let_counter(t: Table, unit: Unit, attacker: Unit):
    """The attacked unit may attack back."""
    price = 0
    if unit.weakened and not t.standing(unit, "counters_freely"):
        price = t.rules["counter_price"]
    if price >= unit.health:
        return
    ways = counters(t, unit, attacker)
    if not ways:
        return
    if unit.solo:
        way = next(iter(ways.values()))
    else:
        way = yield from ask(unit.seat, ways | {"do not counter": None})
    if way is None:
        return
    if unit.weakened:
        unit.health -= price
        unit.weakened = False
    kind, power = way
    if kind == "melee":
        yield from melee(t, unit, attacker, counter=True)
    elif kind == "missile":
        yield from shoot(t, unit, attacker, counter=True)
    elif unit.solo:
        yield from solo_cast(t, unit, attacker, counter=True)
    else:
        yield from cast(t, unit, attacker, power, counter=True)


def counters(t: Table, unit: Unit, attacker: Unit) -> dict[str, tuple[str, int]]:
    """Every way to attack back, melee first."""
    found: dict[str, tuple[str, int]] = {}
    anyhow = unit.solo or vain.counter_does(t, unit)
    if melee_reaches(t, unit, attacker) and (anyhow or vain.melee_does(t, unit, attacker)):
        found["counter melee"] = ("melee", 0)
    if can_shoot(t, unit, attacker) and (anyhow or vain.missile_does(t, unit, attacker)):
        found["counter missile"] = ("missile", 0)
    if can_cast_at(t, unit, attacker):
        if unit.solo:
            found["counter spell"] = ("spell", 0)
        else:
            found |= {
                f"counter spell power {n}": ("spell", n)
                for n in powers(t, unit)
                if (anyhow and n == 0) or vain.spell_does(t, unit, attacker, n)
            }
    return found
