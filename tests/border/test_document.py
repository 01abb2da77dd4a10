"""Files that cannot be read, and problems that point at their line."""

from pathlib import Path

import pytest

from simulate.core.errors import InputError
from simulate.pack.document import Origins, parsed, read
from tests.refusals import problems_of


def refusal(path, shown=""):
    (problem,) = problems_of(read, Path(path), shown)
    return problem


def test_a_missing_file_names_the_nearest_in_its_folder(tmp_path):
    (tmp_path / "steps.toml").write_text("")
    problem = refusal(tmp_path / "stpes.toml", "my/stpes.toml")
    assert problem.where == "my/stpes.toml"
    assert problem.what == "there is no such file; did you mean `steps.toml`?"


def test_a_missing_folder_is_said(tmp_path):
    assert "there is no folder" in refusal(tmp_path / "none" / "x.toml").what


def test_a_folder_is_no_file(tmp_path):
    assert "this is a folder" in refusal(tmp_path).what


def test_a_file_on_the_way_is_no_folder(tmp_path):
    (tmp_path / "a").write_text("")
    assert "not a folder" in refusal(tmp_path / "a" / "x.toml").what


def test_a_file_that_the_system_does_not_give():
    # Permissions do not keep root out, but nobody may read this from the start.
    assert "cannot be read: input/output error" in refusal("/proc/self/mem").what


def test_bytes_that_are_no_utf8_are_pointed_at(tmp_path):
    path = tmp_path / "x.toml"
    path.write_bytes(b'a = 1\nb = "caf\xe9"\n')
    problem = refusal(path, "x.toml")
    assert problem.where == "x.toml:2:9"
    assert "not UTF-8 text (byte 0xe9)" in problem.what


def test_a_byte_order_mark_and_windows_line_ends_are_fine(tmp_path):
    path = tmp_path / "x.toml"
    path.write_bytes(b"\xef\xbb\xbfa = 1\r\nb = 2\r\n")
    document = read(path, "x.toml")
    assert document.data == {"a": 1, "b": 2}
    problem = document.problem(("a",), "no")
    assert (problem.where, problem.source) == ("x.toml:1:5", "a = 1")


@pytest.mark.parametrize(
    ("text", "where", "source", "caret"),
    [
        ("a = 1\nb = = 2\n", "x.toml:2:5", "b = = 2", 5),
        ("a = 1\na = 2\n", "x.toml:2:6", "a = 2", 6),
        ("[table\n", "x.toml:1:7", "[table", 7),
        ('a = 1\nb = "open', "x.toml:2:10", 'b = "open', 10),
        ("a = [1,\n", "x.toml:1:8", "a = [1,", 8),
    ],
)
def test_broken_syntax_is_pointed_at(tmp_path, text, where, source, caret):
    path = tmp_path / "x.toml"
    path.write_text(text)
    problem = refusal(path, "x.toml")
    assert problem.what.startswith("broken TOML: ")
    assert "(at" not in problem.what
    assert (problem.where, problem.source, problem.caret) == (where, source, caret)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("name = Paladin", '`Paladin` is not a value; text needs quotes: "Paladin"'),
        ("name = “Paladin”", "`“` is not a quote in TOML; write straight quotes"),
        ('name = "Paladin\nb = 1', "this text has no closing quote on its line"),
        ('name = "Paladin', "the file ends before this is closed"),
        ("name = '''Paladin", "the file ends before this is closed"),
        ("players = 2, 3", "a list of values stands in brackets"),
        ("players = [2 3]", "a comma or `]` is missing"),
        ("players = [2,", "the file ends before this is closed"),
        ("effects = [{ amount = 1 ]", "a comma or `}` is missing"),
        ("health = 5 // more", "a comment begins with #"),
        ("health = 5 hearts", "`hearts` cannot follow a value"),
        ("health = 5\x0c", "an invisible character (U+000C) stands here; delete it"),
        ("health = \u00a05", "an invisible character (U+00A0) stands here; delete it"),
        ("health\ufeff = 5", "an invisible character (U+FEFF) stands here; delete it"),
        ("health =\nfocus = 2", "a value is missing here"),
        ("health = True", "write `true` in small letters"),
        ("health = .5", "`.5` is not a value: a number has digits and a point"),
        ("health: 5", "write `=` in place of `:`"),
        ("Heroes and their cards", "a line is `key = value`, a [heading], or a comment"),
        ("[heroes.paladin\nhealth = 5", "this heading is not closed; `]` is missing"),
        ("[heroes.zoë]", "in a heading stand letters a to z"),
        ("[heroes.ada]\n[heroes.ada]", "the heading [heroes.ada] stands here a second time"),
        ("health = 5\nhealth = 6", "`health` is here a second time"),
        ("a = { health = 5, health = 6 }", "`health` is here a second time"),
        ('folder = "C:\\Users"', "a backslash in text is written twice"),
        ("a = 1\rb = 2\r", "lines end in lone carriage returns"),
    ],
)
def test_broken_syntax_is_told_to_who_does_not_know_toml(tmp_path, text, what):
    path = tmp_path / "x.toml"
    path.write_bytes(text.encode())
    assert f"broken TOML: {what}" in refusal(path).what


def test_endless_nesting_and_endless_numbers_are_refused(tmp_path):
    path = tmp_path / "x.toml"
    path.write_text("a = " + "[" * 100_000)
    assert "cannot be read as TOML" in refusal(path).what
    path.write_text("a = " + "9" * 10_000)
    assert "cannot be read as TOML" in refusal(path).what


def test_a_problem_points_at_the_value_or_at_the_key(tmp_path):
    path = tmp_path / "x.toml"
    path.write_text("[band]\nlow = 0.7 # no\n")
    document = read(path, "x.toml")
    value = document.problem(("band", "low"), "no")
    key = document.problem(("band", "low"), "no", "key")
    assert (value.where, value.caret, value.length) == ("x.toml:2:7", 7, 3)
    assert (key.where, key.caret, key.length) == ("x.toml:2:1", 1, 3)
    assert key.source == "low = 0.7 # no"


def test_what_is_missing_is_told_at_the_table_that_should_hold_it(tmp_path):
    path = tmp_path / "x.toml"
    path.write_text("a = 1\n[band]\nlow = 0.7\n")
    document = read(path, "x.toml")
    assert document.problem(("band", "high"), "missing", "key").where == "x.toml:2:2"
    assert document.problem(("game",), "missing", "key").where == "x.toml:1:1"
    path.write_text("band = { low = 0.7 }\n")
    problem = read(path, "x.toml").problem(("band", "high"), "missing")
    assert (problem.caret, problem.length) == (1, 4)


def test_an_option_is_named_as_typed_before_the_file(tmp_path):
    path = tmp_path / "x.toml"
    path.write_text("games = 3\nseed = 1\n")
    origins = Origins(read(path, "x.toml"), {("games",): "--games 0"})
    assert origins.problem(("games",), "no").where == "--games 0"
    assert origins.problem(("seed",), "no").where == "x.toml:2:8"


@pytest.mark.parametrize("part", ["a", '"a b"', "'é'", "a \t"])
@pytest.mark.parametrize("line", ["{} = 1", "[{}]", "x = {{ {} = 1 }}"])
def test_keys_in_keys_are_refused_before_they_are_read(tmp_path, monkeypatch, part, line):
    """tomllib takes minutes for some ten thousand of them, and hours for a file of 20 MB."""
    monkeypatch.setattr("tomllib.loads", None)
    text = line.format(".".join([part] * 20_000))
    with pytest.raises(InputError, match="nested too deeply"):
        parsed(text, tmp_path / "x.toml", "x")


def test_many_dots_in_a_text_are_none(tmp_path):
    text = f'note = "{"... " * 99}{"Oh. " * 40}"\n# {"." * 999}\nlong_{"a" * 999_999} = 1.5\n'
    assert len(parsed(text, tmp_path / "x.toml", "x").data) == 2
