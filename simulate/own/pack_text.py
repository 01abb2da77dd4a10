"""The pack that an own file declares, as the files of any other pack: so `--set`, bounds, steps,
targets and edited packs work for it as they do for the five.
"""

from collections.abc import Mapping
from typing import Any

import tomlkit

from simulate.own.best.equilibrium import refusal
from simulate.own.declared import MAIN, VALUE, OwnGame
from simulate.own.game import Game, RuleNumber
from simulate.own.learnt import strategies_of
from simulate.own.players import is_valued
from simulate.pack.strategies import DEEP, DEEPER, SEARCH, SOLVED

GAMES = 2_000  # of each setting, in its own experiment
LOOK_AHEAD = {"playouts": 20, "candidates": 6, "rounds": 0}  # 0: to the end of the game
WIDE = {"playouts": 12, "candidates": 20, "rounds": 0}  # of who does not know what is promising
SIMULATIONS = 200
AT_NOUGHT = {"simulations": 40}  # simulations of who goes by points alone, where no move brings any
GREEDY = "Takes the move after which it stands best"
OR_SEARCH = "; where no move brings anybody ahead it searches."
TREE = "Searches by tree: tries moves, and answers to them, on guesses of what it cannot see."
AS_SEARCH = f"As `{SEARCH}`, with {DEEPER} times as many simulations."
AHEAD = "Plays its best moves on to the end some times, on guesses of what it cannot see."
BEST = "Plays best, where all is tried that may happen: small games of two sides or all together."
BLIND = (
    "Plays moves on to the end at random some times, on guesses of what it cannot see, for neither "
    "MARGINS nor `value` say what is good. Slow, and a weak player."
)


def files_of(own: OwnGame) -> dict[str, str]:
    """Name -> text of the files of its pack."""
    source = f"designer: {own.source.file}"
    whole = {
        "rules.toml": {name: _rule(number, source) for name, number in own.kind.RULES.items()},
        "cards.toml": _cards(own, {"*": source}),
        # Players that are there for nothing, those that it declares, and those that it learnt.
        "strategies.toml": {**_free(own), **_weighed(own), **strategies_of(own)},
        "experiments/default.toml": _default(own),
    }
    return {name: tomlkit.dumps(data) for name, data in whole.items()}


def _rule(number: RuleNumber, source: str) -> dict[str, Any]:
    said: dict[str, Any] = {"value": number.value}
    if number.choices:
        said["choices"] = list(number.choices)
    elif number.low is not None:
        said |= {"unit": number.unit, "min": number.low, "max": number.high}
    return said | {"source": source} | ({"note": number.note} if number.note else {})


def _cards(own: OwnGame, source: Mapping[str, str]) -> dict[str, Any]:
    return {
        section: {
            key: {"name": key.replace("_", " ").title(), **card, "source": source}
            for key, card in cards.items()
        }
        for section, cards in own.kind.CARDS.items()
    }


def _free(own: OwnGame) -> dict[str, Any]:
    """What nobody has to write; where `value` says nothing the main player looks ahead."""
    ahead = {"choice": "look_ahead", "look_ahead": LOOK_AHEAD}
    greedy = {"plan": f"{GREEDY}.", "weights": {VALUE: 1.0}}
    players = {
        MAIN: greedy,
        "greedy": greedy,
        "look_ahead": {"plan": AHEAD, "like": MAIN, **ahead},
        SEARCH: {"plan": TREE, **_searching(SIMULATIONS)},
        DEEP: {"plan": AS_SEARCH, **_searching(DEEPER * SIMULATIONS)},
        "random": {"plan": "Takes any legal move.", "choice": "random"},
    }
    if own.kind.value is Game.value and not own.kind.TOGETHER:
        players[MAIN] = {**greedy, "plan": GREEDY + OR_SEARCH, SEARCH: AT_NOUGHT}
    if not refusal(own):
        players["best"] = {"plan": BEST, "choice": SOLVED}
    if not is_valued(own.kind):
        del players["greedy"]
        players[MAIN] = {"plan": BLIND, "weights": {VALUE: 0.0}, **ahead, "look_ahead": WIDE}
    return players


def _searching(simulations: int) -> dict[str, Any]:
    return {"like": MAIN, "choice": SEARCH, SEARCH: {"simulations": simulations}}


def _weighed(own: OwnGame) -> dict[str, Any]:
    plan = "Takes the move that its weights like best."
    return {
        name: {"plan": plan, "weights": {key: float(weight) for key, weight in weights.items()}}
        for name, weights in own.kind.WEIGHTS.items()
    }


def _default(own: OwnGame) -> dict[str, Any]:
    levels: dict[str, Any] = {"players": own.kind.PLAYERS, **own.kind.SETTINGS}
    factors = {name: list(each) for name, each in levels.items() if len(each) > 1}
    fixed = {name: each[0] for name, each in levels.items() if len(each) == 1}
    whole = {"game": own.name, "question": f"Is {own.title} balanced?", "seed": 1, "games": GAMES}
    parts = {"factors": factors, "fixed": fixed}
    return whole | {name: part for name, part in parts.items() if part}
