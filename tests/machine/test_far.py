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

from simulate.core.errors import InputError, RunError
from simulate.run import Cluster, execute
from simulate.run import cluster as far
from simulate.run.blocks import Block, BlockPlayer, job_of
from simulate.run.cluster import differs, play_far, sources_of
from tests.machine import fake
from tests.machine.process import below, command_of
from tests.machine.test_journal import bytes_of

GAMES = 600


def play(out, cluster=None, **wanted):
    plan = fake.plan(**{"games": GAMES, **wanted})
    return bytes_of(execute(plan, out, 8, quiet=True, table=fake.__name__, cluster=cluster))


def test_a_cluster_is_named_in_full():
    with pytest.raises(InputError, match="needs the address of its scheduler"):
        Cluster("dask")
    with pytest.raises(InputError, match="must be one of local, dask, ray"):
        Cluster("spark")


def test_a_worker_knows_nothing_of_the_disk_and_gives_back_bytes(tmp_path):
    """What a cluster's worker does, without a cluster."""
    from dataclasses import replace

    plan = fake.plan(games=GAMES)
    job = replace(job_of(plan, None, fake.__name__), folder=None)
    block = Block(1, 0, 0, 50)
    _, done = play_far("mark", pickle.dumps(job), sources_of(job), block)
    assert len(done.data) == 2
    (tmp_path / "games" / "cell=1").mkdir(parents=True)
    (tmp_path / "seats" / "cell=1").mkdir(parents=True)
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
def waves(monkeypatch):
    """What joblib does with the workers of a cluster that gives results wave by wave, as Ray does.

    They are threads here, so that it needs no Ray.
    """
    from joblib import register_parallel_backend
    from joblib._parallel_backends import ThreadingBackend

    did = []

    class Waves(ThreadingBackend):
        def configure(self, *args, **wanted):
            did.append("start")
            return super().configure(*args, **wanted)

        def submit(self, *args, **wanted):
            did.append("task")
            return super().submit(*args, **wanted)

        def terminate(self):
            did.append("end")
            super().terminate()

    register_parallel_backend("waves", Waves)
    there = SimpleNamespace(
        several=False,
        jobs=2,
        lay=lambda job: job,
        options=lambda: {"backend": "waves"},
        close=lambda: did.append("left"),
    )
    monkeypatch.setattr(Cluster, "open", lambda _: there)
    return did


def test_workers_are_kept_from_wave_to_wave(tmp_path, waves):
    """Each would load the game anew: most of the time of a run on Ray went there."""
    whole = play(tmp_path / "whole")
    assert play(tmp_path / "far", Cluster("ray")) == whole
    blocks = waves.count("task")
    assert blocks > 2 * far.TASKS_AHEAD  # or it was one wave
    assert waves == ["start", *["task"] * blocks, "end", "left"]


def test_a_wave_that_fails_takes_its_workers_along(tmp_path, waves, monkeypatch):
    whole = play(tmp_path / "whole")
    plays, failures = far.play_far, [RuntimeError("an actor died")]

    def fails_once(*task):
        if waves.count("task") > 2 * far.TASKS_AHEAD and failures:
            raise failures.pop()
        return plays(*task)

    monkeypatch.setattr(far, "play_far", fails_once)
    assert play(tmp_path / "far", Cluster("ray")) == whole
    assert not failures
    assert waves[0] == "start"
    again = waves[waves.index("end") :]
    assert again[-3:] == ["task", "end", "left"]
    assert again.count("end") == again.count("start") + 1


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
    there = Cluster("dask", dask_cluster.scheduler_address)
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


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_ray_makes_the_same_bytes_and_each_worker_loads_the_game_once(tmp_path, monkeypatch):
    ray = pytest.importorskip("ray", reason="needs the extra `ray`")
    whole = play(tmp_path / "whole")
    monkeypatch.setenv("FAKE_NOTES", str(tmp_path / "notes"))
    assert play(tmp_path / "far", Cluster("ray")) == whole
    assert not ray.is_initialized()
    notes = [line.split() for line in (tmp_path / "notes").read_text().splitlines()]
    players = {pid for pid, did, *_ in notes if did == "play"}
    assert len(players) <= (os.cpu_count() or 1)  # of several waves
    monkeypatch.delenv("FAKE_NOTES")
    with pytest.raises(RunError, match="divided by the Minotaur"):
        play(tmp_path / "broken", Cluster("ray"), breaks=333)


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_ray_makes_the_same_bytes_though_a_worker_is_killed(tmp_path):
    pytest.importorskip("ray", reason="needs the extra `ray`")
    whole = play(tmp_path / "whole", slow=0.5)
    killed, over = [], threading.Event()

    def kill():
        while not (busy := [pid for pid in below(os.getpid()) if plays(pid)]):
            if over.wait(0.01):
                return
        os.kill(busy[0], signal.SIGKILL)
        killed.append(busy[0])

    def plays(pid):
        written = list((tmp_path / "killed").glob("games/*/*"))
        return written and command_of(pid).startswith(b"ray::PoolActor.run_batch")

    thread = threading.Thread(target=kill)
    thread.start()
    assert play(tmp_path / "killed", Cluster("ray"), slow=0.5) == whole
    over.set()
    thread.join()
    assert killed
    assert "the cluster lost them" in (tmp_path / "killed" / "log.txt").read_text()
