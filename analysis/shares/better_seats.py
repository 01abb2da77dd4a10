"""Win shares of seats with better players in all of them, where measured.

A seat that is ahead among scripts may be ahead by the rules, or by how the scripts play.  Better
players in every seat tell which: what they even out was no fault of the rules.
"""

from dataclasses import dataclass, fields

from analysis.data.design import Design
from analysis.shares.share_verdicts import Share

TOO, EVENED, OPEN = "better players have it too", "better players even it out", "too few games"


@dataclass(frozen=True)
class BetterSeat:
    """What one seat won of the games in which `strategy` sat in every seat.

    on: the day; earlier: the shipped game had other cards then.
    """

    strategy: str
    share: float
    low: float
    high: float
    games: int
    on: str
    source: str
    earlier: bool = False


def better_seat(design: Design, share: Share, seat: str) -> BetterSeat | None:
    """What is known of a seat (from "0") in the setting of a share; None where nothing is."""
    names = [field.name for field in fields(BetterSeat)]
    setting = share.cell.setting
    for entry in design.manifest.get("better_seats") or []:
        is_same_seat = entry["setting"].items() <= setting.items() and str(entry["seat"]) == seat
        if is_same_seat and entry["strategy"] not in setting.get("strategy", ()):
            return BetterSeat(**{name: entry[name] for name in names if name in entry})
    return None


def told_by(better: BetterSeat, share: Share) -> str:
    """What it says of a share that is off: EVENED, TOO or OPEN."""
    if better.low <= share.fair <= better.high:
        within = better.low <= share.share.value <= better.high
        return OPEN if within else EVENED
    same_side = (better.share > share.fair) == (share.share.value > share.fair)
    return TOO if same_side else EVENED
