"""Rows of `games` and `seats` of own games, collected in columns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulate.core.errors import RunError
from simulate.core.game.facts import SIDE, SIDE_BEFORE, TEAM
from simulate.engine.line_up import coded, place_in
from simulate.own.declared import OwnGame
from simulate.own.file.lines import blamed
from simulate.own.game import Game

Columns = dict[str, Any]


@dataclass
class PlayedGame:
    """A table as it stands, with what was counted on the way.

    reason: "" while it is not over; rounds: the round of the last decision, whatever the file
    counts when nobody is asked any more; teams: of the seats at the first decision.
    """

    game: Game
    reason: str
    turns: int = 0
    decisions: int = 0
    rounds: int = 0
    teams: Sequence[int] = ()


@dataclass(frozen=True)
class SeatStanding:
    """How seats compare: points by kind, score, place (1 is best, ties share it), share of the win,
    team.
    """

    parts: list[Mapping[str, float]]
    scores: list[float]
    ranks: list[int]
    shares: list[float]
    teams: list[int]


def standing(game: Game) -> SeatStanding:
    """Ranks by the points of teams and the tie-breaks."""
    seats = range(game.players)
    parts, teams = [game.points(seat) for seat in seats], [game.team(seat) for seat in seats]
    scores = [float(sum(part.values())) for part in parts]
    totals: dict[int, tuple[float, float]] = {}
    for seat in seats:
        score, tie = totals.get(teams[seat], (0.0, 0.0))
        totals[teams[seat]] = score + scores[seat], tie + game.tie(seat)
    keys = [totals[team] for team in teams]
    ranks = [1 + sum(key > own for key in keys) for own in keys]
    first = {team for team, rank in zip(teams, ranks, strict=True) if rank == 1}
    shares = [(team in first) / len(first) / teams.count(team) for team in teams]
    return SeatStanding(parts, scores, ranks, shares, teams)


def won_by(game: Game, reason: str) -> list[float]:
    """What each seat won, with its side, of a game that ended so."""
    if game.TOGETHER:
        return [float(reason in game.WINS)] * game.players
    stand = standing(game)
    return [w * stand.teams.count(team) for w, team in zip(stand.shares, stand.teams, strict=True)]


class OwnRows:
    """What games leave, game by game; `columns` are those that the game's facts declare."""

    def __init__(
        self,
        own: OwnGame,
        held: Sequence[str],
        seated: Sequence[Sequence[str]],
        skills: Sequence[Sequence[str]],
    ) -> None:
        """held: what seats may hold; seated, skills: who plays, how well, by seating and seat."""
        self.own, self.ends, self.held, self.sides = own, [*own.ends], [*held], [*own.sides]
        self.seated, self.strategies = coded(seated)
        self.skilled, self.skills = coded(skills)
        facts = own.facts
        self.games: Columns = {c.name: [] for c in facts.games_columns if c.name != "cell"}
        self.seats: Columns = {c.name: [] for c in facts.seats_columns if c.name != "cell"}

    def add(self, replicate: int, played: PlayedGame) -> None:
        """The rows of a game, or of one as if it ended now."""
        with blamed(self.own.source.file):
            self._game(replicate, played)
            self._seats(replicate, played)

    def _game(self, replicate: int, played: PlayedGame) -> None:
        game, kind, rows, reason = played.game, self.own.kind, self.games, played.reason
        if reason and reason not in self.ends:
            known = ", ".join(kind.ENDS)
            raise RunError(f"`over` says {reason!r}, which is none of ENDS ({known})")
        rows["replicate"].append(replicate)
        if kind.TOGETHER:
            rows["won"].append(reason in kind.WINS)
        margins = game.margins() if kind.MARGINS else {}
        for name in kind.MARGINS:
            rows[name].append(margins[name])
        rows["end_reason"].append(self.ends.index(reason) if reason else -1)
        rows["rounds"].append(played.rounds)
        rows["turns"].append(played.turns)
        rows["decisions"].append(played.decisions)

    def _seats(self, replicate: int, played: PlayedGame) -> None:
        game, kind, rows = played.game, self.own.kind, self.seats
        seats, turn = range(game.players), replicate % len(self.seated)
        rows["replicate"] += [replicate] * game.players
        rows["seat"] += seats
        rows["strategy"] += [*self.seated[turn]]
        rows["skill"] += [*self.skilled[turn]]
        rows["place"] += [place_in(seat, turn, game.players) for seat in seats]
        if kind.TOGETHER:
            rows["team"] += [0] * game.players
        else:
            self._scores(standing(game))
        if self.own.has_sides:
            rows[SIDE] += map(self._side, rows[TEAM][-game.players :])
            rows[SIDE_BEFORE] += map(self._side, played.teams)
        if kind.HOLDS:
            rows[self.own.option] += [self.held.index(card.id) for card in game.holds]
        for key in kind.COUNTS:
            rows[key] += game.counts[key]

    def _side(self, team: int) -> int:
        """The code of a side in its columns."""
        if not 0 <= team < len(self.sides):
            raise RunError(f"`team` gives {team!r}, and sides are 0 to {len(self.sides) - 1}")
        return team

    def _scores(self, stand: SeatStanding) -> None:
        rows, known = self.seats, self.own.kind.POINTS
        rows["team"] += stand.teams
        rows["score"] += stand.scores
        rows["rank"] += stand.ranks
        rows["win_share"] += stand.shares
        for key in known:
            rows[f"points_{key}"] += [part.get(key, 0) for part in stand.parts]
        for unknown in {key for part in stand.parts for key in part} - {*known}:
            raise RunError(f"`points` gives {unknown!r}, which POINTS does not name")

    def columns(self) -> tuple[Columns, Columns]:
        """As `play_block` gives them: a text column comes as (codes, labels)."""
        who = {"strategy": self.strategies, "skill": self.skills}
        labels = {"end_reason": self.ends, **who, self.own.option: self.held}
        labels |= dict.fromkeys((SIDE, SIDE_BEFORE), self.sides)
        games, seats = (
            {
                name: (np.array(values), labels[name]) if name in labels else np.array(values)
                for name, values in rows.items()
            }
            for rows in (self.games, self.seats)
        )
        return games, seats
