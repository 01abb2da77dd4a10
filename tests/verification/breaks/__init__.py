"""What is broken, one thing at a time, and which tests must notice: a file for each game."""

from importlib import import_module

from simulate.pack import catalogue
from tests.verification.breaks.broken import Break

PACKAGES = dict.fromkeys(catalogue.facts(game).package for game in catalogue.names())
BY_GAME: dict[str, tuple[Break, ...]] = {
    package: import_module(f"tests.verification.breaks.{package}").BREAKS for package in PACKAGES
}
BREAKS = tuple(broken for game in BY_GAME.values() for broken in game)

__all__ = ["BREAKS", "BY_GAME", "Break"]
