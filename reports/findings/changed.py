"""What was changed, and what it does: told first, whatever that is.

Judged as two runs are that are compared: a card by the games in which it takes part, what is in no
deal by all games.  A card that the shipped game does not have is told by what it brings.
"""

from collections.abc import Collection, Iterable
from dataclasses import replace

from analysis.conclusions.baseline import ShippedGame
from analysis.conclusions.comparison import Differs, RunComparison
from analysis.conclusions.facts import (
    EFFECT,
    WHOLE_CHANGE,
    About,
    of_contrast,
    of_kind,
    of_moved_share,
    of_own,
)
from analysis.data.changed import BLANK, on_card
from analysis.shares.effects import Shift
from analysis.shares.own import Own
from analysis.stats import verdicts
from analysis.stats.intervals import Estimate
from analysis.study import Study
from reports.findings.finding import Finding
from reports.sections.data.provenance import CHANGED_VALUES
from reports.tables.parts import judged
from reports.text import changes, words
from simulate.core.game.facts import OVER_FAIR_SHARE
from simulate.pack.text.nouns import one_of

CHANGED = "changed"
EVERY_CHANGE = "Values that are not the same in both runs"
MOST_CHANGED = 6
MOST_LISTED = 6  # by name in one sentence
SOURCES, VALUES = "sources", "changed"  # where a run says what it changes: section and table


def findings(study: Study, shipped: ShippedGame | None) -> list[Finding]:
    """What a changed game does that the shipped one does not: cards, other values, new cards.

    shipped: None where it was not played beside it; then new cards alone are told.
    """
    fresh = _new_cards(study)
    comparison = shipped.comparison if shipped is not None else None
    told = []
    if comparison is not None and comparison.differs:
        told = [*of_cards(comparison, CHANGED_VALUES), *_of_rest(comparison, fresh)]
    return [*(replace(one, section=SOURCES, rows=()) for one in told), *fresh.values()]


def of_cards(comparison: RunComparison, table: str = EVERY_CHANGE) -> list[Finding]:
    """What every changed card does in its own games; of many the rest by name alone.

    table: what the table of all changes is called.
    """
    owns = _changed(comparison)
    found = [_of_card(one, comparison) for one in owns[:MOST_CHANGED]]
    if rest := [_name(one) for one in owns[MOST_CHANGED:]]:
        text = f"Changed as well: {words.listing(rest)}."
        if len(rest) > MOST_LISTED:
            text += f" The table “{table}” of the report has all."
        found.append(Finding(kind=CHANGED, verdict=words.LEARNED, text=text, section="differs"))
    return found


def _of_card(one: Own | Shift, comparison: RunComparison) -> Finding:
    """Wraith DRAIN: damage 2 → 6: the players win 9.0 points less often with it (6.0-12.0)."""
    together = isinstance(one, Own)
    what = _what(one, comparison)
    said = _together(one.effect, one.verdict) if together else _apart(one.effect, one.verdict)
    sides = f"{words.percent(one.before)} before, {words.percent(one.after)} after"
    text = f"{what}: {said}. Its games won: {sides}"
    if together and comparison.whole is not None:
        moved = comparison.whole.effect
        text += f"; of all games {words.signed_range(*moved.ends)} points"
    kind, section = (CHANGED, "own") if together else (f"{CHANGED} share", "moved")
    about = of_own(one) if isinstance(one, Own) else of_moved_share(_noun(one, comparison), one)
    return Finding(
        kind, one.verdict, f"{text}.", section, abs(one.effect.value), _rows(one, comparison),
        about=about, line=_line(f"{what}: {said}"),
    )  # fmt: skip


def _noun(one: Shift, comparison: RunComparison) -> str:
    return next(noun for noun, shifts in comparison.shares if one in shifts)


def _line(text: str) -> str:
    """A sentence without the interval at its end, which is drawn beside it."""
    return text.rpartition(" (")[0] if text.endswith(")") else text


def _rows(one: Own | Shift, comparison: RunComparison) -> tuple[tuple[str, str], ...]:
    if not isinstance(one, Own):
        return ()
    every = (("compared", changes.setting(s.cell)) for s in comparison.settings)
    return ((own_table(one.family), one.label), *every)


def own_table(family: str) -> str:
    """Name of the table of a comparison with the own games of a family."""
    return f"own-{words.slug(family)}"


def _what(one: Own | Shift, comparison: RunComparison) -> str:
    """A card by what is another on it; many values are counted."""
    of = [d for d in comparison.differs if _is_on(d, one.cards)]
    if any(d.path.endswith(BLANK) for d in of):
        return f"{_name(one)} blank"
    if len(of) > changes.MOST_NAMED:
        return f"{_name(one)}, {changes.title(comparison, of)}"
    return words.sentence(changes.title(comparison, of))


def _name(one: Own | Shift) -> str:
    return one.label if isinstance(one, Own) else one.option


def _is_on(one: Differs, cards: Iterable[str]) -> bool:
    """Whether a value stands on one of these cards; so does that one is blank."""
    path = f"cards.{one.path.removesuffix(BLANK).removeprefix('cards.')}."
    return any(on_card(path, card) for card in cards)


def _together(moved: Estimate, verdict: str, often: str = " with it") -> str:
    """What a change does where all win or lose together."""
    if verdict not in verdicts.SHOWN:
        return _not_shown(moved)
    return f"the players win {words.often(moved, often)}"


def _apart(moved: Estimate, verdict: str, than: str = "") -> str:
    """What a change does where one of the seats wins."""
    return f"wins {words.often(moved, than)}" if verdict in verdicts.SHOWN else _not_shown(moved)


def _not_shown(moved: Estimate) -> str:
    return f"no difference is shown: at most {_bound(moved)}"


def _bound(moved: Estimate) -> str:
    """The size that a difference does not exceed, rounded up."""
    return words.points(judged(verdicts.NONE, moved)["bound"])


def _of_rest(comparison: RunComparison, fresh: Collection[str]) -> list[Finding]:
    """What is changed besides cards that have games of their own: by all games.

    fresh: paths of new cards, which are told by what they bring.
    """
    cards = [card for one in _changed(comparison) for card in one.cards]
    own = [d for d in comparison.differs if _is_on(d, cards)]
    rest = [d for d in comparison.differs if d not in own and changes.card_of(d.path) not in fresh]
    if not rest:
        return []
    what = words.sentence(changes.title(comparison, None if own or fresh else rest))
    if own or fresh:
        what += ", together"
    if comparison.whole is not None:
        return [_of_whole(what, comparison)]
    return [_of_shares(what, comparison)] if comparison.shares else []


def _of_whole(what: str, comparison: RunComparison) -> Finding:
    assert comparison.whole is not None
    moved = comparison.whole.effect
    settings = len(comparison.settings)
    over = f", on average over {settings} settings" if settings > 1 else ""
    said = f"{what}: {_together(moved, comparison.verdict, '')}"
    return Finding(
        CHANGED, comparison.verdict, f"{said}{over}.", "compared", abs(moved.value),
        about=WHOLE_CHANGE, line=_line(said),
    )  # fmt: skip


def _of_shares(what: str, comparison: RunComparison) -> Finding:
    """The share that moves most for certain; else that none is shown to."""
    noun, first = comparison.shares[0]
    sure = [s for _, shifts in comparison.shares for s in shifts if s.verdict in verdicts.SHOWN]
    if sure:
        most = max(sure, key=lambda s: abs(s.effect.value))
        others = [s.option for s in sure if s is not most]
        text = f"{what}: {most.option} {_apart(most.effect, most.verdict)}"
        line = _line(text)
        text += f". Others that move: {words.listing(others)}" if others else ""
    else:
        most = max(first, key=lambda s: verdicts.at_most(s.effect))
        text = f"{what}: no {one_of(noun)} is shown to win more or less often: at most "
        text += _bound(most.effect)
        line = text
    about = of_moved_share(_noun(most, comparison), most)
    return Finding(
        f"{CHANGED} share", most.verdict, f"{text}.", "moved", abs(most.effect.value), about=about,
        line=line,
    )  # fmt: skip


def _changed(comparison: RunComparison) -> list[Own | Shift]:
    """What was changed itself and has games of its own."""
    owns = [own for own in comparison.own if own.changed]
    return [*owns, *(s for _, shifts in comparison.shares for s in shifts if s.named)]


def _new_cards(study: Study) -> dict[str, Finding]:
    """Cards that the shipped game does not have, by their paths: what they bring."""
    paths = [changes.card_of(one.path) for one in study.changed if changes.is_new_card(one)]
    brought = ((path, _brought(path, study)) for path in paths)
    return {path: found for path, found in brought if found is not None}


def _brought(card: str, study: Study) -> Finding | None:
    for contrast in study.dealing.contrasts:
        if card in contrast.paths:
            text = f"{contrast.label}, new: {_together(contrast.effect, contrast.verdict)}."
            about = EFFECT, of_contrast(study, contrast)
            return _new(text, contrast.verdict, contrast.effect, about, card)
    for kind in study.contest.kinds:
        for over in kind.overs:
            if card == f"cards.{kind.section}.{over.value}":
                verdict = over.verdict
                shown = verdicts.BIG if over.differs else verdicts.MORE
                said = _apart(over.effect, shown, " than its fair share")
                about = OVER_FAIR_SHARE, of_kind(kind, over)
                return _new(f"{over.label}, new: {said}.", verdict, over.effect, about, card)
    return None


def _new(text: str, verdict: str, brings: Estimate, about: About, card: str) -> Finding:
    rows, size = ((VALUES, f"{card}{changes.NAME}"),), abs(brings.value)
    return Finding(f"{CHANGED} new", verdict, text, SOURCES, size, rows, about=about)
