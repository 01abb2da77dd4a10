"""Small files of games that nobody played."""

from dataclasses import replace
from functools import cache

from simulate.core.files import sheets
from simulate.core.files.sheets import Sheet
from simulate.playtests.reading import read
from simulate.playtests.terms import experiment_of

HEROES = ("ranger", "cleric", "bard", "druid")
PEOPLE = ("Annabel", "Benedikt", "Chiara", "Dorotea")
HEADINGS = ("game", "date", "group", "players", "horde", "seat", "hero", "won", "score", "rounds",
            "minutes", "newcomer", "who", "leave_out")  # fmt: skip


def night(count=6):
    """Rows of so many games of Defenders by two or three people, by heading."""
    for number in range(1, count + 1):
        players = 2 + number % 2
        for seat in range(1, players + 1):
            yield {
                "game": number,
                "date": f"2026-05-{number:02}",
                "group": "Tuesday" if number % 3 else "Friday",
                "players": players,
                "horde": "easy" if number < 4 else "hard",
                "seat": seat,
                "hero": HEROES[(seat + number) % 4],
                "won": "yes" if number % 2 else "no",
                "rounds": 3 + number,
                "minutes": 30.5,
                "newcomer": "yes" if seat == number else "no",
                "who": PEOPLE[seat - 1],
            }


def contest(count=6, players=3):
    """Rows of so many games of Kingdoms, of which each seat wins in turn."""
    factions = ("orcs", "dwarves", "elves", "undead", "humans")
    for number in range(1, count + 1):
        for seat in range(1, players + 1):
            yield {
                "game": f"K{number}",
                "date": f"2026-06-{number:02}",
                "exploration": "no",
                "seat": seat,
                "faction": factions[(seat + number) % 5],
                "won": "x" if number % players == seat - 1 else "",
                "score": 10 + seat,
            }


def sheet_of(rows, name="games"):
    """The rows under all their headings."""
    rows = [*rows]
    headings = [*dict.fromkeys(heading for row in rows for heading in row)]
    return Sheet(name, [headings, *([row.get(h) for h in headings] for row in rows)])


def written(folder, rows, name="games.csv"):
    """A file of such rows; a single CSV bears the name of its table."""
    if name.endswith(".csv"):
        path = folder / name
        path.write_text(sheets.as_csv(sheet_of(rows)), "utf-8")
        return path
    sheets.write(folder / name, [sheet_of(rows)])
    return folder / name


@cache
def asked(game):
    """The game, which is looked up once for all tests."""
    return experiment_of(game)


def read_of(folder, rows, game="defenders", name="games.csv"):
    return read(asked(game), written(folder, rows, name))


def plain(found):
    """The games of a file without where they stand in it."""
    return [replace(game, place="") for game in found.games]


def changed(rows, at, **cells):
    """The rows with other cells in one of them, counted as a spreadsheet does."""
    rows = [dict(row) for row in rows]
    rows[at - 2] |= cells
    return rows
