"""Does who plays an own game beat players that take any move, or those of a run?"""

from collections.abc import Mapping
from math import sqrt
from typing import Any

from simulate.own.table import play_block, prepare
from simulate.pack import Pack

RANDOM = "random"
CALLS, LEAST, MOST = 4_000_000, 40, 400  # calls of the file that are paid, about 10 s; games
DUELS, FEWEST = 2 * CALLS, 20  # calls that are paid for duels; games, below which none is played
SEED = 20_261_129


def against_random(
    pack: Pack, setting: Mapping[str, Any], strategy: str, calls_a_game: float
) -> dict[str, Any]:
    """What a player wins alone among `random`, seats taking turns; where all win together, what it
    wins in all seats, and what `random` does.

    calls_a_game: with it in all seats, by which follows how many games are played.
    """
    people = int(setting["players"])
    games = int(CALLS / max(calls_a_game, 1.0))
    games = -(-min(max(games, LEAST), MOST) // people) * people
    alone = [strategy] + [RANDOM] * (people - 1)
    together = pack.facts.cooperative
    own = _won(pack, setting, [strategy] * people if together else alone, games, strategy)
    other = _won(pack, setting, [RANDOM] * people, games, RANDOM) if together else games / people
    return {"strategy": strategy, "players": people, "games": games, "won": own, "fair": other}


def against_players(
    pack: Pack, setting: Mapping[str, Any], second: str, calls_a_game: float
) -> dict[str, Any]:
    """What a second player wins alone among those of a setting, seats taking turns; empty where too
    few games are paid.

    calls_a_game: with these players, by which follows how many games are played.  error: standard
    error of the games won, by deals, each played once from every seat.
    """
    people = int(setting["players"])
    games = min(int(DUELS / max(calls_a_game, 1.0)), MOST) // people * people
    if games < FEWEST:
        return {}
    seats, skills = [second, *setting["strategy"][1:]], [1.0, *setting["skill"][1:]]
    table = prepare(pack, {**setting, "strategy": seats, "skill": skills})
    _, of_seats = play_block(table, SEED, 0, games)
    codes, labels = of_seats["strategy"]
    shares = of_seats["win_share"][codes == labels.index(second)]
    of_deals = shares.reshape(-1, people).sum(axis=1)
    error = float(of_deals.std(ddof=1)) * sqrt(len(of_deals))
    return {"strategy": second, "players": people, "games": games, "won": float(shares.sum()),
            "fair": games / people, "error": error}  # fmt: skip


def _won(
    pack: Pack, setting: Mapping[str, Any], seats: list[str], games: int, strategy: str
) -> float:
    """Games won together, or shares of the win of the seats of a strategy."""
    line_up = {"strategy": seats, "skill": [1.0] * len(seats)}
    rows, of_seats = play_block(prepare(pack, {**setting, **line_up}), SEED, 0, games)
    if pack.facts.cooperative:
        return float(rows["won"].sum())
    codes, labels = of_seats["strategy"]
    return float(of_seats["win_share"][codes == labels.index(strategy)].sum())
