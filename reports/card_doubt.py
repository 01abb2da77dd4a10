"""The fourth doubt of a finding, where it is about a card: how far does it rest on our guesses?"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analysis.conclusions.about_cards import about_card, card_sources, covered
from analysis.conclusions.card_answers import CLEAR, CardAnswer
from analysis.conclusions.robustness import Claim, Doubts, key_of
from analysis.study import Study
from reports import words
from reports.command import file_of
from simulate.core.facts import OVER_FAIR_SHARE
from simulate.pack.labels import label


@dataclass(frozen=True)
class CardDoubt:
    """What is said of a finding's card.

    guessed: its guessed values; text: the line; hangs: whether it stands and falls with them;
    data: the same for report.json.
    """

    guessed: list[str]
    text: str
    hangs: bool
    data: Mapping[str, Any]

    def drawn(self, paths: set[str]) -> str:
        """3 of 7 guesses on this card were drawn"""
        return of_drawn(covered(self.guessed, paths), len(self.guessed))


def of_drawn(drawn: int, guessed: int) -> str:
    """3 of 7 guesses on this card were drawn"""
    one = guessed == 1
    return f"{drawn} of {guessed} guess{'' if one else 'es'} on this card {_were(drawn)} drawn"


def _were(number: int) -> str:
    return "was" if number == 1 else "were"


def card_doubt(
    metric: str, where: Mapping[str, Any], claim: Claim | None, study: Study, doubts: Doubts
) -> CardDoubt | None:
    """What is said of the card of a finding; None where it is about none, or none says anything.

    Nor is anything of a designer's own game, whose numbers are no guesses.
    """
    about = about_card(study, metric, where)
    if about is None or file_of(study.design.manifest):
        return None
    known = card_sources(study.design.manifest, about.paths)
    if not known.known:
        return None
    guessed, yours = known.guessed, _yours(known.decided)
    data: dict[str, Any] = {"paths": list(about.paths), "guesses": len(guessed), "drawn": 0}
    data["decided"] = known.decided
    if not guessed:
        rest = "" if known.decided == known.known else ", the rest is cited"
        text = f"{yours}{rest}" if yours else "all cited"
        return CardDoubt(guessed, f"Card: {text}.", False, data)
    also = f"; {yours}" if yours else ""
    tried = doubts.of_card(key_of(metric, where))
    if not tried or claim is None:
        its = "guess" if len(guessed) == 1 else f"{len(guessed)} guesses"
        text = f"Card: no other values were tried for its {its}, so it rests on our card{also}."
        return CardDoubt(guessed, text, False, data)
    answer = CardAnswer(tried[-1], claim)
    drawn = covered(guessed, set(answer.drawn))
    data |= {
        "drawn": drawn,
        "player": answer.tried.player,
        "games": answer.tried.games,
        "packs": len(answer.tried.packs),
        "stands": round(answer.standing * len(answer.tried.packs), 1),
        "decides": answer.decides,
        "won": answer.tried.won,
        "won_low": answer.won(answer.decides)[0],
        "won_high": answer.won(answer.decides)[1],
    }
    hangs = answer.has_it and (bool(answer.decides) or not answer.standing >= CLEAR)
    text = _said(answer, metric, study)
    return CardDoubt(guessed, f"Card: {text}; {of_drawn(drawn, len(guessed))}{also}.", hangs, data)


def _yours(decided: int) -> str:
    """2 values are yours"""
    return f"{words.plural(decided, 'value')} {'is' if decided == 1 else 'are'} yours" * bool(
        decided
    )


def _said(answer: CardAnswer, metric: str, study: Study) -> str:
    tried = answer.tried
    who = "it wins" if metric == OVER_FAIR_SHARE else "the players win with it"
    low, high = (words.percent(end) for end in answer.won(answer.decides))
    between = low if low == high else f"{low.removesuffix('%')} to {high}"
    ours = words.percent(tried.won)
    by = f" (by `{tried.player}`)"
    if not answer.has_it:
        return f"`{tried.player}`, by whom its guesses are tried, does not have this finding"
    if answer.decides:
        what = label(study.design.manifest["pack"], answer.decides).removesuffix(": effects")
        return (
            f'with other values in place of ours for "{what}" {who} {between}, '
            f"not {ours}{by}: our guess decides it"
        )
    packs = len(tried.packs)
    if answer.standing >= CLEAR:
        return f"stands with other guesses on it as well: {who} {between}, {ours} with ours{by}"
    count = round(answer.standing * packs)
    return (
        f"hangs on our guesses: stands in about {count} of {packs} packs, in which {who} "
        f"{between}, not {ours}{by}"
    )
