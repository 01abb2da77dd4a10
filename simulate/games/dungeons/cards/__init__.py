"""Cards of Tiny Epic Dungeons: TOML to one NumPy record.

`model` says what cards.toml may hold; `vocabulary` names the effects; both are light.
`folding` and `tables` turn a checked pack into the record that the kernels read; they bring
NumPy.
"""

from simulate.games.dungeons.cards.model import CardsModel, check_rules, check_setting
from simulate.games.dungeons.cards.vocabulary import EFFECTS

__all__ = ["EFFECTS", "CardsModel", "check_rules", "check_setting"]
