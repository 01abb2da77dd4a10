"""Fit how likely a position is to be won: python -m benchmarks.value [--games N].

Plays `balanced` in every cell of the default experiment (seeds that are never reported),
notes the position at the start of every round, and fits one logistic regression for each
number of players.  Writes strategies/defenders/value.toml.
"""

import argparse

import numpy as np

from benchmarks.expert import cells
from simulate import pack
from simulate.compiler.kernels import kernel
from simulate.engine import defenders as table
from simulate.games.defenders.moves.lists import list_moves
from simulate.games.defenders.setup import deal
from simulate.games.defenders.state.record import END, PHASE
from simulate.games.defenders.turn import advance, step
from strategies.defenders.choose import choose_quickly
from strategies.defenders.value import FILE, TERMS, describe_position

SEED = 910_000_000
SKILL = 0.9  # a little carelessness shows positions that the best play avoids
RIDGE = 1e-3
MOST_ROUNDS = 60


@kernel
def collect(cards, weights, workspace, seed, games, terms, won):
    """Positions at the start of every round into `terms`; returns how many."""
    states, moves = workspace.states, workspace.moves
    rows = 0
    for replicate in range(games):
        states[1] = states[0]
        s = states[1]
        deal(s, cards, seed, replicate)
        advance(s, cards, moves, None)
        first, last = rows, 1
        while s.phase != PHASE.OVER:
            n = list_moves(s, cards, moves)
            i = 0
            if n > 1:
                w = weights[moves[0].actor]
                i = choose_quickly(
                    s, cards, w, workspace.outlook[0], moves, n, workspace, workspace.spare[0]
                )
            workspace.chosen[0] = moves[i]
            step(s, cards, workspace.chosen[0], moves, None)
            if s.round_no != last and s.phase != PHASE.OVER and rows < terms.shape[0]:
                describe_position(s, cards, terms[rows])
                last = s.round_no
                rows += 1
        for row in range(first, rows):
            won[row] = s.outcome == END.FOE_DEFEATED
    return rows


def fit(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Coefficients of a ridge logistic regression, by Newton's method."""
    terms = x.shape[1]
    b = np.zeros(terms)
    for _ in range(30):
        p = 1 / (1 + np.exp(-x @ b))
        gradient = x.T @ (y - p) - RIDGE * len(y) * 0.01 * b
        weight = (p * (1 - p))[:, None] * x
        step_ = np.linalg.solve(x.T @ weight + RIDGE * len(y) * 0.01 * np.eye(terms), gradient)
        b += step_
        if np.abs(step_).max() < 1e-8:
            break
    return b


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000, help="games in every cell")
    games = parser.parse_args().games
    shipped = pack.load("defenders")
    found: dict[int, list[tuple[np.ndarray, np.ndarray]]] = {}
    for setting in cells("defenders"):
        players = setting["players"]
        setting |= {"strategy": ["balanced"] * players, "skill": [SKILL] * players}
        setting["sides"] = "random"
        ready = table.prepare(shipped, setting)
        terms = np.zeros((games * MOST_ROUNDS // 4, TERMS))
        won = np.zeros(len(terms))
        workspace = table.new_workspace()
        rows = collect(
            ready.tables[0], ready.weights, workspace, np.uint64(SEED), games, terms, won
        )
        found.setdefault(players, []).append((terms[:rows], won[:rows]))
    text = [
        "# Made by `python -m benchmarks.value`: coefficients of strategies/defenders/value.py."
    ]
    for players, parts in found.items():
        x = np.concatenate([part[0] for part in parts])
        y = np.concatenate([part[1] for part in parts])
        b = fit(x, y)
        p = np.clip(1 / (1 + np.exp(-x @ b)), 1e-9, 1 - 1e-9)
        loss = -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p))
        base = -(y.mean() * np.log(y.mean()) + (1 - y.mean()) * np.log(1 - y.mean()))
        print(
            f"{players} players: {len(y)} positions, log loss {loss:.4f} "
            f"(knowing nothing {base:.4f})"
        )
        numbers = ", ".join(f"{value:.4f}" for value in b)
        text += ["", "[[players]]", f"number = {players}", f"coefficients = [{numbers}]"]
    FILE.write_text("\n".join(text) + "\n")


if __name__ == "__main__":
    main()
