"""Two runs of one game read as one: each setting of the first beside its twin in the second."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from analysis.data.design import LOOKS, PRINTED, VARIANT, looks
from analysis.data.provenance import printed_value
from simulate.store import MOST_REPLICATE

BEFORE, AFTER = PRINTED, "after"

Cell = Mapping[str, Any]
Column = Mapping[str, Any]


@dataclass(frozen=True)
class Joined:
    """Two runs as one in which the second is a variant of the first.

    twins: (setting before, setting after) as their manifests have them; cell `i` of the joined
    run is the first of twins[i], cell `len(twins) + i` the second.  alone: levels of the settings
    of either run that have no twin.
    """

    before: Any
    after: Any
    manifest: dict[str, Any]
    twins: tuple[tuple[Cell, Cell], ...]
    alone: tuple[tuple[dict[str, Any], ...], tuple[dict[str, Any], ...]]

    def games(self, first: int = 0, last: int = MOST_REPLICATE) -> pl.LazyFrame:
        """One row a game, of the games `first` to `last` of every twin."""
        return self._rows("games", first, last)

    def seats(self, first: int = 0, last: int = MOST_REPLICATE) -> pl.LazyFrame:
        """One row a seat, of the games `first` to `last` of every twin."""
        return self._rows("seats", first, last)

    def _rows(self, table: str, first: int, last: int) -> pl.LazyFrame:
        names = [c["name"] for c in self.manifest["columns"][table]]
        rows: pl.LazyFrame = pl.concat(
            [
                getattr(run, table)(first, last)
                .filter(pl.col("cell").is_in(list(numbers)))
                .with_columns(pl.col("cell").cast(pl.Int64).replace_strict(numbers))
                .select("cell", *(name for name in names if name != "cell"))
                for run, numbers in self._sides()
            ],
            how="vertical_relaxed",
        )
        return rows

    def _sides(self) -> Iterator[tuple[Any, dict[int, int]]]:
        for side, run in enumerate((self.before, self.after)):
            start = side * len(self.twins)
            yield run, {int(twin[side]["number"]): start + i for i, twin in enumerate(self.twins)}


def join(before: Any, after: Any) -> Joined:
    """Two opened runs of the same game; without twins where no setting is in both.

    Settings are the same where all that either run crosses is at the same level; what neither
    crosses may differ, and is what is compared.  What an experiment varies besides
    (`[[variant]]`) is left out.
    """
    sides = [_printed(run.manifest) for run in (before, after)]
    packs = [run.manifest.get("pack", {}) for run in (before, after)]
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
    return Joined(
        before=before,
        after=after,
        manifest=_manifest(before.manifest, after.manifest, twins),
        twins=twins,
        alone=alone,
    )


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
        # Either may have stopped at any of its looks, whatever the other did.
        LOOKS: looks(before) * looks(after),
        "shards": [*before["shards"], *after["shards"]],
    }


def _shared(before: Sequence[Column], after: Sequence[Column]) -> list[Column]:
    """Columns that both runs have, declared alike."""
    known = {c["name"]: (c["dtype"], c["role"]) for c in before}
    return [c for c in after if known.get(c["name"]) == (c["dtype"], c["role"])]
