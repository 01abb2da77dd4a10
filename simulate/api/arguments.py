"""Signatures and docstrings of the Python functions, built from the options of their commands."""

import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from textwrap import fill
from typing import Any, Concatenate, ParamSpec, TypeVar

from simulate.core import options
from simulate.core.options import Option
from simulate.experiment.request import APART

Arguments = ParamSpec("Arguments")
Found = TypeVar("Found")
Parameters = Sequence[inspect.Parameter]
HEAD = "Parameters\n----------\n"
OF_VERB = {
    "run": options.PLAY,
    "ladder": options.LADDER,
    "sensitivity": options.SENSITIVITY,
    "why": options.WHY,
    "worth": options.WORTH,
    "exploit": options.EXPLOIT,
    "advise": options.ADVISE,
    "tune": options.TUNE,
}


def command(
    verb: str, body: Callable[Concatenate[str, Arguments], Found]
) -> Callable[[Callable[[], None]], Callable[Arguments, Found]]:
    """A command as a function: `body` with its verb, and every option of it as an argument.

    The function below gives name and words; the section on parameters is put into them.
    """

    def making(words: Callable[[], None]) -> Callable[Arguments, Found]:
        @wraps(words)
        def call(*args: Arguments.args, **said: Arguments.kwargs) -> Found:
            return body(verb, *args, **said)

        whole = inspect.signature(body)
        taken = _parameters(list(whole.parameters.values())[1:], OF_VERB[verb])
        call.__signature__ = whole.replace(parameters=taken)  # type: ignore[attr-defined]
        if words.__doc__ and body.__doc__:  # python -OO has none
            call.__doc__ = _words(words.__doc__, body.__doc__, taken, OF_VERB[verb])
        return call

    return making


def _parameters(shared: Parameters, listed: Sequence[Option]) -> list[inspect.Parameter]:
    """Those that commands of a kind share, without options of others, and the command's own."""
    every = {option.name for options in OF_VERB.values() for option in options}
    own = {option.name: option for option in listed if option is not options.SETS}
    kept = [each for each in shared if each.name in own or each.name not in every]
    named = {each.name for each in kept}
    kept[-1:-1] = [_parameter(option) for name, option in own.items() if name not in named]
    return kept


def _parameter(option: Option) -> inspect.Parameter:
    usual, kind = (None, Any) if option.value else (False, bool)
    return inspect.Parameter(
        option.name, inspect.Parameter.KEYWORD_ONLY, default=usual, annotation=kind
    )


def _words(words: str, shared: str, taken: Parameters, listed: Sequence[Option]) -> str:
    """A docstring with every parameter: as shared words have it, else as its option says."""
    section = inspect.cleandoc(shared).partition(HEAD)[2].partition("\n\n")[0]
    known = {re.findall(r"\w+", entry)[0]: entry for entry in re.split(r"\n(?=\S)", section)}
    by_name = {option.name: option for option in listed}
    told = [known.get(each.name) or _entry(by_name[each.name]) for each in taken]
    head, end, rest = inspect.cleandoc(words).partition("Returns\n-------\n")
    return "".join([head, HEAD, "\n".join(told), "\n\n", end, rest])


def _entry(option: Option) -> str:
    """A parameter of a docstring: name, type, what its option says, from where to where."""
    text, key = option.help.replace("--", ""), option.key
    if key and key.least is not None:
        text += f" At least {key.least}, at most {key.most}."
    indent = " " * 4
    said = fill(text, 96, initial_indent=indent, subsequent_indent=indent)
    return f"{option.name} : {_kind(option)}, optional\n{said}"


def _kind(option: Option) -> str:
    """What a value of it may be."""
    if option.key:
        kinds = [option.key.kind.__name__] if option.key.kind else []
        return " or ".join([*kinds, *map(repr, option.key.words)])
    return {"": "bool", "N": "int", "DIR": "Path or str"}.get(option.value, "str")


class TypedArguments:
    """A call as it would be typed: options of its command, and levels of factors and numbers.

    given: options by name; places: what is typed -> what was said in the call.
    """

    def __init__(
        self, verb: str, said: Mapping[str, Any], values: Mapping[str, Any] | None
    ) -> None:
        options = {option.name: option for option in OF_VERB[verb]}
        factors = {name: value for name, value in said.items() if name not in options}
        sets, self.places = _sets(factors, values or {})
        self.given: dict[str, Any] = {
            name: text_of(value) if options[name].value else bool(value)
            for name, value in said.items()
            if name in options
        }
        self.given["sets"] = sets
        band = said.get("band")
        if isinstance(band, Mapping):
            parts = [f"{of}={_ends(ends)}" for of, ends in band.items()]
            self.given["band"] = f"{APART} ".join(parts)
            self.places |= {f"--target {part}": f"band={band!r}" for part in parts}
        elif band is not None:
            self.given["band"] = _ends(band)
        self.places[f"--of {said.get('card')}"] = f"card={said.get('card')!r}"
        self.places[f"--target {self.given.get('band')}"] = f"band={band!r}"


def _ends(band: Any) -> str:
    """A band as it would be typed; text as it is."""
    return ("," if band[0] < 0 else "-").join(map(str, band)) if isinstance(band, tuple) else band


def _sets(
    factors: Mapping[str, Any], values: Mapping[str, Any]
) -> tuple[list[str], dict[str, str]]:
    """Every setting as `--set` takes it, and what each was called in the call."""
    sets, places = [], {}
    for said, given in (("{name}={value!r}", factors), ("set={{{name!r}: {value!r}}}", values)):
        for name, value in given.items():
            if value is not None:
                sets.append(f"{name}={text_of(value)}")
                places[f"--set {sets[-1]}"] = said.format(name=name, value=value)
    return sets, places


def text_of(value: Any) -> str | None:
    """A value as it would be typed; compared levels are separated by commas."""
    if value is None:
        return None
    parts = _levels(value)
    if parts is None:
        return _level(value)
    texts = [_level(part) for part in parts]
    return ",".join(texts) if len(texts) > 1 else f"[{','.join(texts)}]"


def _levels(value: Any) -> list[Any] | None:
    """The entries of anything that holds several: a list, a range, an array, a column."""
    if isinstance(value, str | bytes | Mapping | Path) or not isinstance(value, Iterable):
        return None
    return list(value)


def _level(value: Any) -> str:
    from simulate.core.text.validate import written
    from simulate.experiment.request import read_value

    value = value.item() if hasattr(value, "item") else value  # a number of NumPy
    if isinstance(value, Path) or (isinstance(value, str) and read_value(value) == value):
        return str(value)
    return written(value)
