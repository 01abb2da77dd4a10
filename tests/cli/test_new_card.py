"""What a command copies of a pack: its own files, and nothing that only lies there or is linked."""

import os

import pytest

from simulate.cli.change.packs import new_command
from simulate.pack import files, load_folder
from simulate.pack.reading import own_files

GAME = "defenders"


@pytest.fixture
def full(here):
    """A pack beside which its runs lie, and itself, without an end; the folder."""
    new_command(GAME, "mine")
    folder = here / "mine"
    (folder / "a").symlink_to(".")
    (folder / "b").symlink_to(".")
    (folder / "runs" / "first").mkdir(parents=True)
    (folder / "runs" / "first" / "games.parquet").write_bytes(b"0" * 1000)
    return folder


def test_a_card_is_added_whatever_else_lies_there(full, simulate, monkeypatch):
    """Nothing is copied at all to see whether the card fits."""
    monkeypatch.setattr("shutil.copytree", None)
    before = set(full.iterdir())
    ended = simulate("edit", "mine", "Stout Knight", "--card", "heroes")
    assert "cards.heroes.stout_knight stands at the end of cards.toml" in ended.out
    assert load_folder(full).value("cards.heroes.stout_knight.name") == "Stout Knight"
    assert set(full.iterdir()) == before


def test_a_card_that_does_not_fit_changes_nothing(full, simulate):
    before = (full / "cards.toml").read_text()
    simulate("edit", "mine", "paladin ", "--card", "heroes", code=2)
    assert (full / "cards.toml").read_text() == before


def test_the_files_of_a_pack_are_those_that_a_copy_needs(full, tmp_path):
    """Whoever plants links and pipes after it was read gets nothing copied either."""
    pack = load_folder(full)
    (tmp_path / "secret").write_text("secret")
    (full / "EVIDENCE.md").symlink_to(tmp_path / "secret")
    (full / "experiments" / "out.toml").symlink_to(tmp_path / "secret")
    os.mkfifo(full / "experiments" / "pipe.toml")
    mine = {str(path) for path in own_files(pack)}
    assert {*files(GAME), "README.md", "experiments/cards.toml"} < mine
    assert not {path for path in mine if path.startswith(("a/", "b/", "runs/"))}
    assert not mine & {"EVIDENCE.md", "experiments/out.toml", "experiments/pipe.toml"}


def test_a_search_copies_no_more_than_that(full, tmp_path):
    from simulate.experiment import RunRequest, load
    from simulate.search.confirmation.packs import write_pack
    from tests.search.test_packs import LIMIT, confirmed

    experiment = load(RunRequest("defenders/steps", pack=str(full)), [])
    made = write_pack(experiment, confirmed(LIMIT, 6, 7), tmp_path, 1, str)
    found = {path.name for path in made.iterdir()}
    assert found == {
        *files(GAME),
        "README.md",
        "experiment.schema.json",
        "game.toml",
        "rules.schema.json",
        "cards.schema.json",
        "EVIDENCE.md",
        "experiments",
    }


@pytest.mark.parametrize("name", [*files(GAME)])
def test_a_pipe_in_the_place_of_a_file_is_refused(full, refused, name):
    (full / name).unlink()
    os.mkfifo(full / name)
    assert f"mine/{name}: this is not a regular file" in refused(
        "edit", "mine", "Stout Knight", "--card", "heroes"
    )
