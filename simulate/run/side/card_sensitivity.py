"""Packs in which only one card's guesses are drawn, to test a finding about it.

Each pack is played beside the pack as it is, on the same luck, with the card at the table, by the
run's own player; by `quick` where that would be too dear.  All findings are played a few games
first; what is left goes to those of which that does not tell whether, or on which guess, they
hang: more games until the luck of a pack is small, then more packs.  All of it may take a fifth of
what the run took; so much follows from what was played and from who plays, never from a clock, so
that the same run tells the same.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from math import ceil, hypot, sqrt
from typing import TYPE_CHECKING, Any

import polars as pl

from analysis.conclusions.facts import Fact, of_things
from analysis.conclusions.guesses.about_cards import AboutCard, about_card
from analysis.conclusions.guesses.card_sensitivity import PackedClaim
from analysis.conclusions.robustness import Claim, claim, key_of
from analysis.data.design import Cell, Design
from analysis.study import Study
from simulate.core.game.facts import OVER_FAIR_SHARE
from simulate.experiment.levels import DEALT
from simulate.experiment.plan import Plan, PlannedCell, Playable, seated
from simulate.experiment.stored_plan import PlanFromManifest
from simulate.pack.edit import guessed
from simulate.run.in_memory import Play, telling
from simulate.run.progress import GamesSoFar
from simulate.run.side.guesses import Draw, draws, unset
from simulate.run.workers.blocks import Block
from simulate.store.card_packs import CardPack, TriedCard

if TYPE_CHECKING:
    from simulate.pack.edit.guessed import OpenGuess

QUICK = "quick"
PART = 5  # a part of the run's time: a fifth
CHEAPER = 10  # games of `quick` in the time of one by who tries moves out
PACKS, BATCH = 24, 8
MOST, FEWEST = 1_600, 60  # of a card's own games in each pack
SMALL_LUCK = 0.03  # standard error of a pack's number, below which more packs tell more
LEAST_OWN = 0.25  # of the variance of a pack, at least, is not shared with the others

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

    findings: metric, where and verdict of each, in the order in which they are told.
    """
    if study.games // PART < _least(plan):
        return []
    asked = [one for each in findings if (one := _asked(plan, study, each)) is not None]
    purse = study.games / PART
    trials = [t for one in asked if (t := _trial(plan, study, one, purse / len(asked))) is not None]
    if not trials:
        return []
    _Round(plan, trials, purse).play(jobs, quiet)
    return [found for trial in trials if (found := trial.tried()) is not None]


def _least(plan: Playable) -> float:
    """The cheapest trial that there may be, in games of the run's own players."""
    seated_ = {name for cell in plan.cells for name in cell.setting["strategy"]}
    known = seated_ & plan.pack.strategies.keys()
    seats = max(len(cell.setting["strategy"]) for cell in plan.cells)
    slow = any(plan.pack.tried(name, seats) > 0 for name in known)
    return (BATCH + 1) * FEWEST / (CHEAPER if slow else 1)


def most_games(plan: Playable, games: int) -> int:
    """How many games of a run's own player that may take, after so many; 0 where nothing can be
    tried.
    """
    set_ = set.intersection(*({*cell.changes} for cell in plan.cells))
    on_cards = (g for g in unset(guessed.of_pack(plan.pack), set_) if g.path.startswith("cards."))
    can_be = plan.verb == "run" and games >= FEWEST and QUICK in plan.pack.strategies
    return games // PART if can_be and any(on_cards) else 0


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


def _trial(plan: Playable, study: Study, asked: _Asked, purse: float) -> "_Trial | None":
    """The packs of a finding, by the run's own player where its part pays for that, or by `quick`.

    purse: its part, in games of the run's own player.
    """
    own = {name for cell in asked.cells for name in cell.setting["strategy"]}
    known, draws_ = plan.pack.strategies, _distinct(plan, asked)
    if QUICK not in known or not own <= known.keys() or not draws_:
        return None
    price = (min(BATCH, len(draws_)) + 1) * FEWEST / asked.share
    if own == {QUICK} or (len(own) == 1 and price <= purse):
        return _Trial(study.design, asked, "", 1.0, draws_)
    seats = max(len(cell.setting["strategy"]) for cell in asked.cells)
    slow = any(plan.pack.tried(name, seats) > 0 for name in own)
    return _Trial(study.design, asked, QUICK, 1 / CHEAPER if slow else 1.0, draws_)


@dataclass
class _Trial:
    """The packs of one finding in the hands of one player, as far as they were played.

    player: empty for the run's own; price: of a game of this player, in games of that; packs: how
    many of the draws are in play, beside the pack as it is; games: of the card's own in each.
    """

    design: Design
    asked: _Asked
    player: str
    price: float
    draws: list[Draw]
    packs: int = 0
    games: int = 0
    rounds: int = 0
    rows: dict[int, list[pl.DataFrame]] = field(default_factory=dict)

    def cells(self, plan: Playable) -> list[PlannedCell]:
        """The settings with each pack, without numbers of their own: first as the card is."""
        seating = [
            seated(c, plan.pack, self.player) if self.player else c for c in self.asked.cells
        ]
        return [
            replace(cell, changes={**draw, **cell.changes})
            for draw in [{}, *self.draws]
            for cell in seating
        ]

    def goal(self) -> tuple[int, int]:
        """Packs and games of the next round; as they are where there is nothing left to play."""
        if not self.games:
            return min(BATCH, len(self.draws)), FEWEST
        found = self.tried()
        if found is None or not _is_open(PackedClaim(found, self.asked.claim)):
            return self.packs, self.games
        moved = [pack.error**2 for pack in found.packs if pack.error]
        luck = sqrt(sum(moved) / len(moved)) if moved else 0.0
        more = min(self.packs + BATCH, len(self.draws))
        if more > self.packs and luck < SMALL_LUCK:
            return more, self.games
        if not moved:
            return self.packs, self.games
        return (self.packs, 2 * self.games) if 2 * self.games <= MOST else (more, self.games)

    def blocks(self, packs: int, games: int) -> Iterator[Block]:
        """What is still to play of each setting of each pack, numbered from 0."""
        each = len(self.asked.cells)
        for cell in range((packs + 1) * each):
            old = cell // each <= self.packs and self.games > 0
            first, last = (self._of_cell(n) for n in (self.games if old else 0, games))
            if last > first:
                yield Block(cell, self.rounds if old else 0, first, last - first)

    def _of_cell(self, games: int) -> int:
        return ceil(games / self.asked.share / len(self.asked.cells))

    def cost(self, packs: int, games: int) -> float:
        """What that takes, in games of the run's own player."""
        return self.price * sum(block.count for block in self.blocks(packs, games))

    def add(self, cell: int, games: pl.DataFrame, seats: pl.DataFrame) -> None:
        """Rows of one of its cells."""
        pack, place = divmod(cell, len(self.asked.cells))
        told = self._told(games, seats).with_columns(cell=pl.lit(place))
        self.rows.setdefault(pack, []).append(told)

    def tried(self) -> TriedCard | None:
        """What was found so far; None where the card was in no game."""
        all_ = self._of_pack(0) if self.rows else pl.DataFrame()
        held = all_.filter("here") if self.rows else all_
        if held.is_empty():
            return None
        changed = [_changed(held, self._of_pack(n + 1).filter("here")) for n in range(self.packs)]
        shared = _shared([rows for rows in changed if _moves(rows)])
        packs = [
            CardPack(draw, *_beside(rows, shared))
            for draw, rows in zip(self.draws, changed, strict=False)
        ]
        value, error = self._value(all_, held)
        luck = [pack.error**2 for pack in packs if pack.error]
        own = sum(luck) / len(luck) if luck else 0.0
        cells, fact = self.asked.cells, self.asked.fact
        return TriedCard(
            metric=fact.metric,
            where=dict(fact.where),
            player=self.player or cells[0].setting["strategy"][0],
            games=held.height,
            won=min(max(_mean(held)[0], 0.0), 1.0),
            value=value,
            error=error,
            packs=packs,
            # By `quick` the card as it is has luck of its own, as each pack has.
            common=sqrt(max(error**2 - own, 0.0)) if self.player else hypot(error, shared),
            is_own=not self.player,
        )

    def _of_pack(self, pack: int) -> pl.DataFrame:
        """In this order: sums of floats depend on it."""
        return pl.concat(self.rows[pack]).sort("cell", "replicate", "seat")

    def _value(self, all_: pl.DataFrame, held: pl.DataFrame) -> tuple[float, float]:
        """The finding with the card as it is: as the run has it, or as another player has."""
        fact = self.asked.fact
        if not self.player:
            return fact.value, _error(self.design, fact)
        value, error = _mean(held.with_columns(pl.col("won") - pl.col("fair")))
        if fact.metric == OVER_FAIR_SHARE:
            return value, error
        without, more = _mean(all_.filter(~pl.col("here")))
        return value - without, hypot(error, more)

    def columns(self) -> dict[str, tuple[str, ...]]:
        """The columns needed of every game, by table."""
        names = self.asked.card.columns
        won = () if self.design.won is None else (self.design.won,)
        of_games = names if self.asked.card.table == "games" else ()
        of_seats = names if self.asked.card.table == "seats" else ()
        shares = [c["name"] for c in self.design.columns("seats", "win_share")]
        return {
            "games": ("cell", "replicate", *won, *of_games),
            "seats": ("cell", "replicate", "seat", *self.design.teams, *shares, *of_seats),
        }

    def _told(self, games: pl.DataFrame, seats: pl.DataFrame) -> pl.DataFrame:
        """By game, or by seat where seats compete: what was won, and what would be fair."""
        card = self.asked.card
        if self.asked.fact.metric == OVER_FAIR_SHARE:
            return _of_seats(seats, card, self.columns()["seats"])
        ours = pl.col("team") == 0 if "team" in seats.columns else pl.lit(value=True)
        rows = games if card.table == "games" else seats.filter(ours)
        held = rows.group_by("replicate").agg(card.is_held().any().alias("here"))
        won = pl.col(str(self.design.won)).cast(pl.Float64).alias("won")
        told = games.select("replicate", won).join(held, on="replicate")
        return told.with_columns(seat=pl.lit(0), fair=pl.lit(0.0))


class _Round:
    """All trials at one table, round by round, until nothing is open or paid for.

    purse: games of the run's own player that may be played.
    """

    exact = True

    def __init__(self, plan: Playable, trials: Sequence[_Trial], purse: float) -> None:
        self._trials, self._purse, self.score = trials, purse, GamesSoFar()
        self._first: list[int] = []  # number of the first cell of each trial
        cells: list[PlannedCell] = []
        for trial in trials:
            self._first.append(len(cells))
            cells += trial.cells(plan)
        self._plan = _with_cells(plan, [replace(c, number=n) for n, c in enumerate(cells)])
        self._left = sum(_games_of(trial.blocks(*trial.goal())) for trial in trials)

    def games_left(self) -> int:
        """Games that are still to play in this round."""
        return self._left

    def play(self, jobs: int, quiet: bool) -> None:
        """Every trial a few games; then those that are open, as long as that is paid for."""
        with telling(self._plan, jobs, self._columns(), self, quiet=quiet) as play:
            while goals := self._goals():
                self._play(goals, play)

    def _goals(self) -> dict[int, tuple[int, int]]:
        """Packs and games of each trial that is played on, as they are told, while paid for."""
        goals, left = {}, self._purse
        for place, trial in enumerate(self._trials):
            goal = trial.goal()
            cost = trial.cost(*goal)
            if 0 < cost <= left:
                goals[place] = goal
                left -= cost
        return goals

    def _play(self, goals: Mapping[int, tuple[int, int]], play: Play) -> None:
        blocks = [
            replace(block, cell=block.cell + self._first[place])
            for place, goal in goals.items()
            for block in self._trials[place].blocks(*goal)
        ]
        self._left = _games_of(blocks)
        for done in play(blocks):
            self.score.games[done.cell] = self.score.games.get(done.cell, 0) + done.games
            self._left -= done.games
            assert done.rows is not None
            place = bisect_right(self._first, done.cell) - 1
            self._trials[place].add(done.cell - self._first[place], *done.rows)
        for place, goal in goals.items():
            trial = self._trials[place]
            self._purse -= trial.cost(*goal)
            (trial.packs, trial.games), trial.rounds = goal, trial.rounds + 1

    def _columns(self) -> dict[str, tuple[str, ...]]:
        """What any trial asks for."""
        asked = [trial.columns() for trial in self._trials]
        names = {table: [name for one in asked for name in one[table]] for table in asked[0]}
        return {table: tuple(dict.fromkeys(known)) for table, known in names.items()}


def _is_open(packed: PackedClaim) -> bool:
    """Whether it is not known if a finding hangs on guesses, or on which."""
    return packed.too_few or packed.is_suspect or (packed.hangs and not packed.path)


def _games_of(blocks: Iterable[Block]) -> int:
    return sum(block.count for block in blocks)


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


def _changed(before: pl.DataFrame, after: pl.DataFrame) -> pl.DataFrame:
    """What is won more with a pack, on the same luck, by row."""
    both = before.join(after, on=("cell", "replicate", "seat"), maintain_order="left")
    return both.with_columns(won=pl.col("won_right") - pl.col("won"))


def _moves(rows: pl.DataFrame) -> bool:
    """Whether any game of a pack ended otherwise."""
    return bool((rows["won"] != 0).any())


def _shared(packs: Sequence[pl.DataFrame]) -> float:
    """The error that what packs add has in common: the mean of all has that, and little else."""
    if len(packs) < 2:
        return 0.0
    every = pl.concat(packs).sort("cell", "replicate", "seat")
    mean = every.group_by("cell", "replicate", "seat", maintain_order=True).agg(pl.mean("won"))
    own = sum(_mean(rows)[1] ** 2 for rows in packs) / len(packs)
    return sqrt(max((len(packs) * _mean(mean)[1] ** 2 - own) / (len(packs) - 1), 0.0))


def _beside(rows: pl.DataFrame, shared: float) -> tuple[float, float]:
    """What a pack adds, and its error beside what all share; none where each game is the same."""
    change, error = _mean(rows)
    if not _moves(rows):
        return 0.0, 0.0
    return change, sqrt(max(error**2 - shared**2, LEAST_OWN * error**2))


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
