"""A run's job, pickled into a file that its workers read.

Loky writes what a process begins with into a pipe whose other end it holds open itself.  What is
larger than the pipe (64 KB) is never written to its end where the process is killed before it has
read it: the run would wait for ever.  A job may be of any size; the name of a file is short.
"""

import os
import pickle
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

NAME = "simulate-job-{}-"


def hand(job: Any) -> Any:
    """Pickle the job to a private file; return its path, or the job if no file can be written.

    Where this process is killed, loky's tracker takes the file away.
    """
    from joblib.externals.loky.backend import resource_tracker

    try:
        held, name = tempfile.mkstemp(prefix=NAME.format(os.getpid()))
    except OSError:
        return job
    resource_tracker.register(name, "file")
    try:
        with open(held, "wb") as file:
            pickle.dump(job, file, pickle.HIGHEST_PROTOCOL)
    except OSError:
        take_back(name)
        return job
    return name


def handed(job: Any) -> Any:
    """Load the job in a worker; exit the worker if its run is over."""
    try:
        return pickle.loads(Path(job).read_bytes()) if isinstance(job, str) else job
    except FileNotFoundError:
        os._exit(1)


def take_back(name: Any) -> None:
    """The file goes, if there is one."""
    from joblib.externals.loky.backend import resource_tracker

    if not isinstance(name, str):
        return
    with suppress(FileNotFoundError):
        os.unlink(name)
    resource_tracker.unregister(name, "file")
