"""Which questions are settled, and how many games would settle the rest?"""

from analysis.study import Study
from reports.tables.parts import Col, Section, only_data, rounded, table

TITLE = "What is settled, and what would more games tell?"


def section(study: Study) -> Section | None:
    """Answers by family of questions."""
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
    made = table("settled", "Answers by kind of question", columns, rows)
    return only_data("settled", TITLE, [made])
