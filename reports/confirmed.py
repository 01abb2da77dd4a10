"""Which findings stand, which are one player's so far, and what a second player says of counts.

A finding stands if the second player finds it, too.  Of an own game nothing stands that nobody
else was asked about, for nobody knows what its players are worth; of the five that holds wherever
a second player was heard.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.conclusions import opinion
from analysis.conclusions.facts import of_cell, of_share
from analysis.conclusions.opinion import About, VerdictsHeard
from analysis.conclusions.robustness import CANNOT, NO, YES, Players
from analysis.shares.share_verdicts import Kind
from analysis.stats.intervals import round_up
from analysis.study import Study
from reports import words
from reports.command import command_of, file_of
from reports.findings.finding import Finding
from reports.opinion import Heard
from simulate.core.facts import OVER_FAIR_SHARE, WIN_RATE
from simulate.experiment.context import STRATEGY

NAMED = "--confirm-with"  # who was asked by name


@dataclass(frozen=True)
class FindingStanding:
    """Findings by whether they stand: those that do, one player's so far, one player's only."""

    stand: list[Heard]
    so_far: list[Heard]
    alone: list[Heard]


def standing(told: Study, found: Sequence[Heard], players: Players | None) -> FindingStanding:
    """Findings sorted by what a second player says of them, each group in the given order."""
    alone = [one for one in found if one.opinion.said == NO]
    so_far = [one for one in found if _is_so_far(told, one, players)]
    stand = [one for one in found if one not in alone and one not in so_far]
    return FindingStanding(stand, so_far, alone)


def _is_so_far(told: Study, one: Heard, players: Players | None) -> bool:
    if one.opinion.surplus is None or one.opinion.said in (YES, NO):
        return False
    is_own = bool(file_of(told.design.manifest))
    return is_own or (players is not None and one.opinion.said == CANNOT)


def tells(told: Study, one: Heard, players: Players | None) -> str:
    """The command by which another player plays what would tell; empty where nothing would."""
    manifest, asked = told.design.manifest, one.opinion.surplus
    second = players.strategy if players is not None else str(manifest.get("second") or "")
    if asked is None or not second or one.opinion.weak:
        return ""
    if players is not None and asked.key in players.facts and asked.needed <= players.games:
        return ""  # he finds about half of it, and will with more games
    again = command_of(manifest).without(NAMED).with_set(STRATEGY, second)
    where = one.finding.about[1] if one.finding.about is not None else {}
    for factor in told.design.factors:
        if factor.name in where and factor.name != STRATEGY:
            again = again.with_set(str(factor.name), where[factor.name])
    plays = f"`{again.with_option('--games', round_up(asked.needed))}`"
    return f"{plays} plays what would tell."


def levels_heard(told: Study, players: Players | None) -> VerdictsHeard:
    """What a second player says of the levels of all settings."""
    given = [((WIN_RATE, of_cell(d.cell)), d.verdict) for d in told.cells if d.verdict]
    return opinion.heard(told, given, players)


def shares_heard(told: Study, kind: Kind, players: Players | None) -> VerdictsHeard:
    """What a second player says of the shares of things of a kind."""
    values = {over.label: over.value for over in kind.overs}
    given: list[tuple[About, str]] = [
        ((OVER_FAIR_SHARE, of_share(share, kind.noun, values[share.label])), share.verdict)
        for share in kind.shares
    ]
    return opinion.heard(told, given, players)


def counted(told: Study, finding: Finding, players: Players | None) -> tuple[str, str]:
    """How many of the verdicts that a finding counts a second player finds, too, and what may be
    said of them all by both; else twice empty.
    """
    kind = told.contest.kind("option")
    if finding.kind != "overview" or finding.about is not None or players is None:
        return "", ""
    if finding.section != "shares":
        heard = levels_heard(told, players)
    elif kind is not None:
        heard = shares_heard(told, kind, players)
    else:
        return "", ""
    text = _of_counted(heard, f"`{players.strategy}`")
    return text, words.overall([*heard.given]) if text else ""


def _of_counted(heard: VerdictsHeard, who: str) -> str:
    """Of the 5 off target `second` finds 2, too; 1 it surely does not find."""
    if heard.off == heard.found and not heard.contradicted:
        return f"{who} finds {_all(heard.off)} off target, too." if heard.off else ""
    parts = []
    if heard.off:
        found = f"{heard.found}, too" if heard.found else "none"
        parts.append(f"of the {heard.off} off target {who} finds {found}")
    if heard.refused:
        parts.append(f"{heard.refused} it surely does not find")
    if heard.unclear:
        parts.append(f"of {heard.unclear} it cannot tell yet")
    if heard.contradicted:
        whose = "it" if parts else who
        parts.append(f"{heard.contradicted} of those on target {whose} surely finds off")
    return words.sentence(f"{'; '.join(parts)}.")


def _all(number: int) -> str:
    return "the one" if number == 1 else f"all {words.count(number)}"
