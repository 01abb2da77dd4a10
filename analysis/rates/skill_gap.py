"""The measured gap between the players of a run and better ones.

A level is told by somebody who plays: where a better player is known to win much more often, the
run says little of how hard the game is.  A share of the win is relative, so it is not struck out.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analysis.data.design import Cell, Design
from analysis.stats.verdicts import Band


@dataclass(frozen=True)
class Gap:
    """In one cell, by how much `better` is ahead of `measured`.

    measured: the strategy that was played, or the one that it is made of, which is then measured
    in its place.  points: of games won, or of the share of the win; on: the day; earlier: the
    shipped game had other cards then.
    """

    cell: Cell
    strategy: str
    measured: str
    better: str
    points: float
    low: float
    high: float
    games: int
    on: str
    earlier: bool = False


def gaps(design: Design) -> list[Gap]:
    """The largest known gap of every unchanged cell in which all seats have one player."""
    known = design.manifest.get("gaps") or []
    strategies = design.manifest.get("pack", {}).get("strategies", {})
    gaps = (_gap(cell, known, strategies) for cell in design.base)
    return [gap for gap in gaps if gap is not None]


def _gap(
    cell: Cell, known: Sequence[Mapping[str, Any]], strategies: Mapping[str, Any]
) -> Gap | None:
    # Who is not in the pack, such as a dummy player, is played by the rules and not by a script.
    seated = {name for name in cell.setting.get("strategy", ()) if name in strategies}
    if len(seated) != 1 or len({*cell.skills}) > 1:
        return None
    (name,) = seated
    entries = [entry for entry in known if entry["setting"].items() <= cell.setting.items()]
    measured = name
    while measured and not any(entry["strategy"] == measured for entry in entries):
        measured = strategies.get(measured, {}).get("like") or ""
    of_player = [entry for entry in entries if entry["strategy"] == measured]
    if not of_player:
        return None
    most = max(of_player, key=lambda entry: entry["points"])
    numbers = {key: most[key] for key in ("better", "points", "low", "high", "games", "on")}
    return Gap(cell, name, measured, **numbers, earlier=most.get("earlier", False))


def far(gaps: Iterable[Gap], bands: Mapping[int, Band], usual: Band | None = None) -> list[Gap]:
    """Gaps of more than half the band: between such players a verdict may turn round.

    bands: by cell; usual: that of a cell which has none, if it is to be held against any.
    """
    held = ((gap, bands.get(gap.cell.number, usual)) for gap in gaps)
    return [gap for gap, band in held if band and gap.points > (band.high - band.low) / 2]
