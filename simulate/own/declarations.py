"""What is wrong with what a file declares, all at once and with what is allowed."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from simulate.core.errors import Problem, nearest
from simulate.own.declared import CUT_OFF, VALUE
from simulate.own.game import Game, RuleNumber
from simulate.own.lines import FileLines
from simulate.own.methods import method_troubles
from simulate.pack.nouns import slug

NAME = re.compile(r"[a-z][a-z0-9_]*")
MOST_PLAYERS, MOST_NUMBER, LONGEST = 9, 10**9, 300
OURS = {"name", "source", "ranges", "id"}  # keys of every card
PLAYED_BY = ("random", "greedy", "look_ahead")  # players of every game
# Columns and factors that every game has.
COLUMNS = {"cell", "replicate", "seat", "team", "strategy", "score", "rank", "win_share", "won"}
COLUMNS |= {"end_reason", "rounds", "turns", "decisions"}
FACTORS = {"players", "strategy", "skill", "variant", "lineup", "games", "seed", "target"}

Found = Iterator[tuple[tuple[str, ...], str]]  # the way to what is wrong, and a sentence


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
    yield from _settings(kind)
    for name, number in kind.RULES.items():
        yield from _rule(name, number)
    for section in kind.CARDS:
        yield from _cards(section, kind.CARDS[section])
    yield from _limits(kind)
    yield from _held(kind)
    yield from _endings(kind)
    for attribute in ("ENDS", "POINTS", "COUNTS", "FEATURES"):
        yield from _words_of(attribute, getattr(kind, attribute))
    yield from _margins(kind)
    yield from _weights(kind)
    yield from _columns(kind)


TABLES = ("SETTINGS", "RULES", "CARDS", "LIMITS", "ENDS", "POINTS", "COUNTS", "MARGINS",
          "FEATURES", "WEIGHTS")  # fmt: skip


def _shapes(kind: Any) -> Found:
    """Attributes that are of another kind altogether."""
    if not isinstance(kind.TITLE, str) or len(kind.TITLE) > 60 or "\n" in kind.TITLE:
        yield ("TITLE",), f"`TITLE` must be one line of at most 60 letters{_found(kind.TITLE)}"
    if not isinstance(kind.TOGETHER, bool):
        yield ("TOGETHER",), f"`TOGETHER` must be True or False{_found(kind.TOGETHER)}"
    if not isinstance(kind.HOLDS, str):
        what = "must be one of the kinds of CARDS, in quotes"
        yield ("HOLDS",), f"`HOLDS` {what}{_found(kind.HOLDS)}"
    for name, such in (("PLAYERS", "(2, 3, 4)"), ("WINS", '("saved",)')):
        if not _is_list(getattr(kind, name)):
            what = f"must be a list, such as {such}; one alone needs its comma"
            yield (name,), f"`{name}` {what}{_found(getattr(kind, name))}"
    for name in TABLES:
        if not isinstance(value := getattr(kind, name), Mapping):
            yield (name,), f"`{name}` must be a table, such as {{...: ...}}{_found(value)}"
        else:
            yield from _inner_shapes(name, value)


def _inner_shapes(name: str, table: Mapping[Any, Any]) -> Found:
    """Tables in tables."""
    if wrong := [key for key in table if not isinstance(key, str)]:
        yield (name,), f"keys of `{name}` are words in quotes{_found(wrong[0])}"
    for key, value in table.items():
        if name in ("CARDS", "WEIGHTS") and not isinstance(value, Mapping):
            what = f"must be a table of {'cards' if name == 'CARDS' else 'weights'}"
            yield (name, str(key)), f"`{name}.{key}` {what}{_found(value)}"
        elif name == "CARDS":
            for card, said in value.items():
                if not isinstance(said, Mapping):
                    what = 'must be a table of its keys, such as {"cost": 2}'
                    yield (name, str(key), str(card)), f"`{name}.{key}.{card}` {what}{_found(said)}"


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST_NUMBER


def _found(value: Any) -> str:
    text = repr(value)
    return f" (found {text if len(text) <= 60 else f'{text[:57]}...'})"


def _named(way: tuple[str, ...], what: str) -> Found:
    """A name that stands in commands and columns."""
    if not isinstance(way[-1], str) or not NAME.fullmatch(way[-1]) or len(way[-1]) > 40:
        allowed = "small letters, digits and _, a letter first, as in `start_coins`"
        yield way, f"{what} is called by {allowed}{_found(way[-1])}"


def _players(kind: Any) -> Found:
    people, way = kind.PLAYERS, ("PLAYERS",)
    if not people or not all(_is_whole(each) and 1 <= each <= MOST_PLAYERS for each in people):
        yield way, f"`PLAYERS` must hold numbers from 1 to {MOST_PLAYERS}{_found(people)}"
    elif len(set(people)) < len(people):
        yield way, f"`PLAYERS` names a number twice{_found(people)}"
    elif 1 in people and not kind.TOGETHER:
        yield way, "one alone can play only what is won or lost: `TOGETHER = True`, or no 1 here"


def _settings(kind: Any) -> Found:
    for name, levels in kind.SETTINGS.items():
        way = ("SETTINGS", name)
        yield from _named(way, "a setting")
        if name in FACTORS:
            yield way, f"`{name}` is said of every game already: call the setting otherwise"
        yield from _choices(way, levels, least=1)


def _choices(way: tuple[str, ...], words: Any, least: int) -> Found:
    shown = ".".join(way)
    if not _is_list(words) or len(words) < least:
        what = f"a list of {least} or more words, the usual first" if least == 1 else "two or more"
        yield way, f"`{shown}` must be {what}{_found(words)}"
        return
    for word in words:
        if not isinstance(word, str) or not NAME.fullmatch(word) or word in ("true", "false"):
            yield way, f"`{shown}` holds words of small letters, digits and _{_found(word)}"
    if len({*map(str, words)}) < len(words):
        yield way, f"`{shown}` names a word twice{_found(words)}"


def _rule(name: str, number: Any) -> Found:
    way, shown = ("RULES", name), f"`RULES.{name}`"
    yield from _named(way, "a rule")
    if not isinstance(number, RuleNumber):
        what = 'must be rule(10, 4, 20), switch(True) or choice("one", ["one", "two"])'
        yield way, f"{shown} {what}{_found(number)}"
        return
    if not isinstance(number.unit, str) or not isinstance(number.note, str):
        yield way, f"{shown}: unit and note are words in quotes"
    if number.choices:
        yield from _choices(way, number.choices, least=2)
        if number.value not in number.choices:
            known = ", ".join(map(str, number.choices))
            what = (
                f"is none of its choices ({known}){nearest(str(number.value), known.split(', '))}"
            )
            yield way, f"{shown}: {number.value!r} {what}"
    elif number.low is None and number.high is None:
        if not isinstance(number.value, bool):
            what = "a switch is True or False; a number has bounds, such as rule(10, 4, 20)"
            yield way, f"{shown}: {what}{_found(number.value)}"
    else:
        yield from _bounded(way, number)


def _bounded(way: tuple[str, ...], number: RuleNumber) -> Found:
    shown = f"`{'.'.join(way)}`"
    value, low, high = number.value, number.low, number.high
    if not all(map(_is_whole, (value, low, high))):
        what = "value, least and most are whole numbers, as in rule(10, 4, 20)"
        yield way, f"{shown}: {what}{_found((value, low, high))}"
    elif low >= high:  # type: ignore[operator]
        yield way, f"{shown}: the least, {low}, must be below the most, {high}"
    elif not low <= value <= high:  # type: ignore[operator]
        yield way, f"{shown} must be a number from {low} to {high}{_found(value)}"


def _cards(section: str, cards: Mapping[str, Mapping[str, Any]]) -> Found:
    yield from _named(("CARDS", section), "a kind of cards")
    if not cards:
        yield ("CARDS", section), f"`CARDS.{section}` has no card"
    seen: dict[str, tuple[type, str]] = {}
    for card, keys in cards.items():
        yield from _named(("CARDS", section, card), "a card")
        for key, value in keys.items():
            way = ("CARDS", section, card, key)
            if key == "name":
                if not isinstance(value, str) or not 0 < len(value.strip()) <= 60:
                    yield way, f"`{'.'.join(way)}` must be 1 to 60 letters{_found(value)}"
                continue
            yield from _named(way, "a key of a card")
            if key in OURS:
                yield way, f"`{'.'.join(way)}`: every card has this key already; use another word"
            yield from _value(way, value, seen)


def _value(way: tuple[str, ...], value: Any, seen: dict[str, tuple[type, str]]) -> Found:
    """A value of a card, which must be of one kind with those of other cards."""
    shown = ".".join(way)
    entries = value if isinstance(value, list | tuple) else [value]
    for each in entries:
        if not isinstance(each, bool | int | float | str) or not _is_finite(each):
            what = "a number, a word, True, False, or a list of these"
            yield way, f"`{shown}` must be {what}{_found(value)}"
            return
    kinds = {type(each) for each in entries}
    if len(kinds) > 1:
        yield way, f"`{shown}`: what stands in a list is of one kind{_found(value)}"
    elif kinds:
        is_list = isinstance(value, list | tuple)
        kind = list if is_list else type(value)
        first, where = seen.setdefault(way[-1], (kind, way[2]))
        if kind is not first:
            what = f"is {_said(kind)}, and {_said(first)} on `{where}`; one key is of one kind"
            more = " (write 1.0 for 1)" if {kind, first} == {int, float} else ""
            yield way, f"`{shown}` {what}{more}"


def _is_finite(value: Any) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    return not isinstance(value, int) or abs(value) <= MOST_NUMBER


def _said(kind: type) -> str:
    words = {int: "a whole number", float: "a number with a point", bool: "True or False"}
    return words.get(kind, "a list" if kind is list else "a word")


def _limits(kind: Any) -> Found:
    for path, bounds in kind.LIMITS.items():
        way = ("LIMITS", path)
        section, _, key = path.partition(".")
        known = [f"{s}.{k}" for s, cards in kind.CARDS.items() for c in cards.values() for k in c]
        values = [card[key] for card in kind.CARDS.get(section, {}).values() if key in card]
        if not values:
            what = f"names no kind and key of CARDS{nearest(path, known)}"
            yield way, f"`{path}` {what} (such as {', '.join(dict.fromkeys(known)) or 'none'})"
        elif not all(map(_is_whole, values)):
            yield way, f"`{path}` holds no whole numbers, which LIMITS are for"
        elif not _is_list(bounds) or len(bounds) != 2 or not all(map(_is_whole, bounds)):
            yield way, f"`LIMITS.{path}` must be a pair, the least and the most{_found(bounds)}"
        elif not bounds[0] <= min(values) <= max(values) <= bounds[1]:
            what = f"must hold what the cards have, {min(values)} to {max(values)}"
            yield way, f"`LIMITS.{path}` {what}{_found(bounds)}"


def _held(kind: Any) -> Found:
    held, way = kind.HOLDS, ("HOLDS",)
    if not held:
        return
    if held not in kind.CARDS:
        known = ", ".join(kind.CARDS) or "CARDS is empty"
        what = f"names {held!r}, which is no kind of CARDS{nearest(held, [*kind.CARDS])} ({known})"
        yield way, f"`HOLDS` {what}"
        return
    if held in FACTORS or held in kind.SETTINGS:
        yield way, f"`{held}` is the name of something else in commands: call the cards otherwise"
    if kind.PLAYERS and len(kind.CARDS[held]) < max(n for n in kind.PLAYERS if _is_whole(n)):
        people = max(kind.PLAYERS)
        yield way, f"each seat holds one of {held}: {people} players need {people} of them"


def _endings(kind: Any) -> Found:
    if not kind.ENDS:
        yield ("ENDS",), "`ENDS` is empty: name each way the game can end, and say it in words"
    if CUT_OFF in kind.ENDS:
        yield ("ENDS", CUT_OFF), f"`{CUT_OFF}` is how a game without end is stopped: use another"
    for end in kind.WINS:
        if end not in kind.ENDS:
            what = f"names {end!r}, which is none of ENDS{nearest(str(end), [*kind.ENDS])}"
            yield ("WINS",), f"`WINS` {what} ({', '.join(kind.ENDS)})"
    if kind.TOGETHER and not kind.WINS:
        yield ("WINS",), "`WINS` must say which of ENDS are won, as the players win together"
    if kind.TOGETHER and kind.POINTS:
        yield ("POINTS",), "`POINTS` are of games with a winner among the players: no TOGETHER"
    if not kind.TOGETHER and kind.WINS:
        yield ("WINS",), "`WINS` go with `TOGETHER = True`; without it points tell who wins"
    if not kind.TOGETHER and not kind.POINTS and kind.tie is Game.tie:
        yield ("POINTS",), "`POINTS` is empty: nobody could win; name the kinds of points"


def _words_of(attribute: str, table: Mapping[str, Any]) -> Found:
    for name, words in table.items():
        way = (attribute, name)
        yield from _named(way, f"a name in {attribute}")
        if not isinstance(words, str) or not words.strip() or len(words) > LONGEST:
            yield way, f"`{attribute}.{name}` must be said in words, in quotes{_found(words)}"
        elif "\n" in words:
            yield way, f"`{attribute}.{name}` must be said in one line"
    if attribute == "FEATURES" and VALUE in table:
        yield (attribute, VALUE), f"`{VALUE}` is a feature of every game: use another word"


def _margins(kind: Any) -> Found:
    if kind.MARGINS and not kind.TOGETHER:
        yield ("MARGINS",), "`MARGINS` go with `TOGETHER = True`"
    for name, pair in kind.MARGINS.items():
        yield from _named(("MARGINS", name), "a margin")
        right = _is_list(pair) and len(pair) == 2 and isinstance(pair[0], str)
        if not right or pair[1] not in ("low", "high"):
            what = 'must be its words and "low" or "high", whichever is good for the players'
            yield ("MARGINS", name), f"`MARGINS.{name}` {what}{_found(pair)}"


def _weights(kind: Any) -> Found:
    known = (VALUE, *kind.FEATURES)
    for player, weights in kind.WEIGHTS.items():
        yield from _named(("WEIGHTS", player), "a player")
        if player in ("random", "look_ahead"):
            what = f"plays without weights ({', '.join(PLAYED_BY)} are players of every game)"
            yield ("WEIGHTS", player), f"`{player}` {what}"
        for name, weight in weights.items():
            way = ("WEIGHTS", player, str(name))
            if name not in known:
                what = f"weighs {name!r}, which FEATURES does not name{nearest(str(name), known)}"
                yield way, f"`WEIGHTS.{player}` {what} ({', '.join(known)})"
            elif isinstance(weight, bool) or not isinstance(weight, int | float):
                yield way, f"`WEIGHTS.{player}.{name}` must be a number{_found(weight)}"
            elif not _is_finite(weight):
                yield way, f"`WEIGHTS.{player}.{name}` must be a number with an end{_found(weight)}"


def _columns(kind: Any) -> Found:
    """Names that would be two columns of one table."""
    seen = dict.fromkeys(COLUMNS, "what every game stores")
    if not kind.TOGETHER:
        del seen["won"]
    if kind.HOLDS:
        seen[slug(kind.HOLDS)] = "what a seat holds (HOLDS)"
    seen |= {f"points_{name}": "points of a kind (POINTS)" for name in kind.POINTS}
    for attribute in ("MARGINS", "COUNTS"):
        for name in getattr(kind, attribute):
            if name in seen:
                what = f"is the name of {seen[name]} already: use another word"
                yield (attribute, name), f"`{attribute}.{name}` {what}"
            seen[name] = f"one of {attribute}"
