"""What is broken of Tiny Epic Defenders, and which tests must notice."""

from tests.verification.breaks.broken import Break

RULES = "tests/rules/defenders"
EVERY = "tests/every_game"
CODE = "simulate/games/defenders"


def rules(rule: str, module: str) -> tuple[str, ...]:
    """The tests that carry a rule."""
    name = rule.replace("-", "_")
    return (f"{RULES}/test_{module}.py", "-k", f"{name}_")


BREAKS = (
    Break(
        "D-DESTROYED-1",
        "a region falls one step too late",
        f"{CODE}/effects/board.py",
        "if s.threat[region] >= cards.region_limit:",
        "if s.threat[region] > cards.region_limit:",
        rules("D-DESTROYED-1", "attacks"),
    ),
    Break(
        "D-DESTROYED-2",
        "attacks on destroyed regions are lost",
        f"{CODE}/effects/board.py",
        "raise_capital(s, cards, RULE.D_DESTROYED_2, log)",
        "pass",
        rules("D-DESTROYED-2", "attacks"),
    ),
    Break(
        "D-DEFEND-2",
        "who has any health can pay any price of defending",
        f"{CODE}/moves/questions.py",
        "return s.health[seat] > 0 and s.health[seat] >= price - help_",
        "return s.health[seat] > 0",
        rules("D-DEFEND-2", "attacks"),
    ),
    Break(
        "D-DEFEND-6",
        "heroes defend every region from the Capital City",
        f"{CODE}/moves/questions.py",
        "    if s.place[seat] == region:\n        return True\n",
        (
            "    if s.place[seat] == region or s.place[seat] == tables.CAPITAL:\n"
            "        return True\n"
        ),
        rules("D-DEFEND-6", "attacks"),
    ),
    Break(
        "D-DEFEND-6",
        "who acts at a distance defends ruins from within the walls",
        f"{CODE}/moves/questions.py",
        "s.place[seat] == tables.CAPITAL and s.destroyed[region] and not cards.ruins_from_capital",
        "False",
        rules("D-DEFEND-6", "attacks"),
    ),
    Break(
        "D-CARD-16",
        "a hero who declines stays on the circle of FORTIFY",
        f"{CODE}/turn.py",
        "        leave_circle(s, cards, log)\n",
        "",
        rules("D-CARD-16", "hero_and_region_cards"),
    ),
    Break(
        "D-CARD-16",
        "the circle of FORTIFY is never full",
        f"{CODE}/moves/questions.py",
        "        if s.brace[seat] > 0 and s.brace_at[seat] == region:\n            return False\n",
        "",
        rules("D-CARD-16", "hero_and_region_cards"),
    ),
    Break(
        "D-CARD-4",
        "the effects of cards cite the general rule",
        f"{CODE}/effects/cards.py",
        "        rule = cards.ability_rule[ability]\n",
        "        pass\n",
        rules("D-CARD-4", "cited_rules"),
    ),
    Break(
        "D-NEXT-1",
        "how the cards lay decides how they are shuffled",
        "simulate/core/streams.py",
        "        luck = _luck_of(key, card)\n",
        "        luck = _luck_of(key, i)\n",
        rules("D-NEXT-1", "rounds"),
    ),
    Break(
        "D-DIRE-3",
        "nobody earns an artifact",
        f"{CODE}/effects/attacks.py",
        "for _ in range(cards.artifacts_for_dire):",
        "for _ in range(0):",
        rules("D-DIRE-3", "attacks"),
    ),
    Break(
        "D-SUCCOR-2",
        "threat in the Capital City can be lowered by succor",
        f"{CODE}/moves/questions.py",
        ("        region != tables.CAPITAL\n        and s.health[seat] > 0\n"),
        "        s.health[seat] > 0\n",
        rules("D-SUCCOR-2", "actions"),
    ),
    Break(
        "D-SUCCOR-3",
        "heroes at zero health give succor",
        f"{CODE}/moves/questions.py",
        "        and s.health[seat] > 0\n        and s.threat[region] > 0\n",
        "        and s.threat[region] > 0\n",
        rules("D-SUCCOR-3", "actions"),
    ),
    Break(
        "D-ACTION-2",
        "a region's ability works again and again under one card",
        f"{CODE}/turn.py",
        "changes.set_used(s, s.place[m.actor], 1, RULE.D_ACTION_2, log)",
        "changes.set_used(s, s.place[m.actor], 0, RULE.D_ACTION_2, log)",
        rules("D-ACTION-2", "actions"),
    ),
    Break(
        "D-GROUP-2",
        "a destroyed region adds no point to a Group Ally card",
        f"{CODE}/effects/attacks.py",
        "more = cards.group_points_destroyed if any_destroyed(s) else 0",
        "more = 0",
        rules("D-GROUP-2", "allies"),
    ),
    Break(
        "D-EXTRA-2",
        "a bought point may be kept",
        f"{CODE}/turn.py",
        "s.must_act = 1",
        "s.must_act = 0",
        rules("D-EXTRA-2", "allies"),
    ),
    Break(
        "D-CARD-3",
        "nobody rests",
        f"{CODE}/effects/acts.py",
        "        if not by_group or works_on_group_turn(s, cards, here, log):",
        "        if by_group and works_on_group_turn(s, cards, here, log):",
        rules("D-CARD-3", "hero_and_region_cards"),
    ),
    Break(
        "D-CARD-23",
        "the Sandglass never runs out",
        f"{CODE}/turn.py",
        "changes.set_ignore_enemies(s, 0, RULE.D_CARD_23, log)",
        "pass",
        rules("D-CARD-23", "artifacts"),
    ),
    Break(
        "D-CARD-31",
        "the Shield lasts for ever",
        f"{CODE}/turn.py",
        "changes.set_free_defense(s, seat, 0, RULE.D_CARD_31, log)",
        "pass",
        rules("D-CARD-31", "artifacts"),
    ),
    Break(
        "D-FOE-6",
        "a foe at zero health goes on",
        f"{CODE}/effects/foe.py",
        "    if s.foe_health == 0:",
        "    if s.foe_health < 0:",
        rules("D-FOE-6", "foes"),
    ),
    Break(
        "D-DECK-4",
        "one dire enemy too many",
        f"{CODE}/setup.py",
        "if i < cards.dire_enemies:",
        "if i <= cards.dire_enemies:",
        rules("D-DECK-4", "setup"),
    ),
    Break(
        "D-SETUP-8",
        "the gates of the Capital City are one step off",
        f"{CODE}/setup.py",
        "join(s, tables.CAPITAL, s.ring[cards.gates_apart])",
        "join(s, tables.CAPITAL, s.ring[cards.gates_apart - 1])",
        rules("D-SETUP-8", "setup"),
    ),
    Break(
        "D-NEXT-1",
        "cards of the horde deck are looked at when they join",
        f"{CODE}/state/piles.py",
        "    card = take_at(s.horde, s.horde_cards, 0)\n",
        "    card = take_at(s.horde, s.horde_cards, 0)\n    s.seen[card] = 1\n",
        (f"{RULES}/test_rounds.py", "-k", "D_ROUND_3"),
    ),
    Break(
        "the moves as a whole",
        "the wave takes every hero the same way round the ring",
        f"{CODE}/moves/lists.py",
        "if region != CAPITAL or into_capital:",
        "if region != CAPITAL and k == 0:",
        (f"{RULES}/test_perft.py", "-k", "a_wave and sequences"),
    ),
    Break(
        "the whole game",
        "two attacks of one card are one",
        f"{CODE}/turn.py",
        ("    s.attack += 1\n    s.phase = PHASE.ENEMY_DRAWN\n"),
        ("    s.attack += 2\n    s.phase = PHASE.ENEMY_DRAWN\n"),
        (f"{RULES}/test_referee.py", "-k", "whole_games"),
    ),
    Break(
        "the log",
        "health and other things of a seat or region change without a line",
        "simulate/mechanics/things.py",
        "write_change(s, log, seat, rule, code, of, old, value)",
        "pass",
        (f"{EVERY}/test_log.py", "-k", "told_line_by_line and defenders"),
    ),
    Break(
        "the luck",
        "a game's luck is counted from the start of its block",
        "simulate/table/loop.py",
        "play_game(cards, weights, desk, choosers, seed, first + g, log, notes, watch)",
        "play_game(cards, weights, desk, choosers, seed, g, log, notes, watch)",
        (f"{EVERY}/test_luck.py", "-k", "alone and random and defenders"),
    ),
    Break(
        "what is hidden",
        "a strategy counts the cards of the turn deck that nobody has seen",
        "strategies/defenders/foresight.py",
        "        elif s.seen[card]:\n",
        "        elif card >= 0:\n",
        (f"{EVERY}/test_hidden.py", "-k", "test_choices_do and defenders-balanced"),
    ),
    Break(
        "the laws",
        "a covered region takes a card that stays in the destruction deck",
        f"{CODE}/state/piles.py",
        "        s.destruction_cards -= 1\n        s.cover[region] = card\n",
        "        s.cover[region] = card\n",
        (f"{EVERY}/test_laws.py", "-k", "few_games and defenders"),
    ),
)
