"""Games out of the plays of BoardGameGeek: its XML, or a sheet with a row for each person."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.parsers import expat

from simulate.core.errors import InputError, Problem
from simulate.core.files import disk
from simulate.core.files.budget import Meter, of_text
from simulate.core.files.sheets import Sheet, place
from simulate.core.text.letters import CONTROL
from simulate.playtests.foreign import ForeignPlay, ForeignPlayer, keep_few

ENDING = ".xml"
NO_DATE = "0000"  # how a play without a date begins it
PLAYS, PLAY, ITEM, PLAYER = "plays", "play", "item", "player"
DOCTYPE = "declares a document type, as no list of plays does: it is not read"
OF_SHEET = ({"win", "startposition"}, {"win", "color"}, {"win", "nowinstats"})  # headings
# Headings of a sheet -> attributes in XML; of a person's name there are two.
CALLED = {
    "playid": "id", "play_id": "id", "play id": "id", "playdate": "date", "duration": "length",
    "game": ITEM, "item": ITEM, "itemname": ITEM, "objectname": ITEM, "gamename": ITEM,
    "player": "name", "playername": "name", "start position": "startposition", "colour": "color",
}  # fmt: skip

Attributes = Mapping[str, str]


class _Plays:
    """The plays of an XML document, element by element; what it makes is counted."""

    def __init__(self, shown: str) -> None:
        self.shown, self.meter = shown, Meter()
        self.plays: list[tuple[Attributes, list[Attributes]]] = []
        self.root = ""

    def read(self, raw: bytes) -> None:
        parser = expat.ParserCreate()
        parser.StartElementHandler = self._begin
        parser.StartDoctypeDeclHandler = self._refuse
        parser.EntityDeclHandler = self._refuse
        parser.Parse(raw, True)

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        letters = sum(map(of_text, attributes.values()))
        self.meter.add(1 + len(attributes) + letters, self.shown)
        self.root = self.root or name
        if name == PLAY:
            self.plays.append((dict(attributes), []))
            keep_few(len(self.plays), self.shown)
        elif name == PLAYER and self.plays:
            self.plays[-1][1].append(attributes)
            keep_few(len(self.plays[-1][1]), self.shown)
        elif name == ITEM and self.plays:
            about, players = self.plays[-1]
            self.plays[-1] = ({**about, ITEM: attributes.get("name", "")}, players)

    def _refuse(self, *_: object) -> None:
        raise InputError([Problem(self.shown, DOCTYPE)])


def read(path: Path, shown: str) -> list[ForeignPlay]:
    """The plays of an XML file.  Raises InputError."""
    found = _Plays(shown)
    try:
        found.read(disk.read(path))
    except OSError as error:
        what = f"cannot be read: {(error.strerror or str(error)).lower()}"
        raise InputError([Problem(shown, what)]) from error
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise InputError([Problem(shown, f"is not valid XML: {error}")]) from error
    if found.root != PLAYS:
        what = f"is no list of plays of BoardGameGeek: it begins with <{found.root[:40]}>, not "
        raise InputError([Problem(shown, f"{what}<{PLAYS}>")])
    return [
        _play(about, players, f"{shown}, play {count}", f"play {count}")
        for count, (about, players) in enumerate(found.plays, start=1)
    ]


def is_of_plays(sheet: Sheet) -> bool:
    """Whether a sheet has the headings that the plays of BoardGameGeek have."""
    headings = set(_headings(sheet))
    return any(these <= headings for these in OF_SHEET) and "id" in headings


def _headings(sheet: Sheet) -> list[str]:
    said = [str(cell or "").strip().lower() for cell in (sheet.rows[0] if sheet.rows else ())]
    return [CALLED.get(heading, heading) for heading in said]


def read_sheet(sheet: Sheet) -> list[ForeignPlay]:
    """The plays of a sheet, a row for each person.  Raises InputError."""
    headings = _headings(sheet)
    problems = [Problem(place(sheet, *spot), what) for spot, what in sorted(sheet.wrong.items())]
    if problems:
        raise InputError(problems)
    plays: dict[str, list[tuple[int, Attributes]]] = {}
    for row, cells in enumerate(sheet.rows[1:], start=1):
        filled = {h: _text(c) for h, c in zip(headings, cells, strict=False) if c is not None}
        if filled:
            plays.setdefault(filled.get("id", ""), []).append((row, filled))
    return [
        _play(rows[0][1], [cells for _, cells in rows], place(sheet, row), f"row {row + 1}")
        for rows in plays.values()
        for row in (rows[0][0],)
    ]


def _text(cell: Any) -> str:
    return str(int(cell)) if isinstance(cell, bool) else str(cell).strip()


def _play(about: Attributes, players: Sequence[Attributes], where: str, short: str) -> ForeignPlay:
    return ForeignPlay(
        place=where,
        short=short,
        name=about.get("id") or short,
        title=about.get(ITEM, ""),
        date="" if about.get("date", "").startswith(NO_DATE) else about.get("date", ""),
        players=[_player(each) for each in players],
        minutes=_whole(about.get("length", "")),
        quantity=_whole(about.get("quantity", "")) or 1,
        left_out=_is_yes(about, "incomplete") or _is_yes(about, "nowinstats"),
    )


def _player(about: Attributes) -> ForeignPlayer:
    return ForeignPlayer(
        who=CONTROL.sub("", about.get("username") or about.get("name") or about.get("userid", "")),
        won=_is_yes(about, "win"),
        free=about.get("color", ""),
        seat=_whole(about.get("startposition", "")),
        score=about.get("score", ""),
        newcomer=_is_yes(about, "new") if "new" in about else None,
    )


def _is_yes(about: Attributes, key: str) -> bool:
    return about.get(key, "").strip().lower() in ("1", "true", "yes")


def _whole(said: str) -> int:
    """A whole number from 0; 0 for what is none, as a place in words."""
    plain = said.strip()
    return int(plain) if plain.isdecimal() and len(plain) < 7 else 0
