"""The pack that an own file declares, as the files of any other pack: so `--set`, bounds, steps,
targets and edited packs work for it as they do for the five.
"""

from collections.abc import Mapping
from typing import Any

import tomlkit

from simulate.own.declared import MAIN, VALUE, OwnGame
from simulate.own.game import RuleNumber
from simulate.own.learnt import strategies_of
from simulate.own.players import is_valued

SOURCE = "designer: {file}"
GAMES = 2_000  # of each setting, in its own experiment
LOOK_AHEAD = {"playouts": 20, "candidates": 6, "rounds": 0}  # 0: to the end of the game
WIDE = {"playouts": 12, "candidates": 20, "rounds": 0}  # of who does not know what is promising
GREEDY = "Takes the move after which it stands best."
AHEAD = "Plays its best moves on to the end some times, on guesses of what it cannot see."
BLIND = (
    "Plays moves on to the end at random some times, on guesses of what it cannot see, for neither "
    "MARGINS nor `value` say what is good. Slow, and a weak player."
)


def files_of(own: OwnGame) -> dict[str, str]:
    """Name -> text of the files of its pack."""
    return {
        "rules.toml": _rules(own),
        "cards.toml": _cards(own),
        "strategies.toml": _strategies(own),
        "experiments/default.toml": _default(own),
    }


def _rules(own: OwnGame) -> str:
    whole = tomlkit.document()
    for name, number in own.kind.RULES.items():
        whole[name] = _rule(number, SOURCE.format(file=own.source.file))
    return tomlkit.dumps(whole)


def _rule(number: RuleNumber, source: str) -> dict[str, Any]:
    said: dict[str, Any] = {"value": number.value}
    if number.choices:
        said["choices"] = list(number.choices)
    elif number.low is not None:
        said |= {"unit": number.unit, "min": number.low, "max": number.high}
    return said | {"source": source} | ({"note": number.note} if number.note else {})


def _cards(own: OwnGame) -> str:
    whole = tomlkit.document()
    source = {"*": SOURCE.format(file=own.source.file)}
    for section, cards in own.kind.CARDS.items():
        whole[section] = {
            key: {"name": key.replace("_", " ").title(), **card, "source": source}
            for key, card in cards.items()
        }
    return tomlkit.dumps(whole)


def _strategies(own: OwnGame) -> str:
    """The players that an own game has for nothing, those that it declares, and those it learnt."""
    whole = tomlkit.document()
    players = {**_free(own), **_weighed(own), **strategies_of(own)}
    for name, entry in players.items():
        whole[name] = entry
    return tomlkit.dumps(whole)


def _free(own: OwnGame) -> dict[str, Any]:
    """What nobody has to write; where `value` says nothing the main player looks ahead."""
    ahead = {"choice": "look_ahead", "look_ahead": LOOK_AHEAD}
    greedy = {"plan": GREEDY, "weights": {VALUE: 1.0}}
    players = {
        MAIN: greedy,
        "greedy": greedy,
        "look_ahead": {"plan": AHEAD, "like": MAIN, **ahead},
        "random": {"plan": "Takes any legal move.", "choice": "random"},
    }
    if not is_valued(own.kind):
        del players["greedy"]
        players[MAIN] = {"plan": BLIND, "weights": {VALUE: 0.0}, **ahead, "look_ahead": WIDE}
    return players


def _weighed(own: OwnGame) -> dict[str, Any]:
    plan = "Takes the move that its weights like best."
    return {
        name: {"plan": plan, "weights": {key: float(weight) for key, weight in weights.items()}}
        for name, weights in own.kind.WEIGHTS.items()
    }


def _default(own: OwnGame) -> str:
    kind = own.kind
    levels: Mapping[str, Any] = {"players": kind.PLAYERS, **kind.SETTINGS}
    whole: dict[str, Any] = {
        "game": own.name,
        "question": f"Is {own.title} balanced?",
        "seed": 1,
        "games": GAMES,
        "factors": {name: list(each) for name, each in levels.items() if len(each) > 1},
        "fixed": {name: each[0] for name, each in levels.items() if len(each) == 1},
    }
    return tomlkit.dumps({key: part for key, part in whole.items() if part != {}})
