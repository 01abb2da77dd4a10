"""The line on a finding's card."""

from math import inf
from types import SimpleNamespace

import pytest

from analysis.conclusions import about_cards
from analysis.conclusions.robustness import Claim, Doubts, key_of
from reports import card_doubt
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
    monkeypatch.setattr(card_doubt, "about_card", lambda study, metric, where: about)

    def line(*cards, card=CARD):
        pack = {"rules": {}, "cards": {"factions": {"merfolk": card}}}
        study = SimpleNamespace(design=SimpleNamespace(manifest={"pack": pack}))
        claim = Claim(KEY, 0.02, inf)
        return card_doubt.card_doubt("over_fair_share", WHERE, claim, study, Doubts(cards=cards))

    return line


def test_a_card_that_is_known_is_all_cited(told):
    known = told(card=CARD | {"source": {"*": "cited: a list"}})
    assert (known.text, known.hangs) == ("Card: all cited.", False)


def test_guesses_that_were_not_drawn_are_said_to_carry_it(told):
    assert told().text == (
        "Card: no other values were tried for its 2 guesses, so it rests on our card."
    )


def test_a_guess_that_decides_is_named_with_what_others_would_make_of_it(told):
    found = told(tried([-0.27, -0.19, -0.22]))
    assert found.text == (
        'Card: with other values in place of ours for "Merfolk Tides" it wins 12.2 to 18.2%, not '
        "38.0% (by `quick`): our guess decides it; 2 of 2 guesses on this card were drawn."
    )
    assert found.hangs and found.data["decides"] == LEVEL


def test_what_stands_with_all_of_them_says_so(told):
    found = told(tried([0.0, -0.01, 0.01]))
    assert found.text.startswith("Card: stands with other guesses on it as well: it wins ")
    assert not found.hangs


def test_a_player_who_does_not_have_it_is_not_asked(told):
    assert (
        "`quick`, by whom its guesses are tried, does not have this" in told(tried([0], -0.1)).text
    )


def test_what_a_person_decided_is_not_called_cited(told):
    yours = {"*": "cited: a list", "abilities.level_2.effects": "designer: 1 before; from a.xlsx"}
    known = told(card=CARD | {"source": yours})
    assert known.text == "Card: 2 values are yours, the rest is cited."
    assert (known.data["guesses"], known.data["decided"]) == (0, 2)
    assert told(card=CARD | {"source": {"*": "designer: mine"}}).text == "Card: 4 values are yours."


def test_beside_guesses_it_is_said_too(told):
    more = CARD["source"] | {"abilities.level_1.effects.0.amount": "designer: 3 as shipped"}
    end = "so it rests on our card; 1 value is yours."
    assert told(card=CARD | {"source": more}).text.endswith(end)
