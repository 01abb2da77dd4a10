"""Which setting would hit the target?"""

from analysis.data.design import CrossedFactor
from analysis.rates.difficulty import Curve
from analysis.study import Study
from reports import words
from reports.parts import Col, Data, Section, rounded, table

TITLE = "Which setting would hit the target?"
BENDS = 0.03


def section(study: Study) -> Section | None:
    """Where the fitted curves meet the middle of the band."""
    band, factor = study.rated.band, study.rated.tuned
    if band is None or factor is None or not study.curves:
        return None
    middle = words.percent(band.middle)
    section = Section("target", TITLE)
    name = words.factor(factor.name)
    unit = factor.unit or name
    section.words = [
        f"A curve through the levels of {name} says where {middle} of the games, the "
        f"middle of the target, would be won. Levels count as {_amounts(factor)}; a place "
        f"between two of them is a hint of where to look, not a setting that can be played.",
    ]
    if max(c.worst for c in study.curves) > BENDS:
        section.words.append(
            "Where the curve misses a played setting by several points it bends in a way that "
            "a plain curve cannot follow: trust the two levels that the target lies between."
        )
    columns = [
        Col("setting", "Setting"),
        Col("at", f"{middle} is reached at ({unit})", "amount"),
        Col("between", "Between"),
        Col("worst", "Curve misses played rates by up to", "size"),
    ]
    rows = [_row(c) for c in study.curves]
    section.tables = [table("target", f"Where {middle} of the games would be won", columns, rows)]
    return section


def _amounts(factor: CrossedFactor) -> str:
    pairs = zip(factor.levels, factor.amounts, strict=True)
    return words.listing([f"{v} = {words.number(a)}" for v, a in pairs], 8)


def _row(curve: Curve) -> Data:
    at = None
    if curve.at is not None:
        ends = {"low": rounded(curve.low or 0.0), "high": rounded(curve.high or 0.0)}
        at = {"value": rounded(curve.at)} | ends
    between = f"{curve.between[0]} and {curve.between[1]}" if curve.between else "no two levels"
    return {
        "setting": words.setting(curve.context.levels),
        "at": at,
        "between": between,
        "worst": rounded(curve.worst),
    }
