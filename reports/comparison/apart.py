"""Which of the changes did it?  What `simulate compare --apart` adds to a comparison."""

from collections.abc import Iterator, Sequence
from typing import Any

from analysis.conclusions.facts import CHANGE, SHARE_CHANGE, Fact
from analysis.data.design import VARIANT
from analysis.stats.corrections import FALSE_SHARE
from analysis.stats.intervals import Estimate
from analysis.stats.verdicts import sure_size
from reports.tables.parts import Col, Data, Section, dot, dots, effect, fact, listed
from reports.text import words
from simulate.pack.text.nouns import slug
from simulate.search.aim.sums import OPTION, WON
from simulate.search.attribution import Attribution, ChangeShare, PairSurplus

QUESTION = "Which of the changes did it?"
MOST_WORDS = 60
LITTLE = 0.01  # a share of less is not told by its number
APART = "apart"


def with_apart(report: dict[str, Any], found: Attribution, options: str) -> dict[str, Any]:
    """The report of a comparison with what each change does; options: what seats hold."""
    line = {"kind": "plain", "label": "Apart", "text": sentence(found), "rows": []}
    first, *rest = report["sections"]
    return report | {
        "lines": [line, *report["lines"]],
        "sections": [first, section(found).data(), *rest],
        "facts": [*report["facts"], *map(fact, facts(found, options))],
    }


def sentence(found: Attribution) -> str:
    """What is answered, in at most 60 words: what does most, the others, what does not add up."""
    parts = [*_shown(found)] if sure_size(found.whole) else [*_not_shown(found)]
    text = parts[0]
    for part in parts[1:]:
        if len(f"{text} {part}".split()) <= MOST_WORDS:
            text = f"{text} {part}"
    return text


def _shown(found: Attribution) -> Iterator[str]:
    first, *others = found.shares
    size, ends = words.size_range(*found.whole.ends)
    head = f"Of {size} ({ends}) {_what(found)}, {first.change.name} does {_of(first, found)}"
    if sure_size(found.lead):
        yield f"{head}; keep it first."
    else:
        second = others.pop(0)
        yield (
            f"{head} and {second.change.name} {_of(second, found)}, too close to tell apart; keep "
            "either."
        )
    yield from _others(found, others)
    yield from _surplus(found)


def _not_shown(found: Attribution) -> Iterator[str]:
    together = words.signed_range(*found.whole.ends)
    alone = [each for each in found.shares if sure_size(each.alone)]
    if not alone:
        yield f"No change is shown to do anything: together {together} points {_of_what(found)}."
        return
    said = words.listing([f"{c.change.name} {words.signed(c.alone.value)}" for c in alone], 3)
    text = f"Together the changes are not shown to do anything ({together} points "
    yield f"{text}{_of_what(found)}), but alone: {said}."
    yield from _surplus(found)


def _what(found: Attribution) -> str:
    way = "more" if found.whole.value > 0 else "fewer"
    whose = f" by {found.label}" if found.label else ""
    return f"{way} games won{whose}"


def _of_what(found: Attribution) -> str:
    return f"of the games won by {found.label}" if found.label else "of the games won"


def _of(each: ChangeShare, found: Attribution) -> str:
    """A share in points: as large as it is where it goes the way of the whole, else below 0."""
    way = -1 if found.whole.value < 0 else 1
    return f"{words.rounded(way * each.share.value) * 100:.1f}"


def _others(found: Attribution, others: Sequence[ChangeShare]) -> Iterator[str]:
    large = [each for each in others if abs(each.share.value) >= LITTLE]
    if large:
        said = [f"{each.change.name} does {_of(each, found)}" for each in large]
        yield f"{words.sentence(words.listing(said, 3))}."
    if little := len(others) - len(large):
        every = f"The other {little} do" if little > 1 else "The other one does"
        yield f"{every} less than a point{' each' if little > 1 else ''}."


def _surplus(found: Attribution) -> Iterator[str]:
    if not sure_size(found.surplus):
        return
    size, ends = words.size_range(*found.surplus.ends)
    way = "more" if found.surplus.value > 0 else "fewer"
    yield f"They do not add up: together {size} {way} than one by one ({ends})."
    if pair := next((each for each in found.pairs if each.q <= FALSE_SHARE), None):
        yield f"Most of it: {_both(pair)}."


def _both(pair: PairSurplus) -> str:
    return f"{pair.changes[0].name} with {pair.changes[1].name}"


def section(found: Attribution) -> Section:
    """Chart and table of each change; of pairs, where changes do not add up."""
    said = [
        f"{sentence(found)} Each change was played alone, then all but it, and all together, on "
        f"the same luck: {words.plural(found.games, 'game')} of each set in each setting.",
        "The share of a change is the mean of what it adds alone and what is lost without it, "
        "evened so that all shares sum to the whole.",
    ]
    columns = [
        Col("name", "Change", get=lambda each: each.change.name),
        Col("share", "Share, points", "points", "of what all do together"),
        Col("alone", "Alone, points", "points", "added to the game before the changes"),
        Col("without", "Lost without it, points", "points", "when all others are made"),
    ]
    tables = [listed("apart", "What each change does", columns, found.shares)]
    if found.pairs:
        pairs = [
            Col("pair", "Together", get=_both),
            Col("surplus", "Beyond each alone, points", "points"),
            Col("q", "q", "q", "share of false alarms among all pairs called so"),
            Col("verdict", "Verdict", "verdict"),
        ]
        tables.append(listed("apart-pairs", "Pairs that do not add up", pairs, found.pairs))
    return Section("apart", QUESTION, said, [_chart(found)], tables)


def _chart(found: Attribution) -> Data:
    rows = [_row(each.change.name, each.share) for each in found.shares]
    rows += [_row("all together", found.whole), _row("beyond each alone", found.surplus)]
    desc = f"{words.plural(len(rows), 'row')}; {rows[0]['label']} {rows[0]['text']} points."
    return dots("chart-apart", "What each change does, in points", desc, rows, unit="points")


def _row(label: str, size: Estimate) -> Data:
    return dot(label, "") | effect(size) | {"text": words.signed(size.value)}


def facts(found: Attribution, options: str) -> Iterator[Fact]:
    """Every number of the section, each with what it is of."""
    metric = CHANGE if found.kind == WON else SHARE_CHANGE
    whose: dict[str, Any] = {}
    if found.kind != WON:
        is_option = found.kind == OPTION
        whose = {slug(options): found.value} if is_option else {"seat": int(found.value) + 1}

    def told(size: Estimate, what: str, name: str = "") -> Fact:
        where = whose | {APART: what} | ({VARIANT: name} if name else {})
        return Fact(metric, where, *size.ends, verdict="", games=found.games)

    yield told(found.whole, "together")
    yield told(found.surplus, "surplus")
    for each in found.shares:
        for what in ("share", "alone", "without"):
            yield told(getattr(each, what), what, each.change.name)
    for pair in found.pairs:
        yield told(pair.surplus, "pair", _both(pair))
