"""Block library settings from the current folder, which may be a stranger's pack."""

import os
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def isolated_from_config(name: str) -> Iterator[None]:
    """A library that is loaded inside finds no file of this name in the current folder."""
    exists = os.path.exists
    os.path.exists = lambda path: path != name and exists(path)
    try:
        yield
    finally:
        os.path.exists = exists
