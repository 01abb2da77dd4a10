"""What lies in the folder where a command is typed is no module and no setting of ours."""

import ast
import os
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from tests.cli.conftest import SIMULATE
from tests.marks import long_but

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[2]
SET = ("--set", "strategy=random", "--set", "players=2", "--set", "horde=easy")
FEW = (*SET, "--games", "20")
# More than is played before workers start, so that they do.
MANY = (*SET, "--games", "20000")
BAND = ("rules.capital_limit", "--target", "40-55%", *FEW)
COMMANDS = {
    "run": ("run", "defenders", *MANY, "--out", "../out"),
    "report": ("report", "../run"),
    "compare": ("compare", "defenders", "--set", "rules.capital_limit=7", *FEW, "--out", "../out"),
    "check": ("check", "../pack"),
    "export": ("export", "../run", "--out", "../out"),
    "runs": ("runs", "../run"),
    "ladder": ("ladder", "defenders", "--set", "strategy=random,idle", *FEW[2:], "--out", "../out"),
    "replay": ("replay", "../run", "--cell", "0", "--game", "0"),
    "sensitivity": ("sensitivity", "defenders", "rules.capital_limit", *FEW, "--out", "../out"),
    "worth": ("worth", "defenders", "ranger", *FEW, "--out", "../out"),
    "advise": ("advise", "defenders", *BAND, "--out", "../out"),
    "tune": ("tune", "defenders", *BAND, "--out", "../out"),
    "verify": ("runs", "../run", "--verify"),
}  # fmt: skip
PLAYING = ("run", "compare", "ladder", "sensitivity", "worth", "advise", "tune")
CASES = [
    (command, jobs)
    for command in COMMANDS
    for jobs in (("--jobs", "1"), ("--jobs", "2"))
    if command in PLAYING or jobs == ("--jobs", "1")
]
# As the command, but that workers start at once.
AT_ONCE = """
import sys
from simulate.run.workers import pool
pool.ALONE_FIRST = -1.0
from tiny_epic_balance import main
sys.argv[0] = "simulate"
sys.exit(main())
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory, finished):
    """A run, a pack, and `here`: a folder of modules of every name there is that leave a mark."""
    folder = tmp_path_factory.mktemp("home")
    (folder / "run").symlink_to(finished.folder)
    words = [SIMULATE, "new", "defenders", folder / "pack"]
    subprocess.run(words, check=True, capture_output=True)
    (folder / "here").mkdir()
    line = f"open({str(folder / 'mark')!r}, 'a').write(__name__ + chr(10))\n"
    for name in {*sys.stdlib_module_names, *packages_distributions(), "sitecustomize", "yaml"}:
        if name.isidentifier():
            (folder / "here" / f"{name}.py").write_text(line)
    (folder / "here" / "joblib").mkdir()
    (folder / "here" / "joblib" / "__init__.py").write_text(line)
    (folder / "here" / "matplotlibrc").write_text("axes.linewidth: 8\nbackend: module://heapq\n")
    (folder / "here" / ".numba_config.yaml").write_text("disable_jit: 1\n")
    return folder


def ended(command, folder):
    """A process of a command in a folder that has ended."""
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.long
@pytest.mark.parametrize(
    ("command", "jobs"), long_but({("run", ("--jobs", "2")), ("export", ("--jobs", "1"))}, CASES)
)
def test_no_module_of_this_folder_runs(home, tmp_path, command, jobs):
    words = [str(tmp_path / word[3:]) if word == "../out" else word for word in COMMANDS[command]]
    words += jobs if command in PLAYING else ()
    (home / "mark").unlink(missing_ok=True)  # of another test that failed
    done = ended([sys.executable, "-P", "-c", AT_ONCE, *words], home / "here")
    assert not (home / "mark").exists(), (home / "mark").read_text()
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert "YAML" not in done.stderr


@pytest.mark.long
def test_the_command_itself_starts_workers_that_run_no_module_of_this_folder(home, tmp_path):
    words = ["run", "defenders", *MANY, "--jobs", "2", "--out", str(tmp_path / "out")]
    done = ended([SIMULATE, *words], home / "here")
    assert done.returncode == 0, done.stderr
    assert not (home / "mark").exists()


@pytest.mark.long
def test_figures_are_the_same_bytes_whatever_settings_lie_about(home, tmp_path):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "matplotlibrc").write_text("lines.linewidth: 9\n")
    told = {}
    for name, folder, own in [
        ("plain", tmp_path, ""),
        ("here", home / "here", ""),
        ("own", tmp_path, str(tmp_path / "own")),
    ]:
        out = tmp_path / f"figures-{name}"
        words = [SIMULATE, "export", home / "run", "--out", out]
        more = {"MATPLOTLIBRC": own} if own else {}
        env = {**os.environ, **more}
        subprocess.run(words, cwd=folder, env=env, check=True, capture_output=True)
        told[name] = {path.name: path.read_bytes() for path in out.iterdir()}
    assert told["plain"]
    assert told["plain"] == told["here"] == told["own"]


YAML = "def safe_load(file):\n    return {'disable_jit': 1, 'captured_errors': 'old_style'}\n"


@pytest.mark.parametrize(("environment", "off"), [({}, "0"), ({"NUMBA_DISABLE_JIT": "1"}, "1")])
def test_numba_takes_settings_from_the_environment_alone(home, tmp_path, environment, off):
    """Not from a file of this folder, though PyYAML is there, when it is loaded or compiles."""
    (tmp_path / "yaml.py").write_text(YAML)
    code = (
        "from simulate.compiler.kernels import numba\nfirst = numba.config.DISABLE_JIT\n"
        "numba.config.reload_config()\nprint(first, numba.config.DISABLE_JIT)"
    )
    env = {**os.environ, "PYTHONPATH": str(tmp_path), **environment}
    words = [sys.executable, "-P", "-c", code]
    done = subprocess.run(
        words, cwd=home / "here", env=env, capture_output=True, text=True, check=True
    )
    assert done.stdout == f"{off} {off}\n"


def test_every_python_that_we_start_leaves_this_folder_out():
    """`python -m` and `-c` look there first; `-P` forbids it."""
    starts = []
    for package in ("simulate", "analysis", "reports", "strategies", "tiny_epic_balance"):
        for file in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.List) and node.elts:
                    words = [ast.unparse(word) for word in node.elts]
                    if words[0] == "sys.executable":
                        starts.append((file.name, words[1]))
    assert starts
    assert [start for start in starts if start[1] != "'-P'"] == []


def test_numba_is_loaded_in_one_place():
    """Elsewhere it might be loaded before it is kept from the current folder."""
    loads = set()
    for package in ("simulate", "analysis", "reports", "strategies"):
        for file in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                names = [getattr(node, "module", None) or ""]
                if isinstance(node, ast.Import):
                    names = [alias.name for alias in node.names]
                if any(name.partition(".")[0] == "numba" for name in names):
                    loads.add(file.relative_to(ROOT).as_posix())
    leans = "simulate/portable/linked.py"
    assert loads <= {"simulate/compiler/jit.py", "simulate/compiler/inner.py", leans}
    code = (ROOT / leans).read_text("utf-8")
    assert code.index("from simulate.compiler import kernels") < code.index("numba.core")
