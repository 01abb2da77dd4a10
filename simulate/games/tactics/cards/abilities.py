"""Effects, abilities and spells as cards.toml writes them.

An ability says when it works (`when`), of which attacks (`with`), on what condition (`if`), and
one or two effects.  Any effect goes with any card whose moments allow it, so that a new card
needs no code.
"""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, model_validator

from simulate.core.errors import nearest
from simulate.core.game.cardmodel import Strict, Word, refuse
from simulate.games.tactics.cards.vocabulary import (
    AROUND,
    CHOSEN,
    CONDITIONS,
    EFFECTS,
    MOMENTS,
    TACTIC_MOMENTS,
    WITH,
    WITH_KIND,
    WITH_OTHER,
)
from simulate.mechanics.effects import check_carrier, check_moment, check_once

Said: Any = EFFECTS.model()


class Effect(Said):
    """One effect; what it takes is said by its entry in `EFFECTS`."""

    @model_validator(mode="after")
    def _looks_around_something(self) -> "Effect":
        """`within` and `of` go with units that are looked for around one."""
        if self.within is not None and self.who not in AROUND:
            raise refuse(f"`within` goes with `who` = {', '.join(AROUND)}")
        if self.of is not None and self.within is None:
            raise refuse("`of` says from where `within` is counted, which is missing")
        return self

    @property
    def chooses(self) -> bool:
        """Whether the owner is asked."""
        return self.who in CHOSEN or self.way == "any" or self.do == "step"

    @property
    def speaks_of_other(self) -> bool:
        return self.who == "other" or self.of == "other" or self.do == "steal"


Effects = Annotated[list[Effect], Field(min_length=1, max_length=2)]


def check_effects(name: str, when: str, effects: list[Effect]) -> None:
    """Refuse effects that do not go with a moment, or speak of a unit that it has not."""
    check_moment(when, effects)
    check_once(effects)
    for effect in effects:
        if effect.speaks_of_other and when not in WITH_OTHER:
            raise refuse(f"`{name}`: when = {when!r} has no `other` unit")
        if effect.power is not None and when != "cast":
            raise refuse(f"`{name}`: `power` goes with spells")
        if when == "captured" and (effect.who == "self" or effect.do in ("steal", "swap")):
            raise refuse(f"`{name}`: a captured unit is out of the game; take another `who`")


class Ability(Strict):
    """What a unit can do: a moment, and where it has them an attack kind and a condition."""

    model_config = ConfigDict(populate_by_name=True)

    name: Word
    when: str
    kind: str | None = Field(default=None, alias="with")
    condition: str | None = Field(default=None, alias="if")
    effects: Effects

    @model_validator(mode="after")
    def _hangs_together(self) -> "Ability":
        if self.when not in MOMENTS:
            raise refuse(
                f"there is no moment {self.when!r}{nearest(self.when, list(MOMENTS))}; "
                f"allowed: {', '.join(MOMENTS)}"
            )
        check_effects(self.name, self.when, self.effects)
        self._check_kind()
        self._check_condition()
        return self

    def _kinds(self) -> tuple[str, ...]:
        """Words that `with` may have here."""
        if self.when in WITH_KIND:
            return tuple(WITH)
        common = [set(effect.spec.kinds) for effect in self.effects if effect.spec.kinds]
        return tuple(word for word in WITH if common and all(word in some for some in common))

    def _check_kind(self) -> None:
        allowed = self._kinds()
        if self.kind is None:
            if allowed:
                raise refuse(f"`{self.name}` must say `with` = {', '.join(allowed)}")
        elif self.kind not in allowed:
            takes = f"it takes {', '.join(allowed)}" if allowed else "it takes none"
            raise refuse(f"`{self.name}` does not take `with` = {self.kind!r}; {takes}")

    def _check_condition(self) -> None:
        if self.condition is None:
            return
        if self.condition not in CONDITIONS:
            raise refuse(
                f"there is no condition {self.condition!r}"
                f"{nearest(self.condition, list(CONDITIONS))}; allowed: {', '.join(CONDITIONS)}"
            )
        if self.condition.startswith("other_") and not self._knows_other():
            raise refuse(f"`{self.name}`: there is no other unit that `if` could ask about")
        if self.when == "captured" and self.condition.startswith("self_"):
            raise refuse(f"`{self.name}`: a captured unit stands nowhere")

    def _knows_other(self) -> bool:
        if self.when == "always":
            return all(effect.spec.other for effect in self.effects)
        return self.when in WITH_OTHER


class TacticAbility(Ability):
    """IF and THEN of a tactic card.  Rules T-TACTIC-1, T-TACTIC-3 (whose turn)."""

    turn: Literal["own", "others", "any"]

    @model_validator(mode="after")
    def _moment_of_a_card(self) -> "TacticAbility":
        check_carrier("a tactic card", self.when, TACTIC_MOMENTS, "when")
        if self.turn != "own" and any(e.do in ("step", "extra_action") for e in self.effects):
            raise refuse(f"`{self.name}`: nobody moves or acts on another player's turn")
        return self


class Spell(Strict):
    """A Wizard's spell: one to three effects at a target within range.  Rule T-SPELL-1."""

    name: Word
    aim: Literal["enemy", "friend", "self"]
    range: Annotated[int, Field(ge=1, le=9)] | None = None
    effects: Annotated[list[Effect], Field(min_length=1, max_length=3)]

    @model_validator(mode="after")
    def _aimed(self) -> "Spell":
        check_effects(self.name, "cast", self.effects)
        if (self.range is None) != (self.aim == "self"):
            raise refuse(f"`{self.name}`: a spell has a range unless it is aimed at nobody")
        if self.aim == "self" and any(effect.speaks_of_other for effect in self.effects):
            raise refuse(f"`{self.name}` is aimed at nobody, so there is no `other` unit")
        harmful = any(e.do in ("damage", "weaken", "drain", "steal") for e in self.effects)
        if self.aim == "friend" and harmful:
            raise refuse(f"`{self.name}` is aimed at a friend and would harm somebody")
        if self.aim == "enemy" and not any(e.speaks_of_other for e in self.effects):
            raise refuse(f"`{self.name}` is aimed at an enemy and does nothing to it")
        powered = [effect for effect in self.effects if "power" in effect.spec.takes]
        if powered and all(effect.power is None for effect in powered):
            raise refuse(f"`{self.name}`: powering it up would do nothing; say `power`")
        return self

    @property
    def is_attack(self) -> bool:
        """Rule T-SPELL-7: aimed at an enemy, or dealing damage around the Wizard."""
        return self.aim == "enemy" or any(effect.do == "damage" for effect in self.effects)
