"""Do the players of a run find what better players find?  As far as that was measured."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analysis.data.design import Design
from analysis.stats.interim import ONE_LOOK

BY_LUCK = ONE_LOOK.error  # of verdicts, at most: a difference outside its own interval


@dataclass(frozen=True)
class Flip:
    """A thing of which two players have other verdicts, and not by chance.

    one, other: what each finds, a difference of rates or shares (0.02 is two points).
    """

    kind: str
    what: str
    one: float
    other: float


@dataclass(frozen=True)
class Agreement:
    """What was found where everybody was `strategy`, beside that of `better`.

    setting: in which it was measured, empty for all settings of the default experiment together.
    things: how many had a verdict; apart: mean absolute difference, less what chance adds.
    """

    setting: Mapping[str, Any]
    strategy: str
    better: str
    things: int
    apart: float
    flips: tuple[Flip, ...]
    games: int
    better_games: int
    on: str
    earlier: bool = False

    @property
    def by_luck(self) -> float:
        """So many verdicts at most would flip by luck alone."""
        return BY_LUCK * self.things


def agreements(design: Design) -> list[Agreement]:
    """What is known of the settings of a run, for players that sit in all seats of one."""
    names = Agreement.__dataclass_fields__
    alone = [(cell, _alone(cell.setting)) for cell in design.base]
    return [
        Agreement(**{k: v for k, v in entry.items() if k in names} | {"flips": _flips(entry)})
        for entry in design.manifest.get("agreements") or []
        if any(
            entry["strategy"] == name and entry["setting"].items() <= cell.setting.items()
            for cell, name in alone
        )
    ]


def _alone(setting: Mapping[str, Any]) -> str:
    """The strategy of all seats, or an empty string."""
    seated = {*setting.get("strategy", ())}
    return seated.pop() if len(seated) == 1 else ""


def _flips(entry: Mapping[str, Any]) -> tuple[Flip, ...]:
    return tuple(Flip(**flip) for flip in entry["flips"])
