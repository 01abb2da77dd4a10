"""What a finding rests on besides its games: a line each on chance, players, guesses, its card."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from analysis.conclusions.opinion import Opinion
from analysis.conclusions.robustness import (
    CANNOT,
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
from analysis.description.shunned import is_so_with
from analysis.stats import verdicts
from analysis.stats.intervals import round_up
from analysis.study import Study
from reports import words
from reports.card_doubt import CardDoubt, card_doubt
from reports.command import file_of
from reports.shunned import shuns
from simulate.core.errors import command
from simulate.core.facts import OVER_FAIR_SHARE, WIN_RATE
from simulate.pack.labels import label

About = tuple[str, Mapping[str, Any]] | None
SEVERAL = "{}: not told of this finding, which is of several numbers."
MOST_TOLD = 3
FEWEST_GAMES = 1_000  # of a pack: with fewer it is luck in how many a finding stands
FEW = 0.01  # a number that guesses move by less than a point
TWO_SIDES = 1.96  # standard errors to either side that hold 19 of 20 numbers
MOST_PACKS = 1.28  # standard deviations to either side that hold 8 of 10 packs


def said(
    about: About, verdict: str, opinion: Opinion, study: Study, doubts: Doubts
) -> dict[str, Any]:
    """The doubts of a finding, where any was asked for or it is about a card; with their numbers.

    One of several numbers has none told.
    opinion: what a second player says of it.
    """
    asked = doubts.guesses is not None or doubts.players is not None or bool(opinion.said)
    is_own = bool(file_of(study.design.manifest))
    if about is None:
        what = "Players" if is_own else "Players, guesses"
        return {"doubts": [SEVERAL.format(what)]} if asked else {}
    key, held = key_of(*about), claim(study, *about, verdict)
    card = card_doubt(*about, held, study, doubts)
    guesses = None
    if doubts.guesses is not None:
        guesses = _guesses(key, held, doubts.guesses, card)
    lines = []
    if asked:
        hangs = (guesses is not None and guesses.hangs) or (card is not None and card.hangs)
        alone = opinion.said in (NO, CANNOT)
        lines = [f"Chance: {_chance(verdict, hangs, alone)}."]
        lines.append(_players_line(key, opinion, doubts.players))
        told = guesses.text if guesses else "not asked (`--guesses 64`)"
        lines += [] if is_own else [f"Guesses: {told}."]
    if card is not None:
        lines.append(card.text)
    lines += _play(about, study, doubts.players) if is_own else []
    numbers = {"card": card and dict(card.data), "guesses": guesses and guesses.data}
    found = {name: one for name, one in numbers.items() if one}
    return ({"doubts": lines} if lines else {}) | found


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


def _chance(verdict: str, hangs: bool, alone: bool) -> str:
    """What luck may have made of it; of what hangs on guesses, or on who plays, no more than that.

    alone: no second player finds it, so far.
    """
    if verdict == verdicts.MORE:
        return "these games do not settle it"
    if verdict in words.VERDICTS and verdict != words.LEARNED:
        only = ", but only with our guesses as they are" if hangs else ""
        return (
            f"these games settle it for those who played{only}"
            if alone
            else f"these games settle it{only}"
        )
    return "told with its interval, not judged"


def _players_line(key: Key, opinion: Opinion, players: Players | None) -> str:
    if players is None and not opinion.said:
        return "Players: not asked (`--confirm-with STRATEGY`)."
    return f"Players: {_players(key, opinion, players)}."


def _players(key: Key, opinion: Opinion, players: Players | None) -> str:
    """Whether it stands when somebody else plays."""
    needed = opinion.surplus.needed if opinion.surplus is not None else 0
    wanted = f"about {round_up(needed):,} games a setting would tell"
    takes = f"; {wanted}" if opinion.said == CANNOT else ""
    if players is None:
        return f"cannot be told in the time that is given to it{takes}"
    fact, name = players.facts.get(key), f"`{players.strategy}`"
    games = f"{words.plural(players.games, 'game')} a setting"
    if fact is None or fact.low is None or fact.high is None:
        return f"{name} played too little to tell ({games}){takes}"
    number = _number(key[0], fact.value, fact.low, fact.high)
    if opinion.said == YES:
        return f"stands, {name} finds {number}"
    if opinion.said == NO:
        return f"does not stand, {name} finds {number}"
    if opinion.weak:
        return f"cannot be told, {name}, who wins fewer games, finds {number}"
    if opinion.said == CANNOT and needed <= players.games:
        return f"cannot be told, {name} finds about half of it: {number}"
    if opinion.said == CANNOT:
        return f"cannot be told, {name} finds {number} in {games}{takes}"
    return f"with {name} it is {number}"


@dataclass(frozen=True)
class _Drawn:
    """What the packs say of a finding; hangs: whether it stands in fewer than half of them."""

    text: str
    data: dict[str, Any]
    hangs: bool = False


def _guesses(key: Key, held: Claim | None, guesses: Guesses, card: CardDoubt | None) -> _Drawn:
    """In how many packs it stands, and what decides; of a card how many of its guesses they had."""
    games, packs = guesses.games_of(key), guesses.packs
    data: dict[str, Any] = {"packs": packs, "games": games}
    spread = guesses.spreads.get(key)
    end = f"; {card.drawn(guesses.paths)}" if card is not None and card.guessed else ""
    if spread is None:
        text = f"the {packs} packs do not tell, with {guesses.games:,} games a cell in each"
        return _Drawn(text + end, data)
    between, hangs = _between(key[0], spread), False
    if held is None:
        text = f"in the packs {between}"
    else:
        share = spread.standing(held)
        low, high = (round(one * packs) for one in spread.standing_between(held))
        hangs = share < UNSURE and spread.by_guesses >= FEW
        data |= {"stands": round(share * packs), "low": low, "high": high}
        text = f"stands in about {round(share * packs)} of {packs} packs ({low} to {high}), in "
        text += f"which {between}"
    if games < FEWEST_GAMES:
        text += f"; {games:,} games a pack are too few to say it well"
    sure = [one for one in guesses.shares([key]) if one.sure]
    if spread.by_guesses < FEW:
        return _Drawn(text + end, data, hangs)
    if not sure:
        return _Drawn(f"{text}; no single guess stands out{end}", data, hangs)
    text = f"{text}; `{sure[0].number.path}` decides {_part(sure[0].share)} of that{end}"
    return _Drawn(text, data | {"decides": sure[0].number.path}, hangs)


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
