"""What a finding rests on besides its games: a line each on chance, players and guesses."""

from collections.abc import Mapping
from typing import Any

from analysis.conclusions.robustness import (
    NO,
    UNSURE,
    YES,
    Claim,
    Doubts,
    Guesses,
    GuessSpread,
    Key,
    Players,
    claim,
    headline,
    key_of,
)
from analysis.stats import verdicts
from analysis.study import Study
from reports import words
from simulate.core.facts import OVER_FAIR_SHARE, WIN_RATE
from simulate.pack.labels import label

About = tuple[str, Mapping[str, Any]] | None
SEVERAL = "Players, guesses: not told of this finding, which is of several numbers."
MOST_TOLD = 3
FEW = 0.01  # a number that guesses move by less than a point
TWO_SIDES = 1.96  # standard errors to either side that hold 19 of 20 numbers
MOST_PACKS = 1.28  # standard deviations to either side that hold 8 of 10 packs


def said(about: About, verdict: str, study: Study, doubts: Doubts) -> dict[str, list[str]]:
    """The doubts of a finding, where any was asked for; one of several numbers has none told."""
    if doubts.guesses is None and doubts.players is None:
        return {}
    if about is None:
        return {"doubts": [SEVERAL]}
    key, held = key_of(*about), claim(study, *about, verdict)
    lines = [f"Chance: {_chance(verdict)}."]
    if doubts.players is not None:
        lines.append(f"Players: {_players(key, held, doubts.players)}.")
    else:
        lines.append("Players: not asked (`--confirm-with STRATEGY`).")
    if doubts.guesses is not None:
        lines.append(f"Guesses: {_guesses(key, held, doubts.guesses)}.")
    else:
        lines.append("Guesses: not asked (`--guesses 64`).")
    return {"doubts": lines}


def _chance(verdict: str) -> str:
    if verdict == verdicts.MORE:
        return "these games do not settle it"
    if verdict in words.VERDICTS and verdict != words.LEARNED:
        return "these games settle it"
    return "told with its interval, not judged"


def _players(key: Key, held: Claim | None, players: Players) -> str:
    """Whether it stands when somebody else plays."""
    fact, name = players.facts.get(key), f"`{players.strategy}`"
    games = f"{players.games:,} games a cell"
    if fact is None or fact.low is None or fact.high is None:
        return f"{name} did not tell in {games}"
    number = _number(key[0], fact.value, fact.low, fact.high)
    if held is None:
        return f"with {name} it is {number}"
    verdict = held.verdict(fact.low, fact.high)
    if verdict == YES:
        return f"stands with {name} as well, {number}"
    if verdict == NO:
        return f"does not stand with {name}: {number}"
    return f"{games} do not tell whether it stands with {name}: {number}"


def _guesses(key: Key, held: Claim | None, guesses: Guesses) -> str:
    """In how many packs it stands, and what decides."""
    spread = guesses.spreads.get(key)
    if spread is None:
        return f"the {guesses.packs} packs do not tell, with {guesses.games:,} games a cell in each"
    between = _between(key[0], spread)
    if held is None:
        text = f"in the packs {between}"
    else:
        share = spread.standing(held)
        text = f"stands in about {round(share * guesses.packs)} of {guesses.packs} packs, in which "
        text += between
        if share < UNSURE and spread.by_guesses >= FEW:
            text = f"hangs on them: {text}"
    if spread.by_guesses < FEW:
        return text
    sure = [one for one in guesses.shares([key]) if one.sure]
    if not sure:
        return f"{text}; no single number stands out"
    return f"{text}; `{sure[0].number.path}` decides {_part(sure[0].share)} of that"


def _between(metric: str, spread: GuessSpread) -> str:
    """What most packs come to; luck taken off."""
    if spread.by_guesses < FEW:
        return f"it moves no more than by luck (±{words.points(TWO_SIDES * spread.luck)})"
    low, high = (spread.mean + way * MOST_PACKS * spread.by_guesses for way in (-1, 1))
    return f"it mostly lies between {_level(metric, low)} and {_level(metric, high)}"


def _level(metric: str, value: float) -> str:
    if metric == WIN_RATE:
        return words.percent(min(max(value, 0.0), 1.0))
    return f"{words.signed(value)} points"


def _number(metric: str, value: float, low: float, high: float) -> str:
    if metric == WIN_RATE:
        return words.share_range(value, low, high)
    return f"{words.signed_range(value, low, high)} points"


def _part(share: float) -> str:
    """about 31%"""
    return f"about {100 * share:.0f}%"


def decides(study: Study, doubts: Doubts) -> list[dict[str, Any]]:
    """The first screen's line: which numbers of the owner's copy would settle most."""
    guesses = doubts.guesses
    if guesses is None:
        return []
    keys = headline(study)
    sure = [one for one in guesses.shares(keys) if one.sure]
    what = about_what(keys)
    if not sure:
        text = f"Of {len(guesses.numbers)} open numbers none stands out in {what} over "
        text += f"{guesses.packs} packs: what they change, all change a little, or luck hides it."
        rows: list[list[str]] = []
    else:
        pack = study.design.manifest.get("pack", {})
        parts = [
            f"{label(pack, one.number.path)} (`{one.number.path}`) decides {_part(one.share)}"
            f"{_where(one.number.where)}"
            for one in sure[:MOST_TOLD]
        ]
        text = f"Of what they change in {what}, {words.listing(parts)}. Put in what is printed on "
        text += "your copy, or what you decide, and run again."
        rows = [["open-numbers", one.number.path] for one in sure[:MOST_TOLD]]
    return [{"kind": "open", "label": "What the guesses decide", "text": text, "rows": rows}]


def about_what(keys: list[Key]) -> str:
    """What is looked at: how often the players win, or who wins how much."""
    return "who wins more than the fair share" if _shares(keys) else "how often the players win"


def _shares(keys: list[Key]) -> bool:
    return bool(keys) and keys[0][0] == OVER_FAIR_SHARE


def _where(text: str) -> str:
    return f" (read it off {text})" if text else ""
