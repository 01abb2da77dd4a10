"""Charts as matplotlib and seaborn draw them, in colours that the colour-blind tell apart."""

import warnings
from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from reports.figures import shapes
from reports.text import words

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BLUE, ORANGE, GREY, PALE, INK = "#0072B2", "#D55E00", "#5F6B7A", "#D9E8F2", "#18212C"
TONES = {"good": BLUE, "off": ORANGE, "half": INK}
# What a colour says, below dots whose rows have such verdicts; hollow ones are not sure.
MEANINGS = {
    "good": "on target",
    "off": "off target, or moves it",
    "half": "moves it, size open",
    "calm": "moves it a little, or not",
    "open": "not enough games, or no verdict",
}
HOLLOW = ("half", "open")  # not sure yet
EVEN_MAP = (ORANGE, "#FFFFFF", BLUE)
FEW = "#D8D8D8"
# Of estimates that stand in one row: a circle, a square and a diamond.
MARKS: tuple[dict[str, Any], ...] = (
    {"marker": "o", "color": ORANGE, "mfc": "white"},
    {"marker": "s", "color": BLUE},
    {"marker": "D", "color": INK},
)
BESIDE = 0.24  # of a row between them
WIDTH, ROW, MARGIN = 8.0, 0.27, 1.5  # inches
PANEL = (3.4, 2.4)  # inches
ACROSS = 3
ABOVE = 0.2  # inches that a legend is moved up by
LINE = 80  # letters of a heading inside a plot


def draw(shape: Any, below: str) -> "Figure":
    """A figure with its title above and `below`, where the numbers come from, under it."""
    figure = DRAW[type(shape)](shape)
    figure.suptitle(shape.title, x=0.01, ha="left", fontsize=13, fontweight="bold", wrap=True)
    figure.supxlabel(below, x=0.01, ha="left", fontsize=8, color=GREY)
    if figure.legends:  # which stands above that line, and below what the axes say
        room = ABOVE / figure.get_figheight()
        figure.set_layout_engine("constrained", rect=(0, room, 1, 1 - room))
    return figure


def _figure(width: float, height: float, **grid: Any) -> tuple["Figure", Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.subplots(**grid)


def _percent(axis: Any) -> None:
    from matplotlib.ticker import FuncFormatter

    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}%"))


def _points(axis: Any) -> None:
    from matplotlib.ticker import FuncFormatter

    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:+g}" if value else "0"))
    axis.set_label_text("points")


def _whiskers(axes: "Axes", estimate: shapes.Interval, at: float, tone: str, across: bool) -> None:
    """An estimate with its interval, in percent."""
    value, low, high = (100 * number for number in (estimate.value, estimate.low, estimate.high))
    ends = [[max(value - low, 0.0)], [max(high - value, 0.0)]]
    colour = TONES.get(tone, GREY)
    x, y, xerr, yerr = (value, at, ends, None) if across else (at, value, None, ends)
    inside = "white" if tone in HOLLOW else colour
    axes.errorbar([x], [y], yerr, xerr, fmt="o", color=colour, mfc=inside, ms=6, lw=2)


def dots(chart: shapes.Dots) -> "Figure":
    """Estimates with intervals, the first row on top."""
    figure, axes = _figure(WIDTH, MARGIN + ROW * len(chart.rows))
    if chart.band:
        axes.axvspan(100 * chart.band[0], 100 * chart.band[1], color=PALE, lw=0)
    if chart.unit == "points":
        axes.axvline(0, color=GREY, lw=1)
    for place, row in enumerate(chart.rows):
        if isinstance(row, shapes.Dot):
            for low, high in [row.band] if row.band else []:
                axes.fill_betweenx([place - 0.5, place + 0.5], 100 * low, 100 * high, color=PALE,
                                   lw=0)  # fmt: skip
            if chart.bars:
                axes.barh(place, 100 * row.value, 0.5, color=PALE)
            _whiskers(axes, row, place, row.tone, across=True)
        else:
            _heading(axes, row.heading, place)
    _rows(axes, [row.label if isinstance(row, shapes.Dot) else "" for row in chart.rows])
    (_points if chart.unit == "points" else _percent)(axes.xaxis)
    bands = [chart.band, *(row.band for row in chart.rows if isinstance(row, shapes.Dot))]
    _key(figure, [row.tone for row in chart.rows if isinstance(row, shapes.Dot)], any(bands))
    return figure


def estimates(chart: shapes.Estimates) -> "Figure":
    """Several estimates a row, one below the other, each with a mark and a colour of its own."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    figure, axes = _figure(WIDTH, MARGIN + 2 * ROW * len(chart.rows))
    if chart.band:
        axes.axvspan(100 * chart.band[0], 100 * chart.band[1], color=PALE, lw=0)
    series = [*zip(chart.series, MARKS, strict=False)]
    for place, row in enumerate(chart.rows):
        for at, (one, (_, style)) in enumerate(zip(row.estimates, series, strict=False)):
            if one is not None:
                value, low, high = (100 * number for number in (one.value, one.low, one.high))
                ends = [[max(value - low, 0.0)], [max(high - value, 0.0)]]
                y = place + BESIDE * (at - (len(series) - 1) / 2)
                axes.errorbar([value], [y], None, ends, ms=6, lw=1.5, linestyle="", **style)
    _rows(axes, [row.label for row in chart.rows])
    _percent(axes.xaxis)
    marks: list[Any] = [Line2D([], [], linestyle="", label=n, **style) for n, style in series]
    marks.append(Line2D([], [], color=GREY, lw=2, label="95% interval"))
    marks += [Patch(color=PALE, label="the target")] if chart.band else []
    figure.legend(handles=marks, loc="outside lower right", ncols=3, frameon=False, fontsize=9,
                  borderaxespad=2.4)  # fmt: skip
    return figure


def _key(figure: "Figure", tones: Sequence[str], banded: bool) -> None:
    """What the colours of dots say, and the shade."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    dot: dict[str, Any] = {"marker": "o", "linestyle": "", "markersize": 6}
    marks: list[Any] = [
        Line2D([], [], color=TONES.get(tone, GREY), label=meaning,
               markerfacecolor="white" if tone in HOLLOW else TONES.get(tone, GREY), **dot)
        for tone, meaning in MEANINGS.items() if tone in tones
    ]  # fmt: skip
    marks.append(Line2D([], [], color=GREY, lw=2, label="95% interval"))
    marks += [Patch(color=PALE, label="the target")] if banded else []
    figure.legend(handles=marks, loc="outside lower right", ncols=3, frameon=False, fontsize=9,
                  borderaxespad=2.4)  # fmt: skip


def _heading(axes: "Axes", text: str, place: int) -> None:
    """Words over the rows below them, across the plot: beside it long ones leave it no room."""
    lines = "\n".join(wrap(text, LINE, max_lines=2, placeholder=" …"))
    across = axes.get_yaxis_transform()
    label = axes.text(0.01, place, lines, transform=across, va="center", fontsize=8, weight="bold")
    label.set_in_layout(False)


def _rows(axes: "Axes", labels: Sequence[str]) -> None:
    """One label a row, the first on top."""
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color="#DDDDDD", lw=0.7)


def panels(chart: shapes.Panels) -> "Figure":
    """Rates by level, one panel a setting, all on one scale."""
    figure, every = _panels(len(chart.panels), sharey=True)
    top = max((100 * p.high for panel in chart.panels for p in panel.points), default=100.0)
    for axes, panel in zip(every, chart.panels, strict=False):
        if chart.band:
            axes.axhspan(100 * chart.band[0], 100 * chart.band[1], color=PALE, lw=0)
        for level, band in enumerate(panel.bands):
            if band:
                low, high = (100 * end for end in band)
                axes.fill_between([level - 0.5, level + 0.5], low, high, color=PALE, lw=0)
        if panel.curve:
            xs, ys = zip(*panel.curve, strict=True)
            axes.plot(xs, [100 * y for y in ys], color=GREY, lw=1, ls="--")
        for point in panel.points:
            _whiskers(axes, point, point.x, point.tone, across=False)
        axes.set_title(panel.title, fontsize=10)
        axes.set_xticks(range(len(chart.levels)), chart.levels)
        axes.set_xlim(-0.5, len(chart.levels) - 0.5)
        axes.set_ylim(0, max(1.05 * top, 1.0))
        axes.grid(axis="y", color="#DDDDDD", lw=0.7)
        _percent(axes.yaxis)
    tones = [point.tone for panel in chart.panels for point in panel.points]
    _key(figure, tones, bool(chart.band) or any(any(panel.bands) for panel in chart.panels))
    return figure


def _panels(count: int, **shared: Any) -> tuple["Figure", list["Axes"]]:
    """Panels side by side; places that are left over stay empty."""
    across = min(ACROSS, count) if count != 4 else 2
    down = -(-count // across)
    width = max(PANEL[0] * across, 0.75 * WIDTH)
    figure, grid = _figure(
        width, PANEL[1] * down + 0.9, nrows=down, ncols=across, squeeze=False, **shared
    )
    every = [axes for row in grid for axes in row]
    for axes in every[count:]:
        axes.set_axis_off()
    return figure, every


def hist(chart: shapes.Hist) -> "Figure":
    """How often each value was seen, one panel a setting."""
    import pandas as pd
    import seaborn as sns
    from matplotlib.ticker import MaxNLocator

    every_name = list(dict.fromkeys(s.name for p in chart.panels for s in p.series))
    colours = dict(zip(every_name, sns.color_palette("colorblind", len(every_name)), strict=True))
    figure, every = _panels(len(chart.panels))
    for axes, panel in zip(every, chart.panels, strict=False):
        seen = [(v, 100 * n, s.name) for s in panel.series for v, n in s.shares.items()]
        frame = pd.DataFrame(seen, columns=["value", "percent", "games"])
        few = len(seen) < 2 or frame["value"].max() - frame["value"].min() <= ROOM
        sns.histplot(
            data=frame, x="value", weights="percent", hue="games", hue_order=every_name,
            palette=colours, discrete=bool(few), multiple="dodge", shrink=0.86, alpha=1,
            linewidth=0, legend=False, ax=axes, bins="auto" if few else 24,
        )  # fmt: skip
        axes.set(xlabel=panel.unit, ylabel="")
        axes.xaxis.set_major_locator(MaxNLocator(7, integer=True))
        axes.set_title(panel.title, fontsize=10, wrap=True)
        axes.grid(axis="y", color="#DDDDDD", lw=0.7)
        _percent(axes.yaxis)
    if len(every_name) > 1:
        _legend(figure, every_name, [colours[name] for name in every_name])
    return figure


ROOM = 40  # so many values get a bar each


def _legend(figure: "Figure", labels: Sequence[str], colours: Sequence[Any]) -> None:
    from matplotlib.patches import Patch

    marks = [Patch(color=c, label=label) for label, c in zip(labels, colours, strict=True)]
    figure.legend(
        handles=marks,
        loc="outside lower right",
        borderaxespad=2.4,
        ncols=min(len(labels), 3),
        frameon=False,
        fontsize=9,
    )


def bars(chart: shapes.Bars) -> "Figure":
    """Shares that add up to a whole, one row each."""
    import seaborn as sns

    figure, axes = _figure(WIDTH + 2, MARGIN + ROW * len(chart.rows))
    colours = sns.color_palette("colorblind", len(chart.legend))
    for place, row in enumerate(chart.rows):
        left = 0.0
        for part, colour in zip(row.parts, colours, strict=False):
            axes.barh(place, 100 * part, left=left, color=colour, height=0.75, lw=0)
            left += 100 * part
    _rows(axes, [row.label for row in chart.rows])
    axes.set_xlim(0, 100)
    _percent(axes.xaxis)
    _legend(figure, chart.legend, colours)
    return figure


def tornado(chart: shapes.Tornado) -> "Figure":
    """What one step down and one step up of each number do, with intervals."""
    figure, axes = _figure(WIDTH + 1, MARGIN + 1.5 * ROW * len(chart.rows))
    for place, row in enumerate(chart.rows):
        for step, shift, colour in ((row.down, -0.19, BLUE), (row.up, 0.19, ORANGE)):
            if step is not None:
                value, low, high = (100 * n for n in (step.value, step.low, step.high))
                ends = [[max(value - low, 0.0)], [max(high - value, 0.0)]]
                axes.barh(place + shift, value, height=0.36, color=colour, lw=0, xerr=ends,
                          error_kw={"ecolor": "#222222", "lw": 1.2})  # fmt: skip
    axes.axvline(0, color=GREY, lw=1)
    _rows(axes, [row.label for row in chart.rows])
    _points(axes.xaxis)
    _legend(figure, ["one step down", "one step up"], [BLUE, ORANGE])
    return figure


def front(chart: shapes.Front) -> "Figure":
    """What each further edit brings, the game as it is on top."""
    figure, axes = _figure(WIDTH, MARGIN + ROW * len(chart.rows))
    for place, row in enumerate(chart.rows):
        _whiskers(axes, row, place, row.tone, across=True)
    axes.axvline(0, color=GREY, lw=1)
    _rows(axes, [row.label for row in chart.rows])
    _points(axes.xaxis)
    return figure


def heat(chart: shapes.Heat) -> "Figure":
    """Pairs as squares, coloured by how far from even; white where chance explains it.

    Below a number stand its games, where they are known; grey: too few of them.
    """
    import numpy as np
    import seaborn as sns
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.patches import Rectangle

    head, *columns = chart.columns
    even = 0.5 if columns[0].kind == "beats" else 0.0
    squares = [[chart.square(row, column) for column in columns] for row in chart.rows]
    shown = np.array([["" if s is None else _told(s, bool(even)) for s in row] for row in squares])
    depth = np.array(
        [[np.nan if s is None else 100 * _sure(s, even) for s in row] for row in squares]
    )
    most = max(float(np.nanmax(np.abs(depth), initial=0.0)), 1.0)
    side = 1.8 + 0.52 * len(columns)
    figure, axes = _figure(side + 1.0, side)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PendingDeprecationWarning)  # of seaborn's own making
        sns.heatmap(
        depth, annot=shown, fmt="", center=0, vmin=-most, vmax=most,
        cmap=LinearSegmentedColormap.from_list("even", EVEN_MAP), linewidths=1, cbar=False,
        square=True, ax=axes, annot_kws={"fontsize": 8, "color": "#111111"},
        xticklabels=[column.label for column in columns],
        yticklabels=[str(row.get(head.key, "")) for row in chart.rows],
    )  # fmt: skip
    for y, row in enumerate(squares):
        for x, square in enumerate(row):
            if square is not None and square.few:
                axes.add_patch(Rectangle((x, y), 1, 1, facecolor=FEW, edgecolor="#FFFFFF"))
    axes.tick_params(length=0)
    axes.tick_params(axis="x", rotation=90)
    axes.tick_params(axis="y", rotation=0)
    return figure


def _told(square: shapes.Square, share: bool) -> str:
    """What stands in a square."""
    number = f"{100 * square.value:.0f}" if share else words.signed(square.value)
    games = [] if square.games is None else [f"{square.games:,}"]
    return "\n".join([number, *games, *filter(None, [square.mark])])


def _sure(square: shapes.Square, even: float) -> float:
    """How far from even; 0 where that is not sure, or where games are few."""
    sure = square.sure
    if sure is None:
        sure = not square.low <= even <= square.high
    return square.value - even if sure and not square.few else 0.0


DRAW: dict[type, Callable[[Any], "Figure"]] = {
    shapes.Dots: dots,
    shapes.Estimates: estimates,
    shapes.Panels: panels,
    shapes.Hist: hist,
    shapes.Bars: bars,
    shapes.Tornado: tornado,
    shapes.Front: front,
    shapes.Heat: heat,
}
