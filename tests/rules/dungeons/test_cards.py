"""Every known card value, entered a second time.

Written from the sources without looking at cards.toml.  What is not known of a card is not
here by value: of that the tests only ask that it is marked as a stand-in.  None in a table of
known things says that the sources are silent.
"""

from typing import Any

import pytest

from simulate.core.text.nested import leaves, printed
from simulate.pack.sources import fit_of, kind, source_for
from tests.rules.dungeons import shipped
from tests.rules.dungeons.shipped import read, rules

CARDS = shipped.cards()


def source(section: str, key: str, path: str) -> str:
    return kind(source_for(CARDS[section][key]["source"], path))


def has(section: str, key: str, path: str, value: Any) -> None:
    """The card has the value and a source for it; None: it is marked as a stand-in."""
    here: Any = CARDS[section][key]
    for part in path.split("."):
        here = here[int(part)] if isinstance(here, list) else here.get(part)
    if value is None:
        assert source(section, key, path) == "stand-in", path
    else:
        assert here == value, (section, key, path)
        assert source(section, key, path) in ("rulebook", "cited"), path


# ---------------------------------------------------------------- heroes

# health, focus, speed, defense, strength, agility, intellect
STATS = ("health", "focus", "speed", "defense", "strength", "agility", "intellect")
HEROES = {
    "ethairna": (6, 8, 4, 3, 1, 2, 3),
    "lanon": (8, 5, 3, 5, 3, 1, 2),
    "gerrund": (5, 8, 3, 4, 1, 2, 3),
    "grok": (8, 4, 3, 2, 3, 2, 1),
    "moonblade": (6, 5, 5, 3, 2, 3, 1),
    "thordin": (None, None, None, 4, 3, None, None),
    "uliessa": (None, None, 4, 5, None, None, None),
    "wyn_keleas": (None, None, 4, 3, None, None, None),
}


@pytest.mark.parametrize("key", HEROES)
def test_heroes(key):
    for name, value in zip(STATS, HEROES[key], strict=True):
        has("heroes", key, name, value)


def abilities(key: str) -> dict[str, dict[str, Any]]:
    return {a["name"]: a for a in CARDS["heroes"][key]["abilities"].values()}


def known(key: str, name: str, **said: Any) -> dict[str, Any]:
    """The one effect of a known ability, which says at least this."""
    slot = next(s for s, a in CARDS["heroes"][key]["abilities"].items() if a["name"] == name)
    ability = CARDS["heroes"][key]["abilities"][slot]
    for word, value in said.items():
        assert ability.get(word) == value, (name, word)
        if value is not None:
            assert source("heroes", key, f"abilities.{slot}.{word}") != "stand-in"
    effects = ability.get("effects", [])
    assert len(effects) <= 1
    return effects[0] if effects else {}


def test_abilities_of_the_casters():
    bolt = known("ethairna", "Seeking Bolt", skill="intellect", target=5, focus=2, range=4)
    assert bolt == {"do": "damage", "amount": 1, "who": "one_enemy"}
    assert abilities("ethairna")["Seeking Bolt"]["reach"] == "path"
    arrow = known("gerrund", "Magic Arrow", skill="intellect", target=6, focus=2, range=2)
    assert arrow == {"do": "damage", "amount": 2, "who": "one_enemy"}
    assert abilities("gerrund")["Magic Arrow"]["reach"] == "path"
    for key in ("ethairna", "gerrund"):
        known(key, "Dagger", when="melee", skill="strength", bonus=-1)
        research = known(key, "Research", when="free", focus=4)
        assert research == {"do": "discover", "amount": 1, "what": "spell"}


def test_abilities_of_the_paladin():
    might = known("lanon", "Divine Might", when="cast", skill="intellect", target=4, focus=2)
    assert might == {"do": "attack", "amount": 2, "action": "melee"}
    known("lanon", "Hammer", when="melee", skill="strength", bonus=0)
    hands = known("lanon", "Healing Hands", when="free", focus=2, reach="path", range=1)
    assert hands == {"do": "heal", "amount": 2, "who": "one_hero"}


def test_N_FREE_11_abilities_of_the_barbarian():
    rage = known("grok", "Battle Rage", when="check", focus=3)
    assert rage == {"do": "add_result", "amount": 2, "skill": "any", "on": "weapon"}
    known("grok", "Axe", when="melee", skill="strength", bonus=1)
    assert known("grok", "Sprint", when="free", focus=1) == {"do": "add_speed", "amount": 1}


def test_abilities_of_the_rogue():
    walk = known("moonblade", "Shadow Walk", when="cast", skill="agility", target=6, focus=3)
    assert (walk["do"], walk["pace"]) == ("move", "stealth")
    known("moonblade", "Dagger", when="melee", skill="strength", bonus=-1)
    assert "bonus" not in abilities("moonblade")["Pick Locks"]  # no weapon


def test_N_FREE_11_abilities_of_the_dwarf_warrior():
    stance = known("thordin", "Stone Stance", when="free", focus=2)
    assert stance == {"do": "add_defense", "amount": 2, "on": "melee"}
    assert source("heroes", "thordin", "abilities.talent") == "rulebook"  # no loot covers it
    known("thordin", "Hammer", when="melee", skill="strength", bonus=0)
    assert CARDS["heroes"]["thordin"]["abilities"]["right_hand"]["focus"] == 5


def test_abilities_of_the_cleric_and_of_the_ranger():
    known("uliessa", "Hammer", when="melee", skill="strength", bonus=0)
    research = known("uliessa", "Research", when="free", focus=4)
    assert research == {"do": "discover", "amount": 1, "what": "spell"}
    (heals,) = abilities("uliessa")["Cure"]["effects"]
    assert (heals["do"], heals["amount"]) == ("heal", 4)
    known("wyn_keleas", "Dagger", when="melee", skill="strength", bonus=-1)
    known("wyn_keleas", "Bow", when="missile")
    assert abilities("wyn_keleas")["Stealth"]["effects"] == [{"do": "stealth"}]


NAMES = {
    "thordin": "Thordin, Dwarf Warrior",
    "uliessa": "Uliessa, Dwarf Cleric",
    "wyn_keleas": "Wyn Keleas, Elf Ranger",
}


@pytest.mark.parametrize("key", NAMES)
def test_three_heroes_were_seen_in_a_picture(key):
    has("heroes", key, "name", NAMES[key])
    for path in ("health", "focus", "agility", "intellect"):
        has("heroes", key, path, None)


# ---------------------------------------------------------------- goblins

LOOT_1 = {"do": "discover", "amount": 1, "what": "loot"}
SPELL_1 = {"do": "discover", "amount": 1, "what": "spell"}
# speed, defense, reward (one of, all of), order, range, health lost, plus goblins
GOBLINS = {
    "boomy": (1, 4, "one", [LOOT_1, SPELL_1], "attack_or_move", 2, 2, False),
    "pokey": (
        *(3, 6, "all", [LOOT_1, {"do": "reveal", "where": "anywhere"}]),
        *("attack_or_move", 1, 0, True),
    ),
    "shooty": (
        *(2, 5, "one", [LOOT_1, {"do": "gain_focus", "amount": 5}]),
        *("move_and_attack", 2, 1, False),
    ),
    "stabby": (
        *(4, 4, "one", [LOOT_1, {"do": "heal", "amount": 3}]),
        *("attack_or_move", 0, 1, True),
    ),
}


@pytest.mark.parametrize("key", GOBLINS)
def test_N_ENEMY_2_N_ENEMY_3_goblins(key):
    speed, defense, take, rewards, order, reach, lost, plus = GOBLINS[key]
    has("goblins", key, "speed", speed)
    has("goblins", key, "defense", defense)
    has("goblins", key, "abilities.reward.take", take)
    assert CARDS["goblins"][key]["abilities"]["reward"]["effects"] == rewards
    has("goblins", key, "abilities.action.order", order)
    has("goblins", key, "abilities.action.range", reach)
    harm = {"do": "lose_health", "amount": lost} | ({"plus_goblins": True} if plus else {})
    assert CARDS["goblins"][key]["abilities"]["action"]["effects"] == [harm]
    has("goblins", key, "copies", None)


def test_no_other_goblin_is_known():
    assert set(CARDS["goblins"]) == set(GOBLINS)


# ---------------------------------------------------------------- minions and bosses


def test_N_ENEMY_5_minotaur():
    has("minions", "minotaur", "speed", 5)
    has("minions", "minotaur", "defense", 4)
    has("minions", "minotaur", "bonus_defense.melee", 2)
    has("minions", "minotaur", "modifier.melee", 3)
    has("minions", "minotaur", "modifier.ranged", None)
    has("minions", "minotaur", "health", None)
    has("minions", "minotaur", "abilities.action.range", 0)
    has("minions", "minotaur", "abilities.action.effects.0.amount", 3)
    has("minions", "minotaur", "abilities.action.order", "move_and_attack")


@pytest.mark.parametrize(
    "key, health, defense", [("gelatinous_cube", 8, 4), ("giant_spider", 7, 5)]
)
def test_minions_of_which_some_is_known(key, health, defense):
    has("minions", key, "health", health)
    has("minions", key, "defense", defense)
    has("minions", key, "modifier.melee", 3)
    has("minions", key, "speed", None)
    has("minions", key, "abilities.action.effects.0.amount", None)


def test_five_minions_are_stand_ins_within_what_is_known_of_the_others():
    unknown = set(CARDS["minions"]) - {"minotaur", "gelatinous_cube", "giant_spider"}
    assert len(unknown) == 5
    for key in unknown:
        card = CARDS["minions"][key]
        assert {kind(text) for text in card["source"].values()} == {"stand-in"}
        assert card["health"] in (7, 8) and card["defense"] in (4, 5), key
        assert max(card["bonus_defense"].values()) <= 2, key


def boss_figures() -> dict[str, list[tuple[str, str]]]:
    """Figures of bosses said to be the rulebook's: path -> where."""
    found: dict[str, list[tuple[str, str]]] = {}
    for key, card in CARDS["bosses"].items():
        for path, text in card["source"].items():
            if kind(text) not in ("stand-in", "fitted"):
                found.setdefault(path, []).append((key, text))
    return found


def test_N_BATTLE_2_N_ANSWER_2_the_bosses_figures_in_the_rulebook():
    """One boss has them all: 2 damage within 4, 2 within 1, 2 focus for a spell."""
    (key,) = {key for users in boss_figures().values() for key, _ in users}
    abilities = CARDS["bosses"][key]["abilities"]
    two = [{"do": "lose_health", "amount": 2}]
    assert (abilities["action"]["range"], abilities["action"]["effects"]) == (4, two)
    assert (abilities["torch"]["range"], abilities["torch"]["effects"]) == (1, two)
    assert abilities["cast"]["effects"] == [{"do": "lose_focus", "amount": 2}]
    space = [effect for effects in CARDS["bosses"][key]["spaces"] for effect in effects]
    assert {"do": "add_dice", "amount": -1, "skill": "any", "on": "any"} in space
    assert {"do": "add_result", "amount": 2, "skill": "agility", "on": "any"} in space


def test_N_PARTS_11_no_boss_needs_more_altars_than_two_heroes_find():
    assert all(len(card["wards"]) <= 3 for card in CARDS["bosses"].values())
    assert all(5 <= card["defense"] <= 8 for card in CARDS["bosses"].values())


def test_what_of_the_bosses_was_fitted_was_first_set_by_what_is_known():
    """And nothing that is known was fitted."""
    for name, card in CARDS["bosses"].items():
        defense, wards, takes = shipped.BOSSES[name]
        first = {"defense": defense, "wards": wards, "abilities.action.effects.0.amount": takes}
        fits = {way: fit_of(text) for way, text in card["source"].items() if fit_of(text)}
        assert fits and all(fit.value_before == first[way] for way, fit in fits.items()), name
        assert 5 <= defense <= 7 and len(wards) <= 3
    assert source("bosses", "dragon", "abilities.action.effects.0.amount") == "rulebook"


# ---------------------------------------------------------------- dungeon cards

# evade, damage, disarm skill, disarm number; None: stand-in
TRAPS = {
    "buzzsaw": (6, 3, "strength", 5),
    "fire_vortex": (6, 3, "intellect", 5),
    "bridge_of_doom": (7, 2, "agility", 6),
}


def test_N_DISARM_6_traps():
    found = {k: c["abilities"]["trap"] for k, c in CARDS["dungeon"].items() if _has(c, "trap")}
    for key, (evade, damage, skill, number) in TRAPS.items():
        trap = found[key]
        assert trap["evade"] == "any"
        assert (trap["evade_target"], trap["damage"]) == (evade, damage), key
        assert (trap["disarm"], trap["disarm_target"]) == (skill, number), key
        assert source("dungeon", key, "abilities.trap.damage") == "cited"
    profiles = sorted((t["evade_target"], t["damage"], t["disarm_target"]) for t in found.values())
    assert profiles == [(6, 3, 5)] * 3 + [(7, 2, 6)] * 4


def test_N_DISARM_6_of_four_traps_the_figures_are_known_and_not_the_skill():
    for key in ("dart_gallery", "crushing_walls", "rune_floor", "falling_stones"):
        for figure in ("evade_target", "damage", "disarm_target"):
            assert source("dungeon", key, f"abilities.trap.{figure}") == "cited"
        has("dungeon", key, "abilities.trap.disarm", None)
        has("dungeon", key, "name", None)


def _has(card: dict[str, Any], feature: str) -> bool:
    return feature in card.get("abilities", {})


# when, skill, number, focus, effects, on failure
SEARCHES: dict[str, tuple[Any, ...]] = {
    "arcane_altar": (
        *("search", "intellect", 5, 4),
        *([{"do": "torch_up", "amount": 2}], []),
    ),
    "armory": (
        *("free", "any", 7, 0, [{"do": "pick_up", "amount": 1, "what": "loot"}]),
        [{"do": "torch_down", "amount": 1}],
    ),
    "feasthall": (
        *("free", "intellect", 4, 3, [{"do": "heal", "amount": 9}]),
        [{"do": "lose_health", "amount": 2}],
    ),
    "goblin_bunks": (
        *("search", "agility", 4, 0, [{"do": "pick_up", "amount": 1, "what": "loot"}]),
        [{"do": "add_goblin", "amount": 1}],
    ),
    "library": (
        *("search", "intellect", 5, 0),
        *(
            [{"do": "discover", "amount": 1, "what": "spell"}, {"do": "gain_focus", "amount": 2}],
            [],
        ),
    ),
}


@pytest.mark.parametrize("key", SEARCHES)
def test_N_SEARCH_1_N_SEARCH_2_rooms_to_search(key):
    search = CARDS["dungeon"][key]["abilities"]["search"]
    when, skill, target, focus, effects, fail = SEARCHES[key]
    assert (search["when"], search["skill"], search["target"]) == (when, skill, target)
    assert search.get("focus", 0) == focus
    assert (search["effects"], search.get("fail", [])) == (effects, fail)
    assert source("dungeon", key, "abilities.search.target") in ("cited", "rulebook")


def test_N_DANGER_1_nine_rooms_have_a_goblin_and_three_a_portal():
    """Of 22; seven of the others are traps, twelve ask for a check."""
    rooms = {key: card for key, card in CARDS["dungeon"].items() if card["kind"] == "room"}
    for mark, number in (("goblin", 9), ("portal", 3)):
        marked = [key for key, card in rooms.items() if card.get(mark)]
        assert len(marked) == number
        assert {source("dungeon", key, mark) for key in marked} <= {"cited", "stand-in"}
    seen = ("library", "graveyard", "treasury", "lever_room", "witchs_kitchen")
    for key in seen:  # there are such rooms; that it is they is ours
        has("dungeon", key, "goblin", None)
    checks = [card["abilities"]["search"] for card in rooms.values() if _has(card, "search")]
    targets = sorted(check["target"] for check in checks)
    assert targets == [4] * 3 + [5] * 6 + [7] * 3
    assert sum(_has(card, "trap") for card in rooms.values()) == 22 - 12 - 3
    has("dungeon", "treasury", "abilities.search.target", 7)


def test_N_SETUP_1_the_dungeon_cards_of_the_box():
    kinds = [card["kind"] for card in CARDS["dungeon"].values()]
    assert len(kinds) == 28
    assert [kinds.count(k) for k in ("entrance", "lair_door", "encounter", "room")] == [1, 1, 4, 22]
    for key in (key for key, card in CARDS["dungeon"].items() if card["kind"] == "encounter"):
        has("dungeon", key, "kind", "encounter")
    assert len(CARDS["dungeon"]["entrance"]["corridors"]) == 4
    has("dungeon", "entrance", "corridors", ["north", "east", "south", "west"])


def test_no_corridor_is_known_but_those_of_the_entrance():
    for key in CARDS["dungeon"]:
        if key not in ("entrance",):
            assert "stand-in" in source("dungeon", key, "corridors"), key


# ---------------------------------------------------------------- loot, spells, sets, torch


def test_N_CAST_4_one_spell_is_known():
    spells = {k: c for k, c in CARDS["spells"].items() if "rulebook" in c["source"]["*"]}
    ((key, card),) = spells.items()
    (ability,) = card["abilities"].values()
    assert (ability["skill"], ability["target"], ability["focus"]) == ("intellect", 7, 6)
    assert (ability["reach"], ability["range"]) == ("path", 2)
    assert ability["effects"] == [{"do": "damage", "amount": 4, "who": "one_enemy"}]
    assert source("spells", key, "name") == "stand-in"


def test_N_SETS_5_the_lion_heals_after_each_melee_attack():
    lion = CARDS["sets"]["lion"]["abilities"]
    for pieces, health in ((2, 1), (3, 2), (4, 3)):
        ability = lion[f"pieces_{pieces}"]
        assert ability["when"] == "after_melee"
        assert ability["effects"] == [{"do": "heal", "amount": health}]
    has("sets", "lion", "abilities.pieces_3.effects.0.amount", 2)
    assert source("sets", "lion", "abilities.pieces_4.effects.0.amount") == "rulebook"


@pytest.mark.parametrize("key", ["bear", "panther"])
def test_N_SETS_4_two_more_sets_have_one_effect_in_three_steps(key):
    deeds = set()
    for number, ability in CARDS["sets"][key]["abilities"].items():
        (effect,) = ability["effects"]
        has("sets", key, f"abilities.{number}.effects.0.amount", int(number[-1]) - 1)
        has("sets", key, f"abilities.{number}.effects.0.do", None)
        deeds.add(effect["do"])
    assert len(deeds) == 1


# Pieces by their slot; None: of no set.
LOOT = {
    "lion": ("hand Longsword", "hand Shield", "garb Armor", "trinket Cape"),
    "bear": ("hand Battle Axe", "garb Plate Armor", "trinket Boots", "trinket War Horn"),
    "panther": ("hand Longbow", "hand Claw", "garb Leather Armor", "trinket Gloves"),
    "phoenix": ("hand Staff", "garb Mantle", "trinket Ring", "trinket Grimoire"),
    None: (
        *("hand Crossbow", "hand Spiked Shield", "hand Bladed Chain", "hand Sun Hammer"),
        *("hand Throwing Axe", "garb Elven Mail", "garb Mantle"),
        *("trinket Ruby Statue", "trinket Amethyst Statue", "trinket Jade Statue"),
    ),
}


def test_the_loot_and_the_four_sets_of_the_box():
    """Rule N-SETS-1."""
    assert set(CARDS["sets"]) == {"lion", "bear", "panther", "phoenix"}
    found: dict[str | None, list[str]] = {animal: [] for animal in LOOT}
    for card in CARDS["loot"].values():
        whose = f" of the {CARDS['sets'][card['set']]['name']}" if "set" in card else ""
        assert card["name"].endswith(whose)
        found[card.get("set")].append(f"{card['kind']} {card['name'].removesuffix(whose)}")
    assert {a: sorted(cards) for a, cards in found.items()} == {
        a: sorted(cards) for a, cards in LOOT.items()
    }
    assert sum(map(len, found.values())) == 26


def test_what_loot_does_is_a_stand_in():
    for key, card in CARDS["loot"].items():
        for way, _ in leaves(printed(card)):
            path = ".".join(map(str, way))
            read = (key, path) in (("panther_claw", "set"), ("phoenix_mantle", "set"))
            known = path in ("name", "kind", "set") and not read
            assert (source("loot", key, path) == "stand-in") != known, (key, path)


def test_of_the_torch_the_length_with_two_heroes_is_known():
    has("torch", "act_1", "starts.heroes_2", 18)
    for path in ("starts.heroes_3", "starts.heroes_4", "goblins", "enemy_actions"):
        assert source("torch", "act_1", path) == "stand-in"
    kinds = {kind(text) for text in CARDS["torch"]["act_2"]["source"].values()}
    assert kinds == {"stand-in", "fitted"} and source("torch", "act_2", "starts") == "stand-in"
    assert len(set(CARDS["torch"]["act_2"]["starts"].values())) == 3  # nine turns for each hero
    assert CARDS["torch"]["act_2"]["starts"] == CARDS["torch"]["act_1"]["starts"]


# ---------------------------------------------------------------- rules

RULES = {
    "deck_a_rooms.heroes_2": 9,
    "deck_a_rooms.heroes_3": 7,
    "deck_a_rooms.heroes_4": 5,
    "deck_b_rooms": 3,
    "deck_c_rooms": 3,
    "grid_reach": 3,
    "most_dice": 3,
    "plus_faces": 2,
    "focus_on_face.face_3": 1,
    "focus_on_face.face_5": 0,
    "focus_on_face.face_6": 0,
    "health_on_six": 1,
    "die_change_focus": 2,
    **{f"enemy_die.face_{i}": str(i + 1) for i in range(1, 5)},
    "enemy_die.face_5": "shield",
    "enemy_die.face_6": "torch",
    "portal_focus": 2,
    "reveal_torch": 1,
    "goblin_ambush": 1,
    "minion_ambush": 2,
    "goblin_slots": 4,
    "rest_health": 3,
    "rest_focus": 5,
    "company": 1,
    "goblin_modifier": 1,
    "minion_picks": 2,
    "minion_torch": 6,
    "garb_limit": 1,
    "trinket_limit": 2,
    "spell_limit": 2,
    "torch_per_turn": 1,
    "torch_face": 1,
    "opener_enters": True,
    "lair_cost": 1,
    "boss_health": 8,
    "taunt_focus": 2,
}


def test_N_CHECK_8_parameters():
    found = rules()
    for name, value in RULES.items():
        assert found[name] == value, name
    for face in (1, 2, 4):
        entry = read("rules")["focus_on_face"][f"face_{face}"]
        assert entry["source"].startswith("stand-in"), face


def test_every_other_parameter_is_a_switch_or_marked_as_ours():
    table = read("rules")
    for name in set(rules()) - set(RULES):
        entry: Any = table
        for part in name.split("."):
            entry = entry[part]
        switch = isinstance(entry["value"], bool) or "choices" in entry
        assert switch or entry["source"].startswith("stand-in"), name
