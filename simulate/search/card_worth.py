"""What is one card worth?

On common random numbers: the game as it is beside the card without its abilities, with all its
numbers at the median of its kind, and with each number a step down and a step up.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, median_low
from typing import Any

from analysis.stats import verdicts
from analysis.stats.intervals import Estimate, within
from simulate.core.errors import InputError, Problem
from simulate.experiment import Experiment, RunRequest, Variant, load
from simulate.experiment.context import PRINTED, STRATEGY
from simulate.experiment.plan import Plan, Playable
from simulate.pack import cards as card_file
from simulate.pack import catalogue
from simulate.pack.edit import steps
from simulate.pack.edit.named_card import NamedCard
from simulate.pack.pack import Pack
from simulate.search.aim.sums import OPTION
from simulate.search.candidate import together, with_games
from simulate.search.partners import CardPair, Tables
from simulate.search.sensitivity import Sensitive, ShareChange, Until, leading, ranked
from simulate.search.trial import STEP, Trial, Tried, each, first_round

PRECISION = 0.02
FEWEST_ALIKE = 3  # other cards with a number, before their median is spoken of
WHO = (STRATEGY, "skill")  # factors of who plays, which make no setting


@dataclass(frozen=True)
class MeasuredCard:
    """What was measured of a card, each against the game as it is.

    blank: without its abilities; median: with all numbers at the median of its kind; either is None
    where there is no such card.  steps: each number a step off, the largest effect first.
    present: in which part of the games it was dealt to somebody; None where it is nothing that
    seats are dealt.  pairs: with whom it wins more, and less, than either does with others; the
    best first, of `looked` that were looked at.
    """

    card: NamedCard
    settings: tuple[Mapping[str, Any], ...]
    blank: Sensitive | None
    median: Sensitive | None
    steps: tuple[Sensitive, ...]
    present: float | None = None
    pairs: tuple[CardPair, ...] = ()
    looked: int = 0

    @property
    def every(self) -> list[Sensitive]:
        """All changes, the card blank first."""
        return [*(one for one in (self.blank, self.median) if one is not None), *self.steps]


def medians(pack: Pack, card: NamedCard, fixed: Mapping[str, Any]) -> dict[str, int]:
    """Numbers of a card at the median of the other cards of its kind, where that differs.

    What the pack would refuse beside those before it stays as it is.  fixed: changed for good.
    """
    others = [
        dict(card_file.values(entry))
        for section, key, entry in card_file.each_card(pack.sections)
        if section == card.section and key != card.key
    ]
    changes: dict[str, int] = {}
    for path in steps.numbers(pack, [card.path]):
        inner = path.removeprefix(f"{card.path}.")
        alike = [int(v) for other in others if _counts(v := other.get(inner, ""))]
        if len(alike) < FEWEST_ALIKE or median_low(alike) == fixed.get(path, pack.value(path)):
            continue
        more = changes | {path: median_low(alike)}
        if pack.try_resolve({**fixed, **more})[0] is not None:
            changes = more
    return changes


def _counts(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def variants(experiment: Experiment, card: NamedCard) -> dict[str, Variant]:
    """The changed games of a card by the name that reports call them by.  Raises InputError."""
    pack, fixed = experiment.pack, together(experiment)
    made = [*_blanks(pack, card, fixed)]
    if changes := medians(pack, card, fixed):
        made.append(Variant(_ordinary(card), changes, (), listed=True))
    made += [
        Variant(step.name(pack), {step.path: step.after}, (), listed=True)
        for step in steps.steps(pack, [card.path], fixed)
    ]
    if not made:
        what = "has no ability to remove and no number that a step can change: nothing to compare"
        raise InputError([Problem(card.path, what)])
    return {variant.name: variant for variant in made}


def _blanks(pack: Pack, card: NamedCard, fixed: Mapping[str, Any]) -> Iterator[Variant]:
    """The card without its abilities; of an own game, whose cards have none, all of it 0."""
    name = steps.Blank(f"{card.section}.{card.key}").name(pack)
    for blank in steps.blanks(pack, [card.path]):
        yield Variant(name, {}, (blank.path,), listed=True)
    if catalogue.own(pack.game):
        entry = dict(card_file.values(pack.sections[card.section][card.key]))
        empty = {f"{card.path}.{inner}": type(v)() for inner, v in entry.items()
                 if isinstance(v, int) and v}  # fmt: skip
        if empty and pack.try_resolve({**fixed, **empty})[0] is not None:
            yield Variant(name, empty, (), listed=True)


def _ordinary(card: NamedCard) -> str:
    return f"{card.name}: numbers at the median of {card.kind}"


def plan_of(experiment: Experiment, card: NamedCard, *, usual: bool) -> Plan:
    """The plan that plays a card's changes beside the game as it is.

    usual: in every setting that the game's own experiment crosses, where no setting was typed.
    """
    return with_games(_in_every_setting(experiment) if usual else experiment,
                      variants(experiment, card))  # fmt: skip


def _in_every_setting(experiment: Experiment) -> Experiment:
    game = catalogue.typed(experiment.game)
    factors = [axis for axis in experiment.axes if axis.kind == "factor"]
    typed = {axis.name for axis in factors if axis.loc[0] == "set"}
    if game not in catalogue.GAMES or {name.partition(".")[0] for name in typed} - {*WHO}:
        return experiment
    crossed = {axis.name: axis for axis in load(RunRequest(f"{game}/default")).axes
               if axis.kind == "factor" and axis.crossed}  # fmt: skip
    axes = tuple(axis if axis.crossed else crossed.get(axis.name, axis) for axis in experiment.axes)
    return replace(experiment, axes=axes)


def first_of(plan: Playable) -> int:
    """Games of each change in the first round: over all settings as many as else in one."""
    settings = len({cell.number for cell in plan.cells if cell.levels.get("variant") == PRINTED})
    first = first_round(plan)
    return max(min(STEP, first), first // max(1, settings))


def play(trial: Trial, card: NamedCard, until: Until, tell: Callable[[str], None]) -> Tables:
    """Play until every interval is short enough; tell: how far it is, in words.

    Where a card is not dealt to somebody in all games, what it does is told of the games that have
    it: all games together have to be known so much better.
    """
    first = min(first_of(trial.plan), until.most)
    trial.as_it_is(first)
    part = Tables.of(trial, card.section, card.key).present or 1.0
    until = Until(until.precision * (1.0 if trial.things else part), until.most)

    def wanted(all_: Sequence[Tried]) -> Sequence[int]:
        tell(leading(all_))
        return each(until)(all_)

    trial.run(wanted, until.ahead, first)
    return Tables.of(trial, card.section, card.key)


def measured(
    trial: Trial, card: NamedCard, tables: Tables, settings: Iterable[Mapping[str, Any]]
) -> MeasuredCard:
    """What was found.  settings: the levels of each that was played."""
    pairs, found = tables.pairs(), ranked(trial)
    if tables.present and not trial.things:
        found = [_of_holders(one, card, tables) for one in found]
    ordinary = _ordinary(card)
    blank = steps.Blank(f"{card.section}.{card.key}").name(trial.plan.pack)
    return MeasuredCard(
        card=card,
        settings=tuple(settings),
        blank=next((one for one in found if one.name == blank), None),
        median=next((one for one in found if one.name == ordinary), None),
        steps=tuple(one for one in found if one.name not in (blank, ordinary)),
        present=tables.present,
        pairs=tuple(pairs),
        looked=len(pairs),
    )


def _of_holders(one: Sensitive, card: NamedCard, tables: Tables) -> Sensitive:
    """The same of the games that have the card: all others are played alike, move by move."""
    each_ = zip(one.moved.by_setting, tables.parts, strict=True)
    moved = ShareChange(
        kind=OPTION,
        label=card.name,
        value=card.key,
        effect=_times(one.moved.effect, fmean(tables.parts)),
        by_setting=tuple(_times(e, part) if e and part else None for e, part in each_),
        breaks=one.moved.breaks,
    )
    verdict = verdicts.of_effect(moved.effect, one.q)
    return replace(one, moved=moved, named=True, verdict=verdict)


def _times(effect: Estimate, part: float) -> Estimate:
    """An effect over all games as one over a part of them, outside of which there is none."""
    value, low, high, se = (x / part for x in (effect.value, effect.low, effect.high, effect.se))
    return within(replace(effect, value=value, low=low, high=high, se=se), -1.0, 1.0)


def without(effect: Estimate) -> Estimate:
    """What is there, from what a change takes away."""
    return replace(effect, value=-effect.value, low=-effect.high, high=-effect.low)


def by_setting(worth: MeasuredCard) -> Iterator[tuple[Mapping[str, Any], Estimate]]:
    """What the card brings over a blank one, or over an ordinary one where none is blank."""
    first = worth.blank or worth.median
    if first is not None and len(worth.settings) > 1:
        for levels, effect in zip(worth.settings, first.moved.by_setting, strict=True):
            if effect is not None:
                yield levels, without(effect)
