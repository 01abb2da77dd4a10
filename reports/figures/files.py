"""One SVG and one PNG for each chart of a report; the same report gives the same bytes."""

import io
import warnings
from collections.abc import Iterator, Mapping
from typing import Any

from reports.figures.shapes import Source, read
from simulate.compiler.config_isolation import isolated_from_config
from simulate.core.text.amounts import plural

KINDS = ("svg", "png")
DOTS_PER_INCH = 200
STYLE: dict[Any, Any] = {
    "svg.hashsalt": "figures",
    "svg.fonttype": "path",  # looks alike wherever it is put
    "text.parse_math": False,
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.edgecolor": "#888888",
    "figure.facecolor": "white",
}


def names(report: Mapping[str, Any]) -> list[str]:
    """Names of the files that a report gives, in the order of its sections."""
    return [f"{shape.id}.{kind}" for shape in read(report)[1] for kind in KINDS]


def source_line(source: Source) -> str:
    """Where the numbers come from: game, experiment, games, seed, player."""
    by_name = dict(source.facts)
    player = by_name.get("Played by") or by_name.get("Strategy")
    parts = [
        source.title,
        source.experiment,
        plural(source.games, "game"),
        f"seed {source.seed}",
        f"played by {player}" if player else "",
    ]
    return ", ".join(part for part in parts if part)


def drawn(report: Mapping[str, Any]) -> Iterator[tuple[str, bytes]]:
    """Every figure: the name of its file, and what it holds."""
    with isolated_from_config("matplotlibrc"):
        import matplotlib

    from reports.figures.drawing import draw

    matplotlib.use("Agg")
    source, shapes = read(report)
    with matplotlib.rc_context(), warnings.catch_warnings():
        matplotlib.rcdefaults()  # a person's own settings are for a person's own charts
        matplotlib.rcParams.update(STYLE)
        # An odd letter is a box, a long name takes the place of others: both are seen.
        warnings.simplefilter("ignore", UserWarning)
        for shape in shapes:
            figure = draw(shape, source_line(source))
            for kind in KINDS:
                out = io.BytesIO()
                metadata = {"Date": None, "Creator": None} if kind == "svg" else {"Software": None}
                figure.savefig(out, format=kind, dpi=DOTS_PER_INCH, metadata=metadata)
                yield f"{shape.id}.{kind}", out.getvalue()
