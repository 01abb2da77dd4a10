"""The whole analysis of a run: everything that a report may say, in one bundle.

The only door to the analysis: `reports` renders what stands in it and computes nothing.  A table
of the report begins as a field here.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from analysis.data import deal, pictures, provenance
from analysis.data.counts import Counts, count
from analysis.data.design import Design
from analysis.data.pictures import Drawing
from analysis.data.provenance import ChangedValue, Sources, StandIn
from analysis.data.reading import Blocks
from analysis.description import (
    acquired,
    boards,
    checks,
    division,
    event_rates,
    grouped_tallies,
    lengths,
    samples,
    standing,
    tallies,
    win_probability,
)
from analysis.description.acquired import Finds
from analysis.description.boards import Board
from analysis.description.checks import Check, CutOff
from analysis.description.division import Division
from analysis.description.event_rates import Happening, Trigger
from analysis.description.grouped_tallies import Several
from analysis.description.lengths import End, GameLength, Margin
from analysis.description.samples import Sample
from analysis.description.standing import Standing
from analysis.description.tallies import Seated, Tally
from analysis.description.win_probability import Arcs
from analysis.judgement import ladder, settled
from analysis.judgement.ladder import Rung
from analysis.judgement.settled import Settled
from analysis.rates import contrasts, crossed, difficulty, steps, variants
from analysis.rates.contrasts import ContributionChange, Dealing
from analysis.rates.crossed import LevelContrast
from analysis.rates.difficulty import Curve, Difficulty
from analysis.rates.fitted import Fits, Fitted
from analysis.rates.levels import Levels
from analysis.rates.skill_gap import Gap
from analysis.rates.steps import FactorStep, Slope
from analysis.rates.variants import Worth
from analysis.shares import contest
from analysis.shares.contest import Contest
from analysis.shares.counted import Counted
from analysis.shares.shares import without_fits
from analysis.stats import verdicts
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
    steps: list[FactorStep]
    slopes: list[Slope]
    variants: list[Worth]
    asked: list[LevelContrast]
    dealing: Dealing
    moved: tuple[ContributionChange, ...]
    settled: list[Settled]
    ends: list[End]
    standings: list[Standing]
    margins: list[Margin]
    lengths: list[GameLength]
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
    changed: list[ChangedValue]
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
    return _study(run, tables)


@dataclass(frozen=True)
class StoredGames:
    """What a run tells of its games: rows of all, of a sample or of none; sums of all, or none.

    counts, sums: of all games, of the sums where there are some.
    """

    blocks: Blocks | None
    of_rows: Counts | None
    counted: Counted | None
    counts: Counts
    sums: Blocks | Counted


def _played(run: Any, design: Design) -> StoredGames:
    keep = run.manifest.get("keep", ALL)
    blocks = Blocks(run, design) if keep != COUNTS else None
    of_rows = count(blocks) if blocks is not None else None
    counted = Counted(run, design) if keep != ALL else None
    counts = counted.counts() if counted is not None else of_rows
    sums = counted if counted is not None else blocks
    assert counts is not None and sums is not None
    return StoredGames(blocks, of_rows, counted, counts, sums)


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
        finds=acquired.finds(design, counts),
        happenings=event_rates.happenings(design, counts),
        triggers=event_rates.triggers(design, counts, played.sums),
        samples=samples.samples(design, rows, played.of_rows) if rows and played.of_rows else [],
        checks=[*checks.checks(design, counts), *competed.checks],
        cut_off=checks.cut_off(design, counts),
        sources=provenance.sources(run.manifest),
        stand_ins=provenance.stand_ins(run.manifest),
        fitted=fits.found,
        changed=provenance.changed(run.manifest),
        drawings=pictures.drawings(run.manifest),
        families=grouped_tallies.families(design, counts),
        cards=grouped_tallies.cards(design, counts),
        chosen=grouped_tallies.chosen(design, counts),
        deeds=grouped_tallies.deeds(design, counts),
        boards=boards.boards(design, counts),
        arcs=win_probability.arcs(design, run, played.of_rows or counts),
        ladder=ladder.rungs(rated, counts) if compares else (),
        speeds=tuple(run.speeds()),
    )


def _differ(counts: Counts) -> bool:
    """Whether some games were won and some not: else there is nothing to compare."""
    cells = checks.rated(counts)
    return 0 < sum(map(counts.wins, cells)) < sum(map(counts.games, cells))


def _competed(
    design: Design, run: Any, played: StoredGames, tables: Collection[str], fits: Fits
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
