"""Rows of `games` and `seats` that games of an own file leave, as columns that grow."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulate.core.errors import RunError
from simulate.own.declared import OwnGame
from simulate.own.game import Game

Columns = dict[str, Any]


@dataclass
class PlayedGame:
    """A table as it stands, with what was counted on the way.

    reason: "" while it is not over; rounds: the round of the last decision, whatever the file
    counts when nobody is asked any more.
    """

    game: Game
    reason: str
    turns: int = 0
    decisions: int = 0
    rounds: int = 0


@dataclass(frozen=True)
class SeatStanding:
    """How seats compare: score, place (1 is best, ties share it), share of the win, team."""

    scores: list[float]
    ranks: list[int]
    shares: list[float]
    teams: list[int]


def standing(game: Game, parts: Sequence[Mapping[str, float]]) -> SeatStanding:
    """Who is where, by the points of teams and what tells ties apart; parts: points by seat."""
    seats = range(game.players)
    scores = [float(sum(part.values())) for part in parts]
    teams = [game.team(seat) for seat in seats]
    totals: dict[int, tuple[float, float]] = {}
    for seat in seats:
        score, tie = totals.get(teams[seat], (0.0, 0.0))
        totals[teams[seat]] = score + scores[seat], tie + game.tie(seat)
    keys = [totals[team] for team in teams]
    ranks = [1 + sum(key > own for key in keys) for own in keys]
    winners = ranks.count(1)
    return SeatStanding(scores, ranks, [(rank == 1) / winners for rank in ranks], teams)


class OwnRows:
    """What games leave, game by game; `columns` are those that the game's facts declare."""

    def __init__(self, own: OwnGame, held: Sequence[str], strategies: Sequence[str]) -> None:
        self.own, self.ends = own, list(own.ends)
        self.held = {name: code for code, name in enumerate(held)}
        self.strategies = {name: code for code, name in enumerate(sorted(set(strategies)))}
        facts = own.facts
        self.games: Columns = {c.name: [] for c in facts.games_columns if c.name != "cell"}
        self.seats: Columns = {c.name: [] for c in facts.seats_columns if c.name != "cell"}

    def add(self, replicate: int, played: PlayedGame, seated: Sequence[str]) -> None:
        """The rows of a game, or of one as if it ended now; seated: strategies by seat."""
        game, kind, rows = played.game, self.own.kind, self.games
        rows["replicate"].append(replicate)
        if kind.TOGETHER:
            rows["won"].append(played.reason in kind.WINS)
        margins = game.margins() if kind.MARGINS else {}
        for name in kind.MARGINS:
            rows[name].append(_given(margins, name, "margins", "MARGINS"))
        rows["end_reason"].append(self._end(played.reason))
        rows["rounds"].append(played.rounds)
        rows["turns"].append(played.turns)
        rows["decisions"].append(played.decisions)
        self._seats(replicate, game, seated)

    def _end(self, reason: str) -> int:
        if reason and reason not in self.ends:
            known = ", ".join(self.own.kind.ENDS)
            raise RunError(f"`over` says {reason!r}, which is none of ENDS ({known})")
        return self.ends.index(reason) if reason else -1

    def _seats(self, replicate: int, game: Game, seated: Sequence[str]) -> None:
        kind, rows = self.own.kind, self.seats
        people = range(game.players)
        rows["replicate"] += [replicate] * game.players
        rows["seat"] += people
        rows["strategy"] += [self.strategies[name] for name in seated]
        if kind.TOGETHER:
            rows["team"] += [0] * game.players
        else:
            self._scores(game)
        if kind.HOLDS:
            rows[self.own.option] += [self.held[card.id] for card in game.holds]
        for key in kind.COUNTS:
            rows[key] += game.counts[key]

    def _scores(self, game: Game) -> None:
        rows, kind = self.seats, self.own.kind
        parts = [game.points(seat) for seat in range(game.players)]
        stand = standing(game, parts)
        rows["team"] += stand.teams
        rows["score"] += stand.scores
        rows["rank"] += stand.ranks
        rows["win_share"] += stand.shares
        for key in kind.POINTS:
            rows[f"points_{key}"] += [part.get(key, 0) for part in parts]
        for unknown in {key for part in parts for key in part} - {*kind.POINTS}:
            raise RunError(f"`points` gives {unknown!r}, which POINTS does not name")

    def columns(self) -> tuple[Columns, Columns]:
        """As `play_block` gives them: a text column comes as (codes, labels)."""
        labels = {"end_reason": self.ends, "strategy": [*self.strategies]}
        labels[self.own.option] = [*self.held]
        games, seats = (
            {
                name: (np.array(values), labels[name]) if name in labels else np.array(values)
                for name, values in rows.items()
            }
            for rows in (self.games, self.seats)
        )
        return games, seats


def _given(said: Mapping[str, Any], name: str, method: str, declared: str) -> Any:
    if name not in said:
        raise RunError(f"`{method}` does not give {name!r}, which {declared} names")
    return said[name]
