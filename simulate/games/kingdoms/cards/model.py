"""What cards.toml and territories.toml may hold: the model that checks every card.

A faction has five levels of magic; a level has one to three effects, and they work from the
moment it is learnt.  An effect says when it works (`when`), what it does (`do`), and the
rest in a few words and numbers.  Any effect goes with any faction, so that a new one needs
no code.  Level 5 is always a bonus at the end of the game, no other level is.

A territory is five regions, up to four barriers and rivers, each drawn as polygons or lines.
"""

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from simulate.core.errors import nearest
from simulate.core.game import cardmodel
from simulate.games.kingdoms.cards.vocabulary import (
    BONUSES,
    CAPACITY,
    EFFECTS,
    GOODS,
    LEVELS,
    PRICED,
    PRINTED_WORTH,
    TOKEN_COUNT,
    TOKENS,
    TOP_LEVEL,
    WITH_REGION,
    WITHOUT_GOODS,
    WORDS,
)
from simulate.mechanics.effects import check_once

Said: Any = EFFECTS.model(own_moment=True)


class Effect(Said):
    """One effect of a level; what it takes is said by its entry in `EFFECTS`."""

    @model_validator(mode="after")
    def _makes_sense(self) -> "Effect":
        """Refuse what the bounds allow and what would do nothing, or harm."""
        region = self.when in WITH_REGION
        if self.do in ("gain", "cheaper") and self.where and not region:
            moments = ", ".join(m for m in self.spec.when if m in WITH_REGION)
            raise cardmodel.refuse(
                f"`where` needs a region, and when = {self.when!r} has none; "
                f"`{self.do}` has one with {moments}"
            )
        if self.resource == "same":
            if self.do == "gain" and not (region or self.when == "trade"):
                raise cardmodel.refuse(
                    f"when = {self.when!r} brings no resource that could be the `same`"
                )
            if self.where in WITHOUT_GOODS:
                raise cardmodel.refuse(
                    f"`{self.where}` yields no resource of its own that could be the `same`"
                )
        if self.action == self.when:
            raise cardmodel.refuse(
                f"`{self.do}` leads from {self.when} to {self.action}: the same action"
            )
        if self.do == "place_at" and self.when == "retreat" and self.reach == "adjacent":
            raise cardmodel.refuse(
                "a retreat leads to adjacent regions anyway; take another `reach`"
            )
        if self.do == "pay_with":
            self._check_payment()
        amount = self.amount or 0
        if self.do == "war_worth":
            printed = PRINTED_WORTH[str(self.resource)]
            if self.who == "own" and amount <= printed:
                raise cardmodel.refuse(
                    f"{self.resource} is worth {printed} anyway; `own` takes more"
                )
            if self.who == "rivals" and amount >= printed:
                raise cardmodel.refuse(
                    f"{self.resource} is worth {printed} anyway; `rivals` takes less"
                )
        if self.most is not None and self.most < amount:
            raise cardmodel.refuse(
                f"`most` cannot be below `amount` ({self.most} is below {self.amount})"
            )
        return self

    def _check_payment(self) -> None:
        due = PRICED.get(self.when)
        if self.resource in (self.instead_of, due):
            raise cardmodel.refuse(
                f"{self.resource} is what is due; `pay_with` takes another resource"
            )
        if due and self.instead_of not in (due, "any"):
            raise cardmodel.refuse(
                f"with when = {self.when!r} {due} is due (found {self.instead_of!r})"
            )


class Level(cardmodel.Strict):
    """A level of magic: its name and what it does once it is learnt."""

    name: cardmodel.Word
    effects: Annotated[list[Effect], Field(min_length=1, max_length=3)]

    @model_validator(mode="after")
    def _says_it_once(self) -> "Level":
        check_once(self.effects)
        return self


class Faction(cardmodel.Strict):
    """A faction card; a level that is left out does nothing.  Rule K-CARD-8 (level 5)."""

    name: cardmodel.Word
    abilities: dict[str, Level]
    source: cardmodel.Sources
    ranges: cardmodel.Ranges

    @model_validator(mode="after")
    def _levels(self) -> "Faction":
        for key, level in self.abilities.items():
            if key not in LEVELS:
                raise cardmodel.refuse(
                    f"a faction has no `{key}`{nearest(key, LEVELS)}; allowed: {', '.join(LEVELS)}",
                    "abilities",
                    key,
                )
            for effect in level.effects:
                if (effect.do in BONUSES) != (key == TOP_LEVEL):
                    must = "only" if key == TOP_LEVEL else "no"
                    raise cardmodel.refuse(
                        f"`{key}` may hold {must} bonuses ({', '.join(BONUSES)}); "
                        f"found `{effect.do}`"
                    )
        self._check_marches()
        return self

    def _check_marches(self) -> None:
        marches = [e.when for a in self.abilities.values() for e in a.effects if e.do == "march"]
        for when in marches:
            if marches.count(when) > 1:
                raise cardmodel.refuse(f"a faction has one `march` at most with when = {when!r}")


class Token(cardmodel.Strict):
    """A kind of exploration token: how many there are and its one number."""

    name: cardmodel.Word
    count: Annotated[int, Field(ge=0, le=TOKEN_COUNT)]
    points: int | None = None
    resources: int | None = None
    price: int | None = None
    tower_levels: int | None = None
    war_discount: int | None = None
    uses: int | None = None
    source: cardmodel.Sources
    ranges: cardmodel.Ranges


class Ring(cardmodel.Strict):
    """The compass card: the action at each of its twelve numbers, from 1 on, and how high it is.

    height: in mm, of the short side: so far apart do the two territories lie (rule U-SOLO-4).
    """

    name: cardmodel.Word
    height: Annotated[int, Field(ge=10, le=200)]
    actions: Annotated[
        list[Literal["patrol", "quest", "build", "research", "expand", "trade"]],
        Field(min_length=12, max_length=12),
    ]
    source: cardmodel.Sources
    ranges: cardmodel.Ranges


class CompassSide(cardmodel.Strict):
    """Day or night of the compass.

    war_cost: the dummy's, for each of its armies in play; prefers: which of two regions in
    line; gift: of each resource, to the dummy when the compass turns to this side.
    """

    name: cardmodel.Word
    war_cost: Annotated[int, Field(ge=0, le=4)]
    prefers: Literal["near", "far"]
    gift: Annotated[int, Field(ge=0, le=3)]
    source: cardmodel.Sources
    ranges: cardmodel.Ranges


class Compass(cardmodel.Strict):
    """The compass card of solo play."""

    ring: Ring
    day: CompassSide
    night: CompassSide

    @model_validator(mode="after")
    def _knows_every_action(self) -> "Compass":
        missing = [a for a in WORDS["action"] if a not in self.ring.actions and a != "collect"]
        if missing:
            raise cardmodel.refuse(
                f"the ring must hold every action; missing: {', '.join(missing)}"
            )
        return self


Point = Annotated[list[int], Field(min_length=2, max_length=2)]
Outline = Annotated[list[Point], Field(min_length=3, max_length=40)]
River = Annotated[list[Point], Field(min_length=2, max_length=40)]
REGION_IDS = ("a", "b", "c", "d", "e")


class Region(cardmodel.Strict):
    """A region that meeples occupy.

    edge: reaches the card's edge by its own land; water: touches sea, lake or river (rule
    K-CARD-5);
    borders: regions next to it, no river between; polygon: outline in mm on the card.
    """

    terrain: Literal["forest", "mountain", "plains", "ruins", "capital"]
    edge: bool
    water: bool
    borders: list[str]
    polygon: Outline


class Barrier(cardmodel.Strict):
    """A stretch of water or crags; only some factions may enter it."""

    kind: Literal["water", "crags"]
    polygon: Outline


class Territory(cardmodel.Strict):
    """One side of a territory card, drawn and in words, which must agree.  Rule K-CARD-10.

    card, side: number of the card and which of its two sides; neither where the territory is
    the back of the faction card of its own id.
    """

    name: cardmodel.Word
    card: Annotated[int, Field(ge=1)] | None = None
    side: Literal["plain", "ruins"] | None = None
    barriers: Annotated[list[Barrier], Field(max_length=4, default_factory=list)]
    rivers: Annotated[list[River], Field(default_factory=list)]
    regions: dict[str, Region]
    source: cardmodel.Sources
    ranges: cardmodel.Ranges

    @model_validator(mode="after")
    def _drawn_as_said(self) -> "Territory":
        if (self.card is None) != (self.side is None):
            raise cardmodel.refuse("a territory has both `card` and `side`, or neither")
        if tuple(self.regions) != REGION_IDS:
            names = ", ".join(self.regions)
            raise cardmodel.refuse(
                f"the regions are {', '.join(REGION_IDS)}, in this order (found {names})"
            )
        troubles = _troubles(self.model_dump_json(include={"barriers", "rivers", "regions"}))
        if troubles:
            each = (f"{'.'.join(map(str, way))}: {what}" for way, what in troubles)
            raise cardmodel.refuse("; ".join(each), *troubles[0][0])
        return self


@lru_cache(maxsize=256)
def _troubles(side: str) -> tuple[tuple[tuple[str | int, ...], str], ...]:
    """What is wrong with a drawing; kept, as a pack is checked again after each change.

    side: the territory as JSON.  Brings NumPy, so it is imported only when there is a map.
    """
    from simulate.games.kingdoms.cards.territories import troubles

    return tuple(troubles(json.loads(side)))


class CardsModel(cardmodel.Strict):
    """All cards of one edition.

    Exploration tokens make it Tiny Epic Kingdoms, a compass Ultra Tiny Epic Kingdoms.
    Rules K-PARTS-1, K-CARD-12, U-CARD-3 (factions), K-PARTS-2, K-CARD-11, U-CARD-4
    (territories), K-PARTS-7, K-CARD-9 (tokens), U-PARTS-1 (a card has a faction and a
    territory), U-PARTS-3 (compass).
    """

    factions: Annotated[dict[str, Faction], Field(min_length=5, max_length=CAPACITY["factions"])]
    territories: Annotated[
        dict[str, Territory], Field(min_length=10, max_length=CAPACITY["territories"])
    ]
    tokens: dict[str, Token] | None = None
    compass: Compass | None = None

    @model_validator(mode="after")
    def _whole(self) -> "CardsModel":
        cardmodel.check_names("factions", self.factions)
        cardmodel.check_names("territories", self.territories)
        if (self.tokens is None) == (self.compass is None):
            raise cardmodel.refuse(
                "the cards hold either `tokens` (Kingdoms) or a `compass` (Ultra)"
            )
        if self.tokens is not None:
            _check_tokens(self.tokens)
            _check_both_sides(self.territories)
        else:
            _check_backs(self.territories, list(self.factions))
        return self


def _check_both_sides(territories: Mapping[str, Territory]) -> None:
    """Rule K-PARTS-2: every card has its two sides."""
    cards: dict[int, list[str]] = {}
    for key, territory in territories.items():
        if territory.card is None or territory.side is None:
            raise cardmodel.refuse(f"territories.{key} must say which `card` and `side` it is")
        cards.setdefault(territory.card, []).append(territory.side)
    for card, sides in cards.items():
        if sorted(sides) != ["plain", "ruins"]:
            raise cardmodel.refuse(
                f"territory card {card} must have the sides plain and ruins "
                f"(found {', '.join(sides)})"
            )


def _check_backs(territories: Mapping[str, Territory], factions: list[str]) -> None:
    """Rules U-PARTS-1, U-SOLO-3: backs of faction cards, and homes enough for the dummy."""
    for key, territory in territories.items():
        if territory.card is not None:
            raise cardmodel.refuse(
                f"territories.{key} is the back of a faction card; it has no `card`"
            )
        if key not in factions:
            raise cardmodel.refuse(
                f"territories.{key} is named after no faction{nearest(key, factions)}"
            )
    homes = [key for key, territory in territories.items() if suits_dummy(territory)]
    if len(homes) < 3:
        raise cardmodel.refuse(
            "three territories at least need a forest and a mountain, where the dummy starts "
            f"(found {', '.join(homes) or 'none'})"
        )


def suits_dummy(territory: Territory) -> bool:
    """Whether the dummy can start there.  Rule U-SOLO-5: on a forest and on a mountain."""
    return {"forest", "mountain"} <= {region.terrain for region in territory.regions.values()}


def _check_tokens(tokens: Mapping[str, Token]) -> None:
    """Rule K-PARTS-7: sixteen tokens of nine kinds, a blank among them."""
    for key in (*tokens, *TOKENS):
        if key not in TOKENS or key not in tokens:
            fault = "unknown" if key not in TOKENS else "missing"
            raise cardmodel.refuse(
                f"tokens must be exactly {', '.join(TOKENS)}; {fault}: {key}"
                f"{nearest(key, list(TOKENS)) if fault == 'unknown' else ''}"
            )
    for key, token in tokens.items():
        _check_token(key, token)
    total = sum(token.count for token in tokens.values())
    if total != TOKEN_COUNT:
        raise cardmodel.refuse(f"the counts of the tokens sum to {TOKEN_COUNT} (found {total})")
    if not tokens["blank"].count:
        raise cardmodel.refuse("at least one token is blank: it is taken out with five players")


def _check_token(key: str, token: Token) -> None:
    """Refuse a token that does not carry exactly the number of its kind."""
    spec = TOKENS[key]
    for name in dict.fromkeys(spec[0] for spec in TOKENS.values() if spec):
        number = getattr(token, name)
        if spec is None or name != spec[0]:
            if number is not None:
                takes = f"`{spec[0]}`" if spec else "nothing more"
                raise cardmodel.refuse(f"tokens.{key} does not take `{name}`; it takes {takes}")
        elif number is None or not spec[1][0] <= number <= spec[1][1]:
            low, high = spec[1]
            raise cardmodel.refuse(
                f"tokens.{key} takes `{name}` from {low} to {high} (found {number}); nobody has "
                "tried others; `TOKENS` in simulate/games/kingdoms/cards/vocabulary.py has them"
            )


def check_rules(rules: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What parameters have against each other: (path, sentence) for each trouble."""
    for name in ("start_meeples", "end_meeples"):
        if rules[name] > rules["meeples"]:
            what = f"`rules.{name}` must not be above `rules.meeples`: nobody ever has more"
            yield f"rules.{name}", what
    if len(GOODS) * rules["resource_limit"] < rules["start_resources"]:
        what = (
            f"{rules['start_resources']} resources do not fit on {len(GOODS)} tracks of "
            f"{rules['resource_limit']}; lower it or raise `rules.resource_limit`"
        )
        yield "rules.start_resources", what
    by_owner = rules.get("tokens_by_owner.players_5", 0)
    left = TOKEN_COUNT - rules.get("blanks_removed.players_5", 0)
    if 5 * by_owner > left:
        what = (
            f"five players lay {by_owner} tokens each, and {left} are left; "
            "lower it or `rules.blanks_removed.players_5`"
        )
        yield "rules.tokens_by_owner.players_5", what
