"""The search space: numbers that may change, and their bounds.

Made from the patterns and bounds that were typed; whole numbers alone, within what the pack's own
checks allow.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simulate.core.errors import Problem
from simulate.pack.edit.steps import matches, stepped, steps
from simulate.pack.edit.widths import width
from simulate.pack.pack import Pack

FARTHEST = 6  # steps, where no bounds are said
MANY = 16  # levels of one number; of more only some are tried
BOUNDS = re.compile(r"(?P<low>-?\d+)\.\.(?P<high>-?\d+)")


@dataclass(frozen=True)
class SearchRange:
    """A pattern, and between what its numbers may go; without bounds a few steps either way."""

    typed: str
    pattern: str
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True)
class Bound:
    """One number with the steps that it may go as far as is known, nearest first.

    width: by which the size of an edit is told.
    """

    path: str
    before: int
    sizes: tuple[int, ...]
    width: int


def spans(texts: Sequence[str], problems: list[Problem]) -> list[SearchRange]:
    """Patterns as typed: `cards.foes`, `rules.capital_limit=3..9`."""
    typed = []
    for text in texts:
        pattern, equals, said = text.partition("=")
        bounds = BOUNDS.fullmatch(said.strip())
        if not equals:
            typed.append(SearchRange(text, text))
        elif bounds is None or int(bounds["low"]) > int(bounds["high"]):
            what = "bounds are written LOW..HIGH in whole numbers, such as rules.capital_limit=3..9"
            problems.append(Problem(text, what))
            typed.append(SearchRange(text, pattern))
        else:
            typed.append(SearchRange(text, pattern, int(bounds["low"]), int(bounds["high"])))
    return typed


def freed(
    pack: Pack, typed: Sequence[SearchRange], together: Mapping[str, Any], problems: list[Problem]
) -> list[Bound]:
    """Every number that is named, in the order of the files; bounds without one are a problem."""
    known = steps(pack, [span.pattern for span in typed], together)
    befores = {step.path: int(step.before) for step in known if step.size}
    numbers = []
    reached = set()
    for path, before in befores.items():
        within = [s for s in typed if s.low is not None and matches(path, [s.pattern])]
        sizes = _sizes(before, within[-1] if within else None)
        if within:
            sizes = [size for size in sizes if _fits(pack, path, before, size, together)]
            reached |= set(within) if sizes else set()
        if sizes:
            numbers.append(Bound(path, before, tuple(sizes), width(pack, path)))
    for span in typed:
        if span.low is not None and span not in reached:
            what = "no number that this names can change within these bounds"
            problems.append(Problem(span.typed, what))
    return numbers


def _fits(pack: Pack, path: str, before: int, size: int, together: Mapping[str, Any]) -> bool:
    after = stepped(path, before, size).after
    return pack.try_resolve({**together, path: after})[0] is not None


def _sizes(before: int, span: SearchRange | None) -> list[int]:
    """Steps either way; over a wide span the first few, then each a quarter farther."""
    low, high = (before - FARTHEST, before + FARTHEST)
    if span is not None and span.low is not None and span.high is not None:
        low, high = span.low, span.high
    sizes = [after - before for after in range(low, high + 1) if after != before]
    if len(sizes) > MANY:
        fewer = set(_fewer(abs(low - before), abs(high - before)))
        sizes = [size for size in sizes if abs(size) in fewer]
    return sorted(sizes, key=lambda size: (abs(size), size))


def _fewer(*ends: int) -> Iterable[int]:
    size = 1
    while size <= max(ends):
        yield size
        size = max(size + 1, size * 5 // 4)
    yield from ends
