"""`simulate replay`: one game of a run, or one game without a run."""

import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulate.cli.shared.say import show, show_json, tell
from simulate.core.errors import InputError, Problem, command, nearest
from simulate.core.options import Given
from simulate.core.text.amounts import plural
from simulate.core.text.validate import literal, not_one_of
from simulate.experiment import RunRequest, load
from simulate.experiment.find import own_file
from simulate.experiment.plan import allowed, build
from simulate.experiment.request import as_option, read_value
from simulate.pack import catalogue
from simulate.pack.text.document import nearest_file

if TYPE_CHECKING:
    from simulate.experiment.stored_plan import PlanFromManifest
    from simulate.own.file.source import OwnSource

PATIENCE = 3.0  # seconds; a replay with everything compiled begins sooner
COMPILING = "The first replay of a version compiles the game, once; this takes a minute or two ..."
NEEDS = (
    "replay needs the folder of a run, or a game, to replay a game of; `simulate runs` lists runs"
)
EXAMPLES = (
    "`simulate replay runs/default-1 --pick typical` tells a game of a run, "
    "`simulate replay defenders --game 0` one that is played for it"
)
CLOSEST = "closest"
PICKS = (CLOSEST, "longest", "shortest", "typical")


@dataclass(frozen=True)
class ReplayOptions(Given):
    """Options of `simulate replay` as typed."""

    cell: str | None
    game: str | None
    pick: str | None
    as_json: bool
    legal: bool
    states: bool
    anyway: bool
    allow_code: bool
    run: str | None = None


def of_a_game(given: Mapping[str, Any]) -> bool:
    """Whether options say which game is played, so that no run is meant."""
    return any(given[name] for name in ("pack", "seed", "sets"))


def replay_command(request: RunRequest, options: ReplayOptions) -> None:
    """Tell a game as a story, or print its event log."""
    target = str(request.target)
    problems: list[Problem] = []
    cell = _whole(options.cell, "cell", problems)
    game = _whole(options.game, "game", problems)
    if options.pick is not None and options.pick not in PICKS:
        what = not_one_of("pick", options.pick, PICKS)
        problems.append(Problem(f"--pick {options.pick}", what))
    if options.game is not None and options.pick is not None:
        what = "--game and --pick are two ways to name a game; give one of them"
        problems.append(Problem(f"--pick {options.pick}", what))
    if (options.legal or options.states) and not options.as_json:
        name = "--legal" if options.legal else "--states"
        problems.append(Problem(name, "goes with --json only"))
    if options.run is not None:
        problems += _not_for_runs(request)
        name, lines = _from_own_run(target, options, cell, game, problems)
    elif request.target is None and request.pack is None:
        raise InputError([Problem("RUN|GAME", NEEDS), *problems], hint=EXAMPLES)
    elif request.target is None or is_game(target):
        name, lines = _from_game(request, options, cell, game, problems)
    else:
        problems += _not_for_runs(request)
        name, lines = _from_run(Path(target), options, cell, game, problems)
    _print(name, with_patience(lines), options.as_json)


def with_patience(lines: Iterator[dict[str, Any]], seconds: float = PATIENCE) -> Iterator[Any]:
    """The same lines; says what is going on when the first is long in coming."""
    note = threading.Timer(seconds, tell, [COMPILING])
    note.daemon = True
    note.start()
    try:
        first = next(lines, None)
    finally:
        note.cancel()
    if first is not None:
        yield first
        yield from lines


def is_game(target: str) -> bool:
    """Whether a word means a game or an experiment, not the folder of a run."""
    is_known = target.partition("/")[0] in catalogue.names() or bool(own_file(target))
    return is_known or target.endswith(".toml")


def _whole(text: str | None, name: str, problems: list[Problem]) -> int | None:
    if text is None:
        return None
    value = read_value(text)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**63:
        return value
    what = f"must be a whole number from 0 (found {literal(value)})"
    problems.append(Problem(as_option(name, text), what))
    return None


def _not_for_runs(request: RunRequest) -> list[Problem]:
    given = {"seed": request.seed, "pack": request.pack}
    typed = [as_option(key, text) for key, text in given.items() if text is not None]
    typed += [f"--set {text}" for text in request.sets]
    what = "a run stores its seed, pack and settings; this goes only with a game"
    return [Problem(text, what) for text in typed]


def _from_game(
    request: RunRequest,
    options: ReplayOptions,
    cell: int | None,
    game: int | None,
    problems: list[Problem],
) -> tuple[str, Iterator[dict[str, Any]]]:
    from simulate.run import replay

    if options.pick is not None:
        problems.append(Problem(f"--pick {options.pick}", "goes with the folder of a run only"))
    target = request.target
    plain = target is None or target in catalogue.names() or target == own_file(target)
    request = replace(request, plain=plain)
    plan = allowed(build(load(request, problems)), options.allow_code)
    if plan.experiment.usual:
        tell(plan.experiment.usual)
    if cell is None and len(plan.cells) > 1:
        what = f"this has {len(plan.cells)} cells; name one with --cell 0 to {len(plan.cells) - 1}"
        raise InputError([Problem(plan.experiment.typed[0], what)])
    number = cell or 0
    if number >= len(plan.cells):
        what = f"there is no cell {number} (cells: 0 to {len(plan.cells) - 1})"
        raise InputError([Problem(f"--cell {number}", what)])
    lines = replay.from_game(
        plan, plan.cells[number], game or 0, legal=options.legal, states=options.states
    )
    return plan.game, lines


def _from_own_run(
    typed: str,
    options: ReplayOptions,
    cell: int | None,
    game: int | None,
    problems: list[Problem],
) -> tuple[str, Iterator[dict[str, Any]]]:
    """A game of a run of the file that was typed: whoever types a file has its Python run.

    What the run has kept runs only if it is byte for byte the same.
    """
    from simulate.own.file.reading import know_again, source_typed

    run = Path(str(options.run))
    place = f"--run {run}"
    if not run.exists():
        raise InputError([Problem(place, f"there is no such run{nearest_file(run)}"), *problems])
    kept = _kept_of(run)
    if kept is None or not typed or own_file(typed) != typed:
        what = "goes with the file of a game of your own, and is a run of it"
        raise InputError([Problem(place, what), *problems])
    now, _ = source_typed(typed)
    if (kept.name, kept.text) != (now.name, now.text):
        what = (
            f"this is not the file that {run} has played; that was an earlier text of {kept.file}"
        )
        again = command("replay", run, *_which(options), "--allow-code")
        hint = f"`{again}` plays the stored text; read it first"
        raise InputError([Problem(typed, what), *problems], hint=hint)
    know_again(kept)
    return _from_run(run, options, cell, game, problems)


def _kept_of(run: Path) -> "OwnSource | None":
    """The own file as a run has kept it; None of a run of a game of the toolkit."""
    from simulate import store
    from simulate.own.file.reading import source_of
    from simulate.run import journal
    from simulate.store.folders import JOURNAL

    if not (run / store.MANIFEST).is_file() and (run / JOURNAL).is_file():
        said = journal.read(run)[0]["run"].get("own")
    else:
        said = store.open_run(run).manifest.get("own")
    return source_of(said) if said else None


def _which(options: ReplayOptions) -> list[str]:
    """The words that name the game that is asked for."""
    named = {"--cell": options.cell, "--game": options.game, "--pick": options.pick}
    return [word for flag, value in named.items() if value is not None for word in (flag, value)]


def _game_of(plan: "PlanFromManifest", folder: Path, options: ReplayOptions) -> str:
    """The name of the game of a run; InputError with the words to type where it may not run."""
    try:
        return plan.game
    except InputError as error:
        if (own := plan.own) is None or options.allow_code:
            raise
        again = command("replay", own.file, "--run", folder, *_which(options))
        hint = f"name your own file, with the same text, instead: `{again}`"
        raise InputError(error.problems, hint=hint) from None


def _from_run(
    folder: Path,
    options: ReplayOptions,
    cell: int | None,
    game: int | None,
    problems: list[Problem],
) -> tuple[str, Iterator[dict[str, Any]]]:
    from simulate import store
    from simulate.experiment.stored_plan import PlanFromManifest
    from simulate.run import replay

    if not folder.exists():
        guess = nearest(str(folder), catalogue.names()) or nearest_file(folder)
        what = f"there is no such run and no such game{guess}"
        raise InputError([Problem(str(folder), what), *problems])
    if not _is_stored(folder, cell, game, options):
        return _from_journal(folder, options, cell, game, problems)
    run = store.open_run(folder)
    manifest = str(folder / store.MANIFEST)
    named = _game_of(PlanFromManifest(run.manifest, manifest, options.allow_code), folder, options)
    cells = {entry["number"]: entry["games"] for entry in run.manifest["cells"]}
    problems += _place_problems(options, run, cells, cell, game)
    if problems:
        raise InputError(problems)
    if options.pick is not None:
        run.verify()
        cell, game = replay.pick(folder, cell, options.pick)
        tell(f"the {options.pick} game: cell {cell}, game {game}")
    number = next(iter(cells)) if cell is None else cell
    run.verify(game or 0, game or 0)
    lines = replay.from_run(
        folder,
        number,
        game or 0,
        legal=options.legal,
        states=options.states,
        anyway=options.anyway,
        allow_code=options.allow_code,
    )
    return named, lines


def _is_stored(folder: Path, cell: int | None, game: int | None, options: ReplayOptions) -> bool:
    """Whether a stored game is meant; a run that was cut short may be asked for others, too."""
    from simulate import store
    from simulate.store.folders import JOURNAL

    if game is None or options.pick is not None or not (folder / JOURNAL).is_file():
        return True
    if not (folder / store.MANIFEST).is_file():
        return False
    run = store.open_run(folder)
    return run.holds(
        next(c["number"] for c in run.manifest["cells"]) if cell is None else cell, game
    )


def _from_journal(
    folder: Path,
    options: ReplayOptions,
    cell: int | None,
    game: int | None,
    problems: list[Problem],
) -> tuple[str, Iterator[dict[str, Any]]]:
    """A game of a run that was cut short before it, such as the one that cut it short."""
    from simulate.run import replay
    from simulate.run.play import begun

    plan = begun(folder, options.allow_code)
    last = len(plan.cells) - 1
    if cell is None and last:
        what = f"is missing; this run has the cells 0 to {last}"
        problems.append(Problem("--cell", what))
    elif (cell or 0) > last:
        what = f"this run has no cell {cell} (cells: 0 to {last})"
        problems.append(Problem(f"--cell {cell}", what))
    if problems:
        raise InputError(problems)
    if not options.anyway:
        replay.check_sources(folder, plan)
    tell("this game is not stored: the run was cut short before it was finished")
    lines = replay.from_game(
        plan, plan.cells[cell or 0], game or 0, legal=options.legal, states=options.states
    )
    return plan.game, lines


def _place_problems(
    options: ReplayOptions, run: Any, cells: dict[int, int], cell: int | None, game: int | None
) -> list[Problem]:
    """Which of the run's games is meant, and whether there is such a game."""
    last, number = max(cells), next(iter(cells)) if cell is None else cell
    if (options.cell is not None and cell is None) or (options.game is not None and game is None):
        return []  # told already
    if cell is not None and cell not in cells:
        return [Problem(f"--cell {cell}", f"this run has no cell {cell} (cells: 0 to {last})")]
    if options.pick is not None:
        return []
    problems = []
    if cell is None and len(cells) > 1:
        problems.append(Problem("--cell", f"is missing; this run has the cells 0 to {last}"))
    if game is None:
        what = f"is missing; name a game, or find one with --pick {'|'.join(PICKS)}"
        problems.append(Problem("--game", what))
    elif not problems and not run.holds(number, game):
        spans = ", ".join(f"{first} to {last}" for first, last in run.spans(number))
        what = f"this cell has {plural(cells[number], 'game')}" + (f" ({spans})" if spans else "")
        problems.append(Problem(f"--game {game}", what))
    return problems


def _print(name: str, lines: Iterator[dict[str, Any]], as_json: bool) -> None:
    from simulate.run import replay

    if as_json:
        for line in lines:
            show_json(line)
    else:
        show(*replay.story(name, lines))
