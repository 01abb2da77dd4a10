"""Small games as own files: what they come to under random play is known to the last digit.

The trees are walked here by other code than the files', over every deal and every move.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import sqrt
from pathlib import Path

import pytest

import simulate
from simulate.own import table as own_table
from simulate.own.file.reading import know
from simulate.pack import catalogue, configs, load

pytestmark = pytest.mark.long

FOLDER = Path(__file__).parent / "games"
GAMES, FEW = 4_000, 1_000  # from the table, and in a run of the command
WIDE = 4.5  # standard errors: two million to one that chance alone is farther off
HALF = Fraction(1, 2)
Ended = Counter  # (end, points of seat 1, points of seat 2) -> chance


def of_all(outcomes):
    """What comes of several ways, each as likely as its weight."""
    total = Ended()
    for weight, ended in outcomes:
        for how, chance in ended.items():
            total[how] += weight * chance
    return total


# Tic-tac-toe

ROWS = [(r, r + 1, r + 2) for r in (0, 3, 6)] + [(c, c + 3, c + 6) for c in (0, 1, 2)]
ROWS += [(0, 4, 8), (2, 4, 6)]


@cache
def tic_tac_toe(board="." * 9):
    mover, other = ("x", "o") if board.count("x") == board.count("o") else ("o", "x")
    if any({board[a], board[b], board[c]} == {other} for a, b, c in ROWS):
        return Ended({("line", int(other == "x"), int(other == "o")): Fraction(1)})
    free = [at for at, mark in enumerate(board) if mark == "."]
    if not free:
        return Ended({("full", 0, 0): Fraction(1)})
    nexts = (tic_tac_toe(board[:at] + mover + board[at + 1 :]) for at in free)
    return of_all((Fraction(1, len(free)), each) for each in nexts)


# Kuhn poker: by hand, what is said and what it comes to


def kuhn_poker():
    def of_deal(better):
        """Of a deal in which seat 1 has the better card, or the worse."""
        sign = 1 if better else -1
        return Ended(
            {
                ("shown", sign, -sign): HALF * HALF,  # pass, pass
                ("folded", 1, -1): HALF * HALF,  # bet, pass
                ("shown", 2 * sign, -2 * sign): HALF * HALF + HALF**3,  # bet, bet; pass, bet, bet
                ("folded", -1, 1): HALF**3,  # pass, bet, pass
            }
        )

    return of_all([(HALF, of_deal(True)), (HALF, of_deal(False))])


# Dominoes: states are told by what is held, the two ends, the pile and who passed


def dominoes():
    tiles = [(a, b) for a in range(3) for b in range(a, 3)]
    deals = []
    for mine in combinations(tiles, 2):
        rest = [tile for tile in tiles if tile not in mine]
        for yours in combinations(rest, 2):
            pile = [tile for tile in rest if tile not in yours]
            deals += [(mine, yours, order) for order in permutations(pile)]
    return of_all((Fraction(1, len(deals)), walk(*deal, None, 0, False)) for deal in deals)


@cache
def walk(mine, yours, pile, ends, seat, passed):
    """mine: of the seat (0 or 1) whose turn it is; ends: None before the first tile."""
    if ends is None:
        ways = [(tile, tile) for tile in mine]
    else:
        ways = [
            (tile, tuple(sorted((other_side(tile, end), ends[1 - k]))))
            for k, end in enumerate(ends)
            for tile in mine
            if end in tile
        ]
    if not ways and pile:
        return walk(tuple(sorted((*mine, pile[0]))), yours, pile[1:], ends, seat, passed)
    if not ways:
        return (
            ended("blocked", mine, yours, seat)
            if passed
            else walk(yours, mine, pile, ends, 1 - seat, True)
        )
    found = []
    for tile, new in ways:
        left = tuple(each for each in mine if each != tile)
        after = (
            walk(yours, left, pile, new, 1 - seat, False)
            if left
            else ended("out", left, yours, seat)
        )
        found.append((Fraction(1, len(ways)), after))
    return of_all(found)


def other_side(tile, end):
    return tile[1] if tile[0] == end else tile[0]


def ended(how, mine, yours, seat):
    pips = [sum(map(sum, yours)), sum(map(sum, mine))]
    return Ended({(how, pips[seat], pips[1 - seat]): Fraction(1)})


EXACT = {"tic_tac_toe": tic_tac_toe, "kuhn_poker": kuhn_poker, "dominoes": dominoes}


def test_what_is_known_of_these_trees_from_elsewhere():
    ends = tic_tac_toe()
    assert float(ends["line", 1, 0]) == pytest.approx(0.584920, abs=1e-6)
    assert float(ends["full", 0, 0]) == pytest.approx(0.126984, abs=1e-6)
    assert sum(coins * chance for (_, coins, _), chance in kuhn_poker().items()) == Fraction(1, 8)
    for exact in EXACT.values():
        assert sum(exact().values()) == 1


# Played


@pytest.fixture(autouse=True)
def known_here_alone(monkeypatch):
    monkeypatch.setattr(catalogue, "_own", {})
    monkeypatch.setattr(configs, "OWN", {})


def random_setting(game):
    facts = catalogue.facts(game)
    setting = {factor.name: factor.default for factor in facts.factors}
    return setting | {"strategy": ["random"] * 2, "skill": [1.0] * 2}


@pytest.mark.parametrize("game", EXACT)
def test_every_end_comes_as_often_as_it_must(game):
    know(str(FOLDER / f"{game}.py"))
    seated = own_table.prepare(load(game), random_setting(game))
    columns, seats = own_table.play_block(seated, 3, 0, GAMES)
    codes, words = columns["end_reason"]
    scores = seats["score"].reshape(GAMES, 2).astype(int)
    found = Counter((words[code], *row) for code, row in zip(codes, scores.tolist(), strict=True))
    exact = EXACT[game]()
    assert set(found) <= set(exact)
    for how, chance in exact.items():
        assert_as_likely(found[how], GAMES, float(chance), how)


def assert_as_likely(times, games, chance, what):
    error = sqrt(games * chance * (1 - chance))
    assert abs(times - games * chance) <= WIDE * error, (what, times / games, chance)


def first_wins(exact):
    """The share of wins of seat 1: a tie is half of one."""
    halves = {(True, False): Fraction(1), (False, False): HALF}
    return sum(
        chance * halves.get((mine > theirs, mine < theirs), 0)
        for (_, mine, theirs), chance in exact.items()
    )


@pytest.mark.parametrize("game", EXACT)
def test_a_run_finds_it_within_its_intervals(game, tmp_path, monkeypatch):
    """The share of seat 1 and of each end; each interval misses one seed of twenty."""
    monkeypatch.chdir(tmp_path)
    file = str(FOLDER / f"{game}.py")
    run = simulate.play(file, strategy="random", games=FEW, seed=5, jobs=1, no_second=True)
    exact, ends = EXACT[game](), Counter()
    for (end, _, _), chance in exact.items():
        ends[f"end_reason {end}"] += chance
    known = {("win_share", "seat 1"): first_wins(exact)}
    known |= {("end_share", end): chance for end, chance in ends.items()}
    told = {(row["metric"], row["where"]): row for row in run.facts().to_dicts()}
    for what, chance in known.items():
        assert told[what]["low"] <= chance <= told[what]["high"], (what, float(chance))
