"""Which questions are settled, and how many games would settle the rest?"""

from analysis.stats.verdicts import MARGIN
from analysis.study import Study
from reports import words
from reports.parts import Col, Section, rounded, table

TITLE = "What is settled, and what would more games tell?"


def section(study: Study) -> Section | None:
    """Answers by family of questions."""
    if not study.settled:
        return None
    section = Section("settled", TITLE)
    margin, half = words.points(MARGIN), words.points(MARGIN / 2)
    section.words = [
        f"A question is settled when there surely is an effect, or surely none of {margin} or "
        f"more. The last column says how many games in every setting would tell the rest to "
        f"about {half} either way."
    ]
    columns = [
        Col("family", "About"),
        Col("asked", "Asked", "count"),
        Col("big", "Moves it", "count"),
        Col("open", "Moves it, size open", "count"),
        Col("small", "Moves it a little", "count"),
        Col("none", "No effect shown", "count"),
        Col("bound", "… that is, less than", "size"),
        Col("more", "Not settled", "count"),
        Col("games", "Games a setting to settle", "count"),
    ]
    rows = [
        {**vars(s), "bound": rounded(s.bound) if s.bound is not None else None}
        for s in study.settled
    ]
    section.tables = [table("settled", "Answers by kind of question", columns, rows)]
    return section
