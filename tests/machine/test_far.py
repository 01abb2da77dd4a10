"""A run on a cluster is the run that one machine makes, also where a worker dies half way.

The clusters are of several processes on this machine; what they are made of is an extra.
"""

import os
import pickle
import signal
import threading
import time
from types import SimpleNamespace

import pytest

from simulate.run import Cluster, execute
from simulate.run.workers import cluster as far
from simulate.run.workers.blocks import Block, BlockPlayer, job_of
from simulate.run.workers.cluster import differs, play_far, sources_of
from tests.machine import fake
from tests.machine.kills import bytes_of

GAMES = 600


def play(out, cluster=None, judge=None, **wanted):
    plan = fake.plan(**{"games": GAMES, **wanted})
    return bytes_of(
        execute(plan, out, 8, quiet=True, table=fake.__name__, cluster=cluster, judge=judge)
    )


def test_a_worker_knows_nothing_of_the_disk_and_gives_back_bytes(tmp_path):
    """What a cluster's worker does, without a cluster."""
    from dataclasses import replace

    plan = fake.plan(games=GAMES)
    job = replace(job_of(plan, None, fake.__name__), folder=None)
    block = Block(1, 0, 0, 50)
    _, done = play_far("mark", pickle.dumps(job), sources_of(job), block)
    assert len(done.data) == 2
    (tmp_path / "games" / "cell-1").mkdir(parents=True)
    (tmp_path / "seats" / "cell-1").mkdir(parents=True)
    (tmp_path / "tmp").mkdir()
    here = BlockPlayer(job_of(plan, tmp_path, fake.__name__)).play(block)
    assert here.shards == done.shards
    assert [(tmp_path / s.file).read_bytes() for s in here.shards] == list(done.data)


def test_a_worker_of_another_version_says_so():
    job = job_of(fake.plan(), None, fake.__name__)
    assert differs(sources_of(job), job) == ""
    assert "has other sources" in differs("0" * 16, job)


def test_no_two_runs_on_a_dask_share_what_is_sent():
    """What one let go of was lost to the other, which waited for it for ever."""
    held = []
    dask = object.__new__(far._Dask)
    dask.client = SimpleNamespace(scatter=lambda data, broadcast: held.append(data))
    job = pickle.dumps(["a job"])
    first, second = dask.lay(job), dask.lay(job)
    assert first != second
    assert pickle.loads(first) == pickle.loads(second) == ["a job"]
    assert held == [first, second]


@pytest.fixture
def of_threads(monkeypatch):
    """A cluster that needs no Dask."""
    there = SimpleNamespace(
        jobs=2,
        lay=lambda job: job,
        options=lambda: {"backend": "threading"},
        close=lambda: None,
    )
    monkeypatch.setattr(Cluster, "open", lambda _: there)
    return Cluster("tcp://somewhere:8786")


def test_a_cluster_stops_by_the_same_rule_with_the_same_games(tmp_path, of_threads):
    def open_(run, progress):
        return [
            n for n, games in enumerate((300, 200)) if run.manifest["cells"][n]["games"] < games
        ]

    wanted = {"players": (2, 3), "until": "settled", "looks": (100, 200, 400, 600)}
    here = play(tmp_path / "here", judge=open_, **wanted)
    assert play(tmp_path / "far", of_threads, judge=open_, **wanted) == here
    assert [name for name in here if "games" in name]


def test_what_a_cluster_loses_is_played_again(tmp_path, monkeypatch, of_threads):
    whole = play(tmp_path / "whole")
    plays, failures = far.play_far, [RuntimeError("a worker died")]

    def fails_once(*task):
        if failures and list((tmp_path / "far").glob("games/*/*")):
            raise failures.pop()
        return plays(*task)

    monkeypatch.setattr(far, "play_far", fails_once)
    assert play(tmp_path / "far", of_threads) == whole
    assert not failures
    assert "the cluster lost them" in (tmp_path / "far" / "log.txt").read_text()


@pytest.fixture
def dask_cluster():
    distributed = pytest.importorskip("distributed", reason="needs the extra `dask`")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        yield cluster


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_dask_makes_the_same_bytes_though_a_worker_is_killed(tmp_path, dask_cluster):
    whole = play(tmp_path / "whole", slow=0.05)
    there = Cluster(dask_cluster.scheduler_address)
    assert play(tmp_path / "far", there, slow=0.05) == whole
    killed = []

    def kill():
        while not list((tmp_path / "killed").glob("games/*/*")):
            time.sleep(0.01)
        worker = next(iter(dask_cluster.workers.values()))
        killed.append(worker.process.pid)
        os.kill(worker.process.pid, signal.SIGKILL)

    thread = threading.Thread(target=kill)
    thread.start()
    assert play(tmp_path / "killed", there, slow=0.05) == whole
    thread.join()
    assert killed
