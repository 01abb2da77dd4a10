"""Columns, factors and the card model of an own game, derived from its declarations."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, Field, create_model, model_validator

from simulate.core.game.cardmodel import Ranges, Sources, Strict, Word, check_names
from simulate.core.game.facts import (  # fmt: skip
    SEATED,
    SIDE,
    SIDE_BEFORE,
    SKILL,
    TEAM,
    Column,
    DecisionPoint,
    Factor,
    Facts,
)
from simulate.mechanics.effects import Vocabulary
from simulate.own.file.source import OwnSource
from simulate.own.game import Card, Game, Printed
from simulate.pack.text.bounds import OF_OWN_CARD
from simulate.pack.text.nouns import one_of, slug

TABLE = "simulate.own.table"  # the module that plays own games
CUT_OFF = "cut_off"
VALUE = "value"  # the feature that every own game has: how a seat stands after the move
COUNTED = "count-"  # begins features that say what COUNTS has of the seat after the move
# Begins orders: 1 takes moves that bear all these words where there are any, -1 others where there
# are any, before all else is weighed; `move-load-silk-until-3` ends as round 3 begins.
ORDER = "move-"
MAIN = "balanced"  # who sits where nobody is named
USUAL_PLAYERS = 3
TURNS = "turns begun: one a seat, also where all choose at once"
MOST_SIDES = 100
LEAST, MOST = 0, 1_000  # of a number on a card whose LIMITS the file does not say

Trouble = tuple[str, str]


class OwnFeatures(dict[str, str]):
    """What moves of an own game are weighed by, in words; orders go by what moves are called."""

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or (isinstance(name, str) and name.startswith(ORDER))


@dataclass(frozen=True)
class OwnGame:
    """A game of an own file: its text, the class in it, and all that follows from both."""

    source: OwnSource
    kind: type[Game]

    @property
    def name(self) -> str:
        return self.source.name

    @property
    def title(self) -> str:
        return self.kind.TITLE or self.name.replace("_", " ").title()

    table: str = TABLE
    foresight: tuple[tuple[str, ...], ...] = ()
    stages: tuple[str, ...] = ()

    @property
    def effects(self) -> Vocabulary:
        """None: cards of an own game are what its Python makes of them."""
        return Vocabulary({})

    @property
    def ends(self) -> dict[str, str]:
        return {**self.kind.ENDS, CUT_OFF: "stopped at the limit of decisions"}

    @property
    def features(self) -> dict[str, str]:
        """What moves are weighed by: FEATURES, or without any COUNTS; and `value`."""
        named = self.kind.FEATURES or {COUNTED + name: w for name, w in self.kind.COUNTS.items()}
        return OwnFeatures({VALUE: "how well the seat stands after the move", **named})

    @property
    def of_moves(self) -> dict[str, str]:
        """All of them."""
        return self.features

    @property
    def taught(self) -> dict[str, str]:
        """What `learn` finds weights of; of nothing where there is only `value`."""
        counts = self.features if self.kind.COUNTS else {}
        return dict(self.kind.FEATURES) or counts

    @property
    def has_sides(self) -> bool:
        """Whether seats may win together against others: then sides are what competes."""
        return has_sides(self.kind)

    @property
    def hides(self) -> bool:
        """Whether seats do not see everything."""
        return self.kind.hide is not Game.hide

    @property
    def sides(self) -> Sequence[str]:
        """What sides are called in rows: by their names, else counted from 1."""
        return self.kind.SIDES or [str(number) for number in range(1, MOST_SIDES + 1)]

    @property
    def option(self) -> str:
        """The column that says what a seat held, or an empty string."""
        return slug(self.kind.HOLDS) if self.kind.HOLDS else ""

    def at_random(self, people: int, levels: Mapping[str, str]) -> dict[str, Any]:
        """A setting in which all play at random; levels: of SETTINGS."""
        held = {self.kind.HOLDS: "dealt"} if self.kind.HOLDS else {}
        who = {"strategy": ["random"] * people, "skill": [1.0] * people}
        return {"players": people, **levels, **held, **who}

    @cached_property
    def facts(self) -> Facts:
        kind = self.kind
        return Facts(
            name=self.name,
            title=self.title,
            package=self.name,
            cooperative=kind.TOGETHER,
            options="sides" if self.has_sides else kind.HOLDS.replace("_", " ") or "seats",
            crossed=("players", *kind.SETTINGS),
            factors=tuple(self._factors()),
            decision_points=(DecisionPoint("turn", "what to do"),),
            events={"setup": "the table", "move": "a decision", "end": "the game is over"},
            games_columns=tuple(self._games_columns()),
            seats_columns=tuple(self._seats_columns()),
            end_reasons=self.ends,
            seats=lambda setting: int(setting["players"]),
            illegal=lambda setting: "",
        )

    def _factors(self) -> Iterable[Factor]:
        kind = self.kind
        people = tuple(kind.PLAYERS)
        usual = USUAL_PLAYERS if USUAL_PLAYERS in people else people[0]
        yield Factor("players", "int", usual, "people at the table", people, who_plays=True)
        for name, levels in kind.SETTINGS.items():
            yield Factor(name, "choice", levels[0], name.replace("_", " "), tuple(levels))
        if kind.HOLDS:
            what = f"{kind.HOLDS} by seat, joined by +, or dealt"
            yield Factor(kind.HOLDS, "party", "dealt", what, names=kind.HOLDS)
        yield Factor("strategy", "strategy", MAIN, "who plays in the seat", per_seat=True)
        yield SKILL

    def _games_columns(self) -> Iterable[Column]:
        kind = self.kind
        yield Column("cell", "int16", "key", "number of the cell")
        yield Column("replicate", "int32", "key", "number of the game in its cell; names its luck")
        if kind.TOGETHER:
            yield Column("won", "bool", "won", "whether the game was won")
        for name, (words, better) in kind.MARGINS.items():
            yield Column(name, "int32", "margin", words, better=better)
        yield Column("end_reason", "str", "end_reason", "why the game ended")
        yield Column("rounds", "int32", "length", "rounds played", "rounds")
        yield Column("turns", "int32", "length", TURNS, "turns")
        yield Column("decisions", "int32", "length", "decisions with a choice", "decisions")

    def _seats_columns(self) -> Iterable[Column]:
        kind = self.kind
        yield Column("cell", "int16", "key", "number of the cell")
        yield Column("replicate", "int32", "key", "number of the game in its cell")
        yield Column("seat", "int8", "key", "seat, from 0; 0 begins")
        yield Column(TEAM, "int8", "key", "team; who plays alone is one")
        if self.has_sides:
            words = "side that the seat was on at the first decision"
            yield Column(SIDE_BEFORE, "str", "key", words)
            yield Column(
                SIDE,
                "str",
                "option",
                "side that the seat wins with",
                of=TEAM,
                labels=tuple(self.kind.SIDES),
            )
        yield from SEATED
        if not kind.TOGETHER:
            yield Column("score", "float64", "score", "points", "points")
            yield Column("rank", "float64", "rank", "place, 1 is best; ties share it")
            yield Column("win_share", "float64", "win_share", "1 for the first alone, else split")
        if kind.HOLDS:
            one = one_of(kind.HOLDS.replace("_", " "))
            yield self._held(one)
        said = [*kind.POINTS.values()]
        for key, what in kind.POINTS.items() if not kind.TOGETHER else ():
            name = what if said.count(what) == 1 else key
            yield Column(f"points_{key}", "float64", "score_part", what, "points", option=name)
        for key, what in kind.COUNTS.items():
            yield Column(key, "int32", "tally", what)

    def _held(self, one: str) -> Column:
        """What a seat holds: what competes, or where sides do what the deal brings to a seat."""
        held = Column(self.option, "str", "option", one, family=one, cards=self.kind.HOLDS)
        dealt = (self.kind.HOLDS, "dealt")
        return replace(held, role="dealt", dealt_by=dealt) if self.has_sides else held

    @cached_property
    def cards_model(self) -> type[BaseModel]:
        """The model of the cards: of each kind the keys that its cards have, and their types."""
        fields: dict[str, Any] = {}
        for section, cards in self.kind.CARDS.items():
            model = create_model(
                section + OF_OWN_CARD, __base__=Strict, **self._keys(section, cards)
            )
            fields[section] = (dict[str, model], ...)  # type: ignore[valid-type]
        whole: Any = create_model(f"{self.name}_cards", __base__=OwnCards, **fields)
        whole.game = self.name
        return whole  # type: ignore[no-any-return]

    def _keys(self, section: str, cards: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
        keys: dict[str, Any] = {"name": (Word, ...), "source": (Sources, ...)}
        keys["ranges"] = (Ranges, Field(default_factory=dict))
        for key, value in self.values(section).items():
            what = self._allowed(f"{section}.{key}", value)
            everywhere = all(key in card for card in cards.values())
            keys[key] = (what, ...) if everywhere else (what | None, None)
        return keys

    def _allowed(self, path: str, value: Any) -> Any:
        """What may stand at a key of a card that has such a value."""
        if isinstance(value, int) and not isinstance(value, bool):
            section, _, key = path.partition(".")
            found = [card[key] for card in self.kind.CARDS[section].values() if key in card]
            least, most = self.kind.LIMITS.get(path, (min(LEAST, *found), MOST))
            return Annotated[int, Field(ge=least, le=most)]
        if isinstance(value, float):
            return Annotated[float, Field(allow_inf_nan=False)] | int
        if isinstance(value, list | tuple):
            return list[type(value[0])] if value else list[Any]  # type: ignore[misc]
        return type(value)

    def values(self, section: str) -> dict[str, Any]:
        """A value of every key that cards of a kind have: the first that says more than none."""
        found: dict[str, Any] = {}
        for card in self.kind.CARDS[section].values():
            for key, value in card.items():
                if key != "name" and (key not in found or not found[key]):
                    found[key] = value
        return found

    def printed(self, rules: Mapping[str, Any], cards: BaseModel) -> tuple[Printed, Printed]:
        """Rules and cards as the file reads them."""
        sections = {}
        for section in self.kind.CARDS:
            none = {key: type(value)() for key, value in self.values(section).items()}
            sections[section] = {
                name: Card(id=name, **none | _said(card))
                for name, card in getattr(cards, section).items()
            }
        return Printed(**rules), Printed(**sections)

    def source_hash(self) -> str:
        """Hash of the file, of what it reads, and of what plays it."""
        digest = hashlib.blake2b(self.source.mark.encode(), digest_size=8)
        for path in sorted(Path(__file__).parent.rglob("*.py")):
            digest.update(path.read_bytes())
        return digest.hexdigest()

    def check_rules(self, values: Mapping[str, Any]) -> Iterable[Trouble]:
        """What parameters have against each other: nothing that the file could say."""
        return ()

    def check_counts(self, values: Mapping[str, Any], cards: Any) -> Iterable[Trouble]:
        """What parameters have against the cards."""
        return ()

    def check_setting(
        self, values: Mapping[str, Any], cards: Any, setting: Mapping[str, Any]
    ) -> Iterable[Trouble]:
        """Fewer cards than seats that hold one each."""
        held, people = self.kind.HOLDS, int(setting["players"])
        if held and len(getattr(cards, held)) < people:
            yield f"cards.{held}", f"there are fewer {held} than {people} players"


def has_sides(kind: type[Game]) -> bool:
    """Whether seats of a game may win together against others."""
    return not kind.TOGETHER and kind.team is not Game.team


class OwnCards(Strict):
    """The cards of an own game; what they are made of, other processes know by its name."""

    game: ClassVar[str] = ""

    @model_validator(mode="after")
    def told_apart(self) -> "OwnCards":
        for section in type(self).model_fields:
            check_names(section, getattr(self, section))
        return self

    def __reduce__(self) -> Any:
        return read_again, (self.game, self.model_dump())


def read_again(game: str, data: Mapping[str, Any]) -> BaseModel:
    """The cards in another process, which knows the game."""
    from simulate.pack import catalogue

    return catalogue.cards_model(game).model_validate(data)


def _said(card: BaseModel) -> dict[str, Any]:
    inside = ("source", "ranges")
    return {key: value for key, value in card if key not in inside and value is not None}
