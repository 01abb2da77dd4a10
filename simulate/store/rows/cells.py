"""The table of cells: a row for each cell, a column for each factor."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simulate.core.text.validate import written

if TYPE_CHECKING:
    import polars as pl

BESIDES = ("changes", "blanks", "games")  # that a row says after its factors


def table(manifest: Mapping[str, Any]) -> "pl.DataFrame":
    """One row a cell of a manifest, in order of its number.

    Its number, what every factor and every number of the pack that was set stands at, what else
    is changed or blanked, and how many games were played.
    """
    import polars as pl

    cells = manifest["cells"]
    number = pl.Series("cell", [cell["number"] for cell in cells], dtype=_kind(manifest))
    names = [f["name"] for f in manifest["factors"] if f["name"] not in ("cell", *BESIDES)]
    factors = [series(name, [level(cell, name) for cell in cells]) for name in names]
    besides = [series(name, [_beside(cell, name, names) for cell in cells]) for name in BESIDES]
    return pl.DataFrame([number, *factors, *besides]).sort("cell")


def crossed(manifest: Mapping[str, Any]) -> list[str]:
    """Names of what differs between cells, in order of crossing."""
    return [name for name in manifest["cells"][0]["levels"] if name != "cell"]


def level(cell: Mapping[str, Any], name: str) -> Any:
    """The level of a factor in a cell; joined by + where seats differ."""
    for way in ("levels", "changes", "setting"):
        if name in cell[way]:
            return _plain(cell[way][name])
    return None


def _plain(value: Any) -> Any:
    """Levels are numbers, yes and no, and text; a list is one of seats, or a value of the pack."""
    if isinstance(value, list) and value and not isinstance(value[0], list | Mapping):
        return value[0] if all(v == value[0] for v in value) else " + ".join(map(str, value))
    return written(value) if isinstance(value, list | Mapping) else value


def _beside(cell: Mapping[str, Any], name: str, factors: Sequence[str]) -> Any:
    if name == "games":
        return cell["games"]
    if name == "blanks":
        return "; ".join(cell["blanks"])
    changes = {path: value for path, value in cell["changes"].items() if path not in factors}
    return "; ".join(f"{path} = {written(value)}" for path, value in changes.items())


def series(name: str, values: Sequence[Any]) -> "pl.Series":
    """A column of one type; text where the values are of several."""
    import polars as pl

    kinds = {type(value) for value in values} - {type(None)}
    if kinds == {int, float}:
        return pl.Series(name, values, dtype=pl.Float64)
    if len(kinds) > 1:
        values = [v if v is None or isinstance(v, str) else written(v) for v in values]
    return pl.Series(name, values, dtype=pl.String if len(kinds) != 1 else None)


def _kind(manifest: Mapping[str, Any]) -> Any:
    """The type that the tables have for the number of a cell, so that they can be joined."""
    import polars as pl

    declared = [c["dtype"] for c in manifest["columns"]["games"] if c["name"] == "cell"]
    known = {"int8": pl.Int8, "int16": pl.Int16, "int64": pl.Int64}
    return known.get(declared[0] if declared else "", pl.Int32)
