"""What `python -m tests.verification` breaks is still there to be broken."""

import re

from tests.verification.__main__ import ROOT
from tests.verification.breaks import BREAKS


def test_the_text_to_break_stands_once_in_its_file():
    found = {
        f"{broken.rule} {broken.says}": (ROOT / broken.file).read_text("utf-8").count(broken.old)
        for broken in BREAKS
    }
    assert {name: times for name, times in found.items() if times != 1} == {}
    assert len(found) == len(BREAKS)


def test_the_tests_that_must_notice_are_there():
    """The file, and of the words that choose among its tests the first."""
    missing = []
    for broken in BREAKS:
        file, *chosen = broken.tests
        text = (ROOT / file).read_text("utf-8")
        if "-k" in chosen:
            first = re.match(r"\w+", chosen[chosen.index("-k") + 1])
            if first is None or first[0] not in text:
                missing.append(f"{broken.rule} {broken.says}: {chosen}")
    assert missing == []


def test_at_least_ten_rules_are_broken():
    assert len({broken.rule for broken in BREAKS}) >= 10
