"""Who wins: what the badge, the findings and the sections say alike."""

from analysis import verdicts
from analysis.comparison import Comparison

SHOWN = (verdicts.BIG, verdicts.OPEN, verdicts.SMALL)


def noun(found: Comparison) -> str:
    """What is compared where seats compete: "factions"; seats where there is nothing else."""
    known = str(found.design.manifest.get("options") or "options")
    return known if found.options else "seats"


def of_whole(found: Comparison) -> str:
    """Verdict on the mean difference: a single question, so its own interval decides."""
    assert found.whole is not None
    whole = found.whole.effect
    return verdicts.of_effect(whole, 0.0 if not whole.low <= 0 <= whole.high else 1.0)
