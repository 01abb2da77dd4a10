"""Runs that this user's commands have written or checked before.

Kept in the user's cache are checksums of their manifests, which hold those of the tables; and of
what his processes wrote into the journals of runs when they began to play.
"""

from contextlib import suppress
from pathlib import Path

from simulate.compiler.cache import NAME, cache_home, make_own
from simulate.core.files import disk

MOST = 2_000  # runs; one that was forgotten is read once more
LONGEST = 1_000_000  # bytes
FILE = "passed"


def knows(mark: str) -> bool:
    """Whether a manifest with this checksum is one of those."""
    return mark in _known()


def remember(mark: str) -> None:
    """Keep the checksum of a manifest; where the cache cannot be written to, nothing is kept."""
    known = [each for each in _known() if each != mark]
    with suppress(OSError):
        disk.write(_own() / FILE, "\n".join([*known, mark][-MOST:]))


def _known() -> list[str]:
    """Oldest first; none where others may write to the cache."""
    try:
        return disk.text(_own() / FILE, LONGEST).split()
    except (OSError, ValueError):
        return []


def _own() -> Path:
    """The folder in the cache, which is the user's alone.  Raises OSError where it is not."""
    folder = cache_home() / NAME / "runs"
    make_own(folder)
    return folder
