"""What cards.toml and maps.toml may hold: the model that checks every card."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, model_validator

from simulate.core.game.cardmodel import Ranges, Sources, Strict, Word, check_names, refuse
from simulate.games.tactics.cards import pieces, vocabulary
from simulate.games.tactics.cards.abilities import (
    Ability,
    Effect,
    Effects,
    Spell,
    TacticAbility,
    check_effects,
)
from simulate.games.tactics.cards.maps import troubles
from simulate.mechanics.effects import check_carrier


class Tactic(Strict):
    """A tactic card; without an ability it can never be played.  Rule T-CARD-2."""

    name: Word
    abilities: Annotated[dict[str, TacticAbility], Field(max_length=1, default_factory=dict)]
    source: Sources
    ranges: Ranges


class Melee(Strict):
    """Damage, and dice rolled for Knock Back.  Rules T-MELEE-2, T-MELEE-4."""

    damage: Annotated[int, Field(ge=0, le=6)]
    dice: Annotated[int, Field(ge=0, le=3)]


class Missile(Strict):
    """Damage, range, and dice rolled for Misses.  Rule T-MISSILE-2."""

    damage: Annotated[int, Field(ge=0, le=6)]
    range: Annotated[int, Field(ge=1, le=9)]
    dice: Annotated[int, Field(ge=0, le=3)]


class SoloMissile(Strict):
    damage: Annotated[int, Field(ge=0, le=6)]
    range: Annotated[int, Field(ge=1, le=9)]


class SoloSpell(Strict):
    """power: more damage for each Power rolled."""

    damage: Annotated[int, Field(ge=0, le=6)]
    range: Annotated[int, Field(ge=1, le=9)]
    power: Annotated[int, Field(ge=0, le=3)]


class SoloSide(Strict):
    """The Solo Enemy side of a unit card.  Rule T-SOLO-3: no ammo, no mana."""

    health: Annotated[int, Field(ge=1, le=20)]
    movement: Annotated[int, Field(ge=1, le=9)]
    melee: Melee
    missile: SoloMissile | None = None
    spell: SoloSpell | None = None
    abilities: Annotated[dict[str, Ability], Field(max_length=2, default_factory=dict)]

    @model_validator(mode="after")
    def _asks_nobody(self) -> "SoloSide":
        for key, ability in self.abilities.items():
            who = f"on the solo side `{ability.name}`"
            check_carrier(who, ability.when, vocabulary.SOLO_MOMENTS, "abilities", key, "when")
            for effect in ability.effects:
                if effect.do not in vocabulary.SOLO_EFFECTS or effect.chooses:
                    raise refuse(
                        f"on the solo side `{effect.do}` would ask or give what a Solo Enemy "
                        "has not"
                    )
        return self


class Unit(Strict):
    """Both sides of a unit card.  Rules T-CARD-1, T-UNIT-1, T-MISSILE-1, T-SPELL-1."""

    model_config = ConfigDict(populate_by_name=True)

    name: Word
    of_class: Literal["fighter", "beast", "rogue", "wizard"] = Field(alias="class")
    health: Annotated[int, Field(ge=1, le=20)]
    movement: Annotated[int, Field(ge=1, le=9)]
    ammo: Annotated[int, Field(ge=1, le=9)] | None = None
    mana: Annotated[int, Field(ge=1, le=9)] | None = None
    melee: Melee
    missile: Missile | None = None
    spell: Spell | None = None
    abilities: Annotated[dict[str, Ability], Field(max_length=2, default_factory=dict)]
    solo: SoloSide
    source: Sources
    ranges: Ranges

    @model_validator(mode="after")
    def _of_its_class(self) -> "Unit":
        shoots, casts = self.of_class in vocabulary.SHOOTERS, self.of_class == "wizard"
        wanted = {"ammo": shoots, "missile": shoots, "mana": casts, "spell": casts}
        for key, must in wanted.items():
            if (getattr(self, key) is not None) != must:
                what = "needs" if must else "has no"
                raise refuse(f"a {self.of_class} {what} `{key}`")
        if (self.solo.missile is not None) != shoots or (self.solo.spell is not None) != casts:
            raise refuse(f"the solo side of a {self.of_class} attacks as its other side does")
        for key, ability in self.abilities.items():
            allowed = vocabulary.ABILITY_MOMENTS
            check_carrier(f"`{ability.name}`", ability.when, allowed, "abilities", key, "when")
        return self


class Bonus(Strict):
    """What a Solo Enemy card gives the unit that it activates.  Rule T-ENEMY-8."""

    damage: Annotated[int, Field(ge=0, le=3)] = 0
    movement: Annotated[int, Field(ge=0, le=4)] = 0
    climb: bool = False


class Monster(Strict):
    """What happens to the unit that meets it.  Rule T-DUNGEON-9."""

    name: Word
    effects: Effects

    @model_validator(mode="after")
    def _harms_who_meets_it(self) -> "Monster":
        check_effects(self.name, "met", self.effects)
        for effect in self.effects:
            if effect.do not in vocabulary.MONSTER_EFFECTS or effect.who != "self":
                raise refuse(f"`{self.name}`: a monster harms who meets it (`who` = self)")
        return self


class EnemyCard(Strict):
    """A Solo Enemy card.  Rules T-CARD-3, T-ENEMY-1, T-COMPASS-1."""

    activates: Literal["fighter", "beast", "rogue", "wizard", "leftmost"]
    compass: Literal["north", "east", "south", "west"]
    bonus: Bonus
    monster: Monster
    source: Sources
    ranges: Ranges


class Dungeon(Strict):
    """The inside of a box, and its crystal.  Rules T-CARD-4, T-DUNGEON-9 to T-DUNGEON-15."""

    name: Word
    spaces: Annotated[list[str], Field(min_length=1, max_length=5)]
    crystal: Annotated[list[Effect], Field(max_length=2, default_factory=list)]
    source: Sources
    ranges: Ranges

    @model_validator(mode="after")
    def _has_a_way(self) -> "Dungeon":
        grid = pieces.check_grid("spaces", self.spaces, tuple(vocabulary.DUNGEON))
        flat = [letter for row in grid for letter in row]
        for letter in "EX":
            if flat.count(letter) != 1:
                raise refuse(f"`{self.name}` must have one {vocabulary.DUNGEON[letter]} ({letter})")
        if not _leads_out(grid):
            raise refuse(
                f"`{self.name}`: no way leads from the entrance to the crystal that every class "
                "could go"
            )
        check_effects(self.name, "taken", self.crystal)
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


class CardsModel(Strict):
    """All cards, the pieces of the realm, and the maps.

    Rules T-PARTS-1 (units), T-PARTS-2 (tactic cards), T-PARTS-7 (scroll, boxes), T-PARTS-8
    (solo enemy cards), T-PARTS-9, T-DUNGEON-23 (dungeons).
    """

    units: Annotated[dict[str, Unit], Field(max_length=vocabulary.CAPACITY["units"])]
    tactics: Annotated[
        dict[str, Tactic], Field(min_length=1, max_length=vocabulary.CAPACITY["tactics"])
    ]
    enemy_cards: Annotated[
        dict[str, EnemyCard], Field(min_length=1, max_length=vocabulary.CAPACITY["enemy_cards"])
    ]
    dungeons: dict[str, Dungeon]
    scrolls: Annotated[dict[str, pieces.Scroll], Field(min_length=1)]
    boxes: dict[str, pieces.Box]
    maps: Annotated[dict[str, pieces.Map], Field(min_length=1)]

    @model_validator(mode="after")
    def _whole(self) -> "CardsModel":
        _check_ids("boxes", self.boxes)
        _check_ids("dungeons", self.dungeons)
        for section in ("units", "tactics", "dungeons"):
            check_names(section, getattr(self, section))
        for key, box in self.boxes.items():
            if key != "box_{}x{}".format(*box.size):
                what = f"boxes.{key} must have the size it is named after: {box.size}"
                raise refuse(what, "boxes", key)
        for of_class in vocabulary.CLASSES:
            count = sum(unit.of_class == of_class for unit in self.units.values())
            if count < 4:
                raise refuse(f"four players need four units of a class; {of_class}: {count}")
        for key, dungeon in self.dungeons.items():
            columns, rows = self.boxes[key].size
            grid = pieces.letters(dungeon.spaces)
            if (len(grid[0]), len(grid)) != (columns, rows):
                what = f"dungeons.{key} must have {columns} columns and {rows} rows"
                raise refuse(what, "dungeons", key)
            if key == vocabulary.LARGEST and dungeon.crystal:
                what = f"dungeons.{key}: the crystal of the largest dungeon has no bonus"
                raise refuse(what, "dungeons", key)
        for key, plan in self.maps.items():
            wrong = troubles(plan, self.scrolls, self.boxes)
            if wrong:
                raise refuse(f"maps.{key}: {'; '.join(wrong)}", "maps", key)
        return self


def _check_ids(section: str, entries: Mapping[str, Any]) -> None:
    """Rule T-PARTS-7: the six boxes, each with its dungeon."""
    for key in (*entries, *vocabulary.BOXES):
        if key not in vocabulary.BOXES or key not in entries:
            fault = "unknown" if key not in vocabulary.BOXES else "missing"
            raise refuse(f"{section} must be exactly {', '.join(vocabulary.BOXES)}; {fault}: {key}")


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
