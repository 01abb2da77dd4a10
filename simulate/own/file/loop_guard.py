"""Stop endless loops of a game file: loops are counted and limited."""

import ast
from typing import Any

MOST_TURNS = 1_000_000  # of one loop, each time it is begun
STOP = "__endless__"  # what a loop of the file calls then


class EndlessLoop(Exception):
    """A loop of the file turned too often."""


def stop() -> None:
    """Raises EndlessLoop."""
    raise EndlessLoop(f"this loop does not end in {MOST_TURNS:,} iterations")


def bounded(text: str, file: str) -> ast.Module:
    """The Python of a file, each loop of which counts its turns.

    Turns, not seconds: the same game comes to the same on every machine.  Raises SyntaxError.
    """
    tree = ast.parse(text, file)
    _Counting().visit(tree)
    return tree


class _Counting(ast.NodeTransformer):
    """Puts a count in front of each loop, and a look at it into the loop."""

    def __init__(self) -> None:
        self._loops = 0

    def visit_While(self, node: ast.While) -> Any:
        return self._counted(node)

    def visit_For(self, node: ast.For) -> Any:
        return self._counted(node)

    def _counted(self, loop: Any) -> Any:
        self.generic_visit(loop)
        self._loops += 1
        turns = f"__turns_{self._loops}__"
        begin = f"{turns} = 0"
        look = f"{turns} += 1\nif {turns} > {MOST_TURNS}: {STOP}()"
        before, inside = (ast.parse(code).body for code in (begin, look))
        for each in (*before, *inside):
            for node in ast.walk(each):
                ast.copy_location(node, loop)
        loop.body = [*inside, *loop.body]
        return [*before, loop]
