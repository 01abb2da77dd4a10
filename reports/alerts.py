"""What must be known before anything else: red where the numbers cannot be trusted."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from analysis.conclusions.unsettled import CHANGE, EXPECTED, LEVEL, SHARE, STEP, unsettled
from analysis.data import provenance
from analysis.data.design import CUT_OFF, VARIANT
from analysis.description.checks import FAILED, LOOK, MOST_CUT_OFF, planned
from analysis.rates.agreement import agreements
from analysis.rates.fitted import Fitted
from analysis.rates.skill_gap import Gap, far
from analysis.rates.variants import misnamed
from analysis.stats import verdicts
from analysis.stats.verdicts import Band
from analysis.study import Study
from reports import words
from simulate.core.facts import OVER_FAIR_SHARE, WIN_RATE
from simulate.pack.sources import target_of, where_of

Alert = dict[str, Any]
OPEN = {
    LEVEL: "of the levels",
    SHARE: "of the shares of wins",
    STEP: "of the steps between levels",
    CHANGE: "of the changes and compared levels",
    EXPECTED: "of the expectations",
}
MOST_NAMED = 3
USUAL = Band(0.3, 0.6)  # where no target is set: what default experiments of such games have


def alerts(study: Study) -> list[Alert]:
    """Red: a check failed, the run is partial, many games were cut off.  Amber: look here."""
    if not study.games:
        return [_alert("red", "No game was finished, so there is nothing to report.")]
    alerts = [_partial(study), _cut_off(study)]
    said = {"The run is finished"} if alerts[0] else set()
    for check in study.checks:
        skipped = check.name in said or check.name.startswith("Games come to")
        if alerts[0] and check.name.startswith("Every setting has"):
            continue
        if check.result == FAILED and not skipped:
            alerts.append(_alert("red", f"A check failed. {check.name}: {check.found}."))
        elif check.result == LOOK:
            alerts.append(_alert("amber", f"{check.name}: {check.found}."))
    alerts += [_stopped(study), _misnamed(study)]
    alerts += [_far_level(study), _far_shares(study), _only_these_players(study)]
    alerts.append(_others_than_usual(study))
    alerts += [_fitted_level(study), _fitted_shares(study), _asked(study)]
    return [alert for alert in alerts if alert is not None]


def _alert(level: str, text: str) -> Alert:
    return {"level": level, "text": text}


def _partial(study: Study) -> Alert | None:
    manifest = study.design.manifest
    if manifest.get("status") == "complete":
        return None
    why = manifest.get("stopped")
    games = planned(study.design)
    text = f"This run is partial{f' ({why})' if why else ''}: {words.plural(study.games, 'game')} "
    text += "was played" if study.games == 1 else "were played"
    if games:
        text += f" of {games * len(study.design.cells):,}"
    return _alert("red", f"{text}. Settings may have different numbers of games.")


def _cut_off(study: Study) -> Alert | None:
    cut = study.cut_off
    if cut.share <= MOST_CUT_OFF:
        return None
    share = words.percent(cut.share)
    text = f"{cut.games:,} of {words.plural(cut.all, 'game')} ({share}) were cut off by a limit"
    if study.cells and not study.contest.kinds:
        text += (
            f" and count as not won. Had all of them been won, {words.percent(cut.most)} of the "
            f"games would be wins instead of {words.percent(cut.least)}"
        )
    where = _where(study)
    return _alert("red", f"{text}.{where} See how these games end before you trust a rate.")


def _stopped(study: Study) -> Alert | None:
    """A run that was to be played until all is settled, and was not."""
    manifest = study.design.manifest
    open_ = unsettled(study) if manifest.get("until") else []
    if not open_ or manifest.get("status") != "complete":
        return None
    counted = Counter(one.kind for one in open_)
    kinds = words.listing([f"{number:,} {OPEN[kind]}" for kind, number in counted.items()])
    most = max(map(study.counts.games, study.counts.won))
    return _alert(
        "amber",
        f"The most games were played, {most:,} in a setting, before every verdict was settled. "
        f"Open are {kinds}: what they need stands at “not enough games”.",
    )


def _misnamed(study: Study) -> Alert | None:
    """A list of changes that was written for another pack names steps that are not taken here."""
    names = misnamed(study.design)
    if not names:
        return None
    said = [
        f"“{name}” goes from {words.value(change.printed)} to {words.value(change.value)}"
        for name, change in names[:MOST_NAMED]
    ]
    more = f" ({len(names)} in all)" if len(names) > MOST_NAMED else ""
    text = "Names of changes that are not what was played here, for the game is another than they "
    return _alert("amber", f"{text}were written for: {words.listing(said)}{more}.")


def _far_level(study: Study) -> Alert | None:
    """Levels that a better player is known to raise by much: how hard the game is stays open."""
    rated = {level.cell.number for level in study.cells}
    known = [gap for gap in study.gaps if gap.cell.number in rated]
    gaps = far(known, study.rated.bands, USUAL)
    if not gaps:
        return None
    return _alert("amber", far_behind(gaps, judged=bool(study.rated.bands)))


def far_behind(gaps: Sequence[Gap], *, judged: bool = True) -> str:
    """Why levels have no verdict; judged: there is a target, so that others would have one."""
    text = f"Better players win far more: {ahead(gaps)}. The game is easier than these rates say"
    end = ", so these levels get no verdict" if judged else ""
    return (
        f"{text}{end}; what one card or change does beside another is told for players like these. "
        "The gaps were measured with rules and cards as they were then."
    )


def _far_shares(study: Study) -> Alert | None:
    """Where players compete their shares are relative, so they stand for players like these."""
    among = {cell.number for cell in study.contest.design.base} if study.contest.kinds else set()
    gaps = far([gap for gap in study.gaps if gap.cell.number in among], study.design.near)
    if not gaps:
        return None
    text = (
        f"Better players win more of their games: {ahead(gaps)}. Every seat is played "
        "alike, so the "
        "shares below compare like with like, but they hold for players as good as these: who "
        "plays better may gain more by one choice than by another."
    )
    return _alert("amber", text)


def _only_these_players(study: Study) -> Alert | None:
    """Where more verdicts are another with a better player than luck would make others."""
    known = [one for one in agreements(study.design) if len(one.flips) > one.by_luck]
    if not known:
        return None
    flips = sum(len(one.flips) for one in known)
    named = [f"{flip.what} ({flip.kind})" for one in known for flip in one.flips]
    more = f" and {flips - MOST_NAMED} more" if flips > MOST_NAMED else ""
    text = (
        f"Of {sum(one.things for one in known)} verdicts {flips} are others where everybody plays "
        f"`{known[0].better}`, of the shipped game: {', '.join(named[:MOST_NAMED])}{more}. These "
        "hang on who plays, and are not shown to be the game's."
    )
    return _alert("amber", text)


def ahead(gaps: Sequence[Gap]) -> str:
    """with 2 players `expert` is 29.5 points ahead of `balanced` (25.5-33.5; 400 games, a day)"""
    parts = []
    for gap in gaps[:MOST_NAMED]:
        where = words.setting(gap.cell.levels)
        size, ends = words.size_range(gap.points, gap.low, gap.high)
        known = f"({ends}; {gap.games:,} games, {gap.on}{words.EARLIER if gap.earlier else ''})"
        who = f"`{gap.better}` is {size} ahead of `{gap.measured}` {known}"
        if gap.strategy != gap.measured:
            who += f", of which `{gap.strategy}` is made"
        parts.append(f"with {where} {who}" if gap.cell.levels else who)
    more = f"; {len(gaps)} settings in all" if len(gaps) > MOST_NAMED else ""
    return "; ".join(parts) + more


def _others_than_usual(study: Study) -> Alert | None:
    """Every seat is played by one script that is made of another: who plays moves every level."""
    known = study.design.manifest.get("pack", {}).get("strategies", {})
    # Who is not in the pack, such as a dummy player, is played by the rules and not by a script.
    seated = {name for seat in study.seated for name in seat.strategies if name in known}
    if len(seated) != 1:
        return None
    (name,) = seated
    if not known.get(name, {}).get("like"):
        return None
    whoever = "somebody wins" if study.contest.kinds else "the players win"
    text = f"Played by `{name}` alone: how often {whoever} depends on who plays. "
    return _alert("amber", f"{text}Its plan: “{known[name]['plan']}”")


def _fitted_level(study: Study) -> Alert | None:
    """How hard the game is was chosen: values that nobody knows were set by play."""
    values = [f for f in study.fitted if f.metric == WIN_RATE]
    if not values or not study.cells:
        return None
    text = f"{set_so(values)} So how hard the game is was chosen by us."
    return _alert("amber", f"{text} {_unfitted(study, values)}")


def _fitted_shares(study: Study) -> Alert | None:
    """Options that are on target because they were fitted to their share."""
    kind = study.contest.kind("option")
    fit = [o.label for o in kind.overs if o.verdict == verdicts.FIT] if kind else []
    if not kind or not fit:
        return None
    values = [f for f in study.fitted if f.metric == OVER_FAIR_SHARE]
    text = (
        f"{set_so(values)} That {len(fit)} of the {len(kind.overs)} {kind.noun} "
        f"({words.listing(fit)}) win theirs was therefore chosen by us"
    )
    text += "; the others are measured against them." if len(fit) < len(kind.overs) else "."
    return _alert("amber", f"{text} {_unfitted(study, values)}")


def _asked(study: Study) -> Alert | None:
    """Numbers that stand on the game itself, and that whoever owns it can tell us."""
    numbers = provenance.asked(study.design.manifest)
    if not numbers:
        return None
    ranges = "; ".join(
        f"{one.name} ({one.value} here, could be {one.low} to {one.high}): {one.where}"
        for one in numbers
    )
    sets = "".join(f" --set {one.path}={one.value}" for one in numbers)
    again = f"{study.design.manifest.get('command', 'simulate run')}{sets}"
    return _alert(
        "amber",
        f"Do you own the game? {words.plural(len(numbers), 'number')} printed on it "
        f"{'is' if len(numbers) == 1 else 'are'} not known to us. {words.sentence(ranges)}. "
        f"Put in what your copy says: `{again}`.",
    )


def set_so(values: Sequence[Fitted]) -> str:
    """28 values are not known. They were set so that ... won about 80% of the games with 3 players.

    Which they are, by which version of whom, and when, stands in the table of all of them.
    """
    players = dict.fromkeys(f"`{f.player.split()[0]}`" for f in values)
    wins = dict.fromkeys(_wins(f) for f in values)
    few = len(values) == 1
    return (
        f"{words.plural(len(values), 'value')} {'is' if few else 'are'} not known. "
        f"{'It was' if few else 'They were'} set so that players like {words.listing([*players])} "
        f"of that time won {words.listing([*wins])}."
    )


def _wins(fit: Fitted) -> str:
    """about 80% or less of the games with 3 players, medium"""
    where = ", ".join(where_of(fit.what)).removeprefix("mean ")
    where = where if where.startswith("over ") else f"with {where}"
    if fit.metric == OVER_FAIR_SHARE:
        return f"about their fair share {where}"
    target = re.sub(r"0?\.\d+", lambda m: f"{float(m[0]):.0%}", target_of(fit.what))
    return f"{target.removeprefix('of ')} of the games {where}"


def _unfitted(study: Study, values: Sequence[Fitted]) -> str:
    game = study.design.manifest["game"]
    return f"`--pack {game}/unfitted` plays the value{'s' if len(values) > 1 else ''} before."


def _where(study: Study) -> str:
    """Which setting most of them lie in, where one stands out."""
    ends = study.counts.ends
    stopped = ends.filter(ends["end_reason"] == CUT_OFF).sort(
        "games", "cell", descending=[True, False]
    )
    if len(study.design.cells) < 2 or stopped["games"][0] * 2 < stopped["games"].sum():
        return ""
    cell = next(c for c in study.design.cells if c.number == stopped["cell"][0])
    change = cell.levels.get(VARIANT)
    name = f"the change “{change}”" if change else words.setting(cell.levels)
    most, all_ = stopped["games"][0], stopped["games"].sum()
    if most == all_:
        return f" {'It lies' if all_ == 1 else 'All of them lie'} in {name}."
    return f" {most:,} of them {'lies' if most == 1 else 'lie'} in {name}."
