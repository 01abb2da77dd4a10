"""How do the games end?"""

from analysis.description.standing import Measure, measures
from analysis.study import Study
from reports.tables.parts import Col, Data, Section, effect, listed, of_each, rounded
from reports.text import words

TITLE = "How do the games end?"
MOST_REASONS = 8
MOST_ROWS = 40


def section(study: Study) -> Section | None:
    """Share of every end reason, over all and setting by setting."""
    if not study.ends:
        return None
    first = max(study.ends, key=lambda e: e.all.won)
    said = f"The commonest end is “{label(first.name, first.meaning)}”: {words.of(first.all)}."
    charts = [_bars(study)] if len(study.ends) > 1 else []
    tables = [_all(study), *([_stood(study)] if study.standings else [])]
    tables += [_each(study)] if len(study.cells or ()) > 1 else []
    return Section("ends", TITLE, [said], charts, tables)


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
    columns = [
        Col("end", "End", get=lambda stood: label(stood.end, stood.meaning)),
        Col("games", "Games", "count"),
    ]
    columns += of_each(measures(study.design), _measured, lambda m, stood: stood.means[m.column])
    caption = "How things stood at each end: means"
    return listed("ends-stood", caption, columns, study.standings)


def _measured(i: int, measure: Measure) -> Col:
    head, more = words.heading(measure.column, measure.meaning)
    return Col(f"m{i}", head, "share" if measure.yes_no else "mean", more)


def _each(study: Study) -> Data:
    columns = [Col("setting", "Setting", get=lambda cell: words.setting(cell.levels))]
    columns += of_each(
        study.ends,
        lambda i, end: Col(f"e{i}", label(end.name, end.meaning), "share"),
        lambda end, cell: end.cells[cell.number].value,
    )
    cells = [cell for cell in study.design.base if study.counts.games(cell.number)]
    return listed("ends-each", "End reasons in every setting", columns, cells, folded=0)
