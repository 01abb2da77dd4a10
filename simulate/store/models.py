"""Models of the manifest and the journal, so that errors name the key.

The schema in words is in docs/run-folder.md.  Keys that are not named here may be there.
"""

from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, Strict

from simulate.core.options import MINUTES_PER_DECISION

Whole = Annotated[int, Field(ge=0, lt=2**63)]
Above = Annotated[int, Field(ge=1, lt=2**63)]
Games = Annotated[int, Field(ge=1, le=2_000_000_000)]
Number = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Item = TypeVar("Item")
Pair = Annotated[list[Item], Field(min_length=2, max_length=2)]


class ManifestPart(BaseModel):
    """A table of a manifest; a whole number is a number, true is none."""

    model_config = ConfigDict(strict=True)


class ColumnPart(ManifestPart):
    name: str
    dtype: Literal["bool", "int8", "int16", "int32", "int64", "float64", "str"]
    role: str
    meaning: str
    unit: str
    family: str
    option: str
    better: str
    cards: str = ""
    of: str = ""
    drawn: str = ""
    dealt_by: list[Any] | None = None


class ColumnsPart(ManifestPart):
    games: list[ColumnPart]
    seats: list[ColumnPart]


class TargetPart(ManifestPart):
    metric: str
    low: float
    high: float


class BandPart(ManifestPart):
    """A target of some settings."""

    metric: Literal["win_rate", "over_fair_share"]
    low: Annotated[float, Field(ge=-1, le=1)]
    high: Annotated[float, Field(ge=-1, le=1)]
    where: dict[str, Any] = {}
    why: str = ""
    wish: str = ""
    typed: bool = False


class ExpectPart(ManifestPart):
    name: str
    metric: Literal[
        "win_rate", "share", "over_fair_share", "matchup", "length", "end", "effect", "brings"
    ]  # fmt: skip
    of: dict[str, str | int]
    low: float | None
    high: float | None
    cells: list[Whole]
    check: bool = True


class FactorPart(ManifestPart):
    name: str
    meaning: str = ""
    levels: list[Any]
    crossed: bool
    level_meanings: dict[str, str] = {}
    unit: str = ""
    who_plays: bool = False
    asked: bool = False


class ExperimentPart(ManifestPart):
    """The experiment as stored; its full model is in `simulate.experiment.model`."""

    games: Games = 1
    minutes_per_decision: Annotated[Number, Field(ge=0.01, le=60)] = MINUTES_PER_DECISION


class PlannedCellPart(ManifestPart):
    number: Whole
    levels: dict[str, Any]
    setting: dict[str, Any]
    changes: dict[str, Any]
    blanks: list[str]
    rotations: Annotated[int, Field(ge=1)] = 1


class CellPart(PlannedCellPart):
    games: Whole


class RangePart(ManifestPart):
    low: int
    high: int
    why: Annotated[str, Field(min_length=1)]


class RulePart(ManifestPart):
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


class DifferencePart(ManifestPart):
    path: str


class PackPart(ManifestPart):
    rules: dict[str, RulePart]
    cards: dict[str, dict[str, Any]]
    strategies: dict[str, dict[str, Any]]
    code: dict[str, str]
    alternatives: dict[str, dict[str, list[Any]]] = {}
    differences: list[DifferencePart] = []


class ProvenancePart(ManifestPart):
    rules: dict[str, int]
    cards: dict[str, dict[str, int]]


class DecisionPart(ManifestPart):
    name: str
    meaning: str


class SpacePart(ManifestPart):
    ground: str
    level: int
    area: str
    marks: list[str]


class BoardPart(ManifestPart):
    name: str
    colours: dict[str, str]
    spaces: dict[str, SpacePart]


class PicturePart(ManifestPart):
    title: str
    path: str
    size: Pair[float]
    shapes: list[Pair[str]]
    lines: list[str]
    colours: list[Pair[str]] = []


class GapPart(ManifestPart):
    setting: dict[str, Any]
    strategy: str
    better: str
    points: float
    low: float
    high: float
    games: Whole
    on: str
    earlier: bool = False


class CostPart(ManifestPart):
    setting: dict[str, Any]
    strategy: str
    loops: float


class OpinionFactPart(ManifestPart):
    metric: str
    where: dict[str, Any]
    value: float
    low: float
    high: float


class OpinionPart(ManifestPart):
    strategy: str
    games: Whole
    on: str
    positions: Whole = 0  # that best play was found in; 0 where games were played
    facts: list[OpinionFactPart]


class StrengthPart(ManifestPart):
    strategy: str = ""
    players: Whole = 0
    games: Whole = 0
    won: float = 0.0
    fair: float = 0.0


class DuelPart(StrengthPart):
    error: float = 0.0


class BetterSeatPart(ManifestPart):
    setting: dict[str, Any]
    strategy: str
    seat: Whole
    share: float
    low: float
    high: float
    games: Whole
    on: str
    source: str
    earlier: bool = False


class AgainFindingPart(ManifestPart):
    text: str
    verdict: str
    metric: str
    where: dict[str, str | int | float | bool]
    at_least: float | None
    at_most: float | None
    value: float
    low: float
    high: float
    error: Number


class AgainPart(ManifestPart):
    """Findings of an earlier run that this run tests with another seed."""

    run: str
    seeds: Annotated[list[Whole], Field(min_length=1)]
    findings: list[AgainFindingPart]
    unasked: Whole = 0


class ShardPart(ManifestPart):
    model_config = ConfigDict(strict=True, extra="forbid")

    kind: str
    cell: Whole
    file: str
    rows: Whole
    sha256: str
    first: Whole
    last: Whole


class FilePart(ManifestPart):
    file: str
    sha256: str


class OwnPart(ManifestPart):
    """A designer's own game: its file as it was typed, its text, and what that read."""

    model_config = ConfigDict(strict=True, extra="forbid")

    file: str
    text: str
    cards: dict[str, Any] = {}
    players: str = ""


class Planned(ManifestPart):
    """All that the manifest of a run says of its plan."""

    game: str
    own: OwnPart | None = None
    seed: Whole
    title: str = ""
    cooperative: bool = False
    options: str = ""
    question: str = ""
    precision: Annotated[float, Field(ge=0.0005, le=0.2)] | None = None
    until: Literal["settled"] | None = None
    keep: Literal["all", "sample", "counts"] = "all"
    looks: Whole | None = None
    first_look: Whole | None = None
    resolution: Annotated[float, Field(ge=0.0005, le=0.2)] | None = None
    experiment: ExperimentPart = ExperimentPart()
    experiment_name: str = ""
    command: str = ""
    unsaid: list[str] | None = None
    handicap: str = ""
    evens: list[list[str | list[str]]] = []
    target: TargetPart | None = None
    bands: list[BandPart] = []
    expect: list[ExpectPart] = []
    factors: list[FactorPart]
    setting: dict[str, Any] = {}
    cells: list[PlannedCellPart]
    pack: PackPart
    provenance: ProvenancePart = ProvenancePart(rules={}, cards={})
    columns: ColumnsPart
    decision_points: list[DecisionPart] = []
    end_reasons: dict[str, str] = {}
    boards: dict[str, BoardPart] = {}
    pictures: list[PicturePart] = []
    gaps: list[GapPart] = []
    better_seats: list[BetterSeatPart] = []
    second: str = ""
    shipped: bool = False
    costs: list[CostPart] = []
    opinions: list[OpinionPart] = []
    strength: StrengthPart = StrengthPart()
    duel: DuelPart = DuelPart()
    again: AgainPart | None = None
    versions: dict[str, str]
    source_hash: str


class Manifest(Planned):
    status: str
    stopped: str = ""
    cells: list[CellPart]  # type: ignore[assignment]  # with what was played of each
    shards: list[ShardPart]
    files: list[FilePart] = []


class Beside(ManifestPart):
    """What is played beside a run, each in a folder of that name in the run's own."""

    model_config = ConfigDict(strict=True, extra="forbid")

    guesses: Planned = None  # type: ignore[assignment]  # where it is named it is a plan
    players: Planned = None  # type: ignore[assignment]
    shipped: Planned = None  # type: ignore[assignment]


class JournalHeader(ManifestPart):
    """The first line of a journal; most_games: of a block, where players are slow."""

    journal: int
    run: Planned
    beside: Beside
    turns: bool
    most_games: Above | None = None


class AskedPart(ManifestPart):
    """What was typed to begin a search or a comparison, but for how and where it is played."""

    model_config = ConfigDict(strict=True, extra="forbid")

    verb: Literal["sensitivity", "worth", "why", "exploit", "advise", "tune", "compare"]
    target: str | None = None
    pack: str | None = None
    games: str | None = None
    seed: str | None = None
    band: str | None = None
    sets: list[str] = []
    steps: list[str] = []
    until: str | None = None
    resolution: str | None = None
    edits: str | None = None
    budget: str | None = None
    card: str | None = None
    after: str | None = None
    seats: bool = False
    one: bool = False
    apart: bool = False
    no_second: bool = False
    check: bool = False
    out: str | None = None


class SearchHeader(ManifestPart):
    """The first line of the journal of a search or a comparison; run: what it begins with."""

    journal: int
    search: AskedPart
    run: Planned


class JournalBlock(ManifestPart):
    """A block of games whose files are written: its cell, its number, first game and games.

    tally: option -> wins and games.
    """

    block: Annotated[tuple[Whole, Whole, Whole, Above], Strict(False)]
    tally: dict[str, Annotated[tuple[Number, Whole], Strict(False)]]
    shards: list[ShardPart]
    seconds: Number


class JournalBegins(ManifestPart):
    """Somebody plays from here on."""

    at: str
    seconds: Number
    jobs: Whole
    process: Whole
    machine: str


class JournalFailed(ManifestPart):
    """Blocks are played again: cell, first game and games of each."""

    at: str
    seconds: Number
    why: str
    blocks: list[Annotated[tuple[Whole, Whole, Whole], Strict(False)]]


class JournalEnds(ManifestPart):
    """The run is cut short."""

    at: str
    seconds: Number
    why: Annotated[str, Field(min_length=1)]


class JournalBest(ManifestPart):
    """What a search has found so far, in words."""

    at: str
    seconds: Number
    what: str


class JournalWritten(ManifestPart):
    """All that was asked for is written; what is left of the search are its blocks."""

    at: str
    seconds: Number


JOURNAL_EVENTS: dict[str, type[ManifestPart]] = {
    "begins": JournalBegins,
    "failed": JournalFailed,
    "ends": JournalEnds,
    "best": JournalBest,
    "written": JournalWritten,
}
