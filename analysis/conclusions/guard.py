"""Did a change make anything worse?  Targets lost, and rates farther from their band.

Only what is certain counts: what may be worse, and may not, is no worsening.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from analysis.conclusions.comparison import RunComparison
from analysis.conclusions.expected import ExpectationResult, expected
from analysis.data.design import VARIANT
from analysis.shares.share_verdicts import Share
from analysis.stats import verdicts
from analysis.stats.verdicts import Band
from analysis.study import Study

LEFT, FARTHER, MISSED = "left", "farther", "missed"
ROLES = ("option", "seat")

Levels = Mapping[str, Any]


@dataclass(frozen=True)
class Worse:
    """One thing that a change made worse for certain.

    why: LEFT its target, is FARTHER from it, or is an expectation that is MISSED.  name: whose
    share, empty for a win rate; where: the levels of the setting.  before, after: the win rate, or
    the share; expected: of an expectation both sides, else None.
    """

    why: str
    name: str
    where: Levels
    before: float
    after: float
    expected: tuple[ExpectationResult, ExpectationResult] | None = None


def guarded(comparison: RunComparison, before: Study, after: Study) -> bool:
    """Whether anything could be worse: there is a target, a share, or an expectation of both."""
    judged = any(setting.band for setting in comparison.settings)
    return judged or bool(comparison.options or comparison.seats or _both(before, after))


def worse(comparison: RunComparison, before: Study, after: Study) -> list[Worse]:
    """Everything that is worse after the change; before, after: the two runs by themselves."""
    return [*_settings(comparison), *_shares(comparison, before, after), *_missed(before, after)]


def _settings(comparison: RunComparison) -> Iterator[Worse]:
    for setting in comparison.settings:
        was, now, band = setting.before.value, setting.after.value, setting.band
        where = _levels(setting.cell.levels)
        if setting.was in (verdicts.ON_TARGET, verdicts.FIT) and setting.now in (
            verdicts.ABOVE,
            verdicts.BELOW,
        ):
            yield Worse(why=LEFT, name="", where=where, before=was, after=now)
        elif setting.verdict == verdicts.BIG and band and _outside(now, band) > _outside(was, band):
            yield Worse(why=FARTHER, name="", where=where, before=was, after=now)


def _outside(value: float, band: Band) -> float:
    return max(value - band.high, band.low - value, 0.0)


def _levels(levels: Levels) -> Levels:
    return {name: level for name, level in levels.items() if name != VARIANT}


def _shares(comparison: RunComparison, before: Study, after: Study) -> Iterator[Worse]:
    """Shares of options and seats in every setting, against the fair share."""
    near = comparison.design.near
    sides = [_by_place(study) for study in (before, after)]
    by_number = {cell.number: cell for cell in comparison.design.cells}
    moved = _moved(comparison)
    for number, twin in enumerate(comparison.joined.twins):
        if number not in by_number:
            continue  # of which one of the runs has no games
        where = _levels(by_number[number].levels)
        first, second = (
            side.get(int(cell["number"]), {}) for side, cell in zip(sides, twin, strict=True)
        )
        for key, was in first.items():
            if key not in second:
                continue
            now = second[key]
            why = _why(was, now, moved.get((*key, _key(where)), ""), near[number])
            if why:
                yield Worse(why, now.label, where, before=was.share.value, after=now.share.value)


def _why(was: Share, now: Share, verdict: str, band: Band) -> str:
    before, after = (verdicts.of_share(share.over, share.q, band) for share in (was, now))
    if before == verdicts.ON_TARGET and after in (verdicts.STRONG, verdicts.WEAK):
        return LEFT
    farther = _outside(now.over.value, band) > _outside(was.over.value, band)
    return FARTHER if verdict == verdicts.BIG and farther else ""


def _by_place(study: Study) -> dict[int, dict[tuple[str, str], Share]]:
    """cell -> (role, value) -> share."""
    places: dict[int, dict[tuple[str, str], Share]] = {}
    for kind in study.contest.kinds:
        values = {over.label: over.value for over in kind.overs}
        for share in kind.shares if kind.role in ROLES else ():
            places.setdefault(share.cell.number, {})[kind.role, values[share.label]] = share
    return places


def _moved(comparison: RunComparison) -> dict[tuple[str, str, str], str]:
    """(role, value, setting) -> the verdict on what the change did to the share there."""
    return {
        (role, shift.value, _key(at.levels)): at.verdict
        for role, shifts in zip(ROLES, (comparison.options, comparison.seats), strict=True)
        for shift in shifts
        for at in shift.at
    }


def _key(levels: Levels) -> str:
    return repr(sorted((name, str(level)) for name, level in levels.items()))


def _missed(before: Study, after: Study) -> Iterator[Worse]:
    """Expectations that were met and are missed."""
    for was, now in _both(before, after):
        if (was.verdict, now.verdict) == (verdicts.MET, verdicts.MISSED):
            assert was.number is not None and now.number is not None
            yield Worse(MISSED, now.name, now.where, was.number.value, now.number.value, (was, now))


def _both(before: Study, after: Study) -> list[tuple[ExpectationResult, ExpectationResult]]:
    """Expectations that both runs have, of the same number and with the same band."""
    known = {_place(one): one for one in expected(before)}
    return [(known[_place(one)], one) for one in expected(after) if _place(one) in known]


def _place(one: ExpectationResult) -> tuple[Any, ...]:
    return one.metric, one.low, one.high, _key(one.of), _key(one.where)
