"""Which setting would hit the target?"""

from analysis.rates.difficulty import Curve
from analysis.study import Study
from reports.tables.parts import Col, Data, Section, listed, only_data, rounded
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
        Col("setting", "Setting", get=lambda curve: words.setting(curve.context.levels)),
        Col("at", f"{middle} is reached at ({unit})", "amount", get=_at),
        Col("between", "Between", get=_between),
        Col("worst", "Curve misses played rates by up to", "size"),
    ]
    caption = f"Where {middle} of the games would be won"
    made = listed("target", caption, columns, study.curves)
    return only_data("target", TITLE, [made])


def _at(curve: Curve) -> Data | None:
    if curve.at is None:
        return None
    ends = {"low": rounded(curve.low or 0.0), "high": rounded(curve.high or 0.0)}
    return {"value": rounded(curve.at)} | ends


def _between(curve: Curve) -> str:
    return f"{curve.between[0]} and {curve.between[1]}" if curve.between else "no two levels"
