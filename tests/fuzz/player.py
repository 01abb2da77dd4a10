"""Plays cases: what the rows of a few games are, in whatever way this process plays.

`python -m tests.fuzz.player` plays those that it is given, a line of JSON each.
"""

import hashlib
import json
import sys
import traceback
from collections.abc import Mapping
from functools import cache
from typing import Any

from simulate import store
from simulate.pack import Pack, catalogue, load
from tests.every_game.adapters import adapter

GAMES = 3  # of a case


@cache
def shipped(game: str) -> Pack:
    return load(game)


def pack_of(case: Mapping[str, Any]) -> Pack:
    """The pack of a case: the shipped one, changed; with its own Python where it has some."""
    pack = shipped(case["game"]).resolve(case["changes"])
    pack._resolved.clear()
    shipped(case["game"])._resolved.clear()  # thousands of packs are made of it
    return pack


def rows_mark(case: Mapping[str, Any], pack: Pack | None = None) -> str:
    """A mark of all rows of the first games of a case, as a run would store them.

    Raises AssertionError where a game ends in no way that its game knows.
    """
    game = case["game"]
    table, facts = catalogue.table(game), catalogue.facts(game)
    ready = table.prepare(pack or pack_of(case), adapter(game).setting(case["levels"]))
    games, seats = table.play_block(ready, case["seed"], 0, case.get("count", GAMES))
    rows = store.frame(facts.games_columns, games, 0)
    ends = set(rows["end_reason"])
    assert ends <= set(facts.end_reasons), ends
    assert rows.height == case.get("count", GAMES)
    said = rows.write_csv() + store.frame(facts.seats_columns, seats, 0).write_csv()
    return hashlib.sha256(said.encode()).hexdigest()


def main() -> None:
    for line in sys.stdin:
        try:
            answer = {"mark": rows_mark(json.loads(line))}
        except BaseException:
            answer = {"failed": traceback.format_exc()}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
