"""The words of the cards: effects, moments, reaches, and who or what an effect is about.

Their order gives the codes in the tables of the kernels.
"""

from typing import Any

from simulate.mechanics.effects import (
    YES_NO,
    EffectSpec,
    Number,
    Vocabulary,
    Word,
    YesNo,
)

ALL = 9  # of a hero's tracks "completely", as none is longer; of rooms the hero's Speed
NONE = -1
MORTAL = 99  # damage that no enemy outlives

SKILLS = ("strength", "agility", "intellect")
SIDES = ("north", "east", "south", "west")
ATTACKS = ("melee", "missile", "cast")  # kinds of attack; `cast` is a Spell Attack
CHECKS = (*ATTACKS, "search", "disarm", "evade")  # what a check may be for
DANGERS = ("trap", "ambush")  # damage that can be softened

# Moments at which an ability works.
MOMENTS = {
    "melee": "a weapon: the Heroic Action Melee Attack",
    "missile": "a weapon: the Heroic Action Missile Attack",
    "cast": "the Heroic Action Cast a Spell; its price is paid after the check has succeeded",
    "free": "a Free Action on the owner's turn",
    "check": "paid during a check of a kind: before the roll for dice, else after it",
    "always": "a standing change while the card is equipped or the hero stands on the space",
    "after_melee": "the owner has made a Melee Attack, hit or not",
    "after_missile": "the owner has made a Missile Attack, hit or not",
    "after_cast": "the owner has cast a spell, and the check has succeeded",
    "after_kill": "the owner has killed an enemy",
    "after_rest": "the owner has rested",
    "after_search": "the owner has searched a room, and the check has succeeded",
    "after_disarm": "the owner has disarmed a trap",
    "after_reveal": "the owner has revealed a room",
    "enemy_actions": "enemy actions are triggered, before the first of them",
    "search": "the feature of a room; its price is paid after the check has succeeded",
    "fail": "the check of a room's feature has failed",
    "reward": "a hero has killed this goblin",
    "act": "the enemy's action, on every conscious hero within its range",
    "torch": "the boss has rolled the torch; on every conscious hero within its range",
    "counter": "the hero has attacked the boss in this way",
    "end_move": "a hero has ended a movement on this space of the Boss Mat",
}
AFTER = tuple(moment for moment in MOMENTS if moment.startswith("after_"))
BY_ITSELF = (*AFTER, "enemy_actions")
WEAPONS = ("melee", "missile")
OWNED = (*WEAPONS, "cast", "free", "check", "always", *BY_ITSELF)  # on heroes, loot, spells
ENEMY = ("act", "torch")
HELP = ("cast", "free", *BY_ITSELF, "search", "reward", "end_move")
HARM = ("fail", *ENEMY, "counter", "end_move")
GROUND = ("cast", "free", "search", "reward")  # where the owner may be asked for a place
BONUS = ("cast", "free", "check", "always")

# The closed lists behind the words; their order gives the codes in the tables.
REACHES = {
    "room": "the same room",
    "sight": "a straight line of pathways, not the same room",
    "path": "any pathway, or the same room",
}
WORDS: dict[str, dict[str, str]] = {
    "who": {
        "self": "the hero itself",
        "one_hero": "one hero within reach, chosen, also oneself",
        "all_heroes": "every hero within reach, also oneself",
        "one_enemy": "one enemy within reach, chosen",
        "all_enemies": "every enemy within reach",
    },
    "only": {
        "goblins": "of enemies, only goblins",
        "minions": "of enemies, only minions",
        "boss": "of enemies, only the boss",
        "not_boss": "of enemies, goblins and minions",
    },
    "skill": {
        "strength": "checks of Strength",
        "agility": "checks of Agility",
        "intellect": "checks of Intellect",
        "any": "checks of any skill",
    },
    "on": {
        "melee": "a Melee Attack",
        "missile": "a Missile Attack",
        "cast": "casting a spell",
        "search": "searching a room",
        "disarm": "disarming a trap",
        "evade": "evading a trap",
        "weapon": "a Melee or a Missile Attack",
        "any": "whatever it is for",
        "trap": "damage by a trap",
        "ambush": "damage on revealing an encounter",
    },
    "what": {
        "loot": "loot",
        "spell": "a spell",
        "either": "loot or a spell, chosen card by card",
    },
    "where": {
        "one_adjacent": "one face-down card next to the hero's room, chosen",
        "all_adjacent": "every face-down card next to the hero's room",
        "anywhere": "any card of the dungeon, chosen",
        "entrance": "the Entrance",
        "beside_hero": "the room of another hero, chosen",
    },
    "pace": {
        "walk": "as any movement",
        "stealth": "unaffected by enemies in the rooms",
    },
    "action": {
        "melee": "a Melee Attack",
        "missile": "a Missile Attack",
        "weapon": "a Melee or a Missile Attack",
        "search": "searching a room",
        "any": "any Heroic Action",
    },
}
ALLIES = ("self", "one_hero", "all_heroes")
FOR_ALLIES: dict[str, Any] = {"who": ALLIES, "optional": ("who",)}  # or for the hero itself
FOES = ("one_enemy", "all_enemies")
FAR = ("one_hero", "all_heroes", *FOES)  # who is found within a reach
# What a word for several kinds of check or danger stands for.
KINDS = {
    **{kind: (kind,) for kind in (*CHECKS, *DANGERS)},
    "weapon": WEAPONS,
    "any": (*CHECKS, *DANGERS),
}

KEYS = {
    "amount": Number(missing=0),
    **{key: Word(words, column="word") for key, words in WORDS.items()},
    "who": Word(WORDS["who"], missing=0),  # the hero itself
    "only": Word(WORDS["only"]),
    "skill": Word(WORDS["skill"], column=None),  # of modifiers, which are folded
    "on": Word(WORDS["on"], column=None),
    "plus_goblins": YesNo(),  # whether the number of goblins is added to the amount
}

ANY_SKILL = tuple(WORDS["skill"])
ANY_ENEMY = tuple(WORDS["only"])
NOT_THE_BOSS = ("goblins", "minions", "not_boss")
ANY_CARD = tuple(WORDS["what"])
ON_CHECKS = (*CHECKS, "weapon", "any")
ON_ATTACKS = (*ATTACKS, "weapon", "any")

EFFECTS = Vocabulary(
    KEYS,
    # ------------------------------------------------------------ health and focus
    damage=EffectSpec(
        "enemies lose health; their Defense does not count",
        ("cast", "free"),
        amount=(1, 8, "damage"),
        only=ANY_ENEMY,
        who=FOES,
        optional=("only",),
        asks="with `one_enemy`: which; on the boss: how it is spread over the markers",
    ),
    kill=EffectSpec(
        "enemies are killed, whatever health they have left; whoever kills them is rewarded",
        ("cast", "free"),
        only=NOT_THE_BOSS,
        who=FOES,
        asks="with `one_enemy`: which",
    ),
    heal=EffectSpec(
        "health rises, up to the track's top; an unconscious hero wakes",
        HELP,
        amount=(1, ALL, "health"),
        **FOR_ALLIES,
        asks="with `one_hero`: which",
    ),
    gain_focus=EffectSpec(
        "focus rises, up to the track's top",
        HELP,
        amount=(1, ALL, "focus"),
        **FOR_ALLIES,
        asks="with `one_hero`: which",
    ),
    lose_health=EffectSpec(
        "health falls; Defense does not count",
        HARM,
        amount=(0, ALL, "health"),
        plus_goblins=YES_NO,
        optional=("plus_goblins",),
    ),
    lose_focus=EffectSpec("focus falls, never below 0", HARM, amount=(1, ALL, "focus")),
    # ------------------------------------------------------------ bonuses
    add_result=EffectSpec(
        "the result of the check changes",
        BONUS,
        amount=(-3, 4, "result"),
        skill=ANY_SKILL,
        **FOR_ALLIES,
        on=ON_CHECKS,
    ),
    add_dice=EffectSpec(
        "more or fewer hero dice, within one to three",
        BONUS,
        amount=(-2, 2, "dice"),
        skill=ANY_SKILL,
        **FOR_ALLIES,
        on=ON_CHECKS,
    ),
    add_damage=EffectSpec(
        "a hit does more damage",
        BONUS,
        amount=(1, 3, "damage"),
        **FOR_ALLIES,
        on=(*WEAPONS, "weapon"),
    ),
    add_defense=EffectSpec(
        "Defense changes against the answer to an attack of a kind",
        BONUS,
        amount=(-2, 4, "Defense"),
        **FOR_ALLIES,
        on=ON_ATTACKS,
    ),
    add_speed=EffectSpec(
        "Speed changes", ("cast", "free", "always"), amount=(-2, 3, "rooms"), **FOR_ALLIES
    ),
    reroll=EffectSpec(
        "so many hero dice may be rolled again, one after another; the new result counts",
        ("check",),
        amount=(1, 3, "dice"),
        on=ON_CHECKS,
        asks="which die, or stop",
    ),
    cheaper_change=EffectSpec(
        "turning a hero die costs less focus, never less than 1",
        ("always",),
        amount=(1, 2, "focus"),
        on=ON_CHECKS,
        unique="one lucky charm is enough; with two, every check would succeed",
    ),
    no_answer=EffectSpec(
        "the enemy does not strike back at the attack",
        BONUS,
        **FOR_ALLIES,
        on=ON_ATTACKS,
        unique="one way to strike unseen is enough; with two, nobody would be answered",
    ),
    soften=EffectSpec(
        "so much less damage by traps or on revealing an encounter",
        ("always",),
        amount=(1, 3, "health"),
        on=(*DANGERS, "any"),
    ),
    stealth=EffectSpec("the hero moves unaffected by enemies in the rooms", ("free", "always")),
    # ------------------------------------------------------------ deeds
    attack=EffectSpec(
        "an attack at once, with this on its result; no further Heroic Action is spent",
        ("cast",),
        amount=(0, 4, "result"),
        action=("melee", "missile", "weapon"),
        asks="weapon and target",
        unique="the Paladin's card needs it",
    ),
    extra_action=EffectSpec(
        "one more Heroic Action this turn, once a turn",
        ("free", "after_kill"),
        action=tuple(WORDS["action"]),
        unique="the icon reference knows it; no card that has it is known",
    ),
    move=EffectSpec(
        f"the hero moves up to so many rooms at once ({ALL}: its Speed)",
        ("cast", "free"),
        amount=(1, ALL, "rooms"),
        pace=tuple(WORDS["pace"]),
        asks="each step, or stop",
        unique="the Rogue's card needs it",
    ),
    teleport=EffectSpec(
        "the hero is put into a revealed room, never onto the Boss Mat",
        GROUND[:3],
        where=("anywhere", "entrance", "beside_hero"),
        asks="which room",
        unique="portals do the same; one spell carries a portal with it",
    ),
    push=EffectSpec(
        "an enemy is moved so many rooms, each step farther from the hero",
        GROUND[:2],
        amount=(1, 3, "rooms"),
        only=ANY_ENEMY,
        who=("one_enemy",),
        optional=("only",),
        asks="which enemy and each step",
    ),
    # ------------------------------------------------------------ dungeon and torch
    reveal=EffectSpec(
        "face-down cards are turned; nobody is hurt or has to enter",
        GROUND,
        where=("one_adjacent", "all_adjacent", "anywhere"),
        asks="which card, and how each is rotated",
    ),
    torch_up=EffectSpec(
        "the torch goes up, not past its start",
        ("cast", "free", "search", "reward"),
        amount=(1, 6, "torch steps"),
    ),
    torch_down=EffectSpec("the torch goes down", ("fail", *ENEMY), amount=(1, 3, "torch steps")),
    discover=EffectSpec(
        "so many cards from the deck or from the discard row",
        GROUND,
        amount=(1, 2, "cards"),
        what=ANY_CARD,
        asks="deck or which card of the row; whether to equip it, and what goes for it",
    ),
    pick_up=EffectSpec(
        "so many cards from the discard row",
        GROUND,
        amount=(1, 2, "cards"),
        what=ANY_CARD,
        asks="which card; what goes for it",
    ),
    add_goblin=EffectSpec(
        "a goblin comes into the room of the hero whose turn it is",
        ("fail", *ENEMY),
        amount=(1, 2, "goblins"),
    ),
    discard_equipped=EffectSpec(
        "each hero must discard so many cards of its mat, if it has any",
        HARM[:-1],
        amount=(1, 2, "cards"),
        what=ANY_CARD,
        asks="which",
    ),
    enemy_heals=EffectSpec(
        "the enemy regains health, up to the top of its track",
        ENEMY,
        amount=(1, 4, "health"),
        asks="of the boss: which marker",
    ),
    boss_home=EffectSpec(
        "the boss goes back to its lair",
        ENEMY,
        unique="one boss that cannot be kept outside is enough",
    ),
)
MODIFIERS = (
    *("add_result", "add_dice", "add_damage", "add_defense", "add_speed"),
    *("reroll", "cheaper_change", "no_answer", "soften", "stealth"),
)
# Before the roll or after it: an ability of the moment `check` has effects of one sort only.
BEFORE_ROLL = ("add_dice",)
# Effects that a spell attacks with.
STRIKES = ("damage", "kill")
# Modifiers that are there or not: a second one changes nothing.
ONCE = ("stealth", "no_answer")

# How many the tables of the kernels hold.
CAPACITY = {
    "heroes": 16,
    "goblins": 8,
    "minions": 16,
    "bosses": 8,
    "dungeon": 40,
    "loot": 40,
    "spells": 24,
    "sets": 8,
}
SLOTS = ("talent", "left_hand", "right_hand")
ROOM_KINDS = ("entrance", "room", "encounter", "lair_door")
PIECES = ("pieces_2", "pieces_3", "pieces_4")
SPACES = 6  # on a Boss Mat
SEATS = 4
GOBLIN_SLOTS = 4
TRACK = 60  # longest torch track
WARDS = 3  # altar spaces on a boss's track: two heroes find no more altars

# Why a game ends, and what it is before that.
END_REASONS = {
    "boss_defeated": "the boss was defeated in Act 2: the heroes win",
    "fifth_goblin_act_1": "a fifth goblin had to be placed in Act 1: the heroes lose",
    "fifth_goblin_act_2": "a fifth goblin had to be placed in Act 2: the heroes lose",
    "torch_out_act_1": "the torch went out in Act 1: the heroes lose",
    "torch_out_act_2": "the torch went out in Act 2: the heroes lose",
    "no_corridor": "no open corridor was left before the Lair Door was found: the heroes lose",
    "stalled": "for many rounds nothing was gained, and the torch was held up: the heroes give up",
    "cut_off": "stopped at the turn limit, counts as not won",
}
ENDS = ("not over", *END_REASONS)
