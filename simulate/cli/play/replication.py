"""`simulate run RUN --again SEED`: which findings of a run hold with other random numbers?"""

from pathlib import Path

from simulate.core.errors import InputError, Problem
from simulate.core.options import MOST_GAMES, MOST_SEED
from simulate.core.text.validate import literal
from simulate.experiment import RunRequest
from simulate.experiment.request import as_option, read_value
from simulate.experiment.stored_plan import PlanFromManifest
from simulate.pack import catalogue
from simulate.pack.text.document import nearest_file

GOES_WITH = ("games",)  # of what is played: more of the same
EXAMPLE = "name the folder of a run that is finished, as in `simulate run runs/default-1 --again 2`"


def plan_again(
    request: RunRequest, again: str, allow_code: bool, problems: list[Problem]
) -> PlanFromManifest:
    """The plan of an earlier run on fresh luck.  Raises InputError with all that is wrong.

    problems: what is wrong with the other options.
    """
    from reports.run.replication import asked, typed
    from simulate import store
    from simulate.run.side import replication

    shown = f"--again {again}"
    seed = _whole(again, shown, 0, MOST_SEED, problems)
    games = None
    if request.games is not None:
        games = _whole(request.games, f"--games {request.games}", 1, MOST_GAMES, problems)
    problems += _not_with(request)
    problems += _no_run(request.target)
    if problems:
        raise InputError(problems)
    run = store.open_run(Path(str(request.target)))
    replication.check(run, shown, seed)
    return replication.plan_of(
        run,
        seed,
        games,
        typed(run.manifest, seed, games),
        asked(run),
        allow_code=allow_code,
        left_out=[key for key, no in _beside(request).items() if no],
    )


def _beside(request: RunRequest) -> dict[str, bool]:
    """What is played beside a run as its manifest calls it, and whether that is not wanted."""
    return {"second": request.no_second, "shipped": request.no_shipped}


def _no_run(target: str | None) -> list[Problem]:
    """Why nothing of that name can be played again."""
    if target is None:
        return [Problem("--again", EXAMPLE)]
    folder = Path(target)
    if folder.is_dir():
        return []
    if target.partition("/")[0] in catalogue.names() or target.endswith(".toml"):
        return [Problem(target, f"this is an experiment or game, not a finished run; {EXAMPLE}")]
    return [Problem(target, f"there is no such run{nearest_file(folder)}")]


def _not_with(request: RunRequest) -> list[Problem]:
    """Options that a run knows itself."""
    given = {"pack": request.pack, **request.top_level()}
    typed = [as_option(key, text) for key, text in given.items() if text and key not in GOES_WITH]
    typed += [f"--set {text}" for text in request.sets]
    typed += ["--target"] if request.band else []
    what = "the run stores what it plays; --again takes only --games, --jobs"
    return [Problem(text, what) for text in typed]


def _whole(text: str, shown: str, least: int, most: int, problems: list[Problem]) -> int:
    value = read_value(text)
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return value
    what = f"must be a whole number from {least} to {most} (found {literal(value)})"
    problems.append(Problem(shown, what))
    return least
