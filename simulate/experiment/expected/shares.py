"""Parse bands of shares: fractions, percent, points, or the share itself.

One rule for `--target`, files and settings of a folder.  What may mean two things is refused with
both of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from simulate.core.game.facts import OVER_FAIR_SHARE, TEAM, WIN_RATE, Facts
from simulate.experiment.expected.bands import SettingBand, stands
from simulate.pack import catalogue

WHOLE = 100.0


class OfLevels(Protocol):
    """A cell: the levels of what is crossed, and of every factor."""

    @property
    def levels(self) -> Mapping[str, Any]: ...

    @property
    def setting(self) -> Mapping[str, Any]: ...


def scale_of(ends: Sequence[float]) -> float:
    """By what ends of a share are divided: 1 for parts of one, 100 for percent and points.

    Raises ValueError, with what may be meant, where that is not clear.
    """
    if not any(1 < abs(end) <= WHOLE for end in ends):
        if [*ends] == [-1, 1]:
            raise ValueError("could mean one point or 100%: write -1%,1% or -0.01,0.01")
        return 1.0
    if any(0 < abs(end) < 1 for end in ends):
        both = ("," if ends[0] < 0 else "-").join(f"{end:g}" for end in ends)
        raise ValueError(f"mixes percent and fractions: write {both}%, or both as fractions")
    return WHOLE


def sides(facts: Facts, setting: Mapping[str, Any]) -> int | None:
    """How many compete in a setting; None where teams share wins, as the game alone knows how."""
    named = next((column.labels for column in facts.seats_columns if column.of == TEAM), ())
    if named:
        return len(named)
    teams = "def team(" in str(catalogue.said_of_own(facts.name))
    players = setting.get("players")
    if teams or "team" in str(setting.get("mode", "")) or not isinstance(players, int):
        return None
    return players


def understood(
    bands: Sequence[SettingBand], cells: Sequence[OfLevels], facts: Facts
) -> Iterator[tuple[SettingBand, str]]:
    """Each band, one of which no metric was said as what it is of, and what is unclear about it.

    Where nobody wins together it is a share of the wins, told as how far it is from the fair one.
    """
    for band in bands:
        of = [c for c in cells if stands(band.levels, c.levels, c.setting)] if band.unsaid else []
        if not of or any(facts.metric(cell.setting) == WIN_RATE for cell in of):
            yield band, ""
            continue
        counts = {sides(facts, cell.setting) for cell in of}
        known = sorted(count for count in counts if count is not None)
        if len(counts) == 1 and known:
            low, high = (round(end - 1 / known[0], 6) for end in (band.low, band.high))
            yield replace(band, metric=OVER_FAIR_SHARE, low=low, high=high, unsaid=False), ""
        else:
            yield band, _unclear(band, known)


def _unclear(band: SettingBand, known: Sequence[int]) -> str:
    """A share that is told apart by how many compete."""
    share = f"{band.low * WHOLE:g}-{band.high * WHOLE:g}%"
    by_fair = "say how many points from the fair share instead, such as --target -2,2"
    if not known:
        return f"{share} is a share of the wins, and how teams share them is not known: {by_fair}"
    fair = ", ".join(f"{WHOLE / count:.1f}% with {count}" for count in known)
    one = f"players={known[0]}:{share}"
    text = f"{share} is a share of the wins, of which {fair} players is fair: say it of one number "
    return f"{text}of players, such as {one}, or {by_fair}"
