"""Play another game beside a run that stops when all is settled, so that their difference is, too.

A change is judged on the games of both.  So where all else of the run is settled the other plays as
many games of each setting, on the same luck; while what the change does is open, the run plays on.
What the other has played lies in its folder as a run that is not finished yet.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from simulate import run, store
from simulate.run.progress import Progress

if TYPE_CHECKING:
    from simulate.experiment.plan import Playable

# Plays a plan into a folder as far as `judge` says; what lies there is played already.
Play = Callable[..., object]
Afford = Callable[[int], int]


def all_of(games: int) -> int:
    """Where as many games are played of both."""
    return games


@dataclass
class Partner:
    """What is played beside a run, in as many games of each setting as the run has.

    plan: with the looks of the run.  afforded: how many games of a setting it plays of so many of
    the run; where these are fewer, nothing waits for the difference.
    """

    plan: "Playable"
    folder: Path
    play: Play
    afforded: Afford = all_of

    def open_cells(self, played: store.StoredRun, progress: Progress) -> Mapping[int, int]:
        """The cells of a run in which more games may tell what is different."""
        games = {cell["number"]: cell["games"] for cell in played.manifest["cells"]}
        if any(self.afforded(count) < count for count in games.values()):
            return {}
        if min(games.values()) >= self.plan.looks[-1]:
            return {}
        from analysis.conclusions.unsettled import open_differences
        from analysis.data.joined import join

        progress.clear()
        own: list[store.StoredRun] = []
        with suppress(run.Paused):
            self.play(self.plan, self.folder, judge=self._pausing(played, own))
        return open_differences(join(own[-1], played)) if own else {}

    def end(self, played: store.StoredRun) -> None:
        """Finish it, once the run beside it is finished."""
        self.play(self.plan, self.folder, judge=lambda own, _: [*self._behind(own, played)])

    def _pausing(self, played: store.StoredRun, looks: list[store.StoredRun]) -> run.Judge:
        def judge(own: store.StoredRun, progress: Progress) -> list[int]:
            looks.append(own)
            if behind := [*self._behind(own, played)]:
                return behind
            raise run.Paused

        return judge

    def _behind(self, own: store.StoredRun, played: store.StoredRun) -> Iterator[int]:
        """Its cells that have fewer games than they are to have: beside those of the run, or where
        the run has no such setting, those of the first look.
        """
        from analysis.data.joined import join

        twins = join(own, played).twins
        wanted = {own_cell["number"]: self.afforded(other["games"]) for own_cell, other in twins}
        for cell in own.manifest["cells"]:
            if cell["games"] < wanted.get(cell["number"], self.plan.looks[0]):
                yield cell["number"]
