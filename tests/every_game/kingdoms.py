"""Tiny Epic Kingdoms for the contract tests."""

from tests.every_game.editions import Edition

TOKENS = {"exploration": True}
PLUNDERS = {"when": "war_won", "do": "take", "amount": 1, "resource": "any"}
# Decisions that no printed number or ability asks for, and that a designer's may.
MORE = (
    ({}, {"builds_per_action": 2}, {}),
    (TOKENS, {"lair_before_retreat": False}, {}),
    ({}, {}, {"factions.orcs.abilities.level_1.effects": [PLUNDERS]}),
)
ADAPTER = Edition("kingdoms", variants=(TOKENS,), hiding=(TOKENS, 0.2), more=MORE)
