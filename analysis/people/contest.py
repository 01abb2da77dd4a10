"""Contests of people beside simulated strengths: what an option's share of wins is."""

import numpy as np

from analysis.people.mixture import TAUS, NormalMixture, mixture, tau_prior
from analysis.people.modes import Lineups, softmax_mode
from analysis.people.simulated import SimulatedStrengths


def contest_posterior(games: Lineups, strengths: SimulatedStrengths) -> NormalMixture:
    """Options' log strengths: the simulated ones, and a discrepancy each.

    Parameters
    ----------
    games : Lineups
        People's; may be none.
    strengths : SimulatedStrengths
        With the covariance of their errors; zeros for people alone.

    Returns
    -------
    NormalMixture
        A part for each scale of the discrepancy.
    """
    options = len(strengths.mean)
    fits = [
        softmax_mode(games, strengths.mean, np.linalg.inv(strengths.cov + tau**2 * np.eye(options)))
        for tau in TAUS
    ]
    logs = np.array([fit.evidence[0] for fit in fits]) + tau_prior(TAUS)
    mean = np.concatenate([fit.mean for fit in fits])
    return mixture(logs, mean, np.concatenate([fit.cov for fit in fits]), TAUS)


def winners_of(share: np.ndarray) -> int:
    """How many seats of a table win together: 1 but for teams, whose seats share each win.

    Parameters
    ----------
    share : float64[games, seats]
        Of the win.

    Returns
    -------
    int
        The median of all games, so that a tie makes no team; 1 of none.
    """
    count = (share > 0).sum(axis=1)
    count = count[count > 0]
    return max(1, int(np.quantile(count, 0.5, method="lower"))) if len(count) else 1


def share_at(over: np.ndarray, players: int, winners: int = 1) -> np.ndarray:
    """The share of wins of an option among others that are average.

    Parameters
    ----------
    over : float64[...]
        Its log strength over the mean of the others.
    players : int
        At the table, 2 or more.
    winners : int
        Seats that win together, fewer than `players`.

    Returns
    -------
    float64[...]
        0..1, `winners / players` at 0.

    Examples
    --------
    >>> share_at(np.array([0.0, np.log(3)]), 4).tolist()
    [0.25, 0.5]
    """
    odds = np.exp(over)
    return np.asarray((odds + winners - 1) / (odds + players - 1))
