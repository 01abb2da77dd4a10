"""Errors of pydantic models as sentences, each with its place.

Used for cards, rules, strategies, experiments and manifests, so that all refusals read alike:
what stands where, what it may be, and what was perhaps meant.
"""

import re
import types
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from simulate.core.errors import MORE, MOST_PROBLEMS, Problem, nearest
from simulate.core.text.letters import in_toml
from simulate.core.text.locate import MISSING, Loc, entry_of

BARE = re.compile(r"[A-Za-z0-9_-]+")  # keys that need no quotes
Reporter = Callable[[Loc, str, str], Problem]  # (place in the data, sentence, "key" or "value")
Why = Callable[[str, str, Any, bool], str]  # (part, key, bound, whether less was found) -> reason

Model = TypeVar("Model", bound=BaseModel)

SENTENCES = {
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_parsing_size": "must be a whole number of at most 18 digits",
    "float_type": "must be a number",
    "finite_number": "must be a finite number",
    "bool_type": "must be true or false",
    "string_type": "must be text in quotes",
    "list_type": "must be a list, such as [1, 2]",
    "tuple_type": "must be a list, such as [1, 2]",
    "dict_type": "must be a table",
    "model_type": "must be a table",
    "model_attributes_type": "must be a table",
    "greater_than_equal": "must be at least {ge}",
    "greater_than": "must be more than {gt}",
    "less_than_equal": "must be at most {le}",
    "less_than": "must be less than {lt}",
    "too_short": "must have at least {min_length} entries",
    "too_long": "must have at most {max_length} entries",
    "string_too_short": "must not be empty",
    "string_too_long": "must have at most {max_length} letters",
    "string_pattern_mismatch": "does not match the pattern {pattern}",
}
ONE_ENTRY = "must not be empty"
BOUNDS = {"ge": True, "min_length": True, "le": False, "max_length": False}  # whether the lower one


def check(
    model: type[Model], data: Any, report: Reporter, base: Loc = (), why: Why | None = None
) -> tuple[Model | None, list[Problem]]:
    """The model made from `data`, or None, and every problem found.

    base: where `data` stands in the whole that `report` knows places of; why: says behind the
    refusal of a bound where that comes from.
    """
    try:
        return model.model_validate(data), []
    except ValidationError as error:
        problems = []
        for detail in error.errors(include_url=False)[:MOST_PROBLEMS]:
            loc, what, on = sentence(model, data, detail)
            what += _reason(model, loc, detail, why) if why else ""
            problems.append(report((*base, *loc), what, on))
        if error.error_count() > MOST_PROBLEMS:
            problems.append(Problem(problems[-1].where, MORE))
        return None, list(dict.fromkeys(problems))  # each branch of a union reports the same place


def sentence(model: type[BaseModel], data: Any, detail: Mapping[str, Any]) -> tuple[Loc, str, str]:
    """(place, sentence, "key" or "value") of one pydantic error."""
    kind, context = detail["type"], detail.get("ctx", {})
    missing = kind == "missing"
    loc = real_loc(data, detail["loc"], keep_last=missing)
    name = ".".join(str(part) for part in loc) or "the file"
    if kind == "extra_forbidden":
        known = sorted(allowed_keys(model, loc[:-1]))
        return loc, unknown_key(str(loc[-1]), known), "key"
    if missing:
        return loc, f"`{loc[-1]}` is missing", "key"
    if kind in ("union_tag_invalid", "literal_error", "enum"):
        choices = _choices(context)
        value = detail["input"]
        if kind == "union_tag_invalid":
            tag = str(context["discriminator"]).strip("'")
            loc, name, value = (*loc, tag), f"{name}.{tag}", context["tag"]
        return loc, not_one_of(name, value, choices), "value"
    if kind == "union_tag_not_found":
        tag = str(context["discriminator"]).strip("'")
        return loc, f"`{name}` needs `{tag}`", "value"
    if "message" in context:  # a game's own sentence; `key` is the way to the entry it is about
        key = context.get("key", ())
        way = (key,) if isinstance(key, str) else key
        return (*loc, *way), str(context["message"]), "value"
    if kind in ("value_error", "assertion_error"):
        return loc, str(context.get("error", detail["msg"])), "value"
    if kind == "list_type" and isinstance(detail["input"], Mapping):
        what = f"must be a list of tables: write [[{name}]] as its heading, or [{{ ... }}]"
        return loc, f"`{name}` {what} (found one table)", "key"
    if kind in ("dict_type", "model_type") and _holds_tables(detail["input"]):
        return loc, f"`{name}` must be one table: write [{name}], with one bracket", "key"
    words = ONE_ENTRY if kind == "too_short" and context["min_length"] == 1 else SENTENCES.get(kind)
    limits = {key: f"{v:g}" if isinstance(v, float) else v for key, v in context.items()}
    what = words.format(**limits) if words else detail["msg"].lower()
    return loc, f"`{name}` {what} (found {literal(detail['input'])})", "value"


def _reason(model: type[BaseModel], loc: Loc, detail: Mapping[str, Any], why: Why) -> str:
    """What is to be said of the bound that was not kept; nothing of other problems."""
    for name, bound in detail.get("ctx", {}).items():
        holder = _holder(model, loc)
        if name in BOUNDS and holder is not None:
            return why(*holder, bound, BOUNDS[name])
    return ""


def _holder(model: type[BaseModel], loc: Loc) -> tuple[str, str] | None:
    """The model whose field the last name of the way is, and the name; `.each` for an entry."""
    kinds: list[Any] = [model]
    found = None
    for part in loc:
        for plain in (plain for kind in kinds for plain in _plain(kind)):
            if isinstance(plain, type) and part in getattr(plain, "model_fields", ()):
                found = plain.__name__, str(part)
        if found and isinstance(part, int):
            found = found[0], f"{found[1]}.each"
        kinds = [inner for kind in kinds for inner in _inside(kind, part)]
    return found


def _holds_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], Mapping)


def unknown_key(key: str, known: Sequence[str]) -> str:
    """Sentence for a key that no model knows."""
    allowed = f" (allowed: {', '.join(known)})" if known else ""
    return f"unknown key `{key}`{nearest(key, known)}{allowed}"


def not_one_of(name: str, value: Any, choices: Sequence[Any]) -> str:
    """Sentence for a value outside a closed list."""
    words = [str(choice) for choice in choices]
    guess = "; write it without quotes" if str(value) in words else nearest(str(value), words)
    return f"`{name}` cannot be {literal(value)}{guess} (allowed: {', '.join(words)})"


def literal(value: Any) -> str:
    """The value as TOML writes it, cut where it gets long."""
    text = written(value)
    return text if len(text) <= 60 else text[:57] + "..."


def written(value: Any) -> str:
    """The value as TOML writes it, whole."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return in_toml(value)
    if isinstance(value, Mapping):
        entries = (f"{key_written(key)} = {written(entry)}" for key, entry in value.items())
        return "{" + ", ".join(entries) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(written(entry) for entry in value) + "]"
    return str(value)


def key_written(key: str) -> str:
    """A key as TOML writes it."""
    return key if BARE.fullmatch(key) else in_toml(key)


def real_loc(data: Any, loc: Loc, keep_last: bool = False) -> Loc:
    """pydantic's way to a value without the names of the models and unions it tried."""
    real: list[str | int] = []
    value = data
    for position, part in enumerate(loc):
        inner = entry_of(value, part)
        if inner is not MISSING:
            value = inner
            real.append(part)
        elif keep_last and position == len(loc) - 1:
            real.append(part)
    return tuple(real)


def _choices(context: Mapping[str, Any]) -> list[str]:
    """pydantic writes them as "'a', 'b' or 'c'"."""
    words = str(context.get("expected_tags") or context.get("expected") or "")
    return [part.strip().strip("'") for part in words.replace(" or ", ", ").split(",")]


def allowed_keys(model: type[BaseModel], loc: Loc) -> set[str]:
    """The keys that the table at `loc` may have, through dicts, lists and unions of models."""
    kinds: list[Any] = [model]
    for part in loc:
        kinds = [inner for kind in kinds for inner in _inside(kind, part)]
    return {
        field.alias or name
        for kind in kinds
        for plain in _plain(kind)
        if isinstance(plain, type) and issubclass(plain, BaseModel)
        for name, field in plain.model_fields.items()
    }


def _plain(kind: Any) -> Iterator[Any]:
    """The parts of a union, without Annotated."""
    origin = typing.get_origin(kind)
    if origin is typing.Annotated:
        yield from _plain(typing.get_args(kind)[0])
    elif origin in (typing.Union, types.UnionType):
        for part in typing.get_args(kind):
            yield from _plain(part)
    else:
        yield kind


def _inside(kind: Any, part: str | int) -> Iterator[Any]:
    """What the models, dicts and lists of `kind` hold at `part`."""
    for plain in _plain(kind):
        arguments = typing.get_args(plain)
        if arguments:
            yield arguments[-1]
        elif isinstance(plain, type) and issubclass(plain, BaseModel):
            for name, field in plain.model_fields.items():
                if part in (name, field.alias):
                    yield field.annotation
