"""What collecting brings."""

from typing import Any

from tests.rules.kingdoms.referee.abilities import ask, take_any
from tests.rules.kingdoms.referee.table import GOODS, YIELDS, Table

ANY = "any"


def yield_of(t: Table, seat: int, region: str) -> str | None:
    """The resource that a region gives a seat that holds it; `any` in ruins."""
    terrain = t.land[region].terrain
    if terrain == "ruins":
        searching = any(m.lying for m in t.at(region, seat))
        held = t.rules["ruins_knock_over"] and t.held_by_ruins(seat)
        return ANY if searching or not held else None
    return YIELDS.get(terrain)


def collect(t: Table, seat: int):
    """Certain resources first, then each that may be chosen."""
    rules = t.rules
    choices: list[int] = []  # pieces of one kind that each choice brings
    regions = t.occupied(seat)
    yields = yield from exchanged(t, seat, {r: yield_of(t, seat, r) for r in regions})
    certain = certainly(t, seat, yields)
    for region in regions:
        if yields[region] == ANY:
            same = same_again(t, seat, region, regions)
            camp = rules["camp_resources"] if t.open.get(region) == "camp" else 0
            choices += [1] * rules["ruins_resources"] + [1] * camp
            if same and rules["ruins_resources"]:
                choices[-rules["ruins_resources"] - camp] += same
    if t.in_play(seat) == 1:
        choices += [1] * rules["last_meeple_bonus"]
    for kind in GOODS:
        t.gain(seat, kind, certain[kind])
    for pieces in choices:
        yield from take_any(t, seat, pieces, collecting=True)


def could_bring(t: Table, seat: int) -> bool:
    """Whether collecting may change what a seat has; abilities are taken to bring something."""
    rooms = {kind: t.room(seat, kind) for kind in GOODS}
    found = [yield_of(t, seat, region) for region in t.occupied(seat)]
    if t.rules["collect_per_region"] and any(rooms[kind] for kind in found if kind in GOODS):
        return True
    own = any(t.effects(seat, do, "collect") for do in ("collect_more", "collect_as"))
    searched = ANY in found and t.rules["ruins_resources"]
    alone = t.in_play(seat) == 1 and t.rules["last_meeple_bonus"]
    return bool(own or searched or alone) and any(rooms.values())


def certainly(t: Table, seat: int, yields: dict[str, Any]) -> dict[str, int]:
    """What comes in without a choice, when the regions yield as said."""
    regions = list(yields)
    certain = extra(t, seat, regions)
    for region, kind in yields.items():
        own = yield_of(t, seat, region)
        if kind and kind != ANY:
            same = same_again(t, seat, region, regions) if own else 0
            camp = t.rules["camp_resources"] if t.open.get(region) == "camp" and own else 0
            certain[kind] += t.rules["collect_per_region"]
            certain[own if own in GOODS else kind] += camp + same
    return certain


def after(t: Table, seat: int, yields: dict[str, Any]) -> dict[str, int]:
    """What the seat has once that has come in."""
    certain = certainly(t, seat, yields)
    return {k: t.goods[seat][k] + min(certain[k], t.room(seat, k)) for k in GOODS}


def exchanged(t: Table, seat: int, yields: dict[str, Any]):
    """`collect_as`: some regions give a resource of choice in place of their own."""
    yields = dict(yields)
    changed: set[str] = set()
    for effect in [] if seat == t.dummy else t.effects(seat, "collect_as", "collect"):
        for _ in range(effect["amount"]):
            options: dict[str, Any] = {"stop": None}
            for region, kind in yields.items():
                sort = t.is_sort(seat, region, effect.get("where"))
                if region not in changed and sort and kind != ANY:
                    for other in GOODS:
                        felt = after(t, seat, yields | {region: other}) != after(t, seat, yields)
                        if other != kind and felt:
                            options[f"exchange {kind or 'nothing'} for {other}"] = (region, other)
            if len(options) == 1:
                break
            chosen = yield from ask(seat, options)
            if chosen is None:
                break
            yields[chosen[0]] = chosen[1]
            changed.add(chosen[0])
    return yields


def same_again(t: Table, seat: int, region: str, regions: list[str]) -> int:
    """`collect_more` of what the region itself yields."""
    more = 0
    for effect in t.effects(seat, "collect_more", "collect"):
        if effect["resource"] == "same" and t.is_sort(seat, region, effect["where"]):
            sort = [r for r in regions if t.is_sort(seat, r, effect["where"])]
            if effect["per"] == "region" or region == sort[0]:
                more += effect["amount"]
    return more


def extra(t: Table, seat: int, regions: list[str]) -> dict[str, int]:
    """`collect_more` of a resource that the card names."""
    more = dict.fromkeys(GOODS, 0)
    for effect in t.effects(seat, "collect_more", "collect"):
        if effect["resource"] != "same":
            sort = [r for r in regions if t.is_sort(seat, r, effect["where"])]
            times = min(len(sort), 1) if effect["per"] == "once" else len(sort)
            more[effect["resource"]] += times * effect["amount"]
    return more
