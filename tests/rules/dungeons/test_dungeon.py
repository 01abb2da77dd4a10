"""Positions of chapters C to E: exploring, dangers, turns, torch and enemies (see positions.md)."""

import pytest

from tests.rules.dungeons import shipped
from tests.rules.dungeons.hand import Position

CLOAK = "use loot.mantle.use"
START = {"0,0": "entrance NESW"}
FAR = {"0,0": "entrance NESW", "1,0": "hall EW", "2,0": "hall EW", "3,0": "hall W"}


# ---------------------------------------------------------------- setup


@pytest.mark.parametrize("heroes, a, b", [(2, 9, 8), (3, 7, 12), (4, 5, 16)])
def test_28_N_SETUP_1_N_SETUP_2_N_SETUP_3_N_SETUP_4_N_SETUP_5_the_dungeon_deck(heroes, a, b):
    """Rule N-SETUP-6 too: what is left over is nowhere."""
    t = shipped.new_table(heroes, 3)
    kinds = {card: entry["kind"] for card, entry in t.cards["dungeon"].items()}
    deck = [kinds[card] for card in [*t.hidden.values(), *t.deck]]
    assert len(deck) == a + b + 4
    assert set(deck[:a]) == {"room"}
    assert deck[a : a + b].count("encounter") == heroes and "lair_door" not in deck[: a + b]
    assert len({*t.hidden.values(), *t.deck}) == len(deck) < len(kinds) - 1
    assert deck[a + b :].count("room") == 3 and deck[a + b :].count("lair_door") == 1


def test_29_N_SETUP_7_N_SETUP_8_N_SETUP_9_N_SETUP_11_N_SETUP_17_the_table_before_the_game():
    """Rules N-SETUP-12, N-SETUP-15, N-SETUP-16, N-ATTR-1, N-ATTR-2 too."""
    t = shipped.new_table(3, 1)
    assert set(t.rooms) == {(0, 0)} and t.rooms[0, 0].altar
    assert set(t.hidden) == {(0, 1), (1, 0), (0, -1), (-1, 0)}
    assert t.torch == t.cards["torch"]["act_1"]["starts"]["heroes_3"]
    assert len(t.goblin_deck) == 6 and len(t.minion_deck) == 8  # N-SETUP-12
    assert len(t.loot_deck) == 26 and len(t.spell_deck) == 14  # N-SETUP-15
    for hero in t.heroes:
        card = t.cards["heroes"][hero.card]
        assert (hero.health, hero.focus, hero.place) == (card["health"], card["focus"], (0, 0))
    assert len({hero.card for hero in t.heroes}) == 3  # N-SETUP-16


def test_30_N_SETUP_14_N_SETUP_18_a_named_boss_and_the_first_seat():
    t = shipped.new_table(2, 1, boss="lich", party=["grok", "lanon"])
    assert t.boss_card == "lich" and t.boss is None and t.active == 0
    assert [hero.card for hero in t.heroes] == ["grok", "lanon"]


# ---------------------------------------------------------------- C. moving and exploring


def test_31_N_MOVE_1_N_MOVE_2_N_MOVE_3_pathways_need_both_corridors():
    """Rule N-ATTR-3 too."""
    p = Position({"lanon": "1,0"}, health={"lanon": 7})
    assert p.offers("move") == {"north", "east", "west"}
    p.do("move north")
    assert p.offers("move") == {"south"}
    p.do("move south", "move east")
    assert not p.offers("move")  # N-ATTR-3: Speed 3


def test_32_N_EXPLORE_1_N_EXPLORE_2_N_EXPLORE_3_N_EXPLORE_6_a_corner_is_turned_and_entered():
    """Rules N-EXPLORE-4, N-EXPLORE-9 too."""
    p = Position({"lanon": "0,0"}, rooms=START, hidden={"0,1": "armory", "1,0": "treasury"})
    p.t.deck = ["buzzsaw", "mirror_hall"]
    p.do("explore north")
    assert p.offered == {"lay ES", "lay SW"}
    p.do("lay ES")
    assert p.hero("lanon").place == (0, 1)
    assert p.t.hidden == {(1, 0): "treasury", (1, 1): "buzzsaw"}
    assert "explore east" in p.offered  # N-EXPLORE-9
    p.do("explore east")
    assert p.hero("lanon").place == (1, 1)  # a straight corridor lies in one way only


def test_33_N_EXPLORE_1_N_FREE_6_a_step_goes_through_no_wall_and_a_look_does():
    rooms = {"0,0": "entrance NESW", "0,1": "hall S", "2,1": "hall W"}
    said = {"rooms": rooms, "hidden": {"1,1": "armory", "1,0": "treasury"}}
    p = Position({"lanon": "0,1"}, **said)
    assert not p.offers("explore")
    p.do("look around")  # N-EXPLORE-2: joined to the room that has a corridor to it
    assert p.offered == {"lay NE", "lay ES"}
    p.do("lay NE")
    assert p.t.torch == 28 and set(p.t.hidden) == {(1, 0)}  # next to its own room alone
    narrow = Position({"lanon": "0,1"}, reveal_adjacent="corridors", **said)
    assert "look around" not in narrow.offered


def test_34_N_EXPLORE_5_N_EXPLORE_8_N_SETUP_19_nothing_is_laid_off_the_grid_or_from_no_deck():
    rooms = {"0,0": "entrance NESW", "1,0": "hall EW", "2,0": "hall EW"}
    p = Position({"lanon": "2,0"}, rooms=rooms, hidden={"3,0": "portal_chamber", "0,1": "armory"})
    p.t.deck = ["buzzsaw"]
    p.do("explore east")
    assert p.hero("lanon").place == (3, 0)
    assert set(p.t.hidden) == {(0, 1), (3, 1)}


def test_35_N_END_4_no_corridor_left_and_no_door():
    p = Position({"lanon": "0,0"}, rooms=START, hidden={"1,0": "treasury"})
    p.do("explore east")
    assert p.end == "no corridor"
    p = Position({"lanon": "0,0"}, rooms=START, hidden={"1,0": "lair_door"})
    p.do("explore east")
    assert p.end is None


def test_36_N_MOVE_6_enemies_end_the_movement_but_do_not_hold_who_starts_beside_them():
    p = Position({"lanon": "0,0"}, goblins={1: "boomy 1,0"})
    p.do("move east")
    assert not p.offers("move")
    p = Position({"lanon": "1,0"}, goblins={1: "boomy 1,0"})
    assert p.offers("move")


def test_37_N_ICON_4_N_CARD_5_stealth():
    rooms = {"0,0": "entrance NESW", "1,0": "hall EW"}
    p = Position(
        {"moonblade": "0,0"},
        rooms=rooms,
        hidden={"2,0": "goblin_warren", "0,1": "armory"},
        goblins={1: "boomy 1,0"},
        wears={"moonblade": ["mantle"]},
    )
    p.do("use loot.mantle.use", "move east", "explore east")
    assert p.lost("moonblade") == 0 and set(p.t.goblins) == {1, 2}
    assert p.offers("move") == {"west"}


def test_N_MOVE_6_N_MOVE_10_stealth_after_an_enemy_has_stopped_the_hero_frees_it_no_more():
    """The enemy lies in wait in the room with the portal."""
    rooms = {"0,0": "entrance NESW", "1,0": "portal_chamber NESW", "2,0": "hall W"}
    said = {"rooms": rooms, "goblins": {1: "boomy 1,0"}, "wears": {"lanon": ["mantle"]}}
    stopped = Position({"lanon": "0,0"}, **said).do("move east", CLOAK)
    assert not stopped.offers("move") and "portal" not in stopped.offered
    hidden = Position({"lanon": "0,0"}, **said).do(CLOAK, "move east")
    assert hidden.offers("move") and "portal" in hidden.offered


def test_N_CARD_5_a_movement_with_stealth_of_its_own_starts_beside_an_enemy():
    """Shadow Walk takes a stopped hero on; a movement without Stealth does not."""
    values = shipped.cards()
    walk = values["heroes"]["moonblade"]["abilities"]["talent"]["effects"][0]
    said = {"goblins": {1: "boomy 1,0"}, "dice": [6, 5, 5], "values": values}
    said |= {"wears": {"moonblade": ["elven_mail"]}}
    p = Position({"moonblade": "0,0"}, **said)
    p.do("move east", "cast heroes.moonblade.talent", "take 6", "pay", "move north", "move south")
    assert p.offers("move") == {"north", "east", "west"}  # it came in unseen
    p.do("stop")
    walk["pace"] = "walk"
    p = Position({"moonblade": "0,0"}, **said).do("move east", "cast heroes.moonblade.talent")
    assert "pay" not in p.do("take 6").offered and not p.offers("move")


def test_38_N_MOVE_4_N_ACTION_1_a_heroic_action_ends_a_movement_that_has_begun():
    """Rule N-FREE-1 too."""
    moved = {}
    for rule in ("if_not_moved", "never", "rest_of_speed"):
        said = {"move_after_action": rule, "health": {"lanon": 1}}
        first = Position({"lanon": "1,0"}, **said).do("rest")
        later = Position({"lanon": "0,0"}, **said).do("move east", "rest")
        assert "rest" not in first.offered
        moved[rule] = (bool(first.offers("move")), bool(later.offers("move")))
    assert moved == {
        "if_not_moved": (True, False),
        "never": (False, False),
        "rest_of_speed": (True, True),
    }


def test_39_N_MOVE_9_N_MOVE_10_N_MOVE_11_portals():
    """Rule N-MOVE-5 too."""
    rooms = {"0,0": "entrance NESW", "1,0": "portal_chamber NESW", "2,0": "hall W"}
    p = Position({"lanon": "1,0"}, rooms=rooms)
    p.do("move west", "move east", "portal")
    assert p.offered == {"to 0,0", "to 2,0"}
    p.do("to 2,0")
    assert p.hero("lanon").focus == 3 and p.offers("move") == {"west"}  # N-MOVE-5
    held = Position({"lanon": "0,0"}, rooms=rooms, goblins={1: "boomy 1,0"}).do("move east")
    assert "portal" not in held.offered
    started = Position({"lanon": "1,0"}, rooms=rooms, goblins={1: "boomy 1,0"})
    assert "portal" in started.offered
    poor = Position({"lanon": "1,0"}, rooms=rooms, focus={"lanon": 1})
    assert "portal" not in poor.offered


def test_110_N_MOVE_10_who_is_held_is_not_teleported_by_a_spell_either():
    rooms = {"0,0": "entrance NESW", "1,0": "hall EW", "2,0": "hall W"}
    said = {"rooms": rooms, "goblins": {1: "boomy 1,0"}, "wears": {"lanon": ["blink"]}}
    blink = "use spells.blink.cast"
    p = Position({"lanon": "0,0"}, **said)
    assert blink in p.offered
    assert blink not in p.do("move east").offered
    started = Position({"lanon": "1,0"}, **said).do(blink, "to 2,0")
    assert started.hero("lanon").place == (2, 0) and started.offers("move")
    said |= {"dice": [6, 3, 3], "enemy": ["2"], "move_after_action": "rest_of_speed"}
    freed = Position({"lanon": "0,0"}, **said).do("move east")
    freed.do("melee heroes.lanon.left_hand at goblin 1", "take 6", "nothing", blink, "to 2,0")
    assert freed.hero("lanon").place == (2, 0) and not freed.offers("move")  # N-MOVE-6


def test_40_N_FREE_6_N_FREE_7_N_EXPLORE_7_looking_around_hurts_nobody():
    hidden = {"0,1": "goblin_warren", "1,0": "beasts_den"}
    p = Position({"lanon": "0,0"}, rooms=START, hidden=hidden, deck=["treasury"])
    p.do("look around", "lay NEW")  # the warren is a cross; the den may lie in three ways
    assert p.t.torch == 28 and p.lost("lanon") == 0
    assert {str(e) for e in p.t.enemies()} == {"goblin 1", "minion minotaur"}
    assert p.hero("lanon").place == (0, 0) and p.offers("move") == {"north", "east"}


# ---------------------------------------------------------------- dangers


def test_41_N_DANGER_2_N_DANGER_3_a_goblin_encounter():
    p = Position({"lanon": "0,0"}, rooms=START, hidden={"1,0": "goblin_warren", "0,1": "armory"})
    p.do("explore east")
    assert p.lost("lanon") == 1 and not p.offers("move")
    assert p.t.goblins[1].card == "boomy" and p.t.goblins[1].place == (1, 0)


def test_42_N_DANGER_3_N_DANGER_4_the_lowest_slot_and_a_new_deck():
    goblins = {1: "boomy 3,0", 3: "pokey 3,0"}
    rooms = FAR
    p = Position(
        {"lanon": "0,0"},
        rooms=rooms,
        hidden={"0,1": "goblin_warren", "0,-1": "armory"},
        goblins=goblins,
        told={"goblins": [["stabby", "shooty"]]},
    )
    p.t.goblin_deck, p.t.goblin_discard = [], ["shooty", "stabby"]
    p.do("explore north")
    assert p.t.goblins[2].card == "stabby" and p.t.goblin_deck == ["shooty"]


def test_43_N_END_2_a_fifth_goblin():
    goblins = dict.fromkeys((1, 2, 3, 4), "boomy 3,0")
    p = Position({"lanon": "0,0"}, rooms=FAR, hidden={"0,1": "goblin_warren"}, goblins=goblins)
    p.t.deck = ["armory"]
    p.do("explore north")
    assert p.end == "fifth goblin" and p.reason == "fifth_goblin_act_1"


def test_44_N_DANGER_5_a_minion_encounter():
    p = Position({"lanon": "0,0"}, rooms=START, hidden={"1,0": "ritual_chamber", "0,1": "armory"})
    p.do("explore east")
    assert p.lost("lanon") == 2 and not p.offers("move")
    (minion,) = p.t.minions
    assert (minion.card, minion.health, minion.place) == ("minotaur", 8, (1, 0))


def test_45_N_DANGER_6_N_DANGER_7_N_DANGER_8_N_MOVE_8_a_trap_on_each_entry():
    """Rule N-DANGER-1 too."""
    rooms = {"0,0": "entrance NESW", "1,0": "buzzsaw EW", "2,0": "hall W"}
    p = Position({"lanon": "0,0"}, rooms=rooms, dice=[5, 3, 3, 6])
    p.do("move east", "strength", "take 5")
    assert p.lost("lanon") == 3 and p.offers("move") == {"east", "west"}
    p.do("move east", "move west")
    assert p.offered == {"strength", "agility", "intellect"}
    p.do("agility", "take 6")
    assert p.lost("lanon") == 3


def test_46_N_DISARM_1_N_DISARM_3_N_DISARM_4_N_DISARM_5_N_DISARM_6_N_DISARM_7_disarming():
    rooms = {"0,0": "entrance NESW", "1,0": "bridge_of_doom EW"}
    dice = [6, 5, 5, 6, 5, 5]
    p = Position({"moonblade": "0,0"}, rooms=rooms, dice=dice)
    p.do("move east", "agility", "take 6", "disarm", "take 6")  # 6 fails against 7, not against 6
    assert p.lost("moonblade") == 2 and p.t.rooms[1, 0].disarmed
    assert p.offered == {"draw loot", "draw spell", "leave"}
    p.do("leave")
    assert "disarm" not in p.offered
    p = Position({"moonblade": "1,0"}, rooms=rooms, dice=[5, 5, 5])
    p.do("disarm", "take 5")
    assert not p.t.rooms[1, 0].disarmed and p.lost("moonblade") == 0
    strict = Position({"moonblade": "0,0"}, rooms=rooms, dice=dice, disarm_after_failure=False)
    strict.do("move east", "agility", "take 6")
    assert "disarm" not in strict.offered


def test_108_N_DISARM_3_N_DISARM_5_a_disarmed_trap_is_no_trap_any_more():
    """Nothing to evade, and nothing to disarm though the Heroic Action is left."""
    rooms = {"0,0": "entrance NESW", "1,0": "bridge_of_doom EW"}
    p = Position({"moonblade": "0,0"}, rooms=rooms, health={"moonblade": 3})
    p.t.rooms[1, 0].disarmed = True
    p.do("move east")
    assert {"end", "rest", "move west"} <= p.offered and "disarm" not in p.offered


def test_47_N_SEARCH_3_N_DISARM_2_beside_enemies_only_in_company():
    rooms = {"0,0": "entrance NESW", "1,0": "library W"}
    said = {"rooms": rooms, "goblins": {1: "boomy 1,0"}}
    alone = Position({"lanon": "1,0"}, **said)
    assert "search" not in alone.offered
    both = Position({"lanon": "1,0", "grok": "1,0"}, **said)
    assert "search" in both.offered
    asleep = Position({"lanon": "1,0", "grok": "1,0"}, health={"grok": 0}, **said)
    assert "search" not in asleep.offered


def test_48_N_SEARCH_2_N_ICON_5_a_goblin_out_of_the_bunks():
    rooms = {"0,0": "entrance NESW", "1,0": "goblin_bunks W"}
    weary = {"move_after_action": "rest_of_speed", "health": {"lanon": 6}}
    p = Position({"lanon": "1,0"}, rooms=rooms, dice=[3], **weary)
    p.do("search", "take 3")
    assert p.t.goblins[1].place == (1, 0) and p.lost("lanon") == 2
    assert not p.offers("move")


def test_50_N_CARD_4_a_feast_is_free_and_once_a_turn():
    rooms = {"0,0": "entrance NESW", "1,0": "feasthall W"}
    p = Position({"ethairna": "1,0"}, rooms=rooms, dice=[3, 3, 3], health={"ethairna": 5})
    p.do("try room", "take 3")
    assert p.hero("ethairna").health == 3  # two lost
    assert "try room" not in p.offered and "rest" in p.offered


# ---------------------------------------------------------------- D. unconscious, torch


def test_51_N_FALL_1_N_FALL_2_N_FALL_3_N_FALL_4_N_REST_2_unconscious():
    p = Position(
        {"lanon": "0,0", "grok": "0,0"},
        rooms={"0,0": "entrance NESW", "1,0": "buzzsaw EW"},
        dice=[1],
        health={"lanon": 3},
        focus={"lanon": 0},
    )
    p.do("move east", "agility")
    assert p.hero("lanon").health == 0 and p.t.active == 1  # its turn is over
    p.do("end")
    lanon = p.hero("lanon")
    assert p.t.active == 0 and (lanon.health, lanon.focus) == (3, 5)
    assert p.offered == {"end", "move west"}  # no action, nothing free


def test_52_N_FALL_5_healing_wakes_at_once():
    p = Position({"lanon": "0,0", "grok": "0,0"}, health={"grok": 0})
    p.do("use heroes.lanon.right_hand on grok", "end")
    assert p.t.active == 1 and p.hero("grok").health == 2
    assert "rest" in p.offered and p.hero("grok").awake


def test_53_N_REST_1_rest():
    p = Position({"lanon": "0,0"}, health={"lanon": 1}, focus={"lanon": 1})
    p.do("rest")
    assert (p.hero("lanon").health, p.hero("lanon").focus) == (4, 5)  # 5 is its top


def test_54_N_TURN_1_N_TURN_2_N_TURN_3_N_GOAL_2_the_torch_goes_down_after_each_turn():
    p = Position({"lanon": "0,0", "grok": "0,0"}, torch=12, rooms=FAR)
    p.do("end", "end")
    assert p.t.torch == 10 and p.t.active == 0


def test_55_N_END_3_the_skull():
    p = Position({"lanon": "0,0"}, torch=2)
    p.do("end")
    assert p.end is None and p.t.torch == 1
    p.do("end")
    assert p.end == "torch" and p.t.act == 1


def test_56_N_TORCH_1_N_TORCH_2_events_on_the_way_down_only():
    """Rule N-TORCH-3 too."""
    step = shipped.cards()["torch"]["act_1"]["goblins"][-1]
    p = Position({"lanon": "0,0"}, torch=step + 1).do("end")
    assert p.t.goblins[1].place == (0, 0)  # N-TORCH-3
    rooms = {"0,0": "entrance NESW", "1,0": "arcane_altar W"}
    p = Position({"ethairna": "1,0"}, rooms=rooms, dice=[5, 5, 5], torch=step - 1)
    p.do("search", "take 5", "pay")
    assert p.t.torch == step + 1 and not p.t.goblins
    p = Position({"ethairna": "1,0"}, rooms=rooms, dice=[5, 5, 5], torch=17)
    p.do("search", "take 5", "pay")
    assert p.t.torch == 18  # not past the start of two heroes


# ---------------------------------------------------------------- E. enemies


def events(p: Position) -> Position:
    """End the turn so that the torch reaches an enemy action."""
    p.t.torch = 1 + p.t.cards["torch"][f"act_{p.t.act}"]["enemy_actions"][-1]
    return p.do("end")


def test_57_N_ENEMY_2_N_ENEMY_3_N_ENEMY_6_N_TORCH_4_N_TORCH_5_two_and_one():
    goblins = {1: "stabby 1,0", 2: "boomy 3,0"}
    p = events(Position({"lanon": "1,0", "grok": "1,0"}, goblins=goblins))
    # Stabby 2 + 1 to each, whatever their Defense; Boomy two rooms away 2 more.
    assert p.lost("lanon") == p.lost("grok") == 5
    assert p.t.goblins[1].place == (1, 0)


def test_58_N_ENEMY_4_N_ENEMY_5_N_ENEMY_7_N_WALK_1_N_WALK_4_the_minotaur_charges():
    p = events(Position({"lanon": "0,0"}, rooms=FAR, minions=["minotaur 3,0 8"]))
    assert p.t.minions[0].place == (0, 0)
    assert p.lost("lanon") == 3 and p.lost("uliessa") == 3


def test_59_N_ENEMY_6_a_goblin_that_moves_does_not_attack():
    p = events(Position({"lanon": "0,0"}, rooms=FAR, goblins={1: "stabby 3,0"}))
    assert p.t.goblins[1].place == (0, 0) and p.lost("lanon") == 0
    p = events(Position({"lanon": "0,0"}, rooms=FAR, goblins={1: "shooty 3,0"}))
    assert p.t.goblins[1].place == (1, 0) and p.lost("lanon") == 1  # moves and attacks


def test_60_N_WALK_2_between_equally_near_heroes_the_active_player_chooses():
    heroes = {"lanon": "0,0", "grok": "2,0"}
    p = events(Position(heroes, goblins={1: "stabby 1,1"}))
    assert p.seat == 0 and p.offered == {"toward 0,0", "toward 2,0"}
    p.do("toward 2,0")
    assert p.t.goblins[1].place == (2, 0)
    told = {"tie": ["toward 0,0"]}
    p = events(Position(heroes, goblins={1: "stabby 1,1"}, told=told, enemy_ties="chance"))
    assert p.t.goblins[1].place == (0, 0)


def test_61_N_WALK_6_between_shortest_pathways_too():
    rooms = {"0,0": "entrance NESW", "1,0": "hall NW", "0,1": "hall ES", "1,1": "hall SW"}
    p = events(Position({"lanon": "0,0"}, rooms=rooms, goblins={1: "stabby 1,1"}))
    assert p.offered == {"step 1,0", "step 0,1"}


def test_62_N_WALK_3_N_WALK_7_N_TORCH_4_the_unconscious_are_passed_and_not_hit():
    heroes = {"lanon": "0,0", "grok": "2,0"}
    p = Position(heroes, rooms=FAR, minions=["minotaur 3,0 8"], health={"grok": 0})
    events(p)
    assert p.t.minions[0].place == (0, 0) and p.lost("lanon") == 3
    p = Position(heroes, rooms=FAR, goblins={1: "stabby 2,0"}, health={"grok": 0})
    assert events(p).t.goblins[1].place == (0, 0)
    hold = Position(
        *(heroes,),
        **{"rooms": FAR, "goblins": {1: "stabby 2,0"}, "health": {"grok": 0}},
        unconscious_hold_goblins=True,
    )
    assert events(hold).t.goblins[1].place == (2, 0)


def test_106_N_WALK_7_N_ENEMY_5_nobody_conscious_in_range_is_no_attack():
    """The Wraith, too slow to reach Lanon, stands over Grok, and the torch does not feel it."""
    values = shipped.cards()
    values["minions"]["wraith"]["speed"] = 1
    heroes = {"lanon": "0,0", "grok": "2,0"}
    said = {"minions": ["wraith 3,0 7"], "health": {"grok": 0}, "values": values}
    p = events(Position(heroes, rooms=FAR, **said))
    assert p.t.minions[0].place == (2, 0)
    assert p.t.torch == p.t.cards["torch"]["act_1"]["enemy_actions"][-1]


def test_63_N_ENEMY_1_goblins_by_number_then_minions_from_the_left():
    goblins = {2: "stabby 1,0", 1: "boomy 1,0"}
    minions = ["troll 1,0 3", "minotaur 1,0 8"]
    p = events(Position({"lanon": "1,0"}, goblins=goblins, minions=minions))
    # Boomy 2, Stabby 3, Troll 2, and the Minotaur the last one: the Troll heals 1.
    assert p.hero("lanon").health == 0
    assert p.t.minions[0].health == 4  # N-ICON-8


def test_64_N_ICON_6_what_the_cube_takes_the_owner_chooses():
    p = Position(
        {"lanon": "1,0"},
        minions=["gelatinous_cube 1,0 8"],
        wears={"lanon": ["bladed_chain", "jade_statue"]},
    )
    events(p)
    assert p.seat == 0 and p.offered == {"lose bladed_chain", "lose jade_statue"}
    p.do("lose jade_statue")
    assert p.t.loot_row == ["jade_statue"]


def test_65_N_CARD_2_abilities_at_enemy_actions_come_first():
    p = Position(
        {"lanon": "1,0"},
        minions=["minotaur 1,0 8"],
        wears={"lanon": ["phoenix_ring"]},
        health={"lanon": 3},
    )
    assert events(p).hero("lanon").health == 1  # 3 and 1 less 3


def test_67_N_ICON_3_the_whip_drives_off_step_by_step():
    p = Position({"lanon": "0,0"}, goblins={1: "stabby 1,0"}, wears={"lanon": ["bladed_chain"]})
    p.do("use loot.bladed_chain.use at goblin 1")
    assert p.offered == {"push 2,0", "push 1,1"}
    p.do("push 2,0")
    assert p.t.goblins[1].place == (2, 0)


def test_68_N_FREE_10_a_bonus_of_a_free_action_is_for_this_turn():
    p = Position({"grok": "0,0"}).do("use heroes.grok.right_hand")
    assert p.t.speed(p.hero("grok")) == 4
    p.do("end")
    assert p.t.speed(p.hero("grok")) == 3


def test_69_a_bonus_of_a_spell_lasts_until_the_end_of_the_next_turn():
    """Rule N-CAST-2."""
    values, wards = shipped.cards(), {"do": "add_defense", "amount": 2, "who": "all_heroes"}
    values["heroes"]["thordin"]["abilities"]["talent"] = {
        **{"name": "Rune", "when": "cast", "skill": "intellect", "target": 4, "focus": 2},
        **{"reach": "room", "effects": [wards | {"on": "any"}]},
    }
    p = Position({"thordin": "0,0", "grok": "0,0"}, dice=[6, 6], values=values)
    p.do("cast heroes.thordin.talent", "take 6", "pay", "end")
    assert p.t.defense(p.hero("grok"), "melee") == 4
    p.do("end")
    assert p.t.defense(p.hero("grok"), "melee") == 2
    assert p.t.defense(p.hero("thordin"), "melee") == 6
    p.do("end")
    assert p.t.defense(p.hero("thordin"), "melee") == 4


def test_70_N_ICON_1_one_more_action_once_a_turn():
    worn = {"gerrund": ["ruby_statue"]}
    p = Position({"gerrund": "0,0"}, wears=worn, health={"gerrund": 1})
    p.do("rest", "use loot.ruby_statue.use")
    assert "rest" in p.offered and "use loot.ruby_statue.use" not in p.offered
    p.do("rest")
    assert "rest" not in p.offered


def test_71_N_CARD_7_at_the_limit_of_moves_the_turn_is_over():
    p = Position({"lanon": "0,0"}, move_limit=2)
    p.do("move east")
    assert p.t.active == 0
    p.do("move west")
    assert p.t.active == 1


def test_N_CARD_7_heroes_who_gain_nothing_for_many_rounds_give_up():
    """A room revealed, a minion killed or the boss hurt would be a gain; a search is none."""
    hidden = {"0,1": "armory", "1,0": "treasury"}
    p = Position({"lanon": "0,0"}, rooms=START, hidden=hidden, stall_rounds=10)
    for _ in range(17):
        p.t.torch = 30
        p.do("end")
    assert p.end is None and p.t.turns == 17
    p.do("explore north")
    p.do(min(word for word in p.offered if word.startswith("lay")))
    for _ in range(20):
        assert p.end is None
        p.t.torch = 30  # no event below it
        p.do("end")
    assert p.end == "stalled" and p.reason == "stalled" and p.t.turns == 17 + 20
