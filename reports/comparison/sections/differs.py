"""What is different in the second run?"""

from analysis.conclusions.comparison import RunComparison
from reports.findings.changed import EVERY_CHANGE
from reports.tables.parts import Col, Section, table
from reports.text import changes, words

MOST_ROWS = 24


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
            "what": words.sentence(changes.named(d, comparison)),
            "before": changes.value(d.before),
            "after": changes.value(d.after),
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
