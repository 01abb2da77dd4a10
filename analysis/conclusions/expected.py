"""Is a result what the designer expects?  Each expectation in each setting that it is of.

The numbers are those of the report's tables.  Rates have an interval of their own, which holds
whatever the rate and however few the games: an expectation is a promise for a build.  What a file
checks is judged as a whole: of a game that is as it should be, 1 build in 40 fails by chance.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import inf
from statistics import NormalDist
from typing import Any

from analysis.data.design import PRINTED, VARIANT, Cell, told_of
from analysis.estimators.pairs import difference
from analysis.rates.contrasts import Contrast
from analysis.shares.share_verdicts import Kind
from analysis.stats import verdicts
from analysis.stats.interim import Confidence
from analysis.stats.intervals import Estimate, Rate, exact, fcr_adjust, rate
from analysis.stats.verdicts import Band
from analysis.study import Study
from simulate.core.game.facts import (
    EFFECT,
    END,
    LENGTH,
    MATCHUP,
    OVER_FAIR_SHARE,
    SHARE,
    WIN_RATE,
)
from simulate.experiment.expected.expect import ANY, BRINGS, PAIR
from simulate.pack.text.nouns import slug

RATES = (WIN_RATE, SHARE, MATCHUP, END)  # which are 0 to 1


@dataclass(frozen=True)
class ExpectationResult:
    """An expectation in one setting.

    name: given by the designer, or empty.  of: whose share, which end or which length; where: the
    levels of the setting.  label: what people call that thing, unit: of a length.
    low, high: None where there is no such end of what is expected.  number: None where no game
    tells it.  games: of the setting.  more: games to add before a verdict is likely; 0 where there
    is one, None where that cannot be said.
    """

    name: str
    metric: str
    of: Mapping[str, Any]
    where: Mapping[str, Any]
    label: str
    unit: str
    low: float | None
    high: float | None
    number: Rate | Estimate | None
    games: int
    verdict: str
    more: int | None


def expected(study: Study) -> list[ExpectationResult]:
    """Every expectation of the run, in the order of its file and of the cells."""
    cells = {cell.number: cell for cell in study.design.cells}
    return [
        _expected(study, entry, cells[number])
        for entry in study.design.manifest.get("expect", ())
        for number in told_of(entry)
        if number in cells
    ]


def _sure(study: Study, entry: Mapping[str, Any]) -> Confidence:
    design = study.design
    return design.checked if entry.get("check", True) else design.confidence


def _expected(study: Study, entry: Mapping[str, Any], cell: Cell) -> ExpectationResult:
    metric, of = entry["metric"], entry["of"]
    if metric == BRINGS:
        return _brought(study, entry)
    games = study.counts.games(cell.number)
    number = _number(study, metric, of, cell) if games else None
    number = None if number is None else _as_sure(number, _sure(study, entry), metric)
    band = _band(metric, entry["low"], entry["high"])
    verdict, more = verdicts.MORE, None
    if number is not None:
        verdict = verdicts.of_expected(number, band)
        more = _more(number, band, games) if verdict == verdicts.MORE else 0
    where = {name: at for name, at in cell.levels.items() if (name, at) != (VARIANT, PRINTED)}
    told = where, _label(study, of), _unit(study, of) if metric == LENGTH else ""
    return ExpectationResult(
        entry["name"], metric, of, *told, entry["low"], entry["high"], number, games, verdict, more
    )


def _as_sure(number: Rate | Estimate, sure: Confidence, metric: str) -> Rate | Estimate:
    """The same number with an interval that is so sure; a rate with the exact one."""
    if isinstance(number, Rate):
        return exact(replace(number, confidence=sure))
    times = sure.reach / number.confidence.reach
    ends = (0.0, 1.0) if metric in RATES else (-inf, inf)
    return replace(fcr_adjust(number, times, *ends), confidence=sure)


def _brought(study: Study, entry: Mapping[str, Any]) -> ExpectationResult:
    """What things bring, judged together: of those that it is of, the one that is farthest off."""
    band, things = _band(BRINGS, entry["low"], entry["high"]), [*_contrasts(study, entry["of"])]
    times = _times_together(len(things), _sure(study, entry), study.design.confidence)
    numbers = [fcr_adjust(each.effect, times, -1.0, 1.0) for each in things]
    given = [verdicts.of_expected(number, band) for number in numbers]
    off = [
        (verdict == verdicts.MISSED, max(number.value - band.high, band.low - number.value))
        for verdict, number in zip(given, numbers, strict=True)
    ]
    at = off.index(max(off)) if off else None
    number = None if at is None else numbers[at]
    games = 0 if at is None else things[at].games
    verdict = next((v for v in (verdicts.MISSED, verdicts.MORE) if v in given), verdicts.MET)
    verdict = verdict if given else verdicts.MORE
    more: int | None = 0
    if verdict == verdicts.MORE:
        more = None if number is None else _more(number, band, games)
    ends, label = (entry["low"], entry["high"]), "" if at is None else things[at].label
    return ExpectationResult(
        entry["name"], BRINGS, entry["of"], {}, label, "", *ends, number, games, verdict, more
    )


def _contrasts(study: Study, of: Mapping[str, Any]) -> Iterator[Contrast]:
    """What things bring that it is of: any of a kind, one of it; without a kind any option."""
    kind, value = next(iter(of.items()), (slug(str(study.design.manifest.get("options"))), ANY))
    for each in study.dealing.contrasts:
        if slug(each.family) == kind and value in (ANY, each.value, each.label):
            yield each


def _times_together(things: int, sure: Confidence, alone: Confidence) -> float:
    """How many times as wide as one alone intervals are that all hold at once (Bonferroni)."""
    at_once = 1 - (1 - sure.quantile) / max(things, 1)
    return NormalDist().inv_cdf(at_once) / alone.reach


def _band(metric: str, low: float | None, high: float | None) -> Band:
    """An end that nothing can lie beyond is none: nothing stands on its edge."""
    least, most = (0.0, 1.0) if metric in RATES else (-inf, inf)
    return Band(
        -inf if low is None or low <= least else low,
        inf if high is None or high >= most else high,
    )


def _more(number: Rate | Estimate, band: Band, games: int) -> int | None:
    if isinstance(number, Rate):
        return verdicts.more_games(number, band)
    return verdicts.more_shares(number, band, games)


def _number(study: Study, metric: str, of: Mapping[str, Any], cell: Cell) -> Rate | Estimate | None:
    """The number itself; None where the run does not tell it."""
    if metric == WIN_RATE:
        return _rate(study, cell)
    if metric == EFFECT and not of:
        return _effect(study, cell)
    if metric == EFFECT:
        return _moved(study, of, cell)
    if metric in (SHARE, OVER_FAIR_SHARE):
        return _share(study, metric, of, cell)
    if metric == MATCHUP:
        return study.contest.wanted_pairs.get(tuple(of[key] for key in PAIR), {}).get(cell.number)
    if metric == END:
        return _end(study, of, cell)
    return next((each.means.get(cell.number) for each in _lengths(study, of)), None)


def _rate(study: Study, cell: Cell) -> Rate | None:
    if not _rated(study, cell):
        return None
    return study.counts.rate(cell.number, study.design.confidence)


def _rated(study: Study, cell: Cell) -> bool:
    """Whether the games of a cell are won or lost as a whole."""
    return bool(study.rated.won) and any(c.number == cell.number for c in study.rated.cells)


def _effect(study: Study, cell: Cell) -> Estimate | None:
    """What a change does to the win rate of its setting."""
    twins = study.rated.twins(str(cell.levels.get(VARIANT))) if _rated(study, cell) else ()
    pair = next((pair for pair in twins if pair[1] == cell.number), None)
    if pair is None or not study.counts.games(pair[0]):
        return None
    return difference(study.counts.judged, *pair, study.design.confidence).effect


def _moved(study: Study, of: Mapping[str, Any], cell: Cell) -> Estimate | None:
    """What a change does to a share of the wins in its setting."""
    setting = {name: level for name, level in cell.levels.items() if name != VARIANT}
    name = str(cell.levels.get(VARIANT))
    for kind, value in _things(study, of):
        for shift in study.contest.moves.get(kind.role, ()):
            if (shift.name, shift.value) == (name, value):
                return next((at.effect for at in shift.at if at.levels == setting), None)
    return None


def _things(study: Study, of: Mapping[str, Any]) -> Iterator[tuple[Kind, str]]:
    """The kind of a thing and its value in tables, which count seats from 0."""
    for key, value in of.items():
        for kind in study.contest.kinds:
            if slug(kind.noun) == key:
                seat = kind.role == "seat" and isinstance(value, int)
                yield kind, str(value - 1) if seat else str(value)
            for (noun, folded), side in kind.folded.items():
                if (slug(noun), folded) == (key, str(value)):  # it is no more than its side
                    yield kind, side


def _share(study: Study, metric: str, of: Mapping[str, Any], cell: Cell) -> Estimate | None:
    for kind, value in _things(study, of):
        labels = {over.label for over in kind.overs if over.value == value}
        for share in kind.shares:
            if share.label in labels and share.cell.number == cell.number:
                return share.share if metric == SHARE else share.over
    return None


def _end(study: Study, of: Mapping[str, Any], cell: Cell) -> Rate:
    """The share of games that end so; a reason that was never met has none."""
    met = (end for end in study.ends if end.name == of.get("reason"))
    end = next(met, None)
    games = study.counts.games(cell.number)
    return rate(0, games, study.design.confidence) if end is None else end.cells[cell.number]


def _lengths(study: Study, of: Mapping[str, Any]) -> Iterator[Any]:
    """The length that is named, else the game's first."""
    column = of.get("column")
    return (each for each in study.lengths if column in (None, each.column))


def _unit(study: Study, of: Mapping[str, Any]) -> str:
    return next((each.unit or each.column for each in _lengths(study, of)), "")


def _label(study: Study, of: Mapping[str, Any]) -> str:
    """What people call the thing that it is of: "Orcs ahead of Elves"."""
    if {*of} == {*PAIR}:
        design = study.design
        names = (design.name_in(design.option_section, str(of[key])) for key in PAIR)
        return " ahead of ".join(names)
    for kind, value in _things(study, of):
        return next((over.label for over in kind.overs if over.value == value), value)
    return next((str(value) for value in of.values()), "")
