"""Read a file of games that people played: a sheet, or what an app has exported."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from simulate.core.errors import InputError, Problem, nearest
from simulate.core.files import sheets
from simulate.core.files.sheets import Sheet
from simulate.core.text.amounts import plural
from simulate.core.text.letters import look
from simulate.experiment import Experiment
from simulate.playtests import bg_stats, bgg
from simulate.playtests.foreign import PlayedElsewhere
from simulate.playtests.games import FoundGame, GameMaker, unplayed
from simulate.playtests.records import Playtests, TableGame
from simulate.playtests.rows import GameRow, Refusals, SheetOfGames
from simulate.playtests.template import COLUMNS, GAMES
from simulate.playtests.terms import GameTerms, experiment_of

FEWEST = 5  # games: of fewer nothing can be said
ENDINGS = (*sheets.ENDINGS, *bg_stats.ENDINGS, bgg.ENDING)
MOST_NAMED = 8


def read(game: Experiment | str, path: Path | str) -> Playtests:
    """The games of a file, each of which the game can play.

    game: an experiment whose fixed levels stand where the file says nothing, or what is typed for
    a game: its name, the folder of a pack, an own file.  path: a sheet with a row for each seat or
    each game (XLSX, ODS, CSV), an export of BG Stats (JSON) or the plays of BoardGameGeek (XML).
    Raises InputError with all that is wrong, each with its place.
    """
    terms = GameTerms(experiment_of(game) if isinstance(game, str) else game)
    refused = Refusals()
    rows, notes = _rows(terms, Path(path), str(path), refused)
    maker = GameMaker(terms, rows, refused)
    found = maker.found()
    left_out = len(maker.left_out)
    if maker.told - left_out < FEWEST and not (refused.problems and not maker.told):
        refused.add(str(path), _too_few(maker.told - left_out))
    _refuse_twice(found, refused)
    refused.check()
    kept, alike = _once(found)
    if len(kept) < FEWEST:
        raise InputError([Problem(str(path), f"{_too_few(len(kept))}; {' '.join(alike)}")])
    grouped, has_groups, of_groups = _grouped(kept)
    games = tuple(sorted(grouped, key=lambda each: (each.date, _natural(each.name))))
    notes += [*_of_left_out(maker), *alike, *of_groups, *_of_untold(terms, kept)]
    notes += [*_of_seats(terms, maker), *_of_options(terms, games)]
    return Playtests(str(path), games, tuple(notes), has_groups)


def _rows(
    terms: GameTerms, path: Path, shown: str, refused: Refusals
) -> tuple[list[GameRow], list[str]]:
    """The rows of a file, a row a seat, and what is to be said of how they were read."""
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        what = f"its name must end with {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}"
        raise InputError([Problem(shown or '""', what + nearest(ending, ENDINGS))])
    if ending in bg_stats.ENDINGS:
        return PlayedElsewhere(terms, refused, shown).rows(bg_stats.read(path, shown))
    if ending == bgg.ENDING:
        return PlayedElsewhere(terms, refused, shown).rows(bgg.read(path, shown))
    sheet = _sheet(sheets.read(path, shown, dates=True), shown)
    if bgg.is_of_plays(sheet):
        return PlayedElsewhere(terms, refused, shown).rows(bgg.read_sheet(sheet))
    table = SheetOfGames(sheet, terms, refused)
    rows = table.rows()
    return rows, [*_of_sheet(sheet), *_of_columns(table.left_out)]


def _sheet(found: Sequence[Sheet], shown: str) -> Sheet:
    """The sheet of games among those of a file."""
    filled = [sheet for sheet in found if any(any(row) for row in sheet.rows)]
    named = [sheet for sheet in filled if sheet.name.lower() == GAMES]
    others = [sheet for sheet in filled if sheet.name.lower() != COLUMNS]
    if len(named or others) == 1:
        return (named or others)[0]
    if not filled:
        raise InputError([Problem(shown, "holds nothing; `--template` writes a sheet to fill")])
    names = ", ".join(sheet.name for sheet in filled[:MOST_NAMED])
    raise InputError([Problem(shown, f"which sheet has the games? Call it `{GAMES}` ({names})")])


def _too_few(count: int) -> str:
    said = f"holds {plural(count, 'game')}" if count else "holds no games yet"
    return f"{said}; at least {FEWEST} are needed to say anything"


def _natural(name: str) -> tuple[int, float, str]:
    """The order in which people count: 2 before 10, numbers before names."""
    return (0, int(name), name) if name.isdecimal() and len(name) < 18 else (1, 0, name)


# Look-alikes


def _refuse_twice(found: Sequence[FoundGame], refused: Refusals) -> None:
    """Two games of one name, each in a row of its own, are one."""
    first: dict[str, FoundGame] = {}
    for each in found:
        other = first.setdefault(look(each.game.name), each)
        if other is not each and _content(other.game) != _content(each.game):
            what = f"game `{each.game.name}` stands in {other.game.place} already, with another "
            refused.add(each.where, f"{what}result or line-up")


def _once(found: Sequence[FoundGame]) -> tuple[list[FoundGame], list[str]]:
    """The games without those that stand there twice, and a sentence for the first look-alikes."""
    kept, notes = list[FoundGame](), list[str]()
    by_content: dict[tuple[object, ...], FoundGame] = {}
    for each in found:
        content = _content(each.game)
        first = by_content.setdefault(content, each)
        is_same = each.named and look(first.game.name) == look(each.game.name)
        if first is each or not (is_same or _tells_much(each.game)):
            kept.append(each)
            continue
        both = _both(first.game, each.game)
        if each.named and first.named and not is_same:
            kept.append(each)
            notes.append(f"{both} look like one game: both count, as `game` differs.")
        else:
            notes.append(f"{both} look like one game: it counts once.")
    more = len(notes) - MOST_NAMED
    look_so = "looks like another" if more == 1 else "look like another"
    told = [f"In the same way {plural(more, 'more game')} {look_so}."] * (more > 0)
    return kept, notes[:MOST_NAMED] + told


def _content(game: TableGame) -> tuple[object, ...]:
    """What two games have in common that may be one: date, line-up and result."""
    seats = tuple((seat.options, seat.won, seat.score, seat.who) for seat in game.seats)
    return game.date, tuple(game.levels.items()), seats, game.rounds, game.minutes


def _tells_much(game: TableGame) -> bool:
    """Whether two games of which the same is told are hardly two."""
    told = all(seat.options or seat.score is not None for seat in game.seats)
    return bool(game.date) and told


def _both(first: TableGame, other: TableGame) -> str:
    """`Rows 7 and 19`, where each is one row or begins with it."""
    one, two = (each.place.partition(" to ")[0] for each in (first, other))
    word, _, number = one.partition(" ")
    return f"{word.removesuffix('s').capitalize()}s {number} and {two.rpartition(' ')[2]}"


# Groups


def _grouped(kept: Sequence[FoundGame]) -> tuple[list[TableGame], bool, list[str]]:
    """The games with their groups, whether the file tells these, and what is to be said of it."""
    games = [each.game for each in kept]
    told = sum(bool(game.group) for game in games)
    grouped = [replace(g, group=g.group or g.date or f"game {g.name}") for g in games]
    if told == len(games):
        return grouped, True, []
    dated = sum(not game.group and bool(game.date) for game in games)
    alone = len(games) - told - dated
    said = "No column `group`" if not told else f"{plural(len(games) - told, 'game')} without group"
    parts = ["games of one date are taken for those of one group"] * bool(dated)
    parts += [f"{plural(alone, 'game')} without date for a group each"] * bool(alone)
    return grouped, told > 0, [f"{said}: {'; '.join(parts)}."]


# Notes


def _of_sheet(sheet: Sheet) -> Iterator[str]:
    if sheet.remark:
        yield f"{sheet.file} {sheet.remark}."
    if sheet.hidden:
        yield f"Hidden in the spreadsheet, and read all the same: {sheet.hidden}."


def _of_columns(left_out: Sequence[str]) -> Iterator[str]:
    if left_out:
        word = "Column" if len(left_out) == 1 else "Columns"
        yield f"{word} left out: {_listed(left_out)}."


def _of_left_out(maker: GameMaker) -> Iterator[str]:
    if maker.left_out:
        count, where = plural(len(maker.left_out), "game"), _listed(maker.left_out)
        yield f"Left out, as the file says: {count} ({where})."


def _of_untold(terms: GameTerms, kept: Sequence[FoundGame]) -> Iterator[str]:
    """Which levels were taken for the usual ones; how many played, the rows tell."""
    said = []
    for name in (factor.name for factor in terms.chosen if not factor.who_plays):
        untold = [each.game.levels[name] for each in kept if name in each.untold]
        if not untold:
            continue
        levels = dict.fromkeys(map(_plain, untold))
        of = "" if len(untold) == len(kept) else f" in {plural(len(untold), 'game')}"
        said.append(f"`{name}`{of} (taken as {' or '.join(levels)})")
    if said:
        yield f"Not told, and taken as usual: {', '.join(said)}."


def _of_seats(terms: GameTerms, maker: GameMaker) -> Iterator[str]:
    if maker.seatless and not terms.facts.cooperative:
        count = plural(maker.seatless, "game")
        yield f"No seats in {count}: the order of the file is taken for the order of seats."


def _of_options(terms: GameTerms, games: Sequence[TableGame]) -> Iterator[str]:
    if not terms.option:
        return
    never, untold = unplayed(terms, games)
    seats = sum(len(game.seats) for game in games)
    if untold:
        yield f"`{terms.option}` is not told of {untold:,} of {plural(seats, 'seat')}."
    if never and untold < seats:
        between = "; " if any(", " in name for name in never) else ", "
        yield f"Nobody played {_listed(never, between)}."


def _plain(level: object) -> str:
    return str(level).lower() if isinstance(level, bool) else str(level)


def _listed(names: Sequence[str], between: str = ", ") -> str:
    more = f" and {len(names) - MOST_NAMED:,} more" if len(names) > MOST_NAMED else ""
    return between.join(names[:MOST_NAMED]) + more
