"""Findings where seats compete."""

from collections.abc import Iterator

from analysis.conclusions.facts import SHARE_CHANGE, of_over, of_share, of_shift
from analysis.data.entrants import PLAYER, SKILL
from analysis.shares.effects import Shift
from analysis.shares.held.plans import PlayedOption
from analysis.shares.matchups import Matchup
from analysis.shares.share_verdicts import Kind, Over, Share
from analysis.stats import verdicts
from analysis.study import Study
from reports.findings.finding import Finding
from reports.sections.description import counted
from reports.sections.shares import matchups, plans, share_verdicts, skills
from reports.text import words
from reports.text.advice import for_share
from simulate.core.game.facts import OVER_FAIR_SHARE
from simulate.pack.text.nouns import one_of

MOST_CHANGES = 6
OFF = (verdicts.STRONG, verdicts.WEAK)
LIKELIER = "is likelier"  # than what luck has made of a share


def by_skill(study: Study) -> Iterator[Finding]:
    """What players of several levels of skill win at one table: so it was set, and no fault.

    Where strategies differ, too, a level by itself would mix them.
    """
    kind = study.contest.kind(PLAYER) or study.contest.kind(SKILL)
    if kind is None or not kind.shares:
        return
    name = skills.name(kind)
    cells = {share.cell.number for share in kind.shares}
    worst = max(kind.shares, key=lambda share: abs(share.over.value)).cell
    at = [share for share in kind.shares if share.cell.number == worst.number]
    at.sort(key=lambda share: -share.share.value)
    best, *others = at
    where = f"With {words.setting(worst.levels)}: " if len(cells) > 1 else ""
    won = [f"{where}{words.sentence(best.label)} wins {skills.won(best)}"]
    won += [f"{_within(kind, share.label)} {skills.won(share)}" for share in others]
    text = f"{'; '.join(won)}; fair would be {words.percent(best.fair)}."
    rows = tuple((name, share_verdicts.what(share)) for share in at)
    yield Finding("skill", words.LEARNED, text, skills.NAME, rows=rows)


def _within(kind: Kind, label: str) -> str:
    """A label within a sentence; a strategy is called as it was typed."""
    return label.lower() if kind.role == SKILL else label


def changes(study: Study) -> list[Finding]:
    """The largest changes that are sure."""
    sure = [s for s in study.contest.shifts if s.verdict in (verdicts.BIG, verdicts.OPEN)]
    sure.sort(key=lambda s: -verdicts.sure_size(s.effect))
    kind = study.contest.kind("option")
    return [_shift(s, kind.noun) for s in sure[:MOST_CHANGES]] if kind else []


def large(study: Study) -> Iterator[Finding]:
    """Everything that lies beyond what would be fine."""
    for kind in study.contest.kinds:
        if kind.role not in (SKILL, PLAYER):  # that the better player wins is no fault of a game
            yield from _off(study, kind)
    table = study.contest.matchups
    for matchup in table.pairs if table else ():
        if matchup.verdict == verdicts.BIG:
            yield _pair(matchups.strongest_side(matchup))
    for plan in study.contest.plans:
        if plan.verdict == verdicts.BIG:
            yield _plan(plan)


def _off(study: Study, kind: Kind) -> list[Finding]:
    """What is off target; of only two things the one that is farthest.

    One's gain is the other's loss: saying both says the same twice.
    """
    findings = list(_each_off(study, kind))
    if findings and len(kind.overs) == 2:
        return [max(findings, key=lambda f: f.size)]
    return findings


def _each_off(study: Study, kind: Kind) -> Iterator[Finding]:
    """One finding for each thing that is off target: over all settings, or where it is."""
    for over in kind.overs:
        # At another level of a swept number it is another game: what was asked tells of that.
        unswept = study.design.unswept
        held = [s for s in kind.shares if s.label == over.label and s.cell.number in unswept]
        off_target = [s for s in held if s.verdict in OFF]
        if over.verdict in OFF and len(held) > 1:
            alike = [s for s in off_target if s.verdict == over.verdict]
            yield _over(study, kind, over, max(alike, key=_beyond, default=None))
        elif off_target:
            yield _share(study, kind, over, max(off_target, key=_beyond))


def _beyond(share: Share) -> float:
    return share.beyond


def _name(study: Study, kind: Kind, over: Over) -> str:
    """What a sentence calls it; an option, which all of the report is about, by its name alone."""
    label = over.label
    if kind.sides:
        return share_verdicts.side(study, kind, over)
    if kind.role == "dealt":
        return f"The {one_of(kind.noun)} {label}"
    return f"The plan {label}" if kind.role == "strategy" else label


def _share(study: Study, kind: Kind, over: Over, worst: Share) -> Finding:
    share, name = worst.share, share_verdicts.name(kind)
    place = words.setting(worst.cell.levels)
    where = f" with {place}" if share_verdicts.what(worst) != worst.label else ""
    won = words.share_range(*share.ends)
    text = (
        f"{_name(study, kind, over)}: {won} of the games won{where}; "
        f"{share_verdicts.wanted(study, worst)}, so at least {words.points(worst.beyond)} outside "
        f"the target: {words.VERDICTS[worst.verdict].word}{_likelier(kind, worst)}."
    )
    rows = ((name, share_verdicts.what(worst)),)
    return Finding(
        f"share {kind.role}", worst.verdict, text, name, worst.beyond, rows,
        for_share(study, kind, over, worst.verdict),
        about=(OVER_FAIR_SHARE, of_share(worst, kind.noun, over.value)),
        line=f"{over.label}: {won} of the games{where}, fair {words.percent(worst.fair)}",
    )  # fmt: skip


def _likelier(kind: Kind, share: Share) -> str:
    """What luck has added to a share that was picked, where few games tell."""
    if share.likelier is None:
        return ""
    asked = sum(other.cell == share.cell for other in kind.shares)
    return f" (picked from {asked}, so {words.percent(share.likelier)} {LIKELIER})"


def _over(study: Study, kind: Kind, over: Over, worst: Share | None) -> Finding:
    """Off target over all settings; worst: the setting where it is shown to be so by itself."""
    size, ends = words.size_range(*over.effect.ends)
    strong = over.verdict == verdicts.STRONG
    way, name = "more" if strong else "less", share_verdicts.name(kind)
    text = (
        f"{_name(study, kind, over)}: {size} ({ends}) {way} than the fair share over all settings"
    )
    swept = [words.level(f.name, f.base) for f in study.design.factors if f.swept]
    text += f" with {words.listing(swept)}" if swept else ""
    rows = [(f"{name}-over", over.label)]
    band = study.design.fair
    beyond = verdicts.surely_beyond(over.effect, band)
    if worst is not None:
        share = words.share_range(*worst.share.ends)
        text += f", farthest off with {words.setting(worst.cell.levels)}: {share} of the games won "
        text += f"instead of {words.percent(worst.fair)}{_likelier(kind, worst)}"
        rows.append((name, share_verdicts.what(worst)))
        beyond = worst.beyond
    text += f": {words.VERDICTS[over.verdict].word}."
    return Finding(
        f"share {kind.role}", over.verdict, text, name, beyond, tuple(rows),
        for_share(study, kind, over, over.verdict),
        about=(OVER_FAIR_SHARE, of_over(over, kind.noun)),
        line=f"{over.label}: {size} ({ends}) {way} than the fair share",
    )  # fmt: skip


def _pair(matchup: Matchup) -> Finding:
    size, ends = words.size_range(*matchup.beyond.ends)
    ahead = words.share_range(*matchup.ahead.ends)
    line = f"{matchups.pair(matchup)} in {ahead} of their games"
    text = f"{line}: {size} ({ends}) more than the strengths of the two say."
    rank = (verdicts.sure_size(matchup.beyond) - verdicts.MARGIN) / 2
    rows = (("matchups", matchups.pair(matchup)),)
    advice = "See what one does to the other: neither need be strong or weak as a whole."
    # A pair meets in few of the games, so it ranks below a share that is off as much.
    return Finding("matchup", matchup.verdict, text, "matchups", rank, rows, advice, line=line)


def _plan(plan: PlayedOption) -> Finding:
    size, ends = words.size_range(*plan.beyond.ends)
    way = "more" if plan.beyond.value > 0 else "less"
    line = f"{plan.option} with the plan {plan.strategy}: {size} ({ends}) {way}"
    text = f"{line} than the two bring on their own."
    rank = (verdicts.sure_size(plan.beyond) - verdicts.MARGIN) / 2
    rows = (("needed", plans.pair(plan)),)
    return Finding("plan", plan.verdict, text, "needed", rank, rows, line=line)


def _shift(shift: Shift, noun: str) -> Finding:
    size, ends = words.size_range(*shift.effect.ends)
    verb, way = ("adds", "to") if shift.effect.value > 0 else ("takes", "from")
    did = f"“{shift.name}” {verb} {size} ({ends}) {way}"
    text = f"The change {did} the share of wins of {shift.option}."
    return Finding(
        "shift", shift.verdict, text, "shifts", verdicts.sure_size(shift.effect),
        (("shifts", shift.name),), about=(SHARE_CHANGE, of_shift(shift, noun)),
        line=f"{did} {shift.option}",
    )  # fmt: skip


def background(study: Study) -> Iterator[Finding]:
    """What is good to know when little is wrong."""
    seats = study.contest.kind("seat")
    if seats and seats.overs:
        yield _first_seat(seats)
    yield from _tied(study)
    for happening in study.happenings[:1]:
        text = counted.often(happening)
        rows = (("happenings", counted.label(happening)),)
        yield Finding("happening", words.LEARNED, text, section="happenings", size=0.005, rows=rows)


def _first_seat(kind: Kind) -> Finding:
    first = min(kind.shares, key=lambda s: (s.cell.number, s.label))
    share = words.share_range(*first.share.ends)
    what, place = share_verdicts.what(first), words.setting(first.cell.levels)
    where = f" with {place}" if what != first.label else ""
    text = f"{first.label} wins {share} of the games{where}; fair would be "
    text += f"{words.percent(first.fair)}."
    return Finding("seat", words.LEARNED, text, "seats", 0.03, (("seats", what),))


def _tied(study: Study) -> Iterator[Finding]:
    cells = {c.number: words.setting(c.levels) for c in study.contest.design.cells}
    for lead in study.contest.leads[:1]:
        if lead.tied.won:
            often = words.sentence(words.of(lead.tied))
            where = f" with {cells[lead.cell]}" if len(cells) > 1 else ""
            text = f"{often}{where} have several winners."
            yield Finding("tied", words.LEARNED, text, "gap", 0.02, (("gap", cells[lead.cell]),))
