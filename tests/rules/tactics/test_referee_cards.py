"""Positions laid by hand, for referee and kernels: abilities of units and tactic cards."""

import pytest

from tests.rules.tactics.hand import Position, ability, does

FILL = "rogue 1,1; wizard 1,2"
OTHERS = "fighter 10,1; wizard 10,2"


def duel(mine: str, theirs: str, *cards: dict, of: str = "P1 beast", **said) -> Position:
    """A beast with abilities among others who are far away."""
    abilities = {of: list(cards)} if cards else None
    units = {"P1": f"{mine}; {FILL}", "P2": f"{theirs}; {OTHERS}"}
    return Position(units, abilities=abilities, **said)


# ---------------------------------------------------------------- standing abilities


@pytest.mark.parametrize(
    "kind, cond, state, damage",
    [
        ("melee", None, "", 4),
        ("missile", None, "", 3),
        ("melee", "other_weakened", "", 3),
        ("melee", "other_weakened", "weakened", 4),
        ("melee", "other_hurt", "health=4", 4),
        ("melee", "other_beast", "", 4),
        ("melee", "other_wizard", "", 3),
    ],
)
def test_more_damage(kind, cond, state, damage):
    more = ability("always", does("more_damage", 1), kind=kind, **({"cond": cond} if cond else {}))
    p = duel("beast 5,1", f"beast 6,1 {state}", more)
    before = p.health("P2 beast")
    p.do("melee beast at 6,1")
    assert before - p.health("P2 beast") == min(damage, before)


def test_other_flanked_and_self_beside_ally():
    for cond, ally, damage in (
        ("other_flanked", "7,1", 4),
        ("other_flanked", "8,1", 3),
        ("self_beside_ally", "5,2", 4),
        ("self_beside_ally", "5,3", 3),
        ("self_alone", "5,3", 3),
        ("self_alone", "5,4", 4),
    ):
        more = ability("always", does("more_damage", 1), kind="melee", cond=cond)
        p = Position(
            {"P1": f"beast 5,1; fighter {ally}; {FILL}", "P2": f"beast 6,1; {OTHERS}"},
            abilities={"P1 beast": [more]},
        )
        assert p.do("melee beast at 6,1").health("P2 beast") == 9 - damage, (cond, ally)


def test_survives_an_attack_at_one_health_but_not_a_fall():
    last = ability("always", does("survives", 2))
    p = duel("beast 5,1", "beast 6,1 health=2", last, of="P2 beast").do("melee beast at 6,1")
    assert p.health("P2 beast") == 1
    p = duel("beast 5,1", "beast 6,1 health=1", last, of="P2 beast").do("melee beast at 6,1")
    assert p.at("P2 beast") == "gone"
    p = duel("beast 8,1", "beast 9,1 health=2", last, of="P2 beast", dice="knock_back miss miss")
    p.do("melee beast at 9,1", "roll")
    assert p.at("P2 beast") == "gone", "1 left, and stopped at once by the fighter"


@pytest.mark.parametrize(
    "reach, mine, goal",
    [("lower", "3,4", "2,4"), ("higher", "3,4", "4,4"), ("diagonal", "5,5", "6,6")],
)
def test_reaches(reach, mine, goal):
    further = ability("always", does("reaches", reach=reach))
    assert duel(f"beast {mine}", f"beast {goal}", further).goals("melee") == {goal}
    assert duel(f"beast {mine}", f"beast {goal}").goals("melee") == set()


def test_no_counter_and_counters_freely():
    silent = ability("always", does("no_counter"), kind="melee")
    p = duel("beast 5,1", "beast 6,1", silent).do("melee beast at 6,1", "do not roll")
    assert p.asked == "P1"
    freely = ability("always", does("counters_freely"))
    p = duel("beast 5,1", "beast 6,1 weakened health=4", freely, of="P2 beast")
    p.do("melee beast at 6,1", "do not roll", "counter melee")
    assert p.health("P2 beast") == 1 and not p.unit("P2 beast").weakened


def test_stands_firm():
    firm = ability("always", does("stands_firm"))
    p = duel("beast 5,1", "beast 6,1", firm, of="P2 beast").do("melee beast at 6,1")
    assert p.asked == "P2", "nobody is asked to roll"


def test_more_dice_three_at_most_and_fewer_misses():
    dice = ability("always", does("more_dice", 2))
    p = duel("fighter 5,1", "beast 6,1", dice, of="P1 fighter", dice="miss " * 3)
    p.do("melee fighter at 6,1", "roll")
    assert not p.t.luck.dice
    sure = ability("always", does("fewer_misses", 1))
    p = duel("fighter 5,1", "beast 7,1", sure, of="P1 fighter", dice="miss")
    p.do("shoot fighter at 7,1")
    assert p.unit("P1 fighter").ammo == 1 and p.health("P2 beast") == 7


def test_more_range_and_more_movement():
    far = ability("always", does("more_range", 1), kind="missile")
    assert "9,1" in duel("fighter 5,1", "beast 9,1", far, of="P1 fighter").goals("shoot")
    swift = ability("always", does("more_movement", 2))
    p = duel("fighter 2,1", "beast 9,3", swift, of="P1 fighter").do("move fighter")
    for column in range(3, 9):
        p.do(f"step {column},1")
    assert p.at("P1 fighter") == "8,1"


# ---------------------------------------------------------------- abilities at a moment


@pytest.mark.parametrize(
    "effect, check",
    [
        (does("weaken", who="other"), lambda p: p.unit("P2 rogue").weakened),
        (does("damage", 1, who="other"), lambda p: p.health("P2 rogue") == 2),
        (does("push", 1, who="other", way="away"), lambda p: p.at("P2 rogue") == "7,1"),
        (does("heal", 2, who="self"), lambda p: p.health("P1 beast") == 7),
        (does("drain", 2, who="other", resource="ammo"), lambda p: p.unit("P2 rogue").ammo == 2),
        (does("drain", 2, who="other", resource="mana"), lambda p: p.unit("P2 rogue").ammo == 4),
        (does("swap", who="other"), lambda p: p.at("P1 beast") == "6,1"),
    ],
)
def test_hits(effect, check):
    p = duel("beast 5,1 health=5", "rogue 6,1", ability("hits", effect, kind="any"))
    p.do("melee beast at 6,1")
    assert check(p)


def test_steal_fills_the_own_track():
    steal = ability("hits", does("steal", 2, who="other", resource="any"), kind="any")
    p = Position(
        {"P1": "rogue 5,1 ammo=1; beast 1,1; wizard 1,2", "P2": f"wizard 6,1; {OTHERS[:12]}"},
        abilities={"P1 rogue": [steal]},
    )
    p.do("melee rogue at 6,1")
    assert p.unit("P1 rogue").ammo == 3 and p.unit("P2 wizard").mana == 4


def test_T_CARD_12_a_unit_is_not_its_own_ally():
    rally = ability("captures", does("heal", 2, who="each_ally", within=3), kind="any")
    p = Position(
        {
            "P1": "beast 5,1; rogue 3,2 health=1; wizard 1,1 health=1",
            "P2": f"beast 6,1 health=1; {OTHERS}",
        },
        abilities={"P1 beast": [rally]},
    )
    p.do("melee beast at 6,1")
    assert (p.health("P1 rogue"), p.health("P1 wizard")) == (3, 1) and p.health("P1 beast") == 9


def test_extra_action():
    more = ability("captures", does("extra_action", 1), kind="any")
    p = duel("beast 5,1", "beast 6,1 health=1", more).do("melee beast at 6,1")
    assert p.t.actions_left == 3


def test_turn_start_works_once_a_turn():
    rest = ability("turn_start", does("heal", 1, who="self"))
    p = duel("beast 5,1 health=3", "beast 8,1", rest)
    assert p.health("P1 beast") == 4
    p.do("end", "end")
    assert p.health("P1 beast") == 5


def test_knocks_back_and_damaged_push():
    trample = ability("knocks_back", does("damage", 1, who="other"))
    p = duel("beast 5,1", "beast 6,1", trample, dice="knock_back miss miss")
    p.do("melee beast at 6,1", "roll")
    assert p.health("P2 beast") == 5
    swat = ability("damaged", does("push", 1, who="other", way="away"), kind="melee")
    p = duel("beast 5,1", "beast 6,1", swat, of="P2 beast").do("melee beast at 6,1")
    assert p.at("P1 beast") == "4,1"


# ---------------------------------------------------------------- tactic cards


def card(when: str, *effects: dict, turn: str = "own", **more) -> dict:
    return {"name": "CARD", "turn": turn, **ability(when, *effects, **more)}


def test_T_TACTIC_1_T_TACTIC_2_T_TACTIC_4_asked_when_the_condition_is_met():
    told = card("hits", does("damage", 1, who="other"), kind="any")
    p = duel("beast 5,1", "beast 6,1", tactics={"P1": [told]}).do("melee beast at 6,1")
    assert p.offered == {"play CARD", "keep CARD"}
    left = p.t.actions_left
    p.do("play CARD")
    assert p.health("P2 beast") == 5 and p.t.actions_left == left
    assert p.t.hands[0] == [] and p.t.discards == ["CARD"]


def test_T_TACTIC_1_declining_keeps_the_card():
    told = card("hits", does("damage", 1, who="other"), kind="any")
    p = duel("beast 5,1", "beast 6,1", tactics={"P1": [told]}).do("melee beast at 6,1", "keep CARD")
    assert p.health("P2 beast") == 6 and p.t.hands[0] == ["CARD"]


def test_T_TACTIC_3_on_anothers_turn():
    wind = card("damaged", does("heal", 3, who="self"), turn="others", kind="any")
    p = duel("beast 5,1", "beast 6,1", tactics={"P2": [wind]}).do("melee beast at 6,1")
    assert p.asked == "P2"
    p.do("play CARD")
    assert p.health("P2 beast") == 9 and p.asked == "P1"
    own = card("damaged", does("heal", 3, who="self"), turn="own", kind="any")
    p = duel("beast 5,1", "beast 6,1", tactics={"P2": [own]}).do("melee beast at 6,1")
    assert p.asked == "P1"


def test_captured_counts_from_where_it_fell():
    trap = card("captured", does("weaken", who="one_enemy", within=1), turn="others", kind="any")
    p = duel("beast 5,1", "beast 6,1 health=1", tactics={"P2": [trap]})
    p.do("melee beast at 6,1", "play CARD")
    assert p.offered == {"at 5,1", "nobody"}
    assert p.do("at 5,1").unit("P1 beast").weakened


@pytest.mark.parametrize(
    "when, words",
    [
        ("moved", ["move beast", "step 5,2", "stop"]),
        ("village", ["move beast", "step 4,1", "step 4,2", "stop"]),
        ("climbs", ["move beast", "step 5,2", "step 5,3", "step 4,3"]),
        ("portal", ["move beast", "step 5,2", "step 5,3", "portal 9,6", "stop"]),
    ],
)
def test_moments_of_movement(when, words):
    told = card(when, does("draw", 1))
    lies = card("hits", does("damage", 1, who="other"), kind="any") | {"name": "BELOW"}
    p = duel("beast 5,1", "beast 8,1", tactics={"P1": [told]}, deck=[lies])
    p.do(*words)
    assert p.offered == {"play CARD", "keep CARD"}


def test_turn_end_and_a_chosen_friend():
    rest = card("turn_end", does("cure", who="one_friend"), cond="self_weakened")
    p = duel("beast 5,1 weakened weakened_now", "beast 8,1", tactics={"P1": [rest]})
    p.unit("P1 beast").acted = ["move", "melee"]
    p.do("end", "play CARD")
    assert p.offered == {"at 5,1", "nobody"}
    assert not p.do("at 5,1").unit("P1 beast").weakened


def drawing(hand: int, deck: int, discards: int = 0) -> Position:
    names = iter("ABCDEFGH")
    cards = [{"name": next(names), **ability("hits", turn="own")} for _ in range(hand + deck)]
    p = duel("beast 5,1", "beast 8,1", tactics={"P1": cards[:hand]}, deck=cards[hand:], start=False)
    for _ in range(discards):
        name = next(names)
        p.t.pack["tactics"][name] = {"name": name, "abilities": {}}
        p.t.discards.append(name)
    return p.go()


def test_T_TURN_4_T_TACTIC_5_T_TACTIC_6_draw_one_and_keep_two():
    p = drawing(1, 2).do("end")
    assert p.t.hands[0] == ["A", "B"] and p.asked == "P2"
    p = drawing(2, 2).do("end")
    assert p.offered == {"discard A", "discard B", "discard C"}
    p.do("discard A")
    assert p.t.hands[0] == ["B", "C"] and p.t.discards == ["A"] and p.asked == "P2"


def test_T_TACTIC_7_the_last_card_brings_a_new_deck():
    p = drawing(0, 1, 2).do("end")
    assert p.t.hands[0] == ["A"] and p.t.deck == ["B", "C"] and p.t.discards == []
    assert drawing(0, 0).do("end").t.hands[0] == []
