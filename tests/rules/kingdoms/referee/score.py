"""Points when the game is over."""

from tests.rules.kingdoms.referee.land import BARRIERS
from tests.rules.kingdoms.referee.table import GOODS, NEUTRAL, Effect, Table
from tests.rules.kingdoms.referee.tokens import remove


def empty_ruins(t: Table) -> None:
    """A player's meeple that is still in ruins is lost before points are counted."""
    for meeple in t.meeples:
        if meeple.owner != NEUTRAL and meeple.region:
            if t.land[meeple.region].terrain == "ruins":
                if not t.effects(meeple.owner, "unharmed_by_ruins", "score"):
                    remove(meeple)


def points(t: Table, seat: int) -> dict[str, int]:
    """Where a seat's points come from; the ruins have been emptied."""
    rules = t.rules
    level = t.tower[seat]
    by_card = rules[f"tower_points.level_{level}"] if level else 0
    mine = t.occupied(seat)
    lost = [r for r in mine if t.land[r].territory == t.lost_kingdom]
    if not rules["lost_barriers_count"]:
        lost = [r for r in lost if t.land[r].terrain not in BARRIERS]
    return {
        "meeples": rules["meeple_points"] * t.in_play(seat),
        "magic": rules["magic_points"] * t.magic[seat],
        "bonus": sum(bonus(t, seat, e) for e in score_effects(t, seat)),
        "tower": level if rules["tower_scoring"] == "one_a_level" else by_card,
        "capital": held(t, seat, [r for r in mine if t.land[r].terrain == "capital"], "capital"),
        "crown": rules["crown_points"] if t.crown == seat else 0,
        "town": held(t, seat, t.holding(seat, "town"), "town"),
        "lost_kingdom": rules["lost_region_points"] * len(lost) if t.lost_kingdom else 0,
        "captures": rules["neutral_points"] * t.captures[seat],
    }


def held(t: Table, seat: int, regions: list[str], what: str) -> int:
    """Points of regions that are worth one thing alone and another shared."""
    shared = [r for r in regions if t.others_at(r, seat)]
    alone = len(regions) - len(shared)
    found = alone * t.rules[f"{what}_points"] if alone else 0
    return found + (len(shared) * t.rules[f"{what}_points_shared"] if shared else 0)


def total(t: Table, seat: int) -> int:
    return sum(points(t, seat).values())


def standing(t: Table, seat: int) -> tuple[int, ...]:
    """Points, then the tie-breakers in order; the larger is ahead."""
    return (
        total(t, seat),
        t.in_play(seat),
        t.tower[seat],
        t.magic[seat],
        sum(t.goods[seat].values()),
    )


def ranks(t: Table) -> list[int]:
    """1 is best; full ties share a rank."""
    order = [standing(t, seat) for seat in range(t.seats)]
    return [1 + sum(other > own for other in order) for own in order]


# ---------------------------------------------------------------- level 5


def score_effects(t: Table, seat: int) -> list[Effect]:
    card = t.faction[seat]
    if card is None:
        return []
    kinds = {
        e["do"]
        for level in t.factions[card]["abilities"].values()
        for e in level["effects"]
        if e["do"].startswith("points_")
    }
    return [e for do in sorted(kinds) for e in t.effects(seat, do, "score")]


def bonus(t: Table, seat: int, effect: Effect) -> int:
    found = effect["amount"] * times(t, seat, effect)
    return min(found, effect.get("most", found))


def times(t: Table, seat: int, effect: Effect) -> int:
    """How often an effect's points are earned."""
    do, where = effect["do"], effect.get("where")
    rivals = t.rivals(seat)
    if do == "points_for_regions":
        return sum(t.is_sort(seat, r, where) for r in t.occupied(seat))
    if do == "points_for_meeples":
        owners = [seat] if effect["who"] == "own" else rivals
        there = [m for m in t.meeples if m.owner in owners and m.region]
        return sum(t.is_sort(seat, m.region, where) for m in there)
    if do == "points_for_stores":
        return sum(t.goods[seat][kind] >= effect["least"] for kind in GOODS)
    if do == "points_if_home_free":
        there = [r for rival in rivals for r in t.occupied(rival)]
        return int(not any(t.is_sort(seat, r, "home") for r in there))
    if do == "points_if_all":
        mine = t.occupied(seat)
        return int(bool(mine) and all(t.is_sort(seat, r, where) for r in mine))
    own = on_track(t, seat, effect["track"])
    if do == "points_for_rivals_behind":
        return sum(on_track(t, rival, effect["track"]) < own for rival in rivals)
    assert do == "points_if_first", do
    return int(all(on_track(t, rival, effect["track"]) <= own for rival in rivals))


def on_track(t: Table, seat: int, track: str) -> int:
    if track in GOODS:
        return t.goods[seat][track]
    return {"meeples": t.in_play(seat), "tower": t.tower[seat], "magic": t.magic[seat]}[track]
