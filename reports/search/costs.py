"""What does one target cost the others?  Where settings should lie in bands of their own."""

from collections.abc import Iterator, Sequence

from analysis.conclusions.ledger import tally
from analysis.stats import verdicts
from analysis.stats.intervals import Estimate
from analysis.stats.verdicts import Band
from reports.findings.finding import Finding
from reports.sections.conclusions import expected
from reports.tables.parts import Col, Data, Section, listed
from reports.text import targets, words
from simulate.search.aim.sums import WON
from simulate.search.candidate import SearchOutcome
from simulate.search.confirmation.confirm import Confirmed
from simulate.search.confirmation.distance import AFTER, BEFORE, of_change

TITLE = "What does one target cost the others?"
SEEN = 0.005  # a cost of less is none that is told


def bands(search: SearchOutcome) -> list[Band]:
    """The bands of the settings, if they differ."""
    held = list(dict.fromkeys(p.goal.band for p in search.base if p.goal.entry < 0))
    return held if len(held) > 1 and search.aim == WON else []


def findings(search: SearchOutcome, confirmed: Sequence[Confirmed]) -> Iterator[Finding]:
    """For each band the change that brings its settings nearest, and what the others pay for it."""
    parts = [part for band in bands(search) if (part := _paid(search, band, confirmed))]
    if parts:
        text = f"What one target costs the others: {'; '.join(parts)}."
        yield Finding("costs", words.LEARNED, text, "costs")


def _paid(search: SearchOutcome, band: Band, confirmed: Sequence[Confirmed]) -> str:
    """easy horde (75-95%): CHANGE, 0.0 points outside instead of 4.1; the others 8.0, not 2.0"""
    nearest = min(confirmed, key=lambda c: (_off(c, band, AFTER).value, c.edit), default=None)
    if nearest is None:
        return ""
    was, now = (_off(nearest, band, side).value for side in (BEFORE, AFTER))
    if now > was - SEEN:
        return ""
    before, after = (_elsewhere(nearest, band, side).value for side in (BEFORE, AFTER))
    text = f"{_name(search, band)}: {nearest.name}, {words.points(now)} outside on average "
    text += f"instead of {words.points(was)}"
    if abs(after - before) < SEEN:
        return f"{text}, and the others stay where they are"
    return f"{text}; the others then {words.points(after)} instead of {words.points(before)}"


def _off(change: Confirmed, band: Band, side: int) -> Estimate:
    """How far the settings of one band lie outside it on average."""
    return of_change(change, side, lambda place: place.goal.band == band)


def _elsewhere(change: Confirmed, band: Band, side: int) -> Estimate:
    """How far all others lie outside theirs."""
    return of_change(change, side, lambda place: place.goal.band != band)


def _name(search: SearchOutcome, band: Band) -> str:
    of = [targets.who(one) for one in search.wanted if Band(one.low, one.high) == band]
    return f"{words.listing([*filter(None, of)]) or 'else'} ({targets.as_rate(band)})"


def section(search: SearchOutcome, confirmed: Sequence[Confirmed]) -> Section | None:
    """Every change that was confirmed, target by target."""
    tables = [*_by_band(search, confirmed), *_others(confirmed)]
    if not tables:
        return None
    said = "Every target with each change, on fresh luck: what brings one nearer may take another "
    return Section("costs", TITLE, [f"{said}away."], tables=tables)


def _by_band(search: SearchOutcome, confirmed: Sequence[Confirmed]) -> Iterator[Data]:
    """How far the settings of each band lie outside it, where there are several."""
    held = bands(search)
    if not held or not confirmed:
        return
    sides = [("as it is", confirmed[0], BEFORE)]
    sides += [(change.name, change, AFTER) for change in confirmed]
    columns = [
        Col("change", "Change", get=lambda one: one[0]),
        Col("target", "Target", get=lambda one: _name(search, one[2])),
        Col("on", "On target", "count", "settings, for certain", lambda one: _on(*one[1:])),
        Col("settings", "Settings", "count",
            get=lambda one: sum(place.goal.band == one[2] for place in one[1].places)),
        Col("off", "Points outside", "points", "on average over its settings",
            lambda one: _off(*one[1:])),
    ]  # fmt: skip
    every = [(name, change, band, side) for name, change, side in sides for band in held]
    yield listed("costs", "Every change, target by target", columns, every)


def _others(confirmed: Sequence[Confirmed]) -> Iterator[Data]:
    """What else is wanted, before and with each change."""
    every = [(change.name, o.before, o.after) for change in confirmed for o in change.others]
    columns = [
        Col("change", "Change", get=lambda one: one[0]),
        Col("target", "Target",
            get=lambda one: f"{expected.label(one[2])}: {expected.wanted(one[2])}"),
        Col("before", "Before", get=lambda one: expected.found(one[1])),
        Col("found", "With it", get=lambda one: expected.found(one[2])),
        Col("verdict", "Verdict", "verdict", get=lambda one: one[2].verdict),
    ]  # fmt: skip
    if every:
        yield listed("others", "What else is wanted", columns, every)


def _on(change: Confirmed, band: Band, side: int) -> int:
    """How many of the settings are told as on target."""
    own = (p for p in change.places if p.goal.band == band)
    given = (p.goal.given[side](verdicts.of_rate((p.before, p.rate)[side], band)) for p in own)
    return tally(given).on
