"""Imports go down only, rooms are the same in every game, heavy libraries come late."""

import subprocess
import sys

from simulate.pack import configs

ROOT = configs.folder().parent
HEAVY = ("numba", "polars", "joblib", "matplotlib", "seaborn", "pandas", "scipy", "statsmodels")


def test_layers_and_rooms():
    """The contracts of pyproject.toml, as import-linter finds them."""
    found = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert found.returncode == 0, found.stdout + found.stderr
    assert "0 broken" in found.stdout


def loaded_by(module: str) -> set[str]:
    """Top-level modules in memory after importing one of ours in a fresh interpreter."""
    code = f"import sys, {module}; print(*sorted({{m.partition('.')[0] for m in sys.modules}}))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(found.stdout.split())


def test_facts_and_cards_model_are_light():
    loaded = loaded_by("simulate.games.defenders.facts, simulate.games.defenders.cards")
    assert not loaded & {*HEAVY, "numpy"}


def test_kernels_never_bring_tables_or_workers():
    loaded = loaded_by("simulate.games.defenders.turn, strategies.defenders.expert")
    assert not loaded & {"polars", "joblib", "typer", "jinja2", "pandas"}


def loaded_to_obey(*words: str) -> set[str]:
    """All modules in memory after a command in a fresh interpreter."""
    code = "import sys; from simulate.cli import main; c = main(sys.argv[1:])"
    code += "; print(c, *sys.modules, file=sys.stderr)"
    found = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, check=True
    )
    ended, *modules = found.stderr.splitlines()[-1].split()
    assert ended == "0", found.stderr
    return set(modules)


def test_a_list_of_games_reads_no_pack_and_no_table():
    assert not loaded_to_obey("list", "games") & {*HEAVY, "numpy", "jinja2", "simulate.engine"}


def test_a_plain_run_with_its_report_loads_only_what_it_needs(tmp_path):
    """`scipy.stats` alone takes longer to load than NumPy, Polars and Numba together."""
    few = ("--set", "players=3", "--set", "strategy=random", "--games", "100", "--jobs", "1")
    loaded = loaded_to_obey("run", "kingdoms", *few, "--quiet", "--out", str(tmp_path / "run"))
    dear = {"scipy.stats", "scipy.optimize", "choix", "obstore", "dask", "distributed"}
    assert not loaded & {*HEAVY, *dear} - {"numba", "polars", "scipy", "joblib"}
