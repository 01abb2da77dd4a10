"""How often each value was seen: small histograms by seaborn, as SVG that follows the page.

Colours are drawn as signal colours and replaced by the page's own, so that dark and print
work; text stays text; the same data give the same bytes.
"""

import io
import re
from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from reports.charts.bars import legend
from reports.charts.marks import frame, joined, labelled, named, tag

INCHES = (3.2, 2.05)
POINTS = 9.6
INK, GRID, MUTED = "#010101", "#020202", "#030303"
SERIES = ("#040404", "#050505", "#060606")
# Which variable of the page stands behind a signal colour.
PAGE = {
    INK: "var(--ink)",
    GRID: "var(--line)",
    MUTED: "var(--muted)",
    SERIES[0]: "var(--s1)",
    SERIES[1]: "var(--s2)",
    SERIES[2]: "var(--s3)",
}
STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "report",
    "font.size": POINTS,
    "font.family": "DejaVu Sans",
    "text.color": MUTED,
    "axes.labelcolor": MUTED,
    "axes.edgecolor": GRID,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": MUTED,
    "ytick.labelcolor": MUTED,
    "grid.color": GRID,
}


def draw(chart: Mapping[str, Any]) -> Markup:
    """A figure with one histogram for each panel."""
    parts = []
    for index, panel in enumerate(chart["panels"]):
        name = f"{chart['id']}-{index}"
        title = tag("div", panel["title"], class_="panel-title", aria_hidden="true")
        parts.append(tag("div", title + _svg(chart, panel, name), class_="panel"))
    names = [s["name"] for s in chart["panels"][0]["series"]]
    every = list(dict.fromkeys(s["name"] for p in chart["panels"] for s in p["series"]))
    key = legend(every) if len(every) > 1 else Markup("")
    caption = tag("figcaption", chart["title"] + (" (share of the games)" if names else ""))
    return tag("figure", caption + key + tag("div", joined(parts), class_=frame(len(parts))))


def _svg(chart: Mapping[str, Any], panel: Mapping[str, Any], name: str) -> Markup:
    every = list(dict.fromkeys(s["name"] for p in chart["panels"] for s in p["series"]))
    drawn = _draw(panel, every)
    body = _clean(drawn)
    desc = "; ".join(_peak(s, panel) for s in panel["series"])
    head = named(name, f"{chart['title']}: {panel['title']}", f"{desc}.")
    size = [f"{side * 72:g}" for side in INCHES]
    return tag("svg", head + body, role="img", aria_labelledby=labelled(name),
               viewBox=f"0 0 {size[0]} {size[1]}", class_="hist")  # fmt: skip


def _peak(series: Mapping[str, Any], panel: Mapping[str, Any]) -> str:
    value, share = max(series["shares"].items(), key=lambda pair: pair[1])
    return f"{series['name']}: most often {value} {panel.get('unit', '')}".rstrip() + (
        f" ({share * 100:.1f}%)"
    )


def _draw(panel: Mapping[str, Any], every: Sequence[str]) -> str:
    """The histogram as matplotlib writes it."""
    import matplotlib

    matplotlib.use("Agg")
    import pandas as pd
    import seaborn as sns
    from matplotlib.figure import Figure

    rows = [
        (int(value), 100 * share, series["name"])
        for series in panel["series"]
        for value, share in series["shares"].items()
    ]
    frame = pd.DataFrame(rows, columns=["value", "percent", "games"])
    colours = dict(zip(every, SERIES, strict=False))
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=INCHES)
        axes = figure.subplots()
        sns.histplot(
            data=frame, x="value", weights="percent", hue="games", hue_order=list(every),
            palette=colours, discrete=_few(frame), multiple="dodge", shrink=0.86, alpha=1,
            linewidth=0, legend=False, ax=axes, bins="auto" if _few(frame) else 24,
        )  # fmt: skip
        _dress(axes)
        figure.subplots_adjust(left=0.15, right=0.98, top=0.96, bottom=0.14)
        out = io.StringIO()
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None})
    return out.getvalue()


def _few(frame: Any) -> bool:
    """Whether every value gets a bar of its own."""
    return int(frame["value"].max() - frame["value"].min()) <= 40


def _dress(axes: Any) -> None:
    from matplotlib.ticker import MaxNLocator, PercentFormatter

    axes.set(xlabel="", ylabel="")
    axes.yaxis.set_major_formatter(PercentFormatter(decimals=0))
    axes.yaxis.set_major_locator(MaxNLocator(4))
    axes.xaxis.set_major_locator(MaxNLocator(7, integer=True))
    axes.set_axisbelow(True)
    axes.grid(axis="y", linewidth=0.6)
    axes.tick_params(length=0)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)


def _clean(text: str) -> Markup:
    """The drawing alone: bars, lines and numbers to a tenth, in the page's colours.

    No document head, no addresses, no ids, no groups, nothing that cannot be seen.
    """
    body = text[text.index("<svg") :]
    body = body[body.index(">") + 1 : body.rindex("</svg>")]
    for unseen in (
        r"<metadata>.*?</metadata>",
        r"<defs>.*?</defs>",
        r"<!--.*?-->",
        r'<path[^>]*style="fill: none"/>',
        r"</?g\b[^>]*>",
        r' clip-path="[^"]*"',
        r' transform="rotate\(-0 [^"]*"',
        r"stroke-linecap: square",
    ):
        body = re.sub(unseen, "", body, flags=re.S)
    body = re.sub(r'style="[^"]*text-anchor: (\w+)[^"]*"', r'text-anchor="\1"', body)
    body = re.sub(r"\d+\.\d+", lambda number: f"{float(number[0]):.1f}".removesuffix(".0"), body)
    for signal, colour in PAGE.items():
        body = body.replace(signal, colour)
    # Only markup that matplotlib wrote; labels were numbers and percent signs.
    return Markup(re.sub(r"\s+", " ", body.replace('; "', '"')).replace("> <", ">\n<").strip())
