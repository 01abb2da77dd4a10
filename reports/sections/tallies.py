"""What did the players do?"""

from analysis.study import Study
from analysis.tallies import Tally
from reports import words
from reports.parts import Col, Data, Section, kept, table

TITLE = "What did the players do?"
MOST_COLUMNS = 12


def section(study: Study) -> Section | None:
    """Means of what seats did, and who sat where if that varied."""
    if not study.tallies:
        return None
    made = Section("tallies", TITLE)
    made.words = [
        "Mean for one seat in one game. This describes; it does not say what pays: a thing "
        "done often when things go badly goes with losing without causing it."
    ]
    made.tables = [_by_level(study), *_by_option(study)]
    return made


def seated(study: Study) -> Section | None:
    """Which strategies sat where, when there was more than one."""
    names = {name for seat in study.seated for name in seat.strategies}
    if len(names) < 2:
        return None
    made = Section("seated", "Who sat where?")
    made.words = ["Games that each strategy played in each seat."]
    columns = [Col("strategy", "Strategy")]
    columns += [Col(f"s{s.seat}", f"Seat {s.seat + 1}", "count") for s in study.seated]
    rows = [
        {"strategy": name} | {f"s{s.seat}": s.strategies.get(name, 0) for s in study.seated}
        for name in sorted(names)
    ]
    made.tables = [table("seated", "Games by strategy and seat", columns, rows)]
    return made


def _by_level(study: Study) -> Data:
    split = study.design.split
    name, levels = (split.name, split.levels) if split else ("", ())
    columns = [Col("what", "What"), Col("all", "All", "mean")]
    columns += [Col(f"l{i}", words.level(name, v), "mean") for i, v in enumerate(levels)]
    rows = []
    for tally in study.tallies:
        row: Data = {"what": _name(tally.meaning, tally.column), "all": kept(tally.all)}
        row |= {f"l{i}": kept(tally.by_level[str(v)]) for i, v in enumerate(levels)}
        rows.append(row)
    return table("tallies", "Mean for a seat and game", columns, rows)


def _by_option(study: Study) -> list[Data]:
    """As many tables as it takes to keep each of them readable."""
    options = list(study.tallies[0].by_option)
    starts = range(0, len(study.tallies), MOST_COLUMNS) if options else ()
    return [
        _options(study, options, study.tallies[start : start + MOST_COLUMNS], start)
        for start in starts
    ]


def _options(study: Study, options: list[str], found: list[Tally], start: int) -> Data:
    noun = study.design.manifest.get("options") or "option"
    columns = [Col("option", words.sentence(noun))]
    columns += [
        Col(f"t{i}", t.column.replace("_", " "), "mean", t.meaning) for i, t in enumerate(found)
    ]
    rows = [
        {"option": name} | {f"t{i}": kept(t.by_option[name]) for i, t in enumerate(found)}
        for name in options
    ]
    more = f", continued ({start + 1} to {start + len(found)})" if start else ""
    name = f"tallies-options-{start}" if start else "tallies-options"
    caption = f"Mean for a seat and game, by {noun}{more}"
    return table(name, caption, columns, rows, folded=len(rows) > 12)


def _name(meaning: str, column: str) -> str:
    return meaning or column.replace("_", " ")
