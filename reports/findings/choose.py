"""Which findings are told: three to seven, what was asked first, then the largest of each kind."""

from analysis.study import Study
from reports.findings import arc, asked, contested, rated
from reports.findings.finding import Finding, Ranked

MOST = 7
LEAST = 3


def of_things(study: Study) -> list[Finding]:
    """What is large of shares and of what is dealt: all findings about a card are among these."""
    ranked = Ranked()
    ranked.take([*contested.large(study), *rated.large(study)], MOST)
    return ranked.chosen


def findings(study: Study) -> list[Finding]:
    """Three to seven where there is so much to say; what was asked comes first."""
    answered = list(asked.findings(study))
    ranked = Ranked([*answered, *contested.overview(study), *rated.overview(study)])
    ranked.chosen += contested.changes(study) + rated.changes(study)
    ranked.take([*contested.large(study), *rated.large(study), *arc.findings(study)], MOST)
    if len(ranked.chosen) < LEAST:
        said = {row for finding in ranked.chosen for row in finding.rows}
        more = [*contested.background(study), *rated.background(study)]
        ranked.take([finding for finding in more if not said.issuperset(finding.rows)], LEAST)
    return ranked.chosen
