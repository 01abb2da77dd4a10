"""The searches as commands: what they have in common is checked, played, and printed.

Called by `commands`; each has a module that hands it to `simulate.search`, and writes the page by
`reports.search`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from simulate.cli.searches.advise import advise
from simulate.cli.searches.exploit import exploit
from simulate.cli.searches.ready import (
    EXPLOIT,
    MEASURE,
    OF_THE_PACK,
    SENSITIVITY,
    WHY,
    WORTH,
    Prepared,
    Ready,
    SearchOptions,
)
from simulate.cli.searches.sensitivity import sensitivity
from simulate.cli.searches.tune import tune
from simulate.cli.searches.why import why
from simulate.cli.searches.worth import worth
from simulate.cli.shared import resuming
from simulate.cli.shared.amounts import duration
from simulate.cli.shared.answer import PLANNED, answer, of_report
from simulate.cli.shared.opening import open_page
from simulate.cli.shared.say import show
from simulate.experiment import RunRequest

# What was typed, in a request and in options, of which hangs what a search plays.
OF_REQUEST = ("target", "pack", "games", "seed", "band", "no_second")


OF_OPTIONS = ("until", "seats", "one", "edits", "budget", "card", "after")


def asked(
    given: Mapping[str, Any], target: str | None, patterns: Sequence[str], verb: str
) -> RunRequest:
    """What was asked; when a change is played no more is said to the search alone."""
    return RunRequest.of({**given, "until": None}, target, steps=patterns, verb=verb)


def search_command(
    verb: str, request: RunRequest, options: SearchOptions, is_opened: bool = False
) -> None:
    """Check everything, search, print what was found; of a dry run what it would be."""
    if options.as_json:
        page = answer(verb, lambda: _answer(verb, request, options)).get("paths", {}).get("report")
        open_page(Path(page) if page else None, is_opened)
        return
    if options.dry_run and options.resume is None:
        ready, _ = prepared(verb, request, options)
        ready.say(ready.experiment.usual)
        _print_expectation(ready, verb)
        return
    written = search(verb, request, options)
    from reports.page.render import summary

    show(*summary(written.parent).rstrip("\n").split("\n"), "", str(written))
    open_page(written, is_opened)


def _answer(verb: str, request: RunRequest, options: SearchOptions) -> dict[str, Any]:
    from simulate.cli.shared.merged import merged

    if not options.dry_run or options.resume is not None:
        return of_report(search(verb, request, options))
    ready, _ = prepared(verb, request, options)
    ready.say(ready.experiment.usual)
    _, games, speed = _expected(ready)
    first = {"cells": len(ready.plan.cells), "games": games, "seconds": games / speed, "bytes": 0.0,
             "beside": [text for _, text in _besides(ready, games)]}  # fmt: skip
    whole = merged(ready.experiment, request, ready.jobs, options.jobs)
    return {"status": PLANNED, "expected": first, "experiment": whole}


def search(verb: str, request: RunRequest, options: SearchOptions) -> Path:
    """Play or continue a search; return its page."""
    if options.resume is not None:
        alone = options.only("jobs", "allow_code", "quiet", "as_json", "resume")
        more = request != RunRequest() or options != alone
        resuming.refuse_more(more, "--jobs, --quiet, --json, --allow-code")
        folder = Path(options.resume)
        if page := resuming.finished(folder, "search"):
            return page
        begun = resuming.begun(verb, folder)
        with resuming.own_game(folder, begun, options.allow_code):
            return _searched(verb, *_as_begun(verb, begun, options))
    return _searched(verb, request, options)


def _searched(verb: str, request: RunRequest, options: SearchOptions) -> Path:
    from simulate.run.workers.pool import kept_workers

    ready, play = prepared(verb, request, options)
    ready.say(ready.experiment.usual)
    with kept_workers():
        return play()


def prepared(verb: str, request: RunRequest, options: SearchOptions) -> Prepared:
    """A search of which everything is checked, and what plays it.  Raises InputError."""
    of_request = {name: getattr(request, name) for name in OF_REQUEST}
    of_options = {name: getattr(options, name) for name in OF_OPTIONS}
    lists = {"sets": [*request.sets], "steps": [*request.steps]}
    typed = {"verb": verb, **of_request, **of_options, **lists}
    return SEARCHES[verb](request, replace(options, asked=typed))


def _as_begun(
    verb: str, begun: Mapping[str, Any], options: SearchOptions
) -> tuple[RunRequest, SearchOptions]:
    """What was typed to begin a search."""
    lists = {name: tuple(begun.get(name, ())) for name in ("sets", "steps")}
    of_request = {name: begun[name] for name in OF_REQUEST if name in begun} | lists
    of_options: dict[str, Any] = {name: begun[name] for name in OF_OPTIONS if name in begun}
    return RunRequest(**of_request, verb=verb), replace(options, **of_options)


Searching = Callable[[RunRequest, SearchOptions], Prepared]


SEARCHES: dict[str, Searching] = {SENSITIVITY: sensitivity, WORTH: worth, WHY: why,
                                  EXPLOIT: exploit, "advise": advise, "tune": tune}  # fmt: skip


def _expected(ready: Ready) -> tuple[int, int, float]:
    """Changes, games of the first round, and games a second."""
    from simulate import run
    from simulate.search.card_worth import first_of
    from simulate.search.trial import first_round

    changes = len({cell.levels.get("variant") for cell in ready.plan.cells}) - 1
    if ready.plans is not None:
        asked, cell = ready.plans, ready.plans.table.cell
        seconds = sum(games / run.probe(ready.plan.seated(cell, name), ready.jobs)[0]
                      for name, games in asked.games.items())  # fmt: skip
        return 0, asked.budget * (2 if ready.options.after else 1), asked.budget / seconds
    speed, _ = run.probe(ready.plan, ready.jobs)
    first = first_of(ready.plan) if ready.request.verb == WORTH else first_round(ready.plan)
    most = ready.experiment.games if ready.request.verb in MEASURE else first
    return changes, min(first, most) * len(ready.plan.cells), speed


def _besides(ready: Ready, games: int) -> Iterator[tuple[str, str]]:
    """What is played once something is found, by what it is called; games: of the first round."""
    from simulate.search.confirmation.second_opinion import foretold
    from simulate.search.confirmation.side_effects import most_games

    if ready.beside is not None:
        where, most = f"{ready.beside.settings:,} other settings", most_games(ready.beside)
        yield "elsewhere", f"{most:,} games at most: the advised changes are tested in {where}"
    if ready.request.verb in MEASURE and not _seeks(ready):
        return
    yield "confirm", "the findings are played again on fresh random numbers, with a report of it"
    if second := foretold(ready.plan, games):
        yield "players", second


def _seeks(ready: Ready) -> bool:
    """Whether a change is looked for: of a card only where something is wanted."""
    return ready.request.verb not in OF_THE_PACK and bool(ready.experiment.bands)


def _print_expectation(ready: Ready, name: str) -> None:
    """How much the first round is, from which all others follow."""
    changes, games, speed = _expected(ready)
    plan = ready.plan
    show(f"{plan.facts.title}: {name}", "")
    if ready.plans is not None:
        before = ", and more of quicker players before" if ready.plans.is_scouted else ""
        show(f"games     about {games:,} at the table{before}")
        speeds = f"({speed:,.0f} games/s, jobs {ready.jobs})"
        show(f"time      about {duration(games / speed)}  {speeds}")
        return
    show(f"changes   {changes:,}")
    show(f"settings  {len(plan.cells) // (changes + 1):,}")
    show(f"games     {games:,} in the first round; what is doubtful is played on")
    for label, text in _besides(ready, games):
        show(f"{label:9} {text}")
    show(
        f"time      about {duration(games / speed)} for it  "
        f"({speed:,.0f} games/s, jobs {ready.jobs})"
    )
