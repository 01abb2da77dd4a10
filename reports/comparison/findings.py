"""What did the change do?  Ranked sentences."""

from collections.abc import Sequence
from dataclasses import replace

from analysis.conclusions.comparison import RunComparison, Setting
from analysis.conclusions.facts import (
    WHOLE_CHANGE,
    of_brought,
    of_moved_share,
    of_own,
    of_setting,
)
from analysis.conclusions.ledger import tally
from analysis.data.design import VARIANT
from analysis.data.entrants import SEATS
from analysis.rates.contrasts import ContributionChange
from analysis.shares.effects import Shift
from analysis.shares.own import Own
from analysis.stats import verdicts
from analysis.stats.corrections import FALSE_SHARE
from analysis.stats.intervals import Estimate, round_up
from analysis.stats.verdicts import MARGIN
from reports.comparison.sections.settings import EVERY_SETTING
from reports.findings.changed import CHANGED, of_cards, own_table
from reports.findings.finding import Finding
from reports.sections.rates import card_effects
from reports.tables.parts import judged
from reports.text import changes, targets, words
from simulate.pack.text.nouns import one_of

MOST_FOUND = 3
UNJUDGED = {verdicts.MORE, verdicts.FAR}


def findings(comparison: RunComparison) -> list[Finding]:
    """What was changed comes first, whatever it does."""
    if comparison.same_games:
        return [_of_same_games(comparison)]
    findings = of_cards(comparison)
    findings += [_of_whole(comparison)] if comparison.whole and not _is_told(comparison) else []
    findings += _of_target(comparison)
    findings += _of_settings(comparison)
    findings += _of_own(comparison)
    findings += _of_brings(comparison)
    findings += _of_shares(comparison)
    findings += _of_means(comparison)
    if findings and not findings[0].kind.startswith(CHANGED) and comparison.differs:
        text = f"{words.sentence(changes.title(comparison))}. {findings[0].text}"
        findings[0] = replace(findings[0], text=text)
    return findings


def _of_same_games(comparison: RunComparison) -> Finding:
    shared = min(comparison.games)
    text = (
        "Nothing was changed, so nothing can have moved: the "
        f"{words.count(shared)} games that both runs have are the same."
    )
    section = "compared" if comparison.settings else "moved"
    return Finding(kind="same games", verdict=verdicts.SAME, text=text, section=section)


def _of_own(comparison: RunComparison) -> list[Finding]:
    """What was not changed and is won otherwise all the same, where luck is not shared."""
    sure = [own for own in comparison.own if not own.changed and own.verdict in verdicts.SHOWN]
    sure.sort(key=lambda own: -verdicts.sure_size(own.effect))
    return [_own(own) for own in sure[:MOST_FOUND]]


def _own(own: Own) -> Finding:
    before, after = words.percent(own.before), words.percent(own.after)
    moved, ends = words.moved(own.effect)
    text = f"{own.label}: {before} of its games won before, {after} after, {moved} ({ends})."
    rows, size = ((own_table(own.family), own.label),), abs(own.effect.value)
    line = f"{own.label}: {moved} of its games won"
    return Finding("own", own.verdict, text, "own", size, rows, about=of_own(own), line=line)


def _is_told(comparison: RunComparison) -> bool:
    """Whether the only setting tells what the whole would, and whether it is on target now."""
    return len(comparison.settings) == 1 and _crosses(comparison.settings[0])


def _of_whole(comparison: RunComparison) -> Finding:
    assert comparison.whole is not None
    moved, verdict = comparison.whole.effect, comparison.verdict
    size, ends = words.moved(moved)
    advice, line = "", ""
    if verdict in verdicts.SHOWN:
        text = f"after the change the players win {size} often ({ends})"
        line = f"All settings: won {size} often after the change"
    elif verdict == verdicts.NONE:
        bound = words.points(judged(verdict, moved)["bound"])
        text = f"the change makes no difference that is shown: less than {bound}"
    else:
        text = "whether the change makes a difference cannot be told yet: anything from "
        text += f"{words.signed(moved.low)} to {words.signed(moved.high)} points is possible"
        advice = _more(moved, comparison.whole.games)
    if len(comparison.settings) > 1:
        text = f"{words.sentence(text)}, on average over {len(comparison.settings)} settings."
    elif any(name != VARIANT for name in comparison.settings[0].cell.levels):
        text = f"{words.sentence(changes.setting(comparison.settings[0].cell))}: {text}."
    else:
        text = f"{words.sentence(text)}."
    return Finding(
        "whole", verdict, text, "compared", abs(moved.value),
        tuple(("compared", changes.setting(s.cell)) for s in comparison.settings), advice,
        about=WHOLE_CHANGE, line=line,
    )  # fmt: skip


def _of_target(comparison: RunComparison) -> list[Finding]:
    """How many settings are on target, where there is a target and there are several."""
    if len(comparison.settings) < 2 or not any(s.band for s in comparison.settings):
        return []
    before, after = (
        tally(side) for side in zip(*((s.was, s.now) for s in comparison.settings), strict=True)
    )
    open_still = after.of(verdicts.MORE)
    text = f"On target ({targets.of_rates(comparison.design)} won): {before.on} "
    text += f"of {len(comparison.settings)} settings before, {after.on} after"
    text += f"; {words.plural(open_still, 'setting')} would need more games" if open_still else ""
    for verdict in (verdicts.FIT, verdicts.FAR):
        judged = sum(verdict in (s.was, s.now) for s in comparison.settings)
        verb = "is" if judged == 1 else "are"
        text += f"; {judged} {verb} {words.VERDICTS[verdict].word}" if judged else ""
    text += "."
    line = f"{after.on} of {len(after)} settings on target, {before.on} before"
    return [Finding(kind="target", verdict=words.LEARNED, text=text, section="compared", line=line)]


def _more(moved: Estimate, games: int) -> str:
    wanted = moved.confidence.reach * moved.se / MARGIN
    needed = round_up(max(games * wanted**2, games * 1.1))
    return f"Play both sides with `--games {needed}`: that tells a difference of two points."


def _of_settings(comparison: RunComparison) -> list[Finding]:
    """Settings that come to the target or leave it first, then those that move most."""
    if len(comparison.settings) < 2:
        return [_of_setting(s) for s in comparison.settings if _crosses(s)]
    sure = [s for s in comparison.settings if s.verdict in verdicts.SHOWN]
    ranked = sorted(sure, key=lambda s: (not _crosses(s), -abs(s.paired.effect.value)))
    found = [_of_setting(s) for s in ranked[:MOST_FOUND]]
    if more := len(ranked) - len(found):
        have, they = ("has", "it stands") if more == 1 else ("have", "they stand")
        text = f"{words.plural(more, 'more setting')} {have} moved for certain: {they} first in "
        last = f"{found[-1].text} {text}the table “{EVERY_SETTING}” of the report."
        found[-1] = replace(found[-1], text=last)
    return found


def _crosses(setting: Setting) -> bool:
    return setting.was != setting.now and not {setting.was, setting.now} & UNJUDGED


def _of_setting(setting: Setting) -> Finding:
    name = changes.setting(setting.cell)
    size, ends = words.moved(setting.paired.effect)
    line = f"{words.sentence(name)}: won {size} often"
    text = (
        f"{words.sentence(name)}: {words.percent(setting.before.value)} won before, "
        f"{words.percent(setting.after.value)} after, {size} ({ends})"
    )
    if _crosses(setting):
        was, now = words.VERDICTS[setting.was].word, words.VERDICTS[setting.now].word
        text += f"; {was} before, {now} now"
        line += f", {now} now"
    verdict = setting.now if _crosses(setting) else setting.verdict
    rank, about = abs(setting.paired.effect.value), of_setting(setting)
    return Finding("setting", verdict, f"{text}.", "compared", rank, about=about, line=line)


def _of_brings(comparison: RunComparison) -> list[Finding]:
    """What the heroes bring now and what they brought, where that has moved for sure."""
    sure = [m for m in comparison.brings if m.verdict in verdicts.SHOWN]
    sure.sort(key=lambda m: -verdicts.sure_size(m.change))
    held = str(comparison.design.manifest.get("options") or "")
    return [_of_thing(m, m.family == held) for m in sure[:MOST_FOUND]]


def _of_thing(moved: ContributionChange, held: bool) -> Finding:
    size, ends = words.moved(moved.change)
    kind = "" if held else f" ({one_of(moved.family)})"
    text = (
        f"{moved.label}{kind} brings {words.signed(moved.before.value)} points before and "
        f"{words.signed(moved.after.value)} after, {size} ({ends})."
    )
    return Finding(
        "brings", moved.verdict, text, "brings", abs(moved.change.value),
        ((card_effects.table_of(moved.family), moved.label),), about=of_brought(moved),
        line=f"{moved.label}{kind} brings {size} after the change",
    )  # fmt: skip


def _of_shares(comparison: RunComparison) -> list[Finding]:
    """Of every kind what moved for sure; where nothing did, that nothing is shown to."""
    findings = [f for noun, shifts in comparison.shares for f in _sure_shares(noun, shifts)]
    if findings or not comparison.shares:
        return findings
    noun, shifts = comparison.shares[0]
    open_ = [s for s in shifts if s.verdict != verdicts.SAME and not s.named]
    return [_no_share(noun, open_, comparison)] if open_ else []


def _sure_shares(noun: str, shifts: Sequence[Shift]) -> list[Finding]:
    """One seat's gain is another's loss, so of seats the one that moves most is told."""
    sure = sorted(
        (s for s in shifts if s.verdict in verdicts.SHOWN and not s.named),
        key=lambda s: -abs(s.effect.value),
    )
    return [_of_share(noun, s) for s in sure[: 1 if noun == SEATS else MOST_FOUND]]


def _no_share(noun: str, shifts: Sequence[Shift], comparison: RunComparison) -> Finding:
    widest = max(shifts, key=lambda s: s.effect.half)
    text = f"No {one_of(noun)} is shown to win more or less often after the change"
    if all(s.verdict == verdicts.NONE for s in shifts):
        bound = max(judged(s.verdict, s.effect)["bound"] for s in shifts)
        return _none(f"{text}: each by less than {words.points(bound)}.", verdicts.NONE)
    size = words.signed_range(*widest.effect.ends)
    advice = _more(widest.effect, min(comparison.games) // max(1, len(comparison.joined.twins)))
    text += f"; the widest interval is that of {widest.option}: {size}."
    return _none(f"{text}{_by_luck(widest, len(shifts))}", verdicts.MORE, advice)


def _by_luck(shift: Shift, among: int) -> str:
    """Why an interval without zero in it shows nothing: one of many often has none by luck."""
    if shift.effect.low <= 0 <= shift.effect.high:
        return ""
    often = round(100 * (1 - (1 - FALSE_SHARE) ** among))
    return (
        f" It leaves out zero, which is no proof: where nothing moves, one of {among} such "
        f"intervals does so in about {often} of 100 comparisons."
    )


def _none(text: str, verdict: str, advice: str = "") -> Finding:
    line = text.partition(";")[0].partition(":")[0]
    return Finding(
        kind="shares", verdict=verdict, text=text, section="moved", advice=advice, line=line
    )


def _of_share(noun: str, shift: Shift) -> Finding:
    sides = f"{words.percent(shift.before)} before, {words.percent(shift.after)} after"
    size, ends = words.moved(shift.effect)
    line = f"{shift.option}: {size} of the wins"
    return Finding(
        "share", shift.verdict, f"{line} ({ends}), {sides}.", "moved", abs(shift.effect.value),
        about=of_moved_share(noun, shift), line=line,
    )  # fmt: skip


def _of_means(comparison: RunComparison) -> list[Finding]:
    """The first length alone: rounds, mostly; the others stand in the table."""
    sure = [m for m in comparison.means[:1] if m.sure and f"{m.before:.2f}" != f"{m.after:.2f}"]
    return [
        Finding(
            kind="length",
            verdict=words.LEARNED,
            text=f"{words.sentence(words.unslug(m.column))}: {m.before:.2f} on average before, "
            f"{m.after:.2f} after.",
            section="means",
            rows=(("means", m.column),),
        )
        for m in sure
    ]
