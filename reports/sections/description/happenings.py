"""How often does what happen, and what sets the end in motion?"""

from analysis.description.event_rates import Happening
from analysis.study import Study
from reports import words
from reports.parts import Col, Data, Section, rate, rounded, table

TITLE = "How often does what happen in a game?"
END = "What sets the end in motion?"
MOST_ROWS = 40
GAMES_WITH = "games in which "


def section(study: Study) -> Section | None:
    """Means a game of everything that a game counts."""
    if not study.happenings:
        return None
    section = Section("happenings", TITLE)
    first = study.happenings[0]
    section.words = [often(first)]
    cells = [c for c in study.design.base if study.counts.games(c.number)]
    columns = [Col("what", "What"), Col("all", "All", "mean")]
    several = 1 < len(cells) <= 12
    columns += [Col(f"c{c.number}", words.setting(c.levels), "mean") for c in cells if several]
    rows = [
        {"what": label(h), "all": rounded(h.all)}
        | {f"c{c.number}": rounded(h.cells[c.number]) for c in cells if c.number in h.cells}
        for h in study.happenings
    ]
    section.tables = [table("happenings", "Mean for a game", columns, rows)]
    return section


def label(happening: Happening) -> str:
    """What is counted."""
    return happening.meaning or happening.column.replace("_", " ")


def often(happening: Happening) -> str:
    """How often it happens, as a sentence; what is there or not is a share of the games."""
    name = label(happening)
    if name.startswith(GAMES_WITH):
        return f"In {words.percent(happening.all)} of the games {name.removeprefix(GAMES_WITH)}."
    return f"{words.sentence(name)}: {happening.all:.2f} in a mean game."


def triggers(study: Study) -> Section | None:
    """Share of every trigger, over all and setting by setting."""
    triggers = study.triggers
    if not triggers:
        return None
    section = Section("triggers", END)
    first = triggers[0]
    section.words = [f"Most often {words.unslug(first.name)}: {words.of(first.all)}."]
    cells = [c for c in study.design.base if study.counts.games(c.number)]
    if 1 < len(triggers) <= 8:
        section.charts = [_bars(study)]
    columns = [Col("what", "Trigger"), Col("all", "Share of all games", "rate")]
    columns += [
        Col(f"c{c.number}", words.setting(c.levels), "share") for c in cells if 1 < len(cells) <= 12
    ]
    rows = [
        {"what": words.unslug(t.name), "all": rate(t.all)}
        | {f"c{c.number}": rounded(t.cells[c.number].value) for c in cells}
        for t in triggers
    ]
    section.tables = [table("triggers", "What set the end in motion", columns, rows)]
    return section


def _bars(study: Study) -> Data:
    cells = [c for c in study.design.base if study.counts.games(c.number)][:MOST_ROWS]
    rows = [
        {
            "label": words.setting(c.levels),
            "parts": [rounded(t.cells[c.number].value) for t in study.triggers],
        }
        for c in cells
    ]
    parts = [f"{words.unslug(t.name)} {words.percent(t.all.value)}" for t in study.triggers]
    return {
        "kind": "bars",
        "id": "chart-triggers",
        "title": "What set the end in motion, setting by setting",
        "desc": f"Over all games: {'; '.join(parts)}.",
        "legend": [words.unslug(t.name) for t in study.triggers],
        "rows": rows,
    }
