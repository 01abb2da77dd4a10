"""`simulate check my_game.py`: check a designer's own game against the laws of every game."""

import re
from collections.abc import Iterator
from typing import Any

from simulate.cli.shared.answer import VALID, answer
from simulate.cli.shared.say import show, tell
from simulate.core.errors import InputError, Problem, RunError, command
from simulate.core.text.amounts import plural
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import build
from simulate.own.best.exact import AT_MOST, AT_ONCE, BestPlay, NotSolved
from simulate.own.best.solved import best_play, settings_of
from simulate.own.check.check import GameCheck, check, keep
from simulate.own.declared import OwnGame
from simulate.own.file.beside import remember
from simulate.own.file.reading import know
from simulate.own.table import prepare
from simulate.pack import load as load_pack
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


def check_command(file: str, as_json: bool, to_upgrade: bool, to_solve: bool = False) -> None:
    """Hold the game of a file to its laws, and look for best play.

    to_solve: as long as that takes.  Raises InputError with every breach.
    """
    if to_upgrade:
        raise InputError([Problem("--upgrade", "goes with the folder of a pack, not a game file")])
    if as_json:
        answer("check", lambda: _as_data(file, to_solve))
    else:
        own, found, cells = checked(file)
        show(*_lines(own, found, cells))
        if to_solve:
            tell("every position is tried, which takes minutes a setting; what is found is kept")
        for line in _best_play(own, found, to_solve):
            show(line)
        show(f"next: `{command('run', file)}`")


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


def _as_data(file: str, to_solve: bool) -> dict[str, Any]:
    own, found, cells = checked(file)
    nothing: dict[str, Any] = {"cells": cells, "values": {}, "differences": [], "code": []}
    played = {"games": found.games, "moves": found.moves}
    summary = {"kind": "game", "game": own.name, **nothing, **played}
    solved = [
        {
            "setting": {name: setting[name] for name in ("players", *own.kind.SETTINGS)},
            "shares": None if isinstance(best, RunError) else best.shares,
            "drawn": None if isinstance(best, RunError) else best.drawn,
            "positions": None if isinstance(best, RunError) else best.positions,
            "unsolved": str(best) if isinstance(best, RunError) else "",
        }
        for setting, best in _looked_for(own, found, to_solve)
    ]
    return {"status": VALID, "notes": found.notes, "checked": summary, "best_play": solved}


def _looked_for(
    own: OwnGame, found: GameCheck, to_solve: bool
) -> Iterator[tuple[dict[str, Any], BestPlay | RunError]]:
    """Best play in each setting of a game, or why it is not known."""
    settings, pack = [*settings_of(own)], load_pack(own.name)
    most = AT_MOST if to_solve else AT_ONCE // len(settings)
    for setting in settings:
        if found.is_slow and not to_solve:
            yield setting, RunError("the game is slow, and it was not looked for")
            continue
        try:
            yield setting, best_play(prepare(pack, setting), most)
        except RunError as why:
            yield setting, why


def _best_play(own: OwnGame, found: GameCheck, to_solve: bool) -> Iterator[str]:
    """What best play comes to, a line a setting; then where it is not known, and why."""
    unknown = []
    for setting, best in _looked_for(own, found, to_solve):
        if isinstance(best, RunError):
            unknown.append(best)
            continue
        levels = [f"{setting[name]} {name.replace('_', ' ')}" for name in own.kind.SETTINGS]
        where = ", ".join([plural(setting["players"], "player"), *levels])
        won = [f"seat {n} {100 * share:.1f}%" for n, share in enumerate(best.shares, 1)]
        won += [f"{100 * best.drawn:.1f}% drawn"] if best.drawn else []
        won = [f"won {100 * best.shares[0]:.1f}%"] if own.kind.TOGETHER else won
        known = plural(best.positions, "position")
        yield f"best play, {where}: {', '.join(won)} (exact, {known})"
    if unknown:
        settings = plural(len(unknown), "setting")
        longer = f"; `{command('check', own.source.file, '--solve')}` tries longer"
        more = any(isinstance(each, NotSolved) and each.tried < AT_MOST for each in unknown)
        # The last of each kind, whatever numbers are in it.
        why = "; ".join({re.sub(r"[\d,^]+", "", str(each)): str(each) for each in unknown}.values())
        yield f"best play is not known in {settings}: {why}{longer if more else ''}"


def _lines(own: OwnGame, found: GameCheck, cells: dict[str, int]) -> list[str]:
    kind, file = own.kind, own.source.file
    people = ", ".join(map(str, kind.PLAYERS))
    cards = "".join(f", {len(of_kind)} {name}" for name, of_kind in kind.CARDS.items())
    at_bounds = (
        f"; rules set to their bounds {plural(found.bounds, 'time')}" if found.bounds else ""
    )
    return [
        f"{file}: {own.title} holds to what every game must",
        f"players: {people}; {plural(len(kind.RULES), 'rule')}{cards}",
        f"played at random: {plural(found.games, 'game')}, "
        f"{plural(found.moves, 'move')}{at_bounds}",
        *(f"  {law}" for law in (LAWS[:-1] if found.endless else LAWS)),
        *(f"{name} asks for {count:,} cell{'s' * (count > 1)}" for name, count in cells.items()),
        *(f"note: {note}" for note in found.notes),
    ]
