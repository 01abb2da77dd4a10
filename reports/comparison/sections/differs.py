"""What is different in the second run?"""

from typing import Any

from analysis.comparison import Comparison, Differs
from reports import words
from reports.parts import Col, Section, table
from simulate.pack.labels import within

MOST_ROWS = 24
LONGEST = 80
MOST_NAMED = 3  # in a title


def section(comparison: Comparison) -> Section:
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
    caption = "Values that are not the same in both runs"
    section.tables = [table("differs", caption, columns, rows, folded=len(rows) > MOST_ROWS)]
    return section


def named(one: Differs, comparison: Comparison) -> str:
    """What differs, in words: a number of the pack by its label."""
    kind = one.path.partition(".")[0]
    if kind in ("rules", "cards", "strategies") and "." in one.path:
        return within(comparison.joined.after.manifest["pack"], one.path)
    return words.factor(one.path)


def title(comparison: Comparison) -> str:
    """Dragon: health 10 → 12; many changes are counted."""
    if not comparison.differs:
        return "the same game"
    if len(comparison.differs) > MOST_NAMED:
        return f"{len(comparison.differs):,} changes"
    parts = [
        f"{named(d, comparison)} {_value(d.before)} → {_value(d.after)}" for d in comparison.differs
    ]
    return words.listing(parts)


def _value(raw: Any) -> str:
    """A value in short; a dash where the run has no such thing."""
    text = "-" if raw is None else words.value(raw)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 2]} …"
