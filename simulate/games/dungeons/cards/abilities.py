"""Effects and abilities: the words of a card, checked one by one and together.

An ability says when it works, what it costs, how far it reaches and what it does.  Any effect
goes with any ability whose moment it allows, so a new card needs no code.
"""

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from simulate.core.errors import nearest
from simulate.core.game.cardmodel import Strict, Word, refuse
from simulate.games.dungeons.cards.vocabulary import (
    BEFORE_ROLL,
    DANGERS,
    EFFECTS,
    FAR,
    MODIFIERS,
    MOMENTS,
    WEAPONS,
)
from simulate.mechanics.effects import check_moment, check_once

Focus = Annotated[int, Field(ge=0, le=8)]
Health = Annotated[int, Field(ge=0, le=5)]
Target = Annotated[int, Field(ge=2, le=9)]  # of a check; three dice make 9 at most with a plus
Range = Annotated[int, Field(ge=0, le=6)]
Skill = Literal["strength", "agility", "intellect"]
AnySkill = Literal["strength", "agility", "intellect", "any"]


Said: Any = EFFECTS.model()


class Effect(Said):
    """One effect of an ability; what it takes is said by its entry in `EFFECTS`."""

    @property
    def is_modifier(self) -> bool:
        return self.do in MODIFIERS

    @model_validator(mode="after")
    def _does_something(self) -> "Effect":
        if self.amount == 0 and self.do != "attack" and not self.plus_goblins:
            raise refuse(f"`{self.do}` with an `amount` of 0 does nothing")
        return self


Effects = Annotated[list[Effect], Field(min_length=1, max_length=3)]


def check_effects(when: str, effects: list[Effect]) -> None:
    """Refuse effects that do not go with the moment, or that say the same twice."""
    check_moment(when, effects)
    check_once(effects)


class Ability(Strict):
    """An ability of a hero mat, of loot, a spell or a set.  Rules N-CARD-1, N-FREE-10, N-FREE-11.

    skill, target: the check of `cast`, or the skill of a weapon; bonus: a weapon's modifier;
    focus, health: the price; reach, range: who is found.
    """

    name: Word
    when: str
    skill: Skill | None = None
    target: Target | None = None
    bonus: Annotated[int, Field(ge=-3, le=4)] | None = None
    focus: Focus = 0
    health: Health = 0
    reach: Literal["room", "sight", "path"] | None = None
    range: Annotated[int, Field(ge=1, le=6)] | None = None
    effects: Annotated[list[Effect], Field(max_length=3, default_factory=list)]

    @model_validator(mode="after")
    def _hangs_together(self) -> "Ability":
        if self.when not in MOMENTS:
            raise refuse(f"there is no moment {self.when!r}{nearest(self.when, list(MOMENTS))}")
        self._check_keys()
        self._check_reach()
        check_effects(self.when, self.effects)
        if self.when in WEAPONS:
            if self.effects:
                raise refuse("a weapon has no effects; write them as a second ability of the card")
        elif not self.effects:
            raise refuse(f"an ability with when = {self.when!r} needs effects")
        self._check_sense()
        return self

    def _check_keys(self) -> None:
        wanted = {"melee": "skill bonus", "missile": "skill bonus", "cast": "skill target"}
        needed = wanted.get(self.when, "").split()
        for key in ("skill", "target", "bonus"):
            if (getattr(self, key) is not None) != (key in needed):
                must = "must say" if key in needed else "does not take"
                raise refuse(f"an ability with when = {self.when!r} {must} `{key}`")
        if (self.focus or self.health) and self.when not in ("cast", "free", "check"):
            raise refuse(f"an ability with when = {self.when!r} has no price")
        if self.health and self.when == "cast":
            raise refuse("a spell is paid in focus")

    def _check_reach(self) -> None:
        """A reach stands where somebody else may be meant, and a range where it is far."""
        if self.when == "missile":
            if self.reach is not None or self.range is None:
                raise refuse("a missile weapon has a `range` and no `reach`: it is line of sight")
            return
        far = any(effect.who in FAR for effect in self.effects)
        if far != (self.reach is not None):
            must = "must say" if far else "needs no"
            raise refuse(
                f"`{self.name}` {must} `reach`: it reaches {'others' if far else 'nobody'}"
            )
        if (self.range is not None) != (self.reach in ("sight", "path")):
            raise refuse("`range` goes with reach = 'sight' or 'path', and only with them")

    def _check_sense(self) -> None:
        """Refuse what the bounds allow and what would do nothing, or could not be told."""
        for effect in self.effects:
            if self.when in ("always", "check") and effect.who not in (None, "self"):
                raise refuse(f"with when = {self.when!r} a bonus is for the hero itself")
        if self.when == "check":
            sorts = {effect.do in BEFORE_ROLL for effect in self.effects}
            if len(sorts) > 1:
                raise refuse("more dice are paid before the roll, the rest after it; write two")
        for key, said in (
            ("who", {e.who or "self" for e in self.effects if e.is_modifier}),
            ("who", {e.who for e in self.effects if e.who in ("one_hero", "one_enemy")}),
        ):
            if len(said) > 1:
                raise refuse(f"`{self.name}` asks for more than one `{key}`: {', '.join(said)}")
        if self.when == "free" and not (self.focus or self.health):
            raise refuse("a Free Action without a price could be repeated for ever")


class EnemyAbility(Strict):
    """The action of an enemy, or what a boss does when it rolls the torch.

    range: rooms within which heroes are hit, 0 for its own.  Rules N-ENEMY-2, N-ENEMY-6.
    """

    name: Word
    range: Range
    effects: Effects


class Action(EnemyAbility):
    """order: attack if a hero is in range and else move, or move and then attack."""

    order: Literal["attack_or_move", "move_and_attack"]

    @model_validator(mode="after")
    def _fits(self) -> "Action":
        check_effects("act", self.effects)
        return self


class TorchEffect(EnemyAbility):
    """What the torch on the enemy die does besides.  Rule N-ANSWER-2."""

    @model_validator(mode="after")
    def _fits(self) -> "TorchEffect":
        check_effects("torch", self.effects)
        return self


class BossAnswer(Strict):
    """What an attack on a boss costs the hero in any case.  Rule N-ANSWER-1."""

    name: Word
    effects: Effects

    @model_validator(mode="after")
    def _fits(self) -> "BossAnswer":
        check_effects("counter", self.effects)
        return self


class Reward(Strict):
    """What killing a goblin brings.  Rules N-KILL-4, N-KILL-5, N-KILL-6.

    take: one of the effects, chosen, or all.
    """

    name: Word
    take: Literal["one", "all"]
    effects: Effects

    @model_validator(mode="after")
    def _fits(self) -> "Reward":
        check_effects("reward", self.effects)
        if any(effect.who in FAR for effect in self.effects):
            raise refuse("a reward is for the hero who killed the goblin")
        return self


class Trap(Strict):
    """A trap.  Rules N-DANGER-6, N-DANGER-7, N-DISARM-1."""

    name: Word
    evade: AnySkill
    evade_target: Target
    damage: Annotated[int, Field(ge=1, le=8)]
    disarm: AnySkill
    disarm_target: Target


class RoomFeature(Strict):
    """The feature of a room: a check, a price, or both.  Rules N-SEARCH-1, N-SEARCH-2, N-CARD-4.

    when: a Heroic Action (search), a Free Action, or at once on every entry.
    """

    name: Word
    when: Literal["search", "free", "entry"]
    skill: AnySkill | None = None
    target: Target | None = None
    focus: Focus = 0
    health: Health = 0
    effects: Effects
    fail: Annotated[list[Effect], Field(max_length=3, default_factory=list)]

    @model_validator(mode="after")
    def _fits(self) -> "RoomFeature":
        check_effects("search", self.effects)
        check_effects("fail", self.fail)
        if (self.skill is None) != (self.target is None):
            raise refuse("a check has both `skill` and `target`, or neither")
        if self.fail and self.skill is None:
            raise refuse("without a check nothing can `fail`")
        if self.skill is None and not (self.focus or self.health):
            raise refuse("a room's feature needs a check or a price")
        if self.when == "entry" and (self.focus or self.health):
            raise refuse("what happens at once on entry has no price")
        if self.when == "entry" and any(effect.do == "teleport" for effect in self.effects):
            raise refuse("two rooms that send on whoever enters could do so for ever")
        if any(effect.who in FAR for effect in self.effects):
            raise refuse("a room's feature is for the hero in it")
        return self


def check_space(effects: list[Effect]) -> None:
    """A space of the Boss Mat: bonuses while there, the rest at the end of a movement.

    Rules N-LAIR-6, N-LAIR-8.
    """
    for effect in effects:
        check_effects("always" if effect.is_modifier else "end_move", [effect])
        if effect.who not in (None, "self"):
            raise refuse("a space of the Boss Mat works on the hero who stands there")
        if effect.on in DANGERS or effect.do in ("stealth", "soften", "add_speed"):
            raise refuse(f"`{effect.do}` does nothing on the Boss Mat")
