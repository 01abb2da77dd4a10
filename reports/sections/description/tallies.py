"""What did the players do?"""

from analysis.description.tallies import Tally
from analysis.study import Study
from reports import words
from reports.parts import Col, Data, Section, rounded, table

TITLE = "What did the players do?"
MOST_COLUMNS = 12


def section(study: Study) -> Section | None:
    """Means of what seats did, and who sat where if that varied."""
    if not study.tallies:
        return None
    section = Section("tallies", TITLE)
    section.words = [
        "Mean for one seat in one game. This describes; it does not say what pays: a thing "
        "done often when things go badly goes with losing without causing it."
    ]
    section.tables = [_by_level(study), *_by_option(study)]
    return section


def seated(study: Study) -> Section | None:
    """Which strategies sat where, when there was more than one."""
    names = {name for seat in study.seated for name in seat.strategies}
    if len(names) < 2:
        return None
    section = Section("seated", "Who sat where?")
    section.words = ["Games that each strategy played in each seat."]
    columns = [Col("strategy", "Strategy")]
    columns += [Col(f"s{s.seat}", f"Seat {s.seat + 1}", "count") for s in study.seated]
    rows = [
        {"strategy": name} | {f"s{s.seat}": s.strategies.get(name, 0) for s in study.seated}
        for name in sorted(names)
    ]
    section.tables = [table("seated", "Games by strategy and seat", columns, rows)]
    return section


def _by_level(study: Study) -> Data:
    columns = [Col("what", "What"), Col("all", "All", "mean")]
    columns += [Col(f"l{i}", name, "mean") for i, name in enumerate(_across(study))]
    rows = []
    for tally in study.tallies:
        row: Data = {"what": _name(tally.meaning, tally.column), "all": rounded(tally.all)}
        row |= {f"l{i}": rounded(mean) for i, mean in enumerate(_means(study, tally))}
        rows.append(row)
    return table("tallies", "Mean for a seat and game", columns, rows)


def _is_by_setting(study: Study) -> bool:
    """Few settings stand beside each other; of many the levels of the first factor do."""
    return len(study.design.base) <= MOST_COLUMNS


def _across(study: Study) -> list[str]:
    """What the columns are: settings, or levels of the first factor; none where nothing varies."""
    split = study.design.split
    if split is None:
        return []
    if _is_by_setting(study):
        return [words.setting(c.levels) for c in study.design.base]
    return [words.level(split.name, level) for level in split.levels]


def _means(study: Study, tally: Tally) -> list[float]:
    """One mean for each of the columns."""
    split = study.design.split
    if split is None:
        return []
    if _is_by_setting(study):
        return [tally.cells[c.number] for c in study.design.base]
    return [tally.by_level[str(level)] for level in split.levels]


def _by_option(study: Study) -> list[Data]:
    """As many tables as it takes to keep each of them readable."""
    options = list(study.tallies[0].by_option)
    done = [t for t in study.tallies if any(t.by_option.values())]
    starts = range(0, len(done), MOST_COLUMNS) if options else ()
    return [_options(study, options, done[start : start + MOST_COLUMNS], start) for start in starts]


def _options(study: Study, options: list[str], tallies: list[Tally], start: int) -> Data:
    noun = study.design.manifest.get("options") or "option"
    columns = [Col("option", words.sentence(noun))]
    columns += [
        Col(f"t{i}", head, "mean", more)
        for i, t in enumerate(tallies)
        for head, more in [words.heading(t.column, t.meaning)]
    ]
    rows = [
        {"option": name} | {f"t{i}": rounded(t.by_option[name]) for i, t in enumerate(tallies)}
        for name in options
    ]
    more = f", continued ({start + 1} to {start + len(tallies)})" if start else ""
    name = f"tallies-options-{start}" if start else "tallies-options"
    caption = f"Mean for a seat and game, by {noun}{more}"
    return table(name, caption, columns, rows, folded=len(rows) > 12)


def _name(meaning: str, column: str) -> str:
    return meaning or column.replace("_", " ")
