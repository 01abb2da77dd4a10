"""Train a player of an own game by self-play, and test it in a ladder.

`simulate.run.teaching.learner` is the method; here its lessons are spread over
processes, and what came of it is measured against every player that was there before.
"""

import pickle
import time
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from itertools import count
from typing import Any, TextIO

from simulate.core.errors import RunError
from simulate.experiment import effort
from simulate.experiment.price import CALLS_A_SECOND
from simulate.own.declared import MAIN, VALUE, OwnGame
from simulate.own.file.reading import know_again, source_of
from simulate.own.learnt import LearntRung
from simulate.own.players import Policy, is_valued
from simulate.pack import Pack
from simulate.run.progress import Progress
from simulate.run.teaching.choosing import best_of, games_to_choose
from simulate.run.teaching.learner import Learner, differing, imitated
from simulate.run.teaching.lessons import Came, Lesson, LessonTables, Seated, settings_of
from simulate.run.teaching.training_evaluation import HeldAgainst, evaluated, matches
from simulate.run.workers.blocks import Block, Failed, GameFailed
from simulate.run.workers.interrupt import presses
from simulate.run.workers.pool import SHORT_RUN, Pool

NOTHING = "`features` gives the same for all moves of every decision, so there is nothing to learn"
PART = 20  # games that a process proves at a time
MOMENT = 0.2  # seconds of games that tell how fast games of a kind are


@dataclass(frozen=True)
class LearnJob:
    """What another process needs to play lessons: the game, its pack, the tables."""

    own: Mapping[str, Any]
    pack: Pack
    settings: tuple[Mapping[str, Any], ...]

    def __reduce__(self) -> Any:
        """To another process, which must know the game before it reads its cards."""
        return _again, (dict(self.own), pickle.dumps((self.pack, self.settings)))

    def player(self) -> "LessonPlayer":
        """What plays its lessons."""
        return LessonPlayer(self)


def _again(own: Mapping[str, Any], rest: bytes) -> LearnJob:
    know_again(source_of(own))
    return LearnJob(own, *pickle.loads(rest))


@dataclass(frozen=True)
class LessonBlock(Block):
    """A training game as a block, identified by its number."""

    lesson: Lesson | None = field(default=None, compare=False)


class LessonPlayer:
    """Plays the games of lessons in this process."""

    def __init__(self, job: LearnJob) -> None:
        self.job = job
        self.tables = LessonTables(job.pack, job.settings)

    def play(self, block: Block) -> list[Came]:
        """What came of every game.  Raises GameFailed with the line of the designer's file."""
        assert isinstance(block, LessonBlock) and block.lesson is not None
        lesson = block.lesson
        part = Lesson(lesson.seed, block.first, block.count, lesson.pupil, lesson.others)
        try:
            return self.tables.play(part)
        except RunError as error:
            raise self.failure(block, Failed(str(error))) from error

    def frames(self, block: Block) -> list[Came]:
        """The same, to see whether the process lives on."""
        return self.play(block)

    def failure(self, block: Block, failed: Failed) -> GameFailed:
        """The error of a game that cannot be played."""
        return GameFailed(f"during training: {failed.why}", block.cell, failed.game)


@dataclass(frozen=True)
class Wish:
    """Options of a training.

    players: at tables of which size; start: weights to begin with; seconds: of processor time,
    about, at most; games: of training, at most (math.inf: no limit; not both).
    """

    players: tuple[int, ...]
    start: Mapping[str, float]
    seed: int
    seconds: float
    games: float
    jobs: int


@dataclass(frozen=True)
class Taught:
    """Weights that were learnt, in how many rounds and games, and how they do on the ladder.

    chosen: whose weights they are, the best of so many `tried`; seconds: of the lessons, and in
    all; idle: features that are the same for all moves of every decision; moving: features whose
    weight still moved at the end; held: what decides whether it is kept; stays: what `balanced`
    goes on to play at tables of a size (its number) where it certainly beats the new player.
    """

    weights: dict[str, float]
    chosen: str
    tried: int
    rounds: int
    games: int
    seconds: tuple[float, float]
    idle: tuple[str, ...]
    moving: tuple[str, ...]
    ladder: tuple[LearntRung, ...]
    held: tuple[HeldAgainst, ...]
    stays: dict[str, dict[str, float]]

    @property
    def is_better(self) -> bool:
        """Whether it is for certain better than the player that sat where nobody is named."""
        return any(each.deciding and each.over.low > 0.0 for each in self.held)

    @property
    def worse(self) -> tuple[str, ...]:
        """Those that the file declares to whom it loses for certain."""
        lost = (each for each in self.held if each.over.high < 0.0 and not each.deciding)
        return tuple(each.rival for each in lost)


@dataclass(frozen=True)
class Forecast:
    """About how many seconds lessons will take, and their proof, where nothing else is played."""

    lessons: float
    proof: float


def teach(
    own: OwnGame,
    pack: Pack,
    wish: Wish,
    stream: TextIO,
    quiet: bool,
    foretell: Callable[[Forecast], None] = lambda _: None,
) -> Taught:
    """Teach weights, and prove them.

    foretell: told before the first lesson how long all will take.  Raises RunError where a game
    cannot be played, or where no feature tells moves apart.
    """
    began = time.monotonic()
    job = LearnJob(own.source.as_data(), pack, tuple(settings_of(own, wish.players)))
    player = LessonPlayer(job)
    known = differing(player.tables, wish.seed, Policy("random", {}))
    if not known:
        raise RunError(NOTHING)
    scales = {name: known.get(name, 1.0) for name in own.taught}
    start = wish.start or _start(player, scales, wish)
    with presses(lambda _: None) as stop:
        pool = Pool(player, wish.jobs, stop, SHORT_RUN)
        school = School(pool, player.tables, stream, quiet)
        try:
            learner = Learner([*scales], [*scales.values()], start, wish.seed)
            rounds = rounds_within(wish, player.tables, learner)
            foretell(_forecast(own, pack, player.tables, learner, wish, rounds))
            seconds = school.teach(learner, rounds)
            games = school.score.games[0]
            known |= differing(player.tables, wish.seed, learner.policy(learner.mean))
            tried = {
                said: Policy("weights", {name: w for name, w in weights.items() if name in known})
                for said, weights in learner.tried().items()
            }
            proof = own, pack, school.tables, school.games, wish.seed
            chosen, pupil, many = best_of(tried, *proof, games_to_choose(games))
            rungs, held = evaluated(pupil, *proof)
        finally:
            school.progress.clear()
            pool.close()
    return Taught(
        pupil.weights,
        chosen,
        many,
        learner.round,
        games,
        seconds=(seconds, time.monotonic() - began),
        idle=tuple(name for name in own.taught if name not in known),
        moving=tuple(name for name in learner.moving() if name in known),
        ladder=rungs,
        held=held,
        stays=_stays(pack, pupil, rungs, held),
    )


def _stays(
    pack: Pack, pupil: Policy, rungs: Sequence[LearntRung], held: Sequence[HeldAgainst]
) -> dict[str, dict[str, float]]:
    """What `balanced` is at tables of each size at which the new player certainly loses to it."""
    if pack.strategies[MAIN].choice != "weights":
        return {}
    now, none = [each.rival for each in held if each.deciding], dict.fromkeys(pupil.weights, 0.0)
    met = [rung for rung in rungs if rung.rival in now and rung.players]
    lost = [rung.players for rung in met if rung.high < 1 / rung.players]
    return {str(players): none | pack.weights(MAIN, players) for players in lost}


def rounds_within(wish: Wish, at: LessonTables, learner: Learner) -> int:
    """How many rounds stay within the games, and take about the seconds of processor time, counted
    by calls of the game's code: the same on any machine, at any load.
    """
    itself, rounds = (learner.policy(learner.mean),) * len(at.tables), 1
    most = min(wish.games, wish.seconds * CALLS_A_SECOND / _calls_a_game(at, itself, wish.seed))
    while learner.games(rounds + 1) <= most:
        rounds += 1
    return rounds


def _calls_a_game(at: LessonTables, itself: Seated, seed: int) -> float:
    """Calls of a game of a player among its like, by one game of each table."""
    counted, calls = copy(at), effort.Calls()
    counted.tables = [effort.counting(table, calls) for table in at.tables]
    counted.play(Lesson(seed, 0, len(at.tables), itself, itself))
    return max(1.0, calls.number / len(at.tables))


def _forecast(
    own: OwnGame, pack: Pack, at: LessonTables, learner: Learner, wish: Wish, rounds: int
) -> Forecast:
    """How long all will take, by a few games of each kind."""
    itself = (learner.policy(learner.mean),) * len(at.tables)
    games = learner.games(rounds) + games_to_choose(learner.games(rounds))
    lessons = games * _seconds_a_game(at, itself, itself, wish.seed) / wish.jobs
    times = 2 if own.kind.TOGETHER else 1
    proof = sum(
        times * games * _seconds_a_game(at, itself, others, wish.seed)
        for _, others, games in matches(own, pack, at.tables)
    )
    return Forecast(lessons, proof / wish.jobs)


def _seconds_a_game(at: LessonTables, pupil: Seated, others: Seated, seed: int) -> float:
    """Processor time of a game of a player among others: a game, or as many as take a moment."""
    began, played, spent = time.process_time(), 0, 0.0
    while not played or (spent < MOMENT and played < PART):
        at.play(Lesson(seed, played, 1, pupil, others))
        played, spent = played + 1, time.process_time() - began
    return spent / played


def _start(player: LessonPlayer, scales: Mapping[str, float], wish: Wish) -> Mapping[str, float]:
    """Weights to begin with where the file has none: what `value` likes, if it says anything."""
    kind = player.tables.tables[0].own.kind
    if not kind.FEATURES:
        return {VALUE: 1.0}
    is_told = is_valued(kind)
    return imitated(player.tables, scales, wish.seed) if is_told else {}


class Score:
    """Games so far, as `Progress` asks for them."""

    def __init__(self) -> None:
        self.games = {0: 0}

    def so_far(self) -> str:
        """Nothing: what is learnt is told when it is proven."""
        return ""

    def widest(self) -> float:
        """No interval is told."""
        return 0.0


class School:
    """Plays training games in all processes, with progress."""

    exact = False

    def __init__(
        self,
        pool: Pool[list[Came]],
        tables: LessonTables,
        stream: TextIO,
        quiet: bool,
    ) -> None:
        self.score, self.progress = Score(), Progress(self, stream, quiet=quiet)
        self.tables = tables.tables
        self._pool, self._numbers, self._left = pool, count(), 0

    def games_left(self) -> int:
        """Games to come, about."""
        return max(0, self._left)

    def teach(self, learner: Learner, rounds: int) -> float:
        """Round after round; how long it took in seconds."""
        began = time.monotonic()
        while learner.round < rounds:
            drawn, lessons = learner.lessons(len(self.tables))
            self._left = learner.games(rounds) - learner.games(learner.round)
            learner.take(drawn, self.results(lessons))
        return time.monotonic() - began

    def results(self, lessons: Sequence[Lesson]) -> list[list[Came]]:
        """The result of each training game, in order."""
        blocks = [
            LessonBlock(0, next(self._numbers), each.first, each.count, lesson=each)
            for each in lessons
        ]
        found: dict[int, list[Came]] = {}
        for block, games in self._pool.play(iter(blocks)):
            found[block.number] = games
            self.score.games[0] += block.count
            self._left -= block.count
            self.progress.update()
        return [found[block.number] for block in blocks]

    def games(self, pupil: Seated, others: Seated, seed: int, games: int) -> list[Came]:
        """So many games of a player among others, in parts for all processes."""
        self._left = games
        parts = [
            Lesson(seed, first, min(PART, games - first), pupil, others)
            for first in range(0, games, PART)
        ]
        return [came for part in self.results(parts) for came in part]
