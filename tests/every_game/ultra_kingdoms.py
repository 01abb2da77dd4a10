"""Ultra Tiny Epic Kingdoms for the contract tests."""

from tests.every_game.editions import Edition

# A decision that no printed number asks for, and that a designer's may.
MORE = (({}, {"builds_per_action": 2}, {}),)
ADAPTER = Edition(
    "ultra_kingdoms", variants=({"dummy_resources": 6},), hiding=({}, 0.002), more=MORE
)
