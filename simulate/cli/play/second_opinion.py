"""The number of games and the time that a second player will take.

Told when games begin, and counted as in `analysis.conclusions.players.policy_robustness`: by calls
of an own game's code, by measured processor time of the five; so it is told as times of the games
themselves, whose time the progress line tells.
"""

from simulate.core.text.amounts import plural
from simulate.experiment.plan import Playable
from simulate.run.play import second_of

LITTLE = 0.05  # of the time of the games: nobody notices it


def price(plan: Playable, sides: int = 1) -> str:
    """What a second player may play and how long that takes; empty where nobody is asked, or so
    little could be played that it tells nothing.

    sides: 2 of a comparison, of which it plays both if a difference is sure.
    """
    from analysis.conclusions.players import policy_robustness

    who = second_of(plan)
    if not who:
        return ""
    data = plan.manifest()
    cells = [cell | {"games": plan.games} for cell in data["cells"] * sides]
    data |= {"cells": [cell | {"number": number} for number, cell in enumerate(cells)]}
    games, every = int(policy_robustness.most(data, range(len(cells)))), len(cells)
    is_named = policy_robustness.is_named(data) and sides == 1
    games = max(games, policy_robustness.BY_NAME) if is_named else games
    if games * every < policy_robustness.FEWEST:
        return ""
    times = _long(policy_robustness.times_as_long(data, games))
    many = f"at most {plural(games, 'game')} a cell{' on each side' * (sides > 1)}"
    what = "to test a certain difference" if sides > 1 else "to test the findings"
    leave = "" if is_named else "; `--no-second` leaves it out"
    return f"Then `{who}` plays {what}: {many}{times}{leave}."


def _long(times: float) -> str:
    if not times:
        return ""
    if times < LITTLE:
        return ", in negligible time"
    whole = "the games themselves"
    if times < 1:
        return f", up to {100 * times:.0f}% of the time of {whole}"
    return f", up to {times:.1f} times as long as {whole}"
