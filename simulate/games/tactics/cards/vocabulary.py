"""The effect vocabulary: what a unit, spell, tactic card, crystal or monster may do.

An ability is a moment (`when`), an attack kind (`with`) and a condition (`if`) where it has
them, and one or two effects.  Everything is seen from one unit, the subject: the unit whose
card it is, the holder's unit that met the condition of a tactic card, the unit that took a
crystal or met a monster.  `other` is the unit on the other side of the moment.
"""

from collections.abc import Mapping
from typing import Any

from simulate.mechanics import effects
from simulate.mechanics.effects import Number, Vocabulary, Word

CLASSES = ("fighter", "beast", "rogue", "wizard")  # in the order of the solo enemy's row
SHOOTERS = ("fighter", "rogue")
ATTACKS = ("melee", "missile", "spell")
NONE = -1

# Which attacks an ability speaks of.
WITH = {
    "melee": "melee attacks, counters too",
    "missile": "missile attacks, counters too",
    "spell": "spell attacks, counters too",
    "ranged": "missile and spell attacks",
    "any": "all three and the ballista; of captures, whatever the cause",
}

# Moments at which an effect may work.
MOMENTS = {
    "always": "a standing change of the rules for the subject",
    "hits": "the subject's attack has dealt damage to its target, which is still in play",
    "damaged": "an attack has damaged the subject, its target or in its area, and not captured it",
    "captures": "the subject has captured an enemy",
    "captured": "the subject has just been captured",
    "knocks_back": "the subject's melee attack has knocked a unit back by a space or more",
    "knocked_back": "the subject has been knocked back by a melee attack, and is still in play",
    "misses": "the subject's missile attack has missed",
    "missed": "a missile attack on the subject has missed",
    "counters": "the subject has countered, and both are still in play",
    "moved": "the subject has ended a Movement action",
    "climbs": "the subject has ended a Movement action on a higher level than it began",
    "village": "the subject has gained from a village in a Movement action, and has ended it",
    "portal": "the subject has gone through a portal in a Movement action, and has ended it",
    "casts": "the subject has cast a spell, and its effects are done",
    "turn_start": "a turn of the owner begins, and flags have been advanced",
    "turn_end": "the owner has taken the last action, and Weakened Tokens still lie",
    "cast": "the spell itself",
    "taken": "the subject has taken a crystal",
    "met": "the subject has met a random monster",
}
# Moments with another unit, which `other` and the conditions on it may speak of.
WITH_OTHER = (
    *("hits", "damaged", "captures", "captured", "knocks_back", "knocked_back"),
    *("misses", "missed", "counters", "cast"),
)
WITH_KIND = ("hits", "damaged", "captures", "captured")
ABILITY_MOMENTS = (
    *("always", "hits", "damaged", "captures", "knocks_back", "knocked_back"),
    *("missed", "counters", "moved", "turn_start"),
)
# On the solo side nobody is asked.
SOLO_MOMENTS = ("always", "hits", "damaged", "captures", "knocks_back", "turn_start")
TACTIC_MOMENTS = (
    *("hits", "damaged", "captures", "captured", "knocks_back", "knocked_back", "misses"),
    *("missed", "counters", "moved", "climbs", "village", "portal", "casts"),
    *("turn_start", "turn_end"),
)
# Whose turn a tactic card may be played on.
TURNS = {
    "own": "the holder's own turn",
    "others": "another player's turn",
    "any": "any turn",
}

CONDITIONS = {
    "self_weakened": "the subject is Weakened",
    "self_hurt": "the subject has half its health track or less",
    "self_high": "the subject stands above the ground",
    "self_on_peak": "the subject stands on a peak",
    "self_in_forest": "the subject stands in a forest",
    "self_in_water": "the subject stands in water",
    "self_in_village": "the subject stands in a village",
    "self_in_area": "the subject stands in a control area",
    "self_alone": "no ally stands within two spaces of the subject",
    "self_beside_ally": "an ally stands next to the subject",
    "other_weakened": "the other unit is Weakened",
    "other_hurt": "the other unit has half its health track or less",
    "other_lower": "the other unit stands lower than the subject",
    "other_higher": "the other unit stands higher than the subject",
    "other_in_water": "the other unit stands in water",
    "other_flanked": "another unit of the subject's side stands next to the other unit",
    "other_beast": "the other unit is a Beast",
    "other_wizard": "the other unit is a Wizard",
}

WHO = {
    "self": "the subject",
    "other": "the other unit; in a spell its target",
    "one_friend": "the subject or one ally, chosen",
    "one_ally": "one ally, chosen",
    "each_ally": "every ally; the subject is none",
    "one_enemy": "one enemy, chosen",
    "each_enemy": "every enemy",
}
CHOSEN = ("one_friend", "one_ally", "one_enemy")
AROUND = (*CHOSEN, "each_ally", "each_enemy")  # those that `within` and `of` may speak of

# What a spell is aimed at.
AIMS = {
    "enemy": "one enemy within range: an attack",
    "friend": "the Wizard or one ally within range: no attack",
    "self": "nobody: the spell works around the Wizard",
}

# The closed lists behind every other word; their order gives the codes in the tables.
WORDS: dict[str, dict[str, str]] = {
    "of": {
        "self": "counted from the subject",
        "other": "counted from the other unit, which is left out itself",
    },
    "way": {
        "away": "straight away from the subject",
        "toward": "straight towards the subject",
        "any": "in one of the four directions, chosen",
    },
    "terrain": {
        "climb": "higher levels cost no more",
        "water": "water costs no more",
        "peak": "peaks cost no more",
        "any": "higher levels, water, peaks and ballista cost no more",
    },
    "resource": {
        "ammo": "ammo",
        "mana": "mana",
        "any": "ammo or mana, whichever the unit has",
    },
    "reach": {
        "lower": "targets one space away on a lower level",
        "higher": "targets one space away on a higher level",
        "diagonal": "targets diagonally next to it on the same level",
    },
}

NEAR = (1, 6)  # bounds of `within`, in spaces
POWER = (0, 3)  # bounds of `power`, more of the amount for each Power rolled
KEYS = {
    "amount": Number(),
    "power": Number(missing=0),
    "who": Word(WHO),
    "within": Number(),
    **{key: Word(words, column="word") for key, words in WORDS.items()},
    "of": Word(WORDS["of"], missing=0),
}


class EffectSpec(effects.EffectSpec):
    """One word of the vocabulary.

    hook: the question of the rules that it answers.  kinds: attack kinds that a standing effect
    may be limited to.  other: whether a standing effect knows another unit, which its condition
    may speak of.  Units that are looked for may be looked for around one.
    """

    def __init__(
        self,
        meaning: str,
        when: tuple[str, ...],
        hook: str,
        *,
        kinds: tuple[str, ...] = (),
        other: bool = False,
        **spec: Any,
    ) -> None:
        if not set(AROUND).isdisjoint(spec.get("who", ())):
            spec |= {"within": NEAR, "of": tuple(WORDS["of"])}
        super().__init__(meaning, when, optional=("power", "within", "of"), **spec)
        self.hook, self.kinds, self.other = hook, kinds, other

    def choices(self, says: Mapping[str, Number]) -> dict[str, list[str]]:
        """Attack kinds stand under `with` of the ability."""
        return super().choices(says) | ({"with": list(self.kinds)} if self.kinds else {})


ALWAYS = ("always",)
HAPPENINGS = tuple(moment for moment in MOMENTS if moment not in ("always", "met"))
OWN_TURN = (
    *("hits", "captures", "knocks_back", "misses", "moved", "climbs", "village", "portal"),
    *("casts", "turn_start", "taken"),
)


def _standing(meaning: str, hook: str, **spec: Any) -> EffectSpec:
    return EffectSpec(meaning, ALWAYS, hook, **spec)


EFFECTS = Vocabulary(
    KEYS,
    more_damage=_standing(
        "attacks deal more damage to their target",
        "attack_damage",
        amount=(1, 3, "damage"),
        kinds=tuple(WITH),
        other=True,
    ),
    less_damage=_standing(
        "attacks deal less damage to the subject, down to none",
        "attack_damage",
        amount=(1, 2, "damage"),
        kinds=tuple(WITH),
        other=True,
    ),
    more_range=_standing(
        "missiles or spells reach further",
        "attack_range",
        amount=(1, 3, "spaces"),
        kinds=("missile", "spell"),
    ),
    more_movement=_standing(
        "more movement points in a Movement action",
        "movement_points",
        amount=(1, 2, "movement points"),
    ),
    more_dice=_standing(
        "more dice to roll for Knock Back, up to three in all",
        "knock_back_dice",
        amount=(1, 2, "dice"),
    ),
    fewer_misses=_standing("fewer dice to roll for Misses", "miss_dice", amount=(1, 2, "dice")),
    crosses=_standing(
        "terrain costs no more than its space", "step_cost", terrain=tuple(WORDS["terrain"])
    ),
    slips_through=_standing(
        "enemies are passed as allies are; portals that they block stay blocked", "may_pass"
    ),
    stands_firm=_standing(
        "nobody can knock back, push or swap the subject against its will", "may_be_pushed"
    ),
    survives=_standing(
        "an attack that would capture the subject leaves it at 1 health, if it had so much",
        "health_left",
        amount=(2, 9, "health"),
        unique="only Gamelyn is known to survive a capture",
    ),
    no_counter=_standing("the target cannot counter", "may_counter", kinds=tuple(WITH), other=True),
    counters_freely=_standing("countering while Weakened costs no health", "counter_price"),
    reaches=_standing(
        "melee attacks and counters reach further targets",
        "melee_targets",
        reach=tuple(WORDS["reach"]),
    ),
    hidden=_standing(
        "missiles and spells cannot be aimed at the subject from further away",
        "may_be_aimed_at",
        amount=(1, 4, "spaces"),
        unique="only Sable keeps out of sight",
    ),
    holds=_standing(
        "the subject counts for so many units when majorities are counted",
        "majority",
        amount=(2, 3, "units"),
        unique="only Sentinel Varr counts for two",
    ),
    damage=EffectSpec(
        "damage; in a spell forest and water count, else nothing changes it; only a spell's "
        "target may counter",
        (*HAPPENINGS, "met"),
        "harm",
        amount=(1, 4, "damage"),
        power=POWER,
        who=("self", "other", "one_enemy", "each_enemy"),
        asks="with one_enemy: which, or nobody",
    ),
    heal=EffectSpec(
        "health rises, up to the top of the track",
        HAPPENINGS,
        "heal",
        amount=(1, 9, "health"),
        power=POWER,
        who=("self", "other", "one_friend", "one_ally", "each_ally"),
        asks="with one_friend, one_ally: which, or nobody",
    ),
    weaken=EffectSpec(
        "the unit gets a Weakened Token",
        (*HAPPENINGS, "met"),
        "weaken",
        who=("self", "other", "one_enemy", "each_enemy"),
        asks="with one_enemy: which, or nobody",
    ),
    cure=EffectSpec(
        "the unit's Weakened Token is taken off",
        HAPPENINGS,
        "cure",
        who=("self", "other", "one_friend", "one_ally", "each_ally"),
        asks="with one_friend, one_ally: which, or nobody",
    ),
    push=EffectSpec(
        "the unit goes so many spaces in a straight line, stopped and hurt as in a Knock Back; "
        "away and toward take the axis on which the two are further apart, the row if equal",
        HAPPENINGS,
        "push",
        amount=(1, 3, "spaces"),
        power=POWER,
        who=("other", "one_enemy"),
        way=tuple(WORDS["way"]),
        asks="with one_enemy: which, or nobody; with any: the direction",
    ),
    step=EffectSpec(
        "the unit may move with so many movement points; it is no action",
        OWN_TURN,
        "steps",
        amount=(1, 4, "movement points"),
        who=("self", "one_friend"),
        asks="with one_friend: which, or nobody; each step, or stop",
    ),
    refill=EffectSpec(
        "ammo or mana rises, up to the top of the track",
        HAPPENINGS,
        "refill",
        amount=(1, 9, "ammo or mana"),
        power=POWER,
        who=("self", "other", "one_friend", "each_ally"),
        resource=tuple(WORDS["resource"]),
        asks="with one_friend: which, or nobody",
    ),
    drain=EffectSpec(
        "ammo or mana is lost",
        (*HAPPENINGS, "met"),
        "drain",
        amount=(1, 4, "ammo or mana"),
        power=POWER,
        who=("self", "other", "one_enemy", "each_enemy"),
        resource=tuple(WORDS["resource"]),
        asks="with one_enemy: which, or nobody",
    ),
    steal=EffectSpec(
        "the other unit loses ammo or mana and the subject gains as much of its own; a Solo "
        "Enemy unit of a class that prints it always has it",
        ("hits", "damaged", "captures", "knocks_back", "counters", "cast"),
        "drain",
        amount=(1, 3, "ammo or mana"),
        who=("other",),
        resource=tuple(WORDS["resource"]),
    ),
    swap=EffectSpec(
        "the subject and the unit change places",
        ("cast", "moved", "hits", "taken", "turn_start"),
        "swap",
        who=("other", "one_ally"),
        asks="with one_ally: which, or nobody",
        unique="only Quill changes places",
    ),
    extra_action=EffectSpec(
        "so many more actions this turn", OWN_TURN, "actions_left", amount=(1, 2, "actions")
    ),
    draw=EffectSpec(
        "the owner draws tactic cards",
        tuple(m for m in HAPPENINGS if m not in ("cast",)),
        "draw_tactics",
        amount=(1, 3, "cards"),
    ),
    gain_time=EffectSpec(
        "the Time Token goes back, not past where it started",
        ("taken",),
        "time",
        amount=(1, 4, "spaces"),
        unique="only a crystal knows the time",
    ),
)
STANDING = tuple(do for do in EFFECTS if EFFECTS[do].when == ALWAYS)
# On solo sides and monsters nobody chooses, nobody draws, nobody has ammo, mana or actions.
SOLO_EFFECTS = (
    *(do for do in STANDING if do not in ("fewer_misses", "counters_freely", "holds")),
    *("damage", "heal", "weaken", "cure", "push", "drain"),
)
MONSTER_EFFECTS = ("damage", "weaken", "drain")

# Terrain letters of the grids in maps.toml.
TERRAINS = {
    "P": "plains",
    "B": "bridge",
    "F": "forest",
    "W": "water",
    "K": "peak",
    "V": "village",
    "T": "ballista",
    "C": "castle",
    "R": "rocks",
}
COVERED = "?"  # a space that the photograph does not show; `hidden` says what it is
# Marks of the grids: flags of a control area and its trigger, stars of a start, the artifact.
AREAS = {"s": "square", "r": "round", "h": "hexagon"}
STARTS = {"1": "north-west", "2": "north-east", "3": "south-east", "4": "south-west"}
ARTIFACT = "A"
NO_MARK = "."
SIDES = ("north", "east", "south", "west")
# Letters of a dungeon.
DUNGEON = {
    "E": "entrance",
    "X": "crystal",
    "P": "floor",
    "W": "water",
    "M": "monster",
    "C": "cave-in",
    "T": "trap",
    "L": "locked door",
    "B": "magic barrier",
    "#": "rock",
}
BOXES = ("box_8x5", "box_5x4", "box_8x1", "box_3x2", "box_2x2", "box_1x2")
LARGEST = "box_8x5"

# How many the tables of the kernels hold.
CAPACITY = {
    "units": 48,
    "tactics": 24,
    "enemy_cards": 12,
    "maps": 32,
    "columns": 20,
    "rows": 12,
    "spaces": 176,
}

# Why a game ends, and what it is before that.
END_REASONS = {
    "flags": "enough control areas were secured by one side, and the others had a last turn",
    "captured": "all units of a player were captured",
    "captures": "battle: a player captured enough units",
    "rounds": "nobody set the end in motion, and it was scored after the last round",
    "won": "the Crystal of Glory was taken",
    "lost_time": "time ran out",
    "lost_units": "all units of a player were captured, and the adventure is lost",
    "cut_off": "stopped at the round limit: the standing then counts, an adventure is not won",
}
ENDS = ("not over", *END_REASONS)
