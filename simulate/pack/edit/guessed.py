"""Every guess of a pack, with its possible values.

What its `alternatives` say, where somebody has written them.  Else a whole number takes a value of
its range, or a step either way; a switch or a choice of the rules any other; what else stands on a
card (a word, a list of effects, an ability) what other cards of its kind have in the same place;
and what was fitted the value before.  What the pack refuses is left out.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from simulate.core.text.nested import is_drawing, leaves, printed
from simulate.pack import cards as card_file
from simulate.pack import configs
from simulate.pack.edit.steps import WAYS, matches
from simulate.pack.pack import Pack
from simulate.pack.rules import Rule
from simulate.pack.sources import GUESSES, fit_of, kind, source_for

NAME, THINGS = "name", "abilities"
NOWHERE = ""  # a path that no card has


@dataclass(frozen=True)
class OpenGuess:
    """One guess as a pack may draw it: a value, or a list as a whole.

    path: as `--set` takes it; others: what may stand there instead, none where nothing is known;
    values: how many guessed values it holds.
    """

    path: str
    value: Any
    others: tuple[Any, ...]
    values: int = 1

    @property
    def is_number(self) -> bool:
        """Whether all that may stand there are whole numbers."""
        return all(
            isinstance(v, int) and not isinstance(v, bool) for v in (self.value, *self.others)
        )


def of_pack(pack: Pack) -> Iterator[OpenGuess]:
    """Every guess of the rules, then of the cards."""
    for rule in pack.rules.values():
        if kind(rule.source) in GUESSES:
            yield OpenGuess(rule.path, rule.value, _allowed(pack, rule.path, _of_rule(rule)))
    for section, name, _ in card_file.each_card(pack.sections):
        yield from of_card(pack, f"cards.{section}.{name}")


def of_card(pack: Pack, path: str) -> Iterator[OpenGuess]:
    """Every guess of one card: a list as a whole where that is known of other cards."""
    _, section, name = path.split(".", 2)
    known = _CardOfKind(pack, section, name)
    for inner, value in known.units():
        others = _allowed(pack, f"{path}.{inner}", known.others(inner, value))
        yield OpenGuess(f"{path}.{inner}", value, others, known.count(inner, value))


def _of_rule(rule: Rule) -> list[Any]:
    """What a parameter could be instead."""
    if rule.kind == "bool":
        return [not rule.value]
    if rule.kind == "choice":
        return [other for other in rule.choices if other != rule.value]
    value = int(rule.value)
    span = rule.range if rule.range and rule.range.low <= value <= rule.range.high else None
    near = range(span.low, span.high + 1) if span else [value + way for way in WAYS]
    return [other for other in near if other != value]


def _allowed(pack: Pack, path: str, others: list[Any]) -> tuple[Any, ...]:
    """Of other values those with which the pack is a game, each once."""
    once = {repr(other): other for other in others}
    return tuple(v for v in once.values() if pack.try_resolve({path: v})[0] is not None)


class _CardOfKind:
    """A card among its kind."""

    def __init__(self, pack: Pack, section: str, name: str) -> None:
        cards = pack.sections[section]
        self.card: Mapping[str, Any] = cards[name]
        self._others = [card for key, card in cards.items() if key != name]
        self._path, self._places = f"cards.{section}.{name}", configs.places(pack.game)
        # A card that is drawn hangs together: a word of it may be another, a shape may not.
        self._drawn = self._path.rpartition(".")[0] in [p.path for p in pack.facts.pictures]
        self._said = pack.alternatives.get(f"{section}.{name}", {})

    def units(self) -> Iterator[tuple[str, Any]]:
        """(path inside, value) of what is drawn at once, and of what is guessed and is not."""
        yield from self._below("", printed(self.card))

    def _below(self, path: str, value: Any) -> Iterator[tuple[str, Any]]:
        if path in self._said or self._is_whole(path, value):
            yield path, value
        elif self._is_ability(path, value):
            yield path, value
        elif isinstance(value, Mapping):
            for key, entry in value.items():
                yield from self._below(f"{path}.{key}" if path else key, entry)
        elif isinstance(value, list) and not is_drawing(value):
            for number, entry in enumerate(value):
                yield from self._below(f"{path}.{number}", entry)
        elif self._guessed(path) and not path.endswith(NAME) and not isinstance(value, list):
            yield path, value

    def _is_whole(self, path: str, value: Any) -> bool:
        """Whether it is a list that is guessed whole, and others of the kind have one there."""
        if not isinstance(value, list) or is_drawing(value) or self._is_ranged(path):
            return False
        inside = [".".join(map(str, (path, *way))) for way, _ in leaves(value)]
        return all(map(self._guessed, [*inside, path])) and bool(self._siblings(path, value))

    def _is_ability(self, path: str, value: Any) -> bool:
        """Whether it is an ability that is guessed but for its name, where each card has others."""
        if not path.startswith(f"{THINGS}.") or path.count(".") > 1 or self._is_ranged(path):
            return False
        inside = [way for way, _ in leaves(value) if way[-1:] != (NAME,)]
        guessed = all(self._guessed(".".join(map(str, (path, *way)))) for way in inside)
        return guessed and not self._has_key(path.partition(".")[2])

    def _has_key(self, ability: str) -> bool:
        """Whether another card of the kind has an ability of this id."""
        return any(ability in card.get(THINGS, {}) for card in self._others)

    def _is_ranged(self, path: str) -> bool:
        """Whether somebody has said of a number inside, or of a part, what it could be."""
        said = [*self.card.get("ranges", {}), *self._said]
        return any(key.startswith(f"{path}.") for key in said)

    def _guessed(self, path: str) -> bool:
        return kind(source_for(self.card["source"], path)) in GUESSES

    def _siblings(self, path: str, value: Any) -> list[Any]:
        """What other cards of the kind have in the same place."""
        if self._drawn and not isinstance(value, str):
            return []
        found = (self._same_place(card, path) for card in self._others)
        alike = [self._named(other, value) for other in found if type(other) is type(value)]
        return [other for other in alike if other != value]

    def _same_place(self, card: Mapping[str, Any], path: str) -> Any:
        """What another card has there: of abilities that each card has of its own, as many down."""
        things, _, rest = path.partition(".")
        ability, _, inside = rest.partition(".")
        if things == THINGS and not self._has_key(ability):
            place = [*self.card[THINGS]].index(ability)
            theirs = [*card.get(THINGS, {})][place : place + 1]
            path = ".".join(filter(None, (THINGS, *theirs, inside))) if theirs else NOWHERE
        return card_file.follow(card, card_file.real_way(card, path))

    @staticmethod
    def _named(other: Any, value: Any) -> Any:
        """Something of another card under our name."""
        if not isinstance(value, Mapping):
            return other
        rest = {key: entry for key, entry in other.items() if key != NAME}
        return ({NAME: value[NAME]} if NAME in value else {}) | rest

    def others(self, path: str, value: Any) -> list[Any]:
        """What could stand there instead."""
        if path in self._said:
            return [other for other in self._said[path] if other != value]
        return [*self._near(path, value), *self._before(path, value)]

    def _before(self, path: str, value: Any) -> list[Any]:
        """Of what was fitted the value before."""
        fit = fit_of(self.card["source"].get(path, ""))
        return [] if fit is None or fit.value_before == value else [fit.value_before]

    def _near(self, path: str, value: Any) -> list[Any]:
        """Of an amount its range, else a step either way; of a switch the other way; else what
        other cards have.
        """
        is_amount = isinstance(value, int) and not isinstance(value, bool)
        if not is_amount or matches(f"{self._path}.{path}", self._places):
            other_way = [not value] if isinstance(value, bool) and not self._drawn else []
            return self._siblings(path, value) or other_way
        span = self.card.get("ranges", {}).get(path)
        if span and span["low"] <= value <= span["high"]:
            return [other for other in range(span["low"], span["high"] + 1) if other != value]
        return [value + way for way in WAYS]

    def count(self, path: str, value: Any) -> int:
        """How many guessed values it holds; a name is none."""
        if not isinstance(value, list | Mapping):
            return 1
        ways = (way for way, _ in leaves(value) if way[-1:] != (NAME,))
        return sum(self._guessed(".".join(map(str, (path, *way)))) for way in ways)
