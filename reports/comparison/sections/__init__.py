"""The sections of a comparison in their order; each asks one question.

A section that has nothing to say is left out.
"""

from collections.abc import Callable, Sequence

from analysis.conclusions.comparison import RunComparison
from analysis.conclusions.kept_people import KeptPeople
from reports.comparison.sections import (
    again,
    card_effects,
    differs,
    endings,
    means,
    own,
    people,
    settings,
    shares,
    trust,
)
from reports.tables.parts import Section

ORDER: tuple[Callable[[RunComparison], Section | None], ...] = (
    differs.section,
    settings.section,
    own.section,
    card_effects.section,
    shares.section,
    endings.section,
    means.section,
    trust.section,
)


def sections(
    comparison: RunComparison,
    before: str,
    after: str,
    command: str,
    tables: Sequence[KeptPeople] = (),
) -> list[Section]:
    """Every section that has something to say; the last says where the comparison is from."""
    sections = [make(comparison) for make in ORDER]
    sections += [people.section(*tables)] if tables else []
    return [s for s in sections if s is not None] + [
        again.section(comparison, before, after, command)
    ]
