"""The line on a finding's card."""

from dataclasses import replace
from math import inf
from types import SimpleNamespace

import pytest

from analysis.conclusions.guesses import about_cards, card_sensitivity
from analysis.conclusions.robustness import Claim, Doubts, key_of
from reports.text.card_sensitivity import card_doubt
from reports.text.words import signed
from simulate.store.card_packs import CardPack, TriedCard

WHERE = {"faction": "merfolk"}
KEY = key_of("over_fair_share", WHERE)
LEVEL = "cards.factions.merfolk.abilities.level_2.effects"
CARD = {
    "name": "Merfolk",
    "abilities": {
        "level_1": {"name": "Currents", "effects": [{"do": "gain", "amount": 2}]},
        "level_2": {"name": "Tides", "effects": [{"do": "gain", "amount": 1}]},
    },
    "source": {"*": "cited: a list", "abilities.level_2.effects": "stand-in: nothing is known"},
}


def tried(changes, value=0.13, path=LEVEL):
    packs = [CardPack({path: n}, change, 0.01) for n, change in enumerate(changes)]
    return TriedCard("over_fair_share", WHERE, "quick", 400, 0.38, value, 0.01, packs)


@pytest.fixture
def told(monkeypatch):
    about = about_cards.AboutCard(("cards.factions.merfolk",), "seats", ("faction",), "merfolk")
    monkeypatch.setattr(card_sensitivity, "about_card", lambda study, metric, where: about)

    def line(*cards, card=CARD):
        pack = {"rules": {}, "cards": {"factions": {"merfolk": card}}}
        study = SimpleNamespace(design=SimpleNamespace(manifest={"pack": pack}))
        claim = Claim(KEY, 0.02, inf)
        found = card_sensitivity.card_sensitivity(
            study, Doubts(cards=cards), "over_fair_share", WHERE, claim
        )
        return card_doubt(found, pack)

    return line


def test_a_card_that_is_known_is_all_cited(told):
    known = told(card=CARD | {"source": {"*": "cited: a list"}})
    assert (known.text, known.card.hangs) == ("Card: all cited.", False)


def test_guesses_that_were_not_drawn_are_said_to_carry_it(told):
    assert told().text == "Card: 2 values are guessed; no other values were tried."


def test_a_guess_that_decides_is_named_with_what_others_would_make_of_it(told):
    found = told(tried([-0.27, -0.19, -0.22]))
    assert found.text == (
        'Card: depends on a value we guessed, "Merfolk Tides": with other values it is '
        f"{signed(found.data['value_low'])} to {signed(found.data['value_high'])} points over the "
        "fair share, +13.0 with ours (all by `quick`); 2 of its 2 guesses were tried."
    )
    assert -0.2 < found.data["value_low"] < -0.09 < found.data["value_high"] < 0
    assert found.card.hangs and found.data["decides"] == LEVEL
    assert found.data["otherwise"] == [0, 1, 2]


def test_the_player_of_the_run_is_not_named_again(told):
    assert "`" not in told(replace(tried([-0.27, -0.19, -0.22]), is_own=True)).text


def test_what_stands_with_all_of_them_says_so(told):
    found = told(tried([0.005, -0.01, 0.01, 0.02]))
    stands = "Card: stands with other values, in 4 of 4 cases (4 to 4), "
    assert found.text.startswith(f"{stands}mostly at +11.7 to +15.4 points over the fair share, ")
    assert not found.card.hangs


def test_too_few_to_say_is_said(told):
    luck = [CardPack({LEVEL: n, f"{LEVEL}x": n}, -0.08, 0.12) for n in range(3)]
    found = told(replace(tried([]), packs=luck))
    assert found.text.startswith("Card: too few games with other values to say: it stands in ")
    assert (found.card.hangs, found.data["too_few"]) == (False, True)


def test_what_never_came_into_play_is_told_as_that(told):
    idle = replace(tried([]), packs=[CardPack({LEVEL: 3}, 0.0, 0.0)])
    text = "Card: the other values tried never came into play; 2 of its 2 guesses were tried."
    assert told(idle).text == text


def test_a_player_who_does_not_have_it_is_not_asked(told):
    assert (
        "`quick`, who played it with other values, does not find this"
        in told(tried([0], -0.1)).text
    )


def test_what_a_person_decided_is_not_called_cited(told):
    yours = {"*": "cited: a list", "abilities.level_2.effects": "designer: 1 before; from a.xlsx"}
    known = told(card=CARD | {"source": yours})
    assert known.text == "Card: 2 values are yours, the rest is cited."
    assert (known.data["guesses"], known.data["decided"]) == (0, 2)
    assert told(card=CARD | {"source": {"*": "designer: mine"}}).text == "Card: 4 values are yours."


def test_beside_guesses_it_is_said_too(told):
    more = CARD["source"] | {"abilities.level_1.effects.0.amount": "designer: 3 as shipped"}
    end = "no other values were tried; 1 value is yours."
    assert told(card=CARD | {"source": more}).text.endswith(end)
