"""Blocks that fail and workers that die, without a real process: who is played again, and how."""

import contextlib
import errno
import os
import pickle

import pytest
from joblib.externals.loky.process_executor import TerminatedWorkerError

from simulate.run.workers import pool
from simulate.run.workers.blocks import Block, BlockPlayer, Done, Failed, GameFailed, job_of
from simulate.run.workers.interrupt import InterruptHandler
from simulate.run.workers.pool import MOST_FAILURES, Pool
from tests.machine import fake

BLOCKS = [Block(0, number, 100 * number, 100) for number in range(12)]


class Workers(Pool):
    """A pool whose workers are made of lists: `deadly` games kill them, each so many times.

    sent: what was sent to them at a time, by the name of what they do.
    """

    def __init__(self, folder, deadly=None, failing=None):
        player = BlockPlayer(job_of(fake.plan(players=(2,)), folder, fake.__name__))
        self.lost, self.sent = [], []
        super().__init__(
            player, 2, InterruptHandler(print), 10**9, lambda *what: self.lost.append(what)
        )
        self.deadly, self.failing = dict(deadly or {}), dict(failing or {})

    def _awake(self):
        return True

    def _results(self, work, blocks, sent, alone):
        waiting = iter(blocks)
        self.sent.append([])
        for block in waiting:
            ahead = (
                [block] if alone else [block, *(b for _, b in zip(range(3), waiting, strict=False))]
            )
            for each in ahead:
                sent[each] = None
                self.sent[-1].append(each)
            for each in ahead:
                if self._happens(self.deadly, each):
                    raise TerminatedWorkerError("killed")
                failed = GameFailed("it failed", 0, each.first)
                result = (
                    failed if self._happens(self.failing, each) else Done(0, each.count, {}, ())
                )
                yield each, result

    def _happens(self, what, block):
        for game in what:
            if block.first <= game < block.first + block.count and what[game]:
                what[game] -= 1
                return True
        return False


def played(pool):
    return [block for block, _ in pool.play(iter(BLOCKS))]


@pytest.mark.parametrize("times", [1, 2])
def test_all_that_was_lost_with_a_worker_is_played_again_once(tmp_path, times):
    pool = Workers(tmp_path, deadly={510: times})
    assert sorted(played(pool), key=lambda block: block.number) == BLOCKS
    assert len(pool.lost) == times
    assert pool.lost[0][0] == BLOCKS[5:8]
    assert "was killed or died" in pool.lost[0][1]


def test_what_was_lost_twice_is_played_by_itself(tmp_path):
    pool = Workers(tmp_path, deadly={510: 2})
    played(pool)
    alone = [sent for sent in pool.sent if len(sent) == 1]
    assert [BLOCKS[5]] in alone
    assert pool.sent[-1][-1] == BLOCKS[-1]


def test_a_game_that_kills_three_times_is_found_and_named(tmp_path):
    pool = Workers(tmp_path, deadly={517: 1_000})
    done = []
    with pytest.raises(
        GameFailed, match=r"cell 0 .*, game 517, seed 7: the process .* dies"
    ) as caught:
        for block, _ in pool.play(iter(BLOCKS)):
            done.append(block)
    assert (caught.value.cell, caught.value.game) == (0, 517)
    assert BLOCKS[5] not in done
    assert done[:5] == BLOCKS[:5]
    halves = [sent[0].count for sent in pool.sent[3:]]
    assert halves[0] == 50
    assert halves[-1] == 1


def test_where_no_game_by_itself_kills_the_block_is_named(tmp_path):
    pool = Workers(tmp_path, deadly={517: MOST_FAILURES})
    with pytest.raises(GameFailed, match="games 500 to 599, seed 7: the process"):
        played(pool)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_game_that_fails_is_played_three_times(tmp_path, jobs):
    pool = Workers(tmp_path, failing={510: 2})
    if jobs == 1:
        pool._jobs = 1
        tried = iter([GameFailed("it failed"), GameFailed("it failed")])
        pool._player.play = lambda block: _raise_next(tried, block)
    assert sorted(played(pool), key=lambda block: block.number) == BLOCKS
    assert [why for _, why in pool.lost] == ["it failed"] * 2


def _raise_next(tried, block):
    if block.number == 5:
        with contextlib.suppress(StopIteration):
            raise next(tried)
    return Done(0, block.count, {}, ())


def test_a_game_that_fails_three_times_ends_the_run(tmp_path):
    pool = Workers(tmp_path, failing={510: 3})
    with pytest.raises(GameFailed, match="it failed"):
        played(pool)
    assert len(pool.lost) == 2


def test_memory_that_runs_out_is_a_failure_like_another(tmp_path):
    pool = Workers(tmp_path)
    pool._jobs = 1

    def short(block):
        raise MemoryError

    pool._player.play = short
    with pytest.raises(GameFailed, match="games 0 to 99, seed 7: memory ran out"):
        played(pool)


def test_a_failure_comes_whole_from_another_process(tmp_path):
    player = BlockPlayer(job_of(fake.plan(players=(2,)), tmp_path, fake.__name__))
    sent = pickle.loads(pickle.dumps(player.failure(BLOCKS[3], Failed("divided", 317))))
    assert (str(sent), sent.cell, sent.game) == (
        "cell 0 (players=2), game 317, seed 7: divided",
        0,
        317,
    )


class NoLocks(Pool):
    """A pool on a machine that lets no worker be started."""

    def __init__(self, folder, told):
        player = BlockPlayer(job_of(fake.plan(players=(2,)), folder, fake.__name__))
        super().__init__(player, 2, InterruptHandler(print), 10**9, note=told.append)


@pytest.mark.parametrize("broken", [pool, pool.ExitStack])
def test_where_no_worker_can_be_started_this_process_plays_alone(tmp_path, monkeypatch, broken):
    """Shared memory that may not be written to, or not when joblib begins."""

    def refuse(*_, **__):
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr("multiprocessing.synchronize.SemLock.__init__", refuse)
    if broken is not pool:
        monkeypatch.setattr(pool, "_try_lock", lambda: None)
        monkeypatch.setattr(pool, "_start_trackers", refuse)
    told = []
    before = {name: os.environ.get(name) for name in pool.CHILDREN}
    alone = NoLocks(tmp_path, told)
    for name in ("games/cell-0", "seats/cell-0", "tmp"):
        (tmp_path / name).mkdir(parents=True)
    assert [block for block, _ in alone.play(iter(BLOCKS))] == BLOCKS
    alone.close()
    assert told == [
        "no process can be started beside this one (/dev/shm: Read-only file system), so this "
        "process plays alone, as with --jobs 1"
    ]
    assert {name: os.environ.get(name) for name in pool.CHILDREN} == before


def test_children_find_what_they_are_started_with_and_others_do_not(monkeypatch):
    monkeypatch.setenv("PYTHONWARNINGS", "error")
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    with pool._for_children():
        assert {name: os.environ[name] for name in pool.CHILDREN} == pool.CHILDREN
    assert os.environ["PYTHONWARNINGS"] == "error"
    assert "PYTHONSAFEPATH" not in os.environ
