"""Keep the answer of a search in the folder of the run that it was asked of."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from simulate.cli.searches.ready import Ready
from simulate.cli.shared.say import tell
from simulate.core.errors import InputError, RunError

if TYPE_CHECKING:
    from simulate.store.card_packs import FoundCause, FoundPlan


REPORT = "its report"


def keep_beside(
    run: Path, ready: Ready, found: "Sequence[FoundPlan] | Sequence[FoundCause]", whom: str
) -> None:
    """Keep an answer in the folder of a run, if its game is still the same.

    whom: who tells it from then on; its report is written again where that is it.
    """
    from reports.page.render import write_report
    from simulate import store
    from simulate.store.manifest import read_manifest

    try:
        manifests = (ready.plan.manifest(), read_manifest(run))
        same = len({json.dumps(each["pack"], sort_keys=True) for each in manifests}) == 1
        if same:
            store.verify(run)
            store.card_packs.write(run, found)
            if whom == REPORT:
                write_report(run)
        ready.say(f"{run} keeps it: {whom} says it, too." if same else
                  f"{run} does not keep it: its pack was changed since.")  # fmt: skip
    except (InputError, OSError, RunError) as error:
        tell(f"{run} does not keep it: {error}")
