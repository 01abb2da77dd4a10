"""Why does a card win or lose?  What it wins is split among its causes, so that they add up.

Causes are taken away in all subsets, or in random orders, each subset on the same game numbers;
what a cause adds is its Shapley value (`analysis.stats.shapley`).  What is left then is split: last
of all what others of the kind have is taken away, too.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import polars as pl

from analysis.data.deal import own_side, paths_of, random_cells
from analysis.data.design import Design
from analysis.estimators.clustered_ratios import ROUNDING, Ratios
from analysis.stats.intervals import Estimate, bonett_price_interval
from analysis.stats.shapley import ShapleyWeights, shapley_weights
from simulate.core.errors import InputError, Problem
from simulate.core.game.facts import OVER_FAIR_SHARE
from simulate.experiment import Experiment
from simulate.experiment.context import VARIANT
from simulate.experiment.plan import Plan, seated
from simulate.pack.edit.named_card import NamedCard, dealt_card
from simulate.search import causes as causes_of_card
from simulate.search.aim.sums import ResultColumns, rows_of
from simulate.search.candidate import Candidate, together, with_variants
from simulate.search.causes import Cause
from simulate.search.trial import STEP, Trial, Tried, design_of, first_round
from simulate.store.card_packs import FoundCause

PRECISION = 0.01
MOST_GAMES = 20_000
BUDGET = 200_000  # games of all subsets
SPARE = 1.05
OTHERS = "without all of it and what others have"  # a variant
Counted = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]  # as `Ratios.add` takes them


@dataclass(frozen=True)
class WhyQuestion:
    """What is asked: the card, what can be taken away from it, and how that is weighed.

    together: games are won together, and the card may be what all meet.  others: what takes away
    all causes, and what others of its kind have; None where that is no game.
    """

    card: NamedCard
    causes: tuple[Cause, ...]
    weighing: ShapleyWeights
    together: bool
    others: Candidate | None = None

    def taken(self, subset: int) -> list[Cause]:
        """The causes of a subset, which stand in it as bits."""
        return [cause for place, cause in enumerate(self.causes) if subset & 1 << place]

    @property
    def subsets(self) -> list[list[Cause]]:
        """Those that are played, first none of the causes."""
        return [*map(self.taken, self.weighing.subsets)]

    def changes(self) -> dict[str, Candidate]:
        """The change of each subset, by what it is called; the card as it is has none."""
        changes = {_called(some): causes_of_card.taken(some) for some in self.subsets if some}
        return changes | ({} if self.others is None else {OTHERS: self.others})

    def player(self, variant: str) -> str:
        """Who plays instead in a variant; empty where nobody does."""
        players = {_called(some): cause.player for some in self.subsets for cause in some
                   if cause.player}  # fmt: skip
        return players.get(variant, next(iter(players.values()), "") if variant == OTHERS else "")


@dataclass(frozen=True)
class CauseShare:
    """What a cause adds to what the card wins, in parts of 1."""

    cause: Cause
    adds: Estimate


@dataclass(frozen=True)
class Why:
    """A surplus and what it is made of: all `adds`, `others` and `rest` come to it exactly.

    surplus: what the card wins beyond a fair share, or where games are won together beyond the
    games without it; others: what of it goes with what others of the kind have, taken away last,
    None where that cannot be; rest: what is left when all is taken away.  games: of each subset,
    in each setting; card_games: those with the card.
    """

    question: WhyQuestion
    surplus: Estimate
    rest: Estimate
    others: Estimate | None
    causes: tuple[CauseShare, ...]
    games: int
    card_games: int

    @property
    def half(self) -> float:
        """Half the widest interval of a cause."""
        return max(each.adds.half for each in self.causes)

    @property
    def is_of_others(self) -> bool:
        """Whether what others have makes it win or lose, and no cause of its own surely does."""
        of_others = self.others is not None and _goes_with(self.others, self.surplus)
        return of_others and not any(_goes_with(one.adds, self.surplus) for one in self.causes)

    @property
    def kept(self) -> list[FoundCause]:
        """The first cause, for the run of which it was asked, where it surely adds something."""
        first = self.causes[0]
        if first.adds.low <= 0 <= first.adds.high:
            return []
        paths = [step.path for step in first.cause.steps]
        paths += [f"cards.{blank}" for blank in first.cause.blanks]
        return [FoundCause(self.question.card.name, first.cause.name, paths, first.adds.ends)]


def _called(causes: Sequence[Cause]) -> str:
    """A variant's name: what is taken away."""
    return f"without {' + '.join(cause.name for cause in causes)}"


def asked(experiment: Experiment, plan: Plan, typed: str) -> WhyQuestion:
    """The card and its causes.  Raises InputError where there is nothing to take away."""
    where = f"--of {typed}"
    metrics = {plan.facts.metric(cell.setting) for cell in plan.cells}
    if len(metrics) > 1:
        what = "some settings are cooperative and others competitive: ask one kind, with `--set`"
        raise InputError([Problem(experiment.typed[0], what)])
    design, pack, base = design_of(plan), experiment.pack, together(experiment)
    won_together = metrics != {OVER_FAIR_SHARE}
    sections = causes_of_card.dealt_sections(design, won_together)
    card = dealt_card(pack, typed, sections)
    if won_together and not _is_random(design, card):
        what = f"{card.name} is not dealt by chance in these settings"
        raise InputError([Problem(where, f"{what}, so that no games without it tell what it adds")])
    own = causes_of_card.causes_of(pack, card, base)
    causes_of_card.check(pack, card, own, (), base, where)
    causes = (*own, *causes_of_card.of_play(plan))
    weighing = shapley_weights(len(causes), experiment.seed)
    others = causes_of_card.of_others(pack, card, causes_of_card.taken(own), base)
    question = WhyQuestion(card, causes, weighing, won_together, others)
    causes_of_card.check(pack, card, own, [*question.changes().values()], base, where)
    return question


def plan_of(experiment: Experiment, question: WhyQuestion) -> Plan:
    """The plan that plays every subset on the same game numbers."""
    plan = with_variants(experiment, question.changes())
    who = ((cell, question.player(str(cell.levels[VARIANT]))) for cell in plan.cells)
    cells = (seated(cell, plan.pack, player) if player else cell for cell, player in who)
    return replace(plan, cells=tuple(cells))


def games_within(budget: int, plan: Plan) -> int:
    """Games of each subset in each setting for which a budget is enough, in whole steps."""
    return max(STEP, budget // len(plan.cells) // STEP * STEP)


def _is_random(design: Design, card: NamedCard) -> bool:
    """Whether chance brings the card in every setting."""
    columns = [*design.columns("seats", "option"), *design.columns("games", "dealt")]
    of_card = [column for column in columns if design.section(column) == card.section]
    every = {cell.number for cell in design.cells}
    return any(every <= random_cells(design, column) for column in of_card)


class WhyTrial:
    """Plays all subsets alike, until every cause is known closely.

    most: games of each subset in each setting, at most; say: told what is found so far.
    """

    def __init__(
        self, question: WhyQuestion, trial: Trial, precision: float, most: int,
        say: Callable[[str], object] = str,
    ) -> None:  # fmt: skip
        self.question, self.trial, self.precision = question, trial, precision
        self.most, self._say = most, say
        self._found: tuple[int, Why] | None = None

    def run(self) -> Why:
        """Play, and say what came out."""
        self.trial.run(self._wanted, first=min(first_round(self.trial.plan), self.most))
        return self.found()

    def found(self) -> Why:
        """What the games so far come to."""
        games = self.trial.tried[0].played
        if self._found is None or self._found[0] != games:
            self._found = games, Worths(self.question, self.trial).why(games)
        return self._found[1]

    def _wanted(self, all_: Sequence[Tried]) -> Sequence[int]:
        played, found = all_[0].played, self.found()
        self._say(f"first cause so far: {found.causes[0].cause.name}")
        half = found.half
        if half <= self.precision:
            return [played] * len(all_)
        needed = int(played * (half / self.precision) ** 2 * SPARE)
        return [min(self.most, needed)] * len(all_)


class Worths:
    """What the card wins with each subset taken away, in the games of a trial.

    The games that it is compared with are counted as if they were of cells of their own, so that
    all is summed by game number.
    """

    def __init__(self, question: WhyQuestion, trial: Trial) -> None:
        self.question, self.trial, self.design = question, trial, trial.design
        self.subsets, self.fair = self._cells()
        self.all_fair = {cell for cells in self.fair for cell in cells}
        self.ratios = Ratios([*trial.score.games, *map(_beside, sorted(self.all_fair))], 1)
        parts = [part for cell in trial.score.games for part in self._counted(cell)]
        self.ratios.add(*(np.concatenate(column) for column in zip(*parts, strict=True)))
        cells = zip(*self.subsets, *([*map(_beside, some)] for some in self.fair), strict=True)
        self.met = [place for place, some in enumerate(cells) if all(map(self._bottom, some))]

    def _cells(self) -> tuple[list[list[int]], list[list[int]]]:
        """The cells of each subset, one for each setting, and those with whose games it compares.

        Games without the card hang on who plays and on what others have, and not on the card.
        """
        by_name = {tried.name: dict(tried.twins) for tried in self.trial.tried}
        by_name[""] = {cell: cell for cell in self.trial.base}
        subsets = self.question.subsets
        names = [_called(some) if some else "" for some in subsets]
        fair = [
            _called(play) if (play := [c for c in some if c.player]) else "" for some in subsets
        ]
        others = [OTHERS] * (OTHERS in by_name)
        played, beside = (
            [[by_name[name][cell] for cell in self.trial.base] for name in (*of, *others)]
            for of in (names, fair)
        )
        return played, beside

    def _bottom(self, cell: int) -> float:
        return float(self.ratios.bottom[self.ratios.index[cell], 0])

    def why(self, games: int) -> Why:
        """The surplus and its parts.  Raises InputError where the card was never met."""
        question, weighing = self.question, self.question.weighing
        if not self.met:
            what = f"{question.card.name} was in none, or in all, of {games:,} games"
            raise InputError([Problem(f"--of {question.card.key}", what)])
        each = np.eye(len(self.subsets))
        played = len(weighing.subsets)
        worth = [self.ratios.value(0, self._weights(row)) for row in each[:played]]
        by_order = weighing.order_variances(np.array(worth))
        first, last = (each[weighing.subsets.index(some)] for some in (0, 2**weighing.causes - 1))
        shares = []
        for place, cause in enumerate(question.causes):
            weights = np.pad(weighing.weights[place], (0, len(self.subsets) - played))
            shares.append(CauseShare(cause, self._estimate(weights, by_order[place])))
        surplus = self._estimate(first)
        shares.sort(key=lambda one: _place(one, surplus))
        return Why(
            question,
            surplus,
            self._estimate(each[-1] if question.others else last),
            self._estimate(last - each[-1]) if question.others else None,
            tuple(shares),
            games,
            int(sum(self._bottom(self.trial.base[place]) for place in self.met)),
        )

    def _weights(self, subsets: np.ndarray) -> np.ndarray:
        """Weights of cells, from those of subsets beside their fair; settings are weighed alike."""
        weights = np.zeros(len(self.ratios.cells))
        for weight, cells, fair in zip(subsets, self.subsets, self.fair, strict=True):
            for place in self.met:
                weights[self.ratios.index[cells[place]]] += weight / len(self.met)
                weights[self.ratios.index[_beside(fair[place])]] -= weight / len(self.met)
        return np.where(abs(weights) > ROUNDING, weights, 0.0)

    def _estimate(self, subsets: np.ndarray, more: float = 0.0) -> Estimate:
        """A sum over subsets; more: variance that is not of the games."""
        weights = self._weights(subsets)
        variance = self.ratios.variance(0, weights) + more
        games = int(self.ratios.bottom[weights != 0, 0].min()) if weights.any() else 0
        return bonett_price_interval(self.ratios.value(0, weights), variance, games, 1.0)

    def _counted(self, cell: int) -> Iterator[Counted]:
        """The rows of the card in a cell, and of the games beside it."""
        games, seats = self.trial.tables(cell)
        games = games.sort("replicate")
        rotations = self.design.rotations[cell]
        rows = rows_of(cell, games, seats, self._columns, rotations)
        if rows.frame is None:
            deals = games["replicate"].to_numpy().astype(np.int64) // rotations
            with_it = _met(self.design, self.question.card, games, seats)
            yield self._row(cell, deals, with_it, rows.won)
            if cell in self.all_fair:
                yield self._row(_beside(cell), deals, ~with_it, rows.won)
            return
        frame, won = rows.frame, rows.frame.won.ravel()
        deals = np.repeat(frame.deals, frame.shape[1])
        for column in self.design.columns("seats", "option"):
            if self.design.section(column) == self.question.card.section:
                codes = frame.codes(str(column["name"]), (self.question.card.key,)).ravel()
                yield self._row(cell, deals, codes >= 0, won)
        if cell in self.all_fair:
            yield self._row(_beside(cell), deals, np.ones(len(won), bool), won)

    def _row(self, cell: int, deals: np.ndarray, counts: np.ndarray, won: np.ndarray) -> Counted:
        cells = np.full(len(deals), self.ratios.index[cell])
        return deals, cells, np.where(counts, 0, -1), won

    @cached_property
    def _columns(self) -> ResultColumns:
        return ResultColumns.of(self.design)


def _place(share: CauseShare, whole: Estimate) -> tuple[str, bool, float, str]:
    """Where a cause is told: play last; first what makes it win, or lose, then all by their size.

    Where a card surely loses, a gain is no cause of it, however large.
    """
    against = not whole.low <= 0 <= whole.high and not _goes_with(share.adds, whole)
    return share.cause.player, against, -abs(share.adds.value), share.cause.name


def _goes_with(part: Estimate, whole: Estimate) -> bool:
    """Whether both are surely above 0, or surely below."""
    return min(part.low, whole.low) > 0 or max(part.high, whole.high) < 0


def _beside(base: int) -> int:
    """The number under which the games are counted that a setting's card is compared with."""
    return -1 - base


def _met(design: Design, card: NamedCard, games: pl.DataFrame, seats: pl.DataFrame) -> np.ndarray:
    """Whether the card was in each game, held by the side whose win is counted or met by all."""
    numbers = games["replicate"]
    met = np.zeros(games.height, bool)
    for column in design.columns("seats", "option"):
        if design.section(column) == card.section:
            held = (seats[column["name"]].cast(pl.String) == card.key) & own_side(seats)
            met |= numbers.is_in(
                seats.filter(held.fill_null(False))["replicate"].implode()
            ).to_numpy()
    for column in design.columns("games", "dealt"):
        if design.section(column) != card.section:
            continue
        values = games[column["name"]]
        if values.dtype == pl.Boolean:
            is_it = card.path in paths_of(design, column)
            met |= values.fill_null(False).to_numpy() if is_it else False
        else:
            texts = values.cast(pl.String)
            names = [
                v for v in texts.drop_nulls().unique() if card.path in paths_of(design, column, v)
            ]
            met |= texts.is_in(names).fill_null(False).to_numpy()
    return met
