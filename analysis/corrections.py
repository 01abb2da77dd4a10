"""Many questions at once: how many of the answers are luck?"""

from collections.abc import Sequence

FALSE_SHARE = 0.05


def q_values(p_values: Sequence[float]) -> list[float]:
    """Benjamini-Hochberg q of every p-value of one family.

    Calling everything with q below 0.05 an effect is wrong for at most 5% of the things
    called so, on average.
    """
    from scipy.stats import false_discovery_control

    if not p_values:
        return []
    return [float(q) for q in false_discovery_control(list(p_values))]
