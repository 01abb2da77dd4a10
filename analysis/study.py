"""The whole analysis of a run: everything that a report may say, in one bundle."""

from dataclasses import dataclass
from typing import Any

from analysis import (
    checks,
    contrasts,
    deal,
    difficulty,
    lengths,
    provenance,
    samples,
    settled,
    steps,
    tallies,
    variants,
)
from analysis.checks import Check, CutOff
from analysis.contrasts import Dealing
from analysis.counts import Counts, count
from analysis.design import Design
from analysis.difficulty import Curve, Difficulty
from analysis.lengths import End, Length, Margin
from analysis.provenance import Changed, Sources, StandIn
from analysis.reading import Blocks
from analysis.samples import Sample
from analysis.settled import Settled
from analysis.steps import Slope, Step
from analysis.tallies import Seated, Tally
from analysis.variants import Worth


@dataclass(frozen=True)
class Study:
    """Frozen tables of one run; empty where the run has nothing to say."""

    design: Design
    counts: Counts
    cells: list[Difficulty]
    curves: list[Curve]
    steps: list[Step]
    slopes: list[Slope]
    variants: list[Worth]
    dealing: Dealing
    settled: list[Settled]
    ends: list[End]
    margins: list[Margin]
    lengths: list[Length]
    tallies: list[Tally]
    seated: list[Seated]
    samples: list[Sample]
    checks: list[Check]
    cut_off: CutOff
    sources: list[Sources]
    stand_ins: list[StandIn]
    changed: list[Changed]

    @property
    def games(self) -> int:
        """Games played in the whole run."""
        return sum(map(self.counts.games, self.counts.won))


def study(run: Any) -> Study:
    """Analyse a run that `simulate.store.open_run` opened."""
    design = Design(run.manifest)
    blocks = Blocks(run, design)
    counts = count(blocks)
    winnable = bool(design.won)
    # Where every game has the same result there is nothing to compare.
    both = winnable and 0 < sum(map(counts.wins, counts.won)) < sum(map(counts.games, counts.won))
    asked = deal.questions(design, run) if both else []
    dealing = contrasts.dealing(design, blocks, asked)
    worths = variants.worths(design, counts) if both else []
    most = max(map(counts.games, counts.won), default=0)
    return Study(
        design,
        counts,
        difficulty.cells(design, counts) if winnable else [],
        difficulty.curves(design, counts),
        steps.steps(design, counts) if both else [],
        steps.slopes(design, counts) if both else [],
        worths,
        dealing,
        settled.settled(dealing, worths, most),
        lengths.ends(design, counts),
        lengths.margins(design, counts),
        lengths.lengths(design, counts),
        tallies.tallies(design, counts),
        tallies.seated(design, counts),
        samples.samples(design, blocks, counts),
        checks.checks(design, counts),
        checks.cut_off(design, counts),
        provenance.sources(run.manifest),
        provenance.stand_ins(run.manifest),
        provenance.changed(run.manifest),
    )
