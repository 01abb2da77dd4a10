"""How games become a run on disk.

`blocks` plays and writes a block, `precision` and `interim` say which blocks, `pool` who plays
them, `journal` is how a run that was killed is gone on with, `progress` and `interrupt` face the
person, `runner` holds it together, `probing` tries a plan before.
"""

from simulate.run.journal import is_finished
from simulate.run.pilot_run import probe, sample
from simulate.run.runner import (
    Interrupted,
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
    "default_jobs",
    "execute",
    "is_begun",
    "is_finished",
    "is_whole",
    "probe",
    "sample",
    "status",
]
