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
class Met:
    """Games against a rival; theirs: the same games with the rival in all seats, where all win or
    lose together.
    """

    rival: str
    came: list[Came]
    theirs: list[Came] | None
    seats: list[int]  # of each table


def evaluated(
    own: OwnGame,
    pack: Pack,
    pupil: Policy,
    tables: Sequence[OwnTable],
    play: Games,
    seed: int,
) -> tuple[tuple[LearntRung, ...], bool, tuple[str, ...]]:
    """The rungs, whether the player is better for certain than `balanced` as it was, and to whom of
    those that the file declares it loses for certain.
    """
    luck, learnt = mix(seed ^ PROOF) >> 1, (pupil,) * len(tables)
    is_better, rungs, worse = False, list[LearntRung](), list[str]()
    now = _seated(pack, MAIN, tables)
    for name, others, games in matches(own, pack, tables):
        came = play(learnt, others, luck, games)
        theirs = play(others, others, luck, games) if own.kind.TOGETHER else None
        met = Met(name, came, theirs, [table.people for table in tables])
        rungs += _rungs(met)
        if others == now:
            is_better = _is_better(met)
        if name in own.kind.WEIGHTS and _over(met).high < 0.0:
            worse.append(name)
    return tuple(rungs), is_better, tuple(worse)


def matches(
    own: OwnGame, pack: Pack, tables: Sequence[OwnTable]
) -> Iterator[tuple[str, Seated, int]]:
    """Every rival, by name, and in how many games it is met."""
    now, sizes = _seated(pack, MAIN, tables), len({table.people for table in tables})
    for name, others in _rivals(own, pack, tables):
        games = SLOW_GAMES if others[0].choice == "look_ahead" else GAMES
        is_slow = games == SLOW_GAMES
        yield name, others, sizes * (DECIDING if others == now and not is_slow else games)


def _rivals(own: OwnGame, pack: Pack, tables: Sequence[OwnTable]) -> Iterator[tuple[str, Seated]]:
    """Every other player of the game, by name, each kind of play once."""
    declared = own.kind.WEIGHTS
    known = {
        name: _seated(pack, name, tables)
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


def _seated(pack: Pack, name: str, tables: Sequence[OwnTable]) -> Seated:
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


def _is_better(met: Met) -> bool:
    return _over(met).low > 0.0


def _over(met: Met) -> Estimate:
    """What the player wins more than its rival, at tables of all sizes together."""
    won = np.array([each.won for each in met.came])
    if met.theirs is not None:
        over = won - np.array([each.won for each in met.theirs])
        variance = float(over.var(ddof=1)) / len(over)
        return bonett_price_interval(float(over.mean()), variance, len(over), 1.0)
    over = won * np.array([met.seats[each.table] for each in met.came]) - 1.0
    return effect(float(over.mean()), float(over.var(ddof=1)) / len(over))
