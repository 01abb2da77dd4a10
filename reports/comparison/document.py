"""report.json of two runs beside each other, in the form of a run's report."""

from collections.abc import Sequence
from typing import Any

from analysis.conclusions import guard
from analysis.conclusions.comparison import RunComparison, Setting
from analysis.conclusions.facts import of_comparison
from analysis.conclusions.kept_people import KeptPeople
from analysis.conclusions.ledger import CHANGED
from analysis.conclusions.players import best_change
from analysis.shares.effects import Shift
from analysis.stats import verdicts
from analysis.stats.verdicts import SHOWN
from analysis.study import Study
from reports.comparison import unused
from reports.comparison.alerts import alerts
from reports.comparison.findings import findings
from reports.comparison.picture import picture
from reports.comparison.regressions import line, sentences
from reports.comparison.sections import people, sections
from reports.findings.finding import Finding, answer_of, told_of
from reports.run.document import FORMAT
from reports.tables.parts import Data, fact
from reports.text import words
from reports.text.changes import title

Sides = tuple[Study, Study]


def guarded(report: dict[str, Any], comparison: RunComparison, alone: Sides) -> dict[str, Any]:
    """The same with what the change made worse; without, where nothing could be worse.

    alone: the first and the second run by themselves.
    """
    if not guard.guarded(comparison, *alone):
        return report
    worsened = guard.worse(comparison, *alone)
    return report | {"lines": [line(worsened), *report["lines"]], "worse": sentences(worsened)}


def document(
    comparison: RunComparison,
    before: str,
    after: str,
    command: str,
    tables: Sequence[KeptPeople] = (),
) -> dict[str, Any]:
    """The comparison of the runs `before` and `after` as plain data; the same runs, the same data.

    command: what makes it again.  tables: what people's games say, before and after.
    """
    facts, found = of_comparison(comparison), findings(comparison)
    answer = next(iter(found), None)
    sides = comparison.joined.before.manifest, comparison.joined.after.manifest
    told = told_of(found, facts, CHANGED, answer, best_change.doubts(*sides))
    return {
        "report_format": FORMAT,
        "header": _header(comparison, before, after)
        | {"answer": answer_of(told), "badge": _badge(comparison, answer)},
        "picture": picture(comparison),
        "alerts": list(alerts(comparison)),
        "findings": [one.data() for one in told],
        "lines": [*(people.line(*tables) if tables else []), *unused.lines(comparison)],
        "sections": [s.data() for s in sections(comparison, before, after, command, tables)],
        "facts": [fact(f) for f in facts],
    }


def _header(comparison: RunComparison, before: str, after: str) -> Data:
    manifest = comparison.design.manifest
    facts = [["Before", before], ["After", after]]
    if comparison.same_luck:
        facts.append(["Luck", "the same in both"])
    return {
        "title": manifest.get("title") or manifest["game"],
        "game": manifest["game"],
        "experiment": "two runs compared",
        "question": f"What does it change: {title(comparison)}?",
        "games": sum(comparison.games),
        "settings": len(comparison.design.base),
        "seed": _seeds(comparison),
        "source_hash": manifest.get("source_hash", ""),
        "facts": facts,
    }


def _seeds(comparison: RunComparison) -> Any:
    first, second = (
        run.manifest["seed"] for run in (comparison.joined.before, comparison.joined.after)
    )
    return first if first == second else f"{first} and {second}"


def _badge(comparison: RunComparison, answer: Finding | None) -> dict[str, str]:
    """The verdict on what the answer is of; where it judges no change, the strongest of all."""
    if comparison.same_games:
        return words.VERDICTS[verdicts.SAME].badge() | {"text": "the same games"}
    given = {row.verdict for row in _main(comparison)}
    if comparison.whole:
        given = {comparison.verdict}
    told = (*SHOWN, verdicts.MORE, verdicts.NONE)
    if answer is not None and answer.verdict in told:
        given = {answer.verdict}
    return words.VERDICTS[next((v for v in told if v in given), verdicts.MORE)].badge()


def _main(comparison: RunComparison) -> Sequence[Setting | Shift]:
    """Who wins, in one number or in many."""
    return comparison.settings or [s for _, shifts in comparison.shares for s in shifts]
