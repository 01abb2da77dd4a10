"""Games of one deal stay together, and count as one where it is told how sure a number is."""

import numpy as np
import pytest

from analysis.data.design import Design
from analysis.data.frames import in_slices
from analysis.data.reading import Blocks
from analysis.description.lengths import mean
from analysis.estimators.pairs import combination
from analysis.stats.intervals import rate
from analysis.stats.results import by_deal, means_by_deal
from tests.analysis import made_up_contest

GAMES = 3_001  # the last deal of several games is not finished


@pytest.fixture(scope="module")
def run():
    """Two settings, the second of which plays each deal twice."""
    found = made_up_contest.in_memory(made_up_contest.Contest(games=GAMES, players=(3, 2)))
    found.manifest["cells"][1]["rotations"] = 2
    return found


def test_a_block_holds_the_same_deals_of_every_setting_and_all_their_games(run):
    design, met = Design(run.manifest), {0: [], 1: []}
    assert design.rotations == {0: 1, 1: 2}
    blocks = Blocks(run, design, rows=2_000)
    assert 1 < blocks.size < 1_000
    for block in blocks:
        for part in block.parts:
            assert ((part.deals >= block.first) & (part.deals < block.first + block.count)).all()
            met[part.cell] += part.replicates.tolist()
        for games in in_slices(block, [0, 1], [0, 1], "win_share"):
            both = [set(frame.deals.tolist()) for frame in games.all]
            assert len(both) == 1 or both[1] <= both[0]
    assert met[0] == met[1] == list(range(GAMES))


def test_the_same_blocks_where_every_game_is_a_deal():
    whole = made_up_contest.in_memory(made_up_contest.Contest(games=GAMES, players=(2,)))
    for block in Blocks(whole, Design(whole.manifest), rows=2_000):
        (part,) = block.parts
        assert (part.deals == part.replicates).all() and part.rotations == 1


def test_games_of_a_deal_count_as_one_if_it_is_not_known_how_they_go_together():
    assert rate(50, 200, rotations=2).low == rate(25, 100).low
    twice, once = mean([3, 5], [100, 100], rotations=2), mean([3, 5], [50, 50])
    assert (twice.value, twice.low) == pytest.approx((once.value, once.low))


def test_differences_of_results_go_by_deal():
    """Both games of a deal tell the same: half as many tell as much as all."""
    rng = np.random.default_rng(1)
    one, two = (rng.integers(0, 2, 500).astype(np.int8) for _ in range(2))
    doubled = {k: by_deal(np.repeat(each, 2), 2) for k, each in enumerate((one, two))}
    weights = {0: 1.0, 1: -1.0}
    found, same = (combination(each, weights).effect for each in (doubled, {0: one, 1: two}))
    assert found.value == pytest.approx(same.value)
    assert found.se == pytest.approx(same.se, rel=0.02)
    values = rng.normal(size=500)
    assert means_by_deal(np.repeat(values, 2), 2).tolist() == pytest.approx(values.tolist())
