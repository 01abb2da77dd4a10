"""What is kept of the games: rows of all, of a sample, or sums alone; each tells the same."""

import polars as pl
import pytest

from analysis.data.counter import Counter
from analysis.data.counts import count
from analysis.data.design import Design
from analysis.data.reading import Blocks
from analysis.estimators.pairs import difference
from analysis.shares.counted import Counted
from analysis.study import study
from simulate import store
from simulate.cli.play.comparing import joined
from simulate.core.errors import InputError
from simulate.run import execute
from simulate.run.workers.blocks import (
    LARGEST,
    batch_size,
    block_size,
    blocks,
    count_blocks,
    slices,
)
from simulate.store.rows import packing
from tests.machine import fake
from tests.machine.kills import bytes_of
from tests.machine.test_journal import cut_short  # noqa: F401

GAMES = 2_500


def play(out, keep, jobs=1, **wanted):
    plan = fake.plan(**{"games": GAMES, **wanted}, keep=keep)
    return execute(plan, out, jobs, quiet=True, table=fake.__name__, turns=False, counter=Counter)


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("kept")
    return {keep: store.open_run(play(folder / keep, keep)) for keep in store.LEVELS}


def test_sums_tell_what_rows_tell(runs):
    design = Design(runs[store.ALL].manifest)
    rows, sums = (
        count(Blocks(runs[store.ALL], design)),
        Counted(runs[store.COUNTS], design).counts(),
    )
    for cell in (0, 1):
        assert (sums.games(cell), sums.wins(cell)) == (rows.games(cell), rows.wins(cell))
    for name in ("ends", "tallies", "by_option", "seat_rows", "stood"):
        assert getattr(sums, name).rows() == getattr(rows, name).rows(), name
    assert sums.values.keys() == rows.values.keys()
    for name, table in rows.values.items():
        assert sums.values[name].rows() == table.rows()
    assert sums.winnable == rows.winnable


@pytest.mark.long
def test_batches_know_how_sure_a_difference_on_shared_luck_is(runs):
    """The two cells share luck: taken for independent they would be far less sure."""
    design = Design(runs[store.ALL].manifest)
    rows = difference(count(Blocks(runs[store.ALL], design)).won, 0, 1)
    sums = difference(Counted(runs[store.COUNTS], design).counts().won, 0, 1)
    assert sums.effect.value == pytest.approx(rows.effect.value)
    assert sums.effect.se == pytest.approx(rows.effect.se, rel=0.25)
    assert rows.saving > 3 and sums.saving > 2


def test_counts_keep_the_rows_of_the_first_games(runs, monkeypatch, tmp_path):
    monkeypatch.setattr("simulate.run.workers.blocks.SAMPLED", 700)
    monkeypatch.setattr("simulate.run.workers.blocks.FEWEST_SAMPLED", 50)
    run = store.open_run(play(tmp_path / "run", store.COUNTS))
    run.verify()
    for whole, some in (
        (runs[store.ALL].games(), run.games()),
        (runs[store.ALL].seats(), run.seats()),
    ):
        first = whole.filter(pl.col("replicate") < 350).collect().sort(pl.all())
        assert some.collect().sort(pl.all()).equals(first)
    assert [cell["games"] for cell in run.manifest["cells"]] == [GAMES, GAMES]


def test_a_comparison_needs_rows_of_every_game(runs):
    run = runs[store.COUNTS]
    assert run.manifest["keep"] == store.COUNTS
    assert run.holds(1, GAMES - 1)
    with pytest.raises(InputError, match="a comparison needs them") as refused:
        joined(("before", "after"), [runs[store.ALL], run])
    assert "--keep counts`): its report compares them" in refused.value.hint


@pytest.mark.parametrize("blocks", [0, 5])
def test_a_killed_run_of_sums_becomes_the_run_that_nobody_disturbed(cut_short, blocks):  # noqa: F811
    out, whole = cut_short(blocks, games=500, keep=store.COUNTS)
    plan = fake.plan(games=500, keep=store.COUNTS)
    execute(plan, out, 1, quiet=True, table=fake.__name__, resume=True, counter=Counter)
    assert bytes_of(out) == whole


@pytest.mark.long
def test_a_large_block_is_the_same_rows_in_slices(runs, monkeypatch, tmp_path):
    monkeypatch.setattr("simulate.run.workers.blocks.LARGEST", 100)
    monkeypatch.setattr("simulate.run.workers.blocks.MANY", 100)
    monkeypatch.setattr("simulate.run.workers.blocks.MOST_BLOCKS", 10)
    run = store.open_run(play(tmp_path / "run", store.ALL))
    run.verify()
    assert len(run.shards) == 2 * 2 * -(-GAMES // 500)
    assert (
        run.games()
        .collect()
        .sort(pl.all())
        .equals(runs[store.ALL].games().collect().sort(pl.all()))
    )


@pytest.mark.parametrize("cells", [1, 4, 16, 160])
@pytest.mark.parametrize("total", [10**6, 10**7, 10**8, 10**9, 10**11])
def test_a_run_has_few_files_however_many_games(cells, total):
    """A billion games in at most 2,000 files, of rows and of sums alike."""
    games = total // cells
    size = block_size(games * cells)
    files = 2 * cells * count_blocks(games, size)
    assert files <= 2_000 + 2 * 2 * cells
    if cells <= 16:
        assert files <= (2_000 if total > 10**7 else 2_048)
    assert size <= LARGEST or size % LARGEST == 0
    assert games // batch_size(games, cells) <= 400


def test_slices_cover_a_block():
    for block in blocks([0], 0, 250_000, 90_000):
        parts = [*slices(block, LARGEST)]
        assert sum(part.count for part in parts) == block.count
        assert parts[0].first == block.first
        assert all(part.count <= LARGEST for part in parts)


@pytest.mark.parametrize(
    ("cells", "loose"), [(40, 50), pytest.param(960, None, marks=pytest.mark.long)]
)
def test_many_small_cells_lie_in_few_files(tmp_path, monkeypatch, cells, loose):
    """960 settings of ten games are told in a handful of files, not in two for each."""
    monkeypatch.setattr(packing, "MOST_LOOSE", loose or packing.MOST_LOOSE)
    plan = fake.plan(players=[2 + i % 3 for i in range(cells)], games=10)
    out = execute(plan, tmp_path / "run", 1, quiet=True, table=fake.__name__, turns=False)
    run = store.open_run(out)
    files = [path for path in run.path.rglob("*") if path.is_file()]
    assert len(files) <= 100
    assert (run.path / store.MANIFEST).stat().st_size < 5_000_000
    run.verify()
    assert run.games().select(pl.len()).collect().item() == 10 * cells
    assert run.spans(cells - 1) == [(0, 9)]
    name = run.shards[0].file
    (run.path / name).write_bytes((run.path / name).read_bytes()[:-9])
    assert name in run.damaged()


@pytest.mark.long
def test_sums_tell_the_shares_of_those_who_compete(tmp_path):
    """The same shares, to the last game, and intervals about as wide."""
    told = {}
    for keep in (store.ALL, store.COUNTS):
        run = store.open_run(play(tmp_path / keep, keep, cooperative=False, rivals=True))
        run.manifest.update(options="heroes", end_reasons={})
        found = study(run, ["kinds"])
        told[keep] = {
            (kind.role, share.label, share.cell.number): share
            for kind in found.contest.kinds
            for share in kind.shares
        }
    assert told[store.ALL].keys() == told[store.COUNTS].keys() != set()
    for key, rows in told[store.ALL].items():
        sums = told[store.COUNTS][key]
        assert (sums.games, sums.share.value) == (rows.games, pytest.approx(rows.share.value))
        assert sums.share.se == pytest.approx(rows.share.se, rel=0.3)
