"""Who wins: what the badge, the findings and the sections say alike."""

from analysis import verdicts
from analysis.comparison import Comparison

SHOWN = (verdicts.BIG, verdicts.OPEN, verdicts.SMALL)


def noun(comparison: Comparison) -> str:
    """What is compared where seats compete: "factions"; seats where there is nothing else."""
    known = str(comparison.design.manifest.get("options") or "options")
    return known if comparison.options else "seats"


def of_whole(comparison: Comparison) -> str:
    """Verdict on the mean difference: a single question, so its own interval decides."""
    assert comparison.whole is not None
    return verdicts.of_one(comparison.whole.effect)
