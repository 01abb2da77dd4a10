"""What is declared is used, what is used is declared; a wheel holds all under one name."""

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from simulate.pack import configs

ROOT = configs.folder().parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
OURS = ("simulate", "strategies", "analysis", "reports")
NAME = re.compile(r"[A-Za-z0-9._-]+")
IMPORT = re.compile(
    r"^ *(?:from (\w+)[\w.]* import |import (\w+)[\w.]*(?: as \w+)?$)", re.MULTILINE
)


def distribution(requirement):
    """The name in a requirement, spelt in one way."""
    return NAME.match(requirement)[0].lower().replace("_", "-")


def test_what_is_imported_is_declared_and_the_other_way_round():
    files = [path for package in OURS for path in (ROOT / package).rglob("*.py")]
    found = [pair for path in files for pair in IMPORT.findall(path.read_text("utf-8"))]
    imported = {name for pair in found for name in pair if name}
    foreign = imported - set(sys.stdlib_module_names) - {*OURS}
    known = packages_distributions()
    used = {distribution(known.get(name, [name])[0]) for name in foreign}
    declared = {distribution(each) for each in PROJECT["dependencies"]}
    extras = {distribution(each) for some in _extras().values() for each in some}
    assert declared <= used, "declared and never imported"
    assert used <= declared | extras, "imported and not declared"


def _extras():
    return PROJECT.get("optional-dependencies", {})


def test_the_lock_holds_what_is_declared():
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    locked = {distribution(line) for line in lock.splitlines() if "==" in line}
    assert {distribution(each) for each in PROJECT["dependencies"]} <= locked
    assert "://" not in lock


def test_what_a_source_archive_names_is_there():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    names = project["tool"]["hatch"]["build"]["targets"]["sdist"]["only-include"]
    assert "SECURITY.md" in names and all((ROOT / name).exists() for name in names)


def test_the_tool_agrees_with_the_readme_on_whose_luck_a_change_is_shown():
    """Both sides of the story's change are played by one command, so on one luck."""
    told = (ROOT / "README.md").read_text("utf-8")
    assert re.search(r"^simulate compare defenders --set cards\.\S+=\S+ .*--seed 7$", told, re.M)
    assert told.count("--seed") == 2, "in the command, and in the sentence that explains it"


def test_one_version_everywhere():
    version = PROJECT["version"]
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\n## {version}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


# Words that fetch from an index whatever a stranger has put there under the project's name.
FETCHED = re.compile(
    r"\b(?:install|uvx|uv add|uv tool run|pipx run)\b"
    r"[^`\n]*(?<![\w/-])tiny[-_]epic[-_]balance\b(?!/)"
)
TOLD = (*OURS, "configs", "docs", "benchmarks", "training", "tests", ".ci")


def test_nobody_is_told_to_fetch_the_project_by_a_name_that_is_nobodys():
    files = [path for folder in TOLD for path in _files(ROOT / folder)]
    files += [path for path in ROOT.iterdir() if path.is_file()]
    texts = {path: path.read_text("utf-8", "replace") for path in {*files} - {Path(__file__)}}
    told = {str(path): found[0] for path, text in texts.items() if (found := FETCHED.search(text))}
    assert told == {}


@pytest.mark.parametrize("words", ["pip install 'NAME[dask]'", "install NAME in", "uvx NAME"])
def test_words_that_fetch_by_name_are_seen(words):
    assert FETCHED.search(words.replace("NAME", "tiny-epic-balance"))
    assert not FETCHED.search(words.replace("NAME", "./tiny-epic-balance"))


def test_what_must_pass_is_style_and_types_too_and_each_a_target():
    typed = re.findall(r"^make (\w+)", (ROOT / ".ci" / "run").read_text("utf-8"), re.MULTILINE)
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert {"lint", "test", "verify"} <= {*typed} <= {*targets}


@pytest.mark.parametrize("name", ["analysis", "reports", "strategies"])
def test_a_strangers_package_in_our_place_is_said(name, tmp_path):
    (tmp_path / f"{name}.py").write_text("", "utf-8")
    ended = ask("from simulate.core import names; names.check()", tmp_path, ROOT)
    assert ended.returncode == 1
    assert f"`{name}` is {tmp_path / name}.py: this hides a part of" in ended.stderr


def test_folders_of_these_names_are_not_in_the_way(tmp_path):
    """A designer's `reports` beside a notebook holds no code."""
    (tmp_path / "reports").mkdir()
    assert ask("from simulate.core import names; names.check()", tmp_path, ROOT).returncode == 0


def ask(code, *path):
    """Python with these folders first on its path."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, path))}
    words = [sys.executable, "-c", code]
    return subprocess.run(words, capture_output=True, text=True, env=environment, cwd=path[0])


@pytest.mark.long
def test_a_wheel_holds_everything_under_one_name(tmp_path):
    built = tmp_path / "dist"
    code = f"from hatchling.build import build_wheel; print(build_wheel({str(built)!r}))"
    built.mkdir()
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True)
    (wheel,) = built.glob("*.whl")
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as file:
        file.extractall(site)
    tops = {path.name for path in site.iterdir() if not path.name.endswith(".dist-info")}
    assert tops == {"tiny_epic_balance", "tiny_epic_balance.pth"}
    inside = site / "tiny_epic_balance"
    assert (site / "tiny_epic_balance.pth").read_text().strip() == inside.name
    shipped = [path for package in (*OURS, "configs") for path in _files(ROOT / package)]
    for path in shipped:
        parts = path.relative_to(ROOT).parts
        where = ("simulate", "_configs", *parts[1:]) if parts[0] == "configs" else parts
        assert inside.joinpath(*where).read_bytes() == path.read_bytes()
    for package in OURS:
        assert (inside / package / "py.typed").exists()
    said = "import sys, tiny_epic_balance as t; sys.argv[1:] = ['list', 'games']; t.main()"
    where = "import simulate; print(simulate.__file__)"
    ended = ask(f"{said}; {where}", site)
    assert ended.stdout.startswith("defenders\n"), ended.stderr
    assert ended.stdout.rstrip().endswith(str(Path("simulate", "__init__.py")))
    assert str(inside) in ended.stdout


def _files(folder):
    return (p for p in folder.rglob("*") if p.is_file() and "__pycache__" not in p.parts)
