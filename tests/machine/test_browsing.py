"""A program that is begun, looks at a page and posts what it found: here one in Python."""

import sys

import pytest

from benchmarks import browsing

LOOKS = """
import sys
from urllib.request import urlopen
address = sys.argv[1]
held = urlopen(address + "held").read()
page = urlopen(address).read().decode()
urlopen(address + "found", data=eval(page)(held))
while True:
    pass
"""


@pytest.fixture
def looks(monkeypatch):
    """What a page is handed goes through the page, which is a function of Python."""
    program = ((sys.executable,), ["-c", LOOKS])
    monkeypatch.setitem(browsing.BROWSERS, "Python", program)


def test_a_page_tells_what_it_found_of_what_it_was_handed(looks):
    page = b"lambda held: held.replace(b'ask', b'answer')"
    assert browsing.found("Python", page, {"ask": [1]}) == {"answer": [1]}


def test_what_a_page_says_went_wrong_is_raised(looks):
    with pytest.raises(RuntimeError, match="no memory"):
        browsing.found("Python", b"lambda held: held", {"error": "no memory"})


def test_a_browser_that_says_nothing_is_not_awaited_for_ever(looks, monkeypatch):
    monkeypatch.setattr(browsing, "PATIENCE", 0.01)
    with pytest.raises(RuntimeError, match=r"nothing came in 0\.01 seconds"):
        browsing.found("Python", b"1 / 0", {})
