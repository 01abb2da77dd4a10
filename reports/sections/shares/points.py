"""Where do victory points come from?"""

from collections.abc import Sequence
from dataclasses import replace

from analysis.shares.points import Parts
from analysis.study import Study
from reports import words
from reports.parts import Col, Data, Section, effect, rounded, table

TITLE = "Where do the points come from?"
MOST_COLOURS = 8


def section(study: Study) -> Section | None:
    """Mean points of every kind, by option, and of winners and the others."""
    options, winners = study.contest.points.options, study.contest.points.winners
    if not options and not winners:
        return None
    noun = str(study.design.manifest.get("options") or "options")
    section = Section("points", TITLE)
    section.words = [
        "Mean points of a seat at the end of a game, all settings together. What winners have "
        "more of need not be what made them win."
    ]
    if options and len(options[0].parts) > 1:
        section.charts = [_bars(_fewer(options), noun)]
    section.tables = [_table("points", f"Mean points of the {noun}", words.sentence(noun), options)]
    if winners:
        section.tables.append(_table("points-sides", "Mean points of winners and others", "Seats",
                                  winners))  # fmt: skip
    section.tables += _by_setting(study)
    section.words += _none(options or winners)
    section.tables = [t for t in section.tables if t["rows"]]
    return section


def _met(groups: Sequence[Parts]) -> list[str]:
    """Kinds of points that anybody had: parts that are not in play have no column."""
    return [k for k in groups[0].parts if any(g.parts[k] for g in groups)] if groups else []


def _none(groups: Sequence[Parts]) -> list[str]:
    """What no points came from."""
    never = [k for k in groups[0].parts if k not in _met(groups)]
    return [f"No points came from: {words.listing(never, len(never))}."] if never else []


def _by_setting(study: Study) -> list[Data]:
    """Mean points in each setting, where there are several."""
    names = {str(c.number): words.setting(c.levels) for c in study.design.cells}
    settings = [replace(p, label=names[p.label]) for p in study.contest.points.settings]
    if len(settings) < 2:
        return []
    return [_table("points-settings", "Mean points in every setting", "Setting", settings)]


def _fewer(groups: Sequence[Parts]) -> list[Parts]:
    """Kinds that were met; of more than there are colours the smallest become one."""
    total = {k: sum(abs(g.parts[k]) * g.seats for g in groups) for k in groups[0].parts}
    kinds = [k for k in total if total[k] > 0]
    if len(kinds) > MOST_COLOURS:
        large = sorted(kinds, key=lambda k: -total[k])[: MOST_COLOURS - 1]
        kinds = [k for k in kinds if k in large]
    fewer = []
    for group in groups:
        parts = {k: group.parts[k] for k in kinds}
        rest = sum(v for k, v in group.parts.items() if k not in kinds)
        fewer.append(replace(group, parts=parts | ({"Others": rest} if rest else {})))
    return fewer


def _bars(groups: Sequence[Parts], noun: str) -> Data:
    kinds = list(dict.fromkeys(k for g in groups for k in g.parts))
    rows = []
    for group in groups:
        whole = sum(max(v, 0.0) for v in group.parts.values()) or 1.0
        shares = [rounded(max(group.parts.get(k, 0.0), 0.0) / whole) for k in kinds]
        rows.append({"label": group.label, "parts": shares})
    mean = {k: sum(g.parts.get(k, 0.0) * g.seats for g in groups) for k in kinds}
    all_ = sum(mean.values()) or 1.0
    desc = "; ".join(f"{k} {words.percent(v / all_)}" for k, v in mean.items())
    return {
        "kind": "bars",
        "id": "chart-points",
        "title": f"Where the points of the {noun} come from",
        "desc": f"Over all seats: {desc}.",
        "legend": list(kinds),
        "rows": rows,
    }


def _table(name: str, caption: str, head: str, groups: Sequence[Parts]) -> Data:
    kinds = _met(groups)
    sure = bool(groups) and groups[0].score is not None
    columns = [Col("what", head)]
    columns += [Col("total", "Score", "measured" if sure else "mean")]
    columns += [Col(f"p{i}", kind, "mean") for i, kind in enumerate(kinds)]
    columns.append(Col("seats", "Seats", "count"))
    rows = [
        {
            "what": g.label,
            "total": effect(g.score) if g.score else rounded(g.total),
            "seats": round(g.seats),
        }
        | {f"p{i}": rounded(g.parts[kind]) for i, kind in enumerate(kinds)}
        for g in groups
    ]
    return table(name, caption, columns, rows)
