"""Compares the golden logs with the games as they are played now; `--rewrite` writes them anew."""

import sys

from tests.playthroughs import GAMES, differences, rewrite


def main(words: list[str]) -> int:
    if words not in ([], ["--rewrite"]):
        print("python -m tests.playthroughs [--rewrite]", file=sys.stderr)
        return 2
    changed = 0
    for game in GAMES:
        found = list(differences(game))
        changed += bool(found)
        print(f"{game.game}/{game.name}: {'differs' if found else 'as stored'}", *found, sep="\n  ")
        if words and found:
            rewrite(game)
            print("  written anew")
    if changed and not words:
        print("Meant so?  python -m tests.playthroughs --rewrite")
    return 0 if words or not changed else 1


sys.exit(main(sys.argv[1:]))
