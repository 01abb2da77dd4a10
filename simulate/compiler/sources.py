"""The source files of kernels, and which of them a kernel depends on.

A game's kernels are made of its own sources and of those that all games share; no game uses
another's (`tests/architecture/test_sources.py`).
"""

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
KERNEL_SOURCES = (
    "simulate/compiler",
    "simulate/core/game",
    "simulate/core/text",
    "simulate/core/errors.py",
    "simulate/core/functions.py",
    "simulate/core/streams.py",
    "simulate/mechanics",
    "simulate/games",
    "simulate/engine",
    "strategies",
)
OURS = ("simulate", "strategies")


def is_ours(function: Any) -> bool:
    """Whether a function is the project's or its tests'; a designer's own strategy is not."""
    return function.__module__.partition(".")[0] in (*OURS, "tests")


@cache
def games() -> frozenset[str]:
    """The packages of games; two titles may share one."""
    return frozenset(path.parent.name for path in ROOT.glob("simulate/games/*/ledger.toml"))


@cache
def games_of(module: str) -> frozenset[str]:
    """The games whose sources a module's kernels may be made of, by its name.

    Of a game's module its own, of one that all share none.  Tests have theirs in files that are
    named after a game; what bears no game's name may use all.
    """
    ours = module.partition(".")[0] in OURS
    words = module if ours else module.replace("_", ".")
    named = games() & set(words.split("."))
    return named if named or ours else games()


def source_hash(*packages: str) -> str:
    """Hash of the sources that all games share, and of those of some games.

    The same text, the same hash: names are those below the root of the project.
    """
    digest = hashlib.blake2b(digest_size=8)
    for name, mark in _marks().items():
        if games().isdisjoint(_words(name)) or not set(packages).isdisjoint(_words(name)):
            digest.update(name.encode())
            digest.update(mark)
    return digest.hexdigest()


@cache
def _marks() -> dict[str, bytes]:
    """Name -> hash of the text: of Python files, and of what else has numbers that kernels hold:
    ledgers, and tables of what was learned.
    """
    return {
        path.relative_to(ROOT).as_posix(): hashlib.blake2b(path.read_bytes()).digest()
        for place in KERNEL_SOURCES
        for path in _files(ROOT / place)
    }


def _files(place: Path) -> list[Path]:
    kinds = ("*.py", "*.toml", "*.csv")
    return [place] if place.is_file() else [p for kind in kinds for p in sorted(place.rglob(kind))]


@cache
def text_hash(file: Path, changed: int) -> bytes:
    """The hash of a file's text, as it was at the time when it changed (ns)."""
    return hashlib.blake2b(file.read_bytes(), digest_size=16).digest()


def _words(name: str) -> list[str]:
    return name.partition(".")[0].split("/")
