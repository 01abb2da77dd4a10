"""A line of the log cites the card's own entry of the ledger, where there is one."""

import pytest

from simulate.core.game import ledger
from tests.rules.defenders.board import BARE_HEROES, BARE_REGIONS, Board

POWERS = {"harpy": 4, "giant_wasps": 5, "wraith": 6, "manticore": 7}
FOES = {"demon_lord": 11, "colossus": 12, "ancient": 13, "dragon": 14, "giant": 15}
ARTIFACTS = {
    "timeless_sandglass": 23,
    "spear_of_valor": 24,
    "elixir_of_errand": 25,
    "zodiac_cloak": 26,
    "boots_of_zephyr": 27,
    "staff_of_control": 28,
    "celestial_guardian": 29,
    "hammer_of_might": 30,
    "shield_of_aughmoore": 31,
    "horn_of_command": 32,
}


def after(board, *moves):
    """Lines of the log that these moves add."""
    start = len(board.lines())
    board.do(*moves)
    return board.lines()[start:]


def rules_of(lines):
    return {line["rule"] for line in lines}


@pytest.mark.parametrize(("card", "number"), POWERS.items())
def test_D_CARD_4_D_CARD_5_D_CARD_6_D_CARD_7_powers_cite_their_card(card, number):
    threat = dict.fromkeys(("coast", "desert", "forest"), 0)
    board = Board("druid", blanks=BARE_HEROES, at="ruins", threat=threat).draw(card)
    if "decline" in board.legal():
        board.do("decline")
    assert f"D-CARD-{number}" in rules_of(board.lines())
    assert "D-DIRE-1" not in rules_of(board.lines())


@pytest.mark.parametrize(("card", "number"), FOES.items())
def test_D_CARD_11_D_CARD_12_D_CARD_13_D_CARD_14_D_CARD_15_foes_cite_their_card(card, number):
    laid = {"foe": card, "foe_at": "coast", "at": "coast", "horde": (), "deck": ()}
    board = Board("druid", blanks=(*BARE_HEROES, *BARE_REGIONS), **laid).turn()
    board.do("fight", "end turn")
    while not board.over and board.words["round"] < 3 and "end turn" in board.legal():
        board.do("end turn")
    assert f"D-CARD-{number}" in rules_of(board.lines())
    assert "D-FIGHT-2" not in rules_of(board.lines())


@pytest.mark.parametrize(("card", "number"), ARTIFACTS.items())
def test_D_CARD_23_D_CARD_31_artifacts_cite_their_card(card, number):
    board = Board(
        "druid+bard",
        blanks=(*BARE_HEROES, *BARE_REGIONS),
        artifacts={0: [card]},
        foe="dragon",
        foe_at="coast",
        at=["capital", "capital"] if card == "celestial_guardian" else ["ruins", "capital"],
        threat={"capital": 2, "ruins": 2},
        discard=("ally_2",),
        horde=(),
    ).turn()
    move = min(m for m in board.legal() if m.startswith(f"artifact {card}"))
    lines = after(board, move)
    if card == "horn_of_command":
        lines = after(board, min(m for m in board.legal() if m != "stay"))
    assert f"D-CARD-{number}" in rules_of(lines)
    if card != "horn_of_command":
        assert lines[0]["rule"] == "D-ART-5"
        assert "D-ART-5" not in rules_of(lines[1:])


def test_D_ART_4_off_turn():
    board = Board("druid", artifacts={0: ["boots_of_zephyr"]}, deck=("coast_desert",)).go_on()
    lines = after(board, "artifact boots_of_zephyr")
    assert lines[0]["rule"] == "D-ART-4" and "D-CARD-27" in rules_of(lines)


@pytest.mark.parametrize(
    ("begin", "rule"),
    [(lambda b: b.turn(), "D-ALLY-2"), (lambda b: b.group().do("seat 0 takes 3"), "D-GROUP-5")],
)
def test_D_GROUP_5_D_ALLY_2_the_end_of_a_turn_cites_the_card_that_gave_it(begin, rule):
    board = begin(Board("druid+bard", blanks=(*BARE_HEROES, *BARE_REGIONS)))
    lines = after(board, "end turn")
    ended = [line for line in lines if line.get("what") == "active" and line["to"] is None]
    assert ended[0]["rule"] == rule


def test_D_CARD_25_the_end_of_an_interlude_cites_the_elixir():
    board = Board("druid", artifacts={0: ["elixir_of_errand"]}, deck=("coast_desert",)).go_on()
    lines = after(board, "artifact elixir_of_errand", "end turn")
    ended = [line for line in lines if line.get("what") == "active" and line["to"] is None]
    assert ended[0]["rule"] == "D-CARD-25"


def test_every_entry_on_one_printed_ability_is_found_by_its_name():
    """Else a card that is renamed in the pack would lose its entry unseen."""
    cited = {int(n) for n in Board("druid").cards["ability_rule"] if n >= 0}
    known = [
        i
        for i, (rule, entry) in enumerate(ledger.rules("defenders").items())
        if entry["heading"] == "cards" and rule not in GENERAL
    ]
    found = list(ledger.rules("defenders"))
    assert {found[i] for i in known} == {found[i] for i in cited}


GENERAL = {"D-CARD-1", "D-CARD-2", "D-CARD-17", "D-CARD-22"}
