"""Attacks with weapons and spells, counter-attacks, damage and killing."""

from typing import Any

from tests.rules.dungeons.referee import dice, effects, loot, table, torch


def attacks(t: table.Table, hero: table.Hero, allowed: str = "weapon") -> list[str]:
    """`melee WEAPON at ENEMY`, `missile WEAPON at ENEMY`.  Rules N-ATTACK-1, N-ATTACK-2."""
    kinds = table.KINDS.get(allowed, (allowed,))
    return [
        f"{weapon['when']} {path} at {enemy}"
        for path, weapon in t.owned(hero).items()
        if weapon["when"] in kinds
        for enemy in t.enemies()
        if _reaches(t, hero, weapon, enemy)
    ]


def _reaches(t: table.Table, hero: table.Hero, weapon: table.Ability, enemy: table.Enemy) -> bool:
    if weapon["when"] == "melee":
        return hero.place == enemy.place
    return t.in_reach(hero.place, enemy.place, "sight", weapon["range"])


def by_word(t: table.Table, hero: table.Hero, word: str, more: int = 0) -> Any:
    """An attack as `attacks` names it."""
    path = word.split()[1]
    yield from attack(t, hero, t.owned(hero)[path], effects.enemy_named(t, word), more)


def at_once(t: table.Table, hero: table.Hero, allowed: str, more: int) -> Any:
    """An attack that another ability grants.  N-CARD-6."""
    options = attacks(t, hero, allowed)
    if options:
        word = yield from table.ask(hero.seat, options)
        yield from by_word(t, hero, word, more)


def attack(
    t: table.Table, hero: table.Hero, weapon: table.Ability, enemy: table.Enemy, more: int
) -> Any:
    """Rules N-ATTACK-5 to N-ATTACK-11."""
    kind = weapon["when"]
    check = dice.Check(kind, weapon["skill"], defense(t, enemy, kind), weapon["bonus"] + more)
    check.defense = check.answered = True
    yield from dice.make(t, hero, check)
    if check.success:
        amount = check.total - check.target + t.change(hero, "add_damage", kind)
        yield from damage(t, hero, enemy, amount + table.sum_of(check.paid, "add_damage", kind))
    yield from effects.by_itself(t, hero, f"after_{kind}")
    yield from strikes_back(t, hero, kind, [enemy], check)


def defense(t: table.Table, enemy: table.Enemy, kind: str) -> int:
    """N-ATTACK-7."""
    card = t.enemy_card(enemy)
    side = "melee" if kind == "melee" else "ranged"
    return card["defense"] + card.get("bonus_defense", {}).get(side, 0)


# ---------------------------------------------------------------- spells


def casts(t: table.Table, hero: table.Hero) -> list[str]:
    return [
        f"cast {path}{aim}"
        for path, ability in t.owned(hero).items()
        if ability["when"] == "cast" and effects.usable(t, hero, ability)
        for aim in effects.targets(t, hero, ability)
    ]


def is_attack(ability: table.Ability) -> bool:
    return any(effect["do"] in ("damage", "kill") for effect in ability["effects"])


def cast(t: table.Table, hero: table.Hero, word: str) -> Any:
    """Rules N-CAST-1 to N-CAST-4, N-ATTACK-3, N-ATTACK-5, N-HURT-3, N-HURT-4."""
    ability = t.owned(hero)[word.split()[1]]
    struck = _struck(t, hero, ability, word)
    check = dice.Check("cast", ability["skill"], ability["target"])
    check.answered = any(t.sees(hero.place, enemy.place) for enemy in struck)
    yield from dice.make(t, hero, check)
    if check.success:
        yield from effects.by_itself(t, hero, "after_cast")
        if (yield from effects.pays(t, hero, ability, word)):
            yield from effects.carry_out(t, hero, ability, word, ends=2)
    if struck:
        yield from strikes_back(t, hero, "cast", struck, check)


def _struck(
    t: table.Table, hero: table.Hero, ability: table.Ability, word: str
) -> list[table.Enemy]:
    """Enemies at whom a Spell Attack is aimed."""
    found = []
    for effect in ability["effects"]:
        if effect["do"] not in ("damage", "kill"):
            continue
        if effect["who"] == "one_enemy":
            found.append(effects.enemy_named(t, word))
        else:
            found += effects.enemies_in_reach(t, hero, ability, effect)
    return list(dict.fromkeys(found))


# ---------------------------------------------------------------- answers


def strikes_back(
    t: table.Table, hero: table.Hero, kind: str, struck: list[table.Enemy], check: dice.Check
) -> Any:
    """One of the enemies that live and see the hero answers.

    Rules N-COUNTER-1 to N-COUNTER-7, N-HURT-1, N-HURT-4, N-KILL-1.
    """
    able = [e for e in struck if e in t.enemies() and t.sees(e.place, hero.place)]
    silent = t.change(hero, "no_answer", kind) + table.sum_of(check.paid, "no_answer", kind)
    if not able or silent or check.face is None or not hero.conscious:
        return
    named = {f"answer {enemy}": enemy for enemy in able}
    enemy = named[(yield from table.ask(hero.seat, list(named)))]
    if check.face == "torch":
        yield from _torch_face(t, enemy)
    elif modifier(t, enemy, kind) is not None:
        own = t.defense(hero, kind) + table.sum_of(check.paid, "add_defense", kind)
        face = own if check.face == "shield" else int(check.face)
        t.hurt(hero, face + modifier(t, enemy, kind) - own)
    if enemy.kind == "boss" and hero.conscious:
        cost = t.mat.get("abilities", {}).get(kind)
        if cost:
            yield from torch.harm(t, cost["effects"], [hero], None)


def modifier(t: table.Table, enemy: table.Enemy, kind: str) -> int | None:
    """Rules N-COUNTER-5, N-COUNTER-6, N-COUNTER-7, N-ANSWER-1; None: the boss does not strike."""
    if enemy.kind == "goblin":
        return t.rules["goblin_modifier"] * len(t.goblins)
    modifiers = t.enemy_card(enemy)["modifier"]
    if enemy.kind == "minion":
        return modifiers["melee" if kind == "melee" else "ranged"]
    return modifiers.get(kind)


def _torch_face(t: table.Table, enemy: table.Enemy) -> Any:
    """Rules N-COUNTER-4, N-ANSWER-2, N-ANSWER-4: the boss's effect comes first."""
    ability = t.mat.get("abilities", {}).get("torch") if enemy.kind == "boss" else None
    if ability:
        near = torch.in_range(t, enemy, ability["range"])
        t.torch_busy = True  # steps wait until the effect is over
        yield from torch.harm(t, ability["effects"], near, enemy)
        t.torch_busy = False
    yield from torch.down(t, t.rules["torch_face"])


# ---------------------------------------------------------------- damage and killing


def damage(t: table.Table, hero: table.Hero, enemy: table.Enemy, amount: int) -> Any:
    """Rules N-KILL-1, N-KILL-2, N-KILL-7."""
    if enemy.kind == "boss":
        yield from _damage_boss(t, hero, amount)
        return
    enemy.health -= amount
    if enemy.health > 0:
        return
    if enemy.kind == "goblin":
        yield from _kill_goblin(t, hero, enemy)
    else:
        yield from _kill_minion(t, hero, enemy)
    yield from effects.by_itself(t, hero, "after_kill")


def _kill_goblin(t: table.Table, hero: table.Hero, enemy: table.Enemy) -> Any:
    """Rules N-KILL-3, N-KILL-4, N-KILL-5, N-KILL-6."""
    del t.goblins[enemy.slot]
    t.goblin_discard.append(enemy.card)
    reward = t.enemy_card(enemy).get("abilities", {}).get("reward")
    if not reward:
        return
    left = list(enumerate(reward["effects"], 1))
    if reward["take"] == "one":
        word = yield from table.ask(hero.seat, [*(f"reward {i}" for i, _ in left), "nothing"])
        left = [pair for pair in left if word == f"reward {pair[0]}"]
    for _, effect in left:
        if effect["do"] in ("heal", "gain_focus"):
            effects.help_hero(t, hero, effect)
        else:
            yield from _reward(t, hero, effect)


def _reward(t: table.Table, hero: table.Hero, effect: dict[str, Any]) -> Any:
    """A reward is never forced on the hero: cards may be left, rooms unrevealed."""
    if effect["do"] == "reveal":
        word = yield from table.ask(hero.seat, ["reveal", "leave"] if t.hidden else ["leave"])
        if word == "leave":
            return
    yield from effects.do_alone(t, hero, effect)


def _kill_minion(t: table.Table, hero: table.Hero, enemy: table.Enemy) -> Any:
    """Rules N-KILL-8, N-KILL-9, N-KILL-10."""
    t.minions.remove(enemy)
    t.minions_killed += 1
    t.gained = t.turns
    torch.up(t, t.rules["minion_torch"])
    yield from loot.discover(t, hero, "either", t.rules["minion_picks"])


def ward(t: table.Table) -> int:
    """The highest altar space that is still open, 0 for none: no marker comes there."""
    left = [space for space in t.mat["wards"][t.dispelled :] if space < max(t.markers)]
    return left[0] if left else 0


def can_be_hurt(t: table.Table, enemy: table.Enemy) -> bool:
    """A ward may protect the boss.  N-BOSS-7."""
    return enemy.kind != "boss" or bool(_able_to_move(t))


def _able_to_move(t: table.Table) -> list[int]:
    return [m for m in t.markers if m > ward(t) + 1 or (m > 0 and not ward(t))]


def _damage_boss(t: table.Table, hero: table.Hero, amount: int) -> Any:
    """Point by point, each from a marker that can move.  Rules N-BOSS-5 to N-BOSS-8, N-END-1."""
    for _ in range(amount):
        able = _able_to_move(t)
        if not able:
            return
        word = yield from table.ask(hero.seat, [f"strike {mark}" for mark in able])
        mark = int(word.split()[1])
        t.gained = t.turns
        t.markers.remove(mark)
        t.markers.append(mark - 1)
        t.markers.sort(reverse=True)
        if not any(t.markers):
            t.end = "boss defeated"
            raise table.GameOver
