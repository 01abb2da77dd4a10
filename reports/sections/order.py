"""The sections of a report in their order; each asks one question.

A section that has nothing to say is left out.  In front stand what the run was asked and the
first five questions of the game that it answers; the rest is folded.
"""

from collections.abc import Callable

from analysis.conclusions.robustness import Doubts
from analysis.study import Study
from reports.sections.about import again, each, method
from reports.sections.conclusions import caveats as guesses
from reports.sections.conclusions import expected, replication
from reports.sections.data import pictures, provenance
from reports.sections.description import (
    arc,
    boards,
    checks,
    division,
    ends,
    event_rates,
    found,
    grouped_tallies,
    lengths,
    margins,
    samples,
    tallies,
    unused,
)
from reports.sections.judgement import ladder, settled
from reports.sections.rates import (
    contrasts,
    crossed,
    difficulty,
    steps,
    target,
    variants,
)
from reports.sections.shares import (
    closeness,
    effects,
    hands,
    matchups,
    partners,
    picks,
    plans,
    points,
    share_verdicts,
    skills,
    tracks,
)
from reports.tables.parts import Section

Made = Section | None | list[Section]

Maker = Callable[[Study], Made]

ASKED: tuple[Maker, ...] = (
    replication.section,
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
    closeness.section,
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
    event_rates.triggers,
    settled.section,
    grouped_tallies.families,
    grouped_tallies.deeds,
    grouped_tallies.cards,
    grouped_tallies.chosen,
    boards.sections,
    event_rates.section,
    tallies.section,
    unused.section,
    division.section,
    found.section,
    tallies.seated,
    samples.section,
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
