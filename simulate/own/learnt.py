"""The strategies file beside a game file: learned weights and the evidence for them.

`my_game.strategies.toml` is written by `simulate learn my_game.py` and read with the file.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import tomlkit
from pydantic import Field

from simulate.core.errors import InputError, command
from simulate.core.game.cardmodel import Strict
from simulate.core.text.validate import check
from simulate.own.declared import MAIN, OwnGame
from simulate.own.file.source import PLAYERS, OwnSource
from simulate.pack.strategies import Number, Players
from simulate.pack.text.document import parsed, text_of

PLAN = "Takes the move that its weights like best; they were learnt by playing against itself."
Share = Annotated[float, Field(ge=0, le=1)]
Count = Annotated[int, Field(ge=0)]


class LearntRung(Strict):
    """The result of the trained player against a rival, on common random numbers.

    Where players compete: its share of the wins, alone among rivals in `players` seats.  Where they
    play together: how often it won in all seats; the rival won `other` of the same games.  players
    is 0 where tables of several sizes are one.
    """

    rival: str
    players: Count
    games: Count
    won: Share
    low: Share
    high: Share
    other: Share | None = None

    def share(self) -> str:
        """`76% (73-79)`"""
        return f"{100 * self.won:.0f}% ({100 * self.low:.0f}-{100 * self.high:.0f})"


class Schooling(Strict):
    """How a player was taught: on which text of the file, when, and what it is worth since."""

    text: str
    date: str
    seed: int
    rounds: Count
    games: Count
    ladder: list[LearntRung]


class LearntPlayer(Strict):
    """A strategy as the file of strategies has it."""

    plan: str
    source: str
    weights: dict[str, Number]
    by_players: dict[Players, dict[str, Number]] = Field(default_factory=dict)


class Learnt(Strict):
    """All that such a file says."""

    learnt: Schooling
    balanced: LearntPlayer


def beside(file: str) -> str:
    """The strategies file of a game file: a name for a name, a path for a path."""
    path = Path(file)
    return str(path.with_name(path.stem + PLAYERS))


def text_beside(file: str) -> str:
    """The text of the strategies file; empty if there is none.

    Raises InputError where it cannot be read.
    """
    path = Path(beside(file))
    with _mended(file):
        return text_of(path, str(path)) if path.is_file() else ""


@contextmanager
def _mended(file: str) -> Iterator[None]:
    """Whoever cannot read what was learnt is told what to do."""
    try:
        yield
    except InputError as error:
        hint = f"mend it, or delete it and type `{command('learn', file)}`"
        raise InputError(error.problems, hint) from error


def learnt_of(source: OwnSource) -> Learnt | None:
    """The learned strategies of a game file; None if there are none.

    Raises InputError where that cannot be read.
    """
    if not source.players:
        return None
    shown = beside(source.file)
    with _mended(source.file):
        document = parsed(source.players, Path(shown), shown)
        found, problems = check(Learnt, document.data, document.problem)
        if problems:
            raise InputError(problems)
    return found


def fits(source: OwnSource, found: Learnt) -> bool:
    """Whether the file is still as it was when the player was taught."""
    return found.learnt.text == source.mark


def strategies_of(own: OwnGame) -> dict[str, Any]:
    """What was learnt, as strategies; features that the file has no more are left out."""
    found = learnt_of(own.source)
    if found is None or not (weights := _known(own, found.balanced.weights)):
        return {}
    player = found.balanced
    by_players = {people: _known(own, each) for people, each in player.by_players.items()}
    entry = {"plan": player.plan, "source": player.source, "weights": weights}
    return {MAIN: entry | ({"by_players": by_players} if by_players else {})}


def _known(own: OwnGame, weights: Mapping[str, float]) -> dict[str, float]:
    return {name: weight for name, weight in weights.items() if name in own.features}


def written(found: Learnt, file: str) -> str:
    """The text of the file of strategies."""
    whole = tomlkit.document()
    whole.add(tomlkit.comment(f"Written by `{command('learn', Path(file).name)}`."))
    whole.add(tomlkit.comment("Delete this file to play with the players of the game's own file."))
    for name, part in found.model_dump(exclude_none=True, exclude_defaults=True).items():
        whole[name] = part
    return tomlkit.dumps(whole)
