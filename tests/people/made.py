"""People and simulated games that are made up, by other laws than the model takes them to have.

People differ from one another and from evening to evening; what they do otherwise than the
simulation is drawn from beta distributions, not normal ones; they forget to write options down.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from analysis.people.grid import Grid, GridNode, GridSetting
from simulate.playtests.records import Playtests, TableGame, TableSeat

NODES = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
LEVELS = {"newcomer": 0.4, "family": 0.6, "club": 0.8}
PERSON, EVENING = 0.1, 0.05  # spreads of skill
A_GROUP = 3  # games


def spread(rng: np.random.Generator, size: int, sd: float) -> np.ndarray:
    """Numbers with mean 0 and this standard deviation, of beta distributions: no long tails."""
    return (rng.beta(2, 2, size=size) - 0.5) * sd / np.sqrt(0.05)


@dataclass(frozen=True)
class World:
    """What is true.

    base, slope: of each setting, log-odds at skill 0 and what full skill adds; of contests unused.
    seats: of each setting.  simulated, people: strengths of options, mean 0.  score: points that
    full skill adds to a seat.
    """

    together: bool
    seats: tuple[int, ...]
    base: np.ndarray
    slope: np.ndarray
    simulated: np.ndarray
    people: np.ndarray
    offset: np.ndarray
    score: float = 4.0
    more_score: float = 0.0
    against: float = 3.5  # log-odds a unit of skill within a contest's table
    names: tuple[str, ...] = field(default=())

    @property
    def options(self) -> tuple[str, ...]:
        """Ids."""
        return tuple(f"option{i}" for i in range(len(self.simulated)))

    def level(self, setting: int, skill: np.ndarray) -> np.ndarray:
        """Log-odds of a win; steeper where skill is low."""
        return self.base[setting] + self.slope[setting] * skill**0.8


def world(
    rng: np.random.Generator,
    together: bool,
    options: int = 12,
    settings: int = 6,
    tau: float = 0.3,
    is_reversed: bool = False,
) -> World:
    """A game and people who differ from its simulation by `tau`."""
    simulated = spread(rng, options, 0.35)
    simulated -= simulated.mean()
    people = (-1 if is_reversed else 1) * simulated + spread(rng, options, tau)
    return World(
        together,
        tuple(2 + i % 3 for i in range(settings)) if together else (4,) * settings,
        -2.4 + spread(rng, settings, 0.8),
        3.2 + spread(rng, settings, 0.4),
        simulated,
        people - people.mean(),
        spread(rng, settings, 0.15),
    )


def dealt(rng: np.random.Generator, games: int, seats: int, options: int) -> np.ndarray:
    """int64[games, seats], another option each."""
    return rng.random((games, options)).argsort(axis=1)[:, :seats]


def chance_together(
    truth: World, setting: int, skill: np.ndarray, line: np.ndarray, effects: np.ndarray
) -> np.ndarray:
    """Of a win."""
    eta = truth.level(setting, skill) + (effects[line] - effects.mean()).sum(axis=1)
    return 1 / (1 + np.exp(-eta))


def mixed_tables(rng: np.random.Generator, truth: World, seats: int, games: int) -> GridNode:
    """Contests whose first seat plays at 0.4 and all others at 0.8; nothing is scored."""
    options = len(truth.simulated)
    line = dealt(rng, games, seats, options)
    skills = np.where(np.arange(seats) == 0, 0.4, 0.8) + np.zeros(line.shape)
    luck = truth.simulated[line] + truth.against * skills + rng.gumbel(size=line.shape)
    share = (luck.argmax(axis=1)[:, None] == np.arange(seats)).astype(float)
    has = line[:, :, None] == np.arange(options)
    unknown = np.full(line.shape, np.nan)
    mean = float(skills.mean())
    return GridNode(mean, skills, np.zeros(0), has, share, unknown, np.full(games, 8.0))


def grid(rng: np.random.Generator, truth: World, games: int = 150) -> Grid:
    """Every setting at every skill, so many games each."""
    options = len(truth.simulated)
    settings = []
    for place, seats in enumerate(truth.seats):
        nodes = []
        for skill in NODES:
            line = dealt(rng, games, seats, options)
            has = line[:, :, None] == np.arange(options)
            share, won = np.zeros((games, seats)), np.zeros(0)
            score = np.full((games, seats), np.nan)
            if truth.together:
                p = chance_together(truth, place, np.full(games, skill), line, truth.simulated)
                won = (rng.random(games) < p).astype(float)
                share[:] = won[:, None]
            else:
                luck = truth.simulated[line] + rng.gumbel(size=line.shape)
                share[np.arange(games), luck.argmax(axis=1)] = 1
                score = scores(rng, truth, np.full(line.shape, skill), luck)
            rounds = 8 - 1.5 * skill + rng.normal(size=games)
            alike = np.full(line.shape, skill)
            nodes.append(GridNode(skill, alike, won, has, share, score, rounds))
        levels = {"players": seats, "setting": place}
        settings.append(GridSetting(levels, truth.together, tuple(nodes)))
    names = {option: option.title() for option in truth.options}
    return Grid("heroes", truth.options, names, tuple(settings), LEVELS)


def scores(
    rng: np.random.Generator, truth: World, skill: np.ndarray, luck: np.ndarray
) -> np.ndarray:
    """float64[games, seats], of seats whose luck decided the game."""
    table = 1.5 * rng.normal(size=(len(luck), 1))
    return 20 + truth.score * skill + 2 * luck + table


@dataclass(frozen=True)
class Party:
    """How people play.

    skill: their mean; person, evening: how far it differs.  habit: log-odds that they lack with the
    first option.  forgets: share of games whose options are not all written down.  newcomer: the
    skill of one seat of every other group.
    """

    skill: float = 0.6
    person: float = PERSON
    evening: float = EVENING
    habit: float = 0.0
    forgets: float = 0.0
    newcomer: float | None = None
    a_group: int = A_GROUP
    writes: tuple[str, ...] = ("scores", "rounds")


def played(rng: np.random.Generator, truth: World, games: int, party: Party) -> Playtests:
    """A file of so many games."""
    effects = truth.people.copy()
    effects[0] -= party.habit
    found = []
    for first in range(0, games, party.a_group):
        persons = party.skill + spread(rng, max(truth.seats), party.person)
        fresh = party.newcomer is not None and first // party.a_group % 2 == 0
        if fresh:
            persons[0] = party.newcomer
        tonight = np.clip(persons + spread(rng, 1, party.evening), 0, 1)
        for row in range(first, min(first + party.a_group, games)):
            place = int(rng.integers(len(truth.seats)))
            seated = [0, *(1 + rng.permutation(max(truth.seats) - 1)[: truth.seats[place] - 1])]
            found.append(_game(rng, truth, place, row, tonight[seated], effects, party, fresh))
    return Playtests("people.xlsx", tuple(found))


def _game(
    rng: np.random.Generator,
    truth: World,
    place: int,
    row: int,
    skill: np.ndarray,
    effects: np.ndarray,
    party: Party,
    fresh: bool,
) -> TableGame:
    """One game of an evening."""
    line = dealt(rng, 1, truth.seats[place], len(truth.options))
    score: np.ndarray | None = None
    if truth.together:
        shifted = replace(truth, base=truth.base + truth.offset)
        won = rng.random() < chance_together(shifted, place, skill.mean(), line, effects)[0]
        share = np.full(len(skill), float(won))
    else:
        luck = effects[line] + truth.against * (skill - skill.mean()) + rng.gumbel(size=line.shape)
        share = (np.arange(len(skill)) == luck.argmax()).astype(float)
        score = scores(rng, truth, skill[None], luck)[0] + truth.more_score
    forgot = rng.random() < party.forgets
    seats = tuple(
        TableSeat(
            i,
            float(share[i]),
            () if forgot and i == 0 else (truth.options[line[0, i]],),
            float(score[i]) if score is not None and "scores" in party.writes else None,
            fresh and i == 0 if party.newcomer is not None else None,
        )
        for i in range(len(skill))
    )
    rounds = (
        round(8 - 1.5 * float(skill.mean()) + rng.normal()) if "rounds" in party.writes else None
    )
    levels: Mapping[str, int] = {"players": truth.seats[place], "setting": place}
    return TableGame(
        f"game {row}",
        f"row {row + 2}",
        f"group {row // party.a_group}",
        levels,
        seats,
        rounds=rounds,
    )
