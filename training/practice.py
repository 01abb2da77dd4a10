"""Teach `quick` by games won: python -m training.practice GAME [--rounds N] [--pace P].

Games are played with the moves of lessons drawn softly: the better a move scores, the oftener it is
made, at a heat that costs little.  Over many games it shows which facts went with winning more, for
each kind of move (a policy gradient, Williams 1992, with the fitted chance of winning as what was
to be expected); the lessons take a step that way, measured by how much it changes what is played
(natural gradient, Kakade 2001).  Nothing is played on, and no judgement but the result of whole
games decides.  What the scores themselves would gain by being sharper is left out.

In contests all seats learn.  With --against NAMES one seat learns, among rivals of one name after
another, block by block, and among its like when all have been met.  Every so many rounds it prints
how often who has learnt wins, in games that are only for that: all seats in co-operative games,
else one among those who have not, or among all whom it meets.  What was learnt can be kept (`--save
FILE`) and gone on with (`--start FILE`); with --write it becomes part of the game's lessons
(strategies/GAME/learned).  Seeds are never reported.
"""

import argparse
import math
import queue
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from benchmarks.results import is_shared
from simulate.compiler.kernels import closure_kernel, inner_kernel, kernel
from simulate.core.streams import uniform
from simulate.pack import catalogue
from strategies.choice import best_of
from training.rules import Rules

SEED, CHECK_SEED = 970_000_000, 975_000_000
BLOCK = 1_000  # games that a thread plays at a time
SMALL = 1e-3  # chance of a move that teaches nothing
WON, EXPECTED, PLAIN = range(3)  # what the sums of `Notes` are weighed by
COUNT, CHANCE, SQUARE, RESULT, BOTH = range(5)  # of the turns in `Notes`


class Subject(NamedTuple):
    """What a game gives of what is taught, besides its rules.

    is_taught(s, cards) -> whether lessons are heeded now;
    look(s, cards, weights, workspace, n, facts, codes) -> count: the moves that are told from each
    other (their places in workspace.spare[2]), their scores (workspace.spare[0]), facts and codes,
    -1 for none; stage(s, cards, weights, seat) -> which lessons;
    chance_of_winning(s, cards, w, v, seat).
    """

    is_taught: Callable[..., Any]
    look: Callable[..., Any]
    stage: Callable[..., Any]
    chance_of_winning: Callable[..., Any]


class Notes(NamedTuple):
    """What a thread writes down, and its scratch space; D: facts of all codes, and the score.

    facts [moves, FACTS], codes, chances [moves]; step [D]: of one decision, at: where it is not 0;
    way [2, seats, stages, D]: of one game, plain and by what was expected; seen [seats, 2]: the
    turn last judged, and how; turns [seats, stages, 3]: of one game.  Sums of games: sums [3,
    stages, D], told [stages, 5], square [stages, D, D].
    """

    facts: Any
    codes: Any
    chances: Any
    step: Any
    at: Any
    way: Any
    seen: Any
    turns: Any
    sums: Any
    told: Any
    square: Any


def notes_of(stages: int, codes: int, facts: int, seats: int, moves: int) -> Notes:
    """Empty."""
    d = codes * facts + 1
    return Notes(
        np.zeros((moves, facts)),
        np.zeros(moves, np.int64),
        np.zeros(moves),
        np.zeros(d),
        np.zeros(d, np.int64),
        np.zeros((2, seats, stages, d)),
        np.zeros((seats, 2)),
        np.zeros((seats, stages, 3)),
        np.zeros((3, stages, d)),
        np.zeros((stages, 5)),
        np.zeros((stages, d, d)),
    )


@kernel
def heed(lessons, group, weight, count, scores, notes):
    """Add to the scores what the lessons say."""
    for k in range(count):
        code, total = notes.codes[k], 0.0
        if code >= 0:
            for f in range(notes.facts.shape[1]):
                total += lessons[group, code, f] * notes.facts[k, f]
            scores[k] += weight * total


@inner_kernel
def draw(s, purpose, count, scores, heat, chances):
    """A move, the oftener the better it scores; fills how often each is made."""
    high, total = scores[0], 0.0
    for k in range(count):
        high = max(high, scores[k])
    for k in range(count):
        chances[k] = math.exp((scores[k] - high) / heat)
        total += chances[k]
    pick, point = -1, uniform(s, purpose)
    for k in range(count):
        chances[k] /= total
        point -= chances[k]
        if point < 0.0 and pick < 0:
            pick = k
    return pick if pick >= 0 else count - 1


@kernel
def note(seat, group, pick, count, scores, weight, heat, expected, fully, notes):
    """Note what would make the move that was made likelier."""
    width, last, many = notes.facts.shape[1], notes.step.shape[0] - 1, 0
    for k in range(count):
        push = ((1.0 if k == pick else 0.0) - notes.chances[k]) / heat
        if abs(push) < SMALL / heat:
            continue
        if notes.step[last] == 0.0:
            notes.at[many] = last
            many += 1
        notes.step[last] += push * scores[k]
        if notes.codes[k] >= 0:
            first = notes.codes[k] * width
            for f in range(width):
                if notes.facts[k, f] != 0.0:
                    if notes.step[first + f] == 0.0:
                        notes.at[many] = first + f
                        many += 1
                    notes.step[first + f] += weight * push * notes.facts[k, f]
    for i in range(many):
        a = notes.at[i]
        notes.way[1, seat, group, a] += notes.step[a]
        notes.way[0, seat, group, a] += expected * notes.step[a]
        if fully:
            for j in range(many):
                b = notes.at[j]
                notes.square[group, a, b] += notes.step[a] * notes.step[b]
    for i in range(many):
        notes.step[notes.at[i]] = 0.0


@inner_kernel
def judge(seat, group, turn, value, notes):
    """Keep for a turn what chance of winning was expected there."""
    notes.seen[seat, 0] = turn
    notes.seen[seat, 1] = value
    notes.turns[seat, group, COUNT] += 1.0
    notes.turns[seat, group, CHANCE] += value
    notes.turns[seat, group, SQUARE] += value * value


@kernel
def add_seat(seat, won, notes):
    """Add what a game that is over, of which a seat had such a share, has shown."""
    for group in range(notes.told.shape[0]):
        if notes.turns[seat, group, COUNT] > 0.0:
            for i in range(3):
                notes.told[group, i] += notes.turns[seat, group, i]
            notes.told[group, RESULT] += won * notes.turns[seat, group, COUNT]
            notes.told[group, BOTH] += won * notes.turns[seat, group, CHANCE]
            for a in range(notes.step.shape[0]):
                plain = notes.way[1, seat, group, a]
                notes.sums[WON, group, a] += won * plain
                notes.sums[EXPECTED, group, a] += notes.way[0, seat, group, a]
                notes.sums[PLAIN, group, a] += plain


@kernel
def forget_game(notes):
    """Be ready for the next one."""
    notes.way[:] = 0.0
    notes.turns[:] = 0.0
    notes.seen[:] = -1.0


def player_of(module: str, rules: Rules, subject: Subject) -> Any:
    """The kernel that plays games with lessons; `module` keeps it as play_softly."""
    deal, advance, list_moves, step, choose, share, seats, phase, first_choice = rules
    is_taught, look, stage, chance_of_winning = subject
    over = phase.OVER

    def play_softly(
        cards,
        weights,
        workspace,
        seed,
        first,
        games,
        stride,
        lessons,
        weight,
        heat,
        every,
        alone,
        notes,
        won,
    ):
        """Play games; of those who heed the lessons, `won` is filled with their share of the win.

        stride: from one game to the next; heat: 0 the best move is made, and nothing noted;
        every: one game in so many is noted fully; alone: one seat heeds the lessons, each in its
        turn, else all.
        """
        states, moves, scores = workspace.states, workspace.moves, workspace.spare[0]
        for replicate in range(first, first + games, stride):
            states[1] = states[0]
            s = states[1]
            deal(s, cards, seed, replicate)
            advance(s, cards, moves, workspace.silent)
            while s.phase != over:
                n, i = list_moves(s, cards, moves), 0
                seat = moves[0].actor
                heeds = not alone or seat == replicate % seats(s, cards)
                if n > 1 and heeds and is_taught(s, cards):
                    group = stage(s, cards, weights, seat)
                    count = look(s, cards, weights, workspace, n, notes.facts, notes.codes)
                    heed(lessons, group, weight, count, scores, notes)
                    if heat > 0.0:
                        if notes.seen[seat, 0] != s.turns:
                            v = workspace.outlook[1]
                            value = chance_of_winning(s, cards, weights[seat], v, seat)
                            judge(seat, group, s.turns, value, notes)
                        pick = draw(s, first_choice + seat, count, scores, heat, notes.chances)
                        expected, fully = notes.seen[seat, 1], replicate % every == 0
                        note(seat, group, pick, count, scores, weight, heat, expected, fully, notes)
                    else:
                        pick = best_of(s, first_choice + seat, scores, count)
                    i = int(workspace.spare[2, pick])
                elif n > 1:
                    i = choose(s, cards, weights, workspace, n)
                workspace.chosen[0] = moves[i]
                step(s, cards, workspace.chosen[0], moves, workspace.silent)
            won[replicate - first] = share(s, cards, replicate % seats(s, cards) if alone else 0)
            if heat > 0.0:
                for seat in range(seats(s, cards)):
                    add_seat(seat, share(s, cards, seat), notes)
                forget_game(notes)

    return closure_kernel(play_softly, module)


class Cell(NamedTuple):
    """A table of `quick`, thousands of games of a round, and whether the seats are rivals.

    among: tables of one `quick` among rivals of another name, which take turns with it.
    """

    table: Any
    games: int
    contest: bool
    among: tuple[Any, ...] = ()


class Syllabus(NamedTuple):
    """What of a game is taught, and at which tables.

    play: `player_of` the game; lessons: float64[stages, codes, facts], the shipped ones; feature:
    the place of their weight; cells: by name; seats: at most; write(lessons): keep them.
    """

    play: Any
    lessons: np.ndarray
    feature: int
    cells: Mapping[str, Cell]
    seats: int
    write: Callable[[np.ndarray], None]


class Thread:
    """Plays blocks of games, with a workspace and notes of its own."""

    def __init__(self, taught: Syllabus, workspace: Any) -> None:
        self.taught, self.workspace = taught, workspace
        stages, codes, facts = taught.lessons.shape
        self.notes = notes_of(stages, codes, facts, taught.seats, len(workspace.moves))
        self.notes.seen[:] = -1.0

    def play(
        self, cell: Cell, seed: int, first: int, more: np.ndarray, heat: float, every: int
    ) -> np.ndarray:
        """Shares of the win of a block of games; `more`: what is added to the lessons."""
        won, tables = np.zeros(BLOCK), (cell.table, *cell.among)
        table = tables[first // BLOCK % len(tables)]
        weight = float(cell.table.weights["weight"][0, self.taught.feature])
        alone = cell.contest and (heat == 0.0 or table is not cell.table)
        for turn in range(len(table.seatings)):
            seating = table.seating(first + turn)
            self.taught.play(
                seating.tables[0],
                seating.weights,
                self.workspace,
                np.uint64(seed),
                first + turn,
                BLOCK - turn,
                len(table.seatings),
                more,
                weight,
                heat,
                every,
                alone,
                self.notes,
                won[turn:],
            )
        return won


class Threads:
    """Plays rounds of games on all tables at once, `jobs` threads at a time."""

    def __init__(self, game: str, taught: Syllabus, jobs: int) -> None:
        self.taught = taught
        workspace = import_module(f"simulate.engine.{game}").new_workspace
        self.threads = [Thread(taught, workspace()) for _ in range(jobs)]

    def played(
        self, seed: int, more: np.ndarray, heat: float, every: int, share: float
    ) -> dict[str, np.ndarray]:
        """Shares of the win by table; share: of the games of a round."""
        todo: queue.SimpleQueue[tuple[str, int]] = queue.SimpleQueue()
        for name, cell in self.taught.cells.items():
            for first in range(0, int(1_000 * cell.games * share), BLOCK):
                todo.put((name, first))
        found: dict[str, list[np.ndarray]] = {name: [] for name in self.taught.cells}

        def work(thread: Thread) -> None:
            while True:
                try:
                    name, first = todo.get_nowait()
                except queue.Empty:
                    return
                cell = self.taught.cells[name]
                found[name].append(thread.play(cell, seed, first, more, heat, every))

        with ThreadPoolExecutor(len(self.threads)) as pool:
            list(pool.map(work, self.threads))
        return {name: np.concatenate(parts) for name, parts in found.items() if parts}

    def noted(self, games: int, every: int) -> "Shown":
        """What the threads have noted, a game on average; forgotten after that."""
        return Shown(
            sums=self._mean("sums", games),
            told=self._mean("told", games),
            square=self._mean("square", max(1, games // every)),
            weight=1.0,
        )

    def _mean(self, name: str, games: int) -> np.ndarray:
        """Some sums of all threads, a game; set to 0."""
        parts = [getattr(thread.notes, name) for thread in self.threads]
        found = np.sum(parts, axis=0) / games
        for part in parts:
            part[:] = 0.0
        return np.asarray(found)


class Shown(NamedTuple):
    """What rounds have shown, older ones counting less: means of a game, and their weight."""

    sums: np.ndarray
    told: np.ndarray
    square: np.ndarray
    weight: float

    def then(self, new: "Shown", keep: float) -> "Shown":
        return Shown(
            sums=keep * self.sums + new.sums,
            told=keep * self.told + new.told,
            square=keep * self.square + new.square,
            weight=keep * self.weight + new.weight,
        )


def way_up(shown: Shown, stage: int, ridge: float) -> np.ndarray:
    """The natural gradient of the share of wins at a stage, [D].

    What was to be expected is the fitted chance, as far as it tells the result.
    """
    count, chance, square, result, both = shown.told[stage] / shown.weight
    found = np.zeros(shown.sums.shape[2])
    if count == 0.0:
        return found
    mean, won = chance / count, result / count
    slope = (both / count - mean * won) / max(1e-9, square / count - mean * mean)
    sums = shown.sums[:, stage] / shown.weight
    way = sums[WON] - slope * sums[EXPECTED] - (won - slope * mean) * sums[PLAIN]
    change = shown.square[stage] / shown.weight
    own = np.diag(change)
    on = own > 1e-4 * own[:-1].max()
    damped = change[np.ix_(on, on)] + np.diag(ridge * own[on] + 1e-6 * own[:-1].max())
    found[on] = np.linalg.solve(damped, way[on])
    return found


def steps(shown: Shown, pace: float, ridge: float, shape: tuple[int, ...]) -> tuple[Any, float]:
    """What is added to the lessons, and how much it changes a game: nats, all stages together."""
    ways = [way_up(shown, stage, ridge) for stage in range(shape[0])]
    change = sum(
        0.5 * pace**2 * float(way @ shown.square[stage] @ way) / shown.weight
        for stage, way in enumerate(ways)
    )
    return pace * np.stack(ways)[:, :-1].reshape(shape), change


def told(won: Mapping[str, np.ndarray]) -> str:
    """Shares of the win, with their 95% half-widths."""
    return ", ".join(
        f"{name}: {100 * each.mean():.1f} (+- {196 * each.std() / len(each) ** 0.5:.1f})"
        for name, each in won.items()
    )


def practise(threads: Threads, asked: argparse.Namespace) -> np.ndarray:
    """What is added to the shipped lessons in the end, float64[stages, codes, facts]."""
    more = np.load(asked.start) if asked.start else np.zeros_like(threads.taught.lessons)
    shown, full = None, 1.0 / (1.0 - asked.keep)
    for number in range(asked.rounds + 1):
        if number % asked.check == 0 or number == asked.rounds:
            print(told(threads.played(CHECK_SEED, more, 0.0, 1, asked.share)), flush=True)
        if number == asked.rounds:
            break
        start, seed = time.monotonic(), SEED + 1_000 * asked.seed + number
        won = threads.played(seed, more, asked.heat, asked.every, 1.0)
        games = sum(map(len, won.values()))
        new = threads.noted(games, asked.every)
        shown = shown.then(new, asked.keep) if shown else new
        added, change = steps(shown, asked.pace * shown.weight / full, asked.ridge, more.shape)
        more = more + added
        soft = float(np.mean([each.mean() for each in won.values()]))
        print(f"{number + 1}: {games} games, {time.monotonic() - start:.0f} s, ", end="")
        print(f"{100 * soft:.2f}% won softly, {change:.2f} nats a game", flush=True)
        if asked.save:
            np.save(asked.save, more)
    return more


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=("defenders", "dungeons", "kingdoms", "tactics"))
    parser.add_argument("--only", default="", help="cells by name, apart by ;")
    parser.add_argument("--against", default="", help="strategies to meet in contests, apart by ;")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--pace", type=float, default=60.0)
    parser.add_argument("--heat", type=float, default=0.06, help="in points of score")
    parser.add_argument("--keep", type=float, default=0.8, help="of what earlier rounds showed")
    parser.add_argument("--ridge", type=float, default=0.05)
    parser.add_argument("--every", type=int, default=50, help="games to one fully noted")
    parser.add_argument("--check", type=int, default=5, help="rounds from check to check")
    parser.add_argument("--share", type=float, default=0.1, help="games of a check, of a round's")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2, help="games at a time")
    parser.add_argument("--start", help="numpy file to go on from")
    parser.add_argument("--save", help="numpy file to save to after every round")
    parser.add_argument("--write", action="store_true", help="make them the game's lessons")
    asked = parser.parse_args()
    if asked.against and is_shared(catalogue.facts(asked.game)):
        parser.error(f"--against: the players of {asked.game} win together")
    made = import_module(f"training.games.{asked.game}").taught(
        *filter(None, asked.against.split(";"))
    )
    if asked.only:
        names = asked.only.split(";")
        made = made._replace(cells={name: made.cells[name] for name in names})
    more = practise(Threads(asked.game, made, asked.jobs), asked)
    if asked.write:
        made.write(made.lessons + more)


if __name__ == "__main__":
    # Compiled code is kept by the name of its types, so there must be but one of each.
    from training import practice

    practice.main()
