"""What nobody can see is dealt anew: all that is public stays, the rest fits what is known."""

import random
from collections import Counter

import numpy as np
import pytest

from tests.rules.defenders.board import Board, Position, dealt
from tests.rules.defenders.test_setup import DIRE, ENEMIES

# What may lie otherwise; the foe once it is there lies open.
HIDDEN = {"foe", "turn_deck", "horde", "destruction", "cover", "artifact_deck"}


def dealt_anew(position, luck=0):
    """The words of the table after everything hidden was dealt anew, on a copy."""
    from strategies.defenders.hidden import deal_hidden

    kept = position.s.tobytes()
    view = np.zeros(1, position.s.dtype)
    view[0] = position.s
    view[0]["keys"] += luck
    deal_hidden(view[0], position.cards)
    assert position.s.tobytes() == kept
    copy = Position(position.table)
    copy.state[0] = view[0]
    return copy.words


def kind(card):
    return "enemy" if card in ENEMIES else "dire" if card in DIRE else "ally"


def seen(position, card):
    return bool(position.s["seen"][position.number(card)])


def positions(games=25):
    """Positions of random games, some of every stage."""
    for replicate in range(games):
        luck = random.Random(replicate)
        position = dealt(51, replicate, players=1 + replicate % 4, horde="hard").go_on()
        while not position.over:
            if luck.random() < 0.1:
                yield position
            position.do(luck.choice(sorted(position.legal())))


def test_everything_public_stays_as_it_is():
    met = 0
    for position in positions():
        before, after = position.words, dealt_anew(position)
        for key in before.keys() - HIDDEN:
            assert before[key] == after[key], key
        if before["foe_in_play"]:
            assert before["foe"] == after["foe"]
        met += 1
    assert met > 100


def test_cards_that_were_seen_stay_in_their_pile_and_those_looked_at_in_their_place():
    for position in positions():
        before, after = position.words, dealt_anew(position)
        for pile in ("turn_deck", "horde", "destruction"):
            known = {card for card in before[pile] if seen(position, card)}
            assert known == {card for card in after[pile] if seen(position, card)}
            assert len(before[pile]) == len(after[pile])
        assert set(before["cover"]) == set(after["cover"])
        top, bottom = int(position.s["known_top"]), int(position.s["known_bottom"])
        assert before["turn_deck"][:top] == after["turn_deck"][:top]
        if bottom:
            assert before["turn_deck"][-bottom:] == after["turn_deck"][-bottom:]


def test_no_card_appears_twice_or_gets_lost():
    piles = ("turn_deck", "horde", "destruction", "discard")
    for position in positions():
        before, after = position.words, dealt_anew(position)
        for words in (before, after):
            words["all"] = sorted(
                [card for pile in piles for card in words[pile]]
                + [*words["cover"].values()]
                + ([words["drawn"]] if words["drawn"] else [])
            )
        assert before["all"] == after["all"]
        assert sorted(before["artifact_deck"]) == sorted(after["artifact_deck"])


def test_decks_keep_the_kinds_that_everybody_knows():
    """Three enemies a deck, so many dire enemies in the horde, whatever joined since."""
    for position in positions():
        before, after = position.words, dealt_anew(position)
        together = [[*words["turn_deck"], *words["horde"]] for words in (before, after)]
        assert Counter(map(kind, together[0])) == Counter(map(kind, together[1]))
        if before["round"] == 1:  # no horde card has joined yet
            for pile in ("turn_deck", "horde"):
                assert Counter(map(kind, before[pile])) == Counter(map(kind, after[pile]))
        aside = [
            Counter(map(kind, [*words["destruction"], *words["cover"].values()]))
            for words in (before, after)
        ]
        assert aside[0] == aside[1]


def many_deals(position, count=400):
    return [dealt_anew(position, luck) for luck in range(count)]


def test_a_horde_card_that_joined_unseen_is_a_dire_enemy_as_often_as_it_should_be():
    """Five horde cards, two of them dire, one joined: it is dire with chance 2/5."""
    laid = {
        "deck": ("harpy", "ally_1", "coast_desert"),
        "horde": ("wraith", "forest_ruins", "plains_ruins", "mountains_plains"),
        "destruction": ("minotaur", "manticore", "sea_serpent", "giant_wasps", "coast_mountains"),
        "round": 2,
    }
    board = Board("druid", at="coast", **laid)
    for card in ("ally_1", "coast_desert"):
        board.s["seen"][board.number(card)] = 1
    joined = [
        next(card for card in words["turn_deck"] if card not in ("ally_1", "coast_desert"))
        for words in many_deals(board, 1_000)
    ]
    dire = sum(card in DIRE for card in joined)
    # binomial(1000, 2/5): outside 315..485 with p < 1e-7
    assert 315 < dire < 485
    assert set(joined) >= DIRE


@pytest.mark.parametrize("foe_at", [None, "forest"])
def test_a_foe_in_play_is_known(foe_at):
    board = Board("druid", foe="ancient", foe_at=foe_at)
    foes = {words["foe"] for words in many_deals(board, 60)}
    assert (foes == {"ancient"}) == (foe_at is not None)
