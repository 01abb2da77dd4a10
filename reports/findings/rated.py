"""Findings where games are won or lost as a whole."""

from collections.abc import Iterator, Sequence

from analysis.conclusions.facts import CHANGE, EFFECT, STEP, of_cell, of_contrast, of_step
from analysis.data.design import VARIANT
from analysis.rates.contrasts import Company, Contrast, Dealing
from analysis.rates.difficulty import Difficulty
from analysis.rates.steps import FactorStep, Slope
from analysis.rates.variants import Worth, beyond, landing, lands
from analysis.stats import verdicts
from analysis.stats.corrections import FALSE_SHARE, q_values
from analysis.stats.intervals import p_value
from analysis.study import Study
from reports.findings.finding import Finding
from reports.sections.description import margins
from reports.sections.description.ends import label as ends_label
from reports.sections.rates import contrasts, steps
from reports.sections.rates.crossed import placed
from reports.tables import own_games
from reports.text import targets, words
from reports.text.advice import for_cell, for_contrast, for_worth
from reports.text.command import basis
from simulate.core.game.facts import WIN_RATE

MOST_OF_A_WAY = 3
MOST_SETTINGS = 4


def changes(study: Study) -> list[Finding]:
    """The changes that come into the target, smallest first; without one the largest sure ones."""
    if landed := landing(study.variants):
        return [_landing(w, study, w is landed[0]) for w in landed[:MOST_OF_A_WAY]]
    return [_worth(w, study) for w in _largest(study.variants)]


def _landing(worth: Worth, study: Study, first: bool) -> Finding:
    """With the change 46.3% (45.1-47.5) won: on target (40-55%), 26.2 points less than without."""
    difference = f"{words.often(worth.paired.effect)} than in {basis(study.design.manifest)}"
    target = targets.of_rates(study.rated)
    name = f"With the change “{worth.name}”"
    rows = [("variants", worth.name)]
    if len(worth.at) == 1:
        at = worth.at[0]
        now = words.VERDICTS[at.now].word if at.now else "as played"
        won = words.share_range(*at.after.ends)
        text = f"{name} the players win {won} of the games: {now} ({target}), {difference}"
        verdict = at.now or worth.verdict
    else:
        inside = [at for at in worth.at if beyond(at, True) == 0]
        shown = worth.at if len(worth.at) <= MOST_SETTINGS else inside[:MOST_SETTINGS]
        each = [f"{words.setting(at.levels)} {words.share_range(*at.after.ends)}" for at in shown]
        rows += [("variants-each", placed(worth.name, at)) for at in shown]
        before = [at for at in worth.at if beyond(at, False) == 0]
        text = f"{name} {len(inside)} of {len(worth.at)} settings lie in the target ({target}), "
        text += f"{len(before)} without it{': ' if each else ''}{words.listing(each)}"
        text += f"; on average the players win {difference}"
        given = {at.now for at in worth.at}
        verdict = next(iter(given)) if len(given) == 1 else words.OFF
        verdict = verdict or worth.verdict
    text += own_games.beside(study.own_of(worth.name))
    nearest = first and not lands(worth)
    advice = "It comes nearest; no single change here lands." if nearest else ""
    return Finding("variant", verdict, f"{text}.", "variants", 1.0, rows=tuple(rows), advice=advice)


def _largest(worths: Sequence[Worth]) -> list[Worth]:
    """The largest changes that are sure, at most three that help and three that hurt."""
    sure = [w for w in worths if w.verdict in (verdicts.BIG, verdicts.OPEN)]
    hurt = [w for w in sure if w.paired.effect.value < 0]
    help_ = [w for w in sure if w.paired.effect.value > 0]
    largest = [w for side in (hurt, help_) for w in sorted(side, key=_unsure)[:MOST_OF_A_WAY]]
    return sorted(largest, key=_unsure)


def _unsure(worth: Worth) -> float:
    """Sorts the change that is sure to be largest to the front."""
    return -verdicts.sure_size(worth.paired.effect)


def _rate(difficulty: Difficulty) -> str:
    return words.share_range(*difficulty.rate.ends)


def large(study: Study) -> Iterator[Finding]:
    """Everything that lies beyond what would be fine."""
    for difficulty in study.cells if len(study.cells) > 1 else ():
        if difficulty.verdict in verdicts.OFF:
            yield _cell(difficulty, study)
    for slope in study.slopes:
        if verdicts.sure_size(slope.each.effect) > verdicts.MARGIN:
            yield _slope(slope, study)
    for step in study.steps:
        if not step.factor.ordered and step.verdict == verdicts.BIG:
            yield _other(step)
    for effect in _sure(study.dealing):
        yield _contrast(effect, study) if isinstance(effect, Contrast) else _company(effect)


def _sure(dealing: Dealing) -> list[Contrast | Company]:
    """Large effects that stay sure with q over all tables at once.

    Findings are picked from all tables, so the correction within one is not enough.
    """
    everything: list[Contrast | Company] = [*dealing.contrasts, *dealing.company]
    qs = q_values([p_value(effect.effect) for effect in everything])
    return [
        effect
        for effect, q in zip(everything, qs, strict=True)
        if effect.verdict == verdicts.BIG and q < FALSE_SHARE
    ]


def _cell(difficulty: Difficulty, study: Study) -> Finding:
    key = words.setting(difficulty.cell.levels)
    verdict, word = difficulty.verdict, words.VERDICTS[difficulty.verdict].word
    side = "above" if verdict == verdicts.ABOVE else "below"
    won, beyond = f"{words.sentence(key)}: {_rate(difficulty)} won", difficulty.beyond
    text = f"{won}, at least {words.points(beyond)} {side} the target: {word}."
    advice, about = for_cell(difficulty, study), (WIN_RATE, of_cell(difficulty.cell))
    rows, line = (("difficulty", key),), f"{won}, {word}"
    return Finding("setting", verdict, text, "difficulty", beyond, rows, *advice, about, line=line)


def _slope(slope: Slope, study: Study) -> Finding:
    each = slope.each.effect
    size, ends = words.size_range(*each.ends)
    verb = "costs" if each.value < 0 else "brings"
    what = words.sentence(steps.more(slope))
    line = f"{what} {verb} {size} ({ends}) on average"
    text = f"{line}, from {slope.first} to {slope.last}."
    rows = [("slopes", steps.more(slope))]
    largest = _largest_step(slope, study)
    if largest:
        size, ends = words.size_range(*largest.average.effect.ends)
        text = f"{text[:-1]}; the largest step is {steps.move(largest)}: {size} ({ends})."
        rows.append(("steps", steps.move(largest)))
    if each.low <= 0 <= each.high:
        line = f"{what} has no effect that shows: {words.signed(each.value)} points ({ends})"
        text = f"{line}."
    # What a step costs is no fault, so it ranks below a fault of the same size.
    size_sure = max(0.0, verdicts.sure_size(each) - verdicts.MARGIN) / 2
    return Finding("step", words.LEARNED, text, "steps", size_sure, rows=tuple(rows), line=line)


def _other(step: FactorStep) -> Finding:
    """A level of a factor without an order, against the first."""
    effect, name = step.average.effect, step.factor.name
    text = f"With {words.level(name, step.level)} the players win {words.often(effect)} "
    text += f"than with {words.level(name, step.base)}."
    size_sure = (verdicts.sure_size(effect) - verdicts.MARGIN) / 2
    rows = (("steps", steps.move(step)),)
    about = STEP, of_step(step)
    return Finding(
        "level", words.LEARNED, text, "steps", size_sure, rows=rows, about=about, asks=step.verdict
    )


def _largest_step(slope: Slope, study: Study) -> FactorStep | None:
    """The step that weighs most of three or more, if it goes the way of the average."""
    steps = [s for s in study.steps if s.factor.name == slope.factor.name]
    largest = max(steps, key=lambda s: abs(s.average.effect.value), default=None)
    if largest is None or len(steps) < 2:
        return None
    same_way = largest.average.effect.value * slope.each.effect.value > 0
    return largest if same_way else None


def _contrast(contrast: Contrast, study: Study) -> Finding:
    family, label, effect = contrast.family, contrast.label, contrast.effect
    is_option = family in contrasts.option_families(study)
    kind = "" if is_option or family.lower() in label.lower() else f" ({family})"
    other = contrast.against or contrasts.instead(contrast)
    against = f"than with {other}" if other else "than without it"
    line = f"With {label} the players win {words.often(effect)}"
    text = f"With {label}{kind} the players win {words.often(effect)} {against}."
    is_held = is_option or family in contrasts.offered_families(study)
    return Finding(
        f"dealt {family}", contrast.verdict, text, "options" if is_option else "deal",
        verdicts.sure_size(effect) - verdicts.MARGIN, ((contrasts.slug(family), label),),
        for_contrast(contrast, study, is_held), about=(EFFECT, of_contrast(study, contrast)),
        line=line,
    )  # fmt: skip


def _company(company: Company) -> Finding:
    effect, both = company.effect, contrasts.together(company)
    text = f"With {both} at one table the players win {words.often(effect)} than the two would "
    text += "give one by one."
    advice = "See what one does for the other, and whether that is meant."
    if effect.value < 0:
        advice = (
            "Points are added up here, so two that bring much each fall short together where "
            "nearly all is won; else see whether they do the same job."
        )
    size, line = verdicts.sure_size(effect) - verdicts.MARGIN, f"{both} together: "
    line += f"{words.often(effect)} than one by one"
    rows = (("company", both),)
    return Finding("company", company.verdict, text, "options", size, rows, advice, line=line)


def _worth(worth: Worth, study: Study) -> Finding:
    effect = worth.paired.effect
    won = f"“{worth.name}” the players win {words.often(effect)}"
    text = f"With the change {won} than in {basis(study.design.manifest)}"
    text += f"{own_games.beside(study.own_of(worth.name))}."
    return Finding(
        "variant", worth.verdict, text, "variants", verdicts.sure_size(effect),
        (("variants", worth.name),), for_worth(worth, study),
        about=(CHANGE, {VARIANT: worth.name}), line=f"With {won}",
    )  # fmt: skip


def background(study: Study) -> Iterator[Finding]:
    """What is good to know when little is wrong."""
    for slope in study.slopes:
        if verdicts.sure_size(slope.each.effect) <= verdicts.MARGIN:
            yield _slope(slope, study)
    for margin in study.margins:
        if margin.close_lost:
            share, name = margin.close_lost, margins.name(margin)
            line = f"{words.sentence(words.of(share, 'the lost games'))} were close"
            text = f"{line} ({name}: {margins.edge(margin, margin.close_at, True)})."
            rows, size = (("closeness", name),), share.value
            yield Finding("close", words.LEARNED, text, "closeness", size, rows, line=line)
    for end in sorted(study.ends, key=lambda e: -e.all.won)[:1]:
        label = ends_label(end.name, end.meaning)
        text = f"The commonest end is “{label}”: {words.of(end.all)}."
        yield Finding("end", words.LEARNED, text, "ends", size=0.01, rows=(("ends", label),))
