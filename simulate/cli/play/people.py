"""What people's games say, beside a run whose pack names a sheet of them."""

from pathlib import Path
from typing import TYPE_CHECKING

from simulate.cli.shared.say import tell
from simulate.core.errors import RunError
from simulate.experiment.plan import Playable

if TYPE_CHECKING:
    from simulate.playtests.records import Playtests


def sheet_read(plan: Playable) -> "Playtests | None":
    """People's games of a plan, before it is played.  Raises InputError."""
    if plan.verb != "run" or "playtests" not in plan.manifest()["experiment"]:
        return None
    from simulate.playtests.beside import read_for

    return read_for(plan)


def keep_people(
    played: "Playtests | None", plan: Playable, folder: Path, jobs: int, *, quiet: bool = False
) -> None:
    """Hold people's games against simulated ones, and keep what both say beside the run."""
    if played is None:
        return
    from analysis.people import kept
    from simulate.cli.look.playtests import found
    from simulate.playtests.beside import pack_of, request_of

    try:
        target = plan.manifest().get("target")
        people = found(request_of(plan), played, jobs, target, quiet=quiet, pack=pack_of(plan))
        kept.write(folder, played.file, people.grid, people.answer)
    except RunError as failed:
        tell(f"people's games were not held against the simulation: {failed}")
