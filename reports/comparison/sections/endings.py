"""Do the games end otherwise?"""

from analysis.comparison import Comparison, Ending
from reports import words
from reports.parts import Col, Data, Section, effect, judged, kept, table

INDEPENDENT = (
    "These intervals do not use that the runs share their luck, so they are rather too wide."
)


def section(found: Comparison) -> Section | None:
    if not found.endings:
        return None
    made = Section("endings", "Do the games end otherwise?")
    made.words = ["Share of the games that end for each reason, every setting weighed alike."]
    if found.same_luck:
        made.notes = [INDEPENDENT]
    meanings = found.design.manifest.get("end_reasons", {})
    columns = [
        Col("reason", "Reason"),
        Col("before", "Before", "share"),
        Col("after", "After", "share"),
        Col("effect", "Points after the change", "points"),
        Col("verdict", "Verdict", "verdict"),
        Col("meaning", "What it means"),
    ]
    rows = [_ending(e, str(meanings.get(e.reason, ""))) for e in found.endings]
    made.tables = [table("endings", "Reasons to end, before and after", columns, rows)]
    return made


def _ending(found: Ending, meaning: str) -> Data:
    return {
        "reason": words.sentence(words.unslug(found.reason)),
        "before": kept(found.before),
        "after": kept(found.after),
        "effect": effect(found.effect),
        **judged(found.verdict, found.effect),
        "meaning": meaning,
    }
