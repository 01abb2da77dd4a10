"""Packs in which only one card's guesses are drawn: does a finding about it hang on them?

Each pack is played beside the pack as it is, on the same luck, with the card at the table: by
`quick` first, until it is clear; by the run's own player where `quick` has the finding too and it
is not.  All of it may take a fifth of what the run took; so much follows from what was played and
from who plays, never from a clock, so that the same run tells the same.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from math import ceil, sqrt
from typing import TYPE_CHECKING, Any

import polars as pl

from analysis.conclusions.about_cards import AboutCard, about_card
from analysis.conclusions.card_answers import CardAnswer
from analysis.conclusions.facts import Fact, of_things
from analysis.conclusions.robustness import Claim, claim, key_of
from analysis.data.design import Cell, Design
from analysis.study import Study
from simulate.core.facts import OVER_FAIR_SHARE
from simulate.experiment.levels import DEALT
from simulate.experiment.plan import Plan, PlannedCell, Playable, seated
from simulate.experiment.stored_plan import PlanFromManifest
from simulate.pack import guessed
from simulate.run.blocks import Block
from simulate.run.guesses import Draw, draws, unset
from simulate.run.in_memory import Play, telling
from simulate.store.card_packs import CardPack, TriedCard

if TYPE_CHECKING:
    from simulate.pack.guessed import OpenGuess

QUICK = "quick"
PART = 5  # a part of the run's time: a fifth
CHEAPER = 10  # games of `quick` in the time of one by who tries moves out
PACKS, BATCH = 24, 8
MOST, FEWEST = 400, 60  # of a card's own games in each pack

Finding = tuple[str, Mapping[str, Any], str]  # metric, where, verdict


@dataclass(frozen=True)
class _Asked:
    """A finding about a card, with what may be drawn and where it is played."""

    fact: Fact
    claim: Claim
    card: AboutCard
    guesses: "tuple[OpenGuess, ...]"
    cells: tuple[PlannedCell, ...]
    share: float  # of the games that are played in which the card is at the table


def tried(
    plan: Playable, study: Study, findings: Sequence[Finding], jobs: int, *, quiet: bool = False
) -> list[TriedCard]:
    """What becomes of each finding about a card; nothing of those that cannot be tried.

    findings: metric, where and verdict of each.
    """
    asked = [one for each in findings if (one := _asked(plan, study, each)) is not None]
    purse, found = _Purse(study.games / PART, len(asked)), list[TriedCard]()
    for each in asked:
        found += _try(plan, study, each, purse, jobs, quiet)
        purse.findings -= 1
    return found


def most_games(plan: Playable, games: int) -> int:
    """How many games of a run's own player that may take, after so many; 0 where nothing can be
    tried.
    """
    set_ = set.intersection(*({*cell.changes} for cell in plan.cells))
    on_cards = (g for g in unset(guessed.of_pack(plan.pack), set_) if g.path.startswith("cards."))
    can_be = plan.verb == "run" and games >= FEWEST and QUICK in plan.pack.strategies
    return games // PART if can_be and any(on_cards) else 0


@dataclass
class _Purse:
    """Games of the run's own player that may still be played, for so many findings."""

    games: float
    findings: int

    @property
    def part(self) -> float:
        """Those for the next finding."""
        return self.games / self.findings


def _asked(plan: Playable, study: Study, finding: Finding) -> _Asked | None:
    metric, where, verdict = finding
    told = of_things(study)
    held, card = claim(study, metric, where, verdict, told), about_card(study, metric, where)
    if held is None or card is None:
        return None
    known = {key_of(fact.metric, fact.where): fact for fact in told}
    inside = [cell for cell in study.design.base if _is_of(study, cell, where)]
    numbers = {cell.number for cell in inside}
    own = tuple(cell for cell in plan.cells if cell.number in numbers)
    set_ = {path for cell in own for path in cell.changes}
    guesses = unset([g for path in card.paths for g in guessed.of_card(plan.pack, path)], set_)
    forced = tuple(one for cell in own for one in _forced(plan, cell, card))
    share = _share(study, card, numbers) if forced == own else 1.0
    if not guesses or not share:
        return None
    return _Asked(known[held.key], held, card, tuple(guesses), forced, share)


def _is_of(study: Study, cell: Cell, where: Mapping[str, Any]) -> bool:
    """Whether a setting is one of those over which a fact was told."""
    unswept = cell.number in study.design.unswept
    return unswept and all(where.get(name, level) == level for name, level in cell.levels.items())


def _forced(plan: Playable, cell: PlannedCell, card: AboutCard) -> Iterator[PlannedCell]:
    """The setting with the card in each seat by turns; as it is where only chance can deal it."""
    value = card.paths[0].rpartition(".")[2]
    for factor in plan.facts.factors:
        if (factor.kind, factor.names, factor.per_seat) == ("card", card.section, True):
            by_seat = cell.setting[factor.name]
            for seat in range(len(by_seat)) if set(by_seat) == {DEALT} else ():
                held = [value if place == seat else DEALT for place in range(len(by_seat))]
                yield replace(cell, setting={**cell.setting, factor.name: held})
            return
    yield cell


def _share(study: Study, card: AboutCard, cells: set[int]) -> float:
    """In what part of the games the card was at the table."""
    rows = study.run.seats() if card.table == "seats" else study.run.games()
    rows = rows.filter(pl.col("cell").is_in(list(cells)))
    games = rows.group_by("cell", "replicate").agg(card.is_held().any().alias("here"))
    return float(games.select(pl.col("here").mean()).collect().item() or 0.0)


def _try(
    plan: Playable, study: Study, asked: _Asked, purse: _Purse, jobs: int, quiet: bool
) -> Iterator[TriedCard]:
    """By `quick`, then by the run's own player."""
    own = {name for cell in asked.cells for name in cell.setting["strategy"]}
    known = plan.pack.strategies
    if QUICK not in known or not own <= known.keys():
        return
    if own == {QUICK}:
        yield from _Trial(plan, study, asked, "", purse, 1.0).played(jobs, quiet)
        return
    seats = max(len(cell.setting["strategy"]) for cell in asked.cells)
    slow = any(plan.pack.tried(name, seats) > 0 for name in own)
    quick = _Trial(plan, study, asked, QUICK, purse, 1 / CHEAPER if slow else 1.0)
    for first in quick.played(jobs, quiet):
        yield first
        answer = CardAnswer(first, asked.claim)
        if len(own) == 1 and answer.has_it and not answer.is_clear:
            yield from _Trial(plan, study, asked, "", purse, 1.0).played(jobs, quiet)


@dataclass
class _Score:
    """Games of each cell so far."""

    games: dict[int, int] = field(default_factory=dict)

    def so_far(self) -> str:
        """Nothing: what is found is told at the end."""
        return ""

    def widest(self) -> float:
        return 0.0


class _Trial:
    """The packs of one finding in the hands of one player.

    player: empty for the run's own; price: of a game of this player, in games of that.
    """

    exact = True

    def __init__(
        self,
        plan: Playable,
        study: Study,
        asked: _Asked,
        player: str,
        purse: _Purse,
        price: float,
    ) -> None:
        self._purse, self._price = purse, price
        self.asked, self.design, self.player, self.score = asked, study.design, player, _Score()
        seating = [seated(c, plan.pack, player) if player else c for c in asked.cells]
        self._each = len(seating)
        self._draws = _distinct(plan, asked)
        self._games = self._own_games(purse.part / price)
        cells = [
            replace(cell, number=pack * self._each + place, changes={**draw, **cell.changes})
            for pack, draw in enumerate([{}, *self._draws])
            for place, cell in enumerate(seating)
        ]
        self._plan = _with_cells(plan, cells)

    def _own_games(self, budget: float) -> int:
        """The card's own games in each pack; of fewer packs where there are too few for all."""
        for packs in (PACKS, BATCH):
            self._draws = self._draws[:packs]
            games = int(budget * self.asked.share / (len(self._draws) + 1))
            if games >= FEWEST:
                return min(games, MOST)
        return 0

    def games_left(self) -> int:
        """Games that are still to play."""
        return len(self._plan.cells) * self._of_cell() - sum(self.score.games.values())

    def _of_cell(self) -> int:
        return ceil(self._games / self.asked.share / self._each)

    def played(self, jobs: int, quiet: bool) -> Iterator[TriedCard]:
        """The packs, a few at a time until it is clear; nothing where games are too few."""
        if not self._games or not self._draws:
            return
        with telling(self._plan, jobs, self._columns(), self, quiet=quiet) as play:
            all_ = self._rows(play, 0, 1)[0]
            held = all_.filter("here")
            if held.is_empty():
                return
            tried = self._as_it_is(all_, held)
            for first in range(0, len(self._draws), BATCH):
                draws_ = self._draws[first : first + BATCH]
                rows = self._rows(play, first + 1, first + 1 + len(draws_))
                tried.packs.extend(
                    CardPack(draw, *_change(held, pack.filter("here")))
                    for draw, pack in zip(draws_, rows, strict=True)
                )
                if CardAnswer(tried, self.asked.claim).is_clear:
                    break
        self._purse.games -= sum(self.score.games.values()) * self._price
        yield tried

    def _as_it_is(self, all_: pl.DataFrame, held: pl.DataFrame) -> TriedCard:
        """The finding with the card as it is: as the run has it, or as another player has."""
        fact = self.asked.fact
        value, error = fact.value, _error(self.design, fact)
        if self.player:
            value, error = _mean(held.with_columns(pl.col("won") - pl.col("fair")))
        if self.player and fact.metric != OVER_FAIR_SHARE:
            (without, more), (value, error) = _mean(all_.filter(~pl.col("here"))), _mean(held)
            value, error = value - without, sqrt(error**2 + more**2)
        return TriedCard(
            metric=fact.metric,
            where=dict(fact.where),
            player=self.player or self.asked.cells[0].setting["strategy"][0],
            games=held.height,
            won=min(max(_mean(held)[0], 0.0), 1.0),
            value=value,
            error=error,
            packs=[],
        )

    def _columns(self) -> dict[str, tuple[str, ...]]:
        """What is asked of every game, by table."""
        names = self.asked.card.columns
        won = () if self.design.won is None else (self.design.won,)
        of_games = names if self.asked.card.table == "games" else ()
        of_seats = names if self.asked.card.table == "seats" else ()
        shares = [c["name"] for c in self.design.columns("seats", "win_share")]
        return {
            "games": ("cell", "replicate", *won, *of_games),
            "seats": ("cell", "replicate", "seat", *self.design.teams, *shares, *of_seats),
        }

    def _rows(self, play: Play, first: int, last: int) -> list[pl.DataFrame]:
        """The games of packs `first` .. `last - 1`, each with what was won and whether the card
        was there.
        """
        games = self._of_cell()
        cells = range(first * self._each, last * self._each)
        found: dict[int, list[pl.DataFrame]] = {pack: [] for pack in range(first, last)}
        for done in play([Block(cell, 0, 0, games) for cell in cells]):
            self.score.games[done.cell] = done.games
            assert done.rows is not None
            pack, place = divmod(done.cell, self._each)
            found[pack].append(self._told(*done.rows).with_columns(cell=pl.lit(place)))
        return [pl.concat(frames).sort("cell", "replicate", "seat") for frames in found.values()]

    def _told(self, games: pl.DataFrame, seats: pl.DataFrame) -> pl.DataFrame:
        """By game, or by seat where seats compete: what was won, and what would be fair."""
        card = self.asked.card
        if self.asked.fact.metric == OVER_FAIR_SHARE:
            return _of_seats(seats, card, self._columns()["seats"])
        ours = pl.col("team") == 0 if "team" in seats.columns else pl.lit(value=True)
        rows = games if card.table == "games" else seats.filter(ours)
        held = rows.group_by("replicate").agg(card.is_held().any().alias("here"))
        won = pl.col(str(self.design.won)).cast(pl.Float64).alias("won")
        told = games.select("replicate", won).join(held, on="replicate")
        return told.with_columns(seat=pl.lit(0), fair=pl.lit(0.0))


def _of_seats(seats: pl.DataFrame, card: AboutCard, columns: Sequence[str]) -> pl.DataFrame:
    """What each seat won: of a team's win all; what is fair is one of all sides."""
    share = next(name for name in columns if name.startswith("win_share"))
    team = pl.col("team") if "team" in seats.columns else pl.lit(0)
    teams = team.n_unique().over("replicate")
    sides = pl.when(teams > 1).then(teams).otherwise(pl.len().over("replicate"))
    of_team = pl.len().over("replicate", team.alias("team"))
    together = pl.when(teams > 1).then(of_team).otherwise(1)
    return seats.select(
        pl.col("replicate"),
        (pl.col(share).cast(pl.Float64) * together).alias("won"),
        card.is_held().alias("here"),
        pl.col("seat").cast(pl.Int32).alias("seat"),
        (1 / sides).alias("fair"),
    )


def _distinct(plan: Playable, asked: _Asked) -> list[Draw]:
    """Packs in which something on the card is another, each once."""
    found = draws(plan, asked.guesses, PACKS, asked.cells)
    return [*{repr(draw): draw for draw in found if draw}.values()]


def _with_cells(plan: Playable, cells: Sequence[PlannedCell]) -> Any:
    """The plan with other cells."""
    if isinstance(plan, Plan):
        return replace(plan, cells=tuple(cells))
    assert isinstance(plan, PlanFromManifest)
    return replace(plan, data={**plan.data, "cells": [asdict(cell) for cell in cells]})


def _error(design: Design, fact: Fact) -> float:
    """The standard error of a fact."""
    if fact.low is None or fact.high is None:
        return 0.0
    return (fact.high - fact.low) / 2 / design.confidence.reach


def _change(before: pl.DataFrame, after: pl.DataFrame) -> tuple[float, float]:
    """What is won more with a pack, on the same luck, and its error."""
    both = before.join(after, on=("cell", "replicate", "seat"), maintain_order="left")
    return _mean(both.with_columns(won=pl.col("won_right") - pl.col("won")))


def _mean(rows: pl.DataFrame) -> tuple[float, float]:
    """The mean of what was won over settings that count alike, and its error.

    In the order of the rows: sums of floats depend on it.
    """
    if rows.is_empty():
        return 0.0, 1.0
    cells = rows.group_by("cell", maintain_order=True).agg(
        pl.col("won").mean().alias("mean"),
        (pl.col("won").var().fill_null(1.0) / pl.len()).alias("of"),
    )
    return float(cells["mean"].mean()), sqrt(float(cells["of"].sum())) / cells.height  # type: ignore[arg-type]
