"""The process in which an own game is held to its laws: what it is given on stdin, what it found on
stdout.  `simulate.own.check.check` starts it.
"""

import json
import os
import sys
import threading
import time
from dataclasses import astuple
from typing import Any

from simulate.own.check.asking import Breach
from simulate.own.check.check import NOTHING
from simulate.own.check.laws import Laws
from simulate.own.file.reading import know_again, source_of
from simulate.pack import load

LIMIT, WAIT = 5.0, 60.0  # seconds that one call of a method may take: of processor time, or at all
LOOKS = 0.2  # seconds between two looks at the clock


class Patience(threading.Thread):
    """Ends the process where one call takes too long, and says in which line it is."""

    def __init__(self, file: str, answer: Any) -> None:
        super().__init__(daemon=True)
        self.file, self.answer, self.main = file, answer, threading.get_ident()
        self.begin("setup")

    def begin(self, method: str) -> None:
        """A method is called now."""
        self.method, self.since = method, (time.process_time(), time.monotonic())

    def run(self) -> None:
        while True:
            time.sleep(LOOKS)
            used = time.process_time() - self.since[0], time.monotonic() - self.since[1]
            if used[0] > LIMIT or used[1] > WAIT:
                what = f"`{self.method}` does not come to an end ({used[1]:.0f} seconds)"
                self.answer([Breach(what, self._line())])
                os._exit(0)

    def _line(self) -> int:
        frame = sys._current_frames().get(self.main)
        while frame is not None and frame.f_code.co_filename != self.file:
            frame = frame.f_back
        return frame.f_lineno if frame is not None else 0


def main() -> None:
    """Hold a game to its laws, or only play it (`games` 0), and answer."""
    asked = json.loads(sys.stdin.read())
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what the game prints is no answer
    own = know_again(source_of(asked["source"]))
    said: dict[str, Any] = {**NOTHING}

    def answer(findings: list[Breach]) -> None:
        out.write(json.dumps(said | {"found": [astuple(each) for each in findings]}))
        out.flush()

    patience = Patience(own.source.file, answer)
    patience.start()
    laws = Laws(own, load(own.name), patience.begin)
    if asked["games"]:
        said["marks"] = laws.all_games(asked["games"], asked["seconds"])
        said["bounds"] = laws.at_bounds(asked["seconds"]) if asked["bounds"] else 0
    else:
        said["marks"] = laws.marks()
    patience.begin("the check")
    said |= {"games": laws.seen.games, "moves": laws.seen.moves}
    answer([*laws.seen.found.values()])
    os._exit(0)


if __name__ == "__main__":
    main()
