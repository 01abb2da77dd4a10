"""The answer to the question that was asked, before anything else is told."""

from collections.abc import Iterator, Sequence

from analysis.conclusions.facts import SHARE_CHANGE, STEP, of_answer, of_shift
from analysis.conclusions.ledger import tally
from analysis.data.design import CrossedFactor
from analysis.rates.crossed import LevelContrast
from analysis.shares.effects import Shift
from analysis.stats import verdicts
from analysis.stats.intervals import Estimate, Rate
from analysis.study import Study
from reports.findings.finding import Finding
from reports.sections.description import unused
from reports.sections.rates import contrasts, crossed
from reports.tables import own_games
from reports.tables.parts import judged
from reports.text import targets, words
from reports.text.command import typed
from reports.text.question import instead, with_level

ORDER = (verdicts.BIG, verdicts.OPEN, verdicts.SMALL, verdicts.MORE, verdicts.NONE)
MOST_LEVELS = 4
EVEN = 6  # digits: of two rivals one gains what the other loses, which is said once

Rows = list[tuple[str, str]]


def findings(study: Study) -> Iterator[Finding]:
    """One for each factor that is asked about, and what becomes of the thing itself."""
    for factor in study.design.in_question:
        answers = [a for a in study.answers if a.factor.name == factor.name]
        if answers:
            yield _answer(answers, study)
            yield from _brings(factor, study)
        shifts = [s for s in study.contest.answers if _of(s) == factor.name]
        if shifts:
            yield _shares(shifts, factor, study)


def _of(shift: Shift) -> str:
    return shift.move.factor.name if shift.move.factor else ""


def _answer(answers: Sequence[LevelContrast], study: Study) -> Finding:
    shown = answers if len(answers) <= MOST_LEVELS else [answers[0], answers[-1]]
    text = words.sentence("; ".join(_moved(a, study, first=a is shown[0]) for a in shown))
    rows = [(crossed.ASKED, crossed.label(a)) for a in shown]
    for more, where in (_spread(shown), _target(answers, study)):
        text += more
        rows += where
    text += _used(answers[0].factor, study)
    strongest = min(answers, key=lambda a: ORDER.index(a.verdict))
    return Finding(
        "asked", strongest.verdict, f"{text}.", crossed.ASKED, 1.0, tuple(rows),
        _advice(answers, study), about=(STEP, of_answer(study, strongest)),
    )  # fmt: skip


def _used(factor: CrossedFactor, study: Study) -> str:
    """Where nobody plays the card, its number cannot matter."""
    rare = unused.beside(factor.name, study.cards)
    return f". The card is {rare}" if rare else ""


def _moved(answer: LevelContrast, study: Study, *, first: bool) -> str:
    """with Cleric HEAL amount 2 instead of 1 the players win 0.6 points more often (0.2-1.4)"""
    moved, factor = answer.average.effect, answer.factor
    what = instead(factor, answer.level) if first else with_level(factor, answer.level)
    own = own_games.beside(study.own_of(factor.name, answer.level)).replace("; ", ", ")
    return f"{what} {_players(moved, answer.verdict)}{own}"


def _players(moved: Estimate, verdict: str) -> str:
    if verdict in verdicts.SHOWN:
        return f"the players win {words.often(moved)}"
    span = words.signed_range(*moved.ends)
    if verdict == verdicts.NONE:
        bound = words.points(judged(verdict, moved)["bound"])
        return f"no difference is shown: less than {bound}, {span}"
    return f"a difference cannot be told yet: {span} points"


def _spread(answers: Sequence[LevelContrast]) -> tuple[str, Rows]:
    """What is won in the only setting, or how different the settings are."""
    at, factor = answers[0].at, answers[0].factor
    if len(at) == 1:
        rates = [f"{_won(at[0].before)} {with_level(factor, factor.base)}"]
        rates += [f"{_won(a.at[0].after)} {with_level(factor, a.level)}" for a in answers]
        rows = [(crossed.EACH, crossed.placed(crossed.label(a), a.at[0])) for a in answers]
        return f". Won: {words.listing(rates)}", rows
    over = averaged(answers[0].settings, len(at))
    text = f",{over}" if over else ""
    rows = [(crossed.ASKED, crossed.label(answers[0]))]
    if len(answers) > 1:
        return text, rows
    ends = [pick(at, key=lambda x: x.paired.effect.value) for pick in (min, max)]
    least, most = (f"{words.signed(e.paired.effect.value)} with {crossed.where(e)}" for e in ends)
    rows = [(crossed.EACH, crossed.placed(crossed.label(answers[0]), e)) for e in ends]
    return f"{text}: from {least} to {most}", rows


def averaged(settings: int, played: int) -> str:
    """Over how many of the settings that were played a number is the average."""
    over = f" on average over {settings} settings" if settings > 1 else ""
    return over + (" with no other number changed" if settings < played else "")


def _won(rate: Rate) -> str:
    return words.share_range(*rate.ends)


def _target(answers: Sequence[LevelContrast], study: Study) -> tuple[str, Rows]:
    """How many settings each level brings to the target."""
    if not study.rated.bands or not all(at.was and at.now for a in answers for at in a.at):
        return "", []
    target = f". On target ({targets.of_rates(study.rated)})"
    factor, base = answers[0].factor, answers[0].at
    sides = [(factor.base, [at.was for at in base])]
    sides += [(a.level, [at.now for at in a.at]) for a in answers]
    if len(sides) > MOST_LEVELS + 1:
        sides = [side for side in sides if verdicts.ON_TARGET in side[1]][:MOST_LEVELS]
    if not sides:
        return f"{target}: no level", []
    if len(base) == 1:
        target = f". The target is {targets.of_rates(study.rated)}"
        parts = [f"{words.VERDICTS[v[0]].word} {with_level(factor, level)}" for level, v in sides]
    else:
        parts = [_of_judged(given, with_level(factor, level)) for level, given in sides]
    rows = [(crossed.COUNTED, crossed.counted(factor, level)) for level, _ in sides]
    return f"{target}: {words.listing(parts)}", rows


def _of_judged(given: Sequence[str], level: str) -> str:
    """1 of 3 settings with ...; those that no verdict is given on are no misses."""
    judged_ = [verdict for verdict in given if verdict not in crossed.UNJUDGED]
    if not judged_:
        return f"none judged {level} ({words.VERDICTS[given[0]].word})"
    text = f"{tally(judged_).on} of {len(judged_)} settings {level}"
    rest = len(given) - len(judged_)
    return f"{text} ({rest} more {'is' if rest == 1 else 'are'} not judged)" if rest else text


def _advice(answers: Sequence[LevelContrast], study: Study) -> str:
    """The level that is on target everywhere where the base is not."""
    factor = answers[0].factor
    if all(at.was == verdicts.ON_TARGET for at in answers[0].at):
        return ""
    good = [a for a in answers if a.at and all(at.now == verdicts.ON_TARGET for at in a.at)]
    if not good:
        return ""
    best = min(good, key=lambda a: abs(a.average.effect.value))
    return f"On target everywhere: `--set {factor.name}={typed(best.level)}`."


def _brings(factor: CrossedFactor, study: Study) -> Iterator[Finding]:
    """What the card itself brings at each of its levels, where the number is its own."""
    dealing = study.dealing
    if dealing.factor != factor.name:
        return
    for contrast in dealing.contrasts:
        if not contrast.card or not factor.name.startswith(f"{contrast.card}."):
            continue
        parts = [
            f"{words.signed_range(*e.ends)} {with_level(factor, level)}"
            for level, e in zip(dealing.levels, contrast.by_level, strict=True)
            if e is not None
        ]
        if parts:
            against = contrasts.instead(contrast) or "games without it"
            text = f"{contrast.label} itself brings, in points against {against}: "
            rows = [(f"{contrasts.slug(contrast.family)}-split", contrast.label)]
            rows += [(crossed.ASKED, crossed.label(a)) for a in study.answers]
            text += f"{words.listing(parts)}."
            yield Finding("asked thing", words.LEARNED, text, "options", 0.9, tuple(rows))


def _shares(shifts: Sequence[Shift], factor: CrossedFactor, study: Study) -> Finding:
    """Whom the levels move: the one they name, else the one that is moved most for sure."""
    named = [s for s in shifts if s.named]
    sure = sorted(
        (s for s in shifts if s.verdict in verdicts.SHOWN),
        key=lambda s: -round(verdicts.sure_size(s.effect), EVEN),
    )
    if not named and not sure:
        return _nobody(shifts, factor, study)
    subject = (named or sure)[0].option
    of_subject = [s for s in shifts if s.option == subject]
    shown = of_subject if len(of_subject) <= MOST_LEVELS else [of_subject[0], of_subject[-1]]
    parts = [f"{words.percent(shown[0].before)} {with_level(factor, factor.base)}"]
    parts += [
        f"{words.percent(s.after)} {with_level(factor, s.move.level)} "
        f"({words.signed_range(*s.effect.ends)})"
        for s in shown
    ]
    over = averaged(len(of_subject[0].move.pooled), len(of_subject[0].at))
    text = f"{words.sentence(words.factor(factor.name).replace(':', ''))}: {subject} wins"
    text += f"{over} {words.listing(parts)}"
    rows = [(crossed.SHARES, crossed.moved(s)) for s in shown]
    mirrored = {(s.move.level, round(-s.effect.value, EVEN)) for s in of_subject}
    others = [s for s in sure if s.option != subject]
    others = [s for s in others if (s.move.level, round(s.effect.value, EVEN)) not in mirrored]
    if others:
        text += f"; {others[0].option} moves by {words.signed_range(*others[0].effect.ends)} "
        text += f"{with_level(factor, others[0].move.level)}"
        rows.append((crossed.SHARES, crossed.moved(others[0])))
    strongest = min(of_subject, key=lambda s: ORDER.index(s.verdict))
    text += _share_target(shown, factor, study) + _used(factor, study)
    noun = next(
        k.noun for k in study.contest.kinds if strongest in study.contest.moves.get(k.role, ())
    )
    return Finding(
        "asked", strongest.verdict, f"{text}.", crossed.ASKED, 1.0, tuple(rows),
        about=(SHARE_CHANGE, of_shift(strongest, noun)),
    )  # fmt: skip


def _nobody(shifts: Sequence[Shift], factor: CrossedFactor, study: Study) -> Finding:
    """No share is shown to move, and by how much one may."""
    text = f"no share of wins is shown to move with {words.factor(factor.name)}"
    widest = max(shifts, key=lambda s: verdicts.at_most(s.effect))
    if all(s.verdict == verdicts.NONE for s in shifts):
        bound = judged(verdicts.NONE, widest.effect)["bound"]
        text += f": each moves by less than {words.points(bound)}"
    else:
        span = words.signed_range(*widest.effect.ends)
        text += f"; {widest.option} may move by {span} {with_level(factor, widest.move.level)}"
    text += _used(factor, study)
    rows = ((crossed.SHARES, crossed.moved(widest)),)
    return Finding("asked", widest.verdict, f"{words.sentence(text)}.", crossed.ASKED, 1.0, rows)


def _share_target(shown: Sequence[Shift], factor: CrossedFactor, study: Study) -> str:
    """In how many settings the one is on target at each level."""
    parts = []
    for level in (factor.base, *(s.move.level for s in shown)):
        given = crossed.on_target(shown[0], level, study)
        if len(given) > 1:
            parts.append(_of_judged(given, with_level(factor, level)))
        elif given:
            parts.append(f"{words.VERDICTS[given[0]].word} {with_level(factor, level)}")
    start = "On target in" if " of " in "".join(parts) else "Against the target:"
    return f". {start} {words.listing(parts)}" if parts else ""
