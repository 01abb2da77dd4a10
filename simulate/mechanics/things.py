"""Things on the table: a one-line declaration gives their names, codes and log texts.

Its code in the log, the setter by which alone it changes, and its words in the log's state.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from simulate.compiler.kernels import kernel
from simulate.core.game.code_table import CodeTable
from simulate.mechanics.log import NONE, is_on, write_change

# Whose line a change is: nobody's, its owner's, that of who gets it, that of whose turn it is.
BY = CodeTable("nobody", "owner", "new", "active")


@dataclass(frozen=True)
class Thing:
    """What the log calls `what`: a field of STATE.

    of: what there is one each of (`region`, `seat`), None where there is one alone; value: what
    its number stands for (`number`, `yes or no`, `region`); a game's teller knows these words.
    """

    what: str
    of: str | None
    value: str
    field: str


class Things(CodeTable):
    """The things on a game's table by code, in the order in which the log names them.

    module: where the setters stand as `set_<what>`; groups: how many of a kind belong to one seat
    (1 where not said), by the word for what there is one each of.
    """

    def __init__(self, module: str, **groups: int) -> None:
        super().__init__()
        self._module, self._groups = module, groups
        self.things: dict[str, Thing] = {}

    def declare(
        self, what: str, of: str | None = None, value: str = "number", field: str | None = None
    ) -> int:
        """A thing whose setter the game writes itself; its code."""
        self.things[what] = Thing(what, of, value, field or what)
        code = len(self)
        self._add(what, code)
        return code

    def setter(
        self,
        what: str,
        of: str | None = None,
        value: str = "number",
        field: str | None = None,
        by: str = "nobody",
    ) -> Any:
        """A thing that is set to a number: set(s, value, rule, log), or set(s, of, value, ...)."""
        code = self.declare(what, of, value, field)
        name, group = self.things[what].field, self._groups.get(of or "", 1)
        made = _one(name, code, BY[by]) if of is None else _one_of(name, code, BY[by], group)
        made.__module__, made.__qualname__ = self._module, f"set_{what}"
        return kernel(made)


def _one(field: str, code: int, by: int) -> Callable[..., None]:
    def change(s, value, rule, log):
        old = s[field]
        s[field] = value
        if log is not None and is_on(log):
            seat = NONE
            if by == BY.NEW:
                seat = value
            elif by == BY.ACTIVE:
                seat = s.active
            write_change(s, log, seat, rule, code, NONE, old, value)

    return change


def _one_of(field: str, code: int, by: int, group: int) -> Callable[..., None]:
    def change(s, of, value, rule, log):
        old = s[field][of]
        s[field][of] = value
        if log is not None and is_on(log):
            seat = NONE
            if by == BY.OWNER:
                seat = of // group
            elif by == BY.NEW:
                seat = value
            elif by == BY.ACTIVE:
                seat = s.active
            write_change(s, log, seat, rule, code, of, old, value)

    return change
