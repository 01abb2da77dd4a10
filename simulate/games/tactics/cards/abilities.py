"""Effects, abilities and spells as cards.toml writes them.

An ability says when it works (`when`), of which attacks (`with`), on what condition (`if`), and
one or two effects.  Any effect goes with any card whose moments allow it, so that a new card
needs no code.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, Field, model_validator

from simulate.core.cardmodel import Spoken, refuse
from simulate.core.errors import nearest
from simulate.games.tactics.cards.pieces import MODEL, Word
from simulate.games.tactics.cards.vocabulary import (
    AROUND,
    CHOSEN,
    CONDITIONS,
    EFFECTS,
    KEYS,
    MOMENTS,
    NEAR,
    NONE,
    POWER,
    POWERED,
    TACTIC_MOMENTS,
    WHO,
    WITH,
    WITH_KIND,
    WITH_OTHER,
    WORDS,
    EffectSpec,
)


class Effect(Spoken):
    """One effect; what it takes is said by its entry in `EFFECTS`."""

    vocabulary = EFFECTS

    amount: int | None = None
    power: int | None = None
    who: str | None = None
    within: int | None = None
    of: str | None = None
    way: str | None = None
    terrain: str | None = None
    resource: str | None = None
    reach: str | None = None

    @property
    def spec(self) -> EffectSpec:
        return EFFECTS[self.do]

    @model_validator(mode="after")
    def _fits_vocabulary(self) -> "Effect":
        self._check_number("amount", self.spec.amount)
        self._check_word("who", self.spec.who)
        for key in WORDS:
            if key != "of":
                self._check_word(key, self.spec.words.get(key, ()))
        self._check_around()
        if self.power is not None:
            self._check_number("power", POWER if self.do in POWERED else None)
        return self

    def _check_number(self, key: str, bounds: tuple[int, int] | None) -> None:
        found = getattr(self, key)
        if bounds is None:
            if found is not None:
                raise refuse(f"`{self.do}` does not take `{key}`; {self._takes()}", key)
        elif found is None or not bounds[0] <= found <= bounds[1]:
            fault = "it is missing" if found is None else f"found {found}"
            what = f"`{self.do}` takes `{key}` from {bounds[0]} to {bounds[1]} ({fault})"
            raise refuse(what, key)

    def _check_word(self, key: str, allowed: tuple[str, ...]) -> None:
        found = getattr(self, key)
        if not allowed:
            if found is not None:
                raise refuse(f"`{self.do}` does not take `{key}`; {self._takes()}", key)
        elif found not in allowed:
            raise refuse(
                f"`{self.do}` takes `{key}` = {', '.join(allowed)} "
                f"(found {found!r}{nearest(found or '', allowed)})",
                key,
            )

    def _takes(self) -> str:
        taken = [key for key in KEYS if key in self.spec.words]
        taken += ["amount"] * bool(self.spec.amount) + ["who"] * bool(self.spec.who)
        return f"it takes {', '.join(f'`{key}`' for key in taken) or 'nothing'}"

    def _check_around(self) -> None:
        """`within` and `of` go with units that are looked for around one."""
        if self.within is not None:
            if self.who not in AROUND:
                raise refuse(f"`within` goes with `who` = {', '.join(AROUND)}")
            self._check_number("within", NEAR)
        if self.of is not None:
            if self.within is None:
                raise refuse("`of` says from where `within` is counted, which is missing")
            self._check_word("of", tuple(WORDS["of"]))

    @property
    def chooses(self) -> bool:
        """Whether the owner is asked."""
        return self.who in CHOSEN or self.way == "any" or self.do == "step"

    @property
    def speaks_of_other(self) -> bool:
        return self.who == "other" or self.of == "other" or self.do == "steal"

    def row(self) -> tuple[int, ...]:
        """do, amount, power, who, within, of, word; NONE for what it does not say."""
        named = [
            list(WORDS[key]).index(word)
            for key in WORDS
            if key != "of" and (word := getattr(self, key))
        ]
        return (
            list(EFFECTS).index(self.do),
            NONE if self.amount is None else self.amount,
            self.power or 0,
            NONE if self.who is None else list(WHO).index(self.who),
            NONE if self.within is None else self.within,
            list(WORDS["of"]).index(self.of or "self"),
            named[0] if named else NONE,
        )


Effects = Annotated[list[Effect], Field(min_length=1, max_length=2)]


def check_moment(name: str, when: str, effects: list[Effect]) -> None:
    """Refuse effects that do not go with a moment, or speak of a unit that it has not."""
    for effect in effects:
        if when not in effect.spec.when:
            raise refuse(
                f"`{name}`: `{effect.do}` does not go with when = {when!r}; "
                f"it goes with {', '.join(effect.spec.when)}"
            )
        if effect.speaks_of_other and when not in WITH_OTHER:
            raise refuse(f"`{name}`: when = {when!r} has no `other` unit")
        if effect.power is not None and when != "cast":
            raise refuse(f"`{name}`: `power` goes with spells")
        if when == "captured" and (effect.who == "self" or effect.do in ("steal", "swap")):
            raise refuse(f"`{name}`: a captured unit is out of the game; take another `who`")
    for i, effect in enumerate(effects):
        if effect in effects[:i]:
            raise refuse(f"`{name}` says `{effect.do}` twice; raise its amount instead")


class Ability(BaseModel):
    """What a unit can do: a moment, and where it has them an attack kind and a condition."""

    model_config = {**MODEL, "populate_by_name": True}

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
        check_moment(self.name, self.when, self.effects)
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
        if self.when not in TACTIC_MOMENTS:
            raise refuse(
                f"a tactic card cannot have when = {self.when!r}"
                f"{nearest(self.when, TACTIC_MOMENTS)}; allowed: {', '.join(TACTIC_MOMENTS)}"
            )
        if self.turn != "own" and any(e.do in ("step", "extra_action") for e in self.effects):
            raise refuse(f"`{self.name}`: nobody moves or acts on another player's turn")
        return self


class Spell(BaseModel):
    """A Wizard's spell: one to three effects at a target within range.  Rule T-SPELL-1."""

    model_config = MODEL

    name: Word
    aim: Literal["enemy", "friend", "self"]
    range: Annotated[int, Field(ge=1, le=9)] | None = None
    effects: Annotated[list[Effect], Field(min_length=1, max_length=3)]

    @model_validator(mode="after")
    def _aimed(self) -> "Spell":
        check_moment(self.name, "cast", self.effects)
        if (self.range is None) != (self.aim == "self"):
            raise refuse(f"`{self.name}`: a spell has a range unless it is aimed at nobody")
        if self.aim == "self" and any(effect.speaks_of_other for effect in self.effects):
            raise refuse(f"`{self.name}` is aimed at nobody, so there is no `other` unit")
        harmful = any(e.do in ("damage", "weaken", "drain", "steal") for e in self.effects)
        if self.aim == "friend" and harmful:
            raise refuse(f"`{self.name}` is aimed at a friend and would harm somebody")
        if self.aim == "enemy" and not any(e.speaks_of_other for e in self.effects):
            raise refuse(f"`{self.name}` is aimed at an enemy and does nothing to it")
        if all(effect.power is None for effect in self.effects):
            raise refuse(f"`{self.name}`: powering it up would do nothing; say `power`")
        return self

    @property
    def is_attack(self) -> bool:
        """Rule T-SPELL-7: aimed at an enemy, or dealing damage around the Wizard."""
        return self.aim == "enemy" or any(effect.do == "damage" for effect in self.effects)
