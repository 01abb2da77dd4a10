"""What cards.toml may hold: the model that checks every card."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from simulate.core.errors import nearest
from simulate.core.game.cardmodel import Ranges, Sources, Strict, Word, check_names, refuse
from simulate.games.dungeons.cards import vocabulary
from simulate.games.dungeons.cards.abilities import (
    Ability,
    Action,
    BossAnswer,
    Effect,
    Reward,
    RoomFeature,
    TorchEffect,
    Trap,
    check_space,
)
from simulate.mechanics.effects import check_carrier

Dice = Annotated[int, Field(ge=1, le=3)]
Speed = Annotated[int, Field(ge=0, le=8)]
Defense = Annotated[int, Field(ge=1, le=9)]
Bonus = Annotated[int, Field(ge=-2, le=8)]


def _check_owned(abilities: Mapping[str, Ability]) -> None:
    for key, ability in abilities.items():
        allowed = vocabulary.OWNED
        check_carrier(f"`{ability.name}`", ability.when, allowed, "abilities", key, "when")


def _check_keys(what: str, entries: Mapping[str, Any], allowed: tuple[str, ...]) -> None:
    for key in entries:
        if key not in allowed:
            raise refuse(
                f"{what} has no `{key}`{nearest(key, allowed)}; allowed: {', '.join(allowed)}"
            )


class Hero(Strict):
    """A Hero Mat; loot in a hand covers the ability of that hand.

    Rules N-ATTR-1, N-ATTR-2, N-ATTR-3, N-ATTR-4, N-ATTR-5, N-EQUIP-4.
    """

    name: Word
    health: Annotated[int, Field(ge=1, le=9)]
    focus: Annotated[int, Field(ge=1, le=9)]
    speed: Annotated[int, Field(ge=1, le=8)]
    defense: Defense
    strength: Dice
    agility: Dice
    intellect: Dice
    abilities: Annotated[dict[str, Ability], Field(default_factory=dict)]
    source: Sources
    ranges: Ranges

    @model_validator(mode="after")
    def _fits(self) -> "Hero":
        _check_keys("a Hero Mat", self.abilities, vocabulary.SLOTS)
        _check_owned(self.abilities)
        return self


class GoblinAbilities(Strict):
    reward: Reward | None = None
    action: Action | None = None


class Goblin(Strict):
    """A kind of Goblin Card.  Rules N-KILL-2 (1 Health), N-ENEMY-2 (action)."""

    name: Word
    copies: Annotated[int, Field(ge=1, le=6)]
    speed: Speed
    defense: Defense
    abilities: GoblinAbilities = GoblinAbilities()
    source: Sources
    ranges: Ranges


class AgainstMinion(Strict):
    """A number by the kind of attack: minions tell melee from missiles and spells."""

    melee: Bonus
    ranged: Bonus


class MinionAbilities(Strict):
    action: Action | None = None


class Minion(Strict):
    """A Minion Card.  bonus_defense: besides its Defense, by the kind of attack; `ranged` is
    missiles, for spells ignore Defense.  Rules N-ATTACK-7, N-COUNTER-7.
    """

    name: Word
    health: Annotated[int, Field(ge=1, le=12)]
    speed: Speed
    defense: Defense
    bonus_defense: AgainstMinion
    modifier: AgainstMinion
    abilities: MinionAbilities = MinionAbilities()
    source: Sources
    ranges: Ranges


class BossModifiers(Strict):
    """The boss's modifier against each kind of attack; left out where an effect stands instead."""

    melee: Bonus | None = None
    missile: Bonus | None = None
    cast: Bonus | None = None


class BossAbilities(Strict):
    """melee, missile, cast: what such an attack costs the hero."""

    action: Action | None = None
    torch: TorchEffect | None = None
    melee: BossAnswer | None = None
    missile: BossAnswer | None = None
    cast: BossAnswer | None = None


class Boss(Strict):
    """A Boss Mat.  wards: spaces of its Health track with an Altar icon; spaces: the entrance
    first.  Rules N-BOSS-4, N-BOSS-7, N-LAIR-3, N-ANSWER-1.
    """

    name: Word
    speed: Speed
    defense: Defense
    modifier: BossModifiers
    wards: Annotated[list[Annotated[int, Field(ge=1, le=11)]], Field(max_length=vocabulary.WARDS)]
    spaces: Annotated[
        list[Annotated[list[Effect], Field(max_length=2)]],
        Field(min_length=vocabulary.SPACES, max_length=vocabulary.SPACES),
    ]
    abilities: BossAbilities = BossAbilities()
    source: Sources
    ranges: Ranges

    @model_validator(mode="after")
    def _fits(self) -> "Boss":
        if self.wards != sorted(set(self.wards), reverse=True):
            raise refuse(f"wards stand once each, from the top down (found {self.wards})")
        for effects in self.spaces:
            check_space(effects)
        for kind in vocabulary.ATTACKS:
            if getattr(self.modifier, kind) is None and getattr(self.abilities, kind) is None:
                raise refuse(f"`{self.name}` needs a modifier or an answer against {kind}")
        return self


class Features(Strict):
    trap: Trap | None = None
    search: RoomFeature | None = None


class DungeonCard(Strict):
    """A Dungeon Card; corridors: the sides that are open as printed.

    goblin: a Goblin Encounter.  Rules N-SETUP-1, N-EXPLORE-2, N-DANGER-1.
    """

    name: Word
    kind: Literal["entrance", "room", "encounter", "lair_door"]
    corridors: Annotated[
        list[Literal["north", "east", "south", "west"]], Field(min_length=1, max_length=4)
    ]
    goblin: bool = False
    portal: bool = False
    abilities: Features = Features()
    source: Sources
    ranges: Ranges

    @model_validator(mode="after")
    def _fits(self) -> "DungeonCard":
        if self.corridors != [side for side in vocabulary.SIDES if side in self.corridors]:
            raise refuse(
                f"corridors stand once each, in the order {', '.join(vocabulary.SIDES)} "
                f"(found {', '.join(self.corridors)})"
            )
        features = (self.abilities.trap, self.abilities.search)
        if self.kind != "room" and (self.goblin or self.portal or any(features)):
            raise refuse(f"a card of the kind {self.kind} has no features of a room")
        if all(features):
            raise refuse("a room has a trap or something to search, not both")
        if self.goblin and self.abilities.trap:
            raise refuse("a room has a goblin encounter or a trap, not both")
        return self


class Loot(Strict):
    """A Loot Card.  Rules N-LOOT-2 (kinds), N-SETS-1 (sets)."""

    name: Word
    kind: Literal["hand", "garb", "trinket"]
    set: str | None = None
    abilities: Annotated[dict[str, Ability], Field(max_length=2, default_factory=dict)]
    source: Sources
    ranges: Ranges

    @model_validator(mode="after")
    def _fits(self) -> "Loot":
        _check_owned(self.abilities)
        return self


class Spell(Strict):
    """A Spell Card.  Rules N-LOOT-3, N-CAST-1."""

    name: Word
    abilities: Annotated[dict[str, Ability], Field(max_length=2, default_factory=dict)]
    source: Sources
    ranges: Ranges

    @model_validator(mode="after")
    def _fits(self) -> "Spell":
        _check_owned(self.abilities)
        return self


class LegendarySet(Strict):
    """A Legendary Set: what two, three and four pieces do; only the highest counts.

    Rules N-SETS-2, N-SETS-3, N-SETS-4, N-SETS-5.
    """

    name: Word
    abilities: Annotated[dict[str, Ability], Field(default_factory=dict)]
    source: Sources
    ranges: Ranges

    @model_validator(mode="after")
    def _fits(self) -> "LegendarySet":
        _check_keys("a set", self.abilities, vocabulary.PIECES)
        for ability in self.abilities.values():
            if ability.when not in ("always", *vocabulary.BY_ITSELF):
                raise refuse(
                    f"the bonus of a set works by itself; when = {ability.when!r} is asked for"
                )
        return self


class Starts(Strict):
    heroes_2: Annotated[int, Field(ge=1, le=vocabulary.TRACK)]
    heroes_3: Annotated[int, Field(ge=1, le=vocabulary.TRACK)]
    heroes_4: Annotated[int, Field(ge=1, le=vocabulary.TRACK)]


Spaces = Annotated[
    list[Annotated[int, Field(ge=1, le=vocabulary.TRACK)]], Field(max_length=vocabulary.TRACK)
]


class TorchMat(Strict):
    """One side of the Torch Mat; a space is named by the steps from it to the skull.

    Rules N-TORCH-1, N-TORCH-2, N-TORCH-3.
    """

    name: Word
    starts: Starts
    goblins: Spaces
    enemy_actions: Spaces
    source: Sources
    ranges: Ranges

    @model_validator(mode="after")
    def _fits(self) -> "TorchMat":
        for name in ("goblins", "enemy_actions"):
            spaces = getattr(self, name)
            if spaces != sorted(set(spaces), reverse=True):
                raise refuse(f"`{name}` stand once each, from the top down (found {spaces})")
        both = sorted(set(self.goblins) & set(self.enemy_actions))
        if both:
            raise refuse(f"a space has one event; {both[0]} has a goblin and an enemy action")
        return self


class CardsModel(Strict):
    """All of cards.toml.

    Rules N-PARTS-1 (heroes), N-PARTS-2 (torch), N-PARTS-3 (dungeon), N-PARTS-4 (loot),
    N-PARTS-5 (spells), N-PARTS-6 (goblins), N-PARTS-7 (minions), N-PARTS-8 (bosses).
    """

    heroes: Annotated[
        dict[str, Hero],
        Field(min_length=vocabulary.SEATS, max_length=vocabulary.CAPACITY["heroes"]),
    ]
    goblins: Annotated[
        dict[str, Goblin], Field(min_length=1, max_length=vocabulary.CAPACITY["goblins"])
    ]
    minions: Annotated[
        dict[str, Minion],
        Field(min_length=vocabulary.SEATS, max_length=vocabulary.CAPACITY["minions"]),
    ]
    bosses: Annotated[
        dict[str, Boss], Field(min_length=1, max_length=vocabulary.CAPACITY["bosses"])
    ]
    dungeon: Annotated[
        dict[str, DungeonCard], Field(min_length=10, max_length=vocabulary.CAPACITY["dungeon"])
    ]
    loot: Annotated[dict[str, Loot], Field(min_length=1, max_length=vocabulary.CAPACITY["loot"])]
    spells: Annotated[
        dict[str, Spell], Field(min_length=1, max_length=vocabulary.CAPACITY["spells"])
    ]
    sets: Annotated[
        dict[str, LegendarySet], Field(min_length=0, max_length=vocabulary.CAPACITY["sets"])
    ]
    torch: dict[str, TorchMat]

    @model_validator(mode="after")
    def _whole(self) -> "CardsModel":
        _check_keys("the Torch Mat", self.torch, ("act_1", "act_2"))
        if len(self.torch) != 2:
            raise refuse("the Torch Mat has the sides act_1 and act_2")
        _check_dungeon(self.dungeon)
        _check_sets(self.loot, self.sets)
        for section in type(self).model_fields:
            check_names(section, getattr(self, section))
        return self


def _check_dungeon(cards: Mapping[str, DungeonCard]) -> None:
    """Rule N-SETUP-1: one Entrance, one Lair Door, an encounter for each hero."""
    kinds = Counter(card.kind for card in cards.values())
    for kind in ("entrance", "lair_door"):
        if kinds[kind] != 1:
            raise refuse(f"the dungeon has one card of the kind {kind} (found {kinds[kind]})")
    if kinds["encounter"] < vocabulary.SEATS:
        raise refuse(
            f"the dungeon needs {vocabulary.SEATS} encounters (found {kinds['encounter']})"
        )


def _check_sets(loot: Mapping[str, Loot], sets: Mapping[str, LegendarySet]) -> None:
    for key, card in loot.items():
        if card.set is not None and card.set not in sets:
            raise refuse(f"loot.{key} belongs to no set{nearest(card.set, list(sets))}")


def check_rules(rules: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What parameters have against each other: (path, sentence) for each trouble."""
    cells = (2 * rules["grid_reach"] + 1) ** 2
    fewest = min(_dungeon_size(rules, heroes) for heroes in range(2, vocabulary.SEATS + 1))
    if fewest > cells:
        what = (
            f"`rules.grid_reach` leaves {cells} places, and the smallest dungeon has {fewest} "
            "cards; raise it, or take fewer rooms"
        )
        yield "rules.grid_reach", what


def check_setting(
    rules: Mapping[str, Any], cards: CardsModel, setting: Mapping[str, Any]
) -> Iterator[tuple[str, str]]:
    """Whether there are rooms for the three decks of so many heroes.  Rules N-SETUP-2 to -4."""
    heroes = setting["heroes"]
    needed = _rooms_needed(rules, heroes)
    rooms = sum(card.kind == "room" for card in cards.dungeon.values())
    if needed > rooms:
        what = f"the Dungeon Deck of {heroes} heroes needs {needed} rooms; cards.toml has {rooms}"
        yield "rules.deck_b_rooms", what


def _rooms_needed(rules: Mapping[str, Any], heroes: int) -> int:
    """Rooms in the decks A, B and C."""
    first = rules[f"deck_a_rooms.heroes_{heroes}"]
    return int(first + heroes * rules["deck_b_rooms"] + rules["deck_c_rooms"])


def _dungeon_size(rules: Mapping[str, Any], heroes: int) -> int:
    """Cards of the dungeon, with Entrance, encounters and Lair Door."""
    return 1 + _rooms_needed(rules, heroes) + heroes + 1
