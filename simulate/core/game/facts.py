"""The metadata of a game: factors, columns, decision points.

Nothing above a game's own rooms knows the game; what the catalogue, the manifest and the
analysis need is declared here.  This module imports no Numba.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from simulate.core.game.code_table import CodeTable

Level = int | float | str | bool
Setting = Mapping[str, Any]
WHO_PLAYS = ("strategy", "skill")  # factors by which players of one line-up differ in play
WIN_RATE, OVER_FAIR_SHARE = "win_rate", "over_fair_share"  # metrics that a target can be of
SHARE, LENGTH, END, EFFECT = "share", "length", "end", "effect"  # and what may be expected besides
MATCHUP = "matchup"  # how often one of two options ends ahead of the other

# Columns of seats that say who wins together; sides may gain and lose seats in play.
TEAM, SIDE, SIDE_BEFORE = "team", "side", "side_before"

# What a column is to the analysis.  Nothing else of a game is known there.
ROLES = {
    "key": "identifies the row: cell, replicate, seat, team, place in the line-up",
    "won": "the result of a co-operative or solo game",
    "end_reason": "the named cause of the end",
    "length": "how long the game was",
    "margin": "how far the game was from the other result",
    "dealt": "made random by the deal: contrasts between its levels are fair",
    "chosen": "chosen by the players: described, never contrasted",
    "picked": "place of a seat in an order of choosing, 1 chose first; `of` names what was chosen",
    "option": "what a seat held (hero, faction, units)",
    "offered": "names joined by +: what was laid before a seat to choose from; made random by "
    "the deal: contrasts between what was among it and what was not are fair",
    "found": "names joined by +: what a seat came by in the course of play",
    "strategy": "which strategy sat in the seat",
    "skill": "how surely the seat took its best moves",
    "tally": "how often something was done: by a seat, or in a game",
    "held": "what a seat had at some time, joined by +",
    "used": "what of it the seat used, joined by +",
    "deed": "what one of the things that a seat held did; `of` is the column that names it",
    "place": "a space of the map, where one of the things that a seat held was",
    "trigger": "what set the end of the game in motion",
    "level": "how far up a track a seat came",
    "score": "victory points",
    "score_part": "victory points of one kind; all kinds add up to the score",
    "rank": "place, 1 is best, ties share",
    "win_share": "1 for a sole winner, split among tied winners",
}
CARD_FILES = {
    "cards.toml": "every card; abilities are made of effects (see `simulate list effects`)"
}


@dataclass(frozen=True)
class Column:
    """A column of `games` or `seats`.

    family, option: for yes/no columns that say whether something was dealt, the kind of
    thing ("dire enemy") and which one ("Harpy"); for tallies of several things alike, which
    things ("dungeons") and which one; for text columns the family.
    cards: the section of the cards that its values name, by their ids or by what is printed on
    them; or the one card that it is about, as `dire_enemies.harpy`, with {} where its value stands:
    an id is unique in its section only.
    better: "low" or "high" where one end is good for the players.
    dealt_by: (factor, level) under which the deal makes this column random; None: always.
        Several such pairs must all hold; a level may be several, of which one must.
    drawn: the section of the cards of which the deal draws, each as likely as any other, where
        the column names what was drawn, or is one of those that say whether each was; so each of
        its things has a known chance, by which results are weighed.  Where seats compete it comes
        to each of them as often.
    of: for deeds and places, the column that says whose; the `unit` of a place is the column of
        `games` that names the map.  Of sides, the column of teams: each is one, however many seats
        are on it.
    field, at, labels: where it comes from: the field of the rows that games leave (of its own name,
        if none is named), its place in a field of several, and what the codes of a text column
        stand for: words, or the name of such a list among the names of a cell.  A column that needs
        more is made by the game's table.
    """

    name: str
    dtype: str
    role: str
    meaning: str
    unit: str = ""
    family: str = ""
    option: str = ""
    cards: str = ""
    better: str = ""
    dealt_by: tuple[Any, ...] | None = None
    drawn: str = ""
    of: str = ""
    field: str = ""
    at: tuple[int, ...] = ()
    labels: tuple[str, ...] | str = ()

    def as_manifest(self) -> dict[str, Any]:
        """What a run says of the column; from where it came is no matter of the reader's."""
        inside = ("field", "at", "labels")
        return {key: value for key, value in asdict(self).items() if key not in inside}


@dataclass(frozen=True)
class Factor:
    """A thing that an experiment may vary.

    kind: "int", "choice", "number" (0..1, or the name of one), "party" (names joined by +, or
        `dealt`), "card" (one name, or `dealt`), "strategy" (a name of strategies.toml).
    levels: the allowed levels in their natural order, or empty for party, card and strategy
        (their names come from the pack).  For a card, words that are allowed besides the names, if
        not `dealt`; for a number, names of some.
    per_seat: may carry a seat, from 1: `strategy.2`.
    who_plays: how many sit at the table; a setting of its own, never advice.
    names: for kinds "party" and "card", the section of the cards that its names come from.
    one_of_each: for a party of one seat, the key of the cards of which it has one of each kind.
    """

    name: str
    kind: str
    default: Level
    meaning: str
    levels: tuple[Level, ...] = ()
    per_seat: bool = False
    who_plays: bool = False
    names: str = ""
    one_of_each: str = ""
    level_meanings: Mapping[str, str] = field(default_factory=dict)


SKILL_LEVELS = {"newcomer": 0.4, "family": 0.6, "club": 0.8}  # named places on the scale
SKILL = Factor(
    name="skill",
    kind="number",
    default=1.0,
    meaning="how surely a seat takes its best moves: 0 random, 1 always",
    levels=tuple(SKILL_LEVELS),
    per_seat=True,
    level_meanings={name: f"skill {place}" for name, place in SKILL_LEVELS.items()},
)


def skill_name(skill: float | str) -> str:
    """A skill as it was typed."""
    return skill if isinstance(skill, str) else f"{skill:.12g}"


# Columns of `seats` in every game: who sat there.  What else is set for a seat is what it holds.
SEATED = (
    Column("strategy", "str", "strategy", "strategy that sat in the seat"),
    Column("skill", "str", "skill", "skill of who sat in the seat, 0 to 1 or a named level"),
    Column("place", "int8", "key", "place in the line-up of who sat in the seat, from 0"),
)


# Columns that several games have


def game_keys() -> tuple[Column, ...]:
    """Which game a row of `games` is about."""
    return (
        Column("cell", "int16", "key", "number of the cell"),
        Column("replicate", "int32", "key", "number of the game in its cell; names its luck"),
    )


def seat_keys(seat: str, team: str) -> tuple[Column, ...]:
    """Which seat a row of `seats` is about, and who sat there."""
    return (
        Column("cell", "int16", "key", "number of the cell"),
        Column("replicate", "int32", "key", "number of the game in its cell"),
        Column("seat", "int8", "key", seat),
        Column("team", "int8", "key", team),
        *SEATED,
    )


def unscored() -> tuple[Column, ...]:
    """Which seat of a game that all win or lose together, with nothing that ranks it."""
    return (
        *seat_keys("seat, from 0", "team; all play together"),
        Column("score", "float64", "score", "null: the game has no scores"),
        Column("rank", "float64", "rank", "null: nobody is ranked"),
        Column("win_share", "float64", "win_share", "null: all win or lose together"),
    )


def end_reason(meaning: str, ends: tuple[str, ...]) -> Column:
    """Why a game ended."""
    return Column("end_reason", "str", "end_reason", meaning, field="outcome", labels=ends)


def decisions() -> Column:
    """How many decisions a game asked for."""
    return length("decisions", "decisions with two or more choices", "decisions", "int32")


def length(name: str, meaning: str, unit: str = "", dtype: str = "int16") -> Column:
    """How long a game was."""
    return Column(name, dtype, "length", meaning, unit)


def count(name: str, meaning: str, unit: str = "", dtype: str = "int16", **more: Any) -> Column:
    """How often something was done."""
    return Column(name, dtype, "tally", meaning, unit, **more)


def margin(
    name: str, meaning: str, unit: str = "", better: str = "", dtype: str = "int16"
) -> Column:
    """How far a game was from the other result."""
    return Column(name, dtype, "margin", meaning, unit, better=better)


def text(role: str, name: str, meaning: str, family: str, cards: str = "", **more: Any) -> Column:
    """A column of names, of cards if a section of them is said."""
    return Column(name, "str", role, meaning, family=family, cards=cards, **more)


def score_parts(points: Mapping[str, tuple[str, str]], code: CodeTable) -> list[Column]:
    """Points of each kind: key -> what it is called, and for what they are."""
    return [
        Column(
            f"points_{key}",
            "int16",
            "score_part",
            f"points {what}",
            "points",
            option=label,
            field="points",
            at=(code[key],),
        )
        for key, (label, what) in points.items()
    ]


def titled(*keys: str) -> dict[str, str]:
    """Ids of cards, and what is printed on them where that is the same in capitals."""
    return {key: key.replace("_", " ").title() for key in keys}


def choice(name: str, default: str, meaning: str, **levels: str) -> Factor:
    """A factor with a few words, each with its meaning."""
    return Factor(name, "choice", default, meaning, tuple(levels), level_meanings=levels)


def events(setup: str, chance: str, **more: str) -> dict[str, str]:
    """What the event log tells, by the kind of a line."""
    return {
        "setup": setup,
        "move": "a player's decision",
        "chance": chance,
        **more,
        "effect": "something on the table changes",
        "end": "the game is over",
    }


@dataclass(frozen=True)
class DecisionPoint:
    """A state where a player must choose; `name` is what the event log calls it."""

    name: str
    meaning: str


@dataclass(frozen=True)
class Picture:
    """Drawings of one section of the pack, one for each card in it.

    title: what the cards are, a plural noun.  path: the section, `territories` or
    `cards.territories`.  size: width and height of a card, in the unit of its points.
    shapes: (key, field) of tables or lists whose entries have a `polygon`; the field names
    what kind of ground it is.  lines: keys of lists of lines.
    colours: (kind, colour) of those that should have a certain one: blue, yellow, green,
    pink, sky, orange, grey, olive.
    """

    title: str
    path: str
    size: tuple[float, float]
    shapes: tuple[tuple[str, str], ...]
    lines: tuple[str, ...] = ()
    colours: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Facts:
    """Everything that is known about a game without playing it.

    package: folder under `simulate/games` and `strategies`; table: module under `simulate/engine`.
    options: plural noun of what a seat holds ("heroes").
    crossed: factors whose combinations are different games of one box, in order.
    seats: how many people sit at the table under a setting.
    illegal: why a combination of levels is not a game of the rulebook, or an empty string.
    judged: what games of a setting are judged by, where that hangs on the setting: see `metric`.
    unfit: why a setting does not go with the cards of a pack, or an empty string.
    usual: usual levels that follow from the levels that are named, in place of the defaults.
    boards: maps of a cell by name, space by space, from (rules, cards, setting): what the report
        draws places on.
    seeded: whether the table is prepared from the seed too, as its setting `seed`.
    handicap: the number of the rules that takes something from who goes first, if there is one.
    evens: (factor, levels, change): where the factor has one of the levels, the change of the rules
        to try first when whoever goes first is ahead, in place of `handicap`.
    pictures: what the report draws of the pack.
    standing: fields of the table on paper that everybody sees and that say how it stands, for the
        arc of the game where all play together: their sum and the largest of them are told.
    card_files: files of a pack that hold the cards, each its own sections -> what it holds.
    """

    name: str
    title: str
    package: str
    cooperative: bool
    options: str
    crossed: tuple[str, ...]
    factors: tuple[Factor, ...]
    decision_points: tuple[DecisionPoint, ...]
    events: Mapping[str, str]
    games_columns: tuple[Column, ...]
    seats_columns: tuple[Column, ...]
    end_reasons: Mapping[str, str]
    seats: Callable[[Setting], int]
    illegal: Callable[[Setting], str]
    judged: Callable[[Setting], str] | None = None
    unfit: Callable[[Setting, Any], str] = lambda setting, cards: ""
    usual: Callable[[Setting], Mapping[str, Level]] = lambda chosen: {}
    boards: Callable[[Mapping[str, Any], Any, Setting], Mapping[str, Any]] | None = None
    seeded: bool = False
    handicap: str = ""
    evens: tuple[tuple[str, tuple[str, ...], str], ...] = ()
    pictures: tuple[Picture, ...] = ()
    standing: tuple[str, ...] = ()
    card_files: Mapping[str, str] = field(default_factory=lambda: dict(CARD_FILES))

    def metric(self, setting: Setting) -> str:
        """What games of this setting are judged by.

        WIN_RATE where one person plays, or all win or lose together; OVER_FAIR_SHARE where persons
        compete.  Rows say the same (`simulate.store.outcome`).
        """
        if self.judged is None:
            return WIN_RATE if self.cooperative else OVER_FAIR_SHARE
        return self.judged(setting)

    def rotations(self, setting: Setting) -> int:
        """In how many games each deal is played, the line-up one seat further on in each.

        Where persons compete and do not all play alike: until the line-up sits as it began.  Else
        every game has a deal of its own.
        """
        places = [(s.name, setting[s.name]) for s in self.factors if s.per_seat]
        alike = all(len(set(who)) == 1 for name, who in places if name in WHO_PLAYS)
        if alike or self.metric(setting) != OVER_FAIR_SHARE:
            return 1
        line_up = [*zip(*(levels for _, levels in places), strict=True)]
        moved_on = (n for n in range(1, len(line_up)) if line_up[n:] + line_up[:n] == line_up)
        return next(moved_on, len(line_up))

    def factor(self, name: str) -> Factor | None:
        """The factor called `name` (a seat's suffix `.2` is ignored), or None."""
        stem = name.partition(".")[0]
        return next((f for f in self.factors if f.name == stem), None)
