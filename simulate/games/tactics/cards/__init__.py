"""Cards and maps of Tiny Epic Tactics: TOML to one NumPy record.

`model` says what cards.toml and maps.toml may hold, with `abilities` and `pieces` for their parts;
`vocabulary` names the effects, `maps` puts boxes on a scroll, `realms` builds the maps of battle
mode, `compass` ranks directions; they are light.  `tables` turns a
checked pack into the record that the kernels read; it brings NumPy.
"""

from simulate.games.tactics.cards.model import CardsModel, check_rules
from simulate.games.tactics.cards.vocabulary import EFFECTS

__all__ = ["EFFECTS", "CardsModel", "check_rules"]
