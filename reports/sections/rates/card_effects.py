"""What does each thing that is held bring, without a change and with it?"""

from collections.abc import Sequence

from analysis.conclusions.ledger import tally
from analysis.data.design import Move
from analysis.rates.contrasts import ContributionChange
from analysis.stats import verdicts
from reports.sections.rates.crossed import step
from reports.tables.parts import Col, Data, judged, listed, q_of
from reports.text import words
from simulate.pack.text.nouns import one_of


def compared(move: Move) -> str:
    """What a change is called in a row: its name, or the step from the base to a level."""
    if move.factor is None:
        return move.name
    return step(move.factor.name, move.factor.base, move.level)


def row_of(moved: ContributionChange, several: bool) -> str:
    """How a row names a thing; with the change where there are several."""
    return f"{moved.label}, {compared(moved.move)}" if several else moved.label


def tables(brings: Sequence[ContributionChange]) -> list[Data]:
    """One table for each kind of thing; what is shown to have moved comes first."""
    several = len({compared(m.move) for m in brings}) > 1
    families = list(dict.fromkeys(m.family for m in brings))
    return [_table(family, brings, several) for family in families]


def table_of(family: str) -> str:
    """Name of a family's table."""
    return f"brings-{words.slug(family)}"


def _table(family: str, brings: Sequence[ContributionChange], several: bool) -> Data:
    columns = [
        Col("what", words.sentence(one_of(family)), get=lambda m: row_of(m, several)),
        Col("before", "Brings without it", "points"),
        Col("after", "Brings with it", "points"),
        Col("effect", "Points more", "points", get=lambda m: m.change),
        q_of("of this table called so"),
        Col("verdict", "Verdict", "verdict"),
    ]
    of_family = sorted(
        (m for m in brings if m.family == family),
        key=lambda m: (m.verdict not in verdicts.SHOWN, -abs(m.change.value), m.label),
    )
    still = len(of_family) - tally(m.verdict for m in of_family).of(*verdicts.SHOWN)
    caption = f"What each of the {family} brings, in points, without the change and with it"
    return listed(
        table_of(family), caption, columns, of_family, lambda m: judged(m.verdict, m.change)
    ) | {"still": still}
