"""The shipped files of values, read as plain data, and tables of the referee made from them."""

import functools
import tomllib
from pathlib import Path
from typing import Any

from tests.rules.tactics.referee import Luck, Table, read_land

CONFIGS = Path(__file__).parents[3] / "configs" / "tactics"
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


@functools.cache
def read(name: str) -> dict[str, Any]:
    with (CONFIGS / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


def pack() -> dict[str, Any]:
    return read("cards") | read("maps")


def parameters() -> dict[str, dict[str, Any]]:
    """Entries of rules.toml by path."""
    found: dict[str, dict[str, Any]] = {}
    for name, rule in read("rules").items():
        inner = {name: rule} if "value" in rule else {f"{name}.{k}": r for k, r in rule.items()}
        found |= inner
    return found


def rules(**changed: Any) -> dict[str, Any]:
    found = {name: entry["value"] for name, entry in parameters().items()}
    unknown = set(changed) - set(found)
    assert not unknown, f"no such parameters: {unknown}"
    return found | changed


def usual_map(mode: str) -> str:
    return "riverlands" if mode in ("battle", "battle_team") else "evergreen_forest"


def new_table(mode: str, players: int, luck: Any = 0, land: Any = None, **changed: Any) -> Table:
    """A table before its setup."""
    luck = Luck(luck) if isinstance(luck, int | str) else luck
    found = read_land(pack(), land or usual_map(mode))
    return Table(rules(**changed), pack(), found, mode, SEATS.get(mode, players), luck)


def other_rules(luck):
    """A dozen parameters or switches off their values."""
    changed = {}
    for name, rule in luck.sample(sorted(parameters().items()), 12):
        if name in ("built_maps", "round_limit", "step_limit", "tactics_dealt", "tactics_kept"):
            continue
        if "choices" in rule:
            changed[name] = luck.choice(rule["choices"])
        elif isinstance(rule["value"], bool):
            changed[name] = not rule["value"]
        else:
            low, high = rule["min"], min(rule["max"], rule["value"] + 2)
            changed[name] = luck.randint(low, high)
    faces = [f"{icon}_faces" for icon in ("knock_back", "miss", "power")]
    if any(name in changed for name in faces):
        changed["faces_share"] = "together"
    return changed | {"round_limit": 30, "battle_rounds": 20}
