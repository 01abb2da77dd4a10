"""Ultra Tiny Epic Kingdoms for the contract tests."""

from tests.every_game.editions import Edition

EDITION = Edition("ultra_kingdoms", variants=({"dummy_resources": 6},), hiding=({}, 0.002))
some_settings = EDITION.some_settings
by_the_printed_rules = EDITION.by_the_printed_rules
eventful = EDITION.eventful
endless = EDITION.endless
prepared = EDITION.prepared
stand_ins = EDITION.stand_ins
audit = EDITION.audit
choices_with_hidden_dealt_anew = EDITION.choices_with_hidden_dealt_anew
hides = EDITION.hides
cells_that_share_luck = EDITION.cells_that_share_luck
dealt = EDITION.dealt
