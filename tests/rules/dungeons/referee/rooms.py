"""Revealing rooms, entering them, and what is met there."""

from typing import Any

from tests.rules.dungeons.referee import dice, effects, table


def cover_corridors(t: table.Table, place: table.Place) -> None:
    """Face-down cards at open corridors.  Rules N-EXPLORE-3, N-EXPLORE-5, N-EXPLORE-8."""
    for side in table.ROUND:
        there = t.next_to(place, side)
        free = there not in t.rooms and there not in t.hidden and t.on_grid(there)
        if side in t.rooms[place].open and free and t.deck:
            t.hidden[there] = t.deck.pop(0)


def lost_in_the_dark(t: table.Table) -> None:
    """N-END-4."""
    if t.act == 1 and not t.hidden and t.door is None:
        t.lose("no corridor")


def turned(printed: list[str], times: int) -> set[str]:
    """Open sides of a card after so many quarter turns."""
    return {table.ROUND[(table.ROUND.index(side) + times) % 4] for side in printed}


def _positions(t: table.Table, place: table.Place, start: table.Place) -> list[str]:
    """How the card at `place` may lie: joined to `start`, if that has a corridor to it, else to
    some revealed room beside it.  N-EXPLORE-2.
    """
    beside = {side: t.next_to(place, side) for side in table.ROUND}
    doors = {
        side
        for side, there in beside.items()
        if there in t.rooms and table.BACK[side] in t.rooms[there].open
    }
    wanted = {side for side in doors if beside[side] == start} or doors
    printed = t.cards["dungeon"][t.hidden[place]]["corridors"]
    found = [turned(printed, times) for times in range(4)]
    return ["lay " + _letters(sides) for sides in found if sides & wanted]


def _letters(sides: set[str]) -> str:
    return "".join(side[0].upper() for side in table.ROUND if side in sides)


def reveal(t: table.Table, hero: table.Hero, place: table.Place, start: table.Place) -> Any:
    """Flip a card, turn it, lay new ones.  Rules N-EXPLORE-1 to N-EXPLORE-5."""
    word = yield from table.ask(hero.seat, _positions(t, place, start))
    letters = word.split()[1]
    sides = {side for side in table.ROUND if side[0].upper() in letters}
    t.rooms[place] = table.Room(t.hidden.pop(place), sides)
    t.gained = t.turns
    cover_corridors(t, place)
    lost_in_the_dark(t)
    if t.card(place).get("goblin"):
        place_goblin(t, place)
    if t.card(place)["kind"] == "encounter":
        place_minion(t, place)
    yield from effects.by_itself(t, hero, "after_reveal")


def place_goblin(t: table.Table, place: table.Place) -> None:
    """The lowest free slot.  Rules N-DANGER-3, N-DANGER-4, N-END-2."""
    free = [slot for slot in range(1, t.rules["goblin_slots"] + 1) if slot not in t.goblins]
    if not free:
        t.lose("fifth goblin")
    if not t.goblin_deck:
        t.goblin_deck = t.luck.shuffle("goblins", t.goblin_discard)
        t.goblin_discard = []
    t.goblins[free[0]] = table.Enemy("goblin", t.goblin_deck.pop(0), place, slot=free[0])


def place_minion(t: table.Table, place: table.Place) -> None:
    """N-DANGER-5."""
    card = t.minion_deck.pop(0)
    t.minions.append(table.Enemy("minion", card, place, t.cards["minions"][card]["health"]))


def is_stealthy(t: table.Table, hero: table.Hero) -> bool:
    return t.change(hero, "stealth") > 0


def is_held(t: table.Table, hero: table.Hero) -> bool:
    """N-MOVE-10: an enemy that ended the hero's movement keeps it from teleporting."""
    return hero.stopped and bool(t.enemies_at(hero.place))


def enter(
    t: table.Table, hero: table.Hero, place: table.Place, stealth: bool, new: bool = False
) -> Any:
    """A hero comes into a room; `new`: it has just revealed it.

    Rules N-MOVE-6, N-DANGER-1, N-DANGER-2, N-DANGER-5, N-DANGER-6, N-CARD-5.
    """
    hero.place, hero.space = place, 0
    if t.enemies_at(place) and not stealth:
        hero.stopped = True
    if new and not stealth:
        _ambush(t, hero, place)
    yield from evade(t, hero, place)
    search = t.feature(place, "search")
    if search and search["when"] == "entry" and hero.conscious:
        yield from effects.search(t, hero)


def _ambush(t: table.Table, hero: table.Hero, place: table.Place) -> None:
    damage = 0
    if t.card(place).get("goblin"):
        damage = t.rules["goblin_ambush"]
    if t.card(place)["kind"] == "encounter":
        damage = t.rules["minion_ambush"]
    t.hurt(hero, damage - t.change(hero, "soften", "ambush"))


def evade(t: table.Table, hero: table.Hero, place: table.Place) -> Any:
    """Rules N-DANGER-6, N-DANGER-7, N-DISARM-3."""
    trap = t.feature(place, "trap")
    if not trap or t.rooms[place].disarmed or not hero.conscious:
        return
    check = dice.Check("evade", trap["evade"], trap["evade_target"])
    yield from dice.make(t, hero, check)
    if not check.success:
        hero.failed.add(place)
        t.hurt(hero, trap["damage"] - t.change(hero, "soften", "trap"))


def revealable(t: table.Table, hero: table.Hero, where: str) -> list[table.Place]:
    """Face-down cards that an ability or the torch may reveal.  N-FREE-6."""
    if where == "anywhere":
        return list(t.hidden)
    if hero.place == table.LAIR:
        return []
    everything = t.rules["reveal_adjacent"] == "all"
    sides = [side for side in table.ROUND if everything or side in t.rooms[hero.place].open]
    return [p for p in (t.next_to(hero.place, side) for side in sides) if p in t.hidden]


def reveal_by(t: table.Table, hero: table.Hero, where: str) -> Any:
    """Reveal without entering: nobody is hurt.  Rules N-EXPLORE-7, N-FREE-6, N-FREE-7."""
    if where == "all_adjacent":
        for place in revealable(t, hero, where):
            yield from reveal(t, hero, place, hero.place)
        return
    choices = {f"reveal {table.told(place)}": place for place in revealable(t, hero, where)}
    if choices:
        word = yield from table.ask(hero.seat, list(choices))
        yield from reveal(t, hero, choices[word], hero.place)
