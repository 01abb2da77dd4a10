"""Fit how likely a game of Tiny Epic Dungeons is to be won: python -m benchmarks.dungeons_value.

Plays `balanced` with each number of heroes (seeds that are never reported), notes the position
after every turn, and fits one logistic regression for each number.  Writes
strategies/dungeons/value.toml.
"""

import argparse
from typing import Any

import numpy as np

from benchmarks.expert import cells
from benchmarks.value import SEED, fit
from simulate import pack
from simulate.compiler.kernels import kernel
from simulate.games.dungeons.end import is_won
from simulate.games.dungeons.moves.lists import list_moves
from simulate.games.dungeons.setup import deal
from simulate.games.dungeons.state.record import PHASE
from simulate.games.dungeons.turn import advance, step
from simulate.pack import catalogue
from strategies.dungeons.choose import choose_quickly
from strategies.dungeons.outlook import own_weights
from strategies.dungeons.value import FILE, TERMS, describe_position

SKILL = 0.98  # a little carelessness shows positions that the best play avoids
MOST_TURNS = 80


@kernel
def collect(cards, weights, workspace, seed, games, terms, won):
    """Positions after every turn into `terms`; returns how many."""
    states, moves = workspace.states, workspace.moves
    rows = 0
    for replicate in range(games):
        states[1] = states[0]
        s = states[1]
        deal(s, cards, seed, replicate)
        advance(s, cards, moves, None)
        first, last = rows, 0
        while s.phase != PHASE.OVER:
            n = list_moves(s, cards, moves)
            i = 0
            if n > 1:
                w = own_weights(s, cards, weights, moves[0].actor)
                i = choose_quickly(
                    s, cards, w, workspace.outlook[0], moves, n, workspace, workspace.spare[0]
                )
            workspace.chosen[0] = moves[i]
            step(s, cards, workspace.chosen[0], moves, None)
            if s.turns != last and s.phase != PHASE.OVER and rows < terms.shape[0]:
                describe_position(s, cards, terms[rows])
                last = s.turns
                rows += 1
        for row in range(first, rows):
            won[row] = is_won(s)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000, help="with each number of heroes")
    games = parser.parse_args().games
    shipped, table = pack.load("dungeons"), catalogue.table("dungeons")
    text = ["# Coefficients of strategies/dungeons/value.py, fitted on games of `balanced`."]
    for setting in cells("dungeons"):
        heroes = setting["heroes"]
        seated: dict[str, Any] = {"strategy": ["balanced"] * heroes, "skill": [SKILL] * heroes}
        ready = table.prepare(shipped, setting | seated)
        terms = np.zeros((games * MOST_TURNS, TERMS))
        won = np.zeros(len(terms))
        workspace = table.new_workspace()
        rows = collect(
            ready.tables[0], ready.weights, workspace, np.uint64(SEED), games, terms, won
        )
        coefficients = fit(terms[:rows], won[:rows])
        print(f"{heroes} heroes: {rows} positions, {100 * won[:rows].mean():.1f}% of them won")
        numbers = ", ".join(f"{value:.4f}" for value in coefficients)
        text += ["", "[[heroes]]", f"number = {heroes}", f"coefficients = [{numbers}]"]
    FILE.write_text("\n".join(text) + "\n")


if __name__ == "__main__":
    main()
