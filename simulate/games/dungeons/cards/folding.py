"""Abilities folded into tables, so that no kernel searches a card.

Every ability of every card has a number.  What it does once (damage, healing, cards) are rows
of effects; what it changes while it works (dice, results, Defense) is added up in tables with
the index [ability, ...], so that a hero's own change is a sum over the abilities in force.
"""

from collections.abc import Callable, Iterable
from typing import Any

from simulate.games.dungeons.cards import abilities
from simulate.games.dungeons.cards.codes import (
    CHECK,
    DANGER,
    ORDER,
    REACH,
    SKILL,
    WHEN,
    WHO,
)
from simulate.games.dungeons.cards.vocabulary import (
    BEFORE_ROLL,
    EFFECTS,
    KINDS,
    NONE,
    ONCE,
    SKILLS,
    STRIKES,
)
from simulate.mechanics import effects

AIMED = ("one_enemy", "all_enemies", "one_hero")


class AbilityRows:
    """Enters abilities and their effects one after another; `names` are the ids of abilities."""

    def __init__(self, tables: Any, names: list[str]) -> None:
        self.t = tables
        self.names = names
        self.effects = effects.EffectTable(tables, EFFECTS, "effect")

    def owned(self, path: str, ability: abilities.Ability) -> int:
        """An ability of a hero, of loot, a spell or a set; its number."""
        row = self._row(path, ability.when, ability.effects)
        t = self.t
        t["ability_skill"][row] = SKILL[ability.skill] if ability.skill else NONE
        t["ability_target"][row] = ability.target or 0
        t["ability_bonus"][row] = ability.bonus or 0
        t["ability_focus"][row] = ability.focus
        t["ability_health"][row] = ability.health
        t["ability_reach"][row] = REACH[ability.reach] if ability.reach else NONE
        t["ability_range"][row] = ability.range or 0
        t["ability_who"][row] = self._bonus_for(ability.effects)
        for who in AIMED:
            t[f"ability_{who}"][row] = any(effect.who == who for effect in ability.effects)
        t["ability_attacks"][row] = any(effect.do in STRIKES for effect in ability.effects)
        return row

    def action(self, path: str, action: abilities.Action) -> int:
        row = self._row(path, "act", action.effects)
        self.t["ability_range"][row] = action.range
        self.t["ability_order"][row] = ORDER[action.order]
        return row

    def torch(self, path: str, torch: abilities.TorchEffect) -> int:
        row = self._row(path, "torch", torch.effects)
        self.t["ability_range"][row] = torch.range
        return row

    def answer(self, path: str, answer: abilities.BossAnswer) -> int:
        return self._row(path, "counter", answer.effects)

    def reward(self, path: str, reward: abilities.Reward) -> int:
        row = self._row(path, "reward", reward.effects)
        self.t["ability_take_one"][row] = reward.take == "one"
        return row

    def search(self, path: str, search: abilities.RoomFeature) -> tuple[int, int]:
        """(what success brings, what failure brings or NONE)"""
        row = self._row(path, "search", search.effects)
        self.t["ability_skill"][row] = SKILL[search.skill] if search.skill else NONE
        self.t["ability_target"][row] = search.target or 0
        self.t["ability_focus"][row] = search.focus
        self.t["ability_health"][row] = search.health
        return row, self._row(f"{path}.fail", "fail", search.fail) if search.fail else NONE

    def space(self, path: str, said: list[abilities.Effect]) -> tuple[int, int]:
        """(bonus while there, what happens at the end of a movement), NONE for what it lacks."""
        standing = [effect for effect in said if effect.is_modifier]
        ending = [effect for effect in said if not effect.is_modifier]
        return (
            self._row(path, "always", standing) if standing else NONE,
            self._row(f"{path}.end", "end_move", ending) if ending else NONE,
        )

    def _row(self, path: str, when: str, said: list[abilities.Effect]) -> int:
        row = len(self.names)
        self.names.append(path)
        t = self.t
        t["ability_when"][row] = WHEN[when]
        t["ability_skill"][row] = NONE
        t["ability_reach"][row] = NONE
        t["ability_who"][row] = NONE
        deeds = [effect for effect in said if not effect.is_modifier]
        t["ability_first"][row], t["ability_count"][row] = self.effects.enter(deeds)
        modifiers = [effect for effect in said if effect.is_modifier]
        for effect in modifiers:
            FOLD[effect.do](t, row, effect)
            t["ability_modifies"][row] = 1
            t["ability_before_roll"][row] = effect.do in BEFORE_ROLL
            t["ability_once"][row] = all(e.do in ONCE for e in modifiers)
        return row

    def _bonus_for(self, said: Iterable[abilities.Effect]) -> int:
        """Who gets the bonuses of an ability; the model holds that it is one word."""
        whose = [WHO[effect.who or "self"] for effect in said if effect.is_modifier]
        return whose[0] if whose else NONE


def _skills(effect: abilities.Effect) -> range | list[int]:
    code = SKILL[effect.skill]
    return range(len(SKILLS)) if code == SKILL.ANY else [code]


def _checks(effect: abilities.Effect, most: int = len(CHECK)) -> list[int]:
    """Codes of the kinds of check that an effect is about, below `most`."""
    kinds = [CHECK[kind] for kind in KINDS[effect.on] if kind in CHECK]
    return [code for code in kinds if code < most]


def _add_result(t: Any, row: int, effect: abilities.Effect) -> None:
    for skill in _skills(effect):
        t["result"][row, skill, _checks(effect)] += effect.amount


def _add_dice(t: Any, row: int, effect: abilities.Effect) -> None:
    for skill in _skills(effect):
        t["dice"][row, skill, _checks(effect)] += effect.amount


def _by_attack(name: str) -> Callable[[Any, int, abilities.Effect], None]:
    """Adds the amount (1 if it has none) for the kinds of attack that a table knows."""

    def fold(t: Any, row: int, effect: abilities.Effect) -> None:
        amount = 1 if effect.amount is None else effect.amount
        t[name][row, _checks(effect, t[name].shape[1])] += amount

    return fold


def _soften(t: Any, row: int, effect: abilities.Effect) -> None:
    dangers = [DANGER[kind] for kind in KINDS[effect.on] if kind in DANGER]
    t["soften"][row, dangers] += effect.amount


def _add_speed(t: Any, row: int, effect: abilities.Effect) -> None:
    t["speed"][row] += effect.amount


def _stealth(t: Any, row: int, effect: abilities.Effect) -> None:
    t["stealth"][row] = 1


# What each modifier adds to the tables of [ability, ...], in place.
FOLD: dict[str, Callable[[Any, int, abilities.Effect], None]] = {
    "add_result": _add_result,
    "add_dice": _add_dice,
    "add_damage": _by_attack("damage"),
    "add_defense": _by_attack("defense"),
    "add_speed": _add_speed,
    "reroll": _by_attack("reroll"),
    "cheaper_change": _by_attack("cheaper"),
    "no_answer": _by_attack("no_answer"),
    "soften": _soften,
    "stealth": _stealth,
}
