"""Where a run may be written: a new or an empty folder, and no finished run is ever harmed."""

import os

import pytest

from simulate import store
from simulate.core.errors import InputError
from simulate.run import execute
from tests.machine import fake


def play(out):
    return execute(fake.plan(games=5), out, 1, quiet=True, table=fake.__name__)


def everything(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_finished_run_is_not_written_over(tmp_path):
    run = play(tmp_path / "run")
    before = everything(tmp_path)
    with pytest.raises(InputError, match="not empty"):
        play(run)
    assert everything(tmp_path) == before


def test_an_empty_folder_is_taken(tmp_path):
    (tmp_path / "run").mkdir()
    assert store.open_run(play(tmp_path / "run")).games().collect().height == 10


def test_a_folder_is_made_with_all_above_it(tmp_path):
    assert store.open_run(play(tmp_path / "a" / "b")).manifest["status"] == "complete"


@pytest.mark.parametrize("name", ["file", "file/run", "file/deep/run", "broken"])
def test_a_file_in_the_way_is_named(tmp_path, name):
    (tmp_path / "file").write_text("kept")
    (tmp_path / "broken").symlink_to(tmp_path / "nowhere")
    with pytest.raises(InputError, match="file"):
        play(tmp_path / name)
    assert (tmp_path / "file").read_text() == "kept"


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write anywhere")
def test_a_folder_without_permission_is_named(tmp_path):
    (tmp_path / "locked").mkdir(mode=0o500)
    with pytest.raises(InputError, match="permission"):
        play(tmp_path / "locked" / "run")
