"""What every kind of training needs of a game: its rules and its quick player."""

from collections.abc import Callable
from typing import Any, NamedTuple

from simulate.compiler.kernels import closure_kernel, inner_kernel
from strategies.look_ahead import own_row


class Rules(NamedTuple):
    """A game's rules, by the names that they bear in its rooms, or in the module that teaches.

    choose(s, cards, weights, workspace, n) -> index: as the quick player does;
    share_of_win(s, cards, seat): at the end; seats(s, cards) that play; FIRST_CHOICE: the luck
    of seat 0.
    """

    deal: Callable[..., Any]
    advance: Callable[..., Any]
    list_moves: Callable[..., Any]
    step: Callable[..., Any]
    choose: Callable[..., Any]
    share_of_win: Callable[..., Any]
    seats: Callable[..., Any]
    PHASE: Any
    FIRST_CHOICE: int


def quick_of(module: str, choose_quickly: Any, own_weights: Any = own_row) -> Any:
    """What chooses as the quick player does; `module` keeps it as choose."""

    def choose(s, cards, weights, workspace, n):
        moves, scores = workspace.moves, workspace.spare[0]
        w = own_weights(s, cards, weights, moves[0].actor)
        return choose_quickly(s, cards, w, workspace.outlook[0], moves, n, workspace, scores)

    return closure_kernel(choose, module)


@inner_kernel
def copy_numbers(source, goal):
    """Put one row of numbers into another."""
    for i in range(len(source)):
        goal[i] = source[i]
