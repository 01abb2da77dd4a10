"""What is fine for those who played, and surely would not be for a stronger player."""

from collections.abc import Iterator

from analysis.conclusions.ledger import Ledger
from analysis.conclusions.players.policy_robustness import Differing, differing
from analysis.stats import verdicts
from reports.findings.baseline import named
from reports.findings.finding import Finding
from reports.text import words
from simulate.core.game.facts import WIN_RATE


def findings(ledger: Ledger) -> Iterator[Finding]:
    """One for each number that is on target here and not for the strongest that measured it."""
    told, players = [*ledger.facts.values()], ledger.doubts.players
    for one in differing(ledger.study, players, told):
        if one.fact.verdict == verdicts.ON_TARGET and one.opinion.pooled is not None:
            yield _of(one, ledger)


def _of(one: Differing, ledger: Ledger) -> Finding:
    fact, pooled = one.fact, one.opinion.pooled
    assert pooled is not None
    name = named(ledger.study, fact.metric, fact.where)
    who, word = f"`{one.opinion.by}`", words.VERDICTS[one.verdict].word
    would = words.measured(fact.metric, *pooled.ends)
    text = f"{name} is on target here; with {who} in every seat it would be {word}: {would}."
    line = f"{name}: on target here, {word} with {who} in every seat"
    section = "difficulty" if fact.metric == WIN_RATE else "shares"
    about = fact.metric, fact.where
    return Finding("stronger", fact.verdict, text, section, about=about, line=line)
