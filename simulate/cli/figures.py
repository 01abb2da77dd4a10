"""`simulate figures`: the charts of a report as files."""

from collections.abc import Collection
from pathlib import Path
from typing import Any

from simulate.cli.say import show
from simulate.core.errors import InputError, Problem
from simulate.pack.document import nearest_file
from simulate.store import folders

FOLDER = "figures"
STRANGE = "is not as this program writes it"


def figures_command(name: str, out: str | None) -> None:
    """Draw every chart of a run, or of a search or comparison; one path a line."""
    from pydantic import ValidationError

    from reports import figures

    folder = Path(name)
    report = _report(folder)
    try:
        ours = figures.names(report)
    except ValidationError as error:
        raise InputError([Problem(str(folder / "report.json"), STRANGE)]) from error
    if not ours:
        raise InputError([Problem(name, "its report has no chart to draw")])
    place = _place(folder, out, ours)
    place.mkdir(parents=True, exist_ok=True)
    show(*map(str, figures.write(report, place)))


def _report(folder: Path) -> dict[str, Any]:
    """The report of a run, made anew; of a search or comparison what it wrote."""
    from reports.render import DATA, build, read
    from simulate import store
    from simulate.core import disk

    if not folder.exists():
        raise InputError([Problem(str(folder), f"there is no such run{nearest_file(folder)}")])
    if (folder / store.MANIFEST).exists() or not (folder / DATA).is_file():
        store.open_run(folder).verify()
        return build(folder)
    disk.check_folder(folder)
    try:
        report: dict[str, Any] = read(folder / DATA)
    except OSError as error:
        what = f"cannot be read: {error.strerror}"
        raise InputError([Problem(str(folder / DATA), what)]) from error
    except ValueError as error:
        raise InputError([Problem(str(folder / DATA), STRANGE)]) from error
    return report


def _place(folder: Path, out: str | None, ours: Collection[str]) -> Path:
    """Where the figures go; older ones are written anew, nothing else may lie there."""
    if out is not None and not out.strip():
        raise InputError([Problem("--out ''", "needs the name of a new or empty folder")])
    place = folder / FOLDER if out is None else Path(out)
    if problems := folders.out_problems(place, ours):
        raise InputError(problems)
    return place
