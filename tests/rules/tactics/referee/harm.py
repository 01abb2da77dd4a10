"""Health lost and gained, captures, units sent in a straight line."""

from tests.rules.tactics.referee.compass import nearest
from tests.rules.tactics.referee.effects import draw_enemy_card, happen
from tests.rules.tactics.referee.land import WAYS, At
from tests.rules.tactics.referee.table import GameOver, Table, Unit, beside


def cure(unit: Unit) -> None:
    unit.weakened = False


def attack_damage(t: Table, attacker: Unit, target: Unit, kind: str, printed: int) -> int:
    """Damage of an attack on its target, all told."""
    damage = printed + t.total(attacker, "more_damage", kind, target)
    if t.bearer is attacker:
        damage += t.rules["artifact_melee" if kind == "melee" else "artifact_missile"]
    if attacker.solo:  # in its activation; counters come in the players' turns
        damage += t.bonus.get("damage", 0)
    damage -= t.total(target, "less_damage", kind, attacker)
    return max(0, damage + cover(t, target))


def cover(t: Table, target: Unit) -> int:
    """What water and forest add."""
    terrain = t.land.terrain[target.at]
    return {"water": t.rules["water_damage"], "forest": -t.rules["forest_cover"]}.get(terrain, 0)


def lose_health(t: Table, unit: Unit, amount: int, by: Unit | None, kind: str = "other"):
    """Damage, and the capture if it is the end; whether the unit lost health.

    by: whose owner captures; None: trap or monster.  kind: of the attack.
    """
    if amount <= 0:
        return False
    if unit.health <= amount and kind != "other":
        # An attack would capture it; some survive.
        for effect in t.standing(unit, "survives"):
            if unit.health >= effect["amount"]:
                unit.health = 1
                return True
    unit.health -= amount
    if unit.health <= 0:
        yield from capture(t, unit, by, kind)
    return True


def capture(t: Table, unit: Unit, by: Unit | None, kind: str):
    unit.health = 0
    unit.captured, unit.last_at = True, unit.at
    if t.bearer is unit:
        t.bearer, t.artifact = None, unit.at
    if unit.inside is not None:
        del t.flipped[unit.inside[0]]
    unit.at = unit.inside = None
    taker = t.around(unit.seat)[1] if by is None else by.seat
    t.captures[taker].append(unit.name)
    if len(t.of(unit.seat)) <= t.rules["tireless_units"] and not unit.solo:
        for one in t.of(unit.seat):
            cure(one)
    if unit.solo:
        t.time = min(t.rules[f"time.{t.mode}"], t.time + t.rules["time_gained"])
        respawn(t, unit)
    look_for_end(t, unit, taker)
    if by is not None:
        if by.in_play:
            yield from happen(t, "captures", by, unit, kind)
        yield from happen(t, "captured", unit, by, kind)


def look_for_end(t: Table, unit: Unit, taker: int) -> None:
    if t.adventure:
        if not t.of(unit.seat):
            t.outcome = "lost_units"
            raise GameOver
        return
    left = {t.team(one.seat) for one in t.units if one.in_play}
    goes_on = t.battle and not t.rules["elimination_ends_battle"] and len(left) > 1
    if t.ending is None and not t.of(unit.seat) and not goes_on:
        t.ending, t.reason = t.active, "captured"
    if t.ending is None and t.battle and len(t.captures[taker]) >= t.rules["end_captures"]:
        t.ending, t.reason = t.active, "captures"


# ---------------------------------------------------------------- a new enemy unit


def respawn(t: Table, unit: Unit) -> None:
    """The card goes back into its deck, and another unit comes in its place."""
    if unit.under is not None:
        t.enemy_discards.append(unit.under)
    deck = t.luck.shuffle(f"new_unit {unit.of_class}", [*t.decks[unit.of_class], unit.name])
    name = deck.pop(0)
    t.decks[unit.of_class] = deck
    new = new_unit(t, name, unit.seat, solo=True)
    t.units.append(new)
    new.at = respawn_space(t)


def new_unit(t: Table, name: str, seat: int, solo: bool = False) -> Unit:
    """A unit with all tracks at their top."""
    card = t.pack["units"][name]
    unit = Unit(name, seat, card, solo)
    unit.health = unit.stats["health"]
    if not solo:
        unit.ammo, unit.mana = card.get("ammo", 0), card.get("mana", 0)
    return unit


def respawn_space(t: Table) -> At:
    """A Trigger Space drawn by chance, or beside it."""
    places = [t.land.trigger(letter) for letter in t.luck.shuffle("respawn", list("srh"))]
    if t.rules["respawn_closed"] == "again" and any(t.is_open(at) for at in places):
        places = [at for at in places if t.is_open(at)]
    return free_near(t, places[0])


def free_near(t: Table, at: At) -> At:
    """The space, or the side of it that a drawn card's arrow shows, or the nearest free one."""
    if t.free(at):
        return at
    card = draw_enemy_card(t)
    if card is None:
        return by_arrow(t, at, "north")
    t.enemy_discards.append(card)
    return by_arrow(t, at, t.pack["enemy_cards"][card]["compass"])


def by_arrow(t: Table, at: At, arrow: str) -> At:
    """The first free side clockwise from the arrow, else the nearest free space."""
    order = list(WAYS)
    first = order.index(arrow)
    for way in order[first:] + order[:first]:
        side = (at[0] + WAYS[way][0], at[1] + WAYS[way][1])
        if t.free(side):
            return side
    return nearest(at, [space for space in t.land.terrain if t.free(space)], arrow)


# ---------------------------------------------------------------- in a straight line


def may_be_moved(t: Table, unit: Unit) -> bool:
    return unit.at is not None and not t.standing(unit, "stands_firm")


def send(t: Table, unit: Unit, way: At, spaces: int, by: Unit):
    """Send a unit straight on, as in a Knock Back; how many spaces it went.

    Cliffs, the edge, units and closed boxes stop it; stopped short it loses health.
    """
    moved = 0
    while moved < spaces:
        ahead = (unit.at[0] + way[0], unit.at[1] + way[1])
        if not t.free(ahead) or t.higher(ahead, unit.at) > 0:
            break
        unit.at = ahead
        moved += 1
    if moved < spaces:
        yield from lose_health(t, unit, t.rules["knock_back_damage"], by)
    return moved


def straight(one: At, other: At) -> At:
    """The direction to another space, along the axis on which it is further, the row if equal."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    if abs(dx) >= abs(dy):
        return (1 if dx > 0 else -1, 0)
    return (0, 1 if dy > 0 else -1)


def borders_foe(t: Table, seat: int, at: At) -> bool:
    return any(foe.at in beside(at) for foe in t.foes(seat))
