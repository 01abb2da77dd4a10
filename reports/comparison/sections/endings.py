"""Do the games end otherwise?"""

from analysis.conclusions.comparison import RunComparison
from analysis.stats.verdicts import SHOWN
from reports.comparison.winners import moved_first
from reports.sections.description.ends import label
from reports.tables.parts import Col, Section, judged, listed
from reports.text import words

INDEPENDENT = (
    "These intervals ignore that the runs share their luck, so they are a little too wide."
)


def section(comparison: RunComparison) -> Section | None:
    if not comparison.endings:
        return None
    meanings = comparison.design.manifest.get("end_reasons", {})
    columns = [
        Col("reason", "Reason",
            get=lambda e: words.sentence(label(e.reason, str(meanings.get(e.reason, ""))))),
        Col("before", "Before", "share"),
        Col("after", "After", "share"),
        Col("effect", "Points after the change", "points"),
        Col("verdict", "Verdict", "verdict"),
    ]  # fmt: skip
    ordered, still = moved_first(comparison.endings, lambda e: e.verdict in SHOWN)
    caption = "Reasons to end, before and after"
    made = listed("endings", caption, columns, ordered, lambda e: judged(e.verdict, e.effect))
    said = ["Share of the games that end for each reason, every setting weighed alike."]
    notes = [INDEPENDENT] * comparison.same_luck
    asked = "Do the games end otherwise?"
    return Section("endings", asked, said, tables=[made | {"still": still}], notes=notes)
