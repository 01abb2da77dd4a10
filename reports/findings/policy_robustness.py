"""A second player's opinion: what it is asked, which findings stand, and which only one finds."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from analysis.conclusions.ledger import STANDINGS, Ledger, LedgerEntry
from analysis.conclusions.players import player_panel, policy_robustness
from analysis.conclusions.players.change_robustness import ChangeOpinion
from analysis.conclusions.players.policy_robustness import FEWEST, WORTH, OpinionPlan
from analysis.conclusions.robustness import NO, YES, Duel, Players
from analysis.stats.intervals import round_up
from analysis.study import Study, latest
from reports.findings.choose import by_itself
from reports.findings.finding import ToldFinding
from reports.text import words
from reports.text.command import Command, Typed, command_of, file_of
from reports.text.player_strength import said_of_players, said_of_rival
from simulate.core.errors import InputError
from simulate.experiment.context import STRATEGY
from simulate.own.file.reading import source_of
from simulate.own.file.source import OwnSource
from simulate.store import StoredRun

NAMED = "--confirm-with"  # who was asked by name
UNSHOWN = "No test has shown that better players find the same."


def asked(run: StoredRun) -> OpinionPlan | None:
    """What the second player of a run plays, by what the run's own report finds."""
    named = policy_robustness.is_named(run.manifest)
    if policy_robustness.most(run.manifest) < FEWEST / WORTH and not named:
        return None
    told = latest(run)
    surpluses = [one.entry.opinion.surplus for one in by_itself(told)]
    return policy_robustness.asked(told, [one for one in surpluses if one is not None])


def summary(ledger: Ledger, told: Sequence[ToldFinding]) -> str:
    """How far the findings go: how many stand and what the others hang on, or who was asked; of an
    own game first how good its players are known to be.
    """
    study, players = ledger.study, ledger.doubts.players
    open_ = [one.entry for one in told if one.entry.opinion.surplus is not None]
    counted = _counted(ledger, open_) if open_ else ""
    if ledger.is_own and player_panel.best_play(study.design.manifest) is None:
        said = of_players(study.design.manifest["own"], _seated(study))
        strength = _strength(study, players) if players is not None else ""
        return " ".join(filter(None, [said, counted, strength]))
    return counted


def _counted(ledger: Ledger, entries: Sequence[LedgerEntry]) -> str:
    """With `expert` in every seat 5 of 6 findings stand; 1 hangs on who plays."""
    manifest, players = ledger.study.design.manifest, ledger.doubts.players
    second = players.strategy if players is not None else str(manifest.get("second") or "")
    who = dict.fromkeys(entry.opinion.by for entry in entries if entry.opinion.by)
    if not who and not second:
        return "No second player was asked: these findings may be this player's, not the game's."
    given = [entry.standing for entry in entries]
    met = [(given.count(standing), standing) for standing in STANDINGS if standing in given]
    parts = [f"{number} {_verb(standing, number)}" for number, standing in met]
    names = words.listing([f"`{name}`" for name in who or [second]])
    said = f"Of {words.plural(len(given), 'finding')} {words.listing(parts)}"
    if len(given) == 1:
        said = f"The only finding {parts[0].partition(' ')[2]}"
    return f"{said} (with {names} in every seat)." if who else f"{said}; {names} could not tell."


def _verb(standing: str, number: int) -> str:
    """stands; differ, inside the band"""
    verb, rest = standing.partition(" ")[0].rstrip(","), standing.partition(" ")[2]
    verb = verb if number == 1 else verb.removesuffix("s")
    return f"{verb} {rest}".strip()


def tells(ledger: Ledger, one: ToldFinding) -> str:
    """The command by which another player plays what would tell; empty where nothing would."""
    study, players, asked = ledger.study, ledger.doubts.players, one.entry.opinion.surplus
    manifest = study.design.manifest
    second = players.strategy if players is not None else str(manifest.get("second") or "")
    if asked is None or not second or one.entry.opinion.weak or one.entry.opinion.said in (YES, NO):
        return ""
    if players is not None and asked.key in players.facts and asked.needed <= players.games:
        return ""  # he finds about half of it, and will with more games
    again = command_of(manifest).without(NAMED).with_set(STRATEGY, second)
    where = one.finding.about[1] if one.finding.about is not None else {}
    for factor in study.design.factors:
        if factor.name in where and factor.name != STRATEGY:
            again = again.with_set(str(factor.name), where[factor.name])
    plays = f"`{again.with_option('--games', round_up(asked.needed))}`"
    return f"{plays} plays what would tell."


def _strength(told: Study, players: Players) -> str:
    """How strong a second player of an own game is beside those who played, or what tells it."""
    manifest, who = told.design.manifest, f"`{players.strategy}`"
    both = policy_robustness.together(told, players)
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
    if players.duel is not None:
        return _of_duel(players.duel, who, words.listing([f"`{name}`" for name in seated]))
    known = _rival(source_of(manifest["own"]), players.strategy, seated)
    asks = Command(file_of(manifest), (), verb="ladder")
    asks = asks.with_set(STRATEGY, Typed(",".join([*seated, players.strategy])))
    return known or f"Nobody knows which of the two plays better: `{asks}` tells it."


def _of_duel(duel: Duel, who: str, rivals: str) -> str:
    """How a second player does alone among those of a run."""
    won, fair = (words.percent(each / duel.games) for each in (duel.won, duel.fair))
    told = f"for alone among {rivals} it wins {won} of {duel.games:,} games, where {fair} would be"
    if duel.is_won:
        return f"{who} plays this game better, {told} as good."
    if duel.is_lost:
        return f"{who} plays this game worse, {told} as good."
    return f"{who} is not shown to play this game better, {told} as good."


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
        return f"No second player was asked: perhaps {what} for this player only."
    if opinion is None:
        return ""
    names = words.listing([f"`{name}`" for name in who])
    if opinion.said == YES:
        weak = "" if opinion.shown else ", and neither is shown to play well"
        return f"{names} and `{second}` agree that {what}{weak}."
    if opinion.said == NO:
        return f"{names} {'finds' if len(who) == 1 else 'find'} that {what}; `{second}` does not."
    return f"Whether {what} for `{second}` cannot be told."


def change_line(opinion: ChangeOpinion, level: str = "", again: str = "") -> str:
    """What a second player finds of a change, beside what was found, and in how many games.

    level: what that player wins with it; again: the command that asks with enough games.
    """
    asked, surplus = opinion.question, opinion.question.surplus
    who, wanted = f"`{asked.strategy}`", words.plural(surplus.needed, "game")
    tells = f" `{again}` plays them." if again else ""
    if opinion.added is None and not opinion.games:
        plays = f"{words.plural(asked.paid, 'game')} a side" if asked.paid else "not one game"
        few = f"in its time {who} plays {plays}"
        return f"cannot be told: {few}; {surplus.needed:,} a side would tell.{tells}"
    if opinion.added is None:
        return (
            f"cannot be told: {who} did not tell in {words.plural(opinion.games, 'game')} a side."
        )
    found, low, high = (
        opinion.added.value,
        opinion.added.low,
        opinion.added.high,
    )
    text = f"{who} finds {words.signed_range(found, low, high)} points "
    text += f"(here {words.signed(surplus.value)}) in "
    text += f"{words.plural(opinion.games, 'game')} a side{level}."
    if opinion.said == YES:
        says = "stands" if opinion.shown else "both find it, neither is shown to play well"
        return f"{says}; {text}"
    if opinion.said == NO:
        return f"only this player finds so much: {text}"
    enough = surplus.needed > opinion.games
    return f"cannot be told; {text}" + (f" {wanted} a side would tell.{tells}" if enough else "")
