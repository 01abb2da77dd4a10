"""What goes with winning where seats compete: tables that are on no page, a declaration each.

They describe: who is ahead also climbs more.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from analysis.shares.held.points import Parts
from analysis.shares.held.tracks import Track
from analysis.study import Study
from reports.tables.parts import (
    Col,
    Data,
    Section,
    judged,
    listed,
    maybe,
    of_each,
    only_data,
    q_of,
    rounded,
    table,
)
from reports.text import words


def partners(study: Study) -> Section | None:
    """Pairs in one seat: what both win, less what each does with any other partner."""
    columns = [
        Col("what", "Pair", get=lambda p: f"{p.first} with {p.second}"),
        Col("over", "Together", "points", "points over the fair share"),
        Col("alone", "Each alone, added", "signed"),
        Col("beyond", "Difference", "points"),
        q_of("of this table that differ"),
        Col("verdict", "Verdict", "verdict"),
        Col("games", "Seats", "count"),
    ]
    title = f"Which {_noun(study)} win more together than each brings alone?"
    made = listed("partners", "Points of a seat that holds both", columns,
                  study.contest.partners, lambda p: judged(p.verdict, p.beyond))  # fmt: skip
    return only_data("partners", title, [made])


def points(study: Study) -> Section | None:
    """Mean points of a seat at the end of a game, kind by kind."""
    found = study.contest.points
    names = {str(c.number): words.setting(c.levels) for c in study.design.cells}
    settings = [replace(each, label=names[each.label]) for each in found.settings]
    noun = _noun(study)
    tables = [
        _points("points", f"Mean points of the {noun}", words.sentence(noun), found.options),
        _points("points-sides", "Mean points of winners and others", "Seats", found.winners),
        _points("points-settings", "Mean points in every setting", "Setting",
                settings if len(settings) > 1 else []),
    ]  # fmt: skip
    return only_data("points", "Where do the points come from?", tables)


def _points(name: str, caption: str, head: str, groups: Sequence[Parts]) -> Data:
    """Kinds of points that nobody had have no column."""
    kinds = [k for k in groups[0].parts if any(g.parts[k] for g in groups)] if groups else []
    sure = bool(groups) and groups[0].score is not None
    columns = [
        Col("what", head, get=lambda g: g.label),
        Col("total", "Score", "measured" if sure else "mean", get=lambda g: g.score or g.total),
        *of_each(kinds, lambda i, kind: Col(f"p{i}", kind, "mean"), lambda kind, g: g.parts[kind]),
        Col("seats", "Seats", "count", get=lambda g: round(g.seats)),
    ]
    return listed(name, caption, columns, groups)


def tracks(study: Study) -> Iterator[Section]:
    """How far up each track seats ended, and who wins there."""
    for track in study.contest.tracks:
        if len(track.levels) > 1:
            name, title = f"level-{words.slug(track.column)}", f"Which level pays: {track.meaning}?"
            tables = [_levels(track, name), *_by_holder(track, name, _noun(study))]
            yield from filter(None, [only_data(name, title, tables)])


def _levels(track: Track, name: str) -> Data:
    columns = [
        Col("level", "Level", get=lambda level: str(level.level)),
        Col("seats", "Of the seats", "rate"),
        Col("over", "Points over the fair share", "points"),
    ]
    return listed(name, f"Seats by {track.meaning}", columns, track.levels)


def _by_holder(track: Track, name: str, noun: str) -> Iterator[Data]:
    """Options down, levels across: points over the fair share, and where their seats end."""
    held = {
        label: list(zip(track.levels, each, strict=True)) for label, each in track.options.items()
    }
    worth = [
        {"what": label} | {f"l{level.level}": maybe(each.over) for level, each in pairs}
        for label, pairs in held.items()
    ]
    ends = [
        {"what": label} | {f"l{level.level}": rounded(each.seats / seats) for level, each in pairs}
        for label, pairs in held.items()
        if (seats := sum(each.seats for _, each in pairs))
    ]
    what = Col("what", words.sentence(noun))

    def levels(kind: str) -> list[Col]:
        return [Col(f"l{f.level}", f"Level {f.level}", kind) for f in track.levels]

    caption = f"Points over the fair share of the {noun}, by {track.meaning}"
    yield table(f"{name}-worth", caption, [what, *levels("points")], worth)
    caption = f"Where the {noun} end: share of their seats by {track.meaning}"
    yield table(f"{name}-options", caption, [what, *levels("share")], ends)


def _noun(study: Study) -> str:
    return str(study.design.manifest.get("options") or "options")
