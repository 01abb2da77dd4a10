"""The shipped TOML folders are found in a checkout and in an installed wheel."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from simulate.pack import configs

ROOT = Path(__file__).resolve().parents[2]


def test_a_checkout_reads_its_own_configs():
    assert configs.folder() == ROOT / "configs"


def test_somebody_elses_configs_beside_an_installed_package_are_not_ours(monkeypatch, tmp_path):
    (tmp_path / "simulate").mkdir()
    (tmp_path / "configs").mkdir()
    monkeypatch.setattr(configs, "PACKAGE", tmp_path / "simulate")
    assert configs.folder() == tmp_path / "simulate" / "_configs"
    (tmp_path / "pyproject.toml").write_text("")
    assert configs.folder() == tmp_path / "configs"


def test_the_default_experiment_is_named_first(tmp_path):
    (tmp_path / "experiments").mkdir()
    for name in ("zebra", "default", "cards"):
        (tmp_path / "experiments" / f"{name}.toml").write_text("")
    assert list(configs.experiments(tmp_path)) == ["default", "cards", "zebra"]


def test_the_wheel_carries_what_is_read_and_finds_the_configs(tmp_path):
    pytest.importorskip("hatchling")
    build = "from hatchling.build import build_wheel; import sys; print(build_wheel(sys.argv[1]))"
    made = subprocess.run(
        [sys.executable, "-c", build, str(tmp_path)],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    site = tmp_path / "site" / "tiny_epic_balance"
    with zipfile.ZipFile(tmp_path / made.stdout.split()[-1]) as wheel:
        wheel.extractall(site.parent)
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from simulate.pack import configs\n"
        "print(configs.folder()); print(*configs.experiments(configs.game_folder('defenders')))"
    )
    # What is installed for the project is there, and the wheel before this checkout.
    found = subprocess.run(
        [sys.executable, "-I", "-c", code, str(site)],
        cwd=tmp_path, check=True, capture_output=True, text=True,
    )  # fmt: skip
    folder, names = found.stdout.splitlines()
    assert Path(folder) == site / "simulate" / "_configs"
    assert names.split()[:1] == ["default"]
    shipped = {path.relative_to(ROOT / "configs") for path in (ROOT / "configs").rglob("*.toml")}
    carried = {path.relative_to(folder) for path in Path(folder).rglob("*.toml")}
    assert carried == shipped
    assert (site / "simulate/py.typed").is_file()
    templates = {path.relative_to(ROOT) for path in (ROOT / "simulate/own").rglob("*.txt")}
    assert templates and all((site / path).is_file() for path in templates)
