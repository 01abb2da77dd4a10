"""A meeple comes to stand in a region: ruins knock it over, a hidden token is turned."""

import itertools

from tests.rules.kingdoms.referee.abilities import ask
from tests.rules.kingdoms.referee.table import GOODS, Meeple, Table, in_words, none_of


def arrive(t: Table, meeple: Meeple, explores: bool = True):
    lie_down(t, meeple)
    if explores:
        yield from reveal(t, meeple)


def lie_down(t: Table, meeple: Meeple) -> None:
    """Who comes into ruins searches there."""
    ruins = t.land[meeple.region].terrain == "ruins"
    held = t.held_by_ruins(meeple.owner)
    meeple.lying = bool(ruins and t.rules["ruins_knock_over"] and held)


def remove(meeple: Meeple) -> None:
    meeple.region, meeple.lying = None, False


def handfuls(count: int) -> list[dict[str, int]]:
    """All ways to have `count` resources of any kinds."""
    ways = itertools.combinations_with_replacement(GOODS, count)
    return [none_of(**{k: way.count(k) for k in GOODS}) for way in ways]


def reveal(t: Table, meeple: Meeple):
    region, seat = meeple.region, meeple.owner
    kind = t.hidden.pop(region, None)
    if kind == "crown":
        t.crown = seat
    elif kind == "treasure":
        room = {good: t.room(seat, good) for good in GOODS}
        ways = handfuls(min(t.rules["treasure_resources"], sum(room.values())))
        ways = [way for way in ways if all(way[good] <= room[good] for good in GOODS)]
        if any(ways[0].values()):
            found = yield from ask(seat, {f"take {in_words(way)}": way for way in ways})
            for good in GOODS:
                t.gain(seat, good, found[good])
    elif kind == "bandits":
        yield from bandits(t, meeple)
    elif kind in ("lair", "camp", "fort", "town", "church"):
        t.open[region] = kind
        if kind == "church":
            t.church_uses[region] = t.rules["church_uses"]
            if not t.church_uses[region]:
                del t.open[region]


def bandits(t: Table, meeple: Meeple):
    seat, rule = meeple.owner, t.rules["bandits_last_meeple"]
    last = t.in_play(seat) == 1
    options = {
        f"pay {in_words(way)}": way
        for way in handfuls(t.rules["bandits_price"])
        if all(way[k] <= t.goods[seat][k] for k in GOODS)
    }
    if not (last and rule in ("must_pay", "spared") and options):
        if last and rule == "spared":
            return
        options["lose the meeple"] = None
    payment = yield from ask(seat, options)
    if payment is None:
        remove(meeple)
    else:
        t.pay(seat, payment)
