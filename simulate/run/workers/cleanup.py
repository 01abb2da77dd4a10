"""Clean up loky's shared memory and job files of runs that were killed.

It names semaphores and folders by the process that made them, and has a process of its own to
take them away; where that was killed too nobody else does.
"""

import os
import platform
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from simulate.core.files import disk
from simulate.core.files.locks import is_gone
from simulate.run.workers.job_file import NAME

SHARED = Path("/dev/shm")
FOLDER = "joblib_memmapping_folder_{}_*"
MADE_BY = ("sem.loky-{}-*", "sem.joblib-{}-*", FOLDER, f"{NAME}*")


def sweep(begins: Iterable[Mapping[str, Any]]) -> None:
    """Remove what processes have left that played on this machine and are no longer there."""
    if not SHARED.is_dir():  # a system on which loky has no files there
        return
    for line in begins:
        process = line.get("process")
        if line.get("machine") == platform.node() and isinstance(process, int) and is_gone(process):
            for name in MADE_BY:
                for folder in (SHARED, Path(tempfile.gettempdir())):
                    for path in folder.glob(name.format(process)):
                        _remove(path)


def tidy() -> None:
    """Remove the folders that joblib makes for this process and keeps to its end, if empty.

    Without arrays to map it puts nothing there; a process killed later would leave them for good.
    """
    for folder in (SHARED, Path(tempfile.gettempdir())):
        for path in folder.glob(FOLDER.format(os.getpid())):
            with suppress(OSError):
                path.rmdir()


def _remove(path: Path) -> None:
    with suppress(OSError):
        if hasattr(os, "getuid") and path.lstat().st_uid != os.getuid():
            return
        disk.remove(path)
