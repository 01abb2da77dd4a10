"""What is different in the second run?"""

from typing import Any

from analysis.comparison import Comparison
from reports import words
from reports.parts import Col, Section, table

MOST_ROWS = 24
LONGEST = 80


def section(comparison: Comparison) -> Section:
    section = Section("differs", "What is different in the second run?")
    if not comparison.differs:
        section.words = ["Nothing: rules, cards, strategies and settings are the same."]
        return section
    columns = [
        Col("path", "What", "code"),
        Col("before", "Before", "code"),
        Col("after", "After", "code"),
    ]
    rows = [
        {"path": d.path, "before": _value(d.before), "after": _value(d.after)}
        for d in comparison.differs
    ]
    section.words = [
        "All of these were changed at once, so the differences above are those of all together."
    ] * (len(rows) > 1)
    caption = "Values that are not the same in both runs"
    section.tables = [table("differs", caption, columns, rows, folded=len(rows) > MOST_ROWS)]
    return section


def _value(raw: Any) -> str:
    """A value in short; a dash where the run has no such thing."""
    text = "-" if raw is None else words.value(raw)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 2]} …"
