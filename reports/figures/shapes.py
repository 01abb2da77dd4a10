"""What can be drawn of a report.json, read strictly: the file may come from a stranger."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    TypeAdapter,
    model_validator,
)

from reports.text.sanitize import readable

KINDS = ("dots", "estimates", "panels", "bars", "hist", "tornado", "front", "heat")
MOST = 2_000  # rows, bars or squares of one figure


def _plain(text: Any) -> Any:
    """A line of text."""
    return " ".join(text.split()) if isinstance(text, str) else text


Text = Annotated[str, BeforeValidator(_plain), Field(max_length=400)]
Number = Annotated[float, Field(ge=-1e9, le=1e9)]
Share = Annotated[float, Field(ge=-1, le=2)]


class FigurePart(BaseModel):
    """Part of a chart; what a figure does not show is not read."""

    model_config = ConfigDict(frozen=True, allow_inf_nan=False)


class NamedChart(FigurePart):
    """A chart with the name of its files."""

    id: Annotated[str, Field(pattern=r"^[\w-]{1,120}$")]
    title: Text


class Interval(FigurePart):
    """An estimate with its interval."""

    value: Number
    low: Number
    high: Number


class Dot(Interval):
    """A row of dots; a heading has no value."""

    label: Text
    tone: str = "plain"
    band: tuple[Share, Share] | None = None


class Heading(FigurePart):
    """A line between rows of dots."""

    heading: Text


class Dots(NamedChart):
    """Estimates with intervals, one row each, and the band of the target."""

    kind: Literal["dots"]
    bars: bool = False
    unit: str
    band: tuple[Share, Share] | None
    rows: Annotated[list[Dot | Heading], Field(max_length=MOST, min_length=1)]


class EstimateRow(FigurePart):
    """Estimates of one thing, in the order of the chart's series; None where there is none."""

    label: Text
    estimates: Annotated[list[Interval | None], Field(max_length=3)]


class Estimates(NamedChart):
    """Several estimates a row, and the band of the target."""

    kind: Literal["estimates"]
    series: Annotated[list[Text], Field(max_length=3, min_length=1)]
    band: tuple[Share, Share] | None
    rows: Annotated[list[EstimateRow], Field(max_length=MOST, min_length=1)]


class RatePoint(Interval):
    """A rate at a level."""

    x: Number
    tone: str = "plain"


class Panel(FigurePart):
    """Rates by level in one setting."""

    title: Text
    points: list[RatePoint]
    curve: list[tuple[Number, Share]] | None
    bands: Annotated[list[tuple[Share, Share] | None], Field(max_length=100)] = []


class Panels(NamedChart):
    """Rates by level, a panel for each setting."""

    kind: Literal["panels"]
    levels: Annotated[list[Text], Field(max_length=100)]
    band: tuple[Share, Share] | None
    panels: Annotated[list[Panel], Field(max_length=100, min_length=1)]


class Row(FigurePart):
    """Shares that add up to a whole."""

    label: Text
    parts: list[Share]


class Bars(NamedChart):
    """Rows of shares with a legend."""

    kind: Literal["bars"]
    legend: Annotated[list[Text], Field(max_length=20)]
    rows: Annotated[list[Row], Field(max_length=MOST, min_length=1)]


class Series(FigurePart):
    """How often each value was seen."""

    name: Text
    shares: dict[int, Share]


class Histogram(FigurePart):
    """A histogram."""

    title: Text
    unit: Text = ""
    series: Annotated[list[Series], Field(max_length=20, min_length=1)]


class Hist(NamedChart):
    """Histograms, a panel for each setting."""

    kind: Literal["hist"]
    panels: Annotated[list[Histogram], Field(max_length=100, min_length=1)]


class Steps(FigurePart):
    """What one step down and one step up of a number do."""

    label: Text
    down: Interval | None
    up: Interval | None


class Tornado(NamedChart):
    """Numbers, the one that moves most on top."""

    kind: Literal["tornado"]
    rows: Annotated[list[Steps], Field(max_length=MOST, min_length=1)]


class Front(NamedChart):
    """How far off the game is with no edit, with one, with two."""

    kind: Literal["front"]
    rows: Annotated[list[Dot], Field(max_length=MOST, min_length=1)]


class TableColumn(FigurePart):
    """A column of a table."""

    key: str
    label: Text
    kind: str


class Square(Interval):
    """A pair, of how many games where that is known; `few`: too few to tell; `sure`: shown.

    mark: of a target, its verdict and band.
    """

    games: int | None = None
    few: bool = False
    sure: bool | None = None
    mark: str = ""


class Heat(NamedChart):
    """A table of pairs."""

    kind: Literal["heat"]
    title: Text = Field(alias="caption")
    columns: Annotated[list[TableColumn], Field(max_length=60, min_length=2)]
    rows: Annotated[list[dict[str, Any]], Field(max_length=60, min_length=1)]

    def square(self, row: Mapping[str, Any], column: TableColumn) -> Square | None:
        """A cell of the table; None where nothing stands."""
        cell = row.get(column.key)
        return None if cell is None else Square.model_validate(cell)

    @model_validator(mode="after")
    def _squares(self) -> "Heat":
        for row in self.rows:
            for column in self.columns[1:]:
                self.square(row, column)
        return self


Any_ = Dots | Estimates | Panels | Bars | Hist | Tornado | Front | Heat
READ: TypeAdapter[Any_] = TypeAdapter(Annotated[Any_, Field(discriminator="kind")])


class Source(FigurePart):
    """Where the numbers come from."""

    title: Text
    experiment: Text
    games: int
    seed: int | Text | None
    facts: list[tuple[Text, Text]]


class Inside(FigurePart):
    """What a section shows."""

    charts: list[dict[str, Any]]
    tables: list[dict[str, Any]]


class Told(FigurePart):
    """What figures need of a report."""

    header: Source
    sections: list[Inside]


def read(report: Any) -> tuple[Source, list[Any_]]:
    """Where a report's numbers come from, and what of it is drawn: charts but for maps, and heat
    maps.

    Raises pydantic.ValidationError where report.json was not written by this program.
    """
    document = Told.model_validate(readable(report))
    drawn = []
    for section in document.sections:
        drawn += [c for c in section.charts if c.get("kind") in KINDS]
        drawn += [t | {"kind": "heat"} for t in section.tables if t.get("look") == "matrix"]
    return document.header, [READ.validate_python(one) for one in drawn]
