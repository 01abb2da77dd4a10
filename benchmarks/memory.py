"""Peak memory of a run against its length: `python -m benchmarks.memory [GAMES ...] [-- WORD ...]`.

Runs `simulate run` once for each number of games (default 1,000,000 and 10,000,000), adds
up the resident memory of the process and its workers ten times a second, and prints the
peaks as a table.  The words after `--` go to `simulate run`.  Linux only.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

DEFAULT = ["defenders", "--set", "players=3", "--set", "horde=medium"]
EVERY = 0.1


def main(words: list[str]) -> None:
    """Print one row for each number of games."""
    split = words.index("--") if "--" in words else len(words)
    counts = [int(word) for word in words[:split]] or [1_000_000, 10_000_000]
    options = words[split + 1 :] or DEFAULT
    first = 0.0
    print("| games | seconds | peak MB, parent | peak MB, all | against the first |")
    print("|---|---|---|---|---|")
    for count in counts:
        command = [
            sys.executable,
            "-m",
            "simulate.cli",
            "run",
            *options,
            "--games",
            str(count),
        ]
        seconds, parent, total = watch(command)
        first = first or total
        print(f"| {count:,} | {seconds:.0f} | {parent:.0f} | {total:.0f} | {total / first:.2f} |")


def watch(command: list[str]) -> tuple[float, float, float]:
    """Seconds, peak MB of the process itself, peak MB with all processes below it."""
    parent = total = 0.0
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        out = str(Path(folder) / "run")
        process = subprocess.Popen([*command, "--out", out], stdout=subprocess.DEVNULL)
        while process.poll() is None:
            sizes = family(process.pid)
            parent = max(parent, sizes.get(process.pid, 0.0))
            total = max(total, sum(sizes.values()))
            time.sleep(EVERY)
    if process.returncode:
        sys.exit(f"the run failed with exit code {process.returncode}")
    return time.monotonic() - start, parent, total


def family(root: int) -> dict[int, float]:
    """Resident MB of a process and of every process below it."""
    parents, sizes = {}, {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                status = (folder / "status").read_text()
            except OSError:
                continue
            fields = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
            parents[int(folder.name)] = int(fields["PPid"])
            sizes[int(folder.name)] = int(fields.get("VmRSS", "0 kB").split()[0]) / 1024
    below = {root}
    while more := {pid for pid, parent in parents.items() if parent in below} - below:
        below |= more
    return {pid: sizes[pid] for pid in below if pid in sizes}


if __name__ == "__main__":
    main(sys.argv[1:])
