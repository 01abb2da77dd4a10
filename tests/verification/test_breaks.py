"""What `python -m tests.verification` breaks is still there to be broken."""

import ast
import re
from threading import Barrier

from tests.verification.__main__ import ROOT, picked, side_by_side, together
from tests.verification.breaks import BREAKS


def test_the_text_to_break_stands_once_in_its_file():
    found = {
        f"{broken.rule} {broken.says}": (ROOT / broken.file).read_text("utf-8").count(broken.old)
        for broken in BREAKS
    }
    assert {name: times for name, times in found.items() if times != 1} == {}
    assert len(found) == len(BREAKS)


def test_what_is_broken_is_still_python():
    """Else no test notices anything: nothing is played."""
    for broken in BREAKS:
        if broken.file.endswith(".py"):
            ast.parse((ROOT / broken.file).read_text("utf-8").replace(broken.old, broken.new))


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


def test_every_break_is_in_one_of_the_parts():
    parts = [picked([f"{k}/3"]) for k in (1, 2, 3)]
    assert sorted(map(BREAKS.index, sum(parts, ()))) == [*range(len(BREAKS))]
    assert max(map(len, parts)) - min(map(len, parts)) <= 1
    assert picked(["defenders", "1/1"]) == picked(["defenders"])


def test_all_tests_that_must_notice_are_tried_before_anything_is_broken():
    calls = {file: chosen for file, *chosen in together(BREAKS)}
    assert set(calls) == {broken.tests[0] for broken in BREAKS}
    for file, *chosen in (broken.tests for broken in BREAKS):
        assert calls[file] == [] or f"({chosen[1]})" in calls[file][1]


def test_no_two_break_rules_in_one_copy_at_a_time():
    both_ask = Barrier(2, timeout=600)
    busy: set[str] = set()

    def ask(folder, number):
        assert folder not in busy
        busy.add(folder)
        both_ask.wait()
        busy.remove(folder)
        both_ask.wait()
        return number

    assert list(side_by_side(["one", "other"], ask, range(10))) == list(range(10))
