"""What all charts share: escaped tags, scales, ticks."""

from math import ceil, floor, log10

from markupsafe import Markup, escape

from reports.text.sanitize import apart, arrows

NAMES = {"class_": "class", "fill_opacity": "fill-opacity", "text_anchor": "text-anchor"}
OF_DRAWINGS = ("text", "title", "desc")  # each by itself, and without tags
STEPS = (1, 2, 2.5, 5, 10)


def tag(name: str, content: object = "", **attributes: object) -> Markup:
    """One element; attributes that are None are left out, content that is no Markup escaped."""
    inner = "".join(
        f' {NAMES.get(key, key.replace("_", "-"))}="{escape(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    inside = escape(arrows(content)) if name in OF_DRAWINGS else apart(content)
    return Markup(f"<{name}{inner}>{inside}</{name}>")


def joined(parts: list[Markup]) -> Markup:
    """Parts one after the other."""
    return Markup("").join(parts)


def named(chart_id: str, title: str, desc: str) -> Markup:
    """<title> and <desc> of an SVG that has aria-labelledby for both."""
    return tag("title", title, id=f"{chart_id}-t") + tag("desc", desc, id=f"{chart_id}-d")


def drawing(name: str, marks: list[Markup], **attributes: object) -> Markup:
    """An image that is read out by its title and description."""
    return tag("svg", joined(marks), role="img", aria_labelledby=labelled(name), **attributes)


def sides(left: list[Markup], svg: Markup, right: list[Markup]) -> Markup:
    """A drawing between the labels of its rows and their numbers."""
    return joined(
        [
            tag("div", joined(left), class_="dots-labels", aria_hidden="true"),
            svg,
            tag("div", joined(right), class_="dots-values", aria_hidden="true"),
        ]
    )


def captioned(title: str, hint: str) -> Markup:
    """What a chart shows, and in small print how to read it."""
    return tag("figcaption", tag("span", title) + Markup(" ") + tag("small", f"({hint})"))


def labelled(chart_id: str) -> str:
    """Value of aria-labelledby."""
    return f"{chart_id}-t {chart_id}-d"


def frame(panels: int) -> str:
    """Class that lays out panels: two or four stand two by two."""
    return "panels two" if panels in (2, 4) else "panels"


def ticks(low: float, high: float, wanted: int = 5) -> list[float]:
    """Round numbers from at or below `low` to at or above `high`."""
    span = max(high - low, 1e-9)
    power = 10 ** floor(log10(span / wanted))
    step = next(s * power for s in STEPS if s * power >= span / wanted * 0.999)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [round(i * step, 10) for i in range(first, last + 1)]


def short(number: float) -> str:
    """A tick: 0.5, 1, 20"""
    return f"{round(number, 4):g}"
