"""A search, or a comparison, that is cut short keeps what it has and goes on to the same bytes."""

import json
import shutil
import signal
from contextlib import chdir
from unittest.mock import patch

import pytest

from simulate.cli import main
from simulate.run.journal import Journal
from simulate.search import checkpoint
from simulate.search.checkpoint import TrialCheckpoint
from simulate.store import folders
from tests.machine.kills import Killed, bytes_of, dies, search_killed
from tests.marks import long_but

pytestmark = pytest.mark.long

EASY = ("--set", "strategy=guardian", "--set", "players=2", "--set", "horde=easy")
ALONE = ("--jobs", "1", "--quiet")
LIMIT = ("defenders", "rules.capital_limit", *EASY, "--games", "300")
DRUID = ("defenders", "--of", "druid", "--set", "cards.heroes.druid.health=8")
ADVISE = ("advise", *LIMIT, "--target", "60-85%")
SEARCHES = {
    "sensitivity": ("sensitivity", *LIMIT),
    "why": ("why", *DRUID, *EASY, "--games", "300"),
    "advise": ADVISE,
    "tune": ("tune", *LIMIT, "--target", "60-85%", "--budget", "3000"),
}
BETTER = [name for name in SEARCHES if name != "why"]  # that tell the best so far
COMPARE = ("compare", "defenders", "--set", "rules.capital_limit=7", *EASY, "--games", "150")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The folder of a search that nobody disturbed, made once."""
    made = {}

    def folder(name, words):
        if name not in made:
            place = tmp_path_factory.mktemp("whole")
            with chdir(place):
                assert main([*words, *ALONE, "--out", "it"]) == 0
            made[name] = place / "it"
        return made[name]

    return folder


@pytest.fixture
def cut(here, monkeypatch):
    """Types a command that something happens to when so many blocks are written down."""

    def typed(blocks, error, *words):
        if isinstance(error, Killed):
            with search_killed(blocks):
                main([*words, *ALONE, "--out", "it"])
            return None
        add, added = TrialCheckpoint.add, []

        def adding(self, block, done):
            if len(added) == blocks:
                raise error
            added.append(block)
            add(self, block, done)

        with monkeypatch.context() as during:
            during.setattr(TrialCheckpoint, "add", adding)
            return main([*words, *ALONE, "--out", "it"])

    return typed


@pytest.fixture
def played(monkeypatch):
    """The blocks that are played from here on."""
    add, added = TrialCheckpoint.add, []

    def adding(self, block, done):
        added.append((self.folder.name, block))
        add(self, block, done)

    monkeypatch.setattr(TrialCheckpoint, "add", adding)
    return added


STATES = [(name, blocks) for name in SEARCHES for blocks in (0, 1, 5)]


@pytest.mark.long
@pytest.mark.parametrize(("name", "blocks"), long_but({("advise", 5)}, STATES))
def test_a_search_that_was_killed_goes_on_to_the_same_bytes(
    simulate, here, whole, cut, played, name, blocks
):
    words = SEARCHES[name]
    expected = bytes_of(whole(name, words))
    del played[:]
    cut(blocks, Killed(), *words)
    before = [*played]
    assert len(before) == blocks
    ended = simulate(name, "--resume", "it", *ALONE)
    assert bytes_of(here / "it") == expected
    assert len({*played}) == len(played)  # nothing twice
    assert ended.last_line == "it/report.html"
    again = simulate(name, "--resume", "it")
    assert again.err == "This search is finished: there is nothing left to play.\n"
    assert again.out == ended.out


ELSEWHERE = "3"  # the round of a search in which what it found is tried in other settings
BEFORE_ELSEWHERE = (
    "simulate.search.confirmation.confirm.write_experiment",
    "reports.page.render.write",
    "simulate.search.confirmation.confirm.confirmed",
)


@pytest.mark.parametrize(
    "place",
    long_but(
        {"_finish"},
        ["_finish", "simulate.search.confirmation.confirm.write_experiment",
         "simulate.search.confirmation.packs.write_pack",
         "reports.page.render.write", "simulate.search.confirmation.confirm.confirmed"],
    ),
)  # fmt: skip
def test_a_search_may_be_killed_between_its_steps(simulate, here, whole, played, place):
    """Before what it found is played again, as packs and pages are written, and as it tidies."""
    expected = bytes_of(whole("advise", ADVISE))

    place = "simulate.search.checkpoint.sweep" if place == "_finish" else place
    with search_killed(at=patch(place, dies)):
        main([*ADVISE, *ALONE, "--out", "it"])
    del played[:]
    simulate("advise", "--resume", "it", *ALONE)
    # Where it died before other settings were tried, these alone are played now.
    rounds = {number for number, _ in played}
    assert rounds <= ({ELSEWHERE} if place in BEFORE_ELSEWHERE else set())
    assert bytes_of(here / "it") == expected


@pytest.mark.long
def test_what_is_played_once_more_on_fresh_luck_goes_on_too(simulate, here, whole):
    expected = bytes_of(whole("advise", ADVISE))
    add, added = Journal.add, []

    def dying(self, block, done):
        if self.path.parent.name == "confirmed" and len(added) == 2:
            raise Killed
        added.extend([block] * (self.path.parent.name == "confirmed"))
        add(self, block, done)

    with search_killed(at=patch.object(Journal, "add", dying)):
        main([*ADVISE, *ALONE, "--out", "it"])
    simulate("advise", "--resume", "it", *ALONE)
    assert bytes_of(here / "it") == expected


def test_what_is_kept_is_said_and_listed(simulate, here, cut, capsys):
    """The last line is true, and its command is the one that goes on."""
    assert cut(2, KeyboardInterrupt(), *ADVISE) == 130
    goes_on = "simulate advise --resume it"
    said = capsys.readouterr().err
    kept_games = "1,000 finished games of this search are kept in it"
    assert said == f"Interrupted; {kept_games}; `{goes_on}` goes on with it.\n"
    line, *_ = simulate("runs", ".").out.splitlines()
    assert line.split("  ") == [
        "it", "cut short", "1,000 games", "Tiny Epic Defenders: advise, seed 1",
    ]  # fmt: skip
    told = simulate("runs", "it").out
    assert told.endswith(f"stopped   interrupted\ngo on     {goes_on}\n")
    (state,) = json.loads(simulate("runs", "it", "--json").out)["progress"]
    assert (state["state"], state["games"], state["wanted"]) == ("cut short", 1_000, None)
    assert goes_on in simulate("report", "it", code=2).err
    assert goes_on in simulate(*ADVISE, "--out", "it", code=2).err
    for words in (("run",), ("tune",)):
        assert f"continue it with `{goes_on}`" in simulate(*words, "--resume", "it", code=2).err


@pytest.mark.parametrize("name", long_but({"sensitivity"}, BETTER))
def test_progress_and_runs_tell_the_best_so_far(simulate, here, monkeypatch, name):
    monkeypatch.setattr("simulate.run.progress.PLAIN_EVERY", 0.0)
    told = {"sensitivity": "largest effect so far: "}.get(name, "best so far: ")
    words = [{"300": "1000"}.get(word, word) for word in SEARCHES[name]]
    ended = simulate(*words, "--jobs", "1", "--out", "it")
    best = f"\n{told[0].upper()}{told[1:]}Threat that brings down the Capital City 6 -> "
    assert best in ended.err or name == "tune"  # which has but one round here
    monkeypatch.setattr(checkpoint, "sweep", lambda *_: signal.raise_signal(signal.SIGINT))
    stopped = simulate(*words, *ALONE, "--out", "stopped", code=130)
    assert "goes on with it" in stopped.err
    assert f"found     {told}Threat that brings down" in simulate("runs", "stopped").out


def test_of_a_search_without_a_finished_block_nothing_is_left(here, cut, capsys):
    assert cut(0, KeyboardInterrupt(), *ADVISE) == 130
    said = capsys.readouterr().err
    assert said == "Interrupted; no block of games was finished, so nothing is kept.\n"
    assert not [*here.iterdir()]


def test_a_full_disk_is_one_sentence(here, cut, capsys):
    full = OSError(28, "No space left on device")
    assert cut(2, full, *ADVISE) == 1
    assert capsys.readouterr().err == (
        "error: The disk is full; 1,000 finished games of this search are kept in it; "
        "`simulate advise --resume it` goes on with it.\n"
    )


def test_a_disk_that_is_full_already_is_left_as_it_was(here, monkeypatch, capsys):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Journal, "begin", full)
    assert main([*ADVISE, *ALONE, "--out", "it"]) == 1
    assert capsys.readouterr().err == "error: The disk is full; nothing was played\n"
    assert not [*here.iterdir()]


@pytest.mark.parametrize(
    ("number", "code"), long_but({(15, 143)}, [(2, 130), (signal.SIGTERM, 143)])
)
def test_a_signal_is_heeded_after_the_block_is_kept(here, monkeypatch, capsys, number, code):
    """It comes while the block is written down: the block is whole before the search stops."""
    add = Journal.add

    def adding(self, block, done):
        signal.raise_signal(number)
        add(self, block, done)

    monkeypatch.setattr(Journal, "add", adding)
    assert main([*ADVISE, *ALONE, "--out", "it"]) == code
    said = capsys.readouterr().err.splitlines()
    assert said[0] == "Stopping; finished games will be kept. Ctrl-C again stops at once."
    assert said[-1].startswith("Interrupted; 500 finished games of this search are kept in it; ")


def test_a_search_needs_the_pack_that_it_was_begun_with(simulate, here, cut, monkeypatch):
    simulate("new", "defenders", "mine")
    words = ("advise", "rules.capital_limit", "--pack", "mine", *EASY, "--target", "60-85%")
    cut(1, Killed(), *words)
    rules = (here / "mine/rules.toml").read_text()
    monkeypatch.setattr("simulate.compiler.sources.source_hash", lambda *_: "another")
    said = simulate("advise", "--resume", "it", code=2).err
    assert "search was started differently, so it cannot be continued: `source_hash` was" in said
    monkeypatch.undo()
    monkeypatch.chdir(here)
    at = rules.index("value = ", rules.index("[capital_limit]"))
    changed = rules[:at] + rules[at:].replace("value = 6", "value = 5", 1)
    assert changed != rules
    (here / "mine/rules.toml").write_text(changed)
    said = simulate("advise", "--resume", "it", code=2).err
    assert "continued: `pack.rules.rules.capital_limit.value` was 6, and is 5 now; " in said
    shutil.rmtree(here / "mine")
    assert "mine" in simulate("advise", "--resume", "it", code=2).err


SET_ONCE = 'seed = 5\nstrategy = "guardian"\ntarget = "60-85%"\n'


@pytest.mark.parametrize("name", long_but({"advise"}, SEARCHES))
@pytest.mark.parametrize("now", [SET_ONCE, "seed = 7\n"])
def test_what_was_set_for_the_folder_as_a_search_began_holds_to_its_end(
    simulate, here, cut, name, now
):
    """Nobody typed it, and the file may say something else by then."""
    asked = DRUID if name == "why" else LIMIT[:2]
    words = (name, *asked, *EASY[2:], "--games", "300")
    words += ("--budget", "3000") * (name == "tune")
    (here / "simulate.toml").write_text(SET_ONCE, "utf-8")
    (here / "else").mkdir()
    with chdir(here / "else"):
        simulate(*words, *ALONE, "--out", "it")
    cut(3, Killed(), *words)
    (here / "simulate.toml").write_text(now, "utf-8")
    simulate(name, "--resume", "it", *ALONE)
    assert bytes_of(here / "it") == bytes_of(here / "else" / "it")


def test_what_was_set_for_the_folder_as_a_comparison_began_holds_to_its_end(simulate, here):
    (here / "simulate.toml").write_text(SET_ONCE + "games = 150\n", "utf-8")
    with search_killed(at=patch.object(Journal, "add", dies)):
        main(["compare", "defenders", "--set", "rules.capital_limit=7", *ALONE, "--out", "it"])
    (here / "simulate.toml").unlink()
    assert "150 games each, seed 5" in simulate("compare", "--resume", "it", "--jobs", "1").err


def test_beside_the_folder_nothing_is_said(refused, cut):
    cut(1, Killed(), *ADVISE)
    for more in (("--seed", "2"), ("defenders",), ("--out", "x"), ("--seats",), ("--dry-run",)):
        told = refused("advise", "--resume", "it", *more)
        assert "give it alone, or with --jobs, --quiet, --json, --allow-code" in told
    assert "there is no such run" in refused("advise", "--resume", "nowhere")


@pytest.mark.long
def test_what_is_damaged_or_gone_is_played_again(simulate, here, whole, cut, played):
    expected = bytes_of(whole("advise", ADVISE))
    cut(5, Killed(), *ADVISE)
    files = sorted((here / "it").rglob("games-*.parquet"))
    files[0].write_bytes(files[0].read_bytes()[:-1] + b"x")
    files[1].unlink()
    del played[:]
    simulate("advise", "--resume", "it", *ALONE)
    assert bytes_of(here / "it") == expected
    assert len(played) == len({*played})


def test_a_part_of_a_search_is_not_gone_on_with_as_a_run(refused, simulate, here, cut):
    """It would write the files of a run over the games that the search has kept."""
    cut(3, Killed(), *ADVISE)
    goes_on = "continue it with `simulate advise --resume it`"
    for words in (("run",), ("run", "defenders"), ("advise",)):
        assert goes_on in refused(*words, "--resume", "it/outcomes/1")
    assert simulate("runs", "it/outcomes/1").out.endswith("simulate advise --resume it\n")
    (here / "it/outcomes/1" / folders.JOURNAL).unlink()
    (here / "it/outcomes/1" / folders.JOURNAL).mkdir()
    said = "it/outcomes/1/journal.jsonl: cannot be opened: is a directory"
    assert said in refused("advise", "--resume", "it")


def test_two_processes_do_not_go_on_with_one_search(refused, here, cut):
    cut(1, Killed(), *ADVISE)
    held = Journal.again(here / "it", of_search=True)
    try:
        assert "another process is playing this search now" in refused("advise", "--resume", "it")
    finally:
        held.close()


STOPS = [("before", 1), ("before", 2), ("after", 1)]


@pytest.mark.parametrize(("side", "blocks"), long_but({("after", 1)}, STOPS))
def test_a_comparison_goes_on(simulate, here, whole, monkeypatch, capsys, side, blocks):
    expected = bytes_of(whole("compare", COMPARE))
    add, added = Journal.add, []

    def stopping(self, block, done):
        add(self, block, done)
        added.extend([block] * (self.path.parent.name == side))
        if len(added) == blocks:
            signal.raise_signal(signal.SIGINT)

    with monkeypatch.context() as during:
        during.setattr(Journal, "add", stopping)
        assert main([*COMPARE, *ALONE, "--out", "it"]) == 130
    said = capsys.readouterr().err.splitlines()
    assert said[-1].endswith("are kept in it; `simulate compare --resume it` goes on with it.")
    assert "finished games of this comparison" in said[-1]
    assert "simulate compare --resume it" in simulate("runs", "it").out
    ended = simulate("compare", "--resume", "it", *ALONE)
    assert bytes_of(here / "it") == expected
    assert ended.last_line == "it/report.html"
    again = simulate("compare", "--resume", "it")
    assert again.err == "This comparison is finished: there is nothing left to play.\n"


def test_a_comparison_needs_no_other_word_to_go_on(refused, here):
    with search_killed(at=patch.object(Journal, "add", dies)):
        main([*COMPARE, *ALONE, "--out", "it"])
    assert "give it alone" in refused("compare", "--resume", "it", "--seed", "3")
    assert "started without it" in refused("compare", "--resume", "it", "--check")
    assert "give it alone" in refused("compare", "defenders", "--resume", "it")
    assert "continue it with" in refused("run", "--resume", "it")
    assert (here / "it" / folders.JOURNAL).is_file()


APART = (*COMPARE, "--set", "cards.heroes.druid.health=6", "--apart")


@pytest.mark.parametrize("blocks", long_but({1}, [0, 1, 2]))
def test_changes_that_are_told_apart_go_on(simulate, here, whole, cut, played, blocks):
    expected = bytes_of(whole("apart", APART))
    del played[:]
    cut(blocks, Killed(), *APART)
    assert len(played) == blocks
    ended = simulate("compare", "--resume", "it", *ALONE)
    assert bytes_of(here / "it") == expected
    assert len({*played}) == len(played)  # nothing twice
    assert ended.last_line == "it/report.html"
