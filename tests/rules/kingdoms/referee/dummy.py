"""The dummy of the solo game: its setup, what it selects and how it takes an action."""

from typing import Any

from tests.rules.kingdoms.referee import actions
from tests.rules.kingdoms.referee.abilities import ask, payments, price
from tests.rules.kingdoms.referee.compass import find, find_from
from tests.rules.kingdoms.referee.table import GOODS, Meeple, Table, none_of

RECOMMENDED = ("dark_elves", "dwarves", "orcs", "goblins", "undead")


# ---------------------------------------------------------------- setup


def deal_faction(t: Table) -> None:
    if t.faction[t.dummy] is None:
        left = [name for name in RECOMMENDED if name in t.factions and name not in t.faction]
        t.faction[t.dummy] = t.luck.deal("dummy_faction", left, 1)[0]


def may_be_home(side: dict[str, Any]) -> bool:
    """The dummy's territory needs a forest and a mountain."""
    return {"forest", "mountain"} <= {r["terrain"] for r in side["regions"].values()}


def put_armies(t: Table):
    """One army in a forest and one in a mountain of its territory."""
    for terrain in ("forest", "mountain"):
        fitting = [r.name for r in t.regions_of(t.home[t.dummy]) if r.terrain == terrain]
        if t.rules["dummy_start"] == "chance":
            region = t.luck.deal(f"dummy_{terrain}", fitting, 1)[0]
        else:
            region = yield from ask(1 - t.dummy, {f"dummy {r}": r for r in fitting})
        t.from_supply(t.dummy).region = region


# ---------------------------------------------------------------- its turn


def select(t: Table) -> tuple[str, int]:
    """The action at the number rolled, or the next free one clockwise; and the number to use."""
    rolled = hour = t.luck.roll("action")
    while (action := t.rules[f"compass.number_{hour}"]) in t.shields:
        hour = hour % 12 + 1
    return action, hour if t.rules["compass_number"] == "found" else rolled


def act(t: Table, selected: str, number: int | None):
    """Takes the action if it can; whether it did."""
    hand = Hand(t, number)
    taken = yield from take(t, selected, hand)
    if taken:
        for effect in t.effects(t.dummy, "then", selected):
            yield from take(t, effect["action"], hand)
        return True
    for effect in t.effects(t.dummy, "may_instead", selected):
        if effect["action"] != "collect" and (yield from take(t, effect["action"], hand)):
            return True
    return False


class Hand:
    """The number of an action: given, or rolled when it is first needed."""

    def __init__(self, t: Table, number: int | None) -> None:
        self.t, self.told = t, number

    @property
    def number(self) -> int:
        if self.told is None:
            self.told = self.t.luck.roll("follow")
        return self.told


def take(t: Table, action: str, hand: Hand):
    if action in ("patrol", "quest"):
        return (yield from march(t, action, hand))
    if action == "expand":
        return (yield from add_army(t, hand))
    if action == "trade":
        for kind in GOODS:
            t.gain(t.dummy, kind, t.rules["dummy_trade"])
        return True
    ways = (actions.builds if action == "build" else actions.researches)(t, t.dummy)
    for words, way in ways.items():
        assert words in ("build", "research") and way.func in (actions.build, actions.research)
        yield from way()
    return bool(ways)


# ---------------------------------------------------------------- moving


def march(t: Table, action: str, hand: Hand):
    """One move, and those that its card adds, with the same number."""
    extra = t.effects(t.dummy, "march", action)
    others = t.rules[f"{action}_meeples"] - 1
    others += sum(e["amount"] for e in extra if e["by"] == "another")
    onward = sum(e["amount"] for e in extra if e["by"] == "same")
    done = yield from one_move(t, action, hand, t.of(t.dummy))
    if done is None:
        return False
    moved = [done[0]]
    for _ in range(onward):
        if done is None or done[1] == "lost" or not done[0].region:
            break
        done = yield from one_move(t, action, hand, [done[0]])
    for _ in range(others):
        done = yield from one_move(t, action, hand, [m for m in t.of(t.dummy) if m not in moved])
        if done is None:
            break
        moved.append(done[0])
    return True


def one_move(t: Table, action: str, hand: Hand, armies: list[Meeple]):
    """The hand finds the army, then the region; None if no army can move."""
    goals = {m.region: goals_of(t, action, m) for m in armies}
    stuck = action == "patrol" and t.rules["dummy_patrol_stuck"] == "collect"
    able = [r for r, open_to in goals.items() if stuck or open_to]
    if not any(goals.values()):
        return None
    start = find(t, hand.number, able)
    if start is None or not goals[start]:
        return None
    if action == "patrol":
        goal = find_from(t, hand.number, goals[start], start)
    else:
        number = hand.number if t.rules["quest_rolls"] == 1 else t.luck.roll("quest")
        goal = find(t, number, goals[start])
        t.pay(t.dummy, none_of(food=actions.toll_of(t, t.dummy, goal)))
    meeple = next(m for m in armies if m.region == start)
    return (yield from actions.enter(t, meeple, goal, action))


def goals_of(t: Table, action: str, meeple: Meeple) -> list[str]:
    """Where an army may go: never to another of its own; only where some hand points."""
    seat, here = t.dummy, meeple.region
    if not actions.may_leave(t, seat, meeple):
        return []
    ways = t.neighbours(seat, here) if action == "patrol" else t.elsewhere(seat, here)
    goals = [r for r in ways if not t.at(r, seat) and t.may_enter(seat, r)]
    if action == "patrol":
        return [r for r in goals if find_from(t, 12, [r], here)]
    payable = [r for r in goals if actions.toll_of(t, seat, r) <= t.goods[seat]["food"]]
    return [r for r in payable if find(t, 12, [r])]


def add_army(t: Table, hand: Hand):
    """A new army in a region without armies beside one of its own."""
    seat = t.dummy
    count = t.in_play(seat) + 1
    costs = {}
    beside: dict[str, list[str]] = {}
    for here in t.occupied(seat) if t.from_supply(seat) else []:
        for region in t.neighbours(seat, here):
            if not t.at(region):
                costs[region] = price(
                    t, seat, "expand", t.rules["expand_food"] * count, region, step=count
                )
                if payments(t, seat, "expand", costs[region]):
                    beside.setdefault(here, []).append(region)
    if t.rules["expand_from"] == "compass":
        fitting = sorted({r for regions in beside.values() for r in regions})
        goal = find(t, hand.number, fitting) if fitting else None
    else:
        able = {h: [r for r in rs if find_from(t, 12, [r], h)] for h, rs in beside.items()}
        fitting = [h for h, regions in able.items() if regions]
        here = find(t, hand.number, fitting) if fitting else None
        goal = find_from(t, hand.number, able[here], here) if here else None
    if goal is None:
        return False
    yield from actions.expand(t, seat, goal, costs[goal])
    return True
