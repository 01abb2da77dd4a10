"""Things on the table: what is declared in one line is set, told and named by it."""

import numpy as np
import pytest

from simulate.core.game.code_table import CodeTable
from simulate.mechanics.event_serializer import EventSerializer
from simulate.mechanics.log import NONE, ROOM, line_row, log_row, new_log, write_tie
from simulate.mechanics.things import Things

STATE = np.dtype(
    (
        np.record,
        [("round_no", "i8"), ("turns", "i8"), ("active", "i8"), ("threat", "i8", (3,))]
        + [("units", "i8", (4,)), ("place", "i8")],
    )
)
MOVE = np.dtype((np.record, [("actor", "i8")]))
LOG = log_row(line_row(MOVE), STATE)
REGIONS = ("coast", "ruins", "plains")

WHAT = Things(__name__, unit=2)
set_threat = WHAT.setter("threat", "region", by="active")
set_unit = WHAT.setter("unit", "unit", "yes or no", field="units", by="owner")
set_place = WHAT.setter("place", value="region")
set_active = WHAT.setter("active", value="seat", by="new")
END = CodeTable("not over", "won")


class Toy(EventSerializer):
    """Tells of three regions and two seats with two units each."""

    PACKAGE, THINGS, ENDS = "defenders", WHAT, END

    def __init__(self):
        super().__init__(names=None, cards=None)

    def every(self, of, s):
        return range(3 if of == "region" else 4)

    def name(self, kind, number, s):
        return REGIONS[number] if kind == "region" else f"{number // 2}.{number % 2}"


@pytest.fixture
def s():
    state = np.zeros(1, STATE)[0]
    state["active"], state["turns"], state["round_no"], state["place"] = 1, 5, 2, NONE
    return state


def told(log):
    count = log.count
    return list(Toy().lines(log.lines[:count], log.states[:count]))


def test_codes_and_words_come_from_the_declarations():
    assert WHAT.words == ("threat", "unit", "place", "active")
    assert (WHAT.THREAT, WHAT.ACTIVE) == (0, 3)


def test_a_setter_sets_its_field_and_nothing_else(s):
    set_threat(s, 1, 4, 0, None)
    set_unit(s, 3, 1, 0, None)
    assert s["threat"].tolist() == [0, 4, 0] and s["units"].tolist() == [0, 0, 0, 1]
    set_place(s, 2, 0, None)
    assert (s["place"], s["active"]) == (2, 1)


def test_a_change_is_told_in_words_with_whose_it_is(s):
    log = new_log(LOG)
    set_threat(s, 1, 4, 0, log)
    set_unit(s, 3, 1, 1, log)
    set_place(s, 0, NONE, log)
    set_active(s, 0, 0, log)
    set_active(s, NONE, 0, log)
    head = {"round": 2, "turn": 5, "event": "effect"}
    told_of = [
        {k: v for k, v in line.items() if k not in {*head, "n", "rule"}} for line in told(log)
    ]
    assert all(line | head == line for line in told(log))
    assert told_of == [
        {"seat": 1, "what": "threat", "of": "ruins", "from": 0, "to": 4},
        {"seat": 1, "what": "unit", "of": "1.1", "from": False, "to": True},
        {"seat": None, "what": "place", "of": None, "from": None, "to": "coast"},
        {"seat": 0, "what": "active", "of": None, "from": 1, "to": 0},
        {"seat": None, "what": "active", "of": None, "from": 0, "to": None},
    ]
    assert told(log)[2]["rule"] is None and told(log)[0]["rule"] == Toy().rules[0]


def test_what_stays_as_it_is_leaves_no_line(s):
    log = new_log(LOG)
    set_threat(s, 1, 0, 0, log)
    set_place(s, NONE, 0, log)
    assert log.count == 0


def test_lines_for_which_there_is_no_room_are_counted(s):
    log = new_log(LOG)
    for threat in range(1, ROOM + 4):
        set_threat(s, 0, threat, 0, log)
    assert log.count == ROOM + 3
    assert log.lines["new"][:ROOM].tolist() == list(range(1, ROOM + 1))


def test_a_log_keeps_lines_from_its_first_on(s):
    log = new_log(LOG)
    log.first = 2
    for threat in (1, 2, 3, 4):
        set_threat(s, 0, threat, 0, log)
    assert log.count == 4 and log.lines["new"][:3].tolist() == [3, 4, 0]
    assert log.states["threat"][:2, 0].tolist() == [3, 4]


def test_a_log_that_is_off_stays_as_it_is(s):
    log = new_log(LOG, on=False)
    set_threat(s, 0, 1, 0, log)
    write_tie(s, 1, 3, 0, log)
    assert log.count == 0 and s["threat"][0] == 1


def test_the_state_names_every_thing_of_a_kind(s):
    set_unit(s, 0, 1, 0, None)
    set_place(s, 2, 0, None)
    state = {what: Toy().whole(what, s) for what in WHAT}
    assert state["threat"] == {"coast": 0, "ruins": 0, "plains": 0}
    assert state["unit"] == {"0.0": True, "0.1": False, "1.0": False, "1.1": False}
    assert (state["place"], state["active"]) == ("plains", 1)


def test_a_tie_is_told_with_how_many_there_were(s):
    log = new_log(LOG)
    write_tie(s, 1, 3, 0, log)
    line = told(log)[0]
    assert (line["event"], line["kind"], line["among"], line["result"]) == ("chance", "tie", 3, 1)
