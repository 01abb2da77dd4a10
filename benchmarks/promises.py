"""Is a verdict given as often as was promised?  Made-up games, whose truth is known.

Rows of `python -m benchmarks.coverage`; `python -m benchmarks.promises` plays these alone.
"""

from collections.abc import Callable
from functools import partial
from math import sqrt

import numpy as np

from analysis.stats import verdicts
from analysis.stats.corrections import q_values
from analysis.stats.intervals import Estimate, p_value, rate
from analysis.stats.verdicts import Band
from benchmarks.rows import Row, row_of, shown

FAIR, BAND, SEEN = 0.25, Band(-0.02, 0.02), 2_000
TABLES = (1, 13, 32, 52)
SHARES = {"3 points over": 0.03, "4 points over": 0.04, "in the middle": 0.0}


def tasks(repeats: int) -> list[Callable[[], list[Row]]]:
    """What is measured, each some rows."""
    return [partial(of_shares, asked, name, 5 * repeats) for name in SHARES for asked in TABLES]


def of_shares(asked: int, name: str, repeats: int) -> list[Row]:
    """How often a share has a verdict after the games that were to be added; all others fair."""
    luck = np.random.default_rng([asked, list(SHARES).index(name)])
    truth = np.full(asked, FAIR)
    truth[0] += SHARES[name]
    more = verdicts.more_shares(_over(truth[0], SEEN), BAND, SEEN, asked)
    games = SEEN + (more or 0)
    told = [
        _verdict([_over(won / games, games) for won in luck.binomial(games, truth)])
        != verdicts.MORE
        for _ in range(repeats)
    ]
    what = f"games to add of a share {name} (fair 25%, 2 points either way)"
    return [row_of(what, f"a table of {asked}", [(int(each), 1) for each in told])]


def _over(share: float, games: int) -> Estimate:
    """A share over the fair one as a report has it."""
    found = rate(share * games, games)
    se = sqrt(share * (1 - share) / games)
    return Estimate(share - FAIR, found.low - FAIR, found.high - FAIR, se)


def _verdict(overs: list[Estimate]) -> str:
    """Of the first of a table."""
    qs = q_values([p_value(verdicts.outside_band(over, BAND)) for over in overs])
    return verdicts.of_share(overs[0], qs[0], BAND)


if __name__ == "__main__":
    for task in tasks(repeats=400):
        for row in task():
            print(f"{row.what}, {row.where}: {shown(row)}", flush=True)
