"""Check the declarations of a game file; report all problems at once."""

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from simulate.core.errors import Problem, nearest
from simulate.core.game.facts import SEATED, SIDE, SIDE_BEFORE
from simulate.own.declared import CUT_OFF, VALUE, has_sides
from simulate.own.file.lines import FileLines
from simulate.own.file.methods import method_troubles
from simulate.own.game import Game, RuleNumber
from simulate.pack.text.nouns import slug

NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
MOST_PLAYERS, MOST_NUMBER, LONGEST = 9, 10**9, 300
OURS = {"name", "source", "ranges", "id"}  # keys of every card
# Columns and factors that every game has.
COLUMNS = {"cell", "replicate", "seat", "team", "score", "rank", "win_share", "won"}
COLUMNS |= {*(column.name for column in SEATED), "end_reason", "rounds", "turns", "decisions"}
FACTORS = {"players", "strategy", "skill", "variant", "lineup", "games", "seed", "target"}
TABLES = ("SETTINGS", "RULES", "CARDS", "LIMITS", "ENDS", "POINTS", "COUNTS", "MARGINS",
          "FEATURES", "WEIGHTS")  # fmt: skip
IN_TABLES = {"CARDS": 'a table of cards, each a table of its keys, such as {"cost": 2}',
             "WEIGHTS": "a table of weights"}  # fmt: skip
KINDS = {int: "a whole number", float: "a number with a point", bool: "True or False",
         str: "a word", list: "a list"}  # fmt: skip

Way = tuple[str, ...]
Found = Iterator[tuple[Way, str]]  # the way to what is wrong, and a sentence


def declaration_problems(file: str, text: str, kind: type[Game]) -> list[Problem]:
    """Every declaration of a class that could not be played, with its line."""
    lines = FileLines(file, text, kind)
    found = [lines.problem(what, *way) for way, what in _troubles(kind)]
    methods = method_troubles(kind, [*lines.set_by_methods()])
    return found + [lines.problem(what, *way, line=at) for way, what, at in methods]


def _troubles(kind: Any) -> Found:
    shapes = list(_shapes(kind))
    yield from shapes
    if shapes:  # what follows leans on them
        return
    yield from _players(kind)
    for name, levels in kind.SETTINGS.items():
        yield from _named(("SETTINGS", name), "a setting", FACTORS)
        yield from _choices(("SETTINGS", name), levels, least=1)
    for name, number in kind.RULES.items():
        yield from _named(("RULES", name), "a rule")
        yield from _rule(("RULES", name), number)
    for section, cards in kind.CARDS.items():
        yield from _cards(section, cards)
    for path, bounds in kind.LIMITS.items():
        yield from _limits(kind, path, bounds)
    yield from _held(kind)
    yield from _sides(kind)
    yield from _endings(kind)
    for attribute in ("ENDS", "POINTS", "COUNTS", "FEATURES"):
        for name, words in getattr(kind, attribute).items():
            taken = {"ENDS": {CUT_OFF}, "FEATURES": {VALUE}}.get(attribute, set())
            yield from _named((attribute, name), f"a name in {attribute}", taken)
            right = _is_line(words, LONGEST)
            yield from _must(right, (attribute, name), "must be said in one line, in quotes", words)
    for name, pair in kind.MARGINS.items():
        yield from _named(("MARGINS", name), "a margin")
        right = _is_pair(pair) and isinstance(pair[0], str) and pair[1] in ("low", "high")
        what = 'must be a description and "low" or "high", whichever is good for the players'
        yield from _must(right, ("MARGINS", name), what, pair)
    yield from _weights(kind)
    yield from _columns(kind)


def _must(right: Any, way: Way, what: str, *found: Any) -> Found:
    """What stands at a way is right, or the sentence says what it must be."""
    if not right:
        told = [repr(each) for each in found]
        shown = [text if len(text) <= 60 else f"{text[:57]}..." for text in told]
        yield way, f"`{'.'.join(map(str, way))}` {what}" + "".join(f" (found {s})" for s in shown)


def _one_of(way: Way, name: Any, known: Collection[Any], declared: str) -> Found:
    """A name is one of those that stand elsewhere."""
    words = [*dict.fromkeys(map(str, known))]
    what = f"names {name!r}, which {declared} does not{nearest(str(name), words)}"
    yield from _must(name in known, way, f"{what} ({', '.join(words) or 'none'})")


def _named(way: Way, what: str, taken: Collection[str] = ()) -> Found:
    """A name that stands in commands and columns."""
    if not isinstance(way[-1], str) or not NAME.fullmatch(way[-1]):
        allowed = "small letters, digits and _, a letter first, as in `start_coins`"
        yield way, f"{what} is called by {allowed} (found {way[-1]!r})"
    yield from _must(way[-1] not in taken, way, "exists in every game: use another word")


def _shapes(kind: Any) -> Found:
    """Attributes that are of another kind altogether."""
    of_one = "must be a list, such as {}; one alone needs its comma"
    shapes = {
        "TITLE": (_is_line(kind.TITLE or "-", 60), "must be one line of at most 60 letters"),
        "TOGETHER": (isinstance(kind.TOGETHER, bool), "must be True or False"),
        "HOLDS": (isinstance(kind.HOLDS, str), "must be one of the kinds of CARDS, in quotes"),
        "PLAYERS": (_is_list(kind.PLAYERS), of_one.format("(2, 3, 4)")),
        "WINS": (_is_list(kind.WINS), of_one.format('("saved",)')),
        "SIDES": (_is_list(kind.SIDES), of_one.format('("wolves", "village")')),
    }
    for name in TABLES:
        what = "must be a table, such as {...: ...}, whose keys are words in quotes"
        shapes[name] = _is_table(getattr(kind, name)), what
    for name, (right, what) in shapes.items():
        yield from _must(right, (name,), what, getattr(kind, name))
    for name, what in IN_TABLES.items():
        table = getattr(kind, name)
        for key, value in table.items() if _is_table(table) else ():
            right = _is_table(value) and (name != "CARDS" or all(map(_is_table, value.values())))
            yield from _must(right, (name, key), f"must be {what}", value)


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping) and all(isinstance(key, str) for key in value)


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _is_pair(value: Any) -> bool:
    return _is_list(value) and len(value) == 2


def _is_line(value: Any, most: int) -> bool:
    right = isinstance(value, str) and "\n" not in value
    return right and bool(value.strip()) and len(value) <= most


def _is_number(value: Any) -> bool:
    is_known = isinstance(value, int | float) and not isinstance(value, bool)
    return is_known and math.isfinite(value) and (isinstance(value, float) or _is_whole(value))


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST_NUMBER


def _players(kind: Any) -> Found:
    people, way = kind.PLAYERS, ("PLAYERS",)
    right = people and all(_is_whole(each) and 1 <= each <= MOST_PLAYERS for each in people)
    yield from _must(right, way, f"must hold numbers from 1 to {MOST_PLAYERS}", people)
    yield from _must(len({*map(str, people)}) == len(people), way, "names a number twice", people)
    what = "has 1, and a solo game can only be won or lost: `TOGETHER = True`, or no 1 here"
    yield from _must(kind.TOGETHER or 1 not in people, way, what)


def _choices(way: Way, words: Any, least: int) -> Found:
    if not _is_list(words) or len(words) < least:
        yield from _must(False, way, f"must be a list of {least} or more, the usual first", words)
        return
    right = all(isinstance(word, str) and NAME.fullmatch(word) for word in words)
    what = "holds words of small letters, digits and _, except true and false"
    yield from _must(right and not {"true", "false"} & {*words}, way, what, words)
    yield from _must(len({*map(str, words)}) == len(words), way, "names a word twice", words)


def _rule(way: Way, number: Any) -> Found:
    if not isinstance(number, RuleNumber):
        what = 'must be rule(10, 4, 20), switch(True) or choice("one", ["one", "two"])'
        yield from _must(False, way, what, number)
        return
    value, low, high = number.value, number.low, number.high
    right = isinstance(number.unit, str) and isinstance(number.note, str)
    yield from _must(right, way, "has a unit and a note in words, in quotes")
    if number.choices:
        yield from _choices(way, number.choices, least=2)
        yield from _one_of(way, value, number.choices, "the list of its choices")
    elif low is None and high is None:
        what = "is wrong: a switch is True or False; a number has bounds, such as rule(10, 4, 20)"
        yield from _must(isinstance(value, bool), way, what, value)
    elif not all(map(_is_whole, (value, low, high))):
        what = "has a value, a least and a most that are whole numbers, as in rule(10, 4, 20)"
        yield from _must(False, way, what, (value, low, high))
    elif low >= high:  # type: ignore[operator]
        yield from _must(False, way, f"is wrong: the least, {low}, must be below the most, {high}")
    else:
        right = low <= value <= high  # type: ignore[operator]
        yield from _must(right, way, f"must be a number from {low} to {high}", value)


def _cards(section: str, cards: Mapping[str, Mapping[str, Any]]) -> Found:
    yield from _named(("CARDS", section), "a kind of cards")
    yield from _must(cards, ("CARDS", section), "has no card")
    seen: dict[str, tuple[type, str]] = {}
    for card, keys in cards.items():
        yield from _named(("CARDS", section, card), "a card")
        for key, value in keys.items():
            way = ("CARDS", section, card, key)
            if key == "name":
                yield from _must(_is_line(value, 60), way, "must be 1 to 60 letters", value)
                continue
            yield from _named(way, "a key of a card")
            what = "is taken: every card has this key; use another word"
            yield from _must(key not in OURS, way, what)
            yield from _value(way, value, seen)


def _value(way: Way, value: Any, seen: dict[str, tuple[type, str]]) -> Found:
    """A value of a card, which must be of one kind with those of other cards."""
    is_list = isinstance(value, list | tuple)
    entries = value if is_list else [value]
    kinds = {type(each) for each in entries}
    if not all(isinstance(each, bool | str) or _is_number(each) for each in entries):
        what = "must be a number, a word, True, False, or a list of these"
        yield from _must(False, way, what, value)
    elif kinds:
        yield from _must(
            len(kinds) == 1, way, "is mixed: all entries of a list have one type", value
        )
        kind = list if is_list else type(value)
        first, where = seen.setdefault(way[-1], (kind, way[2]))
        what = f"is {_said(kind)}, and {_said(first)} on `{where}`; one key is of one kind"
        more = " (write 1.0 for 1)" if {kind, first} == {int, float} else ""
        yield from _must(kind is first, way, what + more)


def _said(kind: type) -> str:
    return KINDS.get(kind, "a word")


def _limits(kind: Any, path: str, bounds: Any) -> Found:
    way, found = ("LIMITS", path), dict[str, list[Any]]()
    for section, cards in kind.CARDS.items():
        for key, value in ((key, value) for card in cards.values() for key, value in card.items()):
            found.setdefault(f"{section}.{key}", []).append(value)
    whole = {name: values for name, values in found.items() if all(map(_is_whole, values))}
    yield from _one_of(way, path, whole, "CARDS, kind and key of a whole number,")
    if path in whole:
        low, high = min(whole[path]), max(whole[path])
        right = _is_pair(bounds) and all(map(_is_whole, bounds))
        right = right and bounds[0] <= low <= high <= bounds[1]
        what = (
            f"must be the least and the most, and include the values of the cards, {low} to {high}"
        )
        yield from _must(right, way, what, bounds)


def _held(kind: Any) -> Found:
    held, way = kind.HOLDS, ("HOLDS",)
    if not held:
        return
    yield from _one_of(way, held, kind.CARDS, "CARDS")
    what = f"cannot be {held!r}, which has another meaning in commands: rename the cards"
    taken = held in FACTORS | {*kind.SETTINGS} or slug(held) in COLUMNS
    yield from _must(not taken, way, what)
    people = max((each for each in kind.PLAYERS if _is_whole(each)), default=0)
    what = f"names cards of which each seat has one: {people} players need {people} of them"
    yield from _must(len(kind.CARDS.get(held, range(people))) >= people, way, what)


def _sides(kind: Any) -> Found:
    if not kind.SIDES:
        return
    yield from _choices(("SIDES",), kind.SIDES, least=2)
    what = "name what `team` gives: write `team`, and remove TOGETHER"
    yield from _must(has_sides(kind), ("SIDES",), what)


def _endings(kind: Any) -> Found:
    together, wins, points = kind.TOGETHER, kind.WINS, kind.POINTS
    what = "is empty: name each way the game can end, with a description"
    yield from _must(kind.ENDS, ("ENDS",), what)
    for end in wins:
        yield from _one_of(("WINS",), end, kind.ENDS, "ENDS")
    if together:
        what = "must say which of ENDS are won, because the game is cooperative"
        yield from _must(wins, ("WINS",), what)
        what = "are for competitive games: remove TOGETHER"
        yield from _must(not points, ("POINTS",), what)
        return
    for name in ("WINS", "MARGINS"):
        what = "go with `TOGETHER = True`; without it points decide who wins"
        yield from _must(not getattr(kind, name), (name,), what)
    what = "is empty, so nobody can win: name the kinds of points"
    yield from _must(points or kind.tie is not Game.tie, ("POINTS",), what)


def _weights(kind: Any) -> Found:
    for player, weights in kind.WEIGHTS.items():
        way = ("WEIGHTS", player)
        yield from _named(way, "a player")
        yield from _must(
            player not in ("random", "look_ahead", "search", "deep", "best"),
            way,
            f"cannot be: `{player}`, a player of every game, plays without weights",
        )
        for name, weight in weights.items():
            yield from _one_of((*way, name), name, (VALUE, *kind.FEATURES), "FEATURES")
            yield from _must(_is_number(weight), (*way, name), "must be a number", weight)


def _columns(kind: Any) -> Found:
    """Names that would be two columns of one table."""
    seen = dict.fromkeys(COLUMNS, "what every game stores")
    if not kind.TOGETHER:
        del seen["won"]
    if has_sides(kind):
        seen |= dict.fromkeys((SIDE, SIDE_BEFORE), "the side of a seat (`team`)")
    seen |= {slug(kind.HOLDS): "what a seat holds (HOLDS)"} if kind.HOLDS else {}
    seen |= {f"points_{name}": "points of a kind (POINTS)" for name in kind.POINTS}
    for attribute in ("MARGINS", "COUNTS"):
        for name in getattr(kind, attribute):
            what = f"is the name of {seen.get(name)} already: use another word"
            yield from _must(name not in seen, (attribute, name), what)
            seen[name] = f"one of {attribute}"
