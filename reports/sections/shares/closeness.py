"""How close are the games?"""

from analysis.shares.closeness import Lead
from analysis.study import Study
from reports.sections.description.lengths import spread
from reports.tables.parts import Col, Data, Section, hist, listed, rounded
from reports.text import words

TITLE = "How close are the games?"
MOST_PANELS = 6


def section(study: Study) -> Section | None:
    """Points between the first and the second, and ties."""
    leads = study.contest.leads
    if not leads:
        return None
    cells = {c.number: words.setting(c.levels) for c in study.contest.design.cells}
    low, high = min(lead.spread.median for lead in leads), max(lead.spread.median for lead in leads)
    apart = words.at_most(low, high, "points")
    said = f"Half of the games are decided by {apart} between the first and the second"
    said += "." if low == high else ", depending on the setting."
    columns = [
        Col("setting", "Setting", get=lambda lead: cells[lead.cell]),
        Col("gap", "Points between first and second", "spread", get=lambda one: spread(one.spread)),
        Col("tied", "Games with several winners", "rate"),
    ]
    caption = "Between the first and the second: median (5% to 95% of the games)"
    chart, made = _chart(leads[:MOST_PANELS], cells, said), listed("gap", caption, columns, leads)
    return Section("gap", TITLE, [said], [chart], [made])


def _chart(leads: tuple[Lead, ...], cells: dict[int, str], desc: str) -> Data:
    panels = [
        {
            "title": words.sentence(cells[lead.cell]),
            "unit": "points",
            "series": [{"name": "games", "shares": _whole(lead)}],
        }
        for lead in leads
    ]
    return hist("chart-gap", "Points between the first and the second", desc, panels)


def _whole(lead: Lead) -> Data:
    """Shares by whole points."""
    whole: dict[str, float] = {}
    for value, share in lead.shares.items():
        points = str(round(value))
        whole[points] = rounded(whole.get(points, 0.0) + share)
    return whole
