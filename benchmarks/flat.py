"""Memory against the number of games, with a stand-in game that costs nothing to play.

`python -m benchmarks.flat [--keep WHAT] [--jobs N] [--report] GAMES ...` plays each number of games
of arithmetic (`tests/machine/fake.py`) in one setting, and prints the peak memory of the process
that directs, of its workers, the files and bytes on disk; with `--report` seconds of processor time
and the peak memory of reading the run back for its report (the analysis, without the pages, which
the stand-in has none of).  Linux and macOS.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PLAY = """
from pathlib import Path
import sys
from analysis.data.counter import Counter
from simulate.run import execute
from tests.machine import fake
games, keep, jobs, out = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), Path(sys.argv[4])
execute(fake.plan(players=(2,), games=games, keep=keep), out, jobs, quiet=True,
        table="tests.machine.fake", turns=False, counter=Counter)
"""
READ = """
from pathlib import Path
import sys
from analysis.study import study
from simulate.store import open_run
run = open_run(Path(sys.argv[1]))
run.manifest.update(cooperative=True, options="heroes", end_reasons={})
found = study(run)
print(found.games, found.cells[0].rate.value, file=sys.stderr)
"""
AFTER = """
import resource, sys
own, below = (resource.getrusage(w) for w in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
print(own.ru_maxrss, below.ru_maxrss, own.ru_utime + own.ru_stime)
"""


def main() -> None:
    """Print a row for each number of games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int, nargs="+")
    parser.add_argument("--keep", default="all")
    parser.add_argument("--jobs", default="1")
    parser.add_argument("--report", action="store_true")
    asked = parser.parse_args()
    print(
        "| games | kept | CPU s | peak MB, director | largest worker | files | MB on disk |", end=""
    )
    print(" report CPU s | s | peak MB |" if asked.report else "")
    for games in asked.games:
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "run"
            own, worker, cpu, _ = measured(PLAY, str(games), asked.keep, asked.jobs, str(out))
            files = [path for path in out.rglob("*") if path.is_file()]
            size = sum(path.stat().st_size for path in files) / 1e6
            row = f"| {games:,} | {asked.keep} | {cpu:.1f} | {own:.0f} | {worker:.0f} "
            row += f"| {len(files)} | {size:.2f} |"
            if asked.report:
                peak, _, cpu, wall = measured(READ, str(out))
                row += f" {cpu:.1f} | {wall:.1f} | {peak:.0f} |"
            print(row, flush=True)


def measured(code: str, *words: str) -> tuple[float, float, float, float]:
    """Peak MB of a process and of the largest below it, its seconds of processor time and clock."""
    began = time.monotonic()
    command = [sys.executable, "-c", code + AFTER, *words]
    ended = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    own, worker, cpu = ended.stdout.split()[-3:]
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return float(own) / unit, float(worker) / unit, float(cpu), time.monotonic() - began


if __name__ == "__main__":
    main()
