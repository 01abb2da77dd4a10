"""The words of the cards: effects of factions, moments, sorts of region, tokens.

Their order gives the codes in the tables of the kernels.
"""

from typing import Any

from simulate.mechanics import effects
from simulate.mechanics.effects import Number, Vocabulary, Word

NONE = -1
LEVELS = ("level_1", "level_2", "level_3", "level_4", "level_5")
TOP_LEVEL = LEVELS[-1]
GOODS = ("mana", "ore", "food")
TRIGGERS = ("meeples", "tower", "magic")  # what may set the end in motion
ALL = 9  # the most that a price may fall; no printed one is higher
PRINTED_WORTH = {"mana": 2, "ore": 1, "food": 0}  # of a piece in war

# Moments at which an effect may work.
MOMENTS = {
    "patrol": "the owner takes the Patrol action; of gains: a meeple has patrolled",
    "quest": "the owner takes the Quest action; of gains: a meeple has quested",
    "move": "a meeple of the owner has gone into a region, by patrol or by quest",
    "build": "a tower level is built",
    "research": "a level of magic is researched",
    "expand": "a meeple is added by the Expand action",
    "trade": "the owner takes the Trade action",
    "collect": "the owner collects resources",
    "alliance": "two white flags make the owner an ally in a region",
    "war_revealed": "both war dice lie open and the owner takes part in the war",
    "war_paid": "war costs are set and paid, and the owner takes part in the war",
    "war_won": "the owner has won a war, and the loser has retreated or is gone",
    "war_lost": "the owner has lost a war, and has retreated or lost the meeple",
    "retreat": "a meeple of the owner that lost a war may retreat; of gains: it has retreated",
    "reached": "the owner has just learnt this level",
    "score": "the game is over and points are counted",
    "always": "a standing change of the rules for the owner",
}
# Moments with a region that `where` may ask about: entered, of the new meeple, fought for.
WITH_REGION = ("patrol", "quest", "move", "expand", "alliance", "war_won", "war_lost", "retreat")

# Sorts of region, always seen from the owner of the card; without `where` any region will do.
WHERE = {
    "forest": "a forest",
    "mountain": "a mountain",
    "plains": "plains",
    "ruins": "ruins",
    "capital": "a capital city",
    "water": "a stretch of sea or lake",
    "crags": "crags",
    "by_water": "touches sea, lake or river, or is water itself",
    "edge": "borders the edge of its territory card",
    "inland": "does not border the edge of its territory card",
    "home": "lies on the owner's home territory",
    "abroad": "lies on any other territory, the Lost Kingdom too",
    "shared": "also holds a meeple of an ally",
}
ON_MAP = tuple(where for where in WHERE if where != "shared")  # what a map alone can tell
REGION_TERRAINS = ("forest", "mountain", "plains", "ruins", "capital")
BARRIERS = ("water", "crags")
TERRAINS = (*REGION_TERRAINS, *BARRIERS)  # as the first words of WHERE
WITHOUT_GOODS = ("ruins", "capital", *BARRIERS)

# The closed lists behind every other word; their order gives the codes in the tables.
WORDS: dict[str, dict[str, str]] = {
    "resource": {
        "mana": "mana",
        "ore": "ore",
        "food": "food",
        "any": "the player's choice, piece by piece",
        "same": "what the region yields, or what the trade brought",
    },
    "instead_of": {
        "mana": "mana that is due",
        "ore": "ore that is due",
        "food": "food that is due",
        "any": "whatever is due",
    },
    "action": {
        "patrol": "Patrol",
        "quest": "Quest",
        "build": "Build",
        "research": "Research",
        "expand": "Expand",
        "trade": "Trade",
        "collect": "collect resources, also as the active player",
    },
    "by": {
        "another": "each further move by a meeple that has not moved in this action",
        "same": "the meeple that has just moved goes on",
    },
    "reach": {
        "adjacent": "next to a region with a meeple of the owner",
        "territory": "on a territory with a meeple of the owner",
        "home": "on the owner's home territory",
        "anywhere": "on any territory",
    },
    "side": {
        "attack": "when attacking",
        "defence": "when defending",
        "both": "when attacking or defending",
    },
    "paid": {
        "mana": "if the payment is mana only",
        "ore": "if the payment is ore only",
        "one_kind": "if the payment is of one kind only",
    },
    "per": {
        "once": "once, if any occupied region is of that sort",
        "region": "for each occupied region of that sort",
    },
    "who": {
        "own": "the owner's",
        "rivals": "the other players'",
    },
    "track": {
        "mana": "mana on hand",
        "ore": "ore on hand",
        "food": "food on hand",
        "meeples": "meeples in play",
        "tower": "tower level",
        "magic": "magic level",
    },
    "terrain": {
        "water": "sea and lakes may be entered and held",
        "crags": "crags may be entered and held",
        "river": "rivers may be crossed",
    },
}
# What is due at the moments that have a price.
PRICED = {"build": "ore", "research": "mana", "expand": "food", "retreat": "food"}

KEYS = {
    "amount": Number(),
    "where": Word(WHERE, column=None),  # entered as bits
    **{key: Word(words, column="word") for key, words in WORDS.items()},
    "resource": Word(WORDS["resource"]),
    "paid": Word(WORDS["paid"], column=None),  # of discounts, which are folded
    "least": Number(column="limit"),
    "most": Number(column="limit"),
}


class EffectSpec(effects.EffectSpec):
    """One word of the vocabulary.

    hook: the question of the rules that it answers.  dummy: what the solo dummy does with it,
    empty: the same.
    """

    def __init__(
        self, meaning: str, when: tuple[str, ...], hook: str, *, dummy: str = "", **spec: Any
    ) -> None:
        super().__init__(meaning, when, **spec)
        self.hook, self.dummy = hook, dummy


def _points(meaning: str, **spec: Any) -> EffectSpec:
    return EffectSpec(meaning, ("score",), "magic_bonus", amount=(1, 3, "victory points"), **spec)


EFFECTS = Vocabulary(
    KEYS,
    gain=EffectSpec(
        "the owner gains resources",
        (
            *("patrol", "quest", "move", "build", "research", "expand", "trade"),
            *("alliance", "war_won", "war_lost", "retreat", "reached"),
        ),
        "gain_at",
        amount=(1, 4, "resources"),
        where=ON_MAP,
        resource=("mana", "ore", "food", "any", "same"),
        optional=("where",),
        asks="with `any`: which resource",
        dummy="with `any`: what it has least of, ties by chance",
    ),
    collect_more=EffectSpec(
        "collecting brings more resources for occupied regions of a sort",
        ("collect",),
        "collected",
        amount=(1, 2, "resources"),
        where=tuple(WHERE),
        resource=("mana", "ore", "food", "same"),
        per=("once", "region"),
    ),
    collect_as=EffectSpec(
        "in collecting, so many occupied regions yield a resource of choice instead of theirs",
        ("collect",),
        "collected",
        amount=(1, 3, "regions"),
        where=ON_MAP,
        optional=("where",),
        asks="for each: which resource is replaced (or an empty yield) and by which, or stop",
        dummy="makes no use of it",
    ),
    take=EffectSpec(
        "the owner takes resources from the loser, as many as there are and fit the track",
        ("war_won",),
        "plunder",
        amount=(1, 3, "resources"),
        resource=("mana", "ore", "food", "any"),
        asks="with `any`: which resource",
        dummy="with `any`: what it has least of, ties by chance",
        unique="no card that is known plunders",
    ),
    cheaper=EffectSpec(
        "the price falls, to no less than 0",
        tuple(PRICED),
        "price",
        amount=(1, ALL, "resources"),
        where=ON_MAP,
        optional=("where",),
    ),
    rivals_pay=EffectSpec(
        "a rival pays more: for the step on which the owner stands (build, research, expand), "
        "for fleeing from the owner (retreat), or food to quest into the owner's home territory",
        ("build", "research", "expand", "retreat", "quest"),
        "price",
        amount=(1, 3, "resources"),
    ),
    pay_with=EffectSpec(
        "one resource may be paid for another, one for one; never in war or trade",
        (*PRICED, "always"),
        "payments",
        resource=GOODS,
        instead_of=("mana", "ore", "food", "any"),
        asks="how many pieces of each are paid",
        dummy="pays with it only what it lacks",
    ),
    may_instead=EffectSpec(
        "when this action is selected, the owner may take another instead",
        ("patrol", "quest", "build", "research", "expand", "trade"),
        "actions_open",
        action=tuple(WORDS["action"]),
        asks="which of the two",
        dummy="takes the other one if it can and cannot take the one selected",
    ),
    then=EffectSpec(
        "having taken this action, the owner may at once take another, at its price",
        ("patrol", "quest", "build", "research", "expand", "trade"),
        "next_step",
        action=tuple(a for a in WORDS["action"] if a != "collect"),
        asks="whether, and what the other action asks",
        dummy="takes it if it can",
    ),
    march=EffectSpec(
        "the action allows so many further moves, one after another, each settled first",
        ("patrol", "quest"),
        "next_step",
        amount=(1, 2, "moves"),
        by=("another", "same"),
        asks="the further move, or stop",
        dummy="moves on by the next meeple that the compass finds, with the same number",
    ),
    trade_both=EffectSpec(
        "one trade may turn both other resources into this one",
        ("trade",),
        "trades",
        resource=("mana", "ore", "food", "any"),
        asks="how many pieces of each are turned, listed among the trades",
        dummy="makes no use of it: its trade brings one of each",
        unique="the Elves' first level needs it",
    ),
    passes=EffectSpec(
        "a barrier is none for the owner's meeples; water and crags yield nothing",
        ("always",),
        "may_enter",
        terrain=("water", "crags", "river"),
    ),
    edge_at=EffectSpec(
        "regions of a sort count as bordering the edge when the owner quests",
        ("quest",),
        "may_quest",
        where=tuple(where for where in ON_MAP if where != "edge"),
    ),
    place_at=EffectSpec(
        "the meeple may also be put into an empty region within reach: a new one by expanding, "
        "a beaten one by retreating",
        ("expand", "retreat"),
        "places_open",
        where=ON_MAP,
        reach=("adjacent", "territory", "home", "anywhere"),
        optional=("where",),
        asks="the region, listed among those that the rules allow",
        dummy="expanding: its own rule stands; retreating: among all, by the compass",
    ),
    unharmed_by_ruins=EffectSpec(
        "move: meeples in ruins collect standing up and may leave at any time; "
        "score: they are not lost and count",
        ("move", "score"),
        "ruins_hold",
    ),
    war_discount=EffectSpec(
        "so much of the war cost need not be paid, and may be set beyond what can be paid",
        ("war_paid",),
        "war_due",
        amount=(1, 4, "war cost"),
        where=ON_MAP,
        side=("attack", "defence", "both"),
        paid=("mana", "ore", "one_kind"),
        optional=("where", "paid"),
        dummy="none: it never pays for war",
    ),
    wins_ties=EffectSpec(
        "attacking, the owner wins when both war costs are the same and no white flags",
        ("war_revealed",),
        "war_outcome",
        unique="the Orcs' card needs it",
    ),
    war_worth=EffectSpec(
        "a piece of the resource pays for so much war cost, in the owner's payments or in those "
        "of rivals at war with the owner",
        ("war_paid",),
        "worth",
        amount=(0, 3, "war cost"),
        resource=GOODS,
        who=("own", "rivals"),
        dummy="`own`: none, it never pays for war",
    ),
    raise_war_cost=EffectSpec(
        "who has set a war cost (no white flag) may add the worth of so many more resources, "
        "beyond 11 too",
        ("war_revealed",),
        "raises",
        amount=(1, 3, "resources"),
        asks="which resources are added, or none; the attacker is asked first",
        dummy="none: it never pays for war",
    ),
    points_for_regions=_points(
        "for each region of a sort that the owner occupies",
        where=tuple(WHERE),
        most=(1, 6),
        optional=("most",),
    ),
    points_for_meeples=_points(
        "for each meeple, own or rival, in regions of a sort; those lost in ruins do not count",
        where=tuple(WHERE),
        who=("own", "rivals"),
        most=(1, 6),
        optional=("most",),
    ),
    points_for_rivals_behind=_points(
        "for each rival who has less", track=tuple(WORDS["track"]), most=(1, 6), optional=("most",)
    ),
    points_for_stores=_points(
        "for each resource of which the owner holds at least so many",
        least=(1, 9),
        unique="the Humans' fifth level needs it",
    ),
    points_if_first=_points("if no rival has more", track=tuple(WORDS["track"])),
    points_if_home_free=_points(
        "if no rival's meeple stands on the owner's home territory",
        unique="the Orcs' fifth level needs it",
    ),
    points_if_all=_points(
        "if all the owner's meeples stand in regions of a sort",
        where=tuple(WHERE),
    ),
)
BONUSES = tuple(do for do in EFFECTS if do.startswith("points_"))

# What each kind of exploration token carries besides its name and count.
TOKENS: dict[str, tuple[str, tuple[int, int]] | None] = {
    "crown": ("points", (0, 6)),
    "treasure": ("resources", (1, 6)),
    "bandits": ("price", (1, 6)),
    "dragons_lair": ("tower_levels", (1, 3)),
    "camp": ("resources", (1, 3)),
    "fort": ("war_discount", (1, 6)),
    "town": ("points", (0, 6)),
    "church": ("uses", (1, 9)),
    "blank": None,
}
TOKEN_COUNT = 16

# Rule U-SOLO-2: the factions from which the dummy's is dealt; any other may be named.
DUMMY_FACTIONS = ("dark_elves", "dwarves", "orcs", "goblins", "undead")
# Rule U-LOST-3: the faction that may be left out with two players.
NOT_WITH_TWO = "halflings"

# How many the tables of the kernels hold.
CAPACITY = {"factions": 24, "territories": 24}

# Why a game ends, and what it is before that.
END_REASONS = {
    "triggered": "an end condition was met, and the round was played out",
    "cut_off": "stopped at the round limit: the standing then counts, a game for one is not won",
}
ENDS = ("not over", *END_REASONS)
