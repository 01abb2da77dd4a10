"""What a second player says of the first answer of a search."""

from analysis.conclusions.ledger import ON_PLAYER, of_number
from analysis.conclusions.robustness import CANNOT, NO
from analysis.stats import verdicts
from reports.findings.policy_robustness import change_line, of_change
from reports.search.aimed import verdict
from reports.search.parts import at
from reports.tables.parts import Data
from reports.text import words
from simulate.search.candidate import SearchOutcome
from simulate.search.confirmation.confirm import Confirmed, SecondSaid

BADGE = {"tone": "open", "mark": "?", "text": "only this player finds that it helps"}
WEAK = {"tone": "open", "mark": "?", "text": ON_PLAYER}
WHAT = "the first answer helps"


def badge(change: Confirmed | None) -> Data | None:
    """The badge of a change that hangs on who plays; None where it does not."""
    said = change.second.opinion if change is not None and change.second is not None else None
    if said is None or not said.is_doubted:
        return None
    return BADGE if said.said == NO else WEAK


def sentence(search: SearchOutcome, first: Confirmed | None) -> str:
    """Whether the first answer stands, before all that was found; empty where there is none."""
    if first is None:
        return ""
    said = first.second.opinion if first.second is not None else None
    return of_change(said, search.second, search.players, WHAT)


def told(report: Data, search: SearchOutcome, first: Confirmed | None) -> Data:
    """The report of a search with what the second player says of the first answer."""
    report = report | {"opinion": sentence(search, first)}
    if first is None or first.second is None:
        return report
    row = ["advice", first.name]
    findings = [f | _heard(f, first.second) if row in f["rows"] else f for f in report["findings"]]
    return report | {"findings": findings}


def _heard(finding: Data, said: SecondSaid) -> Data:
    doubts = {"doubts": [f"Players: {_line(said)}"]}
    if said.opinion.said == CANNOT:
        return doubts
    alone = said.opinion.is_doubted
    return doubts | {"standing": of_number(finding["verdict"], is_alone=alone).standing}


def _line(said: SecondSaid) -> str:
    """easy horde: stands; `second` finds +13.1 (+6.0 to +20.2) points (here +15.2) in ..."""
    text, where = change_line(said.opinion, _level(said), said.again), at(said.place.levels).strip()
    return f"{where}: {text}" if where else text


def _level(said: SecondSaid) -> str:
    """; with it `second` wins 55.0% (48.0-62.0), on target"""
    found = said.found
    if found is None:
        return ""
    rate = words.share_range(*found.rate.ends)
    text = f"; with it `{said.opinion.question.strategy}` wins {rate}, "
    if found.verdict == verdicts.MORE:
        return f"{text}too few games to say whether that is on target"
    return text + words.verdict(verdict(found)).word
