"""Which number moves the balance most?"""

from collections.abc import Sequence
from dataclasses import dataclass

from analysis import verdicts
from analysis.corrections import q_values
from analysis.intervals import Effect, p_value
from analysis.variants import Change
from simulate.search.sums import OPTION, WON
from simulate.search.trial import Trial, Tried

PRECISION = 0.01
MOST_GAMES = 20_000
SPARE = 1.05


@dataclass(frozen=True)
class Moved:
    """What one change does to one share, over all settings and in each."""

    kind: str
    label: str
    value: str
    effect: Effect
    by_setting: tuple[Effect | None, ...]


@dataclass(frozen=True)
class Sensitive:
    """One change with what it moves most; q is over all changes and all that they move.

    named: what is moved is what the change is about (the hero whose health it is).
    """

    name: str
    changes: tuple[Change, ...]
    blanks: tuple[str, ...]
    games: int
    moved: Moved
    named: bool
    q: float
    verdict: str
    others: tuple[Moved, ...]

    @property
    def idle(self) -> bool:
        """Not one game ended otherwise: the number is not met here."""
        return self.moved.effect.value == 0 and all(m.effect.value == 0 for m in self.others)


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


def moves(tried: Tried) -> list[Moved]:
    """What a change does to every share, the games won or those of options and of seats."""
    sums = tried.sums
    if sums is None:
        return []
    moved = []
    labels = {WON: ("",)} | {kind: things.labels for kind, things in sums.things.items()}
    values = {WON: ("",)} | {kind: things.values for kind, things in sums.things.items()}
    for kind, names in labels.items():
        for place, label in enumerate(names):
            effect = sums.effect(kind, place)
            if effect is not None:
                each = tuple(sums.effect(kind, place, [twin]) for twin in sums.twins)
                moved.append(Moved(kind, label, values[kind][place], effect, each))
    return moved


def ranked(trial: Trial) -> list[Sensitive]:
    """Every change, from the one that moves most to the one that moves least."""
    all_ = [(tried, moves(tried)) for tried in trial.tried]
    flat = [(tried, moved) for tried, mine in all_ for moved in mine]
    qs = dict(
        zip(
            map(id, (m for _, m in flat)),
            q_values([p_value(m.effect) for _, m in flat]),
            strict=True,
        )
    )
    found = []
    for tried, mine in all_:
        if mine:
            chosen, named = _chosen(tried, mine)
            q = qs[id(chosen)]
            verdict = verdicts.of_effect(chosen.effect, q)
            others = tuple(m for m in mine if m is not chosen)
            found.append(
                Sensitive(
                    tried.name,
                    tried.changes,
                    tried.blanks,
                    tried.played,
                    chosen,
                    named,
                    q,
                    verdict,
                    others,
                )
            )
    return sorted(found, key=lambda s: (-abs(s.moved.effect.value), s.name))


def _chosen(tried: Tried, mine: Sequence[Moved]) -> tuple[Moved, bool]:
    """What the change is about, or else what it moves most."""
    words = {
        part
        for path in (*tried.blanks, *(c.path for c in tried.changes))
        for part in path.split(".")
    }
    about = [moved for moved in mine if moved.kind == OPTION and moved.value in words]
    best = max(about or mine, key=lambda m: abs(m.effect.value))
    return best, bool(about)
