"""What do the levels do that the run compares?"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from analysis.conclusions.ledger import tally
from analysis.data.design import CrossedFactor
from analysis.rates.crossed import At, LevelContrast
from analysis.shares.effects import Shift, ShiftAt
from analysis.stats import verdicts
from analysis.study import Study
from reports.tables import own_games
from reports.tables.parts import (
    Col,
    Data,
    Section,
    dot,
    dots,
    effect,
    judged,
    listed,
    q_of,
    table,
)
from reports.text import words
from reports.text.question import of_levels, one, setting

ASKED, COUNTED, EACH, SHARES = "asked", "asked-verdicts", "asked-each", "asked-shares"
MOST_ROWS = 24
# How many settings have a verdict: a column each, those that are not always there where any has it.
COUNTS = {
    "on": (verdicts.ON_TARGET, "On target", True),
    "easy": (verdicts.ABOVE, "Too easy", True),
    "hard": (verdicts.BELOW, "Too hard", True),
    "open": (verdicts.MORE, "Not enough games", False),
    "fit": (verdicts.FIT, "On target as we set it so", False),
    "far": (verdicts.FAR, "Without a verdict", False),
}
UNJUDGED = (verdicts.FIT, verdicts.FAR)  # what comes out says nothing of the game


def section(study: Study) -> Section | None:
    """Every level against the base, setting by setting: who wins, and how often."""
    answers, shifts = study.answers, study.contest.answers
    if not answers and not shifts:
        return None
    section = Section(ASKED, of_levels(study.design))
    section.charts = [_chart(answers)] if answers else []
    if answers:
        section.tables += [
            t for t in (_averages(answers, study), _counted(study), _each(study)) if t
        ]
    if shifts:
        section.charts.append(_moved(shifts))
        section.tables += [_shares(shifts, study), _shares_each(shifts)]
    return section


def label(answer: LevelContrast) -> str:
    """How a row names a level: "Cleric HEAL: heal 1 -> 2"."""
    return step(answer.factor.name, answer.factor.base, answer.level)


def step(name: str, base: object, level: object) -> str:
    """A level against the base, in a row."""
    return f"{words.sentence(words.factor(name))} {words.value(base)} → {words.value(level)}"


def where(at: At) -> str:
    """A setting as a row names it."""
    return setting(at.levels)


def placed(change: str, at: At) -> str:
    """A change in a setting, as a row names it; a setting that is the only one is not named."""
    return f"{change}, {where(at)}" if at.levels else change


def _chart(answers: Sequence[LevelContrast]) -> Data:
    rows: list[Data] = []
    for answer in answers:
        several = len(answer.at) > 1
        rows += [{"heading": label(answer)}] if several else []
        rows += [
            dot(where(at) if several else label(answer), at.verdict) | effect(at.paired.effect)
            for at in answer.at
        ]
    largest = max(answers, key=lambda a: abs(a.average.effect.value))
    desc = f"The largest is {label(largest)}: {words.signed(largest.average.effect.value)}."
    return dots("chart-asked", "Points that each level adds to the win rate", desc, rows,
                unit="points")  # fmt: skip


def _averages(answers: Sequence[LevelContrast], study: Study) -> Data:
    def own(answer: LevelContrast) -> str:
        return own_games.cell(study.own_of(answer.factor.name, answer.level))

    columns = [
        Col("level", "Level", get=label),
        Col("effect", "Points, settings weighed alike", "points", get=lambda a: a.average.effect),
        q_of("of this table called so"),
        Col("verdict", "Verdict", "verdict"),
        *([replace(own_games.COLUMN, get=own)] if any(map(own, answers)) else []),
        Col("games", "Games a setting", "count", get=lambda a: a.average.games),
        Col("saving", "Games saved by shared luck", "times",
            "how many times more games the same certainty would take without it",
            get=lambda a: a.average.saving),
    ]  # fmt: skip
    return listed(
        ASKED, "What each level does (q: within this table)", columns, answers,
        lambda a: judged(a.verdict, a.average.effect),
    )  # fmt: skip


def crossed_table(name: str, what: str, every: Sequence[tuple[str, At]]) -> Data:
    """Something changed, setting by setting.

    what: is changed, in a word; every: its name, and one setting.
    """
    columns = [
        Col("what", words.sentence(what), get=lambda one: placed(*one)),
        Col("before", "Won without", "rate", get=lambda one: one[1].before),
        Col("won", "Won with it", "rate", get=lambda one: one[1].after),
        Col("effect", "Points", "points", get=lambda one: one[1].paired.effect),
        q_of("of this table called so", lambda one: one[1].q),
        Col("verdict", "What it does", "verdict", get=lambda one: one[1].verdict),
    ]
    if any(at.now for _, at in every):
        columns.append(Col("level", "Against the target", "verdict", get=lambda one: one[1].now))
    caption = f"Every {what} in every setting (q: within this table)"
    return listed(name, caption, columns, every, _of_place, MOST_ROWS)


def _of_place(one: tuple[str, At]) -> Data:
    name, at = one
    more = {"change": name, "at": where(at), "level": at.now}
    return more | judged(at.verdict, at.paired.effect)


def _each(study: Study) -> Data:
    every = [(label(answer), at) for answer in study.answers for at in answer.at]
    return crossed_table(EACH, "level", every)


def counted(factor: CrossedFactor, level: object) -> str:
    """How the table of verdicts names a level."""
    return one(factor, level)


def _counted(study: Study) -> Data | None:
    """How many settings each level brings to the target."""
    rows = []
    for factor in study.rated.in_question:
        answers = [a for a in study.answers if a.factor.name == factor.name]
        sides = [(factor.base, [at.was for at in answers[0].at])] if answers else []
        sides += [(a.level, [at.now for at in a.at]) for a in answers]
        for level, given in sides:
            row: Data = {"level": counted(factor, level), "settings": len(given)}
            rows.append(row | {key: given.count(verdict) for key, (verdict, *_) in COUNTS.items()})
    if not study.rated.bands or not rows:
        return None
    columns = [
        Col("level", "Level"),
        *(
            Col(key, label, "count")
            for key, (_, label, always) in COUNTS.items()
            if always or any(row[key] for row in rows)
        ),
        Col("settings", "Settings", "count"),
    ]
    return table(COUNTED, "Settings on target with each level", columns, rows)


def shift_label(shift: Shift) -> str:
    """How a row names what moved whom."""
    factor = shift.move.factor
    assert factor is not None
    return step(factor.name, factor.base, shift.move.level)


def moved(shift: Shift) -> str:
    """How a row names a level and whose share it moves."""
    return f"{shift_label(shift)}: {shift.option}"


def on_target(shift: Shift, level: object, study: Study) -> list[str]:
    """The verdicts on a share at a level of what is asked, setting by setting."""
    factor = shift.move.factor
    assert factor is not None
    return [
        share.verdict
        for kind in study.contest.kinds
        for share in kind.shares
        if share.label == shift.option and share.cell.levels.get(factor.name) == level
    ]


def _moved(shifts: Sequence[Shift]) -> Data:
    """Whom each level moves: the named and the most moved."""
    rows: list[Data] = []
    for name in dict.fromkeys(map(shift_label, shifts)):
        of_level = [s for s in shifts if shift_label(s) == name]
        of_level.sort(key=lambda s: (not s.named, -abs(s.effect.value)))
        rows.append({"heading": name})
        rows += [dot(s.option, s.verdict) | effect(s.effect) for s in of_level[:6]]
    largest = max(shifts, key=lambda s: abs(s.effect.value))
    desc = f"{shift_label(largest)} moves {largest.option} by "
    desc += f"{words.signed(largest.effect.value)} points, more than anybody else."
    title = "Points that each level adds to a share of wins: who is moved most"
    return dots("chart-asked-shares", title, desc, rows, unit="points")


def _shares(shifts: Sequence[Shift], study: Study) -> Data:
    def on(shift: Shift, level: object) -> int:
        return tally(on_target(shift, level, study)).on

    columns = [
        Col("what", "Level, and whose share", get=moved),
        Col("before", "Before", "share"),
        Col("after", "After", "share"),
        Col("effect", "Points, settings weighed alike", "points"),
        q_of("of this table called so"),
        Col("verdict", "Verdict", "verdict"),
        Col("on", "Settings on target with it", "count", get=lambda s: on(s, s.move.level)),
        Col("on_base", "and without", "count", get=lambda s: on(s, s.move.factor.base)),
    ]
    caption = "What each level does to every share of wins (q: within this table)"
    of_levels = [s for s in shifts if s.move.factor]
    return listed(SHARES, caption, columns, of_levels, _of_shift, MOST_ROWS)


def _of_shift(shift: Shift) -> Data:
    """What a row has besides its columns, for whoever reads it by level."""
    more = {"level": shift_label(shift), "whose": shift.option, "settings": len(shift.at)}
    return more | judged(shift.verdict, shift.effect)


def _shares_each(shifts: Sequence[Shift]) -> Data:
    def more(one: tuple[Shift, ShiftAt]) -> Data:
        shift, at = one
        named = {"level": shift_label(shift), "whose": shift.option, "at": setting(at.levels)}
        return named | judged(at.verdict, at.effect)

    columns = shift_columns("Level, whose share, where", _shift_at)
    columns.insert(4, q_of("of this table called so", lambda one: one[1].q))
    every = [(shift, at) for shift in shifts for at in shift.at]
    caption = "The same in every setting (q: within this table)"
    return listed(f"{SHARES}-each", caption, columns, every, more, 0)


def _shift_at(one: tuple[Shift, ShiftAt]) -> str:
    shift, at = one
    return f"{moved(shift)}, {setting(at.levels)}" if at.levels else moved(shift)


def shift_columns(first: str, what: Callable[[Any], str]) -> list[Col]:
    """Columns of shares that moved, setting by setting; what: a row is about."""
    return [
        Col("what", first, get=what),
        Col("before", "Before", "share", get=lambda one: one[1].before),
        Col("after", "After", "share", get=lambda one: one[1].after),
        Col("effect", "Points", "points", get=lambda one: one[1].effect),
        Col("verdict", "Verdict", "verdict", get=lambda one: one[1].verdict),
    ]
