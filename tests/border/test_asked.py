"""What was typed after --set becomes a value."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulate.experiment.request import read_changes, read_value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3", 3),
        ("1_000", 1000),
        ("0.5", 0.5),
        ("true", True),
        ("hard", "hard"),
        ('"hard"', "hard"),
        ("paladin+druid", "paladin+druid"),
        ("1,2", [1, 2]),
        ("[1, 2]", [1, 2]),
        ("easy,hard", ["easy", "hard"]),
        ("[easy, hard]", ["easy", "hard"]),
        ("easy, 3 ,true", ["easy", 3, True]),
        ("[[coast, forest], [coast]]", [["coast", "forest"], ["coast"]]),
        ("[coast,forest],[coast]", [["coast", "forest"], ["coast"]]),
        ('"a,b",c', ["a,b", "c"]),
        ('[{ do = "heal", amount = 1 }]', [{"do": "heal", "amount": 1}]),
        ("2024-05-01", "2024-05-01"),
        ("07:30:00", "07:30:00"),
        ("1\ngames = 2", "1\ngames = 2"),
        ("3x", "3x"),
    ],
)
def test_toml_if_it_is_toml_else_a_list_else_a_word(text, value):
    found = read_value(text)
    assert found == value
    assert type(found) is type(value)


@given(st.text(max_size=20))
@settings(max_examples=30)
def test_any_text_becomes_some_value(text):
    assert isinstance(read_value(text), bool | int | float | str | list | dict)


def test_a_key_keeps_its_text_and_its_order():
    changes, problems = read_changes(["mode = hard", "rules.x=1,2", "party=a=b"])
    assert problems == []
    assert [(c.key, c.value, c.typed) for c in changes] == [
        ("mode", "hard", "--set mode = hard"),
        ("rules.x", [1, 2], "--set rules.x=1,2"),
        ("party", "a=b", "--set party=a=b"),
    ]


@pytest.mark.parametrize("text", ["players", "=3", "players=", "", " = "])
def test_what_is_no_key_and_value_is_refused(text):
    changes, (problem,) = read_changes([text])
    assert changes == []
    assert problem.where == f"--set {text}"
    assert "KEY=VALUE" in problem.what


def test_a_key_that_is_set_twice_is_refused():
    _, (problem,) = read_changes(["players=2", "players=3"])
    assert problem.where == "--set players=3"
    assert "set twice" in problem.what
    assert "players=A,B" in problem.what
