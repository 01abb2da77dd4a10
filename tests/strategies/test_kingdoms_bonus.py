"""The fifth level, and payments in another's place, as `balanced` judges them on a table."""

import numpy as np
import pytest

from simulate.games.kingdoms.cards.codes import PLACES
from strategies.kingdoms.features import describe, weigh_moves
from strategies.kingdoms.outlook import ROWS, land_worth
from tests.rules.kingdoms.hand import Position
from tests.strategies.kingdoms import TABLE, prepared

pytestmark = pytest.mark.long  # what they look at is compiled for them alone

BALANCED = prepared("balanced", "balanced", "balanced").seating(0).weights
RIVALS_BEHIND = {"do": "points_for_rivals_behind", "amount": 1, "track": "mana"}
HOME_FREE = {"do": "points_if_home_free", "amount": 2}
HIGHEST = {"do": "points_if_first", "amount": 1, "track": "tower"}


def judged(p, feature, weights=BALANCED):
    """Words of the legal moves -> what `balanced`, or others, think of them."""
    workspace = TABLE.new_workspace()
    outlook, features, numbers = workspace.outlook, workspace.features, workspace.numbers
    legal = p.board.legal()
    moves, seat = p.board.moves, int(p.board.s.decider)
    describe(
        p.board.s, p.board.cards, weights[seat], outlook[0], moves, len(legal), features, numbers
    )
    assert numbers.shape[0] == ROWS
    return {word: float(features[i][feature]) for word, i in legal.items()}, outlook[0]


def at_level(magic, effect, laid="A1 A2", others="B1", **said):
    effects = {"P1": [{"when": "score", **effect}]}
    players = {"P1": laid, "P2": others, "P3": "C1"}
    return Position(players, effects=effects, magic={"P1": magic}, **said)


def test_goods_that_overtake_a_rival_are_seen():
    p = at_level(5, RIVALS_BEHIND, have={"P1": "1m 3o", "P2": "2m", "P3": "4m"})
    p.do("select trade")
    bonus, _ = judged(p, "bonus")
    assert bonus["trade 1o into mana"] == 0.0
    assert bonus["trade 2o into mana"] == 1.0
    assert bonus["trade 1m into ore"] == 0.0


def test_before_the_level_is_learnt_only_a_share_counts():
    p = at_level(4, RIVALS_BEHIND, have={"P1": "1m 3o", "P2": "2m", "P3": "4m"})
    p.do("select trade")
    bonus, _ = judged(p, "bonus")
    assert bonus["trade 2o into mana"] == pytest.approx(BALANCED[0]["prospect"])
    p = at_level(3, RIVALS_BEHIND, have={"P1": "1m 3o", "P2": "2m", "P3": "4m"})
    p.do("select trade")
    assert set(judged(p, "bonus")[0].values()) == {0.0}


def test_driving_the_last_rival_out_of_the_home_land_is_seen_and_leaves_no_trace():
    p = at_level(5, HOME_FREE, laid="A1 A1 A3", others="A2 B1")
    p.do("select patrol")
    before = p.board.state.copy()
    bonus, _ = judged(p, "bonus")
    assert np.array_equal(p.board.state, before)
    assert {word for word, points in bonus.items() if points == 2.0} == {
        "patrol A1 A2",
        "patrol A3 A2",
    }
    assert set(bonus.values()) == {0.0, 2.0}


def test_a_tower_that_is_the_highest_is_seen():
    p = at_level(5, HIGHEST, have={"P1": "9o"}, tower={"P2": 1})
    p.do("select build")
    assert judged(p, "bonus")[0]["build"] == 1.0


def test_what_may_be_paid_in_anothers_place_is_worth_more():
    """Mana beyond what magic needs buys towers where an ability allows it."""
    pay = {"when": "always", "do": "pay_with", "resource": "mana", "instead_of": "any"}
    rich = {"have": {"P1": "9m"}, "magic": {"P1": 4}}

    def of_mana(*effects):
        players = {"P1": "A1 A2", "P2": "B1", "P3": "C1"}
        p = Position(players, effects={"P1": list(effects)}, **rich)
        p.do("select trade")
        return judged(p, "goods")[1]["goods"][0, 0]

    assert of_mana(pay)[9] > of_mana()[9]
    assert of_mana(pay)[0] == of_mana()[0]


@pytest.mark.long
@pytest.mark.parametrize("selected", ("", "select patrol", "select quest", "select trade"))
def test_a_score_is_the_features_times_their_weights(selected):
    """Marches are scored by the worth of their ends, without their features."""
    p = at_level(5, HOME_FREE, laid="A1 A1 A3", others="A2 B1", have={"P1": "3m 3o 9f"})
    if selected:
        p.do(selected)
    workspace = TABLE.new_workspace()
    legal, moves = p.board.legal(), p.board.moves
    weights, count = BALANCED[int(p.board.s.decider)], len(legal)
    known = (p.board.s, p.board.cards, weights, workspace.outlook[0], moves.copy(), count)
    describe(*known, workspace.features, workspace.numbers)
    expected = workspace.numbers[:count] @ weights["weight"]
    scores = np.zeros(count)
    weigh_moves(*known, workspace, scores)
    assert scores == pytest.approx(expected)
    assert len(set(scores)) > 1


def test_what_is_done_out_of_habit_fades_as_the_end_comes_near():
    """Who plays without trying moves out marches and collects for what they bring then."""
    quick = prepared(*["quick"] * 3).seating(0).weights
    early = at_level(1, HIGHEST)
    late = at_level(5, HIGHEST)
    late.do("select patrol")
    early.do("select patrol")
    habit = [max(judged(p, "move", quick)[0].values()) for p in (early, late)]
    assert habit[0] > habit[1]


def test_a_fort_and_a_lair_make_a_region_worth_more():
    """By so much a round that is left: 3,000 games do not tell (docs/notebook/kingdoms.md)."""

    def worth(token=None):
        p = Position({"P1": "A1 A1", "P2": "B1", "P3": "C1"}, open={"A2": token} if token else {})
        _, outlook = judged(p, "bonus")
        here = next(k for k in range(2 * PLACES) if p.board.place(k) == "A2")
        found = land_worth(p.board.s, p.board.cards, BALANCED[0], outlook, 0, here)
        return float(found), float(outlook["rounds"])

    bare, rounds = worth()
    cards = Position({"P1": "A1", "P2": "B1", "P3": "C1"}).board.cards
    for token, weight, size in (("fort", "fort", "fort_bonus"), ("lair", "lair", "lair_levels")):
        assert BALANCED[0][weight] > 0 and cards[size] > 0
        assert worth(token)[0] - bare == pytest.approx(BALANCED[0][weight] * rounds * cards[size])
