"""Golden logs: whole games, stored line by line and compared word for word.

`python -m tests.playthroughs` says which differ from what is played now;
`python -m tests.playthroughs --rewrite` writes them anew, on purpose: look at the diff, and name
the rule that changed it in the commit.  Values of cards that are stand-ins are held fast.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
SEED = 2014


@dataclass(frozen=True)
class Game:
    """One stored game: what was played, and under which name it is kept.

    easier: name of the adapter's function that gives further rules and values of cards.
    """

    game: str
    name: str
    replicate: int
    levels: tuple[tuple[str, Any], ...]
    rules: tuple[tuple[str, Any], ...] = ()
    easier: str = ""

    @property
    def lines_file(self) -> Path:
        return FOLDER / self.game / f"{self.name}.jsonl"

    @property
    def story_file(self) -> Path:
        return FOLDER / self.game / f"{self.name}.txt"


# The foe comes early and can be beaten, which games at random otherwise do not live to see.
LATE = (
    ("capital_limit", 15),
    ("horde_cards_per_round", 3),
    ("enemies_per_deck", 1),
    ("fight_damage", 2),
    ("artifacts_for_dire", 2),
)
# A game at random is long; one that ends sooner shows as much.
SOONER = (("end_meeples", 4), ("end_tower", 3), ("end_magic", 3))
# Played at random: strategies are tuned again and again, the rules stay.
GAMES = (
    Game("defenders", "solo_easy", 171, (("players", 1), ("horde", "easy"))),
    Game("defenders", "three_medium", 15, (("players", 3), ("horde", "medium"))),
    Game("defenders", "two_epic_foe_early", 3326, (("players", 2), ("horde", "epic")), LATE),
    Game("kingdoms", "three", 13, (("players", 3),), SOONER),
    Game("kingdoms", "two_with_tokens", 68, (("players", 2), ("exploration", True)), SOONER),
    Game("ultra_kingdoms", "solo", 22, (("players", 1),), SOONER),
    Game("dungeons", "two_torch_out", 2268, (("heroes", 2),)),
    Game("dungeons", "two_both_acts", 3415, (("heroes", 2),), easier="gentle"),
    Game("tactics", "two", 6, (("mode", "competitive"),), (("control_rounds", 1),)),
    Game("tactics", "battle", 6, (("mode", "battle"),), (("battle_rounds", 16),)),
    Game("tactics", "solo", 6, (("mode", "solo"),)),
)


@cache
def played(game: Game) -> tuple[list[str], list[str]]:
    """(lines of the event log, lines of the story) of the game as it is played now."""
    from simulate.pack import catalogue
    from tests.every_game.adapters import adapter

    module, told = catalogue.table(game.game), adapter(game.game)
    levels = {"strategy": "random", **dict(game.levels)}
    rules = dict(game.rules) | (getattr(told, game.easier)() if game.easier else {})
    table = told.prepared(levels, rules, told.stand_ins())
    lines = module.play_logged(table, SEED, game.replicate, cell=0)
    story = "\n".join(module.story(lines)).splitlines()
    return [json.dumps(line, ensure_ascii=False) for line in lines], story


def rewrite(game: Game) -> None:
    lines, story = played(game)
    game.lines_file.parent.mkdir(exist_ok=True)
    game.lines_file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    game.story_file.write_text("\n".join(story) + "\n", encoding="utf-8")


def differences(game: Game) -> Iterator[str]:
    """The first line of each file that is not as it was stored."""
    for file, now in zip((game.lines_file, game.story_file), played(game), strict=True):
        stored = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        for number, (old, new) in enumerate(zip(stored, now, strict=False), 1):
            if old != new:
                yield f"{file.name}:{number}\n  stored {old[:300]}\n  played {new[:300]}"
                break
        else:
            if len(stored) != len(now):
                yield f"{file.name}: {len(stored)} lines are stored, {len(now)} are played"
