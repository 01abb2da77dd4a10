"""What does the change do to each thing, in the games in which it takes part?"""

from collections.abc import Sequence

from analysis.conclusions.comparison import RunComparison
from analysis.shares.own import Own
from analysis.stats import verdicts
from analysis.stats.verdicts import SHOWN
from reports.comparison.winners import as_judged, moved_first, of_its_own, still_so
from reports.findings.changed import own_table
from reports.tables.parts import Col, Data, Section, listed, q_of
from reports.text import words
from simulate.pack.text.nouns import one_of


def section(comparison: RunComparison) -> Section | None:
    """What was changed itself first; then what sits at a table with it."""
    if not comparison.own:
        return None
    said = [
        "Won with each before and after the change, every setting weighed alike. What was changed "
        "is judged by all of its games."
    ]
    if any(own.verdict == verdicts.SAME for own in comparison.own):
        said.append(
            "Games without anything changed are the same before and after, so nothing else has "
            "points of its own. Where it wins more or less often, something changed was at the "
            "table."
        )
    families = dict.fromkeys(own.family for own in comparison.own)
    tables = [_table(family, comparison.own) for family in families]
    return Section("own", "What does the change do to each, in its own games?", said, tables=tables)


def _table(family: str, all_: Sequence[Own]) -> Data:
    columns = [
        Col("what", words.sentence(one_of(family)), get=lambda own: own.label),
        Col("effect", "Points after the change", "points", "of what was not changed: its own",
            lambda own: of_its_own(own, own.effect)),
        q_of("of this table called so", lambda own: of_its_own(own, own.q)),
        Col("verdict", "Verdict", "verdict"),
        Col("before", "Won before", "share", "of all of its games"),
        Col("after", "Won after", "share", "of all of its games"),
        Col("games", "Games", "count", "by which it is judged"),
    ]  # fmt: skip
    of_family = [own for own in all_ if own.family == family]
    ordered, still = moved_first(of_family, lambda own: own.changed or own.verdict in SHOWN)
    caption = f"{words.sentence(family)}: won with each, before and after the change"
    made = listed(own_table(family), caption, columns, ordered, as_judged)
    return made | {"still": still, "still_so": still_so(of_family)}
