"""The second reading of the rules is blind to the first: a referee imports nothing of a game."""

import ast
from pathlib import Path

import pytest

from simulate.compiler.sources import ROOT
from tests.architecture.test_sources import imported, is_below

RULES = ROOT / "tests" / "rules"
GAMES = ("defenders", "dungeons", "kingdoms", "tactics")
# Of Python's own; what a referee knows of the pack it is handed as plain data.
ALLOWED = {
    *("collections", "copy", "dataclasses", "functools", "heapq", "itertools", "math"),
    *("random", "typing"),
}


def strange(game: str, source: str) -> list[str]:
    """What a file of a referee imports besides Python's own and the referee itself."""
    own = f"tests/rules/{game}/referee"
    return [
        name
        for name in imported(ast.parse(source))
        if not is_below(name, own) and not any(is_below(name, module) for module in ALLOWED)
    ]


def referees() -> list[tuple[str, Path]]:
    return [
        (path.relative_to(RULES).parts[0], path) for path in sorted(RULES.glob("*/referee/*.py"))
    ]


def test_every_game_has_a_referee():
    assert {game for game, _ in referees()} == set(GAMES)


@pytest.mark.parametrize(("game", "path"), referees(), ids=lambda part: getattr(part, "stem", part))
def test_a_referee_imports_nothing_of_its_game(game, path):
    assert strange(game, path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    "line",
    [
        "from simulate.games.kingdoms.cards.codes import PLACES",
        "import simulate.games.kingdoms.end",
        "def late():\n    from simulate.games.kingdoms.cards.vocabulary import ALL",
        "from tests.rules.kingdoms import laid",
        "from tests.rules.defenders.referee.table import COMPLETELY",
        "from strategies.kingdoms import names",
    ],
)
def test_what_a_referee_may_not_import_is_found(line):
    assert len(strange("kingdoms", line)) == 1
