"""Runs that were cut short, with a journal that somebody has put his hand to."""

import json
import shutil
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from analysis.data.counter import Counter
from simulate import store
from simulate.cli import main
from simulate.core.errors import InputError
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import build
from simulate.run import execute, status
from simulate.run import play as playing
from simulate.search import checkpoint
from simulate.store.folders import JOURNAL
from tests.fuzz import tally as told
from tests.fuzz.folders import a_folder, assert_told
from tests.fuzz.runs import BASES, edit, simulate
from tests.fuzz.tally import Tally
from tests.machine.kills import killed_after, search_killed

GAMES, BLOCKS = "250", 2
PLAYED = 10  # of one case of so many the run is gone on with
TRIAL = "outcomes/1/journal.jsonl"
STEPS = ("sensitivity", "defenders", "rules.capital_limit", "--games", "500", "--set", "players=1",
         "--set", "horde=easy", "--set", "strategy=random", "--jobs", "1", "--quiet")  # fmt: skip


@cache
def base(name: str) -> Path:
    """A small run that was killed after a few blocks, which every case copies."""
    game, sets, keep = BASES[name]
    folder = a_folder() / f"killed-{name}"
    plan = build(load(RunRequest(game, games=GAMES, sets=sets, plain=True, keys={"keep": keep})))
    with killed_after(BLOCKS):
        execute(plan, folder, 1, quiet=True, counter=Counter)
    return folder


@cache
def searched() -> Path:
    """A small search that was killed after a block."""
    folder = a_folder() / "killed-search"
    with search_killed(1):
        main([*STEPS, "--out", str(folder)])
    return folder


@st.composite
def forged(draw: Any, journal: Path) -> str:
    """The text of a journal with one to three things in it changed; nearly always sealed again."""
    lines = [json.loads(line) for line in journal.read_text("utf-8").splitlines()]
    for _ in range(draw(st.integers(1, 3))):
        inner = [line for line in lines if isinstance(line, dict | list) and line]
        whole = not inner or draw(st.integers(0, 9)) == 0
        edit(draw, lines if whole else draw(st.sampled_from(inner)))
    is_sealed = draw(st.integers(0, 9)) > 0
    text = "".join(json.dumps(sealed(line) if is_sealed else line) + "\n" for line in lines)
    return text[: draw(st.integers(0, len(text)))] if draw(st.integers(0, 9)) == 0 else text


def sealed(line: Any) -> Any:
    if not isinstance(line, dict):
        return line
    plain = {key: value for key, value in line.items() if key != store.SEAL}
    return {**plain, store.SEAL: store.seal(plain)}


def read_forged(name: str, data: st.DataObject, counted: Tally) -> None:
    """How far the run is, and what there is to go on with: told, or refused in words."""
    text = data.draw(forged(base(name) / JOURNAL))
    counted.add(told.CASES)
    folder = a_folder() / "forged"
    shutil.copytree(base(name), folder)
    (folder / JOURNAL).write_text(text, "utf-8", "surrogatepass")
    try:
        before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
        try:
            status(folder)
            playing.begun(folder)
            counted.add(told.ACCEPTED)
        except InputError as error:
            counted.add(told.REFUSED)
            assert_told(error)
        assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before
        simulate("runs", folder)
        if counted.counts[told.CASES] % PLAYED == 0:
            simulate("run", "--resume", folder, "--jobs", "1", "--quiet")
    finally:
        shutil.rmtree(folder)


def read_forged_search(_: str, data: st.DataObject, counted: Tally) -> None:
    """The same of a search: its own journal, or that of its trial."""
    name = data.draw(st.sampled_from([JOURNAL, TRIAL]))
    text = data.draw(forged(searched() / name))
    counted.add(told.CASES)
    folder = a_folder() / "forged"
    shutil.copytree(searched(), folder)
    (folder / name).write_text(text, "utf-8", "surrogatepass")
    try:
        try:
            checkpoint.begun(folder)
            counted.add(told.ACCEPTED)
        except InputError as error:
            counted.add(told.REFUSED)
            assert_told(error)
        simulate("runs", folder)
        if counted.counts[told.CASES] % PLAYED == 0:
            simulate("sensitivity", "--resume", folder, "--jobs", "1", "--quiet")
    finally:
        shutil.rmtree(folder)
