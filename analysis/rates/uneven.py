"""Which effects of dealt things differ between the levels of a factor?"""

from collections.abc import Sequence

from analysis.rates.contrasts import Contrast
from analysis.stats.corrections import FALSE_SHARE, q_values
from analysis.stats.intervals import Estimate


def uneven(contrasts: Sequence[Contrast]) -> list[Contrast]:
    """Contrasts that are not the same at all levels, those that differ most first.

    Cochran's Q over the levels, of all contrasts together by Benjamini and Hochberg.  Levels share
    their luck, which makes them more alike than Q expects: so no more are found than should be.
    """
    asked = [c for c in contrasts if len(_told(c)) > 1]
    qs = q_values([_p_value(_told(c)) for c in asked])
    found = [c for c, q in zip(asked, qs, strict=True) if q < FALSE_SHARE]
    return sorted(found, key=lambda c: -_spread(_told(c)))


def _told(contrast: Contrast) -> list[Estimate]:
    """The levels at which it could be told."""
    return [each for each in contrast.by_level if each is not None and each.se > 0]


def _p_value(levels: Sequence[Estimate]) -> float:
    from scipy.special import chdtrc

    weights = [each.se**-2 for each in levels]
    values = [each.value for each in levels]
    mean = sum(w * v for w, v in zip(weights, values, strict=True)) / sum(weights)
    far = sum(w * (v - mean) ** 2 for w, v in zip(weights, values, strict=True))
    return float(chdtrc(len(levels) - 1, far))


def _spread(levels: Sequence[Estimate]) -> float:
    values = [each.value for each in levels]
    return max(values) - min(values)
