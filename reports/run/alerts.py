"""What must be known before anything else: red where the numbers cannot be trusted."""

from typing import Any

from analysis.conclusions.unsettled import unsettled, widest
from analysis.data import provenance
from analysis.data.design import CUT_OFF, VARIANT
from analysis.description.checks import FAILED, LOOK, MOST_CUT_OFF, planned
from analysis.rates.variants import misnamed
from analysis.stats.intervals import rate
from analysis.study import Study
from reports.findings import best_play
from reports.text import words
from reports.text.command import command_of
from simulate.core.options import SETTLED

Alert = dict[str, Any]
MOST_NAMED = 3
COARSE, FINER = 0.05, 0.02  # half of an interval of a settled run that is told, and what is offered


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
    alerts.insert(0, _weak(study))
    alerts.append(_best_play(study))
    alerts += [
        _stopped(study),
        _coarse(study),
        _misnamed(study),
        _others_than_usual(study),
        _asked(study),
    ]
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


def _weak(study: Study) -> Alert | None:
    """Players of an own game that are not shown to beat those that take any move."""
    known = study.design.manifest.get("strength") or {}
    if not known:
        return None
    who, games = f"`{known['strategy']}`", known["games"]
    won, fair = rate(known["won"], games), rate(known["fair"], games)
    if study.contest.kinds:
        if won.low > fair.value:
            return None
        told = f"alone among `random` {who} wins {words.part(won)} of {games:,} games, where "
        told += f"{words.percent(fair.value)} would be as good"
    else:
        if won.value > fair.value and not won.low < fair.high:
            return None
        told = f"{who} wins {words.part(won)} of {games:,} games, and `random` {words.part(fair)}"
    return _alert(
        "red",
        f"These players are not shown to beat players that take any move: {told}. What is found "
        "below may be theirs, not the game's.",
    )


def _best_play(study: Study) -> Alert | None:
    """What best play of a solved game comes to."""
    return _alert("amber", said) if (said := best_play.sentence(study)) else None


def _stopped(study: Study) -> Alert | None:
    """A run that was to be played until all is settled, and was not."""
    manifest = study.design.manifest
    if not manifest.get("until") or manifest.get("status") != "complete" or not unsettled(study):
        return None
    most = max(map(study.counts.games, study.counts.won))
    if most < manifest.get("experiment", {}).get("games", 0):
        return None  # it is played on
    return _alert(
        "amber",
        f"The run reached its limit, {most:,} games in a setting, with verdicts still open.",
    )


def _coarse(study: Study) -> Alert | None:
    """A run of an own game that ended since its verdicts are sure, though its numbers are rough."""
    manifest = study.design.manifest
    is_settled = manifest.get("until") == SETTLED and manifest.get("status") == "complete"
    if not (manifest.get("own") and is_settled) or unsettled(study):
        return None
    if (half := widest(study)) <= COARSE:
        return None
    most = max(map(study.counts.games, study.counts.won))
    finer = command_of(manifest).with_option("--until", FINER)
    return _alert(
        "amber",
        f"The run ended after {words.plural(most, 'game')} a setting, as its verdicts are sure; "
        f"its numbers are known to {words.points(half)} either way. `{finer}` plays until that is "
        f"{words.points(FINER)}.",
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
    text = "These names of changes were written for another game and mislead here"
    return _alert("amber", f"{text}: {words.listing(said)}{more}.")


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
