"""An own game as an environment of PettingZoo (AEC), for players that learn elsewhere."""

from importlib import import_module
from random import Random
from typing import Any

import numpy as np

from simulate.core.errors import InputError, Problem, RunError
from simulate.core.game.game_files import PETTINGZOO
from simulate.core.text.validate import not_one_of
from simulate.own.check.check import must_hold
from simulate.own.file.lines import blamed
from simulate.own.file.of_others import NEEDS
from simulate.own.file.reading import know
from simulate.own.game import Game
from simulate.own.luck import GameLuck
from simulate.own.players import MOST_DECISIONS, supposed
from simulate.own.rows import standing
from simulate.own.setting import OwnTable, laid
from simulate.own.table import prepare
from simulate.pack import load


class OwnGameEnv:
    """The table of an own game between agents `seat_1`, `seat_2` ...

    Action k is the k-th of the moves that the game lists; `infos` has them in words.  A seat
    observes the round, whether it is asked, the points of each seat, and what each of its moves
    brings (FEATURES); what `hide` hides is dealt anew before.  The reward is its share of the win.
    """

    _was_dead_step: Any  # what an environment of PettingZoo has
    _accumulate_rewards: Any
    _clear_rewards: Any

    def __init__(self, table: OwnTable, actions: int) -> None:
        spaces: Any = import_module("gymnasium.spaces")
        self.table, self.features = table, [*table.own.kind.FEATURES]
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(table.people)]
        size = 2 + table.people + actions * len(self.features)
        seen = spaces.Box(-np.inf, np.inf, (size,), np.float64)
        each = {"observation": seen, "action_mask": spaces.Box(0, 1, (actions,), np.int8)}
        named = self.possible_agents
        self.observation_space = {name: spaces.Dict(each) for name in named}.__getitem__
        self.action_space = {name: spaces.Discrete(actions) for name in named}.__getitem__
        self.actions, self._game = actions, (1, -1)  # seed and number

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Set up a game: the first of a seed, or the next one."""
        self._game = (self._game[0], self._game[1] + 1) if seed is None else (seed, 0)
        self.agents, self.decisions = [*self.possible_agents], 0
        self.rewards, self._cumulative_rewards = (dict.fromkeys(self.agents, 0.0) for _ in "12")
        self.terminations, self.truncations = (dict.fromkeys(self.agents, False) for _ in "12")
        with blamed(self.table.own.source.file):
            self.game: Game = laid(self.table, GameLuck.of_game(*self._game))
            self._ask()

    def _ask(self) -> None:
        """Whose turn it is, and what may be done."""
        self.moves = [] if self.game.over() else [*self.game.moves()]
        if len(self.moves) > self.actions:
            raise RunError(f"a seat has {len(self.moves)} moves; make `actions` that large")
        self.agent_selection = self.possible_agents[self.game.seat]
        self.infos: dict[str, Any] = {agent: {} for agent in self.agents}
        self.infos[self.agent_selection] = {"moves": [*map(self.game.say, self.moves)]}

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What a seat sees, and which actions it has."""
        is_asked, mask = agent == self.agent_selection, np.zeros(self.actions, np.int8)
        brings = np.zeros((self.actions, len(self.features)))
        with blamed(self.table.own.source.file):
            dealt = supposed(self.game, self.possible_agents.index(agent), Random(0))
            points = [sum(dealt.points(seat).values()) for seat in range(dealt.players)]
            for k, move in enumerate(self.moves if is_asked else ()):
                mask[k], found = 1, self.game.features(move)
                brings[k] = [found.get(name, 0.0) for name in self.features]
        seen = np.array([dealt.round, is_asked, *points, *brings.ravel()], np.float64)
        return {"observation": seen, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Do an action of the agent whose turn it is.  Raises ValueError for none of its own."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < len(self.moves):
            raise ValueError(f"action {action} is none of the {len(self.moves)} of {agent}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        with blamed(self.table.own.source.file):
            self.game.play(self.moves[action])
            self.decisions += 1
            if reason := self.game.over():
                self.terminations = dict.fromkeys(self.agents, True)
                self.rewards = dict(zip(self.agents, self._won(reason), strict=True))
            elif self.decisions >= MOST_DECISIONS:
                self.truncations = dict.fromkeys(self.agents, True)
            self._ask()
        self._accumulate_rewards()

    def _won(self, reason: str) -> list[float]:
        kind = self.table.own.kind
        if kind.TOGETHER:
            return [float(reason in kind.WINS)] * self.table.people
        return standing(self.game).shares


def env(file: str, actions: int = 100, **asked: Any) -> Any:
    """The game of a file (or of others) as an AEC environment.

    actions: the most moves that a seat ever has; asked: `players`, and levels of its SETTINGS, by
    default the first.  Raises InputError where the file holds no such game, or the library lacks.
    """
    try:
        bases = (OwnGameEnv, import_module(PETTINGZOO).AECEnv)
    except ModuleNotFoundError:
        raise InputError([Problem(file, NEEDS.format(PETTINGZOO))]) from None
    own = know(file)
    must_hold(own)
    known: dict[str, Any] = {"players": own.kind.PLAYERS, **own.kind.SETTINGS}
    for name, level in asked.items():
        if level not in (allowed := known.get(name, ())):
            raise InputError([Problem(f"{name}={level}", not_one_of(name, level, allowed))])
    levels = {name: values[0] for name, values in known.items()} | asked
    people = levels.pop("players")
    table = prepare(load(own.name), own.at_random(people, levels))
    told = {"name": own.name, "render_modes": [], "is_parallelizable": False}
    return type("OwnGameEnv", bases, {"metadata": told})(table, actions)
