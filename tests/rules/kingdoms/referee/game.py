"""The course of the game: setup, turns, end."""

import itertools
from typing import Any

from tests.rules.kingdoms.referee import dummy, table
from tests.rules.kingdoms.referee.abilities import ask
from tests.rules.kingdoms.referee.actions import act
from tests.rules.kingdoms.referee.collecting import collect
from tests.rules.kingdoms.referee.compass import flip, lay_out
from tests.rules.kingdoms.referee.land import read_territory, territory_names
from tests.rules.kingdoms.referee.score import empty_ruins
from tests.rules.kingdoms.referee.tokens import handfuls, lie_down

TOKENS = ("crown", "treasure", "bandits", "lair", "camp", "fort", "town", "church", "blank")


def play(t: table.Table, territories: dict[str, Any] | None = None):
    """The whole game, from the setup if territories are given; ends with an outcome."""
    try:
        if territories is not None:
            yield from set_up(t, territories)
        while True:
            yield from turn(t)
    except table.GameOver:
        empty_ruins(t)


def end(t: table.Table, outcome: str) -> None:
    t.outcome = outcome
    raise table.GameOver


# ---------------------------------------------------------------- setup


def set_up(t: table.Table, territories: dict[str, Any]):
    """Factions and territories are dealt, then each player chooses, from the first clockwise."""
    deal_factions(t)
    choices = deal_homes(t, territories)
    lost = None
    if t.people == 2:
        lost = deal_lost_kingdom(t, territories, choices)
    if t.dummy is not None:
        yield from set_up_solo(t, territories, choices)
        return
    t.home = ["" for _ in range(t.seats)]
    for seat in t.around(t.active):
        sides = {f"side {name}": name for name in choices[seat]}
        t.home[seat] = next(iter(sides.values()))
        if len(sides) > 1:
            t.home[seat] = yield from ask(seat, sides)
        t.land |= read_territory(t.home[seat], territories[t.home[seat]])
        yield from begin(t, seat)
    if lost:
        t.lost_kingdom = lost
        t.land |= read_territory(lost, territories[lost])
        t.meeples += [table.Meeple(table.NEUTRAL, region.name) for region in t.regions_of(lost)]
    if t.tokens_in_play:
        yield from lay_tokens(t)


def set_up_solo(t: table.Table, territories: dict[str, Any], choices: list[list[str]]):
    """The person chooses where the dummy starts, and then as ever."""
    person = 1 - t.dummy
    t.home = [names[0] for names in choices]
    for seat in (person, t.dummy):
        land = read_territory(t.home[seat], territories[t.home[seat]])
        lay_out(land, above=seat == t.dummy)
        t.land |= land
    t.by_day = t.rules["compass_starts"] == "day"
    t.goods[t.dummy] = dict.fromkeys(t.goods[t.dummy], t.dummy_resources)
    who = {"person": person, "dummy": t.dummy}
    starts = t.rules["solo_starts"]
    t.active = who[starts] if starts in who else t.luck.deal("first", [0, 1], 1)[0]
    yield from dummy.put_armies(t)
    yield from begin(t, person)


def deal_factions(t: table.Table) -> None:
    """Seats without a named faction are dealt one."""
    if t.dummy is not None:
        dummy.deal_faction(t)
    left = [name for name in t.factions if name not in t.faction]
    if t.people == 2 and not t.rules["halflings_with_two"] and "halflings" in left:
        left.remove("halflings")
    blank = [seat for seat in range(t.seats) if t.faction[seat] is None]
    dealt = t.luck.deal("factions", left, len(blank))
    for seat, name in zip(blank, dealt, strict=True):
        t.faction[seat] = name


def two_sided(territories: dict[str, Any]) -> bool:
    return all("card" in side for side in territories.values())


def deal_homes(t: table.Table, territories: dict[str, Any]) -> list[list[str]]:
    """For each seat the sides it may choose from; in Ultra there is one."""
    if two_sided(territories):
        cards = sorted({side["card"] for side in territories.values()})
        dealt = t.luck.deal("homes", cards, t.seats)
        return [territory_names(territories, card) for card in dealt]
    free = [name for name in territories if name not in t.faction]
    if t.dummy is not None:
        fit = [name for name in free if dummy.may_be_home(territories[name])]
        home = t.luck.deal("dummy_home", fit, 1)[0]
        free.remove(home)
        return [t.luck.deal("homes", free, 1), [home]]
    return [[name] for name in t.luck.deal("homes", free, t.seats)]


def deal_lost_kingdom(t: table.Table, territories: dict[str, Any], taken: list[list[str]]) -> str:
    gone = {name for names in taken for name in names}
    if not two_sided(territories):
        gone |= set(t.faction)
    left = [name for name in territories if name not in gone]
    return t.luck.deal("lost_kingdom", left, 1)[0]


def begin(t: table.Table, seat: int):
    """A player splits the first resources and puts the first meeples down."""
    limit = t.rules["resource_limit"]
    splits = [way for way in handfuls(t.rules["start_resources"]) if max(way.values()) <= limit]
    t.goods[seat] = yield from ask(
        seat, {f"split {table.in_words(way)}": dict(way) for way in splits}
    )
    regions = [
        region.name
        for region in t.regions_of(t.home[seat])
        if region.terrain != "ruins" or t.rules["start_in_ruins"]
    ]
    start = yield from ask(seat, {f"start {name}": name for name in regions})
    for _ in range(t.rules["start_meeples"]):
        meeple = t.from_supply(seat)
        meeple.region = start
        lie_down(t, meeple)


def lay_tokens(t: table.Table):
    """One hidden token in each region without starting meeples; with five players three a home."""
    bag = [kind for kind in TOKENS for _ in range(t.rules[f"tokens.{kind}"])]
    for _ in range(t.rules.get(f"blanks_removed.players_{t.people}", 0)):
        bag.remove("blank")
    regions: list[str] = []
    count = t.rules.get(f"tokens_by_owner.players_{t.people}")
    for seat in t.around(t.active):
        free = free_regions(t, t.home[seat])
        if count is None:
            regions += free
        else:
            places = {f"lay {' '.join(c)}": c for c in itertools.combinations(free, count)}
            regions += yield from ask(seat, places)
    if t.lost_kingdom:
        regions += free_regions(t, t.lost_kingdom)
    dealt = t.luck.deal("tokens", bag, len(regions))
    t.hidden = dict(zip(regions, dealt, strict=True))


def free_regions(t: table.Table, territory: str) -> list[str]:
    """Regions without a player's meeple; a neutral one is none."""
    return [
        r.name
        for r in t.regions_of(territory)
        if all(m.owner == table.NEUTRAL for m in t.at(r.name))
    ]


# ---------------------------------------------------------------- turns


def turn(t: table.Table):
    """Clear the action card if it is full, select, let all act, look for the end, hand on."""
    if len(t.shields) >= t.rules["shields"]:
        clear(t)
        if t.rules.get(f"clearing_skips.players_{t.people}"):
            t.active = t.around(t.active)[1]
            return
    number = None
    if t.active == t.dummy:
        action, number = dummy.select(t)
    else:
        free = {f"select {a}": a for a in table.ACTIONS if a not in t.shields}
        action = yield from ask(t.active, free)
    t.shields.add(action)
    for seat in t.around(t.active):
        if seat == t.dummy:
            collects = not (yield from dummy.act(t, action, number))
        elif seat == t.active:
            collects = yield from act(t, seat, action, {"nothing": False})
        else:
            collects = yield from act(t, seat, action, {"collect": True})
        if collects:
            yield from collect(t, seat)
    look_for_end(t)
    t.active = t.around(t.active)[1]


def clear(t: table.Table) -> None:
    t.shields = set()
    t.clearings += 1
    over = bool(t.triggers) or t.clearings >= t.rules["round_limit"]
    if t.dummy is not None and (not over or t.rules["last_clearing_flips"]):
        flip(t)
    if t.triggers:
        end(t, "triggered")
    if t.clearings >= t.rules["round_limit"]:
        end(t, "cut_off")


def look_for_end(t: table.Table) -> None:
    """What lies on the table after the turn counts, and is never taken back."""
    for seat in range(t.seats):
        if t.in_play(seat) >= t.rules["end_meeples"]:
            t.triggers.add("meeples")
        if t.tower[seat] >= t.rules["end_tower"]:
            t.triggers.add("tower")
        if t.magic[seat] >= t.rules["end_magic"]:
            t.triggers.add("magic")
