"""`simulate worth`: what does one card bring, and which edit of it is enough?"""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from simulate.cli.change import search_words
from simulate.cli.searches.confirming import told_edits
from simulate.cli.searches.ready import (
    USUAL,
    Prepared,
    Ready,
    SearchOptions,
    folder_of,
    ready_of,
    write_outcomes,
)
from simulate.core.errors import Problem
from simulate.experiment import RunRequest
from simulate.experiment.plan import allowed

if TYPE_CHECKING:
    from simulate.pack.edit.named_card import NamedCard
    from simulate.search.advise import Advice
    from simulate.search.candidate import SearchOutcome
    from simulate.search.checkpoint import SearchCheckpoint


def worth(request: RunRequest, options: SearchOptions) -> Prepared:
    """One card is measured, and the smallest edit of it is looked for that meets the target."""
    from simulate.pack.edit.named_card import find_card
    from simulate.search import card_worth
    from simulate.search.aim.wanted import named
    from simulate.search.sensitivity import MOST_GAMES

    names, target = [*request.steps], request.target
    if not names and target is not None and request.pack is not None:
        names, target = [target], None  # with --pack the game need not be named
    problems: list[Problem] = []
    if len(names) != 1:
        what = f"name one card, in quotes if its name has spaces (found {len(names)})"
        problems.append(Problem("CARD", f"{what}; `simulate list cards` names all"))
    precision = search_words.precision(options.until, card_worth.PRECISION, problems)
    whole = replace(request, target=target, steps=())
    ready = ready_of(whole, options, problems, games=str(MOST_GAMES))
    card = find_card(ready.experiment.pack, names[0])
    usual = str(ready.request.target).endswith(f"/{USUAL}") or ready.request.target == USUAL
    plan = allowed(card_worth.plan_of(ready.experiment, card, usual=usual), options.allow_code)
    aim, experiment = "", ready.experiment
    if experiment.bands or named(experiment):
        aim = search_words.aim(experiment, ready.plan, seats=False, problems=problems)
    ready = replace(ready, plan=plan, numbers=(card.path,))
    return ready, partial(_worth, ready, card, aim, precision)


def _worth(ready: Ready, card: "NamedCard", aim: str, precision: float) -> Path:
    from reports.page.render import write
    from reports.search import worth as pages
    from reports.search.aimed import SearchCommands
    from simulate.search import card_worth
    from simulate.search.aim.goals import plain
    from simulate.search.card_usage import measured
    from simulate.search.sensitivity import Until
    from simulate.search.trial import Trial

    with folder_of(ready) as kept:
        until = Until(precision, ready.experiment.games)
        trial = Trial(ready.plan, ready.jobs, quiet=ready.options.quiet, kept=kept,
                      longest=until.most)  # fmt: skip
        tables = card_worth.play(trial, card, until, kept.tell_best)
        found = card_worth.measured(trial, card, tables, map(plain, trial.design.base))
        games, edit, trials = trial.played, None, [trial]
        if aim:
            looking, search = _edits_of(ready, card, aim, kept)
            trials += looking.trials
            write_outcomes(trials, kept.folder)
            told = told_edits(ready, looking, search, kept, len(trials))
            games += told.games
            typed = SearchCommands(ready.command_of, told.packs, ready.ask)
            edit = pages.EditFound(told.search, told.confirmed, typed)
        else:
            write_outcomes(trials, kept.folder)
        cards = measured(ready.plan, ready.jobs, quiet=ready.options.quiet, kept=kept)
        report = pages.document(ready.experiment, found, games, ready.command_of, edit, cards)
        return write(kept.folder, report)


def _edits_of(
    ready: Ready, card: "NamedCard", aim: str, kept: "SearchCheckpoint"
) -> "tuple[Advice, SearchOutcome]":
    """What `advise` finds among the numbers of one card; of shares its own is judged alone."""
    from simulate.pack.edit import steps
    from simulate.search.advise import Advice
    from simulate.search.aim.sums import OPTION

    fresh = None if ready.request.games is None else ready.experiment.games
    looking = Advice(ready.experiment, ready.jobs, aim=aim, quiet=ready.options.quiet,
                     tell=ready.say, kept=kept)  # fmt: skip
    if aim == OPTION:
        search = looking.each_option([card.path], fresh)
        own = tuple(place for place in search.base if place.goal.value == card.key)
        if own:
            return looking, replace(search, base=own)
    first = steps.steps(ready.experiment.pack, [card.path], looking.together)
    return looking, looking.search([step for step in first if step.size], fresh)
