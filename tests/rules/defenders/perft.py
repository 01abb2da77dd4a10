"""Counting sequences of legal moves: by the kernels, and by the referee."""

from typing import Any

import numpy as np

from tests.rules.defenders.board import Board
from tests.rules.defenders.referee import GameOver, NoLuck, Table
from tests.rules.defenders.referee.game import end_of_round, start_of_round


def count_by_kernels(board: Board, depth: int) -> list[int]:
    """Sequences of 1, 2, ... `depth` moves from the next decision on."""
    from simulate.engine.defenders import new_log
    from simulate.games.defenders.moves.move import MOVE
    from simulate.games.defenders.state.record import LIMIT_MOVES, STATE
    from tests.rules.defenders.entry import step

    board.go_on()
    states = np.zeros(depth + 1, STATE)
    states[0] = board.s
    moves = [np.zeros(LIMIT_MOVES, MOVE) for _ in range(depth + 1)]
    scratch, chosen, log = np.zeros(LIMIT_MOVES, MOVE), np.zeros(1, MOVE), new_log()
    counts = [0] * depth

    def walk(level: int) -> None:
        n = 0 if is_over(states[level]) else list_all(states[level], board, moves[level])
        counts[level] += n
        if level + 1 == depth:
            return
        for i in range(n):
            states[level + 1] = states[level]
            chosen[0] = moves[level][i]
            log.count = 0
            step(states[level + 1], board.cards, chosen[0], scratch, log)
            walk(level + 1)

    walk(0)
    return counts


def is_over(s: Any) -> bool:
    from simulate.games.defenders.state.record import PHASE

    return bool(s["phase"] == PHASE.OVER)


def list_all(s: Any, board: Board, moves: Any) -> int:
    from tests.rules.defenders.entry import list_moves

    return int(list_moves(s, board.cards, moves))


def count_by_referee(board: Board, tables: Any, depth: int) -> list[int]:
    """The same from the rulebook: every sequence is played from the start."""
    counts = [0] * depth
    todo: list[tuple[str, ...]] = [()]
    while todo:
        prefix = todo.pop()
        options = options_after(Table(board.table.parameters, tables, board.words), prefix)
        counts[len(prefix)] += len(options)
        if len(prefix) + 1 < depth:
            todo += [(*prefix, option) for option in options]
    return counts


def options_after(table: Table, prefix: tuple[str, ...]) -> list[str]:
    """What may be answered to the question that follows these answers."""
    assert isinstance(table.luck, NoLuck)
    game = go_on(table)
    try:
        question = next(game)
        for answer in prefix:
            question = game.send(answer)
    except StopIteration:
        return []
    return list(question[1])


def go_on(table: Table):
    """From before a card is drawn to the end of the game."""
    try:
        while True:
            yield from start_of_round(table)
            end_of_round(table)
    except GameOver:
        return
