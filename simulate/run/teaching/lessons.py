"""Training games: a candidate plays beside others on common random numbers.

Where players compete the one that is tried sits in one seat, in turn, among the others; where they
play together it sits in all of them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from simulate.own.declared import OwnGame
from simulate.own.file.lines import blamed
from simulate.own.players import Policy, nearness, shared
from simulate.own.rows import PlayedGame
from simulate.own.setting import OwnTable
from simulate.own.table import play_game, prepare
from simulate.pack import Pack

Seated = tuple[Policy, ...]  # who plays at each of the tables


@dataclass(frozen=True)
class Lesson:
    """Games `first` .. `first + count - 1` of a seed, in which `pupil` sits among `others`.

    The tables take turns.
    """

    seed: int
    first: int
    count: int
    pupil: Seated
    others: Seated


@dataclass(frozen=True)
class Came:
    """The result of a game for the candidate.

    table: its number; won: its share of the win, or whether it was won together; ahead: points
    before the best of the others, or how far the game was from being won.
    """

    table: int
    won: float
    ahead: float


def settings_of(own: OwnGame, players: Sequence[int]) -> list[dict[str, Any]]:
    """The settings of training: every number of players with every variant."""
    settings = own.kind.SETTINGS
    return [
        own.at_random(people, dict(zip(settings, levels, strict=True)))
        for people in players
        for levels in product(*settings.values())
    ]


class LessonTables:
    """The tables of a game, at which lessons are played."""

    def __init__(self, pack: Pack, settings: Sequence[Mapping[str, Any]]) -> None:
        self.tables = [prepare(pack, setting) for setting in settings]

    def play(self, lesson: Lesson) -> list[Came]:
        """The games of a lesson."""
        tables = [
            seated(table, pupil, others)
            for table, pupil, others in zip(self.tables, lesson.pupil, lesson.others, strict=True)
        ]
        found = []
        for number in range(lesson.first, lesson.first + lesson.count):
            game, which = divmod(number, len(tables))
            table = tables[which]
            with blamed(table.own.source.file):
                played = play_game(table, lesson.seed, game)
                found.append(came(which, played, game % table.people))
        return found


def seated(table: OwnTable, pupil: Policy, others: Policy) -> OwnTable:
    """The table with a player in each seat in turn, or in all where they play together."""
    people, together = table.people, table.own.kind.TOGETHER
    policies = tuple(
        tuple(pupil if together or seat == place else others for seat in range(people))
        for place in range(people)
    )
    return replace(table, policies=policies, seated=(("random",) * people,) * people)


def came(table: int, done: PlayedGame, seat: int) -> Came:
    """The result of a game for the player of a seat."""
    game = done.game
    if game.TOGETHER:
        return Came(table, float(done.reason in game.WINS), nearness(game))
    share, ahead = shared(game)[seat]
    return Came(table, share, ahead)
