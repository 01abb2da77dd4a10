"""A run that stops when all is settled: who plays on, how far, and always the same games."""

import pytest

from simulate import store
from simulate.run import execute, runner
from simulate.run.interim import Looks
from simulate.run.workers import pool
from tests.machine import fake

LOOKS = (1_000, 2_000, 4_000, 5_500)


def plan(players=(1, 2, 3)):
    return fake.plan(players=players, games=LOOKS[-1], until="settled", looks=LOOKS)


def play(out, judge, jobs=1):
    path = execute(plan(), out, jobs, quiet=True, table=fake.__name__, judge=judge)
    return store.open_run(path)


def games_of(run):
    return [cell["games"] for cell in run.manifest["cells"]]


def judged(*answers):
    """A judge who says at each look which cells are open, and what was then looked at."""
    seen = []

    def judge(run, progress):
        seen.append(run.games().group_by("cell").len().sort("cell").collect()["len"].to_list())
        return answers[len(seen) - 1] if len(seen) <= len(answers) else ()

    return judge, seen


def test_what_is_settled_at_the_first_look_plays_no_further(tmp_path):
    judge, seen = judged(())
    assert games_of(play(tmp_path / "run", judge)) == [1_000] * 3
    assert seen == [[1_000] * 3]


def test_only_what_is_open_plays_on_and_what_opens_again_catches_up(tmp_path):
    judge, seen = judged((1,), (0, 1), ())
    run = play(tmp_path / "run", judge)
    assert seen == [[1_000] * 3, [1_000, 2_000, 1_000], [4_000, 4_000, 1_000]]
    games = run.games().sort("cell", "replicate").collect()
    for cell, count in enumerate((4_000, 4_000, 1_000)):
        mine = games.filter(games["cell"] == cell)["replicate"].to_list()
        assert mine == list(range(count))
    run.verify()


def test_the_most_games_end_it_whatever_is_open_then(tmp_path):
    judge, seen = judged((0,), (0,), (0,), (0,))
    assert games_of(play(tmp_path / "run", judge)) == [5_500, 1_000, 1_000]
    assert len(seen) == len(LOOKS)


def test_what_is_kept_in_small_parts_has_the_games_of_what_is_not(tmp_path, monkeypatch):
    """Players that are a little slow: parts are larger than the numbers of blocks are apart."""
    whole = play(tmp_path / "whole", judged((0, 1), (1,), ())[0])
    for most in (70, 600):
        monkeypatch.setattr(runner, "most_games", lambda plan, most=most: most)
        parts = play(tmp_path / f"parts-{most}", judged((0, 1), (1,), ())[0])
        assert parts.shards == whole.shards
        assert parts.games().collect().equals(whole.games().collect())
        assert parts.seats().collect().equals(whole.seats().collect())


def test_the_games_that_are_left_are_those_that_are_likely_to_do():
    rounds = Looks(plan())
    blocks = iter(rounds)
    for block in next(blocks):
        rounds.score.games[block.cell] += block.count
    rounds.judge = lambda: {0: 3_500, 2: 1_100}
    next(blocks)
    assert rounds.games_left() == (4_000 - 1_000) + (2_000 - 1_000)


@pytest.mark.long
def test_any_number_of_processes_plays_the_same_games(tmp_path, monkeypatch):
    monkeypatch.setattr(pool, "ALONE_FIRST", -1.0)
    one, two = (play(tmp_path / str(jobs), judged((1,), (0, 1), ())[0], jobs) for jobs in (1, 2))
    assert one.shards == two.shards


@pytest.mark.parametrize("last", [300, 1_000, 64_000, 1_000_000])
def test_no_more_files_than_there_is_space_kept_for(last):
    looks = [min(1_000, last)]
    while looks[-1] < last:
        looks.append(min(2 * looks[-1], last))
    rounds = Looks(fake.plan(players=(1, 2), games=last, until="settled", looks=tuple(looks)))
    shards, names = 0, set()
    for blocks in rounds:
        for block in blocks:
            shards += 2
            assert (block.cell, block.number) not in names
            names.add((block.cell, block.number))
            rounds.score.games[block.cell] += block.count
        assert rounds.games_left() == 0
    assert shards == rounds.most_shards()
    assert set(rounds.score.games.values()) == {last}
