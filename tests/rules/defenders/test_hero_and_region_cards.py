"""What is printed on heroes and regions, one ability after another.

The ring is coast, desert, forest, mountains, plains, ruins; the Capital touches coast and
mountains.
"""

import pytest

from tests.rules.defenders.board import (
    BARE,
    BARE_HEROES,
    BARE_REGIONS,
    DEAR,
    DEAR_RULES,
    Board,
)
from tests.rules.defenders.lockstep import price_by_the_rulebook
from tests.rules.defenders.words import REGIONS


def hero(heroes, **laid):
    """Heroes with their abilities, regions without."""
    return Board(heroes, blanks=BARE_REGIONS, **laid)


def land(region, side, heroes="druid", **laid):
    """Regions with their abilities, heroes without; the first hero stands in the region."""
    laid.setdefault("at", region)
    return Board(heroes, blanks=BARE_HEROES, sides={region: side}, **laid)


def uses(board, ability):
    return {m for m in board.legal() if m.startswith(f"use {ability}")}


# ---------------------------------------------------------------- rulings


def test_D_CARD_1_a_heros_ability_before_a_card_a_card_before_the_rulebook():
    """SPRINT beats the Kraken's price; the Guardian beats the permanence of the Capital's threat;
    FARSHOT beats the rule that who defends must stand there."""
    board = hero("warrior", at="desert", foe="kraken", foe_at="coast").turn(points=1)
    assert "use sprint at coast" in board.legal() and "move coast" not in board.legal()
    board = Board("druid", artifacts={0: ["celestial_guardian"]}, threat={"capital": 4}).turn()
    assert board.do("artifact celestial_guardian").threat("capital") == 1
    assert "defend" in hero("ranger", at="desert").draw("coast_mountains").legal()


def test_D_CARD_2_unused_points_are_lost():
    board = Board("druid+bard", blanks=BARE, deck=("ally_2",)).turn().do("end turn")
    assert board.active == 1 and board.points == 3
    board = Board("druid", blanks=BARE, deck=("group_ally_1",)).turn().do("end turn")
    assert board.legal() == {"seat 0 takes 3"}


@pytest.mark.parametrize("health", [0, 1, 4])
def test_D_CARD_3_rest_at_the_start_of_a_turn_in_the_capital(health):
    board = Board("druid+paladin", blanks=BARE, health=[health, health]).turn(1)
    assert board.words["health"] == [health, 5]
    assert Board("druid", blanks=BARE, at="coast", health=[1]).turn().health() == 1


@pytest.mark.parametrize("works, after", [(True, 4), (False, 1)])
def test_D_CARD_3_rest_on_group_turns(works, after):
    rules = {"rest_on_group_turns": works}
    board = Board("druid+bard", blanks=BARE, health=[1, 1], rules=rules).group()
    board.do("seat 0 takes 1")
    assert board.words["health"] == [after, 1]
    assert Board("druid", blanks=BARE, health=[1], rules=rules).turn().health() == 4


@pytest.mark.parametrize("once, after", [(True, [4, 1]), (False, [4, 5])])
def test_D_CARD_3_rest_for_each_hero_of_a_group_card(once, after):
    rules = {"rest_once_per_group_card": once}
    board = Board("druid+paladin", blanks=BARE, health=[1, 1], rules=rules).group()
    board.do("seat 0 takes 1", "end turn")
    board.do(next(move for move in sorted(board.legal()) if move.startswith("seat 1 takes")))
    assert board.words["health"] == after


# ---------------------------------------------------------------- FORTIFY


def fortified(health=4, then=("coast_mountains",), **laid):
    board = land("mountains", "a", health=[health], **laid).turn().do("use fortify")
    return board.lay(*then).do("end turn")


@pytest.mark.parametrize("health", [4, 1, 0])
def test_D_CARD_16_fortify_defends_for_no_health_whatever_the_price(health):
    cards = DEAR | {"dire_enemies.minotaur.region": "mountains"}
    board = fortified(health, then=("minotaur",), cards=cards, rules=DEAR_RULES)
    assert board.price("defend") == (0, 0)
    assert price_by_the_rulebook(board, cards, "minotaur", "mountains") == 0
    assert board.do("defend").health() == health


@pytest.mark.parametrize(("stays", "price"), [(False, (0, 1)), (True, (0, 0))])
def test_D_CARD_16_fortify_is_left_by_declining(stays, price):
    """At the next attack the hero leaves the circle; a switch lets who declines stay."""
    rules = {"circle_after_declining": stays}
    board = fortified(then=("coast_mountains", "mountains_ruins"), rules=rules).do("decline")
    assert board.threat("mountains") == 2 and board.price("defend") == price


@pytest.mark.parametrize("several", [True, False])
def test_D_CARD_16_fortify_for_a_second_hero(several):
    rules = {"circle_holds_several": several}
    laid = {"at": ["mountains", "mountains"], "sides": {"mountains": "a"}, "rules": rules}
    board = Board("druid+paladin", **laid).turn(0).do("use fortify").lay("ally_2").do("end turn")
    assert board.active == 1
    assert ("use fortify" in board.legal()) == several


def test_D_CARD_16_fortify_is_given_up_by_leaving():
    board = land("mountains", "a").turn().do("use fortify", "move plains", "move mountains")
    assert board.words["brace"] == [None]
    assert board.lay("coast_mountains").do("end turn").price("defend") == (0, 1)


# ---------------------------------------------------------------- regions


def test_D_CARD_17_embark_goes_anywhere():
    board = land("coast", "a").turn()
    goals = {m.rpartition(" ")[2] for m in uses(board, "embark")}
    assert goals == {"capital", "desert", "forest", "mountains", "plains", "ruins"}
    board.do("use embark at plains")
    assert board.points == 2
    assert board.place() == "plains"


def test_D_CARD_17_dispatch_sends_another_hero_anywhere():
    board = land("coast", "b", "druid+bard+ranger", at=["coast", "coast", "plains"]).turn()
    assert len(uses(board, "dispatch")) == 2 * 6
    board.do("use dispatch at forest on 2")
    assert board.points == 2
    assert board.words["place"] == ["coast", "coast", "forest"]
    assert uses(land("coast", "b").turn(), "dispatch") == set()  # nobody else is there


def test_D_CARD_17_heatwave_calms_the_neighbours():
    board = land("desert", "a", threat={"coast": 2, "forest": 0, "desert": 3, "plains": 2}).turn()
    board.do("use heatwave")
    assert board.points == 1
    assert [board.threat(r) for r in ("coast", "forest", "desert", "plains")] == [1, 0, 3, 2]


def test_D_CARD_17_sandstorm_orders_the_next_three_cards():
    board = land("desert", "b", "druid+bard", deck=("harpy", "coast_desert", "ally_2", "wraith"))
    board.turn().do("use sandstorm")
    assert board.health() == 3 and board.points == 3
    assert board.legal() == {"put harpy", "put coast_desert", "put ally_2"}
    board.do("put ally_2")
    assert board.legal() == {"put harpy", "put coast_desert"}
    board.do("put coast_desert", "put harpy")
    assert board.words["turn_deck"] == ["ally_2", "coast_desert", "harpy", "wraith"]
    assert board.active == 0 and uses(board, "sandstorm") == set()


def test_D_CARD_17_enchant_lowers_any_outer_region():
    board = land("forest", "a", threat={"coast": 2, "desert": 0}, destroyed=["ruins"]).turn()
    assert {m.rpartition(" ")[2] for m in uses(board, "enchant")} == {
        "coast",
        "forest",
        "mountains",
        "plains",
    }
    board.do("use enchant at coast")
    assert board.points == 1
    assert board.threat("coast") == 1


def test_D_CARD_17_reconcile_heals_two():
    board = land("forest", "b", "druid+bard+ranger", health=[1, 2, 4], at=["forest"] * 3).turn()
    board.do("use reconcile on 1")
    assert board.points == 2
    assert board.words["health"] == [2, 3, 4]


def test_D_CARD_17_prepare_makes_the_next_defence_cheaper_anywhere():
    board = land("mountains", "b", deck=("ally_1",)).turn().do("use prepare", "move plains")
    board.lay("plains_ruins", "mountains_plains").do("end turn")
    assert board.price("defend") == (0, 0)
    board.do("defend")
    assert board.price("defend") == (0, 1)


def test_D_CARD_17_safeguard_calls_the_next_attack_off():
    board = land("plains", "a", deck=("ally_1",)).turn().do("use safeguard at coast")
    assert board.points == 1
    board.lay("coast_desert", "forest_coast", "ally_1").do("end turn")
    assert (
        board.threat("coast") == 2 and board.threat("desert") == 2 and board.threat("forest") == 2
    )


@pytest.mark.parametrize(
    "card, calmer",
    [("coast_desert", {"coast", "desert"}), ("harpy", {"mountains"}), ("ally_1", {"capital"})],
)
def test_D_CARD_17_patrol_discards_the_top_card(card, calmer):
    board = land(
        "plains", "b", "bard+druid", threat=dict.fromkeys(REGIONS, 2), deck=(card, "wraith")
    )
    board.turn(1 if card == "ally_1" else 0).do("use patrol")
    assert board.words["discard"] == [card] and board.words["turn_deck"] == ["wraith"]
    assert {r for r, level in board.words["threat"].items() if level == 1} == calmer


def test_D_CARD_17_absorb_lowers_threat_and_heals():
    board = land("ruins", "a", health=[1], threat={"ruins": 3}).turn().do("use absorb")
    assert board.threat("ruins") == 2 and board.health() == 2 and board.points == 2


def test_D_CARD_17_sacrifice_pays_health():
    board = land("ruins", "b", threat={"plains": 3}).turn().do("use sacrifice at plains")
    assert board.threat("plains") == 1 and board.health() == 3 and board.points == 2
    assert uses(land("ruins", "b", health=[0]).turn(), "sacrifice") == set()


# ---------------------------------------------------------------- heroes


def test_D_CARD_18_retribute_when_defending():
    board = hero("paladin", at="coast", threat={"coast": 3}).draw("coast_desert")
    assert board.legal() == {"decline", "defend", "defend with retribute"}
    assert board.price("defend with retribute") == (0, 2)
    board.do("defend with retribute")
    assert board.threat("coast") == 2 and board.health() == 3


def test_D_CARD_19_lightning_three_for_two_points():
    board = hero("sorcerer", at="coast", threat={"coast": 3, "desert": 3}).turn()
    board.do("use lightning")
    assert board.threat("coast") == 0 and board.points == 1 and board.threat("desert") == 3


def test_D_CARD_19_lightning_not_in_the_capital_nor_where_all_is_destroyed():
    assert uses(hero("sorcerer", threat={"capital": 5}).turn(), "lightning") == set()
    assert uses(hero("sorcerer", at="coast", destroyed=["coast"]).turn(), "lightning") == set()


def test_D_CARD_20_scry_keeps_or_buries_the_top_card():
    deck = ("ally_1", "harpy", "wraith")
    board = hero("oracle", at="coast", deck=deck).turn()
    assert board.legal() == {"keep card", "bury card"} and board.asked == 0
    board.do("keep card")
    assert board.words["turn_deck"] == ["harpy", "wraith"] and board.points == 3
    board = hero("oracle", at="coast", deck=deck).turn().do("bury card")
    assert board.words["turn_deck"] == ["wraith", "harpy"]


def test_D_CARD_20_scry_tells_all_what_was_seen():
    board = hero("oracle", at="coast", deck=("ally_1", "harpy", "wraith")).turn()
    assert board.s["seen"][board.number("harpy")]
    assert not board.s["seen"][board.number("wraith")]


@pytest.mark.parametrize(
    "at, may", [("coast", True), ("ruins", True), ("capital", True), ("plains", False)]
)
def test_D_CARD_21_farshot_defends_next_to_the_ranger(at, may):
    board = hero("ranger", at=at).draw("forest_coast")
    assert ("defend" in board.legal()) == may
    assert board.threat("coast") == (1 if may else 2)


def test_D_CARD_22_cleric_heals_in_the_same_or_an_adjacent_region():
    board = hero(
        "cleric+bard+ranger+druid", at=["coast", "desert", "forest", "coast"], health=[3, 1, 1, 4]
    )
    board.turn()
    assert uses(board, "heal") == {"use heal on 0", "use heal on 1"}
    board.do("use heal on 1")
    assert board.points == 2
    assert board.words["health"] == [3, 3, 1, 4]


def test_D_CARD_22_barbarian_goes_berserk():
    """Health for one more action, before the three points are spent too."""
    board = hero("barbarian", at="forest", foe_at="forest").turn()
    assert board.price("use berserk") == (0, 1)
    board.do("use berserk")
    assert board.points == 4 and board.health() == 3
    board.do("fight", "fight", "fight", "fight")
    assert board.foe_health == 6
    board = hero("barbarian", at="forest", foe_at="forest", health=[0]).turn()
    assert "use berserk" not in board.legal()


def test_D_CARD_22_druid_heals_another_by_defending():
    board = hero("druid+bard+ranger", at=["coast", "ruins", "plains"], health=[4, 2, 4])
    board.draw("coast_desert")
    assert board.legal() == {"decline", "defend", "defend with martyr on 1"}
    board.do("defend with martyr on 1")
    assert board.words["health"] == [3, 3, 4]


def test_D_CARD_22_druid_calms_an_adjacent_region():
    board = hero("druid", at="coast", threat={"coast": 3, "desert": 2, "ruins": 0}).turn()
    assert uses(board, "natures_call") == {"use natures_call at desert"}
    board.do("use natures_call at desert")
    assert board.points == 2
    assert board.threat("desert") == 1


def test_D_CARD_22_bard_befriends_an_enemy():
    board = hero("bard", at="coast", deck=("ally_1",)).turn().do("use befriend")
    assert "use befriend" not in board.legal()  # one is enough
    board.lay("coast_desert", "sea_serpent").do("end turn")
    assert board.words["drawn"] == "sea_serpent"  # the first attack was called off
    assert board.threat("coast") == 1 and board.legal() == {"defend", "decline"}


def test_D_CARD_22_commander_takes_another_along():
    board = hero("commander+bard+ranger", at=["coast", "coast", "ruins"]).turn()
    deploys = {m for m in board.legal() if "deploy" in m}
    assert deploys == {f"move {r} with deploy on 1" for r in ("capital", "desert", "ruins")}
    board.do("move desert with deploy on 1")
    assert board.words["place"] == ["desert", "desert", "ruins"]


def test_D_CARD_22_commander_sends_another_two_regions_far():
    board = hero("commander+bard", at=["coast", "plains"]).turn()
    goals = {m.split()[3] for m in uses(board, "command")}
    assert goals == {"mountains", "forest", "capital", "ruins", "coast"}  # up to two moves
    board.do("use command at capital on 1")
    assert board.points == 2
    assert board.place(1) == "capital"


def test_D_CARD_22_warrior_sprints_three_regions():
    board = hero("warrior", at="desert").turn()
    goals = {m.rpartition(" ")[2] for m in uses(board, "sprint")}
    assert goals == {"coast", "forest", "capital", "ruins", "mountains", "plains"}
    board.do("use sprint at plains")
    assert board.points == 2
    assert board.place() == "plains"
    cards = {"heroes.warrior.abilities.sprint.effects.0.amount": 1}
    board = hero("warrior", at="desert", cards=cards).turn()
    assert {m.rpartition(" ")[2] for m in uses(board, "sprint")} == {"coast", "forest"}


# ---------------------------------------------------------------- what is counted of them


def test_whose_ability_was_used_is_counted():
    board = hero("warrior", at="desert").turn().do("use sprint at coast")
    assert (board.s.hero_abilities[0], board.s.region_abilities[0]) == (1, 0)
    board = land("mountains", "a", health=[2]).turn()
    board.do("use fortify")
    place = 2 * REGIONS.index("mountains")
    assert (board.s.hero_abilities[0], board.s.region_abilities[0]) == (0, 1 << place)
    assert board.s.abilities_used[0] == 1


def test_which_artifacts_were_held_and_used_is_counted():
    board = Board("druid", artifacts={0: ["celestial_guardian"]}, threat={"capital": 4}).turn()
    board.do("artifact celestial_guardian")
    assert board.s.artifacts_spent[0] == 1 << board.names.artifacts.index("celestial_guardian")
