"""Positions of chapters A and B: checks, attacks, answers, killing (see positions.md)."""

from tests.rules.dungeons import shipped
from tests.rules.dungeons.hand import Position

HAMMER = "melee heroes.lanon.left_hand at minion minotaur"
LIBRARY = {"0,0": "entrance NESW", "1,0": "library W"}


# ---------------------------------------------------------------- A. checks


def test_1_N_CHECK_10_N_CHECK_7_N_CHECK_8_four_and_one_with_a_three_left_over():
    """Rules N-CHECK-6, N-PARTS-9 too."""
    p = Position({"ethairna": "1,0"}, rooms=LIBRARY, dice=[4, 3, 1], focus={"ethairna": 1})
    p.do("search")
    assert p.offers("take") == {"4", "3", "1", "4 plus 1", "3 plus 1"}
    p.do("take 4 plus 1", "leave")
    assert p.hero("ethairna").focus == 4  # 1, 1 of the die left over, 2 of the room


def test_2_N_CHECK_1_N_CHECK_2_a_check_that_fails_brings_no_focus():
    p = Position({"ethairna": "1,0"}, rooms=LIBRARY, dice=[4, 3, 1], focus={"ethairna": 1})
    p.do("search", "take 4")
    assert p.hero("ethairna").focus == 1
    assert "search" not in p.offered  # the Heroic Action is spent


def test_3_N_FREE_3_N_FREE_4_dice_are_turned_for_two_focus_each():
    p = Position({"ethairna": "1,0"}, rooms=LIBRARY, dice=[6, 3, 1], focus={"ethairna": 4})
    p.do("search")
    assert p.offers("turn") == {"6 down", "3 up", "3 down", "1 up"}
    p.do("turn 3 down", "turn 2 up")
    assert p.hero("ethairna").focus == 0 and not p.offers("turn")


def test_4_N_CHECK_11_an_unused_six_heals_also_after_a_failure():
    health = {"ethairna": 2}
    for rule, left in (("always", 3), ("on_success", 2)):
        p = Position(
            {"ethairna": "1,0"}, rooms=LIBRARY, dice=[6, 3, 1], health=health, sixes_heal=rule
        )
        p.do("search", "take 3")
        assert p.hero("ethairna").health == left
    p = Position({"ethairna": "1,0"}, rooms=LIBRARY, dice=[6, 6, 1], health=health)
    p.do("search", "take 6")
    assert p.hero("ethairna").health == 3


def test_5_N_ATTR_6_N_CHECK_4_N_CHECK_5_never_more_than_three_dice_never_less_than_one():
    more = Position(
        {"lanon": "1,0"},
        minions=["minotaur 1,0 8"],
        wears={"lanon": ["bear_horn"]},
        dice=[6, 6, 6],
        enemy=["2"],
    )
    more.do(HAMMER)  # a fourth die is not rolled, nor can it be bought
    assert more.t.luck.used_up() and more.hero("lanon").health == 8
    assert more.offered == {"take 6", "turn 6 down"}
    fewer = Position(
        {"gerrund": "lair"}, boss="dragon lair", space={"gerrund": 2}, dice=[3], enemy=["2"]
    )
    fewer.do("melee heroes.gerrund.left_hand at boss dragon")
    assert fewer.t.luck.used_up()


def test_6_N_FREE_11_N_CHECK_12_battle_rage_is_paid_in_the_attack():
    p = Position({"grok": "1,0"}, minions=["minotaur 1,0 8"], dice=[6, 4, 3], enemy=["2"])
    p.do("melee heroes.grok.left_hand at minion minotaur", "pay heroes.grok.talent")
    assert "pay heroes.grok.talent" not in p.offered
    p.do("take 6")  # 6 and 1 for the axe and 2: 9 against 6
    assert p.t.minions[0].health == 5
    assert p.hero("grok").focus == 3  # 4 less 3 and 2 for the unused dice


def test_7_N_ICON_2_a_die_is_rolled_again():
    p = Position(
        {"lanon": "1,0"},
        minions=["minotaur 1,0 8"],
        wears={"lanon": ["lion_cape"]},
        dice=[3, 3, 4, 6],
        enemy=["2"],
    )
    p.do(HAMMER)
    assert not p.offers("reroll")
    p.do("pay loot.lion_cape.use", "reroll 3")
    assert p.offers("take") == {"3", "4", "6"} and not p.offers("reroll")


def test_8_N_CHECK_3_what_cannot_be_paid_has_no_effect():
    rooms = {"0,0": "entrance NESW", "1,0": "arcane_altar W"}
    p = Position({"ethairna": "1,0"}, rooms=rooms, dice=[5, 5, 5], focus={"ethairna": 3}, torch=10)
    p.do("search", "take 5")
    assert p.t.torch == 10 and p.hero("ethairna").focus == 3
    p = Position({"ethairna": "1,0"}, rooms=rooms, dice=[5, 4, 5], focus={"ethairna": 3}, torch=10)
    p.do("search", "take 5")  # the 4 left over brings the fourth focus
    p.do("pay")
    assert p.t.torch == 12 and p.hero("ethairna").focus == 0


# ---------------------------------------------------------------- B. attacks


def test_9_N_ATTACK_9_N_ATTACK_7_N_COUNTER_2_eight_against_six_and_its_answer():
    """Rules N-COUNTER-1, N-ATTR-4, N-ATTACK-6 too."""
    p = Position({"lanon": "1,0"}, minions=["minotaur 1,0 8"], dice=[6, 2, 4], enemy=["5"])
    p.do(HAMMER, "take 6 plus 2")
    assert p.t.minions[0].health == 6
    assert p.lost("lanon") == 3  # 5 and 3 against 5


def test_10_N_HURT_1_N_HURT_2_stone_stance():
    p = Position({"thordin": "1,0"}, minions=["minotaur 1,0 8"], dice=[1, 1, 3], enemy=["5"])
    p.do("use heroes.thordin.talent", "melee heroes.thordin.left_hand at minion minotaur")
    p.do("take 3")
    assert p.t.minions[0].health == 8 and p.lost("thordin") == 2
    assert p.hero("thordin").focus == 3


def test_11_N_COUNTER_3_the_shield_matches_all_defense():
    p = Position({"thordin": "1,0"}, minions=["minotaur 1,0 8"], dice=[1, 1, 3], enemy=["shield"])
    p.do("use heroes.thordin.talent", "melee heroes.thordin.left_hand at minion minotaur")
    p.do("take 3")
    assert p.lost("thordin") == 3


def test_101_N_COUNTER_3_N_HURT_2_defense_paid_in_the_check_is_matched_too():
    values = shipped.cards()
    values["heroes"]["thordin"]["abilities"]["talent"]["when"] = "check"
    for face in ("shield", "5"):
        said = {"dice": [1, 1, 3], "enemy": [face], "values": values}
        p = Position({"thordin": "1,0"}, minions=["minotaur 1,0 8"], **said)
        p.do("melee heroes.thordin.left_hand at minion minotaur", "pay heroes.thordin.talent")
        p.do("take 3")
        assert p.lost("thordin") == (3 if face == "shield" else 2)  # 6 and 3, or 5 and 3: against 6


def test_12_N_COUNTER_4_the_torch_misses_and_goes_down():
    p = Position({"lanon": "1,0"}, minions=["minotaur 1,0 8"], dice=[1, 1, 3], enemy=["torch"])
    p.do(HAMMER, "take 3")
    assert p.lost("lanon") == 0 and p.t.torch == 28


def test_13_N_ATTACK_8_N_ATTACK_10_a_result_no_higher_than_defense_misses():
    said = {"dice": [6, 4, 4], "enemy": ["2"], "focus": {"lanon": 1}}
    p = Position({"lanon": "1,0"}, minions=["minotaur 1,0 8"], **said)
    p.do(HAMMER, "take 6")
    assert p.t.minions[0].health == 8
    assert p.hero("lanon").focus == 1  # unused dice bring nothing after a miss
    assert p.lost("lanon") == 0  # 2 and 3 against 5


def test_14_N_COUNTER_6_N_KILL_2_N_KILL_3_goblins_strike_with_their_number():
    goblins = {1: "pokey 1,0", 2: "stabby 3,0"}
    p = Position({"grok": "1,0"}, goblins=goblins, dice=[1, 1, 3], enemy=["3"])
    p.do("melee heroes.grok.left_hand at goblin 1", "take 3")
    assert p.lost("grok") == 3  # 3 and 2 against 2
    p = Position({"grok": "1,0"}, goblins=goblins, dice=[6, 1, 3], enemy=["3"])
    p.do("melee heroes.grok.left_hand at goblin 1", "take 6", "leave", "leave")
    assert p.lost("grok") == 0 and set(p.t.goblins) == {2}
    assert p.t.goblin_discard == ["pokey"]


def test_15_N_KILL_1_who_is_killed_does_not_strike_not_even_by_the_torch():
    """Rules N-KILL-4, N-KILL-5 too."""
    p = Position({"grok": "1,0"}, goblins={1: "stabby 1,0"}, dice=[6, 3, 3], enemy=["torch"])
    p.do("melee heroes.grok.left_hand at goblin 1", "take 6")
    assert p.t.torch == 29
    assert p.offered == {"reward 1", "reward 2", "nothing"}  # N-KILL-4, N-KILL-5


def test_16_N_KILL_6_both_rewards_of_pokey():
    p = Position(
        {"grok": "1,0"}, goblins={1: "pokey 1,0"}, dice=[6, 3, 3], enemy=["2"], deck=["treasury"]
    )
    p.do("melee heroes.grok.left_hand at goblin 1", "take 6", "draw loot", "equip left_hand")
    assert p.offered == {"reveal", "leave"}


def test_114_N_KILL_1_who_comes_into_the_slot_of_the_killed_does_not_strike():
    """Pokey's reward reveals a goblin's room next door, in sight of the attacker."""
    p = Position(
        {"grok": "1,0"},
        rooms={"0,0": "entrance NESW", "1,0": "hall EW"},
        hidden={"2,0": "goblin_warren", "0,1": "armory"},
        goblins={1: "pokey 1,0"},
        dice=[6, 3, 3],
        enemy=["5"],
    )
    p.do("melee heroes.grok.left_hand at goblin 1", "take 6", "leave", "reveal", "reveal 2,0")
    assert p.t.goblins[1].place == (2, 0) and p.lost("grok") == 0


def test_17_N_KILL_7_N_KILL_8_N_KILL_9_N_KILL_10_a_minion_killed():
    p = Position({"lanon": "1,0"}, minions=["minotaur 1,0 1"], dice=[6, 2, 4], enemy=["5"])
    p.do(HAMMER, "take 6 plus 2")
    assert p.t.minions_killed == 1 and not p.t.minions and p.lost("lanon") == 0
    p.do("draw spell", "equip", "draw loot", "discard")
    assert p.hero("lanon").spells == ["thunderbolt"] and len(p.t.loot_row) == 1
    minions = ["minotaur 1,0 1"]
    p = Position({"lanon": "1,0"}, minions=minions, dice=[6, 2, 4], enemy=["5"], torch=15)
    p.do(HAMMER, "take 6 plus 2")
    assert p.t.torch == 18  # two heroes start at 18


def test_18_N_ATTACK_2_N_RANGE_2_missiles_go_straight_and_not_into_the_own_room():
    """Rule N-RANGE-5 too: the ogre in her own room is in nobody's way."""
    bow = "missile heroes.wyn_keleas.right_hand at "
    minions = ["ogre 0,0 8", "troll 1,1 8", "minotaur 3,0 8"]
    p = Position({"wyn_keleas": "0,0"}, minions=minions, dice=[3, 5, 5], enemy=["5"])
    assert p.offers(bow) == {"minion minotaur"}
    p.do(bow + "minion minotaur", "take 5")
    assert p.t.minions[2].health == 7  # 5 against 4: the two of melee do not count
    assert p.lost("wyn_keleas") == 3  # it sees her: 5 and 1 against 3
    near = Position({"wyn_keleas": "0,0"}, minions=["ogre 0,0 8"])
    assert not near.offers(bow)


def test_102_N_RANGE_2_N_RANGE_5_a_wall_between_is_no_line_of_sight():
    """Next door and joined by a way around: neither shot at nor able to strike back."""
    rooms = {"0,0": "entrance NESW", "0,1": "hall ES", "1,1": "hall SW", "1,0": "hall NS"}
    minions = ["minotaur 1,0 8"]
    p = Position({"wyn_keleas": "0,0"}, rooms=rooms, minions=minions)
    assert not p.offers("missile")
    open_ = rooms | {"1,0": "hall NW"}
    assert Position({"wyn_keleas": "0,0"}, rooms=open_, minions=minions).offers("missile")


def test_19_N_CAST_3_N_ATTACK_3_N_ATTACK_4_N_HURT_3_a_spell_round_the_corner_is_not_answered():
    """Rules N-CAST-1, N-RANGE-3 too."""
    arrow = "cast heroes.gerrund.talent at "
    p = Position(
        {"gerrund": "0,0"}, minions=["giant_spider 1,1 7"], dice=[6, 3, 5], focus={"gerrund": 1}
    )
    assert p.offers(arrow) == {"minion giant_spider"}  # N-RANGE-3: two rooms along the path
    p.do(arrow + "minion giant_spider", "take 6", "pay")
    assert p.t.minions[0].health == 5 and p.lost("gerrund") == 0
    assert p.hero("gerrund").focus == 0  # 1, 1 of the 3, less 2
    far = Position({"gerrund": "0,0"}, minions=["giant_spider 3,0 7"])
    assert not far.offers(arrow)  # N-CAST-1


def test_20_N_ATTACK_5_N_ATTACK_11_N_COUNTER_7_a_spell_in_sight_meets_the_ranged_modifier():
    p = Position({"gerrund": "0,0"}, minions=["dark_mage 2,0 7"], dice=[1, 1, 3], enemy=["5"])
    p.do("cast heroes.gerrund.talent at minion dark_mage", "take 3")
    assert p.t.minions[0].health == 7
    assert p.lost("gerrund") == 4  # 5 and 3 against 4


def test_21_N_HURT_4_N_RANGE_4_of_several_one_strikes_back():
    minions = ["giant_spider 1,0 7", "ogre 1,0 2"]
    p = Position(
        {"ethairna": "0,0"},
        minions=minions,
        wears={"ethairna": ["fireball"]},
        dice=[6, 1, 1],
        enemy=["2"],
        goblins={1: "stabby 2,0", 2: "boomy 3,0"},
    )
    p.do("cast spells.fireball.cast", "take 6", "pay")
    p.do("reward 2", "leave", "leave")  # stabby first, then the ogre
    assert [str(enemy) for enemy in p.t.enemies()] == ["goblin 2", "minion giant_spider"]
    assert p.t.minions[0].health == 5
    assert p.lost("ethairna") == 1  # 2 and 2 against 3: the only one left that sees her
    p = Position(
        {"ethairna": "0,0"},
        minions=["giant_spider 1,0 7", "ogre 1,0 8"],
        wears={"ethairna": ["fireball"]},
        dice=[6, 1, 1],
        enemy=["4"],
    )
    p.do("cast spells.fireball.cast", "take 6", "pay")
    assert p.offered == {"answer minion giant_spider", "answer minion ogre"}
    p.do("answer minion ogre")
    assert p.lost("ethairna") == 2  # 4 and 1 against 3


def test_103_N_HURT_3_N_HURT_4_of_several_only_who_sees_the_caster_strikes_back():
    p = Position(
        {"ethairna": "0,0"},
        minions=["giant_spider 1,0 7", "ogre 1,1 8"],
        wears={"ethairna": ["fireball"]},
        dice=[6, 1, 1],
        enemy=["4"],
    )
    p.do("cast spells.fireball.cast", "take 6", "pay")
    assert [enemy.health for enemy in p.t.minions] == [5, 6]
    assert p.lost("ethairna") == 3  # 4 and the spider's 2 against 3; the ogre has 1


def test_22_N_SETS_5_the_lion_heals_one_with_two_pieces_and_three_with_four():
    pieces = ["lion_longsword", "lion_shield", "lion_armor", "lion_cape"]
    for count, healed in ((1, 0), (2, 1), (3, 2), (4, 3)):
        p = Position(
            {"lanon": "1,0"},
            minions=["minotaur 1,0 8"],
            wears={"lanon": pieces[:count]},
            health={"lanon": 2},
            dice=[1, 1, 1],
            enemy=["2"],
        )
        p.do("melee loot.lion_longsword.use at minion minotaur")
        p.do("take 1")
        assert p.hero("lanon").health == 2 + healed, count


def test_23_N_CARD_6_divine_might_is_an_attack_within_the_spell():
    p = Position({"lanon": "1,0"}, minions=["minotaur 1,0 8"], dice=[4, 1, 6, 3, 3], enemy=["2"])
    p.do("cast heroes.lanon.talent", "take 4", "pay")
    p.do("take 6")
    assert p.t.minions[0].health == 6  # 6 and 2 against 6
    assert not p.offers("melee")


def test_24_N_EQUIP_4_loot_covers_the_hand_it_lies_in():
    """Rules N-FREE-9, N-EQUIP-1, N-EQUIP-2, N-LOOT-7, N-CARD-1 too."""
    p = Position({"ethairna": "0,0"}, wears={"ethairna": ["crossbow", "bladed_chain"]})
    assert not p.offers("use heroes.ethairna.right_hand")  # N-FREE-9: Research
    p.do("drop bladed_chain")
    assert not p.offers("row") and not p.offers("equip")
    assert "use heroes.ethairna.right_hand" in p.offered
    assert p.t.loot_row == ["bladed_chain"]  # N-EQUIP-2, N-LOOT-7


def test_25_N_FREE_8_N_LOOT_3_N_LOOT_4_N_LOOT_5_research():
    """Rule N-EQUIP-6 too."""
    p = Position({"ethairna": "0,0"}, wears={"ethairna": ["gust", "shatter"]})
    p.do("use heroes.ethairna.right_hand")
    assert p.offered == {"draw spell", "leave"}
    p.do("draw spell")
    assert p.offered == {"equip over gust", "equip over shatter", "discard"}  # N-EQUIP-6
    p.do("equip over gust")
    assert p.hero("ethairna").spells == ["shatter", "thunderbolt"]
    assert p.hero("ethairna").focus == 4 and p.t.spell_row == ["gust"]
    p.do("use heroes.ethairna.right_hand")
    assert p.offered == {"draw spell", "row gust", "leave"}


def test_26_N_LOOT_6_what_is_picked_up_comes_from_the_row_alone():
    rooms = {"0,0": "entrance NESW", "1,0": "goblin_bunks W"}
    p = Position(
        {"moonblade": "1,0"}, rooms=rooms, dice=[4, 3, 3], wears={"moonblade": ["bladed_chain"]}
    )
    p.do("drop bladed_chain", "search", "take 4")
    assert p.offered == {"row bladed_chain", "leave"}
    p.do("row bladed_chain")
    assert p.offered == {"equip left_hand", "equip right_hand"}


def test_27_N_COUNTER_5_N_ANSWER_1_a_spell_at_the_dragon_costs_two_focus():
    p = Position(
        {"gerrund": "lair"}, boss="dragon lair", space={"gerrund": 1}, dice=[6, 3, 3], enemy=["5"]
    )
    p.do("cast heroes.gerrund.talent at boss dragon", "take 6", "pay")
    assert p.t.markers == [7, 7]  # N-BOSS-7: the ward on 6 stops both
    assert p.lost("gerrund") == 0
    assert p.hero("gerrund").focus == 8 - 2 - 2


def test_values_of_the_positions_are_the_shipped_ones():
    """The positions lean on these; who changes a stand-in finds here what to look at."""
    cards = shipped.cards()
    assert cards["minions"]["ogre"]["health"] == 8
    assert cards["minions"]["dark_mage"]["modifier"]["ranged"] == 3
    assert cards["loot"]["lion_longsword"]["abilities"]["use"]["bonus"] == 2
    assert next(iter(cards["spells"])) == "thunderbolt"


def test_93_N_CHECK_9_N_CARD_3_N_FREE_2_within_a_check_only_dice_are_changed():
    p = Position({"ethairna": "1,0", "lanon": "1,0"}, rooms=LIBRARY, dice=[5, 3, 3])
    p.t.hero.focus = 1
    p.do("search")
    assert {word.split()[0] for word in p.offered} == {"take"}  # the threes bring focus later
    rich = Position({"ethairna": "1,0"}, rooms=LIBRARY, dice=[4, 3, 3])
    rich.do("search")
    assert {word.split()[0] for word in rich.offered} == {"take", "turn"}
    assert rich.seat == 0


def test_94_N_ATTACK_1_N_RANGE_1_melee_is_for_the_same_room():
    p = Position({"lanon": "1,0"}, minions=["minotaur 1,0 8", "ogre 2,0 8"])
    assert p.offers("melee heroes.lanon.left_hand at") == {"minion minotaur"}


GRAVE = {"0,0": "entrance NESW", "1,0": "graveyard W"}


def test_95_N_EQUIP_5_N_EQUIP_6_N_EQUIP_7_N_LOOT_1_N_LOOT_2_limits_by_kind():
    worn = ["elven_mail", "ruby_statue", "amethyst_statue", "bladed_chain", "crossbow"]
    ways = {
        "bear_plates": {"equip over elven_mail"},
        "jade_statue": {"equip over ruby_statue", "equip over amethyst_statue"},
        "spiked_shield": {"equip left_hand", "equip right_hand"},
    }
    for card, offered in ways.items():
        p = Position({"grok": "1,0"}, rooms=GRAVE, dice=[6, 3, 3], wears={"grok": worn})
        p.t.loot_deck.insert(0, card)
        p.do("search", "take 6", "draw loot")
        assert p.offered == offered | {"discard"}
        p.do(min(offered))
        assert card in p.hero("grok").loot() and len(p.t.loot_row) == 1


def test_96_N_EQUIP_3_N_MOVE_7_heroes_share_a_room_and_give_each_other_nothing():
    p = Position({"lanon": "1,0", "grok": "0,0"}, wears={"lanon": ["bladed_chain"]})
    p.do("move west")
    assert p.hero("lanon").place == p.hero("grok").place and p.offers("move")
    assert not {word for word in p.offered if "bladed_chain" in word} - {"drop bladed_chain"}


def test_97_N_ATTR_5_N_CHECK_4_the_skill_says_how_many_dice():
    for skill, count in (("strength", 3), ("agility", 1), ("intellect", 2)):
        rooms = {"0,0": "entrance NESW", "1,0": "armory W"}
        p = Position({"lanon": "1,0"}, rooms=rooms, dice=[6, 5, 5][:count])
        p.do("try room", skill)
        assert p.t.luck.used_up()


def test_99_N_WALK_5_traps_and_enemies_do_not_hinder_enemies_but_walls_do():
    rooms = {"0,0": "entrance NESW", "1,0": "buzzsaw EW", "2,0": "hall W", "0,1": "hall N"}
    p = Position({"lanon": "0,0"}, rooms=rooms, minions=["ogre 1,0 8", "minotaur 2,0 8"])
    p.t.goblins = {}
    p.t.torch = 1 + p.t.cards["torch"]["act_1"]["enemy_actions"][-1]
    p.do("end")
    assert [enemy.place for enemy in p.t.minions] == [(0, 0), (0, 0)]
    walled = Position(
        {"lanon": "0,1"}, rooms=rooms, minions=["minotaur 0,0 8"], health={"lanon": 7}
    )
    assert not walled.offers("move") and walled.t.distance((0, 0), (0, 1)) > 8


def test_100_N_SOLO_1_the_number_of_heroes_is_what_counts():
    """One player may lead all heroes: nothing in the rules asks who decides for a seat."""
    for heroes in (2, 3, 4):
        assert len(shipped.new_table(heroes).heroes) == heroes
