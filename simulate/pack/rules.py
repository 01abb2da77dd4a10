"""rules.toml: every number of the rules, a table each with its bounds and its source.

Bounds and unit are those of the shipped game: a designer changes values, and what a value
may be is decided where the rules are programmed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel, ConfigDict

from simulate.core.errors import Problem, nearest
from simulate.core.game.cardmodel import GuessRange
from simulate.core.text.locate import Loc
from simulate.core.text.validate import check, literal, not_one_of, unknown_key
from simulate.pack import sources
from simulate.pack.text import bounds
from simulate.pack.text.document import Document
from simulate.pack.text.formats import KEY

MANY = 5  # so many missing values are named one by one
BOUNDS = ("unit", "min", "max", "choices", "guard")


@dataclass(frozen=True)
class Rule:
    """One parameter.

    path: as `--set` takes it; shipped: the value of the shipped game; range: what a guess could
    be, where that is written down and holds the value.  guard: it stops what would never
    end, and no game prints it; it is changed only where it is named.
    """

    path: str
    value: int | bool | str
    kind: str
    unit: str
    min: int | None
    max: int | None
    choices: tuple[str, ...]
    source: str
    note: str
    shipped: int | bool | str
    range: GuessRange | None = None
    label: str = ""
    guard: bool = False

    def refusal(self, value: Any, game: str = "") -> str:
        """Why the parameter cannot have this value, or an empty string.

        game: whose it is, to say where a bound comes from and what leads past it.
        """
        if self.kind == "bool":
            right = isinstance(value, bool)
            return "" if right else f"`{self.path}` must be true or false (found {literal(value)})"
        if self.kind == "choice":
            right = isinstance(value, str) and value in self.choices
            return "" if right else not_one_of(self.path, value, self.choices)
        whole = isinstance(value, int) and not isinstance(value, bool)
        if whole and self.min <= value <= self.max:
            return ""
        unit = f" ({self.unit})" if self.unit else ""
        allowed = f"a whole number from {self.min} to {self.max}{unit}"
        why = bounds.of_rule(game, self.path, value, self.min, self.max) if game else ""
        return f"`{self.path}` must be {allowed}; found {literal(value)}{why}"

    def allowed(self) -> str:
        """What it may be, in words."""
        if self.kind == "bool":
            return "true, false"
        if self.kind == "choice":
            return ", ".join(self.choices)
        return f"{self.min} to {self.max}"


class _Leaf(BaseModel):
    """The table of one parameter; what its value may be is checked by `Rule.refusal`."""

    model_config = ConfigDict(extra="forbid", strict=True)

    value: Any
    source: str
    unit: str = ""
    min: int | None = None
    max: int | None = None
    choices: list[str] | None = None
    note: str = ""
    label: str = ""
    range: GuessRange | None = None
    guard: bool = False


def read_rules(
    document: Document, shipped: Mapping[str, Rule] | None, game: str = ""
) -> tuple[dict[str, Rule], list[Problem]]:
    """Parameters by path without `rules.`; `shipped` is None for the shipped file itself."""
    reader = _RuleReader(document, shipped, game)
    reader.walk(document.data, ())
    if shipped is not None:
        reader.report_missing()
    return reader.rules, reader.problems


class _RuleReader:
    def __init__(self, document: Document, shipped: Mapping[str, Rule] | None, game: str) -> None:
        self.document = document
        self.game = game
        self.shipped = shipped
        self.rules: dict[str, Rule] = {}
        self.seen: set[str] = set()
        self.problems: list[Problem] = []

    def walk(self, table: Mapping[str, Any], loc: Loc) -> None:
        for key, entry in table.items():
            place = (*loc, key)
            path = sources.dotted(place)
            if place in (("game",), (KEY,)) and self.shipped is not None:
                continue
            if self._is_leaf(path, entry):
                self.seen.add(path)
                self._leaf(path, place, entry)
            elif self._is_group(path):
                if isinstance(entry, Mapping):
                    self.walk(entry, place)
                else:
                    what = f"`{path}` must be a table (found {literal(entry)})"
                    self.problems.append(self.document.problem(place, what))
            else:
                what = unknown_key(key, self._siblings(loc))
                self.problems.append(self.document.problem(place, what, "key"))

    def _is_leaf(self, path: str, entry: Any) -> bool:
        if self.shipped is not None:
            return path in self.shipped
        return isinstance(entry, Mapping) and "value" in entry

    def _is_group(self, path: str) -> bool:
        if self.shipped is None:
            return True
        return any(known.startswith(path + ".") for known in self.shipped)

    def _siblings(self, loc: Loc) -> list[str]:
        prefix = sources.dotted(loc) + "." if loc else ""
        known = [path[len(prefix) :] for path in self.shipped or () if path.startswith(prefix)]
        return list(dict.fromkeys(name.partition(".")[0] for name in known))

    def _leaf(self, path: str, loc: Loc, entry: Any) -> None:
        leaf, problems = check(_Leaf, entry, self.document.problem, loc)
        self.problems += problems
        if leaf is None:
            return
        if must := sources.refusal(leaf.source):
            what = f"`{path}.source` {must} (found {literal(leaf.source)})"
            self.problems.append(self.document.problem((*loc, "source"), what))
        rule = self._rule(path, loc, leaf)
        refusal = rule.refusal(leaf.value, self.game)
        if refusal:
            self.problems.append(self.document.problem((*loc, "value"), refusal))
            return
        if leaf.range is not None:
            if what := _range_trouble(rule, leaf.range, self.shipped is None):
                what = f"`{path}.range`: {what}"
                self.problems.append(self.document.problem((*loc, "range"), what))
            elif leaf.range.low <= leaf.value <= leaf.range.high:
                rule = replace(rule, range=leaf.range)
        self.rules[path] = rule

    def _rule(self, path: str, loc: Loc, leaf: _Leaf) -> Rule:
        if self.shipped is None:
            return _new_rule(path, leaf)
        shipped = self.shipped[path]
        for name in sorted(leaf.model_fields_set.intersection(BOUNDS)):
            value, theirs = getattr(leaf, name), getattr(shipped, name)
            if (tuple(value) if name == "choices" else value) != theirs:
                what = (
                    f"`{path}.{name}` is part of the programmed rules and must stay "
                    f"{literal(theirs)} (found {literal(value)})"
                )
                self.problems.append(self.document.problem((*loc, name), what))
        own = {"value": leaf.value, "source": leaf.source, "note": leaf.note}
        return replace(shipped, **own, label=leaf.label or shipped.label, range=None)

    def report_missing(self) -> None:
        shipped = self.shipped or {}
        missing = [path for path in shipped if path not in self.seen]
        if len(missing) > MANY:
            some = ", ".join(f"`{path}`" for path in missing[:3])
            what = f"{len(missing)} values are missing, such as {some}"
            self.problems.append(self.document.problem((), what))
            return
        for path in missing:
            what = f"`{path}` is missing (shipped value: {literal(shipped[path].value)})"
            self.problems.append(self.document.problem(tuple(path.split(".")), what, "key"))


def _range_trouble(rule: Rule, span: GuessRange, strict: bool) -> str:
    """What is wrong with the range of a parameter; strict: it must hold the value."""
    if rule.kind != "int":
        return "only a whole number has one"
    if sources.kind(rule.source) not in sources.OPEN:
        return sources.KNOWN_HAS_NO_RANGE
    beyond = rule.refusal(span.low) or rule.refusal(span.high)
    return beyond or sources.ends(span, int(rule.value), strict)


def _new_rule(path: str, leaf: _Leaf) -> Rule:
    if leaf.choices is not None:
        kind = "choice"
    elif leaf.min is not None and leaf.max is not None:
        kind = "int"
    else:
        kind = "bool"
    return Rule(
        path=f"rules.{path}",
        value=leaf.value,
        kind=kind,
        unit=leaf.unit,
        min=leaf.min,
        max=leaf.max,
        choices=tuple(leaf.choices or ()),
        source=leaf.source,
        note=leaf.note,
        shipped=leaf.value,
        label=leaf.label,
        guard=leaf.guard,
    )


def unknown_rule(path: str, rules: Mapping[str, Rule]) -> str:
    """Sentence for a path below `rules.` that is no parameter."""
    known = [rule.path for rule in rules.values()]
    return f"there is no parameter `{path}`{nearest(path, known)}"
