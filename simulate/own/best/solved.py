"""Best play of the settings of an own game, kept in the user's cache for each version of it."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from simulate.core.errors import RunError
from simulate.core.files import disk
from simulate.own.best import equilibrium, exact
from simulate.own.best.exact import AT_ONCE, BestPlay, NotSolved, TooMany
from simulate.own.best.keys import told_apart
from simulate.own.declared import OwnGame
from simulate.own.setting import OwnTable
from simulate.pack import configs

LARGEST = 200_000_000  # bytes of a file
MOST_KEPT = 40  # files of a game; the oldest goes
PARTS = ("keys", "first_move", "worth", "shares", "drawn")

_known: dict[str, BestPlay | NotSolved] = {}


def best_play(table: OwnTable, most: int = AT_ONCE) -> BestPlay:
    """Best play in a setting, found now or earlier, here or in another process.

    most: as of `simulate.own.best.exact.solve`.  Raises NotSolved.
    """
    mark = _mark(table)
    found = _known.get(mark) or _read(table, mark)
    if found is None or (isinstance(found, NotSolved) and most > found.tried):
        found = _found(table, mark, most)
    _known[mark] = found
    if isinstance(found, NotSolved):
        raise found
    return found


def all_solved(tables: Sequence[OwnTable]) -> Sequence[BestPlay]:
    """Best play in all of these settings, where it is known or soon found; else none."""
    try:
        return [best_play(table, AT_ONCE // len(tables)) for table in tables]
    except RunError:  # NotSolved, or the designer's code fails, of which the run itself tells
        return []


def settings_of(own: OwnGame) -> Iterator[dict[str, Any]]:
    """Every setting of a game, with nobody in particular at the table."""
    kind = own.kind
    for people in kind.PLAYERS:
        for levels in product(*kind.SETTINGS.values()):
            yield own.at_random(people, dict(zip(kind.SETTINGS, levels, strict=True)))


def _found(table: OwnTable, mark: str, most: int) -> BestPlay | NotSolved:
    found: BestPlay | NotSolved
    try:
        found = (equilibrium if table.own.hides else exact).solve(table, most)
    except NotSolved as why:
        found = why
        if isinstance(why, TooMany):
            why.tried = most
    with suppress(OSError):
        _write(_file(table, mark), found)
    return found


def _mark(table: OwnTable) -> str:
    """The version of a game with its rules, its cards and all else that is not who plays."""
    cards = {kind: {name: vars(card) for name, card in each.items()}
             for kind, each in vars(table.cards).items()}  # fmt: skip
    plain = {k: v for k, v in table.setting.items() if k not in ("strategy", "skill", "seed")}
    whole = repr((table.own.source_hash(), sorted(vars(table.rules).items()), cards, plain,
                  table.own.hides))  # fmt: skip
    return blake2b(whole.encode(), digest_size=10).hexdigest()


def _file(table: OwnTable, mark: str) -> Path:
    return configs.game_folder(table.own.name) / f"best-{mark}.npz"


def _write(path: Path, found: BestPlay | NotSolved) -> None:
    data = BytesIO()
    if isinstance(found, NotSolved):
        np.savez(data, why=np.asarray(str(found)), tried=np.asarray(found.tried))
        disk.write(path, data.getvalue())
        return
    parts: dict[str, Any] = {name: np.asarray(getattr(found, name)) for name in PARTS}
    np.savez(data, **parts)
    disk.write(path, data.getvalue())
    kept = sorted(path.parent.glob("best-*.npz"), key=lambda each: each.stat().st_mtime)
    for each in kept[:-MOST_KEPT]:
        each.unlink(missing_ok=True)


def _read(table: OwnTable, mark: str) -> BestPlay | NotSolved | None:
    """What lies there, if it is what was written."""
    try:
        with np.load(BytesIO(disk.read(_file(table, mark), LARGEST)), allow_pickle=False) as file:
            if "why" in file:
                known = NotSolved(str(file["why"]))
                known.tried = int(file["tried"])
                return known
            parts = {name: file[name] for name in PARTS}
        return _checked(parts, table)
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return None


def _checked(parts: Mapping[str, Any], table: OwnTable) -> BestPlay | None:
    keys, first, worth, shares = (parts[name] for name in PARTS[:-1])
    whole = keys.dtype == np.uint64 and (np.diff(first) > 0).all() and np.isfinite(worth).all()
    if not (whole and (len(keys) + 1, len(worth)) == (len(first), first[-1])):
        return None
    if shares.shape != (table.people,):
        return None
    by_seat = tuple(map(float, shares))
    drawn, is_mixed = float(parts["drawn"]), table.own.hides
    return BestPlay(keys, first, worth, by_seat, drawn, told_apart(table.own), is_mixed)
