"""What is different in the second run?"""

from analysis.conclusions.comparison import RunComparison
from reports.findings.changed import EVERY_CHANGE
from reports.tables.parts import Col, Section, listed
from reports.text import changes, words

MOST_ROWS = 24


def section(comparison: RunComparison) -> Section:
    title, differs = "What is different in the second run?", comparison.differs
    if not differs:
        said = "Nothing: rules, cards, strategies and settings are the same."
        return Section("differs", title, [said])
    columns = [
        Col("what", "What", get=lambda d: words.sentence(changes.named(d, comparison))),
        Col("before", "Before", "code", get=lambda d: changes.value(d.before)),
        Col("after", "After", "code", get=lambda d: changes.value(d.after)),
        Col("path", "Its place", "code"),
    ]
    said = "All of these were changed at once, so the differences above are those of all together."
    made = listed("differs", EVERY_CHANGE, columns, differs, folded=MOST_ROWS)
    return Section("differs", title, [said] * (len(differs) > 1), tables=[made])
