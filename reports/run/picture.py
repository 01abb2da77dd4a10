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
        return _at_the_top(difficulty.chart(study, MOST_ROWS))
    kind = study.contest.kind("option") or study.contest.kind("seat")
    return _at_the_top(share_verdicts.chart(study, kind, MOST_ROWS)) if kind else None


def _at_the_top(chart: Data) -> Data:
    """A chart whose middle rows had no room under a name of its own: its section shows them all."""
    is_whole = not any("heading" in row for row in chart.get("rows", ()))
    return chart if is_whole else chart | {"id": "picture"}
