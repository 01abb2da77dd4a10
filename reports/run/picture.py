"""The picture that answers the question of a run: what the top of its page shows."""

from analysis.study import Study
from reports.sections.rates import crossed, difficulty, variants
from reports.sections.shares import effects, share_verdicts
from reports.tables.parts import Data

ASKED = (crossed.section, variants.section, effects.section)  # what a person compares

MOST_ROWS = 16  # of a first screen


def picture(study: Study) -> Data | None:
    """The chart of what was compared, else of the levels, else of the shares; None without any."""
    if not study.games:
        return None
    for make in ASKED:
        section = make(study)
        if section and section.charts:
            return section.charts[0]
    if study.cells:
        return _levels(study)
    kind = study.contest.kind("option") or study.contest.kind("seat")
    return share_verdicts.chart(study, kind) if kind else None


def _levels(study: Study) -> Data:
    """Under a name of its own where its section shows rows that had no room here."""
    chart = difficulty.chart(study, MOST_ROWS)
    return chart if chart == difficulty.chart(study) else chart | {"id": "picture"}
