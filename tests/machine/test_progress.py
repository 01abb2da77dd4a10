"""What a person sees while a run goes on; always on stderr."""

import io
import os
import pty
import re
import subprocess
import sys

import pytest

from simulate.run.precision import Rounds
from simulate.run.progress import Progress, duration
from simulate.run.workers.blocks import Done
from tests.machine import fake
from tests.machine.process import PATIENCE, ROOT, driver


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


class Terminal(io.StringIO):
    def isatty(self):
        return True


def progress(stream, games=10_000, **wanted):
    """A progress of two cells, its clock, and a function that reports a block."""
    clock = Clock()
    rounds = Rounds(fake.plan(games=games, **wanted))
    shown = Progress(rounds, stream, clock=clock)

    def block(games, at, cell=0):
        rounds.score.add(Done(cell, games, {"": (games // 2, games)}, ()))
        clock.now = 100.0 + at
        shown.update()

    return shown, block


def test_a_pipe_gets_a_plain_line_at_each_tenth():
    stream = io.StringIO()
    _, block = progress(stream)
    for second in range(1, 95):
        block(100, second)
    lines = stream.getvalue().splitlines()
    assert [line.split(" of ")[0] for line in lines] == ["2,000", "4,000", "6,000", "8,000"]
    assert "\x1b" not in stream.getvalue()
    assert "\r" not in stream.getvalue()


def test_the_line_says_speed_time_left_and_what_is_found_so_far():
    stream = io.StringIO()
    _, block = progress(stream)
    block(2_500, 0.9, cell=1)
    block(2_500, 50, cell=0)
    # 15,000 games are left at 100 games/s; the Wilson half-width of 1,250 of 2,500 is 1.96%.
    assert stream.getvalue().splitlines()[-1] == (
        "5,000 of 20,000 games, 100 games/s, 2 min 30 s left, won 50.0% (±1.96 points)"
    )


def test_the_time_left_is_that_of_all_that_comes():
    clock, rounds = Clock(), Rounds(fake.plan(games=10_000))
    shown = Progress(rounds, io.StringIO(), clock=clock, after=1.2)
    rounds.score.add(Done(0, 5_000, {"": (2_500, 5_000)}, ()))
    # 150 s of games, 1.2 times 200 s of all that is played beside them, 4 s of the report.
    assert "about 6 min 34 s left" in shown.line(50)


def test_what_is_found_is_drawn_over_on_a_terminal_and_told_once_in_a_pipe():
    stream = Terminal()
    shown, block = progress(stream)
    block(100, 1)
    shown.show(["After 100 games:", "  1. one"])
    block(100, 2)
    shown.show(["After 200 games:", "  1. another"])
    assert stream.getvalue().count("\x1b[2A\r\x1b[J") == 1
    shown.say("A note.")
    shown.show(["After 300 games:"])
    assert stream.getvalue().endswith("A note.\n\r\x1b[JAfter 300 games:\n")
    pipe = io.StringIO()
    progress(pipe)[0].show(["After 100 games"])
    assert pipe.getvalue() == "After 100 games\n"


def test_what_is_found_so_far_is_the_least_and_the_most():
    score = Rounds(fake.plan((2, 3, 4))).score
    assert score.so_far() == ""
    score.add(Done(0, 100, {"": (12, 100)}, ()))
    score.add(Done(1, 100, {"": (71, 100)}, ()))
    assert score.so_far() == "won 12.0 to 71.0%"
    rivals = Rounds(fake.plan((2, 3))).score
    rivals.add(Done(0, 100, {"sea_elves": (10.5, 100), "orcs": (40, 100)}, ()))
    rivals.add(Done(1, 100, {"sea_elves": (9.5, 100), "orcs": (30, 100)}, ()))
    assert rivals.so_far() == "sea elves 10.0% to Orcs of the Vale 35.0%"
    seats = Rounds(fake.plan((2,))).score
    seats.add(Done(0, 100, {"0": (60, 100), "1": (40, 100)}, ()))
    assert seats.so_far() == "seat 2 40.0% to seat 1 60.0%"


def test_with_a_precision_the_total_is_said_to_be_a_guess():
    stream = io.StringIO()
    _, block = progress(stream, precision=0.02)
    block(1_200, 31)
    assert re.match(r"1,200 of about \d,\d{3} games, .*, about \d+ ", stream.getvalue())


def test_a_terminal_gets_one_line_that_is_drawn_over():
    stream = Terminal()
    shown, block = progress(stream)
    for step in range(1, 11):
        block(100, step * 0.1)
    shown.say("Done.")
    drawn = stream.getvalue().split("\r\x1b[K")
    assert "\n" not in "".join(drawn[:-1])
    assert drawn[-1] == "Done.\n"
    # Ten blocks in one second, at most five drawings a second and one line taken away.
    assert 4 <= len(drawn) <= 7
    assert all(len(line) < 80 for line in drawn)


@pytest.mark.parametrize("word", ["dumb"])
def test_a_terminal_that_cannot_draw_gets_plain_lines(monkeypatch, word):
    monkeypatch.setenv("TERM", word)
    stream = Terminal()
    _, block = progress(stream)
    block(100, 1)
    assert stream.getvalue() == ""
    block(2_000, 31)
    assert stream.getvalue().startswith("2,100 of ")


def test_quiet_says_only_what_must_be_said():
    stream = io.StringIO()
    shown = Progress(Rounds(fake.plan()), stream, quiet=True, clock=Clock())
    shown.note("compiling")
    shown._clock.now += 60
    shown.update()
    shown.say("Interrupted.")
    assert stream.getvalue() == "Interrupted.\n"


def test_a_reader_that_went_away_does_not_end_the_run():
    class Gone(io.StringIO):
        def write(self, text):
            raise BrokenPipeError

    _, block = progress(Gone())
    block(5_000, 31)
    block(100, 62)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.4, "0 s"),
        (59.4, "59 s"),
        (59.6, "1 min 0 s"),
        (200, "3 min 20 s"),
        (7_500, "2 h 5 min"),
    ],
)
def test_durations_in_words(seconds, words):
    assert duration(seconds) == words


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_on_a_real_terminal_the_line_is_live_and_gone_at_the_end(tmp_path):
    reader, terminal = pty.openpty()
    process = subprocess.Popen(
        driver(tmp_path / "run", games=400, slow=0.05),
        cwd=ROOT,
        env={**os.environ, "NO_COLOR": "1", "TERM": "xterm"},
        stdout=subprocess.DEVNULL,
        stderr=terminal,
    )
    os.close(terminal)
    text = b""
    try:
        while data := os.read(reader, 4096):
            text += data
    except OSError:
        pass  # Linux says so when the other side of a terminal is closed.
    finally:
        os.close(reader)
    assert process.wait(PATIENCE) == 0
    assert b"of 800 games" in text
    assert text.endswith(b"\r\x1b[K")
    assert re.findall(rb"\x1b\[\d*m", text) == []
