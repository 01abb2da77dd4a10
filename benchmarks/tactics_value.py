"""Fit how a game of Tiny Epic Tactics goes on: python -m benchmarks.tactics_value [--games N].

Plays in every cell of the default experiment (seeds that are never reported), notes the table
at the beginning of each turn, and fits one conditional logit of who shares the win for each
contest, one logit of the win for each adventure.  Writes strategies/tactics/value.toml.
Every seat plays by the weights of `balanced` alone, without playing moves on.
"""

import argparse
from typing import Any

import numpy as np

from benchmarks.expert import cells
from benchmarks.results import by_seat
from benchmarks.share import fit as fit_shares
from benchmarks.share import shares
from benchmarks.value import SEED
from benchmarks.value import fit as fit_chance
from simulate import pack
from simulate.compiler.kernels import kernel
from simulate.engine import tactics as table
from simulate.games.tactics.moves.lists import list_moves
from simulate.games.tactics.setup import deal
from simulate.games.tactics.state.record import PHASE
from simulate.games.tactics.turn import advance, step
from simulate.pack import catalogue
from strategies.tactics.choose import choose_quickly
from strategies.tactics.outlook import look_out
from strategies.tactics.value import (
    FILE,
    TERMS,
    describe_adventure,
    describe_side,
    share_of_win,
)

SKILL = 0.98  # a little carelessness shows positions that the best play avoids
MOST_TURNS = 30  # noted of a game, on average


@kernel
def collect(cards, weights, workspace, seed, games, every, terms, won):
    """Positions into `terms` (float64[rows, seats, TERMS]) and who won into `won`; how many."""
    states, moves = workspace.states, workspace.moves
    rows = 0
    for replicate in range(games):
        states[1] = states[0]
        s = states[1]
        deal(s, cards, seed, replicate)
        advance(s, cards, moves, None)
        first, last = rows, 0
        while s.phase != PHASE.OVER:
            if s.phase == PHASE.ACT and s.turns != last and rows < terms.shape[0]:
                last = s.turns
                if last % every == 0:
                    describe_table(s, cards, weights, workspace.outlook[1], terms[rows])
                    rows += 1
            n = list_moves(s, cards, moves)
            i = 0
            if n > 1:
                w = weights[s.asked]
                i = choose_quickly(
                    s, cards, w, workspace.outlook[0], moves, n, workspace, workspace.spare[0]
                )
            workspace.chosen[0] = moves[i]
            step(s, cards, workspace.chosen[0], moves, None)
        for row in range(first, rows):
            for seat in range(cards.seats):
                won[row, seat] = share_of_win(s, cards, seat)
    return rows


@kernel
def describe_table(s, cards, weights, v, terms):
    """Write the terms of every seat; of an adventure only those of the first."""
    look_out(s, cards, weights[0], v, 0)
    if cards.time_start:
        describe_adventure(s, cards, weights[0], v, 0, terms[0])
        return
    for seat in range(cards.seats):
        describe_side(s, cards, v, seat, terms[seat])


def positions(
    setting: dict[str, Any], shipped: pack.Pack, games: int
) -> tuple[np.ndarray, np.ndarray]:
    """Positions of a cell and who won from them; every seating plays its part of the games."""
    setting = by_seat(catalogue.facts("tactics"), setting | {"skill": SKILL, "seed": SEED})
    ready, workspace = table.prepare(shipped, setting), table.new_workspace()
    x, y = [], []
    every = 3 if setting["mode"].startswith("battle") else 1
    for turn, sitting in enumerate(ready.seatings):
        many = games // len(ready.seatings)
        seats = int(ready.tables[0]["seats"])
        terms = np.zeros((many * MOST_TURNS, seats, TERMS))
        won = np.zeros(terms.shape[:2])
        luck = np.uint64(SEED + turn)
        rows = collect(sitting.tables[0], sitting.weights, workspace, luck, many, every, terms, won)
        x.append(terms[:rows])
        y.append(won[:rows])
    return np.concatenate(x), np.concatenate(y)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3000, help="games in every cell")
    games = parser.parse_args().games
    shipped = pack.load("tactics")
    text = ["# Made by `python -m benchmarks.tactics_value`: strategies/tactics/value.py."]
    for setting in cells("tactics"):
        mode, players = setting["mode"], setting["players"]
        x, y = positions(setting | {"strategy": "balanced"}, shipped, games)
        if mode in ("solo", "coop"):
            b = fit_chance(x[:, 0], y[:, 0])
            p = 1 / (1 + np.exp(-x[:, 0] @ b))
            loss = -np.mean(np.log(np.where(y[:, 0] > 0, p, 1 - p)))
        else:
            b = fit_shares(x, y)
            loss = -np.mean((y * np.log(np.maximum(shares(x, b), 1e-12))).sum(axis=1))
        print(f"{mode} {players}: {len(y)} positions, log loss {loss:.4f}", flush=True)
        numbers = ", ".join(f"{value:.4f}" for value in b)
        text += ["", "[[cells]]", f'mode = "{mode}"', f"players = {players}"]
        text += [f"coefficients = [{numbers}]"]
    FILE.write_text("\n".join(text) + "\n")


if __name__ == "__main__":
    main()
