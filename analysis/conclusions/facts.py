"""All numbers of a run as records, each with its place.

The numbers are those of the report's tables; nothing is computed here that is not computed there.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from analysis.conclusions.comparison import RunComparison, Setting
from analysis.conclusions.expected import expected
from analysis.data.deal import option_family
from analysis.data.design import VARIANT, Cell, CrossedFactor, Design, Move
from analysis.data.entrants import PLAYER, SKILL
from analysis.description.lengths import GameLength
from analysis.estimators import pooled
from analysis.rates.contrasts import Contrast, ContributionChange
from analysis.rates.crossed import LevelContrast
from analysis.rates.steps import FactorStep
from analysis.shares.effects import Shift
from analysis.shares.own import Own
from analysis.shares.share_verdicts import Kind, Over, Share
from analysis.stats.intervals import Estimate, Rate
from analysis.study import Study
from simulate.core.game.facts import OVER_FAIR_SHARE, WIN_RATE
from simulate.pack.text.nouns import slug

WIN_SHARE = "win_share"
EFFECT, TOGETHER, STEP = "win_rate_effect", "win_rate_together", "win_rate_step"
CHANGE, SHARE_CHANGE = "win_rate_change", "win_share_change"
SURPLUS, SURPLUS_PART = "surplus", "surplus_part"  # of a card, and what each cause adds to it
SPREAD_SHARE = "spread_share"  # of what makes games hard
PLAN_GAIN, PLAN_SHARE = "plan_gain", "plan_share"  # of a plan against the default players
EFFECT_CHANGE = "win_rate_effect_change"
END = "end_share"
FROM, WITH, REASON = "from", "with", "end_reason"
PART = "part"  # of a game's turns, 0 to 1
EXPECTATION = "expectation"  # the name of one, else its place among all of the run

Where = dict[str, Any]
About = tuple[str, Mapping[str, Any]]  # which number: metric and where
WHOLE_CHANGE: About = (CHANGE, {})


@dataclass(frozen=True)
class Fact:
    """One number.

    metric: what it is (docs/python.md lists them); where: the levels and things that it is of,
    nothing for the whole run.  value, low, high: a share or a difference of shares is 0..1; None
    where a number has no interval.  verdict: as in `analysis.stats.verdicts`, empty where none is
    given.  games: that it rests on, None where they are not counted apart.  differs: of a share,
    whether it is not the fair one for certain, if inside the band or on its edge; else None.
    """

    metric: str
    where: Mapping[str, Any]
    value: float
    low: float | None
    high: float | None
    verdict: str
    games: int | None
    differs: bool | None = None


def facts(study: Study) -> list[Fact]:
    """The facts of a run, in order of what people ask first."""
    if not study.games:
        return []
    return [
        *_rates(study),
        *_shares(study),
        *_steps(study),
        *_changes(study),
        *_effects(study),
        *_ends(study),
        *(fact for length in study.lengths for fact in _length(study, length)),
        *_arcs(study),
        *_expected(study),
    ]


def of_things(study: Study) -> list[Fact]:
    """Those of shares and of what is dealt, among which are all that are of a card."""
    return [*_shares(study), *_effects(study)]


def of_comparison(comparison: RunComparison) -> list[Fact]:
    """What the second of two runs has more or less than the first."""
    facts: list[Fact] = []
    if comparison.whole is not None:
        whole = comparison.whole
        facts.append(_of(*WHOLE_CHANGE, whole.effect, comparison.verdict, whole.games))
    for setting in comparison.settings:
        _, where = of_setting(setting)
        facts += [
            _of(f"{WIN_RATE}_before", where, setting.before, setting.was, setting.before.games),
            _of(f"{WIN_RATE}_after", where, setting.after, setting.now, setting.after.games),
            _of(CHANGE, where, setting.paired.effect, setting.verdict, setting.paired.games),
        ]
    for name, shifts in comparison.shares:
        for shift in shifts:
            facts.append(
                _of(*of_moved_share(name, shift), shift.effect, shift.verdict, shift.games)
            )
    facts += [_of(*of_own(own), own.effect, own.verdict, own.games) for own in comparison.own]
    facts += [_of(*of_brought(m), m.change, m.verdict, None) for m in comparison.brings]
    games = min(comparison.games)
    for end in comparison.endings:
        facts.append(_of(f"{END}_change", {REASON: end.reason}, end.effect, end.verdict, games))
    for mean in comparison.means:
        facts.append(_of(f"{mean.column}_change", {}, mean.effect, "", games))
    return facts


def of_setting(setting: Setting) -> About:
    """What a change does in one setting: what a finding is about."""
    return CHANGE, _levels(setting.cell, without=VARIANT)


def of_own(own: Own) -> About:
    """What a change does to one thing in its own games."""
    return CHANGE, {slug(own.family): own.value}


def of_brought(moved: ContributionChange) -> About:
    """What a change does to what a thing brings."""
    return EFFECT_CHANGE, {slug(moved.family): moved.value}


def of_moved_share(noun: str, shift: Shift) -> About:
    """What a change does to a share of wins."""
    return SHARE_CHANGE, {slug(noun): _thing(noun, shift.value)}


def keys(design: Design) -> list[str]:
    """What a fact of the run may be of: factors that vary, then kinds of things.

    Known beforehand, so that a run that is too small to tell of heroes still has them as a kind.
    """
    things = [option_family(design, column) for column in design.columns("seats", "option")]
    for table in ("games", "seats"):
        things += [c.get("family") or c["name"] for c in design.columns(table, "dealt")]
    change = [VARIANT] if design.variants else []
    names = [factor.name for factor in design.factors]
    return list(dict.fromkeys([*names, *change, *map(slug, things), REASON, PART]))


def of_cell(cell: Cell) -> Where:
    """What a rate of one setting is of."""
    return _levels(cell)


def of_level(factor: CrossedFactor, level: Any) -> Where:
    """What a level does against the base of its factor, in a place without swept numbers."""
    return {factor.name: level, FROM: factor.base}


def of_step(step: FactorStep) -> Where:
    """What the average of a step between two levels is of."""
    return {step.factor.name: step.level, FROM: step.base}


def of_answer(study: Study, answer: LevelContrast) -> Where:
    """What the average of a level that is asked about is of."""
    others = {k: v for k, v in _printed(study.rated).items() if k != answer.factor.name}
    return {**others, **of_level(answer.factor, answer.level)}


def of_contrast(study: Study, contrast: Contrast) -> Where:
    """What the effect of a thing is of that was dealt or held."""
    return {**_printed(study.rated), slug(contrast.family): _id(contrast)}


def of_over(over: Over, noun: str) -> Where:
    """What a share over all settings is of."""
    return {slug(noun): _thing(noun, over.value)}


def of_kind(kind: Kind, over: Over) -> Where:
    """What the share of a thing is of, over all settings, as facts have it: of one setting it is
    that of the setting.
    """
    alike = [share for share in kind.shares if share.label == over.label]
    if len({share.cell.number for share in kind.shares}) > 1:
        return of_over(over, kind.noun)
    return of_share(alike[0], kind.noun, over.value)


def of_share(share: Share, noun: str, value: str) -> Where:
    """What a share in one setting is of; value: what data call the thing."""
    return {**_levels(share.cell), slug(noun): _thing(noun, value)}


def of_shift(shift: Shift, noun: str) -> Where:
    """What a change of a share is of, over all settings."""
    return _compared(shift.move) | {slug(noun): _thing(noun, shift.value)}


def _of(
    metric: str, where: Mapping[str, Any], number: Rate | Estimate, verdict: str,
    games: int | None, differs: bool | None = None,
) -> Fact:  # fmt: skip
    return Fact(metric, where, number.value, number.low, number.high, verdict, games, differs)


def _levels(cell: Cell, without: str = "") -> Where:
    """The levels of a setting; the printed game is no change."""
    left_out = {without, VARIANT if cell.base else ""}
    return {name: level for name, level in cell.levels.items() if name not in left_out}


def _thing(noun: str, value: str) -> Any:
    """What a thing is called in data; seats count from 1, as people count them."""
    return int(value) + 1 if noun == "seats" else value


def _rates(study: Study) -> Iterator[Fact]:
    """Where players win together: over all settings, at each level, in each setting.

    Nothing is put together over the levels of a swept number: each of them is another game.
    """
    rated = [d.cell for d in study.cells]
    printed = [cell for cell in rated if cell.number in study.rated.unswept]
    swept = _printed(study.rated)
    if len(rated) > 1:
        yield from _pooled(study, swept, printed)
    for factor in study.rated.factors:
        cells = rated if factor.swept else printed
        alike = {name: base for name, base in swept.items() if name != factor.name}
        for level in factor.levels:
            where = {**alike, factor.name: level}
            if where != swept:
                matching = [c for c in cells if where.items() <= c.levels.items()]
                yield from _pooled(study, where, matching)
    for each in study.cells:
        yield _of(WIN_RATE, of_cell(each.cell), each.rate, each.verdict, each.rate.games)
    for cell in study.rated.cells if study.cells else ():
        if not cell.base and study.counts.games(cell.number):
            won = study.counts.rate(cell.number, study.design.confidence)
            yield _of(WIN_RATE, _levels(cell), won, "", won.games)


def _printed(design: Design) -> Where:
    """The levels of swept numbers at which settings are put together."""
    return {factor.name: factor.base for factor in design.factors if factor.swept}


def _pooled(study: Study, where: Where, cells: list[Cell]) -> Iterator[Fact]:
    """A rate over several settings, which has no verdict: a target is one of each setting."""
    if len(cells) > 1:
        won = pooled.wins(study.counts, [cell.number for cell in cells], study.design.confidence)
        yield _of(WIN_RATE, where, won, "", won.games)


def _shares(study: Study) -> Iterator[Fact]:
    """Where seats compete: what every thing wins, over all settings and in each."""
    for kind in study.contest.kinds:
        values, unjudged = _values(kind), kind.role in (SKILL, PLAYER)
        several = len({share.cell.number for share in kind.shares}) > 1
        for over in kind.overs if several else ():
            where = of_over(over, kind.noun)
            verdict = "" if unjudged else over.verdict
            yield _of(OVER_FAIR_SHARE, where, over.effect, verdict, over.games, over.differs)
        for share in kind.shares:
            where = of_share(share, kind.noun, values[share.label])
            judged = "" if unjudged else share.verdict, share.games, share.differs
            yield _of(WIN_SHARE, where, share.share, *judged)
            yield _of(OVER_FAIR_SHARE, where, share.over, *judged)


def _values(kind: Kind) -> dict[str, str]:
    """What data call the things that are called by a label."""
    return {over.label: over.value for over in kind.overs}


def _steps(study: Study) -> Iterator[Fact]:
    """What one level brings beside another: on average, and in each setting."""
    for step in study.steps:
        where = of_step(step)
        yield _of(STEP, where, step.average.effect, step.verdict, step.average.games)
        for context, paired in step.contexts if len(step.contexts) > 1 else ():
            yield _of(STEP, {**context.levels, **where}, paired.effect, "", paired.games)
    for answer in study.answers:
        where, average = of_level(answer.factor, answer.level), answer.average
        place = of_answer(study, answer)
        yield _of(STEP, place, average.effect, answer.verdict, average.games)
        for at in answer.at if len(answer.at) > 1 else ():
            yield _of(STEP, {**at.levels, **where}, at.paired.effect, at.verdict, at.paired.games)


def _changes(study: Study) -> Iterator[Fact]:
    """What every change does to wins, and to the share of everything that competes."""
    for worth in study.variants:
        where = {VARIANT: worth.name}
        yield _of(CHANGE, where, worth.paired.effect, worth.verdict, worth.paired.games)
        for at in worth.at if len(worth.at) > 1 else ():
            yield _of(CHANGE, {**at.levels, **where}, at.paired.effect, at.verdict, at.paired.games)
    for kind in study.contest.kinds:
        first = kind is study.contest.kind(kind.role)
        for shift in study.contest.moves.get(kind.role, ()) if first else ():
            what = of_shift(shift, kind.noun)
            yield _of(SHARE_CHANGE, what, shift.effect, shift.verdict, shift.games)
            for one in shift.at if len(shift.at) > 1 else ():
                yield _of(SHARE_CHANGE, {**one.levels, **what}, one.effect, one.verdict, one.games)


def _compared(move: Move) -> Where:
    """What a change is called: its name, or the level with the one it is held against."""
    if move.factor is None:
        return {VARIANT: move.name}
    return {move.factor.name: move.level, FROM: move.factor.base}


def _effects(study: Study) -> Iterator[Fact]:
    """Where players win together: what everything brings that is dealt or held."""
    factor, levels = study.dealing.factor, study.dealing.levels
    for each in study.dealing.contrasts:
        where = {slug(each.family): _id(each)}
        printed = _printed(study.rated)
        yield _of(EFFECT, of_contrast(study, each), each.effect, each.verdict, each.games)
        for level, inside in zip(levels, each.by_level, strict=False):
            at = {**printed, factor: level}
            if inside is not None and len(levels) > 1 and at != printed:
                yield _of(EFFECT, {**at, **where}, inside, "", None)
    for moved in study.moved:
        where = {**_compared(moved.move), slug(moved.family): moved.value}
        yield _of(EFFECT_CHANGE, where, moved.change, moved.verdict, None)
    held = {each.label: each for each in study.dealing.contrasts}
    for pair in study.dealing.company:
        first = held.get(pair.first)
        if first is not None:
            second = held.get(pair.second)
            other = _id(second) if second else pair.second
            where = {slug(first.family): _id(first), WITH: other}
            yield _of(TOGETHER, where, pair.effect, pair.verdict, pair.games)


def _id(contrast: Contrast) -> str:
    """What the pack calls a thing that was dealt, where it is a card; else its words."""
    if contrast.against:
        return contrast.label
    return contrast.card.rpartition(".")[2] or contrast.value or contrast.label


def _ends(study: Study) -> Iterator[Fact]:
    """How games end, over all settings and in each."""
    cells = {cell.number: cell for cell in study.design.base}
    for end in study.ends:
        if len(end.cells) > 1:
            yield _of(END, {REASON: end.name}, end.all, "", end.all.games)
        for number, share in end.cells.items():
            where = {**_levels(cells[number]), REASON: end.name}
            yield _of(END, where, share, "", share.games)


def _length(study: Study, length: GameLength) -> Iterator[Fact]:
    """How long games are: the middle, and what one in twenty stays below or goes beyond."""
    cells = {cell.number: cell for cell in study.design.base}
    for number, spread in length.cells.items():
        where = _levels(cells[number])
        yield _of(f"{length.column}_mean", where, length.means[number], "", spread.games)
        for name, value in (("median", spread.median), ("p05", spread.low), ("p95", spread.high)):
            yield Fact(f"{length.column}_{name}", where, value, None, None, "", games=spread.games)


def _arcs(study: Study) -> Iterator[Fact]:
    """The course of the games: of settings together that share a path, and of each."""
    for arc in (*study.arcs.all, *study.arcs.cells):
        where = _levels(arc.cell) if arc.cell else dict(arc.levels)
        for point in arc.points if not arc.together else ():
            if point.leader is not None and point.leader.games:
                at = {**where, PART: point.part}
                yield _of("leader_wins", at, point.leader, "", point.leader.games)
        for name in ("decided", "early", "open", "rest_lost", "comebacks", "changes"):
            number = getattr(arc, name)
            if number is not None:
                yield _of(f"arc_{name}", where, number, "", arc.games)
        tense = arc.suspense
        of_turns = {
            "suspense": tense.suspense,
            "suspense_used": tense.used,
            "surprise": tense.surprise,
        }
        for name, number in of_turns.items() if study.arcs.tells else ():
            yield _of(f"arc_{name}", where, number, "", arc.games)


def _expected(study: Study) -> Iterator[Fact]:
    """What is expected, with whether it is met; a number that no game tells is left out."""
    for number, one in enumerate(expected(study), 1):
        if one.number is not None:
            where = {**one.where, **one.of, EXPECTATION: one.name or str(number)}
            yield _of(f"expected_{one.metric}", where, one.number, one.verdict, one.games)
