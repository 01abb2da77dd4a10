"""What did the change do?  Ranked sentences."""

from analysis import verdicts
from analysis.comparison import Comparison, Setting
from analysis.design import VARIANT
from analysis.effects import Shift
from analysis.intervals import Z95, Effect, round_up
from analysis.verdicts import MARGIN
from reports import words
from reports.comparison.winners import SHOWN, noun, of_whole
from reports.findings.finding import Finding
from reports.parts import judged

MOST_FOUND = 3


def findings(found: Comparison) -> list[Finding]:
    made = [_of_whole(found)] if found.whole else []
    made += _of_target(found)
    made += _of_settings(found)
    made += _of_shares(found)
    made += _of_means(found)
    return made


def _of_whole(found: Comparison) -> Finding:
    assert found.whole is not None
    moved, verdict = found.whole.effect, of_whole(found)
    size, ends = words.size_range(moved.value, moved.low, moved.high)
    advice = ""
    if verdict in SHOWN:
        way = "more" if moved.value > 0 else "less"
        text = f"after the change the players win {size} {way} often ({ends})"
    elif verdict == verdicts.NONE:
        bound = words.points(judged(verdict, moved)["bound"])
        text = f"the change makes no difference that is shown: less than {bound}"
    else:
        text = "whether the change makes a difference cannot be told yet: anything from "
        text += f"{words.signed(moved.low)} to {words.signed(moved.high)} points is possible"
        advice = _more(moved, found.whole.games)
    if len(found.settings) > 1:
        text = f"{words.sentence(text)}, on average over {len(found.settings)} settings."
    elif any(name != VARIANT for name in found.settings[0].cell.levels):
        text = f"{words.sentence(words.setting(found.settings[0].cell.levels))}: {text}."
    else:
        text = f"{words.sentence(text)}."
    rows = tuple(("compared", words.setting(s.cell.levels)) for s in found.settings)
    return Finding("whole", verdict, text, "compared", abs(moved.value), rows, advice)


def _of_target(found: Comparison) -> list[Finding]:
    """How many settings are on target, where there is a target and there are several."""
    if not found.design.band or len(found.settings) < 2:
        return []
    before, after = (
        sum(v == verdicts.ON_TARGET for v in told)
        for told in zip(*((s.was, s.now) for s in found.settings), strict=True)
    )
    open_still = sum(s.now == verdicts.MORE for s in found.settings)
    text = f"On target ({words.band(found.design.band.low, found.design.band.high)} won): {before} "
    text += f"of {len(found.settings)} settings before, {after} after"
    text += f"; {words.plural(open_still, 'setting')} would need more games." if open_still else "."
    return [Finding("target", words.LEARNED, text, "compared", 0.0, ())]


def _more(moved: Effect, games: int) -> str:
    needed = round_up(max(games * (Z95 * moved.se / MARGIN) ** 2, games * 1.1))
    return f"Play both runs with `--games {needed}`: that tells a difference of two points."


def _of_settings(found: Comparison) -> list[Finding]:
    """Settings that come to the target or leave it first, then those that move most."""
    if len(found.settings) < 2:
        return [_of_setting(s) for s in found.settings if _crosses(s)]
    sure = [s for s in found.settings if s.verdict in SHOWN]
    ranked = sorted(sure, key=lambda s: (not _crosses(s), -abs(s.paired.effect.value)))
    return [_of_setting(s) for s in ranked[:MOST_FOUND]]


def _crosses(found: Setting) -> bool:
    return found.was != found.now and verdicts.MORE not in (found.was, found.now)


def _of_setting(found: Setting) -> Finding:
    moved, name = found.paired.effect, words.setting(found.cell.levels)
    size, ends = words.size_range(moved.value, moved.low, moved.high)
    way = "more" if moved.value > 0 else "less"
    text = (
        f"{words.sentence(name)}: {words.percent(found.before.value)} won before, "
        f"{words.percent(found.after.value)} after, {size} {way} ({ends})"
    )
    if _crosses(found):
        was, now = words.VERDICTS[found.was].word, words.VERDICTS[found.now].word
        text += f"; {was} before, {now} now"
    verdict = found.now if _crosses(found) else found.verdict
    return Finding("setting", verdict, f"{text}.", "compared", abs(moved.value), ())


def _of_shares(found: Comparison) -> list[Finding]:
    shares = found.options or found.seats
    sure = sorted((s for s in shares if s.verdict in SHOWN), key=lambda s: -abs(s.effect.value))
    if not shares or sure:
        return [_of_share(s) for s in sure[:MOST_FOUND]]
    widest = max(shares, key=lambda s: s.effect.half)
    text = f"No {words.one_of(noun(found))} is shown to win more or less often after the change"
    if all(s.verdict == verdicts.NONE for s in shares):
        bound = max(judged(s.verdict, s.effect)["bound"] for s in shares)
        return [_none(f"{text}: each by less than {words.points(bound)}.", verdicts.NONE)]
    size = words.signed_range(widest.effect.value, widest.effect.low, widest.effect.high)
    advice = _more(widest.effect, min(found.games) // max(1, len(found.joined.twins)))
    return [
        _none(
            f"{text}; the widest interval is that of {widest.option}: {size}.",
            verdicts.MORE,
            advice,
        )
    ]


def _none(text: str, verdict: str, advice: str = "") -> Finding:
    return Finding("shares", verdict, text, "moved", 0.0, (), advice)


def _of_share(found: Shift) -> Finding:
    moved = found.effect
    size, ends = words.size_range(moved.value, moved.low, moved.high)
    way = "more" if moved.value > 0 else "less"
    text = (
        f"{found.option}: {size} {way} of the wins ({ends}), {words.percent(found.before)} before, "
        f"{words.percent(found.after)} after."
    )
    return Finding("share", found.verdict, text, "moved", abs(moved.value), ())


def _of_means(found: Comparison) -> list[Finding]:
    """The first length alone: rounds, mostly; the others stand in the table."""
    sure = [m for m in found.means[:1] if m.sure and f"{m.before:.2f}" != f"{m.after:.2f}"]
    return [
        Finding(
            "length",
            words.LEARNED,
            f"{words.sentence(words.unslug(m.column))}: {m.before:.2f} on average before, "
            f"{m.after:.2f} after.",
            "means",
            0.0,
            (("means", m.column),),
        )
        for m in sure
    ]
