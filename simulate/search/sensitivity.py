"""Which number moves the balance most?

One factor at a time: each number a step down and a step up, each against the game as it is on
common random numbers, played until its paired difference is known or known to be small.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import fmean

from analysis.rates.variants import VariantChange
from analysis.stats import verdicts
from analysis.stats.corrections import fcr_widening_of, q_values
from analysis.stats.interim import ONE_LOOK
from analysis.stats.intervals import Estimate, fcr_adjust, p_value
from simulate.search.aim.goals import fair_of
from simulate.search.aim.sums import OPTION, WON, PairedSums
from simulate.search.trial import AHEAD, Trial, Tried

PRECISION = 0.01
MOST_GAMES = 20_000
SPARE = 1.05
EDGES = (0.1, 0.9)  # of the games: what wins less or more often is no game
OFTEN = 2_000  # games of a change: the largest of several is hardly overstated then


@dataclass(frozen=True)
class ShareChange:
    """What one change does to one share, over all settings and in each.

    breaks: it takes it below 10 or above 90% of the games, where it was not before.
    """

    kind: str
    label: str
    value: str
    effect: Estimate
    by_setting: tuple[Estimate | None, ...]
    breaks: bool = False


@dataclass(frozen=True)
class Sensitive:
    """One change with what it moves most; q is over all changes and all that they move.

    moved: what the change is about, else the largest of all, with the wider an interval for it.
    named: it is what the change is about (the hero whose health it is).  idle: not one game ended
    otherwise: the number is not met here.  breaks: for certain it takes something out of 10 to 90%.
    likely: what the largest of several comes to, as all of them say; None where it was not picked,
    or seen often.
    """

    name: str
    changes: tuple[VariantChange, ...]
    blanks: tuple[str, ...]
    games: int
    moved: ShareChange
    named: bool
    q: float
    verdict: str
    others: tuple[ShareChange, ...]
    idle: bool
    breaks: bool = False
    likely: float | None = None


class Until:
    """Plays a change until each of its intervals reaches at most so far to either side."""

    def __init__(self, precision: float = PRECISION, most: int = MOST_GAMES) -> None:
        self.precision, self.most = precision, most

    def __call__(self, tried: Tried) -> int:
        half = max((m.effect.half for m in moves(tried)), default=0.0)
        if half <= self.precision:
            return tried.played
        needed = tried.played * (half / self.precision) ** 2 * SPARE
        return min(self.most, int(needed))

    def ahead(self, all_: Sequence[Tried]) -> int:
        """How far the game as it is should be played, for the fewest games of all together.

        A change with variances v and r of one game (`PairedSums.spreads`) needs v / (w - r / N)
        games to come to the variance w, where the game as it is had N.  If r is the same for all, N
        and all of these are fewest together at N = (r + root of the sum of v x r) / w.
        """
        wanted = (self.precision / ONE_LOOK.reach) ** 2
        variances = [_widest(tried) for tried in all_]
        most = max((r for _, r in variances), default=0.0)
        needed = (most + sqrt(sum(v * r for v, r in variances))) / wanted
        return int(min(needed, AHEAD * self.most))


def leading(all_: Sequence[Tried]) -> str:
    """Which change moves most so far, in words."""
    most = {tried.name: max((abs(m.effect.value) for m in moves(tried)), default=0.0)
            for tried in all_}  # fmt: skip
    name = min(most, key=lambda name: (-most[name], name), default="")
    return f"largest effect so far: {name}" if name else ""


def _widest(tried: Tried) -> tuple[float, float]:
    """The variances of one game of what is least sure about a change."""
    assert tried.sums is not None
    spreads = [tried.sums.spreads(kind, place) for kind, place, *_ in every_share(tried.sums)]
    return max(spreads, key=sum, default=(0.0, 0.0))


def every_share(sums: PairedSums) -> Iterator[tuple[str, int, str, str]]:
    """What can be moved: kind, place, label, value."""
    yield WON, 0, "", ""
    for kind, things in sums.things.items():
        for place, (label, value) in enumerate(zip(things.labels, things.values, strict=True)):
            yield kind, place, label, value


def moves(tried: Tried) -> list[ShareChange]:
    """What a change does to every share, the games won or those of options and of seats."""
    sums = tried.sums
    if sums is None:
        return []
    moved = []
    for kind, place, label, value in every_share(sums):
        effect = sums.effect(kind, place, known=tried.known)
        if effect is not None:
            each = tuple(sums.effect(kind, place, [t], known=tried.known) for t in sums.twins)
            moved.append(
                ShareChange(
                    kind=kind,
                    label=label,
                    value=value,
                    effect=effect,
                    by_setting=each,
                    breaks=verdicts.sure_size(effect) > 0 and _breaks(sums, kind, place, effect),
                )
            )
    return moved


def _breaks(sums: PairedSums, kind: str, place: int, effect: Estimate) -> bool:
    """Whether a share leaves 10 to 90% of the games, or what is as far from fair where several win.

    By the odds: where a fourth is fair, 3.6 to 75% are as far as 10 to 90% where a half is.
    """
    met = sums.counted(kind, place)
    before = fmean(sums.share(kind, place, without).value for without, _ in met)
    fair = 0.5 if kind == WON else fmean(fair_of(sums, twin[0]) for twin in met)
    low, high = (_as_far(edge, fair) for edge in EDGES)
    after = before + effect.value
    return after < low <= before or before <= high < after


def _as_far(edge: float, fair: float) -> float:
    """The share that is as far from the fair one as an edge is from a half, by the odds."""
    if fair in (0, 1):  # nobody competes
        return edge
    odds = edge / (1 - edge) * fair / (1 - fair)
    return odds / (1 + odds)


def ranked(trial: Trial) -> list[Sensitive]:
    """Every change, from the one that surely moves most to the one that moves least.

    Those that break the game come last: any number does that if it goes far enough.
    """
    all_ = [(tried, moves(tried)) for tried in trial.tried]
    flat = [(tried, moved) for tried, moved_shares in all_ for moved in moved_shares]
    qs = dict(
        zip(
            map(id, (m for _, m in flat)),
            q_values([p_value(m.effect) for _, m in flat]),
            strict=True,
        )
    )
    sensitive = []
    for tried, moved_shares in all_:
        if moved_shares:
            about = _about(tried, moved_shares)
            chosen = _largest(about or moved_shares)
            moved = picked(about or moved_shares)
            q = qs[id(chosen)]
            verdict = verdicts.of_effect(moved.effect, q)
            others = tuple(m for m in moved_shares if m is not chosen)
            still = all(m.effect.value == 0 for m in moved_shares)
            assert tried.sums is not None
            sensitive.append(
                Sensitive(
                    name=tried.name,
                    changes=tried.changes,
                    blanks=tried.blanks,
                    games=tried.played,
                    moved=moved,
                    named=bool(about),
                    q=q,
                    verdict=verdict,
                    others=others,
                    idle=still and tried.sums.alike,
                    breaks=any(m.breaks for m in moved_shares),
                    likely=None if about or tried.played >= OFTEN else shrunken(moved_shares),
                )
            )
    return sorted(
        sensitive,
        key=lambda s: (
            s.breaks,
            -verdicts.sure_size(s.moved.effect),
            -abs(s.moved.effect.value),
            s.name,
        ),
    )


def _about(tried: Tried, moved_shares: Sequence[ShareChange]) -> list[ShareChange]:
    """What the change is about: the options whose cards it changes."""
    words = {
        part
        for path in (*tried.blanks, *(c.path for c in tried.changes))
        for part in path.split(".")
    }
    return [moved for moved in moved_shares if moved.kind == OPTION and moved.value in words]


def _largest(of: Sequence[ShareChange]) -> ShareChange:
    return max(of, key=lambda moved: abs(moved.effect.value))


def picked(of: Sequence[ShareChange]) -> ShareChange:
    """What is moved most; picked of several for its size, it has the wider an interval."""
    most = _largest(of)
    times = fcr_widening_of(1, len(of))
    return replace(most, effect=fcr_adjust(most.effect, times, -1.0, 1.0))


def shrunken(of: Sequence[ShareChange]) -> float | None:
    """What the largest comes to, as far as all of them tell (empirical Bayes); None of only one.

    The largest of several is partly luck.  How far they all stray beyond their own luck says how
    much of it is likely to be true.
    """
    if len(of) < 2:
        return None
    most = _largest(of).effect
    beyond = sum(m.effect.value**2 - m.effect.se**2 for m in of) / len(of)
    spread = max(0.0, beyond)
    return most.value * spread / (spread + most.se**2) if spread else 0.0
