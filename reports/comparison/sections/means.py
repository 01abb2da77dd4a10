"""Is a game longer or shorter?"""

from analysis.conclusions.comparison import Mean, RunComparison
from reports.comparison.sections.endings import INDEPENDENT
from reports.comparison.winners import moved_first
from reports.tables.parts import Col, Section, listed
from reports.text import words


def section(comparison: RunComparison) -> Section | None:
    if not comparison.means:
        return None
    columns = [
        Col("what", "What", get=lambda mean: words.sentence(words.unslug(mean.column))),
        Col("before", "Before", "mean"),
        Col("after", "After", "mean"),
        Col("moved", "Difference", get=_moved),
        Col("sure", "Sure", get=lambda mean: "yes" if mean.sure else "not shown"),
        Col("meaning", "What it means"),
    ]
    ordered, still = moved_first(comparison.means, lambda m: m.sure)
    made = listed("means", "Lengths, before and after", columns, ordered) | {"still": still}
    said = ["Means over all games, every setting weighed alike."]
    notes = [INDEPENDENT] * comparison.same_luck
    return Section("means", "Is a game longer or shorter?", said, tables=[made], notes=notes)


def _moved(mean: Mean) -> str:
    value, low, high = map(_signed, mean.effect.ends)
    return f"{value} ({low} to {high})"


def _signed(number: float) -> str:
    """+0.25; what is rounded to nothing has no sign."""
    text = f"{number:+.2f}"
    return text[1:] if float(text) == 0 else text
