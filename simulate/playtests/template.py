"""The sheet that people fill in, and what each of its columns means."""

from collections.abc import Iterator
from pathlib import Path

from simulate.core.errors import InputError, Problem
from simulate.core.files import sheets
from simulate.core.files.sheets import Sheet, Value
from simulate.core.game.facts import Factor
from simulate.experiment import Experiment
from simulate.playtests.rows import (
    DATE,
    GAME,
    GROUP,
    LEAVE_OUT,
    MINUTES,
    NEWCOMER,
    ROUNDS,
    SCORE,
    SEAT,
    WHO,
    WON,
)
from simulate.playtests.terms import GameTerms, experiment_of

GAMES, COLUMNS = "games", "columns"  # the sheets
YES_NO = "yes or no"
THERE = "is there already, perhaps with games of yours: give another name, or remove it"
SHARE = "yes or no; of a tie the share, such as 0.5"
HEADINGS = ("column", "meaning", "may hold", "printed")


def write(game: Experiment | str, path: Path | str) -> list[Path]:
    """Write an empty sheet of games, and one that says what its columns mean; the paths.

    game: as `reading.read` takes it.  path: ends with .xlsx, .ods or .csv, which is a file for
    each sheet.  Raises InputError, also where a file is there already.
    """
    terms = GameTerms(experiment_of(game) if isinstance(game, str) else game)
    if standing := sheets.standing(Path(path)):
        raise InputError([Problem(str(each), THERE) for each in standing])
    return sheets.write(Path(path), template(terms))


def template(terms: GameTerms) -> list[Sheet]:
    """Both sheets."""
    told = [*_columns(terms)]
    headings = dict.fromkeys(str(row[0]) for row in told if row[0])
    return [Sheet(GAMES, [[*headings]]), Sheet(COLUMNS, [[*HEADINGS], *told, *_row_a_game(terms)])]


def _columns(terms: GameTerms) -> Iterator[list[Value]]:
    """A line for each column, and one for each name that it may hold."""
    yield [GAME, "a number or a name, the same in all rows of one game", "any text", ""]
    yield [DATE, "when it was played", "a date, such as 2026-05-03", ""]
    yield [GROUP, "who played, so that games of the same people are told apart", "any text", ""]
    for factor in terms.chosen:
        yield from _of_factor(terms, factor)
    yield [SEAT, "place in the order of turns, 1 begins; a row for each seat", "1, 2, ...", ""]
    if terms.option:
        yield from _of_option(terms)
    yield [WON, *_of_won(terms), ""]
    yield [SCORE, "points at the end, where the game has any", "a number", ""]
    yield [ROUNDS, "rounds that were begun", "a whole number", ""]
    yield [MINUTES, "how long it took", "a number", ""]
    yield [NEWCOMER, "whether the person had not played it before", YES_NO, ""]
    what = "the person, the same in all games; only used to tell people apart, and never printed"
    yield [WHO, what, "any text", ""]
    yield [LEAVE_OUT, "whether the game does not count: broken off, or played wrongly", YES_NO, ""]


def _of_factor(terms: GameTerms, factor: Factor) -> Iterator[list[Value]]:
    names = terms.level_names(factor)
    for number, (level, printed) in enumerate(names.items()):
        said = ("", "") if number else (factor.name, factor.meaning)
        yield [*said, _word(level), printed]


def _of_option(terms: GameTerms) -> Iterator[list[Value]]:
    if not terms.option_names:
        yield [terms.option, "what the seat played", "any text", ""]
    several = f", {terms.held} of them with ; between" if terms.held > 1 else ""
    for number, (option, printed) in enumerate(terms.option_names.items()):
        said = ("", "") if number else (terms.option, f"what the seat played{several}")
        yield [*said, option, printed]


def _of_won(terms: GameTerms) -> tuple[str, str]:
    if terms.facts.cooperative:
        return "whether the game was won, the same in all rows of it", YES_NO
    return "whether the seat won, alone or shared", SHARE


def _row_a_game(terms: GameTerms) -> Iterator[list[Value]]:
    """How the same is told with a row for each game."""
    held = terms.option or WHO
    yield []
    what = f"A row for each game instead: `{held}.1`, `{held}.2` and so on in place of `seat` and "
    what += f"`{held}`, in the same way `score.1`, `newcomer.1`, `who.1`"
    if not terms.facts.cooperative:
        what += "; `winner` in place of `won`: the seat, or what it played, of a tie all of them "
        what += "with ; between"
    yield ["", what]


def _word(level: object) -> str:
    return {True: "yes", False: "no"}[level] if isinstance(level, bool) else str(level)
