"""Which few edits together? The report of `simulate tune`."""

from collections.abc import Mapping, Sequence
from typing import Any

from analysis.conclusions.ledger import TARGET
from analysis.stats import verdicts
from analysis.stats.intervals import Estimate
from reports.findings.finding import Finding
from reports.search import costs, second_opinion
from reports.search.aimed import (
    Ask,
    SearchCommands,
    Told,
    around,
    as_played,
    beside,
    each_change,
    elsewhere,
    found,
    harmful,
    is_fine,
    leaning,
    now,
    on_target,
    searched,
    settings,
    shares_on_target,
    still_off,
    undone,
    verdict,
    where,
    wish,
    won_with,
)
from reports.search.badge import badge_of
from reports.search.facts import measured, of_search
from reports.search.parts import at, header, report
from reports.tables.parts import Col, Data, Section, effect, listed
from reports.text import words
from simulate.experiment import Experiment
from simulate.search.aim.sums import NAMED, WON
from simulate.search.candidate import SearchOutcome
from simulate.search.confirmation.confirm import Confirmed
from simulate.search.confirmation.pareto_front import ParetoPoint


def document(
    experiment: Experiment,
    search: SearchOutcome,
    points: Sequence[ParetoPoint],
    best: ParetoPoint | None,
    confirmed: Sequence[Confirmed],
    games: int,
    command_of: Told,
    packs: Mapping[str, str],
    ask: Ask,
) -> dict[str, Any]:
    """The report as plain data.

    points: the front, from the game as it is to the most edits; best: the one of it that is
    advised.  command_of: the command that plays changes; packs: name of a change -> folder of its
    pack; ask: the command that asks on.
    """
    question = f"Which few edits together bring it about that {wish(experiment, search)}?"
    typed = SearchCommands(command_of, packs, ask)
    sections = now(search), _front(points, best), costs.section(search, confirmed)
    told = _findings(search, points, best, typed)
    every = [where(search), *told, *costs.findings(search, confirmed)]
    first = best.change if best is not None else None
    works = f"{words.plural(best.edits if best is not None else 0, 'edit')} shown to work"
    badge = badge_of(search, first, works, "not shown to be reached")
    data = report(
        header(experiment, "tuning", question, games, settings(search), badge),
        [measured(experiment, search, confirmed, one) for one in every],
        _lines(experiment, search, points, confirmed),
        (*sections, each_change(search, confirmed, typed), around(confirmed)),
        of_search(experiment, search, confirmed),
        TARGET,
    )
    return second_opinion.told(data, search, first)


def _findings(
    search: SearchOutcome,
    points: Sequence[ParetoPoint],
    best: ParetoPoint | None,
    typed: SearchCommands,
) -> list[Finding]:
    """What is advised first, then the rest of the front in the order of edits."""
    if is_fine(search):
        return []
    if best is None or best.change is None:
        each = f"{search.games // max(search.tried, 1):,} games of each"
        text = f"None of {words.plural(search.tried, 'set')} of edits is shown to come nearer to "
        text += f"the band, with about {each}. {_more(search)}free other numbers, or widen their "
        text += "bounds or the band."
        return [Finding("nothing", verdicts.MORE, text, "now")]
    start = points[0].off
    findings = [] if best.change.lands else [_short_of_it(search, best, best.change, typed)]
    findings += harmful([best.change]) if best.change.lands else []
    others = [p for p in points if p.change is not None and p is not best]
    for point in (best, *others):
        assert point.change is not None
        findings.append(_of_point(search, point, point.change, start, typed))
    return findings


def _more(search: SearchOutcome) -> str:
    """Whether the games were too few to see what single steps do."""
    if search.games >= search.enough:
        return "More games may tell (`--budget`); else "
    budget = f"`--budget {search.enough}`"
    return f"That is too few to see what every step does: name fewer numbers, or {budget}; else "


def _short_of_it(
    search: SearchOutcome, best: ParetoPoint, change: Confirmed, typed: SearchCommands
) -> Finding:
    """The target is not reached, or not for certain; what is still off."""
    off = still_off(change)
    tried = words.plural(search.tried, "set")
    if not off:
        text = (
            f"Whether the target is reached is open: with {_edits(best.edits)} nothing lies "
            f"outside for certain, and not all inside.{leaning(change)}"
        )
        far = as_played(change)
        text += far or " More games would tell (`--games`)."
        return Finding("open", verdicts.MORE, text, "front")
    text = f"The target is not reached: none of {tried} of edits brings everything into the band. "
    text += f"Nearest: {_edits(best.edits)}, on average {_distance(best.off)} outside; still off: "
    text += words.listing(
        [f"{at(p.levels)}{found(p, p.rate)}, {words.verdict(verdict(p)).word}" for p in off]
    )
    advice = "Free more numbers, or wider bounds; or ask for a wider band."
    if pack := typed.packs.get(change.name):
        advice += f" To go on from what came nearest: `{typed.ask('tune', pack)}`."
    worst = max(off, key=lambda place: place.beyond)
    text += f".{as_played(change)}"
    return Finding("nothing", verdict(worst), text, "front", advice=advice)


def _of_point(
    search: SearchOutcome,
    point: ParetoPoint,
    change: Confirmed,
    start: Estimate,
    typed: SearchCommands,
) -> Finding:
    """One point of the front: its edits, how far off it is, what is won, and how to play it."""
    text = f"{_edits(point.edits).capitalize()}: {change.name}. "
    if change.lands:
        text += "Everything lies in the band for certain"
    else:
        text += f"On average {_distance(point.off)} outside the band"
    text += f" (as it is, {_distance(start)} outside on average); "
    text += won_with(change) if search.aim in (WON, NAMED) else shares_on_target(search, change)
    more = beside(change)
    text += f". Besides, {more}." if more else "."
    text += undone(change) + as_played(change) + elsewhere(change)
    rows = (("front", _edits(point.edits)), ("advice", change.name))
    line, advice = f"{change.name}: {on_target(change)}", typed.advice(change)
    return Finding("change", change.reported, text, "front", 0.0, rows, advice, line=line)


def _edits(count: int) -> str:
    return words.plural(count, "edit") if count else "as it is"


def _distance(off: Estimate) -> str:
    size, ends = words.size_range(*off.ends)
    return f"{size} ({ends})"


def _lines(
    experiment: Experiment,
    search: SearchOutcome,
    points: Sequence[ParetoPoint],
    confirmed: Sequence[Confirmed],
) -> list[Data]:
    if is_fine(search):
        return []
    lines = searched(experiment, search, "sets of edits")
    on_front = {point.change.name for point in points if point.change is not None}
    also = [c.name for c in confirmed if c.lands and c.name not in on_front]
    if also:
        text = f"{words.listing(also)}: as few edits, and everything in the band as well"
        lines.append({"kind": "calm", "label": "Lands too", "text": text})
    missed = [c.name for c in confirmed if still_off(c) and c.name not in on_front]
    if missed:
        text = f"seemed as good and is not on fresh luck: {words.listing(missed)}"
        lines.append({"kind": "open", "label": "Did not stand", "text": text})
    return lines


def _front(points: Sequence[ParetoPoint], best: ParetoPoint | None) -> Section | None:
    """What each further edit brings."""
    if not points:
        return None
    said = [
        "How far outside the band the settings lie on average, with the best set of so many edits. "
        "All of it was played on fresh luck: the best of many sets is always partly lucky, and "
        "what was luck does not come again."
    ]
    rows = [
        {
            "label": _edits(point.edits),
            **effect(point.off),
            "tone": "good" if point is best else "plain",
        }
        for point in points
    ]
    chart = {
        "kind": "front",
        "id": "chart-front",
        "title": "Points outside the band",
        "desc": "; ".join(f"{_edits(p.edits)}: {_distance(p.off)}" for p in points),
        "rows": rows,
    }
    columns = [
        Col("edits", "Edits", get=lambda point: _edits(point.edits)),
        Col("change", "Which", get=lambda point: point.change.name if point.change else ""),
        Col("off", "Points outside", "points", "on average over settings"),
        Col("verdict", "All in the band?", "verdict", get=_reached),
    ]
    made = listed("front", "The best set of each number of edits", columns, points)
    return Section("front", "What does each further edit bring?", said, [chart], [made])


def _reached(point: ParetoPoint) -> str:
    """Of the game as it is nothing is said here: that stands above, setting by setting."""
    change = point.change
    if change is None:
        return ""
    if change.reported == verdicts.FAR:
        return verdicts.FAR
    if change.lands:
        return verdicts.MET
    return verdicts.MORE if change.open else verdicts.MISSED
