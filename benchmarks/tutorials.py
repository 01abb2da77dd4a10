"""How long the README and each tutorial take: every command is typed with all its games.

python -m benchmarks.tutorials [PAGE ...]

A page is walked in an empty folder: its files are written, its commands run one after the other.
Prints a table of the pages, and one of the commands that take longest, in seconds by the clock and
of processor time.  What installs something is not run (`tests.cli.pages.NOT_RUN`).
Results that an earlier page left are not found again: every page pays for its own games.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from simulate.cli.shared.codes import MISSED, OPEN
from tests.cli.pages import DOCS, ROOT, Typed, is_run, typed, write

DEAREST = 12  # commands that are shown


@dataclass(frozen=True)
class Took:
    """What a command of a page took, in seconds, and how it ended."""

    page: str
    command: str
    clock: float
    cpu: float
    code: int


def pages() -> list[str]:
    """The README and all tutorials, but for those that play somewhere else."""
    tutorials = sorted((DOCS / "tutorials").glob("*.md"))
    paths = [path.relative_to(ROOT).as_posix() for path in (ROOT / "README.md", *tutorials)]
    return [page for page in paths if all(map(is_here, typed(page)))]


def is_here(each: Typed) -> bool:
    """Whether what is typed plays on this machine, if it plays at all."""
    return each.words[:2] != ("simulate", "run") or is_run(each)


def walk(page: str, folder: Path) -> Iterator[Took]:
    """Type everything that stands on a page."""
    for each in typed(page):
        if each.file:
            write(folder / each.file, each.text)
        elif each.words[:1] == ("simulate",) and is_run(each):
            yield run(page, each, folder)


def run(page: str, each: Typed, folder: Path) -> Took:
    """One command; what it says is shown where it fails."""
    began, before = time.monotonic(), os.times()
    ended = subprocess.run(
        [sys.executable, "-m", "simulate.cli", *each.words[1:]],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        input="=\n",
        capture_output=True,
        text=True,
    )
    after = os.times()
    cpu = after.children_user + after.children_system
    cpu -= before.children_user + before.children_system
    if ended.returncode not in (0, MISSED, OPEN):
        print(f"{page}:{each.line}: {each.command}\n{ended.stderr}", file=sys.stderr, flush=True)
    return Took(page, each.command, time.monotonic() - began, cpu, ended.returncode)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("page", nargs="*", default=pages())
    print("| Page | Commands | Minutes by the clock | of processor time | Ended with |")
    print("|---|---|---|---|---|")
    all_took: list[Took] = []
    for page in parser.parse_args().page:
        with tempfile.TemporaryDirectory() as folder:
            took = list(walk(page, Path(folder)))
        all_took += took
        clock, cpu = sum(each.clock for each in took) / 60, sum(each.cpu for each in took) / 60
        codes = ", ".join(map(str, sorted({each.code for each in took})))
        print(f"| {page} | {len(took)} | {clock:.1f} | {cpu:.1f} | {codes} |", flush=True)
    print("\n| Command | Seconds by the clock | of processor time |\n|---|---|---|")
    for each in sorted(all_took, key=lambda each: -each.clock)[:DEAREST]:
        print(f"| `{each.command}` | {each.clock:.0f} | {each.cpu:.0f} |")


if __name__ == "__main__":
    main()
