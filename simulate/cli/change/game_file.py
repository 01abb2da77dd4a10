"""`simulate check my_game.py`: check a designer's own game against the laws of every game."""

from typing import Any

from simulate.cli.shared.answer import VALID, answer
from simulate.cli.shared.say import show
from simulate.core.errors import InputError, Problem, command
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import build
from simulate.own.check.check import GameCheck, check, keep
from simulate.own.declared import OwnGame
from simulate.own.file.beside import remember
from simulate.own.file.reading import know
from simulate.pack.reading import QUESTION

LAWS = (
    "the same game plays the same way again, and in another process",
    "all random numbers come from `self.luck`",
    "methods that only answer change nothing",
    "a copy plays like the table",
    "what `hide` deals anew changes nothing that the seat may know",
    "every end, point, count and feature is declared",
    "games end",
)


def check_command(file: str, as_json: bool, to_upgrade: bool) -> None:
    """Hold the game of a file to its laws.  Raises InputError with every breach."""
    if to_upgrade:
        raise InputError([Problem("--upgrade", "goes with the folder of a pack, not a game file")])
    if as_json:
        answer("check", lambda: _as_data(file))
    else:
        show(*_lines(*checked(file)))


def checked(file: str) -> tuple[OwnGame, GameCheck, dict[str, int]]:
    """The game, what was found, and how many cells the question beside it has, if there is one.

    Raises InputError with every breach.
    """
    own = know(file)
    found = check(own)
    if found.problems:
        raise InputError(found.problems)
    keep(own)
    remember(file)
    plan = build(load(RunRequest(file, verb="check")))
    return own, found, {QUESTION: len(plan.cells)} if plan.experiment.origins.laid else {}


def _as_data(file: str) -> dict[str, Any]:
    own, found, cells = checked(file)
    nothing: dict[str, Any] = {"cells": cells, "values": {}, "differences": [], "code": []}
    played = {"games": found.games, "moves": found.moves}
    summary = {"kind": "game", "game": own.name, **nothing, **played}
    return {"status": VALID, "notes": found.notes, "checked": summary}


def _lines(own: OwnGame, found: GameCheck, cells: dict[str, int]) -> list[str]:
    kind, file = own.kind, own.source.file
    people = ", ".join(map(str, kind.PLAYERS))
    cards = "".join(f", {len(of_kind)} {name}" for name, of_kind in kind.CARDS.items())
    at_bounds = f"; rules set to their bounds {found.bounds} times" if found.bounds else ""
    return [
        f"{file}: {own.title} holds to what every game must",
        f"players: {people}; {len(kind.RULES)} rules{cards}",
        f"played at random: {found.games:,} games, {found.moves:,} moves{at_bounds}",
        *(f"  {law}" for law in LAWS),
        *(f"{name} asks for {count:,} cell{'s' * (count > 1)}" for name, count in cells.items()),
        *(f"note: {note}" for note in found.notes),
        f"next: `{command('run', file)}`",
    ]
