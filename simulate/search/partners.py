"""With whom does a card go well?  From the games as they are, where seats are dealt such cards.

A pair is compared by a difference of differences: what a partner adds to games that have the card,
less what the same partner adds to games that do not.  So that a strong partner is not taken for one
that goes well with this card.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from analysis.estimators.clustered_ratios import Ratios
from analysis.stats import verdicts
from analysis.stats.corrections import fcr_widening_of
from analysis.stats.intervals import Estimate, effect, fcr_adjust
from simulate.search.aim.sums import PairedRows
from simulate.search.trial import Trial

SHOWN = 3  # the best and the worst
SIGNS = (1.0, -1.0, -1.0, 1.0)  # of games with neither, the partner, the card, both


@dataclass(frozen=True)
class CardPair:
    """A card with another one: `beyond` what each of the two adds with others, of wins 0..1.

    games: of the card, or of its seats, with the partner.  The interval allows for how many pairs
    the ones that are shown were picked from.
    """

    partner: str
    games: int
    beyond: Estimate
    q: float
    verdict: str


@dataclass(frozen=True)
class Seating:
    """Games of one setting: what is won, and what seats hold.

    deals: of each game; rows: results; held: (games, seats, cards).
    """

    deals: np.ndarray
    rows: PairedRows
    held: np.ndarray


class Tables:
    """Who sat at each table of the unchanged game.

    parts: in which part of the games of each setting the card was dealt to somebody; present: of
    all settings, weighed alike; None where it is nothing that seats are dealt.
    """

    def __init__(
        self, settings: Sequence[Seating] = (), labels: Sequence[str] = (), place: int = -1, *,
        several: bool = False,
    ) -> None:  # fmt: skip
        self.settings, self.labels, self.place, self.several = settings, labels, place, several
        parts = (s.held[..., place].any(axis=1).mean() if place >= 0 else 0.0 for s in settings)
        self.parts = [float(part) for part in parts]
        self.present = float(np.mean(self.parts)) if self.parts else None

    @classmethod
    def of(cls, trial: Trial, section: str, key: str) -> "Tables":
        """Of what was played of the game as it is, so far."""
        design = trial.design
        names = [str(column["name"]) for column in design.columns("seats", "option")]
        if not names or design.option_section != section:
            return cls()
        played = [trial.unchanged(cell) for cell in trial.base]
        values = sorted({v for _, seats in played for n in names for v in seats[n].drop_nulls()})
        settings = []
        for cell, (rows, seats) in zip(trial.base, played, strict=True):
            games = np.arange(len(rows.won)) // design.rotations[cell]
            shape = len(games), -1, len(values)
            one_hot = [[(seats[n] == v).fill_null(value=False).to_numpy() for v in values]
                       for n in names]  # fmt: skip
            held = np.logical_or.reduce(np.array(one_hot)).T.reshape(shape)
            settings.append(Seating(games, rows, held))
        labels = [design.name_in(section, value) for value in values]
        place = values.index(key) if key in values else -1
        return cls(settings, labels, place, several=len(names) > 1)

    def pairs(self) -> list[CardPair]:
        """Every partner that was met often enough, the best first."""
        if self.place < 0:
            return []
        ratios = Ratios(range(4 * len(self.settings)), len(self.labels))
        for partner in range(len(self.labels)):
            if partner != self.place:
                units = [self._units(s, 4 * n, partner) for n, s in enumerate(self.settings)]
                game, group, won = map(np.concatenate, zip(*units, strict=True))
                ratios.add(game, group, np.full(len(game), partner), won)
        known = {p: w for p in range(len(self.labels)) if (w := self._weights(ratios, p)).any()}
        beyond = [effect(ratios.value(p, w), ratios.variance(p, w)) for p, w in known.items()]
        times = fcr_widening_of(min(2 * SHOWN, len(known)), len(known)) if known else 1.0
        pairs = [
            CardPair(self.labels[p], int(ratios.bottom[3::4, p].sum()),
                     fcr_adjust(one, times, -2.0, 2.0), q, verdict)
            for p, one, (q, verdict) in zip(known, beyond, verdicts.of_family(beyond), strict=True)
        ]  # fmt: skip
        return sorted(pairs, key=lambda pair: (-pair.beyond.value, pair.partner))

    def _weights(self, ratios: Ratios, partner: int) -> np.ndarray:
        """Of the groups of each setting that has enough of all four, settings weighed alike."""
        enough = (ratios.bottom[:, partner].reshape(-1, 4) >= verdicts.FEWEST).all(axis=1)
        weights = np.outer(enough, SIGNS).ravel() / max(1, enough.sum())
        return np.asarray(weights)

    def _units(
        self, of: Seating, first: int, partner: int
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Game number, group and result of each unit: a game won together, or a competing seat.

        Partners sit at one table, or in one seat where that holds several.
        """
        frame, held = of.rows.frame, of.held
        if frame is None:
            table = np.logical_or.reduce(held, axis=1)
            return of.deals, first + 2 * table[:, self.place] + table[:, partner], of.rows.won
        own, other = held[..., self.place], held[..., partner]
        met = np.logical_or.reduce(other, axis=1, keepdims=True)
        met = other if self.several else np.broadcast_to(met, own.shape)
        counts = np.full(own.shape, True) if self.several else ~other  # a partner is not its own
        game = np.repeat(of.deals[:, None], own.shape[1], axis=1)
        return game[counts], (first + 2 * own + met)[counts], frame.won[counts]


def shown(pairs: Sequence[CardPair]) -> Iterator[CardPair]:
    """The best and the worst of some pairs."""
    yield from pairs[:SHOWN]
    yield from pairs[max(SHOWN, len(pairs) - SHOWN) :]
