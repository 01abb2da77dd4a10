"""The course of the game: setup, turns, Act 2, end."""

from collections.abc import Generator
from typing import Any

from tests.rules.dungeons.referee import attacks, effects, loot, rooms, table, torch, walking

Game = Generator[tuple[int, list[str]], str, None]


# ---------------------------------------------------------------- setup


def setup(t: table.Table) -> None:
    """Rules N-SETUP-1 to N-SETUP-19, in the order of print."""
    _lay_dungeon_deck(t)
    entrance = next(c for c, card in t.cards["dungeon"].items() if card["kind"] == "entrance")
    t.rooms[0, 0] = table.Room(entrance, set(t.cards["dungeon"][entrance]["corridors"]), altar=True)
    rooms.cover_corridors(t, (0, 0))
    t.torch = t.top
    goblins = [kind for kind, card in t.cards["goblins"].items() for _ in range(card["copies"])]
    t.goblin_deck = t.luck.shuffle("goblins", goblins)
    t.minion_deck = t.luck.shuffle("minions", list(t.cards["minions"]))
    t.boss_card = t.boss_card or t.luck.shuffle("boss", list(t.cards["bosses"]))[0]
    t.loot_deck = t.luck.shuffle("loot", list(t.cards["loot"]))
    t.spell_deck = t.luck.shuffle("spells", list(t.cards["spells"]))
    for hero in t.heroes:
        hero.health = t.cards["heroes"][hero.card]["health"]
        hero.focus = t.cards["heroes"][hero.card]["focus"]


def _lay_dungeon_deck(t: table.Table) -> None:
    """Rules N-SETUP-1 to N-SETUP-6."""
    kinds = {card: entry["kind"] for card, entry in t.cards["dungeon"].items()}
    count = len(t.heroes)
    room = t.luck.shuffle("rooms", [c for c, kind in kinds.items() if kind == "room"])
    encounters = t.luck.shuffle(
        "encounters", [c for c, kind in kinds.items() if kind == "encounter"]
    )
    door = [c for c, kind in kinds.items() if kind == "lair_door"]
    a = t.rules[f"deck_a_rooms.heroes_{count}"]
    b = a + t.rules["deck_b_rooms"] * count
    c = b + t.rules["deck_c_rooms"]
    deck_b = t.luck.shuffle("deck_b", encounters[:count] + room[a:b])
    deck_c = t.luck.shuffle("deck_c", room[b:c] + door)
    t.deck = room[:a] + deck_b + deck_c


# ---------------------------------------------------------------- the game


def play(t: table.Table) -> Game:
    """Turns until the end; `t.end` says which.  Rules N-GOAL-1, N-GOAL-2, N-TURN-3."""
    try:
        while t.turns < t.rules["turn_limit"]:
            yield from turn(t)
            t.turns += 1
            t.active = (t.active + 1) % len(t.heroes)
            if t.turns - t.gained >= t.rules["stall_rounds"] * len(t.heroes):
                t.end = "cut off" if t.turns >= t.rules["turn_limit"] else "stalled"
                return
        t.end = "cut off"
    except table.GameOver:
        pass


def turn(t: table.Table) -> Game:
    """Rules N-TURN-1, N-TURN-2, N-FALL-2, N-FALL-3."""
    hero = t.hero
    _begin(t, hero)
    if not hero.awake:
        yield from rest(t, hero)
    while hero.conscious:
        t.moves += 1
        offered = _menu(t, hero)
        word = yield from table.ask(hero.seat, list(offered))
        if word == "end":
            break
        yield from offered[word](t, hero, word)
    yield from walking.settle(t, hero)
    _end(t, hero)
    yield from torch.down(t, t.rules["torch_per_turn"])


def _begin(t: table.Table, hero: table.Hero) -> None:
    t.moves = 0
    hero.steps, hero.awake = 0, hero.conscious
    hero.moved = hero.stopped = hero.movement_over = hero.acted = False
    hero.extra, hero.extra_had = None, False
    hero.settling = False
    hero.failed, hero.checked = set(), {}


def _end(t: table.Table, hero: table.Hero) -> None:
    """Bonuses of Free Actions are over; those of spells at the end of their owner's turn."""
    for bonus in hero.bonuses:
        bonus.ends -= 1
    for other in t.heroes:
        other.bonuses = [bonus for bonus in other.bonuses if bonus.ends > 0]


def _menu(t: table.Table, hero: table.Hero) -> dict[str, Any]:
    """All that the hero may do now, with the function that does it."""
    left = t.speed(hero) - hero.steps
    moves: dict[str, Any] = {}
    if walking.free_to_move(t, hero) and not hero.movement_over:
        moves = dict.fromkeys(walking.steps(t, hero, left), _step)
    if walking.is_sharing(t, hero):
        return moves
    if t.moves > t.rules["move_limit"]:  # N-CARD-7
        return {"end": None}
    if not hero.awake:
        return {"end": None} | moves
    return {"end": None} | moves | _actions(t, hero) | _free_actions(t, hero)


def _step(t: table.Table, hero: table.Hero, word: str) -> Any:
    stealth = rooms.is_stealthy(t, hero)
    hero.steps += walking.steps(t, hero, t.speed(hero) - hero.steps)[word]
    yield from walking.take_step(t, hero, word, stealth)


# ---------------------------------------------------------------- Heroic Actions


def _actions(t: table.Table, hero: table.Hero) -> dict[str, Any]:
    """N-ACTION-1, N-DEEP-1; after the first, only what an additional one allows."""
    allowed = hero.extra if hero.acted else "any"
    if allowed is None:
        return {}
    found: dict[str, Any] = {}
    if allowed == "any":
        if _rest_changes(t, hero):
            found["rest"] = _act(rest)
        if _may_disarm(t, hero):
            found["disarm"] = _act(effects.disarm)
        found |= {word: _act_word(attacks.cast) for word in attacks.casts(t, hero)}
    if allowed in ("any", "search") and _may_search(t, hero, "search"):
        found["search"] = _act(effects.search)
    if allowed != "search":
        kinds = "weapon" if allowed == "any" else allowed
        found |= {word: _act_word(attacks.by_word) for word in attacks.attacks(t, hero, kinds)}
    return found


def _act(deed: Any) -> Any:
    return _act_word(lambda t, hero, word: deed(t, hero))


def _act_word(deed: Any) -> Any:
    """A Heroic Action: it ends the movement, then it is done.  N-MOVE-4."""

    def do(t: table.Table, hero: table.Hero, word: str) -> Any:
        yield from walking.settle(t, hero)
        if not hero.conscious:
            return
        if hero.acted:
            hero.extra = None
        hero.acted = True
        rule = t.rules["move_after_action"]
        if rule == "never" or (rule == "if_not_moved" and hero.moved):
            hero.movement_over = True
        yield from deed(t, hero, word)

    return do


def rest(t: table.Table, hero: table.Hero) -> Any:
    """N-REST-1, N-REST-2."""
    t.heal(hero, t.rules["rest_health"])
    t.gain_focus(hero, t.rules["rest_focus"])
    yield from effects.by_itself(t, hero, "after_rest")


def _rest_changes(t: table.Table, hero: table.Hero) -> bool:
    """A track, what the space takes on which the movement ends, or what follows a Rest."""
    card = t.cards["heroes"][hero.card]
    after = any(
        effects.changes(t, hero, ability, aim)
        for ability in t.owned(hero).values()
        if ability["when"] == "after_rest"
        for aim in effects.targets(t, hero, ability)
    )
    taken = hero.settling and any(
        effect["do"] in ("lose_health", "lose_focus") for effect in walking.ending(t, hero)
    )
    return hero.health < card["health"] or hero.focus < card["focus"] or bool(after or taken)


def _may_search(t: table.Table, hero: table.Hero, when: str) -> bool:
    """N-SEARCH-1, N-SEARCH-3; a feature that is only paid for needs the price."""
    feature = t.feature(hero.place, "search")
    if not feature or feature["when"] != when or not t.company(hero):
        return False
    if "skill" in feature:
        return True
    return t.can_pay(hero, feature) and effects.changes(t, hero, feature, "")


def _may_disarm(t: table.Table, hero: table.Hero) -> bool:
    """Rules N-DISARM-1, N-DISARM-2, N-DISARM-5, N-DANGER-8."""
    trap = t.feature(hero.place, "trap")
    if not trap or t.rooms[hero.place].disarmed or not t.company(hero):
        return False
    return t.rules["disarm_after_failure"] or hero.place not in hero.failed


# ---------------------------------------------------------------- Free Actions


def _free_actions(t: table.Table, hero: table.Hero) -> dict[str, Any]:
    """N-FREE-1, N-FREE-2."""
    found: dict[str, Any] = {}
    for path, ability in t.owned(hero).items():
        if ability["when"] == "free" and t.can_pay(hero, ability):
            if effects.usable(t, hero, ability):
                aims = effects.targets(t, hero, ability)
                found |= {
                    f"use {path}{aim}": _use
                    for aim in aims
                    if effects.changes(t, hero, ability, aim)
                }
    if _may_use_portal(t, hero):
        found["portal"] = _portal
    if t.act == 1 and rooms.revealable(t, hero, "all_adjacent"):
        found["look around"] = _look_around
    if _may_search(t, hero, "free"):
        if hero.checked.get(hero.place, 0) < t.rules["room_checks"]:  # N-CARD-4
            found["try room"] = _try_room
    if t.act == 2 and hero.focus >= t.rules["taunt_focus"] and t.boss.place != hero.place:
        found["taunt"] = _taunt
    if t.act == 1 and hero.place == t.door and t.minions_killed >= len(t.heroes):
        if not t.rules["opener_enters"] or _can_step_in(t, hero):
            found["open lair"] = _open_lair
    return found | {f"drop {card}": _drop for card in [*hero.loot(), *hero.spells]}


def _use(t: table.Table, hero: table.Hero, word: str) -> Any:
    ability = t.owned(hero)[word.split()[1]]
    t.pay(hero, ability)
    yield from effects.carry_out(t, hero, ability, word, ends=1)


def _may_use_portal(t: table.Table, hero: table.Hero) -> bool:
    """Rules N-MOVE-9, N-MOVE-10."""
    if hero.place == table.LAIR or not t.card(hero.place).get("portal"):
        return False
    return bool(effects.teleports(t, hero, "anywhere")) and hero.focus >= t.rules["portal_focus"]


def _portal(t: table.Table, hero: table.Hero, word: str) -> Any:
    hero.focus -= t.rules["portal_focus"]
    yield from effects.teleport(t, hero, "anywhere")


def _look_around(t: table.Table, hero: table.Hero, word: str) -> Any:
    """The price first: the torch, with whatever it triggers.  N-FREE-6."""
    yield from torch.down(t, t.rules["reveal_torch"])
    if hero.conscious:
        yield from rooms.reveal_by(t, hero, "all_adjacent")


def _try_room(t: table.Table, hero: table.Hero, word: str) -> Any:
    hero.checked[hero.place] = hero.checked.get(hero.place, 0) + 1
    yield from effects.search(t, hero)


def _drop(t: table.Table, hero: table.Hero, word: str) -> Any:
    """N-EQUIP-2."""
    loot.drop(t, hero, word.split()[1])
    return
    yield  # a generator, like all moves


def _taunt(t: table.Table, hero: table.Hero, word: str) -> Any:
    """Rules N-ALTAR-4, N-ALTAR-5, N-ALTAR-6."""
    hero.focus -= t.rules["taunt_focus"]
    yield from torch.walk(t, t.boss, t.mat["speed"], taunter=hero)


def _can_step_in(t: table.Table, hero: table.Hero) -> bool:
    """N-DOOR-2: whether the step onto the mat could be taken, were it Act 2."""
    if hero.movement_over or not walking.free_to_move(t, hero):
        return False
    return walking.entrance(t, hero, t.speed(hero) - hero.steps) is not None


def _open_lair(t: table.Table, hero: table.Hero, word: str) -> Any:
    """Rules N-DOOR-1 to N-DOOR-6."""
    t.act, t.gained = 2, t.turns
    t.boss = table.Enemy("boss", t.boss_card, table.LAIR)
    t.markers = [t.rules["boss_health"]] * t.minions_killed
    t.torch = t.top
    for room in t.rooms.values():
        if t.cards["dungeon"][room.card]["kind"] == "encounter":
            room.altar = True
    if t.rules["opener_enters"]:
        yield from _step(t, hero, "enter mat")
