"""What is each change worth?  Variants against the printed game on the same seeds."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analysis.data.counts import Counts
from analysis.data.design import Cell, Design, Move
from analysis.data.provenance import printed_value
from analysis.estimators import pooled
from analysis.estimators.pairs import Paired, combination, mean_of
from analysis.rates.crossed import At, crossed, played
from analysis.rates.levels import Levels
from analysis.stats import verdicts
from analysis.stats.intervals import Rate
from simulate.core.text.validate import written


@dataclass(frozen=True)
class VariantChange:
    """One value that a variant changes; `printed` is None where the run does not say it."""

    path: str
    printed: Any
    value: Any


@dataclass(frozen=True)
class Worth:
    """One variant: how many points the players win more or less with it.

    cut_off: games with it that hit a limit, counted as not won.  at: setting by setting.
    """

    name: str
    family: str
    changes: tuple[VariantChange, ...]
    blanks: tuple[str, ...]
    rate: Rate
    cut_off: int
    paired: Paired
    q: float
    verdict: str
    at: tuple[At, ...]


def worths(design: Design, counts: Counts, judge: Levels) -> list[Worth]:
    """Every variant, from the one that costs the players most to the one that helps most."""
    changes = [move for move in played(design, counts) if move.factor is None]
    sure = design.confidence
    moved = [combination(counts.judged, mean_of(list(move.pooled)), sure) for move in changes]
    judged = verdicts.of_family([paired.effect for paired in moved])
    each = crossed(design, counts, judge, changes)
    worths = [
        _worth(design, counts, move, paired, *given, tuple(at))
        for move, paired, given, at in zip(changes, moved, judged, each, strict=True)
    ]
    return sorted(worths, key=lambda w: (w.paired.effect.value, w.name))


def _worth(
    design: Design, counts: Counts, move: Move, paired: Paired, q: float, verdict: str,
    at: tuple[At, ...],
) -> Worth:  # fmt: skip
    base, cell = design.pair(move.pooled[0])
    own = changes_of(cell, base, design.manifest)
    changed = [other for _, other in move.pooled]
    rate, cut_off = pooled.wins(counts, changed, design.confidence), counts.cut_off(set(changed))
    family = _family(cell, own)
    return Worth(move.name, family, own, cell.blanks, rate, cut_off, paired, q, verdict, at)


def landing(worths: Sequence[Worth]) -> list[Worth]:
    """The changes that bring settings into their bands, the most settings and smallest edit first.

    Where none does: those that come nearer, the nearest first.  Empty without a band, and where
    every setting is in its own already.
    """
    if not any(_outside(w, False) for w in worths):
        return []
    sure = [w for w in worths if w.verdict in verdicts.SHOWN]
    gains = [w for w in sure if lands(w)]
    if gains:
        return sorted(gains, key=lambda w: (-_sure(w), -inside(w, True), *_size(w)))
    nearer = [w for w in sure if _outside(w, True) < _outside(w, False)]
    return sorted(nearer, key=lambda w: (_outside(w, True), *_size(w)))


def lands(worth: Worth) -> bool:
    """Whether a change brings any setting into its band that was not in it."""
    return inside(worth, True) > inside(worth, False)


def _sure(worth: Worth) -> int:
    return sum(at.now == verdicts.ON_TARGET for at in worth.at)


def inside(worth: Worth, after: bool) -> int:
    """How many settings have a rate inside their band, with the change or without it."""
    return sum(beyond(at, after) == 0 for at in worth.at if at.band)


def _outside(worth: Worth, after: bool) -> float:
    """How far the settings lie outside their bands, added up."""
    return sum(beyond(at, after) for at in worth.at)


def beyond(at: At, after: bool) -> float:
    """The distance of a setting from its band; 0 without one."""
    return verdicts.beyond(at.after if after else at.before, at.band) if at.band else 0.0


def _size(worth: Worth) -> tuple[int, float, str]:
    """How large an edit is: what it touches, then what it does."""
    return len(worth.changes) + len(worth.blanks), abs(worth.paired.effect.value), worth.name


def _family(cell: Cell, own: tuple[VariantChange, ...]) -> str:
    """What kind of thing is changed: the first part of the path, or the kind of card."""
    paths = [*cell.blanks, *(change.path for change in own)]
    parts = paths[0].split(".") if paths else [""]
    if parts[0] == "cards" and len(parts) > 1:
        return parts[1]
    return parts[0]


def changes_of(cell: Cell, base: Cell, manifest: Mapping[str, Any]) -> tuple[VariantChange, ...]:
    """What a variant changes beside the game that it is compared with; what both have is left out.

    printed: the value that the game it is compared with has.
    """
    pack = manifest.get("pack", {})
    return tuple(
        VariantChange(path, base.changes.get(path, printed_value(pack, path)), value)
        for path, value in cell.changes.items()
        if path not in base.changes or base.changes[path] != value
    )


def misnamed(design: Design) -> list[tuple[str, VariantChange]]:
    """Variants called "... 1 -> 2" in which no value goes from 1 to 2, with what changes there."""
    misnamed = []
    for name in design.variants:
        step = " -> " in name
        twins = next(design.twins(name), None)
        if not step or twins is None:
            continue
        base, cell = design.pair(twins)
        own = changes_of(cell, base, design.manifest)
        if own and not any(_is_said(c, name) for c in own):
            misnamed.append((name, own[0]))
    return misnamed


def _is_said(change: VariantChange, name: str) -> bool:
    """Whether a name tells of the step that is taken."""
    step = re.escape(f"{_plain(change.printed)} -> {_plain(change.value)}")
    return re.search(rf"(?<!\S){step}(?!\S)", name.replace("_", " ")) is not None


def _plain(value: Any) -> str:
    return value.replace("_", " ") if isinstance(value, str) else written(value)
