"""The pack that a run played, to step one of its numbers before the step is advised."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from analysis.data.design import Cell, Design
from analysis.data.provenance import printed_card, printed_value
from reports.text.command import Command, command_of
from simulate.core.text.nested import leaves, printed
from simulate.pack import Pack, catalogue, configs, from_manifest
from simulate.pack.edit.steps import matches


@dataclass(frozen=True)
class NextStep:
    """One number, one step on; `command` plays it."""

    path: str
    before: int
    after: int
    command: str


class CommonSetting:
    """What the unchanged cells of a run have in common, and what they do not.

    fixed: path -> value that every one of them has in place of the pack's; swept: path ->
    values, where they differ.
    """

    def __init__(self, design: Design) -> None:
        self.manifest = design.manifest
        self.cells = design.base
        self.varied = len(design.base) < len(design.cells)
        self.fixed, self.swept = _changes(design.base)
        self.pack = self._pack()

    def _pack(self) -> Pack | None:
        """The pack with what was set; None for a game that is not in the catalogue.

        Nor for an own one, which only some processes know: the report is the same in all.
        """
        if self.manifest.get("own") or self.manifest["game"] not in catalogue.names():
            return None
        return from_manifest(self.manifest["game"], self.manifest["pack"]).resolve(self.fixed)

    def value(self, path: str) -> Any:
        """The value that was played at a path."""
        if self.pack is not None:
            return self.pack.value(path)
        return self.fixed.get(path, printed_value(self.manifest.get("pack", {}), path))

    def numbers(self, card: str) -> Iterator[tuple[str, int]]:
        """(path, value) of every whole number of a card that says how much, as it was played."""
        places = configs.places(str(self.manifest.get("game", "")))
        listed: Any = printed_card(self.manifest, card)
        if self.pack is not None:
            listed = self.pack.value(card) or {}
        for way, _ in leaves(printed(listed)):
            path = ".".join([card, *map(str, way)])
            value = self.value(path)
            amount = isinstance(value, int) and not isinstance(value, bool)
            if amount and not matches(path, places):
                yield path, value

    def step(self, path: str, by: int) -> NextStep | None:
        """One step of a number; None where the game could not be played with it."""
        before = self.value(path)
        command = self._command(path, before + by)
        if path in self.swept or command is None:
            return None
        if not all(self._allows(cell, path, before + by) for cell in self.cells):
            return None
        return NextStep(path, before, before + by, str(command))

    def _allows(self, cell: Cell, path: str, value: int) -> bool:
        if self.pack is None:
            return True
        pack, troubles = self.pack.try_resolve({**cell.changes, path: value}, cell.blanks)
        if pack is None or pack.unplayable(cell.setting):
            return False
        return not troubles and pack.value(path) == value

    def _command(self, path: str, value: int) -> Command | None:
        """This run with one change; None where a change of the run itself would undo it."""
        command = command_of(self.manifest)
        listed = (self.manifest.get("experiment") or {}).get("variant") or []
        if self.varied:
            command = command.with_set("variant", "printed")
        elif alone := next((v for v in listed if path in v["set"]), None):
            # The one change that was picked holds this number: it is told value by value.
            if alone["blank"]:
                return None
            command = command.with_set("variant", "printed")
            for key, set_to in alone["set"].items():
                command = command.with_set(key, set_to)
        return command.with_set(path, value)


def _changes(cells: tuple[Cell, ...]) -> tuple[dict[str, Any], dict[str, list[Any]]]:
    fixed: dict[str, Any] = {}
    swept: dict[str, list[Any]] = {}
    for path in dict.fromkeys(path for cell in cells for path in cell.changes):
        values = [cell.changes.get(path) for cell in cells]
        if all(value == values[0] for value in values):
            fixed[path] = values[0]
        else:
            swept[path] = [v for n, v in enumerate(values) if v is not None and v not in values[:n]]
    return fixed, swept


@lru_cache(maxsize=2)
def played(design: Design) -> CommonSetting:
    """The pack of a run, read once for all that is advised."""
    return CommonSetting(design)
