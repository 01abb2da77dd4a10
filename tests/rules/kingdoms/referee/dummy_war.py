"""War between the person and the dummy of the solo game."""

from tests.rules.kingdoms.referee.abilities import ask, gain_at, pay_price, payments
from tests.rules.kingdoms.referee.compass import find_from
from tests.rules.kingdoms.referee.table import Meeple, Table, in_words
from tests.rules.kingdoms.referee.tokens import arrive, remove
from tests.rules.kingdoms.referee.war import Defeat, spoils, war_payments


def cost_of(t: Table, region: str, attacking: bool) -> int:
    """The dummy's war cost; `attacking`: whether the dummy has moved."""
    each = t.rules["dummy_day_cost" if t.by_day else "dummy_night_cost"]
    cost = each * t.in_play(t.dummy)
    if t.rules["dummy_war_bonus"]:
        side = ("both", "attack" if attacking else "defence")
        for effect in t.effects(t.dummy, "war_discount"):
            if effect["side"] in side and "paid" not in effect:
                if t.is_sort(t.dummy, region, effect.get("where")):
                    cost += effect["amount"]
    if attacking and t.effects(t.dummy, "wins_ties"):
        cost += 1
    return cost


def dummy_war(t: Table, meeple: Meeple, origin: str, by: str):
    """The meeple has come into a region of the other: the person pays the cost, or loses."""
    region, attacker = meeple.region, meeple.owner
    person = 1 - t.dummy
    mine = attacker == person
    cost = cost_of(t, region, not mine)
    options = {"yield": None}
    if not (t.rules["solo_war_limit"] and cost > t.rules["war_limit"]):
        for way in war_payments(t, person, t.dummy, region, mine, cost):
            options[f"pay {in_words(way)}"] = way
    payment = yield from ask(person, options)
    winner = t.dummy if payment is None else person
    loser = 1 - winner
    back = (origin, by) if loser == attacker else None
    defeat = Defeat(t, winner, loser, region, [region], back)
    if payment is None:
        yield from defeat.settle()
    else:
        t.pay(person, payment)
        yield from flee(t, defeat)
    yield from spoils(t, winner, loser, region)
    return "won" if winner == attacker else "lost"


def flee(t: Table, defeat: Defeat):
    """A beaten army of the dummy retreats if it can, to a region without any army."""
    meeple = t.at(defeat.region, t.dummy)[0]
    cost = defeat.cost(defeat.region)
    goals = [r for r in defeat.goals(meeple) if not t.at(r)]
    if not goals or not payments(t, t.dummy, "retreat", cost):
        remove(meeple)
        return
    goal = find_from(t, t.luck.roll("retreat"), goals, defeat.region)
    if goal is None:
        remove(meeple)
        return
    yield from pay_price(t, t.dummy, "retreat", cost)
    meeple.region = goal
    yield from arrive(t, meeple, explores=False)
    yield from gain_at(t, t.dummy, "retreat", goal)
