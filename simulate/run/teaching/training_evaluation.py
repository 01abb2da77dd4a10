"""The ladder of a trained player against all players that existed before."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from analysis.stats.intervals import Estimate, bonett_price_interval, effect, rate
from simulate.own.declared import MAIN, OwnGame
from simulate.own.learnt import LearntRung
from simulate.own.luck import mix
from simulate.own.players import Policy, is_valued
from simulate.own.setting import OwnTable
from simulate.own.table import policy_of
from simulate.pack import Pack
from simulate.run.teaching.lessons import Came, Seated

GAMES, SLOW_GAMES = 300, 60  # at tables of each size; with a rival that looks ahead
DECIDING = 1_200  # with the one who sits there now, and whom it must beat to be kept
PROOF = 0x9A00F  # the luck of the ladder is that of no lesson
GREEDY, RANDOM = "greedy", "random"
BEFORE, OF_FILE = f"{MAIN} before", f"{MAIN} of the file"
# Plays one player among others: (pupil, others, seed, number of games) -> result of each game.
Games = Callable[[Seated, Seated, int, int], list[Came]]


@dataclass(frozen=True)
class HeldAgainst:
    """What the player was held against before it is kept, and what came out.

    deciding: whether it was the one whom it must beat; else it must not lose to it for certain.
    over: what it wins more than a fair share, or where all win together than its rival does.
    """

    rival: str
    games: int
    deciding: bool
    over: Estimate


@dataclass(frozen=True)
class Met:
    """Games against a rival; theirs: the same games with the rival in all seats, where all win or
    lose together.
    """

    rival: str
    came: list[Came]
    theirs: list[Came] | None
    seats: list[int]  # of each table


def evaluated(
    pupil: Policy,
    own: OwnGame,
    pack: Pack,
    tables: Sequence[OwnTable],
    play: Games,
    seed: int,
) -> tuple[tuple[LearntRung, ...], tuple[HeldAgainst, ...]]:
    """The rungs, and what decides: against `balanced` as it was, and whom the file declares."""
    luck, learnt = mix(seed ^ PROOF) >> 1, (pupil,) * len(tables)
    held, rungs = list[HeldAgainst](), list[LearntRung]()
    now = of_pack(pack, MAIN, tables)
    for name, others, games in matches(own, pack, tables):
        came = play(learnt, others, luck, games)
        theirs = play(others, others, luck, games) if own.kind.TOGETHER else None
        met = Met(name, came, theirs, [table.people for table in tables])
        rungs += _rungs(met)
        if others == now or name in (OF_FILE, *own.kind.WEIGHTS):
            held.append(HeldAgainst(name, games, others == now, _over(met)))
    return tuple(rungs), tuple(held)


def matches(
    own: OwnGame, pack: Pack, tables: Sequence[OwnTable]
) -> Iterator[tuple[str, Seated, int]]:
    """Every rival, by name, and in how many games it is met."""
    now, sizes = of_pack(pack, MAIN, tables), len({table.people for table in tables})
    for name, others in _rivals(own, pack, tables):
        games = SLOW_GAMES if others[0].playouts or others[0].simulations else GAMES
        is_slow = games == SLOW_GAMES
        yield name, others, sizes * (DECIDING if others == now and not is_slow else games)


def _rivals(own: OwnGame, pack: Pack, tables: Sequence[OwnTable]) -> Iterator[tuple[str, Seated]]:
    """Every other player of the game, by name, each kind of play once."""
    declared = own.kind.WEIGHTS
    known = {
        name: of_pack(pack, name, tables)
        for name in (GREEDY, RANDOM, *declared, MAIN)
        if name in pack.strategies
    }
    rivals = {(BEFORE if name == MAIN else name): each for name, each in known.items()}
    if MAIN in declared:
        weights = {name: weight for name, weight in declared[MAIN].items() if weight}
        rivals[OF_FILE] = tuple(
            replace(each, choice="weights", weights=weights) for each in known[MAIN]
        )
    met: list[Seated] = []
    for name, others in rivals.items():
        says_nothing = name == GREEDY and not is_valued(own.kind)
        if others not in met and not says_nothing:
            met.append(others)
            yield name, others


def of_pack(pack: Pack, name: str, tables: Sequence[OwnTable]) -> Seated:
    """A player of the pack, as it plays at each of the tables."""
    return tuple(policy_of(pack, name, 1.0, table.people) for table in tables)


def _rungs(met: Met) -> Iterator[LearntRung]:
    """A rung for tables of each size; one for all where players win together."""
    if met.theirs is not None:
        yield _rung(met.rival, 0, met.came, float(np.mean([each.won for each in met.theirs])))
        return
    for seats in dict.fromkeys(met.seats):
        yield _rung(met.rival, seats, [c for c in met.came if met.seats[c.table] == seats], None)


def _rung(rival: str, players: int, came: list[Came], other: float | None) -> LearntRung:
    found = rate(sum(each.won for each in came), len(came))
    won, low, high = (round(each, 4) for each in (found.value, found.low, found.high))
    rung = LearntRung(rival=rival, players=players, games=len(came), won=won, low=low, high=high)
    return rung if other is None else rung.model_copy(update={"other": round(other, 4)})


def _over(met: Met) -> Estimate:
    """What the player wins more than a fair share, or than its rival on the same luck where all win
    together; at tables of all sizes.
    """
    won = np.array([each.won for each in met.came])
    if met.theirs is not None:
        over = won - np.array([each.won for each in met.theirs])
        variance = float(over.var(ddof=1)) / len(over)
        return bonett_price_interval(float(over.mean()), variance, len(over), 1.0)
    over = won - 1.0 / np.array([met.seats[each.table] for each in met.came])
    return effect(float(over.mean()), float(over.var(ddof=1)) / len(over))
