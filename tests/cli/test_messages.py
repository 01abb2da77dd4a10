"""How messages look."""

import time

from simulate.cli.play.playback import COMPILING, with_patience
from simulate.cli.shared.say import WIDTH, message
from simulate.core.errors import InputError, Problem


def test_one_problem_is_one_line_with_its_source_and_a_hint():
    problem = Problem("x.toml:3:5", "no", "a = 12", 5, 2)
    assert message(InputError([problem], hint="do this")).splitlines() == [
        "error: x.toml:3:5: no",
        "       3 | a = 12",
        "         |     ^^",
        "hint: do this",
    ]


def test_problems_come_options_first_then_line_by_line():
    problems = [
        Problem("b.toml:10:1", "4", "x", 1),
        Problem("b.toml:9:7", "3", "x", 1),
        Problem("b.toml:9:1", "2"),
        Problem("a.toml:20:1", "1", "x", 1),
        Problem("--games x", "0"),
    ]
    lines = message(InputError(problems)).splitlines()
    assert lines[0] == "error: 5 problems"
    assert [line[-1] for line in lines if line.startswith("  ") and "|" not in line] == list(
        "01234"
    )


def test_the_file_is_named_once_when_all_problems_stand_in_it():
    same = [Problem("my: x.toml:1:1", "a"), Problem("my: x.toml:2:1", "b")]
    assert message(InputError(same)).startswith("error: 2 problems in my: x.toml\n")
    mixed = [*same, Problem("--games x", "c")]
    assert message(InputError(mixed)).startswith("error: 3 problems\n")


def test_carets_stand_below_the_place_after_tabs_and_in_long_lines():
    lines = message(InputError([Problem("x:1:3", "no", "\t\tkey = 1", 3, 3)])).splitlines()
    assert lines[2].partition("| ")[2] == "\t\t^^^"
    source = "x" * 300 + "BAD" + "y" * 300
    lines = message(InputError([Problem("x:1:301", "no", source, 301, 3)])).splitlines()
    window, carets = (line.partition("| ")[2] for line in lines[1:])
    assert len(window) <= WIDTH
    at = carets.index("^")
    assert window[at : at + len(carets) - at] == "BAD"


def slow_lines():
    time.sleep(0.2)
    yield 1
    yield 2


def test_a_replay_that_is_long_in_coming_says_why(capsys):
    assert list(with_patience(slow_lines(), 0.01)) == [1, 2]
    assert capsys.readouterr().err == COMPILING + "\n"
    assert list(with_patience(slow_lines(), 30)) == [1, 2]
    assert list(with_patience(iter(()), 30)) == []
    assert capsys.readouterr().err == ""


def test_a_line_that_is_shown_moves_no_cursor():
    problem = Problem("x.toml:1:3", "no", "a\rb\x1b[2J", 3)
    assert message(InputError([problem])).splitlines()[1].endswith(r" | a\u000db\u001b[2J")
