"""`runs/index.html`: the versions of a game, from the runs of a folder.

Made of what their reports and manifests say.  A folder may hold anybody's: a run that cannot be
read stands in the table with the reason, and names are text.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Any
from urllib.parse import quote

from analysis.data.design import PRINTED, VARIANT
from reports.tables.parts import Col, Data, Section, listed, table
from reports.text import words

RUN, CHOSE, CONFIRMED, COMPARED = "run", "chose a change", "confirmed a change", "compared"
TONES = {RUN: "half", CONFIRMED: "good"}  # of dots: only these have levels of their own
MARK = "+"  # behind the number of a run that confirmed a change
MOST_PANELS, MOST_VERSIONS = 16, 24  # of a chart; all stand in the table
MOST_THINGS = 12  # cards, factions, seats that a chart has, of many
LEVEL, SHARE, BRINGS = "win_rate", "win_share", "win_rate_effect"
TITLES = {
    LEVEL: "How often are the games won, by setting?",
    SHARE: "What share of the wins has each?",
    BRINGS: "What does each card bring?",
}


@dataclass(frozen=True)
class Version:
    """One run of a folder, or what was found by one.

    kind: RUN, CHOSE, CONFIRMED or COMPARED; when: in seconds, and played the same as text; changed:
    what is not as in the run before of the same game; size: in bytes; facts: those of its report;
    named: what its findings are about, as `words.slug` has it; problem: why it cannot be read.
    """

    folder: str
    kind: str = RUN
    when: float = 0.0
    played: str = ""
    title: str = ""
    experiment: str = ""
    games: int = 0
    changed: Sequence[str] = ()
    headline: str = ""
    verdict: str = ""
    size: int = 0
    band: tuple[float, float] | None = None
    facts: Sequence[Mapping[str, Any]] = field(default=(), repr=False)
    named: Collection[str] = ()
    problem: str = ""


def page(folder: Path, versions: Sequence[Version]) -> dict[str, Any]:
    """What the page of a folder says, as the data that a report is made of."""
    numbered = [*enumerate(versions, 1)]
    drawn = [(n, v) for n, v in numbered if v.kind in TONES and v.facts][-MOST_VERSIONS:]
    titles = dict.fromkeys(v.title for _, v in drawn)
    sections = [s for title in titles for s in _of_game(title, drawn, len(titles) > 1)]
    return {
        "header": {"title": folder.resolve().name, "versions": len(versions)},
        "sections": [section.data() for section in [_listed(folder, numbered), *sections]],
    }


def _of_game(title: str, drawn: Sequence[tuple[int, Version]], several: bool) -> Iterator[Section]:
    """A chart for each thing that the runs of a game have measured, a panel for each of a kind."""
    own = [(n, v) for n, v in drawn if v.title == title]
    for number, metric in enumerate(TITLES):
        panels = _panels(metric, own)
        if panels:
            asked = f"{title}: {TITLES[metric]}" if several else TITLES[metric]
            name = f"versions-{metric.replace('_', '-')}-{words.slug(title)}"
            tables = [_numbers(name, panels, own)]
            most = MOST_PANELS if metric == LEVEL else MOST_THINGS
            first = dict([*panels.items()][:most])
            told = [] if number else [_how()]
            told += [_few(len(first), len(panels))] if len(first) < len(panels) else []
            yield Section(name, asked, told, [_chart(name, asked, first, own, metric)], tables)


def _how() -> str:
    return (
        f"The numbers below the charts are those of the table above. One with {MARK} is of a run "
        "on fresh luck that confirmed a change: whoever chose it had not seen these games."
    )


def _few(drawn: int, every: int) -> str:
    return f"Drawn are {drawn} of {every}; the table has all."


Panels = dict[str, dict[int, Mapping[str, Any]]]


def _panels(metric: str, own: Sequence[tuple[int, Version]]) -> Panels:
    """By what is measured, its fact in each version that has it: what the newest has is first, and
    of things what is the first to look at.
    """
    found: Panels = {}
    named = set()
    for number, version in own:
        own_change, crossed = _change(version), _crossed(version)
        for fact in version.facts:
            plain = {key: level for key, level in fact["where"].items() if key != VARIANT}
            of_it = fact["where"].get(VARIANT, "") == own_change and fact["low"] is not None
            fits = {LEVEL: len(plain) == crossed, SHARE: True, BRINGS: len(plain) == 1}
            if fact["metric"] == metric and of_it and fits[metric]:
                title = _titled(plain, metric)
                found.setdefault(title, {})[number] = fact
                known = {words.slug(str(level)) for level in (*plain.values(), title)}
                named |= {title} if known & {*version.named} else set()
    if metric != LEVEL:
        return _by_interest(found, named)
    return dict(sorted(found.items(), key=lambda panel: -max(panel[1])))


def _titled(plain: Mapping[str, Any], metric: str) -> str:
    """What is measured, in words: a setting, or a thing with its kind behind it."""
    if metric != LEVEL and len(plain) == 1:
        ((kind, level),) = plain.items()
        if isinstance(level, str):
            return words.sentence(f"{words.unslug(level)} ({words.unslug(kind)})")
    return words.sentence(words.setting(plain) or "the only setting")


def _by_interest(panels: Panels, named: Collection[str]) -> Panels:
    """First what a finding is about, then what moved most over the versions, then what lies
    farthest from others of its kind.
    """
    last = {title: [*facts.values()][-1] for title, facts in panels.items()}
    kinds: dict[tuple[str, ...], list[float]] = {}
    for fact in last.values():
        kinds.setdefault((*fact["where"],), []).append(fact["value"])

    def interest(title: str) -> tuple[bool, float, float]:
        facts, fact = panels[title].values(), last[title]
        moved = max(f["low"] for f in facts) - min(f["high"] for f in facts)
        return title in named, max(0.0, moved), abs(fact["value"] - fmean(kinds[*fact["where"],]))

    return {title: panels[title] for title in sorted(panels, key=interest, reverse=True)}


def _crossed(version: Version) -> int:
    """How many factors a setting of a run has; what is told of several settings has fewer."""
    levels = (fact["where"].keys() - {VARIANT} for fact in version.facts if fact["metric"] == LEVEL)
    return max(map(len, levels), default=0)


def _change(version: Version) -> str:
    """The change that a run confirmed, the first of several; of a run none."""
    if version.kind != CONFIRMED:
        return ""
    changes = (str(fact["where"].get(VARIANT, PRINTED)) for fact in version.facts)
    return next((name for name in changes if name != PRINTED), PRINTED)


def _chart(
    name: str, title: str, panels: Panels, own: Sequence[tuple[int, Version]], metric: str
) -> Data:
    measured = {number for facts in panels.values() for number in facts}
    own = [(number, version) for number, version in own if number in measured]
    levels = [_label(number, version) for number, version in own]
    at = {number: place for place, (number, _) in enumerate(own)}
    kinds = {number: TONES[version.kind] for number, version in own}
    band = own[-1][1].band if metric == LEVEL else None
    of_what = "points beside another of its kind; " if metric == BRINGS else ""
    return {
        "kind": "panels",
        "id": f"chart-{name}",
        "title": title,
        "desc": "",
        "hint": f"{of_what}dots: each version, with 95% intervals; filled, with {MARK}: confirmed",
        "unit": "points" if metric == BRINGS else "rate",
        "axis": "version",
        "levels": levels,
        "band": list(band) if band else None,
        "panels": [
            {
                "title": what,
                "points": [
                    {
                        "x": at[number],
                        "label": levels[at[number]],
                        "value": fact["value"],
                        "low": fact["low"],
                        "high": fact["high"],
                        "tone": kinds[number],
                    }
                    for number, fact in of.items()
                ],
                "curve": [],
            }
            for what, of in panels.items()
        ],
    }


def _label(number: int, version: Version) -> str:
    return f"{number}{MARK}" if version.kind == CONFIRMED else f"{number}"


def _numbers(name: str, panels: Panels, own: Sequence[tuple[int, Version]]) -> Data:
    kind = "points" if BRINGS.replace("_", "-") in name else "rate"
    columns = [Col("what", "What")] + [Col(f"v{n}", _label(n, v), kind) for n, v in own[-6:]]
    ends = ("value", "low", "high")
    rows = [
        {"what": what}
        | {f"v{n}": {k: of[n][k] for k in ends} if n in of else None for n, _ in own[-6:]}
        for what, of in panels.items()
    ]
    caption = "The last six versions, with 95% intervals"
    return table(f"{name}-numbers", caption, columns, rows, folded=True)


def _listed(folder: Path, numbered: Sequence[tuple[int, Version]]) -> Section:
    columns = [
        Col("number", "Version", get=lambda one: _label(*one)),
        Col("folder", "Folder", "opens", get=lambda one: one[1].folder),
        Col("played", "Played", get=lambda one: one[1].played),
        Col("kind", "What it is", get=lambda one: "unread" if one[1].problem else one[1].kind),
        Col("changed", "Changed since the one before", get=lambda one: "; ".join(one[1].changed)),
        Col("headline", "What was found", get=lambda one: one[1].problem or one[1].headline),
        Col("verdict", "In short", get=lambda one: one[1].verdict),
        Col("size", "Size", get=lambda one: size_of(one[1].size)),
    ]

    def page(one: tuple[int, Version]) -> Data:
        return {"page": "" if one[1].problem else _page_of(folder, one[1])}

    every = listed("versions-all", "The runs of this folder", columns, numbered[::-1], page)
    return Section("versions", "Which versions are there?", tables=[every])


def _page_of(folder: Path, version: Version) -> str:
    """Where the report of a run lies, from the folder of all."""
    below = Path(version.folder)
    if not below.is_relative_to(folder):
        return ""
    return f"{quote(below.relative_to(folder).as_posix())}/report.html"


def size_of(amount: int) -> str:
    """Bytes in words."""
    return f"{amount / 1e6:,.1f} MB" if amount >= 1e5 else f"{amount / 1e3:,.0f} kB"
