"""What the catalogue, the manifest and the analysis need to know of Tiny Epic Dungeons."""

from dataclasses import replace

from simulate.core.game.facts import SEATED, SKILL, Column, DecisionPoint, Factor, Facts, Setting
from simulate.games.dungeons.cards.vocabulary import ATTACKS, END_REASONS, ENDS

HEROES = (2, 3, 4)
MINIONS = {
    "minotaur": "Minotaur",
    "gelatinous_cube": "Gelatinous Cube",
    "giant_spider": "Giant Spider",
    "ogre": "Ogre",
    "dark_mage": "Dark Mage",
    "wraith": "Wraith",
    "fire_elemental": "Fire Elemental",
    "troll": "Troll",
}
DEALT_PARTY = ("party", "dealt")
DEALT_BOSS = ("boss", "dealt")

FACTORS = (
    Factor(
        name="heroes",
        kind="int",
        default=3,
        meaning="heroes in the dungeon, whoever plays them",
        levels=HEROES,
        who_plays=True,
    ),
    Factor(
        "party",
        "party",
        "dealt",
        "the heroes in the order of seats, joined by +, or dealt by chance",
        names="heroes",
    ),
    Factor("boss", "card", "dealt", "the boss in the lair, or dealt by chance", names="bosses"),
    Factor("strategy", "strategy", "balanced", "who plays the hero", per_seat=True),
    SKILL,
)

DECISION_POINTS = (
    DecisionPoint("turn", "what to do next on a turn, or to end it"),
    DecisionPoint("further step", "where to go in a movement that an ability grants, or to stop"),
    DecisionPoint("lay room", "which way a revealed room is turned"),
    DecisionPoint("reveal which", "which face-down card an ability reveals"),
    DecisionPoint("teleport", "into which room a portal or an ability takes the hero"),
    DecisionPoint("choose skill", "with which skill to make a check that leaves it open"),
    DecisionPoint("before roll", "whether to pay for more dice before a roll"),
    DecisionPoint("after roll", "which dice to take, and whether to change or reroll some first"),
    DecisionPoint("pay", "whether to pay the price of an effect after its check"),
    DecisionPoint("discover", "loot or spell, from the deck or from the row, or nothing"),
    DecisionPoint("equip", "where a found card goes, and what goes for it"),
    DecisionPoint("lose item", "which card of the mat goes"),
    DecisionPoint("choose reward", "which reward of a killed goblin to take"),
    DecisionPoint("reveal reward", "whether to take a reward that reveals a room"),
    DecisionPoint("strike marker", "which health marker of the boss takes the next damage"),
    DecisionPoint("mend marker", "which health marker of the boss goes up"),
    DecisionPoint("choose answer", "which of several enemies answers an attack"),
    DecisionPoint("choose prey", "to which of several equally near heroes an enemy goes"),
    DecisionPoint("choose way", "by which of several shortest ways an enemy goes"),
    DecisionPoint("push", "into which room an enemy is pushed"),
    DecisionPoint("aim", "at whom an ability is aimed that works by itself"),
    DecisionPoint("extra attack", "the target of an attack that a spell grants"),
)

EVENTS = {
    "setup": "the table before the first decision",
    "move": "a player's decision",
    "chance": "dice, a card that is drawn or dealt, a shuffle or a tie settled by chance",
    "effect": "something on the table changes",
    "end": "the game is over",
}


def _count(name: str, meaning: str, unit: str = "", dtype: str = "int16") -> Column:
    return Column(name, dtype, "tally", meaning, unit)


def _margin(name: str, meaning: str, unit: str, better: str = "") -> Column:
    return Column(name, "int16", "margin", meaning, unit, better=better)


def _found(name: str, meaning: str, family: str, cards: str) -> Column:
    return Column(name, "str", "found", meaning, family=family, cards=cards)


def _attacks(kind: str, name: str) -> tuple[Column, Column]:
    """How many attacks of a kind there were, and how many of them hit."""
    of_kind = _count(f"{kind}_attacks", name, "attacks")
    hit = _count(f"{kind}_hits", f"{name} that hit", "attacks")
    at = (ATTACKS.index(kind),)
    return replace(of_kind, field="attacks", at=at), replace(hit, field="hits", at=at)


GAMES_COLUMNS = (
    Column("cell", "int16", "key", "number of the cell"),
    Column("replicate", "int32", "key", "number of the game in its cell; names its luck"),
    Column("won", "bool", "won", "whether the heroes won"),
    Column(
        "end_reason",
        "str",
        "end_reason",
        "why the game ended, and in which act",
        field="outcome",
        labels=ENDS,
    ),
    Column("rounds", "int16", "length", "turns of the first hero", "rounds"),
    Column("turns", "int16", "length", "turns of heroes", "turns"),
    Column("act_1_turns", "int16", "length", "turns of heroes in Act 1", "turns of Act 1"),
    Column(
        "act_2_turns",
        "int16",
        "length",
        "turns of heroes in Act 2, from the one that opened the lair; null if none did",
        "turns of Act 2",
    ),
    Column("decisions", "int32", "length", "decisions with two or more choices", "decisions"),
    Column("door_found", "bool", "margin", "whether the Lair Door was revealed", better="high"),
    Column("lair_opened", "bool", "margin", "whether Act 2 began", better="high"),
    _margin("minions_left", "minions still to kill, in percent of all", "%"),
    _margin("boss_health", "health the boss had left, in percent; 100 if unmet", "%", "low"),
    _margin("torch_left", "steps that the torch had left at the end", "torch steps"),
    _margin("goblins_left", "goblins in the dungeon at the end", "goblins"),
    Column(
        "boss",
        "str",
        "dealt",
        "the boss",
        family="boss",
        cards="bosses",
        dealt_by=DEALT_BOSS,
        drawn="bosses",
        labels="bosses",
    ),
    *(
        Column(
            f"minion_{key}",
            "bool",
            "dealt",
            f"whether the {name} was one of the minions in the dungeon",
            family="minion",
            option=name,
            cards=f"minions.{key}",
            drawn="minions",
        )
        for key, name in MINIONS.items()
    ),
    _count("rooms_revealed", "rooms revealed, the Entrance too", "rooms"),
    _count("minions_met", "minions that came into the dungeon", "minions"),
    _count("minions_killed", "minions killed", "minions"),
    _count("goblins_placed", "goblins that came into the dungeon", "goblins"),
    _count("enemy_actions", "times that the torch made all enemies act", "times"),
    _count("traps_disarmed", "traps disarmed", "traps"),
    _count("looks", "times that a torch step was given to reveal the rooms around", "times"),
    _count("torch_steps", "steps that the torch went down", "torch steps"),
    _count("torch_faces", "torches on the enemy die", "torches"),
    _count("torch_gained", "steps that the torch went up", "torch steps"),
    _count("wards_dispelled", "wards of the boss dispelled at altars", "wards"),
    _count("taunts", "times that the boss was taunted", "times"),
)

SEATS_COLUMNS = (
    Column("cell", "int16", "key", "number of the cell"),
    Column("replicate", "int32", "key", "number of the game in its cell"),
    Column("seat", "int8", "key", "seat, from 0"),
    Column("team", "int8", "key", "team; all play together"),
    *SEATED,
    Column("score", "float64", "score", "null: the game has no scores"),
    Column("rank", "float64", "rank", "null: nobody is ranked"),
    Column("win_share", "float64", "win_share", "null: all win or lose together"),
    Column(
        "hero",
        "str",
        "option",
        "the hero",
        family="hero",
        cards="heroes",
        dealt_by=DEALT_PARTY,
        drawn="heroes",
        labels="heroes",
    ),
    _count("health_left", "health at the end", "health"),
    _count("focus_left", "focus at the end", "focus"),
    _count("steps", "steps, into new rooms too", "steps"),
    _count("rooms_revealed", "rooms revealed", "rooms"),
    *_attacks("melee", "Melee Attacks"),
    *_attacks("missile", "Missile Attacks"),
    *_attacks("cast", "Spell Attacks"),
    _count("goblins_killed", "goblins killed", "goblins"),
    _count("minions_killed", "minions killed", "minions"),
    _count("damage", "damage to goblins and minions", "damage"),
    _count("boss_damage", "damage to the boss", "damage"),
    _count("health_lost", "health lost", "health"),
    _count("health_gained", "health gained", "health"),
    _count("times_fallen", "times fallen unconscious", "times"),
    _count("turns_fallen", "turns begun unconscious", "turns"),
    _count("rests", "rests", "turns"),
    _count("searches", "rooms searched", "searches"),
    _count("finds", "searches that succeeded", "searches"),
    _count("traps_met", "traps met", "traps"),
    _count("traps_evaded", "traps evaded", "traps"),
    _count("traps_disarmed", "traps disarmed", "traps"),
    _count("dice_changes", "dice turned for focus", "dice"),
    _count("abilities_used", "abilities of mats and cards used as Free Actions", "uses"),
    _count("items", "loot and spells equipped at the end", "cards"),
    _count("set_pieces", "pieces at the end of the Legendary Set of which it has most", "cards"),
    _found("loot", "loot that the hero was the first to equip", "loot", "loot"),
    _found("spells", "spells that the hero was the first to equip", "spells", "spells"),
    Column(
        "loot_held",
        "str",
        "held",
        "loot ever equipped that has to be used",
        family="loot cards",
        cards="loot",
    ),
    Column(
        "loot_used",
        "str",
        "used",
        "loot of which an ability was used",
        family="loot cards",
        cards="loot",
    ),
    Column(
        "hero_abilities_held",
        "str",
        "held",
        "abilities of the hero's mat that have to be used",
        family="abilities of heroes",
        cards="heroes",
    ),
    Column(
        "hero_abilities_used",
        "str",
        "used",
        "those that were used",
        family="abilities of heroes",
        cards="heroes",
    ),
    Column("spells_held", "str", "held", "spells ever equipped", family="spells", cards="spells"),
    Column(
        "spells_used",
        "str",
        "used",
        "spells of which an ability was used",
        family="spells",
        cards="spells",
    ),
    _found(
        "sets", "Legendary Sets of which the hero had two or more pieces at a time", "sets", "sets"
    ),
    _found("revealed", "rooms that the hero revealed", "rooms", "dungeon"),
    _found("searched", "rooms that the hero searched with success", "rooms", "dungeon"),
    _found("sprung", "traps that the hero did not evade, once or more", "rooms", "dungeon"),
    _found("disarmed", "traps that the hero disarmed", "rooms", "dungeon"),
)


def seats(setting: Setting) -> int:
    """Heroes in the dungeon.  Rule N-SOLO-1: one person may play them all."""
    return int(setting["heroes"])


def illegal(setting: Setting) -> str:
    """Every number of heroes may go with every party and boss.  Rules N-SETUP-14, N-SETUP-16."""
    return ""


FACTS = Facts(
    name="dungeons",
    title="Tiny Epic Dungeons",
    package="dungeons",
    cooperative=True,
    options="heroes",
    crossed=("heroes",),
    factors=FACTORS,
    decision_points=DECISION_POINTS,
    events=EVENTS,
    games_columns=GAMES_COLUMNS,
    seats_columns=SEATS_COLUMNS,
    end_reasons=END_REASONS,
    seats=seats,
    illegal=illegal,
    standing=("health", "focus", "own", "goblins", "enemy_health", "torch", "dispelled"),
)
