"""A plan played to its end, with everything that is looked at while it is played."""

from collections.abc import Callable, Collection
from pathlib import Path

from simulate import run, store
from simulate.plan import Plan


def play(
    plan: Plan,
    out: Path | None,
    jobs: int,
    *,
    quiet: bool = False,
    announce: Callable[[Path], None] | None = None,
    ours: bool = True,
) -> Path:
    """Play a plan into a folder and return it: as `simulate.run.execute`."""
    return run.execute(
        plan, out, jobs, quiet=quiet, announce=announce, ours=ours, judge=_open_cells
    )


def _open_cells(played: store.Run) -> Collection[int]:
    from analysis.unsettled import open_cells

    return open_cells(played)
