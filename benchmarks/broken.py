"""Is a plan found that breaks a game, where somebody put one in?

python -m benchmarks.broken [NAME ...] [--seconds S] [--into FOLDER]

Plants of somebody who had not read the search: a number or a few of a title are changed, or a game
of one's own is written (tests/own/broken), so that one way to play wins far more than the default
player, which does not play so.  Each names its plan; what that gains is played first.  Then
`simulate exploit` looks for one.  In games without a plant, played with a tenth of the games, it
should find none; where it does, its plan is played on.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

OWN = "tests/own/broken"


@dataclass(frozen=True)
class Broken:
    """A game, and what is set in it; plan: what pays there, as `training.duel` takes a player,
    empty where nothing is known to; why: it pays, in words.
    """

    name: str
    game: str
    sets: Mapping[str, object] = field(default_factory=dict)
    plan: str = ""
    why: str = ""


EPIC = {"players": 3, "horde": "epic"}
COAST = {"cards.regions.coast_a.abilities.embark.points": 0}
ENCHANT, ABSORB = (
    "cards.regions.forest_a.abilities.enchant",
    "cards.regions.ruins_a.abilities.absorb",
)
PLANTS = (
    Broken(
        "one meeple",
        "kingdoms",
        {
            "players": 3,
            "rules.start_meeples": 1,
            "rules.last_meeple_bonus": 2,
            "rules.meeple_points": 0,
        },
        "balanced:expand=-3",
        "who never expands collects two resources more each time",
    ),
    Broken(
        "short game",
        "kingdoms",
        {"players": 3, "rules.end_meeples": 3},
        "balanced:hold=0.8",
        "three meeples end the game before the Capital City can be taken back",
    ),
    Broken(
        "slow flags",
        "tactics",
        {
            "mode": "competitive",
            "players": 2,
            "rules.control_rounds": 5,
            "rules.flag_points": 12,
            "rules.capture_points": 0,
            "rules.survivor_points": 0,
        },
        "balanced:control=4,approach=4",
        "captures bring nothing, and a flag is worth its long wait",
    ),
    Broken(
        "rich villages",
        "tactics",
        {
            "mode": "competitive",
            "players": 2,
            "rules.village_points": 6,
            "rules.flag_points": 3,
            "rules.capture_points": 1,
            "rules.survivor_points": 0,
        },
        "balanced:village=8",
        "points for villages at the end are thought of too late",
    ),
    Broken(
        "enchanted forest",
        "defenders",
        {**EPIC, f"{ENCHANT}.points": 1, f"{ENCHANT}.effects.0.amount": 2},
        "balanced:side_forest=1",
        "a side of the Forest that players do not choose calms any region cheaply",
    ),
    Broken(
        "healing ruins",
        "defenders",
        {
            **EPIC,
            f"{ABSORB}.points": 1,
            f"{ABSORB}.effects.0.amount": 2,
            f"{ABSORB}.effects.1.amount": 2,
        },
        "balanced:side_ruins=1",
        "a side of the Ruins that players do not choose calms and heals for one point",
    ),
    Broken(
        "coast and ruins",
        "defenders",
        {**EPIC, **COAST, f"{ABSORB}.points": 1},
        "balanced:side_coast=1,side_ruins=1",
        "two sides that players do not choose, each worth half of it",
    ),
    Broken(
        "orchard",
        f"{OWN}/orchard.py",
        {"players": 2},
        "balanced:move-rot-until-4=1",
        "three seeds are a tree, and no feature tells of seeds",
    ),
    Broken(
        "caravan",
        f"{OWN}/caravan.py",
        {"players": 3},
        "balanced:new=5",
        "one of each kind pays more than the designer's weights say",
    ),
    Broken(
        "firebreak",
        f"{OWN}/firebreak.py",
        {"players": 2},
        "balanced:move-dig-until-2=1",
        "to dig in the first round saves more than to put out",
    ),
)
SOUND = (
    Broken("kingdoms for three", "kingdoms", {"players": 3}),
    Broken("kingdoms for four", "kingdoms", {"players": 4}),
    Broken("higher tower", "kingdoms", {"players": 3, "rules.tower_points.level_6": 9}),
    Broken("bigger capital", "kingdoms", {"players": 4, "rules.capital_points": 3}),
    Broken("ultra kingdoms", "ultra_kingdoms", {"players": 4}),
    Broken("ultra tower", "ultra_kingdoms", {"players": 3, "rules.tower_cost.level_6": 7}),
    Broken("defenders", "defenders", {"players": 3, "horde": "hard"}),
    Broken("two defenders", "defenders", {"players": 2, "horde": "medium"}),
    Broken("weaker dragon", "defenders", {**EPIC, "cards.foes.dragon.health": 9}),
    Broken("patient capital", "defenders", {**EPIC, "rules.capital_limit": 7}),
    Broken("dungeons", "dungeons", {"heroes": 3}),
    Broken("strong boss", "dungeons", {"heroes": 3, "rules.boss_health": 9}),
    Broken("tactics", "tactics", {"mode": "competitive", "players": 2}),
    Broken(
        "cheaper flags",
        "tactics",
        {"mode": "competitive", "players": 2, "rules.flag_points": 4},
    ),
    Broken("reed boats", "docs/examples/reed_boats.py", {"players": 3}),
    Broken("drowned mine", "docs/examples/drowned_mine.py", {"players": 2, "level": "wet"}),
    Broken("silk and salt", "docs/examples/silk_and_salt.py"),
    Broken("harbour", "tests/own/games/harbour.py", {"players": 3}),
    Broken("dominoes", "tests/own/games/dominoes.py", {"players": 2}),
    Broken("lamps", "tests/own/games/lamps.py"),
)
