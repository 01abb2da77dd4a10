"""A second player's opinion: what it is asked, which findings stand, and which only one finds."""

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.conclusions import opinion
from analysis.conclusions.change_opinion import ChangeOpinion
from analysis.conclusions.opinion import FEWEST, WORTH, Opinion, OpinionPlan
from analysis.conclusions.robustness import CANNOT, NO, YES, Players
from analysis.rates.agreement import agreements
from analysis.study import Study, study
from reports import words
from reports.findings.choose import findings
from reports.findings.finding import Finding
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
    """The first sentence of a report: on how many verdicts two players agree, or who was asked."""
    manifest = told.design.manifest
    open_ = [one.opinion for one in all_ if one.opinion.surplus is not None]
    second = players.strategy if players is not None else str(manifest.get("second") or "")
    if not open_:
        return ""
    if not second:
        return (
            "No second player was asked, so nobody knows whether these findings are the game's "
            f"or the player's.{_unshown(told)}"
        )
    said = [one.said for one in open_]
    who = words.listing(sorted({f"`{s}`" for seat in told.seated for s in seat.strategies}))
    if {*said} == {CANNOT}:
        told_of = words.plural(len(said), "verdict")
        return (
            f"Whether `{second}`, who thinks differently from {who}, finds the same cannot be "
            f"told of {told_of}: below stands how many games would tell.{_unshown(told)}"
        )
    text = f"{who} and `{second}`, who think differently, agree on {said.count(YES)} of "
    text += words.plural(len(said), "verdict")
    if NO in said:
        text += f"; {words.plural(said.count(NO), 'finding')} only {who} makes, told below"
    if CANNOT in said:
        text += f"; on {said.count(CANNOT)} it cannot be told"
    return f"{text}.{_unshown(told)}"


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


def _unshown(told: Study) -> str:
    return "" if agreements(told.design) else f" {UNSHOWN}"
