"""An experiment: one question, the factors it varies, and everything else at one level.

`load` brings together the game's defaults, an experiment file and the options of a command,
in this order, and checks all of it in one go.
"""

from simulate.experiment.context import Axis, Variant
from simulate.experiment.model import schema
from simulate.experiment.read import Experiment, load
from simulate.experiment.request import RunRequest

__all__ = ["Axis", "Experiment", "RunRequest", "Variant", "load", "schema"]
