"""One format for each kind of number."""

import pytest

from analysis import verdicts
from analysis.doubts import Doubts, Players
from reports import words
from reports.doubts import SEVERAL, said


@pytest.mark.parametrize(
    "text, expected",
    [
        (words.share_range(0.3124, 0.3081, 0.3164), "31.2% (30.8-31.6)"),
        (words.share_range(0.0, 0.0, 0.0002), "0.0% (0.0-0.0)"),
        (words.band(0.3, 0.6), "30.0-60.0%"),
        (words.points(-0.0314), "3.1 points"),
        (words.signed(0.0314), "+3.1"),
        (words.signed(-0.0314), "-3.1"),
        (words.signed(-0.0004), "0.0"),
        (words.signed_range(-0.031, -0.04, 0.002), "-3.1 (-4.0 to +0.2)"),
        (words.count(12_345), "12,345"),
        (words.number(6.0), "6"),
        (words.number(1_204.5), "1,204.5"),
        (words.plural(1, "game"), "1 game"),
        (words.plural(1_200, "game"), "1,200 games"),
        (words.value(True), "true"),
        (words.value(None), "?"),
        (words.value("forest"), "forest"),
        (words.value([{"do": "heal", "amount": 2}]), '[{do = "heal", amount = 2}]'),
    ],
)
def test_numbers(text, expected):
    assert text == expected


@pytest.mark.parametrize(
    "ends, expected",
    [
        ((0.031, 0.028, 0.034), ("3.1 points", "2.8-3.4")),
        ((-0.031, -0.034, -0.028), ("3.1 points", "2.8-3.4")),
        ((0.005, -0.004, 0.014), ("0.5 points", "-0.4 to +1.4")),
        ((-0.005, -0.014, 0.004), ("0.5 points", "-0.4 to +1.4")),
    ],
)
def test_a_size_leaves_its_sign_to_the_sentence(ends, expected):
    assert words.size_range(*ends) == expected


@pytest.mark.parametrize(
    "levels, expected",
    [
        ({"players": 3, "tide": "rough"}, "3 players, rough tide"),
        ({"players": 1}, "1 player"),
        ({"skill": 0.5}, "skill 0.5"),
        ({"skill": 0}, "skill 0"),
        ({"exploration": True}, "with exploration"),
        ({"players": 2, "exploration": False}, "2 players, without exploration"),
        ({"rules.retreat_explores": False}, "retreat explores: no"),
        ({"rules.lamp_oil": 5}, "lamp oil 5"),
        ({"rules.waves.wild": 5}, "waves wild 5"),
        ({"cards.keepers.ada.breath": 5}, "ada breath 5"),
        ({"rules.deck_a_rooms.heroes_2": 9}, "deck a rooms heroes 2: 9"),
        ({"rules.focus_on_face.face_1": 0}, "focus on face 1: 0"),
        ({"horde": "very_wild"}, "very wild horde"),
        ({"variant": "printed"}, "the unchanged game"),
        ({}, "the only setting"),
    ],
)
def test_settings(levels, expected):
    assert words.setting(levels) == expected


@pytest.mark.parametrize(
    "name, base, to, expected",
    [
        ("players", 2, 3, "from 2 to 3 players"),
        ("tide", "calm", "rough", "from calm to rough tide"),
        ("rules.lamp_oil", 4, 5, "lamp oil from 4 to 5"),
        ("skill", 0.5, 1.0, "skill from 0.5 to 1.0"),
    ],
)
def test_moves(name, base, to, expected):
    assert words.move(name, base, to) == expected


def test_listing():
    assert words.listing([]) == ""
    assert words.listing(["a"]) == "a"
    assert words.listing(["a", "b", "c"]) == "a, b and c"
    assert words.listing(list("abcdefgh"), 4) == "a, b, c and 5 more"


def test_every_verdict_has_word_mark_and_tone():
    given = {
        text for name, text in vars(verdicts).items() if isinstance(text, str) and name.isupper()
    }
    assert given | {words.OFF, words.LEARNED} == set(words.VERDICTS)
    assert all(verdict.word and verdict.tone for verdict in words.VERDICTS.values())


def test_a_level_of_two_words_reads_as_words():
    assert words.move("boss", "demon_lord", "eye_tyrant") == "from demon lord to eye tyrant boss"


def test_a_finding_of_several_numbers_says_that_its_doubts_are_not_told():
    asked = Doubts(players=Players("balanced", 100, {}))
    assert said(None, verdicts.MORE, None, asked) == {"doubts": [SEVERAL]}
    assert said(None, verdicts.MORE, None, Doubts()) == {}
