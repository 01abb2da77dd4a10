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
    certain = dict.fromkeys(GOODS, 0)
    choices: list[int] = []  # pieces of one kind that each choice brings
    regions = t.occupied(seat)
    yields = yield from exchanged(t, seat, {r: yield_of(t, seat, r) for r in regions})
    for region in regions:
        kind, own = yields[region], yield_of(t, seat, region)
        same = same_again(t, seat, region, regions)
        camp = rules["camp_resources"] if t.open.get(region) == "camp" and own else 0
        if kind == ANY:
            choices += [1] * rules["ruins_resources"] + [1] * camp
            if same and rules["ruins_resources"]:
                choices[-1 - camp] += same
        elif kind:
            certain[kind] += rules["collect_per_region"]
            certain[own if own in GOODS else kind] += camp + (same if own else 0)
    for kind, amount in extra(t, seat, regions).items():
        certain[kind] += amount
    if t.in_play(seat) == 1:
        choices += [1] * rules["last_meeple_bonus"]
    for kind in GOODS:
        t.gain(seat, kind, certain[kind])
    for pieces in choices:
        yield from take_any(t, seat, pieces, collecting=True)


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
                        if other != kind:
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
