"""What the verdicts of a run rest on as a whole: players whom better ones beat by far, and values
that were set by play.
"""

import re
from collections.abc import Iterator, Sequence

from analysis.rates.fitted import Fitted
from analysis.rates.skill_gap import Gap, far
from analysis.stats import verdicts
from analysis.stats.verdicts import Band
from analysis.study import Study
from reports.text import words
from simulate.core.game.facts import OVER_FAIR_SHARE, WIN_RATE
from simulate.pack.sources import target_of, where_of

MOST_NAMED = 3
USUAL = Band(0.3, 0.6)  # where no target is set: what default experiments of such games have


def of_levels(study: Study) -> Iterator[str]:
    """What the levels of all settings rest on."""
    rated = {level.cell.number for level in study.cells}
    known = [gap for gap in study.gaps if gap.cell.number in rated]
    if gaps := far(known, study.rated.bands, USUAL):
        yield _line("Players", far_behind(gaps, judged=bool(study.rated.bands)))
    if study.cells and (values := [f for f in study.fitted if f.metric == WIN_RATE]):
        text = f"{set_so(values)} So we chose how hard the game is."
        yield _line("Guesses", f"{text} {_unfitted(study, values)}")


def of_shares(study: Study) -> Iterator[str]:
    """What the shares of wins rest on: they are relative, so they stand for players like these."""
    among = {cell.number for cell in study.contest.design.base}
    if gaps := far([gap for gap in study.gaps if gap.cell.number in among], study.design.near):
        yield (
            f"Players: better players win more: {ahead(gaps)}. All seats play alike here; better "
            "players may gain more from one choice than from another."
        )
    kind = study.contest.kind("option")
    fit = [o.label for o in kind.overs if o.verdict == verdicts.FIT] if kind else []
    if kind and fit:
        values = [f for f in study.fitted if f.metric == OVER_FAIR_SHARE]
        text = f"{set_so(values)} We chose that {words.listing(fit)} win theirs"
        text += "; the others are measured against them." if len(fit) < len(kind.overs) else "."
        yield _line("Guesses", f"{text} {_unfitted(study, values)}")


def _line(label: str, text: str) -> str:
    return f"{label}: {text[:1].lower()}{text[1:]}"


def far_behind(gaps: Sequence[Gap], *, judged: bool = True) -> str:
    """Why levels have no verdict; judged: there is a target, so that others would have one."""
    text = f"Better players win far more: {ahead(gaps)}. The game is easier than these rates say"
    end = ", so these settings get no verdict" if judged else ""
    return f"{text}{end}. What a card or change does is told for players like these."


def ahead(gaps: Sequence[Gap]) -> str:
    """with 2 players `expert` is 29.5 points ahead of `balanced` (25.5-33.5; 400 games, a day)"""
    parts: list[str] = []
    before: tuple[str, ...] = ()
    for gap in gaps[:MOST_NAMED]:
        where = words.setting(gap.cell.levels)
        size, ends = words.size_range(gap.points, gap.low, gap.high)
        known = f"({ends}; {gap.games:,} games, {gap.on}{words.EARLIER if gap.earlier else ''})"
        made = f", of which `{gap.strategy}` is made" if gap.strategy != gap.measured else ""
        pair = gap.better, gap.measured, gap.strategy
        who = f"`{gap.better}` is {size} ahead of `{gap.measured}` {known}{made}"
        if pair == before:  # who is ahead of whom is said once
            who = f"{size} {known}"
        before = pair
        parts.append(f"with {where} {who}" if gap.cell.levels else who)
    more = f"; {len(gaps)} settings in all" if len(gaps) > MOST_NAMED else ""
    return "; ".join(parts) + more


def set_so(values: Sequence[Fitted]) -> str:
    """We set some guesses so that players like ... would win about 80% of the games with 3 players.

    How many and which they are, by whom, and when, stands in the table of all of them.
    """
    players = dict.fromkeys(f"`{f.player.split()[0]}`" for f in values)
    wins = dict.fromkeys(_wins(f) for f in values)
    some = "one guess" if len(values) == 1 else "some guesses"
    who = words.listing([*players])
    return f"We set {some} so that players like {who} would win {words.listing([*wins])}."


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
    return f"`--pack {game}/unfitted` plays the earlier value{'s' if len(values) > 1 else ''}."
