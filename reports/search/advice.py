"""What should I change? The report of `simulate advise`."""

from collections.abc import Mapping, Sequence
from typing import Any

from analysis.conclusions.ledger import TARGET
from analysis.description.grouped_tallies import Several
from analysis.stats import verdicts
from reports.findings.finding import Finding
from reports.search import costs, one_card, second_opinion
from reports.search.aimed import (
    Ask,
    SearchCommands,
    Told,
    around,
    as_played,
    beside,
    each_change,
    elsewhere,
    harmful,
    is_fine,
    leaning,
    now,
    on_target,
    searched,
    settings,
    shares_on_target,
    still_off,
    undone,
    verdict,
    where,
    wish,
    won_with,
)
from reports.search.badge import badge_of
from reports.search.facts import measured, of_search
from reports.search.parts import header, report
from reports.search.unused import hardly_ever, unused
from reports.tables.parts import Data
from reports.text import words
from simulate.experiment import Experiment
from simulate.search.aim.sums import OPTION
from simulate.search.candidate import SearchOutcome
from simulate.search.confirmation.confirm import Confirmed
from simulate.store.card_packs import FoundCause

MOST_TOLD = 5


def document(
    experiment: Experiment,
    search: SearchOutcome,
    confirmed: Sequence[Confirmed],
    games: int,
    command_of: Told,
    packs: Mapping[str, str],
    ask: Ask,
    cards: Sequence[Several] = (),
    causes: Sequence[FoundCause] = (),
) -> dict[str, Any]:
    """The report as plain data.

    confirmed: in the order in which they are advised.  command_of: the command that plays changes;
    packs: name of a change -> folder of the pack that has it.  ask: the command that asks on.
    cards: what seats held and used in the game as it is.  causes: named by `simulate why`, whose
    numbers were tried first.
    """
    question = f"What should I change, so that {wish(experiment, search)}?"
    first, typed = answer(search, confirmed), SearchCommands(command_of, packs, ask)
    found = [where(search), *findings(search, confirmed, typed)]
    badge = _badge(search, first, confirmed)
    sections = now(search), each_change(search, confirmed, typed), around(confirmed)
    data = report(
        header(experiment, "advice", question, games, settings(search), badge),
        [measured(experiment, search, confirmed, one) for one in found],
        [*_lines(experiment, search, confirmed, cards), *map(_cause, causes)],
        (*sections, costs.section(search, confirmed)),
        of_search(experiment, search, confirmed),
        TARGET,
    )
    return second_opinion.told(data, search, first)


def _cause(found: FoundCause) -> Data:
    adds = f"{words.signed_range(*found.adds)} points"
    text = f"`why` names {found.cause} of {found.card} first: {adds}; it was tried before all else"
    return {"kind": "plain", "label": "Cause", "text": text}


def _badge(search: SearchOutcome, first: Confirmed | None, confirmed: Sequence[Confirmed]) -> Data:
    fine = sum(change.lands and not change.ruined for change in confirmed)
    works = f"{words.plural(fine, 'change')} shown to work"
    return badge_of(search, first, works, _not_shown(search, first))


def _not_shown(search: SearchOutcome, first: Confirmed | None) -> str:
    """The badge in words, where no change is shown to do it."""
    if first is not None and first.open:
        harm = "may work here, and does harm elsewhere"
        return harm if first.ruined else words.VERDICTS[verdicts.MORE].word
    if search.tried:
        return "no small change does it"
    off = any(place.verdict in (verdicts.ABOVE, verdicts.BELOW) for place in search.base)
    return "what is off was not asked about" if off else "nothing is off for certain"


def findings(
    search: SearchOutcome, confirmed: Sequence[Confirmed], typed: SearchCommands
) -> list[Finding]:
    """What is told of the changes; nothing where nothing needs to change."""
    if is_fine(search):
        return []
    shown = told(search, confirmed)
    if not shown:
        return [_nothing(search, confirmed, typed)]
    told_first = harmful([c for c in shown if c.lands or c.open])
    if search.aim != OPTION:
        return told_first + [_of_change(c, typed) for c in shown]
    told_first += [_of_shares(search, c, confirmed, typed) for c in shown]
    return told_first + _without(search, confirmed, typed.ask)


def told(search: SearchOutcome, confirmed: Sequence[Confirmed]) -> list[Confirmed]:
    """The changes that do it, or may; of shares also what helps, where none does.

    The first is what the search answers with: what does harm elsewhere comes last.
    """
    good = [change for change in confirmed if change.lands or change.open]
    good.sort(key=lambda change: (bool(change.ruined), not change.lands))
    if not good and search.aim == OPTION:
        good = [change for change in confirmed if change.helps]
    return good[:MOST_TOLD]


def _without(search: SearchOutcome, confirmed: Sequence[Confirmed], ask: Ask) -> list[Finding]:
    """The options that are off and were not mended: in vain, or as nobody asked for their cards."""
    mended = {p.goal.value for c in confirmed if len(c.changes) == 1 for p in c.places}
    first = answer(search, confirmed)
    mended |= {p.goal.value for p in first.judged if p not in still_off(first)} if first else set()
    off = [p for p in search.base if p.verdict in (verdicts.ABOVE, verdicts.BELOW)]
    left = {str(p.levels[""]): p for p in off if p.goal.value not in mended}
    if not left:
        return []
    vain = [name for name, place in left.items() if place.goal.value in search.owners]
    unasked = [name for name in left if name not in vain]
    said, advice = [], ""
    if vain:
        said.append(f"Not mended: {words.listing(vain)}. No small change of one number")
        said[0] += " that was tried on the card brings it nearer to the band."
        advice = f"`{ask('tune')}` looks for several numbers at once."
    if unasked:
        whose = "its card" if len(unasked) == 1 else "their cards"
        also = "Off as well" if said or mended else "Off"
        said.append(f"{also}, but not asked about: {words.listing(unasked)}. No number on")
        said[-1] += f" {whose} was among those that may change."
    worst = verdict(max(left.values(), key=lambda place: place.beyond))
    return [Finding("nothing", worst, " ".join(said), "now", advice=advice)]


def answer(search: SearchOutcome, confirmed: Sequence[Confirmed]) -> Confirmed | None:
    """What is told first of what does it, or may.

    Badge and answer are of this, and a second player is asked about it.
    """
    return next(iter(told(search, confirmed)), None)


def _of_shares(
    search: SearchOutcome, change: Confirmed, confirmed: Sequence[Confirmed], typed: SearchCommands
) -> Finding:
    """How many shares are where they should be with a change, and which are still off."""
    names = [c.name for c in confirmed if len(c.changes) == 1 and c.changes[0] in change.changes]
    several = len(change.changes) > 1
    head = f"All {len(change.changes)} together ({words.listing(names, len(names))})"
    text = f"{head if several else change.name}: {won_with(change)}; "
    text += f"{shares_on_target(search, change)}. All shares together lie "
    text += f"{words.points(change.left)} outside, as it is {words.points(change.was)}."
    if change.open:
        text += f"{leaning(change)} Some may lie outside the band: more games would tell "
        text += "(`--games`)."
    more = beside(change)
    text += f" Besides, {more}." if more else ""
    text += undone(change) + elsewhere(change)
    off = still_off(change)
    given = verdicts.ON_TARGET if change.lands else verdicts.MORE
    if off:
        given = verdict(max(off, key=lambda p: p.beyond))
    advice = typed.advice(change)
    if off and (pack := typed.packs.get(change.name)):
        advice += f" What is off then is asked from there: `{typed.ask('advise', pack)}`."
    kind, rows = "together" if several else "change", (("advice", change.name),)
    line = f"{change.name}: {on_target(change)}"
    return Finding(kind, given, text, "advice", 1.0, rows, advice, line=line)


def _of_change(change: Confirmed, typed: SearchCommands) -> Finding:
    text = f"{change.name}: {won_with(change)}."
    if change.open and change.reported != verdicts.FAR:
        text += leaning(change) or " Part of it may lie outside the band."
        text = f"{text.removesuffix('.')}: more games would tell (`--games`)."
    more = beside(change)
    text += f" Besides, {more}." if more else ""
    text += undone(change) + as_played(change) + elsewhere(change)
    rows, line = (("advice", change.name),), f"{change.name}: {on_target(change)}"
    advice = typed.advice(change)
    return Finding("change", change.reported, text, "advice", 0.0, rows, advice, line=line)


def _nothing(
    search: SearchOutcome, confirmed: Sequence[Confirmed], typed: SearchCommands
) -> Finding:
    """Nothing small does it, and what comes nearest; where nothing is off, nothing is tried."""
    if not search.tried and (unasked := _without(search, confirmed, typed.ask)):
        return unasked[0]
    if not search.tried:
        text = "Nothing is off for certain, so no change was looked for."
        return Finding("nothing", verdicts.MORE, text, "now")
    tried = words.plural(search.tried, "small change")
    text = f"None of {tried} brings everything into the band."
    several = f"`{typed.ask('tune')}` looks for several numbers at once."
    helping = [change for change in confirmed if change.helps]
    if not helping:
        text += " None is shown to help at all."
        return Finding("nothing", verdicts.MORE, text, "now", advice=several)
    near = min(helping, key=lambda c: sum(p.beyond for p in c.places))
    text += f" Nearest comes {near.name}: {won_with(near)}.{as_played(near)}"
    advice = f"{typed.advice(near)} {several}"
    return Finding("nothing", verdicts.MORE, text, "advice", advice=advice)


def _lines(
    experiment: Experiment,
    search: SearchOutcome,
    confirmed: Sequence[Confirmed],
    cards: Sequence[Several],
) -> list[Data]:
    lines = one_card.line(experiment, search, answer(search, confirmed), confirmed)
    lines += searched(experiment, search, "changes")
    missed = [c.name for c in confirmed if not (c.lands or c.open)]
    if missed and search.aim == OPTION:
        beaten = [c.name for c in confirmed if c not in told(search, confirmed)]
        text = f"leaves more outside, all shares added up: {words.listing(beaten)}"
        lines += [{"kind": "calm", "label": "Less", "text": text}] if beaten else []
    elif missed and len(missed) < len(confirmed):
        text = f"seemed to do it and did not on fresh luck: {words.listing(missed)}"
        lines.append({"kind": "open", "label": "Did not stand", "text": text})
    vain = [rare for path in search.vain if (rare := unused([path], cards))]
    if vain:
        lines.append(hardly_ever(len(vain), [each for rare in vain for each in rare], "number"))
    return lines
