"""A designer's own game in one plain Python file: what such a file imports.

`docs/own-game.md` says what a file may say.
"""

from simulate.own.game import Card, Game, cards_from, choice, rule, switch

__all__ = ["Card", "Game", "cards_from", "choice", "rule", "switch"]
