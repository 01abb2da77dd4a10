"""How was this worked out, and what does it not say?"""

from analysis.stats.interim import Confidence
from analysis.stats.verdicts import MARGIN
from analysis.study import Study
from reports import words
from reports.parts import Col, Data, Section, table

TITLE = "How was this worked out, and what does it not say?"


def section(study: Study) -> Section:
    """Methods and limits in plain words."""
    section = Section("method", TITLE)
    section.words = [text for text in _texts(study) if text]
    strategies = _strategies(study)
    section.tables = [strategies] if strategies else []
    return section


def _texts(study: Study) -> list[str]:
    margin = words.points(MARGIN)
    return [
        "Scripts played these games, not people. The intervals say how sure a number is about "
        "these scripts; they cannot say how far people would differ from them. Trust "
        "comparisons more than levels.",
        "Every rate comes with its 95% interval (Wilson's): it holds the rate that endless "
        "games of the same scripts would give in 95 of 100 such reports.",
        _looks(study.design.confidence),
        "A setting is on target when its interval lies inside the band, off target when it lies "
        "outside. A wide interval is never called on target."
        if study.rated.bands
        else "",
        _contest(study),
        f"A difference that is surely below {margin} is called “no effect shown (less than …)”, "
        f"or a little effect where there surely is one; one that is surely above {margin} moves "
        "the win rate. In between, more games are needed.",
        "Settings and changes share their luck game by game, and are compared game by game. "
        "Intervals of averages over settings allow for the luck that they share."
        if len(study.design.cells) > 1
        else "",
        "What the deal decides is compared within each setting and the settings are then "
        "pooled: games with a thing against all games without it, where any of the others of its "
        "kind has its place."
        if study.dealing.contrasts
        else "",
        "Where a table asks many questions at once, some answers are luck. q says how large a "
        "share of the things called an effect, down to this one, are expected to be false "
        "alarms (Benjamini and Hochberg); nothing with a q of 0.05 or more is called an effect.",
        "What is called an effect, too strong or too weak was picked because it came out large: "
        "its true size tends to be a little smaller. The intervals of what the deal decides and of "
        "shares of wins are made wider for that where they are picked; trust the end that is "
        "nearer to nothing.",
        "A game stopped by a limit counts as not won; how many there were stands among the checks.",
    ]


def _looks(sure: Confidence) -> str:
    """Why intervals are wider where the run was stopped by its verdicts."""
    if sure.looks == 1:
        return ""
    return (
        f"This was played until its verdicts were settled, and could be looked at {sure.looks} "
        "times. Who looks often sees what is not there more often; so each look gets its part of "
        f"the doubt, every interval is {sure.times:.2f} times as wide as that of a planned number "
        "of games, and 95 of 100 hold the truth whenever the run stops."
    )


def _contest(study: Study) -> str:
    """How shares of wins are judged, where seats compete."""
    if not study.contest.kinds:
        return ""
    return (
        "Where seats compete, the fair share is 1 divided by the sides at the table; a tied win is "
        "shared, that of a team counts for each of its players. The unit is the game, not the "
        "seat: seats of one game, and games that share their luck in several settings, are never "
        "taken for independent. A share is too strong or too weak when its interval lies outside "
        "the target and q, over the whole table, is below 0.05."
    )


def _strategies(study: Study) -> Data | None:
    """The scripts that sat at the tables, with their plans."""
    pack = study.design.manifest.get("pack", {}).get("strategies", {})
    names = sorted({name for seat in study.seated for name in seat.strategies})
    if not names:
        return None
    rows = [{"name": n, "plan": str(pack.get(n, {}).get("plan", ""))} for n in names]
    columns = [Col("name", "Strategy"), Col("plan", "Plan")]
    return table("strategies", "Who played", columns, rows)
