"""Findings about cards of an own game that were taken away: those that mislead, or that hurt."""

from analysis.conclusions.ablations import CardWorth, card_worths
from analysis.conclusions.ledger import Ledger
from analysis.stats import verdicts
from reports.findings.finding import Finding, largest
from reports.sections.conclusions.ablations import NAME
from reports.text import words

MOST = 3


def findings(ledger: Ledger) -> list[Finding]:
    """Cards that win because of who plays them, and cards that cost who has them games."""
    worths = card_worths(ledger.study.design, ledger.doubts.ablations)
    bad = [one for one in worths if one.verdict == verdicts.BIG and one.brings.value < 0]
    misleading = [_told(one, words.LEARNED, one.misleads) for one in worths if one.misleads]
    harmful = [_told(one, one.verdict, verdicts.sure_size(one.brings))
               for one in bad if not one.misleads]  # fmt: skip
    return largest([*misleading, *harmful], MOST)


def _told(one: CardWorth, verdict: str, size: float) -> Finding:
    won, without, fair = map(words.percent, (one.found.won, one.without, one.found.fair))
    who = "its holders" if one.found.held else "seats that chose it"
    line = f"{one.label}: {who} won {won}, but without it they would win {without}"
    brings = f"where {fair} is fair: it brings {words.signed_range(*one.brings.ends)} points"
    leads = "leads" if one.over.value > 0 else "trails"
    text = f"{line}, {brings}{f', and is chosen by who {leads}' if one.misleads else ''}."
    return Finding("brings", verdict, text, NAME, size, ((NAME, one.label),), line=line)
