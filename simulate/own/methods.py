"""What is wrong with the methods of a file: missing, misspelt, of other arguments, or hidden."""

import inspect
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any

from simulate.own.game import Game

NEEDED = {"setup": "lays the table", "moves": "lists what `self.seat` may do",
          "play": "does a move", "over": "says why the game is over, or \"\""}  # fmt: skip
OPTIONAL = ("points", "tie", "team", "margins", "hide", "value", "features", "say")
OURS = ("count", "tell", "copy")  # which a file calls, and does not write
GIVEN = ("players", "rules", "cards", "setting", "holds", "luck", "counts", "listener")
# What is declared -> the method that goes with it.
TOGETHER_WITH = {"POINTS": "points", "MARGINS": "margins", "FEATURES": "features"}
ALIKE = 0.8  # a name that is so like another is that one misspelt

MethodTrouble = tuple[tuple[str, ...], str, int]  # way, sentence, line if it is known


def method_troubles(kind: Any, set_names: Sequence[tuple[str, int]]) -> Iterator[MethodTrouble]:
    """set_names: names that methods give to the table, with their lines."""
    written = _written(kind)
    for name in (*NEEDED, *OPTIONAL):
        if name in written:
            yield from (((name,), what, 0) for what in _signature(name, written[name]))
    for name, does in NEEDED.items():
        if name not in written and not _misspelt(name, written):
            yield (), f"the game needs a method `{name}`, which {does}", 0
    yield from _misspellings(kind, written)
    yield from _taken(written, set_names)
    for attribute, name in TOGETHER_WITH.items():
        if getattr(kind, attribute) and name not in written and not _misspelt(name, written):
            yield (attribute,), f"{attribute} needs a method `{name}`, which gives them", 0
    if "features" in written and not kind.FEATURES and not _misspelt("FEATURES", written):
        yield ("features",), "`features` needs FEATURES, which names what it gives", 0


def _written(kind: Any) -> dict[str, Any]:
    """What the file says in its class and in those that it derives from."""
    own = [each for each in reversed(kind.__mro__) if each.__module__ == kind.__module__]
    return {name: value for each in own for name, value in vars(each).items()}


def _signature(name: str, method: Any) -> Iterator[str]:
    """What a method has against being called as it is."""
    arguments = [*inspect.signature(getattr(Game, name)).parameters]
    form = f"def {name}({', '.join(arguments)})"
    if not inspect.isfunction(method):
        yield f"`{name}` must be a method, `{form}`: call a thing of yours otherwise"
        return
    try:
        inspect.signature(method).bind(*arguments)
    except TypeError:
        yield f"`{name}` must take these arguments: `{form}`"
    if inspect.iscoroutinefunction(method):
        yield f"`{name}` must be a plain method, without `async`"
    elif name != "moves" and inspect.isgeneratorfunction(method):
        yield f"`{name}` holds `yield`, so that it would do nothing when it is called"


def _misspelt(name: str, written: dict[str, Any]) -> str:
    """What the file says in the place of a name."""
    is_word = name.isupper()
    for other in written:
        known = other in (*NEEDED, *OPTIONAL, *OURS) or hasattr(Game, other)
        if known or other.isupper() != is_word or is_word == callable(written[other]):
            continue
        plain = other.lower().replace("_", ""), name.lower()
        if plain[0] == plain[1] or SequenceMatcher(None, *plain).ratio() >= ALIKE:
            return other
    return ""


def _misspellings(kind: Any, written: dict[str, Any]) -> Iterator[MethodTrouble]:
    attributes = [name for name in vars(Game) if name.isupper()]
    for name in (*NEEDED, *OPTIONAL, *attributes):
        if name not in written and (like := _misspelt(name, written)):
            yield (like,), f"`{like}` means nothing here; did you mean `{name}`?", 0


def _taken(
    written: dict[str, Any], set_names: Sequence[tuple[str, int]]
) -> Iterator[MethodTrouble]:
    """Names of the machine that the file uses for something else."""
    for name in (*OURS, *GIVEN):
        if name in written:
            yield (name,), f"`{name}` is set by the machine: call yours otherwise", 0
    if "__init__" in written:
        yield ("__init__",), "write `setup` in the place of `__init__`: it lays each table", 0
    told = set()
    for name, line in set_names:
        if name in told:
            continue
        if name in GIVEN:
            what = f"`self.{name}` is set by the machine: call what lies on the table otherwise"
            yield (), what, line
        elif name in (*NEEDED, *OPTIONAL, *OURS):
            what = f"`self.{name}` would hide the method `{name}`: call it otherwise"
            yield (), what, line
        else:
            continue
        told.add(name)
