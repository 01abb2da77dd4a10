"""Play the games of a search: the unchanged game and changes beside it."""

from collections.abc import Callable, Mapping, Sequence

from simulate.experiment import Experiment
from simulate.search.aim.goals import GoalChange, as_it_is, goals, places
from simulate.search.aim.sums import WON
from simulate.search.candidate import Candidate, Sought, together, with_variants
from simulate.search.checkpoint import SearchCheckpoint
from simulate.search.trial import Trial, Tried

AS_IT_IS = {True: 4_000, False: 12_000}  # games of a setting: where games are won together, or not

# How many games each change should have had after the next round, from where all stand.
Race = Callable[[Sequence[Sought]], Sequence[int]]


class Games:
    """Plays the settings of an experiment; all trials share their random numbers.

    budget: games of all trials together, about.
    """

    def __init__(
        self, experiment: Experiment, aim: str, jobs: int, *, quiet: bool = False,
        kept: SearchCheckpoint | None = None, budget: int = 0,
    ) -> None:  # fmt: skip
        self._budget = budget
        self.experiment, self.aim = experiment, aim
        self.jobs, self.quiet, self.kept = jobs, quiet, kept
        self.together = together(experiment)
        self.trials: list[Trial] = []

    @property
    def played(self) -> int:
        """How many games it were so far."""
        return sum(sum(trial.score.games.values()) for trial in self.trials)

    def as_it_is(self) -> tuple[GoalChange, ...]:
        """Every goal in the game without a change."""
        trial = self._trial({})
        sums = trial.as_it_is(AS_IT_IS[self.aim == WON])
        return as_it_is(trial.design, sums, self.aim)

    def play(self, candidates: Sequence[Candidate], race: Race) -> list[Sought]:
        """Play changes until the race ends; return their results."""
        named = {self.name(candidate): candidate for candidate in candidates}
        trial = self._trial(named)

        def sought(tried: Tried) -> Sought:
            assert tried.sums is not None
            wanted = [*goals(trial.design, tried.sums, self.aim)]
            return Sought(named[tried.name], tried, places(tried.sums, wanted))

        trial.run(lambda all_: race([sought(tried) for tried in all_]))
        return [sought(tried) for tried in trial.tried]

    def fits(self, candidate: Candidate) -> bool:
        """Whether the pack is a game with the change."""
        return self.experiment.pack.try_resolve(self.together | candidate.changes)[0] is not None

    def name(self, candidate: Candidate) -> str:
        """The change in words."""
        return candidate.name(self.experiment.pack)

    def _trial(self, named: Mapping[str, Candidate]) -> Trial:
        plan = with_variants(self.experiment, named)
        trial = Trial(plan, self.jobs, quiet=self.quiet, kept=self.kept,
                      later=lambda: max(0, self._budget - self.played))  # fmt: skip
        self.trials.append(trial)
        return trial
