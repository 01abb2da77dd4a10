"""Numbers of games, durations and sizes as short text.

Used wherever a command tells of games, seconds or bytes; pure functions of numbers.
"""

from typing import Any

from simulate.core.text.amounts import plural
from simulate.core.text.validate import literal
from simulate.experiment.plan import Playable


def amount(plan: Playable) -> str:
    """How much is played, in a few words."""
    cells, games = plural(len(plan.cells), "cell"), plural(plan.games, "game")
    if plan.until:
        return f"{cells}, each until all is settled or {games}"
    if plan.precision is None:
        return f"{cells} of {games} each"
    return f"{cells}, each to +-{plan.precision:g} or {plural(plan.games, 'game')}"


def shown(level: Any) -> str:
    """A level as `--set` takes it."""
    return level if isinstance(level, str) else literal(level)


def duration(seconds: float) -> str:
    """About how long to wait."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    if seconds < 90 * 60:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"


def weight(size: float) -> str:
    """Bytes in a unit that is read at once."""
    for unit in ("kB", "MB", "GB"):
        size /= 1000
        if size < 1000:
            return f"{size:.3g} {unit}"
    return f"{size / 1000:,.1f} TB"
