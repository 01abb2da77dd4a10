"""A pack: three files that must fit the game and each other.

What a designer edits, checked: rules, cards, strategies.  `resolve` makes the pack of a cell from
the changes of its variant; the engine reads numbers from it and nothing else.  A pack is never
changed in place.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from simulate.core.errors import InputError, Problem, nearest
from simulate.core.game.cardmodel import GuessRange
from simulate.core.game.facts import Facts
from simulate.core.text.locate import Loc
from simulate.pack import cards as card_file
from simulate.pack import catalogue, sources
from simulate.pack.game_room import Trouble
from simulate.pack.rules import Rule, unknown_rule
from simulate.pack.sources import Fit
from simulate.pack.strategies import (
    PYTHON,
    Strategy,
    change_refusal,
    read_strategies,
    tried,
    weights_of,
)

PARTS = ("rules", "cards", "strategies")  # the first word of a path into a pack
# What could stand on a card in the place of a guess, by the card and the path inside it.
Alternatives = Mapping[str, Mapping[str, Sequence[Any]]]


@dataclass(frozen=True, eq=False)
class Pack:
    """Everything a designer may change of one game, checked.

    rules: by path without `rules.`; cards: the game's model, sections: the same as plain data;
    code: text of Python strategies by file name; shown: the folder as typed, "" for the
    shipped pack; may_run_code: whether its Python was allowed to run; alternatives: what cards say
    that could stand in the place of guesses.
    """

    game: str
    folder: Path
    shown: str
    rules: Mapping[str, Rule]
    sections: Mapping[str, Any]
    cards: BaseModel
    strategies: Mapping[str, Strategy]
    code: Mapping[str, str]
    may_run_code: bool = False
    alternatives: Alternatives = field(default_factory=dict)
    _resolved: dict[Any, "Pack"] = field(default_factory=dict, repr=False)

    def __getstate__(self) -> dict[str, Any]:
        """What a worker process is sent: not the packs made from this one."""
        return {**self.__dict__, "_resolved": {}}

    @property
    def facts(self) -> Facts:
        return catalogue.facts(self.game)

    def rule(self, name: str) -> Any:
        """Value of a parameter, named without `rules.`."""
        return self.rules[name].value

    def rule_values(self) -> dict[str, Any]:
        """Every parameter by its path without `rules.`."""
        return Values((name, rule.value) for name, rule in self.rules.items())

    def weights(self, strategy: str, players: int, stage: str = "") -> dict[str, float]:
        """The weights by which a strategy judges at a table of so many players, at a stage."""
        return weights_of(self.strategies, strategy, players, stage)

    def tried(self, strategy: str, players: int) -> float:
        """Rounds of play, at most, in which a strategy tries the moves of one decision."""
        foresight = catalogue.foresight(self.game)
        stages = ("", *catalogue.stages(self.game))
        return max(tried(self.strategies, strategy, players, foresight, each) for each in stages)

    def value(self, path: str) -> Any:
        """Value at a path as `--set` takes it, or None where there is none."""
        kind, _, rest = path.partition(".")
        if kind == "rules":
            return self.rules[rest].value if rest in self.rules else None
        data = self.sections if kind == "cards" else self._strategy_entries()
        return card_file.follow(data, card_file.real_way(data, rest))

    def source_of(self, path: str) -> str:
        """Where the value at a path comes from."""
        kind, _, rest = path.partition(".")
        if kind == "rules":
            return self.rules[rest].source
        section, _, rest = rest.partition(".")
        card, _, rest = rest.partition(".")
        return sources.source_for(self.sections[section][card]["source"], rest)

    def fits(self) -> dict[str, Fit]:
        """What was fitted, by its path: a rule, or what one source of a card names."""
        rules = {rule.path: sources.fit_of(rule.source) for rule in self.rules.values()}
        cards = {f"cards.{path}": fit for path, fit in card_file.fits(self.sections)}
        return {path: fit for path, fit in rules.items() if fit} | cards

    def ranges(self) -> dict[str, GuessRange]:
        """What guessed numbers could be, by path, where that holds the number as it is now."""
        ranges = {
            rule.path: rule.range
            for rule in self.rules.values()
            if rule.range and rule.range.low <= int(rule.value) <= rule.range.high
        }
        return ranges | {f"cards.{path}": entry for path, entry in card_file.ranges(self.sections)}

    def is_path(self, name: str) -> bool:
        """Whether a key is meant as a path into the pack."""
        return name.partition(".")[0] in PARTS and "." in name

    def paths(self) -> list[str]:
        """Every path of a single value that `--set` reaches."""
        return self._paths

    @cached_property
    def _paths(self) -> list[str]:
        paths = [rule.path for rule in self.rules.values()]
        paths += [
            f"cards.{section}.{name}.{inner}"
            for section, name, card in card_file.each_card(self.sections)
            for inner, _ in card_file.values(card)
        ]
        paths += [
            f"strategies.{name}.weights.{feature}"
            for name, strategy in self.strategies.items()
            for feature in strategy.weights
        ]
        return paths

    def rule_refusal(self, path: str, value: Any) -> str:
        """Why the parameter at `rules.…` cannot have this value by itself, or an empty string."""
        rule = self.rules.get(path.removeprefix("rules."))
        return rule.refusal(value, self.game) if rule else unknown_rule(path, self.rules)

    def resolve(self, changes: Mapping[str, Any], blanks: Sequence[str] = ()) -> "Pack":
        """The pack with the changes made and all checks passed again; same input, same object.

        Raises InputError that names the path and value of every change that does not fit.
        """
        pack, troubles = self.try_resolve(changes, blanks)
        if pack is None:
            given = {path: f"{path} = {value}" for path, value in changes.items()}
            raise InputError([Problem(given.get(path, path), what) for path, what in troubles])
        return pack

    def try_resolve(
        self, changes: Mapping[str, Any], blanks: Sequence[str] = ()
    ) -> tuple["Pack | None", list[Trouble]]:
        """(the changed pack, []) or (None, what is wrong with which change)."""
        if not changes and not blanks:
            return self, []
        key = (repr(sorted(changes.items())), tuple(sorted(blanks)))
        if key not in self._resolved:
            pack, troubles = _changed(self, changes, blanks)
            if pack is None:
                return None, troubles
            self._resolved[key] = pack
        return self._resolved[key], []

    def is_like(self, other: "Pack") -> bool:
        """Whether both packs play the same game, whatever the sources of their values say."""
        return (
            self.rule_values() == other.rule_values()
            and card_file.without_sources(self.sections)
            == card_file.without_sources(other.sections)
            and self.strategies == other.strategies
        )

    @cached_property
    def played_hash(self) -> str:
        """One short hash of every rule and value of a card, names aside: of all but the players."""
        cards = (
            f"{section}.{name}.{path} = {value!r}"
            for section, name, card in card_file.each_card(self.sections)
            for path, value in card_file.values(card)
            if path.rpartition(".")[2] != "name"
        )
        text = "\n".join(sorted([*cards, *map(repr, self.rule_values().items())]))
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()

    def unplayable(self, setting: Mapping[str, Any]) -> list[Trouble]:
        """What the rules and cards have against a setting of the table.

        The game's own `check_setting(rules, cards, setting)` says it, where it has one.
        """
        room = catalogue.room(self.game)
        return list(room.check_setting(self.rule_values(), self.cards, setting))

    def allowing_code(self) -> "Pack":
        """The same pack with its Python allowed to run."""
        return replace(self, may_run_code=True, _resolved={})

    def files_of_code(self, seated: Iterable[str]) -> list[str]:
        """The files whose Python plays where these strategies sit."""
        who = [self.strategies[name] for name in set(seated)]
        return sorted({strategy.file for strategy in who if strategy.choice == PYTHON})

    def code_to_run(self, file: str) -> str:
        """The text of a Python strategy, for the one who is about to run it.

        What is played is the text that was checked and goes into the manifest, not whatever
        stands in the designer's folder by now; a pack of a finished run has no folder at all.
        Raises InputError unless the pack may run code: nothing of it is loaded by another way.
        """
        if not self.may_run_code:
            raise InputError([Problem(self.shown or self.game, must_be_allowed([file]))])
        return self.code[file]

    def provenance(self) -> dict[str, Any]:
        """How many values of the rules and of each section of cards come from where.

        A name is no value: it changes nothing, and nearly all are known.
        """
        sections: dict[str, list[str]] = {name: [] for name in self.sections}
        for section, _, card in card_file.each_card(self.sections):
            for path, _ in card_file.values(card):
                if path.rpartition(".")[2] != "name":
                    sections[section].append(sources.source_for(card["source"], path))
        return {
            "rules": sources.count(rule.source for rule in self.rules.values()),
            "cards": {name: sources.count(texts) for name, texts in sections.items()},
        }

    def as_manifest(self) -> dict[str, Any]:
        """The pack in full as plain data, enough to play it again without its files."""
        rules = {}
        for rule in self.rules.values():
            entry = asdict(rule)
            entry["choices"] = list(rule.choices)
            entry["range"] = rule.range and rule.range.model_dump()
            del entry["guard"]  # of the shipped file alone
            rules[entry.pop("path")] = entry
        return {
            "rules": rules,
            "cards": dict(self.sections),
            "strategies": self._strategy_entries(),
            "code": dict(self.code),
            **({"alternatives": self.alternatives} if self.alternatives else {}),
        }

    def _strategy_entries(self) -> dict[str, Any]:
        return {
            name: strategy.model_dump(exclude_defaults=True)
            for name, strategy in self.strategies.items()
        }


class Values(dict[str, Any]):
    """Parameters by path; a missing one raises InputError.

    Two editions of a game are played by the same code, each with a rules.toml of its own.
    """

    def __missing__(self, name: str) -> Any:
        what = "the game needs this parameter, but rules.toml has none of that name"
        raise InputError([Problem(f"rules.{name}", what)])


def must_be_allowed(files: Iterable[str]) -> str:
    """The message to a person who would run Python without --allow-code."""
    return f"this runs the Python code of {', '.join(files)}; read it and add --allow-code"


def default_strategy(game: str) -> str:
    """The strategy of seats that name no other."""
    factor = catalogue.facts(game).factor("strategy")
    return str(factor.default) if factor else "balanced"


def rule_troubles(
    game: str, rules: Mapping[str, Rule], cards: BaseModel | None
) -> Iterator[Trouble]:
    """What parameters have against each other and, where these could be read, against the cards.

    The game's own `check_rules(rules)` and `check_counts(rules, cards)` say it, where it has them.
    """
    room = catalogue.room(game)
    values = Values((name, rule.value) for name, rule in rules.items())
    yield from room.check_rules(values)
    if cards is not None:
        yield from room.check_counts(values, cards)


def _changed(
    pack: Pack, changes: Mapping[str, Any], blanks: Sequence[str]
) -> tuple[Pack | None, list[Trouble]]:
    """The pack with changes, each file of it checked only when something in it changed."""
    kinds: dict[str, dict[str, Any]] = {part: {} for part in PARTS}
    troubles: list[Trouble] = []
    for path, value in changes.items():
        kind, _, rest = path.partition(".")
        if kind in kinds and rest:
            kinds[kind][rest] = value
        else:
            what = f"there is no parameter `{path}`{nearest(path, pack.paths())}"
            troubles.append((path, what))
    changed = pack
    if kinds["rules"]:
        changed = replace(changed, rules=_change_rules(pack, kinds["rules"], troubles))
    if kinds["cards"] or blanks:
        changed = _change_cards(changed, kinds["cards"], blanks, troubles)
    if kinds["strategies"]:
        changed = _change_strategies(changed, kinds["strategies"], troubles)
    if troubles:
        return None, troubles
    return replace(changed, _resolved={}), []


def _change_rules(
    pack: Pack, changes: Mapping[str, Any], troubles: list[Trouble]
) -> dict[str, Rule]:
    rules = dict(pack.rules)
    before = len(troubles)
    for name, value in changes.items():
        path = f"rules.{name}"
        what = pack.rule_refusal(path, value)
        if what:
            troubles.append((path, what))
        else:
            rules[name] = replace(rules[name], value=value)
    if len(troubles) == before:
        together = list(rule_troubles(pack.game, rules, pack.cards))
        troubles += [
            (path if path.removeprefix("rules.") in changes else "", what)
            for path, what in together
        ]
    return rules


def _change_cards(
    pack: Pack, changes: Mapping[str, Any], blanks: Sequence[str], troubles: list[Trouble]
) -> Pack:
    model = catalogue.cards_model(pack.game)
    sections, wrong = card_file.changed(model, dict(pack.sections), changes, blanks)
    given = set(blanks)
    for (name,), what in wrong:
        troubles.append((name if name in given else f"cards.{name}", what))
    report = _reporter("cards", sections, changes, blanks)
    cards, problems = card_file.read_cards(model, sections, report, pack.sections, pack.cards)
    troubles += [(problem.where, problem.what) for problem in problems]
    return pack if cards is None else replace(pack, sections=sections, cards=cards)


def _change_strategies(pack: Pack, changes: Mapping[str, Any], troubles: list[Trouble]) -> Pack:
    entries = pack._strategy_entries()
    for path, value in changes.items():
        way = path.split(".")
        entry = card_file.follow(entries, tuple(way[:-1]))
        if refusal := change_refusal(way):
            troubles.append((f"strategies.{path}", refusal))
        elif len(way) > 1 and isinstance(entry, dict):
            entry[way[-1]] = value
        else:
            full = f"strategies.{path}"
            what = f"there is no value `{full}`{nearest(full, pack.paths())}"
            troubles.append((full, what))
    report = _reporter("strategies", entries, changes, ())
    strategies, problems = read_strategies(
        entries,
        catalogue.features(pack.game),
        catalogue.stages(pack.game),
        catalogue.foresight(pack.game),
        default_strategy(pack.game),
        report,
    )
    troubles += [(problem.where, problem.what) for problem in problems]
    return replace(pack, strategies=strategies)


def _reporter(
    kind: str, plain: Mapping[str, Any], changes: Mapping[str, Any], blanks: Sequence[str]
) -> Callable[[Loc, str, str], Problem]:
    """Names the change that a problem belongs to: the one at its place, else the nearest."""
    ways = {card_file.real_way(plain, path): f"{kind}.{path}" for path in changes}

    def report(loc: Loc, what: str, on: str = "value") -> Problem:
        best = max(ways, key=lambda way: _shared(way, loc), default=None)
        if best is not None and (_shared(best, loc) > 1 or not blanks):
            return Problem(ways[best], what)
        fitting = [blank for blank in blanks if set(blank.split(".")).intersection(map(str, loc))]
        return Problem((fitting or list(blanks) or [""])[0], what)

    return report


def _shared(way: Loc, loc: Loc) -> int:
    """How many parts two ways have in common from the start."""
    count = 0
    for part, other in zip(way, loc, strict=False):
        if part != other:
            break
        count += 1
    return count
