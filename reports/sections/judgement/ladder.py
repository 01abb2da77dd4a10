"""Which strategy is how strong?"""

from collections.abc import Mapping, Sequence

from analysis.data.design import Design
from analysis.judgement import ladder
from analysis.judgement.ladder import Rung
from analysis.shares.matchups import Matchups
from analysis.stats import verdicts
from analysis.stats.intervals import Rate
from analysis.stats.verdicts import FEWEST
from analysis.study import Study
from reports.sections.shares import matchups
from reports.tables.parts import (
    Col,
    Data,
    Section,
    dots,
    effect,
    judged,
    listed,
    rate,
)
from reports.text import words
from simulate.store import Speed

TITLE = "Which strategy plays best?"
MEET = "Which strategy beats which?"
NONE = 0.005  # of a mix that is as good as nothing


def section(study: Study) -> Section | None:
    """Rung by rung where games are won or lost; who beats whom where strategies meet."""
    met = study.contest.meetings
    if study.ladder:
        section = _ladder(study)
        strength = {rung.strategy: rate(rung.rate) for rung in study.ladder}
    elif met is not None and met.pairs:
        section = _meetings(met, study.design)
        strength = {rating.label: effect(rating.ahead) for rating in met.ratings}
    else:
        return None
    if study.speeds:
        _add_speeds(section, study.speeds, strength)
    return section


def _add_speeds(section: Section, speeds: Sequence[Speed], strength: Mapping[str, Data]) -> None:
    """What a game of each costs, beside how well it plays."""
    order = [*strength]
    ordered = sorted(
        (s for s in speeds if s.strategy in strength), key=lambda s: order.index(s.strategy)
    )
    columns = [
        Col("strategy", "Strategy"),
        Col("strength", "Strength", "rate", get=lambda one: strength[one.strategy]),
        Col("speed", "Games a second", "number", get=lambda one: one.games / one.seconds),
        Col("decisions", "Decisions a second", "count",
            get=lambda one: round(one.decisions / one.seconds)),
        Col("length", "Decisions a game", "number", get=lambda one: one.decisions / one.games),
        Col("million", "A million games take",
            get=lambda one: _long(1e6 * one.seconds / one.games)),
    ]  # fmt: skip
    made = listed("ladder-speed", "How well each plays, and what it costs", columns, ordered)
    section.tables.insert(0, made)
    section.notes.append(
        "Speeds are of one core, in processor time, where all seats play the strategy; they were "
        "measured where the games were played, and differ from machine to machine. A decision is "
        "one with two choices or more."
    )


def _long(seconds: float) -> str:
    """How long that is, in the unit that is read at once."""
    for most, unit, name in ((120, 1, "seconds"), (7200, 60, "minutes"), (172_800, 3600, "hours")):
        if seconds < most:
            return f"{seconds / unit:,.0f} {name}"
    return f"{seconds / 86_400:,.0f} days"


def _ladder(study: Study) -> Section:
    section = Section("ladder", TITLE)
    first, last = study.ladder[0], study.ladder[-1]
    section.words = [
        f"{_rate(first.strategy, first.rate)}; {_rate(last.strategy, last.rate)}. All settings in "
        "which every strategy played are taken together, on the same luck."
    ]
    section.words.append(
        f"Between these two, play decides {words.percent(first.rate.value - last.rate.value)} of "
        "the games; the rest is luck, or what nobody here can do."
    )
    alike = [
        f"{upper.strategy} and {lower.strategy}"
        for upper, lower in zip(study.ladder, study.ladder[1:], strict=False)
        if upper.verdict == verdicts.NONE
    ]
    if alike:
        section.words.append(f"Not shown to differ: {words.listing(alike)}.")
    rows = [{"label": rung.strategy, "tone": "plain"} | effect(rung.rate) for rung in study.ladder]
    section.charts = [
        dots("chart-ladder", "Games won by strategy", section.words[0], rows, unit="rate")
    ]
    columns = [
        Col("strategy", "Strategy"),
        Col("won", "Games won", "rate", get=lambda rung: rung.rate),
        Col("step", "Above the next one", "points",
            get=lambda rung: rung.step.effect if rung.step else None),
        Col("verdict", "Verdict", "verdict"),
        Col("games", "Games", "count", get=lambda rung: rung.rate.games),
    ]  # fmt: skip
    caption = "The strategies of this run, from the strongest"
    section.tables = [listed("ladder", caption, columns, study.ladder, _judged)]
    return section


def _judged(rung: Rung) -> Data:
    return judged(rung.verdict, rung.step.effect) if rung.step else {}


def _rate(strategy: str, share: Rate) -> str:
    return f"{strategy} wins {words.of(share)}"


def _meetings(met: Matchups, design: Design) -> Section:
    section = Section("ladder", MEET)
    section.words = [
        "How often the one in the row finishes ahead of the one in the column when both sit at a "
        "table, a tie counting half. All settings are taken together."
    ]
    if met.are_same([rating.label for rating in met.ratings]):
        section.words.append("All of them played the same in all of their games.")
        section.tables = [matchups.ratings(met, "strategies", "ladder")]
        return section
    mix = ladder.mix(met, design.confidence)
    worse = ladder.dominated(met, design.confidence)
    section.words += [
        f"{one.strategy} is dominated: {one.by} does better against everybody, by "
        f"{words.points(one.least)} or more."
        for one in worse
    ]
    section.words += [
        f"{words.listing(list(group))} played the same in all of their games." for group in met.same
    ]
    section.words += _decided(met)
    if mix:
        played = [part for part in mix if part.share >= NONE]
        if len(played) == 1:
            section.words.append(
                f"Nobody gains by playing anything but {played[0].strategy}: it is beaten by none."
            )
        else:
            parts = [f"{words.percent(part.share)} {part.strategy}" for part in played]
            section.words.append(
                "No strategy is best against all; a mix that nobody beats is "
                f"{words.listing(parts)}."
            )
    noun = "strategies"
    section.charts = [matchups.strengths(met, noun, "chart-ladder")]
    tables = [
        matchups.ratings(met, noun, "ladder"),
        matchups.matrix(met, noun, "ladder-matrix"),
        _mix(mix) if mix else None,
    ]
    section.tables = [each for each in tables if each]
    rotated = max(design.rotations.values()) > 1
    turns = ", each of them in all rotations of the line-up" if rotated else ""
    section.notes = [
        f"All pairs meet in the same deals{turns}: a range goes by deals, and those of all pairs "
        "hold at once (95%).",
        "A mix is worked out as if every game were between two of the strategies; its ranges come "
        "from tables drawn around the measured one. Dominated is said where it is sure (95%) for "
        "all strategies and opponents at once.",
    ]
    return section


def _decided(met: Matchups) -> list[str]:
    """How much play decides between the best and the worst, and how much is left to luck."""
    best, worst = met.ratings[0].label, met.ratings[-1].label
    for pair in (each for one in met.pairs for each in (one, one.turned())):
        if (pair.first, pair.second) == (best, worst) and pair.games >= FEWEST:
            ahead = words.share_range(*pair.ahead.ends)
            luck = min(1.0, 2 * (1 - pair.ahead.value))
            return [
                f"{best} finishes ahead of {worst} in {ahead} of their games: luck decides "
                f"{words.percent(luck)} between these two, play the rest."
            ]
    return []


def _mix(mix: tuple[ladder.MixShare, ...]) -> Data:
    columns = [
        Col("strategy", "Strategy"),
        Col("share", "Share of the mix", "share"),
        Col("low", "At least", "share"),
        Col("high", "At most", "share"),
    ]
    return listed("ladder-mix", "The mix of strategies that nobody beats", columns, mix)
