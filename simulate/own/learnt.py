"""What lies beside an own file once a player was taught: its weights, and the proof of its worth.

`my_game.strategies.toml` is written by `simulate learn my_game.py` and read with the file.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import tomlkit
from pydantic import BaseModel, ConfigDict, Field

from simulate.core import disk
from simulate.core.errors import InputError, Problem, command
from simulate.core.validate import check
from simulate.own.declared import MAIN, OwnGame
from simulate.own.source import PLAYERS, OwnSource
from simulate.pack.document import parsed
from simulate.pack.strategies import Number, Players

PLAN = "Takes the move that its weights like best; they were learnt by playing against itself."
Share = Annotated[float, Field(ge=0, le=1)]
Count = Annotated[int, Field(ge=0)]
STRICT = ConfigDict(extra="forbid", strict=True)


class LearntRung(BaseModel):
    """How the learnt player did against a rival, on the same luck.

    Where players compete: its share of the wins, alone among rivals in `players` seats.  Where they
    play together: how often it won in all seats; the rival won `other` of the same games.  players
    is 0 where tables of several sizes are one.
    """

    model_config = STRICT

    rival: str
    players: Count
    games: Count
    won: Share
    low: Share
    high: Share
    other: Share | None = None


class Schooling(BaseModel):
    """How a player was taught: on which text of the file, when, and what it is worth since."""

    model_config = STRICT

    text: str
    date: str
    seed: int
    rounds: Count
    games: Count
    ladder: list[LearntRung]


class LearntPlayer(BaseModel):
    """A strategy as the file of strategies has it."""

    model_config = STRICT

    plan: str
    source: str
    weights: dict[str, Number]
    by_players: dict[Players, dict[str, Number]] = {}


class Learnt(BaseModel):
    """All that such a file says."""

    model_config = STRICT

    learnt: Schooling
    balanced: LearntPlayer


def beside(file: str) -> str:
    """Where what was learnt lies: the name, of the path, of an own file."""
    path = Path(file)
    return str(path.with_name(path.stem + PLAYERS))


def text_beside(file: str) -> str:
    """The text of what was learnt; empty where nothing lies beside the file.

    Raises InputError where it cannot be read.
    """
    path = Path(beside(file))
    try:
        return disk.text(path) if path.is_file() else ""
    except (OSError, ValueError) as error:
        what = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise InputError([Problem(str(path), f"cannot be read: {what}")], _mended(file)) from error


def _mended(file: str) -> str:
    return f"mend it, or delete it and type `{command('learn', file)}`"


def learnt_of(source: OwnSource) -> Learnt | None:
    """What lies beside an own file; None where nothing was learnt.

    Raises InputError where that cannot be read.
    """
    if not source.players:
        return None
    shown, hint = beside(source.file), _mended(source.file)
    try:
        document = parsed(source.players, Path(shown), shown)
        found, problems = check(Learnt, document.data, document.problem)
    except InputError as error:
        raise InputError(error.problems, hint) from error
    if found is None:
        raise InputError(problems, hint)
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
    entry: dict[str, Any] = {"plan": player.plan, "source": player.source, "weights": weights}
    if player.by_players:
        entry["by_players"] = {
            people: _known(own, weights) for people, weights in player.by_players.items()
        }
    return {MAIN: entry}


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


def said_of_players(source: OwnSource) -> list[str]:
    """How good the player that sits where nobody is named is known to be, in sentences."""
    found, again = learnt_of(source), command("learn", source.file)
    if found is None:
        return [f"Nobody has shown that these players play well: `{again}` teaches one."]
    lines = [f"`{MAIN}` learnt by playing against itself on {found.learnt.date}."]
    fewest = min((rung.players for rung in found.learnt.ladder), default=0)
    lines += _in_words([rung for rung in found.learnt.ladder if rung.players == fewest])
    if not fits(source, found):
        lines.append(f"The file was changed since: `{again}` teaches it anew.")
    return lines


def won_words(rung: LearntRung) -> str:
    """`76% (73-79)`"""
    return f"{100 * rung.won:.0f}% ({100 * rung.low:.0f}-{100 * rung.high:.0f})"


def _in_words(ladder: Sequence[LearntRung]) -> Iterator[str]:
    """How the player did against each of those that were there, in a sentence a number of games."""
    together = [rung for rung in ladder if rung.other is not None]
    if together:
        own = together[0]
        theirs = (f"{rung.rival} {100 * (rung.other or 0):.0f}%" for rung in together)
        yield f"It wins {won_words(own)} of {own.games:,} games; {', '.join(theirs)} of theirs."
    for rung in ladder[len(together) :]:
        share, rival, many = won_words(rung), rung.rival, rung.players - 1
        if rung.players == 2:
            yield f"It wins {share} of {rung.games:,} duels with {rival}."
        else:
            yield (
                f"Alone among {many} of {rival} it wins {share} of {rung.games:,} games "
                f"({100 / rung.players:.0f}% would be as good as they are)."
            )
