"""Rebuild a plan from the manifest of a run, without the files of its pack.

A run folder may be a stranger's: its pack and its cells are checked as those of a person are.
"""

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulate.core.errors import InputError, Problem
from simulate.core.game.facts import Facts
from simulate.core.options import DEFAULT_GAMES, DEFAULT_RESOLUTION
from simulate.experiment.plan import PlannedCell, looks_of, refuse_setting, seated
from simulate.pack import Pack, catalogue
from simulate.pack.pack import must_be_allowed
from simulate.pack.reading import from_manifest
from simulate.store import ALL

EARLIER = 1_000  # games of the first look, in manifests that do not say it
if TYPE_CHECKING:
    from simulate.own.file.source import OwnSource


@dataclass(frozen=True)
class PlanFromManifest:
    """What is to be played, as a manifest or the first line of a journal says it.

    file: where it stands, for what is wrong with it.  beside: what is played beside it, by folder.
    """

    data: Mapping[str, Any]
    file: str
    allow_code: bool = False
    beside: "Mapping[str, PlanFromManifest]" = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def facts(self) -> Facts:
        return catalogue.facts(self.game)

    @property
    def game(self) -> str:
        """Its name.  Raises InputError where there is none of that name."""
        game = str(self.data["game"])
        self._know_own()
        if game not in catalogue.names():
            what = f"damaged: `game`: {catalogue.unknown_game(game)}"
            raise InputError([Problem(self.file, what)])
        return game

    @property
    def title(self) -> str:
        """What people call the game; of a designer's own as was written when it was played."""
        return str(self.data["title"]) if self.data.get("own") else self.facts.title

    @property
    def own(self) -> "OwnSource | None":
        """The designer's own game that was played; None of a game of the toolkit."""
        if not (said := self.data.get("own")):
            return None
        from simulate.own.file.reading import source_of

        return source_of(said)

    def _know_own(self) -> None:
        """Know the designer's own game that was played, where its Python may run."""
        if (source := self.own) is None:
            return
        from simulate.own.file.reading import is_known, know_again

        if not self.allow_code and not is_known(source):
            raise InputError([Problem(self.file, must_be_allowed([source.file]))])
        know_again(source)

    @property
    def name(self) -> str:
        return str(self.data.get("experiment_name", ""))

    @property
    def verb(self) -> str:
        """The command that began it: `run`, or another that plays one."""
        words = shlex.split(self.data.get("command", ""))
        return words[1] if words else "run"

    @property
    def seed(self) -> int:
        return int(self.data["seed"])

    @property
    def games(self) -> int:
        return int(self._experiment.get("games", DEFAULT_GAMES))

    @property
    def precision(self) -> float | None:
        return self.data.get("precision")

    @property
    def _experiment(self) -> Mapping[str, Any]:
        experiment: Mapping[str, Any] = self.data.get("experiment", {})
        return experiment

    @property
    def keep(self) -> str:
        return str(self.data.get("keep", ALL))

    @property
    def until(self) -> str | None:
        return self.data.get("until")

    @property
    def looks(self) -> list[int]:
        return looks_of(self.games, self.data.get("first_look", EARLIER))

    @property
    def resolution(self) -> float:
        return float(self.data.get("resolution") or DEFAULT_RESOLUTION)

    @cached_property
    def cells(self) -> tuple[PlannedCell, ...]:
        return tuple(
            PlannedCell(
                number=c["number"],
                levels=c["levels"],
                setting=c["setting"],
                changes=c["changes"],
                blanks=tuple(c["blanks"]),
                rotations=c.get("rotations", 1),
            )
            for c in self.data["cells"]
        )

    @cached_property
    def pack(self) -> Pack:
        pack = from_manifest(self.game, self.data["pack"], self.file)
        return pack.allowing_code() if self.allow_code else pack

    def pack_for(self, cell: PlannedCell) -> Pack:
        """The pack that a cell is played with.  Raises InputError where it could not be played."""
        resolved, troubles = self.pack.try_resolve(cell.changes, cell.blanks)
        wrong = [f"`{path}`: {what}" if path else what for path, what in troubles]
        if resolved is not None and (refusal := refuse_setting(resolved, cell.setting)):
            wrong = [refusal]
        if resolved is None or wrong:
            place = f"damaged: cell {cell.number}"
            raise InputError([Problem(self.file, f"{place}: {what}") for what in wrong])
        return resolved

    def seated(self, cell: PlannedCell, strategy: str) -> "PlanFromManifest":
        """One cell with another player in every seat that a strategy plays."""
        sits = asdict(seated(cell, self.pack, strategy))
        return replace(self, data={**self.data, "cells": [sits]})

    def manifest(self) -> dict[str, Any]:
        """What the manifest of a run says of its plan."""
        return {key: value for key, value in self.data.items() if key not in MADE_BY}

    def code(self) -> Iterator[str]:
        """Files with Python strategies that play in a cell."""
        for cell in self.cells:
            yield from self.pack_for(cell).files_of_code(cell.setting["strategy"])


def made_by_others(plan: PlanFromManifest) -> str:
    """That a run was made by other sources, which may play different games; or an empty string."""
    ours, theirs = catalogue.room(plan.game).source_hash(), plan.data["source_hash"]
    version = plan.data["versions"].get("tiny-epic-balance", "unknown")
    made_by = f"this run was made by other sources ({theirs}, version {version}; these are {ours})"
    return f"{made_by}, which may play different games" if theirs != ours else ""


MADE_BY = ("versions", "source_hash")  # of the first line of a journal: who played


def recorded(
    header: Mapping[str, Any], folder: Path, file: str, allow_code: bool
) -> PlanFromManifest:
    """The plan of a run from the first line of its journal.

    Raises InputError where somebody's Python is not allowed to run.
    """
    plan = PlanFromManifest(header["run"], file, allow_code)
    beside = {
        name: PlanFromManifest(data, file, allow_code) for name, data in header["beside"].items()
    }
    files = sorted({name for each in (plan, *beside.values()) for name in each.code()})
    if files and not allow_code:
        raise InputError([Problem(str(folder), must_be_allowed(files))])
    return replace(plan, beside=beside)
