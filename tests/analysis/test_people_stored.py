"""An answer on people's games as plain data: to and fro, and nothing that a stranger bends."""

import json

import pytest

from analysis.people import stored
from tests.reports.made_up_people import AGREES, ANSWERS


@pytest.mark.parametrize("name", ANSWERS)
def test_what_is_kept_comes_back_the_same(name):
    text = json.dumps(stored.plain(ANSWERS[name]), allow_nan=False)
    assert stored.read(json.loads(text)) == ANSWERS[name]


def bent(path, value):
    """The data of an answer with one entry changed."""
    data = stored.plain(AGREES)
    *way, last = path
    inside = data
    for key in way:
        inside = inside[key]
    inside[last] = value
    return data


COMPARED, FIRST = ("agreement", "compared", 0), ("both", "estimates", 0)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("games",), "42"),
        (("games",), True),
        (("games",), -1),
        (("groups",), 1.5),
        (("notes",), "one"),
        (("notes",), ["a"] * 3_000),
        (("agreement", "p"), float("nan")),
        (("agreement", "p"), float("inf")),
        (("agreement", "p"), 1.5),
        (("agreement", "noticed"), 19),
        (("agreement", "size"), None),
        ((*COMPARED, "of"), "seat"),
        ((*COMPARED, "levels"), None),
        ((*COMPARED, "levels"), {"players": [1]}),
        ((*COMPARED, "simulated"), -0.1),
        ((*COMPARED, "people", "won"), 99),
        ((*FIRST, "verdict"), "splendid"),
        ((*FIRST, "off"), 2),
        ((*FIRST, "both", "low"), 0.9),
        ((*FIRST, "option"), 7),
        (("both", "band"), [0.5, 0.4]),
        (("both", "band"), [0.5]),
        (("both", "tau"), 0.3),
        (("both", "worth"), -5),
        (("skill", "skill", "value"), 7),
        (("skill", "by"), [1]),
        (("skill",), None),
    ],
)
def test_what_no_answer_holds_is_refused(path, value):
    with pytest.raises(ValueError):
        stored.read(bent(path, value))


@pytest.mark.parametrize("data", [None, [], "x", 3, {}, {"games": {1, 2}}, object()])
def test_what_is_no_answer_is_refused(data):
    with pytest.raises(ValueError):
        stored.read(data)


def test_nesting_without_end_is_refused():
    data = stored.plain(AGREES)
    data["notes"] = data
    with pytest.raises(ValueError):
        stored.read(data)
