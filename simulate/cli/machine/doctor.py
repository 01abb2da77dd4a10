"""`simulate doctor`: versions and speed of this machine, and a check of cluster workers."""

import platform
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version

from simulate.cli.play.playing import read_jobs
from simulate.cli.shared.say import show
from simulate.cli.shared.table import columns
from simulate.core.errors import InputError, Problem, RunError
from simulate.core.files import memory
from simulate.core.options import Given
from simulate.experiment.find import game_named
from simulate.pack import catalogue, configs

MADE_WITH = ("tiny-epic-balance", "numpy", "numba", "polars")
SAME = ("python", *MADE_WITH, "sources")  # what a worker that plays the same games has, too
MB = 10**6
UNLIMITED = 2**60  # bytes; what is not limited is sometimes told as a large number


@dataclass(frozen=True)
class DoctorOptions(Given):
    """Options of `simulate doctor` as typed."""

    bench: bool = False
    quick: bool = False
    jobs: str | None = None
    cluster: str | None = None


def doctor_command(game: str, options: DoctorOptions) -> None:
    """Show versions and the machine, measure its speed, or check the workers of a cluster."""
    problems: list[Problem] = []
    jobs = read_jobs(options.jobs, problems)
    named = game
    try:
        named = game_named(game)
    except InputError as error:
        problems += error.problems
    if options.quick and not options.bench:
        problems.append(Problem("--quick", "goes with --bench"))
    if problems:
        raise InputError(problems)
    if options.cluster is not None:
        _ask(options.cluster, named)
    elif options.bench:
        from simulate.run import bench

        show(*bench.measure(game, jobs, options.quick).rstrip("\n").split("\n"))
    else:
        show(*columns([[name, value] for name, value in _found(named).items()]))


def _found(game: str) -> dict[str, str]:
    """What is to be known of this machine, in a few words each."""
    from simulate.compiler.cache import NAME, cache_home
    from simulate.run import default_jobs

    sources = catalogue.room(game).source_hash()
    allowed = memory.of_group() or UNLIMITED
    return {
        **{name: version(name) for name in MADE_WITH},
        "python": f"{platform.python_version()} on {platform.system()} {platform.machine()}",
        "commit": _commit() or "none: not a checkout",
        "sources": f"{sources} ({catalogue.typed(game)})",
        "cache": str(cache_home() / NAME),
        "cores": f"{default_jobs()} are used without --jobs",
        "memory": "no limit is set"
        if allowed >= UNLIMITED
        else f"{allowed // MB:,} MB are allowed",
    }


def _commit() -> str:
    """The commit of this checkout; an empty string where it is none, or has no git."""
    import subprocess
    from contextlib import suppress

    root = configs.folder().parent
    if (root / ".git").exists():
        with suppress(OSError, subprocess.SubprocessError):
            words = ["git", "-C", str(root), "describe", "--always", "--dirty", "--abbrev=12"]
            found = subprocess.run(words, capture_output=True, text=True, check=True, timeout=10)
            return found.stdout.strip()
    return ""


def _ask(address: str, game: str) -> None:
    """Say whether each worker of a cluster would play the same game as this machine."""
    from simulate.run.workers import cluster as far

    ours, found = far.check(far.Cluster(address), game)
    show(f"this machine  {_worker(ours)}")
    wrong = []
    for name, theirs in sorted(found.items()):
        if isinstance(theirs, BaseException):
            show(f"{name}  cannot say: {type(theirs).__name__}: {theirs}")
            wrong.append(name)
            continue
        differ = [key for key in SAME if ours[key] != theirs[key]]
        show(f"{name}  {_worker(theirs)}{'; differs in ' + ', '.join(differ) if differ else ''}")
        wrong += [name] if differ else []
    if wrong:
        raise RunError(
            f"{len(wrong)} of {len(found)} workers would not play the same games: "
            f"{', '.join(wrong[:5])}; install the same version there"
        )
    show(f"{len(found)} workers would play the same games as this machine")


def _worker(told: Mapping[str, str]) -> str:
    return ", ".join(f"{key} {value}" for key, value in told.items())
