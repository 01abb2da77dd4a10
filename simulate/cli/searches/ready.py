"""A search of which everything is checked: what was typed, its settings and its folder."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulate.cli.change import search_words
from simulate.cli.play.playing import out_problems, read_jobs, usual_place_problems
from simulate.cli.shared import resuming
from simulate.cli.shared.say import tell
from simulate.core.errors import InputError, Problem
from simulate.core.options import Given
from simulate.core.text.amounts import plural
from simulate.experiment import Experiment, RunRequest, load
from simulate.experiment.context import PRINTED, VARIANT
from simulate.experiment.plan import Plan, allowed, build
from simulate.pack import configs

if TYPE_CHECKING:
    from simulate.search.checkpoint import SearchCheckpoint
    from simulate.search.confirmation.side_effects import OtherSettings
    from simulate.search.exploits.exploit import ExploitQuestion
    from simulate.search.trial import Trial

SENSITIVITY, WORTH, WHY, EXPLOIT = "sensitivity", "worth", "why", "exploit"


OF_THE_PACK = (SENSITIVITY, WHY, EXPLOIT)  # look for no target, and play nothing once more


MEASURE = (*OF_THE_PACK, WORTH)  # begin with every change of what is named


USUAL = "steps"  # the experiment whose settings stand for a game, where only the game is named


@dataclass(frozen=True)
class SearchOptions(Given):
    """Options of searches that no experiment file has, as typed.

    until: how far an interval of a change may reach when it is not played on.  resume: the folder
    of a search that goes on.  card: what `why` or `exploit` is asked of.  after: a pack in which it
    is asked again.  asked: what the journal of the search has of all that was typed.
    """

    jobs: str | None = None
    out: str | None = None
    dry_run: bool = False
    allow_code: bool = False
    quiet: bool = False
    as_json: bool = False
    until: str | None = None
    seats: bool = False
    one: bool = False
    edits: str | None = None
    budget: str | None = None
    card: str | None = None
    after: str | None = None
    resume: str | None = None
    asked: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Ready:
    """A search of which everything is checked, and nothing played yet.

    numbers: those that were named, as typed; none means all.  beside: the settings that were not
    asked about, in which what is advised is tried.  plans: what `exploit` is asked.
    """

    experiment: Experiment
    plan: Plan
    jobs: int
    request: RunRequest
    options: SearchOptions
    numbers: tuple[str, ...]
    beside: "OtherSettings | None" = None
    plans: "ExploitQuestion | None" = None

    def say(self, text: str) -> None:
        """Tell how far the search is, if there is anything to tell."""
        if text and not self.options.quiet:
            tell(text)

    def command_of(self, changes: Mapping[str, Any]) -> str:
        """The command that plays changes."""
        from simulate.search.confirmation.confirm import play_command

        return play_command(self.experiment, changes, self.request.pack)

    def ask(self, verb: str, pack: str | None = None) -> str:
        """The command that asks on, from a pack of the search or from the one that was played."""
        from simulate.search.confirmation.confirm import ask_command

        of = pack or self.request.pack
        return ask_command(self.experiment, verb, of, self.numbers, seats=self.options.seats)


Prepared = tuple[Ready, Callable[[], Path]]


def ready_of(
    request: RunRequest, options: SearchOptions, problems: list[Problem], games: str | None = None
) -> Ready:
    """What was asked, with the usual settings of a game; raises InputError with all problems."""
    from simulate.pack.edit.steps import EVERYTHING

    jobs = read_jobs(options.jobs, problems)
    if options.resume is not None:
        pass
    elif options.out is not None:
        problems += out_problems(options.out)
    elif not options.dry_run:
        problems += usual_place_problems()
    target, patterns = request.target, tuple(request.steps)
    if target is not None and target.partition(".")[0] in EVERYTHING:
        # With --pack the game need not be named.
        patterns, target = (target, *patterns), None
    usual = search_words.USUAL if request.verb == WHY and options.card is None else USUAL
    if target is not None and usual in configs.experiments(configs.game_folder(target)):
        target = f"{target}/{usual}"
    if target is None and request.pack is not None:
        target = _usual_of(request.pack)
    patterns = tuple(search_words.alone(text, problems) for text in patterns)
    everything: tuple[str, ...] = EVERYTHING[:1] if options.seats else EVERYTHING
    if options.one:
        everything = search_words.of_cards(patterns, options.seats, problems)
    elif request.verb in (WHY, EXPLOIT):
        everything = ()
    request = replace(request, target=target, steps=patterns or everything)
    experiment = load(replace(request, games=request.games or games), problems)
    plan = allowed(build(experiment), options.allow_code)
    if request.verb not in OF_THE_PACK:
        experiment, note = search_words.with_usual(plan.experiment, plan, options.seats)
        plan = replace(plan, experiment=experiment)
        if note and not options.quiet:
            tell(note)
    return Ready(
        experiment=plan.experiment,
        plan=plan,
        jobs=jobs,
        request=request,
        options=options,
        numbers=patterns,
    )


def unchanged(plan: Plan) -> Plan:
    """The settings of a plan alone, without the changes that the usual experiment has."""
    kept = (cell for cell in plan.cells if cell.levels.get(VARIANT, PRINTED) == PRINTED)
    return replace(plan, cells=tuple(kept))


def _usual_of(pack: str) -> str | None:
    """The experiment whose settings stand for the game of a pack; an own game's is its only one."""
    from simulate.experiment.find import find_pack

    with suppress(InputError):  # which is told as the experiment is read
        found = find_pack(pack)
        if found is not None and USUAL not in configs.experiments(configs.game_folder(found.game)):
            return None
    return USUAL


@contextmanager
def folder_of(ready: Ready) -> "Iterator[SearchCheckpoint]":
    """The search's folder; cut short it keeps what was played."""
    from simulate.run.status import games_kept
    from simulate.search.checkpoint import checkpointed

    options = ready.options
    out, again = (None if each is None else Path(each) for each in (options.out, options.resume))
    typed = resuming.as_typed(options.asked, ready.experiment)
    with checkpointed(typed, ready.plan, out, again, tell) as kept:
        said = _announcement(ready.plan, kept.folder, ready.jobs)
        if ready.plans is not None:
            where = f"seed {ready.plan.seed}, into {kept.folder}"
            said = f"{ready.plan.facts.title}: many ways to play are tried, {where}"
        ready.say(said)
        if again is not None:
            ready.say(f"{games_kept(again):,} finished games are kept.")
        kept.journal.begins(ready.jobs)
        yield kept


def _announcement(plan: Plan, folder: Path, jobs: int) -> str:
    changes = len({cell.levels.get("variant") for cell in plan.cells}) - 1
    settings = len(plan.cells) // (changes + 1)
    workers = "1 process" if jobs == 1 else f"{jobs} processes"
    where = "1 setting" if settings == 1 else f"{settings} settings"
    changed = f"{plural(changes, 'change')} in " if changes else ""
    what = f"{changed}{where}, seed {plan.seed}, {workers}, into {folder}"
    return f"{plan.facts.title}: {what}"


def write_outcomes(trials: "Sequence[Trial]", folder: Path) -> None:
    """Every game that was played, in the folder in which each round of the search is kept."""
    from simulate.store import OUTCOMES

    for number, trial in enumerate(trials, 1):
        trial.write(folder / OUTCOMES / f"{number}")
