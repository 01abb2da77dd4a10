"""Can a contest be trusted?  Wins and points add up, seats are shared evenly, nothing drifts."""

import numpy as np

from analysis.data.entrants import EntrantKind, Entrants
from analysis.data.frames import Frame, Slice, crossed
from analysis.description.checks import FAILED, LOOK, PARTS, PASSED, Check, even_parts
from analysis.estimators.fair import Fair

# Of a share or of a sum of points: more is no rounding.
ROUNDING = 1e-6
# Standard errors of a count: more than chance gives in any report.
FAR = 5


class Soundness:
    """Sums of one pass: what is wrong, and who sat where."""

    def __init__(self, entrants: Entrants) -> None:
        self.entrants = entrants
        self.uneven = self.astray = self.seats = 0
        self.score = entrants.column("score")
        self.parts = entrants.columns("score_part") if self.score else []
        self.index = {cell: i for i, cell in enumerate(entrants.cells)}
        self.drift = np.zeros((len(self.index), PARTS, 2))
        self.longest = max(map(len, entrants.counts.won.values()), default=1)
        self.option = None if entrants.sides else entrants.option
        things = len(self.option.values) if self.option else 0
        self.sat = {cell: np.zeros((things, entrants.seats)) for cell in entrants.base}

    def add(self, games: Slice) -> None:
        """Some game numbers of every cell."""
        for frame in games.all:
            shared = frame.numbers(frame.win_share).sum(axis=1)
            self.uneven += int((np.abs(shared - 1) > ROUNDING).sum())
            self._follow(frame)
        for frame in games.printed:
            if self.parts:
                self._add_up(frame)
            if self.option:
                self._seat(frame, self.option)

    def _follow(self, frame: Frame) -> None:
        """Wins of the first seat, by how far the run had come."""
        part = frame.numbers_of_games() * PARTS // max(1, self.longest)
        drift = self.drift[self.index[frame.cell]]
        drift[:, 0] += np.bincount(part, frame.won[:, 0], minlength=PARTS)
        drift[:, 1] += np.bincount(part, minlength=PARTS)

    def _add_up(self, frame: Frame) -> None:
        score = frame.numbers(self.score)
        missing = score - sum(frame.numbers(column) for column in self.parts)
        self.astray += int((np.abs(missing) > ROUNDING).sum())
        self.seats += score.size

    def _seat(self, frame: Frame, option: EntrantKind) -> None:
        sat = self.sat[frame.cell]
        for codes in option.codes(frame):
            places = crossed(codes, frame.seats, self.entrants.seats)
            counted = np.bincount(places[places >= 0], minlength=sat.size)
            sat += counted.reshape(sat.shape)

    def result(self, fair: Fair) -> tuple[Check, ...]:
        """Every check that the columns allow."""
        games = sum(map(self.entrants.counts.games, self.entrants.cells))
        checks = [_exact("The wins of every game add up to one", self.uneven, games, "games")]
        if self.parts:
            name = "The points of every kind add up to the score"
            checks.append(_exact(name, self.astray, self.seats, "seats"))
        drift = even_parts(self.drift)
        checks += [drift] if drift else []
        if self.option:
            checks.append(self._seated(self.option))
        return tuple(checks)

    def _seated(self, option: EntrantKind) -> Check:
        """An option that sits in some seats more often has their advantage as well."""
        worst, where = 0.0, ""
        for sat in self.sat.values():
            used = sat[:, sat.sum(axis=0) > 0]
            mean = used.mean(axis=1, keepdims=True)
            far = np.abs(used - mean) / np.maximum(np.sqrt(mean), 1)
            if used.size and far.max() > worst:
                j = int(np.unravel_index(far.argmax(), far.shape)[0])
                worst = float(far.max())
                least, most = int(used[j].min()), int(used[j].max())
                where = f"{option.labels[j]} {least:,} to {most:,} games"
        text = f"at most {where} a seat in one setting" if where else "the same number of games"
        name = f"The {option.noun} sit in every seat equally often"
        return Check(name, LOOK if worst > FAR else PASSED, text)


def _exact(name: str, wrong: int, of: int, unit: str) -> Check:
    text = f"{wrong:,} of {of:,} {unit} do not" if wrong else f"in all {of:,} {unit}"
    return Check(name, FAILED if wrong else PASSED, text)
