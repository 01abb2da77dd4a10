"""Every known card value, entered a second time.

Written from the sources without looking at cards.toml.  What is not known of a card is not
here by value: of that the tests only ask that it is marked as a stand-in.

`points` is what an ability costs; None in a table of known things says that the sources are
silent, so that the value must be a stand-in.
"""

from typing import Any

# hero: full health, passive abilities, action abilities
HEROES: dict[str, tuple[int, set[str], set[str]]] = {
    "paladin": (5, {"RETRIBUTE"}, set()),
    "cleric": (4, set(), {"HEAL"}),
    "barbarian": (4, {"BERSERK"}, set()),
    "druid": (4, {"MARTYR"}, {"NATURE'S CALL"}),
    "bard": (4, set(), {"BEFRIEND"}),
    "commander": (4, {"DEPLOY"}, {"COMMAND"}),
    "sorcerer": (4, set(), {"LIGHTNING"}),
    "oracle": (4, {"SCRY"}, set()),
    "warrior": (4, set(), {"SPRINT"}),
    "ranger": (4, {"FARSHOT"}, set()),
}
# known effects of hero abilities; the other abilities are stand-ins altogether
HERO_ABILITIES: dict[str, dict[str, Any]] = {
    "BERSERK": {"points": 0, "paid in": "health", "price": None, "more points": 1},
    "HEAL": {"points": None, "does": "heals", "health restored": None, "whom": None},
    "LIGHTNING": {"points": 2, "threat lowered": 3, "where": None},
    "RETRIBUTE": {
        "works when": "the hero defends",
        "does": "lowers threat in the defended region",
        "threat lowered": None,
        "paid in": "health",
        "price": None,
    },
}

ENEMIES = {
    frozenset({"coast", "mountains"}),
    frozenset({"forest", "desert"}),
    frozenset({"forest", "ruins"}),
    frozenset({"forest", "coast"}),
    frozenset({"mountains", "plains"}),
    frozenset({"coast", "desert"}),
    frozenset({"plains", "desert"}),
    frozenset({"mountains", "ruins"}),
    frozenset({"plains", "ruins"}),
}

# dire enemy: region, ability
DIRE_ENEMIES = {
    "harpy": ("mountains", "FRENZY"),
    "giant_wasps": ("plains", "STING"),
    "wraith": ("ruins", "DRAIN"),
    "manticore": ("desert", "RAZE"),
    "sea_serpent": ("coast", "TSUNAMI"),
    "minotaur": ("forest", "TOUGHNESS"),
}
DIRE_ABILITIES: dict[str, dict[str, Any]] = {
    "FRENZY": {
        "works when": "it is not defended",
        "threat raised": 1,
        "in": "every outer region at threat 0",
    },
    "STING": {
        "works when": "it is not defended",
        "health lost": 1,
        "by": "every hero at full health",
    },
    "DRAIN": {
        "works when": "it is not defended",
        "health lost": 2,
        "by": "one hero",
        "which hero": None,
    },
    "RAZE": {"works when": "it is not defended", "threat raised": 1, "in": "the attacked region"},
    "TSUNAMI": {
        "works when": "it is not defended",
        "moved": "every hero in an outer region",
        "how far": 1,
        "where to": None,
    },
    "TOUGHNESS": {"works when": "always", "defending costs more health": None},
}

FOE_HEALTH = 10
# epic foe: region, ability
FOES = {
    "kraken": ("coast", "DEMOLISH"),
    "demon_lord": ("ruins", "ENFEEBLEMENT"),
    "colossus": ("desert", "CLASH"),
    "the_ancient": ("forest", "GROW"),
    "dragon": ("mountains", "SCORCH"),
    "giant": ("plains", "STOMP"),
}
FOE_ABILITIES: dict[str, dict[str, Any]] = {
    "DEMOLISH": {
        "works when": "always",
        "points to enter its region": 2,
        "ability of its region": "cannot be used",
    },
    "ENFEEBLEMENT": {"when": "a hero attacks it", "that hero drops to health": 1},
    "CLASH": {"when": "a hero attacks it", "that hero loses health": 1},
    "GROW": {"when": "the end of every round", "foe restores health": None},
    "STOMP": {
        "works when": "the hero's own turn starts",
        "points a turn lost by an affected hero": 1,
        "which heroes": None,
    },
}

# outer region: its two abilities, one a side; which side is which is not recorded
REGIONS = {
    "mountains": {"FORTIFY", "PREPARE"},
    "desert": {"HEATWAVE", "SANDSTORM"},
    "ruins": {"ABSORB", "SACRIFICE"},
    "forest": {"ENCHANT", "RECONCILE"},
    "plains": {"SAFEGUARD", "PATROL"},
    "coast": {"EMBARK", "DISPATCH"},
}
REGION_ABILITIES: dict[str, dict[str, Any]] = {
    "FORTIFY": {
        "kind": "action",
        "points": None,
        "does": "guards the region until its next attack",
        "health that defence costs": 0,
    },
}
CAPITAL_ABILITY = {
    "name": "REST",
    "kind": "passive",
    "works when": "the hero's own turn starts",
    "does": "own health becomes full",
}

FREE, ACTION = "free", "action"
ARTIFACTS: dict[str, tuple[str, dict[str, Any]]] = {
    "timeless_sandglass": (
        FREE,
        {"does": "enemy cards have no effect", "until": "the next Ally or Group Ally card"},
    ),
    "spear_of_valor": (FREE, {"damage to the foe": 2, "holder stands": "anywhere"}),
    "elixir_of_errand": (FREE, {"more points": 2}),
    "zodiac_cloak": (FREE, {"ally cards back into the turn deck": 2}),
    "boots_of_zephyr": (FREE, {"points for the holder's moves": 0, "until": "end of round"}),
    "staff_of_control": (ACTION, {"does": "moves the foe to an outer region of choice"}),
    "celestial_guardian": (
        ACTION,
        {"Capital threat lowered": 3, "holder stands": "in the Capital"},
    ),
    "hammer_of_might": (ACTION, {"threat becomes": 0, "where": "in the holder's region"}),
    "shield_of_aughmoore": (
        ACTION,
        {"health the holder's defences cost": 0, "until": "end of round"},
    ),
    "horn_of_command": (
        ACTION,
        {"does": "puts heroes into a region", "how many": "any number", "which region": "any"},
    ),
}
ACTION_ARTIFACT_POINTS = 1

# Numbers of the rulebook and of the tracks, by the parameter that holds them.
CONSTANTS = {
    "capital_limit": 6,
    "capital_start": 0,
    "region_limit": 4,
    "region_start": 1,
    "enemies_per_deck": 3,
    "dire_enemies.easy": 1,
    "dire_enemies.medium": 2,
    "dire_enemies.hard": 3,
    "dire_enemies.epic": 4,
    "ally_cards.players_1": 2,
    "ally_cards.players_2": 2,
    "ally_cards.players_3": 3,
    "ally_cards.players_4": 4,
    "group_ally_cards.players_1": 2,
    "group_ally_cards.players_2": 2,
    "group_ally_cards.players_3": 1,
    "group_ally_cards.players_4": 0,
    "horde_cards_per_round": 1,
    "enemy_threat": 1,
    "dire_enemy_threat": 1,
    "defend_health": 1,
    "defend_health_dire": 2,
    "artifacts_for_dire": 1,
    "ally_points": 3,
    "group_points": 3,
    "group_points_destroyed": 1,
    "move_points": 1,
    "succor_points": 1,
    "succor_threat": 1,
    "fight_points": 1,
    "fight_damage": 1,
    "extra_point_after": 3,
    "extra_point_health": 1,
    "extra_points": 1,
}
# Readings that were decided (ledger.toml).
READINGS = {
    "gates_apart": 3,
    "rest_on_group_turns": True,
    "rest_once_per_group_card": False,
    "ruins_from_capital": False,
    "circle_after_declining": False,
    "circle_holds_several": True,
    "extra_point_repeats": False,
    "extra_point_keeps": 0,
    "sandglass_after_draw": True,
    "horn_one_region": True,
    "hammer_restores": False,
    "hammer_in_capital": False,
    "foe_answers_spear": False,
}
