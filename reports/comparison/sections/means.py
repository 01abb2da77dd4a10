"""Is a game longer or shorter?"""

from analysis.comparison import Comparison, Mean
from reports import words
from reports.comparison.sections.endings import INDEPENDENT
from reports.parts import Col, Data, Section, kept, table


def section(found: Comparison) -> Section | None:
    if not found.means:
        return None
    made = Section("means", "Is a game longer or shorter?")
    made.words = ["Means over all games, every setting weighed alike."]
    if found.same_luck:
        made.notes = [INDEPENDENT]
    columns = [
        Col("what", "What"),
        Col("before", "Before", "mean"),
        Col("after", "After", "mean"),
        Col("moved", "Difference"),
        Col("sure", "Sure"),
        Col("meaning", "What it means"),
    ]
    made.tables = [
        table("means", "Lengths, before and after", columns, [_length(m) for m in found.means])
    ]
    return made


def _length(found: Mean) -> Data:
    moved = found.effect
    return {
        "what": words.sentence(words.unslug(found.column)),
        "before": kept(found.before),
        "after": kept(found.after),
        "moved": f"{moved.value:+.2f} ({moved.low:+.2f} to {moved.high:+.2f})",
        "sure": "yes" if found.sure else "not shown",
        "meaning": found.meaning,
    }
