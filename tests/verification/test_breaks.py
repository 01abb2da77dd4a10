"""What `python -m tests.verification` breaks is still there to be broken."""

import re

import pytest

from tests.verification.__main__ import ROOT
from tests.verification.breaks import BREAKS


@pytest.mark.parametrize("broken", BREAKS, ids=[f"{b.rule} {b.says}" for b in BREAKS])
def test_the_text_to_break_stands_once_in_its_file(broken):
    text = (ROOT / broken.file).read_text("utf-8")
    assert text.count(broken.old) == 1


@pytest.mark.parametrize("broken", BREAKS, ids=[f"{b.rule} {b.says}" for b in BREAKS])
def test_the_tests_that_must_notice_are_there(broken):
    """The file, and of the words that choose among its tests the first."""
    file, *chosen = broken.tests
    text = (ROOT / file).read_text("utf-8")
    if "-k" in chosen:
        first = re.match(r"\w+", chosen[chosen.index("-k") + 1])
        assert first is not None and first[0] in text


def test_at_least_ten_rules_are_broken():
    assert len({broken.rule for broken in BREAKS}) >= 10
