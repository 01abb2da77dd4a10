"""The torch and what it triggers: goblins at the Entrance, enemy actions."""

from typing import Any

from tests.rules.dungeons.referee import effects, loot, rooms, table


def up(t: table.Table, steps: int) -> None:
    """N-TORCH-1."""
    t.torch = min(t.top, t.torch + steps)


def down(t: table.Table, steps: int) -> Any:
    """Step by step, with the event of each space.  Rules N-TORCH-2, N-END-3.

    What puts the torch down while an event is being resolved waits until it is over.
    """
    t.torch_due += steps
    if t.torch_busy:
        return
    t.torch_busy = True
    while t.torch_due:
        t.torch_due -= 1
        t.torch -= 1
        if t.torch == 0:
            t.lose("torch")
        mat = t.cards["torch"][f"act_{t.act}"]
        if t.torch in mat["goblins"]:
            rooms.place_goblin(t, (0, 0))  # N-TORCH-3
        if t.torch in mat["enemy_actions"]:
            yield from enemy_actions(t)
    t.torch_busy = False


def enemy_actions(t: table.Table) -> Any:
    """Rules N-TORCH-4, N-ENEMY-1, N-ENEMY-4, N-BATTLE-2, N-CARD-2."""
    for hero in t.heroes:
        if hero.conscious:
            yield from effects.by_itself(t, hero, "enemy_actions")
    for enemy in t.enemies():
        action = t.enemy_card(enemy).get("abilities", {}).get("action")
        if action and enemy in t.enemies():
            yield from act(t, enemy, action)


def act(t: table.Table, enemy: table.Enemy, action: dict[str, Any]) -> Any:
    """Rules N-ENEMY-2, N-ENEMY-6, N-ENEMY-7."""
    if action["order"] == "attack_or_move":
        held = t.rules["unconscious_hold_goblins"]
        if not in_range(t, enemy, action["range"], also_unconscious=held):
            yield from walk(t, enemy, t.enemy_card(enemy)["speed"])
            return
    else:
        yield from walk(t, enemy, t.enemy_card(enemy)["speed"])
    struck = in_range(t, enemy, action["range"])
    if struck:
        yield from harm(t, action["effects"], struck, enemy)


def in_range(
    t: table.Table, enemy: table.Enemy, far: int, also_unconscious: bool = False
) -> list[table.Hero]:
    """Heroes that an enemy's action can hit; none through the door of the lair.  N-DEEP-3."""
    return [
        hero
        for hero in t.heroes
        if (hero.conscious or also_unconscious) and t.distance(enemy.place, hero.place) <= far
    ]


def harm(
    t: table.Table, harms: list[dict[str, Any]], heroes: list[table.Hero], enemy: table.Enemy | None
) -> Any:
    """What an enemy does, or a room, or the boss's answer.  Rules N-TORCH-5, N-ENEMY-3."""
    for effect in harms:
        amount = effect.get("amount", 0)
        if effect.get("plus_goblins"):
            amount += len(t.goblins)
        if effect["do"] in ON_HEROES:
            for hero in heroes:
                if hero.conscious:
                    yield from _harm_hero(t, effect, hero, amount)
        elif effect["do"] == "torch_down":
            yield from down(t, amount)
        elif effect["do"] == "add_goblin":
            yield from _add_goblins(t, amount, heroes if enemy is None else [])
        elif effect["do"] == "enemy_heals":
            yield from _enemy_heals(t, enemy, amount)
        elif effect["do"] == "boss_home":
            enemy.place = table.LAIR
        elif effect["do"] in ("heal", "gain_focus"):  # at the end of a movement
            effects.help_hero(t, heroes[0], effect)


ON_HEROES = ("lose_health", "lose_focus", "discard_equipped")


def _harm_hero(t: table.Table, effect: dict[str, Any], hero: table.Hero, amount: int) -> Any:
    if effect["do"] == "lose_health":
        t.hurt(hero, amount)
    elif effect["do"] == "lose_focus":
        hero.focus = max(0, hero.focus - amount)
    else:
        yield from loot.lose_equipment(t, hero, effect["what"], amount)


def _add_goblins(t: table.Table, count: int, stopped: list[table.Hero]) -> Any:
    """N-ICON-5: they come to the active hero; one whose failure brought them cannot move on."""
    for _ in range(count):
        rooms.place_goblin(t, t.hero.place)
    for hero in stopped:
        hero.stopped = hero.stopped or not rooms.is_stealthy(t, hero)
    return
    yield  # a generator, like all that harms


def _enemy_heals(t: table.Table, enemy: table.Enemy | None, amount: int) -> Any:
    """N-ICON-8."""
    if enemy.kind == "minion":
        top = t.cards["minions"][enemy.card]["health"]
        enemy.health = min(top, enemy.health + amount)
    if enemy.kind == "boss":
        marks = sorted({m for m in t.markers if 0 < m < t.rules["boss_health"]}, reverse=True)
        if marks:
            word = yield from table.ask(t.active, [f"mend {mark}" for mark in marks])
            mark = int(word.split()[1])
            t.markers.remove(mark)
            t.markers.append(min(t.rules["boss_health"], mark + amount))
            t.markers.sort(reverse=True)


# ---------------------------------------------------------------- movement


def walk(t: table.Table, enemy: table.Enemy, speed: int, taunter: table.Hero | None = None) -> Any:
    """Towards the closest conscious hero, or towards the taunter alone.

    Rules N-WALK-1 to N-WALK-7, N-ALTAR-3, N-ALTAR-4, N-ALTAR-5.
    """
    lair = enemy.kind != "minion"
    prey = taunter or (yield from _closest(t, enemy, lair))
    if prey is None:
        return
    while speed > 0 and not _arrived(t, enemy, taunter):
        far = t.distances(prey.place, lair)
        nearer = [
            p for p in t.ways(enemy.place, lair) if far.get(p, table.FAR_AWAY) < far[enemy.place]
        ]
        place = yield from choose_place(t, "step", nearer)
        out = enemy.kind == "boss" and table.LAIR in (enemy.place, place)
        speed -= 0 if out and not t.rules["boss_step_out"] else 1
        put(t, enemy, place)


def _arrived(t: table.Table, enemy: table.Enemy, taunter: table.Hero | None) -> bool:
    """N-WALK-4; a taunted boss stops for nobody else."""
    if taunter:
        return taunter.place == enemy.place
    return any(hero.conscious for hero in t.heroes_at(enemy.place))


def _closest(t: table.Table, enemy: table.Enemy, lair: bool) -> Any:
    """Rules N-WALK-1, N-WALK-2, N-WALK-3."""
    far = t.distances(enemy.place, lair)
    lengths = {h.seat: far.get(h.place, table.FAR_AWAY) for h in t.heroes if h.conscious}
    if not lengths or min(lengths.values()) == table.FAR_AWAY:
        return None
    least = min(lengths.values())
    nearest = [t.heroes[seat] for seat, length in lengths.items() if length == least]
    # Heroes in one room are one goal.
    goals = {f"toward {table.told(hero.place)}": hero for hero in reversed(nearest)}
    words = [f"toward {table.told(hero.place)}" for hero in nearest]
    return goals[(yield from tie(t, words))]


def tie(t: table.Table, words: list[str]) -> Any:
    words = list(dict.fromkeys(words))
    if t.rules["enemy_ties"] == "chance" and len(words) > 1:
        return t.luck.pick("tie", words)
    return (yield from table.ask(t.active, words))


def choose_place(t: table.Table, word: str, places: list[table.Place]) -> Any:
    """N-WALK-6."""
    named = {f"{word} {table.told(place)}": place for place in places}
    return named[(yield from tie(t, list(named)))]


def ward_is_open(t: table.Table) -> bool:
    """Whether the boss's track has a space for an altar left."""
    return t.dispelled < len(t.mat["wards"])


def put(t: table.Table, enemy: table.Enemy, place: table.Place) -> None:
    """An enemy comes into a room; the boss takes an altar from it.  Rules N-ALTAR-1, -2."""
    enemy.place = place
    if enemy.kind == "boss" and place != table.LAIR and t.rooms[place].altar and ward_is_open(t):
        t.rooms[place].altar = False
        t.dispelled += 1
        t.gained = t.turns
