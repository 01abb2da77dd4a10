"""The cards and rules of one cell as one NumPy record, read by every kernel as `cards`.

Sizes are capacities, not counts: adding a card to cards.toml does not compile anything.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from simulate.core.game.records import record_of
from simulate.games.dungeons.cards import codes, model, vocabulary
from simulate.games.dungeons.cards.codes import LOOT_KIND, ROOM_KIND, SEARCH_WHEN, SIDE, SKILL
from simulate.games.dungeons.cards.folding import AbilityRows
from simulate.games.dungeons.cards.vocabulary import NONE

# Parameters of rules.toml that the kernels read under their own name.
PARAMETERS = (
    *("deck_b_rooms", "deck_c_rooms", "grid_reach", "most_dice", "plus_faces"),
    *("health_on_six", "die_change_focus", "portal_focus", "reveal_torch", "goblin_ambush"),
    *("minion_ambush", "goblin_slots", "disarm_after_failure", "rest_health", "rest_focus"),
    *("company", "room_checks", "goblin_modifier", "minion_picks", "minion_torch"),
    *("unconscious_hold_goblins", "garb_limit", "trinket_limit", "spell_limit"),
    *("torch_per_turn", "torch_face", "lair_cost", "boss_health", "taunt_focus"),
    *("opener_enters", "boss_step_out", "turn_limit", "move_limit", "stall_rounds"),
)
FACES = 6
RANGED = ("missile", "cast")  # of attacks on minions

TABLES = record_of(
    *PARAMETERS,
    *codes.CHOICES,
    ("focus_on_face", FACES),
    ("enemy_die", FACES),  # its number, SHIELD or TORCH
    # The cell.
    "players",  # heroes in this game
    "deck_a_rooms",
    ("party", vocabulary.SEATS),  # hero by seat, NONE: dealt
    "boss",  # NONE: dealt
    # Heroes.
    "heroes",
    ("hero_health", codes.HEROES),
    ("hero_focus", codes.HEROES),
    ("hero_speed", codes.HEROES),
    ("hero_defense", codes.HEROES),
    ("hero_skill", codes.HEROES, len(vocabulary.SKILLS)),
    ("hero_ability", codes.HEROES, len(vocabulary.SLOTS)),  # NONE where there is none
    # Enemies; by ATTACKS where the kind of attack matters.
    "goblins",
    ("goblin_copies", codes.GOBLINS),
    ("goblin_speed", codes.GOBLINS),
    ("goblin_defense", codes.GOBLINS),
    ("goblin_reward", codes.GOBLINS),
    ("goblin_action", codes.GOBLINS),
    "minions",
    ("minion_health", codes.MINIONS),
    ("minion_speed", codes.MINIONS),
    ("minion_defense", codes.MINIONS, len(vocabulary.ATTACKS)),
    ("minion_modifier", codes.MINIONS, len(vocabulary.ATTACKS)),
    ("minion_action", codes.MINIONS),
    "bosses",
    ("boss_speed", codes.BOSSES),
    ("boss_defense", codes.BOSSES),
    ("boss_strikes", codes.BOSSES, len(vocabulary.ATTACKS)),  # has a modifier
    ("boss_modifier", codes.BOSSES, len(vocabulary.ATTACKS)),
    ("boss_answer", codes.BOSSES, len(vocabulary.ATTACKS)),  # abilities
    ("boss_action", codes.BOSSES),
    ("boss_torch", codes.BOSSES),
    ("boss_wards", codes.BOSSES, vocabulary.WARDS),  # spaces, from the top; NONE
    ("space_bonus", codes.BOSSES, vocabulary.SPACES),
    ("space_end", codes.BOSSES, vocabulary.SPACES),
    # Dungeon cards.
    "rooms",
    ("room_kind", codes.ROOMS),
    (
        "room_open",
        codes.ROOMS,
        len(vocabulary.SIDES),
        len(vocabulary.SIDES),
    ),  # turned, side: yes or no
    ("room_goblin", codes.ROOMS),
    ("room_portal", codes.ROOMS),
    ("room_trap", codes.ROOMS),  # yes or no
    ("trap_evade", codes.ROOMS),  # skill
    ("trap_evade_target", codes.ROOMS),
    ("trap_damage", codes.ROOMS),
    ("trap_disarm", codes.ROOMS),  # skill
    ("trap_disarm_target", codes.ROOMS),
    ("room_search", codes.ROOMS),
    ("room_fail", codes.ROOMS),
    ("search_when", codes.ROOMS),  # SEARCH_WHEN, NONE
    # Loot, spells, sets.
    "loot",
    ("loot_kind", codes.LOOT),
    ("loot_set", codes.LOOT),  # NONE
    ("loot_ability", codes.LOOT, 2),
    "spells",
    ("spell_ability", codes.SPELLS, 2),
    "sets",
    ("set_ability", codes.SETS, codes.PIECES_TOP + 1),  # by pieces equipped
    # Torch Mat: side, steps from the skull.
    ("torch_start", 2),
    ("torch_event", 2, vocabulary.TRACK + 1),
    # Abilities.
    ("ability_when", codes.ABILITIES),
    ("ability_skill", codes.ABILITIES),  # ANY_SKILL: chosen, NONE: no check
    ("ability_target", codes.ABILITIES),
    ("ability_bonus", codes.ABILITIES),  # of a weapon
    ("ability_focus", codes.ABILITIES),
    ("ability_health", codes.ABILITIES),
    ("ability_reach", codes.ABILITIES),  # NONE: nobody else
    ("ability_range", codes.ABILITIES),
    ("ability_order", codes.ABILITIES),  # of an enemy's action
    ("ability_take_one", codes.ABILITIES),  # of the effects, chosen
    ("ability_who", codes.ABILITIES),  # who gets its bonuses
    ("ability_modifies", codes.ABILITIES),  # yes or no
    ("ability_once", codes.ABILITIES),  # what it changes adds nothing to itself
    # Whom it is aimed at, each yes or no; a Spell Attack does damage.
    ("ability_one_enemy", codes.ABILITIES),
    ("ability_all_enemies", codes.ABILITIES),
    ("ability_one_hero", codes.ABILITIES),
    ("ability_attacks", codes.ABILITIES),
    ("ability_before_roll", codes.ABILITIES),  # yes or no
    ("ability_first", codes.ABILITIES),  # first effect row
    ("ability_count", codes.ABILITIES),
    # What an ability changes while it works.
    ("result", codes.ABILITIES, len(vocabulary.SKILLS), len(vocabulary.CHECKS)),
    ("dice", codes.ABILITIES, len(vocabulary.SKILLS), len(vocabulary.CHECKS)),
    ("damage", codes.ABILITIES, 2),  # melee, missile
    ("defense", codes.ABILITIES, len(vocabulary.ATTACKS)),
    ("speed", codes.ABILITIES),
    ("reroll", codes.ABILITIES, len(vocabulary.CHECKS)),
    ("cheaper", codes.ABILITIES, len(vocabulary.CHECKS)),
    ("no_answer", codes.ABILITIES, len(vocabulary.ATTACKS)),
    ("soften", codes.ABILITIES, len(vocabulary.DANGERS)),
    ("stealth", codes.ABILITIES),
    # What it does once.
    *vocabulary.EFFECTS.columns("effect", codes.EFFECT_ROWS),
)


class Catalogue:
    """Names of everything that a number stands for, in the order of the tables."""

    def __init__(self, cards: model.CardsModel) -> None:
        self.heroes = list(cards.heroes)
        self.goblins = list(cards.goblins)
        self.minions = list(cards.minions)
        self.bosses = list(cards.bosses)
        self.rooms = list(cards.dungeon)
        self.loot = list(cards.loot)
        self.spells = list(cards.spells)
        self.sets = list(cards.sets)
        self.loot_to_use = _to_use(cards.loot)
        self.spells_to_use = _to_use(cards.spells)
        self.hero_abilities = [
            _mat_ability(key, hero, slot)
            for key, hero in cards.heroes.items()
            for slot in vocabulary.SLOTS
        ]
        self.abilities: list[str] = []  # path of an ability in cards.toml
        enemies = (cards.goblins, cards.minions, cards.bosses)
        others = (cards.heroes, cards.dungeon, cards.loot, cards.spells, cards.sets)
        kinds: tuple[Mapping[str, Any], ...] = (*enemies, *others)
        self.printed = {key: card.name for kind in kinds for key, card in kind.items()}
        owners: dict[str, Mapping[str, Any]] = {
            "heroes": cards.heroes,
            "loot": cards.loot,
            "spells": cards.spells,
            "sets": cards.sets,
        }
        self.printed_abilities = {
            f"{kind}.{key}.{slot}": ability.name
            for kind, held in owners.items()
            for key, card in held.items()
            for slot, ability in card.abilities.items()
        }


def _mat_ability(key: str, hero: model.Hero, slot: str) -> str:
    """Name of an ability of a hero's mat; empty where there is none, or none to be used."""
    ability = hero.abilities.get(slot)
    return "" if ability is None or ability.when == "always" else f"{key}_{slot}"


def _to_use(cards: Mapping[str, Any]) -> list[str]:
    """Ids of cards that have to be used; empty for those that do something all the time."""
    return [
        "" if any(ability.when == "always" for ability in card.abilities.values()) else key
        for key, card in cards.items()
    ]


def build(
    rules: Mapping[str, Any], cards: model.CardsModel, setting: Mapping[str, Any]
) -> tuple[np.ndarray, Catalogue]:
    """Tables (`TABLES[1]`) and names for one cell.

    rules: parameter path without `rules.` -> value; setting: factor -> level, complete.
    """
    names = Catalogue(cards)
    array = np.zeros(1, TABLES)
    tables = array[0]
    _build_rules(tables, rules)
    _build_setting(tables, rules, setting, names)
    rows = AbilityRows(tables, names.abilities)
    _build_heroes(tables, rows, cards.heroes)
    _build_goblins(tables, rows, cards)
    _build_minions(tables, rows, cards.minions)
    _build_bosses(tables, rows, cards.bosses)
    _build_dungeon(tables, rows, cards.dungeon)
    _build_loot(tables, rows, cards.loot, names)
    _build_spells(tables, rows, cards.spells)
    _build_sets(tables, rows, cards.sets)
    _build_torch(tables, cards.torch)
    return array, names


def _build_rules(tables: Any, rules: Mapping[str, Any]) -> None:
    for name in PARAMETERS:
        tables[name] = int(rules[name])
    for name, words in codes.CHOICES.items():
        tables[name] = words[rules[name]]
    for i in range(FACES):
        tables["focus_on_face"][i] = rules[f"focus_on_face.face_{i + 1}"]
        tables["enemy_die"][i] = codes.FACE[rules[f"enemy_die.face_{i + 1}"]]


def _build_setting(tables: Any, rules: Mapping[str, Any], setting: Any, names: Catalogue) -> None:
    players = int(setting["heroes"])
    tables["players"] = players
    tables["deck_a_rooms"] = rules[f"deck_a_rooms.heroes_{players}"]
    party = [] if setting["party"] == "dealt" else str(setting["party"]).split("+")
    for seat in range(vocabulary.SEATS):
        tables["party"][seat] = names.heroes.index(party[seat]) if seat < len(party) else NONE
    boss = setting["boss"]
    tables["boss"] = NONE if boss == "dealt" else names.bosses.index(boss)


def _build_heroes(tables: Any, rows: AbilityRows, heroes: Mapping[str, model.Hero]) -> None:
    """Rules N-ATTR-1, N-ATTR-2, N-ATTR-3, N-ATTR-4, N-ATTR-5."""
    tables["heroes"] = len(heroes)
    tables["hero_ability"] = NONE
    for i, (key, hero) in enumerate(heroes.items()):
        for name in ("health", "focus", "speed", "defense"):
            tables[f"hero_{name}"][i] = getattr(hero, name)
        tables["hero_skill"][i] = [getattr(hero, skill) for skill in vocabulary.SKILLS]
        for k, slot in enumerate(vocabulary.SLOTS):
            if slot in hero.abilities:
                path = f"heroes.{key}.{slot}"
                tables["hero_ability"][i, k] = rows.owned(path, hero.abilities[slot])


def _build_goblins(tables: Any, rows: AbilityRows, cards: model.CardsModel) -> None:
    tables["goblins"] = len(cards.goblins)
    tables["goblin_reward"] = tables["goblin_action"] = NONE
    for i, (key, goblin) in enumerate(cards.goblins.items()):
        for name in ("copies", "speed", "defense"):
            tables[f"goblin_{name}"][i] = getattr(goblin, name)
        reward, action = goblin.abilities.reward, goblin.abilities.action
        if reward:
            tables["goblin_reward"][i] = rows.reward(f"goblins.{key}.reward", reward)
        if action:
            tables["goblin_action"][i] = rows.action(f"goblins.{key}.action", action)


def _build_minions(tables: Any, rows: AbilityRows, minions: Mapping[str, model.Minion]) -> None:
    """Rules N-ATTACK-7, N-COUNTER-7: numbers by the kind of attack."""
    tables["minions"] = len(minions)
    tables["minion_action"] = NONE
    for i, (key, minion) in enumerate(minions.items()):
        tables["minion_health"][i] = minion.health
        tables["minion_speed"][i] = minion.speed
        for k, kind in enumerate(vocabulary.ATTACKS):
            side = "ranged" if kind in RANGED else "melee"
            more = getattr(minion.bonus_defense, side)
            tables["minion_defense"][i, k] = minion.defense + more
            tables["minion_modifier"][i, k] = getattr(minion.modifier, side)
        action = minion.abilities.action
        if action:
            tables["minion_action"][i] = rows.action(f"minions.{key}.action", action)


def _build_bosses(tables: Any, rows: AbilityRows, bosses: Mapping[str, model.Boss]) -> None:
    tables["bosses"] = len(bosses)
    for field in ("boss_action", "boss_torch", "boss_answer", "boss_wards"):
        tables[field] = NONE
    tables["space_bonus"] = tables["space_end"] = NONE
    for i, (key, boss) in enumerate(bosses.items()):
        tables["boss_speed"][i] = boss.speed
        tables["boss_defense"][i] = boss.defense
        tables["boss_wards"][i, : len(boss.wards)] = boss.wards
        _enter_answers(tables, rows, i, f"bosses.{key}", boss)
        for k, effects in enumerate(boss.spaces):
            bonus, end = rows.space(f"bosses.{key}.space_{k + 1}", effects)
            tables["space_bonus"][i, k] = bonus
            tables["space_end"][i, k] = end


def _enter_answers(tables: Any, rows: AbilityRows, i: int, path: str, boss: model.Boss) -> None:
    """A boss's action, torch effect and what it does about each kind of attack."""
    if boss.abilities.action:
        tables["boss_action"][i] = rows.action(f"{path}.action", boss.abilities.action)
    if boss.abilities.torch:
        tables["boss_torch"][i] = rows.torch(f"{path}.torch", boss.abilities.torch)
    for k, kind in enumerate(vocabulary.ATTACKS):
        modifier, answer = getattr(boss.modifier, kind), getattr(boss.abilities, kind)
        tables["boss_strikes"][i, k] = modifier is not None
        tables["boss_modifier"][i, k] = modifier or 0
        if answer:
            tables["boss_answer"][i, k] = rows.answer(f"{path}.{kind}", answer)


def _build_dungeon(tables: Any, rows: AbilityRows, cards: Mapping[str, model.DungeonCard]) -> None:
    tables["rooms"] = len(cards)
    for field in ("room_search", "room_fail", "search_when", "trap_evade", "trap_disarm"):
        tables[field] = NONE
    for i, (key, card) in enumerate(cards.items()):
        tables["room_kind"][i] = ROOM_KIND[card.kind]
        tables["room_goblin"][i] = card.goblin
        tables["room_portal"][i] = card.portal
        for turned in range(len(vocabulary.SIDES)):
            for side in card.corridors:
                tables["room_open"][i, turned, (SIDE[side] + turned) % len(vocabulary.SIDES)] = 1
        _enter_features(tables, rows, i, f"dungeon.{key}", card)


def _enter_features(
    tables: Any, rows: AbilityRows, i: int, path: str, card: model.DungeonCard
) -> None:
    trap, search = card.abilities.trap, card.abilities.search
    if trap:
        tables["room_trap"][i] = 1
        tables["trap_evade"][i] = SKILL[trap.evade]
        tables["trap_evade_target"][i] = trap.evade_target
        tables["trap_damage"][i] = trap.damage
        tables["trap_disarm"][i] = SKILL[trap.disarm]
        tables["trap_disarm_target"][i] = trap.disarm_target
    if search:
        tables["search_when"][i] = SEARCH_WHEN[search.when]
        succeeded, failed = rows.search(f"{path}.search", search)
        tables["room_search"][i] = succeeded
        tables["room_fail"][i] = failed


def _build_loot(
    tables: Any, rows: AbilityRows, cards: Mapping[str, model.Loot], names: Catalogue
) -> None:
    tables["loot"] = len(cards)
    tables["loot_ability"] = tables["loot_set"] = NONE
    for i, (key, card) in enumerate(cards.items()):
        tables["loot_kind"][i] = LOOT_KIND[card.kind]
        if card.set:
            tables["loot_set"][i] = names.sets.index(card.set)
        for k, (name, ability) in enumerate(card.abilities.items()):
            tables["loot_ability"][i, k] = rows.owned(f"loot.{key}.{name}", ability)


def _build_spells(tables: Any, rows: AbilityRows, cards: Mapping[str, model.Spell]) -> None:
    tables["spells"] = len(cards)
    tables["spell_ability"] = NONE
    for i, (key, card) in enumerate(cards.items()):
        for k, (name, ability) in enumerate(card.abilities.items()):
            tables["spell_ability"][i, k] = rows.owned(f"spells.{key}.{name}", ability)


def _build_sets(tables: Any, rows: AbilityRows, cards: Mapping[str, model.LegendarySet]) -> None:
    """Rules N-SETS-3, N-SETS-4: no bonus for one piece; more pieces keep the highest reached."""
    tables["sets"] = len(cards)
    tables["set_ability"] = NONE
    for i, (key, card) in enumerate(cards.items()):
        for pieces, name in enumerate(vocabulary.PIECES, 2):
            if name in card.abilities:
                row = rows.owned(f"sets.{key}.{name}", card.abilities[name])
                tables["set_ability"][i, pieces:] = row


def _build_torch(tables: Any, mats: Mapping[str, model.TorchMat]) -> None:
    """Rules N-SETUP-11, N-TORCH-3, N-TORCH-4."""
    for act, mat in enumerate((mats["act_1"], mats["act_2"])):
        tables["torch_start"][act] = getattr(mat.starts, f"heroes_{tables['players']}")
        tables["torch_event"][act, mat.goblins] = codes.ADD_GOBLIN
        tables["torch_event"][act, mat.enemy_actions] = codes.ENEMY_ACTIONS
