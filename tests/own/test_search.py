"""A search by tree is held against best play, and mixes what others do not see."""

from pathlib import Path
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest

from simulate.own import search, table
from simulate.own.best.keys import told_apart
from simulate.own.best.solved import best_play
from simulate.own.file.reading import know
from simulate.own.luck import GameLuck
from simulate.own.search import EVEN, HOPEFUL, STEPPED, Aim, Node, Tree
from simulate.own.setting import laid as set_up
from simulate.pack import load
from tests.own.tables import BELLS, DARE, SHELLS, laid
from tests.own.test_best_play import PIG

pytestmark = pytest.mark.long

FOLDER = Path(__file__).parent / "games"


def searching(file, simulations, players=2, **setting):
    """A table whose seats search so long."""
    change = {"strategies.search.search": {"simulations": simulations}}
    pack = load(know(file).name).resolve(change)
    seats = {"strategy": ["search"] * players, "skill": [1.0] * players}
    return table.prepare(pack, {"players": players, **seats, **setting})


def share(file, seat, simulations, count):
    """What a seat that searches wins of games against best play."""
    seats = ["best", "best"]
    seats[seat] = "search"
    table_ = searching(file, simulations, strategy=seats)
    _, rows = table.play_block(table_, 1, 0, count * table_.rotations)
    codes, labels = rows["strategy"]
    at = (codes == labels.index("search")) & (rows["seat"] == seat)
    return float(rows["win_share"][at].mean())


def test_what_is_won_for_certain_is_found(tmp_path):
    """Nim 3-4-5 is won by whoever begins, tic-tac-toe by nobody."""
    nim, draws = str(FOLDER / "nim.py"), str(FOLDER / "tic_tac_toe.py")
    assert share(nim, 0, 5, 6) < share(nim, 0, 1_000, 6) == 1.0
    assert share(draws, 1, 1_000, 4) >= 0.45


def test_a_win_that_is_sure_goes_before_one_that_was_seen_once():
    node = Node(2, (), mixes=False, explore=1.0)
    node.lead(0, 1.001, 1.001)  # with more points ahead
    node.lead(1, 1.0005, 1.0005)
    node.prove(1, 1.0005)
    scores = node.scores()
    assert scores[1] > scores[0]


@pytest.mark.long
def test_between_two_sides_with_luck_to_hope_loses_less(tmp_path, monkeypatch):
    """In Pig to thirty; before, a leader banked as if a rival stopped as often as not."""
    file = laid(tmp_path, "pig", PIG.replace("rule(20,", "rule(30,"))
    prepared = searching(file, 500)
    game = set_up(prepared, GameLuck(1))
    worth = best_play(prepared, 1_000_000).of_moves
    lost = dict.fromkeys((EVEN, HOPEFUL), 0.0)
    rng = np.random.default_rng(1)
    banks = rng.integers(2, 29, (60, 2))  # which can all be reached
    for number, (mine, other) in enumerate(banks):
        game.bank, game.turn = [int(mine), int(other)], int(rng.integers(2, 30))
        if mine + game.turn >= 30:
            continue
        moves, exact = list(game.moves()), worth(game)
        for power in lost:
            monkeypatch.setattr(search, "HOPEFUL", power)
            found = Tree(prepared.policies[0][0], game, frozenset()).scores(
                game, moves, Random(number)
            )
            lost[power] += max(exact) - exact[int(np.argmax(found))]
    assert 0 < lost[HOPEFUL] < 0.7 * lost[EVEN], lost


def test_it_finds_what_best_play_says_of_each_move(tmp_path):
    own = know(str(FOLDER / "nim.py"))
    prepared = searching(own.source.file, 4_000)
    game = set_up(prepared, GameLuck(1))
    best = table.prepare(load(own.name), {**prepared.setting, "strategy": ["best"] * 2})
    exact = best.policies[0][0].best.of_moves(game)
    tree = Tree(prepared.policies[0][0], game, told_apart(own))
    found = tree.scores(game, list(game.moves()), Random(1))
    assert np.argmax(found) == np.argmax(exact)
    assert max(found) >= 1.0


def test_a_choice_that_the_other_does_not_see_is_mixed(tmp_path):
    """As often as makes it no matter what the other does."""
    file = laid(tmp_path, "dare", DARE)
    prepared = searching(file, 800)
    dared = []
    for number in range(40):
        game = set_up(prepared, GameLuck(number))
        tree = Tree(prepared.policies[0][0], game, frozenset())
        dared.append(tree.scores(game, ["dare", "wait"], Random(number))[0])
    assert 0.2 < np.mean(dared) < 0.6


def test_as_near_as_the_best_fifth_counts_while_hardly_any_is_won(monkeypatch):
    aim, lost = Aim(), SimpleNamespace(WINS=("won",), over=lambda: "lost")
    monkeypatch.setattr(search, "nearness", lambda game: game.near)

    def of(near):
        lost.near = near
        return aim.of(lost)

    assert [of(near) for near in range(10)][-1] == STEPPED
    assert [of(near) for near in (1, 2, 5, 9)] == [0.0, 0.0, 0.0, STEPPED]
    wins = SimpleNamespace(WINS=("won",), over=lambda: "won")
    assert aim.of(wins) == 0.0
    assert 0.0 < of(9) < STEPPED
    for _ in range(5):
        aim.of(wins)
    assert of(9) == 0.0


def test_where_no_move_brings_anybody_ahead_the_usual_player_searches(tmp_path):
    file = str(FOLDER / "tic_tac_toe.py")
    pack = load(know(file).name)
    won = {}
    for name in ("balanced", "greedy"):
        setting = {"players": 2, "strategy": [name, "random"], "skill": [1.0, 1.0]}
        _, rows = table.play_block(table.prepare(pack, setting), 1, 0, 40)
        codes, labels = rows["strategy"]
        won[name] = rows["win_share"][codes == labels.index(name)].mean()
    assert won["balanced"] > 0.85 > won["greedy"]


def test_it_sees_what_its_seat_sees(tmp_path):
    """Tables that differ in what is hidden alone are one node."""
    file = laid(tmp_path, "shells", SHELLS)
    prepared = searching(file, 50)
    tables = [set_up(prepared, GameLuck(number)) for number in range(12)]
    keys = {Tree(prepared.policies[0][0], game, frozenset())._key(game) for game in tables}
    assert len(keys) == 1
    bells = searching(laid(tmp_path, "bells", BELLS), 20)
    played, _ = table.play_block(bells, 1, 0, 5)
    assert (played["decisions"] == 1).all()
