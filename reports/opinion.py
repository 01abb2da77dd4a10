"""A second player's opinion: what it is asked, which findings stand, and which only one finds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from analysis.conclusions import opinion
from analysis.conclusions.change_opinion import ChangeOpinion
from analysis.conclusions.opinion import FEWEST, WORTH, Opinion, OpinionPlan
from analysis.conclusions.robustness import CANNOT, NO, YES, Players
from analysis.rates.agreement import agreements
from analysis.stats.intervals import round_up
from analysis.study import Study, study
from reports import words
from reports.command import command_of, file_of
from reports.findings.choose import findings
from reports.findings.finding import Finding
from reports.known_players import said_of_players
from simulate.core.errors import InputError
from simulate.experiment.context import STRATEGY
from simulate.own.reading import source_of
from simulate.store import StoredRun

UNSHOWN = "Nobody has shown that players of this game find what better ones find."


@dataclass(frozen=True)
class Heard:
    """A finding, and what a second player says of it."""

    finding: Finding
    opinion: Opinion


def asked(run: StoredRun) -> OpinionPlan | None:
    """What the second player of a run plays, by what the run's own report finds."""
    if opinion.most(run.manifest) < FEWEST / WORTH and not opinion.is_named(run.manifest):
        return None
    told = study(run)
    surpluses = [each.opinion.surplus for each in heard(told, findings(told), None)]
    return opinion.asked(told, [one for one in surpluses if one is not None])


def heard(told: Study, found: Sequence[Finding], players: Players | None) -> list[Heard]:
    """Every finding with what the second player says."""
    return [Heard(one, _of(told, one, players)) for one in found]


def _of(told: Study, finding: Finding, players: Players | None) -> Opinion:
    if finding.about is None:
        return Opinion(None)
    return opinion.opinion(told, finding.about, finding.verdict, players)


def summary(told: Study, all_: Sequence[Heard], players: Players | None) -> str:
    """The first sentences of a report: how good its players are known to be, of an own game; on how
    many verdicts two players agree, or who was asked.
    """
    open_ = [one.opinion for one in all_ if one.opinion.surplus is not None]
    agreed = _agreed(told, open_, players) if open_ else ""
    if file_of(told.design.manifest):
        said = [of_players(told.design.manifest), agreed, _weaker(told, players) if agreed else ""]
        return " ".join(filter(None, said))
    known = bool(agreements(told.design))
    return agreed if known or not agreed else f"{agreed} {UNSHOWN}"


def _agreed(told: Study, open_: Sequence[Opinion], players: Players | None) -> str:
    """On how many verdicts two players agree, or who was asked."""
    manifest = told.design.manifest
    second = players.strategy if players is not None else str(manifest.get("second") or "")
    if not second:
        return (
            "No second player was asked, so nobody knows whether these findings are the game's "
            "or the player's."
        )
    said = [one.said for one in open_]
    who = words.listing(sorted({f"`{s}`" for seat in told.seated for s in seat.strategies}))
    if {*said} == {CANNOT} and not any(one.weak for one in open_):
        told_of = words.plural(len(said), "verdict")
        return (
            f"Whether `{second}`, who thinks differently from {who}, finds the same cannot be "
            f"told of {told_of}: below stands how many games would tell."
            f"{_asks(told, open_, second)}"
        )
    text = f"{who} and `{second}`, who think differently, agree on {said.count(YES)} of "
    text += words.plural(len(said), "verdict")
    if NO in said:
        text += f"; {words.plural(said.count(NO), 'finding')} only {who} makes, told below"
    if CANNOT in said:
        text += f"; on {said.count(CANNOT)} it cannot be told"
    return f"{text}.{_asks(told, open_, second)}"


def _asks(told: Study, open_: Sequence[Opinion], second: str) -> str:
    """The command by which another player of an own game plays what would tell."""
    manifest = told.design.manifest
    if not file_of(manifest):
        return ""
    asked_of = (one for one in open_ if one.said == CANNOT and not one.weak)
    games = [one.surplus.needed for one in asked_of if one.surplus is not None]
    if not games:
        return ""
    middle = sorted(games)[(len(games) - 1) // 2]
    again = command_of(manifest).with_set(STRATEGY, second).with_option("--games", round_up(middle))
    half = "it" if len(games) == 1 else "half of them"
    plays = f"`{again.without('--confirm-with')}` plays what would tell of {half}"
    return f" {plays} (with `--dry-run` it says how long that takes)."


def _weaker(told: Study, players: Players | None) -> str:
    """That a second player of an own game is worse at it, and so takes no finding away."""
    rates = opinion.weaker(told, players)
    if rates is None or players is None:
        return ""
    his, theirs = map(words.percent, rates)
    return (
        f"`{players.strategy}` plays this game worse, for it wins {his} of the games where these "
        f"win {theirs}: what it does not find may be a finding all the same."
    )


def of_players(manifest: Mapping[str, Any]) -> str:
    """How good the players of an own game are known to be."""
    source = source_of(manifest["own"])
    try:
        return " ".join(said_of_players(source))
    except InputError:  # what lay beside the file, in a folder that may be anybody's
        return " ".join(said_of_players(replace(source, players="")))


def of_change(opinion: ChangeOpinion | None, second: str, who: Sequence[str], what: str) -> str:
    """The first sentence of a report on a change: whether a second player finds what it does.

    second: who was asked, if anybody; who: plays else; what: the change does.
    """
    if not second:
        return (
            f"No second player was asked, so nobody knows whether {what} for every player or for "
            "this one."
        )
    if opinion is None:
        return ""
    names = words.listing([f"`{name}`" for name in who])
    if opinion.said == YES:
        return f"{names} and `{second}`, who think differently, agree that {what}."
    if opinion.said == NO:
        return f"Only {names} finds that {what}: `{second}`, who thinks differently, does not."
    return f"Whether {what} for `{second}`, who thinks differently, cannot be told."


def change_line(opinion: ChangeOpinion, level: str = "", again: str = "") -> str:
    """What a second player finds of a change, beside what was found, and in how many games.

    level: what that player wins with it; again: the command that asks with enough games.
    """
    asked, surplus = opinion.question, opinion.question.surplus
    who, wanted = f"`{asked.strategy}`", words.plural(surplus.needed, "game")
    tells = f" `{again}` plays them." if again else ""
    if opinion.added is None and not opinion.games:
        few = f"{asked.paid:,} could be paid (a third of the time)"
        return f"cannot be told: {wanted} a side of {who} would be needed, {few}.{tells}"
    if opinion.added is None:
        return (
            f"cannot be told: {who} did not tell in {words.plural(opinion.games, 'game')} a side."
        )
    found, low, high = opinion.added.value, opinion.added.low, opinion.added.high
    text = f"{who} finds {words.signed_range(found, low, high)} points, where "
    text += f"{words.signed(surplus.value)} were found, in "
    text += f"{words.plural(opinion.games, 'game')} a side{level}."
    if opinion.said == YES:
        return f"stands, {text}"
    if opinion.said == NO:
        return f"only this player finds that it does so much: {text}"
    enough = surplus.needed > opinion.games
    return f"cannot be told, {text}" + (f" {wanted} a side would tell.{tells}" if enough else "")
