"""`simulate sensitivity`, `worth`, `why`, `exploit`, `advise` and `tune`.

Called by `commands`; reads what they have in common (target, patterns, games), hands it to
`simulate.search`, and writes the page by `reports.search`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulate.cli.change import search_words
from simulate.cli.play.playing import out_problems, read_jobs, usual_place_problems
from simulate.cli.shared import resuming
from simulate.cli.shared.amounts import duration
from simulate.cli.shared.answer import PLANNED, answer, of_report
from simulate.cli.shared.opening import open_page
from simulate.cli.shared.say import show, tell
from simulate.core.errors import InputError, Problem
from simulate.core.game.facts import OVER_FAIR_SHARE
from simulate.core.options import Given
from simulate.core.text.amounts import plural
from simulate.experiment import Experiment, RunRequest, load
from simulate.experiment.context import PRINTED, STRATEGY, VARIANT
from simulate.experiment.plan import Plan, allowed, build
from simulate.pack import configs
from simulate.pack.strategies import MODEL

if TYPE_CHECKING:
    from simulate.search.advise import Advice
    from simulate.search.candidate import SearchOutcome
    from simulate.search.card_worth import NamedCard
    from simulate.search.checkpoint import SearchCheckpoint
    from simulate.search.confirmation.confirm import Confirmed, Wanted
    from simulate.search.confirmation.side_effects import OtherSettings
    from simulate.search.exploits.exploit import Exploit, ExploitQuestion
    from simulate.search.trial import Trial
    from simulate.search.why import WhyQuestion

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


# What was typed, in a request and in options, of which hangs what a search plays.
OF_REQUEST = ("target", "pack", "games", "seed", "band", "no_second")
OF_OPTIONS = ("until", "seats", "one", "edits", "budget", "card", "after")


def asked(
    given: Mapping[str, Any], target: str | None, patterns: Sequence[str], verb: str
) -> RunRequest:
    """What was asked; when a change is played no more is said to the search alone."""
    return RunRequest.of({**given, "until": None}, target, steps=patterns, verb=verb)


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


def prepared(verb: str, request: RunRequest, options: SearchOptions) -> "Prepared":
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


def sensitivity(request: RunRequest, options: SearchOptions) -> "Prepared":
    """Every step of the numbers that are named is played and ranked."""
    from simulate.search.sensitivity import MOST_GAMES, PRECISION

    problems: list[Problem] = []
    precision = search_words.precision(options.until, PRECISION, problems)
    ready = _ready(request, options, problems, games=str(MOST_GAMES))
    return ready, partial(_sensitivity, ready, precision)


def _sensitivity(ready: Ready, precision: float) -> Path:
    from reports.page.render import write
    from reports.search import sensitivity as pages
    from simulate.search.aim.goals import plain
    from simulate.search.card_usage import measured
    from simulate.search.sensitivity import Until, leading, ranked
    from simulate.search.trial import Trial, Tried, each, first_round

    with _folder(ready) as kept:
        until = Until(precision, ready.experiment.games)
        trial = Trial(ready.plan, ready.jobs, quiet=ready.options.quiet, kept=kept,
                      longest=until.most)  # fmt: skip

        def wanted(all_: Sequence[Tried]) -> Sequence[int]:
            kept.tell_best(leading(all_))
            return each(until)(all_)

        trial.run(wanted, until.ahead, min(first_round(ready.plan), until.most))
        _write_outcomes([trial], kept.folder)
        cards = measured(ready.plan, ready.jobs, quiet=ready.options.quiet, kept=kept)
        games = sum(trial.score.games.values())
        settings = [plain(cell) for cell in trial.design.base]
        report = pages.document(ready.experiment, ranked(trial), games, settings, ready.command_of,
                               cards)  # fmt: skip
        return write(kept.folder, report)


def worth(request: RunRequest, options: SearchOptions) -> "Prepared":
    """One card is measured, and the smallest edit of it is looked for that meets the target."""
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
    ready = _ready(whole, options, problems, games=str(MOST_GAMES))
    card = card_worth.find_card(ready.experiment.pack, names[0])
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

    with _folder(ready) as kept:
        until = Until(precision, ready.experiment.games)
        trial = Trial(ready.plan, ready.jobs, quiet=ready.options.quiet, kept=kept,
                      longest=until.most)  # fmt: skip
        tables = card_worth.play(trial, card, until, kept.tell_best)
        found = card_worth.measured(trial, card, tables, map(plain, trial.design.base))
        games, edit, trials = trial.played, None, [trial]
        if aim:
            looking, search = _edits_of(ready, card, aim, kept)
            trials += looking.trials
            _write_outcomes(trials, kept.folder)
            told = _told(ready, looking, search, kept, len(trials))
            games += told.games
            typed = SearchCommands(ready.command_of, told.packs, ready.ask)
            edit = pages.EditFound(told.search, told.confirmed, typed)
        else:
            _write_outcomes(trials, kept.folder)
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


def why(request: RunRequest, options: SearchOptions) -> "Prepared":
    """What a card wins is split among its causes, which are taken away on the same luck."""
    from simulate.cli.change.run_asked import as_of_game
    from simulate.search.what_is_hard import PRECISION as HARD_PRECISION
    from simulate.search.why import BUDGET, MOST_GAMES, PRECISION, asked, games_within, plan_of

    problems: list[Problem] = []
    precision = search_words.precision(options.until, PRECISION, problems)
    budget = search_words.whole("--budget", options.budget, BUDGET, 1_000, 10**9, problems)
    if request.steps:
        what = "only a game, an experiment or a run is allowed here; --of names the card"
        problems.append(Problem(request.steps[0], what))
    request = as_of_game(replace(request, steps=(), verb=WHY))
    ready = _ready(request, options, problems, games=str(MOST_GAMES))
    if options.card is None:
        return _hard(ready, budget, precision if options.until else HARD_PRECISION)
    question = asked(ready.experiment, ready.plan, options.card)
    plan = plan_of(ready.experiment, question)
    most = min(plan.games, games_within(budget, plan))
    plan = replace(plan, experiment=replace(plan.experiment, games=most))
    ready = replace(ready, experiment=plan.experiment, plan=allowed(plan, options.allow_code),
                    numbers=(question.card.path,))  # fmt: skip
    return ready, partial(_why, ready, question, precision)


def _hard(ready: Ready, budget: int, precision: float) -> "Prepared":
    """What makes a game hard that all play together.  Raises InputError of any other."""
    from simulate.search.why import games_within

    cells = tuple(c for c in ready.plan.cells if c.levels.get(VARIANT, PRINTED) == PRINTED)
    plan = replace(ready.plan, cells=cells)
    if any(plan.facts.metric(cell.setting) == OVER_FAIR_SHARE for cell in plan.cells):
        what = "is missing; name a card that is dealt, such as a faction"
        raise InputError([Problem("--of", what)])
    most = min(plan.games, games_within(budget, plan))
    plan = replace(plan, experiment=replace(plan.experiment, games=most))
    ready = replace(ready, experiment=plan.experiment, plan=allowed(plan, ready.options.allow_code))
    return ready, partial(_play_hard, ready, precision)


def _play_hard(ready: Ready, precision: float) -> Path:
    from reports.page.render import write
    from reports.search import what_is_hard as pages
    from simulate.search.trial import Trial
    from simulate.search.what_is_hard import play

    with _folder(ready) as kept:
        most, seed = ready.experiment.games, ready.experiment.seed
        trial = Trial(ready.plan, ready.jobs, quiet=ready.options.quiet, kept=kept, dealt=True)
        found = play(trial, precision, most, seed, kept.tell_best)
        _write_outcomes([trial], kept.folder)
        return write(kept.folder, pages.document(ready.experiment, found, trial.played,
                                                 len(trial.base), precision))  # fmt: skip


def _why(ready: Ready, question: "WhyQuestion", precision: float) -> Path:
    from reports.page.render import write
    from reports.search import why as pages
    from simulate.search.trial import Trial
    from simulate.search.why import WhyTrial

    with _folder(ready) as kept:
        most = ready.experiment.games
        trial = Trial(ready.plan, ready.jobs, quiet=ready.options.quiet, kept=kept, longest=most,
                      dealt=True)  # fmt: skip
        found = WhyTrial(question, trial, precision, most, kept.tell_best).run()
        _write_outcomes([trial], kept.folder)
        report = pages.document(ready.experiment, found, trial.played, len(trial.base), precision,
                               ready.ask(SENSITIVITY))  # fmt: skip
        return write(kept.folder, report)


def exploit(request: RunRequest, options: SearchOptions) -> "Prepared":
    """The plan that does best against the default players is looked for, and proven."""
    from simulate.cli.change.run_asked import as_of_game
    from simulate.search.exploits.exploit import LEAST, asked

    problems: list[Problem] = []
    budget = None
    if options.budget is not None:
        budget = search_words.whole("--budget", options.budget, LEAST, 1_000, 10**9, problems)
    if request.steps:
        what = "only a game, an experiment or a run is allowed here; --of names who plays the plan"
        problems.append(Problem(request.steps[0], what))
    request = as_of_game(replace(request, steps=(), verb=EXPLOIT))
    if not any(text.partition("=")[0].strip() == STRATEGY for text in request.sets):
        request = replace(request, sets=(*request.sets, f"{STRATEGY}={MODEL}"))
    ready = _ready(request, options, problems)

    def question(of: Ready) -> "ExploitQuestion":
        return asked(of.plan, options.card, budget, of.jobs, options.quiet)

    experiment = replace(ready.experiment, verb=EXPLOIT)
    ready = replace(ready, experiment=experiment, plan=replace(ready.plan, experiment=experiment))
    ready, changed = replace(ready, plans=question(ready)), None
    if options.after is not None:
        other = _ready(replace(request, pack=options.after), options, problems)
        if other.plan.game != ready.plan.game:
            what = f"is a pack of {other.plan.facts.title}, not of {ready.plan.facts.title}"
            raise InputError([Problem(f"--after {options.after}", what)])
        experiment = replace(other.experiment, verb=EXPLOIT)
        changed = question(replace(other, plan=replace(other.plan, experiment=experiment)))
    return ready, partial(_exploit, ready, changed)


def _exploit(ready: Ready, changed: "ExploitQuestion | None") -> Path:
    from reports.page.render import write
    from reports.search import exploit as pages
    from simulate.search.exploits.exploit import ExploitSearch
    from simulate.search.exploits.plan_pack import write_plan
    from simulate.store import OUTCOMES

    assert ready.plans is not None
    with _folder(ready) as kept:
        searches = [ExploitSearch(ready.plans, kept, kept.tell_best)]
        found, after = searches[0].run(), None
        if changed is not None:
            known = [one.ploy for one in found.proven[:1]]
            searches.append(ExploitSearch(changed, kept, kept.tell_best))
            then = searches[1].run(known)
            before = next((one for one in then.proven if one.ploy in known), None)
            after = pages.PlanAfter(str(ready.options.after), then, before)
        races = [race for search in searches for race in search.races]
        for number, race in enumerate(races, 1):
            race.write(kept.folder / OUTCOMES / f"{number}")
        typed = _of_plan(ready, found, write_plan(found, kept.folder, 1))
        return write(kept.folder, pages.document(ready.experiment, found, typed, after))


def _of_plan(ready: Ready, found: "Exploit", written: "tuple[Path, str] | None") -> Any:
    """What is typed to play a plan of a pack, and to see a game that it won."""
    from reports.search.exploit import PlanCommands
    from simulate.search.confirmation.confirm import play_command
    from simulate.search.exploits.seatings import at_table

    if written is None:
        return PlanCommands()
    pack, name = written
    table, one = found.question.table, found.proven[0]
    where = STRATEGY if table.together else f"{STRATEGY}.1"
    play = play_command(at_table(table), {where: name}, str(pack))
    replay = play.replace("simulate run", "simulate replay", 1)
    return PlanCommands(play, f"{replay} --seed {one.seed} --game {one.game}")


def advise(request: RunRequest, options: SearchOptions) -> "Prepared":
    """Small changes that bring the game into its target are looked for, and confirmed."""
    problems: list[Problem] = []
    ready = _ready(request, options, problems)
    aim = search_words.aim(ready.experiment, ready.plan, ready.options.seats, problems)
    ready = replace(ready, beside=_around(ready))
    return ready, partial(_advise, ready, aim)


def _advise(ready: Ready, aim: str) -> Path:
    from reports.page.render import write
    from reports.search import advice as pages
    from simulate.pack.edit import steps
    from simulate.search.advise import Advice
    from simulate.search.aim.sums import OPTION
    from simulate.search.aim.wanted import named
    from simulate.search.card_usage import measured

    patterns = ready.request.steps
    fresh = None if ready.request.games is None else ready.experiment.games
    with _folder(ready) as kept:
        looking = Advice(ready.experiment, ready.jobs, aim=aim, quiet=ready.options.quiet,
                         tell=ready.say, kept=kept, one=ready.options.one)  # fmt: skip
        if aim == OPTION and not looking.one and not named(ready.experiment):
            search = looking.each_option(patterns, fresh)
        else:
            first = steps.steps(ready.experiment.pack, patterns, looking.together)
            search = looking.search([step for step in first if step.size], fresh)
        _write_outcomes(looking.trials, kept.folder)
        told = _told(ready, looking, search, kept, len(looking.trials))
        search = told.search
        vain = any(path.startswith("cards.") for path in search.vain)
        quiet = ready.options.quiet
        cards = measured(ready.plan, ready.jobs, quiet=quiet, kept=kept) if vain else []
        report = pages.document(ready.experiment, search, told.confirmed, told.games,
                               ready.command_of, told.packs, ready.ask, cards)  # fmt: skip
        return write(kept.folder, report)


@dataclass(frozen=True)
class ToldEdits:
    """What a search found, on fresh luck; packs: name of a change -> folder that has it."""

    search: "SearchOutcome"
    confirmed: "list[Confirmed]"
    games: int
    packs: Mapping[str, str]


def _told(
    ready: Ready, looking: "Advice", search: "SearchOutcome", kept: "SearchCheckpoint", rounds: int
) -> ToldEdits:
    """Confirm what was found, ask a second player, and write packs.  rounds: as of `_elsewhere`."""
    from reports.search import advice as pages

    search, confirmed, games = _confirm(ready, search, looking.goals, kept.folder)
    confirmed, more = _elsewhere(ready, search, confirmed, kept, rounds)
    games += search.games + more
    answer = pages.answer(search, confirmed)
    confirmed = _second(ready, confirmed, answer, games, kept.folder)
    chosen = pages.told(search, confirmed)
    # Of several numbers together a pack is the handiest form, whatever came out.
    chosen += [c for c in confirmed if len(c.changes) > 1 and c not in chosen]
    nearest = [change for change in confirmed if change.helps][:1]
    packs = _write_packs(ready, chosen or nearest, kept.folder)
    return ToldEdits(search, confirmed, games, packs)


def tune(request: RunRequest, options: SearchOptions) -> "Prepared":
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
    ready = _ready(replace(request, steps=[span.pattern for span in spanned]), options, problems)
    as_typed = {span.pattern: span.typed for span in spanned}
    ready = replace(ready, numbers=tuple(as_typed.get(name, name) for name in ready.numbers))
    aim = search_words.aim(ready.experiment, ready.plan, ready.options.seats, problems)
    usual = [span.pattern for span in spanned] or ready.request.steps
    named = spanned or spans(usual, problems)
    numbers = freed(ready.experiment.pack, named, together(ready.experiment), problems)
    if problems:
        raise InputError(problems)
    ready = replace(ready, beside=_around(ready))
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
    with _folder(ready) as kept:
        table = Games(experiment, aim, ready.jobs, quiet=ready.options.quiet, kept=kept,
                      budget=budget)  # fmt: skip
        tuning = Tuning(table, numbers, most=most, budget=budget, tell=ready.say,
                        tell_best=kept.tell_best)  # fmt: skip
        best = tuning.search()
        _write_outcomes(table.trials, kept.folder)
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
        search, confirmed, games = _confirm(
            ready, search, lambda design, sums, _: [*goals(design, sums, aim)], kept.folder
        )
        confirmed, more = _elsewhere(ready, search, confirmed, kept, len(table.trials))
        games += search.games + more
        points = front(confirmed)
        first = chosen(points).change if points else None
        confirmed = _second(ready, confirmed, first, games, kept.folder)
        points = front(confirmed)
        advised = chosen(points) if points else None
        told = [] if advised is None else [advised, *(p for p in points if p is not advised)]
        packs = _write_packs(ready, [p.change for p in told if p.change], kept.folder)
        report = pages.document(experiment, search, points, advised, confirmed,
                               games, ready.command_of, packs, ready.ask)  # fmt: skip
        return write(kept.folder, report)


Prepared = tuple[Ready, Callable[[], Path]]
Searching = Callable[[RunRequest, SearchOptions], Prepared]
SEARCHES: dict[str, Searching] = {SENSITIVITY: sensitivity, WORTH: worth, WHY: why,
                                  EXPLOIT: exploit, "advise": advise, "tune": tune}  # fmt: skip


def _ready(
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


def _usual_of(pack: str) -> str | None:
    """The experiment whose settings stand for the game of a pack; an own game's is its only one."""
    from simulate.experiment.find import find_pack

    with suppress(InputError):  # which is told as the experiment is read
        found = find_pack(pack)
        if found is not None and USUAL not in configs.experiments(configs.game_folder(found.game)):
            return None
    return USUAL


@contextmanager
def _folder(ready: Ready) -> "Iterator[SearchCheckpoint]":
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


def _write_outcomes(trials: "Sequence[Trial]", folder: Path) -> None:
    """Every game that was played, in the folder in which each round of the search is kept."""
    from simulate.store import OUTCOMES

    for number, trial in enumerate(trials, 1):
        trial.write(folder / OUTCOMES / f"{number}")


def _confirm(
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


def _second(
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


def _around(ready: Ready) -> "OtherSettings | None":
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


def _elsewhere(
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


def _write_packs(ready: Ready, chosen: "Sequence[Confirmed]", folder: Path) -> dict[str, str]:
    """A pack ready to run for each change, with what it was shown to do beside it."""
    from simulate.core.files import disk
    from simulate.search.confirmation.packs import write_pack
    from simulate.store import PACKS

    disk.remove(folder / PACKS)  # of a search that was cut short here
    written = ((c.name, write_pack(ready.experiment, c, folder, n, ready.command_of))
               for n, c in enumerate(chosen, 1))  # fmt: skip
    return {name: str(place) for name, place in written if place is not None}


def _expected(ready: Ready) -> tuple[int, int, float]:
    """Changes, games of the first round, and games a second."""
    from simulate import run
    from simulate.search.card_worth import first_of
    from simulate.search.trial import first_round

    changes = len({cell.levels.get("variant") for cell in ready.plan.cells}) - 1
    if ready.plans is not None:
        cell = ready.plans.table.cell
        speed, _ = run.probe(replace(ready.plan, cells=(cell,)), ready.jobs)
        return 0, ready.plans.budget, speed
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
        show(f"games     about {games:,} at the table, and more of quicker players before")
        show(
            f"time      about {duration(games / speed)}  ({speed:,.0f} games/s, jobs {ready.jobs})"
        )
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
