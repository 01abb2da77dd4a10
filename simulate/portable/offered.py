"""Settings of a plan in which a page can play the same games fast enough."""

import math
from collections.abc import Iterator
from typing import Any

from simulate.experiment.plan import PlannedCell, Playable, seated
from simulate.pack import Pack, catalogue, configs, load

GAMES = 1_000  # that a page plays at a time, on the luck of the run
FEWEST = 500  # of a setting, that a run has played itself
# Loops (`training.measure.costs`) that they may take in a browser, which is slower than the command
# by this, with as many workers as any usual machine has: some 500 games a second.
MOST_LOOPS, SLOWER, WORKERS = 6.0, 0.7, 2
# Who plays in the page where the run's own players are too slow for it, the strongest first.
STAND_INS = ("balanced", "brisk", "quick")
PLAYERS = ("strategy", "skill")  # factors


def offered(plan: Playable) -> Iterator[PlannedCell]:
    """The settings that are the pack as it is, with players that play quickly enough.

    Those of the run's own players, if there is any; else with a stand-in in every seat.  Nothing of
    a designer's own game or of fewer games, and nobody plays whom a pack changed.
    """
    if plan.game not in catalogue.GAMES or plan.games < FEWEST:
        return
    plain = [cell for cell in plan.cells if not cell.changes and not cell.blanks]
    own = [cell for cell in plain if _is_quick(plan.pack, cell.setting)]
    yield from own or _with_stand_ins(plan.pack, plain)


def _with_stand_ins(pack: Pack, cells: list[PlannedCell]) -> Iterator[PlannedCell]:
    """The settings with another player, but where players are compared, mixed or unsure."""
    for cell in cells:
        of_players = any(name.partition(".")[0] in PLAYERS for name in cell.levels)
        if of_players or len(set(cell.setting["strategy"])) > 1 or {*cell.setting["skill"]} != {1}:
            continue
        sits = (seated(cell, pack, name) for name in STAND_INS if name in pack.strategies)
        yield from [each for each in sits if _is_quick(pack, each.setting)][:1]


def _is_quick(pack: Pack, setting: Any) -> bool:
    """Whether a thousand games take few loops, by what was measured of players as shipped."""
    shipped = load(pack.game).strategies
    names = set(setting["strategy"])
    if any(pack.strategies[name] != shipped.get(name) for name in names):
        return False
    known = {
        entry["strategy"]: entry["loops"]
        for entry in configs.costs(pack.game)
        if entry["setting"].items() <= setting.items()
    }
    return all(known.get(name, math.inf) <= MOST_LOOPS * SLOWER * WORKERS for name in names)
