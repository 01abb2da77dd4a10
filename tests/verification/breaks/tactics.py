"""What is broken of Tiny Epic Tactics, and which tests must notice."""

from tests.verification.breaks.broken import Break

RULES = "tests/rules/tactics"
CODE = "simulate/games/tactics"


def rules(module: str, rule: str) -> tuple[str, ...]:
    """The tests of a chapter that carry a rule."""
    name = rule.replace("-", "_")
    return (f"{RULES}/test_{module}.py", "-k", f"{name}_")


BREAKS = (
    Break(
        "T-WEAK-6",
        "what cures a unit leaves its token where it lies",
        f"{CODE}/effects/doing.py",
        "set_weakened(s, slot, 0, RULE.T_CARD_1, log)",
        "pass",
        rules("printed_kinds", "T-WEAK-6"),
    ),
    Break(
        "T-ACTION-3",
        "a unit may make a melee and a missile attack in one turn",
        f"{CODE}/moves/lists.py",
        "    return not (action & attacks and s.acted[slot] & attacks)\n",
        "    return True\n",
        rules("referee_turns", "T-ACTION-3"),
    ),
    Break(
        "T-ACTION-5",
        "Weakened Tokens come off with one unit left, not with two",
        f"{CODE}/effects/harm.py",
        "        if units_of(s, seat) <= cards.tireless_units:\n",
        "        if units_of(s, seat) < cards.tireless_units:\n",
        rules("referee_turns", "T-ACTION-5"),
    ),
    Break(
        "T-WEAK-2",
        "a Weakened Token may be bought off in the turn in which it came",
        f"{CODE}/moves/lists.py",
        "        elif not s.fresh_token[slot] and s.health[slot] > cards.cure_price:\n",
        "        elif s.health[slot] > cards.cure_price:\n",
        rules("referee_turns", "T-WEAK-2"),
    ),
    Break(
        "T-MOVE-7",
        "a climb costs a point for each level",
        "simulate/games/tactics/cards/grids.py",
        "                after -= climb\n",
        "                after -= climb * (level[ahead] - level[here])\n",
        rules("referee_turns", "T-MOVE-7"),
    ),
    Break(
        "T-MOVE-5",
        "a movement may end on an ally",
        f"{CODE}/moves/paths.py",
        "    return s.occupant[space] == NONE or s.occupant[space] == slot\n",
        "    return True\n",
        rules("referee_turns", "T-MOVE-5"),
    ),
    Break(
        "T-TERRAIN-9",
        "a village helps a unit in each of its movements",
        f"{CODE}/effects/walking.py",
        "    if village == NONE or record.is_in(s.villages[slot], village):\n",
        "    if village == NONE:\n",
        rules("referee_turns", "T-TERRAIN-9"),
    ),
    Break(
        "T-PORTAL-3",
        "an enemy in front of a portal does not block it",
        f"{CODE}/moves/paths.py",
        "questions.is_portal_open(s, cards, p) and not has_foe(s, cards, slot, front)\n",
        "questions.is_portal_open(s, cards, p)\n",
        rules("referee_turns", "T-PORTAL-3"),
    ),
    Break(
        "T-BALLISTA-3",
        "height does not count for the ballista",
        f"{CODE}/moves/questions.py",
        "    levels = levels_above(s, cards, goal, space)\n    if levels < 0:\n        reach +=",
        (
            "    levels = levels_above(s, cards, goal, space) * (kind != codes.NO_KIND)\n"
            "    if levels < 0:\n"
            "        reach +="
        ),
        rules("referee_turns", "T-BALLISTA-3"),
    ),
    Break(
        "T-MELEE-7",
        "a Knock Back goes up a cliff",
        f"{CODE}/effects/harm.py",
        "        if levels_above(s, cards, ahead, s.at[slot]) > 0:\n            break\n",
        "",
        rules("referee_attacks", "T-MELEE-7"),
    ),
    Break(
        "T-MELEE-8",
        "a Knock Back that stops half-way costs nothing",
        f"{CODE}/effects/harm.py",
        "    if moved < spaces:\n        lose_health",
        "    if moved == 0:\n        lose_health",
        rules("referee_attacks", "T-MELEE-8"),
    ),
    Break(
        "T-MISSILE-3",
        "range grows with each level of height",
        f"{CODE}/moves/questions.py",
        "        reach += cards.higher_range\n",
        "        reach -= levels * cards.higher_range\n",
        rules("referee_attacks", "T-MISSILE-2"),
    ),
    Break(
        "T-MISSILE-9",
        "the last Ammo cannot pay for a Miss",
        f"{CODE}/effects/attacks.py",
        "    if due > s.ammo[slot]:\n",
        "    if due >= s.ammo[slot]:\n",
        rules("referee_attacks", "T-MISSILE-9"),
    ),
    Break(
        "T-COUNTER-1",
        "who lost no health counters",
        f"{CODE}/effects/attacks.py",
        "    elif s.struck[0]:\n",
        "    elif kind:\n",
        rules("referee_attacks", "T-HARM-1"),
    ),
    Break(
        "T-COUNTER-8",
        "a Weakened unit counters with its last two health",
        f"{CODE}/effects/attacks.py",
        "    if price >= s.health[slot]:\n",
        "    if price > s.health[slot]:\n",
        rules("referee_attacks", "T-COUNTER-8"),
    ),
    Break(
        "T-UNIT-4",
        "who stands in the area of a spell does not react to it",
        f"{CODE}/effects/doing.py",
        (
            "    if took and is_spell and by != NONE and s.phase != PHASE.OVER and "
            "record.lives(s, one):\n"
        ),
        "    if False:\n",
        rules("referee_attacks", "T-UNIT-4"),
    ),
    Break(
        "T-UNIT-4",
        "damage of an ability sets reactions off",
        f"{CODE}/effects/doing.py",
        (
            "    if took and is_spell and by != NONE and s.phase != PHASE.OVER and "
            "record.lives(s, one):\n"
        ),
        ("    if took and by != NONE and s.phase != PHASE.OVER and record.lives(s, one):\n"),
        rules("referee_attacks", "T-UNIT-4"),
    ),
    Break(
        "T-CONTROL-6",
        "a flag advances only while the Trigger Space is held",
        f"{CODE}/turn.py",
        ("            if s.triggered[area]:\n                changes.set_flag"),
        (
            "            if there != NONE and record.seat_of(there) == seat:\n"
            "                changes.set_flag"
        ),
        rules("referee_ends", "T-CONTROL-6"),
    ),
    Break(
        "T-TEAM-7",
        "a teammate's units alone advance a flag",
        f"{CODE}/moves/questions.py",
        "                present = present or slot // codes.FORCE == seat\n",
        "                present = True\n",
        rules("referee_ends", "T-TEAM-7"),
    ),
    Break(
        "T-TACTIC-3",
        "no tactic card is played on another player's turn",
        f"{CODE}/moves/matters.py",
        ("    if turn != TURN.ANY and (turn == TURN.OWN) != (seat == s.active):\n"),
        "    if seat != s.active:\n",
        rules("referee_cards", "T-TACTIC-3"),
    ),
    Break(
        "T-TACTIC-6",
        "three tactic cards may be kept",
        f"{CODE}/turn.py",
        "        if record.size_of(s.hand[seat]) > cards.tactics_hand:\n",
        "        if record.size_of(s.hand[seat]) > cards.tactics_hand + 1:\n",
        rules("referee_cards", "T-TACTIC-6"),
    ),
    Break(
        "T-END-3",
        "the others have no last turn",
        f"{CODE}/turn.py",
        "    if s.ending == s.active:\n",
        "    if s.ending != NONE:\n",
        rules("referee_ends", "T-END-3"),
    ),
    Break(
        "T-END-8",
        "health does not break a tie",
        f"{CODE}/end.py",
        "            total += s.health[slot] if k == 4 else (1 if k == 1 else 0)\n",
        "            total += 1 if k == 1 else 0\n",
        rules("referee_ends", "T-END-8"),
    ),
    Break(
        "T-BATTLE-9",
        "a Knock Back that is stopped at once steals the Artifact",
        f"{CODE}/effects/attacks.py",
        'T-BATTLE-9.\n    """\n    if spaces == 0:\n        return\n',
        'T-BATTLE-9.\n    """\n',
        rules("referee_ends", "T-BATTLE-9"),
    ),
    Break(
        "T-BATTLE-4",
        "who stays on the Artifact's space picks it up when an ability lets it move",
        f"{CODE}/effects/walking.py",
        "    else:\n        end_movement(",
        "    else:\n        pick_up(s, cards, slot, log)\n        end_movement(",
        rules("referee_ends", "T-BATTLE-4"),
    ),
    Break(
        "T-BATTLE-4",
        "only a Movement action picks the Artifact up",
        f"{CODE}/effects/walking.py",
        "        pick_up(s, cards, slot, log)\n",
        "        if is_action:\n            pick_up(s, cards, slot, log)\n",
        rules("referee_ends", "T-BATTLE-4"),
    ),
    Break(
        "T-BATTLE-4",
        "who comes back to the Artifact's space does not pick it up",
        f"{CODE}/effects/walking.py",
        "        pick_up(s, cards, slot, log)\n",
        "        if began != s.artifact:\n            pick_up(s, cards, slot, log)\n",
        rules("referee_ends", "T-BATTLE-4"),
    ),
    Break(
        "T-BATTLE-12",
        "the last round of a battle takes the last turns away",
        f"{CODE}/turn.py",
        ("    if s.ending != NONE:\n        changes.set_round("),
        ("    if False:\n        changes.set_round("),
        rules("referee_ends", "T-BATTLE-12"),
    ),
    Break(
        "T-ENEMY-18",
        "an Enemy Unit stops as soon as it can attack",
        f"{CODE}/effects/enemy.py",
        ("            if cards.enemy_stops == ENEMY_STOPS.FIRST:\n                break\n"),
        "            break\n",
        rules("referee_enemies", "T-ENEMY-18"),
    ),
    Break(
        "T-ENEMY-21",
        "an Enemy Unit walks past units beside its way",
        f"{CODE}/effects/enemy.py",
        "    while space != goal and not (count and is_beside_foe(s, cards, slot, space)):\n",
        "    while space != goal:\n",
        rules("referee_enemies", "T-ENEMY-21"),
    ),
    Break(
        "T-COMPASS-4",
        "a north arrow sends an Enemy Unit along its row first",
        f"{CODE}/effects/enemy.py",
        ("    vertical = arrow == SIDE.NORTH or arrow == SIDE.SOUTH\n"),
        ("    vertical = arrow == SIDE.EAST or arrow == SIDE.WEST\n"),
        rules("referee_enemies", "T-COMPASS-4"),
    ),
    Break(
        "T-COMPASS-6",
        "a barred way stops an Enemy Unit",
        f"{CODE}/effects/enemy.py",
        ("    if ahead == NONE and cards.enemy_blocked != ENEMY_BLOCKED.STOP:\n"),
        "    if False:\n",
        rules("referee_enemies", "T-COMPASS-6"),
    ),
    Break(
        "T-COMPASS-6",
        "an Enemy Unit goes around a space that it cannot pay",
        f"{CODE}/effects/enemy.py",
        ("    if ahead == NONE and cards.enemy_blocked != ENEMY_BLOCKED.STOP:\n"),
        (
            "    dear = ahead != NONE and step_cost(s, cards, slot, here, ahead) > points\n"
            "    if (ahead == NONE or dear) and cards.enemy_blocked != ENEMY_BLOCKED.STOP:\n"
        ),
        rules("referee_enemies", "T-ENEMY-23"),
    ),
    Break(
        "T-ENEMY-23",
        "an Enemy Unit enters what it cannot pay with its last point",
        f"{CODE}/effects/enemy.py",
        "    if ahead == NONE or step_cost(s, cards, slot, space, ahead) > points:\n",
        "    if ahead == NONE or points <= 0:\n",
        rules("referee_enemies", "T-ENEMY-23"),
    ),
    Break(
        "T-RESPAWN-2",
        "the Time Token goes up past its start",
        f"{CODE}/effects/harm.py",
        (
            "changes.set_time(s, min(cards.time_start, s.time + cards.time_gained), "
            "RULE.T_RESPAWN_1, log)"
        ),
        "changes.set_time(s, s.time + cards.time_gained, RULE.T_RESPAWN_1, log)",
        rules("referee_adventure", "T-RESPAWN-2"),
    ),
    Break(
        "T-DUNGEON-6",
        "two units of a player are in dungeons at once",
        f"{CODE}/moves/questions.py",
        "        if s.dungeon[other] != NONE:\n            return False\n",
        "        if s.dungeon[other] == box:\n            return False\n",
        rules("referee_dungeons", "T-DUNGEON-6"),
    ),
    Break(
        "T-DUNGEON-15",
        "a Wizard with a single Mana passes a Magic Barrier",
        f"{CODE}/moves/questions.py",
        ("record.class_of(slot) == CLASS.WIZARD and s.mana[slot] >= cards.barrier_price\n"),
        ("record.class_of(slot) == CLASS.WIZARD and s.mana[slot] > 0\n"),
        rules("referee_dungeons", "T-DUNGEON-15"),
    ),
    Break(
        "T-DUNGEON-16",
        "a Wizard in a dungeon does not cast on itself",
        f"{CODE}/moves/lists.py",
        ("        return n if aim == AIM.ENEMY else add_spells(s, cards, slot, slot, moves, n)\n"),
        "        return n\n",
        rules("referee_dungeons", "T-DUNGEON-16"),
    ),
    Break(
        "T-DUNGEON-16",
        "a Wizard in a dungeon casts at enemies outside",
        f"{CODE}/moves/lists.py",
        ("        return n if aim == AIM.ENEMY else add_spells(s, cards, slot, slot, moves, n)\n"),
        "        return add_spells(s, cards, slot, slot, moves, n)\n",
        rules("referee_dungeons", "T-DUNGEON-16"),
    ),
    Break(
        "T-CARD-16",
        "a spell may be cast on a unit that lacks nothing",
        f"{CODE}/moves/matters.py",
        (
            "    if power == 0:\n"
            "        return does_any or may_set_off(s, cards, slot, WHEN.CASTS)\n"
        ),
        "    if power == 0:\n        return True\n",
        rules("referee_in_vain", "T-CARD-16"),
    ),
    Break(
        "T-CARD-16",
        "a movement may lead back to where it began for nothing",
        f"{CODE}/moves/matters.py",
        (
            "(cards.battle and s.artifact == space):\n"
            "        return True\n"
            "    if way & record.BY_VILLAGE"
        ),
        ("space != NONE:\n        return True\n    if way & record.BY_VILLAGE"),
        rules("referee_in_vain", "T-CARD-16"),
    ),
    Break(
        "T-CARD-16",
        "a tactic card may be played though its effect does nothing",
        f"{CODE}/moves/matters.py",
        "        if matters(s, cards, row, seat, unit, other, 0, 0):\n            return True\n"
        "    return False\n\n\n@kernel\ndef moment_matters",
        "        if row != NONE:\n            return True\n"
        "    return False\n\n\n@kernel\ndef moment_matters",
        rules("referee_in_vain", "T-CARD-16"),
    ),
    Break(
        "T-CARD-15",
        "a push by a card names the rule of a Knock Back",
        f"{CODE}/turn.py",
        "RULE.T_BALLISTA_4 if task.row == NONE else RULE.T_CARD_15",
        "RULE.T_CARD_15 if task.row == NONE else RULE.T_BALLISTA_4",
        rules("referee_in_vain", "T-CARD-15"),
    ),
    Break(
        "T-MELEE-3",
        "who has walked off still knocks back",
        f"{CODE}/effects/attacks.py",
        ("    if cards.knock_back_when == KNOCK_BACK_WHEN.BESIDE:\n"),
        ("    if cards.knock_back_when > KNOCK_BACK_WHEN.FIRST + 1:\n"),
        rules("referee_in_vain", "T-MELEE-3"),
    ),
    Break(
        "T-COUNTER-2",
        "the attacker reacts before the target",
        f"{CODE}/effects/attacks.py",
        ("    if cards.reacts_first == REACTS_FIRST.TARGET:\n"),
        ("    if cards.reacts_first != REACTS_FIRST.TARGET:\n"),
        rules("referee_in_vain", "T-COUNTER-2"),
    ),
    Break(
        "T-SETUP-7",
        "the last player chooses a start first without the switch",
        f"{CODE}/setup.py",
        "order[k] if cards.start_chooser == START_CHOOSER.LAST else",
        "order[k] if cards.start_chooser != START_CHOOSER.LAST else",
        rules("referee_in_vain", "T-SETUP-7"),
    ),
    Break(
        "T-END-1",
        "a battle goes on though a player has no unit left",
        f"{CODE}/effects/harm.py",
        "    if gone and (cards.elimination_ends_battle or",
        "    if gone and (not cards.elimination_ends_battle or",
        rules("referee_in_vain", "T-END-1"),
    ),
    Break(
        "T-END-2",
        "a game for control areas that nobody ends is not scored",
        f"{CODE}/turn.py",
        "and cards.areas_rounds and played >= cards.areas_rounds",
        "and cards.areas_rounds and played > cards.areas_rounds + cards.round_limit",
        rules("referee_in_vain", "T-END-2"),
    ),
    Break(
        "T-ENEMY-25",
        "a Solo Enemy's counter has no line of its own",
        f"{CODE}/effects/attacks.py",
        ("    if record.is_solo(cards, slot):\n        changes.write_act("),
        ("    if s.struck[0] < 0:\n        changes.write_act("),
        (f"{RULES}/test_log_lines.py", "-k", "T_ENEMY_25_"),
    ),
    Break(
        "T-SOLO-12",
        "the card for the fourth enemy is not told",
        f"{CODE}/setup.py",
        ("    card = changes.take_enemy_card(s, RULE.T_SOLO_12, log)\n"),
        ("    card = changes.take_enemy_card(s, RULE.T_SOLO_12, None)\n"),
        (f"{RULES}/test_log_lines.py", "-k", "T_SOLO_12_"),
    ),
    Break(
        "T-BUILD-3",
        "a box may cover a Trigger Space",
        f"{CODE}/cards/maps.py",
        "        if placement.on is None and covered & kept:\n",
        "        if placement.on is None and covered < kept:\n",
        (f"{RULES}/test_maps.py", "-k", "T_BUILD_3_"),
    ),
)
