"""One rate over all settings knows what its game numbers know."""

from dataclasses import replace

import numpy as np
import pytest

from analysis.data.counts import count
from analysis.data.design import Design
from analysis.data.reading import Blocks
from analysis.description import event_rates, lengths
from analysis.estimators.pooled import Split
from analysis.rates import variants
from analysis.rates.levels import Levels
from analysis.stats.intervals import wilson
from tests.analysis import made_up, made_up_contest
from tests.analysis.made_up import Recipe


def _read(run):
    design = Design(run.manifest)
    blocks = Blocks(run, design)
    return design, count(blocks), blocks


def _half(ends):
    return (ends[1] - ends[0]) / 2


def test_copies_of_a_setting_tell_no_more_than_one():
    kinds = np.random.default_rng(1).integers(3, size=500)
    once, copied = Split(3), Split(3)
    once.add(np.arange(500), kinds)
    copied.add(np.tile(np.arange(500), 4), np.tile(kinds, 4))
    for kind in range(3):
        one, four = once.rate(kind), copied.rate(kind)
        won = int((kinds == kind).sum())
        assert (one.won, one.games, four.games) == (won, 500, 2_000)
        assert (one.low, one.high) == pytest.approx(wilson(won, 500))
        assert (four.low, four.high) == pytest.approx((one.low, one.high), abs=1e-3)


def test_settings_without_shared_luck_are_wilsons():
    rng = np.random.default_rng(2)
    kinds = rng.integers(2, size=8_000)
    found = Split(2)
    found.add(np.tile(np.arange(2_000), 4), kinds)
    assert _half((found.rate(1).low, found.rate(1).high)) == pytest.approx(
        _half(wilson(kinds.sum(), 8_000)), rel=0.06
    )


def test_rows_in_pieces_and_rows_that_do_not_count():
    kinds = np.random.default_rng(3).integers(-1, 2, size=600)
    number = np.arange(600) // 2
    whole, parts = Split(2), Split(2)
    whole.add(number, kinds)
    for first in range(0, 600, 200):
        parts.add(number[first : first + 200], kinds[first : first + 200])
    assert parts.rate(0) == whole.rate(0) and whole.rate(0).games == (kinds >= 0).sum()
    assert Split(2).rate(0).high == 1.0


def test_a_rate_over_levels_that_share_nearly_all_luck_keeps_its_word():
    """Three levels of one card: taken for independent the interval would hold 75%, not 95%."""
    rng = np.random.default_rng(4)
    held = 0
    for _ in range(800):
        luck = 0.98 * rng.normal(size=(200, 1)) + 0.2 * rng.normal(size=(200, 3))
        found = Split(2)
        found.add(np.repeat(np.arange(200), 3), (luck > 0).astype(int).ravel())
        rate = found.rate(1)
        held += rate.low <= 0.5 <= rate.high
    # Standard error of the share held: 0.008.
    assert 0.92 <= held / 800 <= 0.98


def test_ends_close_losses_and_what_was_won_with_a_change_go_by_game_numbers():
    """Settings that are copies: every rate over all of them is as wide as that of one."""
    recipe = Recipe(games=400, players=(2, 3), tides=("rough",), shared=1.0, per_player=0.0,
                    variants={"rope": -0.5})  # fmt: skip
    run = made_up.in_memory(recipe)
    games, seats = run.tables
    design, counts, blocks = _read(run)
    worth = variants.worths(design, counts, Levels(design))[0]
    alone = worth.rate.value * 400
    assert _half((worth.rate.low, worth.rate.high)) == pytest.approx(
        _half(wilson(alone, 400)), rel=0.02
    )
    copied = replace(run, tables=(_copied(games), seats))
    design, counts, blocks = _read(copied)
    for end in lengths.ends(design, counts, blocks):
        assert _half((end.all.low, end.all.high)) == pytest.approx(
            _half(wilson(end.all.value * 400, 400)), rel=0.02
        )
    hull = next(m for m in lengths.margins(design, counts, blocks) if m.column == "hull")
    losses = hull.close_lost.games / 2
    assert _half((hull.close_lost.low, hull.close_lost.high)) == pytest.approx(
        _half(wilson(hull.close_lost.value * losses, losses)), rel=0.02
    )


def _copied(games):
    """The games of cell 0 in cell 2 as well, the other printed cell."""
    import polars as pl

    first = games.filter(pl.col("cell") == 0)
    again = first.with_columns(cell=pl.lit(2, dtype=pl.Int32))
    return pl.concat([games.filter(pl.col("cell") != 2), again]).sort("cell", "replicate")


def test_triggers_go_by_game_numbers_and_count_games_without_one():
    run = made_up_contest.in_memory(made_up_contest.Contest(games=300))
    design, counts, blocks = _read(run)
    found = event_rates.triggers(design, counts, blocks)
    assert sum(t.all.won for t in found) == found[0].all.games == 600
