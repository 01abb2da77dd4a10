"""Games out of an export of the app BG Stats: JSON in which people and games are known by id."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from simulate.core.errors import InputError, Problem
from simulate.core.files import disk
from simulate.playtests.foreign import ForeignPlay, ForeignPlayer, keep_few

ENDINGS = (".json", ".bgsplay")
LARGEST = disk.LARGEST
PARTS = ("players", "games", "plays")


def read(path: Path, shown: str) -> list[ForeignPlay]:
    """The plays of an export.  Raises InputError."""
    try:
        data = disk.json_of(path, LARGEST)
    except OSError as error:
        what = f"cannot be read: {(error.strerror or str(error)).lower()}"
        raise InputError([Problem(shown, what)]) from error
    except ValueError as error:
        raise InputError([Problem(shown, f"is not valid JSON: {error}")]) from error
    missing = [part for part in PARTS if not _is_tables(data, part)]
    if missing:
        what = f"is no export of BG Stats: it has no list `{'` and `'.join(missing)}`"
        raise InputError([Problem(shown, what)])
    keep_few(len(data["plays"]), shown)
    games, people = _by_id(data["games"]), _by_id(data["players"])
    return [_play(entry, n, shown, games, people) for n, entry in enumerate(data["plays"], 1)]


def _is_tables(data: Any, part: str) -> bool:
    entries = data.get(part) if isinstance(data, Mapping) else None
    return isinstance(entries, list) and all(isinstance(entry, Mapping) for entry in entries)


def _by_id(entries: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Names by id; an id may be any value in a file that somebody has made."""
    return {str(entry.get("id")): str(entry.get("name") or "") for entry in entries}


def _play(
    entry: Mapping[str, Any],
    number: int,
    shown: str,
    games: Mapping[str, str],
    people: Mapping[str, str],
) -> ForeignPlay:
    scores = entry.get("playerScores")
    each = [s for s in scores if isinstance(s, Mapping)] if isinstance(scores, list) else []
    orders = [_whole(score.get("seatOrder")) for score in each]
    first = 1 if sorted(orders) == [*range(len(orders))] and len(orders) > 1 else 0
    return ForeignPlay(
        place=f"{shown}, play {number}",
        short=f"play {number}",
        name=str(entry.get("uuid") or f"play {number}"),
        title=games.get(str(entry.get("gameRefId")), ""),
        date=str(entry.get("playDate") or ""),
        players=[_player(s, o + first, people) for s, o in zip(each, orders, strict=True)],
        minutes=_whole(entry.get("durationMin")),
        rounds=_whole(entry.get("rounds")),
        quantity=_whole(entry.get("quantity")) or 1,
        left_out=_is_yes(entry.get("ignored")) or _is_yes(entry.get("incomplete")),
    )


def _player(score: Mapping[str, Any], seat: int, people: Mapping[str, str]) -> ForeignPlayer:
    who = str(score.get("playerRefId"))
    new = score.get("newPlayer")
    return ForeignPlayer(
        who=people.get(who) or who,
        won=_is_yes(score.get("winner")),
        free=str(score.get("role") or score.get("team") or ""),
        seat=seat,
        score=str(score.get("score") or ""),
        newcomer=None if new is None else _is_yes(new),
    )


def _whole(value: Any) -> int:
    """A whole number from 0; 0 for what is none."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return int(value) if is_number and 0 <= value < 10**6 else 0


def _is_yes(value: Any) -> bool:
    return value is True or value == 1
