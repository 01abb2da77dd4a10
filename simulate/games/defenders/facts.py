"""What the catalogue, the manifest and the analysis need to know of Tiny Epic Defenders."""

import itertools

from simulate.core.game.facts import SEATED, SKILL, Column, DecisionPoint, Factor, Facts, Setting
from simulate.games.defenders.cards.vocabulary import END_REASONS, ENDS, OUTER

DIRE_ENEMIES = {
    "harpy": "Harpy",
    "giant_wasps": "Giant Wasps",
    "wraith": "Wraith",
    "manticore": "Manticore",
    "sea_serpent": "Sea Serpent",
    "minotaur": "Minotaur",
}
SIDES = ("a", "b")
RANDOM_LAYOUT = ("layout", "random")
RANDOM_SIDES = ("sides", "random")
DEALT_PARTY = ("party", "dealt")

FACTORS = (
    Factor(
        name="players",
        kind="int",
        default=3,
        meaning="people at the table, one hero each",
        levels=(1, 2, 3, 4),
        who_plays=True,
    ),
    Factor(
        name="horde",
        kind="choice",
        default="medium",
        meaning="level of difficulty: how many dire enemies are in the horde deck",
        levels=("easy", "medium", "hard", "epic"),
        level_meanings={
            "easy": "1 dire enemy",
            "medium": "2 dire enemies",
            "hard": "3 dire enemies",
            "epic": "4 dire enemies",
        },
    ),
    Factor(
        name="layout",
        kind="choice",
        default="random",
        meaning="how the outer regions are laid round the Capital City",
        levels=("random", "fixed"),
        level_meanings={"random": "by chance", "fixed": "a good arrangement, rules.fixed_ring"},
    ),
    Factor(
        name="sides",
        kind="choice",
        default="chosen",
        meaning="which side of each outer region lies up",
        levels=("chosen", "random", "a", "b"),
        level_meanings={
            "chosen": "the players choose",
            "random": "by chance",
            "a": "side a of all",
            "b": "side b of all",
        },
    ),
    Factor(
        "party",
        "party",
        "dealt",
        "the heroes in the order of seats, joined by +, or dealt by chance",
        names="heroes",
    ),
    Factor("strategy", "strategy", "balanced", "who plays in the seat", per_seat=True),
    SKILL,
)

DECISION_POINTS = (
    DecisionPoint("choose side", "which side of a region lies up, at set-up"),
    DecisionPoint("free artifact", "whether to use a free artifact before a card is drawn"),
    DecisionPoint("answer enemy", "whether to use a free artifact on a drawn enemy card"),
    DecisionPoint("defend", "whether to sacrifice health to stop an attack"),
    DecisionPoint("be pushed", "to which neighbouring region a hero is pushed"),
    DecisionPoint("split points", "who acts next under a Group Ally card, with how many points"),
    DecisionPoint("turn", "what to do next on a turn"),
    DecisionPoint("peek", "whether a card that was looked at stays on top"),
    DecisionPoint("arrange", "in which order cards go back on the turn deck"),
    DecisionPoint("horn", "where the Horn of Command puts a hero"),
)

EVENTS = {
    "setup": "the table before the first decision",
    "move": "a player's decision",
    "chance": "a draw, a shuffle or a tie settled by chance",
    "effect": "something on the table changes",
    "end": "the game is over",
}


def _dealt_columns() -> tuple[Column, ...]:
    foe = Column(
        "foe", "str", "dealt", "the epic foe", family="epic foe", cards="foes", labels="foes"
    )
    dire = tuple(
        Column(
            f"dire_{key}",
            "bool",
            "dealt",
            f"whether the {name} was in the horde deck",
            family="dire enemy",
            option=name,
            cards=f"dire_enemies.{key}",
        )
        for key, name in DIRE_ENEMIES.items()
    )
    sides = tuple(
        Column(
            f"side_{region}",
            "str",
            "dealt",
            f"side of the {region.title()} that lay up",
            family=f"side of the {region.title()}",
            cards=f"regions.{region}_{{}}",
            dealt_by=RANDOM_SIDES,
            field="side",
            at=(outer,),
            labels=SIDES,
        )
        for outer, region in enumerate(OUTER)
    )
    gates = tuple(
        Column(
            f"gate_{region}",
            "bool",
            "dealt",
            f"whether the {region.title()} lay next to the Capital City",
            family="region next to the Capital City",
            option=region.title(),
            dealt_by=RANDOM_LAYOUT,
            field="gate",
            at=(outer,),
        )
        for outer, region in enumerate(OUTER)
    )
    beside = tuple(
        Column(
            f"beside_{a}_{b}",
            "bool",
            "dealt",
            f"whether {a.title()} and {b.title()} lay side by side",
            family="regions side by side",
            option=f"{a.title()} and {b.title()}",
            dealt_by=RANDOM_LAYOUT,
            field="beside",
            at=(OUTER.index(a), OUTER.index(b)),
        )
        for a, b in itertools.combinations(OUTER, 2)
    )
    return (foe, *dire, *sides, *gates, *beside)


GAMES_COLUMNS = (
    Column("cell", "int16", "key", "number of the cell"),
    Column("replicate", "int32", "key", "number of the game in its cell; names its luck"),
    Column("won", "bool", "won", "whether the players won"),
    Column("end_reason", "str", "end_reason", "why the game ended", field="outcome", labels=ENDS),
    Column("rounds", "int16", "length", "rounds begun", "rounds"),
    Column("turns", "int16", "length", "turns of heroes", "turns"),
    Column("decisions", "int32", "length", "decisions with two or more choices", "decisions"),
    Column(
        "capital_threat",
        "int8",
        "margin",
        "threat in the Capital City at the end",
        "threat",
        better="low",
    ),
    Column(
        "foe_health",
        "int8",
        "margin",
        "health the epic foe had left; full if it never came",
        "health",
        better="low",
    ),
    Column(
        "regions_destroyed",
        "int8",
        "margin",
        "outer regions that lay destroyed at the end",
        "regions",
        better="low",
    ),
    Column("foe_appeared", "bool", "margin", "whether the epic foe came into play", better="high"),
    *_dealt_columns(),
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
        labels="heroes",
    ),
    Column("health_left", "int8", "tally", "health at the end", "health"),
    Column("defended", "int16", "tally", "attacks defended", "attacks"),
    Column("succored", "int16", "tally", "threat lowered by succor", "threat"),
    Column("damage", "int16", "tally", "damage to the epic foe", "damage"),
    Column("moved", "int16", "tally", "moves to an adjacent region", "moves"),
    Column("rests", "int16", "tally", "turns begun with REST in the Capital City", "turns"),
    Column("artifacts_drawn", "int8", "tally", "artifacts drawn", "cards"),
    Column("artifacts_used", "int8", "tally", "artifacts used", "cards"),
    Column(
        "artifacts_held",
        "str",
        "held",
        "artifacts ever held",
        family="artifacts",
        cards="artifacts",
    ),
    Column(
        "artifacts_spent", "str", "used", "artifacts used", family="artifacts", cards="artifacts"
    ),
    Column("abilities_used", "int16", "tally", "hero and region abilities used", "uses"),
    Column(
        "hero_abilities_held",
        "str",
        "held",
        "abilities of the hero that a player may choose to use",
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
    Column(
        "region_abilities_held",
        "str",
        "held",
        "abilities of the regions on the table that a hero there may choose to use",
        family="abilities of regions",
        cards="regions",
    ),
    Column(
        "region_abilities_used",
        "str",
        "used",
        "those that were used",
        family="abilities of regions",
        cards="regions",
    ),
    Column("turns_at_zero", "int16", "tally", "turns begun at zero health", "turns"),
)


def seats(setting: Setting) -> int:
    """Heroes at the table."""
    return int(setting["players"])


def illegal(setting: Setting) -> str:
    """Why a setting is no game of the rulebook; empty if it is one.  Rule D-SETUP-10."""
    if setting["layout"] == "fixed" and setting["horde"] in ("hard", "epic"):
        return (
            f"layout = fixed does not go with horde = {setting['horde']}: "
            "Hard and Epic lay the regions by chance (allowed: easy, medium)"
        )
    return ""


FACTS = Facts(
    name="defenders",
    title="Tiny Epic Defenders",
    package="defenders",
    cooperative=True,
    options="heroes",
    crossed=("players", "horde"),
    factors=FACTORS,
    decision_points=DECISION_POINTS,
    events=EVENTS,
    games_columns=GAMES_COLUMNS,
    seats_columns=SEATS_COLUMNS,
    end_reasons=END_REASONS,
    seats=seats,
    illegal=illegal,
    standing=("threat", "health", "turn_cards", "horde_cards", "foe_in_play", "foe_health"),
)
