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
    found,
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
from analysis.levels import Levels
from analysis.looks import looked, looks
from analysis.pictures import Drawing
from analysis.provenance import Changed, Sources, StandIn
from analysis.reading import Blocks
from analysis.samples import Sample
from analysis.settled import Settled
from analysis.shares import without_fits
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


@dataclass(frozen=True)
class Played:
    """What a run tells of its games: rows of all, of a sample or of none; sums of all, or none.

    counts, sums: of all games, of the sums where there are some.
    """

    blocks: Blocks | None
    of_rows: Counts | None
    counted: Counted | None
    counts: Counts
    sums: Blocks | Counted


def _played(run: Any, design: Design) -> Played:
    keep = run.manifest.get("keep", ALL)
    blocks = Blocks(run, design) if keep != COUNTS else None
    of_rows = count(blocks) if blocks is not None else None
    counted = Counted(run, design) if keep != ALL else None
    counts = counted.counts() if counted is not None else of_rows
    sums = counted if counted is not None else blocks
    assert counts is not None and sums is not None
    return Played(blocks, of_rows, counted, counts, sums)


def _study(run: Any, tables: Collection[str]) -> Study:
    design = Design(run.manifest)
    played = _played(run, design)
    counts, rows = played.counts, played.blocks
    rated = design.only(counts.winnable) if counts.contested else design
    compares = bool(design.won) and _differ(counts)
    questions = deal.questions(rated, run) if compares and rows is not None else []
    dealing = contrasts.dealing(rated, rows or (), questions)
    fits = Fits(design)
    competed = _competed(design, run, played, tables, fits)
    judge = Levels(design, fits)
    levels = judge.told(difficulty.cells(rated, counts)) if design.won else []
    far = any(level.verdict == verdicts.FAR for level in levels)
    worths = variants.worths(rated, counts, judge) if compares else []
    most = max(map(counts.games, counts.won), default=0)
    return Study(
        design=design,
        rated=rated,
        counts=counts,
        contest=competed,
        cells=levels,
        gaps=judge.gaps,
        curves=[] if far else difficulty.curves(rated, counts),
        steps=steps.steps(rated, counts) if compares else [],
        slopes=steps.slopes(rated, counts) if compares else [],
        variants=worths,
        asked=crossed.answers(rated, counts, judge) if compares else [],
        dealing=dealing,
        moved=contrasts.moved(
            rated, rows or (), contrasts.held(questions), crossed.played(rated, counts)
        ),
        settled=settled.settled(dealing, worths, most),
        ends=lengths.ends(design, counts, played.sums),
        standings=standing.standings(design, counts),
        margins=lengths.margins(rated, counts, played.sums),
        lengths=lengths.lengths(design, counts),
        tallies=tallies.tallies(design, counts),
        seated=tallies.seated(design, counts),
        divisions=division.divisions(design, counts),
        finds=found.finds(design, counts),
        happenings=happenings.happenings(design, counts),
        triggers=happenings.triggers(design, counts, played.sums),
        samples=samples.samples(design, rows, played.of_rows) if rows and played.of_rows else [],
        checks=[*checks.checks(design, counts), *competed.checks],
        cut_off=checks.cut_off(design, counts),
        sources=provenance.sources(run.manifest),
        stand_ins=provenance.stand_ins(run.manifest),
        fitted=fits.found,
        changed=provenance.changed(run.manifest),
        drawings=pictures.drawings(run.manifest),
        families=several.families(design, counts),
        cards=several.cards(design, counts),
        chosen=several.chosen(design, counts),
        deeds=several.deeds(design, counts),
        boards=boards.boards(design, counts),
        arcs=arc.arcs(design, run, played.of_rows or counts),
        ladder=ladder.rungs(rated, counts) if compares else (),
        speeds=tuple(run.speeds()),
    )


def _differ(counts: Counts) -> bool:
    """Whether some games were won and some not: else there is nothing to compare."""
    cells = checks.rated(counts)
    return 0 < sum(map(counts.wins, cells)) < sum(map(counts.games, cells))


def _competed(
    design: Design, run: Any, played: Played, tables: Collection[str], fits: Fits
) -> Contest:
    """Who wins where seats compete: shares from sums where there are some, the rest from rows."""
    seats = design.only(played.counts.contested)
    whole = Contest(seats)
    if played.blocks is not None and played.of_rows is not None:
        whole = contest.contest(seats, run, played.blocks, played.of_rows, tables)
    if played.counted is not None:
        of_sums = played.counted.contest(seats, played.counts)
        whole = replace(whole, kinds=of_sums.kinds, moves=of_sums.moves)
    return replace(whole, kinds=tuple(without_fits(fits, kind) for kind in whole.kinds))
