"""What does the change do to each thing, in the games in which it takes part?"""

from collections.abc import Sequence

from analysis.conclusions.comparison import RunComparison
from analysis.shares.own import Own
from analysis.stats import verdicts
from analysis.stats.verdicts import SHOWN
from reports.comparison.winners import moved_by, moved_first, still_so
from reports.findings.changed import own_table
from reports.tables.parts import Col, Data, Section, judged, rounded, table
from reports.text import words
from simulate.pack.text.nouns import one_of


def section(comparison: RunComparison) -> Section | None:
    """What was changed itself first; then what sits at a table with it."""
    if not comparison.own:
        return None
    section = Section("own", "What does the change do to each, in its own games?")
    section.words = [
        "Won with each before and after the change, every setting weighed alike. What was changed "
        "is judged by all of its games."
    ]
    if any(own.verdict == verdicts.SAME for own in comparison.own):
        section.words.append(
            "Games without anything changed are the same before and after, so nothing else has "
            "points of its own. Where it wins more or less often, something changed was at the "
            "table."
        )
    families = dict.fromkeys(own.family for own in comparison.own)
    section.tables = [_table(family, comparison.own) for family in families]
    return section


def _table(family: str, all_: Sequence[Own]) -> Data:
    columns = [
        Col("what", words.sentence(one_of(family))),
        Col("effect", "Points after the change", "points", "of what was not changed: its own"),
        Col("q", "q", "q", "share of false alarms among all of this table called so"),
        Col("verdict", "Verdict", "verdict"),
        Col("before", "Won before", "share", "of all of its games"),
        Col("after", "Won after", "share", "of all of its games"),
        Col("games", "Games", "count", "by which it is judged"),
    ]
    of_family = [own for own in all_ if own.family == family]
    ordered, still = moved_first(of_family, lambda own: own.changed or own.verdict in SHOWN)
    rows = [
        {
            "what": own.label,
            **moved_by(own),
            **judged(own.verdict, own.effect),
            "before": rounded(own.before),
            "after": rounded(own.after),
            "games": own.games,
        }
        for own in ordered
    ]
    caption = f"{words.sentence(family)}: won with each, before and after the change"
    said = still_so(of_family)
    return table(own_table(family), caption, columns, rows, still=still, still_so=said)
