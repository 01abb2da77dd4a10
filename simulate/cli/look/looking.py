"""`simulate runs`: list runs, show the progress of one, check its files."""

from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulate.cli.shared.amounts import duration
from simulate.cli.shared.answer import answer, failures_told
from simulate.cli.shared.opening import open_page
from simulate.cli.shared.say import show
from simulate.cli.shared.table import columns
from simulate.core.errors import InputError, Problem, command
from simulate.core.text.amounts import plural
from simulate.pack.text.document import nearest_file

if TYPE_CHECKING:
    from reports.tables.versions import Version
    from simulate.run.status import Status

MOST_TOLD = 5  # of what failed; of the rest only how many there are
NAME = "runs"


def runs_command(folder: str | None, verify: bool, as_json: bool, is_opened: bool = False) -> None:
    """List the runs of a folder, say how far one is, or compare its files with their checksums."""
    with failures_told(NAME) if as_json else nullcontext():
        path = _named(folder, verify)
    if verify:
        _verify(path, as_json)
    elif folder is None or (not _is_run(path) and _within(path)):
        open_page(_list(path, _within(path), as_json, is_opened), is_opened)
    elif not _is_run(path) and _is_found(path):
        _list(path, [path], as_json)
    else:
        _status(path, as_json)


def _named(folder: str | None, verify: bool) -> Path:
    """The run or folder that is meant.  Raises InputError."""
    from simulate.cli.shared.user_config import root
    from simulate.store.folders import RUNS

    if folder is not None:
        return _there(folder)
    if verify:
        raise InputError([Problem("--verify", "needs the folder of a run: `runs RUN --verify`")])
    return root() or RUNS


def _is_run(path: Path) -> bool:
    from simulate import store
    from simulate.store.folders import JOURNAL

    return (path / store.MANIFEST).exists() or (path / JOURNAL).exists()


def _is_found(path: Path) -> bool:
    """Whether a search or a comparison was played there to its end, or people's games told of."""
    from reports.page.render import DATA, PLAYTESTS
    from simulate.store import AFTER, OUTCOMES

    if (path / PLAYTESTS).is_file():
        return True
    parts = (path / OUTCOMES, path / AFTER)
    return (path / DATA).is_file() and any(part.is_dir() for part in parts)


def _within(path: Path) -> list[Path]:
    """The runs, searches and comparisons of a folder."""
    try:
        folders = [each for each in path.iterdir() if each.is_dir()]
        return sorted(each for each in folders if _is_run(each) or _is_found(each))
    except OSError:
        return []


def _list(path: Path, runs: Iterable[Path], as_json: bool, is_opened: bool = False) -> Path | None:
    """Some lines for each run of a folder; what is wrong stands in a line.

    is_opened: the page of all is written, too.
    """
    from simulate.cli.look.versions import versions, write_index

    found = {run: _listed(run) for run in runs}
    told = [] if len(found) == 1 and path in found else versions(found)
    order = {version.folder: number for number, version in enumerate(told)}
    found = dict(sorted(found.items(), key=lambda pair: order.get(str(pair[0]), 0)))
    if as_json:
        said = {v.folder: {"verdict": v.verdict, "answer": v.headline} for v in told}
        data = [
            {**one, "run": str(run), **said.get(str(run), {})}
            for run, one in found.items()
            if "problem" not in one
        ]
        notes = [f"{run}: {one['problem']}" for run, one in found.items() if "problem" in one]
        answer(NAME, lambda: {"runs": data, "notes": notes})
    elif not found:
        show(f"there are no runs in {path}")
    else:
        lines = columns([[str(run), *_words(one)] for run, one in found.items()])
        for line, run in zip(lines, found, strict=True):
            show(line, *(f"    {more}" for v in told if v.folder == str(run) for more in _more(v)))
        if told and not is_opened:
            show("", f"as a page with charts in {path}: `{command(NAME, path, '--open')}`")
        elif told and (page := write_index(path, told)) is not None:
            show("", str(page))
            return page
    return None


def _more(version: "Version") -> Iterator[str]:
    """When it was played, how much there is of it, what was changed and what was found."""
    from reports.tables.versions import size_of

    if not version.problem:
        short = [version.played, size_of(version.size), version.kind, version.verdict]
        yield "  ".join(filter(None, short))
        yield from (f"changed: {change}" for change in version.changed)
        yield version.headline


def _listed(run: Path) -> dict[str, Any]:
    from simulate.run import status

    try:
        if not _is_run(run):
            return _found(run)
        each = status(run)
        plan = each.plan
        of = {"title": plan.title, "experiment": each.experiment, "seed": plan.seed}
        return {"state": each.state, "games": each.games, **of}
    except InputError as error:
        return {"problem": error.problems[0].what}


def _found(path: Path) -> dict[str, Any]:
    """The same of a search or a comparison that is finished, as its report says it."""
    from reports.page.render import numbers_in, read
    from simulate.core.files import disk
    from simulate.run.status import COMPLETE

    disk.check_folder(path)
    try:
        header = read(numbers_in(path))["header"]
        said = {key: str(header[key]) for key in ("title", "experiment")}
        return {
            "state": COMPLETE,
            "games": int(header["games"]),
            "seed": int(header["seed"]),
            **said,
        }
    except (OSError, ValueError, TypeError, LookupError, OverflowError):
        return {
            "problem": f"its {numbers_in(path).name} is not in the format that this program writes"
        }


def _words(one: dict[str, Any]) -> list[str]:
    if "problem" in one:
        return ["unread", "", one["problem"]]
    of = f"{one['title']}: {one['experiment']}, seed {one['seed']}"
    return [one["state"], plural(one["games"], "game"), of]


def _status(path: Path, as_json: bool) -> None:
    """Say how far a run is, and what is played beside it."""
    if as_json:
        answer(NAME, lambda: {"paths": {"run": str(path)}, "progress": _data(path)})
    else:
        runs = _all(path)
        for name, each in runs.items():
            show(*_lines(name, each))
        show(*_goes_on(path, runs.values()))


def _goes_on(path: Path, runs: "Iterable[Status]") -> Iterator[str]:
    """The command that goes on with a run that nobody plays, if it is to be gone on with."""
    from simulate.run.status import PLAYED
    from simulate.store.folders import JOURNAL, goes_on

    if (path / JOURNAL).is_file() and all(each.state != PLAYED for each in runs):
        yield f"go on     {goes_on(path)}"


def _there(folder: str) -> Path:
    path = Path(folder)
    if not path.exists():
        raise InputError([Problem(folder, f"there is no such run{nearest_file(path)}")])
    return path


def _all(path: Path) -> "dict[str, Status]":
    """The run by the name of nothing, and the runs beside it that are begun by theirs."""
    from simulate import store
    from simulate.run import is_begun, status

    begun = [name for name in store.BESIDE if is_begun(path / name)]
    return {"": status(path)} | {name: status(path / name) for name in begun}


def _data(path: Path) -> list[dict[str, Any]]:
    return [
        {
            "run": str(path / name),
            "state": each.state,
            "games": each.games,
            "wanted": each.wanted,
            "exact": each.exact,
            "speed": each.speed,
            "seconds_left": each.left,
            "seconds_since_last": each.quiet,
            "found": each.found,
            "widest": each.width,
            "stopped": each.stopped,
            "began": list(each.began),
            "failed": [
                {"why": one["why"], "at": one["at"], "games": [_games(b) for b in one["blocks"]]}
                for one in each.failed
            ],
        }
        for name, each in _all(path).items()
    ]


def _games(block: list[int]) -> dict[str, int]:
    cell, first, count = block
    return {"cell": cell, "first": first, "last": first + count - 1}


def _lines(name: str, status: "Status") -> list[str]:
    from simulate.run.status import PLAYED

    plan = status.plan
    head = f"{plan.title}: {status.experiment}, seed {plan.seed}"
    lines = ["", f"beside it: {name}"] if name else [head]
    since = _since(status) if status.state == PLAYED else ""
    lines.append(f"state     {status.state}{since}")
    about = "" if status.exact else "about "
    of = f" of {about}{status.wanted:,}" if status.wanted is not None else ""
    lines.append(f"games     {status.games:,}{of}")
    if status.speed:
        lines.append(f"speed     {status.speed:,.0f} games/s")
    if status.left is not None:
        lines.append(f"left      {about}{duration(status.left)}")
    if status.found:
        wide = f" (widest interval ±{100 * status.width:.2f} points)" if status.width else ""
        lines.append(f"found     {status.found}{wide}")
    for one in status.failed[:MOST_TOLD]:
        games = sum(count for _, _, count in one["blocks"])
        lines.append(f"again     {plural(games, 'game')} at {one['at']}: {one['why']}")
    if len(status.failed) > MOST_TOLD:
        lines.append(f"          and {len(status.failed) - MOST_TOLD:,} times more")
    if status.stopped:
        lines.append(f"stopped   {status.stopped}")
    return lines


def _since(status: "Status") -> str:
    if not status.began:
        return ", not a game yet"
    jobs = {None: "", 1: ", 1 process"}.get(status.jobs, f", {status.jobs} processes")
    again = f", begun {len(status.began)} times" if len(status.began) > 1 else ""
    last = f", the last games {duration(status.quiet)} ago" if status.quiet is not None else ""
    return f", since {status.began[-1]}{jobs}{again}{last}"


def _verify(path: Path, as_json: bool) -> None:
    """Compare every file of a run with its checksum."""
    if as_json:
        answer(NAME, lambda: _verified(path))
        return
    whole = _verified(path)["files"]["whole"]
    show(f"{path}: {whole:,} files match their checksums")


def _verified(path: Path) -> dict[str, Any]:
    """How many files are whole; InputError where one is not."""
    from simulate import store

    runs = {place: store.open_damaged(place) for place in _folders(path)}
    damaged = {place / n: what for place, run in runs.items() for n, what in run.damaged().items()}
    if damaged:
        problems = [Problem(str(file), what) for file, what in damaged.items()]
        raise InputError(problems, hint=store.HINT)
    files = {"whole": sum(run.count_files() for run in runs.values())}
    return {"paths": {"run": str(path)}, "files": files}


def _folders(folder: Path) -> list[Path]:
    """The folders of a run and of what was played beside it."""
    from simulate import store

    beside = [folder / name for name in store.BESIDE]
    return [folder, *(place for place in beside if (place / store.MANIFEST).is_file())]
