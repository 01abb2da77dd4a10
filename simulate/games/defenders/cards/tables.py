"""The cards and rules of one cell as one NumPy record, read by every kernel as `cards`.

Sizes are capacities, not counts: adding a hero to cards.toml does not compile anything.
Card numbers: one enemy after another, then dire enemies, then an Ally card for each of four
seats (rules D-PARTS-4, D-PARTS-9) and two Group Ally cards (D-PARTS-5).
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from simulate.core.game import ledger
from simulate.core.game.code_table import CodeTable
from simulate.core.game.records import record_of
from simulate.games.defenders.cards.model import CAPACITY, CardsModel
from simulate.games.defenders.cards.vocabulary import (
    AT_ZERO,
    CHOSEN_MOMENTS,
    EFFECTS,
    MOMENTS,
    OUTER,
    REGIONS,
    WHERE,
    WHO,
)
from simulate.mechanics.effects import EffectTable

SEATS = 4
CAPITAL = 0
PLACES = len(REGIONS)  # the Capital City is 0, outer regions 1..6
HEROES = CAPACITY["heroes"]
ENEMIES = CAPACITY["enemies"]
DIRE = CAPACITY["dire_enemies"]
FOES = CAPACITY["foes"]
ARTIFACTS = CAPACITY["artifacts"]
HERO_ABILITIES = 3  # of one hero, at most
ABILITIES = 120
EFFECT_ROWS = 3 * ABILITIES
ATTACKS = 3  # attacks on one enemy card, at most
NONE = -1

FIRST_DIRE = ENEMIES
FIRST_ALLY = FIRST_DIRE + DIRE
FIRST_GROUP = FIRST_ALLY + SEATS
CARDS = FIRST_GROUP + 2

DO = CodeTable(*EFFECTS)
WHEN = CodeTable(*MOMENTS)
PLACE = CodeTable(*WHERE)
ACT = CodeTable(*AT_ZERO)
WHOM = CodeTable(*WHO)
# Which region a move of an ability names, besides the codes of WHERE.
CHOOSE_TRAVEL = len(WHERE)
CHOOSE_SEND = len(WHERE) + 1

SIDES = CodeTable("chosen", "random", "a", "b")

# Parameters of rules.toml that the kernels read under their own name.
PARAMETERS = (
    "capital_limit",
    "capital_start",
    "region_limit",
    "region_start",
    "enemies_per_deck",
    "horde_cards_per_round",
    "enemy_threat",
    "dire_enemy_threat",
    "defend_health",
    "defend_health_dire",
    "artifacts_for_dire",
    "ally_points",
    "group_points",
    "group_points_destroyed",
    "move_points",
    "succor_points",
    "succor_threat",
    "fight_points",
    "fight_damage",
    "extra_point_after",
    "extra_point_health",
    "extra_points",
    "gates_apart",
    "rest_on_group_turns",
    "rest_once_per_group_card",
    "ruins_from_capital",
    "circle_after_declining",
    "circle_holds_several",
    "extra_point_repeats",
    "extra_point_keeps",
    "sandglass_after_draw",
    "horn_one_region",
    "hammer_restores",
    "hammer_in_capital",
    "foe_answers_spear",
    "round_limit",
    "turn_limit",
)

TABLES = record_of(
    *PARAMETERS,
    "players",
    "dire_enemies",  # in the horde deck
    "allies",  # Ally cards in the turn deck
    "groups",  # Group Ally cards in the turn deck
    "fixed_layout",
    ("fixed_ring", len(OUTER)),
    "sides",  # SIDES
    ("party", SEATS),  # hero by seat, NONE: dealt
    "heroes",
    "enemies",
    "foes",
    "artifacts",
    ("hero_health", HEROES),
    ("hero_ability", HEROES, HERO_ABILITIES),  # NONE where there is none
    ("hero_moments", HEROES),  # bit by bit, when the abilities work
    ("hero_reach", HEROES),
    ("hero_at_zero", HEROES),  # bit by bit, what may be done at zero health (ACT)
    ("enemy_region", ENEMIES, ATTACKS),
    ("enemy_attacks", ENEMIES),
    ("dire_region", DIRE),
    ("dire_ability", DIRE, 3),
    ("dire_price", DIRE),  # more health to defend
    ("dire_pushes_into_capital", DIRE),
    ("foe_region", FOES),
    ("foe_health", FOES),
    ("foe_ability", FOES, 3),
    ("foe_enter_price", FOES),
    ("foe_closes", FOES),
    ("artifact_ability", ARTIFACTS),
    ("region_ability", PLACES, 2),  # by side
    "region_moments",  # bit by bit, when the ability of any region works
    ("region_reach", PLACES, 2),  # for heroes who stand there
    ("region_at_zero", PLACES, 2),
    ("ability_when", ABILITIES),
    ("ability_points", ABILITIES),
    ("ability_health", ABILITIES),
    ("ability_at_capital", ABILITIES),
    ("ability_uses_per_turn", ABILITIES),  # 0: as often as it can be paid
    ("ability_first", ABILITIES),  # first effect row
    ("ability_count", ABILITIES),
    ("ability_region", ABILITIES),  # WHERE, CHOOSE_TRAVEL, CHOOSE_SEND, NONE
    ("ability_steps", ABILITIES),  # of travel and send
    ("ability_hero", ABILITIES),  # WHO code, NONE
    ("ability_rule", ABILITIES),  # its own entry in the ledger, NONE
    *EFFECTS.columns("effect", EFFECT_ROWS),
)


class Catalogue:
    """Names of everything that a number stands for, in the order of the tables."""

    def __init__(self, cards: CardsModel) -> None:
        self.heroes = list(cards.heroes)
        self.enemies = list(cards.enemies)
        self.dire_enemies = list(cards.dire_enemies)
        self.foes = list(cards.foes)
        self.artifacts = list(cards.artifacts)
        self.abilities: list[str] = []
        self.hero_abilities = [
            ability for key, hero in cards.heroes.items() for ability in _chosen(key, hero)
        ]
        self.region_abilities = [
            ability
            for region in REGIONS
            for side in "ab"
            for ability in _chosen(*_side(cards, region, side))[:1]
        ]
        kinds = (cards.heroes, cards.dire_enemies, cards.foes, cards.artifacts)
        self.printed = {key: card.name for kind in kinds for key, card in kind.items()}

    def card(self, number: int) -> str:
        """Id of a card of the turn, horde or destruction deck."""
        if number >= FIRST_GROUP:
            return f"group_ally_{number - FIRST_GROUP + 1}"
        if number >= FIRST_ALLY:
            return f"ally_{number - FIRST_ALLY + 1}"
        if number >= FIRST_DIRE:
            return self.dire_enemies[number - FIRST_DIRE]
        return self.enemies[number]


def _side(cards: CardsModel, region: str, side: str) -> tuple[str, Any]:
    """Id and card of a side of a region; the Capital City has one."""
    key = f"{region}_{side}"
    return (key, cards.regions[key]) if key in cards.regions else (region, cards.regions["capital"])


def _chosen(card_id: str, card: Any) -> list[str]:
    """Ids of a card's abilities, one for each place; empty where a player has no choice."""
    ids = [
        f"{card_id}_{key}" if a.when in CHOSEN_MOMENTS else "" for key, a in card.abilities.items()
    ]
    return [*ids, *[""] * (HERO_ABILITIES - len(ids))]


def build(
    rules: Mapping[str, Any], cards: CardsModel, setting: Mapping[str, Any]
) -> tuple[np.ndarray, Catalogue]:
    """Tables (`TABLES[1]`) and names for one cell.

    rules: parameter path without `rules.` -> value; setting: factor -> level, complete.
    """
    names = Catalogue(cards)
    array = np.zeros(1, TABLES)
    tables = array[0]
    for name in PARAMETERS:
        tables[name] = int(rules[name])
    _build_setting(tables, rules, setting, names)
    _build_cards(tables, cards, names)
    return array, names


def _build_setting(tables: Any, rules: Mapping[str, Any], setting: Any, names: Catalogue) -> None:
    players = int(setting["players"])
    tables["players"] = players
    tables["dire_enemies"] = rules[f"dire_enemies.{setting['horde']}"]
    tables["allies"] = rules[f"ally_cards.players_{players}"]
    tables["groups"] = rules[f"group_ally_cards.players_{players}"]
    tables["fixed_layout"] = setting["layout"] == "fixed"
    tables["sides"] = SIDES[setting["sides"]]
    for i in range(len(OUTER)):
        tables["fixed_ring"][i] = REGIONS.index(rules[f"fixed_ring.position_{i + 1}"])
    party = [] if setting["party"] == "dealt" else str(setting["party"]).split("+")
    for seat in range(SEATS):
        tables["party"][seat] = names.heroes.index(party[seat]) if seat < len(party) else NONE


def _build_cards(tables: Any, cards: CardsModel, names: Catalogue) -> None:
    rows = _Rows(tables, names)
    for field in ("hero_ability", "dire_ability", "foe_ability", "artifact_ability"):
        tables[field] = NONE
    tables["region_ability"] = NONE
    tables["ability_rule"] = NONE
    tables["heroes"] = len(cards.heroes)
    for i, hero in enumerate(cards.heroes.values()):
        tables["hero_health"][i] = hero.health
        rows.put(f"heroes.{names.heroes[i]}", hero, tables["hero_ability"][i])
        tables["hero_moments"][i] = sum({1 << WHEN[a.when] for a in hero.abilities.values()})
        tables["hero_reach"][i] = _standing(hero, "reach")
        tables["hero_at_zero"][i] = _at_zero(hero)
    tables["enemies"] = len(cards.enemies)
    for i, enemy in enumerate(cards.enemies.values()):
        tables["enemy_attacks"][i] = len(enemy.regions)
        for k, region in enumerate(enemy.regions):
            tables["enemy_region"][i, k] = REGIONS.index(region)
    for i, dire in enumerate(cards.dire_enemies.values()):
        tables["dire_region"][i] = REGIONS.index(dire.region)
        rows.put(f"dire_enemies.{names.dire_enemies[i]}", dire, tables["dire_ability"][i])
        tables["dire_price"][i] = _standing(dire, "defend_price")
        tables["dire_pushes_into_capital"][i] = any(
            e.into_capital for a in dire.abilities.values() for e in a.effects
        )
    tables["foes"] = len(cards.foes)
    for i, foe in enumerate(cards.foes.values()):
        tables["foe_region"][i] = REGIONS.index(foe.region)
        tables["foe_health"][i] = foe.health
        rows.put(f"foes.{names.foes[i]}", foe, tables["foe_ability"][i])
        tables["foe_enter_price"][i] = _standing(foe, "enter_price")
        tables["foe_closes"][i] = _stands(foe, "close_region")
    tables["artifacts"] = len(cards.artifacts)
    for i, artifact in enumerate(cards.artifacts.values()):
        one = np.full(1, NONE, "i8")
        rows.put(f"artifacts.{names.artifacts[i]}", artifact, one)
        tables["artifact_ability"][i] = one[0]
    for key, card in cards.regions.items():
        one = np.full(1, NONE, "i8")
        rows.put(f"regions.{key}", card, one)
        _build_region(tables, card, one[0])


def _build_region(tables: Any, card: Any, ability: int) -> None:
    """Enter what a side of a region does; the Capital City has one side, as if it were a."""
    place = (REGIONS.index(card.region or REGIONS[CAPITAL]), int(card.side == "b"))
    tables["region_ability"][place] = ability
    tables["region_reach"][place] = _standing(card, "reach")
    tables["region_at_zero"][place] = _at_zero(card)
    for each in card.abilities.values():
        tables["region_moments"] |= 1 << WHEN[each.when]


def _standing(card: Any, do: str) -> int:
    """Sum of the amounts of an `always` effect on a card."""
    return sum(e.amount for a in card.abilities.values() for e in a.effects if e.do == do)


def _at_zero(card: Any) -> int:
    """What a card lets a hero do at zero health, bit by bit."""
    said = [e.act for a in card.abilities.values() for e in a.effects if e.do == "act_at_zero"]
    return sum(1 << ACT[act] for act in AT_ZERO if act in said or "all" in said)


def _stands(card: Any, do: str) -> bool:
    return any(e.do == do for a in card.abilities.values() for e in a.effects)


def _own_rule(card: Any, ability: Any) -> int:
    """Number of the ledger's entry on this very ability, or NONE.

    The anchors of such entries are the names that are printed: card and ability, or the card.
    """
    printed = (f"{card.name} {ability.name}", card.name)
    for number, entry in enumerate(ledger.rules("defenders").values()):
        if entry["heading"] == "cards" and entry["anchor"] in printed:
            return number
    return NONE


class _Rows:
    """Fills the ability and effect rows one after another."""

    def __init__(self, tables: Any, names: Catalogue) -> None:
        self.tables = tables
        self.names = names
        self.effects = EffectTable(tables, EFFECTS, "effect")

    def put(self, card_id: str, card: Any, slots: np.ndarray) -> None:
        """Enter a card's abilities; their numbers go into `slots`, changed in place."""
        for slot, (key, ability) in enumerate(card.abilities.items()):
            number = len(self.names.abilities)
            self.names.abilities.append(f"{card_id}.{key}")
            slots[slot] = number
            self._ability(number, ability)
            self.tables["ability_rule"][number] = _own_rule(card, ability)

    def _ability(self, number: int, ability: Any) -> None:
        t = self.tables
        t["ability_when"][number] = WHEN[ability.when]
        t["ability_points"][number] = ability.points
        t["ability_health"][number] = ability.health
        t["ability_at_capital"][number] = ability.at == "capital"
        t["ability_uses_per_turn"][number] = ability.uses_per_turn or 0
        t["ability_first"][number], t["ability_count"][number] = self.effects.enter(ability.effects)
        t["ability_region"][number] = NONE
        t["ability_hero"][number] = NONE
        for effect in ability.effects:
            if effect.do == "travel":
                t["ability_region"][number] = CHOOSE_TRAVEL
                t["ability_steps"][number] = effect.amount
            elif effect.do == "send":
                t["ability_region"][number] = CHOOSE_SEND
                t["ability_steps"][number] = effect.amount
            elif effect.chooses_region:
                t["ability_region"][number] = PLACE[effect.where]
            if effect.chooses_hero:
                t["ability_hero"][number] = WHOM[effect.who]
