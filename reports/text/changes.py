"""What differs between two games, in words: "Dragon: health 10 → 12"."""

from collections.abc import Sequence
from typing import Any

from analysis.conclusions.comparison import OWN_TEXT, Differs, RunComparison
from analysis.data.design import VARIANT, Cell
from analysis.data.provenance import ChangedValue
from reports.text import words
from simulate.pack.text.labels import within

LONGEST = 80
MOST_NAMED = 3  # in a title
NAME = ".name"


def named(one: Differs, comparison: RunComparison) -> str:
    """What differs, in words: a number of the pack by its label."""
    if one.path.startswith(OWN_TEXT):
        return one.path
    kind = one.path.partition(".")[0]
    if kind in ("rules", "cards", "strategies") and "." in one.path:
        return within(comparison.joined.after.manifest["pack"], one.path)
    return words.factor(one.path)


def title(comparison: RunComparison, of: Sequence[Differs] | None = None) -> str:
    """Dragon: health 10 → 12; the new card Warm Blanket; many changes are counted.

    of: what of it is told, else all that differs.
    """
    differs = comparison.differs if of is None else of
    if not differs:
        return "the same game"
    values = [d for d in differs if not d.path.startswith(OWN_TEXT)]
    if not values:
        return "what was written anew in the file"
    whole = {d.path.removesuffix(NAME): d for d in values if is_whole_card(d)}
    rest = [d for d in values if card_of(d.path) not in whole]
    if len(rest) + len(whole) > MOST_NAMED:
        return f"{len(rest) + len(whole):,} changes"
    parts = [
        f"the new card {value(d.after)}" if d.before is None else f"no card {value(d.before)}"
        for d in whole.values()
    ]
    parts += [f"{named(d, comparison)} {value(d.before)} → {value(d.after)}" for d in rest]
    return words.listing(parts)


def card_of(path: str) -> str:
    """cards.artifacts.warm_blanket of anything that stands on it"""
    return ".".join(path.split(".")[:3])


def is_whole_card(one: Differs) -> bool:
    """Whether it is the name of a card that only one of the runs has."""
    kind, _, rest = one.path.partition(".")
    only = one.before is None or one.after is None
    return only and kind == "cards" and rest.endswith(NAME) and rest.count(".") == 2


def is_new_card(one: ChangedValue) -> bool:
    """Whether a value that a run changes is the name of a card that the shipped game lacks."""
    return is_whole_card(Differs(one.path, one.shipped, one.value)) and one.shipped is None


def value(raw: Any) -> str:
    """A value in short; a dash where the run has no such thing."""
    text = "-" if raw is None else words.value(raw)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 2]} …"


def setting(cell: Cell) -> str:
    """A setting in words; that it is the one before the change goes without saying."""
    return words.setting({name: at for name, at in cell.levels.items() if name != VARIANT})
