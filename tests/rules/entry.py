"""What tests call of a game's rules, as one compiled function: list the moves, go on, answer.

Each of them as an entry of its own would be optimised with the whole game linked into it.
"""

from collections.abc import Callable
from typing import Any

from simulate.compiler.kernels import closure_kernel
from simulate.mechanics.log import new_log

LIST, GO_ON, ANSWER = range(3)


def entries_of(
    module: str, rules: tuple[Callable[..., Any], ...], log_lines: Any
) -> tuple[Callable[..., Any], ...]:
    """`by_hand`, which `module` keeps under that name, and what calls it as a game calls its rules:
    list_moves(s, cards, moves), advance(s, cards, moves, log), step(s, cards, m, moves, log).
    """
    list_them, go_on, answer = rules
    silent = new_log(log_lines, on=False)

    def by_hand(what, s, cards, m, moves, log):
        if what == LIST:
            return list_them(s, cards, moves)
        if what == GO_ON:
            go_on(s, cards, moves, log)
        else:
            answer(s, cards, m, moves, log)
        return 0

    compiled = closure_kernel(by_hand, module)

    def list_moves(s: Any, cards: Any, moves: Any) -> int:
        count: int = compiled(LIST, s, cards, moves[0], moves, silent)
        return count

    def advance(s: Any, cards: Any, moves: Any, log: Any) -> None:
        compiled(GO_ON, s, cards, moves[0], moves, log)

    def step(s: Any, cards: Any, m: Any, moves: Any, log: Any) -> None:
        compiled(ANSWER, s, cards, m, moves, log)

    return compiled, list_moves, advance, step
