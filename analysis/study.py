"""The whole analysis of a run: every table of a report, one per line.

A table is made when it is first asked for, from what its line names: the design of the run, what
was counted, other tables.  A new one is a file of one of the rooms and a line here.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from analysis.data import deal, pictures, provenance
from analysis.data.counts import Counts, count
from analysis.data.deal import Dealt
from analysis.data.design import Design
from analysis.data.reading import Blocks
from analysis.data.run import RunLike
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
    underused,
    win_probability,
)
from analysis.judgement import ladder, settled
from analysis.rates import contrasts, crossed, difficulty, pooled_deals, steps, variants
from analysis.rates.difficulty import Difficulty
from analysis.rates.fitted import Fits, Fitted
from analysis.rates.levels import Levels
from analysis.rates.skill_gap import Gap
from analysis.shares import contest
from analysis.shares.contest import Contest
from analysis.shares.counted import Counted
from analysis.shares.own_games import OwnGames, own_games
from analysis.shares.share_verdicts import without_fits
from analysis.stats import verdicts
from simulate.store import ALL, Speed, StoredRun

MOST_SIDES = range(1, 10)  # which may share a win
SAME = 1e-9


@dataclass(frozen=True)
class StoredGames:
    """What a run tells of its games: rows of all or of the first ones; sums of all, or none.

    counts, sums: of all games, of the sums where there are some.
    """

    blocks: Blocks
    of_rows: Counts
    counted: Counted | None
    counts: Counts
    sums: Blocks | Counted


class Study:
    """The tables of one run; empty where the run has nothing to say.

    rated: the cells that are won or lost as a whole; the other cells are a contest.
    compares: some games were won and some not, so that there is something to compare.
    answers: what each level does that the run asks about, where games are won or lost.
    """

    def __init__(self, run: RunLike, tables: Collection[str]) -> None:
        self.run, self.design, self._tables = run, Design(run.manifest), tables
        self.played = _played(run, self.design)
        self.counts, self.rows = self.played.counts, self.played.blocks
        counts = self.counts
        self.rated = self.design.only(counts.winnable) if counts.contested else self.design
        self.compares = bool(self.design.won) and _differ(counts)
        self.fits = Fits(self.design)
        self.judge = Levels(self.design, self.fits)

    @property
    def games(self) -> int:
        """Games played in the whole run."""
        return sum(map(self.counts.games, self.counts.won))

    @cached_property
    def contest(self) -> Contest:
        """Who wins where seats compete."""
        return _competed(self.design, self.run, self.played, self._tables, self.fits)

    @cached_property
    def cells(self) -> list[Difficulty]:
        """How hard each setting is."""
        levels = difficulty.cells(self.rated, self.counts) if self.design.won else []
        return self.judge.told(levels)

    @property
    def far(self) -> bool:
        """Whether somewhere those who play are far below a better player."""
        return any(level.verdict == verdicts.FAR for level in self.cells)

    @property
    def gaps(self) -> list[Gap]:
        """How far below a better player the settings were played."""
        return self.judge.gaps

    @property
    def fitted(self) -> list[Fitted]:
        """Values that were set by play."""
        return self.fits.all

    @cached_property
    def own_games(self) -> dict[tuple[str, str], OwnGames]:
        """What changes and levels do to the own games of their card: (change or factor, level)."""
        moves = crossed.played(self.rated, self.counts) if self.compares else []
        owns = own_games(self.rated, self.run, self.rows, moves)
        names = [(str(m.factor.name) if m.factor else m.name, str(m.level)) for m in moves]
        return {name: own for name, own in zip(names, owns, strict=True) if own is not None}

    def own_of(self, name: str, level: object = None) -> OwnGames | None:
        """What a change, or a level of a factor, does to the own games of its card."""
        return self.own_games.get((str(name), str(name if level is None else level)))

    @cached_property
    def several_win(self) -> bool:
        """Whether who wins differs from game to game."""
        seats = self.contest.kind("seat")
        shares = [share.share.value for share in seats.shares] if seats else []
        return _differ(self.counts) or any(map(_is_mixed, shares))

    @cached_property
    def speeds(self) -> tuple[Speed, ...]:
        """How fast each player played."""
        return tuple(self.run.speeds())

    @cached_property
    def questions(self) -> list[Dealt]:
        """What may be asked about the deal."""
        return deal.questions(self.rated, self.run) if self.compares else []

    curves = cached_property(lambda s: [] if s.far else difficulty.curves(s.rated, s.counts))
    steps = cached_property(lambda s: steps.steps(s.rated, s.counts) if s.compares else [])
    slopes = cached_property(lambda s: steps.slopes(s.rated, s.counts) if s.compares else [])
    variants = cached_property(
        lambda s: variants.worths(s.rated, s.counts, s.judge) if s.compares else []
    )
    answers = cached_property(
        lambda s: crossed.answers(s.rated, s.counts, s.judge) if s.compares else []
    )
    dealing = cached_property(lambda s: contrasts.dealing(s.rated, s.rows, s.questions))
    moved = cached_property(
        lambda s: contrasts.moved(
            s.rated,
            s.rows,
            pooled_deals.held(s.questions),
            crossed.played(s.rated, s.counts),
        )
    )
    settled = cached_property(lambda s: settled.settled(s.dealing, s.variants, _most(s.counts)))
    ladder = cached_property(lambda s: ladder.rungs(s.rated, s.counts) if s.compares else ())
    ends = cached_property(lambda s: lengths.ends(s.design, s.counts, s.played.sums))
    margins = cached_property(lambda s: lengths.margins(s.rated, s.counts, s.played.sums))
    lengths = cached_property(lambda s: lengths.lengths(s.design, s.counts))
    standings = cached_property(lambda s: standing.standings(s.design, s.counts))
    tallies = cached_property(lambda s: tallies.tallies(s.design, s.counts))
    shunned = cached_property(
        lambda s: () if s.design.has_sides else underused.shunned(s.design, s.counts)
    )
    seated = cached_property(lambda s: tallies.seated(s.design, s.counts))
    divisions = cached_property(lambda s: division.divisions(s.design, s.counts))
    finds = cached_property(lambda s: acquired.finds(s.design, s.counts))
    happenings = cached_property(lambda s: event_rates.happenings(s.design, s.counts))
    triggers = cached_property(lambda s: event_rates.triggers(s.design, s.counts, s.played.sums))
    families = cached_property(lambda s: grouped_tallies.families(s.design, s.counts))
    cards = cached_property(lambda s: grouped_tallies.cards(s.design, s.counts))
    chosen = cached_property(lambda s: grouped_tallies.chosen(s.design, s.counts))
    deeds = cached_property(lambda s: grouped_tallies.deeds(s.design, s.counts))
    boards = cached_property(lambda s: boards.boards(s.design, s.counts))
    arcs = cached_property(lambda s: win_probability.arcs(s.design, s.run, s.played.of_rows))
    samples = cached_property(lambda s: samples.samples(s.design, s.rows, s.played.of_rows))
    checks = cached_property(
        lambda s: [*checks.checks(s.design, s.counts, s.several_win), *s.contest.checks]
    )
    cut_off = cached_property(lambda s: checks.cut_off(s.design, s.counts))
    sources = cached_property(lambda s: provenance.sources(s.design.manifest))
    stand_ins = cached_property(lambda s: provenance.stand_ins(s.design.manifest))
    changed = cached_property(lambda s: provenance.changed(s.design.manifest))
    drawings = cached_property(lambda s: pictures.drawings(s.design.manifest))


def study(run: RunLike, tables: Collection[str] = contest.COLLECTORS) -> Study:
    """Analyse a run that `simulate.store.open_run` opened.

    tables: those of a contest that are wanted.
    """
    return Study(run, tables)


_latest: tuple[Any, Study] | None = None


def latest(run: StoredRun, *, is_last: bool = False) -> Study:
    """The analysis of a run, kept until another is asked for, or this one for the last time.

    Who asks a second player, who tries cards and who writes the report ask one after another, and
    need the same.  It is the same while nothing more is played: its manifest names every file.
    """
    global _latest
    key = run.path.absolute(), run.manifest
    told = _latest[1] if _latest and _latest[0] == key else Study(run, contest.COLLECTORS)
    _latest = None if is_last else (key, told)
    return told


def _played(run: RunLike, design: Design) -> StoredGames:
    keep = run.manifest.get("keep", ALL)
    blocks = Blocks(run, design)
    of_rows = count(blocks)
    counted = Counted(run, design) if keep != ALL else None
    counts = counted.counts() if counted is not None else of_rows
    sums = counted if counted is not None else blocks
    return StoredGames(blocks=blocks, of_rows=of_rows, counted=counted, counts=counts, sums=sums)


def _differ(counts: Counts) -> bool:
    """Whether some games were won and some not: else there is nothing to compare."""
    cells = checks.rated(counts)
    return 0 < sum(map(counts.wins, cells)) < sum(map(counts.games, cells))


def _is_mixed(share: float) -> bool:
    """Whether a seat wins some games: neither none nor all, nor always shared by equally many."""
    return all(abs(share * sides - round(share * sides)) > SAME for sides in MOST_SIDES)


def _most(counts: Counts) -> int:
    """Games of the cell that has most."""
    return max(map(counts.games, counts.won), default=0)


def _competed(
    design: Design, run: RunLike, played: StoredGames, tables: Collection[str], fits: Fits
) -> Contest:
    """Who wins where seats compete: shares from sums where there are some, the rest from rows."""
    seats = design.only(played.counts.contested)
    whole = contest.contest(seats, run, played.blocks, played.of_rows, tables)
    if played.counted is not None:
        of_sums = played.counted.contest(seats, played.counts)
        whole = replace(whole, kinds=of_sums.kinds, moves=of_sums.moves)
    return replace(whole, kinds=tuple(without_fits(fits, kind) for kind in whole.kinds))
