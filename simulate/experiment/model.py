"""What an experiment file may hold, as a pydantic model and as a JSON Schema."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    WithJsonSchema,
    WrapValidator,
    create_model,
)
from pydantic_core import PydanticCustomError

from simulate.core.game.facts import EFFECT, OVER_FAIR_SHARE, WIN_RATE, Factor
from simulate.core.options import KEYS, MINUTES_PER_DECISION, Key
from simulate.core.text.validate import literal
from simulate.pack import catalogue
from simulate.pack.text.schemas import plain_optional

MOST_KEPT = 100_000_000  # games of a cell whose rows can be kept

_MODEL = ConfigDict(extra="forbid", strict=True)
_TEXT = {"type": "string", "minLength": 1}

Text = Annotated[str, Field(min_length=1)]
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


class LineupTable(BaseModel):
    """Strategies by seat, from seat 1."""

    model_config = _MODEL

    name: Text | None = Field(
        default=None, description="Name in the report; default: the names of the strategies."
    )
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


Metric = Literal[
    "win_rate", "share", "over_fair_share", "matchup", "length", "end", "effect", "brings"
]  # fmt: skip


class TargetTable(BaseModel):
    """What a result should be: a band of every setting, or of what `where` names."""

    model_config = _MODEL

    metric: Metric = Field(
        default="win_rate",
        description="What is measured: games won; where players compete a share of the wins, or "
        "that less the fair share (1 / players); how often one of two options ends ahead of the "
        "other; the mean length; games that end for a reason; "
        "what a variant adds to the win rate or to a share; what any hero or foe brings, in "
        "points of the win rate.",
    )
    low: Finite | None = Field(default=None, description="At least this; shares are 0 to 1.")
    high: Finite | None = Field(default=None, description="At most this; shares are 0 to 1.")
    where: Table | None = Field(
        default=None,
        description="Of what: levels of factors (of several in a list any), variant, faction (or "
        "hero, unit), seat, strategy, a and b of a matchup, reason, column. Every setting that it "
        "fits must hold; without it, it is of all, but for those of which another says more.",
    )
    why: Text | None = Field(default=None, description="Its name in the report.")
    check: bool = Field(
        default=False, description="Whether `--check` ends with an exit code of its own if missed."
    )

    wish: Text | None = Field(
        default=None,
        description="Reason for the wish; the report says that it is a wish, not a printed fact.",
    )

    @property
    def is_of_all(self) -> bool:
        """Whether it is a band that every setting, or every option, is told to be in or not."""
        return self.where is None and self.may_be_band

    @property
    def is_of_variants(self) -> bool:
        """Whether it is of changed games."""
        return self.metric == EFFECT or "variant" in (self.where or {})

    @property
    def may_be_band(self) -> bool:
        """Whether settings may be judged by it: by its metric and its two ends."""
        return self.metric in BANDS and None not in (self.low, self.high)


BANDS = (WIN_RATE, OVER_FAIR_SHARE)


class _Head(BaseModel):
    model_config = _MODEL

    game: Text = Field(description="The game to play.")
    question: str = Field(default="", description="The question that this experiment answers.")


def _word_or(key: Key) -> Any:
    """The type of a number in whose place certain words may stand."""

    def checked(value: Any, number: Callable[[Any], Any]) -> Any:
        if value in key.words:
            return value
        if isinstance(value, str):
            message = f"must be a number or {literal(key.words[0])} (found {literal(value)})"
            raise PydanticCustomError("word", "{message}", {"message": message})
        return number(value)

    bounds = {"type": "number", "minimum": key.least, "maximum": key.most}
    either = WithJsonSchema({"anyOf": [{"enum": list(key.words)}, bounds]})
    return Annotated[_number(key), WrapValidator(checked), either]


def _number(key: Key) -> Any:
    if key.kind is float:
        return Annotated[float, Field(ge=key.least, le=key.most, allow_inf_nan=False)]
    return Annotated[int, Field(ge=key.least, le=key.most)]


def _field(key: Key) -> tuple[Any, Any]:
    """The field of a key that an option stands for."""
    if key.kind is str:
        kind: Any = Text
    elif key.kind is None:
        kind = Literal[key.words]
    else:
        kind = _word_or(key) if key.words else _number(key)
    optional = kind | None if key.default is None else kind
    return optional, Field(default=key.default, description=key.says)


if TYPE_CHECKING:

    class _Keys(_Head):
        games: int
        seed: int

else:
    _Keys = create_model(
        "_Keys", __base__=_Head, **{o.name: _field(o.key) for o in KEYS if o.key is not None}
    )


class QuestionFile(_Keys):
    """The question of a pack, which overrides the default experiment of its game."""

    model_config = _MODEL

    factors: Table = Field(default={}, description="What varies: name = list of levels.")
    fixed: Table = Field(default={}, description="Factors fixed at another level than the default.")
    minutes_per_decision: Annotated[float, Field(ge=0.01, le=60, allow_inf_nan=False)] = Field(
        default=MINUTES_PER_DECISION,
        description="How long a person takes for a decision, for how long a game is.",
    )
    target: list[TargetTable] = Field(default=[], description="Expected results; several.")


class ExperimentFile(QuestionFile):
    """An experiment of the balance toolkit: one file, one question."""

    model_config = _MODEL

    lineup: list[LineupTable] = Field(default=[], description="Who sits where; a factor.")
    variant: list[VariantTable] = Field(default=[], description="Changed games; a factor.")
    steps: Names = Field(
        default=[],
        description="Numbers of the pack, each tried one step lower and one higher: cards.heroes.",
    )
    blanks: Names = Field(
        default=[],
        description="Cards and abilities that each are played without: cards.heroes.*.abilities.*.",
    )

    @property
    def keys(self) -> dict[str, Any]:
        """What options stand for, where it is not as usual."""
        found = {o.name: getattr(self, o.name) for o in KEYS}
        usual = {o.name: o.key.default for o in KEYS if o.key is not None and not o.key.always}
        found["minutes_per_decision"] = self.minutes_per_decision
        usual["minutes_per_decision"] = MINUTES_PER_DECISION
        return {name: found[name] for name, value in usual.items() if found[name] != value}


def schema() -> dict[str, Any]:
    """JSON Schema of an experiment file.

    Only keywords that old and new drafts read alike, because editors differ in what they know.
    """
    schema = plain_optional(ExperimentFile.model_json_schema())
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
        number = {"type": "number", "minimum": 0, "maximum": 1}
        return {"anyOf": [number, {"enum": list(factor.levels)}]} if factor.levels else number
    if factor.levels and factor.kind != "card":
        return {"enum": list(factor.levels)}
    return {"type": "string"}
