"""What the page of a run shows, question by question, and what is data only.

A part that has nothing to say is left out.  The first part of a question is in view, the others
unfold.  What no page shows stands in report.json and in what `simulate export` writes.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from analysis.conclusions.robustness import Doubts
from analysis.study import Study
from reports.sections.about import again, index, method
from reports.sections.conclusions import ablations, expected, feel, replication
from reports.sections.conclusions import caveats as guesses
from reports.sections.data import provenance
from reports.sections.description import (
    arc,
    checks,
    counted,
    ends,
    lengths,
    margins,
    samples,
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
    held,
    matchups,
    picks,
    plans,
    player_counts,
    share_verdicts,
    skills,
)
from reports.tables.parts import Section

Maker = Callable[[Study], Section | Iterable[Section] | None]

ON_TARGET, MOVES = "Is it on target?", "What moves it?"
LENGTH = "How long is a game, and how close?"
QUESTIONS: dict[str, tuple[Maker, ...]] = {
    ON_TARGET: (
        replication.section,
        expected.section,
        difficulty.section,
        share_verdicts.options,
    ),
    MOVES: (
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
        player_counts.section,
    ),
    LENGTH: (
        lengths.section,
        ends.section,
        margins.section,
        closeness.section,
        arc.section,
    ),
    "What does it rest on?": (provenance.section, checks.section),
    "How was this worked out?": (method.section,),
    "How do I get the same again?": (again.section, samples.section),
}
DATA: tuple[Maker, ...] = (
    target.section,
    settled.section,
    plans.needed,
    held.partners,
    picks.sections,
    held.points,
    held.tracks,
    counted.tallies,
    counted.seated,
    counted.division,
    counted.happenings,
    counted.triggers,
    counted.found,
    counted.things,
    counted.boards,
    counted.maps,
    unused.section,
)


def sections(study: Study, doubts: Doubts, people: Section | None = None) -> list[Section]:
    """Every section that has something to say; what levels or changes do first, if a run asks
    that and expects nothing.

    people: what their games say.
    """
    compares = bool(study.design.variants or study.design.in_question)
    asks = compares and expected.section(study) is None
    order = sorted(QUESTIONS, key=lambda question: not (asks and question == MOVES))
    of_doubts = {
        ON_TARGET: people,
        MOVES: ablations.section(study, doubts),
        LENGTH: feel.section(study, doubts),
    }
    shown = [
        replace(part, question=question)
        for question in order
        for part in [*_made(study, QUESTIONS[question]), of_doubts.get(question)]
        if part
    ]
    data = [*_made(study, DATA)]
    rests = [guesses.section(study, doubts), provenance.guesses(study)]
    named = replace(index.section(data), question=[*QUESTIONS][-1])
    return [*shown, *([named] if data else []), *data, *filter(None, rests)]


def _made(study: Study, makers: Iterable[Maker]) -> Iterator[Section]:
    for make in makers:
        part = make(study)
        yield from [part] if isinstance(part, Section) else part or ()
