"""What people's games say beside simulated ones: skill, agreement and both together."""

import numpy as np

from analysis.people.agreement import SIZE, together_agreement
from analysis.people.answer import AgreementAnswer, PeopleAnswer, SkillAnswer
from analysis.people.grid import Grid
from analysis.people.option_agreement import contest_agreement
from analysis.people.played import PlayedArrays, arrays
from analysis.people.pooled import both_contest, both_together
from analysis.people.simulated import simulated_levels, simulated_strengths
from analysis.people.skill import contest_skill, skill_answer, together_skill
from analysis.people.together import together_posterior
from analysis.stats.verdicts import Band
from simulate.playtests.records import Playtests

NOTHING = "no game of a setting that was simulated"


def answer(played: Playtests, grid: Grid, band: Band | None, seed: int) -> PeopleAnswer:
    """Answer a file of people's games, beside its settings simulated at several skills.

    Parameters
    ----------
    played : Playtests
        At least one game; a handful say little.
    grid : Grid
        The settings of the file.
    band : Band or None
        What an option should win, 0..1; None: five points about the fair share, or, in
        co-operative games, about what these settings are won by.
    seed : int
        Of the bootstrap and of draws; the same file gives the same answer, in whatever order its
        games and seats stand.

    Returns
    -------
    PeopleAnswer
        Settings that the grid does not hold are left out, and it is said.
    """
    games, notes = arrays(played, grid)
    if not len(games.won):
        none = AgreementAnswer((), 1.0, None, SIZE, 0.0)
        return PeopleAnswer(0, 0, SkillAnswer(None, why_not=NOTHING), none, None, notes)
    rng = np.random.default_rng(seed)
    notes = notes + _options_note(games)
    if games.together:
        return _together(games, grid, band, rng, notes)
    return _contest(games, grid, band, rng, notes)


def _options_note(games: PlayedArrays) -> tuple[str, ...]:
    """How many games tell nothing of options, if the game has any."""
    missing = int((~games.told).sum())
    if not games.held.shape[2] or not missing:
        return ()
    return (f"{missing} games do not say what every seat had, and tell nothing of options",)


def _together(
    games: PlayedArrays,
    grid: Grid,
    band: Band | None,
    rng: np.random.Generator,
    notes: tuple[str, ...],
) -> PeopleAnswer:
    """Of co-operative games."""
    levels = simulated_levels(grid, games.used)
    posterior = together_posterior(games, grid, levels)
    return PeopleAnswer(
        games=len(games.won),
        groups=games.groups,
        skill=together_skill(games, grid, posterior),
        agreement=together_agreement(games, grid, levels, rng),
        both=both_together(games, grid, levels, posterior, band, rng),
        notes=notes,
    )


def _contest(
    games: PlayedArrays,
    grid: Grid,
    band: Band | None,
    rng: np.random.Generator,
    notes: tuple[str, ...],
) -> PeopleAnswer:
    """Of contests."""
    found = contest_skill(games, grid)
    strengths = simulated_strengths(grid, games.used, found.points.skill, found.weight)
    return PeopleAnswer(
        games=len(games.won),
        groups=games.groups,
        skill=skill_answer(found, games, grid),
        agreement=contest_agreement(games, grid.options, strengths, rng),
        both=both_contest(games, grid, strengths, band, rng),
        notes=notes,
    )
