"""Games a second of the same run at every place where it can be played.

`python -m benchmarks.places [--games N] [--game NAME] [--set KEY=VALUE] [--only PLACE ...]` plays
one run with one process, with two, and on a Dask of two processes, all on this machine, each into
a folder and into an object store (`moto`, an S3-compatible server, in memory), and prints a table.
The rows must be the same everywhere.  Needs `requirements-cluster.lock` and
`moto[server]`; Linux only.

Start-up ends when the first block of games is written down; from there to the last one it is steady
play; what is left is the games seen turn by turn, the report, and in a store the files that are
still to be brought there.  Processor time is that of all processes, those of the store as well; it
tells more than the clock where a machine is busy with other work.
"""

import argparse
import json
import os
import platform
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

from benchmarks.kills import _spent
from simulate.store.folders import JOURNAL

SETTING = ["players=3", "horde=medium", "strategy=guardian"]
PLACES = {
    "1 process": ["--jobs", "1"],
    "2 processes": ["--jobs", "2"],
    "Dask, 2 processes": ["--cluster"],
}
BUCKET = "games"
LOOK = 0.02  # seconds between two looks at the journal
PATIENCE = 60.0  # seconds until the store answers


@dataclass(frozen=True)
class Figures:
    """What was measured of a run: seconds by the clock, and of processor time.

    games, steady, worked: of steady play.
    """

    start: float
    games: int
    steady: float
    worked: float
    whole: float
    cpu: float
    shards: list[Any]

    def row(self, where: str, kept: str) -> str:
        """Of the table."""
        rest = self.whole - self.start - self.steady
        rates = [f"{self.games / max(taken, LOOK):,.0f}" for taken in (self.steady, self.worked)]
        times = [f"{each:.0f}" for each in (rest, self.whole, self.cpu)]
        return f"| {' | '.join([where, kept, f'{self.start:.0f}', *rates, *times])} |"


def main() -> None:
    """Print a row for each place."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--game", default="defenders")
    parser.add_argument("--set", action="append", dest="setting")
    parser.add_argument("--only", nargs="+", choices=[name.split(",")[0] for name in PLACES])
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    words = [word for each in asked.setting or SETTING for word in ("--set", each)]
    words = [asked.game, *words, "--games", str(asked.games), "--seed", "1"]
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    print(
        f"`simulate run {' '.join(words)}`, {date.today()}, version {version('tiny-epic-balance')},"
    )
    print(f"{os.cpu_count()} cores ({platform.machine()}), load {load} before.\n")
    print("| Where | Kept in | Start-up s | Games a s | a CPU s | Rest s | Whole s | CPU s |")
    print("|---|---|---|---|---|---|---|---|")
    first: list[Any] = []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="places-")))
        os.environ |= stack.enter_context(store(folder))
        for name, options in PLACES.items():
            if asked.only and name.split(",")[0] not in asked.only:
                continue
            with cluster(name) as address:
                for kept in ("folder", "store"):
                    out = f"s3://{BUCKET}/{name[:4]}" if kept == "store" else str(folder / name)
                    found = measured([*words, *options, *address], out)
                    first = first or found.shards
                    assert found.shards == first, f"{name}, {kept}: other rows"
                    print(found.row(name, kept), flush=True)


def measured(words: list[str], out: str) -> Figures:
    """Play a run, and look at its journal meanwhile."""
    here = folder_of(out)
    shutil.rmtree(here, ignore_errors=True)  # of a run in a store that was stopped here
    before, began = _spent(os.getpid()), time.monotonic()
    command = [sys.executable, "-m", "simulate.cli", "run", "--quiet", *words, "--out", out]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    times: list[tuple[float, float, int]] = []
    with ExitStack() as stack:
        stack.callback(ended, process)
        journal = None
        while process.poll() is None:
            if journal is None and (here / JOURNAL).exists():
                journal = stack.enter_context((here / JOURNAL).open())
            elif journal is not None:
                if games := sum(played(journal)):
                    times.append((time.monotonic() - began, _spent(os.getpid()), games))
            time.sleep(LOOK)
    whole = time.monotonic() - began
    assert process.returncode == 0, f"{' '.join(command)} ended with {process.returncode}"
    cpu = _spent(os.getpid()) - before
    shards = json.loads((here / "manifest.json").read_text("utf-8"))["shards"]
    shutil.rmtree(here)
    (start, at_first, _), (end, at_last, _) = times[0], times[-1]
    games = sum(games for *_, games in times[1:])
    return Figures(start, games, end - start, at_last - at_first, whole, cpu, shards)


def ended(process: subprocess.Popen[bytes]) -> None:
    """Where the script is stopped, its run and its store end with it."""
    process.terminate()
    process.wait()


def played(journal: Any) -> Iterator[int]:
    """Games of each block that was written down since the last look."""
    while True:
        at = journal.tell()
        line = journal.readline()
        if not line.endswith("\n"):
            journal.seek(at)
            return
        block = json.loads(line).get("block")
        if block:
            yield block[-1]


def folder_of(out: str) -> Path:
    """Where the files of a run lie on this machine while it is played."""
    if not out.startswith("s3://"):
        return Path(out)
    from simulate.store.remote import RemoteRun

    return RemoteRun(out).folder


@contextmanager
def cluster(name: str) -> Iterator[list[str]]:
    """A place, and what its address adds to the command."""
    if not name.startswith("Dask"):
        yield []
        return
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as dask:
        yield [dask.scheduler_address]


@contextmanager
def store(folder: Path) -> Iterator[dict[str, str]]:
    """An S3-compatible server in memory, and what the environment says of it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, stdout=quiet, stderr=quiet, start_new_session=True)
    address = f"http://127.0.0.1:{port}"
    try:
        answers(f"{address}/{BUCKET}")
        yield {
            "AWS_ENDPOINT_URL": address,
            "AWS_ACCESS_KEY_ID": "test",
            "AWS_SECRET_ACCESS_KEY": "test",
            "AWS_REGION": "us-east-1",
            "AWS_ALLOW_HTTP": "true",
        }
    finally:
        ended(process)


def answers(bucket: str) -> None:
    """Make the bucket, when the server is there."""
    limit = time.monotonic() + PATIENCE
    while True:
        try:
            urlopen(Request(bucket, method="PUT"))
            return
        except (URLError, ConnectionError):
            assert time.monotonic() < limit, "the store does not answer"
            time.sleep(0.2)


if __name__ == "__main__":
    main()
