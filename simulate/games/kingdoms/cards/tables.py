"""The cards and rules of one cell as one NumPy record, read by every kernel as `cards`.

Sizes are capacities, not counts: a new faction or territory does not compile anything.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.core.game.records import record_of
from simulate.games.kingdoms.cards import codes, model, vocabulary
from simulate.games.kingdoms.cards import territories as maps
from simulate.games.kingdoms.cards.codes import (
    ACTION,
    BARRIER_WORDS,
    BORDER,
    CHARGED,
    COMPASS_STARTS,
    MARCHES,
    PLACED,
    PRICES,
    REACH,
    SIDE,
    SORT_BIT,
    TERRAIN,
    TOKEN,
)
from simulate.games.kingdoms.cards.folding import enter_factions
from simulate.games.kingdoms.cards.vocabulary import NONE

# Parameters of rules.toml that the kernels read under their own name.
PARAMETERS = (
    "meeples",
    "start_meeples",
    "start_resources",
    "start_in_ruins",
    "resource_limit",
    "shields",
    "gain_on_arrival",
    "patrol_meeples",
    "quest_meeples",
    "war_limit",
    "retreat_food",
    "retreat_counts_itself",
    "refused_peace_breaks",
    "war_region_first",
    "builds_per_action",
    "researches_per_action",
    "magic_points",
    "expand_food",
    "trades_per_action",
    "collect_per_region",
    "ruins_resources",
    "last_meeple_bonus",
    "ruins_knock_over",
    "ruins_leave_active_only",
    "retreat_from_ruins",
    "end_meeples",
    "end_tower",
    "end_magic",
    "meeple_points",
    "capital_points",
    "capital_points_shared",
    "neutral_cost",
    "neutral_points",
    "lost_region_points",
    "lost_barriers_count",
    "last_meeple_may_attack_neutral",
    "round_limit",
)
TOKEN_PARAMETERS = ("lair_before_retreat", "town_points_shared", "retreat_explores")
SOLO_PARAMETERS = (
    "solo_war_limit",
    "dummy_war_bonus",
    "dummy_trade",
    "quest_rolls",
    "last_clearing_flips",
)
# The one number of a kind of token, by the name under which the kernels read it.
TOKEN_VALUES = {
    "crown_points": "crown",
    "treasure_resources": "treasure",
    "bandits_price": "bandits",
    "lair_levels": "dragons_lair",
    "camp_resources": "camp",
    "fort_bonus": "fort",
    "town_points": "town",
    "church_uses": "church",
}

TABLES = record_of(
    *PARAMETERS,
    *TOKEN_PARAMETERS,
    *SOLO_PARAMETERS,
    *codes.CHOICES,
    *codes.TOKEN_CHOICES,
    *codes.SOLO_CHOICES,
    ("tower_cost", codes.TOWER),  # ore, of the step to a level
    ("tower_points", codes.TOWER),  # in all, for standing on a level
    ("magic_cost", codes.MAGIC),  # mana, of the step to a level
    ("war_pays", len(vocabulary.GOODS)),  # war cost that a piece pays, printed
    # The cell.
    "players",  # people
    "seats",  # with the dummy of solo play in seat 1
    "solo",
    "ultra",  # the edition
    "lost_kingdom",  # two players
    "clearing_skips",
    "exploration",
    "dummy_resources",  # of each kind, at the start
    ("faction", codes.SEATS),  # by seat, NONE: dealt
    ("may_be_dealt", codes.FACTIONS),  # to a person
    ("dummy_may_be_dealt", codes.FACTIONS),
    # Exploration tokens, by kind.
    ("token_count", len(vocabulary.TOKENS)),  # in play, blanks taken out
    "tokens_by_owner",  # NONE: each free region gets one
    *TOKEN_VALUES,
    # The compass card.
    ("compass_ring", codes.HOURS),  # action at a number
    ("dummy_war_cost", 2),  # by DAY or NIGHT, for each army
    ("compass_prefers", 2),  # NEAR or FAR
    ("compass_gift", 2),  # of each resource, when it turns to that side
    # Factions.
    "factions",
    ("discount", codes.FACTIONS, codes.MAGIC, len(CHARGED)),
    ("discount_at", codes.FACTIONS, codes.MAGIC, len(PLACED), codes.SORTS),
    ("surcharge", codes.FACTIONS, codes.MAGIC, len(codes.SURCHARGES)),  # for rivals
    ("substitute", codes.FACTIONS, codes.MAGIC, len(PRICES), len(vocabulary.GOODS)),  # yes or no
    ("instead", codes.FACTIONS, codes.MAGIC, codes.ACTIONS, codes.ACTIONS + 1),  # yes or no
    ("next_action", codes.FACTIONS, codes.MAGIC, codes.ACTIONS, codes.ACTIONS),  # yes or no
    ("march", codes.FACTIONS, codes.MAGIC, len(MARCHES)),  # further moves
    ("march_same", codes.FACTIONS, codes.MAGIC, len(MARCHES)),  # by the same meeple
    ("trade_both", codes.FACTIONS, codes.MAGIC, len(vocabulary.GOODS)),  # into this, yes or no
    ("may_pass", codes.FACTIONS, codes.MAGIC, len(BARRIER_WORDS)),
    ("edge_mask", codes.FACTIONS, codes.MAGIC),  # sorts that count as edge
    ("place_mask", codes.FACTIONS, codes.MAGIC, len(PLACED), len(REACH)),
    ("ruins_free", codes.FACTIONS, codes.MAGIC),
    ("ruins_kept", codes.FACTIONS, codes.MAGIC),
    ("war_off", codes.FACTIONS, codes.MAGIC, len(SIDE), codes.SORTS, len(codes.PAYMENTS)),
    ("worth", codes.FACTIONS, codes.MAGIC, len(vocabulary.GOODS)),  # war cost a piece pays
    ("rival_worth", codes.FACTIONS, codes.MAGIC, len(vocabulary.GOODS)),  # at most, UNCAPPED
    ("wins_ties", codes.FACTIONS, codes.MAGIC),
    ("raises", codes.FACTIONS, codes.MAGIC),  # resources after the dice are seen
    # Rows of a faction at a moment; those learnt come first.
    ("run_first", codes.FACTIONS, len(vocabulary.MOMENTS)),
    ("run_count", codes.FACTIONS, len(vocabulary.MOMENTS), codes.MAGIC),
    ("row_level", codes.EFFECT_ROWS),
    ("row_mask", codes.EFFECT_ROWS),  # sorts of region, ANY_MASK: no matter
    *vocabulary.EFFECTS.columns("row", codes.EFFECT_ROWS),
    # Territories: a row for each side of a card.
    "territories",
    "cards_in_box",  # territory cards; in Ultra a card has one side
    ("card_side", codes.TERRITORIES, 2),  # its territories, NONE
    ("side_card", codes.TERRITORIES),
    ("back_of", codes.TERRITORIES),  # faction on the other side, NONE
    ("suits_dummy", codes.TERRITORIES),  # has a forest and a mountain
    ("places", codes.TERRITORIES),  # regions and barriers
    ("terrain", codes.TERRITORIES, codes.PLACES),  # TERRAIN, NONE: no such place
    ("edge", codes.TERRITORIES, codes.PLACES),
    ("by_water", codes.TERRITORIES, codes.PLACES),
    ("sorts", codes.TERRITORIES, codes.PLACES),  # bits of SORT, as far as maps tell
    ("border", codes.TERRITORIES, codes.PLACES, codes.PLACES),  # APART, OPEN, RIVER, BARRIER
    # Places that border on a place, in order, and how many.
    ("beside", codes.TERRITORIES, codes.PLACES, codes.PLACES),
    ("besides", codes.TERRITORIES, codes.PLACES),
    # Places that a hand touches, best first: [.., number, NEAR or FAR, rank].
    ("compass_hand", codes.TERRITORIES, 2, codes.HOURS, 2, codes.PLACES),
    ("army_hand", codes.TERRITORIES, codes.PLACES, codes.HOURS, 2, codes.PLACES),
)


class Catalogue:
    """Names of everything that a number stands for, in the order of the tables."""

    def __init__(self, cards: model.CardsModel) -> None:
        self.factions = list(cards.factions)
        self.territories = list(cards.territories)
        self.tokens = list(cards.tokens or ())
        self.territory_cards = _territory_cards(cards)
        self.places = [list(_places(side)) for side in cards.territories.values()]
        # The back of a faction card has the id of the faction, so territories stand apart.
        self.printed = {key: faction.name for key, faction in cards.factions.items()}
        self.printed |= {key: token.name for key, token in (cards.tokens or {}).items()}
        self.printed_territories = {key: side.name for key, side in cards.territories.items()}
        self.abilities = {
            f"factions.{key}.{level}": ability.name
            for key, faction in cards.factions.items()
            for level, ability in faction.abilities.items()
        }

    def place(self, territory: int, place: int) -> str:
        """Id of a place: `card_1_plain.a`, `card_1_plain.water_1`."""
        return f"{self.territories[territory]}.{self.places[territory][place]}"


def _territory_cards(cards: model.CardsModel) -> list[str]:
    """What a card with two territories is called: "King's Inlet / Hollow Lake"."""
    sides: dict[int | None, list[str]] = {}
    for side in cards.territories.values():
        sides.setdefault(side.card, []).append(side.name)
    return [" / ".join(names) for names in sides.values()]


def _places(side: model.Territory) -> dict[str, str]:
    """Terrain by id of place, in order: regions, then barriers as `water_1`, `crags_1`."""
    places: dict[str, str] = {key: region.terrain for key, region in side.regions.items()}
    for barrier in side.barriers:
        number = 1 + sum(terrain == barrier.kind for terrain in places.values())
        places[f"{barrier.kind}_{number}"] = barrier.kind
    return places


def build(
    rules: Mapping[str, Any], cards: model.CardsModel, setting: Mapping[str, Any]
) -> tuple[np.ndarray, Catalogue]:
    """Tables (`TABLES[1]`) and names for one cell.

    rules: parameter path without `rules.` -> value; setting: factor -> level, complete:
    players, faction (by seat, a name or dealt), in Kingdoms exploration, in Ultra
    dummy_resources and dummy_faction (a name or dealt).
    """
    names = Catalogue(cards)
    array = np.zeros(1, TABLES)
    tables = array[0]
    _build_parameters(tables, rules, cards)
    _build_tracks(tables, rules)
    _build_setting(tables, rules, setting, cards, names)
    _build_tokens(tables, rules, cards)
    enter_factions(tables, cards)
    _build_territories(tables, cards, names)
    _build_compass(tables, cards)
    return array, names


def _build_parameters(tables: Any, rules: Mapping[str, Any], cards: model.CardsModel) -> None:
    """Numbers, switches and words; those of the other edition stay 0."""
    numbers, choices = list(PARAMETERS), dict(codes.CHOICES)
    if cards.tokens is not None:
        numbers += TOKEN_PARAMETERS
        choices |= codes.TOKEN_CHOICES
    if cards.compass is not None:
        numbers += SOLO_PARAMETERS
        choices |= codes.SOLO_CHOICES
    for name in numbers:
        tables[name] = int(rules[name])
    for name, words in choices.items():
        tables[name] = words[rules[name]]


def _build_tracks(tables: Any, rules: Mapping[str, Any]) -> None:
    """Prices and points by level, and what pieces pay in war.

    Rules K-BUILD-1, K-RESEARCH-1, K-WAR-11; points of the tower by K-SCORE-4, U-SCORE-1 and
    K-CARD-7.
    """
    by_card = rules["tower_scoring"] == "card"
    for level in range(1, codes.TOWER):
        tables["tower_cost"][level] = rules[f"tower_cost.level_{level}"]
        tables["tower_points"][level] = rules[f"tower_points.level_{level}"] if by_card else level
    for level in range(1, codes.MAGIC):
        tables["magic_cost"][level] = rules[f"magic_cost.level_{level}"]
    for k, resource in enumerate(vocabulary.GOODS):
        tables["war_pays"][k] = rules[f"{resource}_in_war"]


def _build_setting(
    tables: Any,
    rules: Mapping[str, Any],
    setting: Mapping[str, Any],
    cards: model.CardsModel,
    names: Catalogue,
) -> None:
    players = int(setting["players"])
    tables["players"] = players
    tables["solo"] = players == 1
    tables["seats"] = max(players, 2)
    tables["ultra"] = cards.compass is not None
    tables["lost_kingdom"] = players == 2
    tables["clearing_skips"] = rules[f"clearing_skips.players_{players}"]
    tables["exploration"] = bool(setting.get("exploration", False))
    tables["dummy_resources"] = int(setting.get("dummy_resources", 0))
    named = list(setting["faction"])
    if players == 1:
        named += [setting.get("dummy_faction", "dealt")] * (len(named) == 1)
    for seat in range(codes.SEATS):
        key = named[seat] if seat < len(named) else "dealt"
        tables["faction"][seat] = NONE if key == "dealt" else names.factions.index(key)
    left_out = players == 2 and not rules["halflings_with_two"]
    advised = [key in vocabulary.DUMMY_FACTIONS for key in names.factions]
    for f, key in enumerate(names.factions):
        tables["may_be_dealt"][f] = not (left_out and key == vocabulary.NOT_WITH_TWO)
        tables["dummy_may_be_dealt"][f] = advised[f] or not any(advised)


def _build_tokens(tables: Any, rules: Mapping[str, Any], cards: model.CardsModel) -> None:
    """Tokens in play with this many players.  Rules K-PARTS-7, K-FIVE-3, K-FIVE-4."""
    tables["tokens_by_owner"] = NONE
    if cards.tokens is None:
        return
    for k, kind in enumerate(vocabulary.TOKENS):
        tables["token_count"][k] = cards.tokens[kind].count
    for name, kind in TOKEN_VALUES.items():
        tables[name] = _token_value(cards.tokens[kind], kind)
    if tables["players"] == codes.SEATS:
        tables["tokens_by_owner"] = rules["tokens_by_owner.players_5"]
        blanks = int(tables["token_count"][TOKEN["blank"]])
        out = min(blanks, rules["blanks_removed.players_5"])
        tables["token_count"][TOKEN["blank"]] = blanks - out


def _token_value(token: model.Token, kind: str) -> int:
    spec = vocabulary.TOKENS[kind]
    return getattr(token, spec[0]) if spec else 0


# Territories and compass


def _build_territories(tables: Any, cards: model.CardsModel, names: Catalogue) -> None:
    tables["terrain"] = NONE
    tables["card_side"] = NONE
    tables["back_of"] = NONE
    tables["territories"] = len(cards.territories)
    boxed: list[int | str] = []
    for i, (key, side) in enumerate(cards.territories.items()):
        card = key if side.card is None else side.card
        if card not in boxed:
            boxed.append(card)
        number = boxed.index(card)
        tables["side_card"][i] = number
        tables["card_side"][number, int(side.side == "ruins")] = i
        if side.card is None:
            tables["back_of"][i] = names.factions.index(key)
        tables["suits_dummy"][i] = model.suits_dummy(side)
        _enter_map(tables, i, side)
    tables["cards_in_box"] = len(boxed)


def _enter_map(tables: Any, i: int, side: model.Territory) -> None:
    """Terrain, edge, water and borders of each place of a side."""
    edges, borders = _measured(_drawing(side))
    wet = [region.water for region in side.regions.values()]
    wet += [barrier.kind == "water" for barrier in side.barriers]
    terrains = list(_places(side).values())
    count = len(terrains)
    tables["places"][i] = count
    tables["border"][i, :count, :count] = borders
    for place, terrain in enumerate(terrains):
        tables["terrain"][i, place] = TERRAIN[terrain]
        tables["edge"][i, place] = edges[place]
        tables["by_water"][i, place] = wet[place]
        bits = SORT_BIT[terrain] | SORT_BIT["edge" if edges[place] else "inland"]
        tables["sorts"][i, place] = bits | (SORT_BIT["by_water"] if wet[place] else 0)
    enter_beside(tables, i)


def enter_beside(tables: Any, i: int) -> None:
    """The places that border on each place of a side, from how they border."""
    for place in range(codes.PLACES):
        beside = np.flatnonzero(tables["border"][i, place] != BORDER.APART)
        tables["besides"][i, place] = len(beside)
        tables["beside"][i, place, : len(beside)] = beside


def _drawing(side: model.Territory) -> str:
    """All of a territory that is measured, as JSON: a key of what is measured once."""
    return side.model_dump_json(include={"barriers", "rivers", "regions"})


@lru_cache(maxsize=256)
def _measured(drawing: str) -> tuple[list[bool], NDArray[np.int64]]:
    """(reaches the edge, by place; how places border on each other).  Not to be changed."""
    side = json.loads(drawing)
    return maps.reaches_edge(side), maps.links(side)


@lru_cache(maxsize=256)
def _hands(drawing: str, height: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(from the compass card, from armies): places under each hand.  Not to be changed."""
    side = json.loads(drawing)
    return maps.compass_pointings(side, height), maps.army_pointings(side)


def _build_compass(tables: Any, cards: model.CardsModel) -> None:
    """The compass card, and in solo play where its hand points.  Rules U-COMPASS-7, U-CARD-1."""
    tables["compass_ring"] = NONE
    tables["compass_hand"] = NONE
    tables["army_hand"] = NONE
    if cards.compass is None:
        return
    tables["compass_ring"] = [ACTION[action] for action in cards.compass.ring.actions]
    _enter_compass_side(tables, COMPASS_STARTS.DAY, cards.compass.day)
    _enter_compass_side(tables, COMPASS_STARTS.NIGHT, cards.compass.night)
    if tables["solo"]:
        for i, side in enumerate(cards.territories.values()):
            from_compass, from_armies = _hands(_drawing(side), cards.compass.ring.height)
            _enter_hands(tables["compass_hand"][i], from_compass)
            _enter_hands(tables["army_hand"][i], from_armies)


def _enter_compass_side(tables: Any, up: int, side: model.CompassSide) -> None:
    tables["dummy_war_cost"][up] = side.war_cost
    tables["compass_prefers"][up] = codes.FAR if side.prefers == "far" else codes.NEAR
    tables["compass_gift"][up] = side.gift


def _enter_hands(hands: np.ndarray, near_first: np.ndarray) -> None:
    """Write both orders into `hands`, in place.

    hands: int64[origins, 12, 2, places]; near_first: int64[origins or fewer, 12, places or
    fewer], padded with NONE.
    """
    for index in np.ndindex(near_first.shape[:2]):
        order = [place for place in near_first[index] if place != NONE]
        hands[(*index, codes.NEAR)][: len(order)] = order
        hands[(*index, codes.FAR)][: len(order)] = order[::-1]
