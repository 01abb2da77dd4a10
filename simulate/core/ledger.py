"""A game's ledger: the rulebook rule by rule, and the numbers by which kernels cite it."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

GAMES = Path(__file__).resolve().parents[1] / "games"


@cache
def rules(package: str) -> dict[str, dict[str, Any]]:
    """Every ledger entry of a rules package, by id, in the order of print."""
    with (GAMES / package / "ledger.toml").open("rb") as file:
        return {entry["id"]: entry for entry in tomllib.load(file)["rule"]}


def number(package: str, rule: str) -> int:
    """Position of a rule in its ledger: how an event in a log names its rule."""
    return list(rules(package)).index(rule)
