"""What abilities do: targets, and effect by effect."""

from typing import Any

from tests.rules.dungeons.referee import attacks, dice, loot, rooms, table, torch, walking

MODIFIERS = (
    *("add_result", "add_dice", "add_damage", "add_defense", "add_speed"),
    *("no_answer", "stealth"),
)
ONLY = {
    "goblins": ("goblin",),
    "minions": ("minion",),
    "boss": ("boss",),
    "not_boss": ("goblin", "minion"),
}


# ---------------------------------------------------------------- who is meant


def enemies_in_reach(
    t: table.Table, hero: table.Hero, ability: table.Ability, effect: table.Effect
) -> list[table.Enemy]:
    kinds = ONLY.get(effect.get("only", ""))
    far = ability.get("range", 0)
    return [
        enemy
        for enemy in t.enemies()
        if kinds is None or enemy.kind in kinds
        if t.in_reach(hero.place, enemy.place, ability["reach"], far)
    ]


def heroes_in_reach(t: table.Table, hero: table.Hero, ability: table.Ability) -> list[table.Hero]:
    far = ability.get("range", 0)
    return [
        other
        for other in t.heroes
        if other is hero or t.in_reach(hero.place, other.place, ability["reach"], far)
    ]


def says(ability: table.Ability, who: str) -> list[table.Effect]:
    return [effect for effect in ability["effects"] if effect.get("who") == who]


def targets(t: table.Table, hero: table.Hero, ability: table.Ability) -> list[str]:
    """How an ability may be aimed: words to put behind its name; none if it finds nobody.

    An ability chooses one hero, one enemy, or both.  N-CAST-1.
    """
    at = [""]
    one_enemy = says(ability, "one_enemy")
    if one_enemy:
        found = [enemies_in_reach(t, hero, ability, effect) for effect in one_enemy]
        at = [f" at {e}" for e in found[0] if all(e in some for some in found)]
    for effect in says(ability, "all_enemies"):
        if not enemies_in_reach(t, hero, ability, effect):
            return []
    if says(ability, "one_hero"):
        heroes = heroes_in_reach(t, hero, ability)
        at = [f"{word} on {other.card}" for word in at for other in heroes]
    return at


def enemy_named(t: table.Table, word: str) -> table.Enemy | None:
    return next(
        (
            enemy
            for enemy in t.enemies()
            if word.endswith(f" at {enemy}") or f" at {enemy} on " in word
        ),
        None,
    )


def hero_named(t: table.Table, word: str) -> table.Hero | None:
    return next((hero for hero in t.heroes if word.endswith(f" on {hero.card}")), None)


# ---------------------------------------------------------------- abilities


def usable(t: table.Table, hero: table.Hero, ability: table.Ability) -> bool:
    """Whether something that an ability needs is there: a card to reveal, an attack to make."""
    for effect in ability.get("effects", []):
        if effect["do"] == "reveal" and not rooms.revealable(t, hero, effect["where"]):
            return False
        if effect["do"] == "teleport" and not teleports(t, hero, effect["where"]):
            return False
        if effect["do"] == "extra_action" and hero.extra_had:
            return False
        if effect["do"] == "attack" and not attacks.attacks(t, hero, effect["action"]):
            return False
    return True


def changes(t: table.Table, hero: table.Hero, ability: table.Ability, word: str) -> bool:
    """Whether an ability, aimed so, changes anything besides its price.  N-CARD-8."""
    return any(_changes(t, hero, ability, effect, word) for effect in ability["effects"])


def _changes(
    t: table.Table, hero: table.Hero, ability: table.Ability, effect: table.Effect, word: str
) -> bool:
    do = effect["do"]
    if do in MODIFIERS:
        meant = _heroes_meant(t, hero, ability, effect, word)
        lasts = ability["when"] == "cast" or do not in ("stealth", "no_answer")
        return lasts or any(_is_new(t, other, effect) for other in meant)
    if do in ("heal", "gain_focus"):
        track = "health" if do == "heal" else "focus"
        meant = _heroes_meant(t, hero, ability, effect, word)
        return any(getattr(h, track) < t.cards["heroes"][h.card][track] for h in meant)
    if do in ("damage", "kill"):
        struck = [enemy_named(t, word)]
        if effect["who"] == "all_enemies":
            struck = enemies_in_reach(t, hero, ability, effect)
        return any(attacks.can_be_hurt(t, enemy) for enemy in struck if enemy)
    if do == "push":
        return bool(_ways_off(t, hero, enemy_named(t, word)))
    if do == "move":
        return walking.free_to_move(t, hero, effect["pace"] == "stealth")
    if do in ("discover", "pick_up"):
        return len(loot.finds(t, hero, effect["what"], do == "discover")) > 1
    if do == "torch_up":
        return t.torch < t.top
    assert do in ("reveal", "teleport", "extra_action", "attack"), do
    return usable(t, hero, {"effects": [effect]})


def _is_new(t: table.Table, hero: table.Hero, effect: table.Effect) -> bool:
    """Whether a hero has not yet what is there or not: Stealth, being unanswered."""
    if effect["do"] == "stealth":
        return not rooms.is_stealthy(t, hero)
    kinds = [kind for kind in ("melee", "missile", "cast") if table.is_on(effect["on"], kind)]
    return any(not t.change(hero, "no_answer", kind) for kind in kinds)


def by_itself(t: table.Table, hero: table.Hero, when: str) -> Any:
    """Abilities that work at a moment, in the order of the hero's mat and cards."""
    for ability in list(t.owned(hero).values()):
        if ability["when"] == when and usable(t, hero, ability):
            aims = targets(t, hero, ability)
            if aims:
                word = yield from table.ask(hero.seat, [f"use{aim}" for aim in aims])
                yield from carry_out(t, hero, ability, word, ends=1)


def carry_out(
    t: table.Table, hero: table.Hero, ability: table.Ability, word: str, ends: int
) -> Any:
    """All effects of an ability, what it changes for a time first.

    ends: ends of the owner's own turns until a bonus is over.
    """
    aimed_at = enemy_named(t, word)
    for effect in sorted(ability["effects"], key=lambda effect: effect["do"] not in MODIFIERS):
        meant = _heroes_meant(t, hero, ability, effect, word)
        if effect["do"] in MODIFIERS:
            for other in meant:
                last = ends if other is hero else 1
                other.bonuses.append(table.Bonus(effect, last if ability["when"] == "cast" else 0))
        elif effect["do"] in ("heal", "gain_focus"):
            for other in meant:
                help_hero(t, other, effect)
        elif effect["do"] in ("damage", "kill"):
            yield from _strike(t, hero, ability, effect, aimed_at)
        elif effect["do"] == "push":
            if aimed_at in t.enemies():
                yield from push(t, hero, aimed_at, effect["amount"])
        else:
            yield from do_alone(t, hero, effect)


def _heroes_meant(
    t: table.Table, hero: table.Hero, ability: table.Ability, effect: table.Effect, word: str
) -> list[table.Hero]:
    who = effect.get("who", "self")
    if who == "one_hero":
        return [hero_named(t, word)]
    return heroes_in_reach(t, hero, ability) if who == "all_heroes" else [hero]


def help_hero(t: table.Table, hero: table.Hero, effect: table.Effect) -> None:
    if effect["do"] == "heal":
        t.heal(hero, effect["amount"])
    else:
        t.gain_focus(hero, effect["amount"])


def _strike(
    t: table.Table,
    hero: table.Hero,
    ability: table.Ability,
    effect: table.Effect,
    aimed_at: table.Enemy | None,
) -> Any:
    """N-ATTACK-4: spells ignore Defense; N-ICON-9: who is killed had no health to speak of."""
    struck = [aimed_at]
    if effect["who"] == "all_enemies":
        struck = enemies_in_reach(t, hero, ability, effect)
    for enemy in struck:
        if enemy in t.enemies():
            all_of_it = effect["do"] == "kill"
            amount = enemy.health if all_of_it else effect["amount"]
            yield from attacks.damage(t, hero, enemy, amount)


def do_alone(t: table.Table, hero: table.Hero, effect: table.Effect) -> Any:
    """Effects that are about the dungeon, the torch or the hero alone."""
    do, amount = effect["do"], effect.get("amount", 0)
    if do == "attack":
        yield from attacks.at_once(t, hero, effect["action"], amount)
    elif do == "extra_action":
        hero.extra, hero.extra_had = effect["action"], True  # N-ICON-1
    elif do == "move":
        yield from walking.move_at_once(t, hero, amount, effect["pace"] == "stealth")
    elif do == "teleport":
        yield from teleport(t, hero, effect["where"])
    elif do == "reveal":
        yield from rooms.reveal_by(t, hero, effect["where"])
    elif do == "torch_up":
        torch.up(t, amount)
    else:
        assert do in ("discover", "pick_up"), do
        draws = do == "discover"
        yield from loot.discover(t, hero, effect["what"], amount, draws)


# ---------------------------------------------------------------- places


def teleports(t: table.Table, hero: table.Hero, where: str) -> list[str]:
    """Revealed rooms, never onto the Boss Mat.  Rules N-MOVE-9, N-MOVE-10, N-MOVE-11."""
    if rooms.is_held(t, hero):
        return []
    places = list(t.rooms)
    if where == "entrance":
        places = [(0, 0)]
    if where == "beside_hero":
        others = {h.place for h in t.heroes if h is not hero and h.place != table.LAIR}
        places = [place for place in places if place in others]
    return [f"to {table.told(place)}" for place in places if place != hero.place]


def teleport(t: table.Table, hero: table.Hero, where: str) -> Any:
    goals = teleports(t, hero, where)
    if not goals:
        return
    word = yield from table.ask(hero.seat, goals)
    hero.moved, hero.settling = True, False
    place = next(p for p in t.rooms if word == f"to {table.told(p)}")
    yield from rooms.enter(t, hero, place, rooms.is_stealthy(t, hero))


def push(t: table.Table, hero: table.Hero, enemy: table.Enemy, steps: int) -> Any:
    """N-ICON-3; nobody is pushed off the Boss Mat or onto it."""
    for _ in range(steps):
        away = _ways_off(t, hero, enemy)
        if not away:
            return
        words = {f"push {table.told(place)}": place for place in away}
        torch.put(t, enemy, words[(yield from table.ask(hero.seat, list(words)))])


def _ways_off(t: table.Table, hero: table.Hero, enemy: table.Enemy) -> list[table.Place]:
    """Rooms next to an enemy's that are farther from the hero."""
    if table.LAIR in (enemy.place, hero.place):
        return []
    far = t.distances(hero.place)
    here = far.get(enemy.place, table.FAR_AWAY)
    return [p for p in t.ways(enemy.place) if far.get(p, table.FAR_AWAY) > here]


# ---------------------------------------------------------------- rooms


def search(t: table.Table, hero: table.Hero) -> Any:
    """A room's feature: check, price, effects, or what failure brings.

    Rules N-SEARCH-1, N-SEARCH-2, N-CHECK-2, N-CHECK-3.
    """
    feature = t.feature(hero.place, "search")
    if "skill" in feature:
        check = dice.Check("search", feature["skill"], feature["target"])
        yield from dice.make(t, hero, check)
        if not check.success:
            yield from torch.harm(t, feature.get("fail", []), [hero], None)
            return
    yield from by_itself(t, hero, "after_search")
    if (yield from pays(t, hero, feature, "")):
        for effect in feature["effects"]:
            if effect["do"] in ("heal", "gain_focus"):
                help_hero(t, hero, effect)
            else:
                yield from do_alone(t, hero, effect)


def pays(t: table.Table, hero: table.Hero, price: dict[str, Any], word: str) -> Any:
    """N-CHECK-3: who cannot pay gains nothing; who can, may, if it changes anything."""
    if not price.get("focus") and not price.get("health"):
        return True
    if not t.can_pay(hero, price) or not changes(t, hero, price, word):
        return False
    word = yield from table.ask(hero.seat, ["pay", "decline"])
    if word == "pay":
        t.pay(hero, price)
    return word == "pay"


def disarm(t: table.Table, hero: table.Hero) -> Any:
    """Rules N-DISARM-1 to N-DISARM-7."""
    trap = t.feature(hero.place, "trap")
    check = dice.Check("disarm", trap["disarm"], trap["disarm_target"])
    yield from dice.make(t, hero, check)
    if check.success:
        t.rooms[hero.place].disarmed = True
        yield from by_itself(t, hero, "after_disarm")
        yield from loot.discover(t, hero, "either", 1)
