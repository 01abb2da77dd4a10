"""No move that changes nothing is offered, but words for leaving things as they are."""

import pytest

from tests.every_game.adapters import adapter, fewer
from tests.rules.kingdoms.unfelt import audit

# Answers that leave the table as it is, each because the rules let a player leave it so.
LEAVES_IT = {
    ("act", "do nothing"),  # the active player's right (K-TURN-6)
    ("act", "collect"),  # a follower must act or collect, be it nothing (K-TURN-8)
    ("act again", "stop"),
    ("march", "stop"),
    ("act then", "stop"),
    ("exchange", "stop"),
    ("raise attack", "do nothing"),  # adding 0 to the number
    ("raise defence", "do nothing"),
    ("use lair", "leave lair"),
}
# What was paid may come back at once, where winning brings the very resource and its track is full.
GIVEN_BACK = {("pay neutral", "pay")}
# Answers that may come to the same: two regions give the same in exchange where both lose their
# own yield anyway, as the track is full.
COME_TO_ONE = {("exchange", "exchange")}
CELLS = [
    *(("kingdoms", {"players": n, "exploration": True}) for n in (2, 3, 5)),
    ("kingdoms", {"players": 4}),
    *(("ultra_kingdoms", {"players": n}) for n in (1, 2, 4)),
]
IDS = [f"{game}-{levels['players']}" for game, levels in CELLS]


@pytest.mark.long
@pytest.mark.parametrize("strategy", ["random", "quick"])
@pytest.mark.parametrize("game, levels", CELLS, ids=IDS)
def test_K_TURN_8_every_offered_move_changes_the_table(game, levels, strategy):
    table = adapter(game).prepared(levels | {"strategy": strategy})
    unfelt, alike, looked = audit(table, 31, fewer(40))
    assert looked > 1000
    assert set(unfelt) <= LEAVES_IT | GIVEN_BACK, unfelt
    assert set(alike) <= COME_TO_ONE, alike


@pytest.mark.long
def test_K_TURN_8_an_audit_notices_a_move_that_changes_nothing():
    """With a track of one and much to find, a resource without room would be offered often."""
    table = adapter("ultra_kingdoms").prepared(
        {"players": 3, "strategy": "random"}, {"resource_limit": 1, "start_resources": 3}
    )
    unfelt, _, _ = audit(table, 5, fewer(40))
    assert set(unfelt) <= LEAVES_IT, unfelt
