"""Check that enough memory is available, before anything is written.

Where it may not, libraries end the process without a word (Polars and its Rust abort, a kernel
kills), wherever it is just then.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from simulate.core.errors import InputError, Problem

MB = 10**6
# Measured on 26 November 2026 (Linux, 2 cores, Python 3.11, compiled code of earlier runs).
# Of address space (`ulimit -v`), which each process has for itself, 300 games of Tiny Epic
# Defenders took 2.14 million KiB (2.0 ended them), a report of Tiny Epic Tactics 2.27 (2.2 ended
# it), figures 2.37 of 2.5 that were allowed (2.0 ended them).  A report of Defenders with all its
# levels takes 2.65: where that is not allowed memory runs out, which is said then.
ADDRESS_SPACE = 2_400_000 * 1024
# Of memory that no system can take back (RssAnon) 300 games took 195 MB in the command, and each
# worker 159 to 170 more; with less a run ends for sure.
COMMAND, WORKER = 190 * MB, 150 * MB
# With pages of files (VmHWM) a run of all levels of Defenders, 5,000 games each, took 870 MB in the
# command while it was compiled and 300 in each worker.
AMPLE_COMMAND, AMPLE_WORKER = 900 * MB, 300 * MB
GROUPS = Path("/sys/fs/cgroup")
OF_A_GROUP = ("memory.max", "memory/memory.limit_in_bytes")  # of version 2, of version 1


def check(jobs: int = 1) -> None:
    """Raise InputError if the processes cannot have the memory that they need."""
    space = _address_space()
    if space is not None and space < ADDRESS_SPACE:
        what = f"this needs an address space of {_gb(ADDRESS_SPACE)}; {_gb(space)} is allowed"
        raise InputError(
            [Problem("ulimit -v", what)], hint=f"`ulimit -v {ADDRESS_SPACE // 1024}` or more"
        )
    memory = of_group()
    if memory is not None and memory < needed(jobs):
        processes = "1 process needs" if jobs == 1 else f"{jobs} processes need"
        what = f"{processes} at least {_gb(needed(jobs))}; {_gb(memory)} is allowed here"
        fewer = (memory - COMMAND) // WORKER
        fits = f"`--jobs {max(fewer, 1)}` fits" if memory >= COMMAND else ""
        hint = fits or "allow more to the container or the service"
        raise InputError([Problem("memory", what)], hint=hint)


def needed(jobs: int) -> int:
    """The least bytes of memory that a command takes with all its workers."""
    return COMMAND + (WORKER * jobs if jobs > 1 else 0)


def fitting() -> int | None:
    """The most processes for which there is ample memory, at least 1; None: no limit."""
    memory = of_group()
    return None if memory is None else max((memory - AMPLE_COMMAND) // AMPLE_WORKER, 1)


def of_group() -> int | None:
    """Bytes of memory that are allowed to a container or a service; None where it is not limited.

    The least of those of its control group and of all above it.
    """
    return min(_limits(), default=None)


def _limits() -> Iterator[int]:
    for folder in _groups():
        with suppress(OSError, ValueError):  # `max`, and a system without such groups
            yield int(folder.read_text("ascii"))


def _groups() -> Iterator[Path]:
    """The files that limit this process: within its own groups, and where a container sees them."""
    own = []
    with suppress(OSError):
        for line in Path("/proc/self/cgroup").read_text("utf-8").splitlines():
            _, kinds, place = line.split(":", 2)
            if not kinds or "memory" in kinds.split(","):
                root = GROUPS / "memory" if kinds else GROUPS
                inside = root / place.lstrip("/")
                own += [each for each in (inside, *inside.parents) if each.is_relative_to(root)]
    for folder in own:
        yield from (folder / name.rpartition("/")[2] for name in OF_A_GROUP)
    yield from (GROUPS / name for name in OF_A_GROUP)


def _address_space() -> int | None:
    """Bytes of address space that are allowed to this process; None where they are not limited."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    allowed = resource.getrlimit(resource.RLIMIT_AS)[0]
    return None if allowed == resource.RLIM_INFINITY else allowed


def _gb(size: int) -> str:
    return f"{size / 10**9:.2f} GB"
