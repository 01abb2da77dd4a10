"""What `python -m tests.verification` breaks is still there to be broken."""

import pytest

from tests.verification.__main__ import ROOT
from tests.verification.breaks import BREAKS


@pytest.mark.parametrize("broken", BREAKS, ids=[f"{b.rule} {b.says}" for b in BREAKS])
def test_the_text_to_break_stands_once_in_its_file(broken):
    text = (ROOT / broken.file).read_text("utf-8")
    assert text.count(broken.old) == 1
    assert (ROOT / broken.tests[0]).is_file()


def test_at_least_ten_rules_are_broken():
    assert len({broken.rule for broken in BREAKS}) >= 10
