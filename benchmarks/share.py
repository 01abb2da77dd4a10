"""Fit how the seats of Tiny Epic Kingdoms share the win: python -m benchmarks.share [--games N].

Plays `balanced` in every cell of the default experiments of both editions (seeds that are never
reported), notes the table at the start of some turns, and fits one conditional logit for each
number of players.  Writes strategies/kingdoms/value.toml.
"""

import argparse

import numpy as np

from benchmarks.expert import cells
from benchmarks.results import by_seat
from simulate import pack
from simulate.compiler.kernels import kernel
from simulate.engine import kingdoms as table
from simulate.games.kingdoms.moves.lists import list_moves
from simulate.games.kingdoms.setup import deal
from simulate.games.kingdoms.state.record import PHASE
from simulate.games.kingdoms.turn import advance, step
from simulate.pack import catalogue
from strategies.kingdoms.choose import choose_quickly
from strategies.kingdoms.outlook import foresee_end
from strategies.kingdoms.value import FILE, TERMS, describe_seat, share_of_win

SEED = 910_000_000
SKILL = 0.9  # a little carelessness shows positions that the best play avoids
EVERY = 3  # turns between two positions that are noted
RIDGE = 1e-3
GAMES = ("kingdoms", "ultra_kingdoms")


@kernel
def collect(cards, weights, workspace, seed, games, terms, won):
    """Positions into `terms` (float64[rows, seats, TERMS]) and who won into `won`; how many."""
    states, moves, outlook = workspace.states, workspace.moves, workspace.outlook
    rows, turn = 0, 0
    for replicate in range(games):
        states[1] = states[0]
        s = states[1]
        deal(s, cards, seed, replicate)
        advance(s, cards, moves, None)
        first = rows
        while s.phase != PHASE.OVER:
            n = list_moves(s, cards, moves)
            if s.phase == PHASE.SELECT_ACTION and rows < terms.shape[0]:
                turn += 1
                if turn % EVERY == 0:
                    foresee_end(s, cards, weights[0], outlook[1])
                    for seat in range(s.seats):
                        describe_seat(s, cards, outlook[1], seat, terms[rows, seat])
                    rows += 1
            i = 0
            if n > 1:
                w = weights[moves[0].actor]
                i = choose_quickly(s, cards, w, outlook[0], moves, n, workspace, workspace.spare[0])
            workspace.chosen[0] = moves[i]
            step(s, cards, workspace.chosen[0], moves, None)
        for row in range(first, rows):
            for seat in range(s.seats):
                won[row, seat] = share_of_win(s, cards, seat)
    return rows


def shares(x: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Share of the win of each seat; x: float64[rows, seats, TERMS]."""
    number = x @ b
    worth = np.exp(number - number.max(axis=1, keepdims=True))
    return np.asarray(worth / worth.sum(axis=1, keepdims=True))


def fit(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Coefficients of a ridge conditional logit, by Newton's method."""
    b = np.zeros(x.shape[2])
    for _ in range(30):
        p = shares(x, b)
        mean = np.einsum("rs,rst->rt", p, x)
        gradient = np.einsum("rs,rst->t", y - p, x) - RIDGE * len(y) * b
        square = np.einsum("rs,rst,rsu->tu", p, x, x) - mean.T @ mean
        move = np.linalg.solve(square + RIDGE * len(y) * np.eye(len(b)), gradient)
        b += move
        if np.abs(move).max() < 1e-8:
            break
    return b


def positions(game: str, games: int) -> dict[int, tuple[np.ndarray, np.ndarray]]:
    """By number of players: positions and who won from them."""
    found = {}
    shipped = pack.load(game)
    for setting in cells(game):
        players = setting["players"]
        setting |= {"strategy": "balanced", "skill": SKILL}
        ready = table.prepare(shipped, by_seat(catalogue.facts(game), setting))
        seats = ready.told
        terms, won = np.zeros((games * 12, seats, TERMS)), np.zeros((games * 12, seats))
        sitting, workspace = ready.seating(0), table.new_workspace()
        rows = collect(
            sitting.tables[0], sitting.weights, workspace, np.uint64(SEED), games, terms, won
        )
        found[players] = (terms[:rows], won[:rows])
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3000, help="games in every cell")
    games = parser.parse_args().games
    editions = [positions(game, games) for game in GAMES]
    text = ["# Made by `python -m benchmarks.share`: coefficients of strategies/kingdoms/value.py."]
    for players in sorted({players for edition in editions for players in edition}):
        parts = [edition[players] for edition in editions if players in edition]
        x = np.concatenate([part[0] for part in parts])
        y = np.concatenate([part[1] for part in parts])
        b = fit(x, y)
        loss = -np.mean((y * np.log(np.maximum(shares(x, b), 1e-12))).sum(axis=1))
        none = np.log(x.shape[1])
        print(
            f"{players} players: {len(y)} positions, log loss {loss:.4f} (nothing known {none:.4f})"
        )
        numbers = ", ".join(f"{value:.4f}" for value in b)
        text += ["", "[[players]]", f"number = {players}", f"coefficients = [{numbers}]"]
    FILE.write_text("\n".join(text) + "\n")


if __name__ == "__main__":
    main()
