"""How long does a designer wait?  python -m benchmarks.first_answer [GAME ...] [--fresh]

Runs each game's default experiment as it is typed, the compiled game at hand, on a terminal of its
own, and prints the seconds until the first finding stands there, until the page does, and until all
is done, with the processor seconds of it and its workers.  Then the report alone, a small step (200
games of `quick` with their report) beside the imports, and `list games`.
"""

import argparse
import os
import pty
import resource
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from simulate.pack import catalogue

SIMULATE = (sys.executable, "-m", "simulate")
FOUND = b"so far:"
IMPORTS = "import numpy, polars, numba"
STEPS = ("defenders", "kingdoms", "tactics")
TIMES = 3  # of which the shortest is told: other work comes and goes


def answered(words: Sequence[str], page: Path) -> dict[str, float]:
    """Seconds until the first finding, the page, and the end, and processor seconds."""
    before, began = _spent(), time.monotonic()
    process, terminal = pty.fork()
    if process == 0:
        os.execv(SIMULATE[0], [*SIMULATE, *words])
    seen: dict[str, float] = {}
    shown = b""
    while True:
        now = time.monotonic() - began
        if page.exists():
            seen.setdefault("page", now)
        if FOUND in shown:
            seen.setdefault("first finding", now)
        if select.select([terminal], [], [], 0.05)[0]:
            try:
                shown += os.read(terminal, 65_536)
            except OSError:  # the other end is closed
                break
    os.waitpid(process, 0)
    return {**seen, "whole": time.monotonic() - began, "processor": _spent() - before}


def spent(*words: str) -> float:
    """Processor seconds of a command, the shortest of some; `{}` in it is the number of each."""
    found = []
    for number in range(TIMES):
        before = _spent()
        typed = [word.format(number) for word in words]
        subprocess.run(typed, check=True, capture_output=True)
        found.append(_spent() - before)
    return min(found)


def _spent() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _say(what: str, times: dict[str, float]) -> None:
    told = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in times.items())
    sys.stdout.write(f"{what}: {told}\n")
    sys.stdout.flush()


def _games(names: Sequence[str], folder: Path) -> None:
    for name in names:
        compiled = [*SIMULATE, "run", name, "--games", "40", "--quiet", "--out"]
        subprocess.run([*compiled, str(folder / f"{name}-first")], check=True, capture_output=True)
        out = folder / name
        _say(name, answered(["run", name, "--out", str(out)], out / "report.html"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", default=list(catalogue.GAMES))
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _games(given.games, folder)
        if "defenders" in given.games:
            alone = spent(*SIMULATE, "report", str(folder / "defenders"))
            _say("report of defenders", {"processor": alone})
        imports = spent(sys.executable, "-c", IMPORTS)
        for game in (name for name in STEPS if name in given.games):
            few = ("run", game, "--games", "200", "--set", "strategy=quick", "--quiet")
            step = spent(*SIMULATE, *few, "--out", str(folder / f"step-{game}-{{}}"))
            _say(f"200 games of {game}", {"processor": step, "imports": imports})
        _say("list games", {"processor": spent(*SIMULATE, "list", "games")})


if __name__ == "__main__":
    main()
