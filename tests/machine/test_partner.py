"""Two games played in step: as many of each setting, the same in whatever pieces."""

import signal

import pytest

from analysis.conclusions import unsettled
from simulate import run, store
from simulate.core.errors import RunError
from simulate.run.side.partner import Partner
from tests.machine import fake

LOOKS = (1_000, 2_000, 4_000, 5_500)


def plan(rate, players=(2, 3)):
    stops = {"games": LOOKS[-1], "until": "settled", "looks": LOOKS}
    return fake.plan(players=players, rate=rate, **stops)


def execute(plan, folder, *, judge):
    again = run.is_begun(folder)
    return run.execute(
        plan, folder, 1, quiet=True, table=fake.__name__, judge=judge, resume=again, turns=False
    )


@pytest.fixture
def play(tmp_path, monkeypatch):
    """Plays a run that has verdicts of its own open in cell 0 once, and another beside it.

    differs: at each later look, where it is open what differs.
    """

    def both(*differs, other=None, **options):
        partner = Partner(other or plan(4), tmp_path / "other", execute, **options)
        joined, waiting = [], iter(differs)
        monkeypatch.setattr(
            unsettled, "open_differences", lambda both: joined.append(both) or next(waiting)
        )

        def judge(played, progress):
            own_open = games_of(played) == [1_000, 1_000]
            return {0: 2_000} if own_open else partner.open_cells(played, progress)

        path = execute(plan(3), tmp_path / "run", judge=judge)
        partner.end(store.open_run(path))
        assert next(waiting, None) is None
        return store.open_run(path), store.open_run(tmp_path / "other"), joined

    return both


def games_of(played):
    return [cell["games"] for cell in played.manifest["cells"]]


def test_both_play_on_while_it_is_open_what_differs(play, tmp_path):
    one, other, joined = play({1: 4_000}, {})
    assert [games_of(both.after) for both in joined] == [[2_000, 1_000], [2_000, 4_000]]
    assert [games_of(both.before) for both in joined] == [[2_000, 1_000], [2_000, 4_000]]
    assert games_of(one) == games_of(other) == [2_000, 4_000]
    assert other.manifest["status"] == "complete"
    other.verify()
    alone = run.execute(
        fake.plan(games=4_000, rate=4), tmp_path / "alone", 1, quiet=True, table=fake.__name__
    )
    for number, count in enumerate(games_of(other)):
        whole, mine = (
            rows.filter(cell=number).sort("replicate").collect()
            for rows in (store.open_run(alone).games(0, count - 1), other.games())
        )
        assert mine.equals(whole)


def test_it_ends_after_the_most_games_whatever_is_open(play):
    one, other, joined = play({0: 4_000, 1: 4_000}, {0: 5_500, 1: 5_500})
    assert games_of(one) == games_of(other) == [LOOKS[-1]] * 2
    assert len(joined) == 2  # after the last look nobody is asked


def test_where_few_games_are_afforded_nothing_waits_for_them(play):
    one, other, joined = play(afforded=lambda games: games // 3)
    assert (games_of(one), games_of(other), joined) == ([2_000, 1_000], [1_000, 1_000], [])


def test_a_setting_that_the_run_lacks_has_the_games_of_the_first_look(play):
    _, other, _ = play({0: 4_000}, {}, other=plan(4, players=(2, 5)))
    assert games_of(other) == [4_000, 1_000]


def test_cut_short_in_the_other_it_goes_on_to_the_same_games(play, tmp_path, monkeypatch):
    blocks, whole = [], fake.play_block

    def cut(table, seed, first, count):
        blocks.append(table.bonus)
        if len(blocks) == 15:
            signal.raise_signal(signal.SIGINT)
        return whole(table, seed, first, count)

    monkeypatch.setattr(fake, "play_block", cut)
    with pytest.raises(run.Interrupted):
        play({1: 4_000}, {})
    assert run.is_begun(tmp_path / "run") and run.is_begun(tmp_path / "other")
    one, other, _ = play({1: 4_000}, {})
    assert games_of(one) == games_of(other) == [2_000, 4_000]


def test_what_stops_the_other_stops_both_and_is_said_once(play, tmp_path, monkeypatch):
    def broken(table, seed, first, count):
        if table.setting["rate"] == 4:
            raise ValueError("no card is left")
        return fake_block(table, seed, first, count)

    fake_block = fake.play_block
    monkeypatch.setattr(fake, "play_block", broken)
    with pytest.raises(RunError) as told:
        play({})
    assert str(told.value).startswith("The game failed in cell 0 (players=2), game 0, seed 7: ")
    assert str(told.value).count("failed in") == 1
    assert store.open_run(tmp_path / "run").manifest["status"] == "partial"
