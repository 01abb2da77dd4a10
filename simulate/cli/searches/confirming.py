"""What a search found is played again on fresh luck, elsewhere, and by a second player."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from simulate.cli.searches.ready import Ready
from simulate.cli.shared.answer import of_report
from simulate.core.errors import InputError
from simulate.experiment.plan import allowed

if TYPE_CHECKING:
    from simulate.search.advise import Advice
    from simulate.search.candidate import SearchOutcome
    from simulate.search.checkpoint import SearchCheckpoint
    from simulate.search.confirmation.confirm import Confirmed, Wanted
    from simulate.search.confirmation.side_effects import OtherSettings


@dataclass(frozen=True)
class ToldEdits:
    """What a search found, on fresh luck; packs: name of a change -> folder that has it."""

    search: "SearchOutcome"
    confirmed: "list[Confirmed]"
    games: int
    packs: Mapping[str, str]


def told_edits(
    ready: Ready, looking: "Advice", search: "SearchOutcome", kept: "SearchCheckpoint", rounds: int
) -> ToldEdits:
    """Confirm what was found, ask a second player, and write packs.  rounds: as of `elsewhere`."""
    from reports.search import advice as pages

    search, confirmed, games = confirm_found(ready, search, looking.goals, kept.folder)
    confirmed, more = elsewhere(ready, search, confirmed, kept, rounds)
    games += search.games + more
    answer = pages.answer(search, confirmed)
    confirmed = with_second(ready, confirmed, answer, games, kept.folder)
    chosen = pages.told(search, confirmed)
    # Of several numbers together a pack is the handiest form, whatever came out.
    chosen += [c for c in confirmed if len(c.changes) > 1 and c not in chosen]
    nearest = [change for change in confirmed if change.helps][:1]
    packs = write_packs(ready, chosen or nearest, kept.folder)
    return ToldEdits(search, confirmed, games, packs)


def confirm_found(
    ready: Ready, search: "SearchOutcome", wanted: "Wanted", folder: Path
) -> "tuple[SearchOutcome, list[Confirmed], int]":
    """Play what was found on fresh luck, as an ordinary run with a report of its own.

    Where everything is on target, or nothing was found, nothing is played.  What is told is in the
    order in which it is, and the search knows what turned out needless.
    """
    from simulate import store
    from simulate.run.play import play_on
    from simulate.search.confirmation import confirm
    from simulate.search.confirmation.prune_edits import pruned

    if not search.best or all(place.verdict == "on target" for place in search.base):
        return search, [], 0
    experiment = ready.experiment
    file = folder / confirm.FILE
    given = ready.request.games is not None
    games = experiment.games if given else confirm.games_wanted(search.best)
    names = {sought.tried.name: sought.candidate for sought in search.best} | dict(search.parts)
    confirm.write_experiment(experiment, names, games, file)
    plan = confirm.plan_of(file, ready.request.pack, games, no_second=ready.request.no_second)
    plan = allowed(plan, ready.options.allow_code)
    ready.say(f"{len(names):,} changes are played again on fresh random numbers ...")
    place = folder / store.CONFIRMED
    play_on(plan, place, jobs=ready.jobs, quiet=ready.options.quiet, goes_on="")
    from reports.page.render import write_report

    run = store.verify(place)
    facts = of_report(write_report(place))["facts"]
    changes = confirm.confirmed(run, names, wanted, facts)
    told = pruned(changes, [*search.parts])
    needless = tuple(c.name for c in changes if c not in told and c.name not in search.parts)
    who = {name for cell in plan.cells for name in cell.setting["strategy"]}
    search = replace(search, needless=needless, players=tuple(sorted(who)), second=plan.second)
    return search, told, games * len(plan.cells)


def with_second(
    ready: Ready, confirmed: "list[Confirmed]", first: "Confirmed | None", games: int, folder: Path
) -> "list[Confirmed]":
    """What was found, the first with what a second player says, paid by all games of the search."""
    from reports.page.render import write_report
    from simulate.search.confirmation.second_opinion import SecondPlayer, heard

    if first is None:
        return confirmed
    beside = SecondPlayer(ready.experiment, ready.request.pack, folder, ready.jobs,
                    ready.options.quiet, ready.say)  # fmt: skip
    told = heard(beside, first, games)
    if told.second is not None and told.second.found is not None:
        write_report(beside.confirming.path)  # which has a second player now
    return [told if change is first else change for change in confirmed]


def around(ready: Ready) -> "OtherSettings | None":
    """The settings that were not asked about; None where the game's own experiment has none.

    What is wanted of single things there, nobody has said.
    """
    from simulate.search.confirmation.side_effects import other_settings

    if not ready.experiment.bands:
        return None
    try:
        beside = other_settings(ready.experiment, ready.request.pack)
        return beside if beside.settings else None
    except InputError:  # what was asked does not go together with its settings
        return None


def elsewhere(
    ready: Ready,
    search: "SearchOutcome",
    confirmed: "list[Confirmed]",
    kept: "SearchCheckpoint",
    rounds: int,
) -> "tuple[list[Confirmed], int]":
    """What was found with what it does in other settings, and how many games that took.

    rounds: of the search, before this one.
    """
    from simulate.search.confirmation import side_effects
    from simulate.search.trial import Trial
    from simulate.store import OUTCOMES

    changes, beside = side_effects.worth_trying(confirmed), ready.beside
    if beside is None or not changes:
        return confirmed, 0
    games = side_effects.games_of_each(beside.settings, len(changes), search.games)
    plan = allowed(beside.plan(changes), ready.options.allow_code)
    ready.say(f"{len(changes):,} of them are tried in {beside.settings:,} other settings ...")
    trial = Trial(plan, ready.jobs, quiet=ready.options.quiet, kept=kept)
    found = side_effects.measured(trial, games, confirmed, search.aim)
    trial.write(kept.folder / OUTCOMES / f"{rounds + 1}")
    return found, trial.played


def write_packs(ready: Ready, chosen: "Sequence[Confirmed]", folder: Path) -> dict[str, str]:
    """A pack ready to run for each change, with what it was shown to do beside it."""
    from simulate.core.files import disk
    from simulate.search.confirmation.packs import write_pack
    from simulate.store import PACKS

    disk.remove(folder / PACKS)  # of a search that was cut short here
    written = ((c.name, write_pack(ready.experiment, c, folder, n, ready.command_of))
               for n, c in enumerate(chosen, 1))  # fmt: skip
    return {name: str(place) for name, place in written if place is not None}
