"""What a finding rests on besides its games: a line each on chance, players, guesses, its card."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from analysis.conclusions.ledger import LedgerEntry
from analysis.conclusions.policy_robustness import Opinion
from analysis.conclusions.robustness import (
    CANNOT,
    NO,
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
from analysis.description.underused import is_so_with
from analysis.stats import verdicts
from analysis.stats.intervals import round_up
from analysis.study import Study
from reports.text import words
from reports.text.card_sensitivity import CardDoubt, card_doubt
from reports.text.command import file_of
from reports.text.underused import shuns
from simulate.core.errors import command
from simulate.core.facts import OVER_FAIR_SHARE, WIN_RATE
from simulate.pack.labels import label

About = tuple[str, Mapping[str, Any]] | None
MOST_TOLD = 3
FEWEST_GAMES = 1_000  # of a pack: with fewer it is luck in how many a finding stands
FEW = 0.01  # a number that guesses move by less than a point
TWO_SIDES = 1.96  # standard errors to either side that hold 19 of 20 numbers
MOST_PACKS = 1.28  # standard deviations to either side that hold 8 of 10 packs


def said(entry: LedgerEntry, about: About, study: Study, doubts: Doubts) -> dict[str, Any]:
    """What a finding rests on, a line each, where anybody was asked or it is about a card; with the
    numbers.  Nothing of a finding that is of several numbers.
    """
    if about is None or entry.fact is None:
        return {}
    is_own = bool(file_of(study.design.manifest))
    key, held = key_of(*about), claim(study, *about, entry.verdict)
    card = card_doubt(*about, held, study, doubts)
    guesses = None
    if doubts.guesses is not None:
        guesses = _guesses(key, held, doubts.guesses, card)
    lines = [f"Chance: {_chance(entry.verdict)}."]
    if entry.opinion.by or doubts.players is not None:
        second = doubts.players.strategy if doubts.players is not None else ""
        lines.append(f"Players: {_players(about[0], entry.opinion, second)}.")
    lines += [f"Guesses: {guesses.text}."] if guesses is not None and not is_own else []
    lines += [card.text] if card is not None else []
    lines += _play(about, study, doubts.players) if is_own else []
    numbers = {"card": card and dict(card.data), "guesses": guesses and guesses.data}
    found = {name: one for name, one in numbers.items() if one}
    return ({"doubts": lines} if len(lines) > 1 else {}) | found


def _play(
    about: tuple[str, Mapping[str, Any]], study: Study, players: Players | None
) -> Iterator[str]:
    """That who holds a thing plays it unlike all others, which may be all that is found of it.

    Not where that is so with another player, too, who chooses in another way.
    """
    things = {str(thing) for thing in about[1].values()}
    did = players.did if players is not None else {}
    for one in study.shunned:
        if one.option not in things or is_so_with(one, did):
            continue
        his, name = did.get((one.option, one.column)), players.strategy if players else ""
        beside = "" if his is None else f"; in the hands of `{name}` {his:.2f}"
        learn = command("learn", file_of(study.design.manifest))
        yield (
            f"Play: {shuns(one)}{beside}. If that is something to do, this may say how "
            f"these players play {one.name}, not how good it is: `{learn} --seconds 120` teaches "
            "them more."
        )


def _chance(verdict: str) -> str:
    """What luck may have made of it."""
    if verdict == verdicts.MORE:
        return "these games do not settle it"
    if verdict in words.VERDICTS and verdict != words.LEARNED:
        return "these games settle it"
    return "told with its interval, not judged"


def _players(metric: str, opinion: Opinion, second: str) -> str:
    """Whether it stands when somebody stronger plays; second: who was asked."""
    who, pooled = f"`{opinion.by}`", opinion.pooled
    if pooled is None:
        return f"`{second}` played too little to tell{_would_tell(opinion)}"
    number = _number(metric, pooled.value, pooled.low, pooled.high)
    if opinion.said == YES:
        return f"it stands with {who}, the strongest that was measured: {number}"
    if opinion.said == NO:
        return f"it does not stand with {who}, the strongest that was measured: {number}"
    if opinion.weak:
        return f"cannot be told, {who} wins fewer games and finds {number}"
    if opinion.said != CANNOT:
        return f"with {who} it is {number}"
    least = f"less than {words.points(opinion.least or 0.0)} would not show"
    played = f"{words.plural(opinion.games, 'game')} a setting"
    text = f"{who} may find less: {number}. It played {played}: {least}"
    return text + (_would_tell(opinion) if opinion.by == second else "")


def _would_tell(opinion: Opinion) -> str:
    """How many games of the second player would, where that is more than were played."""
    needed = opinion.surplus.needed if opinion.surplus is not None else 0
    if needed <= opinion.games:
        return ""
    return f". About {round_up(needed):,} games a setting would tell"


@dataclass(frozen=True)
class _Drawn:
    """What the packs say of a finding."""

    text: str
    data: dict[str, Any]


def _guesses(key: Key, held: Claim | None, guesses: Guesses, card: CardDoubt | None) -> _Drawn:
    """In how many packs it stands, and what decides; of a card how many of its guesses they had."""
    games, packs = guesses.games_of(key), guesses.packs
    data: dict[str, Any] = {"packs": packs, "games": games}
    spread = guesses.spreads.get(key)
    end = f"; {card.drawn(guesses.paths)}" if card is not None and card.guessed else ""
    if spread is None:
        text = f"the {packs} packs do not tell, with {guesses.games:,} games a cell in each"
        return _Drawn(text + end, data)
    between = _between(key[0], spread)
    if held is None:
        text = f"in the packs {between}"
    else:
        share = spread.standing(held)
        low, high = (round(one * packs) for one in spread.standing_between(held))
        data |= {"stands": round(share * packs), "low": low, "high": high}
        text = f"stands in about {round(share * packs)} of {packs} packs ({low} to {high}), in "
        text += f"which {between}"
    if games < FEWEST_GAMES:
        text += f"; {games:,} games a pack are too few to say it well"
    sure = [one for one in guesses.shares([key]) if one.sure]
    if spread.by_guesses < FEW:
        return _Drawn(text + end, data)
    if not sure:
        return _Drawn(f"{text}; no single guess stands out{end}", data)
    text = f"{text}; `{sure[0].number.path}` decides {_part(sure[0].share)} of that{end}"
    return _Drawn(text, data | {"decides": sure[0].number.path})


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
    """The first screen's line: which guesses would settle most, once somebody has read them."""
    guesses = doubts.guesses
    if guesses is None:
        return []
    keys = headline(study)
    sure = [one for one in guesses.shares(keys) if one.sure]
    what = about_what(keys)
    if not sure:
        text = f"Of {len(guesses.numbers)} guesses none stands out in {what} over "
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
