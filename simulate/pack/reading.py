"""Reading a pack from its three files, or from the manifest of a run."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from simulate import catalogue, configs
from simulate.core.errors import InputError, Problem
from simulate.pack import cards as card_file
from simulate.pack.pack import Pack, default_strategy, rule_troubles
from simulate.pack.rules import Rule, read_rules
from simulate.pack.strategies import Strategy, read_code, read_strategies
from simulate.toml.document import Document, nearest_file, read

FILES = ("rules.toml", "cards.toml", "strategies.toml")


def from_manifest(game: str, stored: Mapping[str, Any]) -> Pack:
    """The pack of a finished run, from the `pack` entry of its manifest."""
    rules = {}
    for path, entry in stored["rules"].items():
        fields = {**entry, "choices": tuple(entry["choices"])}
        rules[path.removeprefix("rules.")] = Rule(path=path, **fields)
    return Pack(
        game=game,
        folder=configs.game_folder(game),
        shown="",
        rules=rules,
        tables=stored["cards"],
        cards=catalogue.cards_model(game).model_validate(stored["cards"]),
        strategies={
            name: Strategy.model_validate(entry) for name, entry in stored["strategies"].items()
        },
        code=stored["code"],
    )


@cache
def load(game: str) -> Pack:
    """The shipped pack of a game."""
    catalogue.facts(game)
    return _load(game, configs.game_folder(game), "", None)


def load_folder(path: Path, shown: str = "") -> Pack:
    """A designer's pack.  Raises InputError with every problem of its three files."""
    shown = shown or str(path)
    game = _game_of(path, shown)
    return _load(game, path, shown, load(game))


def _game_of(path: Path, shown: str) -> str:
    """The game that a folder says it belongs to, in the first line of its rules.toml."""
    if not path.is_dir():
        what = (
            "this is a file, not a folder"
            if path.exists()
            else (f"there is no such folder{nearest_file(path)}")
        )
        raise InputError([Problem(shown, what)], hint="`simulate new GAME DIR` makes a pack")
    if not any((path / name).is_file() for name in FILES):
        what = f"this folder is no pack: it holds none of {', '.join(FILES)}"
        raise InputError([Problem(shown, what)], hint="`simulate new GAME DIR` makes a pack")
    document = read(path / "rules.toml", _inside(shown, "rules.toml"))
    if path.resolve().parent == configs.folder().resolve() and path.name in catalogue.names():
        return path.name  # a shipped folder is known by its name
    game = document.data.get("game")
    if game in catalogue.names():
        return game
    if game is None:
        what = (
            f'`game` is missing; the first line must say, such as game = "{catalogue.names()[0]}"'
        )
        raise InputError([document.problem(("game",), what, "key")])
    raise InputError([document.problem(("game",), catalogue.unknown_game(str(game)))])


def _inside(shown: str, name: str) -> str:
    return f"{shown.rstrip('/')}/{name}"


def _load(game: str, folder: Path, shown: str, shipped: Pack | None) -> Pack:
    documents: dict[str, Document] = {}
    problems: list[Problem] = []
    for name in FILES:
        try:
            documents[name] = read(folder / name, _inside(shown or str(folder), name))
        except InputError as error:
            problems += error.problems
    loader = _Loader(game, folder, problems)
    rules = loader.rules(documents.get("rules.toml"), shipped)
    cards = loader.cards(documents.get("cards.toml"))
    strategies = loader.strategies(documents.get("strategies.toml"))
    if problems or cards is None:
        raise InputError(problems)
    code = loader.code(strategies, documents["strategies.toml"])
    if problems:
        raise InputError(problems)
    tables = documents["cards.toml"].data
    return Pack(game, folder, shown, rules, tables, cards, strategies, code)


class _Loader:
    """Reads file by file; what is wrong is added to `problems`."""

    def __init__(self, game: str, folder: Path, problems: list[Problem]) -> None:
        self.game = game
        self.folder = folder
        self.problems = problems

    def rules(self, document: Document | None, shipped: Pack | None) -> dict[str, Rule]:
        if document is None:
            return {}
        rules, found = read_rules(document, shipped.rules if shipped else None)
        self.problems += found
        if not found:
            for path, what in rule_troubles(self.game, rules):
                loc = (*path.removeprefix("rules.").split("."), "value")
                self.problems.append(document.problem(loc, what))
        return rules

    def cards(self, document: Document | None) -> BaseModel | None:
        if document is None:
            return None
        model = catalogue.cards_model(self.game)
        cards, found = card_file.read_cards(model, document.data, document.problem)
        self.problems += found
        return cards

    def strategies(self, document: Document | None) -> dict[str, Strategy]:
        if document is None:
            return {}
        strategies, found = read_strategies(
            document.data,
            catalogue.features(self.game),
            default_strategy(self.game),
            document.problem,
        )
        self.problems += found
        return strategies

    def code(self, strategies: Mapping[str, Strategy], document: Document) -> dict[str, str]:
        code, found = read_code(strategies, self.folder, document.problem)
        self.problems += found
        return code
