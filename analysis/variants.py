"""What is each change worth?  Variants against the printed game on the same seeds."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analysis import pooled, verdicts
from analysis.corrections import q_values
from analysis.counts import Counts
from analysis.design import Cell, Design
from analysis.intervals import Rate, p_value
from analysis.pairs import Paired, combination, mean_of
from analysis.provenance import printed_value
from simulate.toml.validate import written

STEP = re.compile(r"(\S+) -> (\S+)")


@dataclass(frozen=True)
class Change:
    """One value that a variant changes; `printed` is None where the run does not say it."""

    path: str
    printed: Any
    value: Any


@dataclass(frozen=True)
class Worth:
    """One variant: how many points the players win more or less with it.

    cut_off: games with it that hit a limit, counted as not won.
    """

    name: str
    family: str
    changes: tuple[Change, ...]
    blanks: tuple[str, ...]
    rate: Rate
    cut_off: int
    paired: Paired
    q: float
    verdict: str


def worths(design: Design, counts: Counts) -> list[Worth]:
    """Every variant, from the one that costs the players most to the one that helps most."""
    moved = []
    for name in design.variants:
        twins = [t for t in design.twins(name) if counts.games(t[0]) and counts.games(t[1])]
        if twins:
            moved.append((name, twins, combination(counts.won, mean_of(twins))))
    qs = q_values([p_value(paired.effect) for _, _, paired in moved])
    worths = [
        _worth(design, counts, name, twins, paired, q)
        for (name, twins, paired), q in zip(moved, qs, strict=True)
    ]
    return sorted(worths, key=lambda w: (w.paired.effect.value, w.name))


def _worth(
    design: Design, counts: Counts, name: str, twins: list, paired: Paired, q: float
) -> Worth:
    base, cell = design.pair(twins[0])
    own = changes_of(cell, base, design.manifest)
    return Worth(
        name,
        _family(cell, own),
        own,
        cell.blanks,
        pooled.wins(counts, [other for _, other in twins]),
        counts.cut_off({other for _, other in twins}),
        paired,
        q,
        verdicts.of_effect(paired.effect, q),
    )


def _family(cell: Cell, own: tuple[Change, ...]) -> str:
    """What kind of thing is changed: the first part of the path, or the kind of card."""
    paths = [*cell.blanks, *(change.path for change in own)]
    parts = paths[0].split(".") if paths else [""]
    if parts[0] == "cards" and len(parts) > 1:
        return parts[1]
    return parts[0]


def changes_of(cell: Cell, base: Cell, manifest: Mapping[str, Any]) -> tuple[Change, ...]:
    """What a variant changes beside the game that it is compared with; what both have is left out.

    printed: the value that the game it is compared with has.
    """
    pack = manifest.get("pack", {})
    return tuple(
        Change(path, base.changes.get(path, printed_value(pack, path)), value)
        for path, value in cell.changes.items()
        if path not in base.changes or base.changes[path] != value
    )


def misnamed(design: Design) -> list[tuple[str, Change]]:
    """Variants called "... 1 -> 2" in which no value goes from 1 to 2, with what changes there."""
    misnamed = []
    for name in design.variants:
        step = STEP.search(name)
        twins = next(design.twins(name), None)
        if step is None or twins is None:
            continue
        base, cell = design.pair(twins)
        own = changes_of(cell, base, design.manifest)
        if own and not any((_plain(c.printed), _plain(c.value)) == step.groups() for c in own):
            misnamed.append((name, own[0]))
    return misnamed


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else written(value)
