"""What is fitted of the chance of winning, and what is told of chances given away."""

import numpy as np
import pytest

from training import value

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
