"""The picture of a comparison: who won before, who wins after."""

from analysis.conclusions.comparison import RunComparison, Setting
from analysis.shares.effects import Shift
from analysis.stats import verdicts
from analysis.stats.intervals import Estimate
from analysis.stats.verdicts import SHOWN
from reports.comparison.winners import moved_first
from reports.tables.parts import Data, dot, dots, ends_of
from reports.text import words
from reports.text.changes import setting as named

MOST_ROWS = 16  # of a first screen


def picture(comparison: RunComparison) -> Data | None:
    """Levels before and after, else the shares of the first kind; None of the same games."""
    if comparison.same_games:
        return None
    if comparison.settings:
        rows = [_of_setting(setting) for setting in comparison.settings]
        return _drawn("Games won before and after the change", rows)
    if not comparison.shares:
        return None
    noun, shifts = comparison.shares[0]
    own = [shift for shift in shifts if shift.verdict != verdicts.SAME] or shifts
    ordered, _ = moved_first(own, lambda s: s.named or s.verdict in SHOWN)
    title = f"{words.sentence(noun)}: share of wins before and after the change"
    return _drawn(title, [_of_shift(shift) for shift in ordered])


def _of_setting(setting: Setting) -> Data:
    wanted = {"band": [setting.band.low, setting.band.high]} if setting.band else {}
    row = dot(named(setting.cell), setting.now or setting.verdict) | wanted
    return row | _moved(setting.before.value, setting.after.value, setting.paired.effect)


def _of_shift(shift: Shift) -> Data:
    return dot(shift.option, shift.verdict) | _moved(shift.before, shift.after, shift.effect)


def _moved(before: float, after: float, effect: Estimate) -> Data:
    """From bar to dot; the line is where the dot may lie by the interval of the change."""
    low, high = (min(max(before + end, 0.0), 1.0) for end in (effect.low, effect.high))
    ends = {"before": before, "value": after, "low": low, "high": high}
    said = {"text": f"{words.percent(before)} -> {words.percent(after)}"}
    return {key: words.rounded(end) for key, end in ends.items()} | said


def _drawn(title: str, rows: list[Data]) -> Data:
    first = rows[0]
    desc = f"{words.plural(len(rows), 'row')}; {first['label']} {first['text']}."
    return dots("picture", title, desc, ends_of(rows, MOST_ROWS), unit="rate")
