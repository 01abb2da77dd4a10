"""A game small enough to know every line of its files, for tests of the border."""

import sys
import types
from pathlib import Path
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field

from simulate.core.game.cardmodel import Ranges
from simulate.core.game.facts import Factor, Facts
from simulate.pack import catalogue, configs, reading

RULES = """\
[capital_limit]
value = 6
unit = "threat"
min = 1
max = 9
source = "cited: a list"
note = "The Capital falls at this."

[capital_start]
value = 0
min = 0
max = 8
source = "rulebook: Set-up"

[dire.easy]
value = 1
min = 0
max = 4
source = "rulebook: Decks"

[dire.hard]
value = 3
min = 0
max = 4
source = "rulebook: Decks"

[horn_returns]
value = true
source = "stand-in: not said"

[first_region]
value = "coast"
choices = ["coast", "forest"]
source = "stand-in: any order is allowed"
"""

CARDS = """\
[heroes.paladin]
name = "Paladin"
health = 5
source = { "*" = "cited: a list" }

[heroes.druid]
name = "Druid"
health = 4
[heroes.druid.abilities.call]
points = 1
effects = [{ do = "heal", amount = 2 }, { do = "harm", amount = 1 }]
[heroes.druid.source]
"*" = "cited: a list"
"abilities.call" = "stand-in: only the name is known"
"abilities.call.effects.0.amount" = "rulebook: Heroes"

[heroes.bard]
name = "Bard"
health = 4
source = { "*" = "cited: a list" }

[artifacts.horn]
name = "Horn"
abilities = { blow = { effects = [{ do = "heal", amount = 1 }] } }
source = { name = "cited: a list", abilities = "stand-in: a guess" }

[enemies.wolf]
regions = ["coast", "forest"]
source = { "*" = "cited: a list" }
"""

STRATEGIES = """\
[balanced]
plan = "Keeps watch and heals."
weights = { watch = 1.0, heal = 0.5 }

[random]
plan = "Does anything."
choice = "random"

[expert]
plan = "Looks ahead."
choice = "look_ahead"
look_ahead = { playouts = 8, candidates = 3 }
"""

DEFAULT = """\
game = "toy"
question = "How hard is it?"
seed = 7
games = 50

[factors]
players = [1, 2, 3]
mode = ["easy", "hard"]
"""

FILES = {
    "rules.toml": RULES,
    "cards.toml": CARDS,
    "strategies.toml": STRATEGIES,
    "experiments/default.toml": DEFAULT,
}

_MODEL = ConfigDict(extra="forbid", strict=True)


class _Effect(BaseModel):
    model_config = _MODEL
    do: Literal["heal", "harm"]
    amount: Annotated[int, Field(ge=1, le=3)]


class _Ability(BaseModel):
    model_config = _MODEL
    points: Annotated[int, Field(ge=0, le=6)] = 0
    effects: list[_Effect]


class _Card(BaseModel):
    model_config = _MODEL
    abilities: dict[str, _Ability] = {}
    source: dict[str, str]
    ranges: Ranges


class _Hero(_Card):
    name: str
    health: Annotated[int, Field(ge=1, le=9)]


class _Artifact(_Card):
    name: str


class _Enemy(BaseModel):
    model_config = _MODEL
    regions: list[Literal["coast", "forest"]]
    source: dict[str, str]
    ranges: Ranges


class CardsModel(BaseModel):
    model_config = _MODEL
    heroes: dict[str, _Hero]
    artifacts: dict[str, _Artifact]
    enemies: dict[str, _Enemy]


def check_rules(values):
    if values["capital_start"] >= values["capital_limit"]:
        yield "rules.capital_start", "`rules.capital_start` must be below `rules.capital_limit`"


def _illegal(setting):
    if setting["layout"] == "fixed" and setting["mode"] == "hard":
        return "layout = fixed is for mode = easy only"
    return ""


FACTS = Facts(
    name="toy",
    title="A Toy",
    package="toy",
    cooperative=True,
    options="heroes",
    crossed=("players", "mode"),
    factors=(
        Factor("players", "int", 2, "people at the table", (1, 2, 3), who_plays=True),
        Factor("mode", "choice", "easy", "how hard", ("easy", "hard")),
        Factor("layout", "choice", "random", "how regions lie", ("random", "fixed")),
        Factor("open", "choice", True, "whether hands are open", (True, False)),
        Factor("party", "party", "dealt", "which heroes", names="heroes"),
        Factor("strategy", "strategy", "balanced", "who plays", per_seat=True),
        Factor("skill", "number", 1.0, "how well", ("family", "club"), per_seat=True),
    ),
    decision_points=(),
    events={},
    games_columns=(),
    seats_columns=(),
    end_reasons={"saved": "the land is saved"},
    seats=lambda setting: setting["players"],
    illegal=_illegal,
)


def write(folder: Path, **changed: str) -> Path:
    """The files of the toy in a folder; `rules`, `cards` ... replace a file's text."""
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(changed.get(path.stem, text), "utf-8")
    return folder


def install(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Put the toy into the catalogue, with its shipped files below `folder`."""
    write(folder / "toy")
    modules = {
        "simulate.games.toy": {},
        "simulate.games.toy.facts": {"FACTS": FACTS},
        "simulate.games.toy.cards": {"CardsModel": CardsModel, "check_rules": check_rules},
        "strategies.toy": {},
        "strategies.toy.names": {
            "FEATURES": {"watch": "on guard", "heal": "health back"},
            "STAGES": ("early", "late"),
        },
    }
    for name, content in modules.items():
        module = types.ModuleType(name)
        vars(module).update(content)
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(catalogue, "GAMES", {"toy": ("simulate.games.toy.facts", "FACTS")})
    monkeypatch.setattr(configs, "folder", lambda: folder)
    reading._shipped.cache_clear()
