"""How heroes move: through rooms, into new ones, and on the Boss Mat."""

from typing import Any

from tests.rules.dungeons.referee import rooms, torch
from tests.rules.dungeons.referee.table import LAIR, ROUND, Effect, Hero, Table, ask

SPACES = range(1, 7)


def next_spaces(t: Table, space: int) -> list[int]:
    """N-LAIR-5: a ring, or a row."""
    found = [space - 1, space + 1]
    if t.rules["lair_layout"] == "ring":
        return sorted((n - 1) % 6 + 1 for n in found)
    return [n for n in found if n in SPACES]


def others_on(t: Table, hero: Hero, space: int) -> bool:
    return any(h is not hero and h.space == space for h in t.heroes_at(LAIR))


def is_sharing(t: Table, hero: Hero) -> bool:
    return hero.place == LAIR and others_on(t, hero, hero.space)


def can_settle(t: Table, hero: Hero, space: int, left: int) -> bool:
    """N-LAIR-7: whether a hero on this space could still end its movement on one of its own."""
    seen, edge = {space}, [space]
    for spent in range(left + 1):
        if any(not others_on(t, hero, s) for s in edge) or (1 in edge and spent < left):
            return True
        edge = [n for s in edge for n in next_spaces(t, s) if n not in seen]
        seen.update(edge)
    return False


def free_to_move(t: Table, hero: Hero, stealth: bool = False) -> bool:
    """N-MOVE-6."""
    return hero.conscious and (stealth or not hero.stopped)


def steps(t: Table, hero: Hero, left: int) -> dict[str, int]:
    """Each step that `left` Speed allows, with what it costs.

    Rules N-MOVE-1, N-MOVE-2, N-MOVE-3, N-EXPLORE-1, N-LAIR-1, N-LAIR-4, N-LAIR-5, N-LAIR-9.
    """
    if hero.place == LAIR:
        return _steps_on_the_mat(t, hero, left)
    found = {}
    for side in ROUND:
        if left > 0 and t.joined(hero.place, side):
            found[f"move {side}"] = 1
        if left > 0 and side in t.rooms[hero.place].open:
            if t.next_to(hero.place, side) in t.hidden:
                found[f"explore {side}"] = 1
    if t.act == 2 and hero.place == t.door:
        speed = entrance(t, hero, left)
        if speed is not None:
            found["enter mat"] = speed
    return found


def entrance(t: Table, hero: Hero, left: int) -> int | None:
    """Speed that the step onto the mat costs, if the hero can take it.  N-FREE-5, N-LAIR-7."""
    by_speed = t.rules["lair_price"] == "speed"
    speed = t.rules["lair_cost"] if by_speed else 0
    affords = by_speed or hero.focus >= t.rules["lair_cost"]
    return speed if speed <= left and affords and can_settle(t, hero, 1, left - speed) else None


def _steps_on_the_mat(t: Table, hero: Hero, left: int) -> dict[str, int]:
    if left <= 0:
        return {}
    found = {
        f"space {space}": 1
        for space in next_spaces(t, hero.space)
        if can_settle(t, hero, space, left - 1)
    }
    return found | ({"leave mat": 1} if hero.space == 1 else {})


def take_step(t: Table, hero: Hero, word: str, stealth: bool) -> Any:
    hero.moved = True
    hero.stopped = hero.stopped and not stealth
    what, where = word.split()
    if what == "move":
        yield from rooms.enter(t, hero, t.next_to(hero.place, where), stealth)
    elif what == "explore":  # N-EXPLORE-6
        place = t.next_to(hero.place, where)
        yield from rooms.reveal(t, hero, place, hero.place)
        yield from rooms.enter(t, hero, place, stealth, new=True)
    elif what == "leave":
        hero.settling = False
        yield from rooms.enter(t, hero, t.door, stealth)
    else:
        if what == "enter" and t.rules["lair_price"] == "focus":
            hero.focus -= t.rules["lair_cost"]
        hero.place, hero.settling = LAIR, True
        hero.space = 1 if what == "enter" else int(where)


def settle(t: Table, hero: Hero) -> Any:
    """What a space does when a movement ends on it.  N-LAIR-8."""
    if not hero.settling or not hero.conscious:
        return
    hero.settling = False
    yield from torch.harm(t, ending(t, hero), [hero], None)


def ending(t: Table, hero: Hero) -> list[Effect]:
    """What the hero's space of the Boss Mat does when a movement ends on it."""
    words = ("heal", "gain_focus", "lose_health", "lose_focus")
    return [effect for effect in t.mat["spaces"][hero.space - 1] if effect["do"] in words]


def move_at_once(t: Table, hero: Hero, amount: int, stealth: bool) -> Any:
    """A movement that an ability grants, apart from the turn's own.  N-CARD-5."""
    left = t.speed(hero) if amount == 9 else amount
    while free_to_move(t, hero, stealth):
        offered = steps(t, hero, left)
        stop = [] if is_sharing(t, hero) else ["stop"]
        word = yield from ask(hero.seat, [*offered, *stop])
        if word == "stop":
            break
        left -= offered[word]
        yield from take_step(t, hero, word, stealth or rooms.is_stealthy(t, hero))
    yield from settle(t, hero)
