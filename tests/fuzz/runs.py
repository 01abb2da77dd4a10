"""Run folders that somebody has put his hand to: refused in words, or read as they are."""

import hashlib
import io
import json
import shutil
from contextlib import redirect_stderr, redirect_stdout
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from analysis.data.counter import Counter
from simulate import store
from simulate.cli import FINISHED, WRONG_INPUT, main
from simulate.core.errors import InputError, RunError
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import build
from simulate.experiment.stored_plan import PlanFromManifest
from simulate.run import execute, replay
from tests.fuzz import tally as told
from tests.fuzz.folders import a_folder, assert_told
from tests.fuzz.tally import Tally

BASES = {
    "rows": ("defenders", ("players=2,3", "horde=easy", "strategy=random"), "all"),
    "sums": ("kingdoms", ("players=2", "strategy=random"), "counts"),
}
ODD: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 7, 2**31, 2**63, -(2**63), 0.5, 1e308, "", "x", "../x", "/etc",
    "\x1b[2J", "<script>", "\u202eknalb", "Pala\u200bdin",
    "P\u0430ladin", "-2+3+cmd|x", "dealt", "random", [], [[]], [1], ["x"], {}, {"x": 1}, "0" * 64,
)  # fmt: skip
REPORTED = 10  # of one case of so many the report is made, too
FORGED = 5  # of one forged run of so many the report is made


@cache
def base(name: str) -> Path:
    """A small finished run, which every case leaves as it was."""
    game, sets, keep = BASES[name]
    folder = a_folder() / f"run-{name}"
    asked = RunRequest(game, games="12", sets=sets, plain=True, keys={"keep": keep})
    return execute(build(load(asked)), folder, 1, quiet=True, counter=Counter)


@cache
def files_of(name: str) -> dict[str, bytes]:
    folder = base(name)
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def restore(name: str) -> None:
    """Every file of the run as it was, and no other."""
    folder = base(name)
    for path in folder.rglob("*"):
        if path.is_symlink() or path.is_file():
            path.unlink()
    for file, data in files_of(name).items():
        path = folder / file
        if path.is_dir():
            shutil.rmtree(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


@st.composite
def edited(draw: Any, name: str) -> str:
    """The text of a run's manifest with one to three things in it changed, sealed by a forger."""
    data: Any = json.loads(files_of(name)[store.MANIFEST])
    for _ in range(draw(st.integers(1, 3))):
        edit(draw, data)
    spoilt = draw(st.sampled_from((None, None, None, "half", "brace", "list", "none")))
    if spoilt is None:
        return store.written(data)
    text = json.dumps(data)
    return {"half": text[: len(text) // 2], "brace": text + "}", "list": f"[{text}]", "none": ""}[
        spoilt
    ]


def odd() -> st.SearchStrategy[Any]:
    """Something odd of its own: lists that are put in are changed in their turn."""
    return st.sampled_from(ODD).map(deepcopy)


def edit(draw: Any, data: Any) -> None:
    """Change one value, somewhere below."""
    while True:
        keys = list(data) if isinstance(data, dict) else [*range(len(data))]
        if not keys:
            return
        key = draw(st.sampled_from(keys))
        inner = data[key]
        if not (isinstance(inner, dict | list) and inner and draw(st.integers(0, 9))):
            break
        data = inner
    way = draw(st.sampled_from(("other", "other", "gone", "twice", "new")))
    if way == "other":
        data[key] = draw(odd())
    elif way == "gone":
        del data[key]
    elif isinstance(data, list):
        data.insert(0, inner if way == "twice" else draw(odd()))
    else:
        data["x" if way == "new" else f"{key}2"] = inner


def read_edited(name: str, data: st.DataObject, counted: Tally) -> None:
    """A run whose manifest says something else."""
    folder = base(name)
    text = data.draw(edited(name))
    counted.add(told.CASES)
    (folder / store.MANIFEST).write_text(text, "utf-8")
    try:
        look_at(folder, counted)
        if counted.counts[told.CASES] % REPORTED == 0:
            simulate("report", folder)
    finally:
        restore(name)


def read_damaged(name: str, data: st.DataObject, counted: Tally) -> None:
    """A run of which one file is damaged, gone, or another one."""
    folder, files = base(name), files_of(name)
    file = data.draw(st.sampled_from([f for f in files if f.endswith(".parquet")]))
    way = data.draw(st.sampled_from(WAYS))
    forged = data.draw(st.booleans())
    counted.add(told.CASES)
    try:
        damage(data.draw, folder, files, file, way)
        if forged and (folder / file).is_file():
            forge(folder, file)
        look_at(folder, counted)
        if forged and counted.counts[told.CASES] % FORGED == 0:
            simulate("report", folder)
    finally:
        restore(name)


WAYS = ("cut", "flipped", "flipped", "zeroed", "longer", "swapped", "gone", "empty", "link", "dir")


def damage(draw: Any, folder: Path, files: dict[str, bytes], file: str, way: str) -> None:
    """Do something to one file of a run."""
    path, data = folder / file, bytearray(files[file])
    at = draw(st.integers(0, len(data) - 1))
    if way == "cut":
        data = data[:at]
    elif way == "flipped":
        data[at] ^= draw(st.integers(1, 255))
    elif way == "zeroed":
        data[at : at + 16] = bytes(len(data[at : at + 16]))
    elif way == "longer":
        data += data[at:]
    elif way == "swapped":
        data = bytearray(files[draw(st.sampled_from(sorted(files)))])
    elif way == "empty":
        data = bytearray()
    path.unlink()
    if way == "link":
        path.symlink_to("/etc/hostname")
    elif way == "dir":
        path.mkdir()
    elif way != "gone":
        path.write_bytes(data)


def forge(folder: Path, file: str) -> None:
    """Let the manifest say that this is the file that was written."""
    manifest = json.loads((folder / store.MANIFEST).read_text("utf-8"))
    mark = hashlib.sha256((folder / file).read_bytes()).hexdigest()
    for entry in (*manifest["shards"], *manifest["files"]):
        if entry["file"] == file:
            entry["sha256"] = mark
    (folder / store.MANIFEST).write_text(store.written(manifest), "utf-8")


def look_at(folder: Path, counted: Tally) -> None:
    """Read all that a run holds, and tell one of its games again; or be told what is wrong."""
    try:
        run = store.open_run(folder)
        run.verify()
        run.cells(), run.turns(), list(run.sums())
        run.games().collect(), run.seats().collect()
        plan = PlanFromManifest(run.manifest, str(folder / store.MANIFEST))
        cell = plan.cells[0]
        plan.pack_for(cell)
        first = run.spans(cell.number)
        game = first[0][0] if first else 0
        list(replay.from_run(folder, cell.number, game))
        counted.add(told.ACCEPTED)
    except InputError as error:
        counted.add(told.REFUSED)
        assert_told(error)
    except RunError as error:
        counted.add(told.REFUSED)
        assert "ends differently" in str(error), error


def simulate(*words: object, fine: tuple[int, ...] = (FINISHED, WRONG_INPUT)) -> tuple[int, str]:
    """A command in this process, with what holds for every command; its exit code and its words."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main([str(word) for word in words])
    said = f"{words}\n{code}\n{err.getvalue()}"
    assert "Traceback" not in err.getvalue(), said
    assert code in fine, said
    return code, out.getvalue() + err.getvalue()
