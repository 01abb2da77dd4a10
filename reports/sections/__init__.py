"""The sections of a report in their order; each asks one question.

A section that has nothing to say is left out.
"""

from collections.abc import Callable

from analysis.study import Study
from reports.parts import Section
from reports.sections import (
    again,
    changes,
    closeness,
    dealt,
    difficulty,
    ends,
    length,
    method,
    sample_games,
    settled,
    sources,
    steps,
    tallies,
    target,
    trust,
)

ORDER: tuple[Callable[[Study], Section | None], ...] = (
    changes.section,
    difficulty.section,
    target.section,
    steps.section,
    ends.section,
    closeness.section,
    length.section,
    dealt.options,
    dealt.others,
    settled.section,
    tallies.section,
    tallies.seated,
    sample_games.section,
    sources.section,
    trust.section,
    method.section,
    again.section,
)


def sections(study: Study) -> list[Section]:
    """Every section that has something to say."""
    made = [make(study) for make in ORDER]
    return [section for section in made if section is not None]
