"""Breaks rules one at a time in a copy of the sources and asks the tests whether they notice.

Exit code 0 when every break was noticed.  Plain Python (NUMBA_DISABLE_JIT=1) plays the few
games of these tests in less time than compiling would take.  As many copies as there are cores
are broken side by side.

python -m tests.verification [GAME ...] [K/N]: of these games, or all; of N parts the K-th alone.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import TypeVar

from tests.verification.breaks import BY_GAME, Break

Asked, Answer = TypeVar("Asked"), TypeVar("Answer")
Words = tuple[str, ...]

ROOT = Path(__file__).resolve().parents[2]
COPIED = ("simulate", "strategies", "analysis", "reports", "configs", "tests", "pyproject.toml")
LIMIT = 900  # seconds for one call of pytest: ends one that hangs
MOST_COPIES = 4
NOTICED, PASSED = 1, 0


def copy_to(folder: Path) -> None:
    folder.mkdir()
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            ignored = shutil.ignore_patterns("__pycache__", ".hypothesis", "runs")
            shutil.copytree(source, folder / name, ignore=ignored)
        else:
            shutil.copy(source, folder / name)


def environment(folder: Path) -> dict[str, str]:
    return {
        **os.environ,
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": str(folder),
        "XDG_CACHE_HOME": str(folder / "cache"),
    }


def pytest(folder: Path, words: Words) -> tuple[int, str]:
    """Exit code and output of the tests in the copy."""
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--tb=line"]
        + ["-m", "not long", *words],
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )
    return ended.returncode, ended.stdout + ended.stderr


def imports_the_copy(folder: Path) -> bool:
    """Whether the tests would play the copy and not an installed version."""
    ended = subprocess.run(
        [sys.executable, "-c", "import simulate, strategies; print(simulate.__path__[0])"],
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        text=True,
        check=True,
    )
    return Path(ended.stdout.strip()).resolve().is_relative_to(folder.resolve())


def is_noticed(folder: Path, broken: Break) -> tuple[bool, str]:
    """Break the rule in the copy, run its tests, mend it again."""
    file = folder / broken.file
    text = file.read_text("utf-8")
    found = text.count(broken.old)
    if found != 1:
        return False, f"{broken.file} holds the text {found} times, not once"
    file.write_text(text.replace(broken.old, broken.new), "utf-8")
    try:
        code, output = pytest(folder, broken.tests)
    except subprocess.TimeoutExpired:
        return False, f"its tests took more than {LIMIT} s"
    finally:
        file.write_text(text, "utf-8")
    if code == NOTICED:
        failed = [line for line in output.splitlines() if line.startswith("FAILED")]
        return True, failed[0].split(" - ")[0].rpartition("::")[2] if failed else "a test"
    return False, "no test failed" if code == PASSED else f"pytest ended with {code}\n{output}"


def together(breaks: Iterable[Break]) -> list[Words]:
    """Words that choose the tests of all these breaks, one call of pytest for each file."""
    by_file: dict[str, list[Words]] = {}
    for broken in breaks:
        file, *chosen = broken.tests
        by_file.setdefault(file, []).append(tuple(chosen))
    return [
        (file,) if () in chosen else (file, "-k", " or ".join(f"({word})" for _, word in chosen))
        for file, chosen in by_file.items()
    ]


def failure(folder: Path, words: Words) -> str:
    """What these tests say against a copy in which nothing is broken: nothing, it is hoped."""
    try:
        code, output = pytest(folder, words)
    except subprocess.TimeoutExpired:
        return f"more than {LIMIT} s"
    return "" if code == PASSED else output


def side_by_side(
    folders: Iterable[Path], ask: Callable[[Path, Asked], Answer], asked: Iterable[Asked]
) -> Iterator[Answer]:
    """The answers in order, each worked out in a folder that nobody else uses meanwhile."""
    free: SimpleQueue[Path] = SimpleQueue()
    for folder in folders:
        free.put(folder)

    def answer(question: Asked) -> Answer:
        folder = free.get()
        try:
            return ask(folder, question)
        finally:
            free.put(folder)

    with ThreadPoolExecutor(free.qsize()) as at_once:
        yield from at_once.map(answer, asked)


def sound(folders: list[Path], breaks: tuple[Break, ...]) -> bool:
    """Whether all these tests pass while nothing is broken: else a failure proves nothing."""
    calls = together(breaks)
    for words, said in zip(calls, side_by_side(folders, failure, calls), strict=True):
        if said:
            print(f"Fails although nothing is broken: {' '.join(words)}\n{said}")
            return False
    return True


def missed(folders: list[Path], breaks: tuple[Break, ...]) -> int:
    """How many breaks no test notices."""
    count = 0
    for broken, (noticed, by) in zip(
        breaks, side_by_side(folders, is_noticed, breaks), strict=True
    ):
        count += not noticed
        word = "noticed by" if noticed else "NOT NOTICED:"
        print(f"{broken.rule}: {broken.says}: {word} {by}", flush=True)
    return count


def picked(words: Sequence[str]) -> tuple[Break, ...]:
    """The breaks of these games, or all; of them every N-th from the K-th on where K/N is named."""
    games = [word for word in words if "/" not in word]
    breaks = tuple(broken for game in games or BY_GAME for broken in BY_GAME[game])
    for part, of in (map(int, word.split("/")) for word in words if "/" in word):
        breaks = breaks[part - 1 :: of]
    return breaks


def main() -> int:
    started = time.monotonic()
    breaks = picked(sys.argv[1:])
    with tempfile.TemporaryDirectory(prefix="broken-rules-") as name:
        folders = [Path(name, str(i)) for i in range(min(os.cpu_count() or 1, MOST_COPIES))]
        for folder in folders:
            copy_to(folder)
        if not all(imports_the_copy(folder) for folder in folders):
            print("The copy of the sources is not the one that is imported.")
            return 1
        if not sound(folders, breaks):
            return 1
        unnoticed = missed(folders, breaks)
    seconds = time.monotonic() - started
    print(f"{len(breaks) - unnoticed} of {len(breaks)} broken rules noticed, {seconds:.0f} s")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main())
