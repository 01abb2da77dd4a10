"""Shares as main effects and interactions, each interaction drawn to none by what is luck of it.

A pair of options beats what their strengths say, an option does better with two players than with
four: few games of each tell, so the largest are mostly luck.  How far interactions truly spread is
learned from all of them together (empirical Bayes).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from analysis.stats.interim import ONE_LOOK, Confidence
from analysis.stats.intervals import Estimate

# Spreads of interactions that are weighed, on the scale of log odds; 4 is from even to 98%.
SPREADS = np.concatenate([[0.0], np.geomspace(0.02, 4.0, 24)])
# Half of the weight beforehand lies on spreads below this, the rest on any above (Gelman 2006).
USUAL = 0.5
ROUNDS = 3  # of working responses; the third changes the third digit at most
HELD = 1e-6  # precision of main effects beforehand: only their differences count
SLIGHT = 1e-4  # weight of a spread that is left out
EDGE = 1e-6


@dataclass(frozen=True)
class CountedShares:
    """Shares as counted.

    shares: 0 to 1; games: effective number of each, above 0.  moves: float[groups, shares], what
    each group of games adds to each share: the sums of their squares and products are variances
    and covariances.  design: float[shares, effects], which effects add up to each share, on the
    scale of log odds; even: what each share is without any.
    """

    shares: np.ndarray
    games: np.ndarray
    moves: np.ndarray
    design: np.ndarray
    even: np.ndarray | float = 0.5


@dataclass(frozen=True)
class Interactions:
    """Shares as they likely are, with intervals.

    beyond: of each, what the contrast leaves, empty without one.  spread: how far interactions lie
    apart, their standard deviation on the scale of log odds.
    """

    likely: tuple[Estimate, ...]
    beyond: tuple[Estimate, ...]
    spread: float


def drawn_together(
    counted: CountedShares, confidence: Confidence = ONE_LOOK, contrast: np.ndarray | None = None
) -> Interactions:
    """Shares drawn to what their main effects say.

    contrast: float[shares, shares], which sums of log odds are told besides, such as each less the
    mean of its option.

    Interactions are normal with a spread that is integrated out by its restricted likelihood; a
    share is normal around its truth on the scale of log odds (Laplace, by working responses).

    References
    ----------
    R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs", Biometrika 39
    (1952); A. Gelman, "Prior distributions for variance parameters", Bayesian Analysis 1 (2006).
    """
    from scipy.special import expit, logit

    start = logit(np.broadcast_to(counted.even, counted.shares.shape))
    at = (counted.shares * counted.games + 0.5) / (counted.games + 1)
    for _ in range(ROUNDS):
        slope = np.clip(at * (1 - at), EDGE, None)
        found = logit(np.clip(at, EDGE, 1 - EDGE)) + (counted.shares - at) / slope - start
        fits = [
            _InteractionFit.of(s, found, 1 / (counted.games * slope), counted.design)
            for s in SPREADS
        ]
        weights = _weights(fits)
        value = weights @ [fit.value for fit in fits]
        at = expit(start + value)
    kept = [(w, fit) for w, fit in zip(weights, fits, strict=True) if w > SLIGHT]
    moves = counted.moves.T / slope[:, None]
    error = _error(kept, [fit.variance(moves) for _, fit in kept], value)
    ends = [expit(start + value + side * confidence.reach * error) for side in (-1.0, 1.0)]
    likely = _told(at, ends[0], ends[1], error * slope, confidence)
    spread = float(weights @ SPREADS)
    if contrast is None:
        return Interactions(likely, (), spread)
    rest = contrast @ value
    error = _error(kept, [fit.variance(moves, contrast) for _, fit in kept], value, contrast)
    # As wide in shares as it is in log odds, which is sure of its side in both or in neither.
    nil = np.abs(rest) < EDGE
    steep = np.where(nil, slope, (at - expit(start + value - rest)) / np.where(nil, 1.0, rest))
    low, high = (steep * (rest + side * confidence.reach * error) for side in (-1.0, 1.0))
    return Interactions(likely, _told(steep * rest, low, high, steep * error, confidence), spread)


def of_pairs(first: np.ndarray, second: np.ndarray, size: int) -> np.ndarray:
    """The design of pairs: the strength of the first less that of the second (Bradley, Terry)."""
    everyone = np.eye(size)
    return np.asarray(everyone[first] - everyone[second])


@dataclass(frozen=True)
class _InteractionFit:
    """Log odds drawn together, given how far interactions spread.

    value: as drawn; evidence: log of the restricted likelihood.  whole: variances of what was
    found; kept: how much of what main effects do not say is no luck.
    """

    spread: float
    design: np.ndarray
    whole: np.ndarray
    kept: np.ndarray
    covariance: np.ndarray
    value: np.ndarray
    evidence: float

    @classmethod
    def of(
        cls, spread: float, found: np.ndarray, luck: np.ndarray, design: np.ndarray
    ) -> "_InteractionFit":
        """luck: variance of each that was found."""
        whole = luck + spread**2
        precision = design.T @ (design / whole[:, None]) + HELD * np.eye(design.shape[1])
        covariance = np.linalg.inv(precision)
        main = design @ (covariance @ (design.T @ (found / whole)))
        rest, kept = found - main, spread**2 / whole
        unlikely = np.log(whole).sum() + np.linalg.slogdet(precision)[1] + (rest**2 / whole).sum()
        value = main + kept * rest
        return cls(spread, design, whole, kept, covariance, value, -float(unlikely) / 2)

    def variance(self, moves: np.ndarray, contrast: np.ndarray | None = None) -> np.ndarray:
        """Of what is drawn less the truth: by luck, and by interactions that are drawn too far.

        moves: float[shares, groups], on the scale of log odds.
        """
        lucky = self._drawn(moves)
        if contrast is None:
            return np.asarray(np.square(lucky).sum(axis=1) + self._lost())
        each = np.eye(len(moves))
        lost = self.spread * (contrast @ (self._drawn(each) - each))
        return np.asarray(np.square(contrast @ lucky).sum(axis=1) + np.square(lost).sum(axis=1))

    def _drawn(self, found: np.ndarray) -> np.ndarray:
        """As `value`, of anything found: float[shares, any]."""
        of_effects = self.design.T @ (found / self.whole[:, None])
        main = self.design @ (self.covariance @ of_effects)
        return np.asarray(main + self.kept[:, None] * (found - main))

    def _lost(self) -> np.ndarray:
        """The part of the variance that interactions bring, as they are not wholly kept."""
        scaled = self.design @ self.covariance
        own = np.einsum("ij,ij->i", scaled, self.design) / self.whole
        gram = self.design.T @ (self.design / np.square(self.whole)[:, None])
        all_ = np.einsum("ij,jk,ik->i", scaled, gram, scaled)
        return np.asarray(np.square(self.spread * (1 - self.kept)) * (1 - 2 * own + all_))


def _weights(fits: Sequence[_InteractionFit]) -> np.ndarray:
    """How likely each spread is."""
    evidence = np.array([fit.evidence for fit in fits])
    weights = np.gradient(SPREADS) / (1 + np.square(SPREADS / USUAL))
    weights *= np.exp(evidence - evidence.max())
    return np.asarray(weights / weights.sum())


def _error(
    kept: Sequence[tuple[float, _InteractionFit]],
    variances: Sequence[np.ndarray],
    value: np.ndarray,
    contrast: np.ndarray | None = None,
) -> np.ndarray:
    """Standard error over all spreads: within each, and between them."""
    whole = sum(weight for weight, _ in kept)
    strays = [fit.value - value for _, fit in kept]
    if contrast is not None:
        strays = [contrast @ stray for stray in strays]
    parts = zip(kept, variances, strays, strict=True)
    summed = sum(weight * (variance + np.square(stray)) for (weight, _), variance, stray in parts)
    return np.asarray(np.sqrt(summed / whole))


def _told(
    value: np.ndarray, low: np.ndarray, high: np.ndarray, error: np.ndarray, confidence: Confidence
) -> tuple[Estimate, ...]:
    each = zip(value, low, high, error, strict=True)
    return tuple(
        Estimate(float(at), float(least), float(most), float(stray), confidence)
        for at, least, most, stray in each
    )
