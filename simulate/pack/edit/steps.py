"""Small changes of a pack: each number one step up or down, each card without its abilities.

Made from the pack at hand, so that a designer's own cards are among them and no list grows stale.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fnmatch import fnmatchcase
from typing import Any

from simulate.core.text.validate import written
from simulate.pack import cards as card_file
from simulate.pack import catalogue, configs
from simulate.pack.pack import Pack
from simulate.pack.text.labels import label

EVERYTHING = ("rules", "cards")  # rules first: seats are made even by these alone
WAYS = (-1, 1)
NOT = "!"


@dataclass(frozen=True)
class ValueStep:
    """One value of the pack with another in its place.

    size: by how many steps a whole number moves, below 0 downwards; 0 for a switch or a choice.
    width: how many there are from the lowest to the highest that it could be (`widths.width`).
    """

    path: str
    before: Any
    after: Any
    size: int = 0
    width: int = 1

    @property
    def part(self) -> float:
        """How large a change it is, as a part of its width; a switch or a choice goes all of it."""
        return abs(self.size) / self.width if self.size else 1.0

    def name(self, pack: Pack) -> str:
        """What it is called in a report: "Paladin: health 5 -> 4"."""
        return f"{label(pack, self.path)} {_plain(self.before)} -> {_plain(self.after)}"


@dataclass(frozen=True)
class Blank:
    """A card that does nothing, or one ability less: as a variant names it."""

    path: str

    def name(self, pack: Pack) -> str:
        """What it is called in a report: "without Horn of Command"."""
        return f"without {label(pack, f'cards.{self.path}')}"


def matches(path: str, patterns: Iterable[str]) -> bool:
    """Whether a pattern names the path or something above it: `cards.heroes` names all of them.

    `*` stands for one part of the path, or a part of it.  A pattern behind `!` takes out again what
    it names.
    """
    parts = path.split(".")
    named = {
        bool(p.startswith(NOT)) for p in patterns if _names(p.removeprefix(NOT).split("."), parts)
    }
    return named == {False}


def _names(pattern: Sequence[str], parts: Sequence[str]) -> bool:
    fits = all(map(fnmatchcase, parts, pattern))
    return fits and len(pattern) <= len(parts)


def _is_tried(pack: Pack, path: str, patterns: Sequence[str]) -> bool:
    """Whether a value is to be changed: no place on a map, and a guard only by its own name."""
    rule = pack.rules.get(path.removeprefix("rules."))
    if rule is not None and rule.guard and path not in patterns:
        return False
    return matches(path, patterns) and not matches(path, configs.places(pack.game))


def numbers(pack: Pack, patterns: Sequence[str] = EVERYTHING) -> list[str]:
    """Paths of every whole number of rules and cards that says how much, in the order of the files.

    Where something lies (`measured/places.toml`) is no amount.
    """
    return [
        path
        for path, value in _values(pack)
        if isinstance(value, int)
        and not isinstance(value, bool)
        and _is_tried(pack, path, patterns)
    ]


def steps(
    pack: Pack, patterns: Sequence[str] = EVERYTHING, together: Mapping[str, Any] | None = None
) -> list[ValueStep]:
    """Each number one lower and one higher, each switch turned, each choice taken otherwise.

    together: what is changed for good already; steps go from there.  What the pack refuses, by
    its bounds or its checks, is left out.
    """
    together = together or {}
    steps = []
    for path, value in _values(pack):
        if _is_tried(pack, path, patterns):
            value_now = together.get(path, value)
            steps += [
                step for step in _moves(pack, path, value_now) if allowed(pack, step, together)
            ]
    return steps


def stepped(path: str, before: int, size: int, width: int = 1) -> ValueStep:
    """A whole number moved by some steps."""
    return ValueStep(path, before, before + size, size, width)


def allowed(pack: Pack, step: ValueStep, together: Mapping[str, Any]) -> bool:
    """Whether the pack is a game with it."""
    return pack.try_resolve({**together, step.path: step.after})[0] is not None


def _moves(pack: Pack, path: str, value: Any) -> Iterator[ValueStep]:
    rule = pack.rules.get(path.removeprefix("rules."))
    if isinstance(value, bool):
        if rule is not None or catalogue.own(pack.game):
            yield ValueStep(path, value, not value)
    elif isinstance(value, int):
        for size in WAYS:
            yield stepped(path, value, size)
    elif rule is not None and rule.kind == "choice":
        for other in rule.choices:
            if other != value:
                yield ValueStep(path, value, other)


def blanks(pack: Pack, patterns: Sequence[str]) -> list[Blank]:
    """Each card that has abilities, and each ability of those that have several, done without.

    A pattern names either as `cards.heroes.druid` or `cards.heroes.druid.abilities.martyr`;
    an ability alone is taken away only where the pattern reaches below its card.
    """
    blanks = []
    for section, card, entry in card_file.each_card(pack.sections):
        abilities = entry.get("abilities")
        if not isinstance(abilities, Mapping) or not abilities:
            continue
        path = f"{section}.{card}"
        if matches(f"cards.{path}", patterns):
            blanks.append(Blank(path))
        blanks += [
            Blank(f"{path}.abilities.{name}")
            for name in abilities
            if len(abilities) > 1
            and matches(f"cards.{path}.abilities.{name}", [p for p in patterns if p.count(".") > 2])
        ]
    return [blank for blank in blanks if pack.try_resolve({}, (blank.path,))[0] is not None]


def unmatched(pack: Pack, pattern: str, known: Iterable[str]) -> str:
    """What is said of a pattern that names nothing."""
    paths = [path for path in known if path.partition(".")[0] in EVERYTHING]
    meant = _meant(pack, pattern, paths)
    if pattern in EVERYTHING:
        return f"no number of the {pattern} of {pack.shown or pack.game} can be changed by a step"
    if meant == pattern:
        return f"`{pattern}` has nothing that a search could change by a step"
    guess = f"; did you mean `{meant}`?" if meant else ""
    return f"`{pattern}` names nothing of {pack.shown or pack.game}{guess}"


def _meant(pack: Pack, pattern: str, paths: Sequence[str]) -> str:
    """What a pattern may have meant, by the end of a path, by a card's name, by its letters."""
    parts = [path.split(".") for path in paths]
    ends = range(1, max(map(len, parts), default=0) + 1)
    stems = dict.fromkeys(".".join(way[:end]) for end in ends for way in parts)
    cards = card_file.each_card(pack.sections)
    named = {str(card.get("name", "")).lower(): f"cards.{kind}.{key}" for kind, key, card in cards}
    if (card := named.get(pattern.lower())) in stems:
        return str(card)
    word = pattern.lower().replace(" ", "_")
    words = {} if "." in word else dict.fromkeys(stem.rpartition(".")[2] for stem in stems)
    for wanted in (word, *get_close_matches(word, words)):
        if found := [stem for stem in stems if f".{stem}".endswith(f".{wanted}")]:
            return _in_common(found)
    close = get_close_matches(pattern, stems, n=1, cutoff=0.55)
    return close[0] if close else ""


def _in_common(found: Sequence[str]) -> str:
    """The shortest of some paths; `*` stands where those of its length and section differ."""
    first = found[0].split(".")
    alike = [way for path in found if len(way := path.split(".")) == len(first)]
    ways = [way for way in alike if way[:2] == first[:2]]
    return ".".join(p[0] if len({*p}) == 1 else "*" for p in zip(*ways, strict=True))


def _values(pack: Pack) -> Iterator[tuple[str, Any]]:
    for rule in pack.rules.values():
        yield rule.path, rule.value
    for section, name, card in card_file.each_card(pack.sections):
        for inner, value in card_file.values(card):
            yield f"cards.{section}.{name}.{inner}", value


def _plain(value: Any) -> str:
    return value.replace("_", " ") if isinstance(value, str) else written(value)
