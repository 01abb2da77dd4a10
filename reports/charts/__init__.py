"""Charts of report.json as inline SVG: one function for each kind of chart."""

from collections.abc import Callable, Mapping
from typing import Any

from markupsafe import Markup

from reports.charts import bars, distributions, dots, estimates, front, panels, tornado

DRAW: dict[str, Callable[[Mapping[str, Any]], Markup]] = {
    "dots": dots.draw,
    "estimates": estimates.draw,
    "panels": panels.draw,
    "bars": bars.draw,
    "hist": distributions.draw,
    "tornado": tornado.draw,
    "front": front.draw,
}


def draw(chart: Mapping[str, Any]) -> Markup:
    """The figure of a chart, with title and description for those who cannot see it."""
    return DRAW[chart["kind"]](chart)
