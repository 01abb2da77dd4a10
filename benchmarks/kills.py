"""Kill runs at random moments and continue them: is the folder the same, byte for byte?

    python -m benchmarks.kills --kills 200
    python -m benchmarks.kills --kills 200 --arithmetic     (a game that starts at once)

Each kill goes to the parent, to a worker, or to the whole process group, sometimes as Ctrl-C or
SIGTERM, at a moment drawn uniformly from the remaining work of the run and its report (work is
processor time, which hardly depends on other load).  The run is continued, and mostly killed again.
At the end its folder is compared with that of an undisturbed run; only log.txt may differ.  The
death of a worker ends no run.  /dev/shm must be empty, except for what loky cannot remove because
its trackers were killed too, which is reported.  A stopped script ends its run and removes what its
kills have left there.
"""

import argparse
import filecmp
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

DIFFERS = {"log.txt"}
SHARED = Path("/dev/shm")
PATIENCE = 600  # seconds; only a run that hangs takes so long
AGAIN = 0.8  # how often what goes on is killed again
# Of the work of an undisturbed run so much at least is taken to be left of one that goes on, for it
# has to start, and writes its report.
LEFT = 0.5
LOOK = 0.1  # seconds between two looks at how much work was done
TICKS = os.sysconf("SC_CLK_TCK")
PARENT, WORKER, ALL, INTERRUPT, POLITE = "parent", "worker", "all", "ctrl-c", "terminate"
# How a run ends that is killed, or that answers Ctrl-C or SIGTERM.
STOPPED = (-signal.SIGKILL, -signal.SIGTERM, -signal.SIGINT, 130, 143)
WAYS = (PARENT, PARENT, WORKER, ALL, ALL, INTERRUPT, POLITE)


@dataclass(frozen=True)
class Kind:
    """A kind of run: its command, without the folder, and what the command to go on with adds."""

    name: str
    play: Callable[[Path, int], list[str]]
    go_on: Callable[[Path, int], list[str]]


def of_defenders(name: str, *words: str) -> Kind:
    """Runs of Tiny Epic Defenders, as anybody types them."""
    run = [sys.executable, "-m", "simulate.cli", "run", "--quiet"]
    game = [
        "defenders",
        "--set",
        "strategy=guardian",
        "--set",
        "players=2,3",
        "--set",
        "horde=easy",
    ]
    return Kind(
        name,
        lambda out, jobs: [*run, *game, *words, "--out", str(out), "--jobs", str(jobs)],
        lambda out, jobs: [*run, "--resume", str(out), "--jobs", str(jobs)],
    )


def of_arithmetic(name: str, *words: str) -> Kind:
    """Runs of a game made of arithmetic, which the tests of the machine play."""
    run = [sys.executable, "-m", "tests.machine.driver"]

    def play(out: Path, jobs: int) -> list[str]:
        return [*run, str(out), f"jobs={jobs}", "quiet=true", "slow=0.01", *words]

    return Kind(name, play, lambda out, jobs: [*play(out, jobs), "resume=true"])


DEFENDERS = (
    of_defenders("ordinary", "--games", "6000"),
    of_defenders("precision", "--until", "0.012", "--games", "6000"),
    of_defenders("settled", "--until", "settled", "--games", "6000", "--target", "0.3-0.5"),
    of_defenders("besides", "--games", "1000", "--guesses", "8", "--confirm-with", "mender"),
)
ARITHMETIC = (
    of_arithmetic("ordinary", "games=30000"),
    of_arithmetic("precision", "precision=0.01", "games=20000", "players=[1, 3, 6]"),
    of_arithmetic("rivals", "games=12000", "rivals=true", "cooperative=false"),
)


@dataclass
class Told:
    """What came of all kills."""

    kills: Counter[str]
    moments: Counter[str]
    goes: int = 0
    same: int = 0
    wrong: int = 0
    left: int = 0
    processes: list[int] = field(default_factory=list)


STARTED: "list[Run]" = []


class Run:
    """A command that plays, in a process group of its own."""

    def __init__(self, words: list[str]) -> None:
        self.process = subprocess.Popen(
            words,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        STARTED.append(self)

    def work_until(self, moment: float) -> None:
        """Wait until it has taken so many seconds of processor time, or has ended."""
        while self.process.poll() is None and _spent(self.process.pid) < moment:
            time.sleep(LOOK)
        time.sleep(random.random() * LOOK)

    def kill(self, way: str) -> bool:
        """Whether there was anything to kill in this way."""
        if self.process.poll() is not None:
            return False
        workers = [pid for pid in _below(self.process.pid) if b"popen_loky" in _command(pid)]
        if way == WORKER and not workers:
            return False
        if way == WORKER:
            _send(random.choice(workers), signal.SIGKILL)
        elif way == PARENT:
            self.process.kill()
        elif way == POLITE:
            self.process.terminate()
        else:
            number = signal.SIGKILL if way == ALL else signal.SIGINT
            os.killpg(self.process.pid, number)
        return True

    def end(self) -> tuple[int, str]:
        said = self.process.communicate(timeout=PATIENCE)[0]
        return self.process.returncode, said

    def stop(self) -> None:
        """End the run with all its processes, and take away what they leave in shared memory."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        for path in _left_by(self.process.pid):
            shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--arithmetic", action="store_true")
    options = parser.parse_args()
    random.seed(options.seed)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    with tempfile.TemporaryDirectory(prefix="kills-") as folder:
        kinds = ARITHMETIC if options.arithmetic else DEFENDERS
        try:
            told = kill_all(Path(folder), kinds, options.kills, options.jobs)
        finally:
            for run in STARTED:
                run.stop()
    print(f"kills: {sum(told.kills.values())}, {_listed(told.kills)}")
    print(f"moments: {_listed(told.moments)}")
    print(f"gone on with: {told.goes}; folders the same: {told.same}, otherwise: {told.wrong}")
    print(f"left in {SHARED}: {told.left}")
    return 1 if told.wrong else 0


def kill_all(folder: Path, kinds: Sequence[Kind], kills: int, jobs: int) -> Told:
    """Runs of each kind in turn, until so many kills hit something."""
    told = Told(Counter(), Counter())
    seconds = {}
    for kind in kinds:
        before = _spent_by_the_ended()
        code, said = Run(kind.play(folder / kind.name, jobs)).end()
        assert code == 0, said
        seconds[kind] = _spent_by_the_ended() - before
    for number in count():
        if sum(told.kills.values()) >= kills:
            break
        kind = kinds[number % len(kinds)]
        out = folder / f"run-{number}"
        if wrong := disturbed(kind, out, folder / kind.name, seconds[kind], jobs, told):
            told.wrong += 1
            kept = Path(tempfile.mkdtemp(prefix="kills-wrong-"))
            shutil.copytree(out, kept / out.name) if out.exists() else None
            print(f"WRONG {kind.name} {kept}: {wrong}", flush=True)
        else:
            told.same += 1
        shutil.rmtree(out, ignore_errors=True)
        print(
            f"{number + 1} runs, {told.wrong} wrong; {sum(told.kills.values())} kills, "
            f"{_listed(told.kills)}; {_listed(told.moments)}",
            flush=True,
        )
    told.left = sum(len(_left_by(process)) for process in told.processes)
    return told


def disturbed(kind: Kind, out: Path, whole: Path, seconds: float, jobs: int, told: Told) -> str:
    """Play a run, killing it on the way, to its end; what is wrong with it, or nothing.

    seconds: of processor time that it takes when nobody disturbs it.
    """
    play, kill, left = Run(kind.play(out, jobs)), True, seconds
    for _ in range(50):
        if kill:
            moment = random.random() * left
            left = max(left - moment, LEFT * seconds)
            play.work_until(moment)
            way = random.choice(WAYS)
            if play.kill(way):
                told.kills[way] += 1
                told.moments[_moment(out)] += 1
        told.processes.append(play.process.pid)
        code, said = play.end()
        # Python itself may be interrupted while it starts, and a worker lose its parent then.
        if "Traceback" in said and out.exists() and code != -signal.SIGKILL:
            return said
        if code == 0:
            return _differences(whole, out)
        if out.exists() and code not in STOPPED:
            return f"exit code {code}: {said}"
        kill = random.random() < AGAIN
        if (out / "journal.jsonl").exists() or (out / "manifest.json").exists():
            play = Run(kind.go_on(out, random.choice((1, jobs))))
            told.goes += 1
        else:  # killed before anything was written down
            shutil.rmtree(out, ignore_errors=True)
            play = Run(kind.play(out, jobs))
    return "it never came to its end"


def _moment(out: Path) -> str:
    """How far a run is."""
    if not out.exists():
        return "no folder yet"
    if not (out / "journal.jsonl").exists():
        return "whole" if (out / "manifest.json").exists() else "no journal yet"
    if (out / "manifest.json").exists():
        return "beside, or cut short before"
    return "playing" if any(out.glob("games/*/*")) else "nothing played yet"


def _differences(whole: Path, out: Path) -> str:
    names = {p.relative_to(f) for f in (whole, out) for p in f.rglob("*") if p.is_file()}
    folders = {p.relative_to(f) for f in (whole, out) for p in f.rglob("*") if p.is_dir()}
    differ = [
        str(name)
        for name in sorted(names)
        if name.name not in DIFFERS and not _same(whole / name, out / name)
    ]
    differ += [
        f"{n}/" for n in sorted(folders) if not ((whole / n).is_dir() and (out / n).is_dir())
    ]
    return f"differ: {differ[:5]}" if differ else ""


def _same(one: Path, other: Path) -> bool:
    return one.is_file() and other.is_file() and filecmp.cmp(one, other, shallow=False)


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))


def _left_by(process: int) -> list[Path]:
    """What a process has left in shared memory, and where temporary files lie."""
    folders = {SHARED, Path(tempfile.gettempdir())}
    names = [path for folder in folders if folder.is_dir() for path in folder.iterdir()]
    return [path for path in names if re.search(rf"[-_]{process}[-_]", path.name)]


def _send(pid: int, number: int) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return


def _below(root: int) -> set[int]:
    """Process ids of the children of a process, and theirs."""
    parents = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                state = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(folder.name)] = int(state[1])
    family = {root}
    while more := {pid for pid, parent in parents.items() if parent in family} - family:
        family |= more
    return family - {root}


def _spent(root: int) -> float:
    """Seconds of processor time of a process and all below it, those that have ended, too."""
    ticks = 0
    for pid in (root, *_below(root)):
        try:
            stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        ticks += sum(map(int, stat[11:15]))
    return ticks / TICKS


def _spent_by_the_ended() -> float:
    """The same of all runs that have ended."""
    found = resource.getrusage(resource.RUSAGE_CHILDREN)
    return found.ru_utime + found.ru_stime


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


if __name__ == "__main__":
    sys.exit(main())
