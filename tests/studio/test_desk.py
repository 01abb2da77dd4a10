"""What is changed in a studio: turned, undone, kept as a version, and found again."""

import json
import os
from pathlib import Path

import pytest

from simulate.cli import main
from simulate.core.errors import InputError, RunError
from simulate.core.files import disk
from simulate.pack import catalogue, load, load_folder
from simulate.studio import tables
from simulate.studio.desk import Desk, as_sets
from simulate.studio.subject import subject_of

RANGER, LIMIT = "cards.heroes.ranger.health", "rules.capital_limit"


@pytest.fixture
def desk(mine):
    return Desk(subject_of("mine", code=False))


def said(told):
    return "; ".join(f"{p.where}: {p.what}" for p in told.value.problems)


@pytest.mark.parametrize("game", ["defenders", "dungeons", "kingdoms", "tactics", "ultra_kingdoms"])
def test_every_number_of_a_title_is_shown_with_what_it_may_be(game):
    pack = load(game)
    rows = [row for table in tables.tables(pack) for row in table["rows"]]
    assert len(rows) > 100 and len({row["path"] for row in rows}) == len(rows)
    for row in rows:
        assert row["name"] and row["what"] and row["about"], row
        assert pack.value(row["path"]) == row["value"]
        assert row["choices"] if isinstance(row["value"], (bool, str)) else "choices" not in row
    assert sum(bool(row["allowed"]) for row in rows) > 0.9 * len(rows)
    assert {s["name"] for s in tables.settings(pack)} <= {*catalogue.facts(game).crossed}


def test_a_number_is_turned_undone_and_turned_again(desk):
    desk.turn({RANGER: 3})
    desk.turn({LIMIT: 7})
    assert desk.draft == {RANGER: 3, LIMIT: 7}
    desk.turn_back()
    assert desk.draft == {RANGER: 3}
    desk.turn_again()
    desk.turn({RANGER: 4, LIMIT: 6})  # as they stand in the pack
    assert desk.draft == {}
    desk.turn_back()
    assert as_sets(desk.draft) == ["--set", f"{RANGER}=3", "--set", f"{LIMIT}=7"]


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({RANGER: 99}, "must be at most 9"),
        ({RANGER: "three"}, "must be a whole number"),
        ({RANGER: True}, "must be a whole number"),
        ({LIMIT: 99}, "from 1 to 30"),
        ({RANGER: 3, "cards.heroes.rnager.health": 3}, "is no number of this page"),
    ],
)
def test_what_is_refused_changes_nothing(desk, changes, what):
    with pytest.raises(InputError) as told:
        desk.turn(changes)
    assert what in said(told)
    assert desk.draft == {} and desk.revision == 0


def test_what_is_kept_is_a_version_and_is_taken_back(desk, mine):
    shipped = load("defenders")
    desk.turn({RANGER: 3, LIMIT: 7})
    desk.keep("Better.")
    pack = load_folder(mine, "mine")
    assert (pack.value(RANGER), pack.value(LIMIT)) == (3, 7)
    assert pack.source_of(RANGER) == "designer: 4 before; in the studio"
    (version,) = Desk(subject_of("mine", code=False)).notes.versions
    assert version.said == "Better."
    assert [(c.path, c.before, c.after) for c in version.changes] == [(RANGER, 4, 3), (LIMIT, 6, 7)]
    assert main(["check", "mine"]) == 0
    desk.take_back()
    pack = load_folder(mine, "mine")
    assert pack.is_like(shipped) and pack.source_of(RANGER) == shipped.source_of(RANGER)
    assert [v.said for v in desk.notes.versions] == ["Better.", "takes version 1 back"]


def test_a_version_that_was_taken_back_may_be_taken_back_too(desk):
    desk.turn({RANGER: 3})
    desk.keep("")
    desk.take_back()
    desk.take_back()
    assert desk.subject.pack.value(RANGER) == 3
    assert [v.said for v in desk.notes.versions][1:] == [
        "takes version 1 back",
        "takes version 2 back",
    ]


def test_what_is_not_kept_is_there_again(desk):
    desk.turn({RANGER: 3})
    desk.choose("players", 2)
    later = Desk(subject_of("mine", code=False))
    assert later.draft == {RANGER: 3} and later.notes.setting == {"players": 2}


def test_a_file_that_changes_under_it_is_told_and_read(desk, mine):
    desk.turn({RANGER: 3})
    cards = mine / "cards.toml"
    text = cards.read_text("utf-8")
    hero = text.index("[heroes.ranger]")
    cards.write_text(text[:hero] + text[hero:].replace("health = 4", "health = 3", 1), "utf-8")
    with pytest.raises(InputError, match="have just changed"):
        desk.keep("")
    assert desk.subject.pack.value(RANGER) == 3 and desk.draft == {}
    assert "changed outside the studio" in desk.notice
    cards.write_text("heroes = 7", "utf-8")
    assert desk.look() and "cannot be read" in desk.notice and "cards.toml" in desk.notice
    assert desk.subject.pack.value(RANGER) == 3
    assert not desk.look()


def test_a_full_disk_changes_nothing_and_is_told(desk, mine, monkeypatch):
    before = {path.name: path.read_bytes() for path in mine.iterdir() if path.is_file()}

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(disk, "write_all", full)
    desk.turn({RANGER: 3})
    assert "No space left" in desk.notice and desk.draft == {RANGER: 3}
    with pytest.raises(RunError, match="nothing was changed"):
        desk.keep("")
    assert desk.draft == {RANGER: 3} and not desk.notes.versions
    after = {path.name: path.read_bytes() for path in mine.iterdir() if path.is_file()}
    assert after == before


def test_two_hundred_changes_keep_no_pack(desk):
    for n in range(200):
        desk.turn({RANGER: 1 + n % 3, LIMIT: 7 + n % 5})
    assert len(desk.subject.pack._resolved) <= 1


def test_notes_of_a_stranger_are_no_way_in(mine):
    hostile = {"studio": 1, "draft": {"cards.heroes.ranger.health": 99, "rules.nothing": 1}}
    (mine / "studio.json").write_text(json.dumps(hostile))
    assert Desk(subject_of("mine", code=False)).draft == {}
    for text in ("[" * 9_999, "{}x", '{"studio": 2}', '{"studio": 1, "more": 1}', "\\x00"):
        (mine / "studio.json").write_text(text)
        with pytest.raises(InputError) as told:
            Desk(subject_of("mine", code=False))
        assert "mine/studio.json: cannot be read" in said(told)


@pytest.mark.skipif(os.name == "nt", reason="a folder is not held there")
def test_the_second_studio_of_a_pack_is_told(mine):
    first, second = subject_of("mine", code=False), subject_of("mine/", code=False)
    first.take()
    with pytest.raises(InputError, match="another studio has this pack open"):
        second.take()
    first.let_go()
    second.take()
    second.let_go()


def test_a_title_is_looked_at_and_never_changed():
    desk = Desk(subject_of("defenders", code=False))
    desk.turn({RANGER: 3})
    with pytest.raises(InputError, match="makes a copy"):
        desk.keep("")
    assert not desk.state()["keeps"]


def test_a_game_of_ones_own_has_its_numbers(mine, capsys):
    assert main(["new", "ours.py"]) == 0
    desk = Desk(subject_of("ours.py", code=False))
    (path, *_) = tables.editable(desk.subject.pack)
    value = desk.subject.pack.value(path)
    desk.turn({path: value + 1})
    assert as_sets(desk.draft) == ["--set", f"{path}={value + 1}"]
    with pytest.raises(InputError, match=r"`simulate new ours.py my_ours/` makes a folder"):
        desk.keep("")
    assert main(["new", "ours.py", "my_ours"]) == 0
    desk = Desk(subject_of("my_ours", code=False))
    desk.turn({path: value + 1})
    desk.keep("Better.")
    assert Desk(subject_of("my_ours", code=False)).subject.pack.value(path) == value + 1
    assert main(["check", "my_ours"]) == 0


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["nowhere"], "there is no game `nowhere`"),
        (["defendrs"], "did you mean `defenders`?"),
        (["defenders", "--port", "x"], "must be a whole number up to 65535"),
        (["defenders", "--port", "70000"], "must be a whole number up to 65535"),
        (["nothing.py"], "nothing.py"),
        ([], "this folder is no pack"),
    ],
)
def test_what_is_no_subject_is_refused(tmp_path, monkeypatch, capsys, words, what):
    monkeypatch.chdir(tmp_path)
    assert main(["studio", *words, "--no-open"]) == 2
    assert what in capsys.readouterr().err
    assert not list(Path().iterdir())


def test_a_level_is_one_of_the_pack_and_no_other_number_that_is_like_it(mine):
    """What was chosen lies in a file of the pack, and must be read again; the pack may change."""
    desk = Desk(subject_of("mine", code=False))
    for level in (2.0, True, 9, "2"):
        with pytest.raises(InputError, match="no such level"):
            desk.choose("players", level)
    (mine / "studio.json").write_text('{"studio": 1, "setting": {"players": 9, "horde": "easy"}}')
    setting = Desk(subject_of("mine", code=False)).setting()
    assert setting == {"players": 3, "horde": "easy"}


@pytest.mark.parametrize(
    ("path", "before", "what"),
    [
        ("cards.heroes.nobody.health", 4, "is no number of this page"),
        ("cards.heroes.ranger.name", "x", "is no number of this page"),
        (RANGER, "x", "must be a whole number"),
        (RANGER, 99, "must be at most 9"),
    ],
)
def test_a_version_that_the_pack_no_longer_takes_is_not_written(mine, path, before, what):
    change = {"path": path, "name": "x", "before": before, "after": 4}
    kept = {"studio": 1, "versions": [{"when": "", "changes": [change]}]}
    (mine / "studio.json").write_text(json.dumps(kept))
    cards = (mine / "cards.toml").read_bytes()
    desk = Desk(subject_of("mine", code=False))
    with pytest.raises(InputError) as told:
        desk.take_back()
    assert what in said(told) and (mine / "cards.toml").read_bytes() == cards
