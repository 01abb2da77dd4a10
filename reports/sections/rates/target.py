"""Which setting would hit the target?"""

from analysis.rates.difficulty import Curve
from analysis.study import Study
from reports.tables.parts import Col, Data, Section, only_data, rounded, table
from reports.text import words

TITLE = "Which setting would hit the target?"


def section(study: Study) -> Section | None:
    """Where the fitted curves meet the middle of the band."""
    band, factor = study.rated.band, study.rated.tuned
    if band is None or factor is None:
        return None
    middle = words.percent(band.middle)
    unit = factor.unit or words.factor(factor.name)
    columns = [
        Col("setting", "Setting"),
        Col("at", f"{middle} is reached at ({unit})", "amount"),
        Col("between", "Between"),
        Col("worst", "Curve misses played rates by up to", "size"),
    ]
    rows = [_row(c) for c in study.curves]
    made = table("target", f"Where {middle} of the games would be won", columns, rows)
    return only_data("target", TITLE, [made])


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
