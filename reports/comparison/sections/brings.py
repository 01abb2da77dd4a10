"""What does each hero bring, before and after?"""

from analysis.comparison import Comparison
from reports.parts import Section
from reports.sections import brings


def section(comparison: Comparison) -> Section | None:
    if not comparison.brings:
        return None
    noun = comparison.brings[0].family
    section = Section("brings", f"What do the {noun} bring, before and after?")
    section.words = [
        "Points that the players win more often with each than with the middle ones of its kind, "
        "before the change and after it, on the same luck."
    ]
    section.tables = brings.tables(comparison.brings)
    return section
