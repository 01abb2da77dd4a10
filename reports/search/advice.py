"""What should I change? The report of `simulate advise`."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from analysis import verdicts
from reports import words
from reports.alerts import ahead
from reports.findings.finding import Finding
from reports.parts import Col, Data, Section, dot, dots, effect, rate, table
from reports.search.parts import at, header, report, setting
from simulate.experiment import Experiment
from simulate.pack.nouns import one_of
from simulate.search.advise import Search
from simulate.search.confirm import Confirmed
from simulate.search.goals import Place
from simulate.search.sums import OPTION, SEAT, WON

MOST_TOLD = 5
MOST_PLACES = 6
FELT = 0.05  # a length that changes by less of itself is not spoken of
Told = Callable[[Mapping[str, Any]], str]


def document(
    experiment: Experiment,
    search: Search,
    confirmed: Sequence[Confirmed],
    games: int,
    told: Told,
    packs: Mapping[str, str],
) -> dict[str, Any]:
    """The report as plain data.

    confirmed: in the order in which they are advised.  told: the command that plays changes;
    packs: name of a change -> folder of the pack that has it.
    """
    question = f"What should I change, so that {_wish(experiment, search)}?"
    lands = [c for c in confirmed if c.lands]
    return report(
        header(experiment, "advice", question, games, _settings(search), _badge(search, lands)),
        [_where(search), *_findings(search, confirmed, told, packs)],
        _lines(search, confirmed),
        [s for s in (_now(search), _section(search, confirmed, told, packs)) if s is not None],
    )


def _wish(experiment: Experiment, search: Search) -> str:
    """What is wanted, in words."""
    if search.aim == WON:
        return f"{words.band(search.band.low, search.band.high)} of the games are won"
    whose = "seat" if search.aim == SEAT else one_of(experiment.pack.facts.options)
    return f"every {whose} wins {words.over_band(search.band)}"


def _settings(search: Search) -> int:
    """How many settings were played."""
    return len({place.goal.twin[0] for place in search.base})


def _wanted(search: Search) -> str:
    if search.aim == WON:
        return words.band(search.band.low, search.band.high)
    return words.over_band(search.band)


def _badge(search: Search, lands: Sequence[Confirmed]) -> Data:
    if _fine(search):
        return words.VERDICTS[verdicts.ON_TARGET].badge()
    if lands:
        text = f"{words.plural(len(lands), 'change')} shown to work"
        return {"tone": "good", "mark": "✓", "text": text}
    return {"tone": "open", "mark": "?", "text": "no small change does it"}


def _fine(search: Search) -> bool:
    return all(place.verdict == verdicts.ON_TARGET for place in search.base)


def _where(search: Search) -> Finding:
    """Where the game stands now."""
    off = sorted(search.base, key=lambda p: -p.beyond)
    if _fine(search):
        text = (
            f"As it is, everything is where it should be: {_rates(off)}. Nothing needs to change."
        )
        return Finding("now", verdicts.ON_TARGET, text, "now", 0.0, ())
    if search.aim != WON:
        sure = [p for p in off if p.verdict in (verdicts.ABOVE, verdicts.BELOW)]
        if not sure:
            text = f"No share is shown to be off: {_rates(off)}; wanted: {_wanted(search)}."
            return Finding("now", verdicts.MORE, text, "now", 0.0, ())
        off = sure
    text = f"As it is, won: {_rates(off)}; wanted: {_wanted(search)}."
    return Finding("now", _verdict(off[0]), text, "now", 0.0, ())


def _rates(places: Sequence[Place]) -> str:
    return words.listing(
        [
            f"{at(p.levels)}{words.share_range(p.before.value, p.before.low, p.before.high)}"
            for p in places
        ]
    )


def _verdict(place: Place) -> str:
    """The verdict in the words of what it is about: an option is too strong, a game too easy."""
    shares = {verdicts.ABOVE: verdicts.STRONG, verdicts.BELOW: verdicts.WEAK}
    return shares.get(place.verdict, place.verdict) if place.goal.kind != WON else place.verdict


def _findings(
    search: Search, confirmed: Sequence[Confirmed], told: Told, packs: Mapping[str, str]
) -> list[Finding]:
    if _fine(search):
        return []
    joint = [c for c in confirmed if _is_joint(c, search)]
    shown = [c for c in confirmed if c.lands or c.open][:MOST_TOLD]
    if not shown and not joint:
        return [_nothing(search, confirmed, told, packs)]
    found = [_of_all(search, c, told, packs) for c in joint]
    return [*found, *(_of_change(c, told, packs) for c in shown if c not in joint)]


def _is_joint(change: Confirmed, search: Search) -> bool:
    """Whether it is all that was found for single options, played together."""
    return search.aim == OPTION and len(change.changes) > 1


def _of_all(search: Search, change: Confirmed, told: Told, packs: Mapping[str, str]) -> Finding:
    """How many shares are where they should be with all changes, and which are still off."""
    was = sum(p.verdict == verdicts.ON_TARGET for p in search.base)
    now = sum(p.verdict == verdicts.ON_TARGET for p in change.places)
    text = f"All {len(change.changes)} together ({change.name}): {now} of {len(change.places)} "
    text += f"shares are on target for certain ({was} before)"
    off = [p for p in change.places if p.verdict in (verdicts.ABOVE, verdicts.BELOW)]
    after = [
        f"{at(p.levels)}{words.share_range(p.rate.value, p.rate.low, p.rate.high)}, "
        f"{words.verdict(_verdict(p)).word}"
        for p in off
    ]
    text += f"; still off: {words.listing(after)}." if off else "; none is off for certain."
    verdict = verdicts.ON_TARGET if change.lands else verdicts.MORE
    if off:
        verdict = _verdict(max(off, key=lambda p: p.beyond))
    return Finding("together", verdict, text, "advice", 1.0, (("advice", change.name),),
                   _try(change, told, packs))  # fmt: skip


def _of_change(change: Confirmed, told: Told, packs: Mapping[str, str]) -> Finding:
    shown = sorted(change.places, key=lambda p: -abs(p.effect.value))[:MOST_PLACES]
    places = [
        f"{at(p.levels)}{words.share_range(p.rate.value, p.rate.low, p.rate.high)}, "
        f"{words.signed_range(p.effect.value, p.effect.low, p.effect.high)} points"
        for p in shown
    ]
    places += ["the others below"] * (len(change.places) > len(shown))
    text = f"{change.name}: won {'; '.join(places)}."
    beside = _beside(change)
    text += f" Besides, {beside}." if beside else ""
    verdict = verdicts.ON_TARGET if change.lands else verdicts.MORE
    return Finding("change", verdict, text, "advice", 0.0, (("advice", change.name),),
                   _try(change, told, packs))  # fmt: skip


def _try(change: Confirmed, told: Told, packs: Mapping[str, str]) -> str:
    pack = packs.get(change.name)
    with_pack = f" A pack that has it: `{pack}`." if pack else ""
    return f"Play it: `{told({c.path: c.value for c in change.changes})}`.{with_pack}"


def _beside(change: Confirmed) -> str:
    """What else the change does, where it is felt."""
    parts = []
    for length in change.lengths[:1]:
        if length.before and abs(length.after / length.before - 1) >= FELT:
            unit, before = words.unslug(length.column), words.number(length.before)
            parts.append(f"games take {words.number(length.after)} {unit} instead of {before}")
    for end in change.ends[:1]:
        if abs(end.after - end.before) >= FELT:
            parts.append(
                f"{words.percent(end.after)} of the games end with "
                f"“{words.unslug(end.reason)}” ({words.percent(end.before)} before)"
            )
    return " and ".join(parts)


def _nothing(
    search: Search, confirmed: Sequence[Confirmed], told: Told, packs: Mapping[str, str]
) -> Finding:
    """Nothing small does it; what comes nearest is told."""
    tried = words.plural(search.tried, "small change")
    text = f"None of {tried} brings everything into the band."
    if not confirmed:
        return Finding("nothing", verdicts.MORE, f"{text} None helps at all.", "now", 0.0, ())
    near = min(confirmed, key=lambda c: sum(p.beyond for p in c.places))
    said = "; ".join(
        f"{at(p.levels)}{words.share_range(p.rate.value, p.rate.low, p.rate.high)}"
        for p in near.places
    )
    text += f" Nearest comes {near.name}: won {said}."
    advice = f"{_try(near, told, packs)} Ask again from there, or free more numbers."
    return Finding("nothing", verdicts.MORE, text, "advice", 0.0, (), advice)


def _lines(search: Search, confirmed: Sequence[Confirmed]) -> list[Data]:
    played = f"{words.plural(search.tried, 'change')} in {words.count(search.games)} games"
    lines = [{"kind": "calm", "label": "Searched", "text": f"{played}; what is told above was "
              "played once more, on luck that the search had not seen."}]  # fmt: skip
    if search.gaps:
        text = f"{ahead(search.gaps)}: where your table plays better, "
        text += "more games are won than is told." if search.aim == WON else "shares may be others."
        lines.append({"kind": "open", "label": "Players", "text": text})
    missed = [c.name for c in confirmed if not (c.lands or c.open or _is_joint(c, search))]
    if missed and any(c.lands or c.open for c in confirmed):
        text = f"seemed to do it and did not on fresh luck: {words.listing(missed)}"
        lines.append({"kind": "open", "label": "Did not stand", "text": text})
    return lines


def _now(search: Search) -> Section:
    section = Section("now", "Where does the game stand?")
    section.words = ["The game as it is, on the luck of the search."]
    columns = [
        Col("setting", "Setting" if search.aim == WON else "Whose"),
        Col("won", "Won", "rate"),
        Col("verdict", "Verdict", "verdict"),
    ]
    rows = [
        {"setting": setting(p.levels), "won": rate(p.before), "verdict": _verdict(p)}
        for p in search.base
    ]
    section.tables = [table("now", "Every setting as it is", columns, rows)]
    return section


def _section(
    search: Search, confirmed: Sequence[Confirmed], told: Told, packs: Mapping[str, str]
) -> Section | None:
    """Every change that was confirmed, in every setting."""
    if not confirmed:
        return None
    section = Section("advice", "What was shown to work, and what was not?")
    section.words = [
        "Each change beside the game as it is, on fresh luck. The smallest edit that brings all "
        "into the band stands first.",
    ]
    rows = []
    for change in confirmed:
        rows.append({"heading": change.name})
        rows += [_dot(place) for place in change.places]
    section.charts = [
        dots("chart-advice", "Won with each change", f"{len(confirmed)} changes.", rows,
             unit="rate", band=_drawn(search))
    ]  # fmt: skip
    columns = [
        Col("change", "Change"),
        Col("setting", "Setting" if search.aim == WON else "Whose"),
        Col("before", "Won before", "rate"),
        Col("after", "Won after", "rate"),
        Col("effect", "Points", "points"),
        Col("verdict", "Verdict", "verdict"),
        Col("command", "Play it", "code"),
        Col("pack", "Pack", "code"),
    ]
    entries = [
        {
            "change": change.name,
            "setting": setting(place.levels),
            "before": rate(place.before),
            "after": rate(place.rate),
            "effect": effect(place.effect),
            "verdict": _verdict(place),
            "command": told({c.path: c.value for c in change.changes}),
            "pack": packs.get(change.name, ""),
        }
        for change in confirmed
        for place in change.places
    ]
    section.tables = [table("advice", "Every change in every setting", columns, entries)]
    return section


def _drawn(search: Search) -> tuple[float, float] | None:
    """The band, where it is the same for all."""
    bands = {(place.goal.band.low, place.goal.band.high) for place in search.base}
    return bands.pop() if len(bands) == 1 else None


def _dot(place: Place) -> Data:
    return dot(setting(place.levels), _verdict(place)) | {
        key: value for key, value in rate(place.rate).items() if key != "games"
    }
