"""Is a game longer or shorter?"""

from analysis.conclusions.comparison import Mean, RunComparison
from reports.comparison.sections.endings import INDEPENDENT
from reports.comparison.winners import moved_first
from reports.tables.parts import Col, Data, Section, rounded, table
from reports.text import words


def section(comparison: RunComparison) -> Section | None:
    if not comparison.means:
        return None
    section = Section("means", "Is a game longer or shorter?")
    section.words = ["Means over all games, every setting weighed alike."]
    if comparison.same_luck:
        section.notes = [INDEPENDENT]
    columns = [
        Col("what", "What"),
        Col("before", "Before", "mean"),
        Col("after", "After", "mean"),
        Col("moved", "Difference"),
        Col("sure", "Sure"),
        Col("meaning", "What it means"),
    ]
    ordered, still = moved_first(comparison.means, lambda m: m.sure)
    rows = [_length(m) for m in ordered]
    section.tables = [table("means", "Lengths, before and after", columns, rows, still=still)]
    return section


def _length(mean: Mean) -> Data:
    moved = mean.effect
    return {
        "what": words.sentence(words.unslug(mean.column)),
        "before": rounded(mean.before),
        "after": rounded(mean.after),
        "moved": f"{_signed(moved.value)} ({_signed(moved.low)} to {_signed(moved.high)})",
        "sure": "yes" if mean.sure else "not shown",
        "meaning": mean.meaning,
    }


def _signed(number: float) -> str:
    """+0.25; what is rounded to nothing has no sign."""
    text = f"{number:+.2f}"
    return text[1:] if float(text) == 0 else text
