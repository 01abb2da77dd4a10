"""What a finding rests on besides its games: a line each on chance, players, guesses, its card."""

from collections.abc import Iterator, Mapping
from typing import Any

from analysis.conclusions.guesses.guess_sensitivity import GuessSensitivity, guess_sensitivity
from analysis.conclusions.guesses.value_of_information import LookUps, to_look_up
from analysis.conclusions.ledger import LedgerEntry
from analysis.conclusions.players.policy_robustness import Opinion
from analysis.conclusions.robustness import (
    CANNOT,
    NO,
    YES,
    Doubts,
    Guesses,
    Key,
    Players,
    claim,
    headline,
    key_of,
)
from analysis.description.underused import Shunned, is_so_with
from analysis.stats import verdicts
from analysis.stats.intervals import round_up
from analysis.study import Study
from reports.text import words
from reports.text.card_sensitivity import CardDoubt, card_doubt
from reports.text.command import file_of
from simulate.core.errors import command
from simulate.core.game.facts import OVER_FAIR_SHARE, WIN_RATE
from simulate.pack.text.labels import label

About = tuple[str, Mapping[str, Any]] | None


def said(entry: LedgerEntry, about: About, study: Study, doubts: Doubts) -> dict[str, Any]:
    """What a finding rests on, a line each, where anybody was asked or it is about a card; with the
    numbers.  Nothing of a finding that is of several numbers.
    """
    if entry.fact is None:
        return {}
    if about is None:  # of two runs
        players = [_players(entry.fact.metric, entry.opinion, "")] if entry.opinion.by else []
        return {"doubts": [f"Players: {said}." for said in players]} if players else {}
    is_own = bool(file_of(study.design.manifest))
    key, held = key_of(*about), claim(study, *about, entry.verdict)
    card = card_doubt(entry.card, study.design.manifest.get("pack", {}))
    packs = doubts.guesses
    guesses = guess_sensitivity(key, held, packs) if packs is not None else None
    lines = [f"Chance: {_chance(entry.verdict)}."]
    if entry.opinion.by or doubts.players is not None:
        second = doubts.players.strategy if doubts.players is not None else ""
        lines.append(f"Players: {_players(about[0], entry.opinion, second)}.")
    if guesses is not None and packs is not None and not is_own:
        lines.append(f"Guesses: {_guesses(key, guesses, packs, card)}.")
    lines += [card.text] if card is not None else []
    lines += _play(about, study, doubts.players) if is_own else []
    numbers = {"card": card and dict(card.data), "guesses": guesses and _guess_data(guesses)}
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


def shuns(one: Shunned) -> str:
    """Hardly ever counted of who holds Poets, and often of all others: sprints (...)"""
    others = (
        f"{one.least:.1f}" if one.most < one.least + 0.05 else f"{one.least:.1f}-{one.most:.1f}"
    )
    return (
        f"Hardly ever counted of who holds {one.name}, and often of all others: {one.deed} "
        f"({one.often:.2f} a game, the others {others})"
    )


def _chance(verdict: str) -> str:
    """What luck may have made of it."""
    if verdict == verdicts.MORE:
        return "these games do not settle it"
    if verdict in words.VERDICTS and verdict != words.LEARNED:
        return "these games settle it"
    return "no verdict, only an interval"


def _players(metric: str, opinion: Opinion, second: str) -> str:
    """Whether it stands when somebody stronger plays; second: who was asked."""
    who, pooled = f"`{opinion.by}`", opinion.pooled
    if pooled is None:
        return f"`{second}` played too few games to tell{_would_tell(opinion)}"
    number = words.measured(metric, *pooled.ends)
    if opinion.said == YES and not opinion.shown:
        return f"both players find it, neither is shown to play well: with {who} it is {number}"
    if opinion.said == YES:
        return f"it stands with {who}, the strongest player measured: {number}"
    if opinion.said == NO:
        return f"it does not stand with {who}, the strongest player measured: {number}"
    if opinion.weak:
        return f"cannot be told: {who} wins fewer games; it finds {number}"
    if opinion.said != CANNOT:
        weak = "" if opinion.shown else "; neither player is shown to play well"
        return f"with {who} it is {number}{weak}"
    least = f"show only {words.points(opinion.least or 0.0)} or more"
    played = f"{words.plural(opinion.games, 'game')} a setting"
    text = f"{who} may find less: {number}. Its {played} {least}"
    return text + (_would_tell(opinion) if opinion.by == second else "")


def _would_tell(opinion: Opinion) -> str:
    """How many games of the second player would, where that is more than were played."""
    needed = opinion.surplus.needed if opinion.surplus is not None else 0
    if needed <= opinion.games:
        return ""
    return f". About {round_up(needed):,} games a setting would settle it"


def _guesses(key: Key, found: GuessSensitivity, guesses: Guesses, card: CardDoubt | None) -> str:
    """In how many cases it stands, and what decides; of a card how many of its guesses they had."""
    end = card.drawn(guesses.paths) if card is not None else ""
    if found.luck is None:
        return (
            f"the {found.packs} cases do not tell, with {guesses.games:,} games a setting each{end}"
        )
    text = f"{_counts(found)}{_between(key[0], found, found.luck)}"
    if found.too_few:
        text += f"; {found.games:,} games a case are too few to be sure"
    if found.leading is not None:
        text += f"; `{found.path}` decides {_part(found.leading.share)} of that"
    elif found.range is not None:
        text += "; no single guess stands out"
    return text + end


def _counts(found: GuessSensitivity) -> str:
    """stands in about 58 of 64 cases (51 to 63); over all of them"""
    if found.stands is None or found.low is None or found.high is None:
        return "over all cases "
    shares = (found.stands, found.low, found.high)
    about, low, high = (round(share * found.packs) for share in shares)
    return f"stands in about {about} of {found.packs} cases ({low} to {high}); over all of them "


def _between(metric: str, found: GuessSensitivity, luck: float) -> str:
    """What most cases come to; luck taken off."""
    if found.range is None:
        return f"it moves no more than luck does (±{words.points(luck)})"
    low, high = found.range
    return f"it mostly lies between {_level(metric, low)} and {_level(metric, high)}"


def _guess_data(found: GuessSensitivity) -> dict[str, Any]:
    shares = {"stands": found.stands, "low": found.low, "high": found.high}
    counts = {name: round(s * found.packs) for name, s in shares.items() if s is not None}
    decides = {"decides": found.path} if found.path else {}
    return {"packs": found.packs, "games": found.games} | counts | decides


def _level(metric: str, value: float) -> str:
    if metric == WIN_RATE:
        return words.percent(min(max(value, 0.0), 1.0))
    return f"{words.signed(value)} points"


def _part(share: float) -> str:
    """about 31%"""
    return f"about {100 * share:.0f}%"


def decides(study: Study, doubts: Doubts) -> list[dict[str, Any]]:
    """Lines of the first screen: which guesses to look up first, or that none stands out."""
    found = to_look_up(study, doubts)
    if found.first:
        return [_line("Look up first", _first(study, found))]
    guesses = doubts.guesses
    if guesses is None:
        return []
    text = (
        f"Of {len(guesses.numbers)} guesses none settles a verdict in {guesses.packs} cases: each "
    )
    text += f"changes {about_what(headline(study))} a little, or luck hides it."
    return [_line("What the guesses decide", text)]


def _line(title: str, text: str) -> dict[str, Any]:
    return {"kind": "open", "label": title, "text": text, "rows": []}


def _first(study: Study, found: LookUps) -> str:
    pack = study.design.manifest.get("pack", {})
    names = [f"{label(pack, one.path)} (`{one.path}`)" for one in found.first]
    values = words.plural(len(names), "value")
    return (
        f"{words.plural(found.verdicts, 'verdict')} may change with other values in place of "
        f"our guesses. Knowing {values} would settle {_part(found.part)} of that: "
        f"{words.listing(names)}. Put in what is printed on your copy, or what you decide "
        "(`simulate edit DIR` asks for them first), and run again."
    )


def about_what(keys: list[Key]) -> str:
    """What is looked at: how often the players win, or who wins how much."""
    return "who wins more than the fair share" if _shares(keys) else "how often the players win"


def _shares(keys: list[Key]) -> bool:
    return bool(keys) and keys[0][0] == OVER_FAIR_SHARE
