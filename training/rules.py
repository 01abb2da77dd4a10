"""What every kind of teaching is given of a game: its rules, and its quick player."""

from collections.abc import Callable
from typing import Any, NamedTuple

from simulate.compiler.kernels import inner_kernel


class Rules(NamedTuple):
    """A game's rules.

    choose(s, cards, weights, workspace, n) -> index: as the quick player does;
    share(s, cards, seat): of the win, at the end; seats(s, cards) that play; first_choice: the luck
    of seat 0.
    """

    deal: Callable[..., Any]
    advance: Callable[..., Any]
    list_moves: Callable[..., Any]
    step: Callable[..., Any]
    choose: Callable[..., Any]
    share: Callable[..., Any]
    seats: Callable[..., Any]
    over: int
    first_choice: int


@inner_kernel
def copy_numbers(source, goal):
    """Put one row of numbers into another."""
    for i in range(len(source)):
        goal[i] = source[i]
