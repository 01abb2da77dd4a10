"""`simulate compare GAME --set ...`: a game with and without a change, on common random numbers."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulate.cli.play.comparing import NAME, opened, out_problems, report_of
from simulate.cli.play.playing import announcement, read_jobs, tell_price
from simulate.cli.shared import resuming
from simulate.cli.shared.say import tell
from simulate.core.errors import InputError, Problem, command
from simulate.core.options import Given
from simulate.experiment import RunRequest, load
from simulate.experiment.find import find_pack, know_own, own_file
from simulate.experiment.plan import Plan, allowed, build
from simulate.store import AFTER, BEFORE, folders

if TYPE_CHECKING:
    from simulate.search.attribution import ChangesApart

OF_PACK = ("rules", "cards", "strategies")
# What was typed, of which hangs what is played.
OF_REQUEST = ("target", "pack", "games", "seed", "no_second")
OF_FILE = ("until", "resolution")


@dataclass(frozen=True)
class ChangeOptions(Given):
    """Options that no experiment file has, as typed."""

    jobs: str | None = None
    out: str | None = None
    allow_code: bool = False
    check: bool = False
    apart: bool = False
    quiet: bool = False
    dry_run: bool = False
    as_json: bool = False
    resume: str | None = None


def foretold(request: RunRequest, options: ChangeOptions, *, as_json: bool) -> None:
    """Check both sides, play neither, and print how long it would take and what it would tell."""
    from simulate.cli.play.dry_run import Foretold, print_compared
    from simulate.cli.shared.answer import PLANNED, answer
    from simulate.cli.shared.merged import merged

    def told() -> tuple[Foretold, Path]:
        plans, jobs = _ready(request, options)
        place = folders.OutFolder(Path(options.out) if options.out is not None else None, NAME)
        return Foretold(plans[1], jobs, compared=True, apart=_foretold(plans)), place.folder

    def _foretold(plans: Sequence[Plan]) -> str:
        from simulate.cli.play.telling_apart import foretold as of_apart

        apart = _told_apart(plans, options)
        return "" if apart is None else of_apart(apart)

    def data() -> dict[str, Any]:
        expected, folder = told()
        paths = {"run": str(folder)}
        assert isinstance(expected.plan, Plan)
        whole = merged(expected.plan.experiment, request, expected.jobs, options.jobs)
        parts = {"status": PLANNED, "paths": paths, "expected": expected.data()}
        return parts | {"experiment": whole}

    if as_json:
        answer(NAME, data)
    else:
        print_compared(*told())


def _ready(request: RunRequest, options: ChangeOptions) -> tuple[list[Plan], int]:
    problems = out_problems(options.out) if options.resume is None else []
    jobs = read_jobs(options.jobs, problems)
    before, after = sides(request)
    changed = _plan(after, options, problems)
    # What an experiment of the pack says is not taken for the shipped one either.
    taken = changed.experiment.taken
    texts = {key: text for key, text in request.usual.texts.items() if key in taken}
    plain = _plan(replace(before, usual=replace(request.usual, texts=texts)), options, problems)
    if changed.experiment.usual and not options.quiet:
        tell(changed.experiment.usual)
    return [plain, changed], jobs


def of_change(request: RunRequest, options: ChangeOptions) -> Path:
    """Check both sides, play them and write the comparison; its page.

    The two runs lie in the folder of the comparison, which goes on where it was cut short.
    """
    if options.resume is not None:
        alone = options.only("jobs", "allow_code", "check", "quiet", "as_json", "resume")
        more = request != RunRequest() or options != alone
        resuming.refuse_more(more, "--jobs, --check, --quiet, --json, --allow-code")
        folder = Path(options.resume)
        if page := resuming.finished(folder, "comparison"):
            return page
        begun = resuming.begun(NAME, folder)
        with resuming.own_game(folder, begun, options.allow_code):
            return _compared(*_as_begun(begun, options))
    return _compared(request, options)


def _compared(request: RunRequest, options: ChangeOptions) -> Path:
    plans, jobs = _ready(request, options)
    return _played(request, plans, jobs, options)


def _as_begun(begun: Mapping[str, Any], options: ChangeOptions) -> tuple[RunRequest, ChangeOptions]:
    """What was typed to begin a comparison.  Raises InputError where it would check nothing."""
    checks = bool(begun.get("check"))
    if options.check and not checks:
        what = "the comparison was started without it, so it has nothing that says what is worse"
        raise InputError([Problem("--check", what)])
    of_request: dict[str, Any] = {name: begun[name] for name in OF_REQUEST if name in begun}
    apart = bool(begun.get("apart"))
    keys = {name: begun[name] for name in OF_FILE if begun.get(name) is not None}
    request = RunRequest(**of_request, sets=tuple(begun.get("sets", ())), keys=keys, verb=NAME)
    return request, replace(options, check=checks, apart=apart, out=begun.get("out"))


def _played(request: RunRequest, plans: Sequence[Plan], jobs: int, options: ChangeOptions) -> Path:
    from reports.page.render import write as write_into
    from simulate.cli.play.second_opinion_of_change import BothSides, with_second
    from simulate.cli.play.telling_apart import added
    from simulate.search.checkpoint import checkpointed

    of_request = {name: getattr(request, name) for name in OF_REQUEST}
    typed = {**request.keys, "sets": [*request.sets], "check": options.check, "out": options.out}
    typed |= {"apart": True} if options.apart else {}
    apart = _told_apart(plans, options)
    again = None if options.resume is None else Path(options.resume)
    out = None if again is not None or options.out is None else Path(options.out)
    asked = resuming.as_typed({"verb": NAME, **of_request, **typed}, plans[1].experiment)
    with checkpointed(asked, plans[1], out, again, tell) as kept:
        kept.journal.begins(jobs)
        names = (str(kept.folder / BEFORE), str(kept.folder / AFTER))
        if not options.quiet:
            tell_price(plans[1], sides=len(plans))
        _play_both(plans, names, jobs, options.quiet)
        runs = [opened(name, []) for name in names]
        given = ["--out", options.out] if options.out is not None else []
        given += ["--check"] if options.check else []
        given += ["--apart"] if options.apart else []
        again_words = command("compare", *plans[1].experiment.typed, *given)
        report = report_of(names, runs, again_words, options.check)
        report = with_second(report, BothSides(runs, plans[1], jobs, options.quiet))
        if apart is not None:
            report = added(report, apart, jobs, options.quiet, kept)
        return write_into(kept.folder, report)


def _told_apart(plans: Sequence[Plan], options: ChangeOptions) -> "ChangesApart | None":
    """What tells the changes apart; None where nobody asks."""
    from simulate.cli.play.telling_apart import of_plans

    before, after = plans
    return of_plans(before, after, options.allow_code) if options.apart else None


def _play_both(plans: Sequence[Plan], names: Sequence[str], jobs: int, quiet: bool) -> None:
    """Play both sides: one after the other, or where they stop by what differs, in step."""
    from simulate.run.play import play_on
    from simulate.run.side.partner import Partner

    if not quiet:
        for name, plan in zip(names, plans, strict=True):
            tell(announcement(plan, Path(name), jobs))
    play = partial(play_on, jobs=jobs, quiet=quiet, goes_on="")
    (before, after), (of_before, of_after) = plans, map(Path, names)
    if after.until:
        play(after, of_after, partner=Partner(before, of_before, play))
    else:
        play(before, of_before)
        play(after, of_after)


def sides(request: RunRequest) -> tuple[RunRequest, RunRequest]:
    """The requests for both sides: without and with the changes of the pack.

    A `--set` of a factor holds for both sides.  Where no value of the pack is set the pack itself
    is the change, and the shipped one stands before it.
    """
    both = [text for text in request.sets if not _of_pack(text)]
    if len(both) < len(request.sets):
        return replace(request, sets=both), request
    if own_file(request.target or ""):
        know_own(str(request.target))  # before a pack of it is read
    of_folder = None if own_file(request.pack or "") else request.pack
    if (pack := find_pack(of_folder)) is not None:
        game = request.target or pack.game
        shipped = replace(request, target=game, pack=None, question=request.pack)
        return shipped, replace(request, target=game)
    what = "names no change: add a second run, `--set` with a value of the pack, or `--pack`"
    raise InputError([Problem(request.target or "compare", what)])


def _of_pack(text: str) -> bool:
    """Whether a `--set` changes a value of the pack."""
    kind, dot, _ = text.partition("=")[0].strip().partition(".")
    return bool(dot) and kind in OF_PACK


def _plan(request: RunRequest, options: ChangeOptions, problems: Iterable[Problem]) -> Plan:
    # Each side has the other beside it: the shipped game is played by neither once more.
    experiment = replace(load(request, list(problems)), asks_shipped=False)
    plan = allowed(build(experiment), options.allow_code)
    several = [
        Problem(
            f"--set {axis.name}",
            "one value is compared with the game as it is; `simulate run` compares several",
        )
        for axis in plan.experiment.axes
        if axis.kind == "parameter" and axis.crossed and axis.loc[:1] == ("set",)
    ]
    if several:
        raise InputError(several)
    return plan
