"""Detect other packages called `strategies`, `analysis` or `reports`."""

from importlib.util import find_spec
from pathlib import Path

HOME = Path(__file__).resolve().parents[2]
BESIDE = ("strategies", "analysis", "reports")


class StrangerError(ImportError):
    """Another package has the name of one of ours."""


def check() -> None:
    """Refuse to start with a stranger's package in the place of one of ours.

    Raises StrangerError, which names each of them, where it lies and what to do.
    """
    strangers = [f"`{name}` is {what}" for name in BESIDE if (what := _stranger(name))]
    if strangers:
        raise StrangerError(
            f"{' and '.join(strangers)}: this hides a part of tiny-epic-balance. Rename that file "
            "or folder, start Python from another folder, or install the toolkit in an "
            "environment of its own (pipx does)."
        )


def _stranger(name: str) -> str:
    """Where a package of this name lies that is not ours; empty where it is ours."""
    try:
        spec = find_spec(name)
    except ValueError:  # in memory without telling where it came from
        return "a module without a file"
    if spec is None:
        return "missing"
    ours = HOME / name / "__init__.py"
    same = spec.origin is not None and Path(spec.origin).resolve() == ours
    return "" if same else str(spec.origin or "a folder without __init__.py")
