"""Progress: on a terminal a live line below what is found, in a pipe a line at each tenth.

Everything goes to stderr; stdout is for results.  No colour is used.
"""

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TextIO

from simulate.core.text.terminal import safe

LIVE_EVERY = 0.2
PLAIN_EVERY = 2.0  # at least between two lines in a pipe
REPORT = 4.0  # seconds that writing one takes, about
# The first speeds are those of a cold start; a time left made of them would jump about.
TRUST_AFTER = 1.0
CLEAR = "\r\x1b[K"
UP, BELOW = "\x1b[{}A", "\r\x1b[J"
USUAL_WIDTH = 80


class ScoreLike(Protocol):
    """Games of every cell so far, what they say, and the half-width of the widest interval."""

    games: dict[int, int]

    def so_far(self) -> str: ...

    def widest(self) -> float: ...


class RoundsLike(Protocol):
    """What is played round by round; `exact`: whether the games to come are known."""

    exact: bool

    @property
    def score(self) -> ScoreLike: ...

    def games_left(self) -> int: ...


@dataclass
class GamesSoFar:
    """Games of each cell so far, where what they say is told at the end or elsewhere."""

    games: dict[int, int] = field(default_factory=dict)

    def so_far(self) -> str:
        """Nothing."""
        return ""

    def widest(self) -> float:
        return 0.0


@dataclass
class GivenGames:
    """So many games to play, and how many were played of each cell."""

    games: int
    score: GamesSoFar = field(default_factory=GamesSoFar)
    exact = True

    def add(self, cell: int, games: int) -> None:
        """Count games that were played."""
        self.score.games[cell] = self.score.games.get(cell, 0) + games

    def games_left(self) -> int:
        return self.games - sum(self.score.games.values())


class Progress:
    """Reports the progress of `rounds`; `quiet` leaves out all but necessary messages.

    about: before numbers of games and times to come, where they are not known.
    after: how long all takes that comes after the games, in times of these; then a report comes.
    """

    def __init__(
        self,
        rounds: RoundsLike,
        stream: TextIO,
        *,
        quiet: bool = False,
        clock: Callable[[], float] = time.monotonic,
        about: str = "about ",
        after: float = 0.0,
    ) -> None:
        self._rounds = rounds
        self._stream: TextIO | None = stream
        self._quiet = quiet
        self._clock = clock
        self._about = "" if rounds.exact else about
        self._after = after
        self.is_live = is_live(stream)
        self._tenth = 0
        self._block = 0  # lines of what is found, above the live one
        self._start = self._last = clock()
        self._drawn = False
        self._before = 0

    def skip(self, games: int) -> None:
        """So many games were played before, and count for no speed."""
        self._before += games

    def update(self) -> None:
        """Report the progress, unless that was done a moment ago: in a pipe at each tenth."""
        now = self._clock()
        if self._quiet or not self._is_due(now):
            return
        self._last = now
        text = self.line(now - self._start)
        if self.is_live:
            self._write(CLEAR + text[: self._width() - 1])
            self._drawn = True
        else:
            self._write(text + "\n")

    def _is_due(self, now: float) -> bool:
        if self.is_live:
            return now - self._last >= LIVE_EVERY
        played = sum(self._rounds.score.games.values())
        tenth, before = 10 * played // max(played + self._rounds.games_left(), 1), self._tenth
        if not before < tenth < 10 or now - self._last < PLAIN_EVERY:
            return False
        self._tenth = tenth
        return True

    def show(self, lines: Sequence[str]) -> None:
        """What is found so far, in the place of what was found before."""
        if self._quiet or not lines:
            return
        self.clear()
        shown = [safe(line) for line in lines]
        if self.is_live:
            shown = [line[: self._width() - 1] for line in shown]
            self._write((UP.format(self._block) if self._block else "") + BELOW)
            self._block = len(shown)
        self._write("\n".join(shown) + "\n")

    def note(self, text: str) -> None:
        """A line that stays, unless the run is quiet."""
        if not self._quiet:
            self.say(text)

    def say(self, text: str) -> None:
        """A line that stays, above the live one; it may come from another thread."""
        self.clear()
        self._block = 0
        self._write("\n".join(safe(line) for line in text.split("\n")) + "\n")

    def clear(self) -> None:
        """Take the live line away, so that what follows starts on a clean line."""
        if self._drawn:
            self._write(CLEAR)
            self._drawn = False

    def line(self, seconds: float) -> str:
        """`1,240,000 of 3,200,000 games, 24,300 games/s, 1 min 20 s left, won 41.2% (±0.3)`"""
        played = sum(self._rounds.score.games.values())
        left = self._rounds.games_left()
        about = self._about
        parts = [f"{played:,} of {about}{played + left:,} games"]
        if played > self._before and seconds > 0:
            speed = (played - self._before) / seconds
            parts.append(f"{speed:,.0f} games/s")
            if seconds >= TRUST_AFTER:
                parts.append(f"{about or self._roughly}{duration(self._left(left, speed))} left")
            parts += self._found()
        return ", ".join(parts)

    @property
    def _roughly(self) -> str:
        return "about " if self._after else ""

    def _left(self, games: int, speed: float) -> float:
        """Seconds until all is done, what comes after the games as well."""
        played = sum(self._rounds.score.games.values()) - self._before
        report = REPORT if self._after else 0.0
        return games / speed + self._after * (played + games) / speed + report

    def _found(self) -> list[str]:
        """What is found so far, and how wide the widest interval of it is."""
        score = self._rounds.score
        rates, width = score.so_far(), score.widest()
        if not width:
            return [rates] if rates else []
        interval = f"±{100 * width:.2f} points"
        return [f"{rates} ({interval})" if rates else f"widest interval {interval}"]

    def _width(self) -> int:
        if self._stream is None:
            return USUAL_WIDTH
        try:
            return os.get_terminal_size(self._stream.fileno()).columns or USUAL_WIDTH
        except (OSError, ValueError):
            return USUAL_WIDTH

    def _write(self, text: str) -> None:
        if self._stream is None:
            return
        try:
            self._stream.write(text)
            self._stream.flush()
        except (OSError, ValueError):
            # The reader of a pipe may be gone; the run is worth more than its progress.
            self._stream = None


def is_live(stream: TextIO) -> bool:
    """Whether a line on `stream` can be drawn over."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def duration(seconds: float) -> str:
    """`45 s`, `3 min 20 s` or `2 h 5 min`, rounded as a person would."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
