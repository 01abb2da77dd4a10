"""In which settings of a plan a page could play, quickly enough, as the command does."""

from collections.abc import Iterator
from typing import Any

from simulate.experiment.plan import PlannedCell, Playable
from simulate.pack import Pack, catalogue, configs, load

GAMES = 1_000  # that a page plays at a time, the first of the run's own
# Loops (`benchmarks.costs`) that they may take in a browser, which is slower than the command by
# this: some 500 games a second on a usual machine.
MOST_LOOPS, SLOWER = 6.0, 0.7
TITLES = ("defenders",)  # of which the page knows how to tell an answer


def offered(plan: Playable) -> Iterator[PlannedCell]:
    """The settings that are the pack as it is, and whose players play quickly enough.

    Nothing of a designer's own game, of players that a pack changed, or of fewer games.
    """
    if plan.game not in TITLES or plan.game not in catalogue.GAMES or plan.games < GAMES:
        return
    for cell in plan.cells:
        if not cell.changes and not cell.blanks and _is_quick(plan.pack, cell.setting):
            yield cell


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
    return all(known.get(name, MOST_LOOPS) / SLOWER <= MOST_LOOPS for name in names)
