"""The badge of a search: of the change that it answers with, and of no other."""

from analysis.stats import verdicts
from reports.search import second_opinion
from reports.search.aimed import is_far, is_fine, is_fit
from reports.tables.parts import Data
from reports.text import words
from simulate.search.candidate import SearchOutcome
from simulate.search.confirmation.confirm import Confirmed


def badge_of(search: SearchOutcome, first: Confirmed | None, works: str, otherwise: str) -> Data:
    """The badge of a search that answers with `first`.

    works: said where it lands and does no harm; otherwise: where it does not land.
    """
    if is_far(search):
        return words.VERDICTS[verdicts.FAR].badge()
    if is_fine(search):
        return words.VERDICTS[verdicts.FIT if is_fit(search) else verdicts.ON_TARGET].badge()
    if (doubted := second_opinion.badge(first)) is not None:
        return doubted
    if first is None or not first.lands:
        return {"tone": "open", "mark": "?", "text": otherwise}
    if first.ruined:
        return {"tone": "open", "mark": "?", "text": "works here, and does harm elsewhere"}
    return {"tone": "good", "mark": "✓", "text": works}
