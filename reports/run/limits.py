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
from simulate.core.facts import OVER_FAIR_SHARE, WIN_RATE
from simulate.pack.sources import target_of, where_of

MOST_NAMED = 3
USUAL = Band(0.3, 0.6)  # where no target is set: what default experiments of such games have


def of_levels(study: Study) -> Iterator[str]:
    """What the levels of all settings rest on."""
    rated = {level.cell.number for level in study.cells}
    known = [gap for gap in study.gaps if gap.cell.number in rated]
    if gaps := far(known, study.rated.bands, USUAL):
        yield f"Players: {far_behind(gaps, judged=bool(study.rated.bands))}"
    if study.cells and (values := [f for f in study.fitted if f.metric == WIN_RATE]):
        text = f"{set_so(values)} So how hard the game is was chosen by us."
        yield f"Guesses: {text} {_unfitted(study, values)}"


def of_shares(study: Study) -> Iterator[str]:
    """What the shares of wins rest on: they are relative, so they stand for players like these."""
    among = {cell.number for cell in study.contest.design.base}
    if gaps := far([gap for gap in study.gaps if gap.cell.number in among], study.design.near):
        yield (
            f"Players: better players win more of their games: {ahead(gaps)}. All seats are played "
            "alike here; who plays better may gain more by one choice than by another."
        )
    kind = study.contest.kind("option")
    fit = [o.label for o in kind.overs if o.verdict == verdicts.FIT] if kind else []
    if kind and fit:
        values = [f for f in study.fitted if f.metric == OVER_FAIR_SHARE]
        text = f"{set_so(values)} That {words.listing(fit)} win theirs was chosen by us"
        text += "; the others are measured against them." if len(fit) < len(kind.overs) else "."
        yield f"Guesses: {text} {_unfitted(study, values)}"


def far_behind(gaps: Sequence[Gap], *, judged: bool = True) -> str:
    """Why levels have no verdict; judged: there is a target, so that others would have one."""
    text = f"Better players win far more: {ahead(gaps)}. The game is easier than these rates say"
    end = ", so these levels get no verdict" if judged else ""
    return (
        f"{text}{end}; what one card or change does beside another is told for players like these. "
        "The gaps were measured with rules and cards as they were then."
    )


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
