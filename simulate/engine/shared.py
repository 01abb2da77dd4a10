"""What the engines of all games share: weights by seat, a designer's code, stored rows.

Called by each game's table in this room.  Here the weights of a policy become a record, and a
strategy in Python becomes a compiled function, from a pack that may run code alone.
"""

import functools
import hashlib
import importlib.util
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from simulate.compiler.cache import folder_of
from simulate.compiler.kernels import is_compiled_for, kernel
from simulate.core.errors import InputError, Problem, RunError
from simulate.core.game.facts import skill_name
from strategies.choice import MODE
from strategies.skill import temperature_of


class StrategyLike(Protocol):
    """A strategy as a table seats it; packs say all of it (`simulate.pack.strategies`)."""

    @property
    def choice(self) -> str:
        """How it picks a move."""

    @property
    def look_ahead(self) -> Mapping[str, Any]:
        """How it looks ahead, if it does."""

    @property
    def file(self) -> str:
        """Its own Python, if it has any."""


class PackLike(Protocol):
    """What a game is made ready with; folders hold it (`simulate.pack.pack`).

    cards: the game's own model of them.
    """

    @property
    def game(self) -> str:
        """The game's name."""

    @property
    def cards(self) -> Any:
        """The cards, as the game models them."""

    @property
    def strategies(self) -> Mapping[str, StrategyLike]:
        """Who may sit in a seat, by name."""

    def rule_values(self) -> Mapping[str, Any]:
        """Every parameter by its path without `rules.`."""

    def weights(self, strategy: str, players: int, stage: str = "") -> Mapping[str, float]:
        """By what a strategy judges at a table of so many players, at a stage."""

    def code_to_run(self, file: str) -> str:
        """The text of a Python strategy.  Raises InputError where it may not run."""


# Who sits in a seat


@dataclass(frozen=True)
class StrategySpec:
    """What a strategy of the game is made of.

    features: what a move is weighed by; judgement: what things are worth in those features;
    weights: the record of both, of one of the `seats`; signature: of a designer's code.
    """

    features: Iterable[str]
    judgement: Iterable[str]
    weights: np.dtype
    seats: int
    signature: Any


def fill_weights(
    row: np.void,
    spec: StrategySpec,
    pack: PackLike,
    name: str,
    skill: float | str,
    seats: int,
    stage: str = "",
) -> None:
    """Write strategy `name` into one seat's row, for a table of so many seats, at a stage."""
    strategy = pack.strategies[name]
    row["mode"] = MODE[strategy.choice]
    row["own_temperature"] = temperature_of(pack.game, skill)
    look = strategy.look_ahead or {}
    row["playouts"] = look.get("playouts", 0)
    row["candidates"] = look.get("candidates", 0)
    rounds = look.get("rounds", 1)
    row["rounds"] = rounds[min(seats, len(rounds)) - 1] if isinstance(rounds, list) else rounds
    weights = pack.weights(name, seats, stage)
    for k, feature in enumerate(spec.features):
        row["weight"][k] = weights.get(feature, 0.0)
    for feature in spec.judgement:
        row[feature] = weights.get(feature, 0.0)


def chooser_of(strategy: StrategyLike, pack: PackLike, signature: Any) -> Any:
    """The compiled `choose` of a designer's Python file, or what stands in for none.

    Raises InputError where that Python was not allowed to run.
    """
    if strategy.choice != "python":
        return no_code(signature)
    return _load(pack.code_to_run(strategy.file), strategy.file, signature)


@dataclass(frozen=True)
class SeatAssignment:
    """Who sits where: tables (TABLES[1]), weights (WEIGHTS[seats]), code and names, by seat.

    skills: none ("") for who is no player.
    """

    tables: np.ndarray
    weights: np.ndarray
    choosers: tuple[Any, ...]
    strategies: tuple[str, ...]
    skills: tuple[str, ...]


def seated(
    spec: StrategySpec,
    pack: PackLike,
    tables: np.ndarray,
    setting: Mapping[str, Any],
    players: int,
    places: Mapping[int, int] | None = None,
    stages: Sequence[str] = ("",),
) -> SeatAssignment:
    """A line-up for a number of players.

    places: by seat, whose place in the line-up it is; by default each has the seat of its number.
    stages: of the game; the weights of all seats at the first, then at the next.
    """
    line_up = tuple(setting["strategy"])
    weights = np.zeros(spec.seats * len(stages), spec.weights)
    choosers = [no_code(spec.signature)] * spec.seats
    for seat, place in (places or {place: place for place in range(len(line_up))}).items():
        name, skill = line_up[place], setting["skill"][place]
        for row, stage in zip(weights[seat :: spec.seats], stages, strict=True):
            fill_weights(row, spec, pack, name, skill, players, stage)
        choosers[seat] = chooser_of(pack.strategies[name], pack, spec.signature)
    skills = tuple(map(skill_name, setting["skill"]))
    return SeatAssignment(tables, weights, tuple(choosers), line_up, skills)


@functools.cache
def no_code(signature: Any) -> Any:
    """The strategy of seats that have no code of their own; never called."""
    return kernel(signature)(_first_move)


def _first_move(s: Any, cards: Any, moves: Any, count: int, features: Any) -> int:
    return 0


OWN_CODE: dict[Any, str] = {}  # a designer's compiled `choose` -> its file
OWN = "own_strategy"  # the name of its module, before a mark of the text
OWN_FILE = "own.py"  # a stranger's name for a file is never used


@functools.cache
def _load(text: str, shown: str, signature: Any) -> Any:
    """The function in the text of a file, compiled for the signature."""
    mark = hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
    try:
        folder = folder_of(OWN) / mark
        folder.mkdir(parents=True, exist_ok=True)
        path = _kept(folder / OWN_FILE, text)
    except OSError:
        with tempfile.TemporaryDirectory(prefix="tiny-epic-balance-") as passing:
            return _load_file(_kept(Path(passing) / OWN_FILE, text), mark, shown, signature)
    return _load_file(path, mark, shown, signature)


def _kept(path: Path, text: str) -> Path:
    """Several workers may write the same file at once: each sees all of it or nothing."""
    if not path.is_file() or path.read_text("utf-8") != text:
        with tempfile.TemporaryDirectory(dir=path.parent) as unfinished:
            whole = Path(unfinished) / path.name
            whole.write_text(text, "utf-8")
            os.replace(whole, path)
    return path


def _load_file(path: Path, mark: str, shown: str, signature: Any) -> Any:
    """The function in a file, compiled for the signature.

    The module's name follows from the text and it stays known by that name: compiled code is
    found again in the cache only under the name of the module and the place of the file that
    it was made in.
    """
    name = f"{OWN}_{mark}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None  # the file's name ends with .py
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        problem = f"the strategy cannot be loaded: {in_short(error).replace(OWN_FILE, shown)}"
        raise InputError([Problem(shown, problem)]) from error
    choose = getattr(module, "choose", None)
    if choose is None:
        raise InputError([Problem(shown, "has no function `choose`")])
    if not is_compiled_for(choose, signature):
        problem = "`choose` is not compiled: write @kernel(STRATEGY) above it"
        raise InputError([Problem(shown, problem)])
    OWN_CODE[choose] = shown
    return choose


# Numba paints what it says where colorama is installed, as it is on Windows.
PAINT = re.compile(r"\x1b\[[0-9;]*m")


def in_short(error: BaseException) -> str:
    """An error of a designer's code: its kind, and the first line that says something.

    The compiler's errors begin with where it was; what was wrong comes next, and then the line.
    """
    plain = PAINT.sub("", str(error))
    said = [line.strip() for line in plain.splitlines() if line.strip()]
    said = [line for line in said if not line.startswith("Failed in nopython mode")]
    line = re.search(r'File ".*", line (\d+)', plain)
    text = f"{type(error).__name__}: {said[0]}" if said else type(error).__name__
    return f"{text} (line {line[1]})" if line else text


@contextmanager
def watched(seating: SeatAssignment) -> Iterator[np.ndarray]:
    """The tables to play by; RunError where a designer's code fails or writes into them.

    Code is shown the very numbers that the rules go by, as a copy would cost too much at each
    decision; so it gets tables that are thrown away, and what it wrote is found afterwards.
    """
    owners = sorted({OWN_CODE[chooser] for chooser in seating.choosers if chooser in OWN_CODE})
    tables = seating.tables.copy() if owners else seating.tables
    who = f"the strategy in {' or '.join(owners)}"
    try:
        yield tables
    except Exception as error:
        if owners:
            raise RunError(f"{who} failed: {in_short(error)}") from error
        if isinstance(error, ValueError):  # what kernels raise
            raise RunError(str(error)) from error
        raise
    if owners and tables.tobytes() != seating.tables.tobytes():
        raise RunError(f"{who} changed the rules or cards that it may only read")


def is_compiled(entry: Callable[..., Any]) -> bool:
    """Whether this version's entry kernel is in the cache."""
    return any(folder_of(entry.__module__).rglob(f"*.{entry.__qualname__}-*.nbc"))


# Stored rows


def listed(members: np.ndarray, names: Sequence[str]) -> tuple[np.ndarray, list[str]]:
    """Sets of named things, as numbers whose bits say what is in them, as text: `a+b`.

    What has no name is left out.
    """
    named = sum(1 << k for k, name in enumerate(names) if name)
    sets, codes = np.unique(members & named, return_inverse=True)
    return codes, ["+".join(n for k, n in enumerate(names) if one >> k & 1) for one in sets]
