"""Files of a run that are gone or damaged, played again: those alone, and only as they were."""

from collections.abc import Collection, Iterator
from pathlib import Path

from simulate import store
from simulate.core.errors import InputError, Problem
from simulate.experiment.stored_plan import PlanFromManifest, made_by_others
from simulate.pack.pack import must_be_allowed
from simulate.run import Repairer
from simulate.run.play import counter_of
from simulate.store import cells


def folders_of(folder: Path) -> list[Path]:
    """The folders of a run and of what was played beside it."""
    beside = [folder / name for name in store.BESIDE]
    return [folder, *(place for place in beside if (place / store.MANIFEST).is_file())]


def files_of(folder: Path) -> int:
    """How many files of a run are known by their checksum, manifests with them."""
    runs = [store.open_damaged(place) for place in folders_of(folder)]
    return sum(
        1 + len({s.file for s in run.shards}) + len(run.manifest.get("files", [])) for run in runs
    )


def damaged(folder: Path) -> dict[str, str]:
    """Files that are gone or damaged, by their path in the folder, and what is wrong with each."""
    found = {}
    for place in folders_of(folder):
        for name, what in store.open_damaged(place).damaged().items():
            found[(place / name).relative_to(folder).as_posix()] = what
    return found


def repair(
    folder: Path, broken: Collection[str], allow_code: bool, jobs: int = 1
) -> dict[str, str]:
    """Make the files anew, with so many processes; what cannot be made as it was, and why.

    Raises InputError where nothing can: the run was made by other sources, or its Python may not
    run.
    """
    left: dict[str, str] = {}
    for place in folders_of(folder):
        within = place.relative_to(folder)
        mine = {name for name in broken if _place(name) == within.as_posix()}
        names = {Path(name).relative_to(within).as_posix() for name in mine}
        for name, what in _repaired(place, names, allow_code, jobs) if names else ():
            left[(within / name).as_posix()] = what
    return left


def _place(name: str) -> str:
    """The folder within a run's folder to whose run a file belongs."""
    first = name.partition("/")[0]
    return first if first in store.BESIDE else "."


def _repaired(
    folder: Path, broken: set[str], allow_code: bool, jobs: int
) -> Iterator[tuple[str, str]]:
    """Files of one run that cannot be made as they were."""
    store.Writer.again(folder)  # refuses links, which may lead out of the folder
    run = store.open_damaged(folder)
    plan = PlanFromManifest(run.manifest, str(folder / store.MANIFEST), allow_code)
    if what := made_by_others(plan):
        raise InputError([Problem(str(folder), what)])
    if (code := sorted(set(plan.code()))) and not allow_code:
        raise InputError([Problem(str(folder), must_be_allowed(code))])
    marks = {file["file"]: file["sha256"] for file in run.manifest.get("files", [])}
    if store.CELLS in broken:
        data = store.encode(cells.table(run.manifest))
        what = store.mend(folder, store.CELLS, data, marks[store.CELLS])
        if what:
            yield store.CELLS, what
    if not (games := broken - {store.CELLS}):
        return
    repairer = Repairer(plan, folder, jobs, counter=counter_of(plan))
    files: dict[str, list[store.Shard]] = {}
    for shard in run.shards:
        if shard.file in games:
            files.setdefault(shard.file, []).append(shard)
    yield from repairer.files(files)
    if store.TURNS in games:
        played = dict.fromkeys((cell["number"] for cell in run.manifest["cells"]), 0)
        for shard in run.shards:
            played[shard.cell] += shard.rows * (shard.kind == "games")
        if what := repairer.turns(played, marks[store.TURNS]):
            yield store.TURNS, what
