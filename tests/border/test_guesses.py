"""Packs with other guesses, which are played beside a run; and who cannot confirm one."""

from collections import Counter

import pytest

from simulate.core.errors import InputError
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import build
from simulate.run.play import besides
from simulate.run.precision import Rounds
from simulate.run.side import guesses

pytestmark = pytest.mark.long

HOT = "cards.regions.desert_a.abilities.heatwave.points"


def plan(*sets, target="defenders", **said):
    return build(load(RunRequest.of(said, target, sets=sets)))


def told(words, **asked):
    with pytest.raises(InputError) as refused:
        besides(plan(*words, **asked))
    (problem,) = refused.value.problems
    return f"{problem.where}: {problem.what}"


def drawn(main, packs):
    return list(guesses.draws(main, guesses.open_guesses(main), packs))


def test_half_of_the_packs_keep_a_guess_and_the_others_share_what_it_could_be():
    main = plan("players=3", guesses="60", games="6000")
    packs = drawn(main, 60)
    for guess in guesses.open_guesses(main):
        counted = Counter(str(pack.get(guess.path, "ours")) for pack in packs)
        assert set(counted) <= {"ours", *map(str, guess.others)}
        assert counted["ours"] >= 30  # and what did not go together stays as it is, too
    whole = Counter(pack.get(HOT, 3) for pack in packs)
    assert (whole[2], whole[3]) == (30, 30)


def test_packs_follow_from_the_seed_alone():
    one, two = (plan("players=3", guesses="8", seed=seed) for seed in ("1", "2"))
    draws = [drawn(p, 8) for p in (one, one, two)]
    assert draws[0] == draws[1] != draws[2]


def test_each_pack_plays_game_numbers_of_its_own():
    beside = besides(plan("players=2,3", "horde=easy", guesses="8", games="1600"))["guesses"]
    played = {}
    for block in next(iter(Rounds(beside))):
        span = range(block.first, block.first + block.count)
        played.setdefault(block.cell, []).extend(span)
    assert [sorted(games) for _, games in sorted(played.items())] == [
        [*range(200 * pack, 200 * (pack + 1))] for pack in range(8) for _ in range(2)
    ]


def test_every_cell_is_played_with_every_pack_and_its_own_changes_win():
    main = plan("players=2,3", "horde=easy", "rules.capital_limit=5,6", guesses="8")
    beside = besides(main)["guesses"]
    assert len(beside.cells) == 8 * len(main.cells) == 32
    assert beside.games == 20_000 // 8
    for cell in beside.cells:
        assert cell.changes["rules.capital_limit"] in (5, 6)
        first = beside.cells[4 * (cell.levels["guess"] - 1)].changes
        assert cell.changes.get(HOT) == first.get(HOT)
    assert [cell.number for cell in beside.cells] == list(range(32))


def test_what_the_run_sets_is_open_no_more_nor_what_holds_it():
    def paths(*sets):
        return {guess.path for guess in guesses.open_guesses(plan("players=3", *sets))}

    farshot = "cards.heroes.ranger.abilities.farshot"
    assert {HOT, farshot} <= paths()
    assert HOT not in paths(f"{HOT}=2") | paths(f"{HOT}=1,2")
    assert farshot not in paths(f"{farshot}.effects.0.amount=1")


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
    main = build(load(RunRequest(None, "mine", sets=("players=3",))))
    (limit,) = (g for g in guesses.open_guesses(main) if g.path == "rules.capital_limit")
    assert limit.others == (4, 5, 7, 8)


def test_what_cannot_be_drawn_is_refused(monkeypatch):
    assert "packs of 16 cells are more than 5,000 combinations" in told([], guesses="1000")
    monkeypatch.setattr(guesses.guessed, "of_pack", lambda pack: [])
    assert "no value of defenders is open" in told([], guesses="8")


@pytest.mark.parametrize(
    "words, strategy, what",
    [
        ([], "balancd", "there is no strategy `balancd`; did you mean `balanced`?"),
        ([], "balanced", "`balanced` plays this run already"),
        (["strategy=random,balanced"], "guardian", "this run compares or mixes strategies itself"),
        (["strategy.1=random"], "guardian", "this run compares or mixes strategies itself"),
    ],
)
def test_a_player_who_cannot_confirm_is_refused(words, strategy, what):
    assert what in told(words, confirm_with=strategy)
