"""The state that the checks of an experiment share, and its parts.

Handed from one check to the next while a file is read; gathers problems instead of raising.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from simulate.core.errors import Problem
from simulate.core.game.facts import Factor, Facts
from simulate.core.text.locate import Loc
from simulate.experiment import levels as level_rules
from simulate.experiment.request import Change
from simulate.pack import Pack
from simulate.pack.text.document import Origins

PRINTED = "printed"  # the base of the factor `variant`
LINEUP = "lineup"
LEVELS = ("factors", "fixed")  # the tables of an experiment that hold levels
VARIANT = "variant"
STRATEGY = "strategy"
GUESS = "guess"  # the factor whose levels are packs of other guesses


@dataclass(frozen=True)
class Axis:
    """A factor or parameter that the experiment names, with the levels it takes.

    kind: "factor", "parameter", "lineup" or "variant"; loc: where it was written.
    """

    name: str
    levels: tuple[Any, ...]
    kind: str
    meaning: str
    loc: Loc
    level_meanings: Mapping[str, str] = field(default_factory=dict)
    unit: str = ""

    @property
    def crossed(self) -> bool:
        return len(self.levels) > 1


@dataclass(frozen=True)
class Variant:
    """A changed game: parameter changes and cards that do nothing; loc: where it was written.

    listed: made from a pattern; a setting in which it is no game does without it.
    """

    name: str
    changes: Mapping[str, Any]
    blanks: tuple[str, ...]
    loc: Loc = ()
    listed: bool = False


@dataclass(frozen=True)
class Context:
    """Pack and options that an experiment is checked against; problems are gathered here.

    stands_in: the pack is the shipped one in the place of a designer's that cannot be read, so
    only what would be wrong with any pack of the game is told.
    skip_unchanged: variants that change nothing are left out, which goes to `notes`.
    """

    pack: Pack
    origins: Origins
    changes: Sequence[Change]
    problems: list[Problem]
    stands_in: bool = False
    skip_unchanged: bool = False
    notes: list[str] = field(default_factory=list)

    @property
    def facts(self) -> Facts:
        return self.pack.facts

    def problem(self, loc: Loc, what: str, on: str = "value") -> None:
        self.problems.append(self.origins.problem(loc, what, on))

    def refusal(self, name: str, factor: Factor, level: Any) -> str:
        """Why the factor cannot have this level, or an empty string."""
        if self.stands_in and factor.kind in level_rules.OF_PACK:
            return ""
        return level_rules.refuse_level(name, factor, level, self.pack)

    def change_of(self, key: str) -> tuple[Loc, Change] | None:
        """The `--set` of a key, with its place."""
        for number, change in enumerate(self.changes):
            if change.key == key:
                return ("set", number), change
        return None

    def is_said_anew(self, key: str) -> bool:
        """Whether levels of a key are other ones than the file knew that says what is expected.

        They were typed, or are those of the question of a pack that expects nothing itself.
        """
        laid = self.origins.laid
        asked = ("target",) not in laid and any((part, key) in laid for part in LEVELS)
        return asked or self.change_of(key) is not None


def flatten(table: Mapping[str, Any], loc: Loc) -> Iterator[tuple[str, Any, Loc]]:
    """(dotted name, value, place) of nested tables: `strategy.2` may be written either way.

    A table under a name in quotes that has a dot is one value: a whole ability of a card.
    """
    for key, value in table.items():
        path = (*loc, key)
        if isinstance(value, Mapping) and "." not in key:
            for name, inner, place in flatten(value, path):
                yield f"{key}.{name}", inner, place
        else:
            yield key, value, path
