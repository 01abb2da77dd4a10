"""Which number moves the balance most? The report of `simulate sensitivity`."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from analysis.conclusions.ledger import EXPERIMENT, tally
from analysis.description.grouped_tallies import Several
from analysis.description.unused import Rare
from analysis.stats import verdicts
from reports.findings.finding import Finding
from reports.search.facts import of_change, of_sensitivity
from reports.search.parts import header, report
from reports.search.unused import hardly_ever, unused
from reports.tables.parts import Col, Data, Section, effect, judged, listed, q_of
from reports.text import words
from simulate.core.text.validate import written
from simulate.experiment import Experiment
from simulate.pack.text.labels import label
from simulate.search.aim.sums import WON
from simulate.search.sensitivity import Sensitive, ShareChange

MOST_BARS = MOST_ROWS = 24  # the others stand in a fold
MOST_FOUND = 5
BROKEN = "it leaves 10 to 90% of the games, or as far from a fair share"
SURE = (verdicts.BIG, verdicts.OPEN)
UNSEEN = (verdicts.NONE, verdicts.MORE)
# What is told of changes in one line each, by their verdict; None: the number is not met.
KINDS = (
    ("Moves it a little", "calm", "for certain, by less than two points", verdicts.SMALL),
    ("No effect shown", "calm", "one step moves less than two points", verdicts.NONE),
    ("Not enough games", "open", "`--games` and `--until` play on", verdicts.MORE),
    ("Never met here", "calm", "not one game ended otherwise", None),
)
Told = Callable[[Mapping[str, Any]], str]
LIKELY = "points; the largest of several looks larger than it is"


def document(
    experiment: Experiment,
    ranked: Sequence[Sensitive],
    games: int,
    settings: Sequence[Mapping[str, Any]],
    command_of: Told,
    cards: Sequence[Several] = (),
) -> dict[str, Any]:
    """The report as plain data.

    settings: the levels of each that was played; command_of: the command that plays a change;
    cards: what seats held and used in the game as it is.
    """
    met = [change for change in ranked if not change.idle]
    sound = [change for change in met if not change.breaks]
    question = f"Which number moves {_what(met)} most?"
    sure = tally(change.verdict for change in met).of(*SURE)
    badge = {"tone": "plain", "mark": "·", "text": f"{sure} of {len(ranked)} changes move it"}
    return report(
        header(experiment, "sensitivity", question, games, len(settings), badge),
        _findings(sound, experiment, command_of),
        _lines(ranked, experiment, cards),
        [_section(experiment, met, command_of)] if met else [],
        [*of_sensitivity(experiment, ranked, settings)],
        EXPERIMENT,
    )


def _what(met: Sequence[Sensitive]) -> str:
    whole = all(change.moved.kind == WON for change in met)
    return "the win rate" if whole else "the balance"


def _findings(met: Sequence[Sensitive], experiment: Experiment, command_of: Told) -> list[Finding]:
    """The changes that move most, each by its own command."""
    findings = []
    for change in met[:MOST_FOUND]:
        if change.verdict in SURE:
            text, about = f"{change.name}: {_said(change)}.", of_change(experiment, change)
            rows, advice = (("tornado", change.name),), f"`{command_of(_set(change))}` plays it."
            told = Finding("change", change.verdict, text, "tornado", 0.0, rows, advice)
            findings.append(replace(told, about=about, line=_line(change)))
    return findings


def _line(change: Sensitive) -> str:
    size = words.points(change.moved.effect.value)
    way = "more" if change.moved.effect.value > 0 else "less"
    who = "" if change.moved.kind == WON else f"{change.moved.label} "
    return f"{change.name}: {who}{'wins' if who else 'won'} {size} {way} often"


def _said(change: Sensitive) -> str:
    moved = change.moved
    size, ends = words.size_range(*moved.effect.ends)
    way = "more" if moved.effect.value > 0 else "fewer"
    if moved.kind == WON:
        return f"{size} {way} of the games are won ({ends})"
    text = f"{moved.label}: {size} {way} of its games won ({ends})"
    if change.likely is None:
        return text
    return (
        f"{text}, the largest of {len(change.others) + 1}; {words.points(change.likely)} is likely"
    )


def _lines(
    ranked: Sequence[Sensitive], experiment: Experiment, cards: Sequence[Several]
) -> list[Data]:
    sure = [c for c in ranked if c.verdict in SURE and not c.idle and not c.breaks]
    broken = [c for c in ranked if c.breaks]
    groups = [
        ("Moves it as well", "plain", "less than those above", sure[MOST_FOUND:]),
        ("Breaks the game", "plain", BROKEN, broken),
    ]
    vain = [c for c in ranked if c.idle or c.verdict in UNSEEN if _unused(c, cards)]
    for name, kind, more, verdict in KINDS:
        changes = [c for c in ranked if not c.breaks]
        changes = [c for c in changes if (None if c.idle else c.verdict) == verdict]
        groups.append((name, kind, more, [c for c in changes if c not in vain]))
    lines = []
    whole = Counter(c.path for change in ranked for c in change.changes)
    for name, kind, more, changes in groups:
        if changes:
            labels = _named(changes, whole, experiment)
            text = f"{words.plural(len(changes), 'change')} ({more}): {words.listing(labels)}"
            lines.append({"kind": kind, "label": name, "text": text})
    if vain:
        lines.append(hardly_ever(len(vain), [r for c in vain for r in _unused(c, cards)]))
    return lines


def _named(
    changes: Sequence[Sensitive], whole: Mapping[str, int], experiment: Experiment
) -> list[str]:
    """Each number of some changes once; its step, where the others are not among them."""
    moved = Counter(c.path for change in changes for c in change.changes)
    names = (
        label(experiment.pack, c.path) if moved[c.path] == whole[c.path] else change.name
        for change in changes
        for c in change.changes
    )
    return [*dict.fromkeys(names)]


def _unused(change: Sensitive, cards: Sequence[Several]) -> list[Rare]:
    """The cards that a change is about, if those who have them hardly ever use any of them."""
    return unused(
        [*(f"cards.{name}" for name in change.blanks), *(c.path for c in change.changes)], cards
    )


def _section(experiment: Experiment, met: Sequence[Sensitive], command_of: Told) -> Section:
    said = [
        "Each number went one step down and one step up, on the same luck as the game as it is. "
        "Change first what stands on top: small steps there go a long way. What breaks the game "
        f"({BROKEN}) comes last, however much it moves.",
    ]
    sound = [change for change in met if not change.breaks]
    bars = _bars(experiment, sound)
    chart = {
        "kind": "tornado",
        "id": "chart-tornado",
        "title": "Points that one step adds",
        "desc": f"{words.plural(len(bars), 'number')}, first what surely moves most.",
        "rows": bars,
    }
    whole = all(change.moved.kind == WON for change in met)
    columns = [
        Col("name", "Change"),
        Col("effect", "Points", "points", get=lambda change: change.moved.effect),
        *([] if whole else [Col("whose", "Of whom", get=lambda change: change.moved.label)]),
        *([Col("likely", "Likely", "text", LIKELY, _likely)] if any(map(_likely, met)) else []),
        q_of("of this table called so"),
        Col("verdict", "Verdict", "verdict"),
        Col("games", "Games", "count", "in each setting, with the change"),
        Col("command", "Play it", "code", get=lambda change: command_of(_set(change))),
    ]
    groups = sound[:MOST_ROWS], sound[MOST_ROWS:], met[len(sound) :]
    captions = {
        "tornado": "The changes that surely move most",
        "tornado-rest": "The others that were met",
        "breaks": "Breaks the game",
    }
    tables = [
        listed(name, caption, columns, group, _besides, None if name == "tornado" else 0)
        for (name, caption), group in zip(captions.items(), groups, strict=True)
        if group or name == "tornado"
    ]
    title = f"Which number moves {_what(met)} most?"
    return Section("tornado", title, said, [chart] if bars else [], tables)


def _besides(change: Sensitive) -> Data:
    """What a row holds besides its columns."""
    told = {"whose": change.moved.label, "likely": _likely(change)}
    return told | judged(change.verdict, change.moved.effect)


def _likely(change: Sensitive) -> str:
    return "" if change.likely is None else words.signed(change.likely)


def _set(change: Sensitive) -> dict[str, Any]:
    return {c.path: c.value for c in change.changes}


def _bars(experiment: Experiment, met: Sequence[Sensitive]) -> list[Data]:
    """A row for each number that goes a step up or down: what both do to the same share."""
    rows: dict[str, Data] = {}
    subjects: dict[str, ShareChange] = {}
    for change in met:
        if len(change.changes) != 1:
            continue
        only = change.changes[0]
        if not _counts(only.printed) or not _counts(only.value):
            continue
        way = "up" if only.value > only.printed else "down"
        whose = subjects.setdefault(only.path, change.moved)
        text = f"{label(experiment.pack, only.path)} ({written(only.printed)})"
        text += f": {whose.label}" if whose.label else ""
        row = rows.setdefault(only.path, {"label": text, "down": None, "up": None})
        moved = next((m for m in (change.moved, *change.others) if _is_of(m, whose)), None)
        row[way] = effect(moved.effect) if moved else None
    return list(rows.values())[:MOST_BARS]


def _is_of(moved: ShareChange, other: ShareChange) -> bool:
    return (moved.kind, moved.value) == (other.kind, other.value)


def _counts(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
