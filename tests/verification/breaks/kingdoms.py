"""What is broken of Tiny Epic Kingdoms and its Ultra edition, and which tests must notice."""

from tests.verification.breaks.broken import Break

RULES = "tests/rules/kingdoms"
EVERY = "tests/every_game"
CODE = "simulate/games/kingdoms"


def rules(module: str) -> tuple[str, ...]:
    """The tests of a chapter."""
    return (f"{RULES}/test_{module}.py",)


BREAKS = (
    Break(
        "K-CARD-35",
        "who swims climbs, too, and nobody else does",
        f"{CODE}/moves/questions.py",
        "barrier = BARRIER_WORDS.WATER if terrain == TERRAIN.WATER else BARRIER_WORDS.CRAGS",
        "barrier = BARRIER_WORDS.WATER",
        rules("abilities"),
    ),
    Break(
        "K-WAR-6",
        "the attacker wins ties",
        f"{CODE}/effects/war.py",
        "        return attack > defence\n",
        "        return attack > defence\n    if attack > 0:\n        return True\n",
        rules("war"),
    ),
    Break(
        "K-WAR-8",
        "two white flags are a war without cost",
        f"{CODE}/effects/war.py",
        "if attack == 0 and defence == 0 and s.seats > 2:",
        "if attack == 0 and defence == 0 and s.seats > 9:",
        rules("war"),
    ),
    Break(
        "K-BREAK-2",
        "who breaks an alliance risks the region of the war alone",
        f"{CODE}/effects/war.py",
        "    s.stake = record.shared(s, seat, rival)\n",
        "    s.stake = record.bit(s.war_place)\n",
        rules("alliances"),
    ),
    Break(
        "K-LOST-6",
        "nobody captures a neutral meeple",
        f"{CODE}/effects/war.py",
        ("    changes.capture(s, s.winner, s.war_place, RULE.K_LOST_6, log)\n"),
        "",
        (f"{RULES}/test_lockstep.py", "-k", "test_whole_games and kingdoms-2"),
    ),
    Break(
        "K-TOKEN-7",
        "the crown stays with who lost a war",
        f"{CODE}/effects/war.py",
        "    if s.crown == s.loser:\n",
        "    if s.crown == s.winner:\n",
        rules("tokens"),
    ),
    Break(
        "K-TOKEN-15",
        "a fort helps who attacks the region where it stands",
        f"{CODE}/moves/payments.py",
        " and s.open[place] == TOKEN.FORT and place != attacked:",
        " and s.open[place] == TOKEN.FORT:",
        rules("tokens"),
    ),
    Break(
        "K-TURN-2",
        "shields stay on a full action card",
        f"{CODE}/turn.py",
        ("            changes.set_shield(s, action, 0, RULE.K_TURN_2, log)\n"),
        "            pass\n",
        rules("actions"),
    ),
    Break(
        "K-FIVE-1",
        "the player who clears the action card is not skipped",
        f"{CODE}/turn.py",
        "        if cards.clearing_skips:\n",
        "        if not cards.clearing_skips:\n",
        rules("actions"),
    ),
    Break(
        "K-END-2",
        "the game ends by one meeple more",
        f"{CODE}/turn.py",
        "        if s.in_play[seat] >= cards.end_meeples:\n",
        "        if s.in_play[seat] > cards.end_meeples:\n",
        rules("actions"),
    ),
    Break(
        "K-END-5",
        "a condition that is met later set the end in motion too",
        f"{CODE}/end.py",
        "        row.met_later[which] = 1 if s.met_turn[which] > s.trigger_turn else 0\n",
        "        row.met_later[which] = 0\n",
        (f"{RULES}/test_actions.py", "-k", "K_END_5"),
    ),
    Break(
        "K-COLLECT-5",
        "a treasure is offered for which there is no room",
        f"{CODE}/moves/answers.py",
        ("    most_mana = room_for(s, cards, seat, GOOD.MANA)\n"),
        "    most_mana = cards.treasure_resources\n",
        (f"{RULES}/test_tokens.py", "-k", "K_TOKEN_8"),
    ),
    Break(
        "K-LOST-9",
        "water of the Lost Kingdom counts whatever the switch says",
        f"{CODE}/end.py",
        "    if record.spot_of(place) >= codes.REGIONS and not cards.lost_barriers_count:\n",
        "    if record.spot_of(place) >= codes.REGIONS and cards.seats > 9:\n",
        (f"{RULES}/test_tokens.py", "-k", "K_LOST_9"),
    ),
    Break(
        "U-SOLO-4",
        "the compass card is as high as a territory, whatever the pack says",
        f"{CODE}/cards/territories.py",
        "    middles = ((WIDTH / 2, HEIGHT + height / 2), (WIDTH / 2, -height / 2))\n",
        "    middles = ((WIDTH / 2, HEIGHT * 1.5), (WIDTH / 2, -HEIGHT / 2))\n",
        (f"{RULES}/test_territories.py", "-k", "U_SOLO_4"),
    ),
    Break(
        "K-LAND-11",
        "meeples in ruins count at the end",
        f"{CODE}/end.py",
        ("    if record.terrain_of(s, cards, place) != TERRAIN.RUINS:\n        return True\n"),
        "    if place != NONE:\n        return True\n",
        (f"{RULES}/test_lockstep.py", "-k", "test_whole_games"),
    ),
    Break(
        "K-SCORE-5",
        "a shared capital city is worth as much as one held alone",
        f"{CODE}/end.py",
        "    return cards.capital_points_shared if is_shared(s, seat, place) else"
        " cards.capital_points\n",
        "    return cards.capital_points\n",
        rules("actions"),
    ),
    Break(
        "U-COMPASS-1",
        "it is always day",
        f"{CODE}/turn.py",
        ("    changes.set_night(s, 1 - s.night, RULE.U_COMPASS_1, log)\n"),
        ("    changes.set_night(s, 0, RULE.U_COMPASS_1, log)\n"),
        rules("solo"),
    ),
    Break(
        "the log",
        "resources change without a line",
        f"{CODE}/state/changes.py",
        ("    write_change(s, log, seat, rule, WHAT.MANA + kind, seat, old, value)\n"),
        "",
        (f"{EVERY}/test_log.py", "-k", "told_line_by_line and kingdoms"),
    ),
    Break(
        "what is hidden",
        "a bidder knows the other's number",
        "strategies/kingdoms/answers.py",
        "v.mix[record.ATTACKER if s.phase == PHASE.SET_ATTACK else record.DEFENDER, m.number]",
        "v.mix[s.dice[record.ATTACKER] % 2, m.number]",
        (f"{EVERY}/test_hidden.py", "-k", "test_choices_do and kingdoms-warlord and not ultra"),
    ),
)
