"""The sections of a report in their order; each asks one question.

A section that has nothing to say is left out.  In front stand what the run was asked and the
first five questions of the game that it answers; the rest is folded.
"""

from collections.abc import Callable

from analysis.conclusions.robustness import Doubts
from analysis.study import Study
from reports.parts import Section
from reports.sections.about import again, each, method
from reports.sections.conclusions import afresh, expected
from reports.sections.conclusions import doubts as guesses
from reports.sections.data import pictures, provenance
from reports.sections.description import (
    arc,
    boards,
    checks,
    division,
    ends,
    found,
    happenings,
    lengths,
    margins,
    samples,
    several,
    tallies,
    unused,
)
from reports.sections.judgement import ladder, settled
from reports.sections.rates import (
    agreement,
    contrasts,
    crossed,
    difficulty,
    steps,
    target,
    variants,
)
from reports.sections.shares import (
    effects,
    hands,
    leads,
    matchups,
    partners,
    picks,
    plans,
    points,
    share_verdicts,
    skills,
    tracks,
)

Made = Section | None | list[Section]

Maker = Callable[[Study], Made]

ASKED: tuple[Maker, ...] = (
    afresh.section,
    expected.section,
    crossed.section,
    variants.section,
    effects.section,
    hands.section,
)
QUESTIONS: tuple[Maker, ...] = (
    difficulty.section,
    share_verdicts.options,
    contrasts.options,
    ladder.section,
    skills.section,
    plans.section,
    share_verdicts.seats,
    matchups.section,
    arc.section,
    leads.section,
    margins.section,
    lengths.section,
    ends.section,
)
FIRST = 5  # so many of the questions stand in front
MORE: tuple[Maker, ...] = (
    each.section,
    target.section,
    steps.section,
    picks.sections,
    plans.needed,
    partners.section,
    points.section,
    tracks.sections,
    share_verdicts.dealt,
    contrasts.others,
    happenings.triggers,
    settled.section,
    several.families,
    several.deeds,
    several.cards,
    several.chosen,
    boards.sections,
    happenings.section,
    tallies.section,
    unused.section,
    division.section,
    found.section,
    tallies.seated,
    samples.section,
    agreement.section,
    provenance.section,
    provenance.guesses,
    pictures.sections,
    checks.section,
    method.section,
    again.section,
)


def sections(study: Study, doubts: Doubts) -> list[Section]:
    """Every section that has something to say, each with its place."""
    questions = _made(study, QUESTIONS)
    folded = [*questions[FIRST:], *_made(study, MORE)]
    for section in folded:
        if section.place == "front":
            section.place = "more"
    drawn = guesses.section(study, doubts)
    first = [*_made(study, ASKED), *([drawn] if drawn else [])]
    return [*first, *questions[:FIRST], *folded]


def _made(study: Study, makers: tuple[Maker, ...]) -> list[Section]:
    sections: list[Section] = []
    for make in makers:
        part = make(study)
        if part is not None:
            sections += part if isinstance(part, list) else [part]
    return sections
