"""The guesses of a pack that whoever owns the printed game can settle, the most telling first."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from simulate import configs
from simulate.core.cardmodel import Range
from simulate.core.errors import InputError, Problem
from simulate.pack import sources, steps
from simulate.pack.edited import texts
from simulate.pack.labels import label
from simulate.pack.pack import Pack
from simulate.pack.reading import load

READ_OFF = "cited: read off my copy"


@dataclass(frozen=True)
class Question:
    """One value that nobody has read on the game.

    source: why it is what it is; allowed: what it may be, in words, where that is known; points:
    by how much one step moved the balance when it was measured, None where that was not shown.
    """

    path: str
    label: str
    value: int | bool | str
    source: str
    allowed: str
    note: str
    range: Range | None
    points: float | None


def questions(pack: Pack, patterns: Sequence[str] = steps.EVERYTHING) -> list[Question]:
    """Every guessed number, switch and choice: what moves the balance most, then as in the files.

    Words on cards (what an ability does) are no part of it.
    """
    telling, ranges = configs.telling(pack.game), pack.ranges()
    places = configs.places(pack.game)
    found = []
    for path in _guesses(pack):
        kind = path.partition(".")[0]
        if not steps.matches(path, patterns) or steps.matches(path, places):
            continue
        value, source = pack.value(path), pack.source_of(path)
        if not (isinstance(value, int) or (kind == "rules" and isinstance(value, str))):
            continue
        rule = pack.rules.get(path.removeprefix("rules."))
        allowed = f"{rule.allowed()} {rule.unit}".strip() if rule else ""
        if isinstance(value, bool):
            allowed = "true, false"
        note = rule.note if rule else ""
        asked = (source, allowed, note, ranges.get(path), telling.get(path))
        found.append(Question(path, label(pack, path), value, *asked))
    return sorted(found, key=_telling)


def _guesses(pack: Pack) -> list[str]:
    """Paths of guesses as they are shipped: what is set or invented by the designer is no guess."""
    shipped = load(pack.game)
    known = {path for path in shipped.paths() if not path.startswith("strategies.")}
    return [
        path
        for path in pack.paths()
        if path in known
        and sources.kind(pack.source_of(path)) in sources.GUESSES
        and pack.value(path) == shipped.value(path)
    ]


def _telling(question: Question) -> tuple[bool, float, bool]:
    """What is asked first sorts first; where nothing was shown, numbers before switches."""
    asked_for = question.range is not None and bool(question.range.read_off)
    number = isinstance(question.value, int) and not isinstance(question.value, bool)
    return (question.points is None and not asked_for, -abs(question.points or 0.0), not number)


def words(pack: Pack) -> int:
    """How many guesses of the cards are words, which are changed by hand."""
    paths = (path for path in _guesses(pack) if path.startswith("cards."))
    return sum(isinstance(pack.value(path), str) for path in paths)


def parsed(question: Question, text: str) -> int | bool | str:
    """The value that an answer means.  Raises InputError that says what is allowed."""
    value, what = question.value, ""
    if isinstance(value, bool):
        if text.lower() in ("true", "yes", "y", "false", "no", "n"):
            return text.lower()[0] in "ty"
        what = "answer true or false"
    elif isinstance(value, int):
        if text.removeprefix("-").isdecimal() and len(text) < 19:
            return int(text)
        what = "answer a whole number"
    else:
        return text
    raise InputError([Problem(text, f"{what}{_may_be(question)}")])


def _may_be(question: Question) -> str:
    return f" ({question.allowed})" if question.allowed else ""


def answered(pack: Pack, question: Question, value: Any) -> dict[str, str]:
    """The texts of the pack's files with a value that was read off the printed game.

    Raises InputError where the pack is no game with it.
    """
    pack.resolve({question.path: value})
    return texts(pack, {question.path: value}, lambda before: READ_OFF)
