"""Own games in other processes: of this machine, of a cluster, and of no game before them."""

import pickle
import subprocess
import sys

import pytest

from simulate.experiment import RunRequest
from simulate.experiment import load as load_experiment
from simulate.experiment.plan import build
from simulate.run import execute
from simulate.run.workers.blocks import Block, BlockPlayer, job_of
from simulate.run.workers.cluster import ask_worker, differs, play_far, sources_of
from tests.machine.kills import bytes_of
from tests.own import coins

pytestmark = pytest.mark.long

PLAYS = """
import pickle, sys
from simulate.run.workers.blocks import Block, BlockPlayer
job = pickle.load(open(sys.argv[1], "rb"))
games, seats = BlockPlayer(job).frames(Block(0, 0, 0, 20))
pickle.dump((games.to_dicts(), seats.to_dicts()), open(sys.argv[2], "wb"))
"""


def plan_of(games=60):
    """A plan of the game in the current folder."""
    request = RunRequest(coins.FILE, games=str(games))
    return build(load_experiment(request, []))


@pytest.fixture
def plan(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    coins.lay(tmp_path)
    return plan_of()


def test_a_process_that_never_saw_the_file_plays_the_same(plan, tmp_path):
    job = job_of(plan, None)
    (tmp_path / "job").write_bytes(pickle.dumps(job))
    (tmp_path / coins.FILE).unlink()
    subprocess.run([sys.executable, "-c", PLAYS, "job", "rows"], check=True, cwd=tmp_path)
    there = pickle.loads((tmp_path / "rows").read_bytes())
    games, seats = BlockPlayer(job).frames(Block(0, 0, 0, 20))
    assert there == (games.to_dicts(), seats.to_dicts())


def test_two_files_of_one_name_are_two_games_to_a_worker(plan, tmp_path):
    """One worker plays for the first, for the second, and again for the first."""
    first = pickle.dumps(job_of(plan, None))
    coins.lay(tmp_path, coins.TEXT.replace("else 2", "else 9"))
    second = pickle.dumps(job_of(plan_of(), None))
    rows = []
    for job in (first, second, first):
        games, seats = BlockPlayer(pickle.loads(job)).frames(Block(0, 0, 0, 20))
        rows.append((games.to_dicts(), seats.to_dicts()))
    assert rows[0] == rows[2]
    assert rows[0] != rows[1]


def test_a_worker_far_away_knows_the_game_from_the_job(plan):
    job = job_of(plan, None)
    sources = sources_of(job)
    _, done = play_far("coins", pickle.dumps(job), sources, Block(0, 0, 0, 20))
    assert done.games == 20
    assert differs(sources, job) == ""
    told = ask_worker("coins", job.own)
    assert told["sources"] == sources


@pytest.mark.long
def test_two_processes_write_what_one_writes(plan, tmp_path):
    for jobs in (1, 2):
        execute(plan, tmp_path / f"{jobs}", jobs, quiet=True)
    one, two = (bytes_of(tmp_path / name / "games") for name in ("1", "2"))
    assert one == two
    assert one


@pytest.mark.long
def test_a_dask_plays_what_this_machine_plays(plan, tmp_path):
    distributed = pytest.importorskip("distributed")
    from simulate.run import Cluster

    execute(plan, tmp_path / "here", 1, quiet=True)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as far:
        there = Cluster(far.scheduler_address)
        execute(plan, tmp_path / "there", 2, quiet=True, cluster=there)
    here, there_ = (bytes_of(tmp_path / name / "games") for name in ("here", "there"))
    assert here == there_
    assert here
