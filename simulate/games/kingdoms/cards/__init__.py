"""Cards of Tiny Epic Kingdoms and Ultra Tiny Epic Kingdoms: TOML to one NumPy record.

`model` says what cards.toml and territories.toml may hold; `vocabulary` names the effects;
both are light.  `territories` measures the maps, `tables` turns a checked pack into the
record that the kernels read; they bring NumPy.
"""

from simulate.games.kingdoms.cards.model import CardsModel, check_rules
from simulate.games.kingdoms.cards.vocabulary import EFFECTS

__all__ = ["EFFECTS", "CardsModel", "check_rules"]
