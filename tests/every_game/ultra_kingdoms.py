"""Ultra Tiny Epic Kingdoms for the contract tests."""

from tests.every_game.editions import Edition

# A decision that no printed number asks for, and that a designer's may.
MORE = (({}, {"builds_per_action": 2}, {}),)
EDITION = Edition(
    "ultra_kingdoms", variants=({"dummy_resources": 6},), hiding=({}, 0.002), more=MORE
)
some_settings = EDITION.some_settings
all_decisions = EDITION.all_decisions
eventful = EDITION.eventful
endless = EDITION.endless
setting = EDITION.setting
prepared = EDITION.prepared
prepared_for_plain_python = EDITION.prepared_for_plain_python
stand_ins = EDITION.stand_ins
audit = EDITION.audit
choices_with_hidden_dealt_anew = EDITION.choices_with_hidden_dealt_anew
hides = EDITION.hides
cells_that_share_luck = EDITION.cells_that_share_luck
dealt = EDITION.dealt
