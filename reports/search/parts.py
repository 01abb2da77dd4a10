"""What the reports of every search have in common."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from analysis.conclusions.facts import Fact
from reports.findings.finding import Finding, ToldFinding, told_of
from reports.run.document import FORMAT
from reports.tables.parts import Data, Section, fact
from reports.text import words
from simulate.experiment import Experiment
from simulate.pack import catalogue

NOW = "now"  # kind of the finding of where the game stands


def report(
    header: Data,
    findings: Sequence[Finding],
    lines: Sequence[Data],
    sections: Sequence[Section | None],
    facts: Sequence[Fact],
    asked: str,
) -> dict[str, Any]:
    """A report as plain data, in the form of a run's.

    asked: who asked, as in the ledger.  Of an own game nobody knows what its players are worth.
    """
    is_own = catalogue.own(header["game"]) is not None
    told = told_of(findings, facts, asked, _answer(findings), lambda _: is_own)
    return {
        "report_format": FORMAT,
        "header": header | {"answer": _in_short(told)},
        "alerts": [],
        "findings": [one.data() for one in told],
        "lines": [{**line, "rows": []} for line in lines],
        "sections": [section.data() for section in sections if section is not None],
        "facts": [fact(each) for each in facts],
    }


def _answer(findings: Sequence[Finding]) -> Finding | None:
    """What answers the question: the first that says what to do, or that nothing does."""
    return next((one for one in findings if one.kind != NOW), next(iter(findings), None))


def _in_short(told: Sequence[ToldFinding]) -> str:
    """The answer in a line: what it does elsewhere opens under it."""
    answers = [one.finding for one in told if one.is_answer]
    return "".join(f"{one.line}." if one.line else one.text for one in answers)


def header(
    experiment: Experiment, kind: str, question: str, games: int, settings: int, badge: Data
) -> Data:
    """The head of the page.  kind: what was done, in a few words."""
    from simulate.compiler.sources import source_hash

    facts = experiment.pack.facts
    fixed = [[words.sentence(words.factor(a.name)), words.listing([str(v) for v in a.levels])]
             for a in experiment.axes if a.kind == "factor"]  # fmt: skip
    return {
        "title": facts.title,
        "game": facts.name,
        "experiment": kind,
        "question": question,
        "games": games,
        "settings": settings,
        "seed": experiment.seed,
        "source_hash": source_hash(facts.package),
        "facts": fixed,
        "badge": badge,
    }


def too_few(what: str, half: float, precision: float) -> Iterator[Data]:
    """Whether something is known less closely than was asked; both are half-widths."""
    if half > precision:
        known, wanted = words.points(half), words.points(precision)
        text = f"{what} is known to within {known} either way, not {wanted}"
        yield {"kind": "open", "label": "Not enough games",
               "text": f"{text}; `--budget` and `--games` play on"}  # fmt: skip


def setting(levels: Mapping[str, Any]) -> str:
    """A setting in words for a row, and whose share it is; the only setting has no name."""
    return _said(levels) or "the setting played"


def at(levels: Mapping[str, Any]) -> str:
    """The same in front of its number in a sentence; nothing where there is but one."""
    said = _said(levels)
    return f"{said} " if said else ""


def _said(levels: Mapping[str, Any]) -> str:
    whose = str(levels.get("", ""))
    rest = {name: level for name, level in levels.items() if name}
    return ", ".join(part for part in (whose, words.setting(rest) if rest else "") if part)
