"""Can this run be trusted?"""

from analysis.description.checks import FAILED, LOOK, PASSED
from analysis.study import Study
from reports.parts import Col, Section, table

TITLE = "Can this run be trusted?"
MARKS = {PASSED: "✓ passed", LOOK: "! look", FAILED: "✗ failed"}


def section(study: Study) -> Section:
    """The checks that every run makes of itself."""
    section = Section("checks", TITLE)
    failed = [c for c in study.checks if c.result == FAILED]
    if failed:
        section.words = [f"{len(failed)} of {len(study.checks)} checks failed: read them first."]
    else:
        section.words = [f"All {len(study.checks)} checks of the machinery are well."]
    columns = [Col("name", "Check"), Col("result", "Result"), Col("found", "Found")]
    rows = [
        {"name": c.name, "result": MARKS[c.result], "found": c.found, "tone": _tone(c.result)}
        for c in study.checks
    ]
    section.tables = [table("checks", "Checks of the run", columns, rows)]
    return section


def _tone(result: str) -> str:
    return {PASSED: "good", LOOK: "half", FAILED: "bad"}[result]
