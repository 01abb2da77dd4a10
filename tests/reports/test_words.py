"""One format for each kind of number."""

import re
from math import inf
from types import SimpleNamespace

import numpy as np
import pytest

from analysis.conclusions.guesses.guess_sensitivity import guess_sensitivity
from analysis.conclusions.ledger import of_number
from analysis.conclusions.robustness import Claim, Doubts, Guesses, GuessSpread, Players, key_of
from analysis.judgement.settled import Settled
from analysis.stats import verdicts
from analysis.stats.intervals import rate
from reports.findings import lines
from reports.findings.finding import Finding, largest
from reports.sections.rates import contrasts
from reports.sections.shares import matchups
from reports.text import words
from reports.text.caveats import _guess_data, _guesses, said
from simulate.pack import catalogue, configs, load
from simulate.pack.edit.steps import steps
from simulate.pack.text.labels import label


@pytest.mark.parametrize(
    "text, expected",
    [
        (words.share_range(0.3124, 0.3081, 0.3164), "31.2% (30.8-31.6)"),
        (words.share_range(0.0, 0.0, 0.0002), "0.0% (below 0.1)"),
        (words.band(0.3, 0.6), "30.0-60.0%"),
        (words.points(-0.0314), "3.1 points"),
        (words.signed(0.0314), "+3.1"),
        (words.signed(-0.0314), "-3.1"),
        (words.signed(-0.0004), "0.0"),
        (words.signed_range(-0.031, -0.04, 0.002), "-3.1 (-4.0 to +0.2)"),
        (words.count(12_345), "12,345"),
        (words.number(6.0), "6"),
        (words.number(1_204.5), "1,204.5"),
        (words.times(0.96), "once"),
        (words.times(1.4), "1.4 times"),
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
    assert words.listing(["a", "b, wizard"]) == "a; and b, wizard"
    assert words.listing(["a, elf", *"bcdef"], 3) == "a, elf; b; and 4 more"


@pytest.mark.parametrize(
    "share, expected",
    [
        (rate(300, 1_000), "30.0% (27.2-32.9) of the games"),
        (rate(20, 20), "100.0% (83.9-100.0) of the games"),
        (rate(30_000, 30_000), "all of the games"),
        (rate(29_998, 30_000), "all but 2 of the games"),
        (rate(2, 30_000), "fewer than 1 in 1,000 of the games"),
        (rate(0, 30_000), "none of the games"),
        (rate(999_200, 1_000_000), "99.9% of the games"),
    ],
)
def test_shares_at_an_end_are_told_by_what_is_left(share, expected):
    assert words.of(share) == expected


@pytest.mark.parametrize(
    "ends, expected",
    [
        ((0.312, 0.308, 0.316), "31.2% (30.8-31.6)"),
        ((1.0, 0.998, 1.0), "100.0% (99.8-100.0)"),
        ((1.0, 0.9996, 1.0), "100.0% (over 99.9)"),
        ((0.0, 0.0, 0.0004), "0.0% (below 0.1)"),
    ],
)
def test_a_range_that_has_shrunk_to_an_end_says_on_which_side_the_rest_lies(ends, expected):
    assert words.share_range(*ends) == expected


def test_a_part_of_a_number():
    assert words.part_of(29_100, 30_000) == "29,100 of 30,000 (97.0%)"
    assert words.part_of(29_998, 30_000) == "all but 2 of 30,000"
    assert words.part_of(3, 30_000) == "3 of 30,000 (fewer than 1 in 1,000)"


@pytest.mark.parametrize(
    "share, expected",
    [(1 / 1.9, "about half"), (0.66, "about two thirds"), (1 / 9, "about a tenth")]
    + [(0.024, "about 1/42")],
)
def test_a_part_of_a_whole_in_words(share, expected):
    assert words.about(share) == expected


def test_one_of_a_unit_is_one():
    assert words.at_most(1, 1, "points") == "at most 1 point"
    assert words.at_most(1, 3, "points") == "at most 1 to 3 points"
    assert words.at_most(7, 7, "rounds") == "at most 7 rounds"


def test_guesses_that_move_nothing_are_measured_by_luck():
    """Two halves of each pack that do not go together: all between the packs is luck."""
    halves = np.random.default_rng(1).normal(0.0, 0.02, (64, 2)) * [1, -1] + 0.1
    halves[:, 1] = 0.2 - halves[:, 0]
    spread, key = GuessSpread(halves, np.full((64, 2), 0.02)), key_of("over_fair_share", {})
    guesses = Guesses(300, (), np.zeros((64, 0)), {key: spread})
    for low, packs in ((0.05, 64), (0.15, 0)):
        found = guess_sensitivity(key, Claim(key, low, inf), guesses)
        assert _guesses(key, found, guesses, None) == (
            f"stands in about {packs} of 64 cases ({packs} to {packs}); over all of them it moves "
            "no more than luck does (±2.8 points); 300 games a case are too few to be sure"
        )
        assert (found.hangs, found.too_few) == (False, True)
        ends = {"stands": packs, "low": packs, "high": packs}
        assert _guess_data(found) == {"packs": 64, "games": 300} | ends


def test_every_verdict_has_word_mark_and_tone():
    given = {
        text for name, text in vars(verdicts).items() if isinstance(text, str) and name.isupper()
    }
    assert given | {words.OFF, words.LEARNED} == set(words.VERDICTS)
    assert all(verdict.word and verdict.tone for verdict in words.VERDICTS.values())


def test_a_level_of_two_words_reads_as_words():
    assert words.move("boss", "demon_lord", "eye_tyrant") == "from demon lord to eye tyrant boss"


def test_a_finding_of_several_numbers_has_no_doubts_of_its_own():
    asked = Doubts(players=Players("balanced", 100, {}))
    study = SimpleNamespace(design=SimpleNamespace(manifest={}))
    assert said(of_number(verdicts.MORE), None, study, asked) == {}


def test_what_more_games_would_tell_says_that_they_are_all():
    family = Settled("in company", 45, 0, 0, 0, 0, None, 45, 15_000)
    assert lines._would_tell([family]) == (
        "not settled: 45 of 45 pairs in company; 15,000 games a setting in all (`--games 15000`) "
        "would settle most"
    )


def test_where_no_circles_are_shown_strength_is_not_said_to_be_all():
    told = matchups._circles(SimpleNamespace(cyclic=0.012, circles=False))
    assert told.endswith(
        "strength explains who is ahead, as far as these games tell (circles 1.2%)."
    )


def test_who_brings_most_and_least_is_told_apart_where_names_have_commas():
    brought = [("Grok", 0.05), ("Gerrund, Ancient Wizard", 0.04), ("Lanon", -0.03)]
    told = [
        SimpleNamespace(label=label, verdict=verdicts.BIG, effect=SimpleNamespace(value=value))
        for label, value in brought
    ]
    assert contrasts._count_words(told, "heroes") == [
        "Bring most: Grok; and Gerrund, Ancient Wizard. Bring least: Lanon.",
    ]


def test_findings_are_the_largest_few_of_each_kind_and_then_the_largest_of_all():
    def made(kind, size):
        return Finding(kind, "effect", f"{kind} {size}.", "deal", size, ())

    bosses = [made("boss", size / 10) for size in (9, 8, 7, 6)]
    chosen = largest([*bosses, made("hero", 0.05)], 4)
    assert [f.size for f in chosen] == [0.9, 0.8, 0.7, 0.05]


@pytest.mark.parametrize("game", catalogue.names())
def test_no_key_of_a_pack_or_experiment_is_shown_as_words(game, monkeypatch):
    """Labels of all values and steps, and names of all shipped changes: no `time_gained`."""
    monkeypatch.setattr("simulate.pack.edit.steps.allowed", lambda *step: True)
    pack = load(game)
    every = steps(pack)
    told = [step.name(pack) for step in every]
    told += [label(pack, path) for path in {step.path for step in every}]
    for file in configs.experiments(configs.game_folder(game)).values():
        told += re.findall(r'^name = "(.*)"', file.read_text("utf-8"), re.MULTILINE)
    assert told
    assert [text for text in told if re.search("[a-z]_[a-z]", re.sub("`[^`]*`", "", text))] == []
