"""Check the methods of a game file: missing, misspelt, wrong arguments, or hidden."""

import inspect
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any

from simulate.own.game import Game

NEEDED = {"setup": "lays the table", "moves": "lists what `self.seat` may do",
          "play": "does a move", "over": "says why the game is over, or \"\""}  # fmt: skip
WRITTEN = (*NEEDED, "points", "tie", "team", "margins", "hide", "value", "features", "say")
OURS = ("count", "tell", "copy")  # which a file calls, and does not write
GIVEN = ("players", "rules", "cards", "setting", "holds", "luck", "counts", "listener")
# What is declared -> the method that goes with it.
TOGETHER_WITH = {"POINTS": "points", "MARGINS": "margins", "FEATURES": "features"}
ALIKE = 0.8  # a name that is so like another is that one misspelt

MethodTrouble = tuple[tuple[str, ...], str, int]  # way, sentence, line if it is known


def method_troubles(kind: Any, set_names: Sequence[tuple[str, int]]) -> Iterator[MethodTrouble]:
    """set_names: names that methods give to the table, with their lines."""
    own = [each for each in reversed(kind.__mro__) if each not in Game.__mro__]
    written = {name: value for each in own for name, value in vars(each).items()}
    attributes = [name for name in vars(Game) if name.isupper()]
    like = {
        name: _misspelt(name, written) for name in (*WRITTEN, *attributes) if name not in written
    }
    for name, other in like.items():
        if other:
            yield (other,), f"`{other}` means nothing here; did you mean `{name}`?", 0
    missing = {name for name, other in like.items() if not other}
    for name in WRITTEN:
        if name in missing & NEEDED.keys():
            yield (), f"the game needs a method `{name}`, which {NEEDED[name]}", 0
        elif name in written:
            yield from (((name,), what, 0) for what in _signature(name, written[name]))
    for attribute, name in TOGETHER_WITH.items():
        if getattr(kind, attribute) and name in missing:
            yield (attribute,), f"{attribute} needs a method `{name}`, which gives them", 0
    if "features" in written and "FEATURES" in missing:
        yield ("features",), "`features` needs FEATURES, which names what it gives", 0
    yield from _taken(written, dict(reversed(set_names)))


def _signature(name: str, method: Any) -> Iterator[str]:
    """What a method has against being called as it is."""
    arguments = [*inspect.signature(getattr(Game, name)).parameters]
    form = f"def {name}({', '.join(arguments)})"
    if hasattr(method, "cache_clear"):
        yield f"`{name}` must not keep its answers, which all tables and games would share"
        return
    if not inspect.isfunction(method):
        yield f"`{name}` must be a method, `{form}`: choose another name for your attribute"
        return
    try:
        inspect.signature(method).bind(*arguments)
    except TypeError:
        yield f"`{name}` must take these arguments: `{form}`"
    is_late = inspect.isgeneratorfunction(method) and name != "moves"
    if is_late or inspect.iscoroutinefunction(method) or inspect.isasyncgenfunction(method):
        yield f"`{name}` must not use `yield` or `async`, with which a call does nothing"


def _misspelt(name: str, written: dict[str, Any]) -> str:
    """What the file says in the place of a name."""
    is_word = name.isupper()
    for other, value in written.items():
        if hasattr(Game, other) or other.isupper() != is_word or is_word == callable(value):
            continue
        plain = other.lower().replace("_", ""), name.lower()
        if SequenceMatcher(None, *plain).ratio() >= ALIKE:
            return other
    return ""


def _taken(written: dict[str, Any], set_names: dict[str, int]) -> Iterator[MethodTrouble]:
    """Names of the machine that the file uses for something else."""
    for name in (*OURS, *GIVEN):
        if name in written:
            yield (name,), f"`{name}` is set by the toolkit: choose another name", 0
    if "__init__" in written:
        yield ("__init__",), "write `setup` instead of `__init__`: it sets up each game", 0
    for name, line in set_names.items():
        if name in GIVEN:
            what = f"`self.{name}` is set by the toolkit: choose another name for yours"
            yield (), what, line
        elif name in (*WRITTEN, *OURS):
            yield (), f"`self.{name}` would hide the method `{name}`: choose another name", line
