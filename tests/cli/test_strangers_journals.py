"""A journal that somebody has forged, with the right checksums, is refused by line and key."""

import hashlib
import json
import shutil
from contextlib import chdir
from pathlib import Path

import polars as pl
import pytest

from simulate import store
from simulate.cli import main
from simulate.store import folders
from simulate.store.models import Beside
from tests.cli.test_strangers_files import (
    ALONE,
    RUN,
    SEARCH,
    stop_after_a_block,
)
from tests.machine.kills import bytes_of, killed_at, search_killed
from tests.machine.manifests import with_a_count_below_zero

pytestmark = pytest.mark.long

BLOCK, BEGINS = 2, 1  # lines, from 0; the last is the block


@pytest.fixture(scope="module")
def cut_short(tmp_path_factory):
    """A run that was killed when one block was written down."""
    folder = tmp_path_factory.mktemp("made")
    with chdir(folder), killed_at("_play", stop_after_a_block):
        main([*RUN, *ALONE, "--out", "it"])
    return folder / "it"


@pytest.fixture(scope="module")
def gone_on(cut_short, tmp_path_factory):
    """The same, once it has gone on to its end."""
    folder = shutil.copytree(cut_short, tmp_path_factory.mktemp("gone") / "it")
    assert main(["run", "--resume", str(folder), "--jobs", "1", "--quiet"]) == 0
    return folder


@pytest.fixture
def forge(cut_short, here):
    """Lays a copy of the run whose journal's lines somebody has changed, and sealed again."""

    return lambda change: forged(cut_short, here, change)


@pytest.fixture(scope="module")
def searched(tmp_path_factory):
    """A search that was killed when one block was written down, and one that was not."""
    folder = tmp_path_factory.mktemp("searched")
    words = [*SEARCH, "--jobs", "1", "--quiet", "--out"]
    with chdir(folder):
        assert main([*words, "whole"]) == 0
        with search_killed(1):
            main([*words, "it"])
    return folder


@pytest.fixture
def forge_search(searched, here):
    """Lays a copy of the search in which somebody has changed a journal, and sealed it again."""

    return lambda change, name=folders.JOURNAL: forged(searched / "it", here, change, name)


def forged(made, here, change, name=folders.JOURNAL):
    folder = shutil.copytree(made, here / "it")
    lines = [json.loads(line) for line in (folder / name).read_text().splitlines()]
    lines = change(lines) or lines
    (folder / name).write_text("".join(sealed(line) for line in lines))
    return folder


def sealed(line):
    plain = {key: value for key, value in line.items() if key != store.SEAL}
    return json.dumps({**plain, store.SEAL: store.seal(plain)}) + "\n"


def of(number, *way, to):
    """Changes a value of a line; with `to` None it goes."""

    def change(lines):
        inner = lines[number]
        for key in way[:-1]:
            inner = inner[key]
        if to is GONE:
            del inner[way[-1]]
        else:
            inner[way[-1]] = to

    return change


GONE = object()


def more(*lines):
    """Lines that stand below the others."""
    return lambda there: [*there, *lines]


def another_block(**changes):
    """The last block once more, with something else in it."""
    return lambda lines: [*lines, {**lines[BLOCK], **changes}]


def plan_beside(name, plan=None):
    def change(lines):
        lines[0]["beside"] = {name: lines[0]["run"] if plan is None else plan}

    return change


def deep(lines):
    inner = lines[0]["run"]["setting"]
    for _ in range(300):
        inner["x"] = inner = {}


FORGERIES = {
    "block is a number": (of(BLOCK, "block", to=5), "`block` must be"),
    "block is short": (of(BLOCK, "block", to=[0, 0, 0]), "`block.3` is missing"),
    "block is long": (of(BLOCK, "block", to=[0, 0, 0, 100, 1]), "`block` "),
    "block before the first": (of(BLOCK, "block", 2, to=-100), "`block.2` must be at least 0"),
    "block of nothing": (of(BLOCK, "block", 3, to=0), "`block.3` must be at least 1"),
    "block of true": (of(BLOCK, "block", 0, to=True), "`block.0` must be a whole number"),
    "block of no cell": (of(BLOCK, "block", 0, to=9), "there is no such cell"),
    "shard without checksum": (of(BLOCK, "shards", 0, "sha256", to=GONE), "`shards.0.sha256` is"),
    "shard with a key more": (of(BLOCK, "shards", 0, "x", to=1), "unknown key `shards.0.x`"),
    "shard that ends nowhere": (of(BLOCK, "shards", 0, "last", to={}), "`shards.0.last` must be"),
    "shard elsewhere": (of(BLOCK, "shards", 0, "file", to="../../x"), "not the files of this"),
    "shard of another cell": (of(BLOCK, "shards", 0, "cell", to=1), "not the files of this"),
    "shard of more games": (of(BLOCK, "shards", 0, "last", to=10**6), "not the files of this"),
    "no shards": (of(BLOCK, "shards", to=None), "`shards` must be a list"),
    "one shard": (of(BLOCK, "shards", 0, to=GONE), "not the files of this block"),
    "tally is null": (of(BLOCK, "tally", to=None), "`tally` must be a table"),
    "tally of null": (of(BLOCK, "tally", "", to=None), "`tally.` must be"),
    "tally of one": (of(BLOCK, "tally", "", to=[1]), "is missing"),
    "tally of words": (of(BLOCK, "tally", "", to=["1", "2"]), "must be a number"),
    "tally that is no number": (of(BLOCK, "tally", "", to=[float("nan"), 5]), "finite"),
    "tally of more wins": (of(BLOCK, "tally", "", to=[9.0, 5]), "more wins than games"),
    "seconds in words": (of(BLOCK, "seconds", to="x"), "`seconds` must be a number"),
    "the same games twice": (another_block(block=[0, 1, 50, 100]), "line 4: "),
    "no line of a run": (more({"x": 1}), "line 4: this is not a line that a run writes"),
    "an event of no kind": (more({"event": "explodes"}), "this is not a line that a run writes"),
    "an event that is a list": (more({"event": []}), "this is not a line that a run writes"),
    "a second first line": (
        lambda lines: [*lines, lines[0]],
        "this is not a line that a run writes",
    ),
    "begun by nobody": (of(BEGINS, "jobs", to=GONE), "line 2: `jobs` is missing"),
    "begun by a word": (of(BEGINS, "process", to="x"), "`process` must be a whole number"),
    "begun at no time": (of(BEGINS, "at", to=[]), "`at` must be text"),
    "failed without blocks": (
        more({"event": "failed", "at": "", "seconds": 0, "why": "x"}),
        "`blo",
    ),
    "ended without why": (more({"event": "ends", "at": "", "seconds": 0, "why": ""}), "`why` must"),
    "no plan": (of(0, "run", to=None), "line 1: `run` must be a table"),
    "a plan without cells": (of(0, "run", "cells", to=GONE), "`run.cells` is missing"),
    "a plan of no cell": (of(0, "run", "cells", to=[]), "`cells` is empty"),
    "a game of numbers": (of(0, "run", "game", to=5), "`run.game` must be text"),
    "a game of nobody": (of(0, "run", "game", to="chess"), "there is no game `chess`"),
    "games in words": (of(0, "run", "experiment", "games", to="x"), "`run.experiment.games` must"),
    "games below nothing": (of(0, "run", "experiment", "games", to=-5), "must be at least 1"),
    "a precision of nothing": (of(0, "run", "precision", to=0.0), "`run.precision` must be at"),
    "until never": (of(0, "run", "until", to="never"), "`run.until` "),
    "another command": (of(0, "run", "command", to="simulate run; rm -rf /"), "not a command that"),
    "half a command": (of(0, "run", "command", to="simulate run '"), "not a command that plays"),
    "a role that is none": (of(0, "run", "columns", "seats", 3, "role", to="hero"), "`columns.s"),
    "a column twice": (lambda lines: twice(lines[0]["run"]["columns"]["games"]), "twice"),
    "deeper than anything": (deep, "is damaged"),
    "half a letter": (of(0, "run", "question", to="\ud800"), "is damaged"),
    "format true": (of(0, "journal", to=True), "`journal` must be a whole number"),
    "format of words": (of(0, "journal", to="1"), "written in format"),
    "turns in words": (of(0, "turns", to="x"), "`turns` must be true or false"),
    "beside is a list": (of(0, "beside", to=[]), "`beside` must be a table"),
    "beside is null": (of(0, "beside", "guesses", to=None), "`beside.guesses` must be a table"),
    "beside without cells": (plan_beside("guesses", {"cells": []}), "`beside.guesses."),
    "beside outside": (plan_beside("../../victim"), "unknown key `beside.../../victim`"),
    "beside absolute": (plan_beside("/"), "unknown key `beside./`"),
    "beside itself": (plan_beside("."), "unknown key"),
    "beside nothing": (plan_beside(""), "unknown key"),
    "beside its games": (plan_beside("games"), "unknown key `beside.games`"),
    "beside within": (plan_beside("guesses/tmp"), "unknown key"),
}


TRIAL = "outcomes/1/journal.jsonl"
IN_TRIAL = 1  # the line of the block
SEARCH_FORGERIES = {
    "by no command": (of(0, "search", "verb", to="rm"), "`search.verb` cannot be"),
    "by a number": (of(0, "search", "verb", to=5), "`search.verb` cannot be"),
    "asked nothing": (of(0, "search", to=None), "`search` must be a table"),
    "its code allowed": (of(0, "search", "allow_code", to=True), "unknown key `search.allow_code`"),
    "a target of 5": (of(0, "search", "target", to=5), "`search.target` must be text"),
    "values in one word": (of(0, "search", "sets", to="players=2"), "`search.sets` must be a list"),
    "steps of numbers": (of(0, "search", "steps", to=[1]), "`search.steps.0` must be text"),
    "seats of words": (of(0, "search", "seats", to="no"), "`search.seats` must be true or false"),
    "no plan": (of(0, "run", to=None), "line 1: `run` must be a table"),
    "a plan of no cell": (of(0, "run", "cells", to=[]), "`cells` is empty"),
    "another command": (of(0, "run", "command", to="simulate run; rm -rf /"), "not a command that"),
    "begun by nobody": (of(BEGINS, "jobs", to=GONE), "line 2: `jobs` is missing"),
    "the best of numbers": (
        more({"event": "best", "at": "", "seconds": 0, "what": 5}),
        "`what` must be text",
    ),
    "written at no time": (more({"event": "written", "seconds": 0}), "`at` is missing"),
    "a block of its own": (
        more({"block": [0, 0, 0, 100], "tally": {}, "shards": [], "seconds": 0}),
        "there is no such cell",
    ),
    "format of words": (of(0, "journal", to="1"), "written in format"),
    "deeper than anything": (deep, "is damaged"),
}
TRIAL_FORGERIES = ["block is short", "block before the first", "shard elsewhere", "no shards",
                   "shard of more games", "tally of more wins", "seconds in words",
                   "block of no cell"]  # fmt: skip


@pytest.mark.parametrize("name", SEARCH_FORGERIES)
def test_a_forged_search_is_refused(forge_search, refused, name):
    change, said = SEARCH_FORGERIES[name]
    forge_search(change)
    for words in (("runs", "it"), ("sensitivity", "--resume", "it")):
        told = refused(*words)
        assert told.startswith("error: it/journal.jsonl: ") and said in told


@pytest.mark.parametrize("name", TRIAL_FORGERIES)
def test_a_forged_trial_is_refused_before_anything_is_played(forge_search, refused, name):
    change, said = FORGERIES[name]

    def at_its_block(lines):
        return change([lines[0], {}, *lines[IN_TRIAL:]])

    forge_search(at_its_block, TRIAL)
    told = refused("sensitivity", "--resume", "it")
    assert told.startswith("error: it/outcomes/1/journal.jsonl: ") and said in told


def test_a_search_for_something_else_is_refused(forge_search, refused, simulate, here):
    """What is asked and what is to be played do not go together; or it is another command's."""
    forge_search(of(0, "search", "sets", to=["players=2"]))
    assert "this search was started differently" in refused("sensitivity", "--resume", "it")
    shutil.rmtree(here / "it")
    forge_search(of(0, "search", "verb", to="tune"))
    told = refused("sensitivity", "--resume", "it")
    assert "started by `simulate tune`; continue it with `simulate tune --resume it`" in told
    shutil.rmtree(here / "it")
    forge_search(of(0, "run", "seed", to=9), TRIAL)
    assert "was started differently" in simulate("sensitivity", "--resume", "it", code=2).err


@pytest.mark.parametrize("what", ["rows", "columns", "games"])
def test_rows_that_were_never_played_are_played(forge_search, searched, simulate, what):
    """Of a file that somebody has made, its checksum in the journal."""
    folder = forge_search(lambda lines: None)
    (file,) = folder.rglob("games-*.parquet")
    rows = pl.read_parquet(file)
    forged = {
        "rows": pl.concat([rows, rows]),
        "columns": rows.rename({"won": "lost"}),
        "games": rows.with_columns(pl.col("replicate") + 7),
    }[what]
    put(folder / TRIAL, IN_TRIAL, store.encode(forged), rows=forged.height)
    simulate("sensitivity", "--resume", "it", "--jobs", "1", "--quiet")
    assert bytes_of(folder) == bytes_of(searched / "whole")


def put(journal, line, data, **said):
    """Let the first file of a block hold other bytes, and its journal say that they are right."""
    lines = [json.loads(text) for text in journal.read_text().splitlines()]
    shard = lines[line]["shards"][0]
    (journal.parent / shard["file"]).write_bytes(data)
    shard |= {"sha256": hashlib.sha256(data).hexdigest(), **said}
    journal.write_text("".join(map(sealed, lines)))


@pytest.mark.parametrize("spoilt", [lambda data: b"PAR1 and no more", with_a_count_below_zero])
def test_a_file_that_ends_its_reader_ends_no_command_that_goes_on(
    forge, forge_search, refused, spoilt, here
):
    for verb, lay, name, line in (
        ("run", forge, folders.JOURNAL, BLOCK),
        ("sensitivity", forge_search, TRIAL, IN_TRIAL),
    ):
        folder = lay(lambda lines: None)
        (file,) = (folder / name).parent.rglob("games-*.parquet")
        put(folder / name, line, spoilt(file.read_bytes()))
        assert "it cannot be read" in refused(verb, "--resume", "it")
        shutil.rmtree(folder)


@pytest.mark.parametrize("text", ["", "5", "{}", '{"header": 5}', "[" * 100_000])
def test_what_a_stranger_says_was_found_is_refused(searched, here, refused, text):
    folder = shutil.copytree(searched / "whole", here / "it")
    (folder / "report.json").write_text(text)
    assert "it/report.json: is not in the format" in refused("sensitivity", "--resume", "it")


def twice(entries):
    entries.append(entries[0])


def test_a_page_that_is_gone_is_not_named(refused, here, searched):
    (shutil.copytree(searched / "whole", here / "it") / "report.html").unlink()
    said = "it/report.html: this search is finished, but its page was removed"
    assert said in refused("sensitivity", "--resume", "it")


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_journal_is_refused(forge, refused, name):
    change, said = FORGERIES[name]
    forge(change)
    for words in (("runs", "it"), ("run", "--resume", "it")):
        told = refused(*words)
        assert told.startswith("error: it/journal.jsonl: ") and said in told


def test_folders_that_a_journal_names_are_left_alone(forge, refused, here, tmp_path):
    """What lay there alone was taken for half a run, and removed; then a run was played there."""
    victim = tmp_path / "victim" / "inside"
    (victim / "tmp").mkdir(parents=True)
    (victim / "tmp" / "precious").write_text("precious")
    for name in ("../../victim/inside", str(victim)):
        forge(plan_beside(name))
        refused("run", "--resume", "it")
        assert [path.name for path in victim.rglob("*")] == ["tmp", "precious"]
        shutil.rmtree(here / "it")


def test_a_journal_beside_is_refused_before_the_run_is_played(forge, refused, here):
    folder = forge(plan_beside("guesses"))
    lines = [json.loads(line) for line in (folder / folders.JOURNAL).read_text().splitlines()]
    lines[BLOCK]["block"] = 5
    (folder / "guesses").mkdir()
    (folder / "guesses" / folders.JOURNAL).write_text("".join(map(sealed, lines)))
    assert "it/guesses/journal.jsonl: damaged: line 3: `block`" in refused("run", "--resume", "it")


def test_what_is_wrong_again_and_again_is_told_briefly(forge, refused):
    forge(lambda lines: [*lines, *[{"event": "explodes"}] * 5_000])
    told = refused("runs", "it")
    assert "4,997 more" in told and len(told) < 500


def test_a_journal_as_it_was_is_gone_on_with(forge, simulate):
    folder = forge(lambda lines: None)
    assert "100 of 250" in simulate("runs", "it").out
    simulate("run", "--resume", "it")
    assert store.open_run(folder).manifest["status"] == "complete"


def test_the_same_block_may_be_written_down_twice(forge, simulate):
    """As it is where its files were removed while the run was played."""
    forge(lambda lines: [*lines, lines[BLOCK]])
    assert "100 of 250" in simulate("runs", "it").out


def test_what_is_played_beside_has_the_names_of_its_folders():
    assert tuple(Beside.model_fields) == store.BESIDE


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        (("columns", "seats", 3, "role"), "hero", "`columns.seats.3.role` cannot be"),
        (("experiment", "games"), "x", "`experiment.games` must be"),
        (("precision",), 0.0, "`precision` must be at least"),
    ],
)
def test_a_manifest_that_plays_nothing_is_refused(gone_on, here, refused, key, value, said):
    folder = shutil.copytree(gone_on, here / "it")
    manifest = json.loads((folder / store.MANIFEST).read_text())
    inner = manifest
    for part in key[:-1]:
        inner = inner[part]
    inner[key[-1]] = value
    (folder / store.MANIFEST).write_text(store.written(manifest))
    for words in (("runs",), ("report",), ("runs", "--verify")):
        assert said in refused(*words, "it")


@pytest.mark.parametrize("key", ["command", "experiment_name", "precision", "experiment"])
def test_a_manifest_may_lack_what_an_older_one_has_not(gone_on, here, simulate, key):
    folder = shutil.copytree(gone_on, here / "it")
    manifest = json.loads((folder / store.MANIFEST).read_text())
    del manifest[key]
    (folder / store.MANIFEST).write_text(store.written(manifest))
    simulate("runs", "it")
    simulate("report", "it")
    assert Path(folder / "report.html").is_file()


@pytest.mark.parametrize("line", ["null", "5", '"x"', "[]", "{", "[" * 100_000, '{"x": NaN}'])
def test_a_line_that_is_none_is_passed_over(forge, simulate, line):
    folder = forge(lambda lines: None)
    with open(folder / folders.JOURNAL, "a") as journal:
        journal.write(f"{line}\n")
    assert "100 of 250" in simulate("runs", "it").out
