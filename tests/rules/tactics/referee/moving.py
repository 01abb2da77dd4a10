"""Movement step by step, over the map, through portals and inside dungeons."""

from collections.abc import Iterator
from heapq import heappop, heappush

from tests.rules.tactics.referee import table, vain
from tests.rules.tactics.referee.effects import apply, draw_enemy_card, happen
from tests.rules.tactics.referee.harm import lose_health
from tests.rules.tactics.referee.land import At

LARGEST = "box_8x5"


def movement_points(t: table.Table, unit: table.Unit) -> int:
    points = unit.stats["movement"] + t.total(unit, "more_movement")
    if t.bearer is unit:
        points += t.rules["artifact_movement"]
    return max(0, points)


def terrain_cost(t: table.Table, unit: table.Unit, at: At) -> int:
    """What the terrain of a space adds."""
    terrain = t.land.terrain[at]
    if terrain not in ("water", "peak", "ballista"):
        return 0
    free = {effect["terrain"] for effect in t.standing(unit, "crosses")}
    return 0 if free & {terrain, "any"} else t.rules[f"{terrain}_cost"]


def step_cost(t: table.Table, unit: table.Unit, start: At, goal: At) -> int:
    cost = t.rules["space_cost"] + terrain_cost(t, unit, goal)
    if t.higher(goal, start) > 0:
        free = {effect["terrain"] for effect in t.standing(unit, "crosses")}
        if not free & {"climb", "any"}:
            cost += t.rules["climb_cost"]
    return cost


def may_pass(t: table.Table, unit: table.Unit, at: At, portal: bool) -> bool:
    """Whether the unit may be on the space for a moment."""
    there = t.unit_at(at, unit)
    if t.land.terrain[at] == "ballista" and unit.began_on_ballista:
        return False
    if there is None or not t.is_foe(unit, there):
        return True
    return bool(t.standing(unit, "slips_through")) and not portal


Way = tuple[str, At, int]  # words, space, cost


class Ways:
    """A unit's steps over the map as the table lies now, found once for each space."""

    def __init__(self, t: table.Table, unit: table.Unit) -> None:
        self.t, self.unit = t, unit
        self.known: dict[At, list[Way]] = {}

    def on(self, at: At, points: int) -> list[Way]:
        """Each step that can be paid, free to stop there or not."""
        if at not in self.known:
            self.known[at] = ways_on(self.t, self.unit, at)
        return [way for way in self.known[at] if way[2] <= points]


def ways_on(t: table.Table, unit: table.Unit, at: At) -> list[Way]:
    """Each step from a space, whatever it costs."""
    found = []
    for goal in table.beside(at):
        if t.is_open(goal) and may_pass(t, unit, goal, portal=False):
            found.append((f"step {table.in_words(goal)}", goal, step_cost(t, unit, at, goal)))
    if t.portal_boxes(at):
        # Somebody else on the space blocks its portal for the enemies.
        here = t.unit_at(at, unit)
        if here is None or not t.is_foe(unit, here):
            for goal in sorted({front for front, _ in t.portals()} - {at}):
                if may_pass(t, unit, goal, portal=True):
                    cost = t.rules["portal_step"] + terrain_cost(t, unit, goal)
                    found.append((f"portal {table.in_words(goal)}", goal, cost))
    return found


def ends_well(ways: Ways, at: At, points: int, seen=None) -> bool:
    """Whether a free space, or a dungeon, can be reached from here."""
    t, unit = ways.t, ways.unit
    if t.unit_at(at, unit) is None or dungeons_open(t, unit, at, points):
        return True
    seen = {} if seen is None else seen
    if seen.get(at, -1) >= points:
        return False
    seen[at] = points
    return any(ends_well(ways, goal, points - cost, seen) for _, goal, cost in ways.on(at, points))


def reachable(t: table.Table, unit: table.Unit, points: int) -> set[At]:
    """All spaces on which a walk over the map may stop."""
    ways = Ways(t, unit)
    best = {unit.at: points}
    edge = [unit.at]
    while edge:
        at = edge.pop(0)
        for _, goal, cost in ways.on(at, best[at]):
            if best[at] - cost > best.get(goal, -1):
                best[goal] = best[at] - cost
                edge.append(goal)
    return {at for at in best if t.unit_at(at, unit) is None and at != unit.at}


def steps(t: table.Table, unit: table.Unit, points: int) -> dict[str, tuple]:
    """Words -> what the step is."""
    if unit.inside is not None:
        return inside_steps(t, unit, points)
    ways = Ways(t, unit)
    found = {
        words: (words.split()[0], goal, cost)
        for words, goal, cost in ways.on(unit.at, points)
        if ends_well(ways, goal, points - cost)
    }
    cost = t.rules["portal_step"]
    found |= {
        f"enter {box}": ("enter", box, cost) for box in dungeons_open(t, unit, unit.at, points)
    }
    return found


def ends(t: table.Table, unit: table.Unit, points: int) -> Iterator[tuple]:
    """Where a walk can end, with what its way takes in: (space or box, village, portal)."""
    ways = Ways(t, unit)
    best: dict[tuple, int] = {}
    edge = [(-points, unit.at, False, False)]
    while edge:
        spent, at, village, portal = heappop(edge)  # the walk with most points left
        left = -spent
        for box in dungeons_open(t, unit, at, left):
            yield box, village, portal
        for words, goal, cost in ways.on(at, left):
            gains = t.land.terrain[goal] == "village" and goal not in unit.villages
            then = (goal, village or gains, portal or words.startswith("portal"))
            if left - cost > best.get(then, -1):
                best[then] = left - cost
                heappush(edge, (cost - left, *then))
                if t.unit_at(goal, unit) is None:
                    yield then


def brings(
    t: table.Table, unit: table.Unit, village: bool, portal: bool, moments: set[str]
) -> bool:
    """Whether a walk that leads back to where it began brings anything.

    moments: those that it could newly set off.
    """
    if (t.battle and unit.at == t.artifact) or (village and vain.lacks(unit)):
        return True
    met = {"moved"} | ({"village"} if village else set()) | ({"portal"} if portal else set())
    return any(vain.sets_off(t, unit, moment) for moment in met & moments)


def leads_somewhere(
    t: table.Table, unit: table.Unit, points: int, moments: set[str] = frozenset()
) -> bool:
    """Whether a walk is possible that changes anything."""
    if unit.inside is not None:
        return bool(inside_steps(t, unit, points))
    return any(
        end != unit.at or brings(t, unit, village, portal, moments)
        for end, village, portal in ends(t, unit, points)
    )


def begins(t: table.Table, unit: table.Unit, points: int) -> bool:
    """Whether a Movement action is offered."""
    return leads_somewhere(t, unit, points, {"moved", "village", "portal"})


def walk(t: table.Table, unit: table.Unit, points: int, action: bool = True):
    """Steps until the owner stops; a Movement action takes one step at least.

    Which steps lead to nothing is looked at where a walk begins or goes on after a dungeon.
    """
    began = unit.at
    told = {"village": False, "portal": False}
    taken = 0
    asks = True
    while unit.in_play and taken < t.rules["step_limit"]:
        options: dict = dict(steps(t, unit, points))
        if asks and (taken or not action):
            left = {what for what, met in told.items() if action and not met}
            if not leads_somewhere(t, unit, points, left):
                break
        asks = False
        on_somebody = unit.at is not None and t.unit_at(unit.at, unit) is not None
        if (taken or not action) and not on_somebody:
            options["stop"] = None
        if not options or set(options) == {"stop"}:
            break
        step = yield from table.ask(unit.seat, options)
        if step is None:
            break
        taken += 1
        asks = step[0] in ("enter", "inside")
        points = yield from take_step(t, unit, step, points, told)
    if not unit.in_play:
        return
    if taken:
        pick_up(t, unit)
    if action:
        yield from end_of_movement(t, unit, began, told)


def end_of_movement(t: table.Table, unit: table.Unit, began: At | None, told: dict[str, bool]):
    climbed = began is not None and unit.at is not None and t.higher(unit.at, began) > 0
    for moment, met in (
        ("moved", True),
        ("climbs", climbed),
        ("village", told["village"]),
        ("portal", told["portal"]),
    ):
        if met and unit.in_play:
            yield from happen(t, moment, unit)


def take_step(t: table.Table, unit: table.Unit, step: tuple, points: int, told: dict[str, bool]):
    """One step; the movement points left."""
    what, goal, cost = step
    if what in ("step", "portal"):
        told["portal"] |= what == "portal"
        unit.at = goal
        told["village"] |= visit(t, unit)
        return points - cost
    if what == "enter":
        t.flipped[goal] = unit
        entrance = next(at for at, kind in t.land.insides[goal].items() if kind == "entrance")
        unit.at, unit.inside = None, (goal, entrance)
        return points - cost
    return (yield from step_inside(t, unit, goal, points))


def visit(t: table.Table, unit: table.Unit) -> bool:
    """Whether the unit gained from a village."""
    if t.land.terrain[unit.at] != "village" or unit.at in unit.villages:
        return False
    unit.villages.add(unit.at)
    unit.health = min(unit.stats["health"], unit.health + t.rules["village_heal"])
    if not unit.solo:
        unit.ammo, unit.mana = unit.card.get("ammo", 0), unit.card.get("mana", 0)
    return True


def pick_up(t: table.Table, unit: table.Unit) -> None:
    if t.battle and t.artifact is not None and unit.at == t.artifact:
        t.artifact, t.bearer = None, unit


# ---------------------------------------------------------------- dungeons


def dungeons_open(t: table.Table, unit: table.Unit, at: At, points: int) -> list[str]:
    """Boxes whose dungeon the unit may enter from a space."""
    if not t.adventure or unit.solo or t.rules["portal_step"] > points:
        return []
    here = t.unit_at(at, unit)
    if here is not None and t.is_foe(unit, here):
        return []
    return [box for box in t.portal_boxes(at) if may_enter(t, unit, box)]


def may_enter(t: table.Table, unit: table.Unit, box: str) -> bool:
    if box in t.crystals or any(u.inside for u in t.of(unit.seat)):
        return False
    if box == LARGEST and len(t.crystals) < len(t.pack["dungeons"]) - 1:
        return False
    tower = t.land.above(box)
    if any(other in t.flipped for other in tower):
        return False
    return not any(
        u.at is not None and u is not unit and t.land.box[u.at] in tower for u in t.units
    )


def inside_steps(t: table.Table, unit: table.Unit, points: int) -> dict[str, tuple]:
    box, here = unit.inside
    found = {}
    for goal in table.beside(here):
        kind = t.land.insides[box].get(goal)
        cost = t.rules["space_cost"] + (t.rules["water_cost"] if kind == "water" else 0)
        if kind is None or cost > points:
            continue
        if kind == "locked door" and unit.of_class != "rogue":
            continue
        if kind == "magic barrier":
            if unit.of_class != "wizard" or unit.mana < t.rules["barrier_price"]:
                continue
        if kind == "cave-in" and not t.knock_back_dice(unit):
            continue
        found[f"inside {table.in_words(goal)}"] = ("inside", goal, cost)
    return found


def step_inside(t: table.Table, unit: table.Unit, goal: At, points: int):
    """A step in a dungeon and what waits there; the movement points left."""
    box, _ = unit.inside
    kind = t.land.insides[box][goal]
    if kind == "cave-in" and not t.roll(t.knock_back_dice(unit), "knock_back"):
        return max(0, points - t.rules["cave_in_price"])
    points -= t.rules["space_cost"]
    unit.inside = (box, goal)
    if kind == "water":
        points -= t.rules["water_cost"]
    elif kind == "magic barrier":
        unit.mana -= t.rules["barrier_price"]
    elif kind == "monster":
        yield from meet(t, unit)
    elif kind == "trap":
        icons = t.roll(t.rules["trap_dice"], t.rules["trap_icon"])
        yield from lose_health(t, unit, icons * t.rules["trap_damage"], None)
    elif kind == "crystal":
        yield from take_crystal(t, unit, box)
    return points


def meet(t: table.Table, unit: table.Unit):
    card = draw_enemy_card(t)
    if card is None:
        return
    t.enemy_discards.append(card)
    yield from apply(t, t.pack["enemy_cards"][card]["monster"]["effects"], unit)


def take_crystal(t: table.Table, unit: table.Unit, box: str):
    """Out of the dungeon, then the bonus."""
    del t.flipped[box]
    t.crystals.add(box)
    unit.inside = None
    if box == LARGEST:
        t.outcome = "won"
        raise table.GameOver
    places = exits(t, box)
    unit.at = yield from table.ask(unit.seat, {f"out {table.in_words(at)}": at for at in places})
    yield from apply(t, t.pack["dungeons"][box].get("crystal", []), unit)


def exits(t: table.Table, box: str) -> list[At]:
    """Free spaces in front of the box's portals, or next to one, or the nearest."""
    fronts = [at for at, of in t.portals() if of == box]
    if not fronts:
        fronts = [at for at in t.land.terrain if t.is_open(at) and t.land.box[at] == box]
    found = [at for at in fronts if t.free(at)]
    if not found:
        found = sorted(
            at
            for front in fronts
            for at in table.beside(front)
            if t.free(at) and t.higher(at, front) == 0
        )
    if not found:
        free = [at for at in t.land.terrain if t.free(at)]
        least = min(table.distance(at, front) for at in free for front in fronts)
        found = [at for at in free if min(table.distance(at, f) for f in fronts) == least]
    return sorted(set(found))
