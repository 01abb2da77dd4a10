"""What a model has against some data, in words with a place."""

from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from simulate.core.errors import Problem
from simulate.core.text.validate import check, literal


class Shared(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Heal(Shared):
    do: Literal["heal"]
    amount: Annotated[int, Field(ge=1, le=3)]


class Move(Shared):
    do: Literal["move"]
    steps: int

    @model_validator(mode="after")
    def _not_both(self):
        if self.steps == 13:
            raise PydanticCustomError(
                "own", "{message}", {"message": "13 is unlucky", "key": "steps"}
            )
        return self


class Card(Shared):
    effects: list[Annotated[Heal | Move, Field(discriminator="do")]] = []
    size: int | str = 1
    names: Annotated[list[str], Field(max_length=2)] = []
    code: Annotated[str, Field(pattern=r"^[a-z]+$")] = "x"
    limit: float | None = None


class Deck(Shared):
    cards: dict[str, Card]


def found(card):
    """place -> (sentence, key or value) of every problem of one card."""
    told = {}

    def report(loc, what, on):
        assert loc not in told, "one place was told twice"
        told[loc] = (what, on)
        return Problem(str(loc), what)

    check(Deck, {"cards": {"ace": card}}, report)
    return {loc[2:]: value for loc, value in told.items()}


@pytest.mark.parametrize(
    ("card", "loc", "what", "on"),
    [
        ({"sizes": 3}, ("sizes",), "unknown key `sizes`; did you mean `size`? "
         "(allowed: code, effects, limit, names, size)", "key"),
        ({"effects": [{"do": "heal", "amuont": 1, "amount": 1}]}, ("effects", 0, "amuont"),
         "unknown key `amuont`; did you mean `amount`? (allowed: amount, do, steps)", "key"),
        ({"effects": [{"do": "heal"}]}, ("effects", 0, "amount"), "`amount` is missing", "key"),
        ({"effects": [{"do": "hael"}]}, ("effects", 0, "do"),
         '`cards.ace.effects.0.do` cannot be "hael"; did you mean `heal`? (allowed: heal, move)',
         "value"),
        ({"effects": [{"amount": 2}]}, ("effects", 0), "`cards.ace.effects.0` needs `do`", "value"),
        ({"effects": [{"do": "heal", "amount": 4}]}, ("effects", 0, "amount"),
         "`cards.ace.effects.0.amount` must be at most 3 (found 4)", "value"),
        ({"effects": [{"do": "move", "steps": 13}]}, ("effects", 0, "steps"), "13 is unlucky",
         "value"),
        ({"effects": 3}, ("effects",),
         "`cards.ace.effects` must be a list, such as [1, 2] (found 3)",
         "value"),
        ({"effects": {"do": "heal"}}, ("effects",),
         "`cards.ace.effects` must be a list of tables: write [[cards.ace.effects]]", "key"),
        ({"effects": [3]}, ("effects", 0), "must be a table", "value"),
        ({"names": ["a", "b", "c"]}, ("names",), "must have at most 2 entries", "value"),
        ({"names": ["a", 2]}, ("names", 1), "must be text in quotes (found 2)", "value"),
        ({"code": "A"}, ("code",),
         'does not match the pattern ^[a-z]+$ (found "A")', "value"),
        ({"limit": True}, ("limit",), "must be a number (found true)", "value"),
        ({"effects": [{"do": "move", "steps": 10**30}]}, ("effects", 0, "steps"), "", ""),
    ],
)  # fmt: skip
def test_every_kind_of_mistake_has_its_sentence(card, loc, what, on):
    told = found(card)
    if not what:
        assert told == {}  # a whole number of any size is one
        return
    assert list(told) == [loc]
    assert what in told[loc][0]
    assert told[loc][1] == on


def test_a_card_that_is_no_table_is_told():
    problems = check(Deck, {"cards": {"ace": 3}}, lambda loc, what, on: Problem(str(loc), what))[1]
    assert [(p.where, p.what) for p in problems] == [
        ("('cards', 'ace')", "`cards.ace` must be a table (found 3)")
    ]


def test_a_list_of_tables_in_the_place_of_one_is_told_by_its_brackets():
    data = {"cards": {"ace": [{"size": 1}]}}
    (problem,) = check(Deck, data, lambda loc, what, on: Problem(str(loc), what))[1]
    assert "`cards.ace` must be one table: write [cards.ace]" in problem.what


def test_the_branches_of_a_union_that_say_the_same_are_told_once():
    class Either(Shared):
        size: Heal | Move

    problems = check(Either, {"size": {"x": 1}}, lambda loc, what, on: Problem(str(loc), what))[1]
    whats = [(p.where, p.what) for p in problems]
    assert len(whats) == len(set(whats))
    assert ("('size', 'do')", "`do` is missing") in whats


def test_values_are_shown_as_toml_writes_them():
    assert literal({"a": [1, "b", True]}) == '{a = [1, "b", true]}'
    assert len(literal("x" * 500)) == 60
