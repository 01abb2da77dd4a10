"""The line on a finding's card: how far it rests on values that we guessed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analysis.conclusions.guesses.about_cards import covered
from analysis.conclusions.guesses.card_sensitivity import CardSensitivity, PackedClaim
from analysis.conclusions.guesses.pack_effects import PackShare
from reports.text import words
from simulate.core.game.facts import OVER_FAIR_SHARE
from simulate.pack.text.labels import label


@dataclass(frozen=True)
class CardDoubt:
    """What is said of a finding's card: the line, and the same for report.json."""

    card: CardSensitivity
    text: str
    data: Mapping[str, Any]

    def drawn(self, paths: set[str]) -> str:
        """3 of its 7 guesses were tried; empty where none is guessed"""
        guessed = self.card.sources.guessed
        return f"; {_tried(covered(guessed, paths), len(guessed))}" if guessed else ""


def card_doubt(card: CardSensitivity | None, pack: Mapping[str, Any]) -> CardDoubt | None:
    """What is said of the card of a finding, if it is about one."""
    return None if card is None else CardDoubt(card, f"Card: {_line(card, pack)}.", _data(card))


def _line(card: CardSensitivity, pack: Mapping[str, Any]) -> str:
    sources = card.sources
    decided, guessed = sources.decided, len(sources.guessed)
    is_or_are = "is" if decided == 1 else "are"
    yours = f"{words.plural(decided, 'value')} {is_or_are} yours" if decided else ""
    if not guessed:
        rest = "" if decided == sources.known else ", the rest is cited"
        return f"{yours}{rest}" if yours else "all cited"
    also = f"; {yours}" if yours else ""
    if card.packed is None:
        are, other = ("is", "value was") if guessed == 1 else ("are", "values were")
        values = words.plural(guessed, "value")
        return f"{values} {are} guessed; no other {other} tried{also}"
    return f"{_said(card, card.packed, pack)}; {_tried(card.drawn, guessed)}{also}"


def _tried(drawn: int, guessed: int) -> str:
    """3 of its 7 guesses were tried"""
    if guessed == 1:
        return "its only guess was tried" if drawn else "its only guess was not tried"
    return f"{drawn} of its {guessed} guesses were tried"


def _said(card: CardSensitivity, packed: PackedClaim, pack: Mapping[str, Any]) -> str:
    who = "" if packed.tried.is_own else f" (all by `{packed.tried.player}`)"
    if not packed.has_it:
        return f"`{packed.tried.player}`, who played it with other values, does not find this"
    if card.range is None:
        return "the other values tried never came into play"
    fair = " over the fair share" if packed.tried.metric == OVER_FAIR_SHARE else ""
    low, high = (words.signed(end) for end in card.range)
    points = f"{low} to {high} points{fair}, {words.signed(packed.tried.value)} with ours{who}"
    if card.path:
        what = label(pack, card.path).removesuffix(": effects")
        return f'depends on a value we guessed, "{what}": with other values it is {points}'
    cases = f"{_cases(card, packed.share)}, mostly at {points}"
    if card.hangs:
        return f"depends on values we guessed: with other values it stands in {cases}"
    if card.too_few:
        return f"too few games with other values to say: it stands in {cases}"
    return f"stands with other values, in {cases}"


def _cases(card: CardSensitivity, share: PackShare) -> str:
    """6 of 24 cases (3 to 11)"""
    value, low, high = (round(end * card.packs) for end in (share.value, share.low, share.high))
    return f"{value} of {words.plural(card.packs, 'case')} ({low} to {high})"


def _data(card: CardSensitivity) -> dict[str, Any]:
    data = {
        "paths": list(card.paths),
        "guesses": len(card.sources.guessed),
        "drawn": card.drawn,
        "decided": card.sources.decided,
    }
    if card.packed is None or card.range is None:
        return data
    share, (low, high) = card.packed.share, card.range
    shares = {"stands": share.value, "low": share.low, "high": share.high}
    return {
        **data,
        "player": card.packed.tried.player,
        "games": card.games,
        "packs": card.packs,
        **{name: words.rounded(value) for name, value in shares.items()},
        "hangs": card.hangs,
        "too_few": card.too_few,
        "decides": card.path,
        "otherwise": card.otherwise,
        "value": words.rounded(card.packed.tried.value),
        "value_low": words.rounded(low),
        "value_high": words.rounded(high),
    }
