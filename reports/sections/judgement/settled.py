"""Which questions are settled, and how many games would settle the rest?"""

from analysis.study import Study
from reports.tables.parts import Col, Section, listed, only_data

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
    made = listed("settled", "Answers by kind of question", columns, study.settled)
    return only_data("settled", TITLE, [made])
