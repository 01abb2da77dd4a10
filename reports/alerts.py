"""What must be known before anything else: red where the numbers cannot be trusted."""

from typing import Any

from analysis.checks import FAILED, LOOK, MOST_CUT_OFF, planned
from analysis.design import CUT_OFF, VARIANT
from analysis.study import Study
from reports import words

Alert = dict[str, Any]


def alerts(study: Study) -> list[Alert]:
    """Red: a check failed, the run is partial, many games were cut off.  Amber: look here."""
    if not study.games:
        return [_alert("red", "No game was finished, so there is nothing to report.")]
    made = [_partial(study), _cut_off(study)]
    told = {"The run is finished"} if made[0] else set()
    for check in study.checks:
        skipped = check.name in told or check.name.startswith("Games come to")
        if made[0] and check.name.startswith("Every setting has"):
            continue
        if check.result == FAILED and not skipped:
            made.append(_alert("red", f"A check failed. {check.name}: {check.found}."))
        elif check.result == LOOK:
            made.append(_alert("amber", f"{check.name}: {check.found}."))
    made.append(_others_than_usual(study))
    return [alert for alert in made if alert is not None]


def _alert(level: str, text: str) -> Alert:
    return {"level": level, "text": text}


def _partial(study: Study) -> Alert | None:
    manifest = study.design.manifest
    if manifest.get("status") == "complete":
        return None
    why = manifest.get("stopped")
    asked = planned(study.design)
    text = f"This run is partial{f' ({why})' if why else ''}: {study.games:,} games were played"
    if asked:
        text += f" of {asked * len(study.design.cells):,}"
    return _alert("red", f"{text}. Settings may have different numbers of games.")


def _cut_off(study: Study) -> Alert | None:
    cut = study.cut_off
    if cut.share <= MOST_CUT_OFF:
        return None
    text = (
        f"{cut.games:,} of {cut.all:,} games ({words.percent(cut.share)}) were cut off by a limit"
    )
    if study.cells and not study.contest.kinds:
        text += (
            f" and count as not won. Had all of them been won, {words.percent(cut.most)} of the "
            f"games would be wins instead of {words.percent(cut.least)}"
        )
    where = _where(study)
    return _alert("red", f"{text}.{where} See how these games end before you trust a rate.")


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
    text = f"Played by `{name}` alone: {known[name]['plan']}"
    return _alert("amber", f"{text} How often somebody wins depends on who plays.")


def _where(study: Study) -> str:
    """Which setting most of them lie in, where one stands out."""
    ends = study.counts.ends
    mine = ends.filter(ends["end_reason"] == CUT_OFF).sort(
        "games", "cell", descending=[True, False]
    )
    if len(study.design.cells) < 2 or mine["games"][0] * 2 < mine["games"].sum():
        return ""
    cell = next(c for c in study.design.cells if c.number == mine["cell"][0])
    change = cell.levels.get(VARIANT)
    name = f"the change “{change}”" if change else words.setting(cell.levels)
    most, all_ = mine["games"][0], mine["games"].sum()
    if most == all_:
        return f" {'It lies' if all_ == 1 else 'All of them lie'} in {name}."
    return f" {most:,} of them {'lies' if most == 1 else 'lie'} in {name}."
