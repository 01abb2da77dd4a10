"""Can this run be trusted?  Checks of the harness itself, made for every report."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from analysis.data.counts import Counts
from analysis.data.design import Design
from analysis.stats.results import ABSENT, AsPlayed, Batches, games_of, portions
from simulate.core.text.amounts import plural

PASSED = "passed"
FAILED = "failed"
LOOK = "look"
RESULTS = "Games are both won and lost"
PARTS = 20
# Chance that a sound run fails the test of its blocks: once in a thousand reports.
FALSE_ALARM = 0.001
# Fewer games than this may be alike by chance.
FEW = 20
MOST_CUT_OFF = 0.001


@dataclass(frozen=True)
class Check:
    """One check: its subject, its finding, whether it passed."""

    name: str
    result: str
    found: str


@dataclass(frozen=True)
class CutOff:
    """Games stopped by a limit; win rate if none and if all of them had been won."""

    games: int
    all: int
    least: float
    most: float

    @property
    def share(self) -> float:
        """Share of all games that were cut off."""
        return self.games / self.all if self.all else 0.0


def checks(design: Design, counts: Counts, several_win: bool = False) -> list[Check]:
    """Every check that the run's columns allow; several_win: games are known to end differently."""
    checks: list[Check | None] = [_whole(design), _plan(design, counts)]
    checks += [_replicates(design, counts), _seats(counts), _luck(counts, several_win)]
    if design.won and sum(map(counts.games, rated(counts))):
        checks += [_constant(counts), _blocks(counts)]
    if counts.ends.width:
        checks.append(_cut(cut_off(design, counts)))
    return [check for check in checks if check is not None]


def planned(design: Design) -> int | None:
    """Games that were asked for in every cell; None where results decided."""
    if design.manifest.get("precision") is not None or design.manifest.get("until"):
        return None
    games = design.manifest.get("experiment", {}).get("games")
    return int(games) if isinstance(games, int) else None


def _whole(design: Design) -> Check:
    if design.manifest.get("status") == "complete":
        return Check("The run is finished", PASSED, "complete")
    why = design.manifest.get("stopped") or "stopped before its end"
    return Check("The run is finished", FAILED, f"partial: {why}")


def _plan(design: Design, counts: Counts) -> Check:
    """Rows in the tables against the games that the manifest counts and the plan asked for."""
    games = planned(design)
    short = [c for c in design.cells if counts.games(c.number) != (games or c.planned)]
    name = "Every setting has the games that were planned"
    if not short:
        total = sum(counts.games(c.number) for c in design.cells)
        text = f"{plural(total, 'game')} in {plural(len(design.cells), 'setting')}"
        return Check(name, PASSED, text)
    first = short[0]
    text = (
        f"{len(short):,} of {len(design.cells):,} settings differ; setting {first.number} has "
        f"{counts.games(first.number):,} of {games or first.planned:,}"
    )
    return Check(name, FAILED, text)


def _replicates(design: Design, counts: Counts) -> Check:
    """Each game number once, from 0 on, none missing: no seed was played twice."""
    gaps = sum(
        _has_gaps(results)
        for results in counts.won.values()
        if not isinstance(results, Batches)  # whose numbers the files of a run name
    )
    name = "Every game has its own seed, none is missing"
    if counts.doubled or gaps:
        text = f"{counts.doubled:,} games doubled, {gaps:,} settings with gaps"
        return Check(name, FAILED, text)
    seed = design.manifest.get("seed")
    return Check(name, PASSED, f"game numbers complete in every setting, seed {seed}")


def _has_gaps(results: np.ndarray) -> bool:
    """Whether the games are others than the first ones, as many as there are."""
    games = games_of(results)
    return games_of(results[:games]) < games


def _seats(counts: Counts) -> Check | None:
    """Every game has its seats, and all games of a setting the same number of them."""
    if counts.seat_rows.is_empty():
        return None
    name = "Every game has all its seats"
    kinds = counts.seat_rows.group_by("cell").agg(pl.len(), pl.col("games").sum()).sort("cell")
    uneven = [c for c, different, _ in kinds.iter_rows() if different > 1]
    missing = [c for c, _, games in kinds.iter_rows() if games != counts.games(c)]
    if uneven or missing:
        bad = sorted({*uneven, *missing})
        return Check(name, FAILED, f"not so in setting {', '.join(map(str, bad[:5]))}")
    rows = int((counts.seat_rows["games"] * counts.seat_rows["seats"]).sum())
    return Check(name, PASSED, f"{rows:,} seats")


def _luck(counts: Counts, several_win: bool) -> Check | None:
    """One seed used for every game would make all games alike."""
    name = "Games differ from each other"
    tables = [t for t in counts.values.values() if not t.is_empty()]
    if not tables or max(map(counts.games, counts.won), default=0) < FEW:
        return None
    kinds = [t.group_by("cell").agg(pl.col("value").n_unique())["value"] for t in tables]
    most = max(int(number) for column in kinds for number in column)
    if most < 2 and several_win:
        return Check(name, PASSED, "others win, or nobody, though games are equally long")
    if most < 2:
        return Check(name, FAILED, "every game of a setting is like every other")
    return Check(name, PASSED, f"up to {most:,} different values of one column in a setting")


def rated(counts: Counts) -> list[int]:
    """Cells that are won or lost as a whole."""
    return [c for c in counts.won if c not in counts.contested]


def _constant(counts: Counts) -> Check:
    """A result that never changes says that something is wrong, or that nothing can be compared."""
    name = RESULTS
    played = [c for c in rated(counts) if counts.games(c)]
    won, games = sum(map(counts.wins, played)), sum(map(counts.games, played))
    if won in (0, games):
        word = "won" if won else "lost"
        every = "the only game was" if games == 1 else f"all {games:,} games were"
        return Check(name, FAILED, f"{every} {word}: nothing can be compared")
    flat = [c for c in played if counts.wins(c) in (0, counts.games(c))]
    if flat:
        text = f"every game had the same result in {len(flat):,} of {len(played):,} settings"
        return Check(name, LOOK, text)
    return Check(name, PASSED, f"{won:,} of {plural(games, 'game')} won")


def _blocks(counts: Counts) -> Check | None:
    """Wins in equal parts of each setting: they must differ by luck alone.

    Settings share luck, so their tests are not independent; the smallest p-value times
    their number (Bonferroni) holds all the same.
    """
    p_values = [p for c in rated(counts) if (p := _even(counts.won[c])) is not None]
    return _drift("Results", p_values)


def _even(results: AsPlayed) -> float | None:
    """p-value of the same win rate in all parts; None with too few games to ask."""
    sizes, wins = _by_batch(results) if isinstance(results, Batches) else _by_game(results)
    share = float(wins.sum() / sizes.sum()) if sizes.any() else 0.0
    if sizes.sum() * min(share, 1 - share) < 5 * PARTS or not sizes.all():
        return None
    return _by_luck(sizes, wins, share)


def _by_batch(results: Batches) -> tuple[np.ndarray, np.ndarray]:
    """Games and wins of equal parts, which are of whole batches."""
    met = results.games > 0
    games, wins = (
        np.array([part.sum() for part in np.array_split(all_[met], PARTS)])
        for all_ in (results.games, results.wins)
    )
    return games, wins


def _by_game(results: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Games and wins of equal parts, the first ones a game larger where they must."""
    games = games_of(results)
    sizes = games // PARTS + (np.arange(PARTS) < games % PARTS)
    ends, wins, before = np.cumsum(sizes), np.zeros(PARTS), 0
    for some in portions([results]):
        won = results[some]
        won = won[won != ABSENT] == 1
        part = np.searchsorted(ends, before + np.arange(len(won)), side="right")
        wins += np.bincount(part, won, minlength=PARTS)
        before += len(won)
    return sizes.astype(float), wins


def even_parts(sums: np.ndarray) -> Check | None:
    """Wins of the first seat in equal parts of each setting: they must differ by luck alone.

    sums: (settings, parts, 2), wins and games of the first seat.
    """
    p_values = []
    for wins, games in (parts.T for parts in sums):
        share = wins.sum() / max(games.sum(), 1)
        if games.min() * min(share, 1 - share) >= 5:
            p_values.append(_by_luck(games, wins, share))
    return _drift("The first seat's wins", p_values)


def _drift(what: str, p_values: Sequence[float]) -> Check | None:
    """Whether anything drifts in any of the settings, of which each has a p-value."""
    if not p_values:
        return None
    name = f"{what} do not drift from the first games to the last"
    text = f"chi-square over {PARTS} parts of {len(p_values):,} settings"
    if min(1.0, min(p_values) * len(p_values)) < FALSE_ALARM:
        return Check(name, FAILED, f"{text}: larger than luck gives once in 1,000 reports")
    return Check(name, PASSED, f"{text}: no more than luck gives")


def _by_luck(games: np.ndarray, wins: np.ndarray, share: float) -> float:
    """How often luck alone sets the wins of the parts so far from their share."""
    from scipy.special import chdtrc

    distance = np.square(wins - games * share) / (games * share * (1 - share))
    return float(chdtrc(len(games) - 1, distance.sum()))


def cut_off(design: Design, counts: Counts) -> CutOff:
    """Games of all cells that a limit stopped, with the bounds this sets on the win rate."""
    total = sum(map(counts.games, counts.won))
    won = sum(map(counts.wins, counts.won)) if design.won else 0
    cut = counts.cut_off(counts.won)
    return CutOff(cut, total, won / total if total else 0.0, (won + cut) / total if total else 0.0)


def _cut(cut: CutOff) -> Check:
    were = "was" if cut.all == 1 else "were"
    text = f"{cut.games:,} of {plural(cut.all, 'game')} {were} stopped by a limit"
    limit = f"at most {MOST_CUT_OFF * 100:.1f}% of the games"
    result = FAILED if cut.share > MOST_CUT_OFF else PASSED
    return Check(f"Games come to their own end ({limit} do not)", result, text)
