"""Who does how much of what a table does?"""

from analysis.study import Study
from reports import words
from reports.parts import Col, Data, Section, kept, table

MOST_COLUMNS = 12


def section(study: Study) -> Section | None:
    """Times an even share, options down, tallies across."""
    found = [d for d in study.divisions if any(d.times.values())]
    if not found:
        return None
    noun = str(study.design.manifest.get("options") or "options")
    made = Section("division", f"How much of the work does each of the {noun} do?")
    made.words = [
        "1 is an even share: as much as each at the table does when all do the same; 2 is "
        "twice as much. In the games that it was in."
    ]
    starts = range(0, len(found), MOST_COLUMNS)
    made.tables = [_table(study, noun, start) for start in starts]
    return made


def _table(study: Study, noun: str, start: int) -> Data:
    found = [d for d in study.divisions if any(d.times.values())]
    part = found[start : start + MOST_COLUMNS]
    columns = [Col("option", words.sentence(noun))]
    columns += [
        Col(f"d{i}", d.column.replace("_", " "), "mean", d.meaning) for i, d in enumerate(part)
    ]
    rows = []
    for label in part[0].times:
        times = [d.times[label] for d in part]
        shown = {f"d{i}": None if t is None else kept(t) for i, t in enumerate(times)}
        rows.append({"option": label} | shown)
    more = f", continued ({start + 1} to {start + len(part)})" if start else ""
    name = f"division-{start}" if start else "division"
    return table(name, f"Times an even share, by {noun}{more}", columns, rows)
