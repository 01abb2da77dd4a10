"""Plays every offered move on a copy of the table and looks whether it made a difference.

A move makes none if the table it leads to is the one that comes of leaving the question out.
"""

from typing import Any

import numpy as np

from simulate.compiler.kernels import kernel
from simulate.core.streams import GOLDEN, below, mix
from simulate.engine.game_engine import Match
from simulate.engine.kingdoms import new_workspace, pick
from simulate.engine.loop import PLAYED
from simulate.games.kingdoms.cards.codes import ACTIONS, PLACES
from simulate.games.kingdoms.cards.vocabulary import NONE
from simulate.games.kingdoms.moves.lists import list_moves
from simulate.games.kingdoms.moves.move import KIND, MOVE
from simulate.games.kingdoms.setup import deal
from simulate.games.kingdoms.state import record
from simulate.games.kingdoms.state.record import PHASE, TRIGGER
from simulate.games.kingdoms.turn import advance, step

SKIPPED, MOVED = 0, 1  # records of the copies
LEFT = len(KIND.words)  # number besides the kinds: collecting instead of doing nothing


@kernel
def with_one(told, what, number):
    """A fingerprint with one more thing in it, uint64."""
    return mix(told + np.uint64(what + 1) * GOLDEN) ^ mix(np.uint64(number + 9))


@kernel
def fingerprint(s):
    """What lies on the table, who is asked what and what is still to be done; uint64.

    No counters, no luck.
    """
    told = with_one(np.uint64(0), s.phase, s.decider)
    for i in range(s.tasks):
        task = s.task[i]
        told = with_one(told, task.what, task.seat)
        told = with_one(told, task.action, task.meeple)
        told = with_one(told, task.place, task.kind)
        told = with_one(told, task.amount, task.times)
        told = with_one(told, task.row, NONE)
    for seat in range(s.seats):
        for kind in range(record.GOODS):
            told = with_one(told, 10 + kind, s.goods[seat, kind])
        told = with_one(told, 20 + s.tower[seat], s.magic[seat])
        told = with_one(told, 40 + s.captures[seat], s.territory[seat])
    for place in range(s.slots * PLACES):
        told = with_one(told, 1 + s.hidden[place], s.open[place])
        told = with_one(told, s.uses[place], s.owner[place, 0] + s.owner[place, 1])
    for action in range(ACTIONS):
        told = with_one(told, 60 + action, s.shield[action])
    for which in range(len(TRIGGER.words)):
        told = with_one(told, 70 + which, s.trigger[which])
    told = with_one(told, s.crown, s.active)
    told = with_one(told, s.war_place, s.night)
    told = with_one(told, s.dice[0], s.dice[1])
    told = with_one(told, s.round_no, s.stake)
    told = with_one(told, s.spared, s.laid)
    return told + meeples(s)


@kernel
def meeples(s):
    """Who stands or lies where, whichever of a colour's meeples it is; uint64."""
    told = np.uint64(0)
    for seat in range(s.seats):
        for meeple in range(record.PIECES):
            if s.place[seat, meeple] != NONE:
                there = np.int64(s.place[seat, meeple] * 2 + s.lying[seat, meeple])
                told += with_one(np.uint64(7), seat, there)
    return told


@kernel
def look(s, cards, moves, n, copies, scratch, chosen, prints, unfelt, alike, silent):
    """Count, by decision and kind, moves that change nothing, and those that lead to one table.

    moves: `n` of them; copies: STATE[2], scratch: MOVE[:], chosen: MOVE[1], prints: uint64[:],
    all to write on; silent: a log that is off.
    unfelt: int64[phases, kinds + 1], alike: int64[phases, kinds], both counted up.
    """
    copies[SKIPPED] = s
    skipped = copies[SKIPPED]
    skipped.tasks -= 1
    advance(skipped, cards, scratch, silent)
    without = fingerprint(skipped)
    for i in range(n):
        copies[MOVED] = s
        chosen[0] = moves[i]
        step(copies[MOVED], cards, chosen[0], scratch, silent)
        prints[i] = fingerprint(copies[MOVED])
        if copies[MOVED].phase == PHASE.OVER:
            prints[i] = np.uint64(i)  # ruins are empty then, so that what was done there is gone
        if prints[i] == without:
            kind = moves[i].kind
            if kind == KIND.COLLECT and s.phase == PHASE.ACT and moves[i].actor == s.active:
                kind = LEFT
            if kind == KIND.RAISE and moves[i].number == 0:
                kind = KIND.DO_NOTHING
            unfelt[s.phase, kind] += 1
        for j in range(i):
            if prints[i] == prints[j]:
                alike[s.phase, moves[i].kind] += 1


@kernel
def audit_game(
    cards, weights, workspace, choosers, seed, replicate, by_chance, copies, scratch, prints, found
):
    """Play one game, by chance or by its strategies, and look at every decision but secret ones.

    found: (unfelt, alike, int64[1]: moves that were looked at).
    """
    states, moves, chosen = workspace.states, workspace.moves, workspace.chosen
    states[PLAYED] = states[0]
    s = states[PLAYED]
    deal(s, cards, seed, replicate)
    advance(s, cards, scratch, workspace.silent)
    while s.phase != PHASE.OVER:
        n = list_moves(s, cards, moves)
        choice = np.int64(0)
        if n > 1:
            if s.phase != PHASE.SET_ATTACK and s.phase != PHASE.SET_DEFENCE:
                look(
                    s,
                    cards,
                    moves,
                    n,
                    copies,
                    scratch,
                    chosen,
                    prints,
                    found[0],
                    found[1],
                    workspace.silent,
                )
                found[2][0] += n
            if by_chance:
                choice = below(s, record.FIRST_CHOICE + moves[0].actor, n)
            else:
                choice = pick(s, cards, weights, workspace, choosers, n)
            s.decisions += 1
        chosen[0] = moves[choice]
        step(s, cards, chosen[0], scratch, workspace.silent)


def audit(table: Match, by_chance: bool, seed: int, count: int) -> tuple[Any, Any, int]:
    """({(decision, move): times it changed nothing}, the same of moves alike, moves looked at)."""
    workspace, copies = new_workspace(), np.zeros(2, record.STATE)
    scratch, prints = np.zeros(record.LIMIT_MOVES, MOVE), np.zeros(record.LIMIT_MOVES, np.uint64)
    unfelt = np.zeros((PHASE.OVER + 1, len(KIND.words) + 1), np.int64)
    alike = np.zeros((PHASE.OVER + 1, len(KIND.words)), np.int64)
    looked = np.zeros(1, np.int64)
    for game in range(count):
        sitting = table.seating(game)
        audit_game(
            sitting.tables[0],
            sitting.weights,
            workspace,
            sitting.choosers,
            np.uint64(seed),
            game,
            by_chance,
            copies,
            scratch,
            prints,
            (unfelt, alike, looked),
        )
    return in_words(unfelt), in_words(alike), int(looked[0])


def in_words(counted: np.ndarray) -> dict[tuple[str, str], int]:
    words = (*KIND.words, "collect in place of nothing")
    return {
        (PHASE.words[phase], words[kind]): int(counted[phase, kind])
        for phase, kind in zip(*np.nonzero(counted), strict=True)
    }
