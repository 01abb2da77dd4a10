"""Positions of chapter F: the door, the lair and the boss (see positions.md)."""

import pytest

from simulate.core.game import ledger
from simulate.games.dungeons.state import changes
from simulate.mechanics.log import LINE
from tests.rules.dungeons import shipped
from tests.rules.dungeons.hand import Position

# The door at the end of a corridor, a ritual chamber (minion encounter) beside it.
DEN = {
    "0,0": "entrance NESW",
    "1,0": "hall EW",
    "2,0": "ritual_chamber NESW",
    "3,0": "lair_door W",
}
HAMMER = "melee heroes.lanon.left_hand at boss "


def in_lair(*, spaces: dict[str, int], boss: str = "dragon lair", **said) -> Position:
    return Position(dict.fromkeys(spaces, "lair"), rooms=DEN, boss=boss, space=spaces, **said)


def test_72_N_DOOR_1_N_DOOR_2_N_DOOR_3_N_DOOR_4_N_DOOR_5_N_DOOR_6_opening_the_lair():
    """Rules N-SETUP-10, N-SETUP-13 too."""
    heroes = {"lanon": "3,0", "grok": "0,0"}
    shut = Position(heroes, rooms=DEN, killed=1)
    assert "open lair" not in shut.offered
    away = Position({"lanon": "2,0"}, rooms=DEN, killed=2)
    assert "open lair" not in away.offered
    p = Position(heroes, rooms=DEN, killed=2, torch=5, goblins={3: "stabby 1,0"})
    assert "enter mat" not in p.offered
    p.do("open lair")
    assert (p.hero("lanon").place, p.hero("lanon").space, p.hero("lanon").steps) == ("lair", 1, 1)
    assert p.t.act == 2 and p.t.boss.place == "lair" and p.t.markers == [8, 8]
    assert p.t.torch == p.t.cards["torch"]["act_2"]["starts"]["heroes_2"]
    assert p.t.rooms[2, 0].altar and set(p.t.goblins) == {3}
    assert "look around" not in p.offered and HAMMER + "dragon" in p.offered
    assert "taunt" in p.do("leave mat").offered


def test_N_DOOR_2_who_opens_the_lair_must_be_able_to_enter():
    heroes = {"lanon": "3,0", "grok": "0,0"}
    said = {"rooms": DEN, "killed": 2}
    assert "open lair" in Position(heroes, **said).offered
    tired = Position(heroes, lair_cost=3, **said)
    assert "open lair" in tired.offered
    tired.do("move west", "move east")
    assert "open lair" not in tired.offered  # Speed 3, 2 spent
    tired = {"focus": {"lanon": 4}}
    acted = Position(heroes, **tired, **said).do("move west", "move east", "rest")
    assert "open lair" not in acted.offered  # it has moved before
    poor = Position(heroes, focus={"lanon": 0}, lair_price="focus", **said)
    assert "open lair" not in poor.offered
    before = Position(heroes, opener_enters=False, lair_cost=3, **said)
    before.do("move west", "move east", "open lair")
    assert before.t.act == 2 and before.hero("lanon").place == (3, 0)


def test_73_N_LAIR_1_N_LAIR_4_N_LAIR_5_N_FREE_5_the_step_onto_the_mat():
    """Rules N-LAIR-3, N-LAIR-9 too."""
    p = Position({"lanon": "3,0"}, rooms=DEN, boss="dragon lair")
    p.do("enter mat")
    assert (p.hero("lanon").place, p.hero("lanon").space) == ("lair", 1)
    assert p.offers("space") == {"2", "6"} and "leave mat" in p.offered  # N-LAIR-9
    p.do("space 2", "space 3")
    assert not p.offers("space")  # Speed 3
    by_focus = Position({"lanon": "3,0"}, rooms=DEN, boss="dragon lair", lair_price="focus")
    by_focus.do("enter mat")
    assert by_focus.hero("lanon").focus == 4 and by_focus.hero("lanon").steps == 0
    row = Position({"lanon": "3,0"}, rooms=DEN, boss="dragon lair", lair_layout="row")
    assert row.do("enter mat").offers("space") == {"2"}


def test_74_N_LAIR_7_nobody_ends_on_a_space_that_is_taken():
    said = {"rooms": DEN, "boss": "dragon lair", "space": {"grok": 1}}
    p = Position({"lanon": "3,0", "grok": "lair"}, **said)
    p.do("enter mat")
    assert p.offered == {"space 2", "space 6", "leave mat"}
    p = Position({"lanon": "2,0", "grok": "lair"}, lair_cost=2, **said)
    p.do("move east")
    assert "enter mat" not in p.offered  # no Speed left to go on from the entrance


def test_75_N_LAIR_8_a_space_works_when_the_movement_ends_there():
    p = in_lair(spaces={"lanon": 4, "grok": 1}, focus={"lanon": 2})
    p.do("space 5", "end")  # the fifth brings 1 focus, the fourth costs 1 health
    assert p.hero("lanon").focus == 3 and p.lost("lanon") == 0
    stays = in_lair(spaces={"lanon": 5, "grok": 1}, focus={"lanon": 2})
    assert stays.do("end").hero("lanon").focus == 2
    acts = in_lair(spaces={"lanon": 5, "grok": 1}, health={"lanon": 4})
    acts.do("space 4", "rest")
    assert acts.hero("lanon").health == 6  # 4 less 1 and 3


def test_76_N_LAIR_6_N_BOSS_2_N_BOSS_4_the_spaces_modifiers_count():
    """Rules N-BOSS-1, N-LAIR-2 too."""
    p = in_lair(spaces={"wyn_keleas": 3, "grok": 1}, dice=[5, 3, 3], enemy=["2"])
    p.do("missile heroes.wyn_keleas.right_hand at boss dragon", "take 5")  # 5 and 2 against 5
    assert sorted(p.t.markers) == [7, 7]  # N-BOSS-1


def test_77_N_BOSS_5_N_BOSS_6_three_damage_on_one_two_or_three_markers():
    """Rule N-KILL-11 too."""
    for second, third, left in (
        ("strike 7", "strike 6", [8, 8, 5]),
        ("strike 8", "strike 7", [8, 7, 6]),
        ("strike 8", "strike 8", [7, 7, 7]),
    ):
        p = in_lair(
            spaces={"lanon": 1, "grok": 3, "uliessa": 5},
            boss="hydra lair",
            dispelled=2,
            dice=[6, 2, 1],
            enemy=["2"],
        )
        p.do(HAMMER + "hydra", "take 6 plus 2")  # 8 against 5; the first is no choice
        p.do(second, third)
        assert p.t.markers == left


def test_78_N_BOSS_7_N_BOSS_8_N_ALTAR_2_wards_stop_the_markers():
    said = {"spaces": {"lanon": 1, "grok": 3}, "dice": [6, 2, 1], "enemy": ["2"]}
    p = in_lair(boss="hydra lair", markers=[6, 6], **said)
    p.do(HAMMER + "hydra", "take 6 plus 2")
    assert p.t.markers == [6, 6]
    p = in_lair(boss="hydra lair", markers=[6, 0], dispelled=1, **said)
    p.do(HAMMER + "hydra", "take 6 plus 2")
    assert p.t.markers == [3, 0]  # the second ward lies on 2


def test_116_N_BOSS_7_a_ward_on_which_the_markers_start_stops_nothing():
    """The Lich's wards lie on 7, 5 and 2; the first altar goes onto the 7 all the same."""
    said = {"boss": "lich lair", "markers": [7, 7], "boss_health": 7, "enemy": ["2"]}
    hit = HAMMER + "lich", "take 6 plus 2 plus 2"  # 10 against 5
    for dispelled, strikes, left in ((0, (), [6, 6]), (1, (), [6, 6]), (2, (7, 6), [5, 4])):
        p = in_lair(spaces={"lanon": 1, "grok": 3}, dice=[6, 2, 2], dispelled=dispelled, **said)
        p.do(*hit, *(f"strike {mark}" for mark in strikes))
        assert p.t.markers == left


def test_79_N_END_1_the_boss_is_defeated_when_all_markers_are_at_zero():
    """Rule N-GOAL-1 too."""
    p = in_lair(
        spaces={"lanon": 1, "grok": 3},
        boss="hydra lair",
        markers=[2, 0],
        dispelled=2,
        dice=[6, 2, 1],
        enemy=["5"],
    )
    p.do(HAMMER + "hydra", "take 6 plus 2")
    assert p.end == "boss defeated" and p.lost("lanon") == 0


def test_80_N_ALTAR_1_N_ALTAR_4_N_ALTAR_5_N_ALTAR_6_taunting_the_boss_over_an_altar():
    p = Position(
        {"lanon": "0,0", "grok": "2,0"}, rooms=DEN, boss="dragon lair", altars=["0,0", "2,0"]
    )
    p.do("taunt")  # Speed 3: the door, the chamber and on, past Grok
    assert p.t.boss.place == (1, 0) and p.t.dispelled == 1 and not p.t.rooms[2, 0].altar
    p.do("taunt")
    assert p.t.boss.place == (0, 0) and p.t.dispelled == 2
    assert p.hero("lanon").focus == 1 and "taunt" not in p.offered


def test_81_N_ALTAR_3_without_heroes_on_the_mat_the_boss_comes_out():
    for rule, at in ((True, (1, 0)), (False, (0, 0))):
        p = Position({"lanon": "0,0"}, rooms=DEN, boss="dragon lair", boss_step_out=rule)
        p.t.torch = 1 + p.t.cards["torch"]["act_2"]["enemy_actions"][-1]
        p.do("end")
        assert p.t.boss.place == at and p.lost("lanon") == 2  # N-BATTLE-2: within 4


def test_115_N_ALTAR_3_the_unconscious_do_not_keep_the_boss_on_its_mat():
    for health, at in ((0, (1, 0)), (1, "lair")):
        p = Position(
            {"lanon": "0,0", "grok": "lair"},
            rooms=DEN,
            boss="dragon lair",
            space={"grok": 2},
            health={"grok": health},
        )
        p.t.torch = 1 + p.t.cards["torch"]["act_2"]["enemy_actions"][-1]
        p.do("end")
        assert p.t.boss.place == at


def test_82_N_DEEP_3_N_BATTLE_2_what_happens_in_the_lair_stays_there():
    p = Position(
        {"lanon": "lair", "grok": "3,0"},
        rooms=DEN,
        boss="dragon lair",
        space={"lanon": 2},
        goblins={1: "boomy lair", 2: "stabby 3,0"},
    )
    p.t.torch = 1 + p.t.cards["torch"]["act_2"]["enemy_actions"][-1]
    p.do("end")
    assert p.lost("lanon") == 4  # Boomy and the dragon
    assert p.lost("grok") == 3  # Stabby alone


def test_83_N_DEEP_4_N_DEEP_5_nothing_reaches_in_or_out():
    p = Position(
        {"ethairna": "3,0", "lanon": "lair"},
        rooms=DEN,
        boss="dragon lair",
        space={"lanon": 2},
        health={"ethairna": 3, "lanon": 3},
    )
    assert not p.offers("cast")
    p.do("end")
    assert p.offers("use heroes.lanon.right_hand on") == {"lanon"}


def test_84_N_LAIR_10_N_LAIR_11_goblins_come_in_and_can_be_attacked():
    p = Position(
        {"lanon": "lair", "grok": "lair"},
        rooms=DEN,
        boss="dragon lair",
        space={"lanon": 2, "grok": 3},
        goblins={1: "stabby 2,0"},
    )
    p.t.torch = 1 + p.t.cards["torch"]["act_2"]["enemy_actions"][-1]
    p.do("end")
    assert p.t.goblins[1].place == "lair"
    assert p.offers("melee heroes.grok.left_hand at") == {"goblin 1", "boss dragon"}


def test_85_N_DEEP_1_no_search_on_the_mat_and_rest_is_allowed():
    p = in_lair(spaces={"lanon": 1, "grok": 3}, health={"lanon": 7})
    kinds = {word.split()[0] for word in p.offered}
    assert {"rest", "melee", "cast"} <= kinds
    assert not {"search", "disarm", "portal", "move", "explore"} & kinds


def test_N_LAIR_8_N_ANSWER_3_N_SEARCH_2_N_TORCH_5_a_loss_is_told_under_its_own_rule():
    """Space 4 of the dragon takes a health; the vampire's blood price; a bad feast; an enemy."""
    p = in_lair(spaces={"lanon": 3, "grok": 1}, health={"lanon": 6}).do("space 4")
    assert losses(p, "rest") == [("health", "N-LAIR-8")]
    p = in_lair(spaces={"lanon": 1, "grok": 3}, boss="vampire lair", dice=[1, 1, 3], enemy=["2"])
    assert losses(p, HAMMER + "vampire", "take 3") == [("health", "N-ANSWER-3")]
    p = in_lair(spaces={"lanon": 1, "grok": 3}, dice=[1, 1, 3], enemy=["torch"])
    told = losses(p, HAMMER + "dragon", "take 3")
    assert told[:2] == [("health", "N-ANSWER-2")] * 2
    hall = {"0,0": "entrance NESW", "1,0": "feasthall W"}
    p = Position({"ethairna": "1,0"}, rooms=hall, dice=[3, 3, 3], health={"ethairna": 5})
    assert losses(p, "try room", "take 3") == [("health", "N-SEARCH-2")]
    p = Position({"lanon": "0,0"}, minions=["minotaur 1,0 8"])
    p.t.torch = 1 + p.t.cards["torch"]["act_1"]["enemy_actions"][-1]
    assert ("health", "N-TORCH-5") in losses(p, "end")


def losses(p: Position, *answers: str) -> list[tuple[str, str]]:
    """What heroes lose, and under which rule the log tells it."""
    log = p.board.log
    before = int(log.count)
    p.do(*answers)
    rules = list(ledger.rules("dungeons"))
    track = {changes.WHAT.HEALTH: "health", changes.WHAT.FOCUS: "focus"}
    lines = [line for line in log.lines[before : log.count] if line.kind == LINE.CHANGE]
    return [
        (track[line.what], rules[line.rule])
        for line in lines
        if line.what in track and line.new < line.old
    ]


def test_86_N_DEEP_6_unconscious_on_the_mat():
    p = in_lair(spaces={"lanon": 1, "grok": 3}, health={"grok": 0})
    p.do("end")
    assert p.hero("grok").health == 3 and p.offered == {"end", "space 2", "space 4"}


def test_87_N_ANSWER_2_N_ANSWER_4_the_dragons_torch():
    dice = {"dice": [1, 1, 3], "enemy": ["torch"]}
    p = in_lair(spaces={"lanon": 1, "grok": 3}, torch=16, **dice)
    p.do(HAMMER + "dragon", "take 3")
    # Its wings 2, then the torch reaches 15: an enemy action, 2 more.
    assert p.lost("lanon") == p.lost("grok") == 4 and p.t.torch == 15


def test_88_N_ANSWER_1_N_ANSWER_3_the_blood_price_comes_after_the_answer():
    p = in_lair(spaces={"lanon": 1, "grok": 3}, boss="vampire lair", dice=[1, 1, 3], enemy=["4"])
    p.do(HAMMER + "vampire", "take 3")
    assert p.lost("lanon") == 2  # 4 and 2 against 5, and 1


def test_89_N_BOSS_3_in_the_dungeon_the_boss_is_an_enemy_as_any_other():
    p = Position(
        {"lanon": "2,0", "grok": "0,0"}, rooms=DEN, boss="dragon 2,0", dice=[6, 2, 1], enemy=["5"]
    )
    p.do(HAMMER + "dragon", "take 6 plus 2")
    assert sorted(p.t.markers) == [7, 7] and p.lost("lanon") == 3
    p = Position({"lanon": "1,0"}, rooms=DEN, boss="dragon 2,0").do("move east")
    assert not p.offers("move")  # N-MOVE-6


def test_90_N_ICON_7_the_vampire_flees_home():
    """Rule N-DEEP-2 too."""
    p = Position(
        {"lanon": "2,0", "grok": "2,0"},
        rooms=DEN,
        boss="vampire 2,0",
        dice=[1, 1, 3],
        enemy=["torch"],
    )
    p.do(HAMMER + "vampire", "take 3")
    assert p.t.boss.place == "lair"
    assert p.lost("grok") == 1 and p.lost("lanon") == 2  # 1 each, and the blood price
    assert not p.offers("melee")  # N-DEEP-2


def test_109_N_ANSWER_4_the_boss_torch_comes_before_the_enemy_action():
    """The Vampire flees home first, and then comes out again for its action."""
    step = shipped.cards()["torch"]["act_2"]["enemy_actions"][-1]
    p = Position(
        {"lanon": "2,0", "grok": "2,0"},
        rooms=DEN,
        boss="vampire 2,0",
        dice=[1, 1, 3],
        enemy=["torch"],
        torch=step + 1,
    )
    p.do(HAMMER + "vampire", "take 3")
    assert p.t.torch == step and p.t.boss.place == (2, 0)


def test_91_N_ICON_8_the_hydra_mends_a_marker_that_is_not_at_zero():
    p = in_lair(
        spaces={"lanon": 1, "grok": 3, "uliessa": 5},
        boss="hydra lair",
        markers=[8, 7, 0],
        dispelled=2,
        dice=[1, 1, 3],
        enemy=["torch"],
    )
    p.do(HAMMER + "hydra", "take 3")
    assert p.t.markers == [8, 8, 0]


def test_111_N_END_2_N_END_3_a_game_lost_in_act_2_is_told_as_such():
    """Rule N-BATTLE-1 too."""
    goblins = dict.fromkeys((1, 2, 3, 4), "boomy 0,0")
    step = shipped.cards()["torch"]["act_2"]["goblins"][-1]
    p = in_lair(spaces={"lanon": 1, "grok": 3}, torch=step + 1, goblins=goblins).do("end")
    assert p.end == "fifth goblin" and p.reason == "fifth_goblin_act_2"
    p = in_lair(spaces={"lanon": 1, "grok": 3}, torch=1).do("end")
    assert p.end == "torch" and p.reason == "torch_out_act_2"


def test_112_N_ALTAR_1_none_but_the_boss_takes_an_altar():
    said = {"rooms": DEN, "altars": ["0,0"]}
    p = Position({"lanon": "0,0"}, minions=["minotaur 2,0 8"], goblins={1: "stabby 2,0"}, **said)
    p.t.torch = 1 + p.t.cards["torch"]["act_1"]["enemy_actions"][-1]
    p.do("end")
    assert p.t.minions[0].place == p.t.goblins[1].place == (0, 0)
    assert p.t.rooms[0, 0].altar and p.t.dispelled == 0


@pytest.mark.parametrize("at", ("2,0", "lair"))
def test_113_N_ICON_5_the_lichs_servant_comes_to_the_active_hero(at):
    """Not to the Lich; and it does not hold the hero, who has not moved."""
    heroes = {"wyn_keleas": "0,0" if at == "2,0" else at, "grok": "1,0"}
    said = {"dice": [1, 1, 3], "enemy": ["torch"], "space": {"wyn_keleas": int(at == "lair")}}
    p = Position(heroes, rooms=DEN, boss=f"lich {at}", **said)
    p.do("missile heroes.wyn_keleas.right_hand at boss lich", "take 3")
    assert p.t.goblins[1].place == p.hero("wyn_keleas").place
    assert p.t.torch == 28 and (p.offers("move") or p.offers("space"))


@pytest.mark.parametrize("boss", list(shipped.cards()["bosses"]))
def test_no_ward_lies_where_the_markers_start(boss):
    wards = shipped.cards()["bosses"][boss]["wards"]
    assert wards and max(wards) < shipped.rules()["boss_health"]
