"""What the catalogue, the manifest and the analysis need to know of both editions.

`FACTS` is Tiny Epic Kingdoms, `ULTRA` is Ultra Tiny Epic Kingdoms.  They are one game with two
boxes: exploration tokens and two-sided territory cards in the one, a compass and a dummy player
in the other.
"""

from collections.abc import Iterator
from dataclasses import replace

from simulate.core.game import facts
from simulate.core.game.facts import (
    CARD_FILES,
    OVER_FAIR_SHARE,
    SKILL,
    WIN_RATE,
    Column,
    DecisionPoint,
    Factor,
    Facts,
    Picture,
    Setting,
    count,
)
from simulate.games.kingdoms.cards.codes import ACTION, POINT
from simulate.games.kingdoms.cards.vocabulary import END_REASONS, ENDS, GOODS, TRIGGERS

DEALT = ("faction", "dealt")
CARD_SIZE = (88.0, 63.0)  # mm, as in territories.toml
MOST_DUMMY_RESOURCES = 9
FILES = {
    **CARD_FILES,
    "territories.toml": "every territory: its regions, what borders on what, and the outlines",
}
PICTURES = (
    Picture(
        title="territories",
        path="cards.territories",
        size=CARD_SIZE,
        shapes=(("regions", "terrain"), ("barriers", "kind")),
        lines=("rivers",),
    ),
)


# Factors


def _players(levels: tuple[int, ...]) -> Factor:
    meanings = {"1": "one person against the dummy player"} if 1 in levels else {}
    return Factor(
        "players",
        kind="int",
        default=4,
        meaning="people at the table",
        levels=levels,
        who_plays=True,
        level_meanings=meanings,
    )


EXPLORATION = Factor(
    "exploration",
    kind="choice",
    default=False,
    meaning="whether exploration tokens are laid",
    levels=(True, False),
)
DUMMY_RESOURCES = Factor(
    "dummy_resources",
    kind="int",
    default=3,
    meaning="solo: mana, ore and food that the dummy player starts with, of each; more is harder",
    levels=tuple(range(MOST_DUMMY_RESOURCES + 1)),
)
DUMMY_FACTION = Factor(
    "dummy_faction",
    "card",
    "dealt",
    "solo: the faction of the dummy player, or dealt from those that the rulebook recommends",
    names="factions",
)
BY_SEAT = (
    Factor(
        "faction",
        "card",
        "dealt",
        "the faction of a player, or dealt by chance",
        per_seat=True,
        names="factions",
    ),
    Factor("strategy", "strategy", "balanced", "who plays", per_seat=True),
    SKILL,
)


def people(setting: Setting) -> int:
    """People at the table."""
    return int(setting["players"])


def illegal(setting: Setting) -> str:
    """Why a setting is no game of the rulebook; empty if it is one.  Rule K-PARTS-1."""
    named = [faction for faction in setting["faction"] if faction != "dealt"]
    twice = next((faction for faction in named if named.count(faction) > 1), "")
    if twice:
        return (
            f"faction = {twice} for two players: there is one of each "
            f"(one player's is set with faction.1 = {twice})"
        )
    return ""


def illegal_in_ultra(setting: Setting) -> str:
    """As `illegal`; only a game for one has a dummy player.  Rules U-SOLO-2, U-SOLO-6."""
    dummys = setting["dummy_faction"]
    for factor in (DUMMY_RESOURCES, DUMMY_FACTION):
        if setting["players"] > 1 and setting[factor.name] != factor.default:
            return (
                f"{factor.name} = {setting[factor.name]} does not go with "
                f"players = {setting['players']}: only the game for one has a dummy player"
            )
    if dummys != DUMMY_FACTION.default and dummys in setting["faction"]:
        return f"dummy_faction = {dummys} is the person's faction too: there is one of each"
    return illegal(setting)


def judged_in_ultra(setting: Setting) -> str:
    """Alone one wins or loses; what one has beside the dummy player is no share among persons."""
    return WIN_RATE if setting["players"] == 1 else OVER_FAIR_SHARE


# Decision points, events, reasons

DECISIONS = {
    "choose side": "which side of the territory card lies up",
    "split resources": "which resources to start with",
    "choose start": "in which region to start",
    "lay tokens": "which regions of the own card get an exploration token (five players)",
    "place dummy": "where the dummy player's armies start (solo)",
    "select action": "which action of the action card to select",
    "act": "how to take the action, or to collect or do nothing instead",
    "act again": "whether to take the same action once more, as an ability allows",
    "march": "whether to move once more, as an ability allows",
    "act then": "whether to take the further action that an ability allows",
    "pay": "with which resources to pay a price",
    "take": "which resource to take",
    "exchange": "for which resource to exchange what a region yields",
    "plunder": "which resource to take from the loser of a war",
    "open treasure": "which resources to take from a treasure",
    "meet bandits": "whether to pay bandits, and with what, or to lose the meeple",
    "set attack": "the attacker's number on the war die, or the white flag, in secret",
    "set defence": "the defender's number on the war die, or the white flag, in secret",
    "raise attack": "whether the attacker adds to the number that lies open, by an ability",
    "raise defence": "whether the defender adds to the number that lies open, by an ability",
    "pay war": "with which resources to pay a war cost",
    "pay neutral": "with which resources to pay for a neutral meeple",
    "pay dummy": "whether to pay the dummy player's war cost, and with what (solo)",
    "use lair": "whether the winner of a war uses the dragon's lair",
    "order losses": "which region of a broken alliance is dealt with next",
    "leave region": "whether and where a meeple that lost a war retreats",
    "retreat free": "where a meeple that the dragon's lair has spared goes",
}
ONLY_SOLO = ("place dummy", "pay dummy")
ONLY_WITH_TOKENS = (
    "lay tokens",
    "open treasure",
    "meet bandits",
    "use lair",
    "retreat free",
)
ONLY_TWO_SIDED = ("choose side",)


def _decision_points(left_out: tuple[str, ...]) -> tuple[DecisionPoint, ...]:
    return tuple(DecisionPoint(n, what) for n, what in DECISIONS.items() if n not in left_out)


EVENTS = facts.events(
    "the table after the deal, before the first decision",
    "a die, a deal, or a choice left to chance",
)
# What set the end in motion: labels of the column `trigger`.
TRIGGER_LABELS = (*TRIGGERS, "several", "none")
MET = {
    "meeples": "a player had all meeples in play",
    "tower": "a player reached the top of the tower",
    "magic": "a player reached the top of magic",
}


# Columns of games


def _met(how: str, field: str, when: str) -> Iterator[Column]:
    """In how many games each end condition was met, at some time or then."""
    for name, what in MET.items():
        at = (TRIGGERS.index(name),)
        yield count(
            f"{how}_{name}", f"games in which {what}{when}", dtype="int8", field=field, at=at
        )


GAMES_COLUMNS = (
    *facts.game_keys(),
    facts.end_reason("why the game ended", ENDS),
    Column(
        "trigger",
        "str",
        "trigger",
        "the end condition that set the end in motion: all meeples in play, the top of the tower, "
        "the top of magic, several of them in one turn, or none in a game cut off",
    ),
    facts.length("rounds", "rounds begun: clearings of the action card, and one"),
    facts.length("turns", "turns of active players; a skipped one is none", "turns"),
    facts.decisions(),
    facts.length(
        "trigger_turn",
        "turn in which the first end condition was met",
        "turns until an end condition is met",
    ),
    *_met("by", "met", ""),
    *_met("later", "met_later", " only after the end was set in motion"),
    count("winners", "players who share the first place", "players", "int8"),
    count("wars", "wars between players", "wars"),
    count("neutral_wars", "neutral meeples captured", "wars"),
    count("alliances", "alliances formed", "alliances"),
    count("breaks", "alliances of several regions broken by an attack", "alliances"),
    count("lead_changes", "changes of the lead between two clearings", "changes"),
    Column("margin", "int16", "margin", "points of the first more than the second's", "points"),
)
LOST_TERRITORY = facts.text(
    "dealt",
    "lost_territory",
    meaning="the territory of the Lost Kingdom, with two players",
    family="Lost Kingdom",
    cards="territories",
    labels="territories",
)
DUMMYS_FACTION = facts.text(
    "dealt",
    "dummy_faction",
    meaning="the faction of the dummy player, in a game for one",
    family="dummy's faction",
    cards="factions",
    dealt_by=("dummy_faction", "dealt"),
    labels="factions",
)
WON = Column("won", "bool", "won", "solo: whether the person alone came first")


# Columns of seats

POINTS = {
    "meeples": ("Meeples", "for meeples in play"),
    "magic": ("Magic", "for levels of magic"),
    "bonus": ("Level 5", "by the faction's level 5"),
    "tower": ("Tower", "for the tower"),
    "capital": ("Capital", "for capital cities"),
    "crown": ("Crown", "for the crown"),
    "town": ("Town", "for towns"),
    "lost_kingdom": ("Lost Kingdom", "for regions of the Lost Kingdom"),
    "captures": ("Captures", "for neutral meeples captured"),
}
LEVELS = 5


TRACKS = (
    Column("meeples", "int8", "level", "meeples in play at the end"),
    Column("tower", "int8", "level", "level of the tower at the end"),
    Column("magic", "int8", "level", "level of magic at the end"),
)
ON_HAND = tuple(
    Column(good, "int8", "tally", f"{good} on hand at the end", good, field="goods", at=(k,))
    for k, good in enumerate(GOODS)
)
TAKEN = tuple(
    count(name, f"{action.title()} actions", "actions", field="taken", at=(ACTION[action],))
    for name, action in (
        ("patrols", "patrol"),
        ("quests", "quest"),
        ("builds", "build"),
        ("researches", "research"),
        ("expansions", "expand"),
        ("trades", "trade"),
    )
)
GAINED = tuple(
    count(f"gained_{good}", f"{good} gained after the start", good, field="gained", at=(k,))
    for k, good in enumerate(GOODS)
)
TALLIES = (
    *ON_HAND,
    *TAKEN,
    count("collects", "times that resources were collected", "times"),
    count("idle_turns", "turns as active player without an action", "turns"),
    count("attacks", "wars begun", "wars"),
    count("defences", "wars suffered", "wars"),
    count("wars_won", "wars won against players", "wars"),
    count("war_spent", "resources paid in wars, for neutral meeples too", "resources"),
    count("alliances", "alliances formed", "alliances"),
    count("betrayals", "alliances of several regions broken by attacking", "alliances"),
    count("retreats", "retreats", "retreats"),
    count("meeples_lost", "meeples lost: in war, to bandits, in ruins at the end", "meeples"),
    *GAINED,
    count("triggered", "games in which this seat set the end in motion", "games", "int8"),
)
LEARNT = tuple(
    Column(
        f"magic_{level}_turn",
        "int16",
        "chosen",
        f"turn in which level {level} of magic was learnt; 0 if it never was",
        "turn",
        field="learnt",
        at=(k,),
    )
    for k, level in enumerate(range(1, LEVELS + 1))
)


def _seats_columns(territory: tuple[Column, ...], left_out: tuple[str, ...]) -> tuple[Column, ...]:
    return (
        *facts.seat_keys(
            "seat, from 0; 0 is the first player but in solo games", "team; everybody plays alone"
        ),
        Column("score", "float64", "score", "victory points", "points"),
        Column("rank", "float64", "rank", "place after all tie-breakers; ties share it"),
        Column("win_share", "float64", "win_share", "1 for the first alone, split among the tied"),
        facts.text(
            "option",
            "faction",
            meaning="the faction",
            family="faction",
            cards="factions",
            dealt_by=DEALT,
            labels="factions",
        ),
        *territory,
        *facts.score_parts({k: said for k, said in POINTS.items() if k not in left_out}, POINT),
        *TRACKS,
        *TALLIES,
        *LEARNT,
    )


TWO_SIDED = (
    facts.text(
        "dealt",
        "territory_card",
        meaning="the territory card, by the names of its two sides",
        family="territory cards",
        cards="territories",
        field="card",
        labels="territory_cards",
    ),
    facts.text(
        "chosen",
        "territory",
        meaning="the side of the dealt territory card that the player chose",
        family="territories",
        cards="territories",
        labels="territories",
    ),
)
ONE_SIDED = (
    facts.text(
        "dealt",
        "territory",
        meaning="the territory",
        family="territories",
        cards="territories",
        labels="territories",
    ),
)


FACTS = Facts(
    name="kingdoms",
    title="Tiny Epic Kingdoms",
    package="kingdoms",
    cooperative=False,
    options="factions",
    crossed=("players",),
    factors=(_players((2, 3, 4, 5)), EXPLORATION, *BY_SEAT),
    decision_points=_decision_points(ONLY_SOLO),
    events=EVENTS,
    games_columns=(*GAMES_COLUMNS, LOST_TERRITORY),
    seats_columns=_seats_columns(TWO_SIDED, ()),
    end_reasons=END_REASONS,
    seats=people,
    illegal=illegal,
    pictures=PICTURES,
    card_files=FILES,
)
ULTRA = replace(
    FACTS,
    name="ultra_kingdoms",
    title="Ultra Tiny Epic Kingdoms",
    factors=(_players((1, 2, 3, 4, 5)), DUMMY_RESOURCES, DUMMY_FACTION, *BY_SEAT),
    decision_points=_decision_points(ONLY_WITH_TOKENS + ONLY_TWO_SIDED),
    games_columns=(*GAMES_COLUMNS[:2], WON, *GAMES_COLUMNS[2:], LOST_TERRITORY, DUMMYS_FACTION),
    seats_columns=_seats_columns(ONE_SIDED, ("crown", "town")),
    illegal=illegal_in_ultra,
    judged=judged_in_ultra,
)


def facts_of(game: str) -> Facts:
    """The facts of an edition."""
    return {edition.name: edition for edition in (FACTS, ULTRA)}[game]
