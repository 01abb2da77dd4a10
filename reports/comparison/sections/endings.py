"""Do the games end otherwise?"""

from analysis.conclusions.comparison import EndReasonRate, RunComparison
from analysis.stats.verdicts import SHOWN
from reports.comparison.winners import moved_first
from reports.sections.description.ends import label
from reports.tables.parts import Col, Data, Section, effect, judged, rounded, table
from reports.text import words

INDEPENDENT = (
    "These intervals ignore that the runs share their luck, so they are a little too wide."
)


def section(comparison: RunComparison) -> Section | None:
    if not comparison.endings:
        return None
    section = Section("endings", "Do the games end otherwise?")
    section.words = ["Share of the games that end for each reason, every setting weighed alike."]
    if comparison.same_luck:
        section.notes = [INDEPENDENT]
    meanings = comparison.design.manifest.get("end_reasons", {})
    columns = [
        Col("reason", "Reason"),
        Col("before", "Before", "share"),
        Col("after", "After", "share"),
        Col("effect", "Points after the change", "points"),
        Col("verdict", "Verdict", "verdict"),
    ]
    ordered, still = moved_first(comparison.endings, lambda e: e.verdict in SHOWN)
    rows = [_ending(e, str(meanings.get(e.reason, ""))) for e in ordered]
    caption = "Reasons to end, before and after"
    section.tables = [table("endings", caption, columns, rows, still=still)]
    return section


def _ending(ending: EndReasonRate, meaning: str) -> Data:
    return {
        "reason": words.sentence(label(ending.reason, meaning)),
        "before": rounded(ending.before),
        "after": rounded(ending.after),
        "effect": effect(ending.effect),
        **judged(ending.verdict, ending.effect),
    }
