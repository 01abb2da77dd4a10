"""What a game can be told of by people who played it: its factors, what a seat holds, its names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from simulate.core.game.facts import SIDE, WIN_RATE, Column, Factor, Facts
from simulate.experiment import Experiment, load
from simulate.experiment.levels import DEALT, refuse_level
from simulate.experiment.plan import seat
from simulate.experiment.request import RunRequest
from simulate.pack import Pack
from simulate.pack.sheets.cells import UnreadableError
from simulate.pack.text.nouns import one_of
from simulate.playtests.written import KnownNames, number, several, spelled, text, yes_no

Levels = Mapping[str, Any]
PARTY, CARD = "party", "card"  # kinds of factors
APART = "+"  # between units, as levels of factors have them


def experiment_of(game: str) -> Experiment:
    """The game of that title, pack folder or file, as it is usually played.

    Raises InputError.
    """
    return load(RunRequest.of({}, game, plain=True))


@dataclass(frozen=True)
class GameTerms:
    """A game in the words of a sheet of playtests.

    What is set once in the experiment (`--set horde=hard`) is the usual level of games that do not
    tell theirs; its changes of the pack are the game that was played.
    """

    experiment: Experiment
    _settings: dict[Any, tuple[dict[str, Any], str]] = field(default_factory=dict, repr=False)

    @cached_property
    def pack(self) -> Pack:
        axes = (axis for axis in self.experiment.axes if axis.kind == "parameter")
        return self.experiment.pack.resolve({a.name: a.levels[0] for a in axes if not a.crossed})

    @property
    def facts(self) -> Facts:
        return self.pack.facts

    # Settings

    @cached_property
    def factors(self) -> tuple[Factor, ...]:
        """Those of the whole table, how many play first."""
        of_table = (f for f in self.facts.factors if not f.per_seat and f.kind != PARTY)
        return tuple(sorted(of_table, key=lambda factor: not factor.who_plays))

    @cached_property
    def chosen(self) -> tuple[Factor, ...]:
        """Those whose level a table chooses; the others are usually dealt."""
        return tuple(factor for factor in self.factors if factor.default != DEALT)

    @cached_property
    def who_plays(self) -> str:
        """The factor that says how many seats there are."""
        return next(factor.name for factor in self.factors if factor.who_plays)

    @cached_property
    def _levels(self) -> dict[str, KnownNames]:
        return {f.name: KnownNames(f"level of `{f.name}`", self._spelled(f)) for f in self.factors}

    def _spelled(self, factor: Factor) -> dict[Any, tuple[str, ...]]:
        """The levels of a factor, each with how it may be written."""
        named: dict[Any, tuple[str, ...]] = {
            level: (*spelled(_as_text(level)), factor.level_meanings.get(str(level), ""))
            for level in factor.levels or ([DEALT] if factor.kind == CARD else [])
        }
        cards = self.pack.sections.get(factor.names, {}) if factor.kind == CARD else {}
        return named | {card: (*spelled(card), _printed(entry)) for card, entry in cards.items()}

    def level_names(self, factor: Factor) -> dict[Any, str]:
        """The levels of a factor, each with its printed name or its meaning, or an empty text."""
        return {level: names[-1] for level, names in self._spelled(factor).items()}

    def level(self, factor: Factor, cell: Any) -> Any:
        """The level that a cell names.  Raises UnreadableError."""
        if factor.levels and set(factor.levels) <= {True, False} and factor.kind != "int":
            return yes_no(cell)
        if factor.kind == "int":
            cell = number(cell)
        return self._levels[factor.name].find(text(cell))

    def setting(self, told: Levels) -> tuple[dict[str, Any], str]:
        """The setting of a game of these levels, the others as usual; why it is none, or nothing.

        told: the number of players among them.
        """
        key = tuple(sorted(told.items()))
        if key not in self._settings:
            usual = {
                axis.name: axis.levels[0]
                for axis in self.experiment.axes
                if axis.kind == "factor" and not axis.crossed and self._is_of_table(axis.name)
            }
            setting, refusal = seat(self.experiment, {**usual, **told})
            if not refusal:
                refusal = "; ".join(what for _, what in self.pack.unplayable(setting))
            self._settings[key] = setting, refusal
        return self._settings[key]

    def _is_of_table(self, name: str) -> bool:
        return any(factor.name == name for factor in self.factors)

    def levels_of(self, setting: Levels) -> dict[str, Any]:
        """What a played game says of its setting."""
        return {factor.name: setting[factor.name] for factor in self.factors}

    def is_together(self, setting: Levels) -> bool:
        """Whether all win or lose as one, or one person alone."""
        return self.facts.metric(setting) == WIN_RATE

    @cached_property
    def has_sides(self) -> bool:
        """Whether several seats may win together, as one side."""
        return any(column.name == SIDE for column in self.facts.seats_columns)

    # What a seat holds

    @cached_property
    def _columns(self) -> tuple[Column, ...]:
        return tuple(column for column in self.facts.seats_columns if column.role == "option")

    @property
    def held(self) -> int:
        """How many options a seat has: mostly one, none in some games."""
        return len(self._columns)

    @cached_property
    def option(self) -> str:
        """The heading of what a seat holds, empty where a seat holds nothing."""
        return self._columns[0].name if self.held == 1 else self.facts.options if self.held else ""

    @cached_property
    def _cards(self) -> Mapping[str, Any]:
        """The cards of which a seat holds some; empty where what it holds is no card."""
        section = self._columns[0].cards if self.held else ""
        return self.pack.sections.get(section, {}) if section else {}

    @cached_property
    def option_names(self) -> dict[str, str]:
        """What a seat may hold, each with its printed name; empty where any text is a name."""
        if self._cards:
            return {card: _printed(entry) or card for card, entry in self._cards.items()}
        labels = self._columns[0].labels if self.held else ()
        return {label: label for label in labels} if isinstance(labels, tuple) else {}

    @cached_property
    def _known(self) -> KnownNames:
        names = self.option_names
        short = [name.partition(", ")[0] for name in names.values()]
        spellings = {
            option: (*spelled(option), name, part if short.count(part) == 1 else "")
            for (option, name), part in zip(names.items(), short, strict=True)
        }
        return KnownNames(one_of(self.option) or "option", spellings)

    @cached_property
    def _holding(self) -> Factor | None:
        """The factor that sets what a seat holds, if there is one: then there is one of each."""
        section = self._columns[0].cards if self.held else ""
        of_section = (f for f in self.facts.factors if f.names == section != "")
        return next((f for f in of_section if f.per_seat or f.kind == PARTY), None)

    @property
    def is_one_of_each(self) -> bool:
        """Whether two seats cannot hold the same."""
        return self._holding is not None

    def options(self, cell: Any) -> tuple[str, ...]:
        """Ids of what a cell names for a seat, as many as a seat holds.

        Raises UnreadableError.
        """
        parts = several(cell) if self.held == 1 else several(text(cell).replace(APART, ";"))
        found = [self._known.find(part) for part in parts] if self.option_names else parts
        if len(found) != self.held:
            what = f"a seat has {self.held}, and {len(found)} are named"
            raise UnreadableError(f"`{text(cell)}`: {what} (with ; between)")
        return self._in_order(found)

    def options_in(self, said: str) -> tuple[str, ...]:
        """What a text that may say anything names, exactly or nearly; empty where it does not."""
        parts = several(said.replace(APART, ";").replace("/", ";"))
        found = [self._known.close(part) for part in (parts if self.held > 1 else [said, *parts])]
        named = list(dict.fromkeys(each for each in found if each is not None))
        try:
            return self._in_order(named) if len(named) == self.held else ()
        except UnreadableError:
            return ()

    def _in_order(self, found: Sequence[str]) -> tuple[str, ...]:
        """Options in the order of their columns; of each kind one where the game asks for it."""
        factor = self._holding
        if factor is None or not factor.one_of_each:
            return tuple(found)
        if refusal := refuse_level(factor.name, factor, APART.join(found), self.pack):
            raise UnreadableError(refusal)
        places = {column.name: place for place, column in enumerate(self._columns)}
        kinds = {each: self._cards[each][factor.one_of_each] for each in found}
        return tuple(sorted(found, key=lambda each: places.get(kinds[each], 0)))

    def refuse_options(self, setting: Levels, by_seat: Sequence[tuple[str, ...]]) -> str:
        """What the rules have against these options together, or an empty string."""
        factor = self._holding
        if factor is None or not factor.per_seat:
            return ""
        levels = [APART.join(options) or factor.default for options in by_seat]
        return self.facts.illegal({**setting, factor.name: levels})


def _as_text(level: Any) -> str:
    return str(level).lower() if isinstance(level, bool) else str(level)


def _printed(card: Any) -> str:
    return str(card.get("name", "")) if isinstance(card, Mapping) else ""
