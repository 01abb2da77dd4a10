"""What was played: cells, factors and columns as the manifest declares them.

All that the analysis knows of a game: roles of columns, never their names.  Which cells may be
compared (the contrasts of the design) is decided here.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from analysis.data.provenance import printed_value
from analysis.stats.interim import Confidence
from analysis.stats.verdicts import MARGIN, Band
from simulate.core.game.facts import OVER_FAIR_SHARE, SIDE_BEFORE, TEAM, WIN_RATE, skill_name
from simulate.core.options import DEFAULT_RESOLUTION
from simulate.core.text.validate import written
from simulate.experiment.expected.bands import SettingBand, ends, of_setting
from simulate.experiment.expected.expect import BRINGS
from simulate.pack.text.labels import within
from simulate.pack.text.nouns import one_of

VARIANT = "variant"
PRINTED = "printed"
CUT_OFF = "cut_off"
LOOKS = "looks"  # key of a manifest

Key = tuple[Any, ...]
PLAYERS = ("strategy", "skill", "strategies")  # factors of who plays, and how well
BEST = {"skill": 1.0}  # levels with which others are compared, if they are played


class Name(str):
    """The name of a factor; `said` is what people call it, where its key does not say it."""

    said: str = ""

    @classmethod
    def of(cls, key: str, pack: Mapping[str, Any]) -> "Name":
        """A number of the pack is called by its label, any other factor by its key."""
        name = cls(key)
        if _of_pack(key):
            name.said = within(pack, key)
        return name


@dataclass(frozen=True)
class Cell:
    """One combination of levels.  base: no variant, or the printed one."""

    number: int
    levels: Mapping[str, Any]
    setting: Mapping[str, Any]
    planned: int
    base: bool
    changes: Mapping[str, Any]
    blanks: tuple[str, ...]

    @property
    def skills(self) -> list[str]:
        """Levels of skill by place in the line-up; none where a stranger's setting lists none."""
        listed = self.setting.get("skill")
        known = listed if isinstance(listed, list) else []
        return [skill_name(level) for level in known if isinstance(level, int | float | str)]


@dataclass(frozen=True)
class CrossedFactor:
    """A crossed factor with the levels that were played, in their natural order.

    amounts: a number for each level where the levels are ordered, else empty.
    unit: what one more of it is ("player"), or empty.
    base: the level that others are compared with: that of the pack, full skill, or else the first.
    who_plays: how many play, which nobody can be advised to change.
    in_question: its levels are what the run asks about.  swept: it is a number of the pack or who
    plays it how well, so that each level is another game.
    """

    name: Name
    meaning: str
    levels: tuple[Any, ...]
    amounts: tuple[float, ...]
    unit: str
    level_meanings: Mapping[str, str]
    base: Any = None
    who_plays: bool = False
    in_question: bool = False
    swept: bool = False

    @property
    def ordered(self) -> bool:
        """Whether one level is more of something than the level before."""
        return bool(self.amounts)


@dataclass(frozen=True)
class FactorContext:
    """The cells that differ in one factor alone: level of that factor -> cell number."""

    levels: Mapping[str, Any]
    cells: Mapping[Any, int]


@dataclass(frozen=True)
class Move:
    """One thing that the run compares: a change with the printed game, or a level with the base.

    name: of the change, empty for a level.  factor, level: of a level; None for a change.
    pairs: (cell without it, cell with it) of every setting; pooled: those in which no other swept
    number stands at another level than its base.
    """

    name: str
    factor: CrossedFactor | None
    level: Any
    pairs: tuple[tuple[int, int], ...]
    pooled: tuple[tuple[int, int], ...]

    def within(self, is_played: Callable[[int], Any]) -> "Move":
        """The same in the settings of which both cells are there."""
        pairs, pooled = (
            tuple(pair for pair in kept if all(map(is_played, pair)))
            for kept in (self.pairs, self.pooled)
        )
        return replace(self, pairs=pairs, pooled=pooled)


class Design:
    """A manifest as an experimental design."""

    def __init__(self, manifest: Mapping[str, Any]) -> None:
        self.manifest = dict(manifest)
        self._raw = manifest["cells"]
        pack = self.manifest.get("pack", {})
        named = dict.fromkeys(name for c in self._raw for name in c["levels"])
        self._keys = {name: Name.of(name, pack) for name in named}
        self.cells = tuple(_cell(c, self._keys) for c in self._raw)
        self.base = tuple(c for c in self.cells if c.base)

    def only(self, cells: Collection[int]) -> "Design":
        """The same run with some of its cells alone."""
        if len(cells) == len(self.cells):
            return self
        return Design(self.manifest | {"cells": [c for c in self._raw if c["number"] in cells]})

    def columns(self, table: str, *roles: str) -> list[dict[str, Any]]:
        """Columns of `games` or `seats` that have one of the roles, in declared order."""
        return [c for c in self.manifest["columns"][table] if c["role"] in roles]

    @property
    def teams(self) -> list[str]:
        """Columns of seats that say who wins together, besides the name of the side."""
        return [c["name"] for c in self.columns("seats", "key") if c["name"] in (TEAM, SIDE_BEFORE)]

    @cached_property
    def has_sides(self) -> bool:
        """Whether what competes are those who win together."""
        return any(map(is_side, self.columns("seats", "option")))

    @cached_property
    def rotations(self) -> Mapping[int, int]:
        """Cell -> in how many games each of its deals is played; older runs do not say it."""
        return {int(raw["number"]): int(raw.get("rotations", 1)) for raw in self._raw}

    @cached_property
    def confidence(self) -> Confidence:
        """How sure every interval of the run must be."""
        return Confidence(looks(self.manifest))

    @cached_property
    def resolution(self) -> float:
        """The half-width at which a number is known well enough, though it has no verdict."""
        return float(self.manifest.get("resolution") or DEFAULT_RESOLUTION)

    @cached_property
    def checked(self) -> Confidence:
        """How sure each answer of all that are checked must be, so that all hold as one would."""
        numbers = {cell.number for cell in self.cells}
        checked = (each for each in self.manifest.get("expect", ()) if each.get("check", True))
        count = sum(number in numbers for entry in checked for number in told_of(entry))
        return Confidence(self.confidence.looks * max(count, 1))

    @cached_property
    def won(self) -> str | None:
        """Name of the column that says whether the players won, if the game has one."""
        return next((c["name"] for c in self.columns("games", "won")), None)

    @cached_property
    def factors(self) -> tuple[CrossedFactor, ...]:
        """Crossed factors with two or more levels among the cells, variants left out."""
        factors = []
        for declared in self.manifest["factors"]:
            levels = _played(declared, self.cells)
            if len(levels) > 1 and declared["name"] != VARIANT:
                pack, name = self.manifest.get("pack", {}), declared["name"]
                printed = BEST.get(name) or printed_value(pack, name)
                factors.append(_factor(declared, levels, self._keys, printed))
        return tuple(factors)

    @cached_property
    def in_question(self) -> tuple[CrossedFactor, ...]:
        """The factors whose levels the run compares."""
        return tuple(f for f in self.factors if f.in_question)

    @cached_property
    def tuned(self) -> CrossedFactor | None:
        """The ordered factor that a difficulty curve runs along: one that is asked about, if any.

        Never who plays: nobody can be told to play with three and a half people.
        """
        ordered = [f for f in reversed(self.factors) if f.ordered and not f.who_plays]
        return next((f for f in ordered if f.in_question), next(iter(ordered), None))

    @property
    def split(self) -> CrossedFactor | None:
        """The factor by whose levels tables are split: one that is asked about, else the first."""
        return next(iter(self.in_question or self.factors), None)

    @cached_property
    def variants(self) -> tuple[str, ...]:
        """Names of the variants other than the printed game, in order of their cells."""
        names = dict.fromkeys(str(c.levels[VARIANT]) for c in self.cells if not c.base)
        return tuple(names)

    @cached_property
    def wanted(self) -> tuple[SettingBand, ...]:
        """What the experiment says that settings should lie in."""
        target = self.manifest.get("target")
        bands = self.manifest.get("bands") or ([target] if target else [])
        named = (
            {**band, "metric": WIN_RATE} if band["metric"] == self.won else band for band in bands
        )
        return tuple(map(SettingBand.of, named))

    @cached_property
    def bands(self) -> Mapping[int, Band]:
        """Cell -> the band that its win rate should lie in, of those that have one."""
        return self._bands(WIN_RATE) if self.won else {}

    def _bands(self, metric: str) -> dict[int, Band]:
        held = ((cell.number, self.held(cell.number, metric)) for cell in self.cells)
        both = {number: ends(bands) for number, bands in held if bands}
        return {number: Band(*band) for number, band in both.items() if band}

    def held(self, cell: int, metric: str = WIN_RATE) -> list[SettingBand]:
        """What the experiment says that a setting should lie in; mostly one, or none."""
        raw = self._by_number[cell]
        return of_setting(self.wanted, metric, raw["levels"], raw.get("setting") or {})

    @cached_property
    def _by_number(self) -> Mapping[int, Mapping[str, Any]]:
        return {int(raw["number"]): raw for raw in self._raw}

    @property
    def band(self) -> Band | None:
        """The target band of the win rate, where all settings have the same."""
        return self.shared(cell.number for cell in self.cells)

    def shared(self, cells: Iterable[int]) -> Band | None:
        """The target band of the win rate that all of these cells have, if it is the same."""
        bands = {self.bands.get(number) for number in cells}
        return bands.pop() if len(bands) == 1 else None

    @cached_property
    def near(self) -> Mapping[int, Band]:
        """Cell -> how far a share of its wins may lie from the fair share."""
        stated = self._bands(OVER_FAIR_SHARE)
        return {c.number: stated.get(c.number, Band(-MARGIN, MARGIN)) for c in self.cells}

    @cached_property
    def fair(self) -> Band:
        """How far a share of wins may lie from the fair share, in any of the settings."""
        near = [self.near[cell.number] for cell in self.base or self.cells]
        usual = near or [Band(-MARGIN, MARGIN)]
        return Band(min(band.low for band in usual), max(band.high for band in usual))

    @property
    def fair_is_stated(self) -> bool:
        """Whether the experiment says how far; else it is a rule of thumb."""
        return any(band.metric == OVER_FAIR_SHARE for band in self.wanted)

    def contexts(self, factor: CrossedFactor) -> list[FactorContext]:
        """The printed cells in groups that differ in `factor` alone, two or more each."""
        groups: dict[Key, dict[Any, int]] = {}
        fixed: dict[Key, dict[str, Any]] = {}
        for cell in self.base:
            rest = {k: v for k, v in cell.levels.items() if k not in (factor.name, VARIANT)}
            key = tuple(map(str, rest.values()))
            groups.setdefault(key, {})[cell.levels[factor.name]] = cell.number
            fixed[key] = rest
        return [FactorContext(fixed[key], cells) for key, cells in groups.items() if len(cells) > 1]

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """Every change, then every level that is asked about, each with its settings."""
        changes = [self._change(name) for name in self.variants]
        levels = [
            self._move(factor, level)
            for factor in self.in_question
            for level in factor.levels
            if level != factor.base
        ]
        moves = [
            replace(move, pooled=tuple(p for p in move.pooled if self._unswept(move, p)))
            for move in (*changes, *levels)
        ]
        return tuple(move for move in moves if move.pairs)

    def _change(self, variant: str) -> Move:
        pairs = tuple(self.twins(variant))
        return Move(name=variant, factor=None, level=variant, pairs=pairs, pooled=pairs)

    def _move(self, factor: CrossedFactor, level: Any) -> Move:
        pairs = tuple(
            (context.cells[factor.base], context.cells[level])
            for context in self.contexts(factor)
            if {factor.base, level} <= context.cells.keys()
        )
        return Move(name="", factor=factor, level=level, pairs=pairs, pooled=pairs)

    def _unswept(self, move: Move, pair: tuple[int, int]) -> bool:
        """Whether every other swept number stands at its base in a setting."""
        levels = self.setting(move, pair)
        return all(levels[f.name] == f.base for f in self.factors if f.swept and f.name in levels)

    def setting(self, move: Move, pair: tuple[int, int]) -> dict[str, Any]:
        """The levels of the setting in which something is compared, without what is compared."""
        own = move.factor.name if move.factor else VARIANT
        before, _ = self.pair(pair)
        return {k: v for k, v in before.levels.items() if k not in (own, VARIANT)}

    def twins(self, variant: str) -> Iterator[tuple[int, int]]:
        """(printed cell, its twin under `variant`), one for each context."""
        for cell in self.cells:
            printed = self.unchanged(cell)
            if str(cell.levels.get(VARIANT)) == variant and printed is not None:
                yield printed, cell.number

    def unchanged(self, cell: Cell) -> int | None:
        """The number of the cell that is as printed and otherwise of the same setting."""
        return self._printed.get(_rest(cell))

    @cached_property
    def _printed(self) -> Mapping[Key, int]:
        return {_rest(c): c.number for c in self.base}

    def pair(self, numbers: tuple[int, int]) -> tuple[Cell, Cell]:
        """The cells of two numbers, such as twins."""
        by_number = {cell.number: cell for cell in self.cells}
        return by_number[numbers[0]], by_number[numbers[1]]

    @cached_property
    def names(self) -> Mapping[str, tuple[str, str]]:
        """Card id -> (printed name, path in the pack); ids found in two sections are left out."""
        names: dict[str, tuple[str, str]] = {}
        doubled = set()
        for section, cards in self.manifest.get("pack", {}).get("cards", {}).items():
            for card, values in cards.items() if isinstance(cards, Mapping) else ():
                if isinstance(values, Mapping):
                    doubled |= {card} & names.keys()
                    names[card] = (str(values.get("name", plain(card))), f"cards.{section}.{card}")
        return {card: name for card, name in names.items() if card not in doubled}

    def section(self, column: Mapping[str, Any]) -> str:
        """The section of the cards that the values of a column name; empty where they name none.

        Sides are a kind by themselves.  Columns of older runs do not say it: there it is called as
        what they hold is.
        """
        if is_side(column):
            return str(self.manifest["options"])
        if "cards" in column:
            return str(column["cards"]).partition(".")[0]
        options = self.manifest.get("options") if column["role"] == "option" else ""
        called = (column.get("option"), column.get("family"), options, column["name"])
        return next((str(word) for word in called if word and self.cards_in(str(word))), "")

    @cached_property
    def option_section(self) -> str:
        """The section of the cards that seats hold."""
        return next(map(self.section, self.columns("seats", "option")), "")

    def name_in(self, section: str, value: str) -> str:
        """The printed name of a card of one section, or of an ability `card_ability` of it.

        Ids may be the same in several sections.
        """
        if self.has_sides and section == self.manifest["options"]:
            return f"Side {value}" if value.isdecimal() else plain(value)
        pack = self.manifest.get("pack", {})
        for place in (pack.get("cards", {}), pack):
            card = (place.get(section) or {}).get(value)
            if isinstance(card, Mapping) and "name" in card:
                return str(card["name"])
        if owned := self._ability_in(section, value):
            card, ability = owned
            return f"{self.name_in(section, card)}: {self._abilities(section, card)[ability]}"
        return plain(value) if self._cards(section) else self.name(value)

    def card_in(self, section: str, value: str) -> str | None:
        """Path of a card of one section by its id, or what is printed on it, or of the ability
        `card_ability`, if the pack has it.
        """
        cards = self._cards(section)
        called = (key for key, card in cards.items() if _printed_name(card) == value)
        if card := value if value in cards else next(called, ""):
            return f"cards.{section}.{card}"
        owned = self._ability_in(section, value)
        return None if owned is None else f"cards.{section}.{owned[0]}.abilities.{owned[1]}"

    def _cards(self, section: str) -> Mapping[str, Any]:
        return self.manifest.get("pack", {}).get("cards", {}).get(section) or {}

    def _ability_in(self, section: str, value: str) -> tuple[str, str] | None:
        """(card, ability) where a value is `card_ability`."""
        for card in self._cards(section):
            ability = value.removeprefix(f"{card}_")
            if ability != value and ability in self._abilities(section, card):
                return card, ability
        return None

    def _abilities(self, section: str, card: str) -> dict[str, str]:
        """The abilities of a card by their ids, as they are printed."""
        entry = self._cards(section)[card]
        has = entry.get("abilities") if isinstance(entry, Mapping) else None
        return {
            str(key): str(each.get("name", plain(str(key))))
            for key, each in (has.items() if isinstance(has, Mapping) else ())
            if isinstance(each, Mapping)
        }

    @cached_property
    def unswept(self) -> frozenset[int]:
        """The printed cells in which every swept number stands at its base level.

        At another level it is another game: what is told over settings is told of these alone.
        """
        return self.at_base()

    def at_base(self, but: str = "") -> frozenset[int]:
        """The same, with one of the swept numbers left free."""
        swept = [f for f in self.factors if f.swept and f.name != but]
        return frozenset(
            c.number for c in self.base if all(c.levels.get(f.name) == f.base for f in swept)
        )

    def drawn_from(self, section: str) -> tuple[str, ...]:
        """The cards of a section, of which any is drawn as likely as any other.

        Empty where the pack has none, or says of one how many copies there are.
        """
        cards = self.manifest.get("pack", {}).get("cards", {}).get(section) or {}
        return () if any("copies" in card for card in cards.values()) else tuple(cards)

    def cards_in(self, section: str) -> tuple[str, ...]:
        """Ids of the cards of one section, none if the pack has no such section."""
        known = self.manifest.get("pack", {}).get("cards", {}).get(section) or {}
        return tuple(known) if isinstance(known, Mapping) else ()

    def name(self, value: Any) -> str:
        """What people call a value found in a column: a card's printed name, or its words."""
        known = self.names.get(str(value))
        return known[0] if known else plain(str(value))


def _printed_name(card: Any) -> Any:
    return card.get("name") if isinstance(card, Mapping) else None


def looks(manifest: Mapping[str, Any]) -> int:
    """The number of interim analyses that a run may have had."""
    return int(manifest.get(LOOKS) or 1)


def plain(text: str) -> str:
    """An id as words: `sea_serpent` becomes "Sea serpent"; a name stays as it is."""
    words = text.replace("_", " ")
    return words[:1].upper() + words[1:] if words.islower() and len(words) > 1 else words


def _cell(raw: Mapping[str, Any], keys: Mapping[str, Name]) -> Cell:
    levels = raw["levels"]
    base = str(levels.get(VARIANT, PRINTED)) == PRINTED
    levels = {keys[name]: _level(level) for name, level in levels.items()}
    blanks = raw.get("blanks") or []
    return Cell(
        number=int(raw["number"]),
        levels=levels,
        setting=raw.get("setting", {}),
        planned=int(raw["games"]),
        base=base,
        changes=raw.get("changes") or {},
        blanks=tuple([blanks] if isinstance(blanks, str) else blanks),
    )


def _level(level: Any) -> Any:
    """Levels are keys here: a list (strategies by seat) becomes words, a table what was typed."""
    if isinstance(level, Mapping) or (
        isinstance(level, list) and any(isinstance(part, Mapping | list) for part in level)
    ):
        return written(level)
    return " + ".join(map(str, level)) if isinstance(level, list) else level


def _rest(cell: Cell) -> Key:
    return tuple((k, str(v)) for k, v in cell.levels.items() if k != VARIANT)


def _played(declared: Mapping[str, Any], cells: tuple[Cell, ...]) -> tuple[Any, ...]:
    name = declared["name"]
    played = list(dict.fromkeys(c.levels[name] for c in cells if name in c.levels))
    if all(isinstance(level, int | float) and not isinstance(level, bool) for level in played):
        return tuple(sorted(played))
    order = [_level(level) for level in declared.get("levels", [])]
    return tuple(sorted(played, key=lambda level: order.index(level) if level in order else 999))


def _factor(
    declared: Mapping[str, Any], levels: tuple[Any, ...], keys: Mapping[str, Name], printed: Any
) -> CrossedFactor:
    swept = _of_pack(declared["name"]) or declared["name"].partition(".")[0] in PLAYERS
    meanings = declared.get("level_meanings") or {}
    amounts = _amounts(levels, meanings)
    if not amounts and declared.get("ordered"):
        amounts = tuple(float(i + 1) for i in range(len(levels)))
    return CrossedFactor(
        name=keys[declared["name"]],
        meaning=declared.get("meaning", ""),
        levels=levels,
        amounts=amounts if declared.get("ordered", True) else (),
        unit=declared.get("unit") or _unit(declared["name"], levels, meanings),
        level_meanings={str(level): text for level, text in meanings.items()},
        base=printed if printed in levels else levels[0],
        who_plays=bool(declared.get("who_plays")),
        in_question=bool(declared.get("asked")),
        swept=swept,
    )


def _of_pack(name: str) -> bool:
    """Whether a factor is a number of the pack."""
    return name.partition(".")[0] in ("rules", "cards") and "." in name


def _unit(name: str, levels: tuple[Any, ...], meanings: Mapping[str, str]) -> str:
    """What one more is: "wave" where a level means "1 wave", "player" where it is 2 players."""
    for level in levels:
        match = re.fullmatch(r"1 (.+)", str(meanings.get(str(level), "")))
        if match:
            return match[1]
    whole = all(isinstance(level, int) and not isinstance(level, bool) for level in levels)
    if not whole or not name.endswith("s") or not name.isalpha():
        return ""
    return one_of(name)


def _amounts(levels: tuple[Any, ...], meanings: Mapping[str, str]) -> tuple[float, ...]:
    """Numbers of ordered levels: each itself, or the one number that its meaning names."""
    numbers = [
        re.findall(r"\d+(?:\.\d+)?", str(meanings.get(str(v), "")))
        if isinstance(v, bool | str)
        else [v]
        for v in levels
    ]
    if any(len(n) != 1 for n in numbers):
        return ()
    amounts = [float(n[0]) for n in numbers]
    rising = all(a < b for a, b in pairwise(amounts))
    return tuple(amounts) if rising else ()


def is_side(column: Mapping[str, Any]) -> bool:
    """Whether a column says which seats win together."""
    return column.get("of") == TEAM


def told_of(entry: Mapping[str, Any]) -> Sequence[int]:
    """The cells in which an expectation has an answer of its own; what is told over all has one."""
    cells: Sequence[int] = entry["cells"]
    return cells[:1] if entry["metric"] == BRINGS else cells
