"""The six actions: every way to take one, in words, and what then happens."""

import itertools
from functools import partial
from typing import Any

from tests.rules.kingdoms.referee import table
from tests.rules.kingdoms.referee.abilities import ask, gain_at, pay_price, payments, price, reached
from tests.rules.kingdoms.referee.collecting import could_bring
from tests.rules.kingdoms.referee.dummy_war import dummy_war
from tests.rules.kingdoms.referee.tokens import arrive, lie_down, reveal
from tests.rules.kingdoms.referee.war import can_pay_neutral, neutral_war, war

Ways = dict[str, Any]  # words -> generator function that carries the move out
TOWER_TOP, MAGIC_TOP = 6, 5


def ways_of(t: table.Table, seat: int, action: str) -> Ways:
    """All ways to take an action."""
    return {
        "patrol": patrols,
        "quest": quests,
        "build": builds,
        "research": researches,
        "expand": expansions,
        "trade": trades,
    }[action](t, seat)


def take(t: table.Table, seat: int, action: str, way: Any):
    """One action to its end: the way chosen first, and what the rules let follow."""
    done = yield from way()
    if action in ("patrol", "quest"):
        yield from march(t, seat, action, *done)
    else:
        many = {"build": "builds", "research": "researches", "trade": "trades"}.get(action)
        for _ in range(1, t.rules[f"{many}_per_action"] if many else 1):
            more = ways_of(t, seat, action)
            way = (yield from ask(seat, {"stop": None} | more)) if more else None
            if way is None:
                return
            yield from way()


# ---------------------------------------------------------------- patrol and quest


def may_leave(t: table.Table, seat: int, meeple: table.Meeple) -> bool:
    if t.land[meeple.region].terrain != "ruins" or not t.held_by_ruins(seat):
        return True
    if t.rules["ruins_leave_active_only"] and seat != t.active:
        return False
    return not meeple.lying


def goals_open(t: table.Table, seat: int, meeple: table.Meeple, goals: list[str]) -> list[str]:
    """Those of the goals that the movement rules and the price of a neutral meeple leave."""
    return [
        goal
        for goal in goals
        if t.may_enter(seat, goal)
        and (not t.at(goal, table.NEUTRAL) or can_pay_neutral(t, seat, goal, meeple))
    ]


def patrols(t: table.Table, seat: int, only: table.Meeple | None = None, but: Any = ()) -> Ways:
    ways: Ways = {}
    for meeple in t.of(seat):
        if meeple in but or only not in (None, meeple):
            continue
        here = meeple.region
        if may_leave(t, seat, meeple):
            for goal in goals_open(t, seat, meeple, t.neighbours(seat, here)):
                ways[f"patrol {here} {goal}"] = partial(enter, t, meeple, goal, "patrol")
        if meeple.lying:
            ways[f"stand up {here}"] = partial(stand_up, meeple)
    return ways


def quests(t: table.Table, seat: int, only: table.Meeple | None = None, but: Any = ()) -> Ways:
    ways: Ways = {}
    for meeple in t.of(seat):
        if meeple in but or only not in (None, meeple) or not may_leave(t, seat, meeple):
            continue
        here = meeple.region
        for goal in t.elsewhere(seat, here):
            toll = toll_of(t, seat, goal)
            if toll > t.goods[seat]["food"]:
                continue
            t.goods[seat]["food"] -= toll  # paid before the move, so before a war as well
            if goals_open(t, seat, meeple, [goal]):
                ways[f"quest {here} {goal}"] = partial(quest, t, meeple, goal, toll)
            t.goods[seat]["food"] += toll
    return ways


def toll_of(t: table.Table, seat: int, goal: str) -> int:
    hosts = [r for r in t.rivals(seat) if t.home and t.home[r] == t.land[goal].territory]
    return price(t, seat, "quest", 0, goal, hosts)


def quest(t: table.Table, meeple: table.Meeple, goal: str, toll: int):
    t.pay(meeple.owner, table.none_of(food=toll))
    return (yield from enter(t, meeple, goal, "quest"))


def stand_up(meeple: table.Meeple):
    yield from ()
    meeple.lying = False
    return meeple, "stood up"


def enter(t: table.Table, meeple: table.Meeple, goal: str, by: str):
    """A meeple patrols or quests: gains, war, ruins, token, in this order."""
    seat, origin = meeple.owner, meeple.region
    meeple.region, meeple.lying = goal, False
    early = t.rules.get("gain_on_arrival", True)
    if early:
        yield from gains_of_move(t, seat, goal, by)
    result = "alone"
    if others := t.others_at(goal, seat):
        if others[0].owner == table.NEUTRAL:
            result = yield from neutral_war(t, meeple)
        elif t.dummy is not None:
            result = yield from dummy_war(t, meeple, origin, by)
        else:
            result = yield from war(t, meeple, origin, by)
    if result != "lost":
        if not early:
            yield from gains_of_move(t, seat, goal, by)
        yield from arrive(t, meeple)
    return meeple, result


def gains_of_move(t: table.Table, seat: int, goal: str, by: str):
    for when in ("move", by):
        yield from gain_at(t, seat, when, goal)


def march(t: table.Table, seat: int, action: str, meeple: table.Meeple, result: str):
    """Further moves of the same action: by other meeples, or by the one that has moved."""
    effects = t.effects(seat, "march", action)
    others = t.rules[f"{action}_meeples"] - 1
    others += sum(e["amount"] for e in effects if e["by"] == "another")
    onward = sum(e["amount"] for e in effects if e["by"] == "same")
    ways_by = {"patrol": patrols, "quest": quests}[action]
    moved = [meeple]
    while True:
        ways: Ways = {}
        if others:
            ways |= ways_by(t, seat, but=moved)
        ends = result in ("lost", "alliance", "stood up") or meeple.lying or not meeple.region
        if onward and not ends:
            ways |= ways_by(t, seat, only=meeple)
        if not ways:
            return
        way = yield from ask(seat, {"stop": None} | ways)
        if way is None:
            return
        meeple, result = yield from way()
        if meeple in moved:
            onward -= 1
        else:
            others -= 1
            moved.append(meeple)


# ---------------------------------------------------------------- build and research


def builds(t: table.Table, seat: int) -> Ways:
    level = t.tower[seat] + 1
    if level > TOWER_TOP:
        return {}
    cost = price(t, seat, "build", t.rules[f"tower_cost.level_{level}"], step=level)
    return {"build": partial(build, t, seat, cost)} if payments(t, seat, "build", cost) else {}


def build(t: table.Table, seat: int, cost: int):
    yield from pay_price(t, seat, "build", cost)
    t.tower[seat] += 1
    yield from gain_at(t, seat, "build")


def researches(t: table.Table, seat: int) -> Ways:
    level = t.magic[seat] + 1
    if level > MAGIC_TOP:
        return {}
    cost = price(t, seat, "research", t.rules[f"magic_cost.level_{level}"], step=level)
    if not payments(t, seat, "research", cost):
        return {}
    return {"research": partial(research, t, seat, cost)}


def research(t: table.Table, seat: int, cost: int):
    yield from pay_price(t, seat, "research", cost)
    t.magic[seat] += 1
    yield from reached(t, seat)
    yield from gain_at(t, seat, "research")


# ---------------------------------------------------------------- expand and trade


def expansions(t: table.Table, seat: int) -> Ways:
    ways: Ways = {}
    count = t.in_play(seat) + 1
    if t.from_supply(seat) is None:
        return ways
    joined = [r for r in t.occupied(seat) if len(t.at(r)) < table.ROOM]
    opened = [r for e in t.effects(seat, "place_at", "expand") for r in t.reach(seat, e)]
    for region in joined + opened:
        cost = price(t, seat, "expand", t.rules["expand_food"] * count, region, step=count)
        if payments(t, seat, "expand", cost):
            ways[f"expand {region}"] = partial(expand, t, seat, region, cost)
    return ways


def expand(t: table.Table, seat: int, region: str, cost: int):
    yield from pay_price(t, seat, "expand", cost)
    alone = not t.at(region)
    meeple = t.from_supply(seat)
    meeple.region = region
    lie_down(t, meeple)
    yield from gain_at(t, seat, "expand", region)
    if alone:
        yield from reveal(t, meeple)


def trades(t: table.Table, seat: int) -> Ways:
    ways: Ways = {}
    both = {e["resource"] for e in t.effects(seat, "trade_both", "trade")}
    for kind in table.GOODS:
        room = t.rules["resource_limit"] - t.goods[seat][kind]
        others = [k for k in table.GOODS if k != kind]
        have = [range(t.goods[seat][k] + 1) for k in others]
        for parts in itertools.product(*have):
            mixed = min(parts) > 0
            if 0 < sum(parts) <= room and (not mixed or both & {kind, "any"}):
                given = table.none_of(**dict(zip(others, parts, strict=True)))
                ways[f"trade {table.in_words(given)} into {kind}"] = partial(
                    trade, t, seat, given, kind
                )
    return ways


def trade(t: table.Table, seat: int, given: dict[str, int], kind: str):
    t.pay(seat, given)
    t.gain(seat, kind, sum(given.values()))
    yield from gain_at(t, seat, "trade", same=kind)


# ---------------------------------------------------------------- a player acts


def act(t: table.Table, seat: int, selected: str, passing: dict[str, Any]):
    """A player takes the selected action, or another that an ability puts in its place.

    passing: what may be done besides (nothing, or collecting).
    """
    ways: Ways = {}
    instead = [e["action"] for e in t.effects(seat, "may_instead", selected)]
    for action in table.ACTIONS:
        if action == selected or action in instead:
            for words, way in ways_of(t, seat, action).items():
                ways[words] = (action, way)
    if "collect" in instead and could_bring(t, seat):
        passing = passing | {"collect": True}
    chosen = yield from ask(seat, ways | passing)
    if not isinstance(chosen, tuple):
        return chosen
    action, way = chosen
    yield from take(t, seat, action, way)
    if action == selected:
        for effect in t.effects(seat, "then", action):
            more = ways_of(t, seat, effect["action"])
            way = (yield from ask(seat, {"stop": None} | more)) if more else None
            if way:
                yield from take(t, seat, effect["action"], way)
    return False
