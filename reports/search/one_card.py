"""Which single card brings all where it should be?  The line of `simulate advise --one`."""

from collections.abc import Sequence

from reports.search.parts import at
from reports.tables.parts import Data
from reports.text import words
from simulate.experiment import Experiment
from simulate.pack.text.labels import label
from simulate.search.aim.goals import GoalChange
from simulate.search.aim.sums import OPTION, WON
from simulate.search.candidate import SearchOutcome, thing_of
from simulate.search.confirmation.confirm import Confirmed


def line(
    experiment: Experiment, search: SearchOutcome, best: Confirmed | None,
    confirmed: Sequence[Confirmed],
) -> list[Data]:  # fmt: skip
    """The card and its change, or that no card does it and how near the nearest comes.

    best: what does it, or may; None where nothing does.
    """
    if not search.one or not search.tried:
        return []
    near = best or min(confirmed, key=_distance, default=None)
    text = f"none of {words.plural(search.tried, 'change')} of a card brings {_all(search)} in"
    kind = "open"
    if near is not None:
        card = label(experiment.pack, thing_of(near.changes[0].path))
        if best is not None and best.lands:
            kind, text = "calm", f"{card} ({near.name}) brings {_all(search)} into the band"
        elif best is not None:
            text = f"{card} ({near.name}) may bring {_all(search)} into the band; "
            text += "more games would tell (`--games`)"
        else:
            text = f"no single card brings {_all(search)} into the band; {card} ({near.name}) "
            text += f"comes nearest: {_how_near(near.judged)}"
    return [{"kind": kind, "label": "One card", "text": f"{text}."}]


def _all(search: SearchOutcome) -> str:
    number = len(search.base)
    noun = {WON: "setting", OPTION: "share"}.get(search.aim, "share")
    return f"the only {noun}" if number == 1 else f"all {number} {noun}s"


def _distance(change: Confirmed) -> tuple[int, float]:
    return sum(place.beyond > 0 for place in change.judged), change.left


def _how_near(places: Sequence[GoalChange]) -> str:
    inside = sum(place.beyond == 0 for place in places)
    worst = max(places, key=lambda place: place.beyond)
    where = f" ({at(worst.levels).strip()})" if at(worst.levels) else ""
    return f"{inside} of {len(places)} inside, the farthest {words.points(worst.beyond)} off{where}"
