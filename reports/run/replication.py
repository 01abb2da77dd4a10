"""The findings of a run, to be played again on fresh luck; and what became of them, in a line."""

from collections.abc import Mapping
from typing import Any

from analysis.conclusions import replication
from analysis.conclusions.baseline import shipped_beside
from analysis.conclusions.ledger import Ledger
from analysis.conclusions.replication import GONE, HELD, OPEN, Afresh
from analysis.study import Study, study
from reports.findings.baseline import AsShipped
from reports.findings.choose import beside
from reports.tables.parts import rounded
from reports.text import words
from reports.text.command import command_of
from simulate.store import StoredRun


def asked(run: StoredRun) -> dict[str, Any]:
    """What is asked of fresh luck: every finding of one number, and how many are of none."""
    told = study(run)
    before = AsShipped(told, shipped_beside(run.path))
    found = [one.finding for one in beside(Ledger(told), before)]
    said = [
        {"text": one.text, "verdict": one.verdict, **held}
        for one in found
        if one.about and (held := replication.asked(told, one.about, one.verdict))
    ]
    return {"findings": said, "unasked": len(found) - len(said)}


def typed(manifest: Mapping[str, Any], seed: int, games: int | None) -> str:
    """The command that plays the same games."""
    command = command_of(manifest).without("--guesses").with_option("--seed", seed)
    if games is not None:
        command = command.with_option("--games", games)
    return str(command)


def data(told: Study) -> dict[str, Any] | None:
    """What became of the findings, for report.json; None of a run that played none again."""
    found = replication.afresh(told)
    if found is None:
        return None
    low, high = found.let_go_between
    return {
        "text": sentence(found),
        "run": found.run,
        "held": found.count(HELD),
        "gone": found.count(GONE),
        "open": found.count(OPEN),
        "by_luck": rounded(found.let_go),
        "by_luck_low": low,
        "by_luck_high": high,
        "not_asked": found.unasked,
    }


def sentence(found: Afresh) -> str:
    """How many held, are gone or open, beside how many luck alone would let go."""
    if not found.played:
        return f"Fresh luck was asked about nothing: no finding of `{found.run}` is of one number."
    of = words.plural(len(found.played), "finding")
    text = f"On fresh luck, of {of} of `{found.run}` {found.count(HELD)} held, "
    text += f"{found.count(GONE)} {_are(found.count(GONE))} gone, "
    text += f"{found.count(OPEN)} {_are(found.count(OPEN))} open; "
    low, high = found.let_go_between
    text += f"luck alone lets go of about {found.let_go:.1f} of them ({low} to {high})."
    if found.unasked:
        more = found.unasked
        text += f" {more} more {_are(more)} of several numbers, or settled nothing."
    return text


def _are(number: int) -> str:
    return "is" if number == 1 else "are"
