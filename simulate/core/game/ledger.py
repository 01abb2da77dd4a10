"""A game's ledger: the rulebook rule by rule, with the ids that kernels cite."""

import tomllib
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

GAMES = Path(__file__).resolve().parents[2] / "games"


@cache
def rules(package: str) -> dict[str, dict[str, Any]]:
    """Every ledger entry of a rules package, by id, in the order of print."""
    with (GAMES / package / "ledger.toml").open("rb") as file:
        return {entry["id"]: entry for entry in tomllib.load(file)["rule"]}


class Rules(ModuleType):
    """The numbers by which kernels cite a game's rules: `RULE.D_MOVE_1` stands for D-MOVE-1.

    A number is the rule's position in the ledger, from 0; an id that is not there is refused.
    """

    def __init__(self, package: str) -> None:
        super().__init__(f"rules of {package}")
        for position, rule in enumerate(rules(package)):
            setattr(self, rule.replace("-", "_"), position)
