"""A process that is killed, without one that has to die; and what a folder holds."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from simulate import store
from simulate.run import runner
from simulate.run.journal import Journal
from simulate.search import checkpoint
from simulate.search.checkpoint import TrialCheckpoint


class Killed(BaseException):
    """Stands for the end of the process."""


def killed(work: Any = None, *_: Any) -> None:
    """In the place of what ends a run: nothing is done any more."""
    if work is not None:
        work.written.close()
    raise Killed


@contextmanager
def killed_at(moment: str, instead: Any) -> Iterator[None]:
    """The process is killed in a function of the runner, in the place of which `instead` is."""
    with (
        patch.object(runner, "_cut_short", killed),
        patch.object(runner, moment, instead),
        pytest.raises(Killed),
    ):
        yield


@contextmanager
def killed_after(blocks: int) -> Iterator[None]:
    """The process is killed when so many blocks are written down."""
    add, added = Journal.add, []

    def dying(journal: Journal, *block: Any) -> None:
        if len(added) == blocks:
            raise Killed
        added.append(block)
        add(journal, *block)

    with (
        patch.object(runner, "_cut_short", killed),
        patch.object(Journal, "add", dying),
        pytest.raises(Killed),
    ):
        yield


def dies(*_: Any, **__: Any) -> None:
    """In the place of any function: the process ends in it."""
    raise Killed


@contextmanager
def search_killed(blocks: int = 0, *, at: Any = None) -> Iterator[None]:
    """A search or a comparison is killed when so many of its blocks are written down.

    at: puts what kills it in another place instead.
    """
    add, added = TrialCheckpoint.add, []

    def dying(trial: TrialCheckpoint, *block: Any) -> None:
        if len(added) == blocks:
            raise Killed
        added.append(block)
        add(trial, *block)

    with (
        patch.object(runner, "_cut_short", killed),
        patch.object(checkpoint, "_cut_short", lambda search, *_: search.close()),
        at or patch.object(TrialCheckpoint, "add", dying),
        pytest.raises(Killed),
    ):
        yield


def bytes_of(folder: Path) -> dict[str, bytes]:
    """The files of a run's folder but its log, by name."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != store.LOG
    }
