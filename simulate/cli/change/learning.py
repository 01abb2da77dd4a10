"""`simulate learn`: train a player for a game file, test it, and keep it if it is better."""

import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

from simulate.cli.change.search_words import whole
from simulate.cli.play.playing import read_jobs
from simulate.cli.shared.amounts import duration
from simulate.cli.shared.say import show, tell
from simulate.cli.shared.table import columns
from simulate.core.errors import InputError, Problem, RunError, command
from simulate.core.files import disk
from simulate.core.options import DEFAULT_SEED, MOST_SEED, Given
from simulate.core.text.amounts import plural
from simulate.core.text.validate import literal
from simulate.experiment.request import read_value

if TYPE_CHECKING:
    from simulate.own.declared import OwnGame
    from simulate.own.learnt import Learnt, LearntRung
    from simulate.run.teaching.learning import Forecast, Taught, Wish

SECONDS, MOST_SECONDS = 30, 86_400
MOST_GAMES = 100_000_000
NO_FEATURES = (
    "is missing, and COUNTS, too, and a player learns weights of either: name some in words, "
    "such as FEATURES = {'cost': 'coins paid', 'points': 'points made'}, and let `features(self, "
    "move)` say how much of each a move has; until then `greedy`, `look_ahead` and `search` play"
)
NOT_CERTAIN = "it does not certainly beat `balanced` as it is"
NOT_BETTER = (
    "More time (--seconds), or FEATURES that say more of a move, may help; who likes these weights "
    "all the same can write them into WEIGHTS."
)


@dataclass(frozen=True)
class LearnOptions(Given):
    """Options of `simulate learn`, as typed."""

    games: str | None = None
    seconds: str | None = None
    seed: str | None = None
    players: str | None = None
    jobs: str | None = None
    quiet: bool = False


def learn_command(file: str, options: LearnOptions) -> None:
    """Teach a player, say how good it is, and keep it if it is better than who was there."""
    from simulate.own.file.reading import is_file, know
    from simulate.own.learnt import beside
    from simulate.pack import load
    from simulate.run.teaching.learning import teach

    if not is_file(file):
        what = "trains players only for a game of your own: give its file, such as my_game.py"
        raise InputError([Problem(file, what)])
    own = know(file)
    wish, path = _wish(own, options), Path(beside(file))
    _check_place(path)
    try:
        foretell = () if options.quiet else (_foretell,)
        taught = teach(own, load(own.name), wish, sys.stderr, options.quiet, *foretell)
    except KeyboardInterrupt:
        tell("Stopped: nothing was learnt, and nothing was written.")
        raise KeyboardInterrupt("stopped") from None
    show(*_learnt_words(own, wish, taught), "", *_ladder_words(taught.ladder), "")
    show(*_held_words(own, taught))
    if taught.worse or not taught.is_better:
        lost = " and ".join(f"`{name}`" for name in taught.worse)
        why = f"it loses to {lost} of the file" if lost else NOT_CERTAIN
        again = f"The same again: {_again(own, wish, taught)}"
        show(f"Nothing was written: {why}. {NOT_BETTER}", again)
        return
    _write(path, own, wish, taught)
    show(f"Written: {path}. From now on `balanced` plays this way, in every command.")
    for players in taught.stays:
        alone = command("learn", file, "--players", players)
        many = plural(int(players), "player")
        show(f"With {many} it stays as it was, which is better; `{alone}` tries these.")
    show(_after_writing(path, own, _again(own, wish, taught)))


def _foretell(forecast: "Forecast") -> None:
    """Say how long it will take before it begins."""
    lessons, proof = duration(forecast.lessons), duration(forecast.proof)
    whole = duration(forecast.lessons + forecast.proof)
    proven = f"their proof against all other players {proof}"
    tell(f"About {whole} in all, if the machine does nothing else: training {lessons}, {proven}.")


def _wish(own: "OwnGame", options: LearnOptions) -> "Wish":
    """What is wanted.  Raises InputError with all that is wrong."""
    from simulate.run.teaching.learner import Learner
    from simulate.run.teaching.learning import Wish

    problems: list[Problem] = []
    if not own.taught:
        problems.append(Problem(f"{own.source.file}: FEATURES", NO_FEATURES))
    people = tuple(own.kind.PLAYERS)
    if options.players is not None:
        asked = read_value(options.players)
        if asked not in people or isinstance(asked, bool):
            allowed = ", ".join(map(str, people))
            what = f"must be a number of players of the game: {allowed} (found {literal(asked)})"
            problems.append(Problem(f"--players {options.players}", what))
        people = (asked,)
    seconds = whole("--seconds", options.seconds, SECONDS, 1, MOST_SECONDS, problems)
    least = Learner(features := [*own.taught], [1.0] * len(features), {}, 0).games(1)
    games = whole("--games", options.games, 0, least, MOST_GAMES, problems)
    seed = whole("--seed", options.seed, DEFAULT_SEED, 0, MOST_SEED, problems)
    jobs = read_jobs(options.jobs, problems)
    if problems:
        raise InputError(problems)
    return Wish(
        players=people,
        start=_start(own, people),
        seed=seed,
        seconds=inf if games and options.seconds is None else seconds,
        games=games or inf,
        jobs=jobs,
    )


def _start(own: "OwnGame", people: tuple[int, ...]) -> Mapping[str, float]:
    """Weights to begin with: those that were learnt, or that the file declares, for `balanced` or
    first.
    """
    from simulate.own.learnt import learnt_of

    found = learnt_of(own.source)
    declared = own.kind.WEIGHTS
    weights = declared.get("balanced") or next(iter(declared.values()), {})
    if found is not None:
        of_one = found.balanced.by_players.get(str(people[0]), {}) if len(people) == 1 else {}
        weights = found.balanced.weights | of_one
    return {name: weight for name, weight in weights.items() if weight and name in own.taught}


def _check_place(path: Path) -> None:
    """Whether the file can be written, before anybody waits.  Raises InputError."""
    what = ""
    if path.is_symlink() or (path.exists() and not path.is_file()):
        what = "what is learnt would be written here, and this is not a regular file: remove it"
    elif not os.access(path.parent, os.W_OK):
        what = "what is learnt would be written here, and the folder cannot be written to"
    if what:
        raise InputError([Problem(str(path), what)])


def _learnt_words(own: "OwnGame", wish: "Wish", taught: "Taught") -> Iterator[str]:
    at, (lessons, whole) = ", ".join(map(str, wish.players)), taught.seconds
    yield (
        f"Learnt in {taught.games:,} games against itself ({plural(taught.rounds, 'round')}, "
        f"{duration(lessons)}; {duration(whole)} with the proof), with {at} players."
    )
    yield f"The best of {taught.tried} that were tried, {taught.chosen}:"
    rows = [
        (f"  {name}", f"{weight:g}", own.features[name])
        for name, weight in sorted(taught.weights.items(), key=lambda each: -abs(each[1]))
    ]
    yield from columns(rows)
    for name in taught.idle:
        yield f"`{name}` teaches it nothing: it is the same for all moves of every decision."
    yield _settled(own, taught)


def _settled(own: "OwnGame", taught: "Taught") -> str:
    """Whether more lessons would change the weights."""
    if not taught.moving:
        return "The weights have converged: more --seconds would hardly change them."
    names = ", ".join(f"`{name}`" for name in taught.moving)
    if len(taught.moving) == len(own.taught) - len(taught.idle):
        names = "The weights"
    return f"{names} still moved at the end: more --seconds may make it better."


def _ladder_words(ladder: "tuple[LearntRung, ...]") -> Iterator[str]:
    """A row for each rival, a column for tables of each size."""
    rows: dict[str, list[str]] = {}
    if ladder[0].other is not None:
        yield "Win rate in all seats, and its rival's on common random numbers (95% intervals):"
        for rung in ladder:
            rows[rung.rival] = [rung.share(), f"{100 * (rung.other or 0.0):.0f}%"]
        head = ["  rival", "won", "the rival"]
    else:
        yield "Its share of the wins, alone among others, on fresh random numbers (95% intervals):"
        for rung in ladder:
            rows.setdefault(rung.rival, []).append(rung.share())
        sizes = [*dict.fromkeys(rung.players for rung in ladder)]
        head = ["  among", *(f"{size} players" for size in sizes)]
        rows["no better than they are"] = [f"{100 / size:.0f}%" for size in sizes]
    yield from columns([head, *([f"  {name}", *cells] for name, cells in rows.items())])


def _held_words(own: "OwnGame", taught: "Taught") -> Iterator[str]:
    """What the player had to beat, or not to lose to, and what came out; the first decides."""
    over = "its win rate" if own.kind.TOGETHER else "a fair share of the wins"
    for each in sorted(taught.held, key=lambda held: not held.deciding):
        value, low, high = (100 * end for end in (each.over.value, each.over.low, each.over.high))
        task = "which it had to beat" if each.deciding else "to which it must not lose"
        yield (
            f"Held against `{each.rival}`, {task}, in {each.games:,} fresh games: {value:+.1f} "
            f"points over {over} (95% interval {low:+.1f} to {high:+.1f})."
        )


def _again(own: "OwnGame", wish: "Wish", taught: "Taught") -> str:
    """The command that learns the same from the same files, whatever the machine is at."""
    whole = (*own.kind.PLAYERS,) == wish.players
    people = () if whole else ("--players", wish.players[0])
    words = ("--games", taught.games, "--seed", wish.seed, *people)
    return command("learn", own.source.file, *words)


def _after_writing(path: Path, own: "OwnGame", again: str) -> str:
    """How the same is learnt again, now that other weights lie there than it began with."""
    if not own.source.players:
        return f"To repeat it: delete {path}, then {again}"
    return (
        "It went on from what was learnt before, which is written over: the same cannot be learnt "
        f"again. From the start: delete {path}, then {again}"
    )


def _write(path: Path, own: "OwnGame", wish: "Wish", taught: "Taught") -> None:
    """Lay what was learnt beside the file, whole or not at all."""
    from simulate.own.learnt import written

    try:
        disk.write(path, written(_whole_of(own, wish, taught), own.source.file))
    except OSError as error:
        raise RunError(f"{path} cannot be written: {error.strerror or error}") from error


def _whole_of(own: "OwnGame", wish: "Wish", taught: "Taught") -> "Learnt":
    """What lies beside the file from now on; what was learnt for other tables of it stays."""
    from simulate.own.learnt import PLAN, Learnt, LearntPlayer, Schooling, fits, learnt_of

    today = date.today().isoformat()
    before = learnt_of(own.source)
    weights, by_players = dict(taught.weights), taught.stays
    old = [*before.learnt.ladder] if before is not None and fits(own.source, before) else []
    ladder = [rung for rung in taught.ladder if str(rung.players) not in taught.stays]
    if before is not None and old and wish.players != (*own.kind.PLAYERS,):
        seats = wish.players[0]
        weights = before.balanced.weights
        by_players = before.balanced.by_players | {str(seats): dict(taught.weights)}
        ladder = [rung for rung in old if rung.players != seats] + ladder
    else:
        ladder = [rung for rung in old if str(rung.players) in taught.stays] + ladder
    schooling = Schooling(
        text=own.source.mark,
        date=today,
        seed=wish.seed,
        rounds=taught.rounds,
        games=taught.games,
        ladder=ladder,
    )
    source = (
        f"learnt: {taught.games:,} games against itself, seed {wish.seed}, {today}; {taught.chosen}"
    )
    player = LearntPlayer(plan=PLAN, source=source, weights=weights, by_players=by_players)
    return Learnt(learnt=schooling, balanced=player)
