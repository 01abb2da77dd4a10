"""What holds for every test: its examples are the same each time, any worker takes any test."""

import gc
import os
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import WorkStealingScheduling

from tests.browsers import browser

__all__ = ["browser"]  # a fixture

settings.register_profile("same", derandomize=True, database=None, deadline=None)
settings.register_profile("explore", derandomize=False, max_examples=1_000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> WorkStealingScheduling:
    """Games are compiled before (`tests/compile_first.py`), so no test is tied to a worker."""
    return WorkStealingScheduling(config, log)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """One worker more than cores for the long tests, many of which wait for processes."""
    return (os.cpu_count() or 1) + 1 if config.option.markexpr == "long" else None


def pytest_report_teststatus(report: Any, config: pytest.Config) -> tuple[str, str, str] | None:
    """A failure is named when it happens: a run that is cut off prints no summary."""
    if not report.failed or report.when != "call":
        return None
    said = str(report.longrepr.reprcrash.message if hasattr(report.longrepr, "reprcrash") else "")
    return "failed", f"F\n{report.nodeid}: {said[:400]}\n", "FAILED"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """The cases of a test are in the same order in every worker, which a set's are not."""
    for marker in metafunc.definition.iter_markers("parametrize"):
        assert not isinstance(marker.args[1], (set, frozenset)), metafunc.definition.nodeid


@pytest.fixture(autouse=True, scope="module")
def own_games_of_other_modules_are_forgotten() -> Iterator[None]:
    """A game of one's own is known until its process ends, and tests ask which games there are."""
    yield
    if (catalogue := sys.modules.get("simulate.pack.catalogue")) is not None:
        catalogue._own.clear()
        sys.modules["simulate.pack.configs"].OWN.clear()


def pytest_collection_finish() -> None:
    """What is imported by now stays: it is not looked through for garbage again and again."""
    gc.freeze()
