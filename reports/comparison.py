"""report.json of two runs beside each other: did the change help, and how sure is that?"""

from collections.abc import Iterator, Sequence
from typing import Any

from analysis import verdicts
from analysis.comparison import Comparison, Ending, Mean, Setting
from analysis.corrections import FALSE_SHARE
from analysis.design import VARIANT
from analysis.effects import Shift
from analysis.intervals import Z95, Effect, round_up
from analysis.verdicts import MARGIN
from reports import words
from reports.document import FORMAT
from reports.findings.finding import Finding
from reports.parts import Col, Data, Section, dots, effect, ends_of, judged, kept, rate, table

MOST_ROWS = 24
MOST_FOUND = 3
SHOWN = (verdicts.BIG, verdicts.OPEN, verdicts.SMALL)
LONGEST = 80


def document(found: Comparison, before: str, after: str, command: str) -> dict[str, Any]:
    """The comparison of the runs `before` and `after` as plain data; the same runs, the same data.

    command: what makes it again.
    """
    return {
        "report_format": FORMAT,
        "header": _header(found, before, after),
        "alerts": list(_alerts(found)),
        "findings": [f.data() for f in _findings(found)],
        "lines": [],
        "sections": [s.data() for s in _sections(found, before, after, command)],
    }


# Who wins, in one number or in many


def _main(found: Comparison) -> Sequence[Setting | Shift]:
    return found.settings or found.options or found.seats


def _noun(found: Comparison) -> str:
    """What is compared where seats compete: "factions"; seats where there is nothing else."""
    known = str(found.design.manifest.get("options") or "options")
    return known if found.options else "seats"


def _moved(shift: Shift | Setting) -> Effect:
    return shift.paired.effect if isinstance(shift, Setting) else shift.effect


# The top of the page


def _header(found: Comparison, before: str, after: str) -> Data:
    manifest = found.design.manifest
    facts = [["Before", before], ["After", after]]
    if found.same_luck:
        facts.append(["Luck", "the same in both"])
    return {
        "title": manifest.get("title") or manifest["game"],
        "game": manifest["game"],
        "experiment": "two runs compared",
        "question": "Did the change help, and how sure is that?",
        "games": sum(found.games),
        "settings": len(found.design.base),
        "seed": _seeds(found),
        "source_hash": manifest.get("source_hash", ""),
        "facts": facts,
        "badge": _badge(found),
    }


def _seeds(found: Comparison) -> Any:
    first, second = (run.manifest["seed"] for run in (found.joined.before, found.joined.after))
    return first if first == second else f"{first} and {second}"


def _badge(found: Comparison) -> dict[str, str]:
    """The verdict on the whole difference, else the strongest of all shares."""
    met = {row.verdict for row in _main(found)}
    if found.whole:
        met = {_verdict(found)}
    strongest = next((v for v in (*SHOWN, verdicts.MORE, verdicts.NONE) if v in met), verdicts.MORE)
    return {
        "tone": words.TONES[strongest],
        "mark": words.VERDICT_MARKS[strongest],
        "text": words.VERDICT_WORDS[strongest],
    }


def _verdict(found: Comparison) -> str:
    """Of the mean difference: a single question, so its own interval decides."""
    assert found.whole is not None
    whole = found.whole.effect
    return verdicts.of_effect(whole, 0.0 if not whole.low <= 0 <= whole.high else 1.0)


def _alerts(found: Comparison) -> Iterator[dict[str, str]]:
    if not found.same_rules:
        text = (
            "The two runs were played by different versions of the toolkit, so a difference may "
            "come from there. Play both again with this one."
        )
        yield {"level": "red", "text": text}
    if not found.differs:
        text = "Nothing differs between the two runs but their luck: what is shown here is chance."
        if found.same_luck:
            text = "Nothing differs between the two runs: they hold the same games."
        yield {"level": "amber", "text": text}
    if not found.same_luck:
        seed = found.joined.before.manifest["seed"]
        text = (
            "The two runs have different seeds, so they share no luck, and the differences are "
            f"less sure than they could be: play the second with `--seed {seed}`."
        )
        yield {"level": "amber", "text": text}
    yield from _unfinished(found)
    alone = [words.plural(len(cells), "setting") for cells in found.joined.alone]
    if any(found.joined.alone):
        text = (
            f"Left out, because only one of the runs has them: {alone[0]} of the first run and "
            f"{alone[1]} of the second."
        )
        yield {"level": "amber", "text": text}


def _unfinished(found: Comparison) -> Iterator[dict[str, str]]:
    sides = (("first", found.joined.before), ("second", found.joined.after))
    for name, run in sides:
        if run.manifest["status"] != "complete":
            text = f"The {name} run was cut short; the games that it has are compared."
            yield {"level": "amber", "text": text}
    missing = len(found.joined.twins) - len(found.design.base)
    if missing:
        settings = words.plural(missing, "setting")
        text = f"Left out, because one of the runs has no games of it: {settings}."
        yield {"level": "amber", "text": text}


# What did we find?


def _findings(found: Comparison) -> list[Finding]:
    made = [_of_whole(found)] if found.whole else []
    made += _of_target(found)
    made += _of_settings(found)
    made += _of_shares(found)
    made += _of_means(found)
    return made


def _of_whole(found: Comparison) -> Finding:
    assert found.whole is not None
    moved, verdict = found.whole.effect, _verdict(found)
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
    ranked = sorted(sure, key=lambda s: (not _crosses(s), -abs(_moved(s).value)))
    return [_of_setting(s) for s in ranked[:MOST_FOUND]]


def _crosses(found: Setting) -> bool:
    return found.was != found.now and verdicts.MORE not in (found.was, found.now)


def _of_setting(found: Setting) -> Finding:
    moved, name = _moved(found), words.setting(found.cell.levels)
    size, ends = words.size_range(moved.value, moved.low, moved.high)
    way = "more" if moved.value > 0 else "less"
    text = (
        f"{words.sentence(name)}: {words.percent(found.before.value)} won before, "
        f"{words.percent(found.after.value)} after, {size} {way} ({ends})"
    )
    if _crosses(found):
        was, now = words.VERDICT_WORDS[found.was], words.VERDICT_WORDS[found.now]
        text += f"; {was} before, {now} now"
    verdict = found.now if _crosses(found) else found.verdict
    return Finding("setting", verdict, f"{text}.", "compared", abs(moved.value), ())


def _of_shares(found: Comparison) -> list[Finding]:
    shares = found.options or found.seats
    sure = sorted((s for s in shares if s.verdict in SHOWN), key=lambda s: -abs(s.effect.value))
    if not shares or sure:
        return [_of_share(s) for s in sure[:MOST_FOUND]]
    widest = max(shares, key=lambda s: s.effect.half)
    text = f"No {words.one_of(_noun(found))} is shown to win more or less often after the change"
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


# The sections


def _sections(found: Comparison, before: str, after: str, command: str) -> Iterator[Section]:
    if found.settings:
        yield _settings(found)
    if found.options or found.seats:
        yield _shares(found)
    if found.endings:
        yield _endings(found)
    if found.means:
        yield _means(found)
    yield _differs(found)
    yield _trust(found)
    yield _again(found, before, after, command)


def _settings(found: Comparison) -> Section:
    made = Section("compared", "Did it help, and where?")
    made.words = [
        "Points that the change adds to the win rate of each setting; a minus says that the "
        "players win less often after it."
    ]
    if found.whole and len(found.settings) > 1:
        whole = words.signed_range(
            found.whole.effect.value, found.whole.effect.low, found.whole.effect.high
        )
        made.words.append(f"Over all settings, each weighed alike: {whole} points.")
    rows = [
        {"label": words.setting(s.cell.levels), "tone": words.TONES[s.verdict]}
        | effect(s.paired.effect)
        for s in found.settings
    ]
    title = "Points that the change adds to the win rate"
    desc = f"{words.plural(len(rows), 'setting')}, each with its interval."
    made.charts = [dots("chart-compared", title, desc, ends_of(rows, MOST_ROWS), unit="points")]
    columns = [
        Col("setting", "Setting"),
        Col("effect", "Points after the change", "points"),
        Col("q", "q", "q", "share of false alarms among all of this table called so"),
        Col("verdict", "Verdict", "verdict"),
        Col("before", "Won before", "rate"),
        Col("after", "Won after", "rate"),
    ]
    if found.design.band:
        columns += [Col("was", "Target before", "verdict"), Col("now", "Target after", "verdict")]
    columns += [
        Col("games", "Games", "count", "of the run that has fewer"),
        Col("saving", "Games saved", "times", "by shared luck: so many times as many without it"),
    ]
    told = [
        {
            "setting": words.setting(s.cell.levels),
            "effect": effect(s.paired.effect),
            "q": kept(s.q),
            **judged(s.verdict, s.paired.effect),
            "before": rate(s.before),
            "after": rate(s.after),
            "was": s.was,
            "now": s.now,
            "games": s.paired.games,
            "saving": round(s.paired.saving, 2),
        }
        for s in found.settings
    ]
    made.tables = [table("compared", "Every setting before and after the change", columns, told)]
    return made


def _shares(found: Comparison) -> Section:
    made = Section("moved", "Who wins more now, and who less?")
    made.words = [
        "Shares of the wins before and after the change, every setting weighed alike. A minus says "
        "that it wins less often after the change."
    ]
    for name, shifts in ((_noun(found), found.options), ("seats", found.seats)):
        if shifts:
            made.charts.append(_chart_of(name, shifts))
            made.tables.append(_table_of(name, shifts))
    made.paired = True
    return made


def _chart_of(name: str, shifts: Sequence[Shift]) -> Data:
    ranked = sorted(shifts, key=lambda s: (s.effect.value, s.option))
    rows = [{"label": s.option, "tone": words.TONES[s.verdict]} | effect(s.effect) for s in ranked]
    first, last = ranked[0], ranked[-1]
    desc = f"From {first.option} {words.signed(first.effect.value)} to "
    desc += f"{last.option} {words.signed(last.effect.value)} points."
    title = f"{words.sentence(name)}: points that the change adds to the share of wins"
    return dots(
        f"chart-moved-{words.slug(name)}", title, desc, ends_of(rows, MOST_ROWS), unit="points"
    )


def _table_of(name: str, shifts: Sequence[Shift]) -> Data:
    columns = [
        Col("option", words.sentence(words.one_of(name))),
        Col("effect", "Points after the change", "points"),
        Col("q", "q", "q", "share of false alarms among all of this table called so"),
        Col("verdict", "Verdict", "verdict"),
        Col("before", "Share before", "share"),
        Col("after", "Share after", "share"),
        Col("games", "Games after", "count"),
    ]
    rows = [
        {
            "option": s.option,
            "effect": effect(s.effect),
            "q": kept(s.q),
            **judged(s.verdict, s.effect),
            "before": kept(s.before),
            "after": kept(s.after),
            "games": s.games,
        }
        for s in sorted(shifts, key=lambda s: (-s.effect.value, s.option))
    ]
    caption = f"{words.sentence(name)} before and after the change"
    return table(f"moved-{words.slug(name)}", caption, columns, rows)


INDEPENDENT = (
    "These intervals do not use that the runs share their luck, so they are rather too wide."
)


def _endings(found: Comparison) -> Section:
    made = Section("endings", "Do the games end otherwise?")
    made.words = ["Share of the games that end for each reason, every setting weighed alike."]
    if found.same_luck:
        made.notes = [INDEPENDENT]
    meanings = found.design.manifest.get("end_reasons", {})
    columns = [
        Col("reason", "Reason"),
        Col("before", "Before", "share"),
        Col("after", "After", "share"),
        Col("effect", "Points after the change", "points"),
        Col("verdict", "Verdict", "verdict"),
        Col("meaning", "What it means"),
    ]
    rows = [_ending(e, str(meanings.get(e.reason, ""))) for e in found.endings]
    made.tables = [table("endings", "Reasons to end, before and after", columns, rows)]
    return made


def _ending(found: Ending, meaning: str) -> Data:
    return {
        "reason": words.sentence(words.unslug(found.reason)),
        "before": kept(found.before),
        "after": kept(found.after),
        "effect": effect(found.effect),
        **judged(found.verdict, found.effect),
        "meaning": meaning,
    }


def _means(found: Comparison) -> Section:
    made = Section("means", "Is a game longer or shorter?")
    made.words = ["Means over all games, every setting weighed alike."]
    if found.same_luck:
        made.notes = [INDEPENDENT]
    columns = [
        Col("what", "What"),
        Col("before", "Before", "mean"),
        Col("after", "After", "mean"),
        Col("moved", "Difference"),
        Col("sure", "Sure"),
        Col("meaning", "What it means"),
    ]
    made.tables = [
        table("means", "Lengths, before and after", columns, [_length(m) for m in found.means])
    ]
    return made


def _length(found: Mean) -> Data:
    moved = found.effect
    return {
        "what": words.sentence(words.unslug(found.column)),
        "before": kept(found.before),
        "after": kept(found.after),
        "moved": f"{moved.value:+.2f} ({moved.low:+.2f} to {moved.high:+.2f})",
        "sure": "yes" if found.sure else "not shown",
        "meaning": found.meaning,
    }


def _differs(found: Comparison) -> Section:
    made = Section("differs", "What is different in the second run?")
    if not found.differs:
        made.words = ["Nothing: rules, cards, strategies and settings are the same."]
        return made
    columns = [
        Col("path", "What", "code"),
        Col("before", "Before", "code"),
        Col("after", "After", "code"),
    ]
    rows = [
        {"path": d.path, "before": _value(d.before), "after": _value(d.after)}
        for d in found.differs
    ]
    made.words = [
        "All of these were changed at once, so the differences above are those of all together."
    ] * (len(rows) > 1)
    caption = "Values that are not the same in both runs"
    made.tables = [table("differs", caption, columns, rows, folded=len(rows) > MOST_ROWS)]
    return made


def _value(raw: Any) -> str:
    """A value in short; a dash where the run has no such thing."""
    text = "-" if raw is None else words.value(raw)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 2]} …"


def _trust(found: Comparison) -> Section:
    made = Section("trust", "How sure is this?")
    luck = (
        "Both runs were played with the same seed, so game by game they share the deal and the "
        "shuffles, and a difference is surer than two separate rates would be."
        if found.same_luck
        else "The runs have different seeds, so they are compared like two separate samples."
    )
    made.words = [
        luck,
        "Every difference comes with its 95% interval. A difference that is surely below "
        f"{words.points(MARGIN)} is called “no effect shown”, or a little effect where there "
        "surely is one. Where many are looked at, some stray by luck: q says how large a share of "
        f"what is called an effect would be false, and only q below {FALSE_SHARE:g} is called one.",
        "The games are played by scripts: how far people would differ, no interval can say. If "
        "the change makes another way of playing better, scripts may not find it.",
    ]
    return made


def _again(found: Comparison, before: str, after: str, command: str) -> Section:
    made = Section("again", "How do I get the same again?")
    first, second = found.joined.before.manifest, found.joined.after.manifest
    rows = [
        {"what": "This comparison", "value": command},
        {"what": f"Before: {before}", "value": str(first.get("command", ""))},
        {"what": f"After: {after}", "value": str(second.get("command", ""))},
        {"what": "Games before and after", "value": " and ".join(map(words.count, found.games))},
        {"what": "Hash of the sources", "value": str(second.get("source_hash", ""))},
    ]
    columns = [Col("what", "What"), Col("value", "Value", "code")]
    made.tables = [table("again", "Where this comparison comes from", columns, rows)]
    return made
