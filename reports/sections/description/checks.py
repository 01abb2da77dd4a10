"""Can this run be trusted?"""

from analysis.description.checks import FAILED, LOOK, PASSED, Check
from analysis.study import Study
from reports.tables.parts import Col, Data, Section, listed

TITLE = "Can this run be trusted?"
TONES = {PASSED: "good", LOOK: "half", FAILED: "bad"}
MARKS = {PASSED: "✓ passed", LOOK: "! look", FAILED: "✗ failed"}


def section(study: Study) -> Section:
    """The checks that every run makes of itself."""
    failed = sum(check.result == FAILED for check in study.checks)
    said = f"All {len(study.checks)} checks of the machinery passed."
    if failed:
        said = f"{failed} of {len(study.checks)} checks failed: read them first."
    columns = [
        Col("name", "Check"),
        Col("result", "Result", get=lambda check: MARKS[check.result]),
        Col("found", "Found"),
    ]
    made = listed("checks", "Checks of the run", columns, study.checks, _tone)
    return Section("checks", TITLE, [said], tables=[made])


def _tone(check: Check) -> Data:
    return {"tone": TONES[check.result]}
