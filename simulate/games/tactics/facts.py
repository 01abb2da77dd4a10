"""What the catalogue, the manifest and the analysis need to know of Tiny Epic Tactics.

Four modes have seats that compete, alone or in teams; two are adventures, which the players win
or lose together.  Columns that speak of the one are empty in the other.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from simulate.core.game import facts
from simulate.core.game.facts import count
from simulate.games.tactics.cards.codes import (
    ACTION,
    ADVENTURES,
    BATTLES,
    BOX,
    CLASS,
    MODE,
    PLAYERS,
    POINT,
)
from simulate.games.tactics.cards.maps import Realm, corners, troubles
from simulate.games.tactics.cards.model import CardsModel
from simulate.games.tactics.cards.realms import BUILT, played_realms
from simulate.games.tactics.cards.vocabulary import (
    AREAS,
    ARTIFACT,
    CLASSES,
    END_REASONS,
    ENDS,
    TERRAINS,
)

DEALT = "dealt"
FOREST = "evergreen_forest"
CONTESTS = tuple(mode for mode in MODE if mode not in ADVENTURES)
# In an adventure players choose which units they keep: no contrast between units is fair there.
UNITS_DEALT = (("units", DEALT), ("mode", CONTESTS))
UNITS_OFFERED = (("units", DEALT), ("mode", ADVENTURES))
FILES = {
    **facts.CARD_FILES,
    "maps.toml": "the scroll, the boxes, and the maps that are put together of them",
}


# Factors

MODE_MEANINGS = {
    "competitive": "everybody for themselves, for control areas",
    "team": "two against two, for control areas",
    "battle": "everybody for themselves, for captures and the Artifact",
    "battle_team": "two against two, for captures and the Artifact",
    "solo": "one person against a Solo Enemy, for the Crystal of Glory",
    "coop": "two people together against two Solo Enemies",
}
FACTORS = (
    facts.choice("mode", "competitive", "which game of the box is played", **MODE_MEANINGS),
    facts.Factor(
        "players",
        kind="int",
        default=2,
        meaning="people at the table; usually 2 in competitive play and battle",
        levels=(1, 2, 3, 4),
        who_plays=True,
    ),
    facts.Factor(
        "map",
        kind="card",
        default=FOREST,
        meaning="the map by its name, or built by the builder rules; usually built in battle",
        levels=(BUILT,),
        names="maps",
    ),
    facts.Factor(
        "units",
        "party",
        DEALT,
        "four units of a player, one of each class, joined by +, or dealt by chance",
        per_seat=True,
        names="units",
        one_of_each="class",
    ),
    facts.Factor("strategy", "strategy", "balanced", "who plays", per_seat=True),
    facts.SKILL,
)
# The number of players that makes a mode of its own.
ALONE = 1


def usual(chosen: facts.Setting) -> dict[str, facts.Level]:
    """Levels that follow from others: a mode has its players and its map, one person plays solo."""
    levels: dict[str, facts.Level] = {}
    if "mode" in chosen:
        levels["players"] = PLAYERS[str(chosen["mode"])][0]
    elif chosen.get("players") == ALONE:
        levels["mode"] = "solo"
    mode = chosen.get("mode", levels.get("mode", "competitive"))
    return levels | {"map": BUILT if mode in BATTLES else FOREST}


def people(setting: facts.Setting) -> int:
    """People at the table."""
    return int(setting["players"])


def illegal(setting: facts.Setting) -> str:
    """Why a setting is no game of the rulebook; empty if it is one.

    What no number of players would mend comes first, as many are crossed by default.
    Rules T-GOAL-3, T-TEAM-1, T-BATTLE-1, T-SOLO-1, T-COOP-1, T-PARTS-1.
    """
    mode, allowed = setting["mode"], PLAYERS[setting["mode"]]
    if setting["map"] == BUILT and mode not in BATTLES:
        return (
            f"map = {BUILT} does not go with mode = {mode}: only battles are fought on maps that "
            "are built"
        )
    if setting["players"] not in allowed:
        return f"mode = {mode} is a game for {_listed(allowed)}"
    return _twice([unit for units in setting["units"] for unit in units.split("+")])


def judged(setting: facts.Setting) -> str:
    """Adventures are won or lost together; in the other modes players compete."""
    return facts.WIN_RATE if setting["mode"] in ADVENTURES else facts.OVER_FAIR_SHARE


def unfit(setting: facts.Setting, cards: CardsModel) -> str:
    """Why a map is not for the mode.  Rules T-CONTROL-1, T-SETUP-6, T-BATTLE-2, T-BATTLE-3."""
    name, mode = setting["map"], setting["mode"]
    if name == BUILT:
        return ""
    wrong = troubles(cards.maps[name], cards.scrolls, cards.boxes, mode in BATTLES)
    return f"map = {name} is not for mode = {mode}: {'; '.join(wrong)}" if wrong else ""


# Maps, as the report draws them

COLOURS = {
    "plains": "yellow",
    "bridge": "olive",
    "forest": "green",
    "water": "blue",
    "peak": "grey",
    "village": "orange",
    "ballista": "pink",
    "castle": "sky",
    "rocks": "sky",  # like castle roofs a control area without an effect of its own
}
MOST_DRAWN = 4  # of the realms that are built
STAR = "\u2605"


def map_names(setting: facts.Setting, count: int) -> list[str]:
    """A name for each map that is played on; those that are built are numbered."""
    if setting["map"] != BUILT:
        return [str(setting["map"])]
    return [f"{BUILT}_{number}" for number in range(1, count + 1)]


def boards(rules: Mapping[str, Any], cards: CardsModel, setting: facts.Setting) -> dict[str, Any]:
    """The maps of a cell, space by space."""
    realms = played_realms(rules, cards, setting)
    named = list(zip(map_names(setting, len(realms)), realms, strict=True))[:MOST_DRAWN]
    return {name: _board(realm, setting["mode"] in BATTLES) for name, realm in named}


def _board(realm: Realm, battle: bool) -> dict[str, Any]:
    """Position -> ground, level, area, and what is marked there."""
    starts = {at for corner in corners(realm) for at in corner} if battle else set()
    fronts = {portal.front for portal in realm.portals}
    spaces = {}
    for at in realm.order():
        space = realm.spaces[at]
        letter = space.mark.lower()
        area = AREAS.get(letter, "") if not battle else ""
        begins = at in starts or (not battle and space.mark.isdigit())
        marks = [STAR] if begins else []
        marks += ["trigger"] if area and space.mark.isupper() else []
        marks += ["portal"] if at in fronts else []
        marks += ["Artifact"] if battle and space.mark == ARTIFACT else []
        ground = TERRAINS[space.terrain]
        entry = {"ground": ground, "level": space.level, "area": area, "marks": marks}
        spaces[f"{at[0]},{at[1]}"] = entry
    return {"name": realm.name, "colours": COLOURS, "spaces": spaces}


def _listed(counts: tuple[int, ...]) -> str:
    """`4 players`, `2, 3 or 4 players`."""
    *most, last = map(str, counts)
    return (
        f"{', '.join(most)} or {last} players" if most else f"{last} player{'s'[: counts[0] - 1]}"
    )


def _twice(units: list[str]) -> str:
    named = [unit.strip() for unit in units if unit != DEALT]
    twice = next((unit for unit in named if named.count(unit) > 1), "")
    if twice:
        return (
            f"{twice} is named for two players: there is one of each unit "
            "(one player's are set with units.1)"
        )
    return ""


# Decision points, events, reasons

DECISIONS = {
    "keep unit": "which of two units of a class to keep (adventures)",
    "choose start": "where to start",
    "place unit": "on which space of the start a unit stands",
    "return card": "which tactic card to give back in the setup",
    "act": "what to do next: an action of a unit, a cure, or the end of the turn",
    "walk on": "whether a movement goes on after a dungeon (adventures)",
    "explore": "where to go inside a dungeon (adventures)",
    "come out": "where to come out with a crystal (adventures)",
    "knock back": "whether to roll for a knock back",
    "direction": "which way a unit is pushed",
    "counter": "whether and how to counter an attack",
    "play tactic": "whether to play a tactic card now",
    "choose unit": "whom an ability or a card is for",
    "discard": "which tactic card to discard beyond the limit of the hand",
}
EVENTS = facts.events(
    "the table after the deal, before the first decision",
    "a shuffle, a roll, or what chance draws",
    act="a Solo Enemy's unit attacks or counters: nobody decides that",
)
# Columns of games


def _dungeons() -> Iterator[facts.Column]:
    """What happens at each dungeon of an adventure, and whom it stops."""
    entered, taken = "times that the dungeon was entered", "crystals taken from the dungeon"
    yield from _by_dungeon("entered", "times that a unit went into the dungeon", "entered")
    yield from _by_dungeon("fallen", "units captured inside the dungeon", "units lost", "fallen")
    yield from _by_dungeon("taken", taken, "crystals taken", "crystal")
    for name, k in CLASS.items():
        by, units = f"by the {name}", f"by {name}s"
        yield from _by_dungeon(
            f"{name}_entered", f"{entered} {by}", f"entered {units}", "entered", (k,)
        )
        yield from _by_dungeon(
            f"{name}_taken", f"{taken} {by}", f"crystals taken {units}", "taken", (k,)
        )


def _by_dungeon(
    what: str, meaning: str, unit: str, field: str = "", of_class: tuple[int, ...] = ()
) -> Iterator[facts.Column]:
    """A tally of each dungeon, and of units of one class, if it is named."""
    for box, k in BOX.items():
        at = (k, *of_class)
        yield count(
            f"{what}_{box}", meaning, unit, family="dungeons", option=box, field=field, at=at
        )


def _areas() -> Iterator[facts.Column]:
    """What becomes of each control area."""
    family = "control areas"
    for area in AREAS.values():
        secured = "games in which the control area is secured in the end"
        yield count(f"secured_{area}", secured, "secured", "int8", family=family, option=area)
    for k, area in enumerate(AREAS.values()):
        yield count(
            f"advances_{area}",
            "advances of the flag of the control area",
            "advances",
            family=family,
            option=area,
            field="advances",
            at=(k,),
        )


GAMES_COLUMNS = (
    *facts.game_keys(),
    facts.Column("won", "bool", "won", "adventures: whether the Crystal of Glory was taken"),
    facts.end_reason("why the game ended", ENDS),
    facts.text(
        "dealt",
        "map",
        meaning="the map that was played on",
        family="maps",
        cards="maps",
        dealt_by=("map", BUILT),
    ),
    facts.length("rounds", "rounds begun: a turn of every seat"),
    facts.length("turns", "turns of players and Solo Enemies", "turns"),
    facts.decisions(),
    facts.length(
        "trigger_turn",
        "turn in which the end was set in motion; none where nothing did",
        "turns until the end is set in motion",
    ),
    count("winners", "players who share the first place", "players", "int8"),
    count("flags_secured", "control areas secured in the end", "areas", "int8"),
    count("units_captured", "units captured by anybody", "units"),
    count("artifact_steals", "times the Artifact was stolen", "times"),
    *_areas(),
    *_dungeons(),
    facts.margin("margin", "points of the first more than the second's", "points"),
    facts.margin(
        "time_left",
        "time left in the end; none where units, not time, lost the game",
        "spaces",
        "high",
    ),
    facts.margin("crystals", "crystals taken", unit="crystals", better="high", dtype="int8"),
)


# Columns of seats

POINTS = {
    "flags": ("Flags", "for control areas"),
    "survivors": ("Survivors", "for units in play"),
    "captures": ("Captures", "for units captured"),
    "villages": ("Villages", "for units in villages"),
    "artifact": ("Artifact", "for the Artifact"),
}
TRACKS = (
    facts.Column(
        "flags", "int8", "level", "flags at the end, the Artifact among them", field="flags_held"
    ),
    facts.Column("survivors", "int8", "level", "units in play at the end"),
    facts.Column("captures", "int16", "level", "units captured"),
)
ACTIONS = {
    "move": "Movement actions",
    "melee": "Melee Attack actions",
    "missile": "Missile Attack actions",
    "attack spell": "attack spells cast",
    "spell": "other spells cast",
    "ballista": "times the ballista was fired",
}
TAKEN = tuple(
    count(
        f"{action.replace(' ', '_')}_actions",
        meaning,
        "actions",
        field="actions",
        at=(ACTION[action],),
    )
    for action, meaning in ACTIONS.items()
)
TALLIES = (
    count("health", "health of all units at the end", "health"),
    *TAKEN,
    count("idle_actions", "actions that were not taken", "actions"),
    count("counters", "attacks countered", "attacks"),
    count("missiles_missed", "missile attacks that missed", "attacks"),
    count("knock_backs", "units knocked back", "units"),
    count("cures", "Weakened Tokens taken off for health", "tokens"),
    count("villages_gained", "times a village was used", "times"),
    count("artifact_first", "games in which the seat took the Artifact first", "games", "int8"),
    count("artifact_last", "games in which the seat has the Artifact at the end", "games", "int8"),
    count("triggered", "games in which the seat set the end in motion", "games", "int8"),
)
TACTICS = (
    facts.text(
        "held", "tactics_held", meaning="tactic cards ever held", family="tactics", cards="tactics"
    ),
    facts.text(
        "used", "tactics_played", meaning="tactic cards played", family="tactics", cards="tactics"
    ),
)
UNITS = tuple(
    facts.text(
        "option",
        name,
        meaning=f"the {name}",
        family="units",
        cards="units",
        unit="class",
        dealt_by=UNITS_DEALT,
        drawn="units",
        field="unit",
        at=(k,),
        labels="units",
    )
    for name, k in CLASS.items()
)
OFFERS = tuple(
    facts.text(
        "offered",
        f"{name}_offered",
        meaning=f"adventures: the two {name}s of which one is kept and one goes to the Solo Enemy",
        family=f"{name}s offered",
        cards="units",
        dealt_by=UNITS_OFFERED,
    )
    for name in CLASSES
)
DEEDS = {
    "damage": ("health taken from enemies", "health"),
    "felled": ("enemies captured", "units"),
    "fell_turn": ("turn in which it was captured, 0 if it was not", "turn"),
}
PLACES = {
    "start": "space on which it started",
    "end": "space on which it stands at the end",
    "fell": "space on which it was captured",
}


def _of_units() -> Iterator[facts.Column]:
    """What each unit did, and where it was; which unit, the column `of` says."""
    for name, k in CLASS.items():
        for what, (meaning, unit) in DEEDS.items():
            yield facts.Column(
                f"{name}_{what}",
                "int16",
                "chosen" if what == "fell_turn" else "deed",
                meaning,
                unit,
                family=what,
                of=name,
                field=what,
                at=(k,),
            )
        for what, meaning in PLACES.items():
            yield facts.text("place", f"{name}_{what}", meaning, what, unit="map", of=name)


SEATS_COLUMNS = (
    *facts.seat_keys(
        "seat of a person, from 0; 0 is the first player",
        "team; the seat where everybody plays alone",
    ),
    facts.Column("score", "float64", "score", "victory points", "points"),
    facts.Column(
        "rank", "float64", "rank", "place of the team after all tie-breakers; ties share it"
    ),
    facts.Column(
        "win_share", "float64", "win_share", "1 for the first alone, split among a team or the tied"
    ),
    *UNITS,
    *OFFERS,
    facts.text("chosen", "start", "where the seat started", "starts"),
    facts.Column(
        "start_choice",
        "int8",
        "picked",
        "place in the order in which starts were chosen, 1 chose first",
        family="starts",
        of="start",
    ),
    *facts.score_parts(POINTS, POINT),
    *TRACKS,
    *TALLIES,
    *TACTICS,
    *_of_units(),
)


FACTS = facts.Facts(
    name="tactics",
    title="Tiny Epic Tactics",
    package="tactics",
    cooperative=False,
    options="units",
    crossed=("mode", "players"),
    factors=FACTORS,
    decision_points=tuple(facts.DecisionPoint(name, what) for name, what in DECISIONS.items()),
    events=EVENTS,
    games_columns=GAMES_COLUMNS,
    seats_columns=SEATS_COLUMNS,
    end_reasons=END_REASONS,
    seats=people,
    illegal=illegal,
    judged=judged,
    unfit=unfit,
    usual=usual,
    seeded=True,
    handicap="rules.first_turn_fewer",
    # In battles who chooses a start first is worth more than who moves first (docs/tactics.md).
    evens=(("mode", BATTLES, "rules.start_chooser=last"),),
    boards=boards,
    card_files=FILES,
)
