"""One number against its band, as small as a word: interval, point and band along a line."""

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from reports.charts.marks import drawing, named, tag
from reports.text import words

HEIGHT = 18
EDGE = 0.08  # of the width, left free on either side


def draw(name: str, number: Mapping[str, Any], band: Mapping[str, Any] | None, tone: str) -> Markup:
    """The drawing of a number with its interval, on a scale of its own.

    number: value, low, high and unit ("rate", or "points" with a line of no difference); band: low
    and high, of which either may be open.
    """
    is_points = number["unit"] == "points"
    inside = [number["value"], number["low"], number["high"], *([0.0] if is_points else [])]
    wanted = [end for end in (band or {}).values() if end is not None]
    first, last = min(inside + wanted), max(inside + wanted)

    def at(value: float) -> float:
        part: float = (value - first) / ((last - first) or 1)
        return 100 * (EDGE + part * (1 - 2 * EDGE))

    marks = [named(name, *_told(number, band))]
    if band and wanted:
        left, right = (
            end if band[key] is None else at(band[key])
            for key, end in (("low", 0.0), ("high", 100.0))
        )
        marks.append(
            tag("rect", x=_part(left), width=_part(right - left), y=0, height=HEIGHT, class_="band")
        )
    if is_points:
        marks.append(
            tag("line", x1=_part(at(0.0)), x2=_part(at(0.0)), y1=0, y2=HEIGHT, class_="zero")
        )
    x1, x2, middle = (_part(at(number[key])) for key in ("low", "high", "value"))
    y = HEIGHT / 2
    marks += [
        tag("line", x1=x1, x2=x2, y1=y, y2=y, class_=f"whisker {tone}"),
        tag("circle", cx=middle, cy=y, r=4.5, class_=f"dot {tone}"),
    ]
    return drawing(name, marks, class_="strip", width="100%", height=HEIGHT)


def _part(percent: float) -> str:
    return f"{percent:.2f}%"


def _told(number: Mapping[str, Any], band: Mapping[str, Any] | None) -> tuple[str, str]:
    """The number with its interval, and the target, for those who cannot see them."""
    ends = number["value"], number["low"], number["high"]
    if number["unit"] == "points":
        return f"{words.signed_range(*ends)} points", _target(band, words.signed, "points")
    return words.share_range(*ends), _target(band, words.percent, "")


def _target(band: Mapping[str, Any] | None, form: Any, unit: str) -> str:
    low, high = (band or {}).get("low"), (band or {}).get("high")
    if low is None and high is None:
        return "No target."
    if low is None or high is None:
        said = f"at most {form(high)}" if low is None else f"at least {form(low)}"
    else:
        said = f"{form(low)} to {form(high)}"
    return f"Target {said} {unit}".strip() + "."
