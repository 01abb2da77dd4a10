"""A pack: the folder of rules.toml, cards.toml, strategies.toml and experiments of one game.

`load` gives the shipped pack, `load_folder` a designer's; both are checked whole, and every
change made to one later (`Pack.resolve`) goes through the same checks again.  `load_unfitted`
gives a shipped pack with the values that it had before anything was fitted.
"""

from simulate.pack.edit.differences import Difference, differences
from simulate.pack.edit.unfitted import load_unfitted
from simulate.pack.pack import PARTS, Pack
from simulate.pack.reading import FILES, files, from_manifest, game_of, load, load_folder
from simulate.pack.rules import Rule
from simulate.pack.sources import SOURCE_KINDS, Fit
from simulate.pack.strategies import Strategy
from simulate.pack.text.labels import label

__all__ = [
    "FILES",
    "PARTS",
    "SOURCE_KINDS",
    "Difference",
    "Fit",
    "Pack",
    "Rule",
    "Strategy",
    "differences",
    "files",
    "from_manifest",
    "game_of",
    "label",
    "load",
    "load_folder",
    "load_unfitted",
]
