"""How close are the games?"""

from analysis.points import Gap
from analysis.study import Study
from reports import words
from reports.parts import Col, Data, Section, kept, rate, table

TITLE = "How close are the games?"
MOST_PANELS = 6


def section(study: Study) -> Section | None:
    """Points between the first and the second, and ties."""
    found = study.contest.gaps
    if not found:
        return None
    made = Section("gap", TITLE)
    cells = {c.number: words.setting(c.levels) for c in study.contest.design.cells}
    low, high = min(g.spread.median for g in found), max(g.spread.median for g in found)
    middle = words.number(low) if low == high else f"{words.number(low)} to {words.number(high)}"
    made.words = [
        f"Half of the games are decided by at most {middle} points between the first and the "
        f"second{'' if low == high else ', depending on the setting'}."
    ]
    made.charts = [_chart(found[:MOST_PANELS], cells, made.words[0])]
    columns = [
        Col("setting", "Setting"),
        Col("gap", "Points between first and second", "spread"),
        Col("tied", "Games with several winners", "rate"),
    ]
    rows = [
        {
            "setting": cells[g.cell],
            "gap": {"value": g.spread.median, "low": g.spread.low, "high": g.spread.high},
            "tied": rate(g.tied),
        }
        for g in found
    ]
    caption = "Between the first and the second: median (5% to 95% of the games)"
    made.tables = [table("gap", caption, columns, rows)]
    return made


def _chart(found: tuple[Gap, ...], cells: dict[int, str], desc: str) -> Data:
    panels = [
        {
            "title": words.sentence(cells[g.cell]),
            "unit": "points",
            "series": [{"name": "games", "shares": _whole(g)}],
        }
        for g in found
    ]
    return {
        "kind": "hist",
        "id": "chart-gap",
        "title": "Points between the first and the second",
        "desc": desc,
        "panels": panels,
    }


def _whole(found: Gap) -> Data:
    """Shares by whole points."""
    made: dict[str, float] = {}
    for value, share in found.shares.items():
        key = str(round(value))
        made[key] = kept(made.get(key, 0.0) + share)
    return made
