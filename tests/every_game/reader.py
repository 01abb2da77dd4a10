"""A reader of event logs who knows the documentation and none of the code.

`docs/log/<game>.md`: a line with `what` and `of` sets `state[what][of]`, a card moves from one
pile to another or is drawn from the top of a deck, a shuffle gives a pile its new order, with
the cards of other piles that it names, a deal says what lies where.  Moves, ties, rolls and
choices of chance change nothing.  What is not in the state is null.
"""

import copy
from typing import Any

Line = dict[str, Any]
State = dict[str, Any]
TO_THE_BOTTOM = ("turn_deck", "destruction_deck")
# What lies open in front of players, in hands, or in the box.
UNORDERED = {"artifacts", "removed", "hand", "aside"}
TELLS_ONLY = ("tie", "roll", "choice")


class DoesNotFit(Exception):
    """A line contradicts the table as the lines before it left it."""


def pile(state: State, name: str) -> list[str]:
    """A pile by its name; `cover.coast` is the pile of an owner."""
    stem, _, owner = name.partition(".")
    return state[stem][owner] if owner else state[stem]


def apply(state: State, line: Line) -> None:
    """Change the state, in place, by what a line says."""
    if line["event"] in ("move", "act") or line.get("kind") in TELLS_ONLY:
        return
    if line.get("kind") == "deal":
        if set(state[line["of"]]) != set(line["to"]):
            raise DoesNotFit(line)
        state[line["of"]] = dict(line["to"])
        return
    if "deck" in line:
        if not state[line["deck"]] or state[line["deck"]].pop(0) != line["to"]:
            raise DoesNotFit(line)
        if "what" not in line:
            return
    if line.get("kind") == "shuffle":
        into = [line["of"], *line.get("with", [])]
        if sorted(card for name in into for card in cards_of(state[name])) != sorted(line["to"]):
            raise DoesNotFit(line)
        state |= {name: type(state[name])() for name in into} | {line["of"]: list(line["to"])}
    elif line["what"] == "card":
        move_card(state, line["of"], line["from"], line["to"])
    else:
        place, key = (state, line["what"])
        if line["of"] is not None:
            place, key = state[line["what"]], line["of"]
        if place.get(key) != line["from"]:
            raise DoesNotFit(line)
        place[key] = copy.deepcopy(line["to"])


def cards_of(pile: list[str] | dict[str, int]) -> list[str]:
    """The cards of a pile; one without an order is told as card -> number."""
    if isinstance(pile, list):
        return pile
    return [card for card, number in pile.items() for _ in range(number)]


def move_card(state: State, card: str, source: str, goal: str) -> None:
    start, end = pile(state, source), pile(state, goal)
    if card not in start:
        raise DoesNotFit(f"{card} is not in {source}")
    start.remove(card)
    if goal.partition(".")[0] in TO_THE_BOTTOM:
        end.append(card)
    else:
        end.insert(0, card)


def same(mine: State, told: State) -> bool:
    """Whether two states are alike; open cards have no order, and null is nothing."""
    if mine.keys() != told.keys():
        return False
    return all(
        value == told[name] or plain(name, value) == plain(name, told[name])
        for name, value in mine.items()
    )


def plain(name: str, value: Any) -> Any:
    """A part of a state without what makes no difference."""
    if name not in UNORDERED:
        return without_nulls(value)
    held = value.items() if isinstance(value, dict) else ((name, value),)
    return {owner: sorted(some) for owner, some in held}


def without_nulls(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return {key: part for key, part in value.items() if part is not None}


def read(lines: list[Line]) -> State:
    """Apply all lines to the first state; raises DoesNotFit where a told state differs."""
    state = copy.deepcopy(lines[0]["state"])
    for line in lines[1:-1]:
        apply(state, line)
        if "state" in line and not same(state, line["state"]):
            raise DoesNotFit(line)
    if state["outcome"] != lines[-1]["reason"]:
        raise DoesNotFit(lines[-1])
    return state
