"""Prices, payments and gains: printed ones, and what abilities make of them."""

import itertools

from tests.rules.kingdoms.referee.table import GOODS, YIELDS, Goods, Table, in_words, none_of

PAYS = {"build": "ore", "research": "mana", "expand": "food", "retreat": "food", "quest": "food"}


def ask(seat, options):
    """A question; its answer is the value behind the chosen words."""
    return options[(yield seat, options)]


def ask_any(seat, options):
    """A question that is left out where there is nothing to choose."""
    if len(options) == 1:
        return next(iter(options.values()))
    return (yield from ask(seat, options))


# ---------------------------------------------------------------- prices


def price(t: Table, seat: int, what: str, printed: int, region=None, rivals=None, step=None) -> int:
    """Reductions first, not below nothing; then what rivals' cards add.

    step: the level or number of meeples at which the payer would arrive.
    rivals: whose cards count; all other players if not said.
    """
    off = 0
    for effect in t.effects(seat, "cheaper", what):
        if "where" not in effect or (region and t.is_sort(seat, region, effect["where"])):
            off += effect["amount"]
    more = 0
    for rival in t.rivals(seat) if rivals is None else rivals:
        for effect in t.effects(rival, "rivals_pay", what):
            if step is None or step == standing(t, rival, what):
                more += effect["amount"]
    return max(0, printed - off) + more


def standing(t: Table, seat: int, what: str) -> int:
    return {"build": t.tower[seat], "research": t.magic[seat], "expand": t.in_play(seat)}[what]


def payments(t: Table, seat: int, what: str, amount: int) -> list[Goods]:
    """All ways to pay a price with what the seat holds."""
    due = PAYS[what]
    kinds = [due]
    if what != "quest":
        for effect in [
            *t.effects(seat, "pay_with", what),
            *t.effects(seat, "pay_with", "always"),
        ]:
            if effect["instead_of"] in (due, "any") and effect["resource"] not in kinds:
                kinds.append(effect["resource"])
    found = []
    for parts in itertools.product(range(amount + 1), repeat=len(kinds)):
        payment = none_of(**dict(zip(kinds, parts, strict=True)))
        if sum(parts) == amount and all(payment[k] <= t.goods[seat][k] for k in GOODS):
            found.append(payment)
    return found


def pay_price(t: Table, seat: int, what: str, amount: int):
    ways = payments(t, seat, what, amount)
    if seat == t.dummy:  # it pays with another resource only what it lacks
        t.pay(seat, max(ways, key=lambda way: way[PAYS[what]]))
        return
    payment = yield from ask_any(seat, {f"pay {in_words(way)}": way for way in ways})
    t.pay(seat, payment)


# ---------------------------------------------------------------- gains


def take_any(t: Table, seat: int, times: int = 1, collecting: bool = False):
    """One resource of choice (`times` pieces of the same kind), if there is room for any."""
    if seat == t.dummy:
        t.gain(seat, dummy_takes(t, collecting), times)
        return
    fits = [kind for kind in GOODS if t.room(seat, kind)]
    if fits:
        kind = yield from ask(seat, {f"take {kind}": kind for kind in fits})
        t.gain(seat, kind, times)


def dummy_takes(t: Table, collecting: bool = False) -> str:
    """What the dummy holds least of, ties by chance; when it collects a switch has a roll."""
    if collecting and t.rules["dummy_ruins"] == "roll":
        return ("ore", "mana", "food")[(t.luck.roll("dummy_resource") - 1) // 4]
    own = t.goods[t.dummy]
    least = [kind for kind in GOODS if own[kind] == min(own.values())]
    return least[0] if len(least) == 1 else t.luck.deal("dummy_resource", least, 1)[0]


def gain_at(t: Table, seat: int, when: str, region: str | None = None, same: str | None = None):
    """Gains of a moment; `same`: the resource that the moment itself brought."""
    for effect in t.effects(seat, "gain", when):
        if region is None or t.is_sort(seat, region, effect.get("where")):
            here = YIELDS.get(t.land[region].terrain) if region else same
            yield from gain(t, seat, effect, here)


def gain(t: Table, seat: int, effect, same: str | None = None):
    kind = effect["resource"]
    if kind == "any":
        for _ in range(effect["amount"]):
            yield from take_any(t, seat)
    elif kind != "same":
        t.gain(seat, kind, effect["amount"])
    elif same:
        t.gain(seat, same, effect["amount"])


def reached(t: Table, seat: int):
    """Gains of the level that has just been learnt."""
    card = t.faction[seat]
    if card is not None:
        for effect in t.factions[card]["abilities"][f"level_{t.magic[seat]}"]["effects"]:
            if effect["when"] == "reached" and effect["do"] == "gain":
                yield from gain(t, seat, effect)


def plunder(t: Table, winner: int, loser: int):
    """What the winner takes: what there is, and what fits the track."""
    for effect in t.effects(winner, "take", "war_won"):
        if effect["resource"] != "any":
            move_goods(t, loser, winner, effect["resource"], effect["amount"])
            continue
        for _ in range(effect["amount"]):
            can = {f"take {k}": k for k in GOODS if fits(t, loser, winner, k)}
            if can and winner == t.dummy:
                few = min(t.goods[winner][k] for k in can.values())
                least = [k for k in can.values() if t.goods[winner][k] == few]
                if len(least) > 1:
                    least = t.luck.deal("dummy_resource", least, 1)
                move_goods(t, loser, winner, least[0], 1)
            elif can:
                kind = yield from ask(winner, can)
                move_goods(t, loser, winner, kind, 1)


def fits(t: Table, loser: int, winner: int, kind: str) -> int:
    return min(t.goods[loser][kind], t.rules["resource_limit"] - t.goods[winner][kind])


def move_goods(t: Table, loser: int, winner: int, kind: str, most: int) -> None:
    amount = min(most, fits(t, loser, winner, kind))
    t.goods[loser][kind] -= amount
    t.goods[winner][kind] += amount
