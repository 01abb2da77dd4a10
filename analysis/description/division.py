"""Which option does how much of what its table does?  Where all play together."""

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from analysis.data.counts import OF_TABLE, Counts
from analysis.data.design import Design


@dataclass(frozen=True)
class Division:
    """One tally: how much of it each option does, over an even share; 1 is an even share.

    times: label of the option -> times an even share; None where nobody did it.
    """

    column: str
    meaning: str
    times: Mapping[str, float | None]


def divisions(design: Design, counts: Counts) -> list[Division]:
    """Every tally column, in declared order, over the printed cells of several seats."""
    if counts.divided.is_empty():
        return []
    base = pl.col("cell").is_in([c.number for c in design.base])
    table = counts.divided.filter(base & (pl.col("seats") > 1))
    parts = table.partition_by("option", as_dict=True)
    options = {
        design.name_in(design.option_section, str(key[0])): part for key, part in parts.items()
    }
    return [
        Division(
            c["name"],
            c.get("meaning", ""),
            {label: _times(options[label], c["name"]) for label in sorted(options)},
        )
        for c in design.columns("seats", "tally")
    ]


def _times(part: pl.DataFrame, name: str) -> float | None:
    """Own sum over the even shares of its tables' sums, settings added up."""
    even = float((part[OF_TABLE + name] / part["seats"]).sum())
    return float(part[name].sum()) / even if even else None
