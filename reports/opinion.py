"""A second player's opinion: what it is asked, which findings stand, and which only one finds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from analysis.conclusions import opinion
from analysis.conclusions.change_opinion import ChangeOpinion
from analysis.conclusions.opinion import FEWEST, WORTH, Opinion, OpinionPlan
from analysis.conclusions.robustness import CANNOT, NO, YES, Players
from analysis.rates.agreement import agreements
from analysis.study import Study, study
from reports import words
from reports.command import Command, Typed, file_of
from reports.findings.choose import findings
from reports.findings.finding import Finding
from reports.known_players import said_of_players, said_of_rival
from simulate.core.errors import InputError
from simulate.experiment.context import STRATEGY
from simulate.own.reading import source_of
from simulate.own.source import OwnSource
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
    # Of the five it was measured once which levels matter; of an own game nobody knows.
    verdict = finding.asks if file_of(told.design.manifest) else ""
    return opinion.opinion(told, finding.about, verdict or finding.verdict, players)


def summary(told: Study, all_: Sequence[Heard], players: Players | None) -> str:
    """The first sentences of a report: how good its players are known to be, of an own game; on how
    many findings two players agree, or who was asked.
    """
    open_ = [one.opinion for one in all_ if one.opinion.surplus is not None]
    agreed = _agreed(told, open_, players) if open_ else ""
    if file_of(told.design.manifest):
        said = of_players(told.design.manifest["own"], _seated(told))
        strength = _strength(told, players) if players is not None else ""
        return " ".join(filter(None, [said, agreed, strength]))
    known = bool(agreements(told.design))
    return agreed if known or not agreed else f"{agreed} {UNSHOWN}"


def _agreed(told: Study, open_: Sequence[Opinion], players: Players | None) -> str:
    """On how many findings two players agree, or who was asked."""
    manifest = told.design.manifest
    second = players.strategy if players is not None else str(manifest.get("second") or "")
    if not second:
        return (
            "No second player was asked, so nobody knows whether these findings are the game's "
            "or the player's."
        )
    said = [one.said for one in open_]
    who = words.listing([f"`{name}`" for name in _seated(told)])
    if {*said} == {CANNOT} and not any(one.weak for one in open_):
        told_of = words.plural(len(said), "finding")
        return (
            f"Whether `{second}`, who thinks differently from {who}, finds the same cannot be "
            f"told of {told_of}: below stands how many games would tell."
        )
    text = f"{who} and `{second}`, who think differently, agree on {said.count(YES)} of "
    text += words.plural(len(said), "finding")
    if NO in said:
        text += f"; {words.plural(said.count(NO), 'finding')} only {who} makes"
    if CANNOT in said:
        text += f"; on {said.count(CANNOT)} it cannot be told yet"
    return f"{text}."


def _strength(told: Study, players: Players) -> str:
    """How strong a second player of an own game is beside those who played, or what tells it."""
    manifest, who = told.design.manifest, f"`{players.strategy}`"
    both = opinion.together(told, players)
    if both is not None:
        his, theirs = words.percent(both.his), words.percent(both.theirs)
        if both.is_weaker:
            return (
                f"{who} plays this game worse, for it wins {his} of the games where these win "
                f"{theirs}: what it does not find may be a finding all the same."
            )
        if both.is_stronger:
            return (
                f"{who} plays this game better, for it wins {his} of the games where these win "
                f"{theirs}: the game is easier than the rates below say."
            )
        return f"{who} wins {his} of the games where these win {theirs}, which luck alone may do."
    seated = _seated(told)
    known = _rival(source_of(manifest["own"]), players.strategy, seated)
    asks = Command(file_of(manifest), (), verb="ladder")
    asks = asks.with_set(STRATEGY, Typed(",".join([*seated, players.strategy])))
    return known or f"Nobody knows which of the two plays better: `{asks}` tells it."


def _rival(source: OwnSource, rival: str, seated: Sequence[str]) -> str:
    try:
        return said_of_rival(source, rival, seated)
    except InputError:
        return ""


def _seated(told: Study) -> list[str]:
    """Who plays the run."""
    return sorted({name for seat in told.seated for name in seat.strategies})


def of_players(own: Mapping[str, Any], seated: Sequence[str]) -> str:
    """How good the players of an own game that sat there are known to be; own: of its manifest."""
    source = source_of(own)
    try:
        return " ".join(said_of_players(source, seated))
    except InputError:  # what lay beside the file, in a folder that may be anybody's
        return " ".join(said_of_players(replace(source, players=""), seated))


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
        plays = f"{words.plural(asked.paid, 'game')} a side" if asked.paid else "not one game"
        few = f"in the time given to it {who} plays {plays}"
        return f"cannot be told: {few}, and {surplus.needed:,} a side would tell.{tells}"
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
