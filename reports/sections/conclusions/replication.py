"""Do the findings of an earlier run hold on fresh luck?"""

from analysis.conclusions.replication import Played, afresh
from analysis.study import Study
from reports.tables.parts import Col, Section, listed
from reports.text import words

TITLE = "What holds on fresh luck?"


def section(study: Study) -> Section | None:
    """Each finding of the earlier run, then and now; None where none was played again."""
    found = afresh(study)
    if found is None or not found.played:
        return None
    said = [
        f"What `{found.run}` found on seed {found.seed} was played again with games that had no "
        "part in finding it. A finding held where its whole fresh interval lies in what it says, "
        "and is gone where the whole of it lies outside; else it is open. By luck alone the fresh "
        "number lies about the first by the errors of both: the last column says how often it "
        "would then hold.",
    ]
    columns = [
        Col("finding", "Finding", get=lambda one: one.found["text"]),
        Col("then", "Then", get=_then),
        Col("now", "Now", get=_now),
        Col("said", "On fresh luck"),
        Col("keeps", "Held by luck alone", "share", "how often it holds if it is as it was found"),
    ]
    caption = f"The findings of {found.run}, then and on fresh luck"
    return Section("afresh", TITLE, said, tables=[listed("afresh", caption, columns, found.played)])


def _then(one: Played) -> str:
    ends = (one.found[end] for end in ("value", "low", "high"))
    return words.measured(one.found["metric"], *ends)


def _now(one: Played) -> str:
    if one.now is None or one.now.low is None or one.now.high is None:
        return "not told"
    return words.measured(one.now.metric, one.now.value, one.now.low, one.now.high)
