"""`python -m tests.machine.seated`: games of the whole loop, as a run plays them."""

from simulate import catalogue
from tests.every_game.adapters import adapter

if __name__ == "__main__":
    table = adapter("defenders").prepared({"strategy": "random"})
    games, seats = catalogue.table("defenders").play_block(table, 1, 0, 50)
    for rows in (games, seats):
        for name, values in sorted(rows.items()):
            print(name, None if values is None else list(values))
