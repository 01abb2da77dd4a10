"""Which findings are told: three to seven, what was asked first, then the largest of each kind."""

from collections.abc import Callable
from dataclasses import replace

from analysis.shares.share_verdicts import ENOUGH
from analysis.study import Study
from reports.findings import arc, asked, contested, rated
from reports.findings.finding import Finding, Ranked

PICKED = ("share", "dealt", "company", "matchup", "plan")  # told because they came out large
NOTE = "What is told here was picked because it came out large: it tends to be a little smaller."
MOST = 7
LEAST = 3


def of_things(study: Study) -> list[Finding]:
    """What is large of shares and of what is dealt: all findings about a card are among these."""
    ranked = Ranked()
    ranked.take([*contested.large(study), *rated.large(study)], MOST)
    return ranked.chosen


def findings(
    study: Study, aside: Callable[[Finding], bool] = lambda finding: False
) -> list[Finding]:
    """Three to seven where there is so much to say; what was asked comes first.

    aside: what others take the place of.
    """
    answered = list(asked.findings(study))
    overviews = [*contested.by_skill(study), *contested.overview(study), *rated.overview(study)]
    first = [*answered, *overviews]
    ranked = Ranked([one for one in first if not aside(one)])
    ranked.chosen += contested.changes(study) + rated.changes(study)
    large = [*contested.large(study), *rated.large(study), *arc.findings(study)]
    ranked.take(_noted([one for one in large if not aside(one)], study), MOST)
    if len(ranked.chosen) < LEAST:
        said = {row for finding in ranked.chosen for row in finding.rows}
        more = [*contested.background(study), *rated.background(study)]
        fills = [one for one in more if not said.issuperset(one.rows) and not aside(one)]
        ranked.take(fills, LEAST)
    return ranked.chosen


def _noted(picked: list[Finding], study: Study) -> list[Finding]:
    """The same; the largest says that it was picked, where few games make much of that."""
    largest = max(picked, key=lambda finding: finding.size, default=None)
    games = max(map(study.counts.games, study.counts.won), default=0)
    if largest is None or games >= ENOUGH or not largest.kind.startswith(PICKED):
        return picked
    noted = replace(largest, text=f"{largest.text} {NOTE}")
    return [noted if finding is largest else finding for finding in picked]
