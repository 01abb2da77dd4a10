"""What a run has found so far, shown while it is played: on the terminal and as a page."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from simulate.core.text.amounts import plural
from simulate.run.progress import Progress

if TYPE_CHECKING:
    from analysis.study import Study

EACH = 10.0  # seconds between two pages
MOST = 7  # findings that are shown


class LiveFindings:
    """Hears of a run at each of its looks.

    What it shows it never decides: the clock tells only when a page is written.
    """

    def __init__(self) -> None:
        self._written = -EACH

    def __call__(self, folder: Path, told: "Study", progress: Progress) -> None:
        from reports.page.render import write_interim

        progress.show([*_lines(told, progress.is_live)])
        if time.monotonic() - self._written >= EACH:
            write_interim(folder, told)
            self._written = time.monotonic()


def _lines(told: "Study", is_live: bool) -> Iterator[str]:
    """How much is played and open, then the findings, each in short; all in one where they are
    not drawn over.
    """
    from analysis.conclusions.unsettled import unsettled
    from reports.findings.choose import by_itself

    found = [one.finding.data()["line"] for one in by_itself(told)]
    open_ = len(unsettled(told))
    head = f"After {plural(told.games, 'game')}, {plural(open_, 'verdict')} open"
    if not open_ and told.design.manifest.get("shipped"):
        head += " but for the change"
    if not is_live:
        yield f"{head}: {found[0] if found else 'nothing is sure yet'}"
        return
    yield f"{head}; so far:" if found else f"{head}; nothing is sure yet."
    yield from (f"  {number}. {text}" for number, text in enumerate(found[:MOST], 1))
    if len(found) > MOST:
        yield f"  ... and {len(found) - MOST} more"
