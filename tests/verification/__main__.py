"""Breaks rules one at a time in a copy of the sources and asks the tests whether they notice.

Exit code 0 when every break was noticed.  Plain Python (NUMBA_DISABLE_JIT=1) plays the few
games of these tests in less time than compiling would take.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.verification.breaks import BY_GAME, Break

ROOT = Path(__file__).resolve().parents[2]
COPIED = ("simulate", "strategies", "analysis", "reports", "configs", "tests", "pyproject.toml")
LIMIT = 300  # seconds for one call of pytest
NOTICED, PASSED = 1, 0


def copy_to(folder: Path) -> None:
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


def pytest(folder: Path, words: tuple[str, ...]) -> tuple[int, str]:
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


def sound(folder: Path, breaks: tuple[Break, ...]) -> bool:
    """Whether all these tests pass while nothing is broken: else a failure proves nothing."""
    for words in sorted({broken.tests for broken in breaks}):
        try:
            code, output = pytest(folder, words)
        except subprocess.TimeoutExpired:
            code, output = None, f"more than {LIMIT} s"
        if code != PASSED:
            print(f"Fails although nothing is broken: {' '.join(words)}\n{output}")
            return False
    return True


def main() -> int:
    started = time.monotonic()
    breaks = tuple(broken for game in sys.argv[1:] or BY_GAME for broken in BY_GAME[game])
    with tempfile.TemporaryDirectory(prefix="broken-rules-") as name:
        folder = Path(name)
        copy_to(folder)
        if not imports_the_copy(folder):
            print("The copy of the sources is not the one that is imported.")
            return 1
        if not sound(folder, breaks):
            return 1
        missed = 0
        for broken in breaks:
            noticed, by = is_noticed(folder, broken)
            missed += not noticed
            word = "noticed by" if noticed else "NOT NOTICED:"
            print(f"{broken.rule}: {broken.says}: {word} {by}", flush=True)
    seconds = time.monotonic() - started
    print(f"{len(breaks) - missed} of {len(breaks)} broken rules noticed, {seconds:.0f} s")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
