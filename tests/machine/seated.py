"""`python -m tests.machine.seated GAME`: games of the whole loop, as a run plays and tells them."""

import sys

from simulate.pack import catalogue
from tests.every_game.adapters import adapter

if __name__ == "__main__":
    game = sys.argv[1]
    table, module = adapter(game).prepared({"strategy": "random"}), catalogue.table(game)
    games, seats = module.play_block(table, 1, 0, 50)
    for rows in (games, seats):
        for name, values in sorted(rows.items()):
            print(name, None if values is None else list(values))
    for line in module.play_logged(table, 1, 0, states=True):
        print(line)
