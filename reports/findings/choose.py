"""Which findings are told, and in which order.

What a person asked comes first, then what stands, then what hangs on a guess or on who plays, by
size within each.  Whatever is off target has a finding of its own; of what else came out large the
largest few of each kind have.
"""

from collections.abc import Sequence
from dataclasses import replace
from weakref import WeakKeyDictionary

from analysis.conclusions.baseline import OPEN, SAME, ShippedGame
from analysis.conclusions.facts import of_comparison
from analysis.conclusions.ledger import (
    CHANGED,
    DIFFERS,
    EXPERIMENT,
    NEEDS_GAMES,
    NOBODY,
    ON_GUESS,
    ON_PLAYER,
    STANDS,
    Ledger,
    LedgerEntry,
)
from analysis.conclusions.players import best_change
from analysis.conclusions.players.player_panel import best_play
from analysis.conclusions.robustness import NO, Doubts
from analysis.shares.share_verdicts import ENOUGH
from analysis.stats import verdicts
from analysis.study import Study
from reports.findings import ablations, answer, arc, asked, changed, contested, rated, stronger
from reports.findings.baseline import AsShipped
from reports.findings.finding import Finding, ToldFinding, largest, told_of

PICKED = ("share", "dealt", "company", "matchup", "plan")  # told because they came out large
NOTE = "Played again, it is likely to be a little smaller."
MOST = 7
LEAST = 3
BACK = {OPEN: 1, SAME: 2}  # how far a finding of a changed game steps back
RANKS = {STANDS: 0, DIFFERS: 1, ON_GUESS: 2, ON_PLAYER: 2, NEEDS_GAMES: 3, "": 4}


def of_things(study: Study) -> list[Finding]:
    """What is large of shares and of what is dealt: all findings about a card are among these."""
    return largest([*contested.large(study), *rated.large(study)], MOST)


_BY_ITSELF: WeakKeyDictionary[Study, list[ToldFinding]] = WeakKeyDictionary()


def by_itself(study: Study) -> list[ToldFinding]:
    """All that is told of a run without what is played beside it, once for all who ask."""
    if study not in _BY_ITSELF:
        _BY_ITSELF[study] = findings(Ledger(study))
    return _BY_ITSELF[study]


def findings(ledger: Ledger) -> list[ToldFinding]:
    """All that is told of a run, the answer to its question first."""
    study = ledger.study
    if not study.games:
        return []
    answered = list(asked.findings(study))
    answers = [*answered, *contested.by_skill(study), *answer.findings(ledger)]
    answers += contested.changes(study) + rated.changes(study)
    large = [*contested.large(study), *rated.large(study), *arc.findings(study)]
    off = [one for one in large if one.verdict in verdicts.OFF]
    others = [one for one in large if one not in off]
    picked = [*off, *largest(others, max(0, MOST - len(off)))]
    picked = sorted(_noted(picked, study), key=lambda one: -one.size)
    if len(answers) + len(picked) < LEAST:
        picked += _fill(study, [*answers, *picked])
    picked += [*ablations.findings(ledger), *stronger.findings(ledger)]
    told = [ToldFinding(one, _entry(ledger, one), is_answer=True) for one in answers]
    return told + in_order([ToldFinding(one, _entry(ledger, one)) for one in picked])


def _of_changed(ledger: Ledger, shipped: ShippedGame | None) -> list[ToldFinding]:
    """What was changed, of a changed game, and what it does."""
    if not ledger.study.games:
        return []
    beside = of_comparison(shipped.comparison) if shipped and shipped.comparison else []
    told = []
    for one in told_of(changed.findings(ledger.study, shipped), beside, CHANGED):
        of_run = replace(_entry(ledger, one.finding), asked=CHANGED)
        of_both = _with_best_play(one.entry, ledger, shipped)
        told.append(replace(one, entry=of_run if of_both.fact is None else of_both))
    return told


def _with_best_play(entry: LedgerEntry, ledger: Ledger, shipped: ShippedGame | None) -> LedgerEntry:
    """What a change does, held against best play of both games where both are solved; of an own
    game that is not, nobody better than its players was asked.
    """
    now, before = best_play(ledger.study.design.manifest), shipped.best if shipped else None
    if entry.fact is None or now is None or before is None:
        return replace(entry, standing=ledger.agreed) if entry.standing == STANDS else entry
    opinion = best_change.opinion(before, now, entry.fact)
    if opinion is None:
        return entry
    return replace(
        entry, opinion=opinion, standing=ON_PLAYER if opinion.said == NO else entry.standing
    )


def beside(ledger: Ledger, before: AsShipped) -> list[ToldFinding]:
    """What was changed first, whatever it does; what is as in the shipped game last, behind what is
    not told apart from it.
    """
    first = _of_changed(ledger, before.game)
    taken = [one.finding.about for one in first if one.finding.about is not None]
    is_alone = ledger.doubts == Doubts()
    told = by_itself(ledger.study) if is_alone else findings(ledger)
    others = [one for one in told if one.finding.about not in taken]
    others.sort(key=lambda one: (not one.is_answer, _back(one, before)))
    return [*first, *others]


def _back(one: ToldFinding, before: AsShipped) -> int:
    """How far a finding of a changed game steps back that nobody asked for."""
    return 0 if one.entry.asked != NOBODY else BACK.get(before.said(one.finding), 0)


def in_order(told: Sequence[ToldFinding]) -> list[ToldFinding]:
    """What was asked first, then by standing; the given order within each."""
    return sorted(told, key=lambda one: (not one.entry.asked, RANKS[one.entry.standing]))


def _entry(ledger: Ledger, finding: Finding) -> LedgerEntry:
    entry = ledger.entry(finding.about, finding.verdict, finding.asks)
    by_experiment = finding.kind == "asked" and entry.asked == NOBODY
    return replace(entry, asked=EXPERIMENT) if by_experiment else entry


def _fill(study: Study, chosen: Sequence[Finding]) -> list[Finding]:
    """What is good to know where little is told."""
    said = {row for finding in chosen for row in finding.rows}
    more = [*contested.background(study), *rated.background(study)]
    return largest([one for one in more if not said.issuperset(one.rows)], LEAST - len(chosen))


def _noted(picked: Sequence[Finding], study: Study) -> list[Finding]:
    """The same; the largest says that it was picked, where few games make much of that."""
    most = max(picked, key=lambda finding: finding.size, default=None)
    games = max(map(study.counts.games, study.counts.won), default=0)
    if most is None or games >= ENOUGH or not most.kind.startswith(PICKED):
        return [*picked]
    if contested.LIKELIER in most.text:  # which says it with a number
        return [*picked]
    return [replace(one, note=NOTE) if one is most else one for one in picked]
