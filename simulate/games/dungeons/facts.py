"""What the catalogue, the manifest and the analysis need to know of Tiny Epic Dungeons."""

from simulate.core.game import facts
from simulate.core.game.facts import (
    SKILL,
    Column,
    DecisionPoint,
    Factor,
    Facts,
    Setting,
    count,
    margin,
)
from simulate.games.dungeons.cards.vocabulary import ATTACKS, END_REASONS, ENDS

HEROES = (2, 3, 4)
MINIONS = facts.titled(
    "minotaur",
    "gelatinous_cube",
    "giant_spider",
    "ogre",
    "dark_mage",
    "wraith",
    "fire_elemental",
    "troll",
)
DEALT_PARTY = ("party", "dealt")
DEALT_BOSS = ("boss", "dealt")

FACTORS = (
    Factor(
        "heroes",
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

EVENTS = facts.events(
    "the table before the first decision",
    "dice, a card that is drawn or dealt, a shuffle or a tie settled by chance",
)


def _found(name: str, meaning: str, family: str, cards: str) -> Column:
    return facts.text("found", name, meaning=meaning, family=family, cards=cards)


def _attacks(kind: str, name: str) -> tuple[Column, Column]:
    """How many attacks of a kind there were, and how many of them hit."""
    at = (ATTACKS.index(kind),)
    return (
        count(f"{kind}_attacks", name, "attacks", field="attacks", at=at),
        count(f"{kind}_hits", f"{name} that hit", "attacks", field="hits", at=at),
    )


GAMES_COLUMNS = (
    *facts.game_keys(),
    Column("won", "bool", "won", "whether the heroes won"),
    facts.end_reason("why the game ended, and in which act", ENDS),
    facts.length("rounds", "turns of the first hero", "rounds"),
    facts.length("turns", "turns of heroes", "turns"),
    facts.length("act_1_turns", "turns of heroes in Act 1", "turns of Act 1"),
    facts.length(
        "act_2_turns",
        "turns of heroes in Act 2, from the one that opened the lair; null if none did",
        "turns of Act 2",
    ),
    facts.decisions(),
    Column("door_found", "bool", "margin", "whether the Lair Door was revealed", better="high"),
    Column("lair_opened", "bool", "margin", "whether Act 2 began", better="high"),
    margin("minions_left", "minions still to kill, in percent of all", "%"),
    margin("boss_health", "health the boss had left, in percent; 100 if unmet", "%", "low"),
    margin("torch_left", "steps that the torch had left at the end", "torch steps"),
    margin("goblins_left", "goblins in the dungeon at the end", "goblins"),
    facts.text(
        "dealt",
        "boss",
        meaning="the boss",
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
    count("rooms_revealed", "rooms revealed, the Entrance too", "rooms"),
    count("minions_met", "minions that came into the dungeon", "minions"),
    count("minions_killed", "minions killed", "minions"),
    count("goblins_placed", "goblins that came into the dungeon", "goblins"),
    count("enemy_actions", "times that the torch made all enemies act", "times"),
    count("traps_disarmed", "traps disarmed", "traps"),
    count("looks", "times that a torch step was given to reveal the rooms around", "times"),
    count("torch_steps", "steps that the torch went down", "torch steps"),
    count("torch_faces", "torches on the enemy die", "torches"),
    count("torch_gained", "steps that the torch went up", "torch steps"),
    count("wards_dispelled", "wards of the boss dispelled at altars", "wards"),
    count("taunts", "times that the boss was taunted", "times"),
)

SEATS_COLUMNS = (
    *facts.unscored(),
    facts.text(
        "option",
        "hero",
        meaning="the hero",
        family="hero",
        cards="heroes",
        dealt_by=DEALT_PARTY,
        drawn="heroes",
        labels="heroes",
    ),
    count("health_left", "health at the end", "health"),
    count("focus_left", "focus at the end", "focus"),
    count("steps", "steps, into new rooms too", "steps"),
    count("rooms_revealed", "rooms revealed", "rooms"),
    *_attacks("melee", "Melee Attacks"),
    *_attacks("missile", "Missile Attacks"),
    *_attacks("cast", "Spell Attacks"),
    count("goblins_killed", "goblins killed", "goblins"),
    count("minions_killed", "minions killed", "minions"),
    count("damage", "damage to goblins and minions", "damage"),
    count("boss_damage", "damage to the boss", "damage"),
    count("health_lost", "health lost", "health"),
    count("health_gained", "health gained", "health"),
    count("times_fallen", "times fallen unconscious", "times"),
    count("turns_fallen", "turns begun unconscious", "turns"),
    count("rests", "rests", "turns"),
    count("searches", "rooms searched", "searches"),
    count("finds", "searches that succeeded", "searches"),
    count("traps_met", "traps met", "traps"),
    count("traps_evaded", "traps evaded", "traps"),
    count("traps_disarmed", "traps disarmed", "traps"),
    count("dice_changes", "dice turned for focus", "dice"),
    count("abilities_used", "abilities of mats and cards used as Free Actions", "uses"),
    count("items", "loot and spells equipped at the end", "cards"),
    count("set_pieces", "pieces at the end of the Legendary Set of which it has most", "cards"),
    _found("loot", "loot that the hero was the first to equip", "loot", "loot"),
    _found("spells", "spells that the hero was the first to equip", "spells", "spells"),
    facts.text(
        "held",
        "loot_held",
        meaning="loot ever equipped that has to be used",
        family="loot cards",
        cards="loot",
    ),
    facts.text(
        "used",
        "loot_used",
        meaning="loot of which an ability was used",
        family="loot cards",
        cards="loot",
    ),
    facts.text(
        "held",
        "hero_abilities_held",
        meaning="abilities of the hero's mat that have to be used",
        family="abilities of heroes",
        cards="heroes",
    ),
    facts.text(
        "used",
        "hero_abilities_used",
        meaning="those that were used",
        family="abilities of heroes",
        cards="heroes",
    ),
    facts.text(
        "held", "spells_held", meaning="spells ever equipped", family="spells", cards="spells"
    ),
    facts.text(
        "used",
        "spells_used",
        meaning="spells of which an ability was used",
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
