"""The process in which an own game is held to its laws: what it is given on stdin, what it found on
stdout.  `simulate.own.check.check` starts it.
"""

import faulthandler
import json
import os
import sys
import threading
import time
from collections import Counter
from dataclasses import astuple
from typing import Any, NoReturn

from simulate.own.check.asking import Breach, Refused
from simulate.own.check.check import NOTHING
from simulate.own.check.laws import Laws
from simulate.own.file.reading import know_again, source_of
from simulate.pack import load

LIMIT, WAIT = 5.0, 15.0  # seconds that one call of a method may take: of processor time, or at all
LOOKS = 0.2  # seconds between two looks at the clock
sleep, leave = time.sleep, os._exit


class Patience(threading.Thread):
    """Ends the process where one call takes too long, and says in which line it is."""

    def __init__(self, file: str, answer: Any) -> None:
        super().__init__(daemon=True)
        self.file, self.answer, self.main = file, answer, threading.get_ident()
        self.laws: Laws | None = None
        self.spent: Counter[tuple[str, int]] = Counter()  # looks at methods and lines
        self.method, self.calls, self.begun = "setup", 0, time.monotonic()

    def begin(self, method: str) -> None:
        """A method is called now."""
        self.method, self.calls = method, self.calls + 1

    def run(self) -> None:
        calls, since = -1, (0.0, 0.0)
        while True:
            if calls != self.calls:
                calls, since = self.calls, (time.process_time(), time.monotonic())
            sleep(LOOKS)
            if self.laws:
                self.laws.look_at_the_clock()
            self.spent[self.method, self._line()] += 1
            used = time.process_time() - since[0], time.monotonic() - since[1]
            if calls == self.calls and (used[0] > LIMIT or used[1] > WAIT):
                what = f"`{self.method}` does not come to an end ({used[1]:.0f} seconds)"
                self.answer([Breach(what, self._line())])
                leave(0)
            lasts = time.monotonic() - self.begun
            if lasts > WAIT and time.process_time() < lasts / 10:
                self.answer([Breach("the game waits instead of being played", self._line())])
                leave(0)

    def slow(self, games: int, wanted: int) -> Breach:
        """What is said of a game of which not all was looked at in the time."""
        looks = Counter({place: count for place, count in self.spent.items() if place[1]})
        most, line = "copies of what `setup` lays and lists of `moves`, which are large", 0
        if 2 * looks.total() > self.spent.total():
            ((method, line), _), *_ = looks.most_common(1)
            most = f"`{method}`"
        slow = f"slow: only {games} of {wanted} games were" if games else "too slow: no game was"
        what = f"the game is {slow} looked at in the time, most of it in {most}"
        return Breach(what, line, is_serious=not games)

    def _line(self) -> int:
        frame = sys._current_frames().get(self.main)
        while frame is not None and frame.f_code.co_filename != self.file:
            frame = frame.f_back
        return frame.f_lineno if frame is not None else 0


def _no_wait(*_: Any) -> NoReturn:
    raise Refused("waits (`time.sleep`): a game is played by the thousand, as fast as it goes")


def _no_exit(*_: Any) -> NoReturn:
    raise Refused("ends the program that plays it")


def _found(laws: Laws, asked: dict[str, Any], said: dict[str, Any], patience: Patience) -> Any:
    """Hold a game to its laws, or only play it (`games` 0)."""
    games, seconds = asked["games"], asked["seconds"]
    said["marks"] = laws.all_games(games, seconds) if games else laws.marks()
    if games and asked["bounds"] and not laws.seen.is_wrong():
        said["bounds"] = laws.at_bounds(seconds)
    patience.begin("the check")
    said |= {"games": laws.seen.games, "moves": laws.seen.moves, "endless": laws.seen.endless}
    said["is_slow"] = laws.is_cut
    if games and laws.is_cut:
        yield patience.slow(laws.seen.games, games)
    yield from laws.seen.found.values()


def main() -> None:
    """Answer what was found of a game, whatever it does."""
    asked = json.loads(sys.stdin.read())
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what the game prints is no answer
    faulthandler.enable()
    vars(time)["sleep"], vars(os)["_exit"] = _no_wait, _no_exit
    source = source_of(asked["source"])
    said: dict[str, Any] = {**NOTHING}

    def answer(findings: list[Breach]) -> None:
        out.write(json.dumps(said | {"found": [astuple(each) for each in findings]}))
        out.flush()

    patience = Patience(source.file, answer)
    patience.start()
    own = know_again(source)
    laws = Laws(own, load(own.name), patience.begin)
    patience.laws = laws
    patience.spent.clear()
    answer([*_found(laws, asked, said, patience)])
    leave(0)


if __name__ == "__main__":
    main()
