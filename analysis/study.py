"""The whole analysis of a run: everything that a report may say, in one bundle."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from analysis import (
    arc,
    boards,
    checks,
    contest,
    contrasts,
    crossed,
    deal,
    difficulty,
    division,
    fitted,
    found,
    gaps,
    happenings,
    ladder,
    lengths,
    pictures,
    provenance,
    samples,
    settled,
    several,
    standing,
    steps,
    tallies,
    variants,
    verdicts,
)
from analysis.arc import Arcs
from analysis.boards import Board
from analysis.checks import Check, CutOff
from analysis.contest import Contest
from analysis.contrasts import Dealing, Moved
from analysis.counted import Counted
from analysis.counts import Counts, count
from analysis.crossed import Answer
from analysis.design import Design
from analysis.difficulty import Curve, Difficulty
from analysis.division import Division
from analysis.fitted import Fits, Fitted
from analysis.found import Finds
from analysis.gaps import Gap
from analysis.happenings import Happening, Trigger
from analysis.ladder import Rung
from analysis.lengths import End, Length, Margin
from analysis.looks import looked, looks
from analysis.pictures import Drawing
from analysis.provenance import Changed, Sources, StandIn
from analysis.reading import Blocks
from analysis.samples import Sample
from analysis.settled import Settled
from analysis.several import Several
from analysis.standing import Standing
from analysis.steps import Slope, Step
from analysis.tallies import Seated, Tally
from analysis.variants import Worth
from simulate.store import ALL, COUNTS, Speed


@dataclass(frozen=True)
class Study:
    """Frozen tables of one run; empty where the run has nothing to say.

    rated: the cells that are won or lost as a whole; the other cells are a contest.
    asked: what each level does that the run asks about, where games are won or lost.
    """

    design: Design
    rated: Design
    counts: Counts
    contest: Contest
    cells: list[Difficulty]
    gaps: list[Gap]
    curves: list[Curve]
    steps: list[Step]
    slopes: list[Slope]
    variants: list[Worth]
    asked: list[Answer]
    dealing: Dealing
    moved: tuple[Moved, ...]
    settled: list[Settled]
    ends: list[End]
    standings: list[Standing]
    margins: list[Margin]
    lengths: list[Length]
    tallies: list[Tally]
    seated: list[Seated]
    divisions: list[Division]
    finds: list[Finds]
    happenings: list[Happening]
    triggers: list[Trigger]
    samples: list[Sample]
    checks: list[Check]
    cut_off: CutOff
    sources: list[Sources]
    stand_ins: list[StandIn]
    fitted: list[Fitted]
    changed: list[Changed]
    drawings: list[Drawing]
    families: list[Several]
    cards: list[Several]
    chosen: list[Several]
    deeds: list[Several]
    boards: list[Board]
    arcs: Arcs
    ladder: tuple[Rung, ...]
    speeds: tuple[Speed, ...]

    @property
    def games(self) -> int:
        """Games played in the whole run."""
        return sum(map(self.counts.games, self.counts.won))


def study(run: Any, tables: Collection[str] = contest.COLLECTORS) -> Study:
    """Analyse a run that `simulate.store.open_run` opened.

    tables: those of a contest that are wanted.
    """
    with looked(looks(run.manifest)):
        return _study(run, tables)


def _study(run: Any, tables: Collection[str]) -> Study:
    design = Design(run.manifest)
    keep = run.manifest.get("keep", ALL)
    # Rows of all games, of a sample, or of none; sums of all games tell what sums can tell.
    blocks = Blocks(run, design) if keep != COUNTS else None
    of_rows = count(blocks) if blocks is not None else None
    counted = Counted(run, design) if keep != ALL else None
    counts = counted.counts() if counted is not None else of_rows
    sums = counted if counted is not None else blocks
    assert counts is not None and sums is not None
    rated = design.only(counts.winnable) if counts.contested else design
    winnable = bool(design.won)
    # Where every game has the same result there is nothing to compare.
    cells = checks.rated(counts)
    both = winnable and 0 < sum(map(counts.wins, cells)) < sum(map(counts.games, cells))
    questions = deal.questions(rated, run) if both and blocks is not None else []
    dealing = contrasts.dealing(rated, blocks or (), questions)
    most = max(map(counts.games, counts.won), default=0)
    fits = Fits(design)
    competed = _competed(design.only(counts.contested), run, (blocks, of_rows), counted, tables)
    kinds = tuple(fitted.shares(fits, kind) for kind in competed.kinds)
    competed = replace(competed, kinds=kinds)
    behind = gaps.gaps(design)
    difficulties = fitted.levels(fits, difficulty.cells(rated, counts)) if winnable else []
    levels = gaps.levels(behind, difficulties, rated.band)
    far = any(level.verdict == verdicts.FAR for level in levels)
    worths = variants.worths(rated, counts, levels) if both else []
    return Study(
        design,
        rated,
        counts,
        competed,
        levels,
        behind,
        [] if far else difficulty.curves(rated, counts),
        steps.steps(rated, counts) if both else [],
        steps.slopes(rated, counts) if both else [],
        worths,
        crossed.answers(rated, counts, levels) if both else [],
        dealing,
        contrasts.moved(rated, blocks or (), questions, crossed.played(rated, counts)),
        settled.settled(dealing, worths, most),
        lengths.ends(design, counts, sums),
        standing.standings(design, counts),
        lengths.margins(rated, counts, sums),
        lengths.lengths(design, counts),
        tallies.tallies(design, counts),
        tallies.seated(design, counts),
        division.divisions(design, counts),
        found.finds(design, counts),
        happenings.happenings(design, counts),
        happenings.triggers(design, counts, sums),
        samples.samples(design, blocks, of_rows) if blocks and of_rows else [],
        [*checks.checks(design, counts), *competed.checks],
        checks.cut_off(design, counts),
        provenance.sources(run.manifest),
        provenance.stand_ins(run.manifest),
        fits.found,
        provenance.changed(run.manifest),
        pictures.drawings(run.manifest),
        several.families(design, counts),
        several.cards(design, counts),
        several.chosen(design, counts),
        several.deeds(design, counts),
        boards.boards(design, counts),
        arc.arcs(design, run, of_rows or counts),
        ladder.rungs(rated, counts) if both else (),
        tuple(run.speeds()),
    )


def _competed(
    design: Design,
    run: Any,
    rows: tuple[Blocks | None, Counts | None],
    counted: Counted | None,
    tables: Collection[str],
) -> Contest:
    """Who wins where seats compete: shares from sums where there are some, the rest from rows."""
    blocks, of_rows = rows
    whole = Contest(design)
    if blocks is not None and of_rows is not None:
        whole = contest.contest(design, run, blocks, of_rows, tables)
    if counted is None:
        return whole
    of_sums = counted.contest(design, counted.counts())
    return replace(whole, kinds=of_sums.kinds, moves=of_sums.moves)
