"""The sections of a report in their order; each asks one question.

A section that has nothing to say is left out.
"""

from collections.abc import Callable

from analysis.study import Study
from reports.parts import Section
from reports.sections import (
    again,
    asked,
    boards,
    changes,
    closeness,
    dealt,
    difficulty,
    division,
    ends,
    expected,
    found,
    happenings,
    leads,
    length,
    matchups,
    method,
    partners,
    picks,
    pictures,
    plans,
    points,
    sample_games,
    settled,
    several,
    shares,
    shifts,
    sources,
    steps,
    tallies,
    target,
    tracks,
    trust,
)

Made = Section | None | list[Section]

ORDER: tuple[Callable[[Study], Made], ...] = (
    expected.section,
    asked.section,
    changes.section,
    shifts.section,
    shares.options,
    shares.seats,
    picks.sections,
    plans.section,
    plans.needed,
    matchups.section,
    partners.section,
    points.section,
    tracks.sections,
    shares.dealt,
    difficulty.section,
    target.section,
    steps.section,
    ends.section,
    happenings.triggers,
    closeness.section,
    leads.section,
    length.section,
    dealt.options,
    dealt.others,
    settled.section,
    several.families,
    several.deeds,
    several.cards,
    several.chosen,
    boards.sections,
    happenings.section,
    tallies.section,
    division.section,
    found.section,
    tallies.seated,
    sample_games.section,
    sources.section,
    pictures.sections,
    trust.section,
    method.section,
    again.section,
)


def sections(study: Study) -> list[Section]:
    """Every section that has something to say."""
    sections: list[Section] = []
    for make in ORDER:
        part = make(study)
        if part is not None:
            sections += part if isinstance(part, list) else [part]
    return sections
