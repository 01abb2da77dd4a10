"""The request as typed: options as text, and how such text becomes a value.

The command line and `simulate.api` make one of these; `read` makes an experiment of it.  Nothing
is checked against a game here.
"""

import datetime
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from simulate.core import options
from simulate.core.errors import Problem
from simulate.core.files import toml
from simulate.core.game.facts import LENGTH, OVER_FAIR_SHARE
from simulate.experiment.expected.shares import scale_of
from simulate.experiment.find import is_pack

CLOSING = {"[": "]", "{": "}"}
BAND = re.compile(
    r"(?P<low>[+-]?\d*\.?\d+)\s*%?\s*(?:-|,|:|to)\s*(?P<high>[+-]?\d*\.?\d+)\s*(?P<percent>%?)"
)
APART = ";"  # between bands that are typed as one text
ANY_FACTOR = "?"  # what stands for the name of a factor where only its level was typed
AS_BAND = "must be written LOW-HIGH, such as 0.40-0.55 or 40-55%, or -2,2 for points over the fair "
AS_BAND += "share; of one level easy=75-92%, or horde=easy:75-92%"


@dataclass(frozen=True)
class Usual:
    """The settings of a folder, and which of them apply where nothing was typed.

    shown: the file; texts: by key of an experiment file, `strategy` and `target`; jobs: how many
    processes, and root: where runs are numbered, if it says that and nobody else does.
    """

    shown: str = ""
    texts: Mapping[str, str] = field(default_factory=dict)
    jobs: str = ""
    root: str = ""

    def place(self, key: str) -> str:
        """What a problem with it is called."""
        return f"`{key}` in {self.shown}"


@dataclass(frozen=True)
class RunRequest:
    """The options of a command as typed; None where an option was not given.

    target: a game, GAME/NAME or the path of an experiment file; `of` takes a folder that is a pack
    for `pack`.
    plain: every factor stands at its usual level, whatever the target's experiment says; the
    values of the pack that it fixes stay (replay, ladder).
    skip_unchanged: variants that change nothing on the pack are left out, not refused.
    no_second: no other player is asked whether what was found still stands; no_shipped: nor is the
    shipped game played beside a changed one.
    steps: patterns of numbers to go one step up and down, in place of the variants of the file.
    band: the target as typed, LOW-HIGH; of several, each of some level, with semicolons between
    them.  keys: further keys of a file.  verb: the command.  check: what was typed as a target is
    checked.
    usual: what stands for what was not typed.
    question: the folder whose `game.toml` is asked, if not that of the pack; empty for none.
    """

    target: str | None = None
    pack: str | None = None
    games: str | None = None
    seed: str | None = None
    sets: Sequence[str] = field(default=())
    plain: bool = False
    skip_unchanged: bool = False
    no_second: bool = False
    no_shipped: bool = False
    steps: Sequence[str] = field(default=())
    band: str | None = None
    keys: Mapping[str, str] = field(default_factory=dict)
    verb: str = field(default="run", compare=False)
    check: bool = field(default=False, compare=False)
    usual: Usual = field(default=Usual(), compare=False)
    question: str | None = None

    @classmethod
    def of(cls, given: Mapping[str, Any], target: str | None, **more: Any) -> "RunRequest":
        """From the options of a command by name; more: what else it is asked."""
        own = {each.name for each in fields(cls)}
        if more.get("pack", given.get("pack")) is None and target is not None and is_pack(target):
            target, given = None, {**given, "pack": target}
        known = {name: text for name, text in given.items() if name in own and text is not None}
        if isinstance(bands := known.get("band"), list | tuple):
            known["band"] = f"{APART} ".join(bands) or None
        keys = {k: text for k, text in options.of_files(given).items() if k not in own}
        return cls(target, **{**known, "keys": keys, **more})

    def top_level(self) -> dict[str, str]:
        """Options that stand for a key at the top of an experiment file."""
        given = {"games": self.games, "seed": self.seed, **self.keys}
        return options.of_files(given)


def as_option(key: str, text: str) -> str:
    """The option as typed: confirm_with and expert give `--confirm-with expert`."""
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


def read_band(text: str) -> dict[str, Any] | None:
    """A target as typed, as a file would say it: `40-55%`, `easy=75-92%`, `horde=easy:75-92%`.

    None where it is no band.  Raises ValueError where it may mean two things.
    """
    of_level, equals, band = text.rpartition("=")
    where, colon, after = text.partition(":")
    if found := BAND.fullmatch(text.strip()):
        return _band(found, None)
    if equals and (found := BAND.fullmatch(band.strip())):
        if of_level.strip() == LENGTH:
            return _length(found)
        return _band(found, {ANY_FACTOR: read_value(of_level)})
    if colon and (found := BAND.fullmatch(after.strip())):
        changes, wrong = read_changes(split(where))
        return _band(found, {c.key: c.value for c in changes}) if changes and not wrong else None
    return None


def _length(found: re.Match[str]) -> dict[str, Any]:
    """A target of the length of a game."""
    if "%" in found[0]:
        raise ValueError("is for the length of a game, which is not a share: write length=3-6")
    return {"metric": LENGTH, "low": float(found["low"]), "high": float(found["high"])}


def _band(found: re.Match[str], where: Mapping[str, Any] | None) -> dict[str, Any]:
    low, high = float(found["low"]), float(found["high"])
    scale = 100 if "%" in found[0] else scale_of((low, high))
    low, high = low / scale, high / scale
    metric = {"metric": OVER_FAIR_SHARE} if low < 0 else {}
    return metric | {"low": low, "high": high} | ({"where": dict(where)} if where else {})


def read_value(text: str) -> Any:
    """TOML if it is TOML; a list if it has commas or brackets; else a bare word."""
    text = text.strip()
    try:
        data = toml.loads(f"value = {text}")
    except ValueError:
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
    """Parts between commas outside quotes and brackets."""
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
