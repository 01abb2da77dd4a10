"""Cards of Tiny Epic Defenders: TOML to one NumPy record.

`model` says what cards.toml may hold and names the effects; it is light.
`tables` turns a checked pack into the record that the kernels read; it brings NumPy.
"""

from simulate.games.defenders.cards.model import CardsModel, check_counts, check_rules
from simulate.games.defenders.cards.vocabulary import EFFECTS

__all__ = ["EFFECTS", "CardsModel", "check_counts", "check_rules"]
