"""The ledger of a run: everything that it judges, each with a verdict and a standing.

A verdict is what chance allows to say of the games that were played.  A standing says how far it
goes.  It is the first of these that holds:

hangs on who plays: better players are known to win far more; another player finds otherwise, or
    played enough to show it and did not; people at the table surely find otherwise; or, of an own
    game that is not solved, nobody else was heard, or nobody who is shown to play better than
    those of the run;
hangs on a guess: with other values where nobody knows the printed ones it would not be so, or it
    was set so by play;
differs, inside the band: it is not the fair share for certain, and near enough, or perhaps so;
needs more games: these games do not settle it;
stands: none of these, which of an own game a better player must have found, too.

Whatever counts verdicts counts entries of this ledger: two surfaces cannot differ.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from analysis.conclusions.facts import About, Fact, facts, of_cell, of_over, of_share
from analysis.conclusions.guesses.card_sensitivity import CardSensitivity, card_sensitivity
from analysis.conclusions.guesses.guess_sensitivity import guess_sensitivity
from analysis.conclusions.people import refuting
from analysis.conclusions.players import policy_robustness
from analysis.conclusions.players.player_panel import PlayerPanel
from analysis.conclusions.players.policy_robustness import Opinion
from analysis.conclusions.robustness import (
    CANNOT,
    NO,
    YES,
    Claim,
    Doubts,
    Key,
    band_of,
    claim,
    key_of,
)
from analysis.people.answer import SideBySide
from analysis.shares.share_verdicts import Kind
from analysis.stats import verdicts
from analysis.stats.verdicts import Band
from analysis.study import Study
from simulate.core.game.facts import OVER_FAIR_SHARE, WIN_RATE

STANDS = "stands"
ON_GUESS = "hangs on a guess"
ON_PLAYER = "hangs on who plays"
DIFFERS = "differs, inside the band"
NEEDS_GAMES = "needs more games"
STANDINGS = (STANDS, DIFFERS, ON_PLAYER, ON_GUESS, NEEDS_GAMES)

TARGET, CHANGED, EXPERIMENT, NOBODY = "target", "change", "experiment", ""  # who asked

SETTINGS, SHARES = "settings", "shares"  # what is counted

UNASKED, ALONE = Opinion(None), Doubts()
ORDER = (
    *(verdicts.ON_TARGET, verdicts.BELOW, verdicts.ABOVE, verdicts.STRONG, verdicts.WEAK),
    *(verdicts.MORE, verdicts.FIT, verdicts.FAR),
)
STANDINGS_OF = {
    verdicts.FAR: ON_PLAYER,
    verdicts.FIT: ON_GUESS,
    verdicts.MORE: NEEDS_GAMES,
}
JUDGED = frozenset(
    {
        *(verdicts.ON_TARGET, verdicts.MORE, verdicts.FAR, verdicts.FIT),
        *(*verdicts.OFF, *verdicts.SHOWN, verdicts.NONE),
    }
)


@dataclass(frozen=True)
class LedgerEntry:
    """One number that is judged, and all that anybody may say of it.

    fact: the number with its interval, None of a sentence that is of several; verdict: by chance
    alone, empty where nothing is judged; standing: one of STANDINGS, empty likewise; band: what it
    should lie in; asked: who wanted to know it, NOBODY where it came out large by itself; more:
    games to add before a verdict is likely, None where that is not known; opinion: of another
    player; card: how far it rests on guesses on its card, where it is of one; people: whose games
    surely do not find it.
    """

    fact: Fact | None
    verdict: str
    standing: str
    band: Band | None = None
    asked: str = NOBODY
    more: int | None = None
    opinion: Opinion = UNASKED
    card: CardSensitivity | None = None
    people: SideBySide | None = None


@dataclass(frozen=True)
class VerdictTally:
    """Entries of one family, counted; noun: SETTINGS or SHARES."""

    noun: str
    entries: tuple[LedgerEntry, ...]

    def __len__(self) -> int:
        """How many there are."""
        return len(self.entries)

    def of(self, *given: str) -> int:
        """How many have one of these verdicts."""
        return sum(entry.verdict in given for entry in self.entries)

    @property
    def on(self) -> int:
        """How many are on target."""
        return self.of(verdicts.ON_TARGET)

    @property
    def off(self) -> int:
        """How many are off target."""
        return self.of(*verdicts.OFF)

    @property
    def given(self) -> tuple[str, ...]:
        """The verdicts that were met, in the order in which they are told."""
        return tuple(verdict for verdict in ORDER if self.of(verdict))

    @property
    def one(self) -> str:
        """One verdict for all, empty where they differ."""
        return self.given[0] if len(self.given) == 1 else ""

    def standing(self, standing: str, *given: str) -> int:
        """How many of those with one of these verdicts stand so; of those off target, if none."""
        given = given or tuple(verdicts.OFF)
        return sum(e.standing == standing for e in self.entries if e.verdict in given)


def of_number(
    verdict: str,
    fact: Fact | None = None,
    band: Band | None = None,
    asked: str = NOBODY,
    is_alone: bool = False,
) -> LedgerEntry:
    """What is said of a number that no single run judges: of two runs, or of a search.

    is_alone: another player surely does not find it, or nobody who is shown to play well was asked.
    """
    standing = STANDINGS_OF.get(verdict, STANDS if verdict in JUDGED else "")
    standing = ON_PLAYER if standing and is_alone else standing
    return LedgerEntry(fact, verdict, standing, band, asked)


def tally(given: Iterable[str], noun: str = SETTINGS) -> VerdictTally:
    """Verdicts that are given elsewhere, such as of a search, counted likewise."""
    return VerdictTally(noun, tuple(LedgerEntry(None, verdict, "") for verdict in given))


@dataclass(frozen=True)
class Ledger:
    """Everything that a run judges; doubts: what was played beside it."""

    study: Study
    doubts: Doubts = ALONE

    @cached_property
    def facts(self) -> Mapping[Key, Fact]:
        """Every number of the run by what it is of."""
        return {key_of(fact.metric, fact.where): fact for fact in facts(self.study)}

    @cached_property
    def panel(self) -> PlayerPanel:
        """All players who measured what the run is about."""
        told = [*self.facts.values()]
        return policy_robustness.panel(self.study, self.doubts.players, told)

    @cached_property
    def is_own(self) -> bool:
        """Whether it is a designer's own game, whose players nobody knows."""
        return bool(self.study.design.manifest.get("own"))

    @cached_property
    def levels(self) -> tuple[LedgerEntry, ...]:
        """The win rate of each setting that has a target."""
        judged = (one for one in self.study.cells if one.verdict)
        return tuple(
            self.entry((WIN_RATE, of_cell(one.cell)), one.verdict, more=one.more) for one in judged
        )

    def shares(self, kind: Kind) -> tuple[LedgerEntry, ...]:
        """What each thing of a kind wins in each setting, over the fair share."""
        values = {over.label: over.value for over in kind.overs}
        return tuple(
            self.entry(
                (OVER_FAIR_SHARE, of_share(one, kind.noun, values[one.label])),
                one.verdict,
                more=one.more,
            )
            for one in kind.shares
        )

    def overs(self, kind: Kind) -> tuple[LedgerEntry, ...]:
        """What each thing of a kind wins over all settings."""
        return tuple(
            self.entry((OVER_FAIR_SHARE, of_over(one, kind.noun)), one.verdict)
            for one in kind.overs
        )

    @cached_property
    def tallies(self) -> tuple[VerdictTally, ...]:
        """The answer to whether it is on target: by settings, and by shares where seats compete."""
        contest = self.study.contest
        kind = contest.kind("option") or contest.kind("seat")
        both = [(SETTINGS, self.levels), (SHARES, self.shares(kind) if kind else ())]
        return tuple(VerdictTally(noun, entries) for noun, entries in both if entries)

    def entry(
        self, about: About | None, verdict: str, asks: str = "", more: int | None = None
    ) -> LedgerEntry:
        """What is said of a number with this verdict.

        about: metric and place, None of several numbers; asks: the verdict that another player is
        asked about, where the sentence gives none.
        """
        judged = verdict if verdict in JUDGED else asks if self.is_own else ""
        if about is None or (fact := self.facts.get(key_of(*about))) is None:
            standing = NEEDS_GAMES if judged == verdicts.MORE else self.agreed if judged else ""
            return LedgerEntry(None, verdict, standing, more=more)
        held = claim(self.study, *about, judged, [fact])
        opinion = self._opinion(about, judged)
        card = card_sensitivity(self.study, self.doubts, *about, held)
        hangs = self._hangs(held, card)
        people = refuting(self.doubts.people, about, fact.value, held)
        standing = self._standing(judged, fact, held, opinion, hangs) if judged else ""
        standing = ON_PLAYER if standing and people is not None else standing
        band, asked = band_of(self.study, *about), self._asked(fact)
        return LedgerEntry(fact, verdict, standing, band, asked, more, opinion, card, people)

    def holds(self, entry: LedgerEntry) -> bool:
        """Whether the number of an entry is one of this run, not of two that are compared."""
        fact = entry.fact
        return fact is not None and self.facts.get(key_of(fact.metric, fact.where)) is fact

    @cached_property
    def agreed(self) -> str:
        """How what nobody doubts stands: of an own game by how good those are who agree."""
        shown = policy_robustness.is_shown(self.study, self.doubts.players)
        return STANDS if shown else ON_PLAYER

    def _opinion(self, about: About, verdict: str) -> Opinion:
        told, players = [*self.facts.values()], self.doubts.players
        return policy_robustness.opinion(self.study, about, verdict, players, told, self.panel)

    def _is_refuted(self, held: Claim | None) -> bool:
        """Whether a stronger player surely finds outside what is on target here."""
        view = self.panel.view(held.key) if held is not None else None
        if held is None or view is None:
            return False
        return view.chance(held) <= 1 - policy_robustness.SURELY

    def _standing(
        self, verdict: str, fact: Fact, held: Claim | None, opinion: Opinion, hangs: bool
    ) -> str:
        alone = self.is_own and opinion.surplus is not None and opinion.said != YES
        doubted = opinion.said == NO or (opinion.said == CANNOT and opinion.heard)
        rule: tuple[tuple[str, Callable[[], bool]], ...] = (
            (ON_PLAYER, lambda: verdict == verdicts.FAR or doubted or alone),
            (ON_PLAYER, lambda: verdict == verdicts.ON_TARGET and self._is_refuted(held)),
            (ON_GUESS, lambda: verdict == verdicts.FIT or hangs),
            (DIFFERS, lambda: bool(fact.differs) and verdict not in verdicts.OFF),
            (NEEDS_GAMES, lambda: verdict == verdicts.MORE),
        )
        return next((standing for standing, holds in rule if holds()), self.agreed)

    def _hangs(self, held: Claim | None, card: CardSensitivity | None) -> bool:
        """Whether a finding hangs on guesses on its card, or anywhere in the pack."""
        packs = self.doubts.guesses
        if held is None or self.is_own:
            return False
        by_packs = packs is not None and guess_sensitivity(held.key, held, packs).hangs
        return by_packs or (card is not None and card.hangs)

    def _asked(self, fact: Fact) -> str:
        if fact.metric not in (WIN_RATE, OVER_FAIR_SHARE):
            return NOBODY
        design = self.study.rated if fact.metric == WIN_RATE else self.study.design
        cells = policy_robustness.cells_of(design, fact)
        bands = [band for cell in cells for band in design.held(cell, fact.metric)]
        return TARGET if bands and not all(band.wish for band in bands) else NOBODY
