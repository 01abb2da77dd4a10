"""Packs with other guesses, and other players: what is played beside a run."""

from collections import Counter

import pytest

from simulate.core.errors import InputError
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import build
from simulate.run import guesses, players
from simulate.run.play import besides

HOT = "cards.regions.desert_a.abilities.heatwave.points"


def plan(*sets, target="defenders", **said):
    return build(load(RunRequest.of(said, target, sets=sets)))


def told(words, **asked):
    with pytest.raises(InputError) as refused:
        besides(plan(*words, **asked))
    (problem,) = refused.value.problems
    return f"{problem.where}: {problem.what}"


def test_every_number_takes_all_its_values_evenly():
    main = plan("players=3", guesses="60", games="6000")
    paths = guesses.open_paths(main)
    packs = list(guesses.draws(main, paths, 60))
    for path, (low, high) in paths.items():
        counted = Counter(pack[path] for pack in packs)
        assert set(counted) == set(range(low, high + 1))
        assert max(counted.values()) - min(counted.values()) <= 2


def test_packs_follow_from_the_seed_alone():
    one, two = (plan("players=3", guesses="8", seed=seed) for seed in ("1", "2"))
    draws = [list(guesses.draws(p, guesses.open_paths(p), 8)) for p in (one, one, two)]
    assert draws[0] == draws[1] != draws[2]


def test_every_cell_is_played_with_every_pack_and_its_own_changes_win():
    main = plan("players=2,3", "horde=easy", "rules.capital_limit=5,6", guesses="8")
    beside = besides(main)["guesses"]
    assert len(beside.cells) == 8 * len(main.cells) == 32
    assert beside.games == 20_000 // 8
    for cell in beside.cells:
        assert cell.changes["rules.capital_limit"] in (5, 6)
        assert cell.changes[HOT] == beside.cells[4 * (cell.levels["guess"] - 1)].changes[HOT]
    assert [cell.number for cell in beside.cells] == list(range(32))


def test_a_number_that_the_run_sets_is_open_no_more():
    assert HOT in guesses.open_paths(plan("players=3"))
    assert HOT not in guesses.open_paths(plan("players=3", f"{HOT}=2"))
    assert HOT not in guesses.open_paths(plan("players=3", f"{HOT}=1,2"))


def test_a_designers_own_open_number_is_drawn(tmp_path, monkeypatch):
    from simulate.cli import main

    monkeypatch.chdir(tmp_path)
    assert main(["new", "defenders", "mine"]) == 0
    rules = tmp_path / "mine" / "rules.toml"
    text = rules.read_text("utf-8")
    start = text.index("[capital_limit]")
    source = text.index("source = ", start)
    end = text.index("\n", source)
    mine = 'source = "stand-in: mine"\nrange = { low = 4, high = 8, why = "I am not sure" }'
    rules.write_text(text[:source] + mine + text[end:], "utf-8")
    paths = guesses.open_paths(build(load(RunRequest(None, "mine", sets=("players=3",)))))
    assert paths["rules.capital_limit"] == (4, 8)


def test_what_cannot_be_drawn_is_refused():
    assert "packs of 16 cells are more than 5,000 combinations" in told([], guesses="1000")
    every = [f"{path}={low}" for path, (low, _) in guesses.open_paths(plan()).items()]
    assert "no number of defenders is open" in told(every, guesses="8")


def test_another_player_sits_in_every_seat_with_fewer_games():
    main = plan("players=2,3", "strategy=guardian", confirm_with="balanced")
    beside = besides(main)["players"]
    assert beside.games == 1_000
    assert {name for cell in beside.cells for name in cell.setting["strategy"]} == {"balanced"}
    assert [cell.levels for cell in beside.cells] == [cell.levels for cell in main.cells]
    assert beside.manifest()["setting"]["strategy"] == "balanced"
    assert players.plan_of(plan(games="10"), "random").games == players.FEWEST


@pytest.mark.parametrize(
    "words, strategy, what",
    [
        ([], "balancd", "there is no strategy `balancd`; did you mean `balanced`?"),
        ([], "balanced", "`balanced` plays this run already"),
        (["strategy=random,balanced"], "guardian", "this run compares or mixes players itself"),
        (["strategy.1=random"], "guardian", "this run compares or mixes players itself"),
    ],
)
def test_a_player_who_cannot_confirm_is_refused(words, strategy, what):
    assert what in told(words, confirm_with=strategy)
