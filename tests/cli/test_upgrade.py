"""`simulate check PACK --upgrade`: a pack of an earlier version gets the keys of today."""

import os
import shutil
import tomllib
from pathlib import Path

import pytest

from simulate.cli import main
from simulate.cli.change import upgrading
from simulate.core.errors import Problem
from simulate.core.files import disk
from simulate.pack.text import formats
from tests.cli.conftest import everything
from tests.cli.test_packs import edit

pytestmark = pytest.mark.long

# Once, [target], [[expect]], `precision` and `max_games` were written so; comments are a person's.
OLD = """\
#:schema ../experiment.schema.json
game = "defenders"
precision = 0.02   # two points
games = 400        # where nothing else is said
max_games = 5000

[[expect]]  # what I want
metric = "win_rate"
low = 0.3
where = { players = 3 }
name = "not too hard"

[target]
low = 0.3
high = 0.6

[[expect]]
metric = "length"
high = 50
[expect.where]
players = 2

[factors]
players = [2, 3]
"""
NEW = """\
#:schema ../experiment.schema.json
game = "defenders"
until = 0.02   # two points
games = 5000

[[target]]  # what I want
check = true
metric = "win_rate"
low = 0.3
where = { players = 3 }
why = "not too hard"

[[target]]
low = 0.3
high = 0.6

[[target]]
check = true
metric = "length"
high = 50
[target.where]
players = 2

[factors]
players = [2, 3]
"""
PLAIN = """\
game = "defenders"
[[variant]]
name = "frail"
set = { "cards.heroes.warden.health" = 4 }
[[variant]]
name = "without"
blank = ["heroes.warden"]
"""


@pytest.fixture(scope="module")
def older(tmp_path_factory):
    """A pack of format 1, as `simulate new` once made it, with a number that was changed."""
    folder = tmp_path_factory.mktemp("older") / "mine"
    assert main(["new", "defenders", str(folder)]) == 0
    edit(folder / "rules.toml", f"format = {formats.FORMAT}\n", "")
    edit(folder / "cards.toml", 'name = "Paladin"\nhealth = 5', 'name = "Paladin"\nhealth = 6')
    (folder / "experiments" / "mine.toml").write_text(OLD)
    (folder / "experiment.schema.json").write_text("{}")
    return folder


@pytest.fixture
def mine(older, here):
    return shutil.copytree(older, here / "mine")


@pytest.fixture(scope="module")
def renewed(older, tmp_path_factory):
    """The same once it was upgraded."""
    folder = shutil.copytree(older, tmp_path_factory.mktemp("renewed") / "mine")
    assert main(["check", str(folder), "--upgrade"]) == 0
    return folder


def test_an_older_pack_is_read_as_it_is_and_told_how_it_is_renewed(simulate, mine):
    out = simulate("check", "mine").out
    assert out.rstrip().endswith(
        "of format 1: `simulate check mine --upgrade` brings it to today's keys, "
        f"format {formats.FORMAT}"
    )


def test_keys_are_those_of_today_and_all_else_stays(simulate, mine):
    cards = (mine / "cards.toml").read_text()
    rules = (mine / "rules.toml").read_text()
    out = simulate("check", "mine", "--upgrade").out
    assert "-[target]\n+[[target]]\n" in out
    assert "+format = 3\n" in out
    assert "cards.heroes.paladin.health:  5 -> 6" in out
    assert (mine / "experiments" / "mine.toml").read_text() == NEW
    assert (mine / "cards.toml").read_text() == cards
    assert (mine / "rules.toml").read_text().replace(f"format = {formats.FORMAT}\n", "") == rules
    assert len((mine / "experiment.schema.json").read_text()) > 1000


def test_the_second_time_there_is_nothing_to_do(simulate, renewed, here, planned_quickly):
    mine = shutil.copytree(renewed, here / "mine")
    before = everything(mine)
    out = simulate("check", "mine/", "--upgrade").out
    assert out.startswith(f"mine/: is of format {formats.FORMAT} already; nothing was changed\n")
    assert everything(mine) == before
    simulate("run", "mine/experiments/mine.toml", "--pack", "mine", "--dry-run")


def test_cards_get_the_names_of_today_wherever_they_are_named(simulate, mine, monkeypatch):
    monkeypatch.setitem(formats.RENAMED, "defenders", {"heroes": {"warden": "paladin"}})
    for file in (mine / "cards.toml", mine / "experiments" / "cards.toml"):
        file.write_text(file.read_text().replace("heroes.paladin", "heroes.warden"))
    (mine / "experiments" / "mine.toml").write_text(PLAIN)
    simulate("check", "mine", "--upgrade")
    now = tomllib.loads((mine / "experiments" / "mine.toml").read_text())
    assert now["variant"][0]["set"] == {"cards.heroes.paladin.health": 4}
    assert now["variant"][1]["blank"] == ["heroes.paladin"]
    heroes = tomllib.loads((mine / "cards.toml").read_text())["heroes"]
    assert heroes["paladin"]["health"] == 6
    assert "warden" not in heroes


def test_lines_end_as_they_did(simulate, mine):
    """And what some editors put in front of a text stays there."""
    for file, mark in ((mine / "rules.toml", b"\xef\xbb\xbf"), (mine / "cards.toml", b"")):
        file.write_bytes(mark + file.read_bytes().replace(b"\n", b"\r\n"))
    rules = (mine / "rules.toml").read_bytes()
    simulate("check", "mine", "--upgrade")
    number = f"format = {formats.FORMAT}\r\n".encode()
    assert (mine / "rules.toml").read_bytes().replace(number, b"") == rules
    simulate("edit", "mine", "Night Watch", "--card", "hero")
    cards = (mine / "cards.toml").read_bytes()
    assert b"night_watch" in cards and cards.count(b"\n") == cards.count(b"\r\n")


def test_a_name_of_today_that_is_taken_is_said(refused, mine, monkeypatch):
    monkeypatch.setitem(formats.RENAMED, "defenders", {"heroes": {"bard": "paladin"}})
    said = "`heroes.bard` is now called `paladin`, and a card of this name is there already"
    assert said in refused("check", "mine", "--upgrade")


@pytest.mark.parametrize("new", ["bard", "nobody"])
def test_a_card_of_today_keeps_its_name_though_another_had_it_once(
    simulate, renewed, monkeypatch, new
):
    monkeypatch.setitem(formats.RENAMED, "defenders", {"heroes": {"paladin": new}})
    assert "nothing was changed" in simulate("check", renewed, "--upgrade").out


@pytest.mark.parametrize("heading", ['heroes."paladin"', "heroes . paladin"])
def test_a_heading_that_is_not_renamed_is_said(refused, mine, monkeypatch, heading):
    monkeypatch.setitem(formats.RENAMED, "defenders", {"heroes": {"paladin": "knight"}})
    cards = mine / "cards.toml"
    cards.write_text(cards.read_text().replace("heroes.paladin", heading))
    said = "`heroes.paladin` is now called `knight`, and its heading must be written "
    assert f"{said}[heroes.paladin]" in refused("check", "mine", "--upgrade")


def test_an_upgrade_that_was_ended_between_two_files_is_finished(simulate, mine, monkeypatch):
    monkeypatch.setitem(formats.RENAMED, "defenders", {"heroes": {"paladin": "knight"}})
    replace, placed = os.replace, []

    def ended(old, new):
        if Path(new).parent == Path("mine"):
            if placed:
                raise KeyboardInterrupt
            placed.append(new)
        replace(old, new)

    with monkeypatch.context() as during:
        during.setattr(os, "replace", ended)
        simulate("check", "mine", "--upgrade", code=130)
    assert placed and "format" not in tomllib.loads((mine / "rules.toml").read_text())
    simulate("check", "mine", "--upgrade")
    assert tomllib.loads((mine / "rules.toml").read_text())["format"] == formats.FORMAT
    assert "knight" in tomllib.loads((mine / "cards.toml").read_text())["heroes"]


def test_what_is_wrong_is_told_with_the_lines_that_lie_there(refused, mine):
    edit(mine / "rules.toml", "[capital_limit]\nvalue = 6", "[capital_limit]\nvalue = 600")
    line = (mine / "rules.toml").read_text().split("\n").index("value = 600") + 1
    assert f"mine/rules.toml:{line}:9: " in refused("check", "mine/", "--upgrade")


def test_what_is_no_text_beside_a_pack_is_written_anew(simulate, mine):
    (mine / "experiment.schema.json").write_bytes(b"\xff")
    assert "mine/experiment.schema.json: written anew" in simulate("check", "mine", "--upgrade").out


def test_what_cannot_be_copied_is_refused_before_anything_is_written(simulate, refused, mine):
    (mine / "x.toml").mkdir()
    assert "mine/x.toml: no file of a pack has this name" in refused("check", "mine", "--upgrade")
    (mine / "x.toml").rmdir()
    (mine / "x.py").touch()
    os.truncate(mine / "x.py", disk.LARGEST + 1)
    assert "mine/x.py: cannot be read: it is too large" in refused("check", "mine", "--upgrade")
    (mine / "x.py").unlink()
    (mine / "x.py").mkdir()
    simulate("check", "mine", "--upgrade")


def test_a_folder_that_cannot_be_written_into_is_said_before_another_is(refused, mine, monkeypatch):
    said = Problem("mine/experiments", "no permission to write")
    told = {mine / "experiments": [said]}
    monkeypatch.setattr(upgrading, "write_problems", lambda path: told.get(path.absolute(), []))
    assert "mine/experiments: no permission to write" in refused("check", "mine", "--upgrade")


@pytest.mark.parametrize(
    "odd",
    [
        ("expect = 3", "unknown key `expect`"),
        ("expect = [3]", "cannot be rewritten automatically"),
        ("target = 3", "`target` must be a list"),
    ],
)
def test_bands_that_are_no_tables_are_refused(refused, mine, odd):
    (mine / "experiments" / "mine.toml").write_text(f'game = "defenders"\n{odd[0]}\n')
    assert odd[1] in refused("check", "mine", "--upgrade")


@pytest.mark.parametrize(
    "inline",
    ['expect = [{ metric = "win_rate", low = 0.3 }]', "target = { low = 0.3, high = 0.6 }"],
)
def test_what_cannot_be_rewritten_is_told_with_its_file(refused, mine, inline):
    (mine / "experiments" / "mine.toml").write_text(f'game = "defenders"\n{inline}\n')
    message = refused("check", "mine", "--upgrade")
    assert "mine/experiments/mine.toml: cannot be rewritten automatically: write each" in message


def test_a_pack_that_is_not_sound_is_not_renewed(refused, mine):
    edit(mine / "cards.toml", 'name = "Paladin"\nhealth = 6', 'name = "Paladin"\nhealth = 600')
    (mine / "experiments" / "odd.toml").write_text('game = "defenders"\nplayrs = 3\n')
    message = refused("check", "mine", "--upgrade")
    assert "mine/cards.toml:" in message
    assert "mine/experiments/odd.toml:2:1: unknown key `playrs`" in message


@pytest.mark.parametrize(
    "words",
    [
        ["check", "mine"],
        ["check", "mine", "--upgrade"],
        ["run", "--pack", "mine"],
        ["edit", "mine"],
        ["sensitivity", "defenders", "--pack", "mine"],
    ],
)
def test_a_pack_of_a_newer_toolkit_is_refused_in_a_sentence(refused, mine, words):
    rules = mine / "rules.toml"
    rules.write_text(f'game = "defenders"\nformat = {formats.FORMAT + 1}\nodd = 3\n')
    said = f"mine/rules.toml:2:10: this pack is of format {formats.FORMAT + 1}, and this version"
    assert said in refused(*words)


@pytest.mark.parametrize("number", ["0", "true", '"2"', "2.0"])
def test_a_format_is_a_whole_number(refused, mine, number):
    edit(mine / "rules.toml", 'game = "defenders"\n', f'game = "defenders"\nformat = {number}\n')
    assert "`format` must be a whole number of at least 1" in refused("check", "mine")


def test_only_a_pack_can_be_upgraded(refused, mine):
    said = "--upgrade: goes with the folder of a pack"
    assert said in refused("check", "mine/experiments/mine.toml", "--upgrade")
    assert "min: there is no such folder" in refused("check", "min", "--upgrade")


def test_a_game_that_is_named_below_a_comment_is_not_named_twice():
    text = '# mine\ngame = "defenders"\n[capital_limit]\n'
    assert formats.headed(text, "defenders") == text
