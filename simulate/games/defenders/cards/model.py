"""What cards.toml may hold: the effect vocabulary and the model that checks every card.

An ability is a price, a moment (`when`) and one to three effects; an effect says what is
done (`do`), to which regions (`where`) or heroes (`who`), and how much (`amount`).  Any
effect goes with any card whose moments it allows, so a new card needs no code.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from simulate.core.game import cardmodel
from simulate.games.defenders.cards.vocabulary import (
    ARTIFACT_MOMENTS,
    ASKING,
    CHOSEN_WHERE,
    CHOSEN_WHO,
    DIRE_ALWAYS,
    DIRE_MOMENTS,
    EFFECTS,
    FOE_ALWAYS,
    FOE_MOMENTS,
    HARMFUL,
    HERO_ALWAYS,
    HERO_MOMENTS,
    IN_TURN,
    OUTER,
    REGION_MOMENTS,
)
from simulate.mechanics.effects import check_carrier, check_moment

Said: Any = EFFECTS.model()


class Effect(Said):
    """One effect of an ability; what it takes is said by its entry in `EFFECTS`."""

    @property
    def chooses_region(self) -> bool:
        return self.do in ("travel", "send") or self.where in CHOSEN_WHERE

    @property
    def chooses_hero(self) -> bool:
        return self.who in CHOSEN_WHO


class Ability(cardmodel.Strict):
    """A printed ability: when it works, what it costs, what it does."""

    name: cardmodel.Word
    when: str
    points: Annotated[int, Field(ge=0, le=6)] = 0
    health: Annotated[int, Field(ge=0, le=5)] = 0
    at: Literal["capital"] | None = None
    uses_per_turn: Annotated[int, Field(ge=1, le=9)] | None = None
    effects: Annotated[list[Effect], Field(min_length=1, max_length=3)]

    @model_validator(mode="after")
    def _hangs_together(self) -> "Ability":
        check_moment(self.when, self.effects)
        if sum(e.chooses_region for e in self.effects) > 1:
            raise cardmodel.refuse("only one effect of an ability may let a player choose a region")
        if sum(e.chooses_hero for e in self.effects) > 1:
            raise cardmodel.refuse("only one effect of an ability may let a player choose a hero")
        if self.when != "damaged" and any(e.who == "attacker" for e in self.effects):
            raise cardmodel.refuse(
                "`who` = 'attacker' is the hero who damaged the foe, so it goes with when = "
                f"'damaged' alone (found when = {self.when!r})",
                "when",
            )
        if self.when == "turn_start" and any(
            e.chooses_region or e.chooses_hero for e in self.effects
        ):
            raise cardmodel.refuse(
                "nobody is asked at the start of a turn, so nothing may be chosen"
            )
        if any(e.do in ASKING for e in self.effects[:-1]):
            raise cardmodel.refuse(
                f"of {', '.join(ASKING)} an ability has one at most, as its last effect"
            )
        if len(self.effects) > 1 and any(e.do == "return_allies" for e in self.effects):
            raise cardmodel.refuse("`return_allies` stands alone in its ability")
        if self.points and self.when not in ("action",):
            raise cardmodel.refuse(f"an ability with when = {self.when!r} costs no points")
        if self.health and self.when in ("turn_start", "always", *HARMFUL):
            raise cardmodel.refuse(f"an ability with when = {self.when!r} costs no health")
        if self.uses_per_turn and self.when not in IN_TURN:
            raise cardmodel.refuse(
                f"`uses_per_turn` counts what a hero does on a turn, so it goes with when = "
                f"{', '.join(IN_TURN)} (found when = {self.when!r})",
                "uses_per_turn",
            )
        return self

    @property
    def has_no_end(self) -> bool:
        """Whether a hero could use it again and again, each time with an effect."""
        if self.when != "action" or self.points or self.health or self.uses_per_turn:
            return False
        return any(e.do in ("travel", "send", "peek", "arrange") for e in self.effects)


class _Card(cardmodel.Strict):
    abilities: Annotated[dict[str, Ability], Field(max_length=3, default_factory=dict)]
    source: cardmodel.Sources
    ranges: cardmodel.Ranges

    def _check_moments(
        self, allowed: tuple[str, ...], always: tuple[str, ...] = (), never: tuple[str, ...] = ()
    ) -> None:
        moments = [ability.when for ability in self.abilities.values()]
        for key, ability in self.abilities.items():
            check_carrier(f"`{ability.name}`", ability.when, allowed, "abilities", key, "when")
            if ability.uses_per_turn and not isinstance(self, Hero):
                raise cardmodel.refuse(
                    "`uses_per_turn` belongs on a hero card: a region's ability is used once for "
                    "each Ally or Group Ally card, an artifact once in all",
                    "abilities",
                    key,
                    "uses_per_turn",
                )
            for effect in ability.effects:
                if ability.when == "always" and effect.do not in always:
                    raise cardmodel.refuse(f"`{effect.do}` does not belong on this kind of card")
                if effect.do in never:
                    raise cardmodel.refuse(f"`{effect.do}` does not belong on this kind of card")
                if effect.do in ASKING and moments.count(ability.when) > 1:
                    raise cardmodel.refuse(
                        f"`{ability.name}` asks the players (`{effect.do}`), so it must be the "
                        f"only ability of the card with when = {ability.when!r}"
                    )


class Hero(_Card):
    """A hero card."""

    name: cardmodel.Word
    health: Annotated[int, Field(ge=1, le=9)]

    @model_validator(mode="after")
    def _moments(self) -> "Hero":
        self._check_moments(HERO_MOMENTS, HERO_ALWAYS, ("return_allies",))
        for key, ability in self.abilities.items():
            if ability.has_no_end:
                raise cardmodel.refuse(
                    "an action without a price could be repeated for ever; `uses_per_turn` = 1 "
                    "lets a hero use it once a turn",
                    "abilities",
                    key,
                )
        return self


class Enemy(cardmodel.Strict):
    """An enemy card: the regions it attacks, in order."""

    regions: Annotated[
        list[Literal["coast", "desert", "forest", "mountains", "plains", "ruins"]],
        Field(min_length=1, max_length=3),
    ]
    source: cardmodel.Sources
    ranges: cardmodel.Ranges


class DireEnemy(_Card):
    """A dire enemy card: one region and a power."""

    name: cardmodel.Word
    region: Literal["coast", "desert", "forest", "mountains", "plains", "ruins"]

    @model_validator(mode="after")
    def _moments(self) -> "DireEnemy":
        self._check_moments(DIRE_MOMENTS, DIRE_ALWAYS)
        return self


class Foe(_Card):
    """An epic foe card."""

    name: cardmodel.Word
    region: Literal["coast", "desert", "forest", "mountains", "plains", "ruins"]
    health: Annotated[int, Field(ge=1, le=60)]

    @model_validator(mode="after")
    def _moments(self) -> "Foe":
        self._check_moments(FOE_MOMENTS, FOE_ALWAYS, ("peek",))
        return self


class Artifact(_Card):
    """An artifact card: one ability, used once."""

    name: cardmodel.Word
    abilities: Annotated[dict[str, Ability], Field(max_length=1, default_factory=dict)]

    @model_validator(mode="after")
    def _moments(self) -> "Artifact":
        self._check_moments(ARTIFACT_MOMENTS)
        return self


class Region(_Card):
    """One side of a region card."""

    name: cardmodel.Word
    region: Literal["coast", "desert", "forest", "mountains", "plains", "ruins"] | None = None
    side: Literal["a", "b"] | None = None
    abilities: Annotated[dict[str, Ability], Field(max_length=1, default_factory=dict)]

    @model_validator(mode="after")
    def _moments(self) -> "Region":
        self._check_moments(REGION_MOMENTS, HERO_ALWAYS, ("return_allies",))
        if any(
            a.when == "turn_start" and a.effects[-1].do == "peek" for a in self.abilities.values()
        ):
            raise cardmodel.refuse("`peek` at the start of a turn belongs on a hero card")
        return self


# How many cards of a kind the kernel's tables hold.
CAPACITY = {"heroes": 16, "enemies": 16, "dire_enemies": 6, "foes": 8, "artifacts": 16}

# Cards that have a column of their own in the stored tables keep their ids.
DIRE_ENEMIES = ("harpy", "giant_wasps", "wraith", "manticore", "sea_serpent", "minotaur")
SIDES = ("capital", *(f"{region}_{side}" for region in OUTER for side in "ab"))


class CardsModel(cardmodel.Strict):
    """All of cards.toml.

    Rules D-PARTS-1 (regions), D-PARTS-2 (foes), D-PARTS-3 (heroes), D-PARTS-6 (dire enemies),
    D-PARTS-7 (enemies), D-PARTS-8 (artifacts).
    """

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
        for section in ("heroes", "dire_enemies", "foes", "artifacts"):
            cardmodel.check_names(section, getattr(self, section))
        for key, card in self.regions.items():
            if key != "capital" and f"{card.region}_{card.side}" != key:
                raise cardmodel.refuse(f"regions.{key} must be the side it is named after")
        return self


def _check_ids(section: str, cards: dict, allowed: tuple[str, ...]) -> None:
    """Refuse a section whose ids are not exactly those allowed."""
    if set(cards) != set(allowed):
        missing = ", ".join(key for key in allowed if key not in cards)
        strange = ", ".join(key for key in cards if key not in allowed)
        raise cardmodel.refuse(
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
        twice = [
            other for other, its_region in places.items() if its_region == region and other < path
        ]
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


def check_counts(rules: Mapping[str, Any], cards: CardsModel) -> Iterator[tuple[str, str]]:
    """What parameters have against the cards.  Rule D-DECK-1."""
    needed = 2 * rules["enemies_per_deck"]
    if len(cards.enemies) < needed:
        yield (
            "rules.enemies_per_deck",
            f"two decks of {rules['enemies_per_deck']} enemies need {needed} of them; "
            f"cards.toml has {len(cards.enemies)}",
        )
