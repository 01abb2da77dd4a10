"""`simulate advise`: which small change brings the game into a band?"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from simulate.cli.change import search_words
from simulate.cli.searches.confirming import around, told_edits
from simulate.cli.searches.ready import (
    Prepared,
    Ready,
    SearchOptions,
    folder_of,
    ready_of,
    write_outcomes,
)
from simulate.core.errors import Problem
from simulate.experiment import RunRequest

if TYPE_CHECKING:
    from simulate.store.card_packs import FoundCause


def advise(request: RunRequest, options: SearchOptions) -> Prepared:
    """Small changes that bring the game into its target are looked for, and confirmed."""
    from simulate.cli.change.run_asked import as_of_game, unchanged_run
    from simulate.store import card_packs

    problems: list[Problem] = []
    run = unchanged_run(request)
    causes = [] if run is None else card_packs.causes(run)
    ready = ready_of(as_of_game(request), options, problems)
    aim = search_words.aim(ready.experiment, ready.plan, ready.options.seats, problems)
    ready = replace(ready, beside=around(ready))
    return ready, partial(_advise, ready, aim, causes)


def _advise(ready: Ready, aim: str, causes: "Sequence[FoundCause]") -> Path:
    from reports.page.render import write
    from reports.search import advice as pages
    from simulate.pack.edit import steps
    from simulate.search.advise import Advice
    from simulate.search.aim.sums import OPTION
    from simulate.search.aim.wanted import named
    from simulate.search.card_usage import measured

    patterns = ready.request.steps
    fresh = None if ready.request.games is None else ready.experiment.games
    with folder_of(ready) as kept:
        looking = Advice(ready.experiment, ready.jobs, aim=aim, quiet=ready.options.quiet,
                         tell=ready.say, kept=kept, one=ready.options.one)  # fmt: skip
        if aim == OPTION and not looking.one and not named(ready.experiment):
            search, causes = looking.each_option(patterns, fresh), ()
        else:
            first = steps.steps(ready.experiment.pack, patterns, looking.together)
            paths = [path for cause in causes for path in cause.paths]
            search = looking.search([step for step in first if step.size], fresh, paths)
        write_outcomes(looking.trials, kept.folder)
        told = told_edits(ready, looking, search, kept, len(looking.trials))
        search = told.search
        vain = any(path.startswith("cards.") for path in search.vain)
        quiet = ready.options.quiet
        cards = measured(ready.plan, ready.jobs, quiet=quiet, kept=kept) if vain else []
        report = pages.document(ready.experiment, search, told.confirmed, told.games,
                               ready.command_of, told.packs, ready.ask, cards, causes)  # fmt: skip
        return write(kept.folder, report)
