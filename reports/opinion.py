"""A second player's opinion: what it is asked, which findings stand, and which only one finds."""

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.conclusions import opinion
from analysis.conclusions.opinion import FEWEST, Asked, Surplus
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
    """A finding, what the second player was asked about it, and what it said.

    said: stands, does not stand, cannot be told; empty where it was not asked.
    """

    finding: Finding
    surplus: Surplus | None
    said: str = ""


def asked(run: StoredRun) -> Asked | None:
    """What the second player of a run plays, by what the run's own report finds."""
    if opinion.most(run.manifest) < FEWEST and not opinion.is_named(run.manifest):
        return None
    told = study(run)
    surpluses = [each.surplus for each in heard(told, findings(told), None)]
    return opinion.asked(told, [one for one in surpluses if one is not None])


def heard(told: Study, found: Sequence[Finding], players: Players | None) -> list[Heard]:
    """Every finding with what the second player says."""
    return [_heard(told, finding, players) for finding in found]


def _heard(told: Study, finding: Finding, players: Players | None) -> Heard:
    one = opinion.surplus(told, finding.about, finding.verdict) if finding.about else None
    fact = players.facts.get(one.key) if one is not None and players is not None else None
    if one is None or fact is None or fact.low is None or fact.high is None:
        return Heard(finding, one)
    return Heard(finding, one, one.verdict(fact.low, fact.high))


def summary(told: Study, all_: Sequence[Heard], players: Players | None) -> str:
    """The first sentence of a report: on how many verdicts two players agree, or who was asked."""
    manifest = told.design.manifest
    who = words.listing(sorted({f"`{s}`" for seat in told.seated for s in seat.strategies}))
    if players is None:
        return _nobody(told, [one for one in all_ if one.surplus is not None])
    given = [one.said for one in all_ if one.said]
    if not given:
        return (
            f"`{players.strategy}` was asked, and no finding is of one number that it could tell."
        )
    text = f"{who} and `{players.strategy}`, who think differently, agree on "
    text += f"{given.count(YES)} of {words.plural(len(given), 'verdict')}"
    if NO in given:
        text += f"; {words.plural(given.count(NO), 'finding')} only {who} makes, told below"
    if CANNOT in given:
        games = words.plural(players.games, "game")
        text += f"; on {given.count(CANNOT)} {games} a setting do not tell"
    unshown = "" if agreements(told.design) else f" {UNSHOWN}"
    return f"{text}.{unshown}" if manifest else text


def _nobody(told: Study, open_: Sequence[Heard]) -> str:
    """Why nobody was asked; empty where there is nothing to ask."""
    manifest = told.design.manifest
    if not open_:
        return ""
    second = str(manifest.get("second") or "")
    if not second:
        return (
            "No second player was asked, so nobody knows whether these findings are the game's "
            "or the player's."
        )
    games = int(opinion.most(manifest))
    return (
        f"No second player was asked: in half of this run's time `{second}` plays "
        f"{words.plural(games, 'game')}, too few to tell. So these findings may be the player's."
    )
