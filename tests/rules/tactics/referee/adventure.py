"""The Solo Enemy: its turn, its units' decisions, its setup."""

from tests.rules.tactics.referee import attacks, moving
from tests.rules.tactics.referee.compass import by_distance, order, vertical_first
from tests.rules.tactics.referee.effects import draw_enemy_card, happen
from tests.rules.tactics.referee.harm import borders_foe, by_arrow, cure
from tests.rules.tactics.referee.land import At
from tests.rules.tactics.referee.table import Table, Unit

# ---------------------------------------------------------------- setup


def place_enemies(t: Table, seat: int) -> None:
    """Three units on the Trigger Spaces, the fourth beside the last of them."""
    units = {u.name: u for u in t.units if u.seat == seat}
    names = t.luck.shuffle("enemy_units", sorted(units))
    areas = t.luck.shuffle("triggers", list("srh"))
    for name, letter in zip(names[:3], areas, strict=True):
        at = t.land.trigger(letter)
        units[name].at = at if t.free(at) else beside_by_card(t, at)
    units[names[3]].at = beside_by_card(t, units[names[2]].at)


def beside_by_card(t: Table, at: At) -> At:
    """Next to a space, by the arrow of the top card, which is shuffled back."""
    card = t.enemy_deck[0]
    found = by_arrow(t, at, t.pack["enemy_cards"][card]["compass"])
    t.enemy_deck = t.luck.shuffle("enemy_cards", t.enemy_deck)
    return found


# ---------------------------------------------------------------- the turn


def enemy_turn(t: Table, seat: int):
    """One unit is activated."""
    row = t.of(seat)
    for unit in row:
        yield from happen(t, "turn_start", unit)
    row = t.of(seat)
    if all(unit.under for unit in row):
        renew(t, seat)
    card = draw_enemy_card(t)
    if card is None:
        return
    told = t.pack["enemy_cards"][card]
    waiting = [unit for unit in row if not unit.under]
    unit = next((u for u in waiting if u.of_class == told["activates"]), waiting[0])
    unit.under = card
    t.bonus = told["bonus"]
    yield from activate(t, unit, told)
    t.bonus = {}
    if unit.in_play:
        cure(unit)


def renew(t: Table, seat: int) -> None:
    """All cards make a new deck, but those under another Solo Enemy's units."""
    cards = [*t.enemy_deck, *t.enemy_discards]
    for unit in t.of(seat):
        cards.append(unit.under)
        unit.under = None
    t.enemy_deck, t.enemy_discards = t.luck.shuffle("enemy_cards", cards), []


def activate(t: Table, unit: Unit, card):
    """The five steps, until it attacks."""
    if (yield from attack(t, unit, card["compass"])):
        return
    weakened = unit.weakened
    move(t, unit, card)
    if not weakened:
        yield from attack(t, unit, card["compass"])


def attack(t: Table, unit: Unit, arrow: str):
    """Melee, else missile or spell; whether it attacked."""
    by_space = {foe.at: foe for foe in t.foes(unit.seat)}
    rule = t.rules["compass_target"]
    goals = order(unit.at, by_space, arrow, rule)
    for goal in goals:
        if attacks.melee_reaches(t, unit, by_space[goal]):
            yield from attacks.melee(t, unit, by_space[goal])
            return True
    for goal in goals:
        if attacks.can_shoot(t, unit, by_space[goal]):
            yield from attacks.shoot(t, unit, by_space[goal])
            return True
        if attacks.can_cast_at(t, unit, by_space[goal]):
            yield from attacks.solo_cast(t, unit, by_space[goal])
            return True
    return False


def could_attack(t: Table, unit: Unit, target: Unit, at: At) -> bool:
    return (
        attacks.melee_reaches(t, unit, target, at)
        or attacks.can_shoot(t, unit, target, at)
        or attacks.can_cast_at(t, unit, target, at)
    )


# ---------------------------------------------------------------- its movement


def move(t: Table, unit: Unit, card) -> None:
    arrow, rule = card["compass"], t.rules["compass_target"]
    points = moving.movement_points(t, unit) + card["bonus"].get("movement", 0)
    by_space = {foe.at: foe for foe in t.foes(unit.seat)}
    targets = by_distance(unit.at, by_space, arrow, rule)
    if not targets:
        return
    if card["bonus"].get("climb"):
        higher = [at for at in t.land.terrain if t.free(at) and t.higher(at, unit.at) > 0]
        if higher:
            goal = by_distance(unit.at, higher, arrow, rule)[0]
            settle(t, unit, path(t, unit, goal, points, arrow))
            return
    for goal in targets:
        way = path(t, unit, goal, points, arrow)
        good = [at for at in way if not t.unit_at(at) and could_attack(t, unit, by_space[goal], at)]
        if good:
            go(t, unit, way, good[0] if t.rules["enemy_stops"] == "first" else good[-1])
            return
    settle(t, unit, path(t, unit, targets[0], points, arrow))


def settle(t: Table, unit: Unit, way: list[At]) -> None:
    """Go to the last free space of a way."""
    free = [at for at in way if t.unit_at(at) is None]
    if free:
        go(t, unit, way, free[-1])


def go(t: Table, unit: Unit, way: list[At], end: At) -> None:
    """Along a way to one of its spaces; villages on it are gained from."""
    for at in way:
        unit.at = at
        moving.visit(t, unit)
        if at == end:
            return


def path(t: Table, unit: Unit, goal: At, points: int, arrow: str) -> list[At]:
    """The spaces that a unit enters on its way to a goal, own units passed."""
    here, found = unit.at, []
    while here != goal and not (found and borders_foe(t, unit.seat, here)):
        step = next_step(t, unit, here, goal, points, arrow)
        if step is None:
            break
        points -= moving.step_cost(t, unit, here, step)
        found.append(step)
        here = step
    return found


def next_step(t: Table, unit: Unit, here: At, goal: At, points: int, arrow: str) -> At | None:
    """One axis first, then the other; the other too where the way is barred."""
    dx, dy = goal[0] - here[0], goal[1] - here[1]
    along = (here[0] + (dx > 0) - (dx < 0), here[1])
    down = (here[0], here[1] + (dy > 0) - (dy < 0))
    ways = [down, along] if vertical_first(arrow) else [along, down]
    ways = [at for at in ways if at != here]
    if t.rules["enemy_blocked"] == "stop":
        ways = ways[:1]
    for at in ways:
        if t.is_open(at) and moving.may_pass(t, unit, at, portal=False):
            return at if moving.step_cost(t, unit, here, at) <= points else None
    return None
