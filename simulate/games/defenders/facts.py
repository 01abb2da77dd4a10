"""What the catalogue, the manifest and the analysis need to know of Tiny Epic Defenders."""

import itertools

from simulate.core.game import facts
from simulate.core.game.facts import SKILL, Column, DecisionPoint, Factor, Facts, Setting
from simulate.games.defenders.cards.vocabulary import END_REASONS, ENDS, OUTER

DIRE_ENEMIES = facts.titled(
    "harpy", "giant_wasps", "wraith", "manticore", "sea_serpent", "minotaur"
)
SIDES = ("a", "b")
RANDOM_LAYOUT = ("layout", "random")
RANDOM_SIDES = ("sides", "random")
DEALT_PARTY = ("party", "dealt")

FACTORS = (
    Factor(
        "players",
        kind="int",
        default=3,
        meaning="people at the table, one hero each",
        levels=(1, 2, 3, 4),
        who_plays=True,
    ),
    facts.choice(
        "horde",
        "medium",
        "level of difficulty: how many dire enemies are in the horde deck",
        easy="1 dire enemy",
        medium="2 dire enemies",
        hard="3 dire enemies",
        epic="4 dire enemies",
    ),
    facts.choice(
        "layout",
        "random",
        "how the outer regions are laid round the Capital City",
        random="by chance",
        fixed="a good arrangement, rules.fixed_ring",
    ),
    facts.choice(
        "sides",
        "chosen",
        "which side of each outer region lies up",
        chosen="the players choose",
        random="by chance",
        a="side a of all",
        b="side b of all",
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

EVENTS = facts.events(
    "the table before the first decision", "a draw, a shuffle or a tie settled by chance"
)


def _dealt_columns() -> tuple[Column, ...]:
    foe = facts.text(
        "dealt", "foe", meaning="the epic foe", family="epic foe", cards="foes", labels="foes"
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
        facts.text(
            "dealt",
            f"side_{region}",
            meaning=f"side of the {region.title()} that lay up",
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
    *facts.game_keys(),
    Column("won", "bool", "won", "whether the players won"),
    facts.end_reason("why the game ended", ENDS),
    facts.length("rounds", "rounds begun", "rounds"),
    facts.length("turns", "turns of heroes", "turns"),
    facts.decisions(),
    facts.margin(
        "capital_threat",
        "threat in the Capital City at the end",
        unit="threat",
        better="low",
        dtype="int8",
    ),
    facts.margin(
        "foe_health",
        "health the epic foe had left; full if it never came",
        unit="health",
        better="low",
        dtype="int8",
    ),
    facts.margin(
        "regions_destroyed",
        "outer regions that lay destroyed at the end",
        unit="regions",
        better="low",
        dtype="int8",
    ),
    Column("foe_appeared", "bool", "margin", "whether the epic foe came into play", better="high"),
    *_dealt_columns(),
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
        labels="heroes",
    ),
    facts.count("health_left", "health at the end", "health", "int8"),
    facts.count("defended", "attacks defended", "attacks"),
    facts.count("succored", "threat lowered by succor", "threat"),
    facts.count("damage", "damage to the epic foe", "damage"),
    facts.count("moved", "moves to an adjacent region", "moves"),
    facts.count("rests", "turns begun with REST in the Capital City", "turns"),
    facts.count("artifacts_drawn", "artifacts drawn", "cards", "int8"),
    facts.count("artifacts_used", "artifacts used", "cards", "int8"),
    facts.text(
        "held",
        "artifacts_held",
        meaning="artifacts ever held",
        family="artifacts",
        cards="artifacts",
    ),
    facts.text(
        "used", "artifacts_spent", meaning="artifacts used", family="artifacts", cards="artifacts"
    ),
    facts.count("abilities_used", "hero and region abilities used", "uses"),
    facts.text(
        "held",
        "hero_abilities_held",
        meaning="abilities of the hero that a player may choose to use",
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
        "held",
        "region_abilities_held",
        meaning="abilities of the regions on the table that a hero there may choose to use",
        family="abilities of regions",
        cards="regions",
    ),
    facts.text(
        "used",
        "region_abilities_used",
        meaning="those that were used",
        family="abilities of regions",
        cards="regions",
    ),
    facts.count("turns_at_zero", "turns begun at zero health", "turns"),
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
