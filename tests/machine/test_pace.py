"""Slow games are kept a few at a time, by what they are known to take; what is left is the same."""

import contextlib
import os
import signal
from dataclasses import replace
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulate import store
from simulate.experiment import RunRequest, effort, load, price
from simulate.experiment.plan import build
from simulate.run import execute, journal, pace, runner
from simulate.run.interim import Looks
from simulate.run.pace import CutBlocks, most_games
from simulate.run.precision import Rounds
from simulate.run.progress import GamesSoFar
from simulate.run.workers.blocks import LARGEST, blocks
from simulate.search import trial
from simulate.search.trial import Trial
from simulate.store.rows import packing
from tests.machine import fake
from tests.machine.kills import Killed, bytes_of, killed_after
from tests.marks import long_but

PLANS = {
    "games": {"players": (1, 3), "games": 230},
    "several blocks": {"players": (2,), "games": 30_100},
    "precision": {"players": (1, 6), "precision": 0.05, "games": 1_500},
}


def played(folder, plan, most, monkeypatch, **how):
    monkeypatch.setattr(runner, "most_games", lambda plan: most)
    return execute(plan, folder, 1, quiet=True, table=fake.__name__, **how)


@pytest.mark.parametrize("which", long_but({"games"}, PLANS))
@pytest.mark.parametrize("most", long_but({37}, [3, 37, 450]))
def test_a_finished_run_is_the_same_however_few_games_are_kept_at_a_time(
    tmp_path, monkeypatch, which, most
):
    plan = fake.plan(**PLANS[which])
    whole = bytes_of(played(tmp_path / "whole", plan, None, monkeypatch))
    assert bytes_of(played(tmp_path / "parts", plan, most, monkeypatch)) == whole


@pytest.mark.parametrize("after", long_but({7}, [1, 7, 20]))
def test_a_killed_run_goes_on_in_parts_as_it_was_begun(tmp_path, monkeypatch, after):
    """Though costs were measured anew meanwhile: what lies there are parts of another size."""
    plan = fake.plan(players=(1, 3), games=230)
    whole = bytes_of(played(tmp_path / "whole", plan, None, monkeypatch))
    with killed_after(after):
        played(tmp_path / "run", plan, 20, monkeypatch)
    lines = journal.read(tmp_path / "run")
    assert sum(b.count for line in lines for b, _ in journal.blocks_of(line)) == 20 * after
    again = played(tmp_path / "run", plan, 13, monkeypatch, resume=True)
    assert bytes_of(again) == whole


def test_one_that_is_killed_while_parts_are_put_together_goes_on(tmp_path, monkeypatch):
    plan = fake.plan(players=(2,), games=230)
    whole = bytes_of(played(tmp_path / "whole", plan, None, monkeypatch))
    put, make_whole = packing.put, runner._make_whole

    def dying(folder, name, data):
        put(folder, name, data)
        raise Killed

    def killed_there(work, *given):
        with contextlib.closing(work.written):
            make_whole(work, *given)

    with monkeypatch.context() as patched, pytest.raises(Killed):
        patched.setattr(packing, "put", dying)
        patched.setattr(runner, "_make_whole", killed_there)
        played(tmp_path / "run", plan, 20, patched)
    assert bytes_of(played(tmp_path / "run", plan, 20, monkeypatch, resume=True)) == whole


def test_a_stopped_run_of_a_slow_player_keeps_games_of_every_setting(tmp_path, monkeypatch):
    """Not one block of it was finished; a signal stops it, and it goes on to the same bytes."""
    plan, count = fake.plan(players=(1, 3), games=90), [0]
    whole = bytes_of(played(tmp_path / "whole", plan, None, monkeypatch))
    play_block = fake.play_block

    def stopping(*given):
        count[0] += 1
        if count[0] == 5:
            os.kill(os.getpid(), signal.SIGINT)
        return play_block(*given)

    monkeypatch.setattr(fake, "play_block", stopping)
    with pytest.raises(runner.Interrupted):
        played(tmp_path / "run", plan, 10, monkeypatch)
    kept = store.open_run(tmp_path / "run")
    assert kept.manifest["status"] == "partial"
    assert [cell["games"] for cell in kept.manifest["cells"]] == [20, 20]
    assert kept.games().collect().height == 40
    assert bytes_of(played(tmp_path / "run", plan, 10, monkeypatch, resume=True)) == whole


def plan_of(*sets, game="kingdoms", games="300"):
    return build(load(RunRequest(game, games=games, sets=sets, plain=True), []))


@pytest.mark.parametrize(
    ("sets", "most"),
    [
        (("players=4", "strategy=expert"), 30_000 / 5520),  # loops of ten seconds, and of a game
        (("players=4", "strategy=balanced"), 30_000 / 35.9),
        (("players=4", "strategy=quick", "strategy.3=expert"), 30_000 / 5520),
    ],
)
def test_a_block_takes_ten_seconds_by_what_its_games_were_measured_to_take(sets, most):
    assert most_games(plan_of(*sets)) == int(most)


def test_the_slowest_setting_decides():
    assert most_games(plan_of("players=2,5", "strategy=expert")) == int(30_000 / 7540)


def test_one_who_looks_ahead_as_another_does_is_taken_to_be_as_slow():
    plan = plan_of("players=4", "strategy=expert")
    pack = plan.pack
    known = {**pack.strategies, "mine": pack.strategies["expert"]}
    cell = replace(plan.cells[0], setting={**plan.cells[0].setting, "strategy": ["mine"] * 4})
    mine = replace(plan, cells=(cell,))
    object.__setattr__(mine.experiment, "pack", replace(pack, strategies=known))
    assert most_games(mine) == int(30_000 / 5520)


def test_who_looks_ahead_and_was_never_measured_plays_few_games_at_a_time(monkeypatch):
    monkeypatch.setattr(price.configs, "costs", lambda game: [])
    assert most_games(plan_of("strategy=expert")) == pace.UNKNOWN
    assert most_games(plan_of("strategy=expert", games="50000")) == 50
    assert most_games(plan_of("strategy=quick")) is None


def test_games_of_an_own_file_are_counted_and_not_timed(monkeypatch):
    file = "tests/own/games/harbour.py"
    fast, slow = (plan_of(f"strategy={s}", game=file) for s in ("greedy", "look_ahead"))
    once = most_games(slow)
    assert once == most_games(slow)
    assert 10 < once < 1_000 < most_games(fast)
    monkeypatch.setattr(effort, "costs", lambda *_: [])  # its code fails there
    assert most_games(slow) == pace.UNKNOWN
    assert most_games(fast) is None


@settings(max_examples=40, deadline=None)
@given(games=st.integers(1, 900), size=st.integers(1, 300), most=st.integers(1, 400))
def test_parts_cover_every_game_of_every_cell_once_and_cells_take_turns(games, size, most):
    parts = [*CutBlocks(most).of(blocks([4, 9], 0, games, size))]
    for cell in (4, 9):
        mine = [part for part in parts if part.cell == cell]
        assert [g for p in mine for g in range(p.first, p.first + p.count)] == [*range(games)]
        assert all(part.count <= most for part in mine)
        assert [part.number for part in mine] == [*range(len(mine))]
    firsts = [part.first for part in parts]
    assert firsts == sorted(firsts)


@pytest.mark.parametrize("most", [None, LARGEST, 7])
def test_quick_games_are_in_the_blocks_they_were_in(most):
    """Numbers, by which files are called, among them."""
    plan = fake.plan(players=(2, 3), games=2_500)
    plain, paced = ([b for r in rounds for b in r] for rounds in (Rounds(plan), Rounds(plan, most)))
    assert (plain == paced) == (most != 7)


def test_a_run_that_is_looked_at_is_cut_in_parts_too():
    plan = fake.plan(players=(2,), games=4_000, until="settled", looks=[1_000, 2_000, 4_000])
    rounds = Looks(plan, 30)
    parts = []
    for look in rounds:
        came = [*look]
        parts += came
        rounds.score.games[0] += sum(part.count for part in came)
    assert max(part.count for part in parts) == 30
    assert [part.number for part in parts] == [*range(len(parts))]
    assert len(parts) * 2 <= rounds.most_shards()
    whole = [(b.number, b.first, b.count) for b in rounds.whole]
    plain = Looks(plan)
    again = []
    for look in plain:
        came = [*look]
        again += [(b.number, b.first, b.count) for b in came]
        plain.score.games[0] += sum(block.count for block in came)
    assert whole == again


@pytest.mark.parametrize(
    ("most", "size"), [(None, 1_000), (1_000, 1_000), (640, 600), (99, 50), (7, 5), (1, 1)]
)
def test_a_search_keeps_slow_games_in_small_blocks_that_are_told_apart(most, size):
    """Rounds of searches begin at hundreds of games, and so do their blocks."""
    searching = Trial.__new__(Trial)
    searching.score, searching._block = GamesSoFar({0: 500, 1: 0}), trial._block(most)
    assert searching._block == size
    listed = [*searching._blocks({0: 900, 1: 700})]
    assert max(block.count for block in listed) <= size
    for cell, games in ((0, range(500, 900)), (1, range(700))):
        mine = [block for block in listed if block.cell == cell]
        assert [g for b in mine for g in range(b.first, b.first + b.count)] == [*games]
        assert len({block.number for block in mine}) == len(mine)


def test_what_is_left_of_a_search_is_of_all_its_rounds():
    """A round said 5 s, and the next began; what may be played at most only grows less."""
    searching = Trial.__new__(Trial)
    named = [SimpleNamespace(name=name, twins=((0, n),)) for n, name in enumerate("ab", 1)]
    searching.tried, searching.base, searching.score = named, [0], GamesSoFar({0: 0, 1: 0, 2: 0})
    searching._longest, searching._later, told = 4_000, lambda: 500, []
    rounds = [{"a": 500, "b": 500}, {"b": 2_000}, {"b": 4_000}]
    for goals in rounds:
        blocks = [(0, max(goals.values())), *((" ab".index(n), g) for n, g in goals.items())]
        new = {cell: goal - searching.score.games[cell] for cell, goal in blocks}
        searching._goals, searching._left = goals, searching.played + sum(new.values())
        told.append(searching.played + searching.games_left())
        for cell, games in new.items():
            searching.score.games[cell] += games
        told.append(searching.played + searching.games_left())
    assert told == sorted(told, reverse=True)
    assert searching.games_left() == 500
