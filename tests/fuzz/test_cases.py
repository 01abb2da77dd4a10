"""No case may end in a traceback, a hang, an index out of bounds or another row."""

import pytest

from tests.fuzz import packs, tally
from tests.fuzz.kinds import KINDS
from tests.fuzz.player import rows_mark

KNOWN = {kind.title: kind for kind in KINDS}


def test_together_they_are_ten_thousand():
    assert sum(kind.cases for kind in KINDS) >= 10_000


class Here:
    """Plays a case in this process: what is compiled otherwise is for the many."""

    rows_mark = staticmethod(rows_mark)


@pytest.mark.parametrize("title", KNOWN)
def test_a_few_cases(title, monkeypatch):
    """The first ones of the many, played twice in the same way."""
    monkeypatch.setattr(packs, "elsewhere", lambda **_: Here)
    counted = KNOWN[title].run(KNOWN[title].quick)
    assert counted.counts[tally.CASES]


@pytest.mark.long
@pytest.mark.parametrize("title", KNOWN)
def test_many_cases(title):
    kind = KNOWN[title]
    counted = kind.run(kind.cases).counts
    assert counted[tally.CASES] >= kind.cases
    assert counted[tally.REFUSED] + counted[tally.ACCEPTED] == counted[tally.CASES]
    if kind.name == "packs that are played":
        assert counted[tally.CHECKED] == counted[tally.PLAYED] >= 0.5 * kind.cases
        assert counted[tally.PLAIN]
