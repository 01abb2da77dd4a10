"""War: numbers, payments, who wins, and what becomes of the beaten."""

import itertools

from tests.rules.kingdoms.referee import abilities, table
from tests.rules.kingdoms.referee.tokens import lie_down, remove, reveal

# ---------------------------------------------------------------- what war costs


def worth(t: table.Table, seat: int, enemy: int, kind: str) -> int:
    """What a piece pays: the highest of print and own card, then the lowest of the enemy's."""
    pays = t.rules[f"{kind}_in_war"]
    for effect in t.effects(seat, "war_worth"):
        if effect["who"] == "own" and effect["resource"] == kind:
            pays = max(pays, effect["amount"])
    for effect in [] if enemy == table.NEUTRAL else t.effects(enemy, "war_worth"):
        if effect["who"] == "rivals" and effect["resource"] == kind:
            pays = min(pays, effect["amount"])
    return pays


def discount(t: table.Table, seat: int, region: str, attacking: bool, payment: table.Goods) -> int:
    """War cost abilities and the fort, for a payment of these pieces."""
    used = [kind for kind in table.GOODS if payment[kind]]
    forts = [held for held in t.holding(seat, "fort") if held != region]
    off = t.rules.get("fort_bonus", 0) * len(forts) if attacking else 0
    for effect in t.effects(seat, "war_discount"):
        side = effect["side"] in ("both", "attack" if attacking else "defence")
        paid = effect.get("paid")
        right = paid is None or (len(used) == 1 and paid in ("one_kind", *used))
        if side and right and t.is_sort(seat, region, effect.get("where")):
            off += effect["amount"]
    return off


def war_payments(t, seat, enemy, region, attacking, cost) -> list[table.Goods]:
    """Payments of a war cost that hold no smaller payment of it."""
    pays = {kind: worth(t, seat, enemy, kind) for kind in table.GOODS}
    most = [t.goods[seat][kind] if pays[kind] else 0 for kind in table.GOODS]
    found: list[table.Goods] = []
    for parts in sorted(itertools.product(*(range(n + 1) for n in most)), key=sum):
        payment = table.none_of(**dict(zip(table.GOODS, parts, strict=True)))
        value = sum(pays[kind] * payment[kind] for kind in table.GOODS)
        if value + discount(t, seat, region, attacking, payment) >= cost:
            if not any(all(p[kind] <= payment[kind] for kind in table.GOODS) for p in found):
                found.append(payment)
    return found


def pay_war(t: table.Table, seat: int, enemy: int, region: str, attacking: bool, cost: int):
    ways = war_payments(t, seat, enemy, region, attacking, cost)
    if sum(ways[0].values()):
        t.pay(
            seat,
            (yield from abilities.ask(seat, {f"pay {table.in_words(way)}": way for way in ways})),
        )


def neutral_price(t: table.Table) -> int:
    left = sum(m.owner == table.NEUTRAL and m.region is not None for m in t.meeples)
    return t.rules["neutral_cost"] * left


def can_pay_neutral(t: table.Table, seat: int, region: str, leaving: table.Meeple) -> bool:
    """Asked as it would be after the move: a fort that is left empty does not help."""
    origin, leaving.region = leaving.region, region
    able = bool(war_payments(t, seat, table.NEUTRAL, region, True, neutral_price(t)))
    leaving.region = origin
    return able


# ---------------------------------------------------------------- a war


def war(t: table.Table, meeple: table.Meeple, origin: str, by: str):
    """The meeple has just come into a region with another player's meeple."""
    region, attacker = meeple.region, meeple.owner
    defender = t.others_at(region, attacker)[0].owner
    at_stake = t.shared(attacker, defender)
    attack = yield from set_number(t, attacker, defender, region, True)
    defence = yield from set_number(t, defender, attacker, region, False)
    if attack == defence == 0 and t.seats > 2:
        for seat in (attacker, defender):
            yield from abilities.gain_at(t, seat, "alliance", region)
        return "alliance"
    peace = attack == 0 and not (t.rules["refused_peace_breaks"] and defence)
    if peace or len(at_stake) == 1:
        at_stake = [region]
    attack = yield from raise_number(t, attacker, defender, region, True, attack)
    defence = yield from raise_number(t, defender, attacker, region, False, defence)
    tie = attack == defence > 0 and bool(t.effects(attacker, "wins_ties"))
    winner, loser = attacker, defender
    if attack < defence or (attack == defence and not tie):
        winner, loser = defender, attacker
    lairs = t.holding(winner, "lair")
    if winner == attacker and region in lairs:
        lairs.remove(region)
    yield from pay_war(t, attacker, defender, region, True, attack)
    yield from pay_war(t, defender, attacker, region, False, defence)
    if t.crown == loser:
        t.crown = winner
    back = (origin, by) if loser == attacker else None
    yield from Defeat(t, winner, loser, region, at_stake, back, bool(lairs)).settle()
    yield from spoils(t, winner, loser, region)
    return "won" if winner == attacker else "lost"


def spoils(t: table.Table, winner: int, loser: int, region: str):
    yield from abilities.gain_at(t, winner, "war_won", region)
    if loser != table.NEUTRAL:
        yield from abilities.plunder(t, winner, loser)
        yield from abilities.gain_at(t, loser, "war_lost", region)


def set_number(t: table.Table, seat: int, enemy: int, region: str, attacking: bool):
    options = {"flag": 0}
    for number in range(1, t.rules["war_limit"] + 1):
        if not war_payments(t, seat, enemy, region, attacking, number):
            break
        options[f"set {number}"] = number
    return (yield from abilities.ask(seat, options))


def raise_number(t: table.Table, seat: int, enemy: int, region: str, attacking: bool, number: int):
    """Once both dice are seen: more pieces, each by its worth; never after an own flag."""
    pieces = sum(e["amount"] for e in t.effects(seat, "raise_war_cost"))
    if not pieces or not number:
        return number
    options = {"raise nothing": number}
    pays = {kind: worth(t, seat, enemy, kind) for kind in table.GOODS}
    spread = itertools.product(*(range(min(pieces, t.goods[seat][k]) + 1) for k in table.GOODS))
    more = {
        sum(pays[kind] * n for kind, n in zip(table.GOODS, parts, strict=True))
        for parts in spread
        if sum(parts) <= pieces
    }
    for extra in sorted(more - {0}):
        if war_payments(t, seat, enemy, region, attacking, number + extra):
            options[f"raise {extra}"] = number + extra
    return (yield from abilities.ask(seat, options))


def neutral_war(t: table.Table, meeple: table.Meeple):
    """With a meeple of nobody: a price, no dice, no defeat."""
    seat, region = meeple.owner, meeple.region
    yield from pay_war(t, seat, table.NEUTRAL, region, True, neutral_price(t))
    remove(t.others_at(region, seat)[0])
    t.captures[seat] += 1
    yield from spoils(t, seat, table.NEUTRAL, region)
    return "won"


# ---------------------------------------------------------------- the beaten


class Defeat:
    """What becomes of the loser's meeples in the regions at stake."""

    def __init__(self, t, winner, loser, region, at_stake, back=None, lair=False) -> None:
        self.t, self.winner, self.loser = t, winner, loser
        self.region, self.at_stake = region, at_stake
        self.back = back  # where a losing attacker came from, and by which action
        self.lair = lair and t.tower[loser] > 0
        self.spared = False  # the lair takes a level instead of the meeple
        self.broken = len(at_stake) > 1

    def settle(self):
        if self.t.rules.get("lair_before_retreat"):
            yield from self.ask_lair()
        left = list(self.at_stake)
        while left:
            region = left[0]
            if self.t.rules["war_region_first"] and self.region in left:
                region = self.region
            elif len(left) > 1:
                region = yield from abilities.ask(self.loser, {f"next {r}": r for r in left})
            left.remove(region)
            yield from self.lose(region)

    def ask_lair(self):
        if self.lair:
            use = yield from abilities.ask(self.winner, {"use lair": True, "leave lair": False})
            self.lair = False
            if use:
                self.spared = True
                left = self.t.tower[self.loser] - self.t.rules["lair_levels"]
                self.t.tower[self.loser] = max(0, left)

    def lose(self, region: str):
        t, loser = self.t, self.loser
        meeple = t.at(region, loser)[0]
        free = self.spared and region == self.region
        last = self.broken and t.in_play(loser) == 1
        cost = 0 if free else self.cost(region)
        goals = self.goals(meeple)
        if not abilities.payments(t, loser, "retreat", cost):
            goals = []
        options = {f"retreat {goal}": ("retreat", goal) for goal in goals}
        if last and (t.rules["saved_meeple"] == "free" or not goals):
            options = {f"keep {goal}": ("keep", goal) for goal in nearest(t, loser, region)}
        if not (last and options and t.rules["saved_meeple"] == "free"):
            options |= self.ways_out(options, free, last)
        what, goal = yield from abilities.ask(loser, options)
        if what == "give up" and region == self.region:
            yield from self.ask_lair()
            if self.spared and not free and (open_to := self.goals(meeple)):
                where = {f"retreat {g}": g for g in open_to}
                what, goal, cost = "retreat", (yield from abilities.ask(loser, where)), 0
        yield from self.carry_out(meeple, what, goal, cost)

    def ways_out(self, options, free: bool, last: bool):
        """Church and giving up, where they may be chosen."""
        kept = last and any(what == "keep" for what, _ in options.values())
        if kept or (free and options):
            return {}
        found = {f"church {r}": ("church", r) for r in self.churches()}
        return found | {"give up": ("give up", None)}

    def carry_out(self, meeple: table.Meeple, what: str, goal: str | None, cost: int):
        t = self.t
        if what == "give up":
            remove(meeple)
            return
        if what == "retreat":
            yield from abilities.pay_price(t, self.loser, "retreat", cost)
        meeple.region = goal
        lie_down(t, meeple)
        if what == "retreat":
            yield from abilities.gain_at(t, self.loser, "retreat", goal)
        if what == "church":
            t.church_uses[goal] -= 1
            if not t.church_uses[goal]:
                del t.open[goal]
        elif t.rules.get("retreat_explores"):
            yield from reveal(t, meeple)

    def cost(self, region: str) -> int:
        t, rules = self.t, self.t.rules
        count = t.in_play(self.loser) - (not rules["retreat_counts_itself"])
        printed = rules["retreat_food"] * count
        return abilities.price(t, self.loser, "retreat", printed, region, [self.winner])

    def goals(self, meeple: table.Meeple) -> list[str]:
        """Where a beaten meeple may go."""
        t, seat, region = self.t, self.loser, meeple.region
        held = t.rules["ruins_leave_active_only"] and not t.rules["retreat_from_ruins"]
        if held and t.land[region].terrain == "ruins" and seat != t.active:
            if t.held_by_ruins(seat):
                return []
        goals = [r for r in t.neighbours(seat, region) if t.free_for(seat, r)]
        for effect in t.effects(seat, "place_at", "retreat"):
            goals += [r for r in t.reach(seat, effect) if r not in goals]
        if self.back and region == self.region:
            origin, _ = self.back
            if t.rules["attacker_goes_back"] == "never":
                goals = [r for r in goals if r != origin]
            elif t.rules["attacker_goes_back"] == "always" and origin not in goals:
                goals += [origin] if t.free_for(seat, origin) else []
        return goals

    def churches(self) -> list[str]:
        t = self.t
        return [
            r
            for r in t.holding(self.loser, "church")
            if r not in self.at_stake and len(t.at(r)) < table.ROOM
        ]


def nearest(t: table.Table, seat: int, region: str) -> list[str]:
    """The nearest regions without meeples, from one that must be left."""
    empty = set(t.empty(seat))
    seen, ring = {region}, [region]
    while ring:
        ring = [n for r in ring for n in t.neighbours(seat, r) if n not in seen]
        seen |= set(ring)
        if found := [r for r in t.land if r in ring and r in empty]:
            return found
    away = [r for r in t.empty(seat) if t.land[r].territory != t.land[region].territory]
    return [r for r in away if t.at_edge(seat, r)] or t.empty(seat)
