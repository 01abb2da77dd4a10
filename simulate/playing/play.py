"""A plan played to its end, with all that is played beside it."""

from collections.abc import Callable, Collection
from pathlib import Path

from simulate import run, store
from simulate.plan import Plan
from simulate.playing import guesses, players


def play(
    plan: Plan,
    out: Path | None,
    jobs: int,
    *,
    quiet: bool = False,
    announce: Callable[[Path], None] | None = None,
    ours: bool = True,
) -> Path:
    """Play a plan into a folder and return it: as `simulate.run.execute`.

    With other guesses and other players, where it asks for them, in folders of that folder.
    """
    asked = besides(plan)
    folder = run.execute(
        plan, out, jobs, quiet=quiet, announce=announce, ours=ours, judge=_open_cells
    )
    for name, beside in asked.items():
        run.execute(beside, folder / name, jobs, quiet=quiet, ours=ours, turns=False)
    return folder


def besides(plan: Plan) -> dict[str, Plan]:
    """What is played beside a run, by its folder.  Raises InputError where that cannot be."""
    asked = {}
    if plan.guesses:
        asked[guesses.FOLDER] = guesses.plan_of(plan, plan.guesses)
    if plan.confirm_with:
        asked[players.FOLDER] = players.plan_of(plan, plan.confirm_with)
    return asked


def _open_cells(played: store.Run) -> Collection[int]:
    from analysis.unsettled import open_cells

    return open_cells(played)
