"""What cards.toml and maps.toml may hold: the model that checks every card.

An ability says when it works (`when`), of which attacks (`with`), on what condition (`if`), and
one or two effects.  Any effect goes with any card whose moments allow it, so that a new card
needs no code.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, model_validator

from simulate.core.errors import nearest
from simulate.games.tactics.cards.maps import troubles
from simulate.games.tactics.cards.pieces import (
    MODEL,
    Box,
    Map,
    Scroll,
    Sources,
    Word,
    check_grid,
    letters,
    refuse,
)
from simulate.games.tactics.cards.vocabulary import (
    ABILITY_MOMENTS,
    AIMS,
    AROUND,
    BOXES,
    CAPACITY,
    CHOSEN,
    CLASSES,
    CONDITIONS,
    DUNGEON,
    EFFECTS,
    KEYS,
    LARGEST,
    MOMENTS,
    MONSTER_EFFECTS,
    NEAR,
    NONE,
    POWER,
    POWERED,
    SHOOTERS,
    SOLO_EFFECTS,
    SOLO_MOMENTS,
    TACTIC_MOMENTS,
    TURNS,
    WHO,
    WITH,
    WITH_KIND,
    WITH_OTHER,
    WORDS,
    EffectSpec,
)


class Effect(BaseModel):
    """One effect; what it takes is said by its entry in `EFFECTS`."""

    model_config = MODEL

    do: str
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
        if self.do not in EFFECTS:
            raise refuse(
                f"no effect is called `{self.do}`{nearest(self.do, list(EFFECTS))}; "
                f"allowed: {', '.join(EFFECTS)}"
            )
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
                raise refuse(f"`{self.do}` does not take `{key}`; {self._takes()}")
        elif found is None or not bounds[0] <= found <= bounds[1]:
            raise refuse(
                f"`{self.do}` takes `{key}` from {bounds[0]} to {bounds[1]} (found {found})"
            )

    def _check_word(self, key: str, allowed: tuple[str, ...]) -> None:
        found = getattr(self, key)
        if not allowed:
            if found is not None:
                raise refuse(f"`{self.do}` does not take `{key}`; {self._takes()}")
        elif found not in allowed:
            raise refuse(
                f"`{self.do}` takes `{key}` = {', '.join(allowed)} "
                f"(found {found!r}{nearest(found or '', allowed)})"
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


class Tactic(BaseModel):
    """A tactic card; without an ability it can never be played.  Rule T-CARD-2."""

    model_config = MODEL

    name: Word
    abilities: Annotated[dict[str, TacticAbility], Field(max_length=1)] = {}
    source: Sources


class Melee(BaseModel):
    """Damage, and dice rolled for Knock Back.  Rules T-MELEE-2, T-MELEE-4."""

    model_config = MODEL

    damage: Annotated[int, Field(ge=0, le=6)]
    dice: Annotated[int, Field(ge=0, le=3)]


class Missile(BaseModel):
    """Damage, range, and dice rolled for Misses.  Rule T-MISSILE-2."""

    model_config = MODEL

    damage: Annotated[int, Field(ge=0, le=6)]
    range: Annotated[int, Field(ge=1, le=9)]
    dice: Annotated[int, Field(ge=0, le=3)]


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


class SoloMissile(BaseModel):
    model_config = MODEL

    damage: Annotated[int, Field(ge=0, le=6)]
    range: Annotated[int, Field(ge=1, le=9)]


class SoloSpell(BaseModel):
    """power: more damage for each Power rolled."""

    model_config = MODEL

    damage: Annotated[int, Field(ge=0, le=6)]
    range: Annotated[int, Field(ge=1, le=9)]
    power: Annotated[int, Field(ge=0, le=3)]


class SoloSide(BaseModel):
    """The Solo Enemy side of a unit card.  Rule T-SOLO-3: no ammo, no mana."""

    model_config = MODEL

    health: Annotated[int, Field(ge=1, le=20)]
    movement: Annotated[int, Field(ge=1, le=9)]
    melee: Melee
    missile: SoloMissile | None = None
    spell: SoloSpell | None = None
    abilities: Annotated[dict[str, Ability], Field(max_length=2)] = {}

    @model_validator(mode="after")
    def _asks_nobody(self) -> "SoloSide":
        for ability in self.abilities.values():
            if ability.when not in SOLO_MOMENTS:
                raise refuse(
                    f"on the solo side `{ability.name}` cannot have when = {ability.when!r}; "
                    f"allowed: {', '.join(SOLO_MOMENTS)}"
                )
            for effect in ability.effects:
                if effect.do not in SOLO_EFFECTS or effect.chooses:
                    raise refuse(
                        f"on the solo side `{effect.do}` would ask or give what a Solo Enemy "
                        "has not"
                    )
        return self


class Unit(BaseModel):
    """Both sides of a unit card.  Rules T-CARD-1, T-UNIT-1, T-MISSILE-1, T-SPELL-1."""

    model_config = {**MODEL, "populate_by_name": True}

    name: Word
    of_class: Literal["fighter", "beast", "rogue", "wizard"] = Field(alias="class")
    health: Annotated[int, Field(ge=1, le=20)]
    movement: Annotated[int, Field(ge=1, le=9)]
    ammo: Annotated[int, Field(ge=1, le=9)] | None = None
    mana: Annotated[int, Field(ge=1, le=9)] | None = None
    melee: Melee
    missile: Missile | None = None
    spell: Spell | None = None
    abilities: Annotated[dict[str, Ability], Field(max_length=2)] = {}
    solo: SoloSide
    source: Sources

    @model_validator(mode="after")
    def _of_its_class(self) -> "Unit":
        shoots, casts = self.of_class in SHOOTERS, self.of_class == "wizard"
        wanted = {"ammo": shoots, "missile": shoots, "mana": casts, "spell": casts}
        for key, must in wanted.items():
            if (getattr(self, key) is not None) != must:
                what = "needs" if must else "has no"
                raise refuse(f"a {self.of_class} {what} `{key}`")
        if (self.solo.missile is not None) != shoots or (self.solo.spell is not None) != casts:
            raise refuse(f"the solo side of a {self.of_class} attacks as its other side does")
        for ability in self.abilities.values():
            if ability.when not in ABILITY_MOMENTS:
                raise refuse(
                    f"`{ability.name}` cannot have when = {ability.when!r}"
                    f"{nearest(ability.when, ABILITY_MOMENTS)}; allowed on a unit: "
                    f"{', '.join(ABILITY_MOMENTS)}"
                )
        return self


class Bonus(BaseModel):
    """What a Solo Enemy card gives the unit that it activates.  Rule T-ENEMY-8."""

    model_config = MODEL

    damage: Annotated[int, Field(ge=0, le=3)] = 0
    movement: Annotated[int, Field(ge=0, le=4)] = 0
    climb: bool = False


class Monster(BaseModel):
    """What happens to the unit that meets it.  Rule T-DUNGEON-9."""

    model_config = MODEL

    name: Word
    effects: Effects

    @model_validator(mode="after")
    def _harms_who_meets_it(self) -> "Monster":
        check_moment(self.name, "met", self.effects)
        for effect in self.effects:
            if effect.do not in MONSTER_EFFECTS or effect.who != "self":
                raise refuse(f"`{self.name}`: a monster harms who meets it (`who` = self)")
        return self


class EnemyCard(BaseModel):
    """A Solo Enemy card.  Rules T-CARD-3, T-ENEMY-1, T-COMPASS-1."""

    model_config = MODEL

    activates: Literal["fighter", "beast", "rogue", "wizard", "leftmost"]
    compass: Literal["north", "east", "south", "west"]
    bonus: Bonus
    monster: Monster
    source: Sources


class Dungeon(BaseModel):
    """The inside of a box, and its crystal.  Rules T-CARD-4, T-DUNGEON-9 to T-DUNGEON-15."""

    model_config = MODEL

    name: Word
    spaces: Annotated[list[str], Field(min_length=1, max_length=5)]
    crystal: Annotated[list[Effect], Field(max_length=2)] = []
    source: Sources

    @model_validator(mode="after")
    def _has_a_way(self) -> "Dungeon":
        grid = check_grid("spaces", self.spaces, tuple(DUNGEON))
        flat = [letter for row in grid for letter in row]
        for letter in "EX":
            if flat.count(letter) != 1:
                raise refuse(f"`{self.name}` must have one {DUNGEON[letter]} ({letter})")
        if not _leads_out(grid):
            raise refuse(
                f"`{self.name}`: no way leads from the entrance to the crystal that every class "
                "could go"
            )
        check_moment(self.name, "taken", self.crystal)
        return self


def _leads_out(grid: list[list[str]]) -> bool:
    """Whether a Fighter can get from E to X: no rock, locked door or magic barrier."""
    open_to = {
        (x, y): letter
        for y, row in enumerate(grid)
        for x, letter in enumerate(row)
        if letter not in "#LB"
    }
    edge = [at for at, letter in open_to.items() if letter == "E"]
    seen = set(edge)
    while edge:
        x, y = edge.pop()
        for step in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if step in open_to and step not in seen:
                seen.add(step)
                edge.append(step)
    return any(open_to[at] == "X" for at in seen)


class CardsModel(BaseModel):
    """All cards, the pieces of the realm, and the maps.

    Rules T-PARTS-1 (units), T-PARTS-2 (tactic cards), T-PARTS-7 (scroll, boxes), T-PARTS-8
    (solo enemy cards), T-PARTS-9, T-DUNGEON-23 (dungeons).
    """

    model_config = MODEL

    units: Annotated[dict[str, Unit], Field(max_length=CAPACITY["units"])]
    tactics: Annotated[dict[str, Tactic], Field(min_length=1, max_length=CAPACITY["tactics"])]
    enemy_cards: Annotated[
        dict[str, EnemyCard], Field(min_length=1, max_length=CAPACITY["enemy_cards"])
    ]
    dungeons: dict[str, Dungeon]
    scrolls: Annotated[dict[str, Scroll], Field(min_length=1)]
    boxes: dict[str, Box]
    maps: Annotated[dict[str, Map], Field(min_length=1)]

    @model_validator(mode="after")
    def _whole(self) -> "CardsModel":
        _check_ids("boxes", self.boxes)
        _check_ids("dungeons", self.dungeons)
        for of_class in CLASSES:
            found = sum(unit.of_class == of_class for unit in self.units.values())
            if found < 4:
                raise refuse(f"four players need four units of a class; {of_class}: {found}")
        for key, dungeon in self.dungeons.items():
            columns, rows = self.boxes[key].size
            grid = letters(dungeon.spaces)
            if (len(grid[0]), len(grid)) != (columns, rows):
                raise refuse(f"dungeons.{key} must have {columns} columns and {rows} rows")
            if key == LARGEST and dungeon.crystal:
                raise refuse(f"dungeons.{key}: the crystal of the largest dungeon has no bonus")
        for key, plan in self.maps.items():
            told = troubles(plan, self.scrolls, self.boxes)
            if told:
                raise refuse(f"maps.{key}: {'; '.join(told)}")
        return self


def _check_ids(section: str, found: Mapping[str, Any]) -> None:
    """Rule T-PARTS-7: the six boxes, each with its dungeon."""
    for key in (*found, *BOXES):
        if key not in BOXES or key not in found:
            fault = "unknown" if key not in BOXES else "missing"
            raise refuse(f"{section} must be exactly {', '.join(BOXES)}; {fault}: {key}")


def check_rules(rules: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What parameters have against each other: (path, sentence) for each trouble."""
    if rules["tactics_kept"] > rules["tactics_dealt"]:
        what = "`rules.tactics_kept` must not be above `rules.tactics_dealt`: nobody has more"
        yield "rules.tactics_kept", what
    if rules["tactics_kept"] > rules["tactics_hand"]:
        what = "`rules.tactics_kept` must not be above `rules.tactics_hand`: nobody may hold more"
        yield "rules.tactics_kept", what
    faces = ("knock_back_faces", "miss_faces", "power_faces")
    if rules["faces_share"] == "apart" and sum(rules[name] for name in faces) > 6:
        what = "the die has six faces: lower a count, or let `rules.faces_share` be `together`"
        yield "rules.faces_share", what


# Words that the tables and the documentation read from here.
SPELL_AIMS, TURN_WORDS = tuple(AIMS), tuple(TURNS)
