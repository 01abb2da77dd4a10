"""The shipped files of values, read as plain data."""

import functools
import tomllib
from pathlib import Path
from typing import Any

from tests.rules.kingdoms.referee import Luck, Table

CONFIGS = Path(__file__).parents[3] / "configs"
FOLDERS = {"kingdoms": "kingdoms", "ultra": "ultra_kingdoms"}


NO_ABILITIES: dict[str, Any] = {f"level_{level}": {"effects": []} for level in range(1, 6)}


@functools.cache
def read(edition: str, name: str) -> dict[str, Any]:
    with (CONFIGS / FOLDERS[edition] / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


# Values of tokens and of the compass under the names that the referee knows them by.
OF_TOKENS = {
    "crown_points": ("crown", "points"),
    "treasure_resources": ("treasure", "resources"),
    "bandits_price": ("bandits", "price"),
    "lair_levels": ("dragons_lair", "tower_levels"),
    "camp_resources": ("camp", "resources"),
    "fort_bonus": ("fort", "war_discount"),
    "town_points": ("town", "points"),
    "church_uses": ("church", "uses"),
}
COUNTED = {"dragons_lair": "lair"}


def on_cards(edition: str) -> dict[str, Any]:
    """Numbers that stand on cards: tokens in one edition, the compass in the other."""
    cards = read(edition, "cards")
    if "tokens" in cards:
        tokens = cards["tokens"]
        counts = {f"tokens.{COUNTED.get(k, k)}": token["count"] for k, token in tokens.items()}
        return counts | {name: tokens[card][key] for name, (card, key) in OF_TOKENS.items()}
    compass = cards["compass"]
    ring = enumerate(compass["ring"]["actions"], 1)
    return {
        "dummy_day_cost": compass["day"]["war_cost"],
        "dummy_night_cost": compass["night"]["war_cost"],
        "nightfall_resources": compass["night"]["gift"],
        **{f"compass.number_{number}": action for number, action in ring},
    }


def rules(edition: str = "kingdoms", **changed: Any) -> dict[str, Any]:
    """Names to values; groups are flat, as `tower_cost.level_1`."""
    found = on_cards(edition)
    for name, rule in read(edition, "rules").items():
        if "value" in rule:
            found[name] = rule["value"]
        else:
            found |= {f"{name}.{part}": inner["value"] for part, inner in rule.items()}
    unknown = set(changed) - set(found)
    assert not unknown, f"no such parameters: {unknown}"
    return found | changed


def new_table(edition: str, seats: int, luck: Any = 0, **said: Any) -> Table:
    """A table before its setup."""
    rule = rules(edition, **said.pop("rules", {}))
    luck = Luck(luck) if isinstance(luck, int | str) else luck
    factions = read(edition, "cards")["factions"]
    if not said.pop("abilities", True):
        factions = {name: {"abilities": NO_ABILITIES} for name in factions}
    return Table(rule, factions, {}, seats, luck, **said)


def territories(edition: str) -> dict[str, Any]:
    return read(edition, "territories")["territories"]


FIXED = ("tokens", "blanks_removed", "tokens_by_owner", "compass", "round_limit", "start_resources")


def other_rules(luck, edition):
    """A dozen parameters or switches off their values, but for those that fit together."""
    changed = {}
    for name, rule in luck.sample(sorted(flat(read(edition, "rules")).items()), 12):
        if name.split(".")[0] in FIXED or name in ("meeples", "start_meeples", "end_meeples"):
            continue
        if isinstance(rule["value"], bool):
            changed[name] = not rule["value"]
        elif "choices" in rule:
            changed[name] = luck.choice(rule["choices"])
        else:
            changed[name] = luck.randint(rule["min"], min(rule["max"], rule["value"] + 2))
    if 3 * changed.get("resource_limit", 9) < read(edition, "rules")["start_resources"]["value"]:
        del changed["resource_limit"]  # the first resources would not fit on the tracks
    return changed


def flat(rules):
    found = {}
    for name, rule in rules.items():
        inner = {name: rule} if "value" in rule else {f"{name}.{k}": r for k, r in rule.items()}
        found |= inner
    return found
