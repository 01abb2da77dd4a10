"""What is fitted of the chance of winning, and what is told of chances given away."""

import numpy as np
import pytest

from training import regret, value

TRUE = np.array([0.5, -1.0, 2.0])


@pytest.mark.parametrize("sides", (1, 3))
def test_a_fit_finds_what_the_results_were_drawn_by(sides):
    luck = np.random.default_rng(5)
    x = luck.normal(size=(20_000, sides, 3))
    p = value.chances(x, TRUE)
    if sides == 1:
        y = (luck.random(p.shape) < p).astype(float)
    else:
        y = np.eye(sides)[(luck.random(len(p))[:, None] > p.cumsum(1)).sum(1)]
    found = value.fit(x, y)
    assert found == pytest.approx(TRUE, abs=0.1)
    assert value.loss(x, y, found) < value.loss(x, y, TRUE) + 1e-4


def judged(*gains, part=1, phase=0):
    """The moves of one decision, with what each gains in both halves."""
    rows = np.zeros(len(gains), regret.JUDGED)
    rows["part"], rows["phase"] = part, phase
    rows["code"], rows["place"], rows["gain"] = range(len(gains)), range(len(gains)), gains
    return rows


def test_each_half_names_a_move_and_the_other_says_what_it_gains():
    told = regret.Told("part {}".format, ("turn", "dice"), {0: "rest", 1: "step", 2: "strike"})
    rows = np.concatenate(
        [judged((0, 0), (0.1, 0.2), (0.3, -0.1)), judged((0, 0), (-0.1, -0.2), part=2, phase=1)]
    )
    by_question, by_moves = regret.losses(rows, told)
    assert by_question["part 1", "turn"] == pytest.approx([-10, 10])
    assert by_question["part 2", "dice"] == [0, 0]
    assert by_moves["part 1", "rest", "strike"] == pytest.approx([-10])
    assert by_moves["part 1", "rest", "step"] == pytest.approx([10])
