"""What does each thing of the deal bring, before and after?"""

from analysis.conclusions.comparison import RunComparison
from analysis.stats.verdicts import FEWEST
from reports.sections.rates import card_effects
from reports.tables.parts import Section


def section(comparison: RunComparison) -> Section | None:
    if not comparison.brings:
        return None
    families = dict.fromkeys(m.family for m in comparison.brings)
    what = f"do the {next(iter(families))}" if len(families) == 1 else "does what is dealt"
    said = [
        "Points that the players win more often with each than without it, before the change and "
        "after it: whom the change helps or hurts more than others of its kind."
    ]
    if comparison.own:
        said.append("Told of the games in which no card takes part that was changed.")
    notes = [f"What fewer than {FEWEST} games have, or have not, is not shown."]
    tables = card_effects.tables(comparison.brings)
    title = f"What {what} bring, before and after?"
    return Section("brings", title, said, tables=tables, notes=notes)
