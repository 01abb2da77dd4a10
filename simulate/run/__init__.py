"""How games become a run on disk.

`blocks` plays and writes a block, `precision` and `looks` say which blocks, `pool` who plays them,
`progress` and `interrupt` face the person, `runner` holds it together.
"""

from simulate.run.runner import Interrupted, default_jobs, execute, probe, sample

__all__ = ["Interrupted", "default_jobs", "execute", "probe", "sample"]
