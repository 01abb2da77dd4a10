"""Who does how much of what a table does?"""

from analysis.study import Study
from reports import words
from reports.parts import Col, Data, Section, rounded, table

MOST_COLUMNS = 12


def section(study: Study) -> Section | None:
    """Times an even share, options down, tallies across."""
    divisions = [d for d in study.divisions if any(d.times.values())]
    if not divisions:
        return None
    noun = str(study.design.manifest.get("options") or "options")
    section = Section("division", f"How much of the work does each of the {noun} do?")
    section.words = [
        "1 is an even share: as much as each at the table does when all do the same; 2 is "
        "twice as much. In the games that it was in."
    ]
    starts = range(0, len(divisions), MOST_COLUMNS)
    section.tables = [_table(study, noun, start) for start in starts]
    return section


def _table(study: Study, noun: str, start: int) -> Data:
    divisions = [d for d in study.divisions if any(d.times.values())]
    part = divisions[start : start + MOST_COLUMNS]
    columns = [Col("option", words.sentence(noun))]
    columns += [
        Col(f"d{i}", d.column.replace("_", " "), "mean", d.meaning) for i, d in enumerate(part)
    ]
    rows = []
    for label in part[0].times:
        times = [d.times[label] for d in part]
        shares = {f"d{i}": None if t is None else rounded(t) for i, t in enumerate(times)}
        rows.append({"option": label} | shares)
    more = f", continued ({start + 1} to {start + len(part)})" if start else ""
    name = f"division-{start}" if start else "division"
    return table(name, f"Times an even share, by {noun}{more}", columns, rows)
