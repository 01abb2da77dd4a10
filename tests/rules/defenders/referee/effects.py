"""Effects of cards, in the words of cards.toml."""

from collections.abc import Iterator
from typing import Any

from tests.rules.defenders.referee.table import CAPITAL, COMPLETELY, OUTER, Table

Ability = dict[str, Any]
Effect = dict[str, Any]
CHOSEN_REGION = ("adjacent", "near", "any")
CHOSEN_HERO = ("one_here", "one_near", "one_any", "other_here", "other_any")
Way = tuple[str | None, int | None]  # (region chosen, hero chosen)


def ask(seat: int, options: dict[str, Any]) -> Any:
    """Put a question to a player; the answer is the value of the chosen option."""
    chosen = yield seat, options
    return options[chosen]


# ---------------------------------------------------------------- ways of using an ability


def ways(t: Table, ability: Ability, seat: int, here: str) -> Iterator[Way]:
    """Every choice of region and hero with which an ability would change something."""
    for hero in heroes_to_choose(t, ability, seat, here):
        for target in regions_to_choose(t, ability, here, hero):
            if any(changes(t, e, seat, here, target, hero) for e in ability["effects"]):
                yield target, hero


def heroes_to_choose(t: Table, ability: Ability, seat: int, here: str) -> list[int | None]:
    asked = [e["who"] for e in ability["effects"] if e.get("who") in CHOSEN_HERO]
    if not asked:
        return [None]
    others = [hero for hero in t.seats if hero != seat]
    return {
        "one_any": list(t.seats),
        "one_here": [hero for hero in t.seats if t.place[hero] == here],
        "one_near": [hero for hero in t.seats if t.steps(t.place[hero], here) <= 1],
        "other_any": others,
        "other_here": [hero for hero in others if t.place[hero] == here],
    }[asked[0]]


def regions_to_choose(
    t: Table, ability: Ability, here: str, hero: int | None
) -> list[str] | list[None]:
    for effect in ability["effects"]:
        if effect["do"] in ("travel", "send"):
            start = here if effect["do"] == "travel" else t.place[hero]
            return [
                region
                for region in (CAPITAL, *OUTER)
                if region != start
                and (effect["amount"] == COMPLETELY or t.steps(start, region) <= effect["amount"])
            ]
        where = effect.get("where")
        if where in CHOSEN_REGION:
            near = t.neighbours(here)
            return [
                region
                for region in OUTER
                if where == "any" or region in near or (where == "near" and region == here)
            ]
    return [None]


def in_words(target: str | None, hero: int | None) -> str:
    return (f" at {target}" if target else "") + ("" if hero is None else f" on {hero}")


# ---------------------------------------------------------------- what an effect covers


def regions_of(t: Table, effect: Effect, here: str, target: str | None) -> list[str]:
    where = effect["where"]
    if where in CHOSEN_REGION:
        return [target]
    return {
        "here": lambda: [here],
        "capital": lambda: [CAPITAL],
        "neighbours": lambda: [r for r in OUTER if r in t.neighbours(here)],
        "all": lambda: list(OUTER),
        "calm": lambda: [r for r in OUTER if t.threat[r] == 0 and t.stands(r)],
    }[where]()


def heroes_of(t: Table, effect: Effect, seat: int, here: str, hero: int | None) -> list[int]:
    who = effect["who"]
    if who in CHOSEN_HERO:
        return [hero]
    if who == "most_health":
        most = [h for h in t.seats if t.health[h] == max(t.health)]
        return most if len(most) == 1 else [t.luck.tie(most)]
    return {
        "self": lambda: [seat],
        "attacker": lambda: [seat],
        "all": lambda: list(t.seats),
        "here": lambda: [h for h in t.seats if t.place[h] == here],
        "full_health": lambda: [h for h in t.seats if t.health[h] == t.full[h]],
    }[who]()


def changes(
    t: Table, effect: Effect, seat: int, here: str, target: str | None, hero: int | None
) -> bool:
    """Whether an effect would change anything on the table now."""
    do, where, amount = effect["do"], effect.get("where"), effect.get("amount", 0)
    if do == "lower_threat":
        return any(t.can_be_lowered(r, where) for r in regions_of(t, effect, here, target))
    if do == "clear_threat":
        return bool(t.can_be_cleared(here))
    if do == "guard":
        pile = t.guard_any if effect["against"] == "any" else t.guard_enemy
        regions = regions_of(t, effect, here, target)
        return any(r != CAPITAL and t.stands(r) and pile[r] < amount for r in regions)
    if do == "heal":
        return any(t.health[h] < t.full[h] for h in heroes_of(t, effect, seat, here, hero))
    if do == "damage_foe":
        return t.foe_in_play and (where == "anywhere" or t.in_reach(seat, t.foe_region))
    if do == "move_foe":
        return t.foe_in_play and target != t.foe_region
    if do == "brace":
        better = (t.brace[seat] or (0, None))[0] < amount
        taken = any(laid and laid[1] == here for laid in t.brace)
        free = here != CAPITAL and (t.rules["circle_holds_several"] or not taken)
        return better and (where == "anywhere" or free)
    simple = dict.fromkeys(("travel", "send", "carry", "gain_points", "place_heroes"), True) | {
        "free_defense": not t.free_defense[seat],
        "free_moves": not t.free_moves[seat],
        "ignore_enemies": not t.ignore_enemies,
        "return_allies": any(t.is_ally(card) for card in t.discard),
        "peek": len(t.turn_deck) > 1,
        "arrange": len(t.turn_deck) > 1,
        "ambush": len(t.turn_deck) > 0,
    }
    return simple[do]


# ---------------------------------------------------------------- carrying effects out


def use(t: Table, ability: Ability, seat: int, here: str, target=None, hero=None):
    """Carry out an ability's effects in the order of the card."""
    for effect in ability["effects"]:
        yield from apply(t, effect, seat, here, target, hero)


FOR_A_FOE = ("damage_foe", "move_foe", "foe_heals")


def apply(t: Table, effect: Effect, seat: int, here: str, target, hero):
    do, amount = effect["do"], effect.get("amount", 0)
    if do in FOR_A_FOE and not t.foe_in_play:
        return
    if do in ("lower_threat", "raise_threat", "clear_threat", "guard"):
        on_land(t, effect, here, target)
    elif do in ("heal", "lose_health", "drop_health", "lose_points"):
        on_heroes(t, effect, seat, here, hero)
    elif do == "travel":
        t.go(seat, target)
    elif do in ("send", "carry"):
        t.go(hero, target)
    elif do == "damage_foe":
        t.damage_foe(amount)
    elif do == "move_foe":
        t.put_foe(target)
    elif do == "foe_heals":
        full = t.cards["foes"][t.foe]["health"]
        t.foe_health = min(full, t.foe_health + amount)
    elif do == "brace":
        t.brace[seat] = (amount, None if effect["where"] == "anywhere" else here)
    elif do in ("free_defense", "free_moves"):
        t.laid[do][seat] = True
    elif do == "ignore_enemies":
        t.ignore_enemies = True
    else:
        yield from with_questions(t, do, amount, seat, effect)


def on_land(t: Table, effect: Effect, here: str, target) -> None:
    do, amount = effect["do"], effect.get("amount", 0)
    for region in regions_of(t, effect, here, target):
        if do == "lower_threat":
            t.lower_threat(region, amount, effect["where"])
        elif do == "raise_threat":
            t.raise_threat(region, amount)
        elif do == "clear_threat":
            t.clear_threat(region)
        elif do == "guard" and region != CAPITAL and t.stands(region):
            pile = t.guard_any if effect["against"] == "any" else t.guard_enemy
            pile[region] = max(pile[region], amount)


def on_heroes(t: Table, effect: Effect, seat: int, here: str, hero) -> None:
    do, amount = effect["do"], effect["amount"]
    for each in heroes_of(t, effect, seat, here, hero):
        if do == "heal":
            t.change_health(each, amount)
        elif do == "lose_health":
            t.change_health(each, -amount)
        elif do == "drop_health":
            t.health[each] = min(t.health[each], amount)
        elif do == "lose_points" and each == seat:
            t.points = max(0, t.points - amount)


def with_questions(t: Table, do: str, amount: int, seat: int, effect: Effect):
    """Effects that ask the players something, or that play with the turn deck."""
    if do == "gain_points":
        if t.active is None:
            from tests.rules.defenders.referee.game import interlude

            yield from interlude(t, seat, amount)
        else:
            t.points += amount
    elif do == "peek":
        if len(t.turn_deck) > 1:
            bury = yield from ask(t.active, {"keep card": False, "bury card": True})
            if bury:
                t.turn_deck.append(t.turn_deck.pop(0))
    elif do == "arrange":
        yield from arrange(t, min(amount, len(t.turn_deck)))
    elif do == "ambush":
        ambush(t, amount)
    elif do == "place_heroes":
        yield from call_heroes(t)
    elif do == "push":
        yield from push(t, effect["into_capital"])
    else:
        raise AssertionError(f"no such effect: {do}")


def arrange(t: Table, count: int):
    looked_at, ordered = t.turn_deck[:count], []
    while looked_at:
        card = yield from ask(t.active, {f"put {card}": card for card in looked_at})
        looked_at.remove(card)
        ordered.append(card)
        t.turn_deck[:count] = ordered + looked_at


def ambush(t: Table, amount: int) -> None:
    if not t.turn_deck:
        return
    card = t.turn_deck.pop(0)
    t.discard.insert(0, card)
    if t.is_ally(card):
        t.lower_threat(CAPITAL, amount, CAPITAL)
    else:
        for region in t.attacks(card):
            t.lower_threat(region, amount)


def call_heroes(t: Table):
    """The Horn: any heroes are put into a region, by a switch into one and the same."""
    shared = None
    for hero in t.seats:
        goals = [r for r in (CAPITAL, *OUTER) if r != t.place[hero]]
        if t.rules["horn_one_region"] and shared:
            goals = [r for r in goals if r == shared]
        options = {f"stay {hero}": None} | {f"place {hero} {r}": r for r in goals}
        goal = yield from ask(t.active, options)
        if goal:
            shared = goal
            t.go(hero, goal)


def push(t: Table, into_capital: bool):
    for hero in t.seats:
        if t.place[hero] != CAPITAL:
            goals = [r for r in t.neighbours(t.place[hero]) if r != CAPITAL or into_capital]
            goal = yield from ask(hero, {f"pushed to {r}": r for r in goals})
            t.go(hero, goal)
