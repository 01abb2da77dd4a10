"""People's games beside a run: the sheet that its pack names, read before anything is played."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulate.core.options import PLAYTESTS
from simulate.experiment import RunRequest, load
from simulate.experiment.context import PRINTED, VARIANT
from simulate.playtests.reading import read
from simulate.playtests.records import Playtests

if TYPE_CHECKING:
    from simulate.experiment.plan import Playable
    from simulate.pack import Pack


def sheet_of(plan: "Playable") -> Path | None:
    """The sheet of a plan, in the folder of its pack or else where it was typed; None without."""
    name = plan.manifest()["experiment"].get(PLAYTESTS.name)
    if not name:
        return None
    beside = Path(plan.pack.shown or ".", str(name))
    return beside if beside.exists() else Path(str(name))


def read_for(plan: "Playable") -> Playtests | None:
    """The games of the sheet of a plan.  Raises InputError with all that is wrong with them."""
    sheet = sheet_of(plan)
    if sheet is None:
        return None
    return read(replace(load(request_of(plan)), pack=pack_of(plan)), sheet)


def request_of(plan: "Playable") -> RunRequest:
    """The game of a plan, as nothing of it were changed."""
    data = plan.manifest()
    file = (data.get("own") or {}).get("file")
    return RunRequest(str(file or data["game"]), seed=str(plan.seed), plain=True, no_second=True,
                      no_shipped=True, question="")  # fmt: skip


def pack_of(plan: "Playable") -> "Pack":
    """The pack with all that is changed in each of its settings; those sweeps leave out."""
    printed = [cell for cell in plan.cells if cell.levels.get(VARIANT, PRINTED) == PRINTED]
    changes: Mapping[str, Any] = (printed or plan.cells)[0].changes
    alike = {path: value for path, value in changes.items()
             if all(cell.changes.get(path) == value for cell in printed)}  # fmt: skip
    return plan.pack.resolve(alike)
