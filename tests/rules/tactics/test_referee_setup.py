"""The setup by the referee: who starts where, with what."""

import pytest

from tests.rules.tactics.referee import play
from tests.rules.tactics.shipped import ROWS, new_table


@pytest.mark.parametrize("mode, players", ROWS)
def test_T_SETUP_6_T_SETUP_8_T_TEAM_3_where_forces_start(mode, players):
    """T-SETUP-1 to T-SETUP-12, T-BATTLE-2, T-BATTLE-3: T-SETUP-1, T-SETUP-2, T-SETUP-3,
    T-SETUP-4, T-SETUP-5, T-SETUP-7, T-SETUP-9, T-SETUP-10, T-SETUP-11, T-SETUP-12, T-UNIT-1.
    """
    t = new_table(mode, players, 5)
    game = play(t)
    _, options = next(game)
    while "end" not in options:
        _, options = game.send(list(options)[-1])
    people = [seat for seat in range(t.seats) if not t.is_enemy(seat)]
    digits = {
        digit: set(t.land.corner(digit) if t.battle else t.land.stars(digit)) for digit in "1234"
    }
    stood = {
        seat: {d for d, spaces in digits.items() for u in t.of(seat) if u.at in spaces}
        for seat in people
    }
    assert t.active == 0 and not any(t.flags.values()) and not t.discards
    assert t.artifact == (t.land.artifact() if t.battle else None)
    split = len(people) <= 2
    for seat in people:
        assert [u.health for u in t.of(seat)] == [u.stats["health"] for u in t.of(seat)]
        assert stood[seat] in ([{"1", "3"}, {"2", "4"}] if split else [{d} for d in digits])
        assert len(t.hands[seat]) == 1
    if mode in ("team", "battle_team"):
        assert {"".join(sorted(stood[0] | stood[2])), "".join(sorted(stood[1] | stood[3]))} == {
            "13",
            "24",
        }
    assert len(t.deck) == 16 - len(people)
    names = [u.name for u in t.units]
    assert len(names) == len(set(names))
