"""How games become a run on disk.

`runner` plays a run from start to end, `play` with all that is played beside it.  `precision` and
`interim` decide how many games, `pilot_run` tries a plan first, `journal` lets a killed run go on,
`progress` tells a person.  Rooms: `workers` plays blocks in processes, `side` is what is played
beside a run, `teaching` trains players of own games.
"""

from simulate.run.journal import is_finished
from simulate.run.pilot_run import probe, sample
from simulate.run.runner import (
    Interrupted,
    Judge,
    Paused,
    default_jobs,
    execute,
    is_begun,
    is_whole,
)
from simulate.run.status import status
from simulate.run.workers.cluster import Cluster

__all__ = [
    "Cluster",
    "Interrupted",
    "Judge",
    "Paused",
    "default_jobs",
    "execute",
    "is_begun",
    "is_finished",
    "is_whole",
    "probe",
    "sample",
    "status",
]
