"""`simulate sensitivity`: which number moves the balance most?"""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from simulate.cli.change import search_words
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


def sensitivity(request: RunRequest, options: SearchOptions) -> Prepared:
    """Every step of the numbers that are named is played and ranked."""
    from simulate.search.sensitivity import MOST_GAMES, PRECISION

    problems: list[Problem] = []
    precision = search_words.precision(options.until, PRECISION, problems)
    ready = ready_of(request, options, problems, games=str(MOST_GAMES))
    return ready, partial(_sensitivity, ready, precision)


def _sensitivity(ready: Ready, precision: float) -> Path:
    from reports.page.render import write
    from reports.search import sensitivity as pages
    from simulate.search.aim.goals import plain
    from simulate.search.card_usage import measured
    from simulate.search.sensitivity import Until, leading, ranked
    from simulate.search.trial import Trial, Tried, each, first_round

    with folder_of(ready) as kept:
        until = Until(precision, ready.experiment.games)
        trial = Trial(ready.plan, ready.jobs, quiet=ready.options.quiet, kept=kept,
                      longest=until.most)  # fmt: skip

        def wanted(all_: Sequence[Tried]) -> Sequence[int]:
            kept.tell_best(leading(all_))
            return each(until)(all_)

        trial.run(wanted, until.ahead, min(first_round(ready.plan), until.most))
        write_outcomes([trial], kept.folder)
        cards = measured(ready.plan, ready.jobs, quiet=ready.options.quiet, kept=kept)
        games = sum(trial.score.games.values())
        settings = [plain(cell) for cell in trial.design.base]
        report = pages.document(ready.experiment, ranked(trial), games, settings, ready.command_of,
                               cards)  # fmt: skip
        return write(kept.folder, report)
