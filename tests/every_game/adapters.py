"""The games, each with what tells the contract tests about it: `ADAPTER` of
`tests/every_game/<game>.py`.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from hypothesis import strategies as st

from simulate.pack import catalogue, load

GAMES = tuple(catalogue.GAMES)
ROOT = Path(__file__).resolve().parents[2]
OWN_FILES = {
    path.stem: path
    for folder in ("docs/examples", "tests/own/games")
    for path in sorted((ROOT / folder).glob("*.py"))
}
EVERY = (*GAMES, *OWN_FILES)  # a designer's own games are played by another table
Levels = dict[str, Any]


@dataclass
class Audit:
    """What random play met.

    broken: a sentence for each law that did not hold; most_moves: longest list of legal moves,
    room: how many there is space for; points: decision point -> number of times met;
    answers: decision point -> whether two different answers were given; reasons: how the games
    ended.
    """

    games: int
    broken: list[str]
    most_moves: int
    room: int
    points: dict[str, int] = field(default_factory=dict)
    answers: dict[str, bool] = field(default_factory=dict)
    reasons: dict[str, int] = field(default_factory=dict)


@dataclass
class Hidden:
    """Decisions asked twice: as they were, and with everything hidden dealt anew."""

    decisions: int
    changed_lists: int  # another list of legal moves
    changed_choices: int
    really_hidden: int  # decisions at which the second deal was another one


def fewer(games: int) -> int:
    """So many games, or a tenth of them where plain Python plays them (NUMBA_DISABLE_JIT=1)."""
    return max(1, games // 10) if os.environ.get("NUMBA_DISABLE_JIT") == "1" else games


def values(rule: Any) -> Any:
    """Everything that a parameter may be."""
    if rule.kind == "bool":
        return st.booleans()
    if rule.kind == "choice":
        return st.sampled_from(rule.choices)
    return st.integers(rule.min, rule.max)


class Adapter:
    """What the contract tests are told of a game; said here, where most games have it so.

    people: the factor that says how many play; think_long: of strategies that look far ahead how
    many games are enough; games_a_cell: played of each eventful cell; out_of_reach: end reasons
    that nobody meets by playing at random; hidden: share of the decisions at which something is,
    at least.
    """

    people = "players"
    think_long: Mapping[str, int] = {}
    games_a_cell = 500
    out_of_reach = frozenset({"cut_off"})
    hidden = 0.9

    def __init__(self, game: str) -> None:
        self.game = game
        self.facts = catalogue.facts(game)

    @cached_property
    def pack(self) -> Any:
        """The shipped pack."""
        return load(self.game)

    @property
    def kernels(self) -> ModuleType:
        """The compiled watchers of the game."""
        return import_module(f"tests.every_game.{self.facts.package}_kernels")

    def setting(self, levels: Levels) -> Levels:
        """A complete setting of a table; what is listed by place goes round it."""
        found = {factor.name: factor.default for factor in self.facts.factors}
        found |= dict(self.facts.usual(levels)) | levels
        for name in (factor.name for factor in self.facts.factors if factor.per_seat):
            listed = found[name] if isinstance(found[name], list) else [found[name]]
            found[name] = (listed * found[self.people])[: found[self.people]]
        return found

    def changed_pack(self, rules: Levels | None = None, cards: Levels | None = None) -> Any:
        """The shipped pack with parameters and values of cards changed.

        rules: values of cards may be among them, by their whole path.
        """
        changes = {path_of(name): value for name, value in (rules or {}).items()}
        changes |= {f"cards.{path}": value for path, value in (cards or {}).items()}
        return self.pack.resolve(changes)

    def seated(self, pack: Any, levels: Levels) -> Any:
        """A table at which a pack is played."""
        return catalogue.table(self.game).prepare(pack, self.setting(levels))

    def prepared(
        self, levels: Levels, rules: Levels | None = None, cards: Levels | None = None
    ) -> Any:
        """A table of the shipped pack, with parameters and values of cards changed."""
        return self.seated(self.changed_pack(rules, cards), levels)

    def prepared_for_plain_python(self, levels: Levels) -> Any:
        """A table at which no strategy thinks for minutes in plain Python."""
        return self.prepared(levels)

    def some_settings(self) -> Any:
        """Hypothesis draws (levels, rules): settings and parameters."""
        return drawn_settings(self)

    def draw_settings(self, draw: Any) -> tuple[Levels, Levels]:
        raise NotImplementedError

    def drawn_rules(self, draw: Any, rules: Levels, most: int) -> Levels:
        """`rules`, and so many others at most off their values, where they fit together."""
        fixed = set(rules)
        for name in draw(st.lists(st.sampled_from(sorted(self.pack.rules)), max_size=most)):
            more = rules | {name: draw(values(self.pack.rules[name]))}
            changes = {f"rules.{key}": value for key, value in more.items()}
            if name not in fixed and self.pack.try_resolve(changes)[0] is not None:
                rules = more
        return rules

    def eventful(self) -> list[tuple[Levels, Levels]]:
        """(levels, rules) under which play at random meets everything."""
        raise NotImplementedError

    def all_decisions(self) -> list[tuple[Levels, Levels, Levels]]:
        """(levels, rules, cards) in which play at random meets every decision: the printed rules,
        and the switches and abilities that some decisions belong to.
        """
        raise NotImplementedError

    def endless(self) -> tuple[Levels, Levels]:
        """(levels, rules) of games that end at the round limit."""
        raise NotImplementedError

    def stand_ins(self) -> Levels:
        """Values of cards by path, as stored games have them: those that are shipped."""
        return {}

    def points(self) -> dict[str, int]:
        """Decision point -> phase in which it comes up."""
        phases = self.kernels.PHASE.words
        return {point.name: phases.index(point.name) for point in self.facts.decision_points}

    def audit(self, table: Any, seed: int, first: int, count: int) -> Audit:
        """Games at random, looked at after every move, under the laws of the table."""
        from tests.every_game import watch

        games = (seed, range(first, first + count))
        return watch.audit(table, games, self.kernels, self.points(), self.kernels.END.words)

    def choices_with_hidden_dealt_anew(
        self, table: Any, seed: int, first: int, count: int
    ) -> Hidden:
        """Ask every seat at every decision a second time, with the hidden part dealt anew."""
        from tests.every_game import watch

        games = (seed, range(first, first + count))
        return watch.choices_with_hidden_dealt_anew(table, games, self.kernels)

    def hides(self, levels: Levels) -> tuple[Levels, float]:
        """Levels with the same strategy under which something is hidden, and at which share of the
        decisions at least.
        """
        return levels, self.hidden

    def cells_that_share_luck(self) -> Sequence[Sequence[Levels]]:
        """Cells that differ in one thing each: all the luck that both have must be the same."""
        raise NotImplementedError

    def deal(self, table: Any, seed: int, replicate: int) -> Any:
        """The record of a game that was dealt."""
        s = np.zeros(1, catalogue.table(self.game).ENGINE.records.state)[0]
        setup = import_module(f"simulate.games.{self.facts.package}.setup")
        setup.deal(s, table.tables[0], np.uint64(seed), replicate)
        return s

    def dealt(self, table: Any, seed: int, replicate: int) -> Levels:
        """What the luck of the deal decided, apart from what the setting itself decides."""
        raise NotImplementedError


@st.composite
def drawn_settings(draw: Any, told: Adapter) -> tuple[Levels, Levels]:
    return told.draw_settings(draw)


def path_of(name: str) -> str:
    """The path of a parameter, or of a value of a card that is named by its path."""
    return name if name.startswith("cards.") else f"rules.{name}"


def adapter(game: str) -> Any:
    if game in OWN_FILES:
        from tests.every_game.own_files import own_adapter

        return own_adapter(game)
    return import_module(f"tests.every_game.{game}").ADAPTER
