"""What the page of a run shows, question by question, and what is data only.

A part that has nothing to say is left out.  The first part of a question is in view, the others
unfold.  What no page shows stands in report.json and in what `simulate export` writes.
"""

from collections.abc import Callable
from dataclasses import replace

from analysis.conclusions.robustness import Doubts
from analysis.study import Study
from reports.sections.about import again, index, method
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

QUESTIONS: dict[str, tuple[Maker, ...]] = {
    "Is it on target?": (
        replication.section,
        expected.section,
        difficulty.section,
        share_verdicts.options,
    ),
    "What moves it?": (
        crossed.section,
        variants.section,
        effects.section,
        hands.section,
        contrasts.options,
        steps.section,
        contrasts.others,
        share_verdicts.dealt,
    ),
    "Who beats whom, and from which seat?": (
        ladder.section,
        skills.section,
        plans.section,
        share_verdicts.seats,
        matchups.section,
    ),
    "How long is a game, and how close?": (
        lengths.section,
        ends.section,
        margins.section,
        closeness.section,
        arc.section,
    ),
    "What does it rest on?": (provenance.section, agreement.section, checks.section),
    "How was this worked out?": (method.section,),
    "How do I get the same again?": (again.section, samples.section),
}
DATA: tuple[Maker, ...] = (
    target.section,
    picks.sections,
    plans.needed,
    partners.section,
    points.section,
    tracks.sections,
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
    pictures.sections,
)


def sections(study: Study, doubts: Doubts) -> list[Section]:
    """Every section that has something to say, each with its question or its place."""
    shown = [
        replace(part, question=question)
        for question, makers in QUESTIONS.items()
        for part in _made(study, makers)
    ]
    data = [replace(part, place="data") for part in _made(study, DATA)]
    beside = [guesses.section(study, doubts), provenance.guesses(study)]
    named = replace(index.section(data), question=[*QUESTIONS][-1])
    return [*shown, *([named] if data else []), *data, *filter(None, beside)]


def _made(study: Study, makers: tuple[Maker, ...]) -> list[Section]:
    sections: list[Section] = []
    for make in makers:
        part = make(study)
        if part is not None:
            sections += part if isinstance(part, list) else [part]
    return sections
