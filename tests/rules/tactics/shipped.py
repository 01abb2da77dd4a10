"""The shipped values as plain data, and tables of the referee made from them."""

from functools import partial
from typing import Any

from tests.rules import shipped
from tests.rules.tactics.referee import Luck, Table, read_land

SEATS = {"solo": 2, "coop": 4, "team": 4, "battle_team": 4}
# Every mode with the number of people that may play it.
ROWS = [
    *(("competitive", players) for players in (2, 3, 4)),
    ("team", 4),
    *(("battle", players) for players in (2, 3, 4)),
    ("battle_team", 4),
    ("solo", 1),
    ("coop", 2),
]


read = partial(shipped.read, "tactics")
parameters = partial(shipped.parameters, "tactics")
rules = partial(shipped.rules, "tactics")


def pack() -> dict[str, Any]:
    return read("cards") | read("maps")


def usual_map(mode: str) -> str:
    return "riverlands" if mode in ("battle", "battle_team") else "evergreen_forest"


def new_table(mode: str, players: int, luck: Any = 0, land: Any = None, **changed: Any) -> Table:
    """A table before its setup."""
    luck = Luck(luck) if isinstance(luck, int | str) else luck
    found = read_land(pack(), land or usual_map(mode))
    return Table(rules(**changed), pack(), found, mode, SEATS.get(mode, players), luck)


def other_rules(luck):
    """A dozen parameters or switches off their values."""
    kept = ("built_maps", "round_limit", "step_limit", "tactics_dealt", "tactics_kept")
    changed = shipped.drawn_values(luck, "tactics", kept, most_more=2)
    faces = [f"{icon}_faces" for icon in ("knock_back", "miss", "power")]
    if any(name in changed for name in faces):
        changed["faces_share"] = "together"
    return changed | {"round_limit": 30, "battle_rounds": 20}
