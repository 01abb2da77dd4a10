"""A ladder: the strength and cost of the strategies of one setting.

Where games are won together every strategy plays all seats, on the same luck.  Where players
compete every two of them meet, one of the one among those of the other and the other way round;
each deal is played in all rotations of the line-up, so that equal players tie.
"""

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from itertools import combinations, permutations
from math import ceil
from pathlib import Path
from typing import Any

from simulate.core.errors import InputError, Problem
from simulate.core.files import disk
from simulate.core.text.validate import written
from simulate.experiment import Axis, Experiment, RunRequest
from simulate.experiment.context import LINEUP, STRATEGY
from simulate.experiment.find import find_pack, know_own, own_file
from simulate.experiment.plan import Plan, Playable, allowed, build
from simulate.experiment.second_opinion import BEST
from simulate.own.best.solved import all_solved, settings_of
from simulate.own.declared import OwnGame
from simulate.own.table import prepare
from simulate.pack import Pack, catalogue, load
from simulate.pack.strategies import SEARCH, SOLVED
from simulate.store import SPEEDS, Speed

VERB = "ladder"
RUNGS = ("random", "idle", "quick", "balanced")
QUESTION = "How well does each strategy play, and what does a game of it cost?"
GAMES = 400  # of a rung, or of two that meet, where no number is named
SECONDS = 2.0  # of processor time in which the speed of a rung is measured


def asked(typed: RunRequest) -> RunRequest:
    """What was typed, with the usual rungs where no strategies are named."""
    named = any(text.partition("=")[0].strip() == STRATEGY for text in typed.sets)
    rungs = () if named else (f"{STRATEGY}={','.join(_usual(typed))}",)
    games = typed.games or str(GAMES)
    return replace(typed, plain=True, sets=(*rungs, *typed.sets), games=games)


def _usual(typed: RunRequest) -> Sequence[str]:
    """The rungs where none are named; of an own game its players, but for those that look ahead,
    and best play where that is soon known.
    """
    own = _own_pack(typed)
    if own is None:
        return RUNGS
    rungs: dict[Any, str] = {}
    for name, strategy in own.strategies.items():
        if strategy.choice not in ("look_ahead", SEARCH, SOLVED):
            same = {**strategy.model_dump(), "plan": "", "source": ""}
            rungs.setdefault(written(same), name)
    own_game = catalogue.own(own.game)
    assert isinstance(own_game, OwnGame)
    is_solved = all_solved([prepare(own, setting) for setting in settings_of(own_game)])
    return [*rungs.values(), *([BEST] if is_solved else [])]


def _own_pack(typed: RunRequest) -> Pack | None:
    """The pack of an own game that is played, if one is; what is wrong with it is told later."""
    word = next((text for text in (typed.target, typed.pack) if text and own_file(text)), None)
    if word is not None:
        return load(know_own(word))
    with suppress(InputError):
        pack = find_pack(typed.pack)
        return pack if pack is not None and catalogue.own(pack.game) else None
    return None


def plan_of(experiment: Experiment, allow_code: bool = False) -> Plan:
    """The games of a ladder: the strategies that an experiment compares in one setting.

    Raises InputError where it compares other things, or fewer than two strategies.
    """
    if problems := list(_problems(experiment)):
        raise InputError(problems)
    experiment = replace(experiment, name=VERB, question=QUESTION, bands=(), verb=VERB)
    plan = allowed(build(experiment), allow_code)
    seats = len(plan.cells[0].setting[STRATEGY])
    if seats == 1 or _won_together(plan):
        return plan
    return _whole_deals(allowed(build(_meetings(experiment, seats)), allow_code))


def _whole_deals(plan: Plan) -> Plan:
    """The same with as many games more as it takes for each deal to be played in all rotations."""
    rotations = plan.cells[0].rotations
    games = ceil(plan.games / rotations) * rotations
    if games == plan.games:
        return plan
    note = (
        f"note: {games:,} games of every line-up, not {plan.games:,}: each deal is played in all "
    )
    note += f"{rotations} rotations of the line-up"
    return replace(
        plan, experiment=replace(plan.experiment, games=games), notes=(*plan.notes, note)
    )


def _problems(experiment: Experiment) -> Iterator[Problem]:
    crossed = {axis.name: axis for axis in experiment.axes if axis.crossed}
    if STRATEGY not in crossed:
        what = "a ladder needs two strategies or more, such as --set strategy=quick,balanced"
        yield Problem(f"--set {STRATEGY}", what)
    for name in crossed.keys() - {STRATEGY}:
        what = "a ladder has one setting: give one level"
        yield Problem(f"--set {name}", what)


def _won_together(plan: Plan) -> bool:
    """Whether a game of this setting is won or lost as a whole: one is played to see."""
    table, cell = catalogue.table(plan.facts.name), plan.cells[0]
    games, _ = table.play_block(table.prepare(plan.pack_for(cell), cell.setting), plan.seed, 0, 1)
    return games.get("won") is not None


def _meetings(experiment: Experiment, seats: int) -> Experiment:
    """The same with a line-up for every two strategies."""
    (rungs,) = (axis.levels for axis in experiment.axes if axis.name == STRATEGY)
    met = permutations(rungs, 2) if seats > 2 else combinations(rungs, 2)
    lineups = {f"{one} among {rival}": (one, *[rival] * (seats - 1)) for one, rival in met}
    axis = Axis(name=LINEUP, levels=tuple(lineups), kind="lineup", meaning="who sits where", loc=())
    others = [axis for axis in experiment.axes if axis.name != STRATEGY]
    return replace(experiment, axes=(*others, axis), lineups=lineups)


def speeds(plan: Playable) -> list[Speed]:
    """How fast each strategy of a ladder plays its setting in all seats, on one core."""
    seated = dict.fromkeys(name for cell in plan.cells for name in cell.setting[STRATEGY])
    known = [name for name in seated if name in plan.pack.strategies]
    return [speed_of(plan, name) for name in known]


def speed_of(plan: Playable, strategy: str) -> Speed:
    """How fast a strategy plays the first cell of a plan in all seats, on one core."""
    plan = plan.seated(plan.cells[0], strategy)
    (cell,), table = plan.cells, catalogue.table(plan.facts.name)
    prepared = table.prepare(plan.pack_for(cell), cell.setting)
    table.play_block(prepared, plan.seed, 0, 1)  # whatever a first game has to make ready
    games, decisions, seconds = 0, 0, 0.0
    while seconds < SECONDS:
        count = max(1, games)
        began = time.process_time()
        rows, _ = table.play_block(prepared, plan.seed, games, count)
        seconds += time.process_time() - began
        games, decisions = games + count, decisions + int(rows["decisions"].sum())
    return Speed(strategy, games, decisions, round(seconds, 4))


def keep(folder: Path, speeds: Sequence[Speed]) -> None:
    """Write speeds beside the games of a ladder."""
    text = json.dumps([asdict(speed) for speed in speeds], indent=1)
    disk.write(folder / SPEEDS, text + "\n")
