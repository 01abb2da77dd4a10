"""What a person typed: options as text, and how such text becomes a value.

The command line and `simulate.api` make one of these; `read` makes an experiment of it.  Nothing
is checked against a game here.
"""

import datetime
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from simulate.core.errors import Problem

CLOSING = {"[": "]", "{": "}"}


@dataclass(frozen=True)
class RunRequest:
    """The options of a command as typed; None where an option was not given.

    target: a game, GAME/NAME or the path of an experiment file.
    plain: every factor stands at its usual level, whatever the target's experiment says; the
    values of the pack that it fixes stay (replay, ladder).
    skip_unchanged: variants that change nothing on the pack are left out, not refused.
    steps: patterns of numbers to go one step up and down, in place of the variants of the file.
    band: the target as typed, LOW-HIGH.
    until: what stops the run, instead of a number of games.  guesses, confirm_with: what is played
    beside it.  keep: what is kept of the games.  verb: the command.
    """

    target: str | None = None
    pack: str | None = None
    games: str | None = None
    precision: str | None = None
    max_games: str | None = None
    seed: str | None = None
    sets: Sequence[str] = field(default=())
    plain: bool = False
    skip_unchanged: bool = False
    steps: Sequence[str] = field(default=())
    band: str | None = None
    until: str | None = None
    guesses: str | None = None
    confirm_with: str | None = None
    keep: str | None = None
    verb: str = field(default="run", compare=False)

    def top_level(self) -> dict[str, str]:
        """Options that stand for a key at the top of an experiment file."""
        given = {
            "games": self.games,
            "precision": self.precision,
            "until": self.until,
            "guesses": self.guesses,
            "confirm_with": self.confirm_with,
            "max_games": self.max_games,
            "keep": self.keep,
            "seed": self.seed,
        }
        return {key: text for key, text in given.items() if text is not None}


def as_option(key: str, text: str) -> str:
    """The option as typed: max_games and 5 give `--max-games 5`."""
    return f"--{key.replace('_', '-')} {text}"


@dataclass(frozen=True)
class Change:
    """One `--set KEY=VALUE`."""

    key: str
    value: Any
    typed: str


def read_changes(sets: Sequence[str]) -> tuple[list[Change], list[Problem]]:
    """Every `--set`, in order; a key that is set twice is refused."""
    changes: dict[str, Change] = {}
    problems = []
    for text in sets:
        typed = f"--set {text}"
        key, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not key or not value:
            problems.append(Problem(typed, "must be written KEY=VALUE, such as players=3"))
        elif key in changes:
            what = f"`{key}` is set twice; to compare levels write {key}=A,B"
            problems.append(Problem(typed, what))
        else:
            changes[key] = Change(key, read_value(value), typed)
    return list(changes.values()), problems


def read_value(text: str) -> Any:
    """TOML if it is TOML; a list if it has commas or brackets; else a bare word."""
    text = text.strip()
    try:
        data = tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError):
        data = {}
    if set(data) == {"value"} and not isinstance(
        data["value"], datetime.date | datetime.time | datetime.datetime
    ):
        return data["value"]
    parts = split(text)
    if len(parts) == 1 and text.startswith("[") and text.endswith("]"):
        return [read_value(part) for part in split(text[1:-1]) if part.strip()]
    if len(parts) > 1:
        return [read_value(part) for part in parts if part.strip()]
    return text


def split(text: str) -> list[str]:
    """Parts between commas that stand outside quotes and brackets."""
    parts, start, closing, quote = [], 0, [], ""
    for at, letter in enumerate(text):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'":
            quote = letter
        elif letter in CLOSING:
            closing.append(CLOSING[letter])
        elif closing and letter == closing[-1]:
            closing.pop()
        elif letter == "," and not closing:
            parts.append(text[start:at])
            start = at + 1
    return [*parts, text[start:]]
