"""The cards that goals of strength and speed are measured on: benchmarks/cards/dungeons.toml says.

`simulate run benchmarks/cards/GAME.toml` plays them; a game without such a file plays its own.
"""

from pathlib import Path

from simulate import pack
from simulate.experiment import RunRequest, load
from simulate.pack import Pack

CARDS = Path(__file__).with_name("cards")


def target(game: str) -> str:
    """What `simulate` is told to play: the experiment with the values of then, or the game."""
    layer = CARDS / f"{game}.toml"
    return str(layer) if layer.exists() else game


def measuring(game: str) -> Pack:
    """The shipped pack with the values of then laid over it."""
    if target(game) == game:
        return pack.load(game)
    experiment = load(RunRequest(target(game)))
    laid = {axis.name: axis.levels[0] for axis in experiment.axes if axis.kind == "parameter"}
    return experiment.pack.resolve(laid)
