"""Games of others: of OpenSpiel and PettingZoo, installed ones; and ours as an environment.

What each seat wins when all play at random is known: of tic-tac-toe from its 255,168 games, of
others by going through OpenSpiel's own tree.
"""

import sys
import warnings
from collections import Counter
from contextlib import redirect_stdout
from io import StringIO
from itertools import product
from random import Random

import pytest

import tiny_epic_balance
from simulate.cli import main
from simulate.core.errors import InputError
from simulate.own import table
from simulate.own.check.check import check
from simulate.own.file import of_others
from simulate.own.file.reading import know
from simulate.own.luck import GameLuck
from simulate.own.others import environment
from simulate.own.players import supposed
from simulate.own.setting import laid
from simulate.pack import catalogue, load
from tests.machine.kills import bytes_of, killed_after
from tests.own import coins

TIC_TAC_TOE = {1.0: 0.5850, 0.5: 0.1270, 0.0: 0.2881}  # share of the first seat -> how often
PIG = "openspiel:pig(winscore=12)"


@pytest.fixture
def spiel():
    return pytest.importorskip("pyspiel", reason="needs the extra `openspiel`")


@pytest.fixture
def zoo():
    pytest.importorskip("pygame", reason="needs the extra `pettingzoo`")
    return pytest.importorskip("pettingzoo", reason="needs the extra `pettingzoo`")


def random_table(file):
    """A game whose seats play at random."""
    own = know(file)
    return table.prepare(load(own.name), own.at_random(own.kind.PLAYERS[0], {}))


def first_shares(file, games, seed=5):
    """What the first seat wins of each game."""
    _, seats = table.play_block(random_table(file), seed, 0, games)
    return seats["win_share"][seats["seat"] == 0]


def assert_known(shares, known):
    """How often each share is won is what is known, but for luck."""
    found = {share: times / len(shares) for share, times in Counter(shares.tolist()).items()}
    assert found.keys() <= known.keys()
    for share, likely in known.items():
        wide = 4 * (likely * (1 - likely) / len(shares)) ** 0.5
        assert abs(found.get(share, 0.0) - likely) < wide, (share, found)


def test_where_the_package_is_missing_its_extra_is_named(refused, monkeypatch):
    monkeypatch.setitem(of_others.PACKAGES, "openspiel", "a-package-that-nobody-has")
    assert refused("run", "openspiel:pig") == (
        "error: openspiel:pig: needs `pip install '.[openspiel]'`, typed in the folder of the "
        "toolkit\n"
    )


def test_an_environment_without_the_library_names_its_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(InputError, match=r"needs `pip install '.\[pettingzoo\]'`"):
        tiny_epic_balance.pettingzoo.env(coins.FILE)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("tic_tac_to", "has no game `tic_tac_to`; did you mean `tic_tac_toe`?"),
        ("pig(x=1)", "does not load it: Unknown parameter 'x'"),
        ("2048", "one player alone"),
        ("hanabi", "the same returns"),
        ("tarok", "no game could be repeated"),
    ],
)
def test_what_cannot_be_played_is_refused(spiel, refused, name, told):
    assert told in refused("check", f"openspiel:{name}")


@pytest.mark.parametrize(
    ("name", "told"), [("json", "has no attribute 'env'"), ("nobodys.module", "No module named")]
)
def test_a_module_without_an_environment_is_refused(zoo, refused, name, told):
    assert told in refused("check", f"pettingzoo:{name}")


@pytest.mark.long
def test_a_run_is_stored_repeats_and_goes_on(spiel, simulate, refused, here):
    """By two processes as by one; what was stored runs only where it may."""
    words = ("run", PIG, "--set", "strategy=random", "--games", "600", "--quiet", "--out")
    simulate(*words, "whole", "--jobs", "2")
    with killed_after(1):
        main([*words, "it", "--jobs", "1"])
    catalogue._own.clear()
    assert "read it and add --allow-code" in refused("run", "--resume", "it")
    simulate("run", "--resume", "it", "--allow-code", "--jobs", "1", "--quiet")
    for part in ("games", "seats"):
        assert bytes_of(here / "it" / part) == bytes_of(here / "whole" / part)
    catalogue._own.clear()
    told = simulate("replay", PIG, "--run", "whole", "--pick", "typical").out
    assert "roll" in told and "The end: the game is over." in told


@pytest.mark.long
def test_every_command_that_takes_a_file_takes_it(spiel, simulate):
    few = ("--games", "40", "--jobs", "1", "--quiet")
    assert "holds to what every game must" in simulate("check", PIG).out
    simulate("ladder", PIG, *few, "--out", "ladder")
    simulate("new", PIG, "pack")
    simulate("compare", PIG, "--pack", "pack", *few, "--out", "compared")
    assert simulate("list", "games", PIG).out.split()[4] == PIG


def test_chance_repeats_and_a_copy_has_another(spiel):
    one, again = (first_shares(PIG, 40).tolist() for _ in range(2))
    assert one == again != first_shares(PIG, 40, seed=6).tolist()
    game = laid(random_table(PIG), GameLuck.of_game(1, 1))
    copies = [game.copy(GameLuck.guessed(Random(seed))) for seed in range(30)]
    for each in copies:
        each.play(0)
    assert len({repr(each.at) for each in copies}) > 2 and repr(game.at) == "[]"


def test_chance_does_what_is_likely(spiel):
    """Ten of the 32 pieces of banqi are soldiers, two of the 14 kinds that may be turned up."""
    banqi, soldiers = random_table("openspiel:banqi"), 0
    for replicate in range(600):
        game = laid(banqi, GameLuck.of_game(1, replicate))
        before = game.at.state.clone()
        before.apply_action(game.moves()[0])
        likely = dict(before.chance_outcomes())
        game.play(game.moves()[0])
        soldiers += likely[game.at.state.history()[1]] == 5 / 32
    assert abs(soldiers / 600 - 10 / 32) < 0.08


def test_a_seat_does_not_see_what_others_hold_or_choose(spiel):
    game = laid(random_table("openspiel:kuhn_poker"), GameLuck.of_game(1, 1))
    dealt = [supposed(game, 0, Random(seed)).at.state for seed in range(30)]
    assert {each.history()[0] for each in dealt} == {game.at.state.history()[0]}
    assert len({each.history()[1] for each in dealt}) == 2
    game = laid(random_table("openspiel:matrix_rps"), GameLuck.of_game(1, 1))
    game.play(0)
    assert game.seat == 1
    assert {supposed(game, 1, Random(seed)).chosen[0] for seed in range(30)} == {0, 1, 2}


def test_the_title_says_where_players_see_what_is_hidden(spiel):
    names = ("liars_dice", "kuhn_poker", "chess", "goofspiel", "goofspiel(imp_info=True)")
    told = [", all is open" in know(f"openspiel:{name}").title for name in names]
    assert told == [True, False, False, False, True]


@pytest.mark.long
def test_what_is_dealt_anew_leaves_what_a_seat_sees_and_is_played_on(spiel):
    from simulate.own.others.openspiel import RESAMPLED

    for name, number in product(sorted(RESAMPLED), range(5)):
        game, rng = laid(random_table(f"openspiel:{name}"), GameLuck.of_game(1, number)), Random(2)
        while not game.over():
            again = supposed(game, game.seat, rng)
            seen, now = (
                each.at.state.information_state_string(game.seat) for each in (game, again)
            )
            assert seen == now, name
            while not again.over():
                again.play(rng.choice(again.moves()))
            game.play(rng.choice(game.moves()))


def outcomes(spiel, name):
    """Share of the first seat -> how likely it is when all play at random, by the whole tree."""
    first = spiel.load_game(name).new_initial_state()

    def tree(state):
        if state.is_terminal():
            returns = [round(each, 9) for each in state.returns()]
            best = max(returns)
            return Counter({(returns[0] == best) / returns.count(best): 1.0})
        if state.is_chance_node():
            ways = state.chance_outcomes()
        else:
            legal = state.legal_actions()
            ways = [(action, 1 / len(legal)) for action in legal]
        found = Counter()
        for action, likely in ways:
            for share, chance in after(state.child(action)).items():
                found[share] += likely * chance
        return found

    known = {}

    def after(state):
        """Positions of games without secrets are told apart by what they show."""
        key = str(state) if name in ("tic_tac_toe", "nim") else None
        if key is None:
            return tree(state)
        if key not in known:
            known[key] = tree(state)
        return known[key]

    return dict(after(first))


@pytest.mark.long
@pytest.mark.parametrize(
    "name", ["tic_tac_toe", "nim", "kuhn_poker", "leduc_poker", "goofspiel(num_cards=3)"]
)
def test_seats_win_what_is_known(spiel, name):
    tree = f"turn_based_simultaneous_game(game={name})" if name.startswith("goof") else name
    known = outcomes(spiel, tree)
    assert sum(known.values()) == pytest.approx(1.0)
    if name == "tic_tac_toe":
        assert known == pytest.approx(TIC_TAC_TOE, abs=1e-4)
    assert_known(first_shares(f"openspiel:{name}", 6_000), known)


@pytest.mark.long
def test_an_environment_is_played_as_a_game(zoo):
    """Tic-tac-toe as PettingZoo plays it; other environments hold to the laws of games."""
    assert_known(first_shares("pettingzoo:pettingzoo.classic.tictactoe_v3", 1_500), TIC_TAC_TOE)
    for name in ("connect_four_v3", "rps_v2"):
        assert check(know(f"pettingzoo:pettingzoo.classic.{name}")).problems == []


@pytest.fixture
def coin_env(zoo, here, monkeypatch):
    monkeypatch.setattr(environment, "must_hold", lambda own: None)  # which takes seconds
    coins.lay(here)
    return tiny_epic_balance.pettingzoo.env(coins.FILE, actions=12)


def test_pettingzoo_finds_nothing_wrong_with_our_environment(coin_env):
    from pettingzoo.test import api_test

    with warnings.catch_warnings(), redirect_stdout(StringIO()):
        warnings.simplefilter("ignore")  # of observations that come with a mask
        api_test(coin_env, num_cycles=200)


def test_an_environment_shows_features_and_pays_the_share_of_the_win(coin_env):
    coin_env.reset(seed=4)
    seen, *_, info = coin_env.last()
    assert info == {"moves": ["grab", "wait"]}
    assert seen["action_mask"].tolist() == [1, 1, *[0] * 10]
    assert seen["observation"][:6].tolist() == [1, 1, 0, 0, 1, 0]  # round, asked, points, features
    assert not coin_env.observe("seat_2")["action_mask"].any()
    with pytest.raises(ValueError, match="action 2 is none of the 2"):
        coin_env.step(2)
    won = Counter()
    for agent in coin_env.agent_iter():
        _, reward, ended, cut, _ = coin_env.last()
        won[agent] += reward
        coin_env.step(None if ended or cut else 0)
    assert sum(won.values()) == 1.0 and not coin_env.agents


def test_an_environment_is_asked_for_in_words_that_the_game_has(coin_env):
    assert tiny_epic_balance.pettingzoo.env(coins.FILE, players=3).possible_agents[-1] == "seat_3"
    with pytest.raises(InputError, match="allowed: 2, 3"):
        tiny_epic_balance.pettingzoo.env(coins.FILE, players=4)
    with pytest.raises(AttributeError):
        _ = tiny_epic_balance.gymnasium


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package of a stranger that names a game; whatever imports a part of it is seen."""
    site = tmp_path / "site"
    for folder in (site / "boats", site / "boats-1.0.dist-info"):
        folder.mkdir(parents=True)
    (site / "boats" / "__init__.py").write_text(coins.LEAVES_A_MARK, "utf-8")
    coins.lay(site / "boats", coins.LEAVES_A_MARK + coins.TEXT)
    info = site / "boats-1.0.dist-info"
    (info / "METADATA").write_text("Name: boats\nVersion: 1.0\nAuthor: Ann\x1b[31m\n", "utf-8")
    entries = "[tiny_epic_balance.games]\ncoins = boats.coins:Coins\ngone = boats.gone\n"
    (info / "entry_points.txt").write_text(entries, "utf-8")
    monkeypatch.syspath_prepend(site)
    return site


def test_installed_games_are_listed_and_not_run(package, simulate, here):
    told = simulate("list", "games").out
    assert "installed:coins\n  kind  boats 1.0, by Ann\\u001b[31m; not loaded until" in told
    assert not [*here.rglob("ran")] and "boats" not in sys.modules


@pytest.mark.long
def test_an_installed_game_runs_when_it_is_named(package, simulate, here):
    simulate("run", "installed:coins", "--games", "40", "--jobs", "2", "--quiet", "--out", "it")
    assert (here / "ran").exists() and "boats" not in sys.modules
    told = simulate("replay", "installed:coins", "--run", "it", "--pick", "typical").out
    assert "The end: somebody had enough coins." in told


def test_an_installed_game_that_is_not_there_is_refused(package, refused):
    names = "(installed: coins, gone)"
    assert f"no package names such a game; did you mean `coins`? {names}" in refused(
        "check", "installed:coin"
    )
    assert "there is no file of its module `boats.gone` (boats 1.0" in refused(
        "check", "installed:gone"
    )
