"""The average distance of settings from their bands, with its interval."""

from collections.abc import Callable, Sequence

import numpy as np
from scipy.special import ndtri

from analysis.stats.interim import ONE_LOOK
from analysis.stats.intervals import Estimate, Rate
from analysis.stats.verdicts import Band
from simulate.search.aim.goals import GoalChange
from simulate.search.confirmation.confirm import Confirmed

BEFORE, AFTER = 0, 1  # the game as it is, and with the change
DRAWS = 8_192
EDGE = 3.0  # standard errors from an edge within which a rate may stand on it


def of_change(
    change: Confirmed, side: int, among: Callable[[GoalChange], bool] = bool, of: int = 1
) -> Estimate:
    """The distance of the goals of a change, without it or with it.

    among: which of its goals.  of: as of `distance`.
    """
    at = [n for n, place in enumerate(change.places) if among(place)]
    places = [change.places[n] for n in at]
    rates = [(place.before, place.rate)[side] for place in places]
    alike = change.alike[side][np.ix_(at, at)] if change.alike else None
    return distance(rates, [place.goal.band for place in places], alike, of)


def distance(
    rates: Sequence[Rate], bands: Sequence[Band], alike: np.ndarray | None = None, of: int = 1
) -> Estimate:
    """How far rates lie outside their bands on average, 0 where all lie inside.

    alike: the correlations of the rates, which share luck; None for none.  of: the rates are the
    best of so many, and the interval is as sure for each of them.

    The error of a mean of distances is none of a normal kind: a rate on an edge is outside by luck
    half of the time, and never by less than nothing.  So the luck is drawn.  What it adds to the
    truth is not more than around these rates, or around edges on which they may stand.
    """
    known = np.array([rate.value for rate in rates])
    errors = np.array([(rate.high - rate.low) / 2 / rate.confidence.reach for rate in rates])
    low, high = (np.array([getattr(band, end) for band in bands]) for end in ("low", "high"))
    luck = _luck(errors, np.eye(len(rates)) if alike is None else alike)
    tail = (1 - ONE_LOOK.quantile) / of
    off = _off(known, low, high)
    drawn = _off(known + luck, low, high)
    edges = _edges(known, EDGE * errors, low, high)
    at_edges = _off(edges + luck, low, high) - _off(edges, low, high)
    more = max(np.quantile(drawn - off, 1 - tail), np.quantile(at_edges, 1 - tail))
    most = float(np.quantile(drawn, 1 - tail))
    return Estimate(float(off), max(0.0, float(off - more)), most, float(drawn.std()))


def _off(rates: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    return np.asarray(np.maximum(np.maximum(rates - high, low - rates), 0.0).mean(axis=-1))


def _edges(rates: np.ndarray, near: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """The rates, those near an edge moved onto it."""
    moved = np.where(np.abs(rates - high) < near, high, rates)
    return np.where(np.abs(rates - low) < near, low, moved)


def _luck(errors: np.ndarray, alike: np.ndarray) -> np.ndarray:
    """(draws, rates): how far luck may move rates together; the same on every call."""
    even = np.random.default_rng(0).random((DRAWS // 2, len(errors)))
    values, ways = np.linalg.eigh(alike * np.outer(errors, errors))
    moved = ndtri(even) @ (ways * np.sqrt(np.maximum(values, 0.0))).T
    return np.concatenate([moved, -moved])
