"""What is different in the second run?"""

from typing import Any

from analysis.conclusions.comparison import OWN_TEXT, Differs, RunComparison
from reports import words
from reports.parts import Col, Section, table
from simulate.pack.labels import within

MOST_ROWS = 24
EVERY_CHANGE = "Values that are not the same in both runs"
LONGEST = 80
MOST_NAMED = 3  # in a title
NAME = ".name"


def section(comparison: RunComparison) -> Section:
    section = Section("differs", "What is different in the second run?")
    if not comparison.differs:
        section.words = ["Nothing: rules, cards, strategies and settings are the same."]
        return section
    columns = [
        Col("what", "What"),
        Col("before", "Before", "code"),
        Col("after", "After", "code"),
        Col("path", "Its place", "code"),
    ]
    rows = [
        {
            "what": words.sentence(named(d, comparison)),
            "before": _value(d.before),
            "after": _value(d.after),
            "path": d.path,
        }
        for d in comparison.differs
    ]
    section.words = [
        "All of these were changed at once, so the differences above are those of all together."
    ] * (len(rows) > 1)
    folded = len(rows) > MOST_ROWS
    section.tables = [table("differs", EVERY_CHANGE, columns, rows, folded=folded)]
    return section


def named(one: Differs, comparison: RunComparison) -> str:
    """What differs, in words: a number of the pack by its label."""
    if one.path.startswith(OWN_TEXT):
        return one.path
    kind = one.path.partition(".")[0]
    if kind in ("rules", "cards", "strategies") and "." in one.path:
        return within(comparison.joined.after.manifest["pack"], one.path)
    return words.factor(one.path)


def title(comparison: RunComparison) -> str:
    """Dragon: health 10 → 12; the new card Warm Blanket; many changes are counted."""
    if not comparison.differs:
        return "the same game"
    values = [d for d in comparison.differs if not d.path.startswith(OWN_TEXT)]
    if not values:
        return "what was written anew in the file"
    whole = {d.path.removesuffix(NAME): d for d in values if _is_whole_card(d)}
    rest = [d for d in values if _card(d.path) not in whole]
    if len(rest) + len(whole) > MOST_NAMED:
        return f"{len(rest) + len(whole):,} changes"
    parts = [
        f"the new card {_value(d.after)}" if d.before is None else f"no card {_value(d.before)}"
        for d in whole.values()
    ]
    parts += [f"{named(d, comparison)} {_value(d.before)} → {_value(d.after)}" for d in rest]
    return words.listing(parts)


def _card(path: str) -> str:
    """cards.artifacts.warm_blanket of anything that stands on it"""
    return ".".join(path.split(".")[:3])


def _is_whole_card(one: Differs) -> bool:
    """Whether it is the name of a card that only one of the runs has."""
    kind, _, rest = one.path.partition(".")
    only = one.before is None or one.after is None
    return only and kind == "cards" and rest.endswith(NAME) and rest.count(".") == 2


def _value(raw: Any) -> str:
    """A value in short; a dash where the run has no such thing."""
    text = "-" if raw is None else words.value(raw)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 2]} …"
