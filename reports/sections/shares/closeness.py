"""How close are the games?"""

from analysis.shares.closeness import Lead
from analysis.study import Study
from reports.sections.description.lengths import spread
from reports.tables.parts import Col, Data, Section, listed, rounded
from reports.text import words

TITLE = "How close are the games?"
MOST_PANELS = 6


def section(study: Study) -> Section | None:
    """Points between the first and the second, and ties."""
    leads = study.contest.leads
    if not leads:
        return None
    section = Section("gap", TITLE)
    cells = {c.number: words.setting(c.levels) for c in study.contest.design.cells}
    low, high = min(lead.spread.median for lead in leads), max(lead.spread.median for lead in leads)
    apart = words.at_most(low, high, "points")
    section.words = [
        f"Half of the games are decided by {apart} between the first and the "
        f"second{'' if low == high else ', depending on the setting'}."
    ]
    section.charts = [_chart(leads[:MOST_PANELS], cells, section.words[0])]
    columns = [
        Col("setting", "Setting", get=lambda lead: cells[lead.cell]),
        Col(
            "gap", "Points between first and second", "spread", get=lambda lead: spread(lead.spread)
        ),
        Col("tied", "Games with several winners", "rate"),
    ]
    caption = "Between the first and the second: median (5% to 95% of the games)"
    section.tables = [listed("gap", caption, columns, leads)]
    return section


def _chart(leads: tuple[Lead, ...], cells: dict[int, str], desc: str) -> Data:
    panels = [
        {
            "title": words.sentence(cells[lead.cell]),
            "unit": "points",
            "series": [{"name": "games", "shares": _whole(lead)}],
        }
        for lead in leads
    ]
    return {
        "kind": "hist",
        "id": "chart-gap",
        "title": "Points between the first and the second",
        "desc": desc,
        "panels": panels,
    }


def _whole(lead: Lead) -> Data:
    """Shares by whole points."""
    whole: dict[str, float] = {}
    for value, share in lead.shares.items():
        points = str(round(value))
        whole[points] = rounded(whole.get(points, 0.0) + share)
    return whole
