"""An environment of PettingZoo as an own game.

Moves are legal actions, and points the sum of rewards: who has most wins.  What is hidden and what
chance will do lies inside of the environment, so players that try moves on copies know it.  A copy
is the environment begun again, with the same seed and actions: many cannot be copied otherwise.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import Any, ClassVar

import numpy as np

from simulate.core.errors import InputError, Problem
from simulate.own.game import Game

SEEDS = 2**31 - 1
LONGEST = 40  # letters of a name in a title


class Stage:
    """The one environment of a process; `totals` are the rewards of each agent so far."""

    def __init__(self, env: Any) -> None:
        self.env, self.totals = env, dict[str, float]()
        self._seed, self._actions = -1, list[int]()

    def showing(self, seed: int, actions: Sequence[int]) -> Any:
        """The environment as it stands after some actions, played on or begun again."""
        done = len(self._actions)
        if seed != self._seed or actions[:done] != self._actions:
            self.env.reset(seed=seed)
            self.totals = dict.fromkeys(self.env.possible_agents, 0.0)
            done = 0
        for action in actions[done:]:
            self._step(action)
        self._seed, self._actions = seed, [*actions]
        return self.env

    def _step(self, action: int | None) -> None:
        """An action, then what agents do that are out, which is nothing."""
        env = self.env
        env.step(action)
        for agent, reward in env.rewards.items():
            self.totals[agent] += float(reward)
        if not is_over(env) and is_out(env, env.agent_selection):
            self._step(None)


def is_over(env: Any) -> bool:
    """Whether no agent acts any more."""
    return all(is_out(env, agent) for agent in env.agents)


def is_out(env: Any, agent: str) -> bool:
    """Whether an agent acts no more."""
    return bool(env.terminations[agent] or env.truncations[agent])


class PettingZooGame(Game):
    """What all environments have in common; `stage` is where the one is played."""

    ENDS: ClassVar = {"over": "the game is over"}
    POINTS: ClassVar = {"rewards": "rewards of PettingZoo"}
    stage: Stage

    @property
    def env(self) -> Any:
        """The environment as it stands."""
        return self.stage.showing(self.begun, self.actions)

    def setup(self) -> None:
        self.begun, self.actions = self.luck.stream("seed").randrange(SEEDS), list[int]()
        self.seat = self.env.possible_agents.index(self.env.agent_selection)

    def moves(self) -> Sequence[int]:
        env = self.env
        seen, space = env.observe(env.agent_selection), env.action_space(env.agent_selection)
        told = seen if isinstance(seen, dict) else env.infos[env.agent_selection]
        mask = told.get("action_mask")
        places = range(space.n) if mask is None else np.flatnonzero(mask)
        return [int(space.start + place) for place in places]

    def play(self, move: int) -> None:
        before = self.seat
        self.actions.append(move)
        if not self.over():
            self.seat = self.env.possible_agents.index(self.env.agent_selection)
            self.round += self.seat < before

    def over(self) -> str:
        return "over" if is_over(self.env) else ""

    def points(self, seat: int) -> dict[str, float]:
        agent = self.env.possible_agents[seat]
        return {"rewards": round(self.stage.totals[agent], 9)}

    def say(self, move: int) -> str:
        return f"action {move}"


def game_of(name: str) -> type[PettingZooGame]:
    """The class of the environment that a module makes.

    Raises InputError where there is none, or it cannot be played here.
    """
    try:
        env = import_module(name).env()
        people, called = len(env.possible_agents), str(env.metadata.get("name", name))
        spaces = [env.action_space(agent) for agent in env.possible_agents]
        what = "" if people > 1 else "one player alone has rewards, and no win"
        if not all(hasattr(space, "n") and hasattr(space, "start") for space in spaces):
            what = "its actions are no list (only `Discrete` is played)"
    except Exception as error:
        what = f"no environment is made: {type(error).__name__}: {error}"
    if what:
        raise InputError([Problem(f"pettingzoo:{name}", what)])
    title = f"{called[:LONGEST]}, all is open"
    declared = {"TITLE": title, "PLAYERS": (people,), "stage": Stage(env)}
    return type("PettingZoo", (PettingZooGame,), declared)
