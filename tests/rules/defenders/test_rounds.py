"""Rounds: drawing, discarding, what joins the deck, when the foe comes."""

import pytest

from tests.rules.defenders.board import BARE, Board, dealt, prepared


def drawn_in_round(position, number):
    """Play a round doing nothing; the cards drawn in it, in order."""
    position.go_on()
    while not position.over and position.words["round"] <= number:
        position.do(least(position.legal()))
    lines = position.lines()
    return [line["of"] for line in lines if line.get("kind") == "draw" and line["round"] == number]


def least(listed):
    for word in ("end turn", "pass", "decline", "keep card"):
        if word in listed:
            return word
    return sorted(listed)[0]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_D_ROUND_1_every_card_of_the_turn_deck_is_drawn_once(players):
    position = dealt(1, 3, players=players, sides="a")
    deck = position.words["turn_deck"]
    assert drawn_in_round(position, 1) == deck


def test_D_ROUND_2_one_card_at_a_time_and_then_to_the_discard_pile():
    board = Board(blanks=BARE, deck=("coast_desert", "forest_ruins", "ally_1", "plains_ruins"))
    board.go_on()
    assert board.words["discard"] == ["forest_ruins", "coast_desert"]  # the last one on top
    assert board.words["drawn"] == "ally_1"
    assert board.words["turn_deck"] == ["plains_ruins"]
    board.do("end turn")
    last = [(line["of"], line["to"]) for line in board.lines() if line.get("from") == "drawn"]
    assert last[:3] == [(c, "discard") for c in ("coast_desert", "forest_ruins", "ally_1")]


def test_D_ROUND_3_a_horde_card_is_seen_when_it_is_drawn_and_not_before():
    """Over many orders of the new deck both cases are met."""
    met = set()
    for luck in range(40):
        board = Board(blanks=BARE, deck=("ally_1",), discard=("coast_desert",), horde=("harpy",))
        board.s["keys"] += luck
        board.turn().do("end turn")
        drawn = {*board.words["discard"], board.words["drawn"]}
        met.add("harpy" in drawn)
        assert bool(board.s["seen"][board.number("harpy")]) == ("harpy" in drawn)
    assert met == {True, False}


def test_D_ROUND_4_an_enemy_attacks():
    board = Board("ranger", blanks=BARE).draw("coast_mountains")
    assert (board.threat("coast"), board.threat("mountains")) == (2, 2)


def test_D_ROUND_4_an_ally_card_gives_its_player_a_turn():
    board = Board("ranger+druid", blanks=BARE).draw("ally_2")
    assert board.active == 1 and board.points == 3


# ---------------------------------------------------------------- the end of a round


def end_of_round(luck=0, **changed):
    """The last card of a round is an Ally's; its turn is ended."""
    board = Board(**{"blanks": BARE, "deck": (), **changed})
    board.s["keys"] += luck
    return board.turn().do("end turn")


def whole_deck(board):
    words = board.words
    drawn = [words["drawn"]] if words["drawn"] else []
    return sorted([*words["turn_deck"], *words["discard"], *drawn])


def test_D_NEXT_1_the_top_horde_card_joins_the_discard_pile():
    board = end_of_round(discard=("coast_desert", "plains_ruins"), horde=("wraith", "harpy"))
    assert whole_deck(board) == sorted(["ally_1", "coast_desert", "plains_ruins", "wraith"])
    assert board.words["horde"] == ["harpy"]
    assert board.words["round"] == 2
    assert not board.words["foe_in_play"]


def test_D_NEXT_1_everything_is_shuffled():
    """Among four cards each is the first one drawn in some of 60 shuffles: p(miss) < 2e-7."""
    first = set()
    for luck in range(60):
        board = end_of_round(luck, discard=("coast_desert", "plains_ruins"), horde=("wraith",))
        first.add([*reversed(board.words["discard"]), board.words["drawn"]][0])
    assert first == {"ally_1", "coast_desert", "plains_ruins", "wraith"}


def test_D_NEXT_2_without_horde_cards_the_foe_comes_and_no_card_joins():
    board = end_of_round(discard=("coast_desert",), horde=(), foe="dragon")
    assert board.words["foe_in_play"]
    assert whole_deck(board) == ["ally_1", "coast_desert"]
    assert board.words["round"] == 2


def test_D_NEXT_2_the_deck_is_shuffled_when_the_foe_comes():
    """Each of three cards comes first in some of 60 shuffles: p(miss) < 1e-10."""
    first = set()
    for luck in range(60):
        board = end_of_round(luck, discard=("coast_desert", "plains_ruins"), horde=())
        first.add([*reversed(board.words["discard"]), board.words["drawn"]][0])
    assert first == {"ally_1", "coast_desert", "plains_ruins"}


@pytest.mark.parametrize("horde, rounds", [("easy", 5), ("medium", 6), ("hard", 7), ("epic", 8)])
def test_D_NEXT_2_rounds_before_the_foe(horde, rounds):
    """Three enemies and the dire enemies join one by one, then one more round is played."""
    harmless = {"capital_limit": 30, "enemy_threat": 0, "dire_enemy_threat": 0}
    table = prepared(rules=harmless, horde=horde, players=2, sides="a")
    position = dealt(2, 0, table=table).go_on()
    while not position.words["foe_in_play"]:
        last = position.words["round"]
        position.do(least(position.legal()))
    assert last == rounds


@pytest.mark.parametrize("lie", [("harpy", "wraith", "ally_1"), ("ally_1", "harpy", "wraith")])
def test_D_NEXT_1_one_luck_however_the_cards_lay(lie):
    """A card that was buried, or discarded earlier, does not part the luck of two variants."""
    orders = []
    for pile in (("wraith", "ally_1", "harpy"), lie):
        board = end_of_round(4, discard=pile, horde=("coast_desert",))
        orders.append(next(_shuffles(board)))
    assert orders[0] == orders[1]


def test_D_NEXT_1_cards_of_both_variants_lie_in_the_same_order():
    orders = []
    for more in ((), ("plains_ruins",)):
        board = end_of_round(4, discard=("wraith", "harpy", *more), horde=("coast_desert",))
        orders.append([card for card in next(_shuffles(board)) if card != "plains_ruins"])
    assert orders[0] == orders[1]


def test_D_NEXT_1_a_shuffle_within_a_round_moves_no_later_one():
    orders = []
    for shuffles in (1, 2):
        board = Board(blanks=BARE, deck=(), discard=("wraith", "harpy", "plains_ruins"))
        board.s["shuffles"] = shuffles
        orders.append(next(_shuffles(board.turn().do("end turn"))))
    assert orders[0] == orders[1]


def _shuffles(board):
    """The orders in which the log has the shuffled turn deck."""
    return (line["to"] for line in board.lines() if line.get("kind") == "shuffle")


def test_D_NEXT_1_two_players_of_one_game_share_its_luck_to_the_end():
    """An Oracle that buries cards and one that never does: every round's deck lies the same."""
    from simulate.engine.defenders import play_logged

    met, buried = 0, 0
    for replicate in range(6):
        decks = []
        for strategy in ("random", "idle"):
            table = prepared(
                rules={"capital_limit": 30}, players=2, party="oracle+bard", strategy=strategy
            )
            lines = play_logged(table, 17, replicate)
            buried += any(line.get("action") == "bury card" for line in lines)
            ended = [x for x in lines if x.get("kind") == "shuffle" and x["rule"] in ENDS_ROUND]
            decks.append({line["round"]: line["to"] for line in ended})
        rounds = [number for number in decks[0] if number in decks[1]]
        assert [decks[0][n] for n in rounds] == [decks[1][n] for n in rounds]
        met += len(rounds)
    assert met > 20 and buried >= 6


ENDS_ROUND = ("D-NEXT-1", "D-FOE-5")
