"""The shape of a run's manifest, so that what is damaged is named by its key.

The schema in words is in docs/run-folder.md.  Keys that are not named here may be there.
"""

from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

Whole = Annotated[int, Field(ge=0, lt=2**63)]
Item = TypeVar("Item")
Pair = Annotated[list[Item], Field(min_length=2, max_length=2)]


class Part(BaseModel):
    """A table of a manifest; a whole number is a number, true is none."""

    model_config = ConfigDict(strict=True)


class ColumnPart(Part):
    name: str
    dtype: Literal["bool", "int8", "int16", "int32", "int64", "float64", "str"]
    role: str
    dealt_by: list[Any] | None = None


class ColumnsPart(Part):
    games: list[ColumnPart]
    seats: list[ColumnPart]


class TargetPart(Part):
    metric: str
    low: float
    high: float


class ExpectPart(Part):
    name: str
    metric: Literal["win_rate", "share", "over_fair_share", "length", "end", "effect"]
    of: dict[str, str | int]
    low: float | None
    high: float | None
    cells: list[Whole]


class FactorPart(Part):
    name: str
    meaning: str = ""
    levels: list[Any]
    crossed: bool
    level_meanings: dict[str, str] = {}
    unit: str = ""
    who_plays: bool = False
    asked: bool = False


class CellPart(Part):
    number: Whole
    levels: dict[str, Any]
    setting: dict[str, Any]
    changes: dict[str, Any]
    blanks: list[str]
    games: Whole


class RangePart(Part):
    low: int
    high: int
    why: Annotated[str, Field(min_length=1)]


class RulePart(Part):
    value: Any
    source: str
    kind: str
    unit: str
    min: int | None = None
    max: int | None = None
    choices: list[str]
    note: str
    shipped: Any
    range: RangePart | None = None
    label: str = ""


class DifferencePart(Part):
    path: str


class PackPart(Part):
    rules: dict[str, RulePart]
    cards: dict[str, dict[str, Any]]
    strategies: dict[str, dict[str, Any]]
    code: dict[str, str]
    differences: list[DifferencePart] = []


class ProvenancePart(Part):
    rules: dict[str, int]
    cards: dict[str, dict[str, int]]


class DecisionPart(Part):
    name: str
    meaning: str


class SpacePart(Part):
    ground: str
    level: int
    area: str
    marks: list[str]


class BoardPart(Part):
    name: str
    colours: dict[str, str]
    spaces: dict[str, SpacePart]


class PicturePart(Part):
    title: str
    path: str
    size: Pair[float]
    shapes: list[Pair[str]]
    lines: list[str]
    colours: list[Pair[str]] = []


class GapPart(Part):
    setting: dict[str, Any]
    strategy: str
    better: str
    points: float
    low: float
    high: float
    games: Whole
    on: str


class BetterSeatPart(Part):
    setting: dict[str, Any]
    strategy: str
    seat: Whole
    share: float
    low: float
    high: float
    games: Whole
    on: str
    source: str


class ShardPart(Part):
    model_config = ConfigDict(strict=True, extra="forbid")

    kind: str
    cell: Whole
    file: str
    rows: Whole
    sha256: str
    first: Whole
    last: Whole


class FilePart(Part):
    file: str
    sha256: str


class Manifest(Part):
    status: str
    game: str
    seed: Whole
    stopped: str = ""
    title: str = ""
    cooperative: bool = False
    options: str = ""
    question: str = ""
    precision: float | None = None
    until: str | None = None
    keep: Literal["all", "sample", "counts"] = "all"
    looks: Whole | None = None
    experiment: dict[str, Any] = {}
    experiment_name: str = ""
    command: str = ""
    handicap: str = ""
    evens: list[list[str | list[str]]] = []
    target: TargetPart | None = None
    expect: list[ExpectPart] = []
    factors: list[FactorPart]
    setting: dict[str, Any] = {}
    cells: list[CellPart]
    pack: PackPart
    provenance: ProvenancePart = ProvenancePart(rules={}, cards={})
    columns: ColumnsPart
    decision_points: list[DecisionPart] = []
    end_reasons: dict[str, str] = {}
    boards: dict[str, BoardPart] = {}
    pictures: list[PicturePart] = []
    gaps: list[GapPart] = []
    better_seats: list[BetterSeatPart] = []
    versions: dict[str, str]
    source_hash: str
    shards: list[ShardPart]
    files: list[FilePart] = []
