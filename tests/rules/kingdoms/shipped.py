"""The shipped values as plain data, and tables made from them."""

from typing import Any

from tests.rules import shipped
from tests.rules.kingdoms.referee import Luck, Table

FOLDERS = {"kingdoms": "kingdoms", "ultra": "ultra_kingdoms"}
NO_ABILITIES: dict[str, Any] = {f"level_{level}": {"effects": []} for level in range(1, 6)}


def read(edition: str, name: str) -> dict[str, Any]:
    return shipped.read(FOLDERS[edition], name)


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
    return shipped.rules(FOLDERS[edition], on_cards(edition), **changed)


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


FIXED = (
    *("tokens", "blanks_removed", "tokens_by_owner", "compass", "round_limit", "start_resources"),
    *("meeples", "start_meeples", "end_meeples"),
)


def other_rules(luck, edition):
    """A dozen parameters or switches off their values, but for those that fit together."""
    changed = shipped.drawn_values(luck, FOLDERS[edition], FIXED, most_more=2)
    if 3 * changed.get("resource_limit", 9) < read(edition, "rules")["start_resources"]["value"]:
        del changed["resource_limit"]  # the first resources would not fit on the tracks
    return changed
