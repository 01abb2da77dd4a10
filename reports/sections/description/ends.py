"""How do the games end?"""

from analysis.description.standing import measures
from analysis.study import Study
from reports.tables.parts import Col, Data, Section, effect, listed, rounded, table
from reports.text import words

TITLE = "How do the games end?"
MOST_REASONS = 8
MOST_ROWS = 40


def section(study: Study) -> Section | None:
    """Share of every end reason, over all and setting by setting."""
    if not study.ends:
        return None
    first = max(study.ends, key=lambda e: e.all.won)
    section = Section("ends", TITLE)
    section.words = [
        f"The commonest end is “{label(first.name, first.meaning)}”: {words.of(first.all)}."
    ]
    if len(study.ends) > 1:
        section.charts = [_bars(study)]
    section.tables = [_all(study), *([_each(study)] if len(study.cells or ()) > 1 else [])]
    if study.standings:
        section.tables.insert(1, _stood(study))
    return section


def label(name: str, meaning: str) -> str:
    """What an end reason is called."""
    return meaning or name.replace("_", " ")


def _bars(study: Study) -> Data:
    ends = study.ends[:MOST_REASONS]
    cells = [c for c in study.design.base if study.counts.games(c.number)]
    rows = [
        {
            "label": words.setting(c.levels),
            "parts": [rounded(e.cells[c.number].value) for e in ends],
        }
        for c in cells[:MOST_ROWS]
    ]
    parts = [f"{label(e.name, e.meaning)} {words.part(e.all)}" for e in ends]
    return {
        "kind": "bars",
        "id": "chart-ends",
        "title": "How the games of each setting end" + _first(len(cells)),
        "desc": f"Over all games: {'; '.join(parts)}.",
        "legend": [label(e.name, e.meaning) for e in ends],
        "rows": rows,
    }


def _first(settings: int) -> str:
    return f" (the first {MOST_ROWS} of {settings})" if settings > MOST_ROWS else ""


def _all(study: Study) -> Data:
    columns = [
        Col("end", "End", get=lambda e: label(e.name, e.meaning)),
        Col("share", "Share of all games", "rate", get=lambda e: effect(e.all)),
        Col("games", "Games", "count", get=lambda e: e.all.won),
    ]
    return listed("ends", "End reasons over all settings", columns, study.ends)


def _stood(study: Study) -> Data:
    """Means of lengths and margins, an end a row."""
    measured = measures(study.design)
    columns = [Col("end", "End"), Col("games", "Games", "count")]
    columns += [
        Col(f"m{i}", head, "share" if m.yes_no else "mean", more)
        for i, m in enumerate(measured)
        for head, more in [words.heading(m.column, m.meaning)]
    ]
    rows = [
        {"end": label(s.end, s.meaning), "games": s.games}
        | {f"m{i}": _mean(s.means[m.column]) for i, m in enumerate(measured)}
        for s in study.standings
    ]
    return table("ends-stood", "How things stood at each end: means", columns, rows)


def _mean(value: float | None) -> float | None:
    return None if value is None else rounded(value)


def _each(study: Study) -> Data:
    columns = [Col("setting", "Setting")]
    columns += [Col(f"e{i}", label(e.name, e.meaning), "share") for i, e in enumerate(study.ends)]
    rows = []
    for cell in study.design.base:
        if study.counts.games(cell.number):
            row: Data = {"setting": words.setting(cell.levels)}
            for i, end in enumerate(study.ends):
                row[f"e{i}"] = rounded(end.cells[cell.number].value)
            rows.append(row)
    return table("ends-each", "End reasons in every setting", columns, rows, folded=True)
