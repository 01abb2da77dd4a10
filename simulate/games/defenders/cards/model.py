"""What cards.toml may hold: the effect vocabulary and the model that checks every card.

An ability is a price, a moment (`when`) and one to three effects; an effect says what is
done (`do`), to which regions (`where`) or heroes (`who`), and how much (`amount`).  Any
effect goes with any card whose moments it allows, so a new card needs no code.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from simulate.core.errors import nearest

OUTER = ("coast", "desert", "forest", "mountains", "plains", "ruins")
REGIONS = ("capital", *OUTER)
ALL = 9  # an amount of 9 is "completely": no track is longer

# Moments, by the kind of card that may carry them.
HERO_MOMENTS = ("action", "move", "succor", "fight", "defend", "turn_start", "always")
REGION_MOMENTS = ("action", "turn_start")
ARTIFACT_MOMENTS = ("action", "free")
DIRE_MOMENTS = ("undefended", "always")
FOE_MOMENTS = ("round_end", "damaged", "turn_start", "always")
MOMENTS = (
    "action",
    "free",
    "move",
    "succor",
    "fight",
    "defend",
    "turn_start",
    "always",
    "undefended",
    "round_end",
    "damaged",
)

# Regions an effect may name; those marked "chosen" are chosen by the player.
WHERE = {
    "here": "the region in question: where the hero stands, is attacked, or the foe is",
    "adjacent": "one outer region next to it, chosen",
    "near": "it or one outer region next to it, chosen",
    "any": "one outer region, chosen",
    "neighbours": "every outer region next to it",
    "all": "every outer region",
    "calm": "every outer region at threat 0",
    "capital": "the Capital City",
    "anywhere": "no matter where",
}
WHO = {
    "self": "the hero whose card it is",
    "one_here": "one hero in the same region, chosen, also oneself",
    "one_near": "one hero in the same or an adjacent region, chosen, also oneself",
    "one_any": "one hero anywhere, chosen, also oneself",
    "other_here": "one other hero in the same region, chosen",
    "other_any": "one other hero anywhere, chosen",
    "here": "every hero in the region in question",
    "all": "every hero",
    "full_health": "every hero at full health",
    "most_health": "the hero with most health, ties by chance",
    "attacker": "the hero who damaged the foe",
}
CHOSEN_WHERE = ("adjacent", "near", "any")
CHOSEN_WHO = ("one_here", "one_near", "one_any", "other_here", "other_any")
# Effects that put a question to the players once the card is read to its end.
ASKING = ("peek", "arrange", "place_heroes", "push")
HELPFUL = ("action", "free", "move", "succor", "fight", "defend", "turn_start")
HARMFUL = ("undefended", "round_end", "damaged")


@dataclass(frozen=True)
class EffectSpec:
    """One word of the vocabulary.

    when: moments it may stand in; where, who: selectors it takes (none if empty);
    amount: bounds (low, high), or None if it has no amount; unit: of the amount;
    unique: why only one printed card uses it, empty for a shared effect.
    """

    meaning: str
    when: tuple[str, ...]
    where: tuple[str, ...] = ()
    who: tuple[str, ...] = ()
    amount: tuple[int, int] | None = None
    unit: str = ""
    flags: tuple[str, ...] = ()
    unique: str = ""


EFFECTS: dict[str, EffectSpec] = {
    "lower_threat": EffectSpec(
        "threat falls; a destroyed region stays as it is",
        HELPFUL,
        where=("here", "adjacent", "near", "any", "neighbours", "all", "capital"),
        amount=(1, ALL),
        unit="threat",
    ),
    "clear_threat": EffectSpec(
        "threat becomes 0; may restore a destroyed region (rules.hammer_restores)",
        ("action", "free"),
        where=("here",),
        unique="bound to two switches on what it does to destroyed regions and the Capital",
    ),
    "raise_threat": EffectSpec(
        "threat rises, step by step; a destroyed region passes it to the Capital City",
        HARMFUL,
        where=("here", "neighbours", "calm", "all", "capital"),
        amount=(1, 4),
        unit="threat",
    ),
    "heal": EffectSpec(
        "health rises, up to full",
        HELPFUL,
        who=("self", *CHOSEN_WHO, "here", "all"),
        amount=(1, ALL),
        unit="health",
    ),
    "lose_health": EffectSpec(
        "health falls, never below 0",
        HARMFUL,
        who=("here", "all", "full_health", "most_health", "attacker"),
        amount=(1, ALL),
        unit="health",
    ),
    "drop_health": EffectSpec(
        "health falls to the amount; lower health stays",
        HARMFUL,
        who=("here", "all", "full_health", "most_health", "attacker"),
        amount=(0, 4),
        unit="health",
        unique="only ENFEEBLEMENT sets a level instead of taking an amount",
    ),
    "travel": EffectSpec(
        "go up to so many regions (9: anywhere)",
        ("action", "free"),
        amount=(1, ALL),
        unit="regions",
    ),
    "send": EffectSpec(
        "another hero goes up to so many regions (9: anywhere)",
        ("action", "free"),
        who=("other_here", "other_any"),
        amount=(1, ALL),
        unit="regions",
    ),
    "carry": EffectSpec(
        "another hero in the same region comes along",
        ("move",),
        who=("other_here",),
        unique="only DEPLOY takes others along on a move",
    ),
    "damage_foe": EffectSpec(
        "the epic foe loses health",
        ("action", "free", "fight"),
        where=("here", "anywhere"),
        amount=(1, ALL),
        unit="damage",
    ),
    "move_foe": EffectSpec(
        "the epic foe moves to an outer region, chosen",
        ("action", "free"),
        where=("any", "adjacent"),
        unique="only the Staff of Control moves the foe",
    ),
    "foe_heals": EffectSpec(
        "the epic foe regains health, up to full",
        HARMFUL,
        amount=(1, ALL),
        unit="health",
        unique="only GROW heals a foe",
    ),
    "gain_points": EffectSpec(
        "action points, spent at once",
        ("action", "free", "turn_start"),
        amount=(1, 6),
        unit="points",
        unique="only the Elixir of Errand gives points",
    ),
    "lose_points": EffectSpec(
        "fewer action points this turn",
        ("turn_start",),
        who=("here", "all"),
        amount=(1, 3),
        unit="points",
        unique="only STOMP takes points",
    ),
    "guard": EffectSpec(
        "the next attacks on the region are called off (against: enemy or any)",
        ("action", "free", "succor", "defend"),
        where=("here", "adjacent", "near", "any"),
        amount=(1, 3),
        unit="attacks",
        flags=("against",),
    ),
    "brace": EffectSpec(
        "this hero's next defence costs so much less (9: nothing); bound to the region if `here`",
        ("action", "free", "succor"),
        where=("here", "anywhere"),
        amount=(1, ALL),
        unit="health",
    ),
    "free_defense": EffectSpec(
        "defending costs this hero no health until the round ends",
        ("action", "free"),
        unique="only the Shield of Aughmoore lasts a round",
    ),
    "free_moves": EffectSpec(
        "moving costs this hero no points until the round ends",
        ("action", "free"),
        unique="only the Boots of Zephyr last a round",
    ),
    "ignore_enemies": EffectSpec(
        "enemy cards do nothing until the next Ally or Group Ally card is drawn",
        ("action", "free"),
        unique="only the Timeless Sandglass stops the enemies",
    ),
    "return_allies": EffectSpec(
        "so many discarded Ally or Group Ally cards are shuffled back into the turn deck",
        ("action", "free"),
        amount=(1, 2),
        unit="cards",
        unique="only the Zodiac Cloak brings cards back",
    ),
    "place_heroes": EffectSpec(
        "any heroes are put in a region (rules.horn_one_region: in one and the same)",
        ("action",),
        unique="only the Horn of Command moves a whole party",
    ),
    "peek": EffectSpec(
        "look at the top card of the turn deck; keep it or put it on the bottom",
        ("action", "turn_start"),
        amount=(1, 1),
        unit="cards",
        unique="only SCRY may bury a card",
    ),
    "arrange": EffectSpec(
        "look at the top cards of the turn deck and put them back in any order",
        ("action",),
        amount=(2, 4),
        unit="cards",
        unique="only SANDSTORM orders the deck",
    ),
    "ambush": EffectSpec(
        "discard the top card of the turn deck: an enemy's regions, or the Capital City for "
        "an Ally, lose so much threat",
        ("action",),
        amount=(1, 2),
        unit="threat",
        unique="only PATROL plays with an unseen card",
    ),
    "push": EffectSpec(
        "every hero in an outer region must go to a neighbouring one",
        ("undefended",),
        flags=("into_capital",),
        unique="only TSUNAMI moves heroes against their will",
    ),
    "reach": EffectSpec(
        "defends and fights in adjacent outer regions too",
        ("always",),
        amount=(1, 1),
        unit="regions",
        unique="only FARSHOT acts at a distance",
    ),
    "defend_price": EffectSpec(
        "defending against this card costs more health",
        ("always",),
        amount=(1, 4),
        unit="health",
        unique="only TOUGHNESS changes a price of defending",
    ),
    "enter_price": EffectSpec(
        "entering the foe's region costs more points",
        ("always",),
        amount=(1, 3),
        unit="points",
        unique="only DEMOLISH hinders movement",
    ),
    "close_region": EffectSpec(
        "the ability of a region where the foe has been is gone for good",
        ("always",),
        unique="only DEMOLISH takes a region's ability",
    ),
}
HERO_ALWAYS = ("reach",)
DIRE_ALWAYS = ("defend_price",)
FOE_ALWAYS = ("enter_price", "close_region")

_MODEL = ConfigDict(extra="forbid", strict=True)
Word = Annotated[str, Field(min_length=1, max_length=60)]
Sources = dict[str, Annotated[str, Field(pattern=r"^(rulebook|cited|stand-in): .+")]]


def _refuse(message: str) -> PydanticCustomError:
    return PydanticCustomError("card", "{message}", {"message": message})


class Effect(BaseModel):
    """One effect of an ability; what it takes is said by its entry in `EFFECTS`."""

    model_config = _MODEL

    do: str
    where: str | None = None
    who: str | None = None
    amount: int | None = None
    against: Literal["enemy", "any"] | None = None
    into_capital: bool | None = None

    @model_validator(mode="after")
    def _fits_vocabulary(self) -> "Effect":
        spec = EFFECTS.get(self.do)
        if spec is None:
            raise _refuse(
                f"no effect is called `{self.do}`{nearest(self.do, list(EFFECTS))}; "
                f"allowed: {', '.join(EFFECTS)}"
            )
        self._check_word("where", self.where, spec.where)
        self._check_word("who", self.who, spec.who)
        for flag in ("against", "into_capital"):
            if (getattr(self, flag) is not None) != (flag in spec.flags):
                must = "must say" if flag in spec.flags else "does not take"
                raise _refuse(f"`{self.do}` {must} `{flag}`")
        if spec.amount is None:
            if self.amount is not None:
                raise _refuse(f"`{self.do}` does not take an `amount`")
        elif self.amount is None or not spec.amount[0] <= self.amount <= spec.amount[1]:
            raise _refuse(
                f"`{self.do}` takes an `amount` from {spec.amount[0]} to {spec.amount[1]} "
                f"(found {self.amount})"
            )
        return self

    def _check_word(self, key: str, found: str | None, allowed: tuple[str, ...]) -> None:
        if not allowed:
            if found is not None:
                raise _refuse(f"`{self.do}` does not take `{key}`")
        elif found not in allowed:
            raise _refuse(
                f"`{self.do}` takes `{key}` = {', '.join(allowed)} "
                f"(found {found!r}{nearest(found or '', allowed)})"
            )

    @property
    def chooses_region(self) -> bool:
        return self.do in ("travel", "send") or self.where in CHOSEN_WHERE

    @property
    def chooses_hero(self) -> bool:
        return self.who in CHOSEN_WHO


class Ability(BaseModel):
    """A printed ability: when it works, what it costs, what it does."""

    model_config = _MODEL

    name: Word
    when: str
    points: Annotated[int, Field(ge=0, le=6)] = 0
    health: Annotated[int, Field(ge=0, le=5)] = 0
    at: Literal["capital"] | None = None
    effects: Annotated[list[Effect], Field(min_length=1, max_length=3)]

    @model_validator(mode="after")
    def _hangs_together(self) -> "Ability":
        for effect in self.effects:
            allowed = EFFECTS[effect.do].when
            if self.when not in allowed:
                raise _refuse(
                    f"`{effect.do}` does not go with when = {self.when!r}; "
                    f"it goes with {', '.join(allowed)}"
                )
        if sum(e.chooses_region for e in self.effects) > 1:
            raise _refuse("only one effect of an ability may let a player choose a region")
        if sum(e.chooses_hero for e in self.effects) > 1:
            raise _refuse("only one effect of an ability may let a player choose a hero")
        if self.when == "turn_start" and any(
            e.chooses_region or e.chooses_hero for e in self.effects
        ):
            raise _refuse("nobody is asked at the start of a turn, so nothing may be chosen")
        if any(e.do in ASKING for e in self.effects[:-1]):
            raise _refuse(f"of {', '.join(ASKING)} an ability has one at most, as its last effect")
        if len(self.effects) > 1 and any(e.do == "return_allies" for e in self.effects):
            raise _refuse("`return_allies` stands alone in its ability")
        if self.points and self.when not in ("action",):
            raise _refuse(f"an ability with when = {self.when!r} costs no points")
        if self.health and self.when in ("turn_start", "always", *HARMFUL):
            raise _refuse(f"an ability with when = {self.when!r} costs no health")
        if self.when == "action" and not (self.points or self.health):
            only_once = any(e.do in ("travel", "send", "peek", "arrange") for e in self.effects)
            if only_once:
                raise _refuse("an action without a price could be repeated for ever")
        return self


class _Card(BaseModel):
    model_config = _MODEL

    abilities: Annotated[dict[str, Ability], Field(max_length=3)] = {}
    source: Sources

    def _check_moments(
        self, allowed: tuple[str, ...], always: tuple[str, ...] = (), never: tuple[str, ...] = ()
    ) -> None:
        moments = [ability.when for ability in self.abilities.values()]
        for ability in self.abilities.values():
            if ability.when not in allowed:
                raise _refuse(
                    f"`{ability.name}` cannot have when = {ability.when!r}"
                    f"{nearest(ability.when, allowed)}; allowed here: {', '.join(allowed)}"
                )
            for effect in ability.effects:
                if ability.when == "always" and effect.do not in always:
                    raise _refuse(f"`{effect.do}` does not belong on this kind of card")
                if effect.do in never:
                    raise _refuse(f"`{effect.do}` does not belong on this kind of card")
                if effect.do in ASKING and moments.count(ability.when) > 1:
                    raise _refuse(
                        f"`{ability.name}` asks the players (`{effect.do}`), so it must be the "
                        f"only ability of the card with when = {ability.when!r}"
                    )


class Hero(_Card):
    """A hero card."""

    name: Word
    health: Annotated[int, Field(ge=1, le=9)]

    @model_validator(mode="after")
    def _moments(self) -> "Hero":
        self._check_moments(HERO_MOMENTS, HERO_ALWAYS, ("return_allies",))
        return self


class Enemy(BaseModel):
    """An enemy card: the regions it attacks, in order."""

    model_config = _MODEL

    regions: Annotated[
        list[Literal["coast", "desert", "forest", "mountains", "plains", "ruins"]],
        Field(min_length=1, max_length=3),
    ]
    source: Sources


class DireEnemy(_Card):
    """A dire enemy card: one region and a power."""

    name: Word
    region: Literal["coast", "desert", "forest", "mountains", "plains", "ruins"]

    @model_validator(mode="after")
    def _moments(self) -> "DireEnemy":
        self._check_moments(DIRE_MOMENTS, DIRE_ALWAYS)
        return self


class Foe(_Card):
    """An epic foe card."""

    name: Word
    region: Literal["coast", "desert", "forest", "mountains", "plains", "ruins"]
    health: Annotated[int, Field(ge=1, le=60)]

    @model_validator(mode="after")
    def _moments(self) -> "Foe":
        self._check_moments(FOE_MOMENTS, FOE_ALWAYS, ("peek",))
        return self


class Artifact(_Card):
    """An artifact card: one ability, used once."""

    name: Word
    abilities: Annotated[dict[str, Ability], Field(max_length=1)] = {}

    @model_validator(mode="after")
    def _moments(self) -> "Artifact":
        self._check_moments(ARTIFACT_MOMENTS)
        return self


class Region(_Card):
    """One side of a region card."""

    name: Word
    region: Literal["coast", "desert", "forest", "mountains", "plains", "ruins"] | None = None
    side: Literal["a", "b"] | None = None
    abilities: Annotated[dict[str, Ability], Field(max_length=1)] = {}

    @model_validator(mode="after")
    def _moments(self) -> "Region":
        self._check_moments(REGION_MOMENTS, never=("return_allies",))
        if any(
            a.when == "turn_start" and a.effects[-1].do == "peek" for a in self.abilities.values()
        ):
            raise _refuse("`peek` at the start of a turn belongs on a hero card")
        return self


# How many cards of a kind the kernel's tables hold.
CAPACITY = {"heroes": 16, "enemies": 16, "dire_enemies": 6, "foes": 8, "artifacts": 16}
# Cards that have a column of their own in the stored tables keep their ids.
DIRE_ENEMIES = (
    "harpy",
    "giant_wasps",
    "wraith",
    "manticore",
    "sea_serpent",
    "minotaur",
)
SIDES = ("capital", *(f"{region}_{side}" for region in OUTER for side in "ab"))


class CardsModel(BaseModel):
    """All of cards.toml.

    Rules D-PARTS-1 (regions), D-PARTS-2 (foes), D-PARTS-3 (heroes), D-PARTS-6 (dire enemies),
    D-PARTS-7 (enemies), D-PARTS-8 (artifacts).
    """

    model_config = _MODEL

    heroes: Annotated[dict[str, Hero], Field(min_length=4, max_length=16)]
    enemies: Annotated[dict[str, Enemy], Field(min_length=6, max_length=16)]
    dire_enemies: Annotated[dict[str, DireEnemy], Field(min_length=6, max_length=6)]
    foes: Annotated[dict[str, Foe], Field(min_length=1, max_length=8)]
    artifacts: Annotated[dict[str, Artifact], Field(min_length=1, max_length=16)]
    regions: dict[str, Region]

    @model_validator(mode="after")
    def _fixed_ids(self) -> "CardsModel":
        _check_ids("regions", self.regions, SIDES)
        _check_ids("dire_enemies", self.dire_enemies, DIRE_ENEMIES)
        for key, card in self.regions.items():
            if key != "capital" and f"{card.region}_{card.side}" != key:
                raise _refuse(f"regions.{key} must be the side it is named after")
        return self


def _check_ids(section: str, cards: dict, allowed: tuple[str, ...]) -> None:
    """Refuse a section whose ids are not exactly those allowed."""
    if set(cards) != set(allowed):
        missing = ", ".join(key for key in allowed if key not in cards)
        strange = ", ".join(key for key in cards if key not in allowed)
        raise _refuse(
            f"{section} must be exactly {', '.join(allowed)}"
            + (f"; missing: {missing}" if missing else "")
            + (f"; unknown: {strange}" if strange else "")
        )


def check_rules(rules: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What parameters have against each other: (path, sentence) for each trouble."""
    places = {f"rules.fixed_ring.position_{i}": "" for i in range(1, len(OUTER) + 1)}
    for path in places:
        places[path] = rules[path.removeprefix("rules.")]
    for path, region in places.items():
        twice = [other for other, found in places.items() if found == region and other < path]
        if twice:
            what = (
                f"`{path}` is `{region}`, as `{twice[0]}` is; each region stands once in the ring"
            )
            yield path, what
    if rules["capital_start"] >= rules["capital_limit"]:
        what = "`rules.capital_start` must be below `rules.capital_limit`, or the game is lost"
        yield "rules.capital_start", what
    if rules["region_start"] >= rules["region_limit"]:
        what = "`rules.region_start` must be below `rules.region_limit`, or all lie destroyed"
        yield "rules.region_start", what
