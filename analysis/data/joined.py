"""Two runs of one game read as one, with settings matched."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from analysis.data.design import LOOKS, PRINTED, VARIANT, looks
from analysis.data.provenance import printed_value
from simulate.experiment.plan import looks_of
from simulate.experiment.stored_plan import EARLIER
from simulate.store import MOST_REPLICATE

BEFORE, AFTER = PRINTED, "after"
NUMBER = pl.col("replicate").cast(pl.Int64).alias("number")

Cell = Mapping[str, Any]
Column = Mapping[str, Any]
Twins = tuple[tuple[Cell, Cell], ...]
Alone = tuple[tuple[dict[str, Any], ...], tuple[dict[str, Any], ...]]


@dataclass(frozen=True)
class Joined:
    """Two runs as one in which the second is a variant of the first.

    twins: (setting before, setting after) as their manifests have them; cell `i` of the joined
    run is the first of twins[i], cell `len(twins) + i` the second.  alone: levels of the settings
    of either run that have no twin.  shared_only: only game numbers that both sides have, where
    nothing was changed and a longer run holds the same games and more, or where both stopped by
    what they had found.
    """

    before: Any
    after: Any
    manifest: dict[str, Any]
    twins: Twins
    alone: Alone
    shared_only: bool = False

    def games(self, first: int = 0, last: int = MOST_REPLICATE) -> pl.LazyFrame:
        """One row a game, of the games `first` to `last` of every twin."""
        return self._rows("games", first, last)

    def seats(self, first: int = 0, last: int = MOST_REPLICATE) -> pl.LazyFrame:
        """One row a seat, of the games `first` to `last` of every twin."""
        return self._rows("seats", first, last)

    def _rows(self, table: str, first: int, last: int) -> pl.LazyFrame:
        names = [c["name"] for c in self.manifest["columns"][table] if c["name"] != "cell"]
        sides = [self._side(getattr(run, table)(first, last), side) for side, run in self._runs()]
        if self.shared_only:
            keys = [self._side(run.games(first, last), side) for side, run in self._runs()]
            sides = [self._met(rows, key) for rows, key in zip(sides, reversed(keys), strict=True)]
        rows: pl.LazyFrame = pl.concat(
            [side.select("cell", *names) for side in sides], how="vertical_relaxed"
        )
        return rows

    def _runs(self) -> Iterator[tuple[int, Any]]:
        return enumerate((self.before, self.after))

    def _side(self, rows: pl.LazyFrame, side: int) -> pl.LazyFrame:
        """Rows of one run, its settings numbered as those of the joined run."""
        start = side * len(self.twins)
        numbers = {int(twin[side]["number"]): start + i for i, twin in enumerate(self.twins)}
        cell = pl.col("cell").cast(pl.Int64)
        return rows.filter(cell.is_in(list(numbers))).with_columns(cell.replace_strict(numbers))

    def _met(self, rows: pl.LazyFrame, games: pl.LazyFrame) -> pl.LazyFrame:
        """Rows of one side of the games that the other side has, too."""
        return rows.with_columns(self._twin, NUMBER).join(
            games.select(self._twin, NUMBER), on=["twin", "number"], how="semi"
        )

    @property
    def _twin(self) -> pl.Expr:
        return (pl.col("cell") % max(1, len(self.twins))).alias("twin")

    def hold_same_rows(self) -> bool:
        """Whether the rows of all game numbers that both runs have are alike, seats' too."""
        return all(self._alike(table) for table in ("games", "seats"))

    def _alike(self, table: str) -> bool:
        key = ["twin", "number", *(["seat"] if table == "seats" else [])]
        known = {"cell", "replicate", "seat"}
        names = [n for c in self.manifest["columns"][table] if (n := c["name"]) not in known]
        first, second = (
            self._side(getattr(run, table)(), side)
            .with_columns(self._twin, NUMBER)
            .select(*key, *names)
            for side, run in self._runs()
        )
        differ = [pl.col(name).ne_missing(pl.col(f"{name}_right")) for name in names]
        unlike = first.join(second, on=key).filter(pl.any_horizontal(pl.lit(False), *differ))
        return bool(unlike.select(pl.len()).collect(engine="streaming").item() == 0)


def join(before: Any, after: Any) -> Joined:
    """Two opened runs of the same game; without twins where no setting is in both.

    Settings are the same where all that either run crosses is at the same level; what neither
    crosses may differ, and is what is compared.  What an experiment varies besides
    (`[[variant]]`) is left out.
    """
    twins, alone = twins_of(before.manifest, after.manifest)
    manifest = _manifest(before.manifest, after.manifest, twins)
    both_stop = _both_stop(before.manifest, after.manifest)
    return Joined(before, after, manifest, twins, alone, shared_only=both_stop)


def twins_of(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[Twins, Alone]:
    """The settings that two manifests have in common, and the levels of those of either alone."""
    sides = [_printed(manifest) for manifest in (before, after)]
    packs = [manifest.get("pack", {}) for manifest in (before, after)]
    names = list(dict.fromkeys(k for cells in sides for cell in cells for k in cell["levels"]))
    names = [name for name in names if name != VARIANT]
    first, second = (
        {_key(_levels(cell, names, pack)): cell for cell in cells}
        for cells, pack in zip(sides, packs, strict=True)
    )
    twins = tuple((cell, second[key]) for key, cell in first.items() if key in second)
    alone = (
        tuple(_levels(first[key], names, packs[0]) for key in first if key not in second),
        tuple(_levels(second[key], names, packs[1]) for key in second if key not in first),
    )
    return twins, alone


def _printed(manifest: Mapping[str, Any]) -> list[Cell]:
    return [cell for cell in manifest["cells"] if cell["levels"].get(VARIANT, PRINTED) == PRINTED]


def _levels(cell: Cell, names: Sequence[str], pack: Mapping[str, Any]) -> dict[str, Any]:
    """What a setting is, by all factors that one of the runs crosses.

    A number of the game that this run does not cross is what it is changed to, or what its pack
    has.
    """
    known = {**cell.get("setting", {}), **(cell.get("changes") or {}), **cell["levels"]}
    return {name: known[name] if name in known else printed_value(pack, name) for name in names}


def _key(levels: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(map(str, levels.values()))


def _manifest(
    before: Mapping[str, Any], after: Mapping[str, Any], twins: Sequence[tuple[Cell, Cell]]
) -> dict[str, Any]:
    levels = [{k: v for k, v in cell["levels"].items() if k != VARIANT} for cell, _ in twins]
    cells = [
        dict(twin[side])
        | {"number": side * len(twins) + i, "levels": crossed | {VARIANT: name}}
        | {"changes": {}, "blanks": []}
        for side, name in enumerate((BEFORE, AFTER))
        for i, (twin, crossed) in enumerate(zip(twins, levels, strict=True))
    ]
    return dict(after) | {
        "cells": cells,
        "columns": {
            t: _shared(before["columns"][t], after["columns"][t]) for t in after["columns"]
        },
        "factors": before["factors"],
        LOOKS: _looks(before, after),
        "shards": [*before["shards"], *after["shards"]],
    }


def _looks(before: Mapping[str, Any], after: Mapping[str, Any]) -> int:
    """How many numbers of games the two may have been looked at with.

    Where both stop by their results they are compared in the games that both have, of which there
    are as many as one of them had at some look.
    """
    if not _both_stop(before, after):
        return looks(before) * looks(after)
    return len({*_looks_of(before), *_looks_of(after)})


def _both_stop(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    return looks(before) > 1 and looks(after) > 1


def _looks_of(manifest: Mapping[str, Any]) -> list[int]:
    return looks_of(int(manifest["experiment"]["games"]), manifest.get("first_look", EARLIER))


def _shared(before: Sequence[Column], after: Sequence[Column]) -> list[Column]:
    """Columns that both runs have, declared alike."""
    known = {c["name"]: (c["dtype"], c["role"]) for c in before}
    return [c for c in after if known.get(c["name"]) == (c["dtype"], c["role"])]
