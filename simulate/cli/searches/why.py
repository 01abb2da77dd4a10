"""`simulate why`: why does a card win, or what makes a game hard?"""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from simulate.cli.change import search_words
from simulate.cli.searches.beside_run import keep_beside
from simulate.cli.searches.ready import (
    SENSITIVITY,
    WHY,
    Prepared,
    Ready,
    SearchOptions,
    folder_of,
    ready_of,
    unchanged,
    write_outcomes,
)
from simulate.core.errors import InputError, Problem
from simulate.core.game.facts import OVER_FAIR_SHARE
from simulate.experiment import RunRequest
from simulate.experiment.plan import Plan, allowed

if TYPE_CHECKING:
    from simulate.search.why import WhyQuestion


def why(request: RunRequest, options: SearchOptions) -> Prepared:
    """What a card wins is split among its causes, which are taken away on the same luck."""
    from simulate.cli.change.run_asked import asked_of, unchanged_run
    from simulate.search.what_is_hard import PRECISION as HARD_PRECISION
    from simulate.search.why import BUDGET, MOST_GAMES, PRECISION, asked, plan_of

    problems: list[Problem] = []
    precision = search_words.precision(options.until, PRECISION, problems)
    budget = search_words.whole("--budget", options.budget, BUDGET, 1_000, 10**9, problems)
    run = unchanged_run(request)
    request = asked_of(request, WHY, "names the card", problems)
    ready = ready_of(request, options, problems, games=str(MOST_GAMES))
    if options.card is None:
        return _hard(ready, budget, precision if options.until else HARD_PRECISION)
    question = asked(ready.experiment, ready.plan, options.card)
    ready = _within(ready, plan_of(ready.experiment, question), budget)
    ready = replace(ready, numbers=(question.card.path,))
    return ready, partial(_why, ready, question, precision, run)


def _within(ready: Ready, plan: Plan, budget: int) -> Ready:
    """The same with a plan of no more games than there are."""
    from simulate.search.why import games_within

    most = min(plan.games, games_within(budget, plan))
    plan = replace(plan, experiment=replace(plan.experiment, games=most))
    return replace(ready, experiment=plan.experiment, plan=allowed(plan, ready.options.allow_code))


def _hard(ready: Ready, budget: int, precision: float) -> Prepared:
    """What makes a game hard that all play together.  Raises InputError of any other."""
    plan = unchanged(ready.plan)
    if any(plan.facts.metric(cell.setting) == OVER_FAIR_SHARE for cell in plan.cells):
        what = "is missing; name a card that is dealt, such as a faction"
        raise InputError([Problem("--of", what)])
    ready = _within(ready, plan, budget)
    return ready, partial(_play_hard, ready, precision)


def _play_hard(ready: Ready, precision: float) -> Path:
    from reports.page.render import write
    from reports.search.causes import what_is_hard as pages
    from simulate.search.trial import Trial
    from simulate.search.what_is_hard import play

    with folder_of(ready) as kept:
        most, seed = ready.experiment.games, ready.experiment.seed
        trial = Trial(ready.plan, ready.jobs, quiet=ready.options.quiet, kept=kept, dealt=True)
        found = play(trial, precision, most, seed, kept.tell_best)
        write_outcomes([trial], kept.folder)
        return write(kept.folder, pages.document(ready.experiment, found, trial.played,
                                                 len(trial.base), precision))  # fmt: skip


def _why(ready: Ready, question: "WhyQuestion", precision: float, run: Path | None) -> Path:
    from reports.page.render import write
    from reports.search.causes import why as pages
    from simulate.search.trial import Trial
    from simulate.search.why import WhyTrial

    with folder_of(ready) as kept:
        most = ready.experiment.games
        trial = Trial(ready.plan, ready.jobs, quiet=ready.options.quiet, kept=kept, longest=most,
                      dealt=True)  # fmt: skip
        found = WhyTrial(question, trial, precision, most, kept.tell_best).run()
        write_outcomes([trial], kept.folder)
        report = pages.document(ready.experiment, found, trial.played, len(trial.base), precision,
                               ready.ask(SENSITIVITY))  # fmt: skip
        page = write(kept.folder, report)
    if run is not None and (first := found.kept):
        keep_beside(run, ready, first, "`simulate advise` of it")
    return page
