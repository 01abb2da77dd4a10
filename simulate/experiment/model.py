"""What an experiment file may hold, as a pydantic model and as a JSON Schema."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema, model_validator
from pydantic_core import PydanticCustomError

from simulate.core.facts import Factor
from simulate.pack import catalogue

DEFAULT_SEED = 1
DEFAULT_GAMES = 20_000
DEFAULT_MAX_GAMES = 1_000_000
MOST_GAMES = 2_000_000_000
MOST_KEPT = 100_000_000  # games of a cell whose rows can be kept
MOST_SEED = 2**63 - 1
FEWEST_PACKS, MOST_PACKS = 8, 1_000

_MODEL = ConfigDict(extra="forbid", strict=True)
_TEXT = {"type": "string", "minLength": 1}

Text = Annotated[str, Field(min_length=1)]
Games = Annotated[int, Field(ge=1, le=MOST_GAMES)]
Distance = Annotated[float, Field(ge=-1, le=1, allow_inf_nan=False)]
Finite = Annotated[float, Field(allow_inf_nan=False)]
# Levels are checked against the game and the pack, not here.
Table = Annotated[dict[str, Any], WithJsonSchema({"type": "object"})]


def _as_list(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


Names = Annotated[
    list[Text],
    BeforeValidator(_as_list),
    WithJsonSchema({"anyOf": [_TEXT, {"type": "array", "items": _TEXT}]}),
]


class TargetBand(BaseModel):
    """The band that a result should lie in."""

    model_config = _MODEL

    metric: Literal["win_rate", "over_fair_share"] = Field(
        default="win_rate",
        description="What is measured: the share of games won; or, where players compete, by how "
        "much an option's share of wins exceeds the fair share (1 / players).",
    )
    low: Distance = Field(description="Lower end: of a rate 0 to 1, over the fair share -1 to 1.")
    high: Distance = Field(description="Upper end: of a rate 0 to 1, over the fair share -1 to 1.")

    @model_validator(mode="after")
    def _low_is_below_high(self) -> "TargetBand":
        if self.low >= self.high:
            message = f"`target.low` must be below `target.high` (found {self.low} and {self.high})"
            raise PydanticCustomError("target", "{message}", {"message": message})
        return self

    @model_validator(mode="after")
    def _a_rate_is_no_less_than_zero(self) -> "TargetBand":
        if self.metric == "win_rate" and self.low < 0:
            message = (
                f"`target.low` of a win rate is at least 0 (found {self.low}); "
                'for a distance from the fair share write `metric = "over_fair_share"`'
            )
            raise PydanticCustomError("target", "{message}", {"message": message})
        return self


class LineupTable(BaseModel):
    """Strategies by seat, from seat 1."""

    model_config = _MODEL

    name: Text | None = Field(default=None, description="Name in the report; else the strategies.")
    strategies: Annotated[list[Text], Field(min_length=1)] = Field(
        description="One strategy for each seat, from seat 1."
    )


class VariantTable(BaseModel):
    """A changed game, compared with the printed one on the same luck."""

    model_config = _MODEL

    name: Text = Field(description="Name of the variant in the report.")
    set: Table = Field(default={}, description="Parameter changes: path into the pack = value.")
    blank: Names = Field(
        default=[],
        description="Cards that stay in their deck and do nothing: artifacts.horn_of_command.",
    )


class ExpectTable(BaseModel):
    """What a result should be: the run says whether it is met, missed, or not sure yet."""

    model_config = _MODEL

    metric: Literal["win_rate", "share", "over_fair_share", "length", "end", "effect"] = Field(
        description="What is measured: games won; where players compete a share of the wins, or "
        "that less the fair share; the mean length; games that end for a reason; what a variant "
        "adds to the win rate or to a share."
    )
    where: Table = Field(
        default={},
        description="Of what: levels of factors, variant, faction (or hero, unit), seat, strategy, "
        "reason, column. Every setting that it fits must hold.",
    )
    low: Finite | None = Field(default=None, description="At least this; shares are 0 to 1.")
    high: Finite | None = Field(default=None, description="At most this; shares are 0 to 1.")
    name: Text | None = Field(default=None, description="What the report calls it.")


class ExperimentFile(BaseModel):
    """An experiment of the balance toolkit: one file, one question."""

    model_config = _MODEL

    game: Text = Field(description="The game to play.")
    question: str = Field(default="", description="What this experiment is to find out.")
    seed: Annotated[int, Field(ge=0, le=MOST_SEED)] = Field(
        default=DEFAULT_SEED, description="All luck follows from it."
    )
    games: Games = Field(default=DEFAULT_GAMES, description="Games in every cell.")
    precision: Annotated[float, Field(ge=0.0005, le=0.2, allow_inf_nan=False)] | None = Field(
        default=None,
        description="Instead of `games`: play until each interval reaches so far to either side.",
    )
    until: Literal["settled"] | None = Field(
        default=None,
        description="Play until every verdict is settled; `games` is then the most in a cell.",
    )
    guesses: Annotated[int, Field(ge=FEWEST_PACKS, le=MOST_PACKS)] | None = Field(
        default=None,
        description="Play it again with so many packs in which open numbers have other values.",
    )
    confirm_with: Text | None = Field(
        default=None, description="Play it again, with fewer games, with this strategy."
    )
    max_games: Games = Field(
        default=DEFAULT_MAX_GAMES, description="With `precision`: no cell plays more games."
    )
    keep: Literal["all", "sample", "counts"] = Field(
        default="all",
        description="What is kept of the games: a row of every one; sums of all and the rows of a "
        "sample; or sums alone, for very many games.",
    )
    factors: Table = Field(default={}, description="What varies: name = list of levels.")
    fixed: Table = Field(default={}, description="What stands at another level than the usual.")
    lineup: list[LineupTable] = Field(default=[], description="Who sits where; a factor.")
    variant: list[VariantTable] = Field(default=[], description="Changed games; a factor.")
    steps: Names = Field(
        default=[],
        description="Numbers of the pack, each played one step lower and one higher: cards.heroes.",
    )
    blanks: Names = Field(
        default=[],
        description="Cards and abilities that each are played without: cards.heroes.*.abilities.*.",
    )
    target: TargetBand | None = Field(default=None, description="The band a result should lie in.")
    expect: list[ExpectTable] = Field(default=[], description="What results should be.")


def schema() -> dict[str, Any]:
    """JSON Schema of an experiment file.

    Only keywords that old and new drafts read alike, because editors differ in what they know.
    """
    schema = ExperimentFile.model_json_schema()
    _plain_optional(schema)
    properties = schema["properties"]
    properties["game"]["enum"] = list(catalogue.names())
    named: dict[str, list[Factor]] = {}
    for game in catalogue.names():
        for factor in catalogue.facts(game).factors:
            named.setdefault(factor.name, []).append(factor)
    properties["factors"]["properties"] = {
        name: {
            "type": "array",
            "items": _levels_schema(alike),
            "minItems": 1,
            "description": alike[0].meaning,
        }
        for name, alike in named.items()
    }
    properties["fixed"]["properties"] = {
        name: {**_levels_schema(alike), "description": alike[0].meaning}
        for name, alike in named.items()
    }
    return schema


def _levels_schema(alike: list[Factor]) -> dict[str, Any]:
    """The levels of a factor that several games have by one name: what any of them allows."""
    schemas = [_level_schema(factor) for factor in alike]
    if all("enum" in schema for schema in schemas):
        return {"enum": list(dict.fromkeys(x for schema in schemas for x in schema["enum"]))}
    return schemas[0]


def _level_schema(factor: Factor) -> dict[str, Any]:
    if factor.kind == "number":
        return {"type": "number", "minimum": 0, "maximum": 1}
    if factor.levels and factor.kind != "card":
        return {"enum": list(factor.levels)}
    return {"type": "string"}


def _plain_optional(table: Any) -> None:
    """`x | None` is written as `x` alone: TOML has no null.  In place."""
    if isinstance(table, list):
        for entry in table:
            _plain_optional(entry)
    elif isinstance(table, dict):
        choices = table.get("anyOf")
        if isinstance(choices, list) and {"type": "null"} in choices:
            del table["anyOf"]
            table.pop("default", None)
            table.update(next(entry for entry in choices if entry != {"type": "null"}))
        for entry in table.values():
            _plain_optional(entry)
