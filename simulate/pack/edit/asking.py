"""Guesses that the owner of the printed game can settle, the most influential first."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from simulate.core.errors import InputError, Problem
from simulate.core.game.cardmodel import GuessRange
from simulate.core.text.validate import literal
from simulate.pack import configs, sources
from simulate.pack.edit import steps
from simulate.pack.edit.edited import texts
from simulate.pack.pack import Pack
from simulate.pack.reading import load
from simulate.pack.text.labels import label

READ_OFF = "cited: read off my copy"
DECIDED = "designer: decided while the game was edited"
MINE = "mine"  # before an answer: it is not printed so, somebody wants it so
EFFECTS, DO = ".effects", "do"
AND = "+"  # between the effects of an ability, as they are typed
TYPED = f"typed as shown: an effect and what it takes, several with {AND} between them"
Value = int | bool | str | list[dict[str, Any]]


@dataclass(frozen=True)
class Question:
    """One value that has not been read off the game; or all effects of an ability, as a list.

    source: why it is what it is; allowed: what it may be, in words, where that is known; points:
    by how much one step moved the balance when it was measured, None where that was not shown.
    """

    path: str
    label: str
    value: Value
    source: str
    allowed: str
    note: str
    range: GuessRange | None
    points: float | None


def questions(
    pack: Pack, patterns: Sequence[str] = steps.EVERYTHING, wanted: Sequence[str] = ()
) -> list[Question]:
    """Every guessed number, switch and choice: what moves the balance most, then as in the files.

    Before them what settles most, which one look at the game tells.

    After them what each ability does, where that is a guess.  Names on cards, and when an ability
    works, are no part of it.

    wanted: paths that come before all else, in this order: what a run would settle most by.
    """
    telling, ranges = configs.telling(pack.game), pack.ranges()
    places = configs.places(pack.game)
    questions = []
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
        details = (source, allowed, note, ranges.get(path), telling.get(path))
        questions.append(Question(path, label(pack, path), value, *details))
    first = configs.first(pack.game)
    ordered = sorted(questions, key=lambda one: (not _settles(one, first), *_telling(one)))
    return sorted([*ordered, *_abilities(pack, patterns)], key=lambda one: _place(one, wanted))


def _place(question: Question, wanted: Sequence[str]) -> int:
    """Which of some paths a question is about, or a part of; after the last where of none."""
    about = (place for place, path in enumerate(wanted) if _is_inside(question.path, path))
    return next(about, len(wanted))


def _is_inside(path: str, other: str) -> bool:
    """Whether one of two paths leads to a part of what the other leads to."""
    longer, shorter = sorted((f"{path}.", f"{other}."), key=len, reverse=True)
    return longer.startswith(shorter)


def _abilities(pack: Pack, patterns: Sequence[str]) -> Iterator[Question]:
    """What each ability does, where the whole of it is a guess."""
    lists = (path.rpartition(EFFECTS)[0] + EFFECTS for path in _guesses(pack) if _is_deed(path))
    for path in dict.fromkeys(lists):
        source = pack.source_of(path)
        if steps.matches(path, patterns) and sources.kind(source) in sources.GUESSES:
            called = label(pack, path)
            yield Question(
                path=path,
                label=called,
                value=pack.value(path),
                source=source,
                allowed=TYPED,
                note="",
                range=None,
                points=None,
            )


def _is_deed(path: str) -> bool:
    """Whether a value of a card is the word of an effect in a list of them."""
    return path.endswith(f".{DO}") and path.removesuffix(f".{DO}").rpartition(".")[0].endswith(
        EFFECTS
    )


def told(value: Value) -> str:
    """A value as it is shown and typed: `heal who=one_near amount=1 + gain_points amount=1`."""
    if not isinstance(value, list):
        return literal(value)
    return f" {AND} ".join(
        " ".join([str(effect[DO]), *(f"{k}={_said(v)}" for k, v in effect.items() if k != DO)])
        for effect in value
    )


def _said(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


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


def _settles(question: Question, first: Sequence[str]) -> bool:
    """Whether it is one of the few that settle most: its place on the game is known, or said."""
    known = question.range is not None and bool(question.range.read_off)
    return known or steps.matches(question.path, first)


def _telling(question: Question) -> tuple[bool, float, bool]:
    """What moves most sorts first; where nothing was shown, numbers before switches."""
    number = isinstance(question.value, int) and not isinstance(question.value, bool)
    return (question.points is None, -abs(question.points or 0.0), not number)


def words(pack: Pack) -> int:
    """How many guesses of the cards are words that are changed by hand: no part of an effect."""
    paths = (p for p in _guesses(pack) if p.startswith("cards.") and f"{EFFECTS}." not in p)
    return sum(isinstance(pack.value(path), str) for path in paths)


def parsed(question: Question, text: str) -> Value:
    """The value that an answer means.  Raises InputError that says what is allowed."""
    value, what = question.value, ""
    if isinstance(value, list):
        return [_effect(question, part) for part in text.split(AND)]
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


def _effect(question: Question, text: str) -> dict[str, Any]:
    """One effect as it was typed; whether there is such a one, the pack says."""
    word, *keys = text.split() or [""]
    pairs = [key.partition("=") for key in keys]
    if not word or "=" in word or not all(key and value for key, _, value in pairs):
        what = f"start with an effect, then key=value (now: {told(question.value)})"
        raise InputError([Problem(text.strip(), what)])
    return {DO: word} | {key: _read(value) for key, _, value in pairs}


def _read(text: str) -> int | bool | str:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.removeprefix("-").isdecimal() and len(text) < 19 else text


def _may_be(question: Question) -> str:
    return f" ({question.allowed})" if question.allowed else ""


def split(text: str) -> tuple[str, str]:
    """(what is answered, where that is from): read off a copy, or decided, as `mine 4`."""
    first, _, rest = text.partition(" ")
    decided = first.lower() == MINE and bool(rest.strip())
    return (rest.strip(), DECIDED) if decided else (text, READ_OFF)


def answered(pack: Pack, question: Question, value: Any, source: str = READ_OFF) -> dict[str, str]:
    """The texts of the pack's files with a value that was read off the printed game, or decided.

    Raises InputError where the pack is no game with it.
    """
    pack.resolve({question.path: value})
    return texts(pack, {question.path: value}, lambda before: source, set_back=False)
