"""What a run of an own game would tell, before it is played."""

from pathlib import Path

import pytest

pytestmark = pytest.mark.long


def test_seats_are_compared_where_nothing_is_held(here, simulate):
    text = (Path(__file__).parent / "games" / "nim.py").read_text("utf-8")
    (here / "nim.py").write_text(text, "utf-8")
    told = simulate("run", "nim.py", "--dry-run").out
    assert "Seats, 2 shares of the wins" in told
