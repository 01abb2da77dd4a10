"""Whether a plan breaks a game: said by the search for one, and by the run it was asked of."""

from collections.abc import Iterator, Sequence
from typing import Any

from reports.text import words
from simulate.store.card_packs import FoundPlan


def evidence(found: FoundPlan) -> str:
    """What was found, or that nothing was, in how many games."""
    if found.plan:
        size, ends = words.size_range(*found.gain)
        return f"a plan gains {size} ({ends}) over `{found.usual}` ({found.games:,} games)"
    margin = words.points(found.margin).replace(".0", "")
    return f"`exploit` found no plan more than {margin} better ({found.games:,} games)"


def lines(kept: Sequence[FoundPlan]) -> Iterator[dict[str, Any]]:
    """The same among the lines of a run, with the plan and where it was looked for."""
    for one in kept:
        plan = f": {one.plan[0].lower()}{one.plan[1:]}" if one.plan else ""
        is_open = not one.plan and one.gain[2] > one.margin
        if is_open:
            plan = f"; too few games to say that none is, one may gain {words.points(one.gain[2])}"
        where = f", in {one.setting}" if one.setting else ""
        yield {"kind": "open" if one.plan or is_open else "plain", "label": "Plans",
               "text": f"{evidence(one)}{where}{plan}.", "rows": []}  # fmt: skip
