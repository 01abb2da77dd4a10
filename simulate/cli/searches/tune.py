"""`simulate tune`: which few changes together, where one is not enough?"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from simulate.cli.change import search_words
from simulate.cli.searches.confirming import (
    around,
    confirm_found,
    elsewhere,
    with_second,
    write_packs,
)
from simulate.cli.searches.ready import (
    Prepared,
    Ready,
    SearchOptions,
    folder_of,
    ready_of,
    write_outcomes,
)
from simulate.core.errors import InputError, Problem
from simulate.experiment import RunRequest


def tune(request: RunRequest, options: SearchOptions) -> Prepared:
    """Few edits of several numbers at once are looked for, and confirmed."""
    from simulate.search.candidate import together
    from simulate.search.space.search_space import freed, spans
    from simulate.search.tune import BUDGET, MOST_EDITS

    problems: list[Problem] = []
    if request.target is not None and "=" in request.target:
        request = replace(request, target=None, steps=(request.target, *request.steps))
    spanned = spans(request.steps, problems)
    most = search_words.whole("--edits", options.edits, MOST_EDITS, 1, 8, problems)
    budget = search_words.whole("--budget", options.budget, BUDGET, 1_000, 10**9, problems)
    ready = ready_of(replace(request, steps=[span.pattern for span in spanned]), options, problems)
    as_typed = {span.pattern: span.typed for span in spanned}
    ready = replace(ready, numbers=tuple(as_typed.get(name, name) for name in ready.numbers))
    aim = search_words.aim(ready.experiment, ready.plan, ready.options.seats, problems)
    usual = [span.pattern for span in spanned] or ready.request.steps
    named = spanned or spans(usual, problems)
    numbers = freed(ready.experiment.pack, named, together(ready.experiment), problems)
    if problems:
        raise InputError(problems)
    ready = replace(ready, beside=around(ready))
    return ready, partial(_tune, ready, aim, numbers, most, budget)


def _tune(ready: Ready, aim: str, numbers: Sequence[Any], most: int, budget: int) -> Path:
    from analysis.conclusions.players.player_panel import measured
    from reports.page.render import write
    from reports.search import tuning as pages
    from simulate.search.aim.goals import goals
    from simulate.search.candidate import SearchOutcome, behind, wanted_of
    from simulate.search.confirmation.pareto_front import chosen, front
    from simulate.search.confirmation.prune_edits import parts
    from simulate.search.games import Games
    from simulate.search.tune import Tuning

    experiment = ready.experiment
    with folder_of(ready) as kept:
        table = Games(experiment, aim, ready.jobs, quiet=ready.options.quiet, kept=kept,
                      budget=budget)  # fmt: skip
        tuning = Tuning(table, numbers, most=most, budget=budget, tell=ready.say,
                        tell_best=kept.tell_best)  # fmt: skip
        best = tuning.search()
        write_outcomes(table.trials, kept.folder)
        search = SearchOutcome(
            wanted=wanted_of(experiment, aim),
            aim=aim,
            base=tuning.base,
            best=tuple(best),
            hits=0,
            tried=len(tuning.outcomes),
            games=table.played,
            gaps=behind(table.trials[0].design),
            unshown=not measured(table.trials[0].design.manifest),
            enough=tuning.wanted,
            parts=parts(best, tuning.vain, experiment.pack),
        )
        search, confirmed, games = confirm_found(
            ready, search, lambda design, sums, _: [*goals(design, sums, aim)], kept.folder
        )
        confirmed, more = elsewhere(ready, search, confirmed, kept, len(table.trials))
        games += search.games + more
        points = front(confirmed)
        first = chosen(points).change if points else None
        confirmed = with_second(ready, confirmed, first, games, kept.folder)
        points = front(confirmed)
        advised = chosen(points) if points else None
        told = [] if advised is None else [advised, *(p for p in points if p is not advised)]
        packs = write_packs(ready, [p.change for p in told if p.change], kept.folder)
        report = pages.document(experiment, search, points, advised, confirmed,
                               games, ready.command_of, packs, ready.ask)  # fmt: skip
        return write(kept.folder, report)
