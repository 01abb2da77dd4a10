"""What a game gives is found by the names that it bears in the rooms."""

from types import ModuleType
from typing import NamedTuple

import pytest

from simulate.core.game.rooms import found_in


class Given(NamedTuple):
    deal: int
    luck: int = 7


def room(name, **things):
    made = ModuleType(name)
    vars(made).update(things)
    return made


def test_a_name_is_found_in_any_room():
    assert found_in(Given, room("setup", deal=1), room("choose", luck=2)) == Given(1, 2)


def test_what_is_in_no_room_is_as_by_default():
    assert found_in(Given, room("setup", deal=1)) == Given(1, 7)


def test_what_has_no_default_must_be_there():
    with pytest.raises(TypeError, match="deal"):
        found_in(Given, room("choose", luck=2))


def test_one_name_for_two_things_is_refused():
    with pytest.raises(ValueError, match="`deal` is not the same in setup and turn"):
        found_in(Given, room("setup", deal=1), room("turn", deal=2))


def test_one_thing_may_be_in_two_rooms():
    assert found_in(Given, room("setup", deal=1), room("turn", deal=1)).deal == 1
